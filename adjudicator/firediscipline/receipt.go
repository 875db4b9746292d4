package firediscipline

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/courier"
	"galloper/adjudicator/rules"
	"galloper/orders"
)

// readOrders reads the orders and letters of one mail by the seat's knowledge (section f).
func readOrders(d rules.Desk[*Battle], items []orders.Item) adjudicator.Reading {
	b := d.Battle
	seat := b.seat(d.Seat)
	r := &seatView{desk: d, b: b, seat: seat, last: slices.Repeat([]int{-1}, len(b.Units)),
		directed: make([]bool, len(b.Units)), notes: make([]string, 0, len(items)), rides: make([]string, 0, len(items))}
	r.me = r.commanderKnown(seat)
	k := &parser{speech: b.speech[b.Commands[seat].Side], seat: adjudicator.At(seat), gone: r.isGone, where: r.lastPlace,
		told: r.isKnown, rooted: r.isUnlimbered}
	k.mail = language.Mail(k, len(items))
	reading := adjudicator.Reading{Entries: make([]orders.Entry, len(items))}
	r.text.Grow(noteLength * len(items))
	mail := make([]given, len(items))
	for i := range items {
		if o := r.entry(k, &items[i], &reading.Entries[i]); o != nil {
			mail[i] = r.noteData(o, i)
		}
	}
	for i := range mail {
		r.note(&mail[i], i, &reading.Entries[i], items)
	}
	reading.Trailer = []string{"no directive this turn: " + r.silentUnits()}
	return reading
}

const noteLength = 64

// seatView is a seat's knowledge while its mail is read.
type seatView struct {
	desk rules.Desk[*Battle]
	b    *Battle
	seat int
	me   commanderKnown

	last     []int           // see [Battle.lastFor]
	directed []bool          // by unit, whether an order addresses it
	notes    []string        // of all orders
	rides    []string        // of all orders
	text     strings.Builder // buffer for the notes
}

// given is the part of an accepted order that its note needs. It is zero for a refused order.
type given struct {
	units, seats []int
	opening
}

type commanderKnown struct {
	at   board.Point
	with adjudicator.Index // unit
	fit  bool
}

func (r *seatView) commanderKnown(seat int) commanderKnown {
	b := r.b
	c := commanderKnown{at: b.Commands[seat].At, with: b.Commands[seat].Attached, fit: true}
	o, _, ok := r.desk.Fact("sight.commander", b.Commands[seat].ID)
	if !ok {
		return c
	}
	return commanderKnown{pointOf(o), adjudicator.At(b.unit(o.Get("with"))), o.Get("status") == "-"}
}

func (r *seatView) isGone(unit int) bool {
	_, _, ok := r.desk.Fact("sight.gone", r.b.Units[unit].ID)
	return ok
}

// isKnown reports whether the unit is on the seat's side or in its reports.
func (r *seatView) isKnown(unit int) bool {
	_, _, seen := r.desk.Fact("sight.enemy", r.b.Units[unit].ID)
	return seen || r.b.Units[unit].Side == r.b.Commands[r.seat].Side || r.isGone(unit)
}

// lastPlace returns the unit's centre as last known to the seat.
func (r *seatView) lastPlace(unit int) (board.Point, bool) {
	if o, _, ok := r.desk.Fact("sight.own", r.b.Units[unit].ID); ok {
		return pointOf(o), true
	}
	return r.b.Units[unit].At, true
}

// isUnlimbered reports whether, as far as the seat knows, the unit is guns that have unlimbered.
func (r *seatView) isUnlimbered(unit int) bool {
	if o, _, ok := r.desk.Fact("sight.own", r.b.Units[unit].ID); ok {
		return Formation(o.Get("formation")) == Unlimbered
	}
	return r.b.Units[unit].Formation == Unlimbered
}

// entry reads one item of a mail. The order is nil if it is refused.
func (r *seatView) entry(k *parser, it *orders.Item, e *orders.Entry) *order {
	if !r.me.fit {
		*e = it.Refuse(&orders.Refusal{Reason: noCommander, Want: "a fit commander: wait for the successor"})
		return nil
	}
	o, refusal := k.read(it)
	switch {
	case refusal != nil:
		*e = it.Refuse(refusal)
		return nil
	case it.Letter != nil:
		*e = it.Accept(o.Canonical)
	default:
		o.Canonical, e.Means = k.mail.Text(o)
		e.Number, e.Canonical = it.Number, o.Canonical
	}
	return o
}

// noteData returns the part of an order that its note needs once the whole mail is read.
func (r *seatView) noteData(o *order, n int) given {
	o.follow(r.last, n)
	for _, unit := range o.Units {
		r.directed[unit] = true
	}
	return given{o.Units, o.Seats, opening{o.Fire, o.FireAt, o.Form}}
}

// note adds the fate of an accepted order: how it travels, and the orders in the same mail that replace it.
func (r *seatView) note(o *given, n int, e *orders.Entry, items []orders.Item) {
	replaced, noted, riding := r.text.Len(), len(r.notes), len(r.rides)
	for _, unit := range o.units {
		if by := r.last[unit]; by > n {
			r.text.WriteString(", ")
			if r.text.Len() == replaced+2 {
				r.text.WriteString("but ")
			}
			e.Replaced = items[by].Number
			r.write("replaced by order ", e.Replaced)
			r.text.WriteString(" for " + r.b.Units[unit].ID)
		}
	}
	e.Suffix = r.text.String()[replaced:]
	for _, unit := range o.units {
		if r.last[unit] <= n {
			r.journey(unit)
		}
	}
	for _, to := range o.seats {
		r.post(to)
	}
	for _, unit := range o.units {
		if r.last[unit] > n {
			continue
		}
		if odds := r.odds(unit, o.opening).String(); odds != "" {
			r.notes = append(r.notes, odds)
		}
	}
	if noted < len(r.notes) {
		e.Notes = r.notes[noted:len(r.notes):len(r.notes)]
	}
	if riding < len(r.rides) {
		e.Rides = r.rides[riding:len(r.rides):len(r.rides)]
	}
}

