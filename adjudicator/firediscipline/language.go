package firediscipline

import (
	"fmt"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/grammar"
	"galloper/orders"
)

// Reasons for refusing an order, in the order of section f.
const (
	noCommander       = "no-commander"
	unknownName       = "unknown-name"
	ambiguousName     = "ambiguous-name"
	notYours          = "not-yours"
	unitGone          = "gone"
	noSuchSeat        = "no-such-seat"
	unknownOrder      = "unknown-order"
	unreadable        = "unreadable"
	missingPlace      = "missing-place"
	unknownPlace      = "unknown-place"
	offMap            = "off-map"
	inWater           = "in-water"
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
	cannotCharge      = "cannot-charge"
	cannotFire        = "cannot-fire"
	cannotEnter       = "cannot-enter"
	hasUnlimbered     = "unlimbered"
	tooLate           = "too-late"
)

// parser is the context for parsing orders: a seat, its side and its knowledge. Without a seat it reads texts that the
// rules wrote.
type parser struct {
	*speech
	seat   adjudicator.Index
	asked  []*orders.Names     // names that a condition may test, filled on first use
	told   func(unit int) bool // whether the seat knows that the unit exists
	gone   func(unit int) bool
	where  func(unit int) (board.Point, bool)
	rooted func(unit int) bool // whether the seat knows that the unit is unlimbered guns; nil if this is not a new mail
	mail   *grammar.Mail[*parser, order]
	named  []int // units named in the order being read
	within bool  // reading a bare directive, or one within a condition
}

// testableNames returns the names that a condition may test: the seat's own side and the enemies in its reports.
func (k *parser) testableNames() []*orders.Names {
	if k.asked == nil {
		k.asked = []*orders.Names{k.all.Only(func(id string) bool { return k.told(k.b.unit(id)) })}
	}
	return k.asked
}

type reader = grammar.Reader[*parser]

// joint lists the words that may join a verb's object and details.
const joint = " (,/AND/&/BUT) "

// details is the form of a verb's details in the canonical line, in any order.
var details = joint + "[VIA {via:place…}] [BY ROAD {road}] [FACING/FACE (TO/TOWARDS/TOWARD) {facing:dir}] [" +
	forming("LINE") + " | " + forming("COLUMN") + " | " + forming("OPEN ORDER") + "] " +
	"[FIRE AT WILL/OPEN FIRE AT WILL | FIRE AT/OPEN FIRE AT/FIRE WITHIN/OPEN FIRE WITHIN {range} | " +
	"HOLD FIRE/RESERVE FIRE] " +
	"[DRESS ON/DRESSING ON {dress:friend}] " +
	"[NO PURSUIT/DO NOT PURSUE/DON'T PURSUE/NOT PURSUE/WITHOUT PURSUIT | PURSUE] " +
	"[CHIT {chit}] [UNLIMBER] [DISMOUNT | MOUNT] [IF/AND IF/BUT IF {if IF/AND IF/BUT IF…}]" + joint

const detailed = " [by way of {via:place…}] [along {road}] [, facing {facing:dir}] " +
	"[IN LINE=, in line | IN COLUMN=, in column | IN OPEN ORDER=, in open order] " +
	"[FIRE AT WILL=, firing at will | FIRE AT=, opening fire at {range} yards | HOLD FIRE=, holding their fire] " +
	"[, keeping in line with {dress:friend}] [NO PURSUIT=, and not pursue | PURSUE=, and pursue] [, with chit {chit}] " +
	"[UNLIMBER=, and unlimber] [DISMOUNT=, and dismount | MOUNT=, and mount] [. But if {if…}]"

func forming(name string) string {
	var ways []string
	for _, form := range []string{"IN ", "FORM ", "FORM IN ", "FORM INTO ", "FORMED IN "} {
		ways = append(ways, form+name)
	}
	return strings.Join(ways, "/")
}

