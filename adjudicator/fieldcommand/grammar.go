package fieldcommand

import (
	"galloper/adjudicator"
	"slices"
	"strings"

	"galloper/orders"
)

// The reasons with which the receipt refuses (section f).
const (
	unknownOrder  = "unknown-order"
	trailingWords = "trailing-words"
	missingUnit   = "missing-unit"
	missingPlace  = "missing-place"
	badNumber     = "bad-number"
	badCondition  = "bad-condition"
	unknownName   = "unknown-name"
	ambiguousName = "ambiguous-name"
	twiceNamed    = "twice-named"
	notYours      = "not-yours"
	wrongArm      = "wrong-arm"
	groupTooLarge = "group-too-large"
	notYourTurn   = "not-your-turn"
	notArmy       = "not-army"
	notInHand     = "not-in-hand"
	cardLimit     = "card-limit"
	needsPlace    = "needs-place"
	noCards       = "no-cards"
	noSuchGroup   = "no-such-group"
	noLetters     = "no-letters"
	noPerson      = "no-person"
	toYourself    = "to-yourself"
	cannotSee     = "cannot-see"
)

// refusals are those that need no more than the order and who gives it, in the
// order in which they are looked for.
var refusals = []string{twiceNamed, notYours, wrongArm, groupTooLarge, notYourTurn, notArmy, notInHand, cardLimit,
	needsPlace, noCards, noSuchGroup, noLetters, noPerson, toYourself, cannotSee}

// reader reads the orders of one seat on a board.
type reader struct {
	*speech
	b    *Battle
	s    *State // the true board, or as the seat knows it
	seat int
	side int
	turn int

	*orders.Scanner
	recipients []int // of TO: the group where it is left out
	faults     []orders.Refusal
	played     int // PLAY orders of the mail that were taken so far
}

// newReader returns the reader of a seat's orders.
func newReader(b *Battle, s *State, seat, turn int) *reader {
	side := b.Commands[seat].Side
	return &reader{speech: b.speechOf(side, s), b: b, s: s, seat: seat, side: side, turn: turn}
}

// fault notes what is wrong with an order that can be read.
func (r *reader) fault(reason, want string, at orders.Word) {
	r.faults = append(r.faults, orders.Refusal{Reason: reason, Want: want, Line: at.Line, Col: at.Col, Word: at.Text})
}

// firstFault refuses an order that was read for the first of its faults, in the order of section f.
func (r *reader) firstFault() {
	for _, reason := range refusals {
		for _, f := range r.faults {
			if f.Reason == reason {
				r.RefuseAt(orders.Word{Text: f.Word, Line: f.Line, Col: f.Col}, f.Reason, f.Want)
				return
			}
		}
	}
}

// readItem reads one item of a mail.
func (r *reader) readItem(it *orders.Item) order {
	r.faults, r.recipients = nil, nil
	if it.Letter != nil {
		r.Scanner = orders.ScanWords(it.Letter.To)
		o := r.letterTo(it.Letter.Text)
		r.firstFault()
		return o
	}
	r.Scanner = r.scan(it.Words)
	var o order
	switch {
	case it.Standing:
		o = r.readStanding()
	case r.Accept("TO"):
		o = r.readTo(it.Text)
	case r.Accept("CANCEL STANDING"):
		o = blank(verbStanding)
		o.Standing = standingOrder{Kind: standNone}
	default:
		first := r.Peek()
		o = r.order()
		r.wholeOrder(&o, first)
	}
	r.End(trailingWords)
	if !r.Failed() {
		r.firstFault()
	}
	if o.Verb == verbPlay && !r.Failed() {
		r.played++
	}
	return o
}

// scan are the words of an order: a position is three, and so are the figures `2+1`.
func (r *reader) scan(words []orders.Word) *orders.Scanner {
	var cut []orders.Word
	for _, w := range r.slashed(words) {
		if strings.Trim(w.Fold, "0123456789+") == "" {
			cut = append(cut, orders.CutSigns([]orders.Word{w}, "+")...)
		} else {
			cut = append(cut, w)
		}
	}
	return orders.ScanWords(cut)
}

