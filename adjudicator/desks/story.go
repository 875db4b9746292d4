package desks

import (
	"sync"

	"galloper/adjudicator"
	"galloper/events"
	"galloper/projections/knowledge"
	"galloper/projections/report"
	"galloper/projections/story"
)

// Story returns the seat's story of the last turn that it knows. truth is the umpire's knowledge if the game is open to
// all, else nil. It returns nil for the umpire, who has the record, and for rules without texts for stories.
func Story(rules *adjudicator.Ruleset, sc adjudicator.Scenario, known, truth *knowledge.Known) *story.Story {
	book := Stories(rules)
	if book == nil || known.Seat() == adjudicator.Umpire || known.Turn() < 0 {
		return nil
	}
	sheet := Sheet(rules, sc)
	sheet.Truth = truth
	return book.Tell(&sheet, known)
}

// Stories returns the compiled texts of the ruleset's stories, or nil if it has no stories.
func Stories(rules *adjudicator.Ruleset) *story.Book { return wordsOf(rules).stories }

// Reports returns the compiled texts of the ruleset's reports.
func Reports(rules *adjudicator.Ruleset) *report.Book { return wordsOf(rules).reports }

// words are the compiled texts of a ruleset.
type words struct {
	stories *story.Book
	reports *report.Book
}

// ready caches the texts of each ruleset, because rulesets are few and never change.
var ready sync.Map // *adjudicator.Ruleset to *words

func wordsOf(rules *adjudicator.Ruleset) *words {
	if known, ok := ready.Load(rules); ok {
		return known.(*words)
	}
	stories, err := story.Compile(rules.Words, rules.Symbols)
	if err != nil {
		panic(err) // the ruleset's own test compiles its words
	}
	reports, err := report.Compile(rules.Words)
	if err != nil {
		panic(err)
	}
	known, _ := ready.LoadOrStore(rules, &words{stories, reports})
	return known.(*words)
}

// Sheet returns the data of a scenario that a story needs besides the seat's knowledge.
func Sheet(rules *adjudicator.Ruleset, sc adjudicator.Scenario) story.Sheet {
	sheet := story.Sheet{Stage: adjudicator.StageOf(sc), Names: adjudicator.Names(sc)}
	if rules.Ground != nil {
		sheet.Ground = rules.Ground(sc)
	}
	if rules.Reckon != nil {
		sheet.Reckon = func(known *knowledge.Known, told []events.Outcome) events.Reckoning {
			return rules.Reckon(adjudicator.Desk{Scenario: sc, Seat: known.Seat(), Turn: known.Turn(), Known: known}, told)
		}
	}
	return sheet
}
