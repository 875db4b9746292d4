package desks

import (
	"sync"

	"galloper/adjudicator"
	"galloper/projections/knowledge"
	"galloper/projections/report"
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
func Stories(rules *adjudicator.Ruleset) *story.Book { return wordsOf(rules).stories }

// Reports is how the rules write their reports.
func Reports(rules *adjudicator.Ruleset) *report.Book { return wordsOf(rules).reports }

// words are a ruleset's, made ready.
type words struct {
	stories *story.Book
	reports *report.Book
}

// ready are the words of each ruleset that was asked for: rulesets are few, and never change.
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

// Sheet is what a story needs of a scenario beside what a seat knows.
func Sheet(rules *adjudicator.Ruleset, sc adjudicator.Scenario) story.Sheet {
	sheet := story.Sheet{Stage: adjudicator.StageOf(sc), Names: adjudicator.Names(sc)}
	if rules.Ground != nil {
		sheet.Ground = rules.Ground(sc)
	}
	return sheet
}