// order reads an order other than a letter, TO or STANDING.
func (r *reader) order() order {
	if r.At("IF") {
		return r.conditional()
	}
	word := language.Accept(r.Scanner)
	for _, v := range readings {
		if v.word == word {
			o := blank(v.verb)
			v.read(r, &o)
			return o
		}
	}
	r.RefuseWord(unknownOrder, "an order such as ADVANCE, ASSAULT, MANEUVER, MARCH or STANDING; HELP lists them",
		verbPhrases)
	return order{}
}

var verbPhrases = func() []string {
	var list []string
	for _, v := range verbs {
		list = append(list, v.Words...)
	}
	return list
}()

// readings are the grammars of the verbs, by the first word of each in the language.
var readings = []struct {
	verb, word string
	read       func(*reader, *order)
}{
	{verbAdvance, "ADVANCE", (*reader).marching},
	{verbAssault, "ASSAULT", (*reader).attacking},
	{verbBombard, "BOMBARD", (*reader).attacking},
	{verbCharge, "CHARGE", (*reader).attacking},
	{verbManeuver, "MANEUVER", (*reader).marching},
	{verbAttack, "ATTACK", (*reader).attacking},
	{verbCavalryMarch, "CAVALRY MARCH", (*reader).marching},
	{verbFieldMarch, "FIELD MARCH", (*reader).marching},
	{verbLocalMarch, "LOCAL MARCH", (*reader).marching},
	{verbRoadMarch, "ROAD MARCH", (*reader).marching},
	{verbMarch, "MARCH", (*reader).marching},
	{verbLocalMarch, "SECURE", (*reader).securing},
	{verbLocalMarch, "FALL BACK", (*reader).fallingBack},
	{verbHold, "HOLD", (*reader).group},
	{verbWait, "WAIT", func(*reader, *order) {}},
	{verbLimber, "LIMBER", (*reader).names},
	{verbRange, "RANGE", (*reader).names},
	{verbSpike, "SPIKE", (*reader).names},
	{verbMerge, "MERGE", (*reader).pair},
	{verbSplit, "SPLIT", (*reader).splitting},
	{verbMerge, "REORGANIZE", (*reader).reorganizing},
	{verbRally, "RALLY", (*reader).rallying},
	{verbMobilize, "MOBILIZE", (*reader).mobilizing},
	{verbPlay, "PLAY", (*reader).playing},
	{verbRide, "RIDE", (*reader).riding},
	{verbAssign, "ASSIGN", (*reader).assigning},
	{verbReport, "REPORT", (*reader).reporting},
}

// stops are the words before which a name or place is missing.
var stops = []string{"TO", "INTO", "ON", "AGAINST", "WITH", "VIA", "THROUGH", "BY", "TOWARD", "ELSE", "THEN", "AT",
	"FROM", "FOR", "DEPLOY", "LED BY", "SUPPORTED BY", ",", "/", ":"}

// localeNamed reads a locale.
func (r *reader) localeNamed() int {
	if r.Done() || r.At(stops...) {
		r.Refuse(missingPlace, "a locale")
		return -1
	}
	return r.b.locale(r.Name(r.locales))
}

// localesNamed reads a list of locales.
func (r *reader) localesNamed() []int {
	list := []int{r.localeNamed()}
	for !r.Failed() && r.More() {
		list = append(list, r.localeNamed())
	}
	return list
}

// unitNamed reads a unit of the side.
func (r *reader) unitNamed() (unit int, at orders.Word) {
	if r.Done() || r.At(stops...) {
		r.Refuse(missingUnit, "a unit of yours")
		return -1, orders.Word{}
	}
	at = r.Peek()
	unit = r.s.unitIndex(r.Name(r.units))
	return unit, at
}

