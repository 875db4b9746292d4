package rules

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
)

// Items are the items of a state S, each with a path (`unit.1foot.boxes`). The state's hash covers them, test cases
// compare them, and the umpire's rulings set them.
type Items[S any] []Group[S]

// Group holds the items of all things of one kind: `unit.ID.…`. Create groups with [Things] or [One], or all of them
// from the tags of the state with [OfState].
type Group[S any] struct {
	kind  string
	count func(*S) int
	id    func(*S, int) string // nil: there is a single thing, whose paths have no id
	items []item[S]            // ascending by name
}

// item is one item of each thing of a group; i is the thing's index.
type item[S any] struct {
	name string
	get  func(s *S, i int) string
	set  func(s *S, i int, value string) error // nil: derived from other items
	only func(s *S, i int) bool                // nil: all things have it
}

// Item is one item of a thing. T is the rules' reference to the thing, a pointer or a list index. See [Number],
// [Truth], [Choice] and [Derived] for the usual ones.
type Item[S, T any] struct {
	Name string
	Get  func(*S, T) string
	// Set gives the item a value by the umpire's ruling. It returns an error and changes nothing if the value is
	// invalid. nil: the item is derived from others.
	Set func(*S, T, string) error
	// Only reports whether the thing has the item. nil: all have it.
	Only func(*S, T) bool
}

// Number returns an item with a whole number from least to most.
func Number[S, T any](name string, least, most int, of func(*S, T) *int) Item[S, T] {
	return Item[S, T]{Name: name,
		Get: func(s *S, t T) string { return strconv.Itoa(*of(s, t)) },
		Set: func(s *S, t T, value string) error {
			n, err := ReadNumber(value, least, most)
			if err == nil {
				*of(s, t) = n
			}
			return err
		}}
}

// Truth returns an item that is yes or no.
func Truth[S, T any](name string, of func(*S, T) *bool) Item[S, T] {
	return Item[S, T]{Name: name,
		Get: func(s *S, t T) string { return YesNo(*of(s, t)) },
		Set: func(s *S, t T, value string) error {
			yes, err := ReadYesNo(value)
			if err == nil {
				*of(s, t) = yes
			}
			return err
		}}
}

// Choice returns an item with one of the words.
func Choice[S, T any](name string, words []string, get func(*S, T) string, set func(*S, T, string)) Item[S, T] {
	return Item[S, T]{Name: name, Get: get, Set: func(s *S, t T, value string) error {
		word, err := ReadWord(value, words...)
		if err == nil {
			set(s, t, word)
		}
		return err
	}}
}

// Reference returns an item that names another thing, or `-`. want is the expected input, for errors.
func Reference[S, T any](
	name, want string, ids func(*S) *IDs, of func(*S, T) *adjudicator.Index,
) Item[S, T] {
	return Item[S, T]{Name: name, Get: func(s *S, t T) string { return ids(s).Of(*of(s, t)) },
		Set: func(s *S, t T, value string) error {
			i, err := ids(s).Read(value, want)
			if err == nil {
				*of(s, t) = i
			}
			return err
		}}
}

// Then returns the item with a function that is called after it has been set.
func (it Item[S, T]) Then(more func(*S, T)) Item[S, T] {
	set := it.Set
	it.Set = func(s *S, t T, value string) error {
		err := set(s, t, value)
		if err == nil {
			more(s, t)
		}
		return err
	}
	return it
}

// Derived returns an item that is derived from others and cannot be set.
func Derived[S, T any](name string, get func(*S, T) string) Item[S, T] {
	return Item[S, T]{Name: name, Get: get}
}

