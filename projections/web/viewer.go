package web

import (
	"slices"

	"galloper/projections/campaign"
	"galloper/projections/knowledge"
)

// viewer is who looks at a game, by the address that is signed in.
type viewer struct {
	address string   // its id
	umpire  bool     // may rule
	seats   []string // that the address plays
	ended   bool     // all may see all
	lifted  bool     // an umpire who plays has had the truth revealed to him, on the record
}

func (g *Game) viewer(address string) viewer {
	v := viewer{address: address, umpire: slices.Contains(g.Umpires, address), ended: g.over()}
	for _, s := range g.Campaign.Seats() {
		if slices.Contains(s.Addresses, address) {
			v.seats = append(v.seats, s.ID)
		}
	}
	v.lifted = v.umpire && revealedToUmpire(g.Campaign)
	return v
}

// revealedToUmpire reports whether it is on the record that the umpire looks at everything.
func revealedToUmpire(c *campaign.Campaign) bool {
	for n := 1; n <= c.Number(); n++ {
		for _, r := range c.Turn(n).Revealed {
			if slices.Contains(r.Seats, knowledge.Umpire) {
				return true
			}
		}
	}
	return false
}

// any reports whether the address has to do with the game at all.
func (v viewer) any() bool { return v.umpire || len(v.seats) > 0 }

// truth reports whether the viewer may see everything. An umpire who also plays
// may not, until it is revealed to him on the record.
func (v viewer) truth() bool { return v.ended || v.umpire && (len(v.seats) == 0 || v.lifted) }

// may reports whether the viewer may see what the seat knows.
func (v viewer) may(seat string) bool { return v.truth() || slices.Contains(v.seats, seat) }

// first is the seat that is shown where none is named.
func (v viewer) first() string {
	if v.truth() || len(v.seats) == 0 {
		return knowledge.Umpire
	}
	return v.seats[0]
}

// eyes are the seats through which the viewer may look, the widest first.
func (v viewer) eyes(g *Game) []string {
	if !v.truth() {
		return v.seats
	}
	return append([]string{knowledge.Umpire}, g.Campaign.Created().Seats...)
}
