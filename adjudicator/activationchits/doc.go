// Package activationchits is the ruleset "Activation Chits": Napoleonic battles on a hex board, 1796 to 1815. Chits
// drawn from a cup decide when a side's units may try to act, and the distance to a leader decides whether they do.
//
// A player is a chief or a wing commander and sends a plan: which units try to act, in which order, what they do
// under which conditions, and the alternatives. The cup is drawn when all plans are in, and an entry is evaluated
// on the board as it is at that moment. The rules are in docs/rules/activationchits.md. Functions, outcomes and
// the cases in testdata cite the clause that they implement (`§23`). Section n lists the rules that are left out.
//
// A [Battle] is the scenario as read by [Ruleset].Setup and never changes. A [State] changes only when an outcome
// is applied; the table in outcomes.go has the effect of each. Hexes are numbered in reading order. Units, seats
// and sides are referred to by index in scenario order, optional ones by adjudicator.Index. A piece off the board
// is nowhere. A seat and its leader have the same index. The cup and the plans last one turn and are not part of
// the state, because they follow from the turn's inputs (cup.go, play.go).
//
// The sequence of play is the table of phases in ruleset.go:
//
//	d.1  §1 §37 §40    open: fate of leaders, markers off, cup filled     play.go leader.go
//	d.2  Q             couriers ride                                      command.go
//	d.3  §3            tactical event                                     cup.go
//	d.4  §2 P          the cup: draw, seat, entry, roll, action, bonus    cup.go play.go command.go
//	d.5  V             close: hexes held, victory                         victory.go
//
// and within an action: move.go (G, T, §14 to §16, M), fire.go (F, §17, §21, §22, R, §30 to §34), assault.go (A, §18 to
// §20, §11, §23 to §29), leader.go (§35 to §37, L); language.go, actions.go, entry.go, policies.go, read.go
// and receipt.go are section f, sight.go section i.
//
// Hexes stand on a point, and D4 lies half a hex farther east than D3. A plan entry reads:
//
//	1ligne: ATTACK 95foot FROM D4 IN FLANK WITH guns IF 95foot SHAKEN ELSE HOLD
//
// This implementation has some outcomes and fields besides those of section k. Outcomes: `staff.told` (orders of
// a seat to its staff), `adc.gained` (§3), `hexes.held` (§V1), `directive.done` (§P3), `dispatch.delayed` (from
// the umpire), and the facts of section i, `sight.…`. Fields: `again` for a combat roll that an ADC had rolled
// again, `guns` of `melee.resolved`, `text` and `at_once` of `dispatch.sent`.
package activationchits
