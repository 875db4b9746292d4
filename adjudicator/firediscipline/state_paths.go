package firediscipline

import (
	"fmt"
	"galloper/adjudicator"
	"slices"
	"strconv"
	"strings"
)

// item is one item of the state that has a path: how it reads, and how the
// umpire's ruling sets it (nil: it follows from others).
type item[T any] struct {
	Name string
	Get  func(*State, T) string
	Set  func(s *State, of T, value string) error
}

// group is all items of one kind of thing, `unit.ID.…`.
type group struct {
	Name string
	// All calls yield with the id of each thing, ascending by path, and its items.
	All func(s *State, yield func(id string, items func(func(name, value string) bool) bool) bool) bool
	Set func(s *State, id, name, value string) error
}

// Paths yields path and value of each item of section b, ascending by path.
func (s *State) Paths(yield func(path, value string) bool) {
	for _, g := range groups {
		more := g.All(s, func(id string, items func(func(name, value string) bool) bool) bool {
			return items(func(name, value string) bool { return yield(g.Name+"."+id+name, value) })
		})
		if !more {
			return
		}
	}
}

// Set gives an item a value by the umpire's ruling. The path must be one that
// Paths yields.
func (s *State) Set(path, value string) error {
	kind, rest, _ := strings.Cut(path, ".")
	for _, g := range groups {
		if g.Name != kind {
			continue
		}
		cut := strings.LastIndexByte(rest, '.')
		return g.Set(s, rest[:max(cut, 0)], rest[cut+1:], value)
	}
	return fmt.Errorf("%s: no such item; expected a path of section b, such as unit.ID.boxes", path)
}

// groups are in byte order of their names.
var groups = []group{
	{"dispatch", dispatchesOf, setDispatch},
	{"game", gameOf, setGame},
	{"place", placesOf, setPlace},
	{"seat", seatsOf, setSeat},
	{"side", sidesOf, setSide},
	{"stand", standsOf, setStand},
	{"unit", unitsOf, setUnit},
}

// byPath gives the order of things whose ids stand before a dot in their paths.
func byPath[T any](things []T, id func(*T) string) []int {
	order := make([]int, len(things))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return strings.Compare(id(&things[a])+".", id(&things[b])+".")
	})
	return order
}

// read yields a thing's items.
func read[T any](s *State, of T, items []item[T]) func(func(name, value string) bool) bool {
	return func(yield func(name, value string) bool) bool {
		for i := range items {
			if !yield("."+items[i].Name, items[i].Get(s, of)) {
				return false
			}
		}
		return true
	}
}

// write sets the item of the name.
func write[T any](s *State, of T, items []item[T], name, value string) error {
	for i := range items {
		if items[i].Name != name {
			continue
		}
		switch {
		case items[i].Set == nil:
			return fmt.Errorf("%s: it follows from other items and cannot be set", name)
		case items[i].Get(s, of) == value:
			return nil // what it was already
		}
		return items[i].Set(s, of, value)
	}
	return fmt.Errorf("%s: no such item", name)
}

func unitsOf(s *State, yield func(string, func(func(string, string) bool) bool) bool) bool {
	for _, u := range byPath(s.Units, func(u *Unit) string { return u.ID }) {
		if !yield(s.Units[u].ID, read(s, &s.Units[u], unitItems)) {
			return false
		}
	}
	return true
}

func setUnit(s *State, id, name, value string) error {
	u := s.b.unit(id)
	if u < 0 {
		return fmt.Errorf("%s: no such unit", id)
	}
	return write(s, &s.Units[u], unitItems, name, value)
}

// standOf is a stand and the unit that it belongs to.
type standOf struct {
	*Unit
	St *Stand
}

func standsOf(s *State, yield func(string, func(func(string, string) bool) bool) bool) bool {
	for _, n := range byPath(s.Units, func(u *Unit) string { return u.ID }) {
		u := &s.Units[n]
		for i := range u.Stands {
			if !yield(u.standID(i), read(s, standOf{u, &u.Stands[i]}, u.standItems())) {
				return false
			}
		}
	}
	return true
}

func (u *Unit) standItems() []item[standOf] {
	if u.Arm == Guns {
		return sectionItems
	}
	return standItems
}

func setStand(s *State, id, name, value string) error {
	unit, l, _ := strings.Cut(id, ".")
	n, i := s.b.unit(unit), strings.Index(letters, l)
	if n < 0 || len(l) != 1 || i < 0 || i >= len(s.Units[n].Stands) {
		return fmt.Errorf("%s: no such stand", id)
	}
	u := &s.Units[n]
	return write(s, standOf{u, &u.Stands[i]}, u.standItems(), name, value)
}

