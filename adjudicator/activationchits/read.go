package activationchits

import (
	"galloper/adjudicator"
	"slices"
	"strconv"
	"strings"

	"galloper/orders"
)

func itoa(n int) string { return strconv.Itoa(n) }

// orderKind is what an order is about.
type orderKind uint8

const (
	orderEntry     orderKind = iota // a plan entry
	orderStanding                   // one that holds for later turns too
	orderEnds                       // STANDING NONE
	orderReact                      // policies of units
	orderADC                        // a line of ADC orders
	orderBonus                      // who goes first in a bonus
	orderEvent                      // ON EVENT
	orderRota                       // PRECEDENCE
	orderDirective                  // TO seat: entry
	orderLetter
)

// order is one order as it was read.
type order struct {
	Kind      orderKind
	Canonical string
	Entry     *Entry
	Units     []int // REACT, BONUS; STANDING unit NONE
	Policy    []policy
	Relief    *Relief // nil: ADC NONE
	Hex       adjudicator.Index
	Seats     []int // PRECEDENCE
	To        int   // directive, letter
	Text      string
	But       string // what of it is for nobody
	Refusal   *orders.Refusal
}

// desk is who reads a mail: which seat, and what it knows.
type desk struct {
	*speech
	seat     int
	gone     func(id string) bool // known to be lost, or off the board
	bereaved bool                 // no leader, and no unit either, to send a courier from
}

// reader returns a reader of the words for the seat.
func (k *desk) reader(s *orders.Scanner) *reader {
	return &reader{speech: k.speech, s: s, seat: k.seat, gone: k.gone}
}

// one returns the order, or its refusal.
func (r *reader) one(o order) []order {
	r.settle()
	if f := r.s.Refusal(); f != nil {
		o.Refusal = f
	}
	return []order{o}
}

// item reads one item of a mail: an entry for several is several orders.
func (k *desk) item(it *orders.Item) []order {
	s := it.Scan()
	if it.Letter != nil {
		return k.letter(it)
	}
	r := k.reader(s)
	at := s.Peek()
	switch verb := language.Accept(s); {
	case verb == "REACT":
		return k.react(r)
	case verb == "ADC":
		return k.adc(r)
	case verb == "BONUS":
		return k.bonus(r)
	case verb == "ON EVENT":
		return k.onEvent(r, at)
	case verb == "PRECEDENCE":
		if it.Standing {
			r.forbid(at, noStanding, "PRECEDENCE without STANDING: it holds until replaced")
		}
		return k.precedence(r, at)
	case s.Accept("CANCEL STANDING"):
		return k.standingNone(r, it)
	case it.Standing && standsAlone(s, "NONE"):
		s.Next()
		return k.standingNone(r, it)
	case s.Accept("TO"):
		if it.Standing {
			r.forbid(at, noStanding, "a directive without STANDING")
		}
		return k.directive(r, at)
	}
	if it.Standing {
		if unit, ok := k.endOf(r); ok {
			return k.standingOf(r, unit)
		}
	}
	kind := orderEntry
	if it.Standing {
		kind = orderStanding
	}
	return k.entries(r, kind)
}

// standsAlone reports whether the word comes next and nothing behind it.
func standsAlone(s *orders.Scanner, word string) bool {
	mark := s.Mark()
	defer s.Back(mark)
	return s.Accept(word) && s.Done()
}

// endOf goes past the unit or leader of `STANDING unit NONE`.
func (k *desk) endOf(r *reader) (who, bool) {
	mark := r.s.Mark()
	m, _ := r.s.MatchName(r.all...)
	if m.ID == "" && !r.s.At("ME") {
		return who{}, false
	}
	w := r.subject()
	r.s.Accept(":")
	if standsAlone(r.s, "NONE") {
		return w, true
	}
	r.s.Back(mark)
	return who{}, false
}

func (k *desk) standingOf(r *reader, w who) []order {
	r.mayCommand(w, notYours)
	e := &Entry{Unit: w.unit, Leader: w.leader}
	return r.one(order{Kind: orderEnds, Entry: e, Canonical: "STANDING " + k.b.who(e) + " NONE"})
}

// standingNone reads what stands behind CANCEL STANDING, or STANDING NONE.
func (k *desk) standingNone(r *reader, _ *orders.Item) []order {
	if r.s.Done() {
		return r.one(order{Kind: orderEnds, Canonical: "STANDING NONE"})
	}
	w := r.subject()
	r.s.End(incomplete)
	if r.s.Failed() {
		return r.one(order{})
	}
	return k.standingOf(r, w)
}

