// Package knowledge folds outcomes into the knowledge of one seat: the facts that reached it, each with the turn at
// whose end it was true, and a diary of the outcomes that it was told, turn by turn.
//
// Knowledge holds nothing of the game state. An outcome without a view for the seat never reaches that seat's Known,
// and the fields that a view hides are removed on entry. Reports, maps, receipts and pages are made from a Known alone,
// so two histories that differ only in outcomes hidden from a seat give it the same bytes. Even the numbers of
// outcomes are the seat's own: its diary counts the outcomes that it was told.
//
// A fact is an outcome whose name begins with `sight.`. Its first field is the subject, and the latest fact of each
// kind and subject is kept:
//
//	sight.own unit=champagne arm=foot stands=6 x=50000 y=14000 …
//
// All other outcomes belong to the diary. The pseudo-seat Umpire is told every outcome unchanged, and the facts that
// are addressed to it.
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

// Fact is a seat's latest information about one subject.
type Fact struct {
	Kind    string // `sight.enemy`
	Subject string
	Fields  []events.Field // immutable
	Turn    int            // it was true at the end of this turn
	Told    int            // the turn of the report that contained it
	seq     int            // order of arrival, over all kinds
}

// Get returns the value of the field, or "" if there is no such field.
func (f *Fact) Get(key string) string {
	for i := range f.Fields {
		if f.Fields[i].Key == key {
			return f.Fields[i].Value
		}
	}
	return ""
}

// Known is the knowledge of one seat. Book fills it.
type Known struct {
	seat    string
	rules   *rules
	turn    int // last turn applied; -1 before the opening
	seq     int
	kinds   []string // in the order of their first fact
	facts   map[string]*shelf
	before  map[string][]*Fact // by kind: the facts before the last turn
	told    []page             // by turn; 0 is the opening
	unheard []Dispatch
	last    int // index of the last outcome added, so that a second view of it is ignored
}

// page lists the outcomes of one turn that a seat was told, in chronological order.
type page struct {
	entries []*events.Outcome
	veiled  []string // by entry: the id of its subject if that is hidden from the seat, or ""
}

// Seat returns the seat whose knowledge this is.
func (k *Known) Seat() string { return k.seat }

// Turn returns the last turn applied: 0 is the opening, -1 means none yet.
func (k *Known) Turn() int { return k.turn }

// Fact returns the fields of the latest fact of the kind about the subject, and the turn at whose end it was true.
func (k *Known) Fact(kind, subject string) (fields []events.Field, turn int, ok bool) {
	if s := k.facts[kind]; s != nil {
		if f := s.find(subject); f != nil {
			return f.Fields, f.Turn, true
		}
	}
	return nil, 0, false
}

// Facts yields all facts of the kind, the least recently told first.
func (k *Known) Facts(kind string, yield func(subject string, fields []events.Field, turn int) bool) {
	for f := range k.Of(kind) {
		if !yield(f.Subject, f.Fields, f.Turn) {
			return
		}
	}
}

// Of yields the facts of the kinds, the least recently told first.
func (k *Known) Of(kinds ...string) func(yield func(*Fact) bool) {
	return func(yield func(*Fact) bool) {
		for _, f := range k.gather(kinds) {
			if f != nil && !yield(f) {
				return
			}
		}
	}
}

// Before yields the facts of the kind as they were before the last turn.
func (k *Known) Before(kind string) func(yield func(*Fact) bool) {
	return func(yield func(*Fact) bool) {
		for _, f := range k.before[kind] {
			if f != nil && !yield(f) {
				return
			}
		}
	}
}

// gather returns the facts of the kinds, the least recently told first. Elements may be nil.
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

// Diary returns the turn's outcomes as the seat was told them, in chronological order, without facts.
//
// Ref numbers the seat's own entries: `t3.5@french.north` is the seat's fifth, to every reader ([Recorded]). Cause is
// such a Ref, one of the seat's own orders (`order:french.north.3`), or empty. Hidden outcomes leave no gap in the
// numbers. The umpire's diary has the Refs and Causes of the record.
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

// numbering maps the Refs of a turn's entries to the seat's own numbers. It returns nil for the umpire.
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

// numbered returns the seat's own number of an entry, which counts from 0.
func (k *Known) numbered(turn, entry int) string {
	return "t" + strconv.Itoa(turn) + "." + strconv.Itoa(entry+1) + "@" + k.seat
}

// Told returns the outcome with a Ref of the record as the seat was told it, or nil.
func (k *Known) Told(turn int, recorded string) *events.Outcome {
	for i, o := range k.Diary(turn) {
		if k.told[turn].entries[i].Ref == recorded {
			return &o
		}
	}
	return nil
}

// Recorded translates the Ref of an outcome in a seat's diary, such as `t3.5@french.north`, into the Ref in the
// record. Other Refs are returned unchanged. known returns the knowledge of a seat after a turn, or nil.
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

// cause translates a cause into one that the seat may know. Causes in earlier turns are searched for there; they are
// too rare for an index.
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

// Clone returns an independent copy, for a draft that may be discarded.
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
