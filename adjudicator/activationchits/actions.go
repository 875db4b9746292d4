package activationchits

import (
	"galloper/adjudicator"
	"slices"
	"strings"

	"galloper/orders"
)

// reader reads one order as a seat gives it. What is well said but cannot be
// done is kept until the end: the first of the table of section f counts.
type reader struct {
	*speech
	s     *orders.Scanner
	seat  int // whose units are meant: of a directive the addressee
	gone  func(id string) bool
	found []found
}

type found struct {
	word   orders.Word
	reason string
	want   string
}

// forbid notes a refusal of the later part of the table.
func (r *reader) forbid(w orders.Word, reason, want string) {
	r.found = append(r.found, found{w, reason, want})
}

// settle refuses with the first in the table of what was found.
func (r *reader) settle() {
	for _, reason := range later {
		if i := slices.IndexFunc(r.found, func(f found) bool { return f.reason == reason }); i >= 0 {
			r.s.RefuseAt(r.found[i].word, r.found[i].reason, r.found[i].want)
			return
		}
	}
}

func (r *reader) side() int { return r.b.Posts[r.seat].Side }

// who is a subject of a plan entry.
type who struct {
	word         orders.Word
	unit, leader adjudicator.Index
}

// subject reads a unit or leader of the side, or ME.
func (r *reader) subject() who { return r.someone(r.people(r.side()), r.people(1-r.side())) }

// someone reads a unit or leader, or ME.
func (r *reader) someone(sets, foils []*orders.Names) who {
	w := who{word: r.s.Peek()}
	if r.s.Accept("ME", "MYSELF") {
		w.leader = adjudicator.At(r.seat)
		return w
	}
	id, _ := r.s.NameOf(sets, foils)
	if w.unit = r.b.unitIDs.Find(id); w.unit.None() {
		w.leader = r.b.leaderIDs.Find(id)
	}
	return w
}

// friend reads the id of a unit of the side, or of an enemy where one is named better.
func (r *reader) friend() string {
	id, _ := r.s.NameOf([]*orders.Names{r.units[r.side()]}, []*orders.Names{r.units[1-r.side()]})
	return id
}

// mayCommand notes what forbids the seat to give this one an entry.
func (r *reader) mayCommand(w who, reason string) {
	switch {
	case w.unit.Some() && r.b.Units[w.unit.Must()].Seat != r.seat, w.leader.Some() && !w.leader.Is(r.seat):
		r.forbid(w.word, reason, "a unit of "+r.b.Posts[r.seat].ID+", or its leader")
	case w.unit.Some() && r.gone(r.b.Units[w.unit.Must()].ID):
		r.forbid(w.word, unitLost, "a unit that is on the board")
	case w.leader.Some() && r.gone(r.b.Posts[w.leader.Must()].Leader):
		r.forbid(w.word, noLeader, "a leader who is on the board")
	}
}

// actions reads the actions of an entry up to the end of the order; first are
// conditions that stood before it.
func (r *reader) actions(w who, first []Condition) *Entry {
	e := &Entry{Unit: w.unit, Leader: w.leader}
	for !r.s.Failed() {
		a := r.action(w)
		if len(e.Actions) == 0 {
			a.If = append(a.If, first...)
		}
		r.conditions(&a)
		e.Actions = append(e.Actions, a)
		r.comma("ELSE")
		if !r.s.Accept("ELSE", "OTHERWISE") {
			break
		}
	}
	r.s.End(incomplete)
	return e
}

// comma passes over a comma before one of the words.
func (r *reader) comma(words ...string) {
	mark := r.s.Mark()
	if r.s.Accept(",") && !r.s.At(words...) {
		r.s.Back(mark)
	}
}

// action reads one action without its conditions.
func (r *reader) action(w who) Action {
	var a Action
	at := r.s.Peek()
	phrase := r.s.AcceptOf(everyAction...)
	for _, v := range actionWords {
		if slices.Contains(v.Phrases, phrase) {
			a.Verb = v.Verb
		}
	}
	if w.leader.Some() && slices.Contains([]Verb{Towards, Attack, Fire, Turn, RallyVerb, LeaveSquare}, a.Verb) {
		r.forbid(at, notUnit, "a unit: a leader may MOVE, ATTACH, DETACH or HOLD")
	}
	switch a.Verb {
	case Move:
		r.move(w, &a)
	case Towards:
		a.Target = r.target()
	case Attack:
		a.Target = r.target()
		r.attackParts(w, &a)
	case Fire:
		r.s.Accept("AT", "ON")
		a.Target = r.target()
		r.mayFire(w, at, false)
	case Turn:
		r.s.Accept("TO")
		a.Face = r.heading()
	case LeaveSquare:
		if w.unit.Some() && r.b.Units[w.unit.Must()].Arm != Infantry {
			r.forbid(at, notInfantry, "infantry")
		}
		if r.s.Accept("FACING") {
			a.Face = r.heading()
		}
	case Attach:
		r.attach(w, at, &a)
	case detach:
		r.s.Accept("TO")
		a.Verb, a.Hex = Move, adjudicator.At(r.hex())
		r.onlyLeader(w, at)
	case formSquare:
		r.forbid(at, squareIsReaction, "REACT unit: SQUARE AT n: a square is a reaction")
	case RallyVerb, Hold:
	default:
		r.s.RefuseWord(unknownOrder, "an action: MOVE TO, MOVE TOWARDS, ATTACK, FIRE AT, FACE, RALLY, LEAVE SQUARE, HOLD, ATTACH TO", everyAction)
	}
	return a
}