func seatsOf(s *State, yield func(string, func(func(string, string) bool) bool) bool) bool {
	for _, i := range byPath(s.Seats, func(c *Seat) string { return c.ID }) {
		if !yield(s.Seats[i].ID, read(s, &s.Seats[i], seatItems)) {
			return false
		}
	}
	return true
}

func setSeat(s *State, id, name, value string) error {
	i := s.b.seat(id)
	if i < 0 {
		return fmt.Errorf("%s: no such seat", id)
	}
	return write(s, &s.Seats[i], seatItems, name, value)
}

func dispatchesOf(s *State, yield func(string, func(func(string, string) bool) bool) bool) bool {
	for _, i := range byPath(s.Dispatches, func(d *Dispatch) string { return d.ID }) {
		if !yield(s.Dispatches[i].ID, read(s, &s.Dispatches[i], dispatchItems)) {
			return false
		}
	}
	return true
}

func setDispatch(s *State, id, name, value string) error {
	if d := couriers.Find(s, id); d != nil {
		return write(s, d, dispatchItems, name, value)
	}
	return fmt.Errorf("%s: no such dispatch", id)
}

func placesOf(s *State, yield func(string, func(func(string, string) bool) bool) bool) bool {
	for _, f := range byPath(s.b.Features, func(f *Feature) string { return f.ID }) {
		if s.b.Features[f].Kind == Objective && !yield(s.b.Features[f].ID, read(s, f, placeItems)) {
			return false
		}
	}
	return true
}

func setPlace(s *State, id, name, value string) error {
	f := s.b.feature(id)
	if f < 0 || s.b.Features[f].Kind != Objective {
		return fmt.Errorf("%s: no such objective zone", id)
	}
	return write(s, f, placeItems, name, value)
}

func sidesOf(s *State, yield func(string, func(func(string, string) bool) bool) bool) bool {
	for _, i := range byPath(s.b.Sides[:], func(side *Side) string { return side.ID }) {
		if !yield(s.b.Sides[i].ID, read(s, i, sideItems)) {
			return false
		}
	}
	return true
}

func setSide(s *State, id, name, value string) error {
	i := s.b.side(id)
	if i < 0 {
		return fmt.Errorf("%s: no such side", id)
	}
	return write(s, i, sideItems, name, value)
}

// gameOf yields `game.level` and the like: the path has no id, so the dot goes too.
func gameOf(s *State, yield func(string, func(func(string, string) bool) bool) bool) bool {
	return yield("", func(item func(string, string) bool) bool {
		return read(s, struct{}{}, gameItems)(func(name, value string) bool { return item(name[1:], value) })
	})
}

func setGame(s *State, _, name, value string) error {
	return write(s, struct{}{}, gameItems, name, value)
}

// orNone is `-` where there is nothing.
func orNone(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// unitName is a unit's id, `-` for none.
func (s *State) unitName(u adjudicator.Index) string {
	if n, ok := u.Get(); ok {
		return s.Units[n].ID
	}
	return "-"
}

// sideName is a side's id, `-` for none.
func (s *State) sideName(i adjudicator.Index) string {
	if n, ok := i.Get(); ok {
		return s.b.Sides[n].ID
	}
	return "-"
}

// unitNames is a list of units' ids, `-` for none.
func (s *State) unitNames(units []int) string {
	ids := make([]string, len(units))
	for i, u := range units {
		ids[i] = s.Units[u].ID
	}
	return orNone(strings.Join(ids, ","))
}

// number reads a number within bounds.
func number(into *int, least, most int, value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < least || n > most {
		return fmt.Errorf("%q: expected a number from %d to %d", value, least, most)
	}
	*into = n
	return nil
}

// choice reads one of some words.
func choice[T ~string](into *T, value string, words ...T) error {
	if !slices.Contains(words, T(value)) {
		return fmt.Errorf("%q: expected one of %v", value, words)
	}
	*into = T(value)
	return nil
}

// truth reads yes or no.
func truth(into *bool, value string) error {
	if value != "yes" && value != "no" {
		return fmt.Errorf("%q: expected yes or no", value)
	}
	*into = value == "yes"
	return nil
}

// reference reads an id, or `-` for none.
func reference(into *adjudicator.Index, value string, find func(string) int) error {
	var found adjudicator.Index
	if value != "-" {
		if found = adjudicator.At(find(value)); found.None() {
			return fmt.Errorf("%q: unknown; expected an id or -", value)
		}
	}
	*into = found
	return nil
}
