// Package commandchaos is Command & Chaos: Roman battles of the third and second
// centuries before Christ, with a line of legions, horse on the wings and light
// infantry before both.
//
// A player is a general or one of his lieutenants. He orders straight advances,
// charges and flanking movements; once the lines have met, morale, stamina,
// battle cards and officers decide. The rules are docs/rules/commandchaos.md,
// clause by clause: a function that implements a clause cites it (`§K9`), and so
// do the outcomes and the cases in testdata, which show each clause at work.
// What is not on the table at all is listed in the digest, section n.
//
// The model: a [Battle] is the scenario as [Ruleset].Setup read it and never
// changes. A [State] is what changes, and only by an outcome: one table, in
// outcomes.go, says how each reads and what it does. The sequence of play is the table
// of phases in ruleset.go; a phase looks at the state, rolls dice by name and emits. Spaces
// are columns and rows (board.Space), zones numbers from the west; a zone's name
// depends on the side that speaks of it. Units, officers, seats, sides and cards
// are named by index into the battle; where there may be none, by adjudicator.Index.
//
//	scenario.go setup.go deploy.go   section c, S: keys, the battle, places and chits
//	state.go items.go                section b: what changes, and what of it has a path
//	outcomes.go apply.go             section k: how each outcome reads, what it changes
//	tables.go                        K5, K6, B10, B11: charts, cards, decks (house rulings)
//	grammar*.go order.go             section f: how an order is read, and its canonical form
//	view.go checks.go read.go        what the seat knows; refusals and receipts
//	plan.go cond.go                  slots, alternatives, conditions; directives taken
//	initiative.go move.go charge.go flank.go light.go   I, M, C, F, L
//	cards.go melee.go rout.go        B, K, R, T, E
//	officers.go runners.go           O, P, H
//	sight.go memory.go words.go      section i: what each seat sees and is told
//
// What a seat knows is kept in the state as well (memory.go), from the very
// facts that its reports are made of: where sight is by zones, orders are taken
// by what their writer could know, at the table as in the receipt.
package commandchaos
