package trial

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/scenario"
	"galloper/events"
)

// Kinds of folly: implausible actions of troops.
const (
	overlapping = "friends on one place" // at the ends of two consecutive turns
	offField    = "marches off the field"
	intoGuns    = "marches into own guns"
	uncharged   = "charges ordered, not made, not explained"
	amongFoes   = "couriers among the enemy"
)

// toldFollies limits the instances of folly that a summary quotes.
const toldFollies = 20

// body is the footprint of a unit, in rules that measure distances on the ground.
type body struct {
	board.Rect
	side string
	guns bool
	open bool // friends may pass between its stands
}

// charge is a charge that a unit was ordered to make.
type charge struct {
	turns   int // turns in which it could have been made
	errand  *errand
	ordered string
}

func (f *field) folly(kind, format string, a ...any) {
	f.Follies[kind]++
	f.Instances = append(f.Instances, fmt.Sprintf("battle %d, turn %d: %s: %s", f.Number, f.Turns, kind,
		fmt.Sprintf(format, a...)))
}

// look examines the field, as the umpire sees it, at the end of a turn.
func (f *field) look(outcomes []events.Outcome) {
	var riders []*events.Outcome
	f.bodies = map[string]body{}
	for i := range outcomes {
		o := &outcomes[i]
		switch {
		case !strings.HasPrefix(o.Name, "sight.") || !toUmpire(o):
		case o.Name == "sight.courier" && o.Get("x") != "":
			riders = append(riders, o)
		case o.Get("unit") != "" && o.Get("frontage") != "" && o.Int("frontage") > 0:
			f.bodies[o.Get("unit")] = bodyOf(o, f.sides[o.Get("unit")])
		}
	}
	f.overlaps()
	moves := lastMoves(outcomes)
	for _, o := range riders {
		at := board.Point{X: o.Int("x"), Y: o.Int("y")}
		for id, u := range f.bodies {
			if q := u.Quad(); u.side != o.Get("side") && u.side != "" && q.Has(at) && !f.fighting(o, u) &&
				moves[id] < moves[o.Get("id")] {
				f.folly(amongFoes, "%s in the ranks of %s", o.Get("id"), id)
			}
		}
	}
}

// open lists the formations that friends may pass through.
var open = []string{"open", "skirmish", "deployed", "unlimbered"}

func bodyOf(o *events.Outcome, side string) body {
	return body{side: side, guns: gunners(o), open: slices.Contains(open, o.Get("formation")), Rect: board.Rect{
		Centre: board.Point{X: o.Int("x"), Y: o.Int("y")}, Facing: o.Int("facing"), Frontage: o.Int("frontage"),
		Depth: o.Int("depth")}}
}

// lastMoves returns the position, counted from 1, of the last movement of each unit and the last ride of each
// dispatch among the outcomes. An enemy that moved after the courier's ride was not in its way, and a dispatch
// that was only sent has not ridden.
func lastMoves(outcomes []events.Outcome) map[string]int {
	last := map[string]int{}
	for i := range outcomes {
		switch o := &outcomes[i]; {
		case o.Name == "dispatch.riding":
			last[o.Get("id")] = i + 1
		case o.Get("unit") != "" && o.Get("x") != "" && !strings.HasPrefix(o.Name, "sight."):
			last[o.Get("unit")] = i + 1
		}
	}
	return last
}

// fighting reports whether the sender of the courier, or one of its addressees, is in contact with that enemy,
// so that the courier has no way round it.
func (f *field) fighting(courier *events.Outcome, foe body) bool {
	from, _, _ := strings.Cut(courier.Get("id"), ".")
	for _, id := range append(strings.Split(courier.Get("to"), ","), from) {
		if u := f.bodies[id]; u.side != "" && u.Touches(foe.Rect) {
			return true
		}
	}
	return false
}

func gunners(o *events.Outcome) bool { return o.Get("arm") == "guns" || o.Get("arm") == "artillery" }

// overlaps counts pairs of friendly units that overlapped at the end of the last turn and still do.
func (f *field) overlaps() {
	now := map[[2]string]bool{}
	for a, u := range f.bodies {
		for b, v := range f.bodies {
			if a >= b || u.side != v.side || u.open || v.open || !u.Overlaps(v.Rect) {
				continue
			}
			now[[2]string{a, b}] = true
			if f.overlapped[[2]string{a, b}] {
				f.folly(overlapping, "%s and %s", a, b)
			}
		}
	}
	f.overlapped = now
}

// strays counts marches off the field or into own guns. Fleeing units are exempt.
func (f *field) strays(deed adjudicator.Deed, unit string, o *events.Outcome) {
	if o.Get("kind") == "evade" || deed == adjudicator.Flees {
		f.fled[unit] = true
	}
	if o.Get("stopped") == "edge" && !f.fled[unit] || deed == adjudicator.Omits && o.Get("reason") == "edge" {
		f.folly(offField, "%s", unit)
	}
	if by := f.bodies[o.Get("by")]; deed == adjudicator.Barred && by.guns && by.side == f.sides[unit] {
		f.folly(intoGuns, "%s into %s", unit, o.Get("by"))
	}
}

