package fieldcommand

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
)

// pathValue is one item of the state.
type pathValue struct{ path, value string }

// Paths yields path and value of each item of section b, ascending by path.
func (s *State) Paths(yield func(path, value string) bool) {
	items := s.items()
	slices.SortFunc(items, func(a, b pathValue) int { return cmp.Compare(a.path, b.path) })
	for _, i := range items {
		if !yield(i.path, i.value) {
			return
		}
	}
}

func (s *State) items() []pathValue {
	list := make([]pathValue, 0, 16+len(s.Units)*10+len(s.b.spots)*2)
	add := func(prefix, name, value string) { list = append(list, pathValue{prefix + name, value}) }
	winner := s.Winner
	if !s.Over_ {
		winner = "-"
	}
	add("game.", "turn", strconv.Itoa(s.Turn))
	add("game.", "round", strconv.Itoa(s.Round))
	add("game.", "active", s.Active)
	add("game.", "over", yesNo(s.Over_))
	add("game.", "winner", winner)
	for i := range s.Sides {
		s.sideItems(i, add)
	}
	for i := range s.Units {
		s.unitItems(i, add)
	}
	for l := range s.b.Locales {
		prefix := "locale." + s.b.Locales[l].ID + "."
		add(prefix, "side", s.sideText(s.holder[l]))
		add(prefix, "blocks", strconv.Itoa(s.blocks[l]))
	}
	s.approachItems(add)
	for i := range s.Seats {
		add("seat."+s.b.Commands[i].ID+".", "at", s.b.whereText(s.Seats[i].At))
	}
	for i := range s.Dispatches {
		d := &s.Dispatches[i]
		prefix := "dispatch." + d.ID + "."
		add(prefix, "at", s.b.whereText(d.At))
		add(prefix, "bank", strconv.Itoa(d.Bank))
		add(prefix, "state", d.Status) // as the rules call it; by the other name every ruleset has it
		add(prefix, "status", d.Status)
	}
	return list
}

// approachItems are who secures each approach, with how many blocks.
func (s *State) approachItems(add func(prefix, name, value string)) {
	count, whose := make([]int, len(s.b.spots)), make([]int, len(s.b.spots))
	for i := range s.Units {
		if u := &s.Units[i]; u.onMap() {
			spot := s.b.spotOf[u.At]
			count[spot]++
			whose[spot] = u.Side
		}
	}
	for i, at := range s.b.spots {
		if at.Reserve() {
			continue
		}
		side := "-"
		if count[i] > 0 {
			side = s.sideText(whose[i])
		}
		prefix := "approach." + s.b.text(at) + "."
		add(prefix, "side", side)
		add(prefix, "blocks", strconv.Itoa(count[i]))
	}
}

func (s *State) sideItems(i int, add func(prefix, name, value string)) {
	side, cards := &s.Sides[i], &s.b.Sides[i]
	prefix := "side." + cards.ID + "."
	add(prefix, "morale", strconv.Itoa(side.Morale))
	add(prefix, "start", strconv.Itoa(side.Start))
	add(prefix, "demoralized", yesNo(side.Demoralized))
	add(prefix, "hand", listText(cards.cardIDs(side.Hand)))
	add(prefix, "deck", strconv.Itoa(len(side.Deck)))
	add(prefix, "discards", strconv.Itoa(len(side.Discards)))
	add(prefix, "effects", listText(s.effectTexts(i)))
	for g, in := range side.Mobilized {
		value := "waiting"
		if in {
			value = "mobilized"
		}
		add(prefix, "group."+strconv.Itoa(g+1), value)
	}
}

func (s *State) unitItems(i int, add func(prefix, name, value string)) {
	u := &s.Units[i]
	prefix := "unit." + u.ID + "."
	add(prefix, "side", s.b.Sides[u.Side].ID)
	add(prefix, "seat", s.b.Commands[u.Seat].ID)
	add(prefix, "kind", string(u.Kind))
	add(prefix, "strength", strconv.Itoa(u.Strength))
	add(prefix, "state", string(u.Status))
	add(prefix, "at", s.b.text(u.At))
	add(prefix, "ranging", yesNo(u.Ranging))
	add(prefix, "face", face(u))
	add(prefix, "token", s.token(i))
}

