package activationchits

import (
	"cmp"
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
	Get  func(*State, *T) string
	Set  func(s *State, of *T, value string) error
}

// Paths yields path and value of each item of section b, ascending by path.
func (s *State) Paths(yield func(path, value string) bool) {
	type line struct{ path, value string }
	var lines []line
	add := func(path, value string) { lines = append(lines, line{path, value}) }
	for i := range s.Units {
		collect(s, "unit."+s.Units[i].ID, &s.Units[i], unitItems, add)
	}
	for i := range s.Leaders {
		collect(s, "leader."+s.Leaders[i].Post.Leader, &s.Leaders[i], leaderItems, add)
	}
	for i := range s.Forces {
		collect(s, "side."+s.b.Sides[i].ID, &s.Forces[i], forceItems, add)
	}
	for i := range s.Dispatches {
		collect(s, "dispatch."+s.Dispatches[i].ID, &s.Dispatches[i], dispatchItems, add)
	}
	collect(s, "game", s, gameItems, add)
	slices.SortFunc(lines, func(a, b line) int { return cmp.Compare(a.path, b.path) })
	for _, l := range lines {
		if !yield(l.path, l.value) {
			return
		}
	}
}

func collect[T any](s *State, prefix string, of *T, items []item[T], add func(path, value string)) {
	for i := range items {
		add(prefix+"."+items[i].Name, items[i].Get(s, of))
	}
}

// Set gives an item a value by the umpire's ruling. The path must be one that
// Paths yields.
func (s *State) Set(path, value string) error {
	kind, rest, _ := strings.Cut(path, ".")
	var err error
	switch kind {
	case "unit":
		id, name, _ := strings.Cut(rest, ".")
		if u := s.b.unit(id); u >= 0 {
			err = assign(s, &s.Units[u], unitItems, name, value)
		} else {
			err = fmt.Errorf("%s: no such unit", id)
		}
	case "leader":
		id, name, _ := strings.Cut(rest, ".")
		if l := s.b.man(id); l >= 0 {
			err = assign(s, &s.Leaders[l], leaderItems, name, value)
		} else {
			err = fmt.Errorf("%s: no such leader", id)
		}
	case "side":
		id, name, _ := strings.Cut(rest, ".")
		if i := s.b.side(id); i >= 0 {
			err = assign(s, &s.Forces[i], forceItems, name, value)
		} else {
			err = fmt.Errorf("%s: no such side", id)
		}
	case "dispatch":
		cut := max(0, strings.LastIndexByte(rest, '.'))
		if d := couriers.Find(s, rest[:cut]); d != nil {
			err = assign(s, d, dispatchItems, rest[cut+1:], value)
		} else {
			err = fmt.Errorf("%s: no such dispatch", rest[:cut])
		}
	case "game":
		err = assign(s, s, gameItems, rest, value)
	default:
		err = fmt.Errorf("%s: no such item; expected a path such as unit.ID.blocks", path)
	}
	if err == nil {
		s.lookAll()
	}
	return err
}

