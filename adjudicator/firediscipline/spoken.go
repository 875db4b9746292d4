package firediscipline

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
		Letter:    "LETTER TO {to}: {text}",
		Never:     [][2]string{{"LIMBER UP", neverLimber}, {"LIMBER", neverLimber}, {"HOOK IN", neverLimber}},
		Ambiguous: ambiguousName, Known: wantTest,
		Unread: []string{unknownOrder, unknownName, noSuchSeat, unreadable, unknownPlace, badDirection, badRange,
			badCondition, noRoad}, Half: []string{missingPlace}})
})

const neverLimber = "guns that have unlimbered never limber again: they can only be turned and prolonged"
