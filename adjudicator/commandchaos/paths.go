package commandchaos

import (
	"fmt"
	"galloper/adjudicator"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator/board"
)

// Paths yields path and value of each item of section b, ascending by path.
func (s *State) Paths(yield func(path, value string) bool) {
	type item struct{ path, value string }
	var all []item
	add := func(path, value string) { all = append(all, item{path, value}) }
	for u := range s.Units {
		for _, it := range unitItems {
			add("unit."+s.b.Units[u].ID+"."+it.Name, it.Get(s, u))
		}
	}
	for i := range s.Officers {
		for _, it := range officerItems {
			add("officer."+s.b.Leaders[i].ID+"."+it.Name, it.Get(s, i))
		}
	}
	for i := range s.Sides {
		for _, it := range sideItems {
			add("side."+s.b.Sides[i].ID+"."+it.Name, it.Get(s, i))
		}
	}
	for i := range s.Dispatches {
		for _, it := range dispatchItems {
			add("dispatch."+s.Dispatches[i].ID+"."+it.Name, it.Get(s, i))
		}
	}
	for _, it := range gameItems {
		add("game."+it.Name, it.Get(s, 0))
	}
	slices.SortFunc(all, func(a, b item) int { return strings.Compare(a.path, b.path) })
	for _, it := range all {
		if !yield(it.path, it.value) {
			return
		}
	}
}

// Set gives an item a value by the umpire's ruling. The path must be one that Paths yields.
func (s *State) Set(path, value string) error {
	kind, rest, _ := strings.Cut(path, ".")
	cut := strings.LastIndexByte(rest, '.')
	id, name := rest[:max(cut, 0)], rest[cut+1:]
	var items []stateItem
	index := -1
	switch kind {
	case "unit":
		items, index = unitItems, s.b.unit(id)
	case "officer":
		items, index = officerItems, s.b.leader(id)
	case "side":
		items, index = sideItems, s.b.side(id)
	case "dispatch":
		items, index = dispatchItems, slices.IndexFunc(s.Dispatches, func(d Dispatch) bool { return d.ID == id })
	case "game":
		items, index = gameItems, 0
	}
	if index < 0 {
		return fmt.Errorf("%s: no such item; expected a path of section b, such as unit.ID.hits", path)
	}
	for _, it := range items {
		if it.Name != name {
			continue
		}
		switch {
		case it.Set == nil:
			return fmt.Errorf("%s: it follows from other items and cannot be set", path)
		case it.Get(s, index) == value:
			return nil // what it was already
		}
		return it.Set(s, index, value)
	}
	return fmt.Errorf("%s: no such item; expected a path of section b, such as unit.ID.hits", path)
}

// stateItem is one item of the state that has a path: how it reads, and how the
// umpire's ruling sets it (nil: it follows from others).
type stateItem struct {
	Name string
	Get  func(s *State, of int) string
	Set  func(s *State, of int, value string) error
}

// ofLine is the value for a line unit, `-` for a light.
func ofLine(get func(*State, int) string) func(*State, int) string {
	return func(s *State, u int) string {
		if !s.b.Units[u].line() {
			return "-"
		}
		return get(s, u)
	}
}

// number makes the setter of a number; lights have none of these.
func number(least, most int, into func(*State, int) *int) func(*State, int, string) error {
	return func(s *State, of int, value string) error {
		n, err := strconv.Atoi(value)
		if err != nil || n < least || n > most {
			return fmt.Errorf("%q: expected a number from %d to %d", value, least, most)
		}
		*into(s, of) = n
		return nil
	}
}

// ofLines refuses to set what lights have not.
func ofLines(set func(*State, int, string) error) func(*State, int, string) error {
	return func(s *State, u int, value string) error {
		if !s.b.Units[u].line() {
			return fmt.Errorf("%s: light infantry has no such item", s.b.Units[u].ID)
		}
		return set(s, u, value)
	}
}

// truth makes the setter of a yes or no.
func truth(into func(*State, int) *bool) func(*State, int, string) error {
	return func(s *State, of int, value string) error {
		if value != "yes" && value != "no" {
			return fmt.Errorf("%q: expected yes or no", value)
		}
		*into(s, of) = value == "yes"
		return nil
	}
}

