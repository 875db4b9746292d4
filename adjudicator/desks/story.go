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
