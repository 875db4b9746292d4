package game

import (
	"galloper/adjudicator"
	"galloper/projections/knowledge"
	"galloper/projections/story"
)

// Tell tells a seat the last turn that it knows of; nil for the umpire, who has the record, and for rules
// that do not say how a story tells their outcomes.
func Tell(rules *adjudicator.Ruleset, sc adjudicator.Scenario, known *knowledge.Known) *story.Story {
	book, err := story.Compile(rules.Words, rules.Symbols)
	if err != nil {
		panic(err) // the ruleset's own test compiles its words
	}
	if book == nil || known.Seat() == Umpire || known.Turn() < 0 {
		return nil
	}
	sheet := story.Sheet{Stage: adjudicator.StageOf(sc), Names: Names(sc)}
	if rules.Ground != nil {
		sheet.Ground = rules.Ground(sc)
	}
	return book.Tell(&sheet, known)
}
