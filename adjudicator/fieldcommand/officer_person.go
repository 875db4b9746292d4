package fieldcommand

import "galloper/adjudicator/staff"

// The value of giving a unit orders without waiting for a courier.
const (
	tellsFront = 4 // a unit near the enemy
	tellsRear  = 1
	staffFront = 2 // distance in locales that counts as near the enemy
)

// stayNear keeps the commander where units can get orders in time, first of all those near the enemy: within voice, or
// else by a short ride. Units that act next count as well.
func (k *officer) stayNear(p *staff.Picture) []string {
	me, _, ok := k.desk.Fact("sight.person", k.desk.Seat)
	at := k.b.locale(me.Get("at"))
	if !ok || at < 0 || k.rides() {
		return nil
	}
	group, entry := k.coming(1)
	best, least := at, -1
	for l := range k.b.Locales {
		sum, mine, points := 0, false, k.rideFrom(l)
		for _, o := range k.mine {
			pos, on := k.b.position(o.Get("at"))
			if entry >= 0 && o.Get("state") == string(Waiting) && o.Int("group") == group {
				pos = reserveOf(entry)
			}
			if !on || pos.Locale < 0 {
				continue
			}
			mine = mine || pos.Locale == l && o.Get("state") == string(Ready)
			if k.far[l][pos.Locale] > 1 {
				sum += points[pos.Locale] * k.tells(p, pos.Locale)
			}
		}
		if mine && !k.held(l) && (least < 0 || sum < least) {
			best, least = l, sum
		}
	}
	if k.far[at][best] <= 1 {
		return nil
	}
	return []string{"RIDE TO " + k.b.Locales[best].ID}
}

// tells returns the value of being heard in a locale.
func (k *officer) tells(p *staff.Picture, l int) int {
	for i := range p.Foes {
		if k.far[l][p.Foes[i].At.X] <= staffFront {
			return tellsFront
		}
	}
	return tellsRear
}

// rideFrom returns a courier's cost from one locale to each other, in points.
func (k *officer) rideFrom(from int) []int {
	points := make([]int, len(k.b.Locales))
	for i := range points {
		points[i] = len(points) * k.b.Tables.Courier[rideRestricted]
	}
	points[from] = 0
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		for _, n := range k.b.near[queue[0]] {
			if far := points[queue[0]] + k.b.rideCost(queue[0], n); k.b.passable(queue[0], n) && far < points[n] {
				points[n], queue = far, append(queue, n)
			}
		}
	}
	return points
}
