package firediscipline

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/grammar"
	"galloper/adjudicator/rules"
	"galloper/orders"
)

var slots = []grammar.Kind[*parser]{
	grammar.Names[*parser, int]{Kind: "unit", Want: "a unit of yours", Sets: ownNames, Of: unitOf, Text: unitText,
		Group: everyUnit, Then: refuseUncommanded},
	grammar.Names[*parser, int]{Kind: "friend", Want: "a unit of yours", Sets: ownNames, Of: unitOf, Text: unitText},
	grammar.Names[*parser, int]{Kind: "whom", Want: wantTest, Sets: (*parser).testableNames, Of: unitOf, Text: unitText},
	object("ahead", readAhead), object("foe", readFoe), object("goal", readGoal),
	object("feature", readAssaulted), object("back", readBack),
	grammar.Value[*parser, Place]{Kind: "place", Read: readPlace, Text: placeText, Prose: placeProse, Some: somePlace},
	grammar.Value[*parser, int]{Kind: "in", Read: readFeature, Some: someFeature,
		Text:  func(k *parser, f int) string { return k.b.Features[f].ID },
		Prose: func(k *parser, f int) string { return k.b.Features[f].Name }},
	grammar.Value[*parser, int]{Kind: "road", Read: readRoad,
		Text:  func(k *parser, road int) string { return k.b.Roads[road].ID },
		Prose: func(k *parser, road int) string { return cmp.Or(k.b.Roads[road].Name, k.b.Roads[road].ID) }},
	grammar.Value[*parser, int]{Kind: "dir", Read: readFacing, Text: number, Some: sampler("NNE", "270"),
		Prose: func(_ *parser, degrees int) string { return orders.Towards(degrees) }},
	grammar.Value[*parser, int]{Kind: "range", Read: readRange, Text: number, Some: sampler("30", "60 yds")},
	grammar.Value[*parser, int]{Kind: "yards", Read: readYards, Text: number, Some: sampler("100 yards")},
	grammar.Value[*parser, int]{Kind: "gap", Read: readGap, Some: sampler("100 yards"),
		Text:  func(_ *parser, n int) string { return strconv.Itoa(n) + " YDS" },
		Prose: func(_ *parser, n int) string { return yardsOf(n) }},
	grammar.Number[*parser]{Kind: "turn", Least: 1, Bad: badCondition, Want: "the number of a turn"},
	grammar.Value[*parser, Token]{Kind: "chit", Read: readChit, Text: chitText, Some: sampler("R 45", "H")},
	grammar.Value[*parser, errand]{Kind: "errand", Read: readErrand, Text: errandText, Prose: errandProse,
		Some: somePlace},
}

// object returns the kind of a verb's object.
func object(kind string, read func(*reader) Object) grammar.Kind[*parser] {
	return grammar.Value[*parser, Object]{Kind: kind, Read: read, Some: somePlace, Text: func(k *parser, o Object) string {
		switch {
		case o.Aim == AimDir:
			return strconv.Itoa(o.Dir)
		case o.Aim == AimYards:
			return strconv.Itoa(o.Yards) + " YDS"
		case kind == "ahead" || kind == "back":
			return "TO " + placeText(k, o.Place)
		}
		return placeText(k, o.Place)
	}, Prose: func(k *parser, o Object) string {
		switch {
		case o.Aim == AimDir:
			return "to the " + orders.Towards(o.Dir)
		case o.Aim == AimYards:
			return yardsOf(o.Yards)
		case kind == "ahead":
			return "on " + placeProse(k, o.Place)
		case kind == "back":
			return "to " + placeProse(k, o.Place)
		}
		return placeProse(k, o.Place)
	}}
}

func number(_ *parser, n int) string { return strconv.Itoa(n) }

// sampler returns a sampler of the texts, for tests.
func sampler(texts ...string) func(*parser, func(int) int) string {
	return func(_ *parser, pick func(int) int) string { return texts[pick(len(texts))] }
}

func someFeature(k *parser, pick func(int) int) string {
	return k.b.Features[pick(len(k.b.Features))].ID
}
func somePlace(k *parser, pick func(int) int) string { return someFeature(k, pick) }

func ownNames(k *parser) []*orders.Names { return k.own }

var unitOf, unitText = rules.UnitOf[*parser], rules.UnitText[*parser]

// UnitIDs implements rules.UnitLister.
func (k *parser) UnitIDs() *rules.IDs { return &k.b.unitIDs }

