package activationchits

import (
	"strings"

	"galloper/adjudicator/staff"
)

// Path costs of a hex for the staff, in addition to a die that varies the paths between battles.
const (
	wayHex    = 4
	wayStop   = 2  // terrain that ends the move
	wayFriend = 4  // a friend is there and must move first
	wayBarred = 24 // more if that friend is to stay
	wayNear   = 2  // an enemy is adjacent
	wayFoe    = 16 // an enemy is there
	wayWhim   = 8  // maximum random cost of a crossing
	wayClosed = 1 << 20
)

// way returns the hexes of a unit's path to a goal, including it, or nil. Dice choose between paths of about
// the same length.
func (k *officer) way(u *staff.Unit, goal int) []int {
	rest := k.costs(u, goal)
	if rest[u.At.X] >= wayClosed {
		return nil
	}
	var way []int
	for at := u.At.X; at != goal; way = append(way, at) {
		best := nowhere
		for _, n := range k.b.next[at] {
			if n == nowhere || rest[n] >= rest[at] {
				continue
			}
			if best == nowhere || rest[n]+k.toll(u, n) < rest[best]+k.toll(u, best) {
				best = n
			}
		}
		at = best
	}
	return way
}

// costs returns, for each hex, the unit's cost to reach the goal from there.
func (k *officer) costs(u *staff.Unit, goal int) []int {
	rest := make([]int, len(k.b.cubes))
	for i := range rest {
		rest[i] = wayClosed
	}
	rest[goal] = 0
	queue := append(make([]int, 0, 2*len(rest)), goal)
	for i := 0; i < len(queue); i++ {
		at := queue[i]
		here := rest[at] + wayHex
		if at != goal {
			here = rest[at] + k.toll(u, at)
		}
		for _, n := range k.b.next[at] {
			if n != nowhere && here < rest[n] && (n == u.At.X || k.enters(u, n)) {
				rest[n], queue = here, append(queue, n)
			}
		}
	}
	return rest
}

// toll returns the unit's cost to enter a hex.
func (k *officer) toll(u *staff.Unit, hex int) int {
	if k.tolls == nil {
		k.tolls = make([]int, len(k.b.cubes))
	}
	if k.tolls[hex] == 0 {
		k.tolls[hex] = k.tollOf(hex)
	}
	switch {
	case hex == u.At.X:
		return wayHex
	case k.stays(hex):
		return k.tolls[hex] + wayBarred
	case k.underWay(u, hex):
		return max(1, k.tolls[hex]-begunWay)
	}
	return k.tolls[hex]
}

// stays reports whether a friend in the hex has an entry that leaves it there.
func (k *officer) stays(hex int) bool {
	f, friend := k.at(k.Own, hex)
	if !friend {
		return false
	}
	entry := k.wrote[f.ID]
	return entry != "" && !strings.Contains(entry, "MOVE ") && !strings.HasPrefix(entry, "ATTACK ")
}

func (k *officer) tollOf(hex int) int {
	cost := wayHex + k.die("way/"+k.b.hexName(hex), 6) - 1
	if k.b.terrainAt(hex).Stop {
		cost += wayStop
	}
	if k.crossing(hex) {
		cost += k.die("crossing/"+k.b.hexName(hex), wayWhim+1) - 1
	}
	if _, taken := k.at(k.Own, hex); taken {
		cost += wayFriend
	}
	for i := range k.Foes {
		switch k.b.distance(k.Foes[i].At.X, hex) {
		case 0:
			cost += wayFoe
		case 1:
			cost += wayNear
		}
	}
	return cost
}

// crossing reports whether a hex is a bridge, a ford or the like: at least two adjacent hexes are impassable.
func (k *officer) crossing(hex int) bool {
	closed := 0
	for _, n := range k.b.next[hex] {
		if n != nowhere && !k.b.terrainAt(n).Enter[Infantry] {
			closed++
		}
	}
	return closed >= 2 && k.b.terrainAt(hex).Enter[Infantry]
}

// at returns the unit in a hex, if any.
func (k *officer) at(units []staff.Unit, hex int) (u *staff.Unit, ok bool) {
	for i := range units {
		if units[i].At.X == hex {
			return &units[i], true
		}
	}
	return nil, false
}

// enters reports whether a unit can enter the terrain of a hex.
func (k *officer) enters(u *staff.Unit, hex int) bool { return k.b.terrainAt(hex).Enter[k.kind(u).Arm] }

func (k *officer) kind(u *staff.Unit) *Kind { return k.b.Units[k.b.unitIDs.Must(u.ID)].Kind }

// past returns the next step of a unit whose path starts with an occupied hex: that hex if its unit leaves
// first or belongs to another seat, otherwise any free hex nearer to the goal.
func (k *officer) past(u *staff.Unit, hex, goal int) int {
	if f, friend := k.at(k.Own, hex); !friend || !f.Mine || strings.HasPrefix(k.wrote[f.ID], "MOVE ") {
		return hex
	}
	rest, best := k.costs(u, goal), u.At.X
	for _, n := range k.b.next[u.At.X] {
		if n != nowhere && rest[n] < rest[best] && k.stands(u, n) {
			best = n
		}
	}
	return best
}

// stage returns how far a unit gets on its path in one activation, or its own hex. Behind a friend that moves
// on it follows into the friend's hex. It stops before it is beyond the range at which a leader can command
// it.
func (k *officer) stage(u *staff.Unit, way []int) int {
	stage, kind := u.At.X, k.kind(u)
	for i, hex := range way {
		_, foe := k.at(k.Foes, hex)
		if i == kind.Move || foe || i > 0 && !k.called(hex, staffRides) {
			break
		}
		if !k.stands(u, hex) {
			if i == 0 {
				stage = k.past(u, hex, way[len(way)-1])
			}
			break
		}
		if stage = hex; k.b.terrainAt(hex).Stop {
			break
		}
	}
	return stage
}

// called reports whether a leader of the side is within a distance of a hex.
func (k *officer) called(hex, within int) bool {
	for _, l := range k.leaders {
		if k.b.distance(l, hex) <= within {
			return true
		}
	}
	return false
}

// fires reports whether a unit could fire from a hex at another, as far as terrain and known units allow.
func (k *officer) fires(u *staff.Unit, from, to int) bool {
	if d := k.b.distance(from, to); d > k.kind(u).Range || d > k.b.Options.Sight || !k.b.clearSight(from, to) {
		return false
	}
	hill := k.b.terrainAt(from).Sight == "hill" || k.b.terrainAt(to).Sight == "hill"
	return k.b.unbarred(from, to, func(at int) bool {
		_, friend := k.at(k.Own, at)
		_, foe := k.at(k.Foes, at)
		s := k.b.terrainAt(at).Sight
		return s == "blocks" || s == "hill" && !hill || friend && at != u.At.X || foe
	})
}

// foeWithin returns the distance of the nearest enemy from a hex.
func (k *officer) foeWithin(hex int) int {
	near := everywhere
	for i := range k.Foes {
		near = min(near, k.b.distance(k.Foes[i].At.X, hex))
	}
	return near
}