// language is the order language (section f).
var language = grammar.Grammar[*parser, order]{
	Head: "[TO {unit…} :]" + joint,
	Refusals: []string{noCommander, unknownName, ambiguousName, notYours, unitGone, noSuchSeat, unknownOrder,
		unreadable, missingPlace, unknownPlace, offMap, inWater, notAFeature, badDirection, badRange, badChit,
		badCondition, tooManyConditions, noRoad, chitsOff, notGuns, notDragoons, noFormation, cannotOpen, dressSelf,
		notRearward, cannotCharge, cannotFire, cannotEnter, hasUnlimbered, tooLate},
	Unknown: unknownOrder, Incomplete: unreadable, Ambiguous: ambiguousName, BadNumber: unreadable,
	UnknownWant: "TO unit: ADVANCE, ASSAULT, HOLD, WITHDRAW or a detail; RIDE TO, ATTACH TO, DETACH, STAY or LETTER TO",
	Wants:       map[string]string{":": "a colon after the units", "THEN": "IF condition THEN directive"},
	Joints:      []string{",", "AND", "&", "BUT"},
	Branch:      branch,
	Cut:         func(words []orders.Word) []orders.Word { return rewriteUntil(holdAndFire(words)) },
	Ends:        []string{"AT WILL"},
	Keywords:    []string{"THEN", "IF", "VIA", "FACING", "BY ROAD"},
	Fillers:     []string{"PLEASE", "THE", "YOUR", "WITH", "SIR", "MEN", "NOW", "IMMEDIATELY", "AT ONCE"},
	Kinds: append(append(slots, test), grammar.Rows[*parser, Condition]{Kind: "if", Kinds: append(slots, test),
		Rows: []grammar.Verb[*parser, Condition]{{Form: "{test} THEN {then:order}", Bare: true, Bad: badCondition,
			Means: "{test}: {then:order}"}}}),
	Verbs: []grammar.Verb[*parser, order]{
		{Name: "TO", Prefix: true, Grammar: "TO unit[, unit …]: directive",
			Help:    "A directive to regiments, by voice or courier.",
			Example: "TO champagne: ASSAULT mill IN COLUMN NO PURSUIT"},
		{Name: "IF", Hidden: true, Read: func(r *reader, o *order) {
			r.Back(r.Mark() - 1)
			if len(o.Units) > 0 || r.Desk.within {
				r.As("")
			} else {
				r.As("IF ELSE")
			}
		}},
		{Name: "IF ELSE", Form: "IF {test} THEN {then:order} [ELSE {else:order}]", Bare: true, Hidden: true,
			Bad: badCondition, Then: turnRound,
			Means: "if {test}: {then:order} [; if not: {else:order}]"},
		{Name: "CHIT", Prefix: true, Grammar: "CHIT unit letter [n]",
			Help: "The same as TO unit: CHIT letter [n]. Letters: R n, L n, H, C, A, U.", Example: "CHIT royal C"},
		{Name: string(rideTo), Say: []string{"RIDE"}, Form: "(TO/TOWARDS) {errand}", Grammar: "RIDE TO place, unit or seat",
			Help: "You ride there, at courier's pace, and stop.", Example: "RIDE TO 450,300",
			Means: "You will ride to {errand}"},
		{Name: string(attachTo), Say: []string{"ATTACH", "JOIN"}, Form: "(TO) {whom:unit}", Grammar: "ATTACH TO unit",
			Help: "You ride to the regiment and stay with it.", Example: "ATTACH TO champagne",
			Then:  func(_ *reader, o *order) { o.Errand = errand{Ride: JoinUnit, Whom: o.Whom} },
			Means: "You will ride to {whom:unit} and stay with them"},
		{Name: string(detach), Help: "You leave the regiment that you are attached to.",
			Means: "You will leave the regiment that you are with"},
		{Name: string(stay), Help: "You stop where you are.", Read: func(r *reader, o *order) {
			if len(o.Units) > 0 || r.Desk.within {
				r.Back(r.Mark() - 1)
				r.As(string(Hold)) // canonical form HOLD
			}
		},
			Means: "You will stop where you are"},
		{Name: string(Advance), Say: []string{"GENERAL ADVANCE", "PRESS ON"}, Hidden: true,
			Form:  "[(TO/TOWARDS/TOWARD/ON/AT/BY) {object:ahead}]" + details,
			Means: "[{unit…} will] advance [{object:ahead}]" + detailed},
		{Name: string(Attack), Hidden: true, Then: attackOn,
			Form:  "[(TO/TOWARDS/TOWARD/ON/AT) {object:foe}]" + details,
			Means: "[{unit…} will] attack [{object:foe}]" + detailed},
		{Name: string(Charge), Hidden: true, Form: "[(TO/TOWARDS/TOWARD/ON/AT) {object:foe}]" + details,
			Means: "[{unit…} will] charge [{object:foe}]" + detailed},
		{Name: string(Follow), Hidden: true, Form: "{guide:friend} (,) [AT {gap} (BEHIND)]" + details,
			Means: "[{unit…} will] follow {guide:friend} [at {gap}]" + detailed},
		{Name: string(Support), Hidden: true, Form: "{guide:friend} (,) [AT {gap} (BEHIND)]" + details,
			Means: "[{unit…} will] support {guide:friend} [from {gap} behind]" + detailed},
		{Name: string(Assault), Say: []string{"STORM", "TAKE", "CAPTURE", "SEIZE", "CARRY"}, Hidden: true,
			Form:  "{object:feature}" + details,
			Means: "[{unit…} will] storm {object:feature}" + detailed},
		{Name: string(Hold), Say: []string{"DEFEND", "HALT", "STOP", "STAY", "STAND FAST"}, Hidden: true,
			Form:  "(HERE/POSITION/GROUND/FAST) [(AT/IN/TO/ON) {object:goal}]" + details,
			Means: "[{unit…} will] hold [{object:goal}]" + detailed},
		{Name: "OCCUPY", Say: []string{"MARCH TO", "MOVE TO", "GO TO", "MARCH", "MOVE", "GO"}, Hidden: true,
			Form: "{object:goal}" + details, Then: func(_ *reader, o *order) { o.Verb = Hold }},
		{Name: string(Withdraw), Say: []string{"RETIRE", "RETREAT", "FALL BACK", "PULL BACK"}, Hidden: true,
			Form:  "{object:back}" + details,
			Means: "[{unit…} will] fall back [{object:back}]" + detailed},
		{Form: details, Bare: true, Hidden: true,
			Means: "[{unit…} will] go on as before" + detailed},
	},
}.Compile()