// entries reads `[PLAN] who[, who…]: action [ELSE action]…`.
func (k *desk) entries(r *reader, kind orderKind) []order {
	whos, first := k.subjects(r)
	if r.s.Failed() {
		return r.one(order{})
	}
	rest := r.s.Rest()
	var list []order
	for _, w := range whos {
		each := k.reader(orders.ScanWords(rest))
		each.found = slices.Clone(r.found)
		each.mayCommand(w, notYours)
		list = append(list, k.entry(each, w, first, kind))
	}
	return list
}

func (k *desk) entry(r *reader, w who, first []Condition, kind orderKind) order {
	e := r.actions(w, first)
	o := r.one(order{Kind: kind, Entry: e})[0]
	if o.Refusal == nil {
		o.Canonical = k.b.text(e)
		if kind == orderStanding {
			o.Canonical = "STANDING " + o.Canonical
		}
	}
	return o
}

// subjects reads whom a plan entry is for, and the conditions put first.
func (k *desk) subjects(r *reader) (whos []who, first []Condition) {
	r.s.Accept("PLAN")
	if r.s.At("IF", "UNLESS") {
		first = k.putFirst(r)
	}
	for !r.s.Failed() {
		if m, _ := r.s.MatchName(r.all...); m.Words == 0 && !r.s.At("ME", "MYSELF") && !k.actionAhead(r.s) {
			r.s.RefuseWord(unknownOrder, "an order: a unit of yours and what it shall do, REACT, ADC, BONUS, ON EVENT, PRECEDENCE, TO or LETTER TO", nil)
			return nil, nil
		}
		whos = append(whos, r.subject())
		if !r.s.More() {
			break
		}
	}
	r.s.Accept(":")
	return whos, first
}

// actionAhead reports whether an action word stands behind a colon, or behind
// the next word: then what comes next was meant for a name.
func (k *desk) actionAhead(s *orders.Scanner) bool {
	rest := restOf(s)
	for i, w := range rest {
		if w.Text == ":" {
			return true
		}
		if i > 0 && orders.ScanWords(rest[i:]).At(everyAction...) {
			return true
		}
	}
	return false
}

// putFirst reads `IF cond THEN`.
func (k *desk) putFirst(r *reader) []Condition {
	unless := r.s.AcceptOf("IF", "UNLESS") == "UNLESS"
	part := r.s.Before("THEN")
	if part == nil {
		r.s.Refuse(incomplete, "THEN and an entry")
		return nil
	}
	c := &reader{speech: r.speech, s: part, seat: r.seat, gone: r.gone}
	var list []Condition
	if unless {
		list = []Condition{c.condition()}
		list[0].Not = !list[0].Not
	} else {
		list = c.allOf()
	}
	part.Accept(",")
	part.End(incomplete)
	r.found = append(r.found, c.found...)
	return list
}

// bonus reads `BONUS unit, …` or `BONUS NONE`.
//
// §P7
func (k *desk) bonus(r *reader) []order {
	r.s.Accept(":")
	o := order{Kind: orderBonus}
	if r.s.Accept("NONE") {
		r.s.End(incomplete)
		o.Canonical = "BONUS NONE"
		return r.one(o)
	}
	o.Units = k.unitList(r)
	r.s.End(incomplete)
	o.Canonical = "BONUS " + k.b.listed(o.Units)
	return r.one(o)
}

// unitList reads units of the seat.
func (k *desk) unitList(r *reader) []int {
	var list []int
	for !r.s.Failed() {
		word := r.s.Peek()
		if u, ok := k.b.unitIDs.Find(r.friend()).Get(); ok && !slices.Contains(list, u) {
			list = append(list, u)
			r.mayCommand(who{word: word, unit: adjudicator.At(u)}, notYours)
		}
		if !r.s.More() {
			break
		}
	}
	return list
}

// onEvent reads `ON EVENT MOVE TO hex`.
//
// §3
func (k *desk) onEvent(r *reader, at orders.Word) []order {
	r.s.Accept(":")
	r.s.Expect(unknownOrder, "MOVE", "MARCH", "ADVANCE", "GO", "WITHDRAW", "RETIRE", "FALL BACK")
	r.s.Accept("TO")
	o := order{Kind: orderEvent, Hex: adjudicator.At(r.hex())}
	r.s.End(incomplete)
	if k.gone(k.b.Posts[k.seat].Leader) {
		r.forbid(at, noLeader, "a leader who is on the board")
	}
	o.Canonical = "ON EVENT MOVE TO " + k.b.hexName(o.Hex.Or(nowhere))
	return r.one(o)
}

