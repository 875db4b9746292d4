package firediscipline

import (
	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/orders"
)

// Reasons for which an order is refused (section f).
const (
	noCommander       = "no-commander"
	unknownOrder      = "unknown-order"
	unreadable        = "unreadable"
	notYours          = "not-yours"
	unitGone          = "gone"
	noSuchSeat        = "no-such-seat"
	missingPlace      = "missing-place"
	unknownPlace      = "unknown-place"
	offMap            = "off-map"
	notAFeature       = "not-a-feature"
	badDirection      = "bad-direction"
	badRange          = "bad-range"
	badChit           = "bad-chit"
	badCondition      = "bad-condition"
	tooManyConditions = "too-many-conditions"
	noRoad            = "no-road"
	chitsOff          = "chits-off"
	notGuns           = "not-guns"
	notDragoons       = "not-dragoons"
	noFormation       = "no-formation"
	cannotOpen        = "cannot-open"
	dressSelf         = "dress-self"
	notRearward       = "not-rearward"
)

// verbPhrases are the ways to write each verb.
var verbPhrases = []struct {
	Verb    Verb
	Phrases []string
}{
	{Advance, []string{"ADVANCE", "GENERAL ADVANCE", "ATTACK", "PRESS ON"}},
	{Assault, []string{"ASSAULT", "STORM", "TAKE", "CAPTURE", "SEIZE", "CARRY"}},
	{Hold, []string{"HOLD", "DEFEND", "HALT", "STOP", "STAY", "STAND FAST"}},
	{Withdraw, []string{"WITHDRAW", "RETIRE", "RETREAT", "FALL BACK", "PULL BACK"}},
}

// goPhrases are HOLD too, but only with a place.
var goPhrases = []string{"OCCUPY", "MARCH TO", "MOVE TO", "GO TO", "MARCH", "MOVE", "GO"}

// meaning is the verb that a phrase means, and whether a place must stand behind it.
type meaning struct {
	verb  Verb
	place bool
}

// verbBeginnings are all phrases with which a verb begins, meanings what each means.
var verbBeginnings, meanings = verbsByPhrase()

func verbsByPhrase() ([]string, map[string]meaning) {
	var all []string
	of := map[string]meaning{}
	for _, p := range goPhrases {
		all, of[p] = append(all, p), meaning{Hold, true}
	}
	for _, v := range verbPhrases {
		for _, p := range v.Phrases {
			all, of[p] = append(all, p), meaning{v.Verb, false}
		}
	}
	return all, of
}

// yards are the ways to write yards.
var yards = []string{"YDS", "YARDS", "YARD", "YD"}

// speech is the language as one side speaks it: the names it may use.
type speech struct {
	b      *Battle
	units  *orders.Names // of the side
	seats  *orders.Names // of the side
	places *orders.Names // features
	roads  *orders.Names
	goals  *orders.Names // none of its own: what one may ride to
}

// newSpeech gathers the names that a side may use. Enemies are not among them:
// their names are as unknown as nonsense.
func newSpeech(b *Battle, side int) *speech {
	var units, seats, places, roads []orders.Name
	for i := range b.Units {
		if b.Units[i].Side == side {
			units = append(units, orders.Name{ID: b.Units[i].ID, Name: b.Units[i].Name})
		}
	}
	for i := range b.Commands {
		if b.Commands[i].Side == side {
			seats = append(seats, orders.SeatName(b.Commands[i].ID, b.Commands[i].Name))
		}
	}
	for i := range b.Features {
		places = append(places, orders.Name{ID: b.Features[i].ID, Name: b.Features[i].Name})
	}
	for i := range b.Roads {
		roads = append(roads, orders.Name{ID: b.Roads[i].ID, Name: b.Roads[i].Name})
	}
	return &speech{b,
		orders.NewNames(orders.NamesKind{Kind: "unit", Want: "a unit of yours"}, units...),
		orders.NewNames(orders.NamesKind{Kind: "seat", Want: "a seat of your side", Unknown: noSuchSeat,
			Ambiguous: noSuchSeat}, seats...),
		orders.NewNames(orders.NamesKind{Kind: "place", Want: "a place: a feature, x,y or n YDS direction",
			Unknown: unknownPlace}, places...),
		orders.NewNames(orders.NamesKind{Want: "a road", Unknown: unknownPlace}, roads...),
		orders.NewNames(orders.NamesKind{Want: "a place, a unit of yours or a seat of your side", Unknown: unknownPlace}),
	}
}

// namesOf are the units that a seat commands.
func namesOf(d rules.Desk[*Battle]) (own, others *orders.Names) {
	b, seat := d.Battle, d.Battle.seat(d.Seat)
	var units []orders.Name
	for i := range b.Units {
		if b.obeys(i, seat) {
			units = append(units, orders.Name{ID: b.Units[i].ID, Name: b.Units[i].Name})
		}
	}
	return orders.NewNames(orders.NamesKind{}, units...), nil
}

// reader reads one directive.
type reader struct {
	*speech
	paper *paper
	reach int // greatest n of FIRE AT, yards
}