var unitItems = []stateItem{
	{"side", func(s *State, u int) string { return s.b.Sides[s.b.Units[u].Side].ID }, nil},
	{"kind", func(s *State, u int) string { return string(s.b.Units[u].Kind) }, nil},
	{"at", func(s *State, u int) string { return s.spaceName(u) }, setAt},
	{"facing", func(s *State, u int) string { return s.Units[u].Facing.String() }, ofLines(setFacing)},
	{"status", func(s *State, u int) string { return string(s.Units[u].Status) }, setUnitStatus},
	{"max", ofLine(func(s *State, u int) string { return strconv.Itoa(s.Units[u].Max) }),
		ofLines(number(1, 9, func(s *State, u int) *int { return &s.Units[u].Max }))},
	{"hits", ofLine(func(s *State, u int) string { return strconv.Itoa(s.Units[u].Hits) }),
		ofLines(number(0, 99, func(s *State, u int) *int { return &s.Units[u].Hits }))},
	{"morale", ofLine(func(s *State, u int) string { return strconv.Itoa(s.Units[u].Max - s.Units[u].Hits) }), nil},
	{"veteran", func(s *State, u int) string { return yesNo(s.Units[u].Veteran) }, ofLines(truth(func(s *State, u int) *bool { return &s.Units[u].Veteran }))},
	{"known", func(s *State, u int) string { return yesNo(s.Units[u].Known) }, ofLines(truth(func(s *State, u int) *bool { return &s.Units[u].Known }))},
	{"stamina", ofLine(func(s *State, u int) string { return strconv.Itoa(s.Units[u].Stamina) }),
		ofLines(number(0, 9, func(s *State, u int) *int { return &s.Units[u].Stamina }))},
	{"charged", func(s *State, u int) string { return yesNo(s.Units[u].Charged) }, ofLines(truth(func(s *State, u int) *bool { return &s.Units[u].Charged }))},
	{"reserve", func(s *State, u int) string { return yesNo(s.Units[u].Reserve) }, ofLines(truth(func(s *State, u int) *bool { return &s.Units[u].Reserve }))},
	{"engaged", func(s *State, u int) string { return orNone(s.b.unitIDs(s.Units[u].Engaged)) }, ofLines(setEngaged)},
	{"mixed", func(s *State, u int) string { return yesNo(s.mixed(u)) }, nil},
}

func (s *State) spaceName(u int) string {
	if !s.Units[u].field() {
		return "-"
	}
	return s.Units[u].At.String()
}

// setAt puts a unit into a space where it may stand (§S4).
func setAt(s *State, u int, value string) error {
	at, ok := s.b.spaceNamed(value)
	switch {
	case !ok || !s.b.passable(at):
		return fmt.Errorf("%q: expected a passable space of the board", value)
	case !s.Units[u].field():
		return fmt.Errorf("%s is not on the field; set its status first", s.b.Units[u].ID)
	case s.heldBy(at, 1-s.b.Units[u].Side):
		return fmt.Errorf("%s: an enemy stands there", value)
	}
	if v := s.lineAt(at); v >= 0 && v != u && s.b.Units[u].line() {
		return fmt.Errorf("%s: %s stands there", value, s.b.Units[v].ID)
	}
	s.put(u, at)
	return nil
}

func setFacing(s *State, u int, value string) error {
	h, ok := board.ParseHeading(value)
	if !ok {
		return fmt.Errorf("%q: expected n, e, s or w", value)
	}
	s.Units[u].Facing = h
	return nil
}

// setUnitStatus takes a unit off the field, or back to where it stood last.
func setUnitStatus(s *State, u int, value string) error {
	gone := Dispersed
	if s.b.Units[u].line() {
		gone = Routed
	}
	switch {
	case value == string(s.Units[u].Status):
	case value == string(gone):
		s.remove(u, gone)
		for i := range s.Officers {
			if s.Officers[i].Unit.Is(u) {
				s.Officers[i].Unit = adjudicator.None
			}
		}
	case value == string(OnField):
		s.Units[u].Status = OnField
		if err := setAt(s, u, s.Units[u].Last.String()); err != nil {
			s.Units[u].Status = gone
			return err
		}
		if s.b.Units[u].line() || s.b.Victory.All {
			s.Sides[s.b.Units[u].Side].Removed--
		}
	default:
		return fmt.Errorf("%q: expected field or %s", value, gone)
	}
	return nil
}

func setEngaged(s *State, u int, value string) error {
	var list []int
	if value != "-" {
		for id := range strings.SplitSeq(value, ",") {
			e := s.b.unit(id)
			if e < 0 || s.b.Units[e].Side == s.b.Units[u].Side || !s.b.Units[e].line() || !s.Units[e].field() {
				return fmt.Errorf("%q: expected enemy line units on the field, or -", value)
			}
			list = insert(list, e)
		}
	}
	s.disengage(u)
	s.Units[u].Engaged = list
	for _, e := range list {
		s.Units[e].Engaged = insert(s.Units[e].Engaged, u)
	}
	return nil
}

var officerItems = []stateItem{
	{"role", func(s *State, i int) string { return s.b.Leaders[i].role() }, nil},
	{"zone", func(s *State, i int) string { return s.b.zoneName(s.b.Leaders[i].Side, s.Officers[i].Zone) }, setOfficerZone},
	{"unit", func(s *State, i int) string { return s.b.unitName(s.Officers[i].Unit) }, setOfficerUnit},
	{"status", func(s *State, i int) string { return s.officerStatus(i) }, setOfficerStatus},
}

func (o *Leader) role() string {
	if o.Lieutenant {
		return "lieutenant"
	}
	return "commander"
}

func (s *State) officerStatus(i int) string {
	if s.Officers[i].Dead {
		return "dead"
	}
	return "alive"
}

func setOfficerZone(s *State, i int, value string) error {
	zone := s.b.zoneNamed(s.b.Leaders[i].Side, value)
	if zone < 0 {
		return fmt.Errorf("%q: expected a zone: %s", value, strings.Join(zoneIDs, ", "))
	}
	s.Officers[i].Zone, s.Officers[i].Unit = zone, adjudicator.None
	return nil
}

