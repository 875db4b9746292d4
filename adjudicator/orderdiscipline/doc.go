// Package orderdiscipline is the ruleset "Order & Discipline": the command module
// for the horse-and-musket rules "Rank & File", and as much of those rules as it
// needs. Initiative cards, a command roll for each general, morale and rally within
// movement. docs/rules/orderdiscipline.md is its digest; `§7.4` in a comment is a
// clause of it.
//
// The sequence of play, by clause:
//
//	0   12 f4      standing orders, dispatches, directives
//	1   2 3        card, seize, contest, who moves first; command rolls
//	2   4          charges of both sides: declare, test, react, move
//	3   5          movement of the first, then of the second side
//	4   6          firing of both sides
//	5   7          melee
//	6   8 12       generals, couriers, arrivals, broken commands, objectives, the end
//
// Everything is measured in hundredths of an inch between rectangles (§10); the
// package board has that geometry.
//
// Outcomes of the house, beside those of the digest's section k: turn.begun and
// turn.ended frame a turn, order.standing gives a unit or general its standing
// orders or what is left of them, charge.settled says that all charges are tested
// (§10.11), dispatch.delayed is the umpire's. Nobody is told of them.
// `dispatch.sent` also has the text. Facts begin with sight.
package orderdiscipline