// directive reads a whole directive with its conditions. Conditions are judged
// first, then the rest from left to right. Refusals are the scanner's.
//
// §2.41, section f
func (r *reader) directive(s *orders.Scanner) *Directive {
	if !s.Ahead("IF") {
		return r.plain(s)
	}
	parts := s.Split("AND IF", "BUT IF", "IF")
	var conditions []Condition
	for _, part := range parts[1:] {
		conditions = append(conditions, r.condition(part))
	}
	if len(conditions) > 2 && !s.Failed() {
		s.Refuse(tooManyConditions, "at most two conditions")
	}
	if parts[0].Done() && len(conditions) > 0 {
		d := r.paper.directive()
		d.If = conditions
		return d
	}
	d := r.plain(parts[0])
	d.If = conditions
	return d
}

// condition reads what stands behind an IF: a test, THEN and a directive without conditions.
//
// §Q6
func (r *reader) condition(s *orders.Scanner) Condition {
	test := s.Before("THEN")
	if test == nil {
		s.Refuse(badCondition, "IF condition THEN directive")
		return Condition{}
	}
	c := r.test(test)
	test.End(badCondition)
	if s.Done() { // nothing, or another IF
		s.Refuse(badCondition, "a directive without conditions behind THEN")
	}
	c.Then = r.plain(s)
	return c
}

// test reads a condition's test.
func (r *reader) test(s *orders.Scanner) Condition {
	const want = "ENEMY WITHIN n YDS, TURN n, HALF SPENT or ENEMY IN feature"
	s.Accept("IT IS", "IT'S", "YOU ARE", "AN", "ANY")
	switch {
	case s.Accept("HALF SPENT"):
		return Condition{Test: HalfSpent}
	case s.Accept("TURN"):
		if n, ok := s.Int(); ok && n > 0 {
			return Condition{Test: TurnReached, N: n}
		}
	case s.Accept("ENEMY", "ENEMIES"):
		s.Accept("IS", "ARE", "COMES", "COME")
		if s.Accept("WITHIN") {
			if n, ok := s.Measure(0, yards...); ok && n > 0 {
				return Condition{Test: EnemyWithin, N: int(n)}
			}
		} else if s.Accept("IN") && !s.Done() {
			return Condition{Test: EnemyIn, Feature: r.feature(s)}
		}
	}
	s.Refuse(badCondition, want)
	return Condition{}
}

// plain reads a directive without conditions: a verb with its object and any
// details, or details alone.
func (r *reader) plain(s *orders.Scanner) *Directive {
	d := r.paper.directive()
	separate(s)
	if r.verb(s, d) {
		r.details(s, d)
		return d
	}
	if s.Failed() {
		return d
	}
	if !s.At(detailWords...) {
		s.RefuseWord(unknownOrder, "ADVANCE, ASSAULT, HOLD, WITHDRAW or a detail", verbWords)
		return d
	}
	r.details(s, d)
	return d
}

// verb reads the verb and its object, and reports whether there was one.
func (r *reader) verb(s *orders.Scanner, d *Directive) bool {
	if heldFire(s) {
		return false
	}
	m, known := meanings[s.AcceptOf(verbBeginnings...)]
	switch {
	case !known:
		return false
	case m.place:
		d.Verb = Hold
		r.place(s, d)
	default:
		d.Verb = m.verb
		r.object(s, d)
	}
	return true
}

// heldFire reports whether HOLD FIRE, the detail, comes next: `HOLD FIRE AT n`
// is the verb HOLD with FIRE AT n.
func heldFire(s *orders.Scanner) bool {
	if !s.At("HOLD FIRE") {
		return false
	}
	mark := s.Mark()
	defer s.Back(mark)
	s.Accept("HOLD")
	if !s.Accept("FIRE AT", "FIRE WITHIN") {
		return true
	}
	_, isNumber := s.Measure(0, yards...)
	return !isNumber && !s.At("WILL")
}

// object reads a verb's object.
func (r *reader) object(s *orders.Scanner, d *Directive) {
	switch d.Verb {
	case Advance:
		r.advanceTo(s, d)
	case Assault:
		r.assaultOn(s, d)
	case Hold:
		if s.Accept("HERE", "POSITION", "GROUND", "FAST") || atEnd(s) {
			return
		}
		s.Accept("AT", "IN", "TO", "ON")
		r.place(s, d)
	case Withdraw:
		r.withdrawTo(s, d)
	}
}

// atEnd reports whether an object has ended: nothing, a separator or a detail comes next.
func atEnd(s *orders.Scanner) bool {
	return s.Done() || s.At(",", "AND", "&") || s.At(detailWords...)
}

// advanceTo reads what one advances on: nothing, a direction or a place.
func (r *reader) advanceTo(s *orders.Scanner, d *Directive) {
	to := s.Accept("TO", "TOWARDS", "TOWARD", "ON", "AT")
	if !to && atEnd(s) {
		return
	}
	if deg, ok := r.direction(s); ok {
		d.Aim, d.Dir = AimDir, deg
		return
	}
	if _, isNumber := peekInt(s); isNumber && !r.atPlace(s) {
		s.Refuse(badDirection, "a direction: a compass point or 0 to 360 degrees")
		return
	}
	r.place(s, d)
}

