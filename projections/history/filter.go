package history

import (
	"iter"
	"strings"

	"galloper/events"
)

// Filter selects entries. Empty fields match everything.
type Filter struct {
	Turn    int    // 0 means all turns
	Seat    string // concerned by the entry, or its actor
	Unit    string // named by an outcome or an order
	Type    string // event type or outcome name, or the part before a dot: `volley`, `volley.fired`
	Current bool   // omits superseded entries
}

// Select yields the entries that match the filter, in order.
func (h *History) Select(f Filter) iter.Seq[*Entry] {
	return func(yield func(*Entry) bool) {
		for i := range h.entries {
			if f.Picks(&h.entries[i]) && !yield(&h.entries[i]) {
				return
			}
		}
	}
}

// Picks reports whether the entry matches the filter.
func (f *Filter) Picks(e *Entry) bool {
	switch {
	case f.Turn != 0 && e.Turn != f.Turn:
		return false
	case f.Current && e.Superseded != "":
		return false
	case f.Type != "" && e.Type != f.Type && !strings.HasPrefix(e.Type, f.Type+"."):
		return false
	case f.Seat != "" && !concerns(e, f.Seat):
		return false
	}
	return f.Unit == "" || names(e, f.Unit)
}

// concerns reports whether the entry is by, for or about the seat.
func concerns(e *Entry, seat string) bool {
	if e.Seat == seat || e.Actor == seat {
		return true
	}
	o := e.Outcome
	if o == nil {
		return false
	}
	if strings.HasPrefix(o.Cause, "order:"+seat+".") {
		return true
	}
	for i := range o.Fields {
		if v := o.Fields[i].Value; v == seat || strings.HasPrefix(v, seat+".t") {
			return true
		}
	}
	return false
}

// names reports whether the entry names the unit: in a field of an outcome, alone, in a list or by one of its stands
// (`champagne.b`), or as a word of an order.
func names(e *Entry, unit string) bool {
	if e.Outcome != nil {
		for i := range e.Outcome.Fields {
			if fieldNames(&e.Outcome.Fields[i], unit) {
				return true
			}
		}
		return false
	}
	for _, line := range e.Lines {
		for word := range strings.FieldsFuncSeq(line, func(r rune) bool { return strings.ContainsRune(" ,:;()", r) }) {
			if strings.EqualFold(word, unit) {
				return true
			}
		}
	}
	return false
}

func fieldNames(f *events.Field, unit string) bool {
	for member := range strings.SplitSeq(f.Value, ",") {
		if rest, ok := strings.CutPrefix(member, unit); ok && (rest == "" || rest[0] == '.') {
			return true
		}
	}
	return false
}