func (r *reader) onlyLeader(w who, at orders.Word) {
	if w.unit.Some() {
		r.forbid(at, notLeader, "a leader")
	}
}

// move reads what stands behind MOVE.
func (r *reader) move(w who, a *Action) {
	at := r.s.Peek()
	if r.s.Accept("TOWARDS", "TOWARD", "ON", "IN ON") {
		a.Verb, a.Target = Towards, r.target()
		if w.leader.Some() {
			r.forbid(at, notUnit, "a unit: a leader may MOVE TO a hex")
		}
		return
	}
	r.s.Accept("TO", "INTO")
	a.Hex = adjudicator.At(r.hex())
	for !r.s.Failed() {
		at := r.s.Peek()
		switch {
		case len(a.Via) == 0 && r.s.Accept("VIA"):
			a.Via = r.hexes()
		case !a.Face.Given && r.s.Accept("FACING"):
			a.Face = r.heading()
			if w.leader.Some() {
				r.forbid(at, notUnit, "a unit: a leader faces nowhere")
			}
		case r.andThen(w, a):
			return
		default:
			return
		}
	}
}

// andThen reads AND FIRE AT target or AND ATTACK target behind a MOVE.
func (r *reader) andThen(w who, a *Action) bool {
	mark, at := r.s.Mark(), r.s.Peek()
	if !r.s.Accept("AND", ",", "&") {
		return false
	}
	r.s.Accept("AND")
	switch {
	case r.s.Accept("FIRE", "SHOOT", "BOMBARD"):
		r.s.Accept("AT", "ON")
		a.Shoot, a.Target = true, r.target()
		r.mayFire(w, at, true)
	case r.s.Accept("ATTACK", "CHARGE", "ASSAULT", "STORM"):
		if a.Face.Given {
			r.s.RefuseAt(at, incomplete, "MOVE TO hex AND ATTACK target, without FACING: it faces its target")
		}
		*a = Action{Verb: Attack, From: a.Hex, Via: a.Via, Target: r.target()}
		r.attackParts(w, a)
	default:
		r.s.Back(mark)
		return false
	}
	if len(a.Via) > 0 {
		r.s.RefuseAt(at, incomplete, "MOVE TO hex AND …, without VIA")
	}
	if w.leader.Some() {
		r.forbid(at, notUnit, "a unit: a leader does not fight")
	}
	return true
}

// mayFire notes what forbids the unit to fire.
func (r *reader) mayFire(w who, at orders.Word, moved bool) {
	if w.unit.None() {
		return
	}
	k := r.b.Units[w.unit.Must()].Kind
	if k.Range == 0 || moved && k.Moved == "none" {
		r.forbid(at, cannotFire, "a unit that can fire so")
	}
}

// attackParts reads what may stand behind the target of an attack, in any order.
func (r *reader) attackParts(w who, a *Action) {
	if w.unit.Some() && r.b.Units[w.unit.Must()].Arm == Artillery {
		r.forbid(w.word, cannotMelee, "infantry or cavalry")
	}
	for !r.s.Failed() {
		r.comma("WITH", "ONLY WITH", "FROM", "IN FLANK", "IN THE FLANK")
		switch {
		case a.From.None() && r.s.Accept("FROM"):
			a.From = adjudicator.At(r.hex())
		case !a.Flank && r.s.Accept("IN FLANK", "IN REAR"):
			a.Flank = true
		case a.With == nil && r.s.Accept("ONLY WITH"):
			a.Only = true
			a.With = r.batteries()
		case a.With == nil && r.s.Accept("WITH"):
			a.With = r.batteries()
		default:
			return
		}
	}
}

