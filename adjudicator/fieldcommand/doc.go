// Package fieldcommand is Field Command: battles of the American Civil War on a
// map of locales and approaches, at brigade scale, with hidden blocks and without
// dice in battle.
//
// A turn by mail is one player turn of half an hour (or, with `turns:
// simultaneous`, a round of both sides). Its sequence of play (section d of the
// digest; see [Ruleset].Phases): 5 orders, 6 dispatches and persons ride, 7.1
// shuffle, 7.2 limber, 7.3 cards, 8 field commands step by step, 9.1 reorganize,
// 9.2 rally, 9.3 mobilize, 10.1 claim to 10.6 victory.
//
// The model: a unit stands in a [Position], the reserve of a locale (`town`) or an
// approach of it (`town/hill`). A field command is checked on the board as it is
// ([State.check]) and carried out; the side that waits answers by standing orders, or
// is asked in mid-turn. The same check on the board as a seat knows it gives its
// receipt, `accepted, but secured`.
//
// What the enemy knows of a block is its token, shuffled under sealed dice: every
// outcome that a seat of the other side is told has tokens in place of ids.
package fieldcommand