// test is the kind for the test of a condition.
//
// §Q6
var test = grammar.Rows[*parser, Test]{Kind: "test", Kinds: slots, Unknown: badCondition,
	Want: wantTest,
	Rows: []grammar.Verb[*parser, Test]{
		{Name: testEnemy, Form: "(AN/ANY) ENEMY/ENEMIES (IS/ARE/COMES/COME) <WITHIN {n:yards} | IN {in}>",
			Bad: badCondition, Means: "an enemy is <within {n:yards} yards | in {in}>"},
		{Name: testTurn, Form: "(IT IS/IT'S) TURN {n:turn}", Bad: badCondition,
			Means: "turn {n:turn} has come"},
		{Name: testHalfSpent, Form: "(YOU ARE) HALF SPENT", Bad: badCondition,
			Means: "half of their strength is spent"},
		{Bare: true, Form: "{whom} (IS/ARE/HAS/HAVE/COMES/COME) <WITHIN {n:yards} | IN {in} | BROKEN/ROUTED | HALF SPENT>",
			Bad: badCondition, Then: ofFriends,
			Means: "{whom} are <within {n:yards} yards | in {in} | BROKEN=broken | HALF SPENT=half spent>"},
	}}

// ofFriends refuses a test of an enemy's strength, which no seat can see.
func ofFriends(r *reader, t *Test) {
	seat, mine := r.Desk.seat.Get()
	if mine && t.Spent && r.Desk.b.Units[t.Whom.Must()].Side != r.Desk.b.Commands[seat].Side {
		r.Refuse(r.Begin, badCondition, "a unit of your side: an enemy's losses are hidden")
	}
}

