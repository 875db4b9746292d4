package activationchits

import (
	"cmp"
	"galloper/adjudicator"
	"slices"
	"strconv"

	"galloper/orders"
)

func itoa(n int) string { return strconv.Itoa(n) }

type orderKind uint8

const (
	orderEntry     orderKind = iota // a plan entry
	orderStanding                   // a plan entry that holds for later turns too
	orderEnds                       // STANDING NONE
	orderReact                      // reactions of units
	orderADC                        // a line of ADC orders
	orderBonus                      // BONUS
	orderEvent                      // ON EVENT
	orderRota                       // PRECEDENCE
	orderDirective                  // TO seat: entry
	orderLetter
)

type order struct {
	Verb      string `slot:"verb"`
	Kind      orderKind
	Canonical string
	Means     string // a sentence, or "" if the canonical line is clear
	Entry     *Entry
	Units     []int `slot:"unit"` // REACT, BONUS; STANDING unit NONE
	Policy    []policy
	Reliefs   []Relief          `slot:"relief"` // none for ADC NONE
	Hex       adjudicator.Index `slot:"hex"`
	Seats     []int             `slot:"seat"` // PRECEDENCE
	To        int               // of a directive or letter
	Text      string
	But       string // clauses that apply to no unit
	Refusal   *orders.Refusal
}

func refusedOrder(f *orders.Refusal) []order { return []order{{Refusal: f}} }

// orderOrRefusal returns the order, or its refusal.
func orderOrRefusal(r *reader, o order) []order {
	if f := r.Verdict(); f != nil {
		return refusedOrder(f)
	}
	return []order{o}
}

// item reads one item of a mail. An entry for several pieces becomes several orders.
func (k *parser) item(it *orders.Item) []order {
	if it.Letter != nil {
		return k.letters(it)
	}
	r := plans.Reader(k, it.Words)
	at := r.Peek()
	switch {
	case r.Accept("REACT"):
		return k.react(r)
	case r.At("ADC", "BONUS", "ON EVENT", "PRECEDENCE"):
		return k.readStaffOrders(it)
	case r.Accept("CANCEL STANDING"), it.Standing && standsAlone(r, "NONE"):
		r.Accept("NONE")
		return k.standingNone(r)
	case r.Accept("TO"):
		if it.Standing {
			r.Forbid(at, noStanding, "a directive without STANDING")
		}
		return k.directive(r, at)
	}
	if it.Standing {
		if unit, ok := k.endOf(r); ok {
			return k.standingOf(r, unit)
		}
		return k.entries(r, orderStanding)
	}
	return k.entries(r, orderEntry)
}

// readStaffOrders reads a seat's orders to its staff.
func (k *parser) readStaffOrders(it *orders.Item) []order {
	o, r := language.Read(k, it)
	if it.Standing && o != nil && o.Kind == orderRota {
		r.Forbid(it.Scan().Peek(), noStanding, "PRECEDENCE without STANDING: it holds until replaced")
	}
	if f := r.Verdict(); f != nil {
		return refusedOrder(f)
	}
	o.Canonical, o.Means = language.Text(k, o), language.Says(k, o)
	return []order{*o}
}

func is(kind orderKind) func(*reader, *order) {
	return func(_ *reader, o *order) { o.Kind = kind }
}

// setReliefDefault sets the default number of hits for using an ADC.
func setReliefDefault(_ *reader, l *Relief) {
	l.Under = max(l.Fewer, 1)
	if l.Fewer == 1 {
		l.Fewer = 0
	}
}

// dash refuses ON EVENT if the leader is off the board (§3).
func dash(r *reader, o *order) {
	o.Kind = orderEvent
	if k := r.Desk; k.gone(k.b.Posts[k.seat].Leader) {
		r.Forbid(r.Begin, noLeader, "a leader who is on the board")
	}
}

// rota refuses PRECEDENCE unless the seat is its side's chief (§P2).
func rota(r *reader, o *order) {
	o.Kind = orderRota
	if k := r.Desk; !k.b.Posts[k.seat].Chief {
		r.Forbid(r.Begin, chiefOnly, "the chief of the side")
	}
}

