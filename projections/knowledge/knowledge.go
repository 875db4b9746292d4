// Package knowledge folds outcomes into what one seat knows: the facts that
// reached it, each with the turn at whose end it was true, and a diary of what
// it was told turn by turn.
//
// It is not the state of the game and holds nothing of it: an outcome that no
// view addresses to a seat never reaches that seat's Known, and what a view
// hides is cut off on the way in. Reports, maps, receipts and pages are drawn
// from a Known alone, so two histories that differ only in what a seat cannot
// know give it the same bytes. Even the numbers of outcomes are its own: its
// diary counts what it was told, not what happened.
//
// A fact is an outcome whose name begins with `sight.`; its first field is the
// subject, and of each kind and subject the latest telling is kept:
//
//	sight.own unit=champagne arm=foot stands=6 x=50000 y=14000 …
//
// Everything else is diary. The pseudo-seat Umpire is told every outcome as it
// is, and those facts that are addressed to it.
package knowledge

import (
	"slices"
	"strconv"
	"strings"

	"galloper/events"
)

// Umpire is the pseudo-seat that sees everything.
const Umpire = "umpire"

// Prefix begins the names of the outcomes that are facts.
const Prefix = "sight."

// Fact is what a seat knows about one subject.
type Fact struct {
	Kind    string // `sight.enemy`
	Subject string
	Fields  []events.Field // never changed once told
	Turn    int            // at whose end it was true
	Told    int            // in whose report it came
	seq     int            // order of telling, over all kinds
}

// Get returns the value of the field, or "" where there is none.
func (f *Fact) Get(key string) string {
	for i := range f.Fields {
		if f.Fields[i].Key == key {
			return f.Fields[i].Value
		}
	}
	return ""
}

// Known is what one seat knows. Book fills it.
type Known struct {
	seat    string
	rules   *rules
	turn    int // last turn applied; -1 before the opening
	seq     int
	kinds   []string // in the order in which they were first told
	facts   map[string]*shelf
	before  map[string][]*Fact // as they stood when the last turn began, by kind
	told    []page             // by turn, 0 the opening
	unheard []Dispatch
	last    int // the outcome that was told last, so that a second view of it is passed over
}

// page is what a seat was told of one turn, in the order in which it happened.
type page struct {
	entries []*events.Outcome
	veiled  []string // by entry: of whom it is, where the seat is not told that; else ""
}

// Seat returns whose knowledge it is.
func (k *Known) Seat() string { return k.seat }

// Turn returns the last turn that it knows of: 0 is the opening, -1 nothing yet.
func (k *Known) Turn() int { return k.turn }

// Fact returns the latest fact of the kind about the subject, and the turn at
// whose end it was true.
func (k *Known) Fact(kind, subject string) (fields []events.Field, turn int, ok bool) {
	if s := k.facts[kind]; s != nil {
		if f := s.find(subject); f != nil {
			return f.Fields, f.Turn, true
		}
	}
	return nil, 0, false
}

// Facts yields all facts of the kind, in the order in which they were last told.
func (k *Known) Facts(kind string, yield func(subject string, fields []events.Field, turn int) bool) {
	for f := range k.Of(kind) {
		if !yield(f.Subject, f.Fields, f.Turn) {
			return
		}
	}
}

// Of yields the facts of the kinds, in the order in which they were last told.
func (k *Known) Of(kinds ...string) func(yield func(*Fact) bool) {
	return func(yield func(*Fact) bool) {
		for _, f := range k.gather(kinds) {
			if f != nil && !yield(f) {
				return
			}
		}
	}
}

// Before yields the facts of the kind as they stood before the last turn that it knows of.
func (k *Known) Before(kind string) func(yield func(*Fact) bool) {
	return func(yield func(*Fact) bool) {
		for _, f := range k.before[kind] {
			if f != nil && !yield(f) {
				return
			}
		}
	}
}

