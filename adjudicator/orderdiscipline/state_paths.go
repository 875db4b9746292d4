package orderdiscipline

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
)

// item is one item of the state that has a path: how it reads, and how the
// umpire's ruling sets it (nil: it follows from others).
type item[T any] struct {
	Name string
	Get  func(*State, T) string
	Set  func(*State, T, string) error
}

// Paths yields path and value of each item of section b, ascending by path.
func (s *State) Paths(yield func(path, value string) bool) {
	type pair struct{ path, value string }
	var all []pair
	s.items(func(path string, get func() string, _ func(string) error) bool {
		all = append(all, pair{path, get()})
		return true
	})
	slices.SortFunc(all, func(a, b pair) int { return strings.Compare(a.path, b.path) })
	for _, p := range all {
		if !yield(p.path, p.value) {
			return
		}
	}
}

// Set gives an item a value by the umpire's ruling. The path must be one that
// Paths yields.
func (s *State) Set(path, value string) error {
	err := fmt.Errorf("%s: no such item; expected a path of section b, such as unit.ID.stands", path)
	s.items(func(at string, get func() string, set func(string) error) bool {
		if at != path {
			return true
		}
		switch {
		case set == nil:
			err = fmt.Errorf("%s: it follows from other items and cannot be set", path)
		case get() == value:
			err = nil // what it was already
		default:
			err = set(value)
		}
		return false
	})
	return err
}

// visit is called with each item until it returns false.
type visit func(path string, get func() string, set func(string) error) bool

// each visits the items of one thing.
func each[T any](s *State, prefix string, of T, items []item[T], v visit) bool {
	for i := range items {
		it := &items[i]
		var set func(string) error
		if it.Set != nil {
			set = func(value string) error { return it.Set(s, of, value) }
		}
		if !v(prefix+"."+it.Name, func() string { return it.Get(s, of) }, set) {
			return false
		}
	}
	return true
}

// items visits all items of the state.
func (s *State) items(v visit) {
	for i := range s.Units {
		if !each(s, "unit."+s.Units[i].ID, i, unitItems, v) {
			return
		}
	}
	for i := range s.Generals {
		if !each(s, "seat."+s.Generals[i].ID, i, seatItems, v) {
			return
		}
	}
	for i := range s.b.Sides {
		if !each(s, "side."+s.b.Sides[i].ID, i, sideItems, v) {
			return
		}
	}
	for i := range s.b.Places {
		if s.b.Places[i].Objective && !each(s, "place."+s.b.Places[i].ID, i, placeItems, v) {
			return
		}
	}
	for i := range s.Dispatches {
		if !each(s, "dispatch."+s.Dispatches[i].ID, i, dispatchItems, v) {
			return
		}
	}
	_ = each(s, "deck", 0, deckItems, v) && each(s, "initiative", 0, initiativeItems, v) && each(s, "game", 0, gameItems, v)
}

func yesNo(yes bool) string { return word(yes, "yes", "no") }

// whole is an item that is a number.
func whole(name string, of func(*State, int) *int, least, most int) item[int] {
	return item[int]{name, func(s *State, i int) string { return strconv.Itoa(*of(s, i)) },
		func(s *State, i int, v string) error { return setNumber(of(s, i), least, most, v) }}
}

// truth is an item that is yes or no.
func truth(name string, of func(*State, int) *bool) item[int] {
	return item[int]{name, func(s *State, i int) string { return yesNo(*of(s, i)) }, func(s *State, i int, v string) error {
		if v != "yes" && v != "no" {
			return fmt.Errorf("%q: expected yes or no", v)
		}
		*of(s, i) = v == "yes"
		return nil
	}}
}

func setNumber(to *int, least, most int, v string) error {
	n, err := strconv.Atoi(v)
	if err != nil || n < least || n > most {
		return fmt.Errorf("%q: expected a number from %d to %d", v, least, most)
	}
	*to = n
	return nil
}

// choose returns the place of a word in a list.
func choose(v string, list []string) (int, error) {
	i := slices.Index(list, v)
	if i < 0 {
		return 0, fmt.Errorf("%q: expected one of %s", v, strings.Join(list, ", "))
	}
	return i, nil
}

