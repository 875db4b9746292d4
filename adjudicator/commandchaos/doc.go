// Package commandchaos is Command & Chaos: Roman battles of the third and second centuries before Christ, with a line
// of legions, horse on the wings and light infantry before both.
//
// A player is a general or one of their lieutenants. They order straight advances, charges and flanking movements. Once
// the lines have met, morale, stamina, battle cards and officers decide. The rules are in docs/rules/commandchaos.md,
// clause by clause. A function that implements a clause cites it (`§K9`), and so do the outcomes and the cases in
// testdata, which show each clause at work. Section n of the digest lists the parts of the game that are left out.
//
// A [Battle] is the scenario as [Ruleset].Setup read it and never changes. Only outcomes change the [State]: the table
// in outcomes.go gives the words and the effect of each. The table of phases in ruleset.go is the sequence of play. A
// phase reads the state, rolls named dice and emits outcomes. Spaces are columns and rows (board.Space), and zones are
// numbers from the west; the name of a zone depends on the side that uses it. Units, officers, seats, sides and cards
// are identified by their index in the battle, or by adjudicator.Index if there may be none.
//
//	setup.go deploy.go               section c, S: keys, the battle, places and chits; charts, cards, decks
//	state.go                         section b: the state and its settable items
//	outcomes.go                      section k: the words of each outcome and its effect
//	language.go order.go             section f: the order language and its canonical form
//	vocabulary.go say.txt            section f: names, and orders in players' own words
//	sight.go story.go                section i: each seat's sightings, knowledge and reports
//	checks.go read.go                refusals and receipts
//	play.go                          I; slots, alternatives, conditions; directives taken
//	move.go charge.go                M, F, C, L
//	cards.go melee.go                B, K, R, T, E
//	officers.go                      O, P, H
//
// The state also holds each seat's knowledge ([State].Memories), built from the same facts as its reports. With sight
// by zones, orders are judged by the knowledge of their writer, in the adjudication as in the receipt.
package commandchaos
