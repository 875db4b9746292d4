package fieldcommand

import (
	"cmp"
	"slices"
	"strings"

	"galloper/adjudicator/grammar"
	"galloper/orders"
)

// parser parses the orders of one seat, against the true board or the board as the seat knows it.
type parser struct {
	*speech
	b    *Battle
	s    *State
	seat int
	side int
	turn int

	places     map[int]orders.Word // locales that the order names, by position in the text
	recipients []int               // of TO: the group, if the order has none
	text       string              // after the colon, as written
	spread     bool                // ALL may lack AT, because it is written out
	played     bool                // the mail already has an accepted PLAY order
}

type reader = grammar.Reader[*parser]

// newParser returns a parser that can also write a seat's orders.
func newParser(b *Battle, s *State, seat, turn int) *parser {
	k := newWriter(b, s, seat)
	k.speech, k.turn = b.speechOf(k.side, s), turn
	return k
}

// newWriter returns a parser that can only write orders.
func newWriter(b *Battle, s *State, seat int) *parser {
	return &parser{b: b, s: s, seat: seat, side: b.Commands[seat].Side}
}

// write returns an order in canonical form: in capitals and ids, in grammar order (section f).
func (k *parser) write(o *order) string { return language.Text(k, o) }

// read parses one item of a mail. It also parses orders that are merely forbidden, so that an accepted order stays
// readable later.
func (k *parser) read(it *orders.Item) (o *order, refusal *orders.Refusal, readable bool) {
	o, r := k.parseItem(it)
	if refusal = r.Verdict(); refusal == nil && o.Verb == verbPlay {
		k.played = true
	}
	return o, refusal, !r.Failed()
}

// parseItem parses the words of an item without a verdict.
func (k *parser) parseItem(it *orders.Item) (*order, *reader) {
	k.recipients, k.places = nil, map[int]orders.Word{}
	if it.Letter != nil {
		return k.letterTo(it.Letter)
	}
	_, behind, _ := strings.Cut(cmp.Or(it.Understood, it.Text), ":")
	k.text = strings.Join(strings.Fields(behind), " ")
	cut := *it
	cut.Words = k.cut(it.Words)
	if it.Standing {
		cut.Words = slices.Insert(cut.Words, 0, orders.Word{Text: "STANDING", Fold: "STANDING"})
	}
	first := orders.ScanWords(cut.Words).Here()
	o, r := language.Read(k, &cut)
	if o == nil {
		return &order{}, r
	}
	if r.Failed() {
		return o, r
	}
	complete(r, o, first)
	switch {
	case r.Failed() || o.Verb != verbToSeat:
	case o.Text == "":
		r.Refuse(r.Here(), unknownOrder, "the message after the colon")
		return o, r
	default:
		o.Text = k.forwarded(o)
	}
	if b := k.b; (o.isForUnits() || o.Verb == verbMobilize || o.Verb == verbPlay) && !b.moves(k.side, k.turn) {
		r.Forbid(first, notYourTurn, "to wait for the turn of "+b.Sides[k.side].ID+": the enemy moves in this one, "+
			"and only STANDING, HOLD, TO, LETTER and RIDE are of use")
	}
	return o, r
}

// cut splits the words of an order: a position becomes three words, and figures such as `2+1` are split as well.
func (k *parser) cut(words []orders.Word) (cut []orders.Word) {
	for _, w := range k.splitSlashes(words) {
		if strings.Trim(w.Fold, "0123456789+") == "" {
			cut = append(cut, orders.CutSigns([]orders.Word{w}, "+")...)
		} else {
			cut = append(cut, w)
		}
	}
	return cut
}

// forwarded returns the text for another seat, in canonical form if that seat can read it as its own order.
func (k *parser) forwarded(o *order) string {
	item := language.Item(o.Text)
	if len(item.Words) == 0 || item.Letter != nil {
		return o.Text
	}
	his := newParser(k.b, k.s, o.Seat.Must(), k.turn)
	told, r := his.parseItem(&item)
	if r.Failed() || told.Verb == verbToSeat || told.Verb == verbToUnits {
		return o.Text
	}
	return his.write(told)
}

func complete(r *reader, o *order, first orders.Word) {
	k := r.Desk
	o.Verb = verbOf(o.Row)
	if len(o.If) > 0 && !o.isField() {
		r.Refuse(first, badCondition, "a field order after THEN")
	}
	if o.Group.All && o.Group.At == Nowhere && (!k.spread || !o.isField() && o.Verb != verbHold) {
		r.Refuse(first, missingPlace, "AT loc after ALL")
	}
	if o.isField() && len(o.Group.Units) > k.b.Options.Group {
		r.Forbid(first, groupTooLarge, "fewer units in one command: the option group is the limit")
	}
	k.forbidUnseen(r, o)
}