func setOfficerUnit(s *State, i int, value string) error {
	u := s.b.unit(value)
	if value == "-" {
		s.Officers[i].Unit = adjudicator.None
		return nil
	}
	if u < 0 || s.b.Units[u].Side != s.b.Leaders[i].Side || !s.b.Units[u].line() || !s.Units[u].field() {
		return fmt.Errorf("%q: expected a line unit of his side on the field, or -", value)
	}
	s.Officers[i].Unit, s.Officers[i].Zone = adjudicator.At(u), s.zone(u)
	return nil
}

func setOfficerStatus(s *State, i int, value string) error {
	if value != "alive" && value != "dead" {
		return fmt.Errorf("%q: expected alive or dead", value)
	}
	if value == "dead" {
		s.Officers[i].Unit, s.Officers[i].Died = adjudicator.None, s.Turn
	}
	s.Officers[i].Dead = value == "dead"
	return nil
}

var sideItems = []stateItem{
	{"hand", func(s *State, i int) string { return orNone(s.b.cardNames(s.Sides[i].Hand)) }, setHand},
	{"pile", func(s *State, i int) string { return strconv.Itoa(total(s.Sides[i].Pile)) }, nil},
	{"discards", func(s *State, i int) string { return strconv.Itoa(total(s.Sides[i].Discards)) }, nil},
	{"removed", func(s *State, i int) string { return strconv.Itoa(s.Sides[i].Removed) },
		number(0, 999, func(s *State, i int) *int { return &s.Sides[i].Removed })},
	{"total", func(s *State, i int) string { return strconv.Itoa(s.Sides[i].Total) },
		number(1, 999, func(s *State, i int) *int { return &s.Sides[i].Total })},
}

// setHand gives a side a hand; the cards come from its piles, and what it held goes to the draw pile.
func setHand(s *State, i int, value string) error {
	side := &s.Sides[i]
	hand, pile, discards := make([]int, len(side.Hand)), slices.Clone(side.Pile), slices.Clone(side.Discards)
	for c, n := range side.Hand {
		pile[c] += n
	}
	for id := range strings.SplitSeq(value, ",") {
		c := s.b.Tables.card(id)
		switch {
		case value == "-":
		case c < 0:
			return fmt.Errorf("%q: expected battle cards, or -", value)
		case pile[c] > 0:
			pile[c]--
			hand[c]++
		case discards[c] > 0:
			discards[c]--
			hand[c]++
		default:
			return fmt.Errorf("%s: the side's deck holds no more of these", id)
		}
	}
	side.Hand, side.Pile, side.Discards = hand, pile, discards
	return nil
}

var dispatchItems = []stateItem{
	{"status", func(s *State, i int) string { return string(s.Dispatches[i].Status) }, nil},
	{"zone", func(s *State, i int) string {
		return s.b.zoneName(s.b.Commands[s.Dispatches[i].From].Side, s.Dispatches[i].Zone)
	}, setDispatchZone},
}

func setDispatchZone(s *State, i int, value string) error {
	zone := s.b.zoneNamed(s.b.Commands[s.Dispatches[i].From].Side, value)
	if zone < 0 {
		return fmt.Errorf("%q: expected a zone: %s", value, strings.Join(zoneIDs, ", "))
	}
	s.Dispatches[i].Zone = zone
	return nil
}

var gameItems = []stateItem{
	{"status", func(s *State, _ int) string { return s.Status }, func(s *State, _ int, value string) error {
		if !slices.Contains([]string{"setup", "playing", "over"}, value) {
			return fmt.Errorf("%q: expected setup, playing or over", value)
		}
		s.Status = value
		return nil
	}},
	{"winner", func(s *State, _ int) string { return s.winner() }, func(s *State, _ int, value string) error {
		side := s.b.side(value)
		if side < 0 && value != "-" && value != "draw" {
			return fmt.Errorf("%q: expected a side, draw or -", value)
		}
		s.Winner = adjudicator.At(side)
		return nil
	}},
}

func (s *State) winner() string {
	switch {
	case s.Winner.Some():
		return s.b.Sides[s.Winner.Must()].ID
	case s.Status == "over":
		return "draw"
	}
	return "-"
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
func (b *Battle) unitName(unit adjudicator.Index) string {
	if u, ok := unit.Get(); ok {
		return b.Units[u].ID
	}
	return "-"
}

// unitIDs is a list of units in byte order of their ids.
func (b *Battle) unitIDs(units []int) string {
	ids := make([]string, len(units))
	for i, u := range units {
		ids[i] = b.Units[u].ID
	}
	slices.Sort(ids)
	return strings.Join(ids, ",")
}

// cardNames is a list of cards, given by their number, in deck table order.
func (b *Battle) cardNames(count []int) string {
	var ids []string
	for c, n := range count {
		for range n {
			ids = append(ids, b.Tables.Cards[c].ID)
		}
	}
	return strings.Join(ids, ",")
}
