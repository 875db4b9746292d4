package knowledge

import (
	"slices"
	"strconv"

	"galloper/events"
)

// AppendJSON appends two members of a JSON object: the outcomes that the seat was told of its last turn, and all facts
// that it knows at the end of that turn.
//
//	"told":[{"event":"unit.moved",…},…],"facts":[{"event":"sight.enemy",…,"as_of":"3"},…]
//
// Outcomes are as the seat sees them, with its own numbers. `as_of` is the turn at whose end a fact was true.
func (k *Known) AppendJSON(b []byte) []byte {
	b = append(b, `"told":[`...)
	for i, o := range k.Diary(k.turn) {
		if i > 0 {
			b = append(b, ',')
		}
		b = o.AppendJSON(b)
	}
	b = append(b, `],"facts":[`...)
	for i, f := range k.allFacts() {
		if i > 0 {
			b = append(b, ',')
		}
		o := events.Outcome{Name: f.Kind, Fields: append(slices.Clip(f.Fields),
			events.Field{Key: "as_of", Value: strconv.Itoa(f.Turn)})}
		b = o.AppendJSON(b)
	}
	return append(b, ']')
}

// allFacts returns the facts of every kind, the least recently told first.
func (k *Known) allFacts() []*Fact {
	return slices.DeleteFunc(slices.Clone(k.gather(k.kinds)), func(f *Fact) bool { return f == nil })
}