// asDirective rewrites `CHIT unit letter [n]` as the equivalent directive.
func asDirective(words []orders.Word) []orders.Word {
	s := orders.ScanWords(words)
	if !s.Accept("CHIT") {
		return words
	}
	mark := func(text string, at int) orders.Word {
		w := words[min(at, len(words)-1)]
		return orders.Word{Text: text, Fold: text, Line: w.Line, Col: w.Col}
	}
	cut := len(words) - 1
	if cut > 2 && len(words[cut-1].Fold) == 1 {
		cut-- // a number follows the letter
	}
	if cut < 2 { // a unit alone, or nothing: the letter is missing
		cut = len(words)
	}
	units := words[1:cut]
	if n := len(units); n > 0 && units[n-1].Text == ":" {
		units = units[:n-1]
	}
	return slices.Concat([]orders.Word{mark("TO", 0)}, units, []orders.Word{mark(":", cut), mark("CHIT", cut)},
		words[cut:])
}

// holdAndFire separates the verb from the detail in `HOLD FIRE AT n`, as in `hold your fire at 40`.
func holdAndFire(words []orders.Word) []orders.Word {
	for i := range words {
		if words[i].Fold != "HOLD" {
			continue
		}
		s := orders.ScanWords(words[i:])
		if !s.At("HOLD FIRE AT", "HOLD FIRE WITHIN") {
			continue
		}
		at := s.Next()
		s.Accept("FIRE")
		if s.Next(); s.At("WILL") || figuresNext(s) {
			at.Text, at.Fold = ",", ","
			return slices.Insert(slices.Clone(words), i+1, at)
		}
	}
	return words
}

// rewriteUntil rewrites `UNTIL test THEN` as `IF test THEN`. Without a THEN part, the unit holds.
//
// §Q6
func rewriteUntil(words []orders.Word) []orders.Word {
	at := 0
	for at < len(words) && words[at].Fold != "UNTIL" {
		at++
	}
	if at == len(words) {
		return words
	}
	out := slices.Clone(words)
	out[at].Text, out[at].Fold = "IF", "IF"
	then := func(w orders.Word) bool { return w.Fold == "THEN" }
	holds := func(w orders.Word) bool { return w.Fold == "HOLD" }
	if !slices.ContainsFunc(out[at:], then) && !slices.ContainsFunc(out[:at], holds) {
		for _, word := range []string{"THEN", "HOLD"} {
			out = append(out, orders.Word{Text: word, Fold: word, Line: out[at].Line, Col: out[at].Col})
		}
	}
	return out
}

// turnRound rewrites `IF TURN 4 THEN TO unit: ADVANCE ELSE TO unit: HOLD` as `TO unit: HOLD IF TURN 4 THEN ADVANCE`.
func turnRound(r *reader, o *order) {
	then, otherwise := o.Then, o.Else
	if otherwise == nil {
		otherwise = &order{Units: then.Units}
	}
	if len(o.Units) > 0 || len(then.Units) == 0 || !slices.Equal(then.Units, otherwise.Units) || then.If != nil {
		r.Refuse(r.Begin, badCondition, "IF condition THEN TO unit: directive, and ELSE for the same units")
		return
	}
	units, condition := then.Units, Condition{Test: o.First, Then: &order{Directive: then.Directive}}
	*o = order{Units: units, Directive: otherwise.Directive}
	o.If = append(o.If, condition)
}

// attackOn turns an attack on a feature, or straight ahead, into the general advance that it means.
//
// §D15
func attackOn(_ *reader, o *order) {
	if o.Aim != AimPlace || o.Place.Feature.Some() || o.Place.Yards > 0 {
		o.Verb = Advance
	}
}

