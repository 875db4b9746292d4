// Package story narrates a turn to one of its commanders: the events, the losses, the decisions to take. Its inputs are
// outcomes and facts (knowledge.Known), the ruleset's way of narrating them (events.Words, whose Tales give each
// outcome's role in a fight) and the public part of the scenario (events.Stage, board.Ground). The package depends on
// no ruleset and knows nothing else of the game.
//
//	book, err := story.Compile(ruleset.Words, ruleset.Symbols) // once per ruleset
//	told := book.Tell(&sheet, known)
//
// Outcomes become nodes, and nodes are grouped into scenes: a fight is one scene, by opponents and cause. Scenes get
// weights, and the heaviest makes the headline. A scene is told by its end, its turning point and its price. The text
// is deterministic: a hash of turn and scene chooses among alternative wordings.
package story

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"galloper/adjudicator/board"
	"galloper/events"
	"galloper/projections/knowledge"
	"galloper/projections/phrase"
)

// Story is a turn as narrated to a seat. Reports, pages and the chronicle all render it.
type Story struct {
	Turn, Turns int    // Turns is 0 if the number of turns is not limited
	Hour        string // `6.10 in the morning`, or ""
	Headline    string // a few words without a full stop
	Quiet       bool   // nothing important happened
	Lead        []Scene
	Standing    string // `Ahead on places, 14 to 9.`
	Leader      string // the side that is ahead, or ""
	Score       string // the turn, the standing and how near the end is, or "" when the battle is over
	Reckoning   events.Reckoning
	Losses      []string
	Ending      []string // in the last report: how the battle was decided, and what the reader believed wrongly
	Decide      []string
	Hand        []string // the cards that the reader holds, and their effects
	Sectors     []Sector
	Riders      []string
	Letters     []Letter
	Tables      []Table
	Opening     *Opening // nil except before turn 1
	// InForce holds, for each of the reader's units, the last order that it is known to have or that is on its way to
	// it.
	InForce map[string]string
}

// Sector is a part of the field: `on the right`.
type Sector struct {
	Name   string
	Scenes []Scene
}

// Scene is one fight, errand or loss.
type Scene struct {
	Kind   events.Scene
	Weight int
	Text   string   // one to three sentences
	Refs   []string // the outcomes that it tells, the final one first
	About  []string // the units and places in it
	end    *beat
	chosen []*beat
	head   string // headline of a scene without outcomes
	sector string
}

// Letter is a letter from a regiment.
type Letter struct{ Head, Text string }

// Table is a table of the report. Each row has as many cells as there are Columns.
type Table struct {
	Title   string
	Columns []string
	Rows    [][]string
	IDs     []string // the subject of each row, or "" or `?`
	Note    string   // an explanation, or ""
}

// Sheet holds the story's inputs besides the seat's knowledge. All players may know all of it.
type Sheet struct {
	events.Stage
	Ground board.Ground
	Names  phrase.Names
	// Reckon says how the battle would be decided now, from the reader's facts and the outcomes told. nil: no one knows.
	Reckon func(known *knowledge.Known, told []events.Outcome) events.Reckoning
	// Truth is the umpire's knowledge if the game is open to all, else nil.
	Truth *knowledge.Known
}

// Book is a ruleset's way of narrating, compiled. It is immutable.
type Book struct {
	tales   map[string]*tale
	facts   []factLine
	symbols map[string]events.Symbol // by kind of fact
	words   *events.Words
	drawn   events.Symbols
	note    phrase.Template // explains strengths
	heralds bool            // every seat is told when a place is taken
}

type tale struct {
	events.Tale
	says         []phrase.Template
	head, theirs phrase.Template
	why, mend    phrase.Template
}

type factLine struct {
	events.FactLine
	strength, state, idle, called, writes phrase.Template
}

// Compile compiles a ruleset's tales. It returns nil without an error if the ruleset has no tales.
func Compile(w events.Words, symbols events.Symbols) (*Book, error) {
	if len(w.Tales) == 0 {
		return nil, nil
	}
	var fault error
	compile := func(what, text string) phrase.Template {
		t, err := phrase.Compile(text)
		if err != nil && fault == nil {
			fault = fmt.Errorf("story: %s: %w", what, err)
		}
		return t
	}
	b := &Book{words: &w, drawn: symbols,
		tales: make(map[string]*tale, len(w.Tales)), symbols: make(map[string]events.Symbol, len(symbols))}
	b.note = compile("strength", w.Strength)
	for _, name := range slices.Sorted(maps.Keys(w.Tales)) {
		e := w.Tales[name]
		theirs := cmp.Or(e.Theirs, e.Head)
		t := &tale{Tale: e, head: compile(name, e.Head), theirs: compile(name, theirs), why: compile(name, e.Why),
			mend: compile(name, e.Mend)}
		for _, s := range e.Says {
			t.says = append(t.says, compile(name, s))
		}
		b.tales[name] = t
		b.heralds = b.heralds || e.Kind == events.ScenePlace && e.Herald
	}
	for _, l := range w.Facts {
		b.facts = append(b.facts, factLine{
			l, compile(l.Kind, l.Strength), compile(l.Kind, l.State), compile(l.Kind, l.Idle),
			compile(l.Kind, l.Called), compile(l.Kind, l.Writes),
		})
	}
	for _, s := range symbols {
		b.symbols[s.Kind] = s
	}
	return b, fault
}

// Tell narrates the last turn in the seat's knowledge.
func (b *Book) Tell(sheet *Sheet, known *knowledge.Known) *Story {
	t := newTeller(b, sheet, known)
	scenes := t.scenes()
	s := &Story{Turn: t.turn, Turns: sheet.Turns, Hour: Hour(sheet.Clock, t.turn)}
	s.Losses, s.Hand, s.Reckoning = t.lossLines(), t.hand(), t.reckon()
	t.score(s)
	t.arrange(s, scenes)
	s.Decide = slices.DeleteFunc(t.decide(), func(d string) bool { return strings.EqualFold(d, s.Headline+".") })
	if s.Quiet {
		s.Decide = s.Decide[:min(len(s.Decide), 1)]
	}
	t.decisions = s.Decide
	s.Riders, s.Letters = t.riders(), t.letters()
	s.Tables, s.InForce = t.tables(), t.inForce
	if t.turn == 0 {
		t.openWith(s)
	}
	if sheet.Truth != nil {
		t.liftFog(s)
	}
	return s
}
