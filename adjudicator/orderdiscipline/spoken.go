package orderdiscipline

import (
	_ "embed"

	"galloper/orders/say"
	"galloper/orders/spoken"
)

//go:embed say.txt
var sayText string

var table = say.New(sayText)

// speaking maps free wording of players to orders of the card.
//
// Section f
var speaking = &spoken.Speech{
	Verbs: table.Verbs(), To: "TO {to}: {order}", Letter: "LETTER TO {to}: {text}",
	Ambiguous: ambiguousName,
	Unread: []string{noVerb, unknownName, unknownPlace, badFormation, badDistance, badFacing, badCondition,
		badCard,
		notATarget, notAFriend, notYours}, Half: []string{noSubject},
	Known: "ENEMY [kind] WITHIN n, name WITHIN n, FIRST, SECOND, INITIATIVE, STEADY, UNSTEADY, ROUTING, LOST n, TURN n",
}
