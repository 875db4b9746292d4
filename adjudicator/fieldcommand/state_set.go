package fieldcommand

import (
	"fmt"
	"slices"
	"strings"
)

// setHand gives a side a hand. Its cards come from the draw pile, else from the
// discards; what it held goes under the draw pile.
func (s *State) setHand(i int, value string) error {
	side := &s.Sides[i]
	var hand []int
	deck, discards := append(slices.Clone(side.Deck), side.Hand...), slices.Clone(side.Discards)
	for id := range strings.SplitSeq(value, ",") {
		c := s.b.Sides[i].card(id)
		switch {
		case value == "-":
			continue
		case c < 0:
			return fmt.Errorf("%q: expected cards of the deck, with commas, or -", id)
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

func (s *State) setUnit(u *Unit, name, value string) error {
	switch name {
	case "seat":
		seat := s.b.seat(value)
		if seat < 0 || s.b.Commands[seat].Side != u.Side {
			return fmt.Errorf("%q: expected a seat of its side", value)
		}
		u.Seat = seat
		return nil
	case "strength":
		return setStrength(u, value)
	case "state":
		return s.setStatus(u, value)
	case "at":
		return s.setPlace(u, value)
	case "ranging":
		return setRanging(u, value)
	case "face":
		return setFace(u, value)
	}
	return fmt.Errorf("unit.%s: cannot be set; expected seat, strength, state, at, ranging or face", name)
}

// setStrength gives a unit strength points; who has none left is disrupted or gone.
//
// §13.1
func setStrength(u *Unit, value string) error {
	least := 1
	if u.Status == Disrupted || u.Status == Gone {
		least = 0
	}
	top := most[u.Kind]
	if least == 0 {
		top = 0
	}
	if err := figure(new(int), least, top, value); err != nil {
		return fmt.Errorf("%w for a unit that is %s; its state is set by unit.%s.state", err, u.Status, u.ID)
	}
	return figure(&u.Strength, least, top, value)
}

// setStatus: the disrupted stand face-up in reserve without strength; who comes
// back to readiness has one strength point at least; who is off the map is given a place.
//
// §4.3.1, §13.1
func (s *State) setStatus(u *Unit, value string) error {
	switch to := Status(value); {
	case to == u.Status:
	case to == Gone:
		s.remove(u)
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
		s.count()
	case to == Waiting:
		return fmt.Errorf("%q: the unit belongs to no reinforcement group", value)
	default:
		return fmt.Errorf("%q: expected ready, disrupted, waiting or gone", value)
	}
	return nil
}

// setPlace moves a unit; a locale never holds both sides, nor more than it can. Who
// was off the map is ready there.
//
// §4.3.1
func (s *State) setPlace(u *Unit, value string) error {
	p, ok := s.b.position(value)
	switch {
	case !ok:
		return fmt.Errorf("%q: expected LOCALE, LOCALE/LOCALE or -", value)
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
	s.count()
	return nil
}

// setRanging unlimbers or limbers guns; ranging guns are never face-down.
//
// §4.1.2
func setRanging(u *Unit, value string) error {
	var on bool
	if err := truth(&on, value); err != nil {
		return err
	}
	if on && (u.Kind != Artillery || !u.onMap() || u.At.Reserve()) {
		return fmt.Errorf("%q: only artillery on an approach ranges", value)
	}
	u.Ranging, u.Up = on, u.Up || on
	return nil
}

// setFace turns a block.
//
// §4.1.2
func setFace(u *Unit, value string) error {
	switch {
	case value != "up" && value != "down":
		return fmt.Errorf("%q: expected up or down", value)
	case value == "down" && (u.Status == Disrupted || u.Ranging):
		return fmt.Errorf("%q: disrupted infantry and ranging artillery are never face-down", value)
	}
	u.Up = value == "up"
	return nil
}
