package rules

import (
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/scenario"
)

// IDs are the ids of the things of one kind, in the order in which the battle lists them: units by
// their ids, and ids of units by their places in the list.
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

// Find returns the place of the thing with the id, none where nothing has it.
func (x *IDs) Find(id string) adjudicator.Index {
	if i, ok := x.at[id]; ok {
		return adjudicator.At(i)
	}
	return adjudicator.None
}

// Must returns the place of the thing with the id. That nothing has it is a broken invariant:
// outcomes and accepted orders name only what there is.
func (x *IDs) Must(id string) int {
	i, ok := x.at[id]
	if !ok {
		panic("rules: an outcome names " + id + ", which is not there")
	}
	return i
}

// Of returns the id of a thing, as an item or field has it: `-` for none.
func (x *IDs) Of(i adjudicator.Index) string {
	if n, ok := i.Get(); ok {
		return x.list[n]
	}
	return adjudicator.Nobody
}

// List returns the ids of some things, as an item or field has them: with commas, `-` for none.
func (x *IDs) List(of []int) string {
	ids := make([]string, len(of))
	for i, n := range of {
		ids[i] = x.list[n]
	}
	return ListText(ids)
}

// Read reads an id that an item is given, `-` for none; want says what was expected.
func (x *IDs) Read(value, want string) (adjudicator.Index, error) {
	i := x.Find(value)
	if i.None() && value != adjudicator.Nobody {
		return i, Expected(value, want)
	}
	return i, nil
}

// ReadList reads a list of ids that an item is given.
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

// Named returns the place of the thing that a value of a scenario names. One that is none of those at
// the path `of` it refuses.
func (x *IDs) Named(doc *scenario.Doc, n scenario.Node, of, reason, want string) adjudicator.Index {
	i := x.Find(n.String())
	if i.None() {
		doc.RefuseName(n, of, reason, "%s", want)
	}
	return i
}

// Reserved are the words of an order language, in small letters, which no id and no written name in
// a scenario may be: they could not be told apart.
type Reserved []string

// Reserve gathers the words of an order language: the single words among these phrases.
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

// ID is an id that is none of them.
func (r Reserved) ID(what string) scenario.Spec { return scenario.ID(what).Except(r...) }

// Name is a written name that is none of them.
func (r Reserved) Name() scenario.Spec { return scenario.Name(r...) }

// Texts says each of a list in a word.
func Texts[T any](list []T, text func(T) string) []string {
	texts := make([]string, len(list))
	for i, v := range list {
		texts[i] = text(v)
	}
	return texts
}
