package knowledge

import (
	"cmp"
	"slices"
	"strings"

	"galloper/events"
)

// Rulesets process units in the order of the scenario file. For a seat that is told of units without their names,
// that order would identify them. Simultaneous outcomes are therefore sorted by their visible content alone.

// veiledIn returns the id of the outcome's hidden subject, or "": the value of the first field that the view replaces
// with a description. A description (`enemy foot`) contains a blank, unlike an id; views may also mask numbers.
func veiledIn(o *events.Outcome, v *events.View) string {
	for _, f := range o.Fields {
		if i := fieldIndex(v.As, f.Key); i >= 0 && strings.Contains(v.As[i].Value, " ") {
			return f.Value
		}
	}
	return ""
}

// entry is an entry of a page while the page is being sorted.
type entry struct {
	*events.Outcome
	veiled string
}

func (e *entry) hidden() bool { return e.veiled != "" }

// chapter returns the rules chapter of the outcome. Outcomes of different chapters are not simultaneous.
func (e *entry) chapter() string {
	chapter, _, _ := strings.Cut(e.Clause, ".")
	return chapter
}

// arrange sorts the entries about units that the seat cannot identify.
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

// stretches splits the list into the longest runs whose neighbours all satisfy together, and calls do for each run.
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

// arrangeHidden sorts a run of entries about unidentified units. The entries of one unit stay together and in order;
// the units are sorted by their visible content.
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
