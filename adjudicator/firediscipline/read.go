package firediscipline

import (
	"fmt"
	"galloper/adjudicator"
	"slices"
	"strings"

	"galloper/adjudicator/board"
	"galloper/orders"
)

// orderKind is what an order is about.
type orderKind uint8

const (
	orderNone      orderKind = iota
	orderDirective           // to units
	orderLetter              // to seats
	orderRide                // what the commander does himself
)

// order is one order as it was read.
type order struct {
	Kind      orderKind
	Canonical string
	Units     []int // directives
	Directive *Directive
	Seats     []int  // letters
	Text      string // of a letter
	Errand    Ride
	Whom      adjudicator.Index // unit or seat of the errand
	Place     Place
	Leave     bool // the commander leaves the unit that he is attached to
}

// desk is who reads: which seat, and what it knows.
type desk struct {
	*speech
	seat  int
	gone  func(unit int) bool
	where func(unit int) (board.Point, bool)
	paper *paper
	line  []byte // memory for canonical lines
}

// language is the order language (section f).
var language = orders.Language{
	Verbs: []orders.Verb{
		{Words: []string{"TO"}, Grammar: "TO unit[, unit …]: directive",
			Help: "A directive to regiments, by voice or courier. Example: TO champagne: ASSAULT mill IN COLUMN NO PURSUIT"},
		{Words: []string{"CHIT"}, Grammar: "CHIT unit letter [n]",
			Help: "The same as TO unit: CHIT letter [n]. Letters: R n, L n, H, C, A, U. Example: CHIT royal C"},
		{Words: []string{"RIDE TO", "RIDE"}, Grammar: "RIDE TO place, unit or seat",
			Help: "You ride there, at courier's pace, and stop. Example: RIDE TO 450,300"},
		{Words: []string{"ATTACH TO", "ATTACH", "JOIN"}, Grammar: "ATTACH TO unit",
			Help: "You ride to the regiment and stay with it. Example: ATTACH TO champagne"},
		{Words: []string{"DETACH"}, Grammar: "DETACH", Help: "You leave the regiment that you are attached to."},
		{Words: []string{"STAY"}, Grammar: "STAY", Help: "You stop where you are."},
	},
	Ends:     []string{"AT WILL"},
	Keywords: []string{"THEN", "IF", "VIA", "FACING", "BY ROAD"},
	Fillers:  []string{"PLEASE", "THE", "YOUR", "WITH", "SIR", "MEN", "NOW", "IMMEDIATELY", "AT ONCE"},
}

// item reads one order other than a letter.
func (k *desk) item(s *orders.Scanner) order {
	switch language.Accept(s) {
	case "TO":
		return k.to(s)
	case "CHIT":
		return k.chitOrder(s)
	case "RIDE TO":
		return k.rideOrder(s)
	case "ATTACH TO":
		return k.attachOrder(s)
	case "DETACH":
		s.End(unreadable)
		return order{Kind: orderRide, Canonical: "DETACH", Leave: true}
	case "STAY":
		s.End(unreadable)
		return order{Kind: orderRide, Canonical: "STAY"}
	}
	s.Refuse(unknownOrder, "TO, CHIT, RIDE TO, ATTACH TO, DETACH, STAY or LETTER TO")
	return order{}
}

// to reads `TO unit[, unit …]: directive`.
func (k *desk) to(s *orders.Scanner) order {
	o := order{Kind: orderDirective}
	if s.Accept("ALL") {
		s.Accept("UNITS", "REGIMENTS")
		o.Units = k.all()
		if len(o.Units) == 0 {
			s.Refuse(unitGone, "a unit that is in play")
		}
	} else {
		o.Units = k.unitList(s)
	}
	if !s.Failed() && !s.Accept(":") {
		s.Refuse(unreadable, "a colon behind the units")
	}
	if s.Failed() {
		return o
	}
	o.Directive = k.b.readDirective(s, k.paper, k.b.Commands[k.seat].Side, o.Units, k.where)
	k.finish(s, &o)
	return o
}

// all are the seat's own units that it does not know to be out of play.
func (k *desk) all() []int {
	var units []int
	for u := range k.b.Units {
		if k.b.Units[u].Seat == k.seat && !k.gone(u) {
			units = append(units, u)
		}
	}
	return units
}

// unitList reads the units that an order is for.
func (k *desk) unitList(s *orders.Scanner) []int {
	start := len(k.paper.units)
	for !s.Failed() {
		if u := k.unit(s); u >= 0 && !slices.Contains(k.paper.units[start:], u) {
			k.paper.units = append(k.paper.units, u)
		}
		if !s.Accept(",") && !s.At("AND", "&") {
			break
		}
		s.Accept("AND", "&")
	}
	return listFrom(k.paper.units, start)
}

