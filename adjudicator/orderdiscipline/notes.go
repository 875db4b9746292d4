package orderdiscipline

import (
	"slices"
	"strings"

	"galloper/adjudicator"
)

func (p *play) openTurn() { p.Emit("turn.begun", "turn", p.Number) }

// noteOrders is step 0: standing orders are stored or cancelled, dispatches sent and directives adopted.
//
// Section d, step 0
func (p *play) noteOrders() {
	for g := range p.b.Generals {
		p.noteStanding(g)
	}
	for g := range p.b.Generals {
		p.sendParcels(g)
	}
	for d := range couriers.Directives(p.s, p.s.Turn) {
		if !d.Word {
			p.takeOver(d)
		}
	}
	for g := range p.b.Generals {
		p.obey(g)
	}
}

// entry is a list of standing orders given to a unit or a general.
type entry struct {
	Who   string
	Kind  int
	Conds []string
	Last  string
	Ref   string // Ref of the order that gives them
}

func (e *entry) joined() string {
	list := slices.Clone(e.Conds)
	if e.Last != "" {
		list = append(list, e.Last)
	}
	if len(list) == 0 {
		return "-"
	}
	return strings.Join(list, "; ")
}

// ledger collects standing orders while they are read.
type ledger struct {
	b       *Battle
	entries []*entry
	ref     string // Ref of the order being added
}

func (l *ledger) entryOf(who string, kind int) *entry {
	i := slices.IndexFunc(l.entries, func(e *entry) bool { return e.Who == who && e.Kind == kind })
	if i < 0 {
		i, l.entries = len(l.entries), append(l.entries, &entry{Who: who, Kind: kind})
	}
	l.entries[i].Ref = l.ref
	return l.entries[i]
}

// add adds one order to the lists of its units or to the general's own (f3, f4).
func (l *ledger) add(g int, o *order) {
	id := l.b.Generals[g].ID
	switch o.Kind {
	case orderUnit:
		for _, u := range o.Units {
			e := l.entryOf(l.b.Units[u].ID, int(o.Group))
			if len(o.If) == 0 {
				e.Last = l.b.conductText(nil, o.Steps)
				continue
			}
			e.Conds = append(e.Conds, l.b.conductText(o.If, o.Steps))
			if o.Else != nil {
				e.Last = l.b.conductText(nil, o.Else)
			}
		}
	case orderSelf:
		l.entryOf(id, standSelf).Last = l.b.body(*o)
	case orderInitiative:
		l.entryOf(id, standInitiative).Last = l.b.body(*o)
	case orderSeize, orderContest, orderReroll:
		e := l.entryOf(id, o.Kind.standsAs())
		e.Conds = append(e.Conds, l.b.body(*o))
	case orderCancel:
		l.cancel(g, o)
	}
}

// cancel empties the lists that CANCEL STANDING names, or all lists if it names none.
func (l *ledger) cancel(g int, o *order) {
	id, units := l.b.Generals[g].ID, o.Units
	for kind := range personal {
		if o.Word.Is(kind) || o.Word.None() && len(o.Units) == 0 {
			*l.entryOf(id, kind) = entry{Who: id, Kind: kind, Ref: l.ref}
		}
	}
	if o.Word.None() && len(units) == 0 {
		units = l.b.Generals[g].Units
	}
	for _, u := range units {
		for group := Movement; group <= Reaction; group++ {
			who := l.b.Units[u].ID
			*l.entryOf(who, int(group)) = entry{Who: who, Kind: int(group), Ref: l.ref}
		}
	}
}

// noteAll emits the entries that change something.
func (p *play) noteAll(l *ledger) {
	for _, e := range l.entries {
		if text := e.joined(); text != "-" || p.standsFor(e) {
			p.Cause = e.Ref
			p.EmitBy("f4", "order.standing", "who", e.Who, "kind", e.Kind, "orders", text, "why", "given")
		}
	}
}

func (p *play) standsFor(e *entry) bool {
	if g, ok := p.b.seatIDs.Find(e.Who).Get(); ok {
		return len(p.s.Generals[g].Standing[e.Kind]) > 0
	}
	return len(p.s.Units[p.b.unitIDs.Must(e.Who)].Standing[e.Kind]) > 0
}

// noteStanding stores the standing orders of a general's mail, or cancels them.
func (p *play) noteStanding(g int) {
	l := &ledger{b: p.b}
	for n, o := range p.mail(g) {
		if o.Standing || o.Kind == orderCancel {
			l.ref = adjudicator.OrderRef(p.b.Generals[g].ID, n+1)
			l.add(g, &o)
		}
	}
	p.noteAll(l)
}
