package orderdiscipline

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/courier"
)

func (p *play) beginTurn() { p.Emit("turn.begun", "turn", p.Number) }

// noteOrders is step 0: standing orders are noted or cancelled, dispatches sent,
// directives taken over.
//
// Section d, step 0
func (p *play) noteOrders() {
	for g := range p.b.Generals {
		p.noteStanding(g)
	}
	for g := range p.b.Generals {
		p.send(g)
	}
	for i := range p.s.Dispatches {
		if d := &p.s.Dispatches[i]; !d.Letter && !d.Word && d.Status == delivered && d.Done == p.s.Turn-1 {
			p.takeOver(d.ID)
		}
	}
	for g := range p.b.Generals {
		p.obey(g)
	}
}

// entry are the standing orders that a unit or a general is given.
type entry struct {
	Who   string
	Kind  int
	Conds []string
	Last  string
}

func (e *entry) text() string {
	list := slices.Clone(e.Conds)
	if e.Last != "" {
		list = append(list, e.Last)
	}
	if len(list) == 0 {
		return "-"
	}
	return strings.Join(list, "; ")
}

// ledger gathers standing orders as they are read.
type ledger struct {
	b       *Battle
	entries []*entry
}

func (l *ledger) of(who string, kind int) *entry {
	for _, e := range l.entries {
		if e.Who == who && e.Kind == kind {
			return e
		}
	}
	e := &entry{Who: who, Kind: kind}
	l.entries = append(l.entries, e)
	return e
}

// add adds one order to the ledger: to the lists of its units, or to the general's own.
//
// f3 f4
func (l *ledger) add(g int, o *order) {
	id := l.b.Generals[g].ID
	switch o.Kind {
	case orderUnit:
		for _, u := range o.Units {
			e := l.of(l.b.Units[u].ID, int(o.Group))
			if len(o.If) == 0 {
				e.Last = l.b.stepsText(o.Steps)
				continue
			}
			e.Conds = append(e.Conds, "IF "+l.b.condsText(o.If)+" THEN "+l.b.stepsText(o.Steps))
			if o.Else != nil {
				e.Last = l.b.stepsText(o.Else)
			}
		}
	case orderSelf:
		l.of(id, standSelf).Last = l.b.body(o)
	case orderInitiative:
		l.of(id, standInitiative).Last = l.b.body(o)
	case orderSeize, orderContest, orderReroll:
		kind := standSeize + int(o.Kind-orderSeize)
		e := l.of(id, kind)
		e.Conds = append(e.Conds, l.b.body(o))
	case orderCancel:
		l.cancel(g, o)
	}
}

// cancel empties the lists that CANCEL STANDING names; without a name all of them.
func (l *ledger) cancel(g int, o *order) {
	id, units := l.b.Generals[g].ID, o.Units
	for kind := range personal {
		if o.Word.Is(kind) || o.Word.None() && len(o.Units) == 0 {
			*l.of(id, kind) = entry{Who: id, Kind: kind}
		}
	}
	if o.Word.None() && len(units) == 0 {
		units = l.b.Generals[g].Units
	}
	for _, u := range units {
		for group := Movement; group <= Reaction; group++ {
			who := l.b.Units[u].ID
			*l.of(who, int(group)) = entry{Who: who, Kind: int(group)}
		}
	}
}

// note emits what has changed.
func (p *play) note(l *ledger) {
	for _, e := range l.entries {
		if text := e.text(); text != "-" || p.stands(e) {
			p.EmitBy("f4", "order.standing", "who", e.Who, "kind", e.Kind, "orders", text, "why", "given")
		}
	}
}

func (p *play) stands(e *entry) bool {
	if g, ok := p.b.seatIDs.Find(e.Who).Get(); ok {
		return len(p.s.Generals[g].Standing[e.Kind]) > 0
	}
	return len(p.s.Units[p.b.unitIDs.Must(e.Who)].Standing[e.Kind]) > 0
}