// gather returns the facts of the kinds by order of telling; some may be nil.
func (k *Known) gather(kinds []string) []*Fact {
	var all []*Fact
	merged := 0
	for _, kind := range kinds {
		s := k.facts[kind]
		switch {
		case s == nil || s.live == 0:
			continue
		case merged == 0:
			all = s.list
		default:
			all = append(slices.Clip(all), s.list...)
		}
		merged++
	}
	if merged > 1 {
		all = slices.DeleteFunc(all, func(f *Fact) bool { return f == nil })
		slices.SortFunc(all, func(a, b *Fact) int { return a.seq - b.seq })
	}
	return all
}

// Diary returns what the seat was told of the turn's outcomes, facts left out,
// in the order in which they happened and as the seat sees them.
//
// Ref counts the entries of the seat: `t3.5@french.north` is its fifth, whoever reads it
// ([Recorded]). Cause is such a Ref, one of the seat's own orders (`order:french.north.3`),
// or empty. The outcomes that are hidden from the seat leave no gap. The umpire's diary has
// the Refs and Causes as they are.
func (k *Known) Diary(turn int) []events.Outcome {
	if turn < 0 || turn >= len(k.told) {
		return nil
	}
	entries := k.told[turn].entries
	diary := make([]events.Outcome, len(entries))
	own := k.numbering(turn)
	for i, o := range entries {
		diary[i] = *o
		diary[i].Views = nil
		if own != nil {
			diary[i].Ref = own[o.Ref]
			diary[i].Cause = k.cause(o.Cause, turn, own)
		}
	}
	return diary
}

// numbering gives the seat's own numbers for what it was told of a turn; nil for the umpire.
func (k *Known) numbering(turn int) map[string]string {
	if k.seat == Umpire || turn < 0 || turn >= len(k.told) {
		return nil
	}
	entries := k.told[turn].entries
	own := make(map[string]string, len(entries))
	for i, o := range entries {
		own[o.Ref] = k.numbered(turn, i)
	}
	return own
}

// numbered is the seat's own number of an entry, counted from 0.
func (k *Known) numbered(turn, entry int) string {
	return "t" + strconv.Itoa(turn) + "." + strconv.Itoa(entry+1) + "@" + k.seat
}

// Told returns the outcome with the Ref of the record as the seat was told it, or nil.
func (k *Known) Told(turn int, recorded string) *events.Outcome {
	for i, o := range k.Diary(turn) {
		if k.told[turn].entries[i].Ref == recorded {
			return &o
		}
	}
	return nil
}

// Recorded returns the Ref in the record of an outcome in a seat's diary, such as `t3.5@french.north`, and any other
// Ref unchanged. known returns the knowledge of a seat after a turn, or nil.
func Recorded(ref string, known func(seat string, turn int) (*Known, error)) string {
	if _, seat, ok := strings.Cut(ref, "@"); ok {
		turn := events.TurnOf(ref)
		if k, err := known(seat, turn); err == nil && k != nil {
			for i, o := range k.Diary(turn) {
				if o.Ref == ref {
					return k.told[turn].entries[i].Ref
				}
			}
		}
	}
	return ref
}

// cause translates a cause into what the seat may know of it. Causes of earlier
// turns are looked up there; that is rare, so nothing is kept for it.
func (k *Known) cause(cause string, turn int, own map[string]string) string {
	if seat, ok := strings.CutPrefix(cause, "order:"); ok {
		if rest, ok := strings.CutPrefix(seat, k.seat); ok && strings.HasPrefix(rest, ".") {
			return cause
		}
		return ""
	}
	if ref, ok := own[cause]; ok || cause == "" {
		return ref
	}
	if n := events.TurnOf(cause); n >= 0 && n != turn && n < len(k.told) {
		isCause := func(o *events.Outcome) bool { return o.Ref == cause }
		if i := slices.IndexFunc(k.told[n].entries, isCause); i >= 0 {
			return k.numbered(n, i)
		}
	}
	return ""
}

// Clone returns a copy that goes its own way: for a draft that may be thrown away.
func (k *Known) Clone() *Known {
	c := *k
	c.kinds = slices.Clone(k.kinds)
	c.told = slices.Clone(k.told)
	c.unheard = slices.Clone(k.unheard)
	c.facts = make(map[string]*shelf, len(k.kinds))
	for _, kind := range k.kinds {
		c.facts[kind] = k.facts[kind].clone()
	}
	return &c
}