// standsAlone reports whether the word comes next and is the last one.
func standsAlone(r *reader, word string) bool {
	mark := r.Mark()
	defer r.Back(mark)
	return r.Accept(word) && r.Done()
}

// endOf reads the unit or leader of `STANDING unit NONE`.
func (k *parser) endOf(r *reader) (entrySubject, bool) {
	mark := r.Mark()
	m, _ := r.MatchName(k.all...)
	if m.ID == "" && !r.At("ME") {
		return entrySubject{}, false
	}
	w := plannedFor(r)
	r.Accept(":")
	if standsAlone(r, "NONE") {
		return w, true
	}
	r.Back(mark)
	return entrySubject{}, false
}

func (k *parser) standingOf(r *reader, w entrySubject) []order {
	mayCommand(r, w, notYours)
	e := &Entry{Unit: w.unit, Leader: w.leader}
	return orderOrRefusal(r, order{Kind: orderEnds, Entry: e, Canonical: "STANDING " + k.b.subjectID(e) + " NONE"})
}

// standingNone reads the rest of CANCEL STANDING or STANDING NONE.
func (k *parser) standingNone(r *reader) []order {
	if r.Done() {
		return orderOrRefusal(r, order{Kind: orderEnds, Canonical: "STANDING NONE"})
	}
	w := plannedFor(r)
	r.End()
	if r.Failed() {
		return refusedOrder(r.Verdict())
	}
	return k.standingOf(r, w)
}

func (k *parser) entries(r *reader, kind orderKind) []order {
	whos, first := k.subjects(r)
	if r.Failed() {
		return refusedOrder(r.Verdict())
	}
	var list []order
	rest := r.Rest()
	for _, w := range whos {
		list = append(list, k.entry(r, rest, w, first, kind, notYours))
	}
	return list
}

// entry reads the actions of one of several subjects.
func (k *parser) entry(
	r *reader, rest []orders.Word, w entrySubject, first []Condition, kind orderKind, reason string,
) order {
	its := *k
	its.who = w
	each := plans.Reader(&its, rest)
	each.Take(r)
	mayCommand(each, w, reason)
	e := plans.ReadOn(each)
	if f := each.Verdict(); f != nil {
		return order{Refusal: f}
	}
	e.Unit, e.Leader = w.unit, w.leader
	e.Actions[0].If = slices.Concat(first, e.Actions[0].If)
	o := order{Kind: kind, Entry: e, Canonical: k.b.entryText(e),
		Means: k.b.describe(e.Unit, e.Leader, adjudicator.None) + " will " + plans.Within(k, e) + "."}
	if kind == orderStanding {
		o.Canonical, o.Means = "STANDING "+o.Canonical, "Turn after turn: "+o.Means
	}
	return o
}

// subjects reads the subjects of a plan entry, and the conditions before them.
func (k *parser) subjects(r *reader) (whos []entrySubject, first []Condition) {
	r.Accept("PLAN")
	if r.At("IF", "UNLESS") {
		first = k.putFirst(r)
	}
	for !r.Failed() {
		if m, _ := r.MatchName(k.all...); m.Words == 0 && !r.At("ME", "MYSELF") && !k.actionAhead(r.Scanner) {
			r.Refuse(r.Here(), unknownOrder, "an order: a unit of yours and what it shall do, REACT, ADC, BONUS, ON EVENT, "+
				"PRECEDENCE, TO or LETTER TO")
			return nil, nil
		}
		whos = append(whos, plannedFor(r))
		if !r.More() {
			break
		}
	}
	r.Accept(":")
	return whos, first
}

// actionAhead reports whether an action follows a colon or the next word, which means that the next word is
// an unknown name.
func (k *parser) actionAhead(s *orders.Scanner) bool {
	rest := restOf(s)
	for i, w := range rest {
		if w.Text == ":" {
			return true
		}
		if i > 0 && orders.ScanWords(rest[i:]).At(actionPhrases...) {
			return true
		}
	}
	return false
}

