package knowledge

import (
	"slices"
	"strings"

	"galloper/events"
)

// Dispatch is one that the seat sent and has heard nothing of since.
type Dispatch struct {
	ID   string // `french.guiche.t2.1`
	To   string
	Turn int // in which it set out
}

// Unheard returns the dispatches that the seat sent and of which it was not
// told that they were delivered, lost or captured, oldest first.
func (k *Known) Unheard() []Dispatch { return slices.Clone(k.unheard) }

// follow keeps the list of dispatches up to date. The events of couriers are
// the same in every ruleset (CONTRACT §6).
func (k *Known) follow(o *events.Outcome) {
	what, ok := strings.CutPrefix(o.Name, "dispatch.")
	if !ok || k.seat == Umpire {
		return
	}
	id := o.Get("id")
	if what == "sent" && strings.HasPrefix(id, k.seat+".t") {
		k.unheard = append(k.unheard, Dispatch{ID: id, To: o.Get("to"), Turn: k.turn})
		return
	}
	if what == "delivered" || what == "lost" || what == "captured" {
		// A new list: a clone may hold the old one.
		k.unheard = slices.DeleteFunc(slices.Clone(k.unheard), func(d Dispatch) bool { return d.ID == id })
	}
}

// Rider is a courier that the seat sees. Report and map call it by the same number.
type Rider struct {
	Number int
	*Fact  // its subject is the id of what is carried
}

// courierSeen is the fact of a courier in sight, in every ruleset.
const courierSeen = Prefix + "courier"

// Riders returns the couriers in sight after the last turn, numbered from 1 by their ids.
func (k *Known) Riders() []Rider {
	var riders []Rider
	for f := range k.Of(courierSeen) {
		if f.Turn == k.turn {
			riders = append(riders, Rider{Fact: f})
		}
	}
	slices.SortFunc(riders, func(a, b Rider) int { return strings.Compare(a.Subject, b.Subject) })
	for i := range riders {
		riders[i].Number = i + 1
	}
	return riders
}