// journey notes how a directive reaches a unit and when the unit acts on it (§Q2, §Q3).
func (r *seatView) journey(unit int) {
	start, turn, id := r.text.Len(), r.desk.Turn, r.b.Units[unit].ID
	r.text.WriteString(id)
	if r.speaksTo(unit) {
		r.write(" by voice, acts turn ", turn)
	} else {
		r.rides = append(r.rides, id)
		to, _ := r.lastPlace(unit)
		d := r.me.at.Distance(to)
		e := courier.Expect(turn, courier.Rides(d, r.b.Options.CourierPace*board.Yard))
		r.write(" by courier, ", board.Yards(d))
		r.write(" yds, arrives turn ", e.Arrives)
		r.write(", acts turn ", e.Acts)
		r.text.WriteString(e.TooLate(r.b.LastTurn()))
	}
	r.notes = append(r.notes, r.text.String()[start:])
}

func (r *seatView) write(words string, n int) {
	var figures [20]byte
	r.text.WriteString(words)
	r.text.Write(strconv.AppendInt(figures[:0], int64(n), 10))
}

// speaksTo reports whether, as far as it knows, the seat can speak to the unit (§Q2).
func (r *seatView) speaksTo(unit int) bool {
	if !r.b.Options.Couriers || r.me.with.Is(unit) {
		return true
	}
	u := Unit{Regiment: &r.b.Units[unit], Mounted: r.b.Units[unit].Mounted}
	u.At, _ = r.lastPlace(unit)
	u.Facing, u.Formation = u.Regiment.Facing, u.Regiment.Formation
	stands := u.Regiment.Stands
	if o, _, ok := r.desk.Fact("sight.own", u.ID); ok {
		u.Facing, u.Formation, stands = o.Int("facing"), Formation(o.Get("formation")), o.Int("stands")
	}
	for at := range u.placesOf(stands) {
		if r.me.at.Within(at, earshot) {
			return true
		}
	}
	return false
}

// post notes how a letter reaches a seat (§Q2, §Q5).
func (r *seatView) post(to int) {
	him, id := r.commanderKnown(to), r.b.Commands[to].ID
	if !r.b.Options.Couriers || r.me.at.Within(him.at, earshot) {
		r.notes = append(r.notes, id+" by voice")
		return
	}
	r.rides = append(r.rides, id)
	d := r.me.at.Distance(him.at)
	r.notes = append(r.notes, fmt.Sprintf("%s by courier, %d yds, arrives turn %d", id, board.Yards(d),
		courier.Expect(r.desk.Turn, courier.Rides(d, r.b.Options.CourierPace*board.Yard)).Arrives))
}

// silentUnits returns the seat's units in play without a directive in the mail.
func (r *seatView) silentUnits() string {
	return r.b.unitIDs.Those(func(u int) bool {
		return r.b.Units[u].Seat == r.seat && !r.directed[u] && !r.isGone(u)
	})
}

// placesOf yields the places of a number of stands in ranks about the unit's centre (§3.2).
func (u *Unit) placesOf(stands int) iter.Seq[board.Point] {
	return func(yield func(board.Point) bool) {
		for n := range stands {
			if !yield(u.frame().World(u.place(n, stands))) {
				return
			}
		}
	}
}

// opening is a directive's instruction on opening fire, with the formation it orders.
type opening struct {
	Fire   Fire
	FireAt int
	Form   Formation
}

// odds returns the expected hits of a unit's first volley if the order says when to open fire. It uses the seat's
// knowledge of the unit alone; modifiers of the target are unknown beforehand (§D19).
func (r *seatView) odds(unit int, d opening) rules.Odds {
	own := &r.b.Units[unit]
	if own.firearmRow() < 0 || d.Fire != FireWithin && d.Fire != FireAtWill {
		return rules.Odds{}
	}
	stands, formation := own.Stands, own.Formation
	if o, _, ok := r.desk.Fact("sight.own", own.ID); ok {
		stands, formation = o.Int("stands"), Formation(o.Get("formation"))
	}
	if d.Form != "" {
		formation = d.Form
	}
	if stands == 0 || formation == Open {
		return rules.Odds{} // only the skirmishers with a target fire
	}
	yards := own.greatestRange()
	if d.Fire == FireWithin {
		yards = min(yards, d.FireAt)
	}
	dice, each := max(r.b.ownDice(own, formation, volleyStands(formation, stands)), 1), r.b.faces(own, formation, yards)
	return rules.Odds{Does: own.ID + " opens fire at " + strconv.Itoa(yards) + " yds", Of: hitsOn(each),
		Comes: rules.Hits(dice, each, 10), But: "less at cover or open order, or in bad weather"}
}

// hitsOn names the faces that hit, on a die from 0 to 9.
func hitsOn(faces int) string {
	switch faces {
	case 0:
		return "too far to hit"
	case 1:
		return "each die hits on 0"
	case 2:
		return "each die hits on 0 or 1"
	}
	return "each die hits on 0 to " + strconv.Itoa(faces-1)
}