// unit reads one unit that the seat may command and that it does not know to be gone.
func (k *desk) unit(s *orders.Scanner) int {
	at := s.Peek()
	u := k.b.unit(s.Name(k.units))
	switch {
	case u < 0:
	case !k.b.obeys(u, k.seat):
		s.RefuseAt(at, notYours, "a unit of yours")
	case k.gone(u):
		s.RefuseAt(at, unitGone, "a unit that is in play")
	}
	return u
}

// finish writes the canonical form of a directive.
func (k *desk) finish(s *orders.Scanner, o *order) {
	if s.Failed() {
		return
	}
	line := append(k.line[:0], "TO "...)
	for i, u := range o.Units {
		if i > 0 {
			line = append(line, ", "...)
		}
		line = append(line, k.b.Units[u].ID...)
	}
	k.line = k.b.appendText(append(line, ": "...), o.Directive)
	start := k.paper.text.Len()
	k.paper.text.Write(k.line)
	o.Canonical = k.paper.writtenFrom(start)
}

// chitOrder reads `CHIT unit letter [n]`.
func (k *desk) chitOrder(s *orders.Scanner) order {
	o := order{Kind: orderDirective, Directive: k.paper.directive()}
	rest := s.Rest()
	cut := len(rest) - 1
	if cut > 1 && len(rest[cut-1].Fold) == 1 {
		cut-- // the letter has a number behind it
	}
	if cut = max(cut, 0); cut == 0 {
		cut = len(rest) // a unit alone, or nothing: the letter is missing
	}
	names, chit := orders.ScanWords(rest[:cut]), orders.ScanWords(rest[cut:])
	o.Units = k.unitList(names)
	names.Accept(":")
	names.End(badChit)
	(&reader{speech: k.speech}).chit(chit, o.Directive)
	chit.End(unreadable)
	adopt(s, names)
	adopt(s, chit)
	k.b.forbid(s, o.Directive, o.Units, k.where)
	k.finish(s, &o)
	return o
}

// adopt refuses what a scanner over some of the words has refused.
func adopt(s, part *orders.Scanner) {
	if r := part.Refusal(); r != nil {
		s.RefuseAt(orders.Word{Text: r.Word, Line: r.Line, Col: r.Col}, r.Reason, r.Want, r.Nearest...)
	}
}

// rideOrder reads `RIDE TO place, unit or seat`.
func (k *desk) rideOrder(s *orders.Scanner) order {
	o := order{Kind: orderRide, Leave: true}
	s.Accept("TO", "TOWARDS")
	r := &reader{speech: k.speech}
	goals := []*orders.Names{k.goals, k.places, k.units, k.seats}
	if m, _ := s.MatchName(goals...); r.atPlace(s) || m.Words == 0 && figuresNext(s) || atEnd(s) {
		o.toPlace(k, s, r.aPlace(s))
		return o
	}
	at := s.Peek()
	id, set := s.NameOf(goals, nil)
	if _, place := k.places.Get(id); place && set != k.places {
		s.RefuseAt(at, "ambiguous-name", "a place or unit whose id no other has; RIDE TO x,y will do")
	}
	switch set {
	case k.places:
		o.toPlace(k, s, Place{Feature: adjudicator.At(k.b.feature(id))})
		return o
	case k.units:
		unit := k.b.unit(id)
		o.Errand, o.Whom, o.Canonical = RideToUnit, adjudicator.At(unit), "RIDE TO "+id
		if k.gone(unit) {
			s.RefuseAt(at, unitGone, "a unit that is in play")
		}
	case k.seats:
		o.Errand, o.Whom, o.Canonical = RideToSeat, adjudicator.At(k.b.seat(id)), "RIDE TO "+id
	}
	s.End(unreadable)
	return o
}

// toPlace makes the errand a ride to a place that was read.
func (o *order) toPlace(k *desk, s *orders.Scanner, p Place) {
	o.Errand, o.Place = RideToPlace, p
	if !s.Failed() {
		o.Canonical = "RIDE TO " + k.b.placeText(p)
	}
	s.End(unreadable)
}

// attachOrder reads `ATTACH TO unit`.
func (k *desk) attachOrder(s *orders.Scanner) order {
	s.Accept("TO")
	u := k.unit(s)
	s.End(unreadable)
	if s.Failed() {
		return order{}
	}
	return order{Kind: orderRide, Errand: JoinUnit, Whom: adjudicator.At(u),
		Canonical: "ATTACH TO " + k.b.Units[u].ID, Leave: true}
}

// letter reads the seats of a letter.
func (k *desk) letter(s *orders.Scanner, text string) order {
	o := order{Kind: orderLetter, Text: text}
	var ids []string
	for _, to := range s.Addressees(k.seats, nil) {
		if seat := k.b.seat(to.ID); seat == k.seat {
			s.RefuseAt(to.At, noSuchSeat, "another seat of your side")
		} else {
			o.Seats, ids = append(o.Seats, seat), append(ids, to.ID)
		}
	}
	s.End(noSuchSeat)
	o.Canonical = "LETTER TO " + strings.Join(ids, ", ")
	return o
}

