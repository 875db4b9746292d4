package firediscipline

import (
	_ "embed"

	"galloper/orders/say"
	"galloper/orders/spoken"
)

//go:embed say.txt
var sayText string

var table = say.New(sayText)

// speaking maps players' own words to the orders of the card.
//
// Section f
var speaking = &spoken.Speech{
	Verbs: table.Verbs(), Letter: "LETTER TO {to}: {text}",
	Never:     [][2]string{{"LIMBER UP", neverLimber}, {"LIMBER", neverLimber}, {"HOOK IN", neverLimber}},
	Ambiguous: ambiguousName, Known: wantTest,
	Unread: []string{unknownOrder, unknownName, noSuchSeat, unreadable, unknownPlace, badDirection, badRange,
		badCondition, noRoad}, Half: []string{missingPlace},
}

const neverLimber = "guns that have unlimbered never limber again: they can only be turned and prolonged"