// charges records the unit's order if it is to charge.
func (f *field) charges(unit, line string) {
	words := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" :,", r) })
	if slices.Contains(words, "CHARGE") {
		f.ordered[unit] = &charge{errand: f.errands[unit], ordered: line}
	}
}

// countUnmade counts ordered charges that were neither made nor attempted, and for which no reason was reported.
func (f *field) countUnmade(outcomes []events.Outcome) {
	answered := map[string]bool{}
	for i := range outcomes {
		o := &outcomes[i]
		deed := f.Rules.Deeds[o.Name]
		if deed == 0 || deed == adjudicator.Fires {
			continue
		}
		for _, field := range o.Fields {
			for id := range strings.SplitSeq(field.Value, ",") {
				answered[id] = true
			}
		}
	}
	for unit, c := range f.ordered {
		switch {
		case answered[unit] || f.bodies[unit].side == "" && f.sides[unit] == "":
			delete(f.ordered, unit)
		case c.errand != nil && c.errand.riding != "", !slices.Contains(f.movers, f.sides[unit]):
		default:
			if c.turns++; c.turns == patience {
				f.folly(uncharged, "%s: %s", unit, strconv.Quote(c.ordered))
				delete(f.ordered, unit)
			}
		}
	}
}

// patience limits the turns that a unit ordered to move may stand without any report about it.
const patience = 2

// goes lists the words of orders that make a unit move.
var goes = []string{"ADVANCE", "ASSAULT", "ATTACK", "CHARGE", "MARCH", "MOVE", "MANEUVER", "WITHDRAW", "FALL", "BACK"}

// errand is a unit's pending order to move.
type errand struct {
	riding string // the dispatch that carries the order; "" once it is delivered
	silent int    // turns since then without a report about the unit
}

// listen records the units that are ordered to move this turn. An order to stay ends an errand.
func (f *field) listen(orders []events.SeatOrders) {
	for _, s := range orders {
		for _, line := range s.Orders {
			words := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" :,", r) })
			if reacts(words) {
				continue
			}
			sent := slices.ContainsFunc(words, func(w string) bool { return slices.Contains(goes, w) })
			for _, w := range words {
				if strings.HasPrefix(f.sides[w], scenario.SideOf(s.Seat)) && f.sides[w] != "" && !f.gone[w] {
					f.send(w, sent)
					f.charges(w, line)
					if strings.HasPrefix(line, "TO ") {
						break // the first name is the addressee; the others are only mentioned
					}
				}
			}
		}
	}
}

// reacts reports whether an order sets the unit's reaction to a charge (ON CHARGE), which moves it nowhere.
func reacts(words []string) bool {
	on := slices.Index(words, "ON")
	return on >= 0 && on+1 < len(words) && words[on+1] == "CHARGE"
}

func (f *field) send(unit string, sent bool) {
	if sent && f.errands[unit] == nil {
		f.errands[unit] = &errand{}
	} else if !sent {
		delete(f.errands, unit)
	}
}

// stood counts units that were ordered to move and had no report for several turns.
func (f *field) stood(outcomes []events.Outcome) {
	named := map[string]bool{}
	for i := range outcomes {
		o := &outcomes[i]
		switch {
		case strings.HasPrefix(o.Name, "sight."):
			continue
		case o.Name == "dispatch.sent":
			for id := range strings.SplitSeq(o.Get("to"), ",") {
				if e := f.errands[id]; e != nil {
					e.riding = o.Get("id")
				}
			}
			continue
		case o.Name == "dispatch.delivered":
			f.ends(o.Get("id"), true)
			continue
		case o.Name == "dispatch.lost", o.Name == "dispatch.captured":
			f.ends(o.Get("id"), false)
			continue
		case strings.HasPrefix(o.Name, "dispatch."):
			continue // still under way
		}
		if f.Rules.Deeds[o.Name] == adjudicator.Omits && o.Get("unit") == "" {
			f.endErrands(o.Get("seat"))
		}
		for _, field := range o.Fields {
			for id := range strings.SplitSeq(field.Value, ",") {
				unit, _, _ := strings.Cut(id, ".")
				named[unit] = true
			}
		}
	}
	for unit, e := range f.errands {
		if !slices.Contains(f.movers, f.sides[unit]) {
			continue // the other side's turn
		}
		if named[unit] {
			delete(f.errands, unit)
		} else if e.riding == "" {
			e.silent++
		}
		if e.silent == patience {
			f.Stood[unit]++
			delete(f.errands, unit)
		}
	}
}

// endErrands ends the errands of all units of the seat's side. The seat was told why an order failed, but the outcome
// names the order's number and no unit.
func (f *field) endErrands(seat string) {
	maps.DeleteFunc(f.errands, func(unit string, _ *errand) bool { return f.sides[unit] == scenario.SideOf(seat) })
}

// ends ends the ride of a dispatch. If it was not delivered, its orders to move are dropped.
func (f *field) ends(id string, delivered bool) {
	for unit, e := range f.errands {
		switch {
		case e.riding != id:
		case delivered:
			e.riding = ""
		default:
			delete(f.errands, unit)
		}
	}
}