// theUnits reads units that the seat commands, each named once; arms says which kinds may be
// named, as wrong-arm wants it (none: any).
func (r *reader) theUnits(ours bool, arms ...Kind) []int {
	var list []int
	for !r.Failed() {
		u, at := r.unitNamed()
		if u < 0 {
			break
		}
		kind := r.s.Units[u].Kind
		switch {
		case slices.Contains(list, u):
			r.fault(twiceNamed, "each unit once", at)
		case ours && !r.commands(u):
			r.fault(notYours, "a unit that you command", at)
		}
		if len(arms) > 0 && !slices.Contains(arms, kind) {
			r.fault(wrongArm, "one of "+armsText(arms)+"; "+r.s.Units[u].ID+" is "+string(kind), at)
		}
		list = append(list, u)
		if !r.More() {
			break
		}
	}
	return list
}

func armsText(arms []Kind) string {
	words := make([]string, len(arms))
	for i, a := range arms {
		words[i] = string(a)
	}
	return strings.Join(words, ", ")
}

// commands reports whether the seat may command the unit.
//
// §H3.4
func (r *reader) commands(unit int) bool { return r.s.commands(r.seat, unit) }

// commands reports whether a seat commands a unit: its own, and an army seat any of its side
// in the locale where its person was at the start of the turn.
//
// §H3.4
func (s *State) commands(seat, unit int) bool {
	u, c := &s.Units[unit], &s.b.Commands[seat]
	return u.Seat == seat || c.Army && u.Side == c.Side && u.onMap() && s.Seats[seat].Began.Is(u.At.Locale)
}

// armsOf are the kinds that a verb may be given to.
var armsOf = map[string][]Kind{
	verbBombard: {Artillery}, verbLimber: {Artillery}, verbRange: {Artillery}, verbSpike: {Artillery},
	verbCharge: {Cavalry}, verbCavalryMarch: {Cavalry},
	verbMerge: {Infantry, Cavalry}, verbSplit: {Infantry, Cavalry}, verbRally: {Infantry},
}

// names reads the units of an order that has no ALL.
func (r *reader) names(o *order) {
	if r.recipients != nil && (r.Done() || r.At(stops...) || r.At("INTO")) {
		o.Group.Units = slices.Clone(r.recipients)
		r.suits(o, orders.Word{})
		return
	}
	o.Group.Units = r.theUnits(true, armsOf[o.Verb]...)
}

// suits notes recipients of an arm that the verb is not for.
func (r *reader) suits(o *order, at orders.Word) {
	arms := armsOf[o.Verb]
	for _, u := range o.Group.Units {
		if len(arms) > 0 && !slices.Contains(arms, r.s.Units[u].Kind) {
			r.fault(wrongArm, "one of "+armsText(arms), at)
		}
	}
}

// group reads `name[, name…]`, or `ALL [INFANTRY|CAVALRY|ARTILLERY] AT pos`.
func (r *reader) group(o *order) {
	at := r.Peek()
	if !r.Accept("ALL") {
		r.names(o)
		if len(o.Group.Units) > r.b.Options.Group && o.isField() {
			r.fault(groupTooLarge, "at most so many units in one command: see the option group", at)
		}
		return
	}
	o.Group.All = true
	switch r.AcceptOf("INFANTRY", "CAVALRY", "ARTILLERY", "GUNS") {
	case "INFANTRY":
		o.Group.Kind = Infantry
	case "CAVALRY":
		o.Group.Kind = Cavalry
	case "ARTILLERY", "GUNS":
		o.Group.Kind = Artillery
	}
	if arms := armsOf[o.Verb]; o.Group.Kind != Unknown && len(arms) > 0 && !slices.Contains(arms, o.Group.Kind) {
		r.fault(wrongArm, "one of "+armsText(arms), at)
	}
	r.Expect(missingPlace, "AT")
	o.Group.At, o.Group.Explicit = r.pos()
}

