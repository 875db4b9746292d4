package fieldcommand

import (
	"strings"

	"galloper/adjudicator/rules"
	"galloper/orders"
)

// speech is what one side may name.
type speech struct {
	units   *orders.Names
	locales *orders.Names
	seats   *orders.Names // of the side
	foes    *orders.Names // the enemy's seats
	cards   *orders.Names
}

// speechWith makes a side's names: of the roster, or of the units that there are by now.
func (b *Battle) speechWith(side int, units []Unit) *speech {
	var named, places, seats, foes, cards []orders.Name
	if units == nil {
		for i := range b.Units {
			if u := &b.Units[i]; u.Side == side {
				named = append(named, orders.Name{ID: u.ID, Name: u.Name})
			}
		}
	}
	for i := range units {
		if u := &units[i]; u.Side == side {
			named = append(named, orders.Name{ID: u.ID, Name: u.Name})
		}
	}
	for i := range b.Locales {
		places = append(places, orders.Name{ID: b.Locales[i].ID, Name: b.Locales[i].Name})
	}
	for i := range b.Commands {
		name := orders.SeatName(b.Commands[i].ID, b.Commands[i].Name)
		if b.Commands[i].Side == side {
			seats = append(seats, name)
		} else {
			foes = append(foes, name)
		}
	}
	for _, c := range b.Sides[side].Cards {
		cards = append(cards, orders.Name{ID: c.ID, Name: c.Name})
	}
	return &speech{
		units:   orders.NewNames(orders.NamesKind{Kind: "unit", Want: "a unit of yours"}, named...),
		locales: orders.NewNames(orders.NamesKind{Want: "a locale"}, places...),
		seats:   orders.NewNames(orders.NamesKind{Kind: "seat", Want: "a seat of your side"}, seats...),
		foes:    orders.NewNames(orders.NamesKind{Kind: "seat"}, foes...),
		cards:   orders.NewNames(orders.NamesKind{Want: "a card"}, cards...),
	}
}

// commandedBy are the units that a seat commands; an army's commander those of the side.
func commandedBy(d rules.Desk[*Battle]) (own, others *orders.Names) {
	b := d.Battle
	seat := b.Seat(d.Seat).Or(-1)
	c := &b.Commands[seat]
	var units []orders.Name
	for i := range b.Units {
		if u := &b.Units[i]; u.Seat == seat || c.Army && u.Side == c.Side {
			units = append(units, orders.Name{ID: u.ID, Name: u.Name})
		}
	}
	return orders.NewNames(orders.NamesKind{}, units...), nil
}

// speechOf is the side's speech as the board has its units.
func (b *Battle) speechOf(side int, s *State) *speech {
	if s == nil || len(s.Units) == len(b.Units) {
		return b.speech[side]
	}
	return b.speechWith(side, s.Units)
}

// slashed cuts words at a slash between two locales: `town/hill` is `town`, `/`, `hill`.
func (sp *speech) slashed(words []orders.Word) []orders.Word {
	var out []orders.Word
	for i, w := range words {
		left, right, found := strings.Cut(w.Fold, "/")
		if !found || left == "" || right == "" || !sp.position(words, i, left, right) {
			out = append(out, w)
			continue
		}
		at := strings.IndexByte(w.Text, '/')
		a, slash, b := w, w, w
		a.Text, a.Fold = w.Text[:at], left
		slash.Text, slash.Fold, slash.Glued, slash.Col = "/", "/", true, w.Col+at
		b.Text, b.Fold, b.Glued, b.Col = w.Text[at+1:], right, true, w.Col+at+1
		out = append(out, a, slash, b)
	}
	return out
}

// position reports whether a slashed word is one of two locales rather than part of a unit's name.
func (sp *speech) position(words []orders.Word, i int, left, right string) bool {
	if m := sp.units.Find(words[i : i+1]); m.ID != "" {
		return false
	}
	letters := func(s string) bool { return strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' }) }
	if letters(left) && letters(right) {
		return true
	}
	known := func(fold string) bool {
		m := sp.locales.Find([]orders.Word{{Text: fold, Fold: fold}})
		return m.Words > 0
	}
	return known(left) && known(right)
}
