// Package cases runs test cases. Each is a txtar file that demonstrates a rule on a small scenario.
//
//	Clause 7.4. The second volley has half the dice.
//	-- scenario.yaml --
//	ruleset: firediscipline
//	…
//	-- turn-1/french.north.orders --     the body of a mail, one a seat
//	TO all: HOLD
//	-- turn-1.dice --                    GLOB = v v v …; `strict`
//	strict
//	volley/fire/a>d.a#* = 0 1 2 9
//	-- turn-1.want --
//	volley.fired firer=a hits=2          an outcome, in this order
//	! unit.fled unit=a                   no such outcome
//	= unit.d.boxes 2                     state at the end of the turn
//
// There are also: turn-N/umpire.orders, turn-N.answers (`seat: option`, in order), turn-N.asked (`seat: decision`),
// turn-N.receipt/SEAT and turn-N.report/SEAT (text fragments; those after `!` must not occur), and scenario.refused in
// place of turns. The opening is checked before turn 1; its dice belong to turn 1.
//
// Any other file or line fails the case, because a misspelt expectation would go unchecked. Every case also checks that
// its outcomes alone lead to the state, and that the position is unchanged.
//
// The package reads no disk and knows no ruleset or report. Its callers pass in the file, the rulesets and the [Desks].
package cases
