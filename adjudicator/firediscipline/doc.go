// Package firediscipline implements Fire & Discipline: linear warfare of matchlock, pike and flintlock, about 1690 to
// 1750, with the stress on morale and command.
//
// A player is a brigade commander and sends directives by courier. A regiment acts on the directives that have reached
// it, by its own doctrine. The rules are docs/rules/firediscipline.md. A function that implements a clause cites it
// (`§7.4`), and so do the outcomes and the cases in testdata, which show each clause at work. Section n of the digest
// lists the tabletop rules that are left out.
//
// The model: a [Battle] is the scenario as read by [Ruleset].Setup and never changes. A [State] changes only by
// outcomes. Each outcome has a row in outcomes*.go with its effect, its wording and its recipients. The sequence of
// play is the table of phases in ruleset.go; a phase reads the state, rolls dice by name and emits outcomes. Map
// distances are hundredths of a yard, angles whole degrees clockwise from north. Units, seats, features and sides are
// indexes into the battle; optional ones are an [adjudicator.Index].
//
// Command and knowledge:
//
//	setup.go battle.go              section c: keys, tables, options; the battle and its first state
//	language.go slots.go            section f: the order language and its canonical form
//	vocabulary.go say.txt           section f: orders in players' own words
//	receipt.go                      the receipt of a mail, from what the seat knows
//	command.go                      I.2 to I.4: directives, by voice, courier or condition; commanders lost
//	couriers.go                     Q: rides, reports
//	sight.go witness.go             W: what each seat sees and is told
//	story.go victory.go             sentences and symbols; zones and points
//
// The fight:
//
//	terrain.go                      formations, ground, proximity
//	doctrine*.go move.go            a regiment's own plans, and its moves
//	fire.go artillery.go            II to IV
//	charge.go melee.go flight.go    V to VII, O
//	morale.go                       5
//
// Some outcomes are this package's own, because section k does not cover the change of state: `turn.begun`,
// `unit.dressed`, `unit.planned`, `unit.stood`, `unit.turned`, `unit.waypoint`, `unit.detoured`, `chit.used`,
// `stand.moved`, `crew.moved`, `melee.parted`, `pursuit.free`, `commander.ordered`, `commander.mourned`,
// `dispatch.delayed`. So are the facts of section i, `sight.…`. A few outcomes have fields beyond section k that the
// fold needs: `text` of `dispatch.sent`, `stand` of `boxes.marked`, and `x`, `y` and `facing` of contacts.
//
// Clauses D11 to D13 of the digest rule how regiments behave if the book is silent.
//
// Four effects look odd but follow the rules. A regiment between two enemies almost equally near may turn from one to
// the other and back (D1 and D3 take the nearest at each moment). Under ASSAULT a regiment charges any enemy that it
// meets, even alone and uphill into earthworks (D6). A courier that sets out from a regiment in contact flees before it
// can ride. A courier whose way a long line bars may wait before it, or ride to and fro (Q4).
package firediscipline
