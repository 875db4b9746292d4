package trial

import (
	"maps"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/events"
)

// patience is how many turns a unit may stand that was told to go somewhere, without a word about it.
const patience = 2

// goes are the words of orders that take a unit somewhere.
var goes = []string{"ADVANCE", "ASSAULT", "ATTACK", "CHARGE", "MARCH", "MOVE", "MANEUVER", "WITHDRAW", "FALL", "BACK"}

// errand is what a unit was told that takes it somewhere.
type errand struct {
	riding string // the dispatch that brings it; none: it has been told
	silent int    // turns since in which nothing was told of the unit
}

// listen notes who was told to go somewhere this turn. Who is told to stay has no errand any more.
func (f *field) listen(orders []events.SeatOrders) {
	for _, s := range orders {
		for _, line := range s.Orders {
			words := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" :,", r) })
			sent := slices.ContainsFunc(words, func(w string) bool { return slices.Contains(goes, w) })
			for _, w := range words {
				if strings.HasPrefix(f.sides[w], sideOf(s.Seat)) && f.sides[w] != "" {
					f.send(w, sent)
					f.charges(w, line)
					if strings.HasPrefix(line, "TO ") {
						break // the first is who is told; others are whom he is told of
					}
				}
			}
		}
	}
}

func sideOf(seat string) string {
	side, _, _ := strings.Cut(seat, ".")
	return side
}

func (f *field) send(unit string, sent bool) {
	if sent && f.errands[unit] == nil {
		f.errands[unit] = &errand{}
	} else if !sent {
		delete(f.errands, unit)
	}
}

// stood counts the units that were told to go somewhere and of which nothing was told for turns.
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
		case o.Name == "dispatch.riding":
			continue
		case strings.HasPrefix(o.Name, "dispatch."):
			f.arrive(o.Get("id"))
			continue
		}
		if f.Rules.Deeds[o.Name] == adjudicator.Omits && o.Get("unit") == "" {
			f.told(o.Get("seat"))
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
			continue // the others' turn
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

// told ends the errands of a side's units: one of its seats was told why not, by the number of the order.
func (f *field) told(seat string) {
	maps.DeleteFunc(f.errands, func(unit string, _ *errand) bool { return f.sides[unit] == sideOf(seat) })
}

// arrive ends the ride of a dispatch, as it may end.
func (f *field) arrive(id string) {
	for _, e := range f.errands {
		if e.riding == id {
			e.riding = ""
		}
	}
}
