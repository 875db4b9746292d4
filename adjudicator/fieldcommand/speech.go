package fieldcommand

import (
	"slices"
	"strings"

	"galloper/adjudicator/rules"
	"galloper/orders"
)

// speech holds the names that one side can use.
type speech struct {
	units   *orders.Names
	locales *orders.Names
	seats   *orders.Names // of the side
	foes    *orders.Names // the enemy's seats
	cards   *orders.Names
	roster  []orders.Name // for building units
}

// speechOfSide returns a side's names, with the units of the roster.
func (b *Battle) speechOfSide(side int) *speech {
	var places, seats, foes, cards []orders.Name
	roster := b.roster(func(u *Brigade) bool { return u.Side == side })
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
		roster:  roster,
		units:   orders.NewNames(wantUnit, roster...),
		locales: orders.NewNames(orders.NamesKind{Want: "a locale"}, places...),
		seats:   orders.NewNames(orders.NamesKind{Kind: "seat", Want: "a seat of your side"}, seats...),
		foes:    orders.NewNames(orders.NamesKind{Kind: "seat"}, foes...),
		cards:   orders.NewNames(orders.NamesKind{Want: "a card"}, cards...),
	}
}

var wantUnit = orders.NamesKind{Kind: "unit", Want: "a unit of yours"}

// roster returns the names of the scenario's units that meet the test.
func (b *Battle) roster(wanted func(*Brigade) bool) (names []orders.Name) {
	for i := range b.Units {
		if u := &b.Units[i]; wanted(u) {
			names = append(names, orders.Name{ID: u.ID, Name: u.Name})
		}
	}
	return names
}

// commands collects the units that each seat commands. An army's commander commands those of the whole side.
func (b *Battle) commands() {
	for seat := range b.Commands {
		c := &b.Commands[seat]
		b.commanded = append(b.commanded, orders.NewNames(orders.NamesKind{}, b.roster(func(u *Brigade) bool {
			return u.Seat == seat || c.Army && u.Side == c.Side
		})...))
	}
}

// commandedBy returns the units that a seat commands.
func commandedBy(d rules.Desk[*Battle]) (own, others *orders.Names) {
	return d.Battle.commanded[d.Battle.Seat(d.Seat).Must()], nil
}

// speechOf returns the side's speech with the units on the board, including those from splits.
func (b *Battle) speechOf(side int, s *State) *speech {
	sp := b.speech[side]
	if s == nil || len(s.Units) == len(b.Units) {
		return sp
	}
	var named []orders.Name
	for i := range s.Units {
		if u := &s.Units[i]; u.Side == side {
			named = append(named, orders.Name{ID: u.ID, Name: u.Name})
		}
	}
	if slices.EqualFunc(named, sp.roster, func(a, b orders.Name) bool { return a.ID == b.ID && a.Name == b.Name }) {
		return sp
	}
	with := *sp
	with.units = orders.NewNames(wantUnit, named...)
	return &with
}

// slashed splits words at a slash between two locales: `town/hill` becomes `town`, `/`, `hill`.
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

// position reports whether a slashed word names two locales and is not part of a unit's name.
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
