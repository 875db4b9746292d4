package campaign

import (
	"maps"
	"slices"
)

// Clone returns an independent copy: commits applied to one do not affect the other.
func (c *Campaign) Clone() *Campaign {
	n := *c
	n.seats = slices.Clone(c.seats)
	for i := range n.seats {
		n.seats[i].Addresses = slices.Clone(n.seats[i].Addresses)
		n.seats[i].Lost = slices.Clone(n.seats[i].Lost)
	}
	n.turns, n.past = cloneTurns(c.turns), cloneTurns(c.past)
	n.queued, n.mails, n.held = slices.Clone(c.queued), maps.Clone(c.mails), slices.Clone(c.held)
	n.renewed = maps.Clone(c.renewed)
	n.reverts, n.pending, n.calls = slices.Clone(c.reverts), slices.Clone(c.pending), slices.Clone(c.calls)
	return &n
}

func cloneTurns(turns []*Turn) []*Turn {
	out := slices.Clone(turns)
	for i, t := range out {
		if t != nil {
			out[i] = t.clone()
		}
	}
	return out
}

func (t *Turn) clone() *Turn {
	n := *t
	n.Orders, n.Unread = slices.Clone(t.Orders), slices.Clone(t.Unread)
	n.Ready, n.Absent, n.Resigned = slices.Clone(t.Ready), slices.Clone(t.Absent), slices.Clone(t.Resigned)
	n.Reminded, n.Moves, n.Questions = slices.Clone(t.Reminded), slices.Clone(t.Moves), slices.Clone(t.Questions)
	n.Rulings, n.Rerolls, n.Couriers = slices.Clone(t.Rulings), slices.Clone(t.Rerolls), slices.Clone(t.Couriers)
	n.Letters, n.Announced, n.Revealed = slices.Clone(t.Letters), slices.Clone(t.Announced), slices.Clone(t.Revealed)
	n.Awaited, n.Asked = slices.Clone(t.Awaited), slices.Clone(t.Asked)
	return &n
}