var unitItems = []item[int]{
	{"contact", func(s *State, u int) string {
		if len(s.Units[u].Contact) == 0 {
			return "-"
		}
		return strings.ReplaceAll(s.b.unitNames(s.Units[u].Contact), ", ", ",")
	}, setContact},
	whole("facing", func(s *State, u int) *int { return &s.Units[u].Facing }, 0, 359),
	{"formation", func(s *State, u int) string { return s.Units[u].Formation.String() }, func(s *State, u int, v string) error {
		f, err := choose(v, formations[:])
		if err == nil && movementOf(s.Units[u].Kind, Formation(f)) < 0 {
			err = fmt.Errorf("%q: expected a formation of %s", v, s.Units[u].Kind)
		}
		if err == nil {
			s.Units[u].Formation = Formation(f)
		}
		return err
	}},
	{"hits", func(s *State, u int) string { return strconv.Itoa(s.Units[u].Hits) }, func(s *State, u int, v string) error {
		return setNumber(&s.Units[u].Hits, 0, s.b.Tables.HitsPerStand-1, v)
	}},
	{"lost", func(s *State, u int) string { return strconv.Itoa(s.Units[u].Lost) }, func(s *State, u int, v string) error {
		err := setNumber(&s.Units[u].Lost, 0, s.Units[u].Start, v)
		s.Units[u].Stands = s.Units[u].Start - s.Units[u].Lost
		return err
	}},
	{"stands", func(s *State, u int) string { return strconv.Itoa(s.Units[u].Stands) }, func(s *State, u int, v string) error {
		err := setNumber(&s.Units[u].Stands, 0, s.Units[u].Start, v)
		s.Units[u].Lost = s.Units[u].Start - s.Units[u].Stands
		return err
	}},
	{"state", func(s *State, u int) string { return s.Units[u].State.String() }, func(s *State, u int, v string) error {
		c, err := choose(v, conditions[:])
		if err != nil {
			return err
		}
		if s.Units[u].State = Condition(c); Condition(c) >= Waiting {
			s.disengage(u)
			for _, g := range s.attached(u) {
				s.Generals[g].Attached = adjudicator.None
			}
		}
		return nil
	}},
	truth("test", func(s *State, u int) *bool { return &s.Units[u].Test }),
	coordinate("x"), coordinate("y"),
}

// coordinate is the place of a unit; generals attached follow.
func coordinate(name string) item[int] {
	of := func(s *State, u int) (*int, int) {
		if name == "x" {
			return &s.Units[u].At.X, s.b.Width
		}
		return &s.Units[u].At.Y, s.b.Height
	}
	return item[int]{name, func(s *State, u int) string { n, _ := of(s, u); return strconv.Itoa(*n) }, func(s *State, u int, v string) error {
		n, most := of(s, u)
		err := setNumber(n, 0, most, v)
		for _, g := range s.attached(u) {
			s.Generals[g].At = s.Units[u].At
		}
		return err
	}}
}

// setContact sets what a unit is in melee with; it works both ways.
func setContact(s *State, u int, v string) error {
	var list []int
	if v != "-" {
		for id := range strings.SplitSeq(v, ",") {
			e := s.b.unit(id)
			if e < 0 || !s.enemies(u, e) || !s.onTable(e) {
				return fmt.Errorf("%q: expected enemy units on the table, or -", id)
			}
			list = with(list, e)
		}
	}
	s.disengage(u)
	s.Units[u].Contact = list
	for _, e := range list {
		s.Units[e].Contact = with(s.Units[e].Contact, u)
	}
	return nil
}

