package web

import (
	"slices"
	"time"

	"galloper/projections/campaign"
	"galloper/projections/knowledge"
)

// viewer is the person who looks at a game, identified by the signed-in address.
type viewer struct {
	address string   // id
	umpire  bool     // is an umpire of the game
	seats   []string // played by the address
	ended   bool     // the game is over and everything is public
	turn    int      // the turn shown
	lifted  []int    // turns that were revealed, on the record, to an umpire who also plays
}

func (g *Game) viewer(address string) viewer {
	v := viewer{address: address, umpire: slices.Contains(g.Umpires, address), ended: g.over()}
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

// revealedToUmpire returns the turns that were revealed, on the record, to an umpire who also plays.
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

// any reports whether the address takes part in the game.
func (v viewer) any() bool { return v.umpire || len(v.seats) > 0 }

// secretsRenewed is the message for a session that became void with the secrets of the seat.
const secretsRenewed = "The secrets of your seat were made new since you signed in. Ask for a new link."

// outdated reports whether secrets of one of the viewer's seats were renewed after the session began. The session may
// belong to the very person they were renewed against.
func (v viewer) outdated(c *campaign.Campaign, since time.Time) bool {
	seats := v.seats
	if v.umpire {
		seats = append(slices.Clip(seats), knowledge.Umpire)
	}
	return slices.ContainsFunc(seats, func(seat string) bool { return since.Before(c.Renewed(seat)) })
}

// seesTruth reports whether the viewer may see everything of the turn shown.
func (v viewer) seesTruth() bool { return v.truthOf(v.turn) }

// truthOf reports whether the viewer may see everything of the turn. An umpire who also plays may not, until the turn
// is revealed to them on the record.
func (v viewer) truthOf(turn int) bool {
	return v.ended || v.umpire && (len(v.seats) == 0 || slices.Contains(v.lifted, turn))
}

// maySee reports whether the viewer may see the seat's knowledge.
func (v viewer) maySee(seat string) bool { return v.seesTruth() || slices.Contains(v.seats, seat) }

// first returns the default view: for players their own seat, even when everything is public.
func (v viewer) first() string {
	if v.umpire && v.seesTruth() || len(v.seats) == 0 {
		return knowledge.Umpire
	}
	return v.seats[0]
}

// eyes returns the views that the viewer may choose, the most complete first.
func (v viewer) eyes(g *Game) []string {
	if !v.seesTruth() {
		return v.seats
	}
	return append([]string{knowledge.Umpire}, g.Campaign.Created().Seats...)
}
