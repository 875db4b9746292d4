package grammar

import (
	"reflect"
	"slices"
	"strings"
)

// Rows is the kind of what is itself one of several rows, read into a T: a step of a march, an
// action of a plan. `{step THEN…}` is a list of them.
type Rows[D, T any] struct {
	Kind  string
	Rows  []Verb[D, T] // a bare one without a name, the last, takes what begins with none of the others
	Kinds []Kind[D]
	// Tail is the form of what may stand behind each of the rows: `[IF {cond}]`.
	Tail string
	// TailMeans is what the tail says, as a sentence has it.
	TailMeans string
	// Unknown is the reason for which what is none of the rows is refused, Want what is wanted then.
	Unknown, Want string
	Near          []string // that may come nearest to it; nil: all ways to begin a row
}

func (k Rows[D, T]) name() string { return k.Kind }

// with adds the kind of orders, which stand in rows too: `IF {test} THEN {then:order}`.
func (k Rows[D, T]) with(orders Kind[D]) Kind[D] {
	k.Kinds = append(slices.Clone(k.Kinds), orders)
	return k
}

func (k Rows[D, T]) bind(field reflect.Type, list listing) binding[D] {
	t := newTable(k.Rows, k.Kinds)
	tail := compileForm(k.Tail, t.fields, k.Kinds)
	tailMeans := compileProse(k.TailMeans, &tail, t.fields, k.Kinds)
	if list.between != "" { // what ends a row within
		for i := range t.rows {
			t.rows[i].form.link(strings.Split(list.between, "/"), nil)
		}
	}
	if k.Near == nil {
		k.Near = t.phrases
	}
	s := simple[D, T]{kind: k.Kind, repeats: true,
		at: func(r *Reader[D]) bool { return t.find(r) != nil },
		read: func(r *Reader[D]) (one T) {
			v := t.next(r)
			if last := &t.rows[len(t.rows)-1]; v == nil && last.Bare && last.Name == "" {
				v = last
			}
			if v == nil {
				r.Refuse(r.Here(), k.Unknown, k.Want, r.NearestOf(k.Near)...)
				return one
			}
			of := recordOf(&one)
			t.read(r, v, &one, &of)
			tail.read(r, &of)
			return one
		},
		text: func(d D, one T) string {
			var w writer
			t.text(&w, d, &one)
			t.behind(&w, d, &tail, &one)
			return w.b.String()
		},
		prose: func(d D, one T) string {
			var w writer
			t.says(&w, d, &one)
			t.behind(&w, d, &tailMeans, &one)
			return w.b.String()
		},
		some: func(d D, pick func(int) int) string { return t.rows[pick(len(t.rows))].form.some(d, pick) },
	}
	return s.bind(field, list)
}

// behind writes what the form of the tail has of one of the rows.
func (t *table[D, T]) behind(w *writer, d D, tail *form[D], one *T) {
	of := recordOf(one)
	w.filled = of.filled(&t.fields, tail.tells)
	tail.write(w, d, &of)
}
