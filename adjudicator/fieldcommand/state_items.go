package fieldcommand

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
)

// items lists the items of section b. Derived ones (`locale.…`, `approach.…`) cannot be set.
var items = rules.Items[State]{
	rules.One("game",
		rules.Derived("turn", func(s *State, _ *State) string { return strconv.Itoa(s.Turn) }),
		rules.Derived("round", func(s *State, _ *State) string { return strconv.Itoa(s.Round) }),
		rules.Derived("active", func(s *State, _ *State) string { return s.Active }),
		rules.Truth("over", func(s *State, _ *State) *bool { return &s.Over }),
		rules.Item[State, *State]{Name: "winner", Get: (*State).winnerText, Set: (*State).setWinner},
	),
	rules.Things("side", func(*State) int { return 2 }, func(_ *State, i int) int { return i },
		func(s *State, i int) string { return s.b.Sides[i].ID }, sideItems()...),
	rules.Things("unit", func(s *State) int { return len(s.Units) }, func(_ *State, i int) int { return i },
		func(s *State, i int) string { return s.Units[i].ID },
		rules.Derived("side", func(s *State, i int) string { return s.b.Sides[s.Units[i].Side].ID }),
		rules.Derived("kind", func(s *State, i int) string { return string(s.Units[i].Kind) }),
		rules.Derived("token", (*State).token),
		ofUnit("seat", func(s *State, u *Unit) string { return s.b.Commands[u.Seat].ID }, (*State).setSeat),
		ofUnit("strength", func(_ *State, u *Unit) string { return strconv.Itoa(u.Strength) }, (*State).setStrength),
		ofUnit("state", func(_ *State, u *Unit) string { return string(u.Status) }, (*State).setStatus),
		ofUnit("at", func(s *State, u *Unit) string { return s.b.positionText(u.At) }, (*State).setPlace),
		ofUnit("ranging", func(_ *State, u *Unit) string { return rules.YesNo(u.Ranging) }, (*State).setRanging),
		ofUnit("face", func(_ *State, u *Unit) string { return faceText(u) }, (*State).setFace),
	),
	rules.Things("locale", func(s *State) int { return len(s.b.Locales) }, func(_ *State, i int) int { return i },
		func(s *State, i int) string { return s.b.Locales[i].ID },
		rules.Derived("side", func(s *State, i int) string { return s.sideText(s.holder[i]) }),
		rules.Derived("blocks", func(s *State, i int) string { return strconv.Itoa(s.blocks[i]) }),
	),
	rules.Things("approach", func(s *State) int { return len(s.b.approaches) },
		func(s *State, i int) Position { return s.b.approaches[i] },
		func(s *State, i int) string { return s.b.positionText(s.b.approaches[i]) },
		rules.Derived("side", func(s *State, at Position) string { return s.sideText(s.secured(at.Locale, at.Toward)) }),
		rules.Derived("blocks", func(s *State, at Position) string { return strconv.Itoa(len(s.standingAt(at))) }),
	),
	rules.Things("seat", func(s *State) int { return len(s.Seats) }, func(s *State, i int) *Person { return &s.Seats[i] },
		func(s *State, i int) string { return s.b.Commands[i].ID },
		whereabouts(func(p *Person) *adjudicator.Index { return &p.At })),
	couriers.Items(
		whereabouts(func(d *Dispatch) *adjudicator.Index { return &d.At }),
		rules.Number("bank", 0, 99, func(_ *State, d *Dispatch) *int { return &d.Bank }),
		fate("state"), // the rules call it `status`
		fate("status")),
}

// fate is the status of a dispatch. A ruling cannot deliver one, because the rules decide the consequences.
func fate(name string) rules.Item[State, *Dispatch] {
	return rules.Choice(name, []string{adjudicator.Riding, adjudicator.Lost, adjudicator.Captured},
		func(_ *State, d *Dispatch) string { return d.Status },
		func(_ *State, d *Dispatch, value string) { d.Status = value })
}