func (s *State) sideText(side int) string {
	if side < 0 {
		return "-"
	}
	return s.b.Sides[side].ID
}

func listText(list []string) string { return dash(strings.Join(list, ",")) }

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// Set gives an item a value by the umpire's ruling. What follows from other
// items (`locale.…`, `approach.…`) cannot be set.
func (s *State) Set(path, value string) error {
	kind, rest, _ := strings.Cut(path, ".")
	cut := strings.LastIndexByte(rest, '.')
	id, name := rest[:max(cut, 0)], rest[cut+1:]
	switch kind {
	case "game":
		return s.setGame(rest, value)
	case "side":
		owner, item, _ := strings.Cut(rest, ".")
		if i := s.b.side(owner); i >= 0 {
			return s.setSide(i, item, value)
		}
	case "unit":
		if i := s.unit(id); i >= 0 {
			return s.setUnit(&s.Units[i], name, value)
		}
	case "seat":
		if i := s.b.seat(id); i >= 0 && name == "at" {
			return s.setLocale(&s.Seats[i].At, value)
		}
	case "dispatch":
		if d := couriers.Find(s, id); d != nil {
			return s.setDispatch(d, name, value)
		}
	}
	if _, ok := adjudicator.Lookup(s, path); ok {
		return fmt.Errorf("%s: it follows from other items and cannot be set", path)
	}
	return fmt.Errorf("%s: no such item; expected a path of section b that does not follow from others, such as unit.ID.strength", path)
}

func (s *State) setGame(name, value string) error {
	switch name {
	case "over":
		return truth(&s.Over_, value)
	case "winner":
		if s.b.side(value) < 0 && value != "draw" && value != "-" {
			return fmt.Errorf("%q: expected a side, draw or -", value)
		}
		s.Winner = value
		return nil
	}
	return fmt.Errorf("game.%s: cannot be set; expected over or winner", name)
}

func (s *State) setSide(i int, name, value string) error {
	side := &s.Sides[i]
	if number, ok := strings.CutPrefix(name, "group."); ok {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > len(side.Mobilized) || value != "waiting" && value != "mobilized" {
			return fmt.Errorf("group %s: expected waiting or mobilized for a group of the side", number)
		}
		side.Mobilized[n-1] = value == "mobilized"
		return nil
	}
	switch name {
	case "morale":
		return figure(&side.Morale, 0, 99, value)
	case "start":
		return figure(&side.Start, 0, 99, value)
	case "demoralized":
		return truth(&side.Demoralized, value)
	case "hand":
		return s.setHand(i, value)
	}
	return fmt.Errorf("side.%s: cannot be set; expected morale, start, demoralized, hand or group.N", name)
}

func (s *State) setDispatch(d *Dispatch, name, value string) error {
	switch name {
	case "at":
		return s.setLocale(&d.At, value)
	case "bank":
		return figure(&d.Bank, 0, 99, value)
	case "state", "status":
		if value != d.Status && !slices.Contains([]string{adjudicator.Riding, adjudicator.Lost, adjudicator.Captured}, value) {
			return fmt.Errorf("%q: expected riding, lost or captured", value)
		}
		d.Status = value
		return nil
	}
	return fmt.Errorf("dispatch.%s: cannot be set; expected at, bank or status", name)
}

func (s *State) setLocale(into *adjudicator.Index, value string) error {
	l := s.b.locale(value)
	if l < 0 && value != "-" {
		return fmt.Errorf("%q: expected a locale or -", value)
	}
	*into = adjudicator.At(l)
	return nil
}

// figure reads a number within bounds.
func figure(into *int, least, most int, value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < least || n > most {
		return fmt.Errorf("%q: expected a number from %d to %d", value, least, most)
	}
	*into = n
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
