package game

import (
	"galloper/adjudicator"
	"galloper/projections/knowledge"
)

// examples are so many orders of an opening mail at most.
const examples = 3

// Examples are orders that would do now: what a steady staff officer would write who knows what the seat
// knows. Each is accepted as written; none where nobody is to order anything yet.
func Examples(rules *adjudicator.Ruleset, sc adjudicator.Scenario, known *knowledge.Known) []string {
	if rules.Staff == nil {
		return nil
	}
	turn := known.Turn() + 1
	desk := adjudicator.Desk{Scenario: sc, Seat: known.Seat(), Turn: turn, Known: known}
	lines := rules.Staff(desk, adjudicator.Officer{Temper: adjudicator.Steady, Game: "opening"})
	var taken []string
	for _, line := range lines {
		if r := Read(rules, desk, line); len(taken) < examples && len(r.Orders.Accepted()) > 0 {
			taken = append(taken, line)
		}
	}
	return taken
}
