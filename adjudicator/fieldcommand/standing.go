package fieldcommand

import (
	"galloper/adjudicator"
	"slices"
	"strconv"
)

// standKind is what a standing order is about (section g).
type standKind uint8

const (
	standAnswer standKind = iota
	standFallBack
	standLead
	standFirst
	standLast
	standRange
	standNone
)

// act is what an answer does.
type act struct {
	Do    string // hold, withdraw, ask; "" doctrine
	With  []int  // units
	Where []int  // locales
}

// The acts of an answer.
const (
	actHold     = "hold"
	actWithdraw = "withdraw"
	actAsk      = "ask"
)

// standingOrder is one standing order as it was read.
type standingOrder struct {
	Kind  standKind
	At    adjudicator.Index // locale; none: everywhere
	If    int               // n OR MORE; 0 none
	Then  act
	Else  act // Do "" where there is none
	Units []int
	Where []int
}

// Standing is all that a seat has ordered to stand.
type Standing struct {
	Answers  []standingOrder // at most one for each place
	FallBack []standingOrder
	Lead     []int
	First    []int
	Last     []int
	Range    []int
}

// clone copies the lists of answers; the others are replaced as a whole.
func (st Standing) clone() Standing {
	st.Answers, st.FallBack = slices.Clone(st.Answers), slices.Clone(st.FallBack)
	return st
}

// renew takes a standing order up; it replaces the one before.
func (st *Standing) renew(o standingOrder) {
	switch o.Kind {
	case standNone:
		*st = Standing{}
	case standAnswer:
		st.Answers = replace(st.Answers, o)
	case standFallBack:
		st.FallBack = replace(st.FallBack, o)
	case standLead:
		st.Lead = o.Units
	case standFirst:
		st.First = o.Units
	case standLast:
		st.Last = o.Units
	case standRange:
		st.Range = o.Units
	}
}

// replace puts an order in the place of that for the same locale.
func replace(list []standingOrder, o standingOrder) []standingOrder {
	list = slices.DeleteFunc(slices.Clone(list), func(p standingOrder) bool { return p.At == o.At })
	return append(list, o)
}

// answer is the standing answer for a locale, else that for everywhere, nil if there is neither.
//
// §H5.4
func (st *Standing) answer(locale int) *standingOrder {
	var everywhere *standingOrder
	for i := range st.Answers {
		switch at, ok := st.Answers[i].At.Get(); {
		case !ok:
			everywhere = &st.Answers[i]
		case at == locale:
			return &st.Answers[i]
		}
	}
	return everywhere
}

// against is what the answer does against so many blocks.
func (o *standingOrder) against(blocks int) act {
	if o.If > 0 && blocks < o.If {
		return o.Else
	}
	return o.Then
}

// readStanding reads what stands behind STANDING.
func (r *reader) readStanding() order {
	o := blank(verbStanding)
	o.Standing.At = adjudicator.None
	st := &o.Standing
	switch {
	case r.Accept("NONE"):
		st.Kind = standNone
	case r.Accept("FALL BACK FROM"):
		st.Kind, st.At = standFallBack, adjudicator.At(r.localeNamed())
		r.Expect(missingPlace, "TO")
		st.Where = r.localesNamed()
	case r.Accept("LEAD"):
		st.Kind, st.Units = standLead, r.theUnits(true, Infantry, Cavalry)
	case r.Accept("LOSSES FIRST"):
		st.Kind, st.Units = standFirst, r.theUnits(true)
	case r.Accept("LOSSES LAST"):
		st.Kind, st.Units = standLast, r.theUnits(true)
	case r.Accept("RANGE", "UNLIMBER"):
		st.Kind, st.Units = standRange, r.theUnits(true, Artillery)
	default:
		r.answering(st)
	}
	return o
}

// answering reads `[AT loc:] [IF n OR MORE] act [ELSE act]`.
func (r *reader) answering(st *standingOrder) {
	if r.Accept("AT") {
		st.At = adjudicator.At(r.localeNamed())
		r.Accept(":")
	}
	if r.Accept("IF") {
		n, ok := r.Int()
		if !ok || n < 1 {
			r.Refuse(badNumber, "a number of blocks")
		}
		st.If = n
		r.Expect(badCondition, "OR MORE", "OR MORE BLOCKS")
		r.Accept(",", "THEN")
	}
	st.Then = r.readAct()
	if st.If > 0 && r.Accept("ELSE") {
		st.Else = r.readAct()
	}
}

// readAct reads HOLD [WITH names], WITHDRAW [TO loc, …] or ASK.
func (r *reader) readAct() act {
	switch {
	case r.Accept("HOLD", "SECURE", "DEFEND"):
		a := act{Do: actHold}
		if r.Accept("WITH") {
			a.With = r.theUnits(false)
		}
		return a
	case r.Accept("WITHDRAW", "RETREAT", "GIVE WAY"):
		a := act{Do: actWithdraw}
		if r.Accept("TO") {
			a.Where = r.localesNamed()
		}
		return a
	case r.Accept("ASK"):
		return act{Do: actAsk}
	}
	r.RefuseWord(unknownOrder, "HOLD, WITHDRAW or ASK; or FALL BACK FROM, LEAD, LOSSES, RANGE, NONE",
		[]string{"HOLD", "SECURE", "DEFEND", "WITHDRAW", "RETREAT", "ASK", "NONE", "LEAD", "RANGE"})
	return act{}
}

// standingText writes a standing order canonically, without its first word.
func (c canonical) standingText(st *standingOrder) string {
	switch st.Kind {
	case standNone:
		return "NONE"
	case standFallBack:
		return "FALL BACK FROM " + c.b.Locales[st.At.Must()].ID + " TO " + c.locales(st.Where)
	case standLead:
		return "LEAD " + c.idList(st.Units)
	case standFirst:
		return "LOSSES FIRST " + c.idList(st.Units)
	case standLast:
		return "LOSSES LAST " + c.idList(st.Units)
	case standRange:
		return "RANGE " + c.idList(st.Units)
	}
	text := ""
	if st.At.Some() {
		text = "AT " + c.b.Locales[st.At.Must()].ID + ": "
	}
	if st.If > 0 {
		text += "IF " + strconv.Itoa(st.If) + " OR MORE "
	}
	text += c.actText(&st.Then)
	if st.Else.Do != "" {
		text += " ELSE " + c.actText(&st.Else)
	}
	return text
}

func (c canonical) actText(a *act) string {
	switch {
	case a.Do == actAsk:
		return "ASK"
	case a.Do == actHold && len(a.With) > 0:
		return "HOLD WITH " + c.idList(a.With)
	case a.Do == actHold:
		return "HOLD"
	case len(a.Where) > 0:
		return "WITHDRAW TO " + c.locales(a.Where)
	}
	return "WITHDRAW"
}

// parseStanding reads a standing order as it was recorded.
func (b *Battle) parseStanding(s *State, seat int, text string) standingOrder {
	r := newReader(b, s, seat, s.Turn)
	item := language.ReadLine("STANDING " + text)
	o := r.readItem(&item)
	if r.unreadable() {
		panic("fieldcommand: STANDING " + text + ": a standing order that cannot be read was given")
	}
	return o.Standing
}
