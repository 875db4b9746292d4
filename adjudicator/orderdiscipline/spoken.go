package orderdiscipline

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
		To: "TO {to}: {order}", Letter: "LETTER TO {to}: {text}",
		Ambiguous: ambiguousName,
		Unread: []string{noVerb, unknownName, unknownPlace, badFormation, badDistance, badFacing, badCondition,
			badCard,
			notATarget, notAFriend, notYours}, Half: []string{noSubject},
		Known: "ENEMY [kind] WITHIN n, name WITHIN n, FIRST, SECOND, INITIATIVE, STEADY, UNSTEADY, ROUTING, LOST n, TURN n"})
})
