// Package report writes the report that a seat receives after a turn, as plain text in 72 columns and as HTML.
//
// A report is made from the seat's knowledge (knowledge.Known), the ruleset's vocabulary (events.Words) and a cover
// (Cover: names, deadline, the seat's own orders, the revealed seed). The package has no access to anything else, so
// that a report cannot reveal what the seat does not know. It reads no clock and no game state, and sends nothing.
//
//	book, err := report.Compile(ruleset.Words) // once per ruleset
//	text := book.Write(cover, known).Text()
//
// A report has, in this order: a headline, a one-line summary, prose in chapters (what you saw, what reached you, what
// your orders became, losses, what you do not know), the facts (exact lines, never wrapped), the proof (seed and hash)
// and an order template to reply with.
package report

import (
	"fmt"
	"maps"
	"slices"

	"galloper/events"
	"galloper/projections/phrase"
)

// Book is a ruleset's vocabulary with its templates compiled. It is immutable and safe for concurrent use.
type Book struct {
	diary  map[string]phrase.Template
	lines  []line  // in the order of Words.Facts
	groups [][]int // indices of lines, in ascending order of group
	record bool
}

type line struct {
	events.FactLine
	now, old, news phrase.Template
}

// Compile compiles a ruleset's templates. Its error lists every template that cannot be parsed.
func Compile(w events.Words) (*Book, error) {
	c := compiler{}
	b := &Book{
		diary:  make(map[string]phrase.Template, len(w.Diary)),
		record: w.Record,
	}
	for _, name := range slices.Sorted(maps.Keys(w.Diary)) {
		b.diary[name] = c.compile("diary "+name, w.Diary[name])
	}
	for _, l := range w.Facts {
		b.lines = append(b.lines, line{
			FactLine: l,
			now:      c.compile(l.Kind+" now", l.Now),
			old:      c.compile(l.Kind+" old", l.Old),
			news:     c.compile(l.Kind+" news", l.News),
		})
	}
	b.groups = grouped(b.lines)
	return b, c.err()
}

// compiler collects the errors of all templates.
type compiler struct{ faults []error }

func (c *compiler) compile(what, text string) phrase.Template {
	t, err := phrase.Compile(text)
	if err != nil {
		c.faults = append(c.faults, fmt.Errorf("%s: %w", what, err))
	}
	return t
}

func (c *compiler) err() error {
	if len(c.faults) == 0 {
		return nil
	}
	err := c.faults[0]
	for _, f := range c.faults[1:] {
		err = fmt.Errorf("%w\n%w", err, f)
	}
	return fmt.Errorf("report: words that cannot be read: %w", err)
}

// grouped returns the indices of the lines by group, in ascending order of group.
func grouped(lines []line) [][]int {
	var numbers []int
	for i := range lines {
		if !slices.Contains(numbers, lines[i].Group) {
			numbers = append(numbers, lines[i].Group)
		}
	}
	slices.Sort(numbers)
	groups := make([][]int, len(numbers))
	for i := range lines {
		g := slices.Index(numbers, lines[i].Group)
		groups[g] = append(groups[g], i)
	}
	return groups
}

// line returns the templates for a kind of fact, or nil if the ruleset lacks it.
func (b *Book) line(kind string) *line {
	for i := range b.lines {
		if b.lines[i].Kind == kind {
			return &b.lines[i]
		}
	}
	return nil
}
