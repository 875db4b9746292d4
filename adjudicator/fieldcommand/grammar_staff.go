package fieldcommand

import (
	"strings"

	"galloper/adjudicator"
	"galloper/orders"
)

// pair reads the two units of MERGE.
func (r *reader) pair(o *order) {
	r.names(o)
	if !r.Failed() && len(o.Group.Units) < 2 {
		r.Refuse(missingUnit, "a second unit")
	}
	if !r.Failed() && len(o.Group.Units) > 2 {
		r.RefuseAt(orders.Word{}, trailingWords, "two units")
	}
}

// splitting reads `SPLIT a INTO n, n[, n]`, also written `n+n`.
func (r *reader) splitting(o *order) {
	r.names(o)
	if !r.Failed() && len(o.Group.Units) > 1 {
		r.RefuseAt(orders.Word{}, trailingWords, "one unit")
	}
	r.Expect(badNumber, "INTO")
	for !r.Failed() {
		n, ok := r.Int()
		if !ok {
			r.Refuse(badNumber, "figures such as 2, 1")
			return
		}
		o.Figures = append(o.Figures, n)
		if !r.More() && !r.Accept("+") {
			break
		}
	}
	if !r.Failed() && (len(o.Figures) < 2 || len(o.Figures) > 3) {
		r.Refuse(badNumber, "two or three figures")
	}
}

// reorganizing reads `REORGANIZE a, b` as a merger, `REORGANIZE a INTO …` as a split.
func (r *reader) reorganizing(o *order) {
	mark := r.Mark()
	if r.Before("INTO") != nil {
		r.Back(mark)
		o.Verb = verbSplit
		r.splitting(o)
		return
	}
	r.pair(o)
}

// rallying reads `RALLY a, b` or `RALLY ALL AT loc`.
func (r *reader) rallying(o *order) {
	if r.At("ALL") {
		r.group(o)
		return
	}
	r.pair(o)
}

// mobilizing reads `MOBILIZE GROUP n AT loc`.
func (r *reader) mobilizing(o *order) {
	r.Accept("GROUP")
	at := r.Peek()
	n, ok := r.Int()
	if !ok {
		r.Refuse(badNumber, "the number of a reinforcement group")
		return
	}
	o.Number = n
	r.Expect(missingPlace, "AT")
	o.To = adjudicator.At(r.localeNamed())
	r.armyOnly(at)
	if r.b.Sides[r.side].group(n) == nil {
		r.fault(noSuchGroup, "a reinforcement group of your side", at)
	}
}

// armyOnly notes what only the army's commander may order.
func (r *reader) armyOnly(at orders.Word) {
	if !r.b.Commands[r.seat].Army {
		r.fault(notArmy, "the army's commander to order this", at)
	}
}

// playing reads `PLAY card [FOR seat] [AT loc]`.
//
// §H8.1
func (r *reader) playing(o *order) {
	at := r.Peek()
	if r.Done() {
		r.Refuse(unknownName, "a card")
		return
	}
	o.Card = adjudicator.At(r.b.Sides[r.side].card(r.Name(r.cards)))
	for !r.Done() {
		if o.Seat.None() && r.Accept("FOR") {
			o.Seat = adjudicator.At(r.ownSeat())
		} else if o.To.None() && r.Accept("AT") {
			o.To = adjudicator.At(r.localeNamed())
		} else {
			break
		}
	}
	if r.Failed() {
		return
	}
	r.armyOnly(at)
	side := &r.s.Sides[r.side]
	count := 0
	for _, c := range side.Hand {
		if o.Card.Is(c) {
			count++
		}
	}
	switch {
	case !r.b.Options.Cards:
		r.fault(noCards, "a game with cards; in this there are none", at)
	case r.b.Commands[r.seat].Army && count == 0:
		r.fault(notInHand, "a card of your hand", at)
	}
	if r.played >= r.b.Options.Play {
		r.fault(cardLimit, "no more cards in one turn", at)
	}
	if r.b.Sides[r.side].Cards[o.Card.Must()].Effect == effectDefence && o.To.None() {
		r.fault(needsPlace, "AT loc: where it is to be", at)
	}
}

// ownSeat reads a seat of the side.
func (r *reader) ownSeat() int {
	at := r.Peek()
	if r.Done() {
		r.Refuse(unknownName, "a seat of your side")
		return -1
	}
	id, set := r.NameOf([]*orders.Names{r.seats}, []*orders.Names{r.foes})
	if id != "" && set == r.foes {
		r.fault(notYours, "a seat of your own side", at)
	}
	return r.b.Seat(id).Or(-1)
}

