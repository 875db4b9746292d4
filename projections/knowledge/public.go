package knowledge

import (
	"maps"
	"slices"
	"strings"

	"galloper/events"
)

// Public is the pseudo-seat of spectators. It knows nothing that could give information to a side.
const Public = "public"

// Impartial reports whether the knowledge is the umpire's or the public's, not a player's.
func (k *Known) Impartial() bool { return k.seat == Umpire || k.seat == Public }

// Commons filters a turn's outcomes for the public.
type Commons struct {
	Seats map[string]string // the side of each seat
	Facts []events.FactLine
	Tales map[string]events.Tale
}

// Of returns the outcomes, reduced to the part that every side was told, with all names, and to the opponents'
// sightings of units. Couriers, letters and orders stay private, and so do dice, whose names may reveal more.
func (c *Commons) Of(outcomes []events.Outcome) (all []events.Outcome) {
	for i := range outcomes {
		o := &outcomes[i]
		views, told := c.views(o)
		if !told {
			continue
		}
		if seen, named := common(o, views); named {
			seen.Views = []events.View{{Seats: []string{Public}}}
			all = append(all, seen)
		}
	}
	return all
}

// views returns the views whose common part may be shown to spectators. told is false if the outcome must stay
// hidden.
func (c *Commons) views(o *events.Outcome) (views []*events.View, told bool) {
	if strings.HasPrefix(o.Name, "dispatch.") || c.Tales[o.Name].Kind == events.SceneOrder {
		return nil, false
	}
	best := map[string]*events.View{}
	for i := range o.Views {
		v := &o.Views[i]
		for _, seat := range v.Seats {
			side, plays := c.Seats[seat]
			if was := best[side]; plays && (was == nil || len(v.Hide)+len(v.As) < len(was.Hide)+len(was.As)) {
				best[side] = v
			}
		}
	}
	for _, side := range c.sides() {
		if v := best[side]; v != nil {
			views = append(views, v)
		}
	}
	switch c.roleOf(o.Name) {
	case events.RoleEnemy: // its own side knows it
		return views, len(views) > 0
	case events.RoleGuess: // if the rules identify enemies, this one is identified by another fact, or by none
		named := slices.ContainsFunc(c.Facts, func(l events.FactLine) bool { return l.Role == events.RoleEnemy })
		return views, len(views) > 0 && !named
	case events.RoleOwn, events.RoleCourier:
		return nil, false
	}
	return views, len(views) == len(c.sides())
}

func (c *Commons) sides() []string { return slices.Compact(slices.Sorted(maps.Values(c.Seats))) }

func (c *Commons) roleOf(kind string) events.Role {
	for i := range c.Facts {
		if c.Facts[i].Kind == kind {
			return c.Facts[i].Role
		}
	}
	return ""
}

// common returns the outcome with the fields that all views share. named is false if one of them masks an identity.
func common(o *events.Outcome, views []*events.View) (seen events.Outcome, named bool) {
	seen = *o
	for _, v := range views {
		if veiledIn(o, v) != "" || slices.ContainsFunc(v.As, func(f events.Field) bool { return f.Value == "?" }) {
			return seen, false
		}
		seen = *asViewed(&seen, v)
	}
	seen.Dice = nil
	return seen, true
}
