package orderdiscipline

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/courier"
	"galloper/adjudicator/rules"
	"galloper/events"
	"galloper/orders"
)

// ownNames returns the units that a seat commands.
func ownNames(d rules.Desk[*Battle]) (own, others *orders.Names) {
	return d.Battle.speech[d.Battle.seatIDs.Must(d.Seat)].own, nil
}

// readMail reads the orders and letters of one mail with the seat's knowledge (section f).
func readMail(d rules.Desk[*Battle], items []orders.Item) adjudicator.Reading {
	r := &seatView{desk: d, b: d.Battle, g: d.Battle.seatIDs.Must(d.Seat)}
	k := r.knownParser()
	k.mail = language.Mail(k, len(items))
	var reading adjudicator.Reading
	mail, of := make([]order, 0, len(items)), make([]int, 0, len(items)) // each order and the index of its entry
	for i := range items {
		it := &items[i]
		o, refusal := k.readItem(it)
		if refusal != nil {
			reading.Entries = append(reading.Entries, it.Refuse(refusal))
			continue
		}
		for _, one := range o.all() {
			one.number = it.Number
			of, mail = append(of, len(reading.Entries)), append(mail, one)
			line, means := k.mail.Text(&one)
			e := it.Accept(line)
			if it.Letter == nil {
				e.Means = means
			}
			reading.Entries = append(reading.Entries, e)
		}
	}
	for i := range mail {
		e := &reading.Entries[of[i]]
		if why := r.remark(mail, i); why != "" {
			e.Suffix = ", but " + why
		}
		rules.Under(e, r.odds(&mail[i])...)
		e.Notes = append(e.Notes, r.byHand(&mail[i])...)
		for _, to := range mail[i].To {
			if r.needsCourier(to) {
				e.Rides = append(e.Rides, r.b.Generals[to].ID)
			}
		}
	}
	idle := r.idleUnits(mail)
	reading.Trailer = []string{"no orders: " + idle}
	if idle != "-" {
		reading.Trailer = append(reading.Trailer, silence)
	}
	return reading
}

const silence = "A unit without an order will stand: orders last one turn, STANDING ones longer."

// seatView is a seat's knowledge while its mail is read.
type seatView struct {
	desk rules.Desk[*Battle]
	b    *Battle
	g    int
	own  *State // cache of ownTroops
}

func (r *seatView) knownParser() *parser {
	k := &parser{speech: r.b.speech[r.g], b: r.b, g: r.g, whose: r.g, enemy: r.b.speech[r.g].enemy, known: true,
		gone: r.knownGone, seen: r.lastSeen, whereabouts: r.whereabouts, has: r.hasReceived}
	if r.b.Options.Secret {
		k.enemy = r.identified()
	}
	return k
}

// identified returns the names of the enemies that the seat has been shown (section i6).
func (r *seatView) identified() *orders.Names {
	var shown []string
	for _, kind := range []string{"sight.enemy", "sight.lost"} {
		for o := range r.desk.Facts(kind) {
			shown = append(shown, o.Get("unit"))
		}
	}
	return r.b.speech[r.g].enemy.Only(func(id string) bool { return slices.Contains(shown, id) })
}

func (r *seatView) knownGone(unit int) bool {
	_, _, ok := r.desk.Fact("sight.gone", r.b.Units[unit].ID)
	return ok
}

// hasReceived reports whether the seat has received the directive.
func (r *seatView) hasReceived(dispatch string) bool {
	_, _, ok := r.desk.Fact("sight.directive", dispatch)
	return ok
}

// lastSeen returns the footprint of a friendly unit as last known to the seat.
func (r *seatView) lastSeen(unit int) (rect board.Rect, ok bool) {
	u := &r.b.Units[unit]
	f, stands := u.Formation, u.Start
	rect, ok = board.Rect{Centre: u.At, Facing: u.Facing}, r.desk.Known == nil || r.b.commands(r.g, unit)
	for _, kind := range []string{"sight.own", "sight.friend", "sight.waiting", "sight.gone"} {
		o, _, known := r.desk.Fact(kind, u.ID)
		if !known {
			continue
		}
		rect.Centre, ok = pointOf(o), true
		if o.Get("formation") != "" {
			f, stands, rect.Facing = Formation(slices.Index(formations[:], o.Get("formation"))), o.Int("stands"), o.Int("facing")
		}
		break
	}
	rect.Frontage, rect.Depth = footprint(u.Kind, f, max(stands, 1))
	return rect, ok
}

