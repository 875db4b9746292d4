package fieldcommand

import (
	"cmp"
	"slices"
	"strings"

	"galloper/events"
)

// stack is what is known of the enemy's blocks at a position.
type stack struct {
	blocks  int
	broken  int
	guns    int   // that are not ranging
	ranging int   // guns that are
	leads   []int // strengths of those that may lead, the strongest first
}

// stackOf reads what was seen of a position; a block that is face-down counts as one that may lead.
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

// ready is how many of the blocks are fit to fight.
func (s stack) ready() int { return len(s.leads) + s.guns + s.ranging }

// weight is that of the blocks on the staff's map.
func (s stack) weight() int {
	sum := s.guns + s.ranging
	for _, n := range s.leads {
		sum += n
	}
	return sum * staffPoint
}

// defence is what an assault on an approach is expected to meet.
func (k *officer) defence(at Position) int {
	s, width := k.foes[at], k.b.width(at.Locale, at.Toward)
	sum := min(s.guns, width)
	for _, n := range s.leads[:min(len(s.leads), width)] {
		sum += n
	}
	return sum
}

// assault orders an assault if it promises to succeed, with the guns that stand there. It costs a point of strength and
// of morale at least: an army that has one left does not lose the battle by it.
func (k *officer) assault(e *errand) string {
	if k.morale() == 1 {
		return ""
	}
	sum, guns := k.strength(e), k.batteries(e)
	if sum+len(guns) <= k.defence(Position{e.to, e.at.Locale})+k.margin {
		return ""
	}
	for _, id := range guns { // they are not to find the range, or no longer
		k.guns = slices.DeleteFunc(k.guns, func(line string) bool { return line == "RANGE "+id })
		if k.units[id].Get("ranging") == "yes" {
			k.guns = append(k.guns, "LIMBER "+id)
		}
	}
	return "ASSAULT " + k.b.localeText(e.to) + " WITH " + strings.Join(append(e.units, guns...), ", ")
}

// batteries are the seat's guns that can support an assault: where none bombard, and in a group that has room.
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

// strength is that of an assault: as many of the strongest as the approach is wide, less what the ground
// costs.
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