// refuseUncommanded refuses a unit that the seat does not command, or knows to be gone.
func refuseUncommanded(r *reader, u int, _ *orders.Names, at orders.Word) {
	seat, mine := r.Desk.seat.Get()
	switch {
	case u < 0 || !mine:
	case !r.Desk.b.obeys(u, seat):
		r.Refuse(at, notYours, "a unit of yours")
	case r.Desk.gone(u):
		r.Refuse(at, unitGone, "a unit that is in play")
	default:
		r.Desk.named = append(r.Desk.named, u)
	}
}

// everyUnit reads ALL as the seat's own units, except those that it knows to be out of play.
func everyUnit(r *reader) []int {
	if !r.Accept("ALL") {
		return nil
	}
	r.Accept("UNITS", "REGIMENTS")
	k, units := r.Desk, []int{}
	for u := range k.b.Units {
		if k.seat.Is(k.b.Units[u].Seat) && !k.gone(u) {
			units = append(units, u)
		}
	}
	if len(units) == 0 {
		r.Refuse(r.Here(), unitGone, "a unit that is in play")
	}
	k.named = append(k.named, units...)
	return units
}

// figuresNext reports whether the next word begins with a digit or with the bracket of a point.
func figuresNext(s *orders.Scanner) bool {
	fold := s.Peek().Fold
	return fold != "" && (fold[0] >= '0' && fold[0] <= '9' || fold[0] == '(')
}

// farthestYards is the greatest distance in yards in an order.
const farthestYards = 5000

var yards = []string{"YDS", "YARDS", "YARD", "YD"}

const (
	wantPlace     = "a place: a feature, x,y or n YDS direction"
	wantFeature   = "a terrain feature by its name"
	wantTest      = "ENEMY or name WITHIN n YDS, ENEMY or name IN feature, name BROKEN, TURN n or [name] HALF SPENT"
	wantDistance  = "1 to 5000 yards"
	wantDirection = "a direction: a compass point or 0 to 360 degrees"
)

// readAhead reads the object of an advance: a direction, a distance or a place.
func readAhead(r *reader) Object {
	if n, ok := byYards(r); ok {
		return Object{Aim: AimYards, Yards: n}
	}
	return readFoe(r)
}

// byYards reads a distance that is not part of a place: `100 YDS`.
func byYards(r *reader) (int, bool) {
	at, figure := r.Mark(), r.Here()
	if peekFor(r, func() bool { return placeByNumbers(r) }) {
		return 0, false
	}
	n, ok := r.Measure(0, yards...)
	if ok && peekFor(r, func() bool { r.Back(at); _, bare := r.Int(); return bare && !r.At(yards...) }) {
		r.Back(at)
		return 0, false
	}
	if ok && (n < 1 || n > farthestYards) {
		r.Refuse(figure, badRange, wantDistance)
	}
	return int(n), ok
}

// readFoe reads the object of an attack: a direction or a place.
func readFoe(r *reader) Object {
	if deg, ok := direction(r); ok {
		return Object{Aim: AimDir, Dir: deg}
	}
	if !peekFor(r, func() bool { return placeByNumbers(r) }) && peekFor(r, func() bool { _, ok := r.Int(); return ok }) {
		r.Refuse(r.Here(), badDirection, wantDirection)
		return Object{}
	}
	return readGoal(r)
}

// direction reads a compass point or degrees, unless a place begins with them: `45` is a direction, `45,300` and `45
// yds north` are places.
func direction(r *reader) (int, bool) {
	mark := r.Mark()
	deg, ok := r.Bearing()
	end := r.Mark()
	r.Back(mark)
	if !ok || peekFor(r, func() bool { return placeByNumbers(r) }) {
		return 0, false
	}
	if m, _ := r.MatchName(r.Desk.places); m.ID != "" && m.Words > end-mark {
		return 0, false
	}
	r.Back(end)
	return deg, true
}

// peekFor reports whether something matches at the current position, without moving it.
func peekFor(r *reader, something func() bool) bool {
	mark := r.Mark()
	defer r.Back(mark)
	return something()
}

// placeByNumbers skips `x,y` or `n YDS dir`, and reports whether it was there.
func placeByNumbers(r *reader) bool {
	if !figuresNext(r.Scanner) {
		return false
	}
	if _, _, ok := r.Point(0); ok {
		return true
	}
	n := r.Mark()
	if _, plain := r.Int(); plain && !r.Accept(yards...) {
		if peekFor(r, func() bool { _, number := r.Int(); return number }) {
			return false
		}
	} else {
		r.Back(n)
		if _, ok := r.Measure(0, yards...); !ok {
			return false
		}
	}
	_, ok := r.Bearing()
	return ok
}