// Things returns the items of count things of one kind; at returns the rules' reference to each. If that is a pointer
// to a struct, its tagged fields are items too (see [OfState]). A row with the same name replaces a tag.
func Things[S, T any](
	kind string, count func(*S) int, at func(*S, int) T, id func(*S, int) string, rows ...Item[S, T],
) Group[S] {
	var items []item[S]
	if t := reflect.TypeFor[T](); t.Kind() == reflect.Pointer && t != reflect.TypeFor[*S]() {
		items = fieldItems(t.Elem(), func(s *S, i int) reflect.Value { return reflect.ValueOf(at(s, i)).Elem() })
		items = slices.DeleteFunc(items, func(it item[S]) bool {
			return slices.ContainsFunc(rows, func(row Item[S, T]) bool { return row.Name == it.name })
		})
	}
	for _, row := range rows {
		it := item[S]{name: row.Name, get: func(s *S, i int) string { return row.Get(s, at(s, i)) }}
		if row.Set != nil {
			it.set = func(s *S, i int, value string) error { return row.Set(s, at(s, i), value) }
		}
		if row.Only != nil {
			it.only = func(s *S, i int) bool { return row.Only(s, at(s, i)) }
		}
		items = append(items, it)
	}
	return Group[S]{kind, count, id, ordered(items)}
}

// Each is Things for the elements of a list.
func Each[S, T any](kind string, list func(*S) []T, id func(*T) string, rows ...Item[S, *T]) Group[S] {
	return Things(kind, func(s *S) int { return len(list(s)) }, func(s *S, i int) *T { return &list(s)[i] },
		func(s *S, i int) string { return id(&list(s)[i]) }, rows...)
}

// Numbered is Things for things that the rules refer to by list index.
func Numbered[S any](kind string, count func(*S) int, id func(*S, int) string, rows ...Item[S, int]) Group[S] {
	return Things(kind, count, func(_ *S, i int) int { return i }, id, rows...)
}

// One returns the items of the only thing of its kind, such as the game: `game.turn`. Items declared by tags of S
// belong to OfState.
func One[S any](kind string, rows ...Item[S, *S]) Group[S] {
	return Things(kind, one[S], func(s *S, _ int) *S { return s }, nil, rows...)
}

func one[S any](*S) int { return 1 }

func ordered[S any](items []item[S]) []item[S] {
	slices.SortFunc(items, func(a, b item[S]) int { return strings.Compare(a.name, b.name) })
	for i := 1; i < len(items); i++ {
		if items[i].name == items[i-1].name {
			panic("rules: two items are called " + items[i].name)
		}
	}
	return items
}

type pathValue struct{ path, value string }

// Paths yields path and value of each item, sorted by path.
func (g Items[S]) Paths(s *S, yield func(path, value string) bool) {
	most := 0
	for i := range g {
		most += g[i].count(s) * len(g[i].items)
	}
	list := make([]pathValue, 0, most)
	for i := range g {
		from := len(list)
		list = g[i].collect(s, list)
		sortPaths(list[from:])
	}
	sortPaths(list)
	for _, it := range list {
		if !yield(it.path, it.value) {
			return
		}
	}
}

// arranged returns the groups sorted by kind, and merges groups of the same kind that have no ids. The items are then
// usually sorted by path.
func (g Items[S]) arranged() Items[S] {
	list := slices.Clone(g)
	slices.SortStableFunc(list, func(a, b Group[S]) int { return strings.Compare(a.kind, b.kind) })
	var all Items[S]
	for _, group := range list {
		last := len(all) - 1
		if last >= 0 && group.id == nil && all[last].id == nil && all[last].kind == group.kind {
			all[last].items = ordered(slices.Concat(all[last].items, group.items))
			continue
		}
		all = append(all, group)
	}
	return all
}

func sortPaths(list []pathValue) {
	byPath := func(a, b pathValue) int { return strings.Compare(a.path, b.path) }
	if !slices.IsSortedFunc(list, byPath) { // usually sorted
		slices.SortFunc(list, byPath)
	}
}

func (g *Group[S]) collect(s *S, list []pathValue) []pathValue {
	for i := range g.count(s) {
		prefix := g.kind + "."
		if g.id != nil {
			prefix += g.id(s, i) + "."
		}
		for _, it := range g.items {
			if it.only == nil || it.only(s, i) {
				list = append(list, pathValue{prefix + it.name, it.get(s, i)})
			}
		}
	}
	return list
}

// Set gives an item a value by the umpire's ruling. If path or value is invalid it returns an error and changes
// nothing.
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
				if it.name == name && (it.only == nil || it.only(s, i)) {
					return it.give(s, i, path, value)
				}
			}
		}
	}
	return fmt.Errorf("%s: no such item; expected a path such as %s", path, g.example(s))
}