// sideItems lists the items of a side: its morale, its cards and its reinforcement groups.
func sideItems() []rules.Item[State, int] {
	list := []rules.Item[State, int]{
		rules.Number("morale", 0, 99, func(s *State, i int) *int { return &s.Sides[i].Morale }),
		rules.Number("start", 0, 99, func(s *State, i int) *int { return &s.Sides[i].Start }),
		rules.Truth("demoralized", func(s *State, i int) *bool { return &s.Sides[i].Demoralized }),
		{Name: "hand", Set: (*State).giveHand,
			Get: func(s *State, i int) string { return rules.ListText(s.b.Sides[i].cardIDs(s.Sides[i].Hand)) }},
		rules.Derived("deck", func(s *State, i int) string { return strconv.Itoa(len(s.Sides[i].Deck)) }),
		rules.Derived("discards", func(s *State, i int) string { return strconv.Itoa(len(s.Sides[i].Discards)) }),
		rules.Derived("effects", func(s *State, i int) string { return rules.ListText(s.effectTexts(i)) }),
	}
	for g := range 99 {
		item := rules.Choice("group."+strconv.Itoa(g+1), []string{"waiting", "mobilized"},
			func(s *State, i int) string {
				if s.Sides[i].Mobilized[g] {
					return "mobilized"
				}
				return "waiting"
			}, func(s *State, i int, value string) { s.Sides[i].Mobilized[g] = value == "mobilized" })
		item.Only = func(s *State, i int) bool { return g < len(s.Sides[i].Mobilized) }
		list = append(list, item)
	}
	return list
}

// ofUnit returns an item of a unit.
func ofUnit(name string, get func(*State, *Unit) string, set func(*State, *Unit, string) error) rules.Item[State, int] {
	return rules.Item[State, int]{Name: name,
		Get: func(s *State, i int) string { return get(s, &s.Units[i]) },
		Set: func(s *State, i int, value string) error { return set(s, &s.Units[i], value) }}
}

// whereabouts returns the item `at`, a locale.
func whereabouts[T any](at func(T) *adjudicator.Index) rules.Item[State, T] {
	return rules.Reference("at", "a locale or -", func(s *State) *rules.IDs { return &s.b.places },
		func(_ *State, t T) *adjudicator.Index { return at(t) })
}

func (s *State) winnerText(*State) string {
	if !s.Over {
		return adjudicator.Nobody
	}
	return s.Winner
}

func (s *State) setWinner(_ *State, value string) error {
	if s.b.Side(value).Or(-1) < 0 && value != adjudicator.Draw && value != adjudicator.Nobody {
		return rules.Expected(value, "a side, draw or -")
	}
	s.Winner = value
	return nil
}

func (s *State) sideText(side int) string {
	if side < 0 {
		return adjudicator.Nobody
	}
	return s.b.Sides[side].ID
}

// giveHand gives a side a hand. The cards come from the draw pile, or else from the discards. The previous hand goes
// under the draw pile.
func (s *State) giveHand(i int, value string) error {
	side := &s.Sides[i]
	var hand []int
	deck, discards := append(slices.Clone(side.Deck), side.Hand...), slices.Clone(side.Discards)
	for id := range strings.SplitSeq(value, ",") {
		c := s.b.Sides[i].card(id)
		switch {
		case value == "-":
			continue
		case c < 0:
			return rules.Expected(id, "cards of the deck, with commas, or -")
		case slices.Contains(deck, c):
			at := slices.Index(deck, c)
			deck = slices.Delete(deck, at, at+1)
		case slices.Contains(discards, c):
			at := slices.Index(discards, c)
			discards = slices.Delete(discards, at, at+1)
		default:
			return fmt.Errorf("%s: the side's deck holds no more of these", id)
		}
		hand = append(hand, c)
	}
	side.Hand, side.Deck, side.Discards = hand, deck, discards
	return nil
}

