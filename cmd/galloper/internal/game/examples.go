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
	return examplesAt(rules, adjudicator.Desk{Scenario: sc, Seat: known.Seat(), Turn: known.Turn() + 1, Known: known})
}

// examplesAt are Examples for who writes at the desk.
func examplesAt(rules *adjudicator.Ruleset, desk adjudicator.Desk) (taken []string) {
	if rules.Staff == nil || desk.Known == nil {
		return nil
	}
	for _, line := range rules.Staff(desk, adjudicator.Officer{Temper: adjudicator.Steady, Game: "opening"}) {
		if _, r := rules.ReadMail(desk, line); len(taken) < examples && len(r.Accepted()) > 0 {
			taken = append(taken, line)
		}
	}
	return taken
}