// precedence reads `PRECEDENCE seat, …`.
//
// §P2
func (k *desk) precedence(r *reader, at orders.Word) []order {
	r.s.Accept(":")
	side := k.b.Posts[k.seat].Side
	if !k.b.Posts[k.seat].Chief {
		r.forbid(at, chiefOnly, "the chief of the side")
	}
	o := order{Kind: orderRota}
	for !r.s.Failed() {
		if i, ok := k.b.seatIDs.Find(r.s.Name(k.seats[side])).Get(); ok {
			o.Seats = append(o.Seats, i)
		}
		if !r.s.More() {
			break
		}
	}
	r.s.End(incomplete)
	o.Canonical = "PRECEDENCE " + strings.Join(mapped(o.Seats, func(i int) string { return k.b.Posts[i].ID }), ", ")
	return r.one(o)
}

// directive reads `TO seat: entry`.
//
// §Q1
func (k *desk) directive(r *reader, at orders.Word) []order {
	if !k.b.Posts[k.seat].Chief {
		r.forbid(at, chiefOnly, "the chief of the side")
	}
	if k.bereaved {
		r.forbid(at, noLeader, "somebody to send a courier: a leader, or a unit of yours")
	}
	word := r.s.Peek()
	mine := k.b.Posts[k.seat].Side
	id, _ := r.s.NameOf([]*orders.Names{k.seats[mine]}, []*orders.Names{k.seats[1-mine]})
	to, ok := k.b.seatIDs.Find(id).Get()
	if !ok {
		return r.one(order{})
	}
	if to == k.seat || k.b.Posts[to].Side != k.b.Posts[k.seat].Side {
		r.forbid(word, notSubordinate, "another seat of your side")
	}
	if !r.s.Accept(":") {
		r.s.Refuse(incomplete, "a colon behind the seat")
	}
	whos, first := k.subjects(r)
	if r.s.Failed() {
		return r.one(order{})
	}
	rest := r.s.Rest()
	var list []order
	for _, w := range whos {
		each := k.reader(orders.ScanWords(rest))
		each.seat, each.found = to, slices.Clone(r.found)
		each.mayCommand(w, notSubordinate)
		o := k.entry(each, w, first, orderDirective)
		o.To, o.Text = to, o.Canonical
		o.Canonical = "TO " + k.b.Posts[to].ID + ": " + o.Canonical
		list = append(list, o)
	}
	return list
}

// letter reads the seats of a letter: one order for each.
func (k *desk) letter(it *orders.Item) []order {
	r := k.reader(orders.ScanWords(it.Letter.To))
	var list []order
	at := r.s.Peek()
	if it.Standing {
		r.forbid(at, noStanding, "a letter without STANDING")
	}
	if k.bereaved {
		r.forbid(at, noLeader, "somebody to send a courier: a leader, or a unit of yours")
	}
	if k.b.Options.Letters == "none" {
		r.forbid(at, noLetters, "no letters: this game is played without them")
	}
	mine := k.b.Posts[k.seat].Side
	for _, a := range r.s.Addressees(k.seats[mine], k.seats[1-mine]) {
		to := k.b.seatIDs.Must(a.ID)
		if to == k.seat {
			r.forbid(a.At, selfTarget, "another seat of your side")
		} else if k.b.Posts[to].Side != mine {
			r.forbid(a.At, notOurSide, "another seat of your side")
		}
		list = append(list, order{Kind: orderLetter, To: to, Text: it.Letter.Text, Canonical: "LETTER TO " + a.ID})
	}
	r.s.End(incomplete)
	r.settle()
	if r.s.Failed() {
		return r.one(order{})
	}
	return list
}

// readLine reads one accepted order of a seat again. A line that no longer reads
// is a broken world.
func (b *Battle) readLine(seat int, line string) order {
	it := language.ReadLine(line)
	k := &desk{speech: b.all, seat: seat, gone: func(string) bool { return false }}
	list := k.item(&it)
	if len(list) != 1 || list[0].Refusal != nil {
		panic("activationchits: an accepted order does not read again: " + line)
	}
	return list[0]
}

// readEntry reads the canonical text of an entry again.
func (b *Battle) readEntry(seat int, text string) *Entry { return b.readLine(seat, text).Entry }