// readGoal reads the goal of a march. Named water stands for its bank.
//
// §T1
func readGoal(r *reader) Object {
	first, b := r.Peek(), r.Desk.b
	p := readPlace(r)
	if !r.Failed() && p.Feature.None() && p.Yards == 0 && b.waterAt(p.At) >= 0 {
		land := b.land(p.At)
		r.Forbid(first, inWater, fmt.Sprintf("a point on land, such as %d,%d", land.X/board.Yard, land.Y/board.Yard))
	}
	return Object{Aim: AimPlace, Place: p}
}

func readAssaulted(r *reader) Object {
	byNumbers := peekFor(r, func() bool { return placeByNumbers(r) })
	if m, set := r.MatchName(r.Desk.places, r.Desk.roads); byNumbers || m.ID != "" && set == r.Desk.roads {
		r.Refuse(r.Here(), notAFeature, wantFeature)
		return Object{}
	}
	first := r.Here()
	goal := readGoal(r)
	if !r.Failed() && (goal.Place.Feature.None() || goal.Place.Yards > 0) {
		r.Refuse(first, notAFeature, wantFeature) // a distance in any form
	}
	return goal
}

// readBack reads the object of a withdrawal: `n YDS`, or a place.
func readBack(r *reader) Object {
	to := r.Accept("TO", "TOWARDS", "TOWARD", "ON")
	if !to && !peekFor(r, func() bool { return placeByNumbers(r) }) {
		r.Accept("BY")
		if n, ok := r.Measure(0, yards...); ok {
			if n < 1 || n > farthestYards {
				r.Refuse(r.Here(), badRange, wantDistance)
			}
			return Object{Aim: AimYards, Yards: int(n)}
		}
	}
	return readGoal(r)
}

// readPlace reads a place: a feature's name, `x,y`, or `n YDS dir [OF feature]`.
func readPlace(r *reader) (p Place) {
	if r.Ends() {
		r.Refuse(r.Here(), missingPlace, wantPlace)
		return p
	}
	if !figuresNext(r.Scanner) {
		p.Feature = adjudicator.At(readFeature(r))
		return p
	}
	first, b := r.Peek(), r.Desk.b
	if x, y, ok := r.Point(0); ok {
		if x*board.Yard > int64(b.Width) || y*board.Yard > int64(b.Height) {
			r.Refuse(first, offMap, "a point on the map")
			return p
		}
		p.At = board.Point{X: int(x) * board.Yard, Y: int(y) * board.Yard}
		return p
	}
	n, ok := r.Measure(0, yards...)
	if !ok {
		p.Feature = adjudicator.At(readFeature(r))
		return p
	}
	if n < 1 || n > 9999 {
		r.Refuse(first, badRange, "1 to 9999 yards")
	}
	if p.Yards, p.Dir = int(n), readFacing(r); r.Accept("OF", "FROM") {
		p.Feature = adjudicator.At(readFeature(r))
	}
	return p
}

// readFeature reads a feature's name. It does not guess a feature if a unit or seat fits the words better.
func readFeature(r *reader) int {
	return r.Desk.b.feature(r.NameApart(r.Desk.rivals, r.Desk.places))
}

func readFacing(r *reader) int {
	at := r.Here()
	deg, ok := r.Bearing()
	if !ok {
		r.Refuse(at, badDirection, wantDirection)
	}
	return deg
}

// placeText returns a place in canonical form: `mill`, `450,300`, `50 YDS 90 OF mill`.
func placeText(k *parser, p Place) string {
	f, named := p.Feature.Get()
	switch {
	case p.Yards > 0 && named:
		return strconv.Itoa(p.Yards) + " YDS " + strconv.Itoa(p.Dir) + " OF " + k.b.Features[f].ID
	case p.Yards > 0:
		return strconv.Itoa(p.Yards) + " YDS " + strconv.Itoa(p.Dir)
	case named:
		return k.b.Features[f].ID
	}
	return pointText("", p.At)
}

// pointText returns a point in canonical form, after other words.
func pointText(words string, at board.Point) string {
	var point [48]byte
	x := strconv.AppendInt(append(point[:0], words...), int64(at.X/board.Yard), 10)
	return string(strconv.AppendInt(append(x, ','), int64(at.Y/board.Yard), 10))
}

func yardsOf(n int) string {
	if n == 1 {
		return "1 yard"
	}
	return strconv.Itoa(n) + " yards"
}

// placeProse returns a place as in a sentence: `Mill`, `the point 450,300`, `50 yards east of Mill`.
func placeProse(k *parser, p Place) string {
	f, named := p.Feature.Get()
	switch {
	case p.Yards > 0 && named:
		return yardsOf(p.Yards) + " " + orders.Towards(p.Dir) + " of " + k.b.Features[f].Name
	case p.Yards > 0:
		return yardsOf(p.Yards) + " to the " + orders.Towards(p.Dir)
	case named:
		return k.b.Features[f].Name
	}
	return pointText("the point ", p.At)
}