// whereabouts returns the position of a general of the side.
func (r *seatView) whereabouts(g int) board.Point {
	if o, _, ok := r.desk.Fact("sight.general", r.b.Generals[g].ID); ok {
		return pointOf(o)
	}
	return r.b.Generals[g].At
}

// remark returns the remark on an accepted order: what it replaces, how a dispatch travels, or that a card is
// not in hand (section f).
func (r *seatView) remark(mail []order, n int) string {
	switch o := &mail[n]; o.Kind {
	case orderTo, orderLetter:
		return r.travels(o.To[0])
	case orderSeize, orderContest, orderReroll:
		if !o.Never && !r.handHas(o.Cards) {
			return "card not held"
		}
	}
	if unseen := r.nobodyAt(&mail[n]); unseen != "" {
		return unseen
	}
	return r.replacedOrders(mail, n)
}

// unseenFrom is the distance from a point within which the seat must know of an enemy to avoid a warning, in
// hundredths of an inch: twice the reach of the order.
const unseenFrom = 600

// nobodyAt returns a warning if the seat knows of no enemy near the point that is to be charged or fired at.
func (r *seatView) nobodyAt(o *order) string {
	for i := range o.Steps {
		t := &o.Steps[i].Target
		if !t.AtPoint || o.Steps[i].Verb != doCharge && o.Steps[i].Verb != fireAt {
			continue
		}
		why, best := "you know of no enemy there", -1
		for f := range r.desk.Facts("sight.enemy") {
			if d := pointOf(f).Distance(t.At); best < 0 || d < best {
				best = d
				why = "you know of no enemy there: the nearest that you know of is at " + point(pointOf(f))
			}
		}
		if best < 0 || best > unseenFrom {
			return why
		}
	}
	return ""
}

// replacedOrders lists the earlier orders that this one replaces, for each unit only the latest. An order that stays in
// force for other units is replaced only for the units named, and a conditional order loses only its ELSE (f4).
func (r *seatView) replacedOrders(mail []order, n int) string {
	var whole, parts []string
	stands := slices.Clone(mail[n].Units)
	for i := n - 1; i >= 0; i-- {
		if !replaces(&mail[n], &mail[i]) {
			continue
		}
		if mail[n].Kind != orderUnit {
			return "replaces " + strconv.Itoa(mail[i].number)
		}
		var taken, left []int
		for _, u := range stands {
			if slices.Contains(mail[i].Units, u) {
				taken = append(taken, u)
			} else {
				left = append(left, u)
			}
		}
		if stands = left; taken == nil {
			continue
		}
		text := strconv.Itoa(mail[i].number)
		if len(mail[i].If) > 0 {
			text = "the ELSE of " + text
		}
		if len(taken) < len(mail[i].Units) {
			parts = append([]string{"replaces " + text + " for " + idList(&r.b.unitIDs, taken)}, parts...)
		} else {
			whole = append([]string{text}, whole...)
		}
	}
	if whole != nil {
		parts = append([]string{"replaces " + strings.Join(whole, ", ")}, parts...)
	}
	return strings.Join(parts, "; ")
}

// replaces reports whether an order takes the place of an earlier one: either it is of the same kind, or it
// is a unit's unconditional order of the same group (f4).
func replaces(later, earlier *order) bool {
	if later.Kind != earlier.Kind || later.Standing != earlier.Standing {
		return false
	}
	switch later.Kind {
	case orderSelf, orderInitiative, orderSequence:
		return true
	case orderUnit:
		return later.Group == earlier.Group && unconditional(later) && unconditional(earlier) &&
			slices.ContainsFunc(later.Units, func(u int) bool { return slices.Contains(earlier.Units, u) })
	}
	return false
}

// unconditional reports whether the order, or its ELSE part, is unconditional.
func unconditional(o *order) bool { return len(o.If) == 0 || o.Else != nil }

// needsCourier reports whether a dispatch needs a courier.
func (r *seatView) needsCourier(to int) bool {
	return r.b.Options.Couriers && r.whereabouts(r.g).Distance(r.whereabouts(to)) > r.b.Tables.Radius
}

// travels describes how a dispatch travels (§12.1, §12.2).
func (r *seatView) travels(to int) string {
	if !r.needsCourier(to) {
		return "by word"
	}
	distance := r.whereabouts(r.g).Distance(r.whereabouts(to))
	e := courier.Expect(r.desk.Turn, courier.Rides(distance, max(r.b.Tables.Move[courierRides], 1)))
	return courier.ActedOn("courier", inches(distance)+" inches", e.Acts) + e.TooLate(r.b.LastTurn())
}