// setSeat puts a unit under another commander.
func (s *State) setSeat(u *Unit, value string) error {
	seat := s.b.Seat(value).Or(-1)
	if seat < 0 || s.b.Commands[seat].Side != u.Side {
		return rules.Expected(value, "a seat of its side")
	}
	u.Seat = seat
	return nil
}

// setStrength sets a unit's strength points. Only disrupted or gone units may have 0 (§13.1).
func (s *State) setStrength(u *Unit, value string) error {
	least := 1
	if u.Status == Disrupted || u.Status == Gone {
		least = 0
	}
	top := most[u.Kind]
	if least == 0 {
		top = 0
	}
	n, err := rules.ReadNumber(value, least, top)
	if err != nil {
		return fmt.Errorf("%w for a unit that is %s; its state is set by unit.%s.state", err, u.Status, u.ID)
	}
	u.Strength = n
	return nil
}

// setStatus sets a unit's status. A disrupted unit stands face-up in the reserve with strength 0; a unit made ready
// again has at least 1; a unit off the map gets a position (§4.3.1, §13.1).
func (s *State) setStatus(u *Unit, value string) error {
	switch to := Status(value); {
	case to == u.Status:
	case to == Gone:
		s.takeAway(u)
	case to == Disrupted && u.Kind != Infantry:
		return fmt.Errorf("%q: only infantry is disrupted", value)
	case to == Disrupted && u.onMap():
		u.Status, u.Strength, u.Up, u.At.Toward = Disrupted, 0, true, -1
	case to == Ready && u.onMap():
		u.Status, u.Strength = Ready, max(u.Strength, 1)
	case to == Ready || to == Disrupted:
		return fmt.Errorf("%q: the unit is not on the map; give it a place by unit.%s.at, where it is ready", value, u.ID)
	case to == Waiting && u.Group > 0:
		u.Status, u.At, u.Ranging, u.Up = Waiting, Nowhere, false, false
		u.Strength = max(u.Strength, 1)
		s.recount()
	case to == Waiting:
		return fmt.Errorf("%q: the unit belongs to no reinforcement group", value)
	default:
		return rules.Expected(value, "ready, disrupted, waiting or gone")
	}
	return nil
}

// setPlace moves a unit. It refuses locales held by the other side or full. A unit from off the map becomes ready
// (§4.3.1).
func (s *State) setPlace(u *Unit, value string) error {
	p, ok := s.b.position(value)
	switch {
	case !ok:
		return rules.Expected(value, "LOCALE, LOCALE/LOCALE or -")
	case p == u.At:
		return nil
	case p.Locale < 0:
		return fmt.Errorf("%q: set the unit's state to gone, or to waiting", value)
	case u.Status == Disrupted && !p.Reserve():
		return fmt.Errorf("%q: disrupted infantry is always in reserve", value)
	case s.enemyHeld(p.Locale, u.Side):
		return fmt.Errorf("%q: the enemy holds it", value)
	case p.Locale != u.At.Locale && s.room(p.Locale) < 1:
		return fmt.Errorf("%q: it is full", value)
	}
	if !u.onMap() {
		u.Status, u.Strength = Ready, max(u.Strength, 1)
	}
	u.At, u.Ranging = p, false
	s.recount()
	return nil
}

// setRanging unlimbers or limbers guns. Ranging guns are always face-up (§4.1.2).
func (s *State) setRanging(u *Unit, value string) error {
	on, err := rules.ReadYesNo(value)
	if err != nil {
		return err
	}
	if on && (u.Kind != Artillery || !u.onMap() || u.At.Reserve()) {
		return fmt.Errorf("%q: only artillery on an approach ranges", value)
	}
	u.Ranging, u.Up = on, u.Up || on
	return nil
}

// setFace turns a block over (§4.1.2).
func (s *State) setFace(u *Unit, value string) error {
	switch {
	case value != "up" && value != "down":
		return rules.Expected(value, "up or down")
	case value == "down" && (u.Status == Disrupted || u.Ranging):
		return fmt.Errorf("%q: disrupted infantry and ranging artillery are never face-down", value)
	}
	u.Up = value == "up"
	return nil
}
