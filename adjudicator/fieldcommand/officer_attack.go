package fieldcommand

import (
	"cmp"
	"slices"
	"strings"

	"galloper/events"
)

// stack is the seat's knowledge of the enemy blocks at a position.
type stack struct {
	blocks  int
	broken  int
	guns    int   // guns that are not ranging
	ranging int   // guns that are ranging
	leads   []int // strengths of the possible leads, strongest first
}

// stackOf reads a sighting of a position. A face-down block counts as a possible lead.
func stackOf(o *events.Outcome) stack {
	s := stack{blocks: o.Int("blocks")}
	for each := range strings.SplitSeq(o.Get("shown"), ", ") {
		switch kind, strength, _ := strings.Cut(each, " "); kind {
		case "disrupted":
			s.broken++
		case string(Artillery):
			s.guns++
		case "ranging":
			s.ranging++
		case string(Infantry), string(Cavalry):
			s.leads = append(s.leads, events.Number(strength))
		}
	}
	for s.ready() < s.blocks-s.broken {
		s.leads = append(s.leads, staffBlock)
	}
	slices.SortFunc(s.leads, func(a, b int) int { return cmp.Compare(b, a) })
	return s
}

// ready returns how many of the blocks are fit to fight.
func (s stack) ready() int { return len(s.leads) + s.guns + s.ranging }

// weight returns the weight of the blocks on the staff's map.
func (s stack) weight() int {
	sum := s.guns + s.ranging
	for _, n := range s.leads {
		sum += n
	}
	return sum * staffPoint
}

// defence returns the expected strength of the defence of an approach.
func (k *officer) defence(at Position) int {
	s, width := k.foes[at], k.b.width(at.Locale, at.Toward)
	sum := min(s.guns, width)
	for _, n := range s.leads[:min(len(s.leads), width)] {
		sum += n
	}
	return sum
}

// assault orders an assault, with the supporting guns at its position, if it should succeed. An assault costs at least
// one point of strength and of morale, so a side with one point of morale left makes none.
func (k *officer) assault(e *errand) string {
	if k.morale() == 1 {
		return ""
	}
	sum, guns := k.strength(e), k.batteries(e)
	if sum+len(guns) <= k.defence(Position{e.to, e.at.Locale})+k.margin {
		return ""
	}
	for _, id := range guns { // guns that support must not range
		k.guns = slices.DeleteFunc(k.guns, func(line string) bool { return line == "RANGE "+id })
		if k.units[id].Get("ranging") == "yes" {
			k.guns = append(k.guns, "LIMBER "+id)
		}
	}
	return "ASSAULT " + k.b.localeText(e.to) + " WITH " + strings.Join(append(e.units, guns...), ", ")
}

// batteries returns the seat's guns that can support an assault, up to the room in the group. It returns none if guns
// bombard from the position.
func (k *officer) batteries(e *errand) (guns []string) {
	if slices.ContainsFunc(k.sent, func(o errand) bool { return o.at == e.at && o.verb == "BOMBARD" }) {
		return nil
	}
	most := min(k.b.width(e.at.Locale, e.to), k.b.Options.Group-len(e.units))
	for _, o := range k.mine {
		_, bound := k.bound[o.Get("unit")]
		at, _ := k.b.position(o.Get("at"))
		if at == e.at && !bound && Kind(o.Get("kind")) == Artillery && len(guns) < most {
			guns = append(guns, o.Get("unit"))
		}
	}
	return guns
}

// strength returns the strength of an assault: the strongest units up to the width of the approach, less the terrain
// penalty.
func (k *officer) strength(e *errand) int {
	var each []int
	for _, id := range e.units {
		if n := k.units[id].Int("strength"); n >= 2 {
			each = append(each, n)
		}
	}
	slices.Sort(each)
	sum := 0
	for i := 0; i < len(each) && i < k.b.width(e.at.Locale, e.to); i++ {
		sum += each[len(each)-1-i]
	}
	if k.b.obstructed(e.to, e.at.Locale) {
		return sum - 2
	}
	return sum - 1
}