// branch reads a directive within a condition.
func branch(r *reader, read func() *order) *order {
	at, outer := r.Here(), r.Desk.within
	r.Desk.within = true
	o := read()
	r.Desk.within = outer
	if o != nil && o.himself() {
		r.Refuse(at, unknownOrder, "a directive")
	}
	return o
}

// himself reports whether the order is about the commander in person.
func (o *order) himself() bool {
	return o.Verb == rideTo || o.Verb == attachTo || o.Verb == detach || o.Verb == stay
}

// read reads one item of a mail. It leaves the canonical form of the order empty.
func (k *parser) read(it *orders.Item) (*order, *orders.Refusal) {
	k.named = k.named[:0]
	if it.Letter != nil {
		return k.letter(it.Letter)
	}
	spoken := *it
	spoken.Words = asDirective(it.Words)
	if k.mail == nil {
		k.mail = language.Mail(k, 1)
	}
	o, r := k.mail.Read(&spoken)
	if o != nil && !r.Failed() {
		if o.himself() == (len(o.Units) > 0) {
			r.Refuse(orders.ScanWords(it.Words).Here(), unknownOrder,
				"TO unit: directive; or RIDE TO, ATTACH TO, DETACH, STAY or LETTER TO")
		}
		forbid(r, o)
	}
	if fault := r.Verdict(); fault != nil {
		return nil, fault
	}
	return o, nil
}

// forbid refuses orders that parse but cannot be carried out.
func forbid(r *reader, o *order) {
	k, all := r.Desk, []*Directive{&o.Directive}
	if len(o.If) > 2 {
		r.Forbid(orders.Word{}, tooManyConditions, "at most two conditions")
	}
	for i := range o.If {
		if then := o.If[i].Then; len(then.Units) > 0 {
			r.Forbid(orders.Word{}, badCondition, "a directive for the same units after THEN")
		} else {
			all = append(all, &then.Directive)
		}
	}
	bars := forbidden
	if k.rooted != nil {
		bars = either
	}
	for i := range bars {
		f := &bars[i]
		for _, d := range all {
			if !f.Says(d) {
				continue
			}
			for _, u := range o.Units {
				if f.Bars(k, d, u) {
					r.Forbid(orders.Word{}, f.Reason, fmt.Sprintf(f.Want, k.b.Units[u].ID))
				}
			}
		}
	}
}

// bar is a reason to refuse one kind of directive to some units.
type bar struct {
	Reason, Want string
	Says         func(d *Directive) bool
	Bars         func(k *parser, d *Directive, unit int) bool
}

// forbidden lists the directives that units cannot carry out: by options first, then by kind and place of the unit.
var forbidden = []bar{
	{chitsOff, "no chits for %s: this game is played without them",
		func(d *Directive) bool { return d.Chit != 0 },
		func(k *parser, _ *Directive, _ int) bool { return !k.b.Options.Chits }},
	{notGuns, "guns; %s has none",
		func(d *Directive) bool { return d.Unlimber || d.Chit == 'U' },
		func(k *parser, _ *Directive, u int) bool { return k.b.Units[u].Arm != Guns }},
	{notDragoons, "dragoons; %s are none",
		func(d *Directive) bool { return d.Dismount || d.Mount },
		func(k *parser, _ *Directive, u int) bool { return k.b.Units[u].Arm != Dragoons }},
	{noFormation, "no formation for %s: guns have none",
		func(d *Directive) bool { return d.Form != "" },
		func(k *parser, _ *Directive, u int) bool { return k.b.Units[u].Arm == Guns }},
	{cannotOpen, "half-stands, dragoons or light horse; %s are none of these",
		func(d *Directive) bool { return d.Form == Open },
		func(k *parser, _ *Directive, u int) bool {
			r := &k.b.Units[u]
			return !r.Half && !r.Light && r.Arm != Dragoons
		}},
	{dressSelf, "another unit than %s itself",
		func(d *Directive) bool { return d.Guide.Some() || d.Dress.Some() },
		func(k *parser, d *Directive, u int) bool {
			others := slices.ContainsFunc(k.named, func(other int) bool { return other != u }) // units that dress on it
			return d.Guide.Is(u) || d.Dress.Is(u) && !others
		}},
	{notRearward, "a place nearer to the home edge than %s is",
		func(d *Directive) bool { return d.Verb == Withdraw && d.Aim == AimPlace },
		func(k *parser, d *Directive, u int) bool {
			at, known := k.where(u)
			return known && !k.b.rearward(k.b.Units[u].Side, at, k.b.resolve(d.Place, at))
		}},
	{cannotCharge, "foot or horse; %s has guns",
		func(d *Directive) bool { return d.Verb == Charge },
		func(k *parser, _ *Directive, u int) bool { return k.b.Units[u].Arm == Guns }},
}

