package fieldcommand

import (
	_ "embed"
	"sync"

	"galloper/orders/say"
)

//go:embed say.txt
var sayText string

// english holds the grammar of plain English and what receipts say of orders that it cannot read (section f).
var english = sync.OnceValue(func() *say.Table {
	return say.New(sayText, say.Speech{
		To:     "TO {to}: {order}",
		Letter: "LETTER TO {to}: {text}", Later: []string{notYourTurn, notArmy},
		Ambiguous: ambiguousName, Known: "IF " + knownConditions,
		Unread: []string{unknownOrder, unknownName, ambiguousName, missingUnit, missingPlace, badNumber, trailingWords,
			badCondition}})
})
