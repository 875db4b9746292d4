package orderdiscipline

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/courier"
	"galloper/adjudicator/rules"
	"galloper/events"
)

const (
	kindDirective = string(courier.Directive)
	kindLetter    = string(courier.Letter)
)

// Dispatch is a message from one general to another.
type Dispatch struct {
	rules.Dispatch[board.Point]
	Sender, Addressee int  // generals
	Word              bool // delivered by word of mouth, without a courier
}

// couriers describes how dispatches travel: straight towards the addressee's current position (§12.1, §12.2, §12.3).
var couriers = rules.Couriers[State, Dispatch, board.Point, *play]{
	Rows: rules.Outcomes[State]{
		{Name: rules.DispatchSent, Clause: "12.1", Fields: "id from to kind by distance text", To: "{from}",
			Says: "Your {kind} went to {to:name} {by:word=by word of mouth|courier=by courier}[, {distance:hundredths} " +
				"inches{distance:?}]."},
		{Name: rules.DispatchRiding, Clause: "12.2", Fields: "id x y left", To: rules.ToNone},
		{Name: rules.DispatchFled, Clause: "12.2", Fields: "id x y", To: rules.ToNone},
		{Name: rules.DispatchLost, Clause: "12.2", Fields: "id", To: rules.ToNone},
		{Name: rules.DispatchCaptured, Clause: "12.2", Fields: "id by",
			Says: "An enemy courier rode into our arms[: {by:name} caught him]."},
		{Name: rules.DispatchDelivered, Clause: "12.3", Fields: "id to",
			Says: "The dispatch {id} is in the hands of {to:name}."},
		{Name: rules.DispatchDelayed, Clause: "12.2", Fields: "id until", To: rules.ToNone},
		{Name: rules.SightCaptured, Clause: "12.2", Fields: "id kind from to text"},
		{Name: rules.SightCourier, Clause: "12.2", Fields: "id x y to road side"},
	},
	List:  func(s *State) *[]Dispatch { return &s.Dispatches },
	Turn:  func(s *State) int { return s.Turn },
	New:   addressTo,
	Where: placeOfDispatch,

	Goal: func(p *play, d *Dispatch) (board.Point, rules.Errand) {
		return p.s.Generals[d.Addressee].At, rules.Rides
	},
	Pace: func(*play, *Dispatch) int { return 1 }, // ride
	Way: func(p *play, _ *Dispatch, goal board.Point) courier.Way[board.Point] {
		return func(from board.Point) (board.Point, int, bool) {
			return board.NewPaces(from, goal).At(p.b.Tables.Move[courierRides]), 1, true
		}
	},
	Risk: (*play).courierRisk,

	Place: func(_ *play, _ *Dispatch, at board.Point) []any { return []any{"x", at.X, "y", at.Y} },
	Riding: func(_ *play, _ *Dispatch, at, goal board.Point, _ int) []any {
		return []any{"left", at.Distance(goal)}
	},
	Road: func(p *play, d *Dispatch) string {
		goal := p.s.Generals[d.Addressee].At
		return strconv.Itoa(goal.X) + "/" + strconv.Itoa(goal.Y)
	},
}

func addressTo(s *State, d *Dispatch, o *events.Outcome) {
	d.Sender, d.Addressee, d.Word = s.b.seatIDs.Must(d.From), s.b.seatIDs.Must(d.To), o.Get("by") == "word"
}

// placeOfDispatch returns the position that an outcome gives a dispatch, and false if it gives none.
func placeOfDispatch(s *State, d *Dispatch, o *events.Outcome) (board.Point, bool) {
	switch o.Name {
	case rules.DispatchSent:
		return s.Generals[d.Sender].At, true
	case rules.DispatchRiding:
		return pointOf(o), true
	case rules.DispatchDelivered:
		return s.Generals[d.Addressee].At, true
	}
	return board.Point{}, false
}

// moveCouriers moves all couriers (§12.2).
func (p *play) moveCouriers() { couriers.RideAll(p, nil) }

// courierRisk resolves the risk to a courier that passes close to an enemy (§12.2).
func (p *play) courierRisk(d *Dispatch, from, to board.Point, _ []events.Die) (peril rules.Peril) {
	enemy, found := p.enemyOnPath(d, board.Segment{A: from, B: to}).Get()
	if !found {
		return peril
	}
	die := p.Dice.D6("courier/ride/" + d.ID)
	peril.Dice = []events.Die{die}
	switch n := &p.b.Units[enemy]; die.Value {
	case 1:
		chief := p.b.Sides[n.Side].Chief.Must()
		peril.Fate, peril.By, peril.Readers = rules.DispatchCaptured, n.ID, []string{p.b.Generals[chief].ID}
	case 2:
		peril.Fate = rules.DispatchLost
	case 3:
		peril.Fate = rules.DispatchFled
	}
	return peril
}