// direction reads a compass point or degrees where it is no place that begins
// so: `45` is a direction, `45,300` and `45 yds north` are places.
func (r *reader) direction(s *orders.Scanner) (int, bool) {
	if r.atPlace(s) {
		return 0, false
	}
	mark := s.Mark()
	deg, ok := s.Bearing()
	if !ok {
		return 0, false
	}
	end := s.Mark()
	s.Back(mark)
	if m, _ := s.MatchName(r.places); m.ID != "" && m.Words > end-mark {
		return 0, false
	}
	s.Back(end)
	return deg, true
}

// atPlace reports whether `x,y` or `n YDS dir` comes next.
func (r *reader) atPlace(s *orders.Scanner) bool {
	if !figuresNext(s) {
		return false
	}
	mark := s.Mark()
	defer s.Back(mark)
	if _, _, ok := s.Point(0); ok {
		return true
	}
	if _, plain := s.Int(); plain && !s.Accept(yards...) {
		_, twoNumbers := peekInt(s)
		return !twoNumbers && bearingNext(s)
	}
	s.Back(mark)
	_, ok := s.Measure(0, yards...)
	return ok && bearingNext(s)
}

// figuresNext reports whether a number may come next, or the bracket about a point.
func figuresNext(s *orders.Scanner) bool {
	fold := s.Peek().Fold
	return fold != "" && (fold[0] >= '0' && fold[0] <= '9' || fold[0] == '(')
}

func peekInt(s *orders.Scanner) (int, bool) {
	mark := s.Mark()
	defer s.Back(mark)
	return s.Int()
}

func bearingNext(s *orders.Scanner) bool {
	mark := s.Mark()
	defer s.Back(mark)
	_, ok := s.Bearing()
	return ok
}

// assaultOn reads the feature that is to be assaulted.
func (r *reader) assaultOn(s *orders.Scanner, d *Directive) {
	if atEnd(s) {
		s.Refuse(missingPlace, "a terrain feature")
		return
	}
	if r.atPlace(s) {
		s.Refuse(notAFeature, "a terrain feature by its name")
		return
	}
	if m, _ := s.MatchName(r.places); m.Words == 0 {
		if m, _ := s.MatchName(r.roads); m.ID != "" {
			s.Refuse(notAFeature, "a terrain feature by its name")
			return
		}
	}
	r.place(s, d)
}

// withdrawTo reads where one withdraws to: `n YDS`, or a place.
func (r *reader) withdrawTo(s *orders.Scanner, d *Directive) {
	to := s.Accept("TO", "TOWARDS", "TOWARD", "ON")
	if !to && !r.atPlace(s) {
		s.Accept("BY")
		if n, ok := s.Measure(0, yards...); ok {
			if n < 1 || n > 5000 {
				s.Refuse(badRange, "1 to 5000 yards")
			}
			d.Aim, d.Yards = AimYards, int(n)
			return
		}
	}
	r.place(s, d)
}

// place reads the place of a directive.
func (r *reader) place(s *orders.Scanner, d *Directive) {
	d.Aim, d.Place = AimPlace, r.aPlace(s)
}

// aPlace reads a place: a feature's name, `x,y`, or `n YDS dir [OF feature]`.
func (r *reader) aPlace(s *orders.Scanner) Place {
	var p Place
	if atEnd(s) {
		s.Refuse(missingPlace, "a place: a feature, x,y or n YDS direction")
		return p
	}
	if !figuresNext(s) {
		p.Feature = adjudicator.At(r.feature(s))
		return p
	}
	first := s.Peek()
	if x, y, ok := s.Point(0); ok {
		if x*board.Yard > int64(r.b.Width) || y*board.Yard > int64(r.b.Height) {
			s.RefuseAt(first, offMap, "a point on the map")
			return p
		}
		p.At = board.Point{X: int(x) * board.Yard, Y: int(y) * board.Yard}
		return p
	}
	if n, ok := s.Measure(0, yards...); ok {
		return r.offset(s, int(n))
	}
	p.Feature = adjudicator.At(r.feature(s))
	return p
}

// offset reads what stands behind the number of `n YDS dir [OF feature]`.
func (r *reader) offset(s *orders.Scanner, n int) Place {
	p := Place{Yards: n}
	if n < 1 || n > 9999 {
		s.Refuse(badRange, "1 to 9999 yards")
	}
	var ok bool
	if p.Dir, ok = s.Bearing(); !ok {
		s.Refuse(badDirection, "a direction: a compass point or 0 to 360 degrees")
		return p
	}
	if s.Accept("OF", "FROM") {
		p.Feature = adjudicator.At(r.feature(s))
	}
	return p
}

// feature reads a feature's name, and does not guess at one where a unit or seat is named better.
func (r *reader) feature(s *orders.Scanner) int {
	return r.b.feature(s.NameApart([]*orders.Names{r.units, r.seats}, r.places))
}
