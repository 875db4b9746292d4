package knowledge

import (
	"maps"
	"slices"
	"strings"

	"galloper/events"
)

// Public is the pseudo-seat of who only looks on: it knows what no side would learn anything by.
const Public = "public"

// Impartial reports whether it is the knowledge of nobody who takes part.
func (k *Known) Impartial() bool { return k.seat == Umpire || k.seat == Public }

// Commons makes of the outcomes of turns what all may be told of them.
type Commons struct {
	Seats map[string]string // the side of each seat
	Facts []events.FactLine
	Tales map[string]events.Tale
}

// Of returns of a turn's outcomes what each side was told by name, as far as all were told it alike, and of the
// units of a side what another saw of them. Couriers, letters and orders are nobody else's, and no die is shown:
// its name may say more than the rest.
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

// views are those of the outcome by which somebody who looks on may be told of it; told is false where there are none.
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
	case events.RoleGuess: // where the rules name the enemy, it is one that is named elsewhere, or by nobody
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

// common is the outcome with what all the views leave of it. It is false where one of them gives no name for
// somebody who has one.
func common(o *events.Outcome, views []*events.View) (seen events.Outcome, named bool) {
	seen = *o
	for _, v := range views {
		if veiledIn(o, v) != "" || slices.ContainsFunc(v.As, func(f events.Field) bool { return f.Value == "?" }) {
			return seen, false
		}
		seen = *seenAs(&seen, v)
	}
	seen.Dice = nil
	return seen, true
}
