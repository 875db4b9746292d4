package story

import (
	"galloper/adjudicator/board"
	"galloper/events"
)

// occupied returns a scene for each place that changed sides because of the troops that stand on it.
func (t *teller) occupied() (scenes []Scene) {
	for _, p := range t.sheet.Places {
		now := t.held[p.ID].Side
		if !p.Stood || t.turn == 0 || now == "" || now == t.stoodBefore(p.ID) {
			continue
		}
		whose := "the enemy's"
		switch t.side {
		case now:
			whose = "ours"
		case "":
			whose = "in the hands of " + theSide(nameOf(t.sheet.Names, now))
		}
		scenes = append(scenes, Scene{Kind: events.ScenePlace, Weight: 88, About: []string{p.ID},
			head: sentenceHead(t.placeName(p.ID)) + " is " + whose, Text: t.occupation(&p, now)})
	}
	return scenes
}

// occupation names the unit that stands on a place now, and the value of the place.
func (t *teller) occupation(p *events.Place, side string) string {
	who := "the enemy"
	if t.side == "" {
		who = theSide(nameOf(t.sheet.Names, side))
	}
	for _, u := range t.order {
		if u.fresh && u.cell == p.ID && !t.gone[u.id] && t.sheet.Sides[u.id] == side {
			who = t.the(u.id)
		}
	}
	text := who + " now hold " + midSentence(t.placeName(p.ID))
	if p.Points > 0 {
		text += ", which counts " + itoa(p.Points)
	}
	return sentence(text)
}

// stoodBefore returns the side last known to stand on a place before this turn.
func (t *teller) stoodBefore(place string) (side string) {
	latest := -1
	for i := range t.book.facts {
		l := &t.book.facts[i]
		s := t.book.symbols[l.Kind]
		if l.Role != events.RoleOwn && l.Role != events.RoleEnemy || s.Place == "" {
			continue
		}
		for f := range t.known.Before(l.Kind) {
			of := t.sheet.Sides[f.Get(s.Label)]
			if f.Get(s.Place) == place && !l.OutOfPlay(f.Get) && of != "" && f.Turn > latest {
				side, latest = of, f.Turn
			}
		}
	}
	return side
}

// stoodAtFirst reports whether the side was seen on the place before the first turn. Such a place is theirs at the
// first count, without anyone taking it.
func (t *teller) stoodAtFirst(place, side string) bool {
	if t.turn != 1 {
		return false
	}
	for i := range t.sheet.Ground.Areas {
		a := &t.sheet.Ground.Areas[i]
		if a.ID != place || len(a.At) < 3 {
			continue
		}
		for _, s := range t.book.drawn {
			if s.X == "" || s.Side == "" {
				continue
			}
			for f := range t.known.Before(s.Kind) {
				o := events.Outcome{Fields: f.Fields}
				if f.Get(s.Side) == side && board.NewPolygon(a.At).Has(board.Point{X: o.Int(s.X), Y: o.Int(s.Y)}) {
					return true
				}
			}
		}
	}
	return false
}