// pos reads `town`, `town/hill` or `RESERVE OF town`; named says that it is no locale alone.
func (r *reader) pos() (p Position, named bool) {
	named = r.Accept("RESERVE OF", "RESERVE AT", "RESERVE IN")
	p = reserveOf(r.localeNamed())
	if r.Failed() || named || !r.Accept("/") {
		return p, named
	}
	at := r.Peek()
	if p.Toward = r.localeNamed(); !r.Failed() && !r.b.passable(p.Locale, p.Toward) {
		r.RefuseAt(at, unknownName, "a locale that one can cross to from "+r.b.Locales[p.Locale].ID,
			r.b.localeTexts(r.b.neighbours(p.Locale))...)
	}
	return p, true
}

// to goes past TO or one of the words that may stand for it.
func (r *reader) toward() { r.Accept("TO", "INTO", "ON", "AGAINST", "ONTO") }

// marching reads `VERB group [VIA …] TO loc [endings]`.
func (r *reader) marching(o *order) {
	r.group(o)
	r.via(o)
	r.destination(o)
	r.endings(o)
}

func (r *reader) via(o *order) {
	if r.Accept("VIA", "THROUGH") {
		o.Via = append(o.Via, r.localesNamed()...)
	}
}

// destination reads where a march goes: a locale, or within the same one.
func (r *reader) destination(o *order) {
	r.toward()
	local := o.Verb == verbLocalMarch || o.Verb == verbMarch
	switch {
	case r.Failed():
	case local && r.Accept("RESERVE"):
		o.Goal = goalReserve
	case local && r.Accept("APPROACH TO", "APPROACH"):
		o.Goal, o.To = goalApproach, adjudicator.At(r.localeNamed())
	case o.Verb == verbLocalMarch:
		r.Refuse(missingPlace, "TO RESERVE or TO APPROACH loc")
	default:
		o.To = adjudicator.At(r.localeNamed())
	}
}

// attacking reads `VERB loc [VIA loc] WITH group [endings]`.
func (r *reader) attacking(o *order) {
	o.To = adjudicator.At(r.localeNamed())
	if o.Verb == verbCharge {
		r.via(o)
	}
	if r.Accept("WITH") || r.recipients == nil {
		r.group(o)
	} else {
		r.names(o)
	}
	r.endings(o)
}

// securing reads `SECURE loc WITH group`: the local march to that approach.
func (r *reader) securing(o *order) {
	o.Goal = goalApproach
	o.To = adjudicator.At(r.localeNamed())
	if r.Accept("WITH") || r.recipients == nil {
		r.group(o)
	} else {
		r.names(o)
	}
	r.endings(o)
}

// fallingBack reads `FALL BACK group`: the local march to the reserve.
func (r *reader) fallingBack(o *order) {
	o.Goal = goalReserve
	r.group(o)
	r.endings(o)
}

// endings reads LED BY, SUPPORTED BY, ELSE and DEPLOY, as far as the verb has them.
func (r *reader) endings(o *order) {
	leads := o.Verb == verbAssault || o.Verb == verbCharge || o.Verb == verbAttack
	for !r.Done() {
		switch {
		case leads && len(o.Led) == 0 && r.Accept("LED BY"):
			o.Led = r.theUnits(false, Infantry, Cavalry)
		case leads && o.Verb != verbCharge && len(o.Supported) == 0 && r.Accept("SUPPORTED BY"):
			o.Supported = r.theUnits(false, Artillery)
		case (o.Verb == verbManeuver || o.Verb == verbAttack) && o.Else == "" && r.At("ELSE SECURE", "ELSE STAY"):
			o.Else = strings.TrimPrefix(r.AcceptOf("ELSE SECURE", "ELSE STAY"), "ELSE ")
		case o.Verb != verbBombard && !o.Deploy && r.Accept("DEPLOY"):
			r.deploy(o)
		default:
			return
		}
	}
}

// deploy reads `DEPLOY [name, …] TOWARD loc`.
//
// §8.0.1
func (r *reader) deploy(o *order) {
	o.Deploy = true
	if !r.At("TOWARD", "TOWARDS") {
		o.Deployed = r.theUnits(false, Cavalry)
	}
	if r.Expect(missingPlace, "TOWARD", "TOWARDS") {
		o.Toward = adjudicator.At(r.localeNamed())
	}
}
