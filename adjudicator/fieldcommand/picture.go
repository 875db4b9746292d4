package fieldcommand

import (
	"slices"
	"strings"

	"galloper/events"
)

// glimpse is the sighting of one locale at the end of a turn: its units at that time, including units that were there
// when they left the map.
type glimpse struct {
	Locale int
	Turn   int // -1 if never seen
	Units  []Unit
}

// remembered is the seat's latest knowledge of one of its own units.
type remembered struct {
	Turn int
	Unit Unit
}

// picture is a seat's knowledge of the map under fog: sight (§H10.3).
type picture struct {
	Locales []glimpse
	Own     []remembered // in the order first seen
	Watched []int        // locales that the seat itself saw at its latest look
	Heard   []string     // refs of outcomes that reports have told
}

func newPicture(b *Battle) picture {
	p := picture{Locales: make([]glimpse, len(b.Locales))}
	for l := range p.Locales {
		p.Locales[l] = glimpse{Locale: l, Turn: -1}
	}
	return p
}

// clone copies the lists. Glimpses themselves never change.
func (p picture) clone() picture {
	p.Locales, p.Own, p.Heard = slices.Clone(p.Locales), slices.Clone(p.Own), slices.Clone(p.Heard)
	return p
}

// glimpse returns the current sighting of a locale.
func (s *State) glimpse(locale int) glimpse {
	g := glimpse{Locale: locale, Turn: s.Turn}
	for _, i := range s.Roster {
		if u := &s.Units[i]; u.At.Locale == locale || u.Status == Gone && u.Last.Is(locale) {
			g.Units = append(g.Units, *u)
		}
	}
	return g
}

// see adds a glimpse to the picture if it is newer than the existing one (§H10.3, §H10.4).
func (p *picture) see(_ *State, seat int, g glimpse) {
	if g.Turn >= p.Locales[g.Locale].Turn {
		p.Locales[g.Locale] = g
	}
	for _, u := range g.Units {
		if u.Seat != seat {
			continue
		}
		i := slices.IndexFunc(p.Own, func(r remembered) bool { return r.Unit.ID == u.ID })
		switch {
		case i < 0:
			p.Own = append(p.Own, remembered{g.Turn, u})
		case g.Turn >= p.Own[i].Turn:
			p.Own[i] = remembered{g.Turn, u}
		}
	}
}

// pictureTaken updates a seat's picture with the current state of locales (§H10.3).
func (s *State) pictureTaken(o *events.Outcome) {
	seat := s.b.Seat(o.Get("seat")).Or(-1)
	p := &s.Pictures[seat]
	p.Watched = s.inSight(seat)
	for id := range strings.SplitSeq(o.Get("locales"), ",") {
		if l := s.b.locale(id); l >= 0 {
			p.see(s, seat, s.glimpse(l))
		}
	}
}

// reported returns the glimpses that a report carries: the view from the locale of the units, or the whole picture of
// the seat that sends it (§H10.4).
func (s *State) reported(d *Dispatch) []glimpse {
	var seen []glimpse
	if post, ok := d.Post.Get(); ok {
		for _, l := range s.b.withNeighbours([]int{post}) {
			seen = append(seen, s.glimpse(l))
		}
		return seen
	}
	for _, g := range s.Pictures[d.Sender].Locales {
		if g.Turn >= 0 {
			seen = append(seen, g)
		}
	}
	return seen
}

// withNeighbours returns locales and all their neighbours, over any boundary, in map order (§H10.3).
func (b *Battle) withNeighbours(locales []int) []int {
	seen := make([]bool, len(b.Locales))
	for _, l := range locales {
		seen[l] = true
		for _, n := range b.near[l] {
			seen[n] = true
		}
	}
	var list []int
	for l, yes := range seen {
		if yes {
			list = append(list, l)
		}
	}
	return list
}

// posts returns the locales that a seat observes from: the commander's, and those of its units that stand with the
// commander. Without a commander or couriers, all its units observe (§H10.3).
func (s *State) posts(seat int) []int {
	at, there := s.Seats[seat].At.Get()
	all := !there || !s.b.Options.Couriers
	var list []int
	if there {
		list = append(list, at)
	}
	for i := range s.Units {
		if u := &s.Units[i]; u.Seat == seat && u.onMap() && (all || s.beside(at, u.At.Locale)) {
			list = append(list, u.At.Locale)
		}
	}
	return list
}

// inSight returns the locales that a seat sees now (§H10.3).
func (s *State) inSight(seat int) []int { return s.b.withNeighbours(s.posts(seat)) }
