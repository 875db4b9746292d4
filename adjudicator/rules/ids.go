package rules

import (
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/scenario"
	"galloper/orders"
)

// IDs maps the ids of one kind of things to their indexes in the battle's list, and back.
type IDs struct {
	list []string
	at   map[string]int
}

// Add adds the id of the next thing.
func (x *IDs) Add(id string) {
	if x.at == nil {
		x.at = map[string]int{}
	}
	x.at[id] = len(x.list)
	x.list = append(x.list, id)
}

// Find returns the index of the thing with the id, or None.
func (x *IDs) Find(id string) adjudicator.Index {
	if i, ok := x.at[id]; ok {
		return adjudicator.At(i)
	}
	return adjudicator.None
}

// Must returns the index of the thing with the id. It panics if no thing has it, because outcomes and accepted orders
// name only existing things.
func (x *IDs) Must(id string) int {
	i, ok := x.at[id]
	if !ok {
		panic("rules: an outcome names " + id + ", which is not there")
	}
	return i
}

// Of returns the id of a thing as in items and fields, or `-` for None.
func (x *IDs) Of(i adjudicator.Index) string {
	if n, ok := i.Get(); ok {
		return x.list[n]
	}
	return adjudicator.Nobody
}

// List returns the ids of things as in items and fields: separated by commas, `-` if empty.
func (x *IDs) List(of []int) string {
	ids := make([]string, len(of))
	for i, n := range of {
		ids[i] = x.list[n]
	}
	return ListText(ids)
}

// Those returns the ids of the things that meet the condition, as a sentence lists them, or `-`.
func (x *IDs) Those(meets func(i int) bool) string {
	return OrNone(strings.Join(Texts(Which(x.list, meets), func(i int) string { return x.list[i] }), ", "))
}

// Read parses the id of an item's value; `-` is None. want is the expected input, for the error.
func (x *IDs) Read(value, want string) (adjudicator.Index, error) {
	i := x.Find(value)
	if i.None() && value != adjudicator.Nobody {
		return i, Expected(value, want)
	}
	return i, nil
}

// ReadList parses a list of ids of an item's value.
func (x *IDs) ReadList(value, want string) ([]int, error) {
	if value == adjudicator.Nobody {
		return nil, nil
	}
	var list []int
	for id := range strings.SplitSeq(value, ",") {
		i, ok := x.Find(id).Get()
		if !ok {
			return nil, Expected(id, want)
		}
		list = append(list, i)
	}
	return list, nil
}

// Named returns the index of the thing named by a scenario value. It refuses a name that is not among those at the path
// `of`, with reason and want.
func (x *IDs) Named(doc *scenario.Doc, n scenario.Node, of, reason, want string) adjudicator.Index {
	i := x.Find(n.String())
	if i.None() {
		doc.RefuseName(n, of, reason, "%s", want)
	}
	return i
}

// Reserved are the keywords of an order language in lower case. Scenario ids and names must differ from them, because
// orders would be ambiguous otherwise.
type Reserved []string

// Reserve collects the reserved words of an order language: the single words among the phrases.
func Reserve(phrases ...[]string) Reserved {
	var words Reserved
	for _, list := range phrases {
		for _, p := range list {
			if !strings.Contains(p, " ") {
				words = append(words, strings.ToLower(p))
			}
		}
	}
	return words
}

// ID is the format of an id that is not reserved.
func (r Reserved) ID(what string) scenario.Spec { return scenario.ID(what).Except(r...) }

// Name is the format of a written name that is not reserved.
func (r Reserved) Name() scenario.Spec { return scenario.Name(r...) }

// Texts returns the text of each list entry.
func Texts[T any](list []T, text func(T) string) []string {
	texts := make([]string, len(list))
	for i, v := range list {
		texts[i] = text(v)
	}
	return texts
}

// UnitLister is a parser of orders that knows the ids of the battle's units.
type UnitLister interface{ UnitIDs() *IDs }

// UnitOf is the Of of a [grammar.Names] whose values are units: the index of the id, or -1.
func UnitOf[D UnitLister](d D, id string, _ *orders.Names) int { return d.UnitIDs().Find(id).Or(-1) }

// UnitText is the Text of such a kind.
func UnitText[D UnitLister](d D, unit int) string { return d.UnitIDs().Of(adjudicator.At(unit)) }
