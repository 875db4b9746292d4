// Package activationchits is Activation Chits: Napoleonic battles on a hex
// board, 1796 to 1815, where a cup of chits decides when a side's units may try
// to act, and the distance to a leader whether they do.
//
// A player is a chief or a wing commander. He sends a plan: which units try to
// act, in which order, to do what, on which conditions, what else. The cup is
// drawn when all plans are in; a plan's entry is found on the board as it is at
// that moment. The rules are docs/rules/activationchits.md, clause by clause: a
// function that implements a clause cites it (`§23`), and so do the outcomes and
// the cases in testdata. What is not on the table at all is in the digest, section n.
//
// The model: a [Battle] is the scenario as [Ruleset].Setup read it and never
// changes. A [State] is what changes, and only by Apply of an outcome: one
// table, in outcomes.go, says what each does. Hexes are numbered in reading order,
// units, seats and sides by index in scenario order; where there may be none, an
// index is an adjudicator.Index. A piece that is off the board is nowhere. A seat and
// its leader have one index. What lasts one turn, the cup and the plans, is no
// state: it follows from the turn's inputs (cup.go, plan.go).
//
// The sequence of play is the table of phases in ruleset.go:
//
//	d.1  §1 §37 §40    open: fate of leaders, markers off, cup filled     play.go leader.go
//	d.2  Q             couriers ride                                      courier.go
//	d.3  §3            tactical event                                     event.go
//	d.4  §2 P          the cup: draw, seat, entry, roll, action, bonus    cup.go plan.go command.go
//	d.5  V             close: hexes held, victory                         victory.go
//
// and within an action: ground.go (G, T), move.go (§14 to §16, M), fire.go (F,
// §17, §21, §22), assault.go (A, §18 to §20), reaction.go (§11, §23 to §29),
// results.go (R, §30 to §34), leader.go (§35 to §37, L); grammar.go, actions.go,
// conditions.go, policies.go, read.go, entry.go and receipt.go are section f,
// look.go, witness.go and sight.go section i.
//
// A hex of the board stands on a point, `D4` half a hex further east than `D3`:
//
//	1ligne: ATTACK 95foot FROM D4 IN FLANK WITH guns IF 95foot SHAKEN ELSE HOLD
//
// Beside the outcomes of section k there are some of this package's own, where a
// change of state has none there: `staff.told` (what a seat told its staff),
// `adc.gained` (§3), `hexes.held` (§V1), `directive.done` (§P3),
// `dispatch.delayed` (by the umpire); and the facts of section i, `sight.…`.
// Behind the fields of section k stand a few more that the fold needs: `again`
// of a combat roll that an ADC had rolled once more, `guns` of `melee.resolved`,
// `text` and `at_once` of `dispatch.sent`.
package activationchits