func (it *item[S]) give(s *S, i int, path, value string) error {
	switch {
	case it.get(s, i) == value:
		return nil // unchanged
	case it.set == nil:
		return fmt.Errorf("%s: it follows from other items and cannot be set", path)
	}
	if err := it.set(s, i, value); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// getter returns the function that reads the item with the path, which has no id in it. It panics if there is no such
// item.
func (g Items[S]) getter(path string) func(*S) string {
	for n := range g {
		for _, it := range g[n].items {
			if g[n].id == nil && g[n].kind+"."+it.name == path {
				return func(s *S) string { return it.get(s, 0) }
			}
		}
	}
	panic("rules: there is no item " + path)
}

// example returns the first path that can be set.
func (g Items[S]) example(s *S) string {
	for n := range g {
		for i := range g[n].count(s) {
			for _, it := range g[n].items {
				if it.set == nil || it.only != nil && !it.only(s, i) {
					continue
				}
				if g[n].id == nil {
					return g[n].kind + "." + it.name
				}
				return g[n].kind + "." + g[n].id(s, i) + "." + it.name
			}
		}
	}
	return "none: this game has no items to set"
}

// OfState returns the groups that the fields of S declare by their tags. A slice of structs holds the things of one
// kind, each with a field ID (`item:"unit"`: `unit.ID.…`). Any other field is a single item (`item:"game.winner"`). The
// items of a thing are its fields with a tag `item:"NAME[,LIMIT…]"`:
//
//	Hits   int    `item:"hits,0..9"`            a number with its bounds (default 0..999999)
//	Known  bool   `item:"known"`                yes or no
//	Morale string `item:"morale,steady,shaken"` one of the words; without words any text
//	Side   string `item:"side,fixed"`           shown, cannot be set
//
// A field of another type needs a row of its own.
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
		it.name = name
		groups = append(groups, Group[S]{kind, one[S], nil, []item[S]{it}})
	}
	return groups
}

func fieldItems[S any](t reflect.Type, at func(*S, int) reflect.Value) []item[S] {
	if t.Kind() != reflect.Struct {
		return nil
	}
	var items []item[S]
	for _, f := range reflect.VisibleFields(t) {
		tag, ok := f.Tag.Lookup("item")
		if !ok {
			continue
		}
		name, limits, _ := strings.Cut(tag, ",")
		it := tagged(t.Name()+"."+f.Name, f.Type, func(s *S, i int) reflect.Value {
			return at(s, i).FieldByIndex(f.Index)
		}, limits)
		it.name = name
		items = append(items, it)
	}
	return items
}

func tagged[S any](what string, t reflect.Type, field func(*S, int) reflect.Value, limits string) (it item[S]) {
	switch t.Kind() {
	case reflect.Int:
		least, most := bounds(what, limits)
		it.get = func(s *S, i int) string { return strconv.FormatInt(field(s, i).Int(), 10) }
		it.set = func(s *S, i int, value string) error {
			n, err := ReadNumber(value, least, most)
			if err == nil {
				field(s, i).SetInt(int64(n))
			}
			return err
		}
	case reflect.Bool:
		it.get = func(s *S, i int) string { return YesNo(field(s, i).Bool()) }
		it.set = func(s *S, i int, value string) error {
			yes, err := ReadYesNo(value)
			if err == nil {
				field(s, i).SetBool(yes)
			}
			return err
		}
	case reflect.String:
		it.get = func(s *S, i int) string { return OrNone(field(s, i).String()) }
		it.set = func(s *S, i int, value string) error {
			if limits != "" && !slices.Contains(strings.Split(limits, ","), value) {
				return Expected(value, strings.Join(strings.Split(limits, ","), " or "))
			}
			field(s, i).SetString(value)
			return nil
		}
	default:
		panic("rules: " + what + ": a field of type " + t.String() + " wants a row of its own")
	}
	if limits == "fixed" {
		it.set = nil
	}
	return it
}

// bounds parses `0..9`. It panics if the limits are malformed.
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
