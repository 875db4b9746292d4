// Package orderdiscipline is the ruleset "Order & Discipline": the command module for the horse-and-musket
// rules "Rank & File", and the parts of those rules that it needs. It has initiative cards, a command roll
// for each general, and morale tests and rallies during movement. Its rules are in
// docs/rules/orderdiscipline.md; `§7.4` in a comment refers to a clause there.
//
// The sequence of play, by step and clause:
//
//	0   12 f4      standing orders, dispatches, directives
//	1   2 3        card, seize, contest, who moves first; command rolls
//	2   4          charges of both sides: declare, test, react, move
//	3   5          movement of the first, then of the second side
//	4   6          firing of both sides
//	5   7          melee
//	6   8 12       generals, couriers, arrivals, broken commands, objectives, the end
//
// All distances are measured in hundredths of an inch between rectangles (§10); package board has the geometry.
//
// Besides the outcomes of section k, this implementation has its own: turn.begun and turn.ended frame a turn,
// order.standing replaces the standing orders of a unit or general, charge.settled marks that all charges are
// tested (§10.11), and dispatch.delayed comes from the umpire. None of them is shown to a seat.
// `dispatch.sent` also carries the text. The names of facts begin with sight.
package orderdiscipline
