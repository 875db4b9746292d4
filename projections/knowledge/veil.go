package knowledge

import (
	"cmp"
	"slices"
	"strings"

	"galloper/events"
)

// Rulesets go through units in the order of the scenario file. Where a seat is told of
// units without their names, that order would name them: what happened at one time is
// put into an order that follows from what the seat is told alone.

// veiledIn is of whom the outcome is told without the name: who stands in the first field that the
// view fills with a description (`enemy foot`, which no id is), or ""; figures may be veiled as well.
func veiledIn(o *events.Outcome, v *events.View) string {
	for _, f := range o.Fields {
		if i := fieldIndex(v.As, f.Key); i >= 0 && strings.Contains(v.As[i].Value, " ") {
			return f.Value
		}
	}
	return ""
}

// entry is one entry of a page while it is put in order.
type entry struct {
	*events.Outcome
	veiled string
}

func (e *entry) hidden() bool { return e.veiled != "" }

// chapter is the chapter of the rules by which it happened: what belongs to another
// happened at another time.
func (e *entry) chapter() string {
	chapter, _, _ := strings.Cut(e.Clause, ".")
	return chapter
}

// arrange puts what the seat is told of units that it cannot name into such an order.
func (p *page) arrange() {
	if !slices.ContainsFunc(p.veiled, func(s string) bool { return s != "" }) {
		return
	}
	list := make([]entry, len(p.entries))
	for i := range list {
		list[i] = entry{p.entries[i], p.veiled[i]}
	}
	stretches(list, func(a, b *entry) bool { return a.Name == b.Name }, func(same []entry) {
		slices.SortStableFunc(same, func(a, b entry) int { return cmp.Compare(rank(a.hidden()), rank(b.hidden())) })
	})
	stretches(list, func(a, b *entry) bool { return a.hidden() && b.hidden() && a.chapter() == b.chapter() },
		arrangeHidden)
	for i, e := range list {
		p.entries[i], p.veiled[i] = e.Outcome, e.veiled
	}
}

// stretches hands over each longest run of entries of which any two neighbours belong together.
func stretches(list []entry, together func(a, b *entry) bool, do func([]entry)) {
	for from := 0; from < len(list); {
		to := from + 1
		for to < len(list) && together(&list[to-1], &list[to]) {
			to++
		}
		do(list[from:to])
		from = to
	}
}

// arrangeHidden sorts a run of entries about units without names: what one unit did stays
// together and in order, the units come by what is told of them.
func arrangeHidden(run []entry) {
	told := map[string]string{}
	for _, e := range run {
		told[e.veiled] += e.String() + "\n"
	}
	slices.SortStableFunc(run, func(a, b entry) int {
		return cmp.Or(strings.Compare(told[a.veiled], told[b.veiled]), strings.Compare(a.veiled, b.veiled))
	})
}

func rank(hidden bool) int {
	if hidden {
		return 1
	}
	return 0
}