// forbidUnseen forbids conditions about places that no unit of the group can see (§H10.3).
func (k *parser) forbidUnseen(r *reader, o *order) {
	if k.b.Options.Fog != fogSight {
		return
	}
	var from []int
	for _, u := range o.Group.Units {
		from = append(from, k.s.Units[u].At.Locale)
	}
	if o.Group.All {
		from = append(from, o.Group.At.Locale)
	}
	if o.Group.All && o.Group.At == Nowhere {
		return // each written-out order is checked on its own
	}
	for i := range o.If {
		at := o.If[i].At.Locale
		if at >= 0 && !slices.ContainsFunc(from, func(l int) bool { return l == at || k.b.boundary(l, at) != nil }) {
			r.Forbid(k.places[at], cannotSee, "a locale in or next to that of a unit of the group")
		}
	}
}

// readAddressed parses the order after TO units.
func readAddressed(r *reader, read func() *order) *order {
	first := r.Here()
	r.Desk.spread = false
	o := read()
	if o == nil || r.Failed() {
		return o
	}
	if complete(r, o, first); !o.isForUnits() {
		r.Refuse(first, unknownOrder, "a field order, LIMBER, RANGE, SPIKE, MERGE, SPLIT or RALLY")
	}
	return o
}

// readTo decides whether TO addresses units or a seat.
func readTo(r *reader, _ *order) {
	k := r.Desk
	m, set, several := r.MatchOf([]*orders.Names{k.units, k.seats}, []*orders.Names{k.foes})
	if m.ID == "" && several != nil {
		r.RefuseSeveral(ambiguousName, "a unit of yours or a seat of your side", several...)
		return
	}
	row := "TO UNITS"
	if m.ID != "" && set != k.units {
		row = "TO SEAT"
	}
	for !r.At("TO") {
		r.Back(r.Mark() - 1)
	}
	r.As(row)
}

// localMarch turns a synonym into the local march it stands for.
func localMarch(to goal) func(*reader, *order) {
	return func(_ *reader, o *order) { o.Row, o.Goal = "LOCAL MARCH", to }
}

func pair(r *reader, o *order) {
	switch n := len(o.Group.Units); {
	case n < 2:
		r.Refuse(r.Here(), missingUnit, "a second unit")
	case n > 2:
		r.Refuse(r.Begin, trailingWords, "two units")
	}
}

func single(r *reader, o *order) {
	if len(o.Group.Units) > 1 {
		r.Refuse(r.Begin, trailingWords, "one unit")
	}
}

const armyWanted = "the army's commander to order this"

// armyOnly forbids orders that are reserved for the army's commander.
func armyOnly(r *reader, _ *order) {
	if k := r.Desk; !k.b.Commands[k.seat].Army {
		r.Forbid(r.Begin, notArmy, armyWanted)
	}
}

func mobilizing(r *reader, o *order) {
	armyOnly(r, o)
	if k := r.Desk; k.b.Sides[k.side].group(o.Number) == nil {
		r.Forbid(r.Begin, noSuchGroup, "a reinforcement group of your side")
	}
}

// playing checks whether the card may be played (§H8.1).
func playing(r *reader, o *order) {
	armyOnly(r, o)
	k, card := r.Desk, o.Card.Must()
	switch {
	case !k.b.Options.Cards:
		r.Forbid(r.First, noCards, "no cards: this game is played without them")
	case k.b.Commands[k.seat].Army && !slices.Contains(k.s.Sides[k.side].Hand, card):
		r.Forbid(r.First, notInHand, "a card of your hand")
	}
	if k.played {
		r.Forbid(r.First, cardLimit, "no more cards in one turn")
	}
	if k.b.Sides[k.side].Cards[card].Effect == effectDefence && o.To.None() {
		r.Forbid(r.First, needsPlace, "AT loc: where it is to be")
	}
}

func (k *parser) letterTo(l *orders.Letter) (*order, *reader) {
	o := &order{Row: "LETTER TO", Verb: verbLetter, Text: l.Text}
	r := language.Reader(k, l.To)
	if r.Done() {
		r.Refuse(r.Here(), unknownName, "a seat of your side")
	}
	if at := r.Here(); k.b.Options.Letters == "none" {
		r.Forbid(at, noLetters, "no letters: this game is played without them")
	}
	for _, to := range r.Addressees(k.seats, k.foes) {
		if to.Set == k.foes {
			r.Forbid(to.At, notYours, "a seat of your own side")
		}
		o.Seats = append(o.Seats, k.b.Seat(to.ID).Or(-1))
	}
	r.End()
	return o, r
}