// noteStanding notes the standing orders of a general's mail, or cancels them.
func (p *play) noteStanding(g int) {
	l := &ledger{b: p.b}
	for _, o := range p.mail(g) {
		if o.Standing || o.Kind == orderCancel {
			l.add(g, &o)
		}
	}
	p.note(l)
}

// parcel is what a general sends to another in one turn: one dispatch.
type parcel struct {
	To     int
	Letter bool
	Texts  []string
	Order  int // the first order of the mail that it comes from
}

// parcels are the dispatches of a mail in mail order, each in the place of the first
// line that goes into it: to one general one of directives and one of letters.
//
// §12.1
func (b *Battle) parcels(mail []order) []*parcel {
	var list []*parcel
	put := func(to int, letter bool, text string, n int) {
		for _, p := range list {
			if p.To == to && p.Letter == letter {
				p.Texts = append(p.Texts, text)
				return
			}
		}
		list = append(list, &parcel{to, letter, []string{text}, n})
	}
	for n := range mail {
		switch o := &mail[n]; o.Kind {
		case orderTo:
			put(o.To[0], false, b.body(o.Inner), n)
		case orderLetter:
			for _, to := range o.To {
				put(to, true, o.Text, n)
			}
		}
	}
	return list
}

// send sends a general's dispatches; those by word are delivered at once.
//
// §12.1 §12.5
func (p *play) send(g int) {
	for n, parcel := range p.b.parcels(p.mail(g)) {
		before := p.follow(adjudicator.OrderRef(p.b.Generals[g].ID, parcel.Order+1))
		id := courier.ID{Sender: p.b.Generals[g].ID, Turn: p.s.Turn, N: n + 1}.String()
		kind, sep := courier.Directive, "; "
		if parcel.Letter {
			kind, sep = courier.Letter, " "
		}
		distance := p.s.Generals[g].At.Distance(p.s.Generals[parcel.To].At)
		by := "courier"
		if !p.b.Options.Couriers || distance <= p.b.Tables.Radius {
			by = "word"
		}
		ref := p.Emit("dispatch.sent", "id", id, "from", p.b.Generals[g].ID, "to", p.b.Generals[parcel.To].ID,
			"kind", string(kind), "by", by, "distance", distance, "text", strings.Join(parcel.Texts, sep))
		if by == "word" {
			p.follow(ref)
			p.deliver(id)
			if !parcel.Letter {
				p.takeOver(id)
			}
		}
		p.follow(before)
	}
}

// deliver hands a dispatch over.
//
// §12.3
func (p *play) deliver(id string) {
	p.Emit("dispatch.delivered", "id", id, "to", p.b.Generals[p.s.dispatch(id).To].ID)
}

// takeOver makes standing orders of a directive for a general whom nobody plays or
// whose seat sent nothing; to others it is only shown.
//
// §12.4
func (p *play) takeOver(id string) {
	d := p.s.dispatch(id)
	if !p.silent(d.To) {
		p.Emit("directive.shown", "id", id, "general", p.b.Generals[d.To].ID)
		return
	}
	p.adopt(id)
}

func (p *play) adopt(id string) {
	d := p.s.dispatch(id)
	before := p.follow(p.Emit("directive.adopted", "id", id, "general", p.b.Generals[d.To].ID))
	l := &ledger{b: p.b}
	for text := range strings.SplitSeq(d.Text, "; ") {
		o := p.b.readLine(d.To, text)
		l.add(d.To, &o)
	}
	p.note(l)
	p.follow(before)
}

// obey takes over the directives that a player chose to obey.
//
// §12.4
func (p *play) obey(g int) {
	for n, o := range p.mail(g) {
		if o.Kind != orderObey {
			continue
		}
		if d := p.s.dispatch(o.Dispatch); d != nil && d.To == g && !d.Letter && d.Status == delivered {
			before := p.follow(adjudicator.OrderRef(p.b.Generals[g].ID, n+1))
			p.adopt(d.ID)
			p.follow(before)
		}
	}
}