// batteries reads the batteries of a combined attack.
//
// §20
func (r *reader) batteries() []int {
	var list []int
	at := r.s.Peek()
	for !r.s.Failed() {
		word := r.s.Peek()
		u, ok := r.b.unitIDs.Find(r.friend()).Get()
		if ok && !slices.Contains(list, u) {
			list = append(list, u)
			r.mayCommand(who{word: word, unit: adjudicator.At(u)}, notYours)
			if r.b.Units[u].Arm != Artillery {
				r.forbid(word, notArtillery, "a battery")
			}
		}
		mark := r.s.Mark()
		if !r.s.More() || r.s.At(elseWords...) || r.s.At("FROM", "IN FLANK") {
			r.s.Back(mark)
			break
		}
	}
	if len(list) > r.b.Options.Combined {
		r.forbid(at, tooMany, "fewer batteries")
	}
	return list
}

// attach reads whom a leader joins.
func (r *reader) attach(w who, at orders.Word, a *Action) {
	r.s.Accept("TO")
	word := r.s.Peek()
	a.Unit = r.b.unitIDs.Find(r.friend())
	r.onlyLeader(w, at)
	if a.Unit.Some() && r.b.Units[a.Unit.Must()].Side != r.side() {
		r.forbid(word, notYours, "a unit of your side")
	}
	if a.Unit.Some() && r.gone(r.b.Units[a.Unit.Must()].ID) {
		r.forbid(word, unitLost, "a unit that is on the board")
	}
}

// hexNext reports whether what comes next looks like a hex: `D4`, `d 4`, `D04`.
func (r *reader) hexNext() bool {
	w := r.s.Peek().Fold
	if len(w) == 0 || w[0] < 'A' || w[0] > 'Z' || len(w) > 1 && strings.Trim(w[1:], "0123456789") != "" {
		return false
	}
	mark := r.s.Mark()
	defer r.s.Back(mark)
	_, _, ok := r.s.Hex()
	return ok
}

// hex reads a hex of the board.
func (r *reader) hex() int {
	at := r.s.Peek()
	if r.s.Done() {
		r.s.Refuse(incomplete, "a hex")
		return nowhere
	}
	if r.hexNext() {
		if column, row, _ := r.s.Hex(); column >= 1 && column <= r.b.Columns && row >= 1 && row <= r.b.Rows {
			return (row-1)*r.b.Columns + column - 1
		}
	}
	r.s.RefuseAt(at, badHex, "a hex of the board, A1 to "+r.b.hexName(len(r.b.cubes)-1))
	return nowhere
}

// hexes reads a list of hexes.
func (r *reader) hexes() []int {
	list := []int{r.hex()}
	for !r.s.Failed() {
		mark := r.s.Mark()
		if !r.s.More() || !r.hexNext() {
			r.s.Back(mark)
			break
		}
		list = append(list, r.hex())
	}
	return list
}

// headings are the points of the compass that are facings; others lie between two.
var headings = map[string]Facing{"N": North, "NE": EastNorthEast, "ENE": EastNorthEast, "SE": EastSouthEast, "ESE": EastSouthEast,
	"S": South, "SW": WestSouthWest, "WSW": WestSouthWest, "NW": WestNorthWest, "WNW": WestNorthWest}

// heading reads a facing: a point of the compass, or a hex (§G6).
func (r *reader) heading() Heading {
	at := r.s.Peek()
	if r.s.Done() {
		r.s.Refuse(incomplete, "a facing: n, ene, ese, s, wsw, wnw, or a hex")
		return Heading{}
	}
	if r.hexNext() {
		return Heading{Given: true, Hex: adjudicator.At(r.hex())}
	}
	c, ok := r.s.Compass()
	f, is := headings[c.String()]
	if !ok || !is {
		r.s.RefuseAt(at, badFacing, "n, ene, ese, s, wsw, wnw, or a hex: units face the corners of their hex")
	}
	return Heading{Given: true, Facing: f}
}

// target reads an enemy unit or leader, a hex, or NEAREST.
func (r *reader) target() Target {
	t, at := Target{}, r.s.Peek()
	if r.s.Done() || r.s.At(elseWords...) {
		r.s.Refuse(incomplete, "a target: an enemy, a hex or NEAREST")
		return t
	}
	if r.s.Accept("NEAREST ENEMY", "NEAREST") {
		t.Nearest = true
		return t
	}
	m, _ := r.s.MatchName(r.all...)
	if r.hexNext() && (m.ID == "" || m.Words <= 1) {
		t.Hex = adjudicator.At(r.hex())
		return t
	}
	id, _ := r.s.NameOf(r.people(1-r.side()), r.people(r.side()))
	t.Unit, t.Leader = r.b.unitIDs.Find(id), r.b.leaderIDs.Find(id)
	switch {
	case t.Unit.Some() && r.b.Units[t.Unit.Must()].Side == r.side(),
		t.Leader.Some() && r.b.Posts[t.Leader.Must()].Side == r.side():
		r.forbid(at, ownSide, "an enemy")
	case t.Unit.Some() && r.gone(id):
		r.forbid(at, unitLost, "an enemy that is on the board")
	}
	return t
}
