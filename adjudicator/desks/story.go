package desks

import (
	"galloper/adjudicator"
	"galloper/projections/knowledge"
	"galloper/projections/story"
)

// Story tells a seat the last turn that it knows of; nil for the umpire, who has the record, and for rules
// that do not say how a story tells their outcomes.
func Story(rules *adjudicator.Ruleset, sc adjudicator.Scenario, known *knowledge.Known) *story.Story {
	book := Stories(rules)
	if book == nil || known.Seat() == adjudicator.Umpire || known.Turn() < 0 {
		return nil
	}
	sheet := Sheet(rules, sc)
	return book.Tell(&sheet, known)
}

// Stories is how the rules tell their turns; nil for rules that do not say it.
func Stories(rules *adjudicator.Ruleset) *story.Book {
	book, err := story.Compile(rules.Words, rules.Symbols)
	if err != nil {
		panic(err) // the ruleset's own test compiles its words
	}
	return book
}

// Sheet is what a story needs of a scenario beside what a seat knows.
func Sheet(rules *adjudicator.Ruleset, sc adjudicator.Scenario) story.Sheet {
	sheet := story.Sheet{Stage: adjudicator.StageOf(sc), Names: adjudicator.Names(sc)}
	if rules.Ground != nil {
		sheet.Ground = rules.Ground(sc)
	}
	return sheet
}

// most is how many example orders a mail has at most.
const most = 3

// Examples are orders that would do now: what a steady staff officer would write who knows what the seat
// knows. Each is accepted as written; none where nobody is to order anything yet.
func Examples(rules *adjudicator.Ruleset, desk adjudicator.Desk) (taken []string) {
	if rules.Staff == nil || desk.Known == nil {
		return nil
	}
	for _, line := range rules.Staff(desk, adjudicator.Officer{Temper: adjudicator.Steady, Game: "opening"}) {
		if _, r := rules.ReadMail(desk, line); len(taken) < most && len(r.Accepted()) > 0 {
			taken = append(taken, line)
		}
	}
	return taken
}
