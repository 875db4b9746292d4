package rules

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Items are the items of a state S, each with a path (`unit.1foot.boxes`): what the state's hash
// covers, what cases compare, and what the umpire's rulings set.
type Items[S any] []Group[S]

// Group is the items of all things of one kind: `unit.ID.…`. Make one with [Things] or [One].
type Group[S any] struct {
	kind  string
	count func(*S) int
	id    func(*S, int) string // nil: there is one thing, and its paths have no id
	items []Item[S]            // ascending by name
}

// Item is one item of the i-th thing of its group.
type Item[S any] struct {
	Name string
	Get  func(s *S, i int) string
	// Set gives it a value by the umpire's ruling, or says what was expected and changes
	// nothing. Nil: it follows from other items.
	Set func(s *S, i int, value string) error
	// Only reports whether the i-th thing has the item; nil: each has.
	Only func(s *S, i int) bool
}

// Things are the items of the things of one kind: those that the fields of T declare by their
// tags (see [Tagged]), and the rows. The id of a thing is its path's second part.
func Things[S, T any](kind string, all func(*S) []T, id func(*S, int) string, rows ...Item[S]) Group[S] {
	at := func(s *S, i int) *T { return &all(s)[i] }
	count := func(s *S) int { return len(all(s)) }
	return Group[S]{kind, count, id, ordered(append(Tagged[S](at), rows...))}
}

// One is the items of the only thing of its kind, as of the game: `game.turn`.
func One[S, T any](kind string, the func(*S) *T, rows ...Item[S]) Group[S] {
	tagged := Tagged[S](func(s *S, _ int) *T { return the(s) })
	return Group[S]{kind, one[S], nil, ordered(append(tagged, rows...))}
}

func one[S any](*S) int { return 1 }

func ordered[S any](items []Item[S]) []Item[S] {
	slices.SortFunc(items, func(a, b Item[S]) int { return strings.Compare(a.Name, b.Name) })
	for i := 1; i < len(items); i++ {
		if items[i].Name == items[i-1].Name {
			panic("rules: two items are called " + items[i].Name)
		}
	}
	return items
}

type pathValue struct{ path, value string }

// Paths yields path and value of each item, ascending by path.
func (g Items[S]) Paths(s *S, yield func(path, value string) bool) {
	list := make([]pathValue, 0, 256)
	for i := range g {
		list = g[i].collect(s, list)
	}
	byPath := func(a, b pathValue) int { return strings.Compare(a.path, b.path) }
	if !slices.IsSortedFunc(list, byPath) {
		slices.SortFunc(list, byPath)
	}
	for _, it := range list {
		if !yield(it.path, it.value) {
			return
		}
	}
}

func (g *Group[S]) collect(s *S, list []pathValue) []pathValue {
	for i := range g.count(s) {
		prefix := g.kind + "."
		if g.id != nil {
			prefix += g.id(s, i) + "."
		}
		for _, it := range g.items {
			if it.Only == nil || it.Only(s, i) {
				list = append(list, pathValue{prefix + it.Name, it.Get(s, i)})
			}
		}
	}
	return list
}

// Set gives an item a value by the umpire's ruling. It returns an error that says what is wrong
// with the path or the value, and changes nothing then.
func (g Items[S]) Set(s *S, path, value string) error {
	for n := range g {
		group := &g[n]
		rest, ok := strings.CutPrefix(path, group.kind+".")
		if !ok {
			continue
		}
		for i := range group.count(s) {
			name := rest
			if group.id != nil {
				if name, ok = strings.CutPrefix(rest, group.id(s, i)+"."); !ok {
					continue
				}
			}
			for _, it := range group.items {
				if it.Name == name && (it.Only == nil || it.Only(s, i)) {
					return it.set(s, i, path, value)
				}
			}
		}
	}
	return fmt.Errorf("%s: no such item; expected a path such as %s", path, g.example(s))
}

