package orders

import "strings"

// Answer is an order as a receipt answers it, in parts that can be shown each by itself.
type Answer struct {
	Text      string   // `1. TO cameron: HOLD: accepted`
	Below     []string // what belongs to it
	Canonical string   // "" if refused
	Mends     []Mend   // what would put it right
}

// Mend is a change of the text that a receipt proposes.
type Mend struct {
	Line, Col int    // where, from 1; Col 0: the whole line
	Word      string // that stands there
	With      string
}

// Answers returns what is said to the orders, in mail order.
func (r *Receipt) Answers() []Answer {
	lines := make([]Answer, len(r.Entries))
	for i := range r.Entries {
		e := &r.Entries[i]
		item := r.item(e.Number)
		lines[i] = Answer{Text: e.line(item), Below: e.details(item), Mends: e.mends(item)}
		if e.Refusal == nil {
			lines[i].Canonical = e.Canonical
		}
		if item != nil && (i+1 == len(r.Entries) || r.Entries[i+1].Number != e.Number) {
			lines[i].Below = append(lines[i].Below, item.Notes...)
		}
	}
	return lines
}

// mostMends is how many changes are proposed for one order.
const mostMends = 4

// mends are the changes that would put a refused order right.
func (e *Entry) mends(item *Item) (list []Mend) {
	if e.Refusal == nil {
		return nil
	}
	if f := e.Refusal; f.Word != "" && f.Line > 0 {
		for _, with := range f.Nearest[:min(len(f.Nearest), mostMends)] {
			with, _, _ = strings.Cut(with, " (") // the id, without the name by which it is explained
			list = append(list, Mend{f.Line, f.Col, f.Word, with})
		}
	}
	if e.Asked != "" && item != nil && len(item.Words) > 0 {
		list = append(list, Mend{Line: item.Words[0].Line, Word: item.Text, With: e.Asked})
	}
	return list
}

// Rest returns what stands below the orders: commands, the ruleset's lines, what was not read.
func (r *Receipt) Rest() (blocks [][]string) {
	for _, b := range [][]string{r.commandLines(), r.Trailer, r.notReadLines(), r.Foot} {
		if len(b) > 0 {
			blocks = append(blocks, b)
		}
	}
	return blocks
}