// readRoad reads a road. Its name may be left out if the map has just one.
func readRoad(r *reader) int {
	b, o := r.Desk.b, r.Row.(*order)
	switch {
	case o.Aim == AimNone || o.Aim == AimDir:
		r.Refuse(r.Here(), missingPlace, "a place to go to by that road")
	case !r.Ends():
		id := r.Name(r.Desk.roads)
		return slices.IndexFunc(b.Roads, func(road Road) bool { return road.ID == id })
	case len(b.Roads) != 1:
		r.Refuse(r.Here(), noRoad, "the name of a road")
	}
	return 0
}

// readRange reads the range for opening fire, within the reach of all units of the order.
func readRange(r *reader) int {
	reach := int64(900)
	if k := r.Desk; slices.ContainsFunc(k.named, func(u int) bool { return k.b.Units[u].Arm != Guns }) {
		reach = 100
	}
	return readMeasure(r, reach, badRange, "a range in yards: muskets 1 to 100, guns 1 to 900")
}

// readGap reads the distance behind a guide.
func readGap(r *reader) int { return readMeasure(r, 999, badRange, "1 to 999 yards") }

func readYards(r *reader) int { return readMeasure(r, 999999999, badCondition, wantTest) }

func readMeasure(r *reader, most int64, reason, want string) int {
	at := r.Here()
	n, ok := r.Measure(0, yards...)
	if !ok || n < 1 || n > most {
		r.Refuse(at, reason, want)
	}
	return int(n)
}

// readChit reads `letter [n]`, with n only for R and L.
//
// §2.5
func readChit(r *reader) (c Token) {
	at := r.Peek()
	if len(at.Fold) != 1 || !strings.Contains("RLHCAU", at.Fold) {
		r.Refuse(r.Here(), badChit, "a chit: R, L, H, C, A or U")
		return c
	}
	r.Next()
	c.Chit = at.Fold[0]
	turns, number := c.turns(), r.Peek()
	n, given := r.Int()
	switch {
	case given && (!turns || n < 1 || n > 90):
		r.Refuse(number, badChit, "R or L with 1 to 90 degrees, other chits without a number")
	case given:
		c.Turn = n
	case turns:
		c.Turn = 90
	}
	r.Accept("DEGREES", "DEG")
	return c
}

// turns reports whether the chit turns its unit.
func (c Token) turns() bool { return c.Chit == 'R' || c.Chit == 'L' }

func chitText(_ *parser, c Token) string {
	if c.turns() {
		return string(rune(c.Chit)) + " " + strconv.Itoa(c.Turn)
	}
	return string(rune(c.Chit))
}

// readErrand reads the goal of a commander's ride: a place, a unit or a seat.
func readErrand(r *reader) errand {
	k, at := r.Desk, r.Here()
	goals := []*orders.Names{k.goals, k.places, k.units, k.seats}
	if m, _ := r.MatchName(goals...); r.Ends() || m.Words == 0 && figuresNext(r.Scanner) ||
		peekFor(r, func() bool { return placeByNumbers(r) }) {
		return errand{Ride: RideToPlace, Place: readPlace(r)}
	}
	id, set := r.NameOf(goals, nil)
	if _, place := k.places.Get(id); place && set != k.places {
		r.Refuse(at, ambiguousName, "a place or unit with an id of its own, or RIDE TO x,y")
	}
	switch set {
	case k.places:
		return errand{Ride: RideToPlace, Place: Place{Feature: adjudicator.At(k.b.feature(id))}}
	case k.units:
		unit := k.b.unit(id)
		if k.gone(unit) {
			r.Refuse(at, unitGone, "a unit that is in play")
		}
		return errand{Ride: RideToUnit, Whom: adjudicator.At(unit)}
	case k.seats:
		return errand{Ride: RideToSeat, Whom: adjudicator.At(k.b.seat(id))}
	}
	return errand{}
}

func errandText(k *parser, e errand) string {
	switch e.Ride {
	case RideToUnit:
		return k.b.Units[e.Whom.Must()].ID
	case RideToSeat:
		return k.b.Commands[e.Whom.Must()].ID
	}
	return placeText(k, e.Place)
}

func errandProse(k *parser, e errand) string {
	switch e.Ride {
	case RideToUnit:
		return k.b.Units[e.Whom.Must()].Name
	case RideToSeat:
		return k.b.Commands[e.Whom.Must()].Name
	}
	return placeProse(k, e.Place)
}