// riding reads `RIDE TO loc` and `RIDE WITH unit`.
//
// §H7
func (r *reader) riding(o *order) {
	at := r.Peek()
	if r.Accept("WITH") {
		unit, _ := r.unitNamed()
		o.With = adjudicator.At(unit)
	} else {
		r.Accept("TO")
		o.To = adjudicator.At(r.localeNamed())
	}
	if r.s.Seats[r.seat].At.None() {
		r.fault(noPerson, "a commander who is on the map", at)
	}
}

// assigning reads `ASSIGN names TO seat`.
func (r *reader) assigning(o *order) {
	at := r.Peek()
	o.Group.Units = r.theUnits(false)
	r.Expect(unknownName, "TO")
	o.Seat = adjudicator.At(r.ownSeat())
	r.armyOnly(at)
}

// reporting reads `REPORT TO seat`.
func (r *reader) reporting(o *order) {
	r.Accept("TO")
	at := r.Peek()
	if o.Seat = adjudicator.At(r.ownSeat()); o.Seat.Is(r.seat) {
		r.fault(toYourself, "another seat of your side; what you know stands in your own report", at)
	}
}

// letterTo reads the seats of a letter.
func (r *reader) letterTo(text string) order {
	o := blank(verbLetter)
	o.Text = text
	at := r.Peek()
	if r.Done() {
		r.Refuse(unknownName, "a seat of your side")
	}
	for _, to := range r.Addressees(r.seats, r.foes) {
		if to.Set == r.foes {
			r.fault(notYours, "a seat of your own side", to.At)
		}
		o.Seats = append(o.Seats, r.b.Seat(to.ID).Or(-1))
	}
	r.End(trailingWords)
	if r.b.Options.Letters == "none" {
		r.fault(noLetters, "a game with letters; in this there are none", at)
	}
	return o
}

// readTo reads `TO unit[, unit…]: order` and `TO seat: any order or text`.
func (r *reader) readTo(text string) order {
	o := blank(verbTo)
	m, set, several := r.MatchOf([]*orders.Names{r.units, r.seats}, []*orders.Names{r.foes})
	if m.ID == "" && several != nil {
		r.RefuseSeveral(ambiguousName, "a unit of yours or a seat of your side", several...)
		return o
	}
	if m.ID != "" && set != r.units {
		o.Seat = adjudicator.At(r.ownSeat())
		r.Accept(":")
		_, o.Text, _ = strings.Cut(text, ":")
		o.Text = strings.Join(strings.Fields(o.Text), " ")
		r.Rest()
		if !r.Failed() && o.Seat.Some() {
			r.said(&o)
		}
		return o
	}
	o.Group.Units = r.theUnits(true)
	if !r.Accept(":") {
		r.Refuse(missingUnit, "a colon behind the units")
	}
	if r.Failed() {
		return o
	}
	at := r.Peek()
	r.recipients = o.Group.Units
	inner := r.order()
	o.Inner = &inner
	if !r.Failed() && !inner.acts() || inner.Verb == verbMobilize {
		r.RefuseAt(at, unknownOrder, "a field order, LIMBER, RANGE, SPIKE, MERGE, SPLIT or RALLY")
	}
	return o
}

// said writes what a seat is told canonically, where it can be read as an order.
func (r *reader) said(o *order) {
	item := language.ReadLine(o.Text)
	if len(item.Words) == 0 || item.Letter != nil {
		return
	}
	inner := newReader(r.b, r.s, o.Seat.Must(), r.turn)
	inner.Scanner = inner.scan(item.Words)
	var told order
	if item.Standing {
		told = inner.readStanding()
	} else {
		told = inner.order()
	}
	inner.End(trailingWords)
	if !inner.Failed() {
		o.Text = canonical{r.b, r.s, r.side}.orderText(&told)
	}
}

// wholeOrder notes what is wrong with an order as a whole: it is not the side's turn.
func (r *reader) wholeOrder(o *order, first orders.Word) {
	if r.Failed() {
		return
	}
	turnBound := o.acts() || o.Verb == verbMobilize || o.Verb == verbPlay
	if turnBound && !r.b.moves(r.side, r.turn) {
		r.fault(notYourTurn, "the turn of "+r.b.Sides[r.side].ID+"; in this the enemy moves, and only STANDING, TO, "+
			"LETTER and RIDE are of use", first)
	}
}
