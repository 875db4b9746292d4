// Package fieldcommand is the ruleset Field Command: battles of the American Civil War at brigade scale on a map of
// locales and approaches, with hidden blocks and without dice in battle.
//
// A turn by mail is one player turn of half an hour, or a round of both sides with `turns: simultaneous`. Its sequence
// of play (section d of the digest; see [Ruleset].Phases): 5 orders, 6 dispatches and commanders ride, 7.1 shuffle, 7.2
// limber, 7.3 cards, 8 field commands step by step, 9.1 reorganize, 9.2 rally, 9.3 mobilize, 10.1 claim to 10.6
// victory.
//
// A unit stands in a [Position]: the reserve of a locale (`town`) or one of its approaches (`town/hill`). A field
// command is checked against the board ([State.check]) and carried out. The waiting side answers by standing orders, or
// is asked during the turn. The same check on the board as a seat knows it produces the receipt, `accepted, but
// secured`.
//
// The enemy knows a block only by its token, which is shuffled under sealed dice. Outcomes sent to a seat of the other
// side have tokens in place of ids.
package fieldcommand
