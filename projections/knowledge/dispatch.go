package knowledge

import (
	"slices"
	"strings"

	"galloper/events"
)

// Dispatch is a dispatch of the seat's that has not been heard of since it was sent.
type Dispatch struct {
	ID   string // `french.guiche.t2.1`
	To   string
	Turn int // of departure
}

// Unheard returns the seat's dispatches, oldest first, that are not known to have been delivered, lost or captured.
func (k *Known) Unheard() []Dispatch { return slices.Clone(k.unheard) }

// follow updates the list of dispatches. Couriers have the same outcomes in every ruleset.
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
		// Copy the list: a clone may share the old one.
		k.unheard = slices.DeleteFunc(slices.Clone(k.unheard), func(d Dispatch) bool { return d.ID == id })
	}
}

// Rider is a courier that the seat sees. Report and map use the same number for it.
type Rider struct {
	Number int
	*Fact  // its subject is the id of the dispatch
}

// courierSeen is the name, in every ruleset, of the fact about a courier in sight.
const courierSeen = Prefix + "courier"

// Riders returns the couriers in sight after the last turn, numbered from 1 in the order of their ids.
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