// readDirective reads a directive for units and refuses what they cannot do.
// where says where a unit is, as far as the reader knows.
//
// Section f, refusals from `unknown-order` on
func (b *Battle) readDirective(
	s *orders.Scanner, p *paper, side int, units []int, where func(int) (board.Point, bool),
) *Directive {
	r := &reader{speech: b.speech[side], paper: p, reach: 900}
	if slices.ContainsFunc(units, func(u int) bool { return b.Units[u].Arm != Guns }) {
		r.reach = 100
	}
	d := r.directive(s)
	b.forbid(s, d, units, where)
	return d
}

// forbid refuses what is well said but cannot be done, in the order of the
// table: by the options first, then by what the units are and where.
func (b *Battle) forbid(s *orders.Scanner, d *Directive, units []int, where func(int) (board.Point, bool)) {
	if s.Failed() {
		return
	}
	all := []*Directive{d}
	for i := range d.If {
		all = append(all, d.If[i].Then)
	}
	for _, f := range forbidden {
		for _, d := range all {
			for _, u := range units {
				if !s.Failed() && f.Applies(b, d, u, where) {
					s.RefuseAt(orders.Word{}, f.Reason, fmt.Sprintf(f.Want, b.Units[u].ID))
				}
			}
		}
	}
}

// forbidden are the last refusals of section f, in their order.
var forbidden = []struct {
	Reason, Want string
	Applies      func(b *Battle, d *Directive, unit int, where func(int) (board.Point, bool)) bool
}{
	{chitsOff, "no chits for %s: this game is played without them",
		func(b *Battle, d *Directive, _ int, _ func(int) (board.Point, bool)) bool {
			return d.Chit != 0 && !b.Options.Chits
		}},
	{notGuns, "guns; %s has none",
		func(b *Battle, d *Directive, u int, _ func(int) (board.Point, bool)) bool {
			return (d.Unlimber || d.Chit == 'U') && b.Units[u].Arm != Guns
		}},
	{notDragoons, "dragoons; %s are none",
		func(b *Battle, d *Directive, u int, _ func(int) (board.Point, bool)) bool {
			return (d.Dismount || d.Mount) && b.Units[u].Arm != Dragoons
		}},
	{noFormation, "no formation for %s: guns have none",
		func(b *Battle, d *Directive, u int, _ func(int) (board.Point, bool)) bool {
			return d.Form != "" && b.Units[u].Arm == Guns
		}},
	{cannotOpen, "half-stands, dragoons or light horse; %s are none of these",
		func(b *Battle, d *Directive, u int, _ func(int) (board.Point, bool)) bool {
			r := &b.Units[u]
			return d.Form == Open && !r.Half && !r.Light && r.Arm != Dragoons
		}},
	{dressSelf, "another unit than %s to dress on",
		func(_ *Battle, d *Directive, u int, _ func(int) (board.Point, bool)) bool { return d.Dress.Is(u) }},
	{notRearward, "a place nearer to the home edge than %s is",
		func(b *Battle, d *Directive, u int, where func(int) (board.Point, bool)) bool {
			at, known := where(u)
			if d.Verb != Withdraw || d.Aim != AimPlace || !known {
				return false
			}
			return !b.rearward(b.Units[u].Side, at, b.resolve(d.Place, at))
		}},
}

// recorded reads a seat's canonical lines again. They were accepted when the
// mail came; a line that no longer reads is a broken world.
func (b *Battle) recorded(seat int, lines []string) []order {
	mail := make([]order, len(lines))
	for i, line := range lines {
		mail[i] = b.readLine(seat, line)
	}
	return mail
}

func (b *Battle) readLine(seat int, line string) order {
	k := &desk{speech: b.speech[b.Commands[seat].Side], seat: seat, paper: &paper{},
		gone: func(int) bool { return false }, where: func(int) (board.Point, bool) { return board.Point{}, false }}
	it := language.ReadLine(line)
	s := it.Scan()
	var o order
	if it.Letter != nil {
		s = orders.ScanWords(it.Letter.To)
		o = k.letter(s, it.Letter.Text)
	} else {
		o = k.item(s)
	}
	if r := s.Refusal(); r != nil {
		panic("firediscipline: an accepted order does not read again: " + line + ": " + r.Reason)
	}
	o.Canonical = line
	return o
}

// parseDirective reads a canonical directive again.
func (b *Battle) parseDirective(side int, text string) (*Directive, error) {
	s := orders.ScanWords(words(text))
	r := &reader{speech: b.speech[side], paper: &paper{}, reach: 900}
	d := r.directive(s)
	if f := s.Refusal(); f != nil {
		return nil, fmt.Errorf("firediscipline: %q does not read: %s: %s", text, f.Reason, f.Sentence())
	}
	return d, nil
}

// words cuts a line of ours into words, as a mail's are cut.
func words(text string) []orders.Word {
	it := language.ReadLine(text)
	return it.Words
}
