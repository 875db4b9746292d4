// Package story tells a turn to one of its commanders: what changed, what it cost, what must be
// decided. It is told of outcomes and facts (knowledge.Known), how a ruleset tells them
// (events.Words, whose Tales say what part an outcome has in a fight) and what all players know
// of the scenario (events.Stage, board.Ground). It knows no ruleset and nothing else of the game.
//
//	book, err := story.Compile(ruleset.Words, ruleset.Symbols) // once a ruleset
//	told := book.Tell(&sheet, known)
//
// Outcomes become nodes, nodes scenes (one fight is one scene, by opponents and cause), scenes get
// weights, and the heaviest the headline. A scene is told by its end, its turning point and its
// price. The same turn told again has the same bytes: where there are several ways to say a thing,
// a hash of turn and scene chooses.
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

// Story is a turn as it is told to a seat. Report, page and chronicle render the same value.
type Story struct {
	Turn, Turns int    // Turns 0: no last turn
	Hour        string // `6.10 in the morning`; "" none
	Headline    string // at most a few words, without a full stop
	Quiet       bool   // nothing of weight happened
	Lead        []Scene
	Standing    string // `We are ahead.`; "": the score does not say
	Leader      string // the side that is ahead by the score; "": none is
	Score       []string
	Losses      []string
	Decide      []string
	Hand        []string // what cards the reader holds, and what they do
	Sectors     []Sector
	Riders      []string
	Letters     []Letter
	Tables      []Table
	Opening     *Opening // before turn 1; else nil
	// InForce has, by unit of the reader's, the last order that it is known to have or that is on its way to it.
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
	Refs   []string // the outcomes that it tells of, the one with which it ends first
	About  []string // the units and places in it
	end    *beat
	chosen []*beat
	head   string // of a scene without outcomes
	sector string
}

// Letter is what a regiment writes.
type Letter struct{ Head, Text string }

// Table is a table of the report. The columns of each row are as many as Columns.
type Table struct {
	Title   string
	Columns []string
	Rows    [][]string
	IDs     []string // of what each row is about, "" or `?` where it has none
}

// Sheet is what a story needs beside what the seat knows; all of it is known to every player.
type Sheet struct {
	events.Stage
	Ground board.Ground
	Names  phrase.Names
}

// Book is a ruleset's way of telling, made ready. It never changes.
type Book struct {
	tales   map[string]*tale
	facts   []factLine
	symbols map[string]events.Symbol // by kind of fact
	words   *events.Words
	drawn   events.Symbols
	heralds bool // all are told who takes a place
}

type tale struct {
	events.Tale
	says         []phrase.Template
	head, theirs phrase.Template
	why, mend    phrase.Template
}

type factLine struct {
	events.FactLine
	strength, state, idle, called, far, writes phrase.Template
}

// Compile makes a ruleset's words ready; nil without an error where it has no tales.
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
			compile(l.Kind, l.Called), compile(l.Kind, l.Lead),
			compile(l.Kind, l.Writes),
		})
	}
	for _, s := range symbols {
		b.symbols[s.Kind] = s
	}
	return b, fault
}

// Tell tells the last turn that the seat knows of.
func (b *Book) Tell(sheet *Sheet, known *knowledge.Known) *Story {
	t := newTeller(b, sheet, known)
	scenes := t.scenes()
	s := &Story{Turn: t.turn, Turns: sheet.Turns, Hour: Hour(sheet.Clock, t.turn)}
	s.Losses, s.Score = t.lossLines(), t.score()
	s.Standing, s.Leader, s.Hand = t.verdict(), t.leader(), t.hand()
	t.arrange(s, scenes)
	s.Decide = slices.DeleteFunc(t.decide(), func(d string) bool { return strings.EqualFold(d, s.Headline+".") })
	if s.Quiet {
		s.Decide = s.Decide[:min(len(s.Decide), 1)]
	}
	s.Riders, s.Letters = t.riders(), t.letters()
	s.Tables, s.InForce = t.tables(), t.inForce
	if t.turn == 0 {
		t.openWith(s)
	}
	return s
}