// enemyOnPath returns the nearest enemy that the courier's path passes closely (§12.2).
func (p *play) enemyOnPath(d *Dispatch, way board.Segment) (best adjudicator.Index) {
	least := 0
	for _, e := range p.foes(p.b.Generals[d.Sender].Side) {
		n := &p.s.Units[e]
		if n.State > Unsteady || len(n.Contact) > 0 {
			continue
		}
		q := n.quad()
		if gap := q.GapTo(way); gap <= p.b.Tables.Danger && (best.None() || gap < least) {
			best, least = adjudicator.At(e), gap
		}
	}
	return best
}

// parcel is one dispatch to be sent: all orders, or all letters, from one general to another in one turn.
type parcel struct {
	To    int
	Kind  string
	Texts []string
	Order int // first order of the mail that goes into it
}

func (p *parcel) text() string { return strings.Join(p.Texts, either(p.Kind == kindLetter, " ", then)) }

// then separates the orders of a directive.
const then = "; "

func directives(text string) []string { return strings.Split(text, then) }

// parcels groups a mail into dispatches, at most one directive and one letter for each addressee, ordered by
// their first line (§12.1).
func (b *Battle) parcels(mail []order) []*parcel {
	var list []*parcel
	put := func(to int, kind, text string, n int) {
		for _, p := range list {
			if p.To == to && p.Kind == kind {
				p.Texts = append(p.Texts, text)
				return
			}
		}
		list = append(list, &parcel{to, kind, []string{text}, n})
	}
	for n := range mail {
		switch o := &mail[n]; o.Kind {
		case orderTo:
			put(o.To[0], kindDirective, b.canonical(*o.Inner), n)
		case orderLetter:
			for _, to := range o.To {
				put(to, kindLetter, o.Text, n)
			}
		}
	}
	return list
}

func (p *play) sendParcels(g int) {
	for n, parcel := range p.b.parcels(p.mail(g)) {
		p.Because(adjudicator.OrderRef(p.b.Generals[g].ID, parcel.Order+1), func() { p.dispatchParcel(g, n+1, parcel) })
	}
}

// dispatchParcel sends one dispatch. A message by word of mouth is delivered at once (§12.1, §12.5).
func (p *play) dispatchParcel(g, n int, parcel *parcel) {
	from, to := &p.s.Generals[g], &p.s.Generals[parcel.To]
	by, distance := "courier", from.At.Distance(to.At)
	if !p.b.Options.Couriers || distance <= p.b.Tables.Radius {
		by = "word"
	}
	d := couriers.Send(p, rules.Dispatch[board.Point]{
		ID:   courier.ID{Sender: from.ID, Turn: p.s.Turn, N: n}.String(),
		Kind: parcel.Kind, From: from.ID, To: to.ID, At: from.At, Text: parcel.text()}, "by", by, "distance", distance)
	if by != "word" {
		return
	}
	couriers.HandOver(p, d, to.At, nil)
	if d.Kind == kindDirective {
		p.takeOver(d)
	}
}

// takeOver turns a directive into standing orders if the addressee is an NPC or its seat sent no orders.
// Other addressees are only shown the directive (§12.4).
func (p *play) takeOver(d *Dispatch) {
	switch {
	case p.isSilent(d.Addressee):
		p.Because(d.Latest, func() { p.adopt(d) })
	case !p.obeys(d):
		p.Emit("directive.shown", "id", d.ID, "general", d.To)
	}
}

func (p *play) adopt(d *Dispatch) {
	l := &ledger{b: p.b, ref: p.Emit("directive.adopted", "id", d.ID, "general", d.To)}
	for _, text := range directives(d.Text) {
		o := p.b.recorded(d.Addressee, text)
		l.add(d.Addressee, &o)
	}
	p.noteAll(l)
}

// obeys reports whether the player chose this turn to obey the directive (g8).
func (p *play) obeys(d *Dispatch) bool {
	return slices.ContainsFunc(p.mail(d.Addressee), func(o order) bool {
		return o.Kind == orderObey && o.Dispatch == d.ID
	})
}

// obey adopts the directives that a player chose to obey (§12.4).
func (p *play) obey(g int) {
	for n, o := range p.mail(g) {
		if o.Kind != orderObey {
			continue
		}
		d := couriers.Find(p.s, o.Dispatch)
		if d != nil && d.Addressee == g && d.Kind == kindDirective && d.Status == adjudicator.Delivered {
			p.Because(adjudicator.OrderRef(p.b.Generals[g].ID, n+1), func() { p.adopt(d) })
		}
	}
}

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