func assign[T any](s *State, of *T, items []item[T], name, value string) error {
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

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// truth is an item that is yes or no.
func truth[T any](name string, of func(*T) *bool) item[T] {
	return item[T]{name, func(_ *State, t *T) string { return yesNo(*of(t)) }, func(_ *State, t *T, v string) error {
		if v != "yes" && v != "no" {
			return fmt.Errorf("%q: expected yes or no", v)
		}
		*of(t) = v == "yes"
		return nil
	}}
}

// number is an item that is a plain number up to a most.
func number[T any](name string, most int, of func(*T) *int) item[T] {
	return item[T]{name, func(_ *State, t *T) string { return strconv.Itoa(*of(t)) }, func(_ *State, t *T, v string) error {
		n, err := strconv.Atoi(v)
		if err != nil || n < 0 || n > most {
			return fmt.Errorf("%q: expected a number from 0 to %d", v, most)
		}
		*of(t) = n
		return nil
	}}
}

// word is an item that is one of some words.
func word[T any](name string, get func(*T) string, set func(*T, string), words ...string) item[T] {
	return item[T]{name, func(_ *State, t *T) string { return get(t) }, func(_ *State, t *T, v string) error {
		if !slices.Contains(words, v) {
			return fmt.Errorf("%q: expected one of %s", v, strings.Join(words, ", "))
		}
		set(t, v)
		return nil
	}}
}

// unitItems are the items of section b for a unit.
var unitItems = []item[Unit]{
	{"hex", func(s *State, u *Unit) string { return s.b.hexName(u.Hex) }, setUnitHex},
	word("facing", func(u *Unit) string { return u.Facing.String() }, func(u *Unit, v string) { u.Facing = facingOf(v) }, facingNames...),
	number("blocks", 9, func(u *Unit) *int { return &u.Blocks }),
	word("morale", func(u *Unit) string { return u.Morale.String() }, func(u *Unit, v string) { u.Morale = moraleOf(v) }, moraleNames...),
	{"status", func(_ *State, u *Unit) string { return unitStatus(u) }, setUnitStatus},
	truth("spent", func(u *Unit) *bool { return &u.Spent }),
	number("late", 9, func(u *Unit) *int { return &u.Late }),
	{"square", func(_ *State, u *Unit) string { return yesNo(u.Square) }, setSquare},
	number("shots", 99, func(u *Unit) *int { return &u.Shots }),
	truth("low_ammo", func(u *Unit) *bool { return &u.LowAmmo }),
	{"leader", func(s *State, u *Unit) string { return s.leaderName(u.Leader) }, nil},
	{"react.square", func(_ *State, u *Unit) string { return squarePolicy(u.React.Square) }, setSquarePolicy},
	word("react.retire", func(u *Unit) string { return u.React.Retire }, func(u *Unit, v string) { u.React.Retire = v },
		"yes", "no", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
	truth("react.back", func(u *Unit) *bool { return &u.React.Back }),
	truth("react.ground", func(u *Unit) *bool { return &u.React.Ground }),
	truth("react.breakthrough", func(u *Unit) *bool { return &u.React.Breakthrough }),
	truth("react.rally", func(u *Unit) *bool { return &u.React.Rally }),
	word("react.flags", func(u *Unit) string { return flagsPolicy(u.React.Heed) }, func(u *Unit, v string) { u.React.Heed = v == "retreat" },
		"ignore", "retreat"),
}

func unitStatus(u *Unit) string {
	if u.Lost {
		return lost
	}
	return onBoard
}

func flagsPolicy(heed bool) string {
	if heed {
		return "retreat"
	}
	return "ignore"
}

func squarePolicy(n int) string {
	if n == 0 {
		return "never"
	}
	return strconv.Itoa(n)
}

func setSquarePolicy(_ *State, u *Unit, v string) error {
	n := strings.Index("never1234", v)
	if v != "never" && (len(v) != 1 || n < 5) {
		return fmt.Errorf("%q: expected 1 to 4, or never", v)
	}
	u.React.Square = max(0, n-4)
	return nil
}

func setUnitHex(s *State, u *Unit, v string) error {
	n := s.b.unit(u.ID)
	at := s.b.hexAt(v)
	if u.Lost || at == nowhere || !s.canStand(n, at) {
		return fmt.Errorf("%q: expected a hex where the unit can stand", v)
	}
	s.place(n, at)
	return nil
}

// §23
func setSquare(s *State, u *Unit, v string) error {
	switch {
	case v == "yes" && (u.Arm != Infantry || u.Hex == nowhere || !s.b.ground(u.Hex).Square):
		return fmt.Errorf("%q: expected infantry, on ground that allows a square", v)
	case v != "yes" && v != "no":
		return fmt.Errorf("%q: expected yes or no", v)
	}
	u.Square = v == "yes"
	return nil
}

func setUnitStatus(s *State, u *Unit, v string) error {
	if v != lost || u.Lost {
		return fmt.Errorf("%q: expected lost, of a unit on the board", v)
	}
	u.Lost = true
	s.place(s.b.unit(u.ID), nowhere)
	return nil
}

func (s *State) leaderName(l adjudicator.Index) string {
	if l.None() {
		return "-"
	}
	return s.Leaders[l.Must()].Post.Leader
}

func (s *State) unitName(u adjudicator.Index) string {
	if u.None() {
		return "-"
	}
	return s.Units[u.Must()].ID
}

// leaderItems are the items of section b for a leader.
var leaderItems = []item[Leader]{
	{"hex", func(s *State, l *Leader) string { return s.b.hexName(l.Hex) }, setLeaderHex},
	{"unit", func(s *State, l *Leader) string { return s.unitName(l.Unit) }, nil},
	{"status", func(_ *State, l *Leader) string { return l.Status }, setLeaderStatus},
	number("adc", 19, func(l *Leader) *int { return &l.ADC }),
	truth("spent", func(l *Leader) *bool { return &l.Spent }),
}

func setLeaderHex(s *State, l *Leader, v string) error {
	n, at := s.b.man(l.Post.Leader), s.b.hexAt(v)
	if at == nowhere || !s.b.ground(at).Enter[Infantry] || s.manAt[at].Some() && !s.manAt[at].Is(n) ||
		s.unitAt[at].Some() && s.Units[s.unitAt[at].Must()].Side != l.Side {
		return fmt.Errorf("%q: expected a hex where the leader can stand", v)
	}
	s.seatLeader(n, at)
	l.Status = onBoard
	return nil
}

func setLeaderStatus(s *State, l *Leader, v string) error {
	if v != away && v != eliminated {
		return fmt.Errorf("%q: expected away or eliminated; to bring him back, set his hex", v)
	}
	s.seatLeader(s.b.man(l.Post.Leader), nowhere)
	l.Status, l.ADC = v, 0
	return nil
}

var forceItems = []item[Force]{
	number("chits", 99, func(f *Force) *int { return &f.Chits }),
	number("banners", 99, func(f *Force) *int { return &f.Banners }),
	number("held", 99, func(f *Force) *int { return &f.Held }),
}

var dispatchItems = []item[Dispatch]{
	word("status", func(d *Dispatch) string { return d.Status }, func(d *Dispatch, v string) { d.Status = v },
		adjudicator.Riding, adjudicator.Delivered, adjudicator.Captured, adjudicator.Lost),
	{"hex", func(s *State, d *Dispatch) string { return s.b.hexName(d.At) }, func(s *State, d *Dispatch, v string) error {
		if s.b.hexAt(v) == nowhere {
			return fmt.Errorf("%q: expected a hex of the board", v)
		}
		d.At = s.b.hexAt(v)
		return nil
	}},
}

var gameItems = []item[State]{
	word("status", func(s *State) string { return [...]string{"playing", "over"}[btoi(s.End)] }, func(s *State, v string) { s.End = v == "over" },
		"playing", "over"),
	{"winner", func(s *State, _ *State) string {
		switch {
		case !s.End:
			return "-"
		case s.Winner.None():
			return "draw"
		}
		return s.b.Sides[s.Winner.Must()].ID
	}, func(s *State, _ *State, v string) error {
		if s.Winner = adjudicator.At(s.b.side(v)); s.Winner.None() && v != "draw" {
			return fmt.Errorf("%q: expected a side or draw", v)
		}
		return nil
	}},
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