// futile lists orders that units could take up without any effect. They are refused only in mails, because scenarios
// and replayed games may contain them.
var futile = []bar{
	{noFormation, "foot or horse to keep in line; %s has guns",
		func(d *Directive) bool { return d.Dress.Some() },
		func(k *parser, _ *Directive, _ int) bool {
			return k.noneFits(func(r *Regiment) bool { return r.Arm != Guns })
		}},
	{cannotCharge, "foot or horse; %s has guns",
		func(d *Directive) bool { return d.Chit == 'A' || d.Chit == 'C' },
		func(k *parser, _ *Directive, u int) bool { return k.b.Units[u].Arm == Guns }},
	{cannotFire, "muskets or guns; %s has none: leave out when to fire",
		func(d *Directive) bool { // and little else
			return d.Verb == "" && d.Form == "" && (d.Fire == FireWithin || d.Fire == FireAtWill)
		},
		func(k *parser, _ *Directive, _ int) bool {
			return k.noneFits(func(r *Regiment) bool { return r.Arm == Guns || r.firearmRow() >= 0 })
		}},
	{cannotEnter, "ground that the guns of %s can enter: name a place beside it",
		func(d *Directive) bool { return d.Aim == AimPlace && !d.Verb.targets() },
		func(k *parser, d *Directive, u int) bool {
			fixed := d.Place.Yards == 0 || d.Place.Feature.Some() // independent of the guns' place
			return k.b.Units[u].Arm == Guns && fixed && k.b.percent(k.b.resolve(d.Place, board.Point{}), goGuns) == 0
		}},
	{hasUnlimbered, "HOLD, FACING or FIRE AT for %s: guns that have unlimbered never limber again, and those up to 7 " +
		"pounds are moved by hand alone, with ADVANCE and WITHDRAW",
		func(*Directive) bool { return true },
		func(k *parser, d *Directive, u int) bool {
			gun := Unit{Regiment: &k.b.Units[u]}
			gun.At, _ = k.where(u)
			return k.rooted(u) && k.b.travels(&gun, d)
		}},
}

// either combines both lists.
var either = slices.Concat(forbidden, futile)

// noneFits reports whether no unit named in the order fits. An order to several units is kept if it means something to
// one.
func (k *parser) noneFits(fits func(*Regiment) bool) bool {
	return !slices.ContainsFunc(k.named, func(u int) bool { return fits(&k.b.Units[u]) })
}

func (k *parser) letter(l *orders.Letter) (*order, *orders.Refusal) {
	o := &order{Text: l.Text}
	s := orders.ScanWords(l.To)
	var ids []string
	for _, to := range s.Addressees(k.seats, nil) {
		seat := k.b.seat(to.ID)
		if k.seat.Is(seat) {
			s.RefuseAt(to.At, noSuchSeat, "another seat of your side")
		}
		o.Seats, ids = append(o.Seats, seat), append(ids, to.ID)
	}
	s.End(noSuchSeat)
	o.Canonical = "LETTER TO " + strings.Join(ids, ", ")
	return o, s.Refusal()
}
