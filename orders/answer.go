package orders

import (
	"slices"
	"strings"
)

// Answer is a receipt's answer to one order, in parts that can be shown separately.
type Answer struct {
	Number    int
	Line      int        // of the mail, on which it begins
	Written   string     // in the writer's words
	Text      string     // `1. TO cameron: HOLD: accepted`
	Below     []string   // further lines
	Canonical string     // "" if refused
	Mends     []Mend     // edits that would put it right
	Proposed  []Proposal // readings that YES would take
}

// Proposal is a reading of an order, with the number by which YES takes it.
type Proposal struct {
	Choice
	Line string
}

// Mend is an edit of the mail's text that a receipt proposes.
type Mend struct {
	Line, Col int    // position, from 1; Col 0: the whole line
	Word      string // the text to replace
	With      string
}

// Answers returns the answers to the orders, in mail order.
func (r *Receipt) Answers() []Answer { return r.answers(false) }

func (r *Receipt) answers(technical bool) []Answer {
	lines := make([]Answer, len(r.Entries))
	for i := range r.Entries {
		e, a := &r.Entries[i], &lines[i]
		item := r.item(e)
		said := slices.Concat(r.questions(e), e.details(item, technical))
		if e.Asked == nil || e.Refusal.Reason != Asked {
			said = slices.Concat([]string{e.line(item, technical)}, said)
		}
		*a = Answer{Number: e.Number, Written: e.Written(item), Text: said[0], Below: said[1:], Mends: r.mends(i, item)}
		for n, choice := range e.Choices() {
			a.Proposed = append(a.Proposed, Proposal{choice, e.Asked[n]})
		}
		if e.Refusal == nil {
			a.Canonical = e.Canonical
		}
		if item != nil {
			a.Line = item.Line()
		}
		if item != nil && (i+1 == len(r.Entries) || r.item(&r.Entries[i+1]) != item) {
			a.Below = append(a.Below, item.Notes...)
		}
	}
	return lines
}

// mostMends limits the edits proposed for one order.
const mostMends = 4

// mends returns the edits that would put a refused order right. An edit that takes a proposed reading keeps the other
// orders of the item.
func (r *Receipt) mends(i int, item *Item) (list []Mend) {
	e := &r.Entries[i]
	if e.Refusal == nil {
		return nil
	}
	if f := e.Refusal; f.Word != "" && f.Line > 0 {
		for _, with := range f.Nearest[:min(len(f.Nearest), mostMends)] {
			with, _, _ = strings.Cut(with, " (") // the id, without its explanation
			list = append(list, Mend{f.Line, f.Col, f.Word, with})
		}
	}
	if item == nil || len(item.Words) == 0 {
		return list
	}
	for _, reading := range e.Asked {
		var with []string
		for k := range r.Entries {
			switch other := &r.Entries[k]; {
			case k == i:
				with = append(with, reading)
			case r.item(other) == item && other.Refusal == nil:
				with = append(with, other.Canonical)
			case r.item(other) == item:
				with = append(with, other.Written(item))
			}
		}
		list = append(list, Mend{Line: item.Words[0].Line, Word: item.Text, With: strings.Join(with, "\n")})
	}
	return list
}

// Rest returns the blocks below the orders: commands, the ruleset's lines, unread lines and the foot.
func (r *Receipt) Rest() (blocks [][]string) {
	for _, b := range [][]string{r.commandLines(), r.Trailer, r.notReadLines(), r.Foot} {
		if len(b) > 0 {
			blocks = append(blocks, b)
		}
	}
	return blocks
}
