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