var seatItems = []item[int]{
	whole("ability", func(s *State, g int) *int { return &s.Generals[g].Ability }, 0, 2),
	{"attached", func(s *State, g int) string { return s.b.unitName(s.Generals[g].Attached) }, func(s *State, g int, v string) error {
		u := s.b.unit(v)
		if v != "-" && (u < 0 || !s.onTable(u) || !s.b.commands(g, u)) {
			return fmt.Errorf("%q: expected a unit of his command on the table, or -", v)
		}
		if s.Generals[g].Attached = adjudicator.At(u); u >= 0 {
			s.Generals[g].At = s.Units[u].At
		}
		return nil
	}},
	truth("broken", func(s *State, g int) *bool { return &s.Generals[g].Broken }),
	whole("fallen", func(s *State, g int) *int { return &s.Generals[g].Fallen }, 0, 99),
	whole("roll", func(s *State, g int) *int { return &s.Generals[g].Roll }, 0, 12),
	whole("score", func(s *State, g int) *int { return &s.Generals[g].Score }, 0, 15),
	whole("total", func(s *State, g int) *int { return &s.Generals[g].Total }, 0, 14),
	{"x", func(s *State, g int) string { return strconv.Itoa(s.Generals[g].At.X) }, func(s *State, g int, v string) error {
		return setNumber(&s.Generals[g].At.X, 0, s.b.Width, v)
	}},
	{"y", func(s *State, g int) string { return strconv.Itoa(s.Generals[g].At.Y) }, func(s *State, g int, v string) error {
		return setNumber(&s.Generals[g].At.Y, 0, s.b.Height, v)
	}},
}

var sideItems = []item[int]{
	truth("broken", func(s *State, i int) *bool { return &s.Broken[i] }),
	{"hand", func(s *State, i int) string { return s.handText(i) }, func(s *State, i int, v string) error {
		var hand [4]int
		if v != "-" {
			for c := range strings.SplitSeq(v, ",") {
				n, err := choose(c, cards[:])
				if err != nil {
					return err
				}
				hand[n]++
			}
		}
		s.Hands[i] = hand
		return nil
	}},
}

// sideOr sets a side; none is what stands for no side.
func sideOr(s *State, to *adjudicator.Index, v, none string) error {
	i := s.b.side(v)
	if i < 0 && v != none {
		return fmt.Errorf("%q: expected a side, or %s", v, none)
	}
	*to = adjudicator.At(i)
	return nil
}

var placeItems = []item[int]{
	{"held", func(s *State, i int) string { return s.b.sideName(s.Held[i], "-") }, func(s *State, i int, v string) error {
		return sideOr(s, &s.Held[i], v, "-")
	}},
}

var dispatchItems = []item[int]{
	{"status", func(s *State, i int) string { return s.Dispatches[i].Status }, func(s *State, i int, v string) error {
		list := []string{riding, delivered, captured, lost}
		n, err := choose(v, list)
		if err == nil {
			s.Dispatches[i].Status = list[n]
		}
		return err
	}},
	whole("x", func(s *State, i int) *int { return &s.Dispatches[i].At.X }, 0, 30000),
	whole("y", func(s *State, i int) *int { return &s.Dispatches[i].At.Y }, 0, 30000),
}

var deckItems = []item[int]{
	whole("black", func(s *State, _ int) *int { return &s.Black }, 0, 20),
	whole("red", func(s *State, _ int) *int { return &s.Red }, 0, 20),
}

var initiativeItems = []item[int]{
	{"first", func(s *State, _ int) string { return s.b.sideName(s.First, "-") }, func(s *State, _ int, v string) error {
		return sideOr(s, &s.First, v, "")
	}},
	{"side", func(s *State, _ int) string { return s.b.sideName(s.Holder, "-") }, func(s *State, _ int, v string) error {
		return sideOr(s, &s.Holder, v, "")
	}},
}

var gameItems = []item[int]{
	{"status", func(s *State, _ int) string { return word(s.Ended, "over", "playing") }, func(s *State, _ int, v string) error {
		n, err := choose(v, []string{"playing", "over"})
		s.Ended = err == nil && n == 1 || err != nil && s.Ended
		return err
	}},
	{"turn", func(s *State, _ int) string { return strconv.Itoa(s.Turn) }, nil},
	{"winner", func(s *State, _ int) string {
		if !s.Ended {
			return "-"
		}
		return s.b.sideName(s.Winner, "draw")
	}, func(s *State, _ int, v string) error { return sideOr(s, &s.Winner, v, "draw") }},
}