// handHas reports whether one of the cards is in the seat's hand, as far as is known.
func (r *seatView) handHas(wanted []string) bool {
	hand, _, ok := r.desk.Fact("sight.hand", r.b.Sides[r.b.Generals[r.g].Side].ID)
	if !ok {
		return true
	}
	held := strings.Split(hand.Get("cards"), ",")
	return slices.ContainsFunc(wanted, func(c string) bool {
		return slices.Contains(held, c) || (c == "lowest" || c == "highest") && held[0] != "-"
	})
}

// idleUnits lists the seat's units without a current or standing movement order, except those known to be gone or
// yet to arrive (section f).
func (r *seatView) idleUnits(mail []order) string {
	return r.b.unitIDs.Those(func(u int) bool {
		return r.b.Units[u].General == r.g && !ordered(u, mail) && !r.knownGone(u) && !r.waits(u) &&
			!r.hasStanding(u, mail)
	})
}

// ordered reports whether the mail has a movement order for the unit that a later line does not cancel.
func ordered(u int, mail []order) bool {
	now, standing := false, false
	for i := range mail {
		switch o := &mail[i]; {
		case o.Kind == orderUnit && o.Group == Movement && slices.Contains(o.Units, u):
			now, standing = now || !o.Standing, standing || o.Standing
		case o.Kind == orderCancel && o.Word.None() && (len(o.Units) == 0 || slices.Contains(o.Units, u)):
			standing = false
		}
	}
	return now || standing
}

func (r *seatView) waits(u int) bool {
	_, _, ok := r.desk.Fact("sight.waiting", r.b.Units[u].ID)
	return ok || r.desk.Known == nil && r.b.Units[u].Arrives > 1
}

// hasStanding reports whether the unit is known to have standing movement orders that the mail does not cancel.
func (r *seatView) hasStanding(u int, mail []order) bool {
	o, _, ok := r.desk.Fact("sight.own", r.b.Units[u].ID)
	return ok && o.Get("orders") == "yes" && !slices.ContainsFunc(mail, func(o order) bool {
		return o.Kind == orderCancel && o.Word.None() && (len(o.Units) == 0 || slices.Contains(o.Units, u))
	})
}

// odds returns the command roll needed for each charge that the order begins with. It assumes a frontal charge and the
// seat's knowledge of its own troops: modifiers for the target are unknown until the charge is declared (i7).
func (r *seatView) odds(o *order) (list []rules.Odds) {
	if o.Kind != orderUnit || len(o.Steps) == 0 || o.Steps[0].Verb != doCharge {
		return nil
	}
	s := r.ownTroops()
	for _, u := range o.Units {
		n := &s.Units[u]
		if n.Stands == 0 || n.State == Routing || n.State == Unsteady {
			continue // may not charge (§4.2)
		}
		if vain := r.inVain(u, &o.Steps[0].Target); vain.Comes != "" {
			list = append(list, vain)
			continue
		}
		ability, mods := r.b.Generals[n.General].Ability, s.moraleMods(u, forCharge)
		need := s.scoreNeeded(u) - ability - mods.total()
		odds := rules.Odds{Does: fmt.Sprintf("%s charges head on with a command roll of %d or more", n.ID, need),
			Of: fmt.Sprintf("it must reach %d, and has %s for %s", s.scoreNeeded(u), plus(ability),
				r.b.Generals[n.General].ID),
			Comes: rules.Ways(2, 6, func(rolled []events.Die) bool { return rolled[0].Value+rolled[1].Value >= need })}
		for _, m := range mods {
			odds.Of += ", " + plus(m.N) + " for " + modWords[m.Name]
		}
		list = append(list, odds)
	}
	return list
}

