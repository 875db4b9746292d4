package fieldcommand

import (
	_ "embed"

	"galloper/orders/say"
	"galloper/orders/spoken"
)

//go:embed say.txt
var sayText string

var table = say.New(sayText)

// speaking holds the phrasings that players use beside those of the card (section f).
var speaking = &spoken.Speech{
	Verbs: table.Verbs(), To: "TO {to}: {order}",
	Letter: "LETTER TO {to}: {text}", Later: []string{notYourTurn, notArmy},
	Ambiguous: ambiguousName, Known: "IF " + knownConditions,
	Unread: []string{unknownOrder, unknownName, ambiguousName, missingUnit, missingPlace, badNumber, trailingWords,
		badCondition},
}