func (it *Item[S]) set(s *S, i int, path, value string) error {
	switch {
	case it.Get(s, i) == value:
		return nil // what it is already
	case it.Set == nil:
		return fmt.Errorf("%s: it follows from other items and cannot be set", path)
	}
	if err := it.Set(s, i, value); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// example is the first path that can be set.
func (g Items[S]) example(s *S) string {
	for n := range g {
		for i := range g[n].count(s) {
			for _, it := range g[n].items {
				if it.Set == nil || it.Only != nil && !it.Only(s, i) {
					continue
				}
				if g[n].id == nil {
					return g[n].kind + "." + it.Name
				}
				return g[n].kind + "." + g[n].id(s, i) + "." + it.Name
			}
		}
	}
	return "none: this game has no items to set"
}

// OfState are the groups that the fields of S declare by their tags: a slice of structs is the
// things of one kind, each with a field ID (`item:"unit"`: `unit.ID.…`); any other field is an item
// by itself (`item:"game.winner"`).
func OfState[S any]() Items[S] {
	var groups Items[S]
	for _, f := range reflect.VisibleFields(reflect.TypeFor[S]()) {
		tag, ok := f.Tag.Lookup("item")
		if !ok {
			continue
		}
		field := func(s *S) reflect.Value { return reflect.ValueOf(s).Elem().FieldByIndex(f.Index) }
		if f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.Struct {
			groups = append(groups, Group[S]{tag,
				func(s *S) int { return field(s).Len() },
				func(s *S, i int) string { return field(s).Index(i).FieldByName("ID").String() },
				ordered(fieldItems(f.Type.Elem(), func(s *S, i int) reflect.Value { return field(s).Index(i) }))})
			continue
		}
		path, limits, _ := strings.Cut(tag, ",")
		it := tagged(f.Name, f.Type, func(s *S, _ int) reflect.Value { return field(s) }, limits)
		kind, name, _ := strings.Cut(path, ".")
		it.Name = name
		groups = append(groups, Group[S]{kind, one[S], nil, []Item[S]{it}})
	}
	return groups
}

// Tagged are the items that the fields of T declare with a tag `item:"NAME[,LIMIT…]"`:
//
//	Hits   int    `item:"hits,0..9"`            a number with its bounds (else 0..999999)
//	Known  bool   `item:"known"`                yes or no
//	Morale string `item:"morale,steady,shaken"` one of some words; none listed: any text
//	Side   int    `item:"side,fixed"`           shown, and not to be set
//
// A field without the tag has no item; a field of another type wants a row of its own.
func Tagged[S, T any](at func(*S, int) *T) []Item[S] {
	return fieldItems(reflect.TypeFor[T](), func(s *S, i int) reflect.Value { return reflect.ValueOf(at(s, i)).Elem() })
}

func fieldItems[S any](t reflect.Type, at func(*S, int) reflect.Value) []Item[S] {
	if t.Kind() != reflect.Struct {
		return nil
	}
	var items []Item[S]
	for _, f := range reflect.VisibleFields(t) {
		tag, ok := f.Tag.Lookup("item")
		if !ok {
			continue
		}
		name, limits, _ := strings.Cut(tag, ",")
		it := tagged(t.Name()+"."+f.Name, f.Type, func(s *S, i int) reflect.Value { return at(s, i).FieldByIndex(f.Index) }, limits)
		it.Name = name
		items = append(items, it)
	}
	return items
}

func tagged[S any](what string, t reflect.Type, field func(*S, int) reflect.Value, limits string) (it Item[S]) {
	switch t.Kind() {
	case reflect.Int:
		least, most := bounds(what, limits)
		it.Get = func(s *S, i int) string { return strconv.FormatInt(field(s, i).Int(), 10) }
		it.Set = func(s *S, i int, value string) error {
			n, err := ReadNumber(value, least, most)
			if err == nil {
				field(s, i).SetInt(int64(n))
			}
			return err
		}
	case reflect.Bool:
		it.Get = func(s *S, i int) string { return YesNo(field(s, i).Bool()) }
		it.Set = func(s *S, i int, value string) error {
			yes, err := ReadYesNo(value)
			if err == nil {
				field(s, i).SetBool(yes)
			}
			return err
		}
	case reflect.String:
		it.Get = func(s *S, i int) string { return OrNone(field(s, i).String()) }
		it.Set = func(s *S, i int, value string) error {
			if limits != "" && !slices.Contains(strings.Split(limits, ","), value) {
				return fmt.Errorf("%q: expected %s", value, strings.Join(strings.Split(limits, ","), " or "))
			}
			field(s, i).SetString(value)
			return nil
		}
	default:
		panic("rules: " + what + ": a field of type " + t.String() + " wants a row of its own")
	}
	if limits == "fixed" {
		it.Set = nil
	}
	return it
}

// bounds reads `0..9`.
func bounds(what, limits string) (least, most int) {
	if limits == "" || limits == "fixed" {
		return 0, 999999
	}
	low, high, _ := strings.Cut(limits, "..")
	least, lowErr := strconv.Atoi(low)
	most, highErr := strconv.Atoi(high)
	if lowErr != nil || highErr != nil {
		panic("rules: " + what + ": expected bounds such as 0..9, found " + limits)
	}
	return least, most
}
