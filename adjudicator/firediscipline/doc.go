// Package firediscipline is Fire & Discipline: linear warfare of matchlock, pike
// and flintlock, about 1690 to 1750, with the stress on morale and on command.
//
// A player is a brigade commander. He sends directives by courier; a regiment
// acts on what has reached it, by its own doctrine, as long as that takes. The
// rules are docs/rules/firediscipline.md, clause by clause: a function that
// implements a clause cites it (`§7.4`), and so do the outcomes and the cases
// in testdata, which show each clause at work. What is not on the table at all
// is listed in the digest, section n.
//
// The model: a [Battle] is the scenario as [Ruleset].Setup read it and never
// changes. A [State] is what changes, and only by outcomes: each has a row, in
// outcomes_*.go, that says what it does, how it reads and who is told of it. The
// sequence of play is the table of phases in ruleset.go; a phase looks at the
// state, rolls dice by name and emits. Map
// distances are hundredths of a yard, angles whole degrees clockwise from
// north. Units, seats, features and sides are named by index into the battle;
// where there may be none, by an [adjudicator.Index].
//
// Command and what is known:
//
//	scenario.go setup.go       section c: keys, tables, options; the battle and its first state
//	grammar.go details.go      section f: how a directive is read
//	read.go canonical.go       whole orders, and their canonical form, which reads again as the same
//	receipt.go                 what the seat is told of its mail, from what it knows
//	command.go task.go         I.2 to I.4: directives, by voice, courier or condition
//	couriers.go commander.go   Q: rides, reports; commanders lost and succeeded
//	sight.go witness.go        W: what each seat sees, and who is told of what
//	words.go victory.go        sentences and symbols; zones and points
//
// The fight:
//
//	formation.go terrain.go field.go        ground, ranks, who is near whom
//	doctrine*.go move.go ticks.go           what a regiment does by itself, and how far it gets
//	fire.go artillery.go casualties.go      II to IV
//	charge.go melee.go pursuit.go           V to VII
//	morale.go flight.go objective.go        5, O
//
// Beside the outcomes of section k there are some of this package's own, where
// a change of state has none there: `turn.begun`, `unit.dressed`, `unit.planned`,
// `unit.stood`, `unit.turned`, `unit.waypoint`, `unit.detoured`, `chit.used`,
// `stand.moved`, `crew.moved`, `melee.parted`, `pursuit.free`, `commander.ordered`,
// `commander.mourned`, `dispatch.delayed`; and the facts of section i, `sight.…`.
// Behind the fields of section k stand a few more that the fold needs: `text` of
// `dispatch.sent`, `stand` of `boxes.marked`, `x`, `y` and `facing` of contacts.
//
// How regiments behave where the book is silent is ruled in the digest, D10 to D14.
//
// Four things look odd and are the rule: a regiment between two enemies almost
// equally near may turn from one to the other and back (D1 and D3 take the
// nearest of each moment); under ASSAULT one charges whatever it comes upon,
// alone and uphill into earthworks too (D6 asks for nothing else); a courier that
// sets out from a regiment in contact flees before he can ride, and one whose
// way a long line bars may wait before it, or go to and fro (Q4).
package firediscipline
