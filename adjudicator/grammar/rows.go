package grammar

import (
	"reflect"
	"slices"
	"strings"
)

// Rows is a kind whose values are themselves one of several rows, read into a T, such as a step of a march or an action
// of a plan. `{step THEN…}` is a list of them.
type Rows[D, T any] struct {
	Kind  string
	Rows  []Verb[D, T] // a last row that is bare and nameless takes all other input
	Kinds []Kind[D]
	// Tail is the form that may follow each of the rows: `[IF {cond}]`.
	Tail string
	// TailMeans is the English of the tail.
	TailMeans string
	// Unknown is the reason for refusing input that matches no row, Want the form expected there.
	Unknown, Want string
	Near          []string // spelling suggestions; nil: all phrases that begin a row
}

func (k Rows[D, T]) name() string { return k.Kind }

// withOrders adds the kind of orders, so that rows can contain orders: `IF {test} THEN {then:order}`.
func (k Rows[D, T]) withOrders(orders Kind[D]) Kind[D] {
	k.Kinds = append(slices.Clone(k.Kinds), orders)
	return k
}

func (k Rows[D, T]) bind(field reflect.Type, list listing) binding[D] {
	t := newTable(k.Rows, k.Kinds)
	tail := compileForm(k.Tail, t.fields, k.Kinds)
	tailMeans := compileProse(k.TailMeans, &tail, t.fields, k.Kinds)
	if list.between != "" { // the separator ends a row inside the list
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
			t.writeTail(&w, d, &tail, &one)
			return w.b.String()
		},
		prose: func(d D, one T) string {
			var w writer
			t.says(&w, d, &one)
			t.writeTail(&w, d, &tailMeans, &one)
			return w.b.String()
		},
		some: func(d D, pick func(int) int) string { return t.rows[pick(len(t.rows))].form.some(d, pick) },
	}
	return s.bind(field, list)
}

// writeTail writes the tail of a row.
func (t *table[D, T]) writeTail(w *writer, d D, tail *form[D], one *T) {
	of := recordOf(one)
	w.filled = of.filled(&t.fields, tail.tells)
	tail.write(w, d, &of)
}
