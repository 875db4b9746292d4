package web

import (
	"slices"
	"time"

	"galloper/projections/campaign"
	"galloper/projections/knowledge"
)

// viewer is who looks at a game, by the address that is signed in.
type viewer struct {
	address string   // its id
	umpire  bool     // may rule
	seats   []string // that the address plays
	ended   bool     // all may see all
	turn    int      // that is looked at
	lifted  []int    // turns that an umpire who plays has had revealed to him, on the record
}

func (g *Game) viewer(address string) viewer {
	v := viewer{address: address, umpire: slices.Contains(g.Umpires, address), ended: g.Opened(knowledge.Public) == campaign.OpenAll}
	for _, s := range g.Campaign.Seats() {
		if slices.Contains(s.Addresses, address) {
			v.seats = append(v.seats, s.ID)
		}
	}
	if v.umpire {
		v.lifted = revealedToUmpire(g.Campaign)
	}
	return v
}

// revealedToUmpire returns the turns of which it is on the record that an umpire who
// plays looks at everything.
func revealedToUmpire(c *campaign.Campaign) (turns []int) {
	for n := 1; n <= c.Number(); n++ {
		for _, r := range c.Turn(n).Revealed {
			if slices.Contains(r.Seats, knowledge.Umpire) && r.Subject == everything {
				turns = append(turns, n)
			}
		}
	}
	return turns
}

// everything is the subject of a reveal of the whole turn.
const everything = "all"

// any reports whether the address has to do with the game at all.
func (v viewer) any() bool { return v.umpire || len(v.seats) > 0 }

// secretsRenewed is said to who signed in with secrets that were made void since.
const secretsRenewed = "The secrets of your seat were made new since you signed in. Ask for a new link."

// outdated reports whether the secrets of a seat of the viewer's were made new since that
// time: whoever signed in before may be the one on whose account they were.
func (v viewer) outdated(c *campaign.Campaign, since time.Time) bool {
	seats := v.seats
	if v.umpire {
		seats = append(slices.Clip(seats), knowledge.Umpire)
	}
	return slices.ContainsFunc(seats, func(seat string) bool { return since.Before(c.Renewed(seat)) })
}

// truth reports whether the viewer may see everything of the turn that is looked at.
func (v viewer) truth() bool { return v.truthOf(v.turn) }

// truthOf reports whether the viewer may see everything of the turn. An umpire who
// also plays may not, until it is revealed to him on the record.
func (v viewer) truthOf(turn int) bool {
	return v.ended || v.umpire && (len(v.seats) == 0 || slices.Contains(v.lifted, turn))
}

// may reports whether the viewer may see what the seat knows.
func (v viewer) may(seat string) bool { return v.truth() || slices.Contains(v.seats, seat) }

// first is the seat that is shown where none is named: to players their own, when all is open to them too.
func (v viewer) first() string {
	if v.umpire && v.truth() || len(v.seats) == 0 {
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