// inVain says why the unit cannot charge its target from where it stands, to the seat's knowledge. Comes is empty if it
// can, or if the seat sees no such enemy (§4.2).
func (r *seatView) inVain(u int, aimed *target) (o rules.Odds) {
	s := r.troopsSeen()
	target := s.find(u, aimed)
	e, ok := target.Get()
	if !ok {
		return o
	}
	n := &s.Units[u]
	most := s.allowance(u, n.Formation)
	o.Does = n.ID + " cannot charge " + s.Units[e].ID + " from where it stands"
	switch why := s.hindered(u, target); why {
	case "out-of-reach":
		o.Comes = fmt.Sprintf("%s off, and it covers at most %s in %s", inchesProse(nil, s.gap(u, e)),
			inchesProse(nil, most), formations[n.Formation])
	case "blocked":
		w := s.newWalk(u, most)
		w.rush(s.Units[e].At, e)
		o.Comes = map[string]string{stoppedLand: "impassable ground is in the way", stoppedEdge: "the field ends there",
			stoppedFrnd: s.Units[w.by].ID + " is in the way"}[w.stopped]
		o.Comes = cmp.Or(o.Comes, "another enemy is in the way")
	case "formation":
		o.Comes = "it is in " + formations[n.Formation]
	case "out-of-arc":
		o.Comes = "the enemy is not in front of it"
	}
	return o
}

// troopsSeen returns the seat's own troops with the other troops in sight, as the seat knows them.
func (r *seatView) troopsSeen() *State {
	s := *r.ownTroops()
	s.Units = slices.Clone(s.Units)
	for i := range s.Units {
		if u := &s.Units[i]; u.Stands == 0 {
			u.State = Waiting
		}
		s.Units[i].Contact = nil
	}
	for _, kind := range []string{"sight.friend", "sight.enemy"} {
		for o, turn := range r.desk.Facts(kind) {
			if u, ok := r.b.unitIDs.Find(o.Get("unit")).Get(); ok && turn == r.desk.Turn-1 {
				s.Units[u].learn(o)
			}
		}
	}
	return &s
}

// learn copies the fields of a sighting into the unit.
func (u *Unit) learn(o *events.Outcome) {
	u.At, u.Facing, u.Stands, u.Lost = pointOf(o), o.Int("facing"), o.Int("stands"), u.Start-o.Int("stands")
	u.Formation = Formation(max(0, slices.Index(formations[:], o.Get("formation"))))
	u.State = Condition(max(0, slices.Index(conditions[:], o.Get("state"))))
	if o.Get("routing") == "yes" {
		u.State = Routing
	}
}

// byHand returns a note for each deployed battery that an order moves, with the distance that it can cover (i8).
func (r *seatView) byHand(o *order) (notes []string) {
	if o.Kind != orderUnit || len(o.Steps) == 0 || !o.Steps[0].walks() {
		return nil
	}
	t, s := &o.Steps[0], r.ownTroops()
	for _, u := range o.Units {
		n := &s.Units[u]
		if n.Stands == 0 || n.Formation != Deployed {
			continue
		}
		most := s.allowance(u, Deployed)
		if t.Verb == doFallBack || t.Keep {
			most /= 2
		}
		notes = append(notes, fmt.Sprintf("%s go by hand while they are deployed, at most %s a turn; limbered %s",
			cmp.Or(n.Name, n.ID), inchesProse(nil, most), inchesProse(nil, s.allowance(u, Limbered))))
	}
	return notes
}

// walks reports whether the step moves its units to another place.
func (t *step) walks() bool {
	switch t.Verb {
	case doMove, doAdvance, doShift, doFallBack, doSupport, doDress:
		return true
	}
	return false
}

// modWords are descriptions of the modifiers of a charge that depend on the unit alone.
var modWords = map[string]string{"stands": "stands lost", "radius": "its general near", "attached": "a general with it",
	"cover": "cover"}

func plus(n int) string { return fmt.Sprintf("%+d", n) }

// ownTroops returns a state with the seat's own units and its side's generals as the seat knows them. It
// serves only for calculations that depend on nothing else.
func (r *seatView) ownTroops() *State {
	if r.own != nil {
		return r.own
	}
	s := &State{b: r.b, Units: drawnUp(r.b)}
	r.own = s
	for i := range r.b.Generals {
		g := Officer{General: &r.b.Generals[i], At: r.b.Generals[i].At, Attached: adjudicator.None}
		if r.b.Generals[i].Side == r.b.Generals[r.g].Side {
			g.At, g.Attached = r.whereabouts(i), r.b.Generals[i].With
			if o, _, ok := r.desk.Fact("sight.general", g.ID); ok {
				g.Attached = r.b.unitIDs.Find(o.Get("with"))
			}
		}
		s.Generals = append(s.Generals, g)
	}
	for i := range s.Units {
		u := &s.Units[i]
		if o, _, ok := r.desk.Fact("sight.own", u.ID); ok {
			u.learn(o)
		} else if r.desk.Known != nil || !r.b.commands(r.g, i) {
			u.Stands = 0
		}
	}
	return s
}
