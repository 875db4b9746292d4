// Package cases runs test cases: one txtar file each, in which a rule is shown
// at work on a small scenario.
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
// Beside these: turn-N/umpire.orders, turn-N.answers (`seat: option`, in order),
// turn-N.asked (`seat: decision`), turn-N.receipt/SEAT and turn-N.report/SEAT
// (fragments; behind `!` such as must not stand there), and scenario.refused
// in place of turns. The opening counts as before turn 1, its dice to turn 1.
//
// A file or a line that is none of these fails the case: a wish that nothing
// looks at is worse than none. Each case also proves, whatever it is about, that
// its outcomes alone lead to the state, and that the position was not changed.
//
// The package reads no disk and knows no ruleset and no report: it is handed
// the file, the rulesets and the [Desk]s that answer.
package cases