func (k *parser) putFirst(r *reader) []Condition {
	not := r.AcceptOf("IF", "UNLESS") == "UNLESS"
	part := r.Before("THEN")
	if part == nil {
		r.Refuse(r.Here(), incomplete, "THEN and an entry")
		return nil
	}
	var list []Condition
	r.Over(part, func() {
		if not {
			list = readUnless(r)
		} else {
			list = allOf(r)
		}
		r.Accept(",")
		r.End()
	})
	return list
}

func unitList(r *reader) []int {
	var list []int
	for !r.Failed() {
		at := r.Peek()
		id, _ := r.NameOf(unitsOf(0)(r.Desk), unitsOf(1)(r.Desk))
		if u, ok := r.Desk.b.unitIDs.Find(id).Get(); ok && !slices.Contains(list, u) {
			list = append(list, u)
			mayCommand(r, whoIs(u, at), notYours)
		}
		if !r.More() {
			break
		}
	}
	return list
}

// directive reads `TO seat: entry` (§Q1).
func (k *parser) directive(r *reader, at orders.Word) []order {
	if !k.b.Posts[k.seat].Chief {
		r.Forbid(at, chiefOnly, "the chief of the side")
	}
	if k.bereaved {
		r.Forbid(at, noLeader, "a sender for the courier: a leader, or a unit of yours")
	}
	word := r.Peek()
	mine := k.b.Posts[k.seat].Side
	id, _ := r.NameOf([]*orders.Names{k.seats[mine]}, []*orders.Names{k.seats[1-mine]})
	to, ok := k.b.seatIDs.Find(id).Get()
	if !ok {
		return refusedOrder(r.Verdict())
	}
	if to == k.seat || k.b.Posts[to].Side != k.b.Posts[k.seat].Side {
		r.Forbid(word, notSubordinate, "another seat of your side")
	}
	if !r.Accept(":") {
		r.Refuse(r.Here(), incomplete, "a colon after the seat")
	}
	whos, first := k.subjects(r)
	if r.Failed() {
		return refusedOrder(r.Verdict())
	}
	var list []order
	rest := r.Rest()
	theirs := *k
	theirs.seat = to
	for _, w := range whos {
		o := theirs.entry(r, rest, w, first, orderDirective, notSubordinate)
		o.To, o.Text = to, o.Canonical
		o.Canonical = "TO " + k.b.Posts[to].ID + ": " + o.Canonical
		if o.Refusal == nil {
			o.Means = "You tell " + cmp.Or(k.b.Posts[to].Name, k.b.Posts[to].ID) + ": " + o.Means
		}
		list = append(list, o)
	}
	return list
}

// letters reads the addressees of a letter and returns an order for each.
func (k *parser) letters(it *orders.Item) []order {
	r := plans.Reader(k, it.Letter.To)
	var list []order
	at := r.Peek()
	if it.Standing {
		r.Forbid(at, noStanding, "a letter without STANDING")
	}
	if k.bereaved {
		r.Forbid(at, noLeader, "a sender for the courier: a leader, or a unit of yours")
	}
	if k.b.Options.Letters == "none" {
		r.Forbid(at, noLetters, "no letters: this game is played without them")
	}
	mine := k.b.Posts[k.seat].Side
	for _, a := range r.Addressees(k.seats[mine], k.seats[1-mine]) {
		to := k.b.seatIDs.Must(a.ID)
		if to == k.seat {
			r.Forbid(a.At, selfTarget, "another seat of your side")
		} else if k.b.Posts[to].Side != mine {
			r.Forbid(a.At, notOurSide, "another seat of your side")
		}
		list = append(list, order{Kind: orderLetter, To: to, Text: it.Letter.Text, Canonical: "LETTER TO " + a.ID})
	}
	r.End()
	if f := r.Verdict(); f != nil {
		return refusedOrder(f)
	}
	return list
}

// readLine parses an accepted order of a seat. It panics if the line cannot be parsed.
func (b *Battle) readLine(seat int, line string) order {
	it := language.Item(line)
	k := &parser{speech: b.all, seat: seat, gone: func(string) bool { return false }}
	list := k.item(&it)
	if len(list) != 1 || list[0].Refusal != nil {
		panic("activationchits: an accepted order does not read again: " + line)
	}
	return list[0]
}

func (b *Battle) readEntry(seat int, text string) *Entry { return b.readLine(seat, text).Entry }
