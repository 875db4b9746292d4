package fieldcommand

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/grammar"
)

// standKind is the subject of a standing order (section g), a row of its language.
type standKind string

const (
	standAnswer   standKind = ""
	standFallBack standKind = "FALL BACK FROM"
	standLead     standKind = "LEAD"
	standFirst    standKind = "LOSSES FIRST"
	standLast     standKind = "LOSSES LAST"
	standRange    standKind = "RANGE"
	standNone     standKind = "NONE"
)

// act is the action of an answer.
type act struct {
	Do    string `slot:"verb"`  // "" means doctrine
	With  []int  `slot:"with"`  // units
	Where []int  `slot:"where"` // locales
}

// The actions of an answer.
const (
	actHold     = "HOLD"
	actWithdraw = "WITHDRAW"
	actAsk      = "ASK"
)

type standingOrder struct {
	Kind  standKind         `slot:"verb"`
	At    adjudicator.Index `slot:"at"` // locale; None means everywhere
	If    int               `slot:"if"` // n OR MORE; 0 means no limit
	Then  act               `slot:"then"`
	Else  act               `slot:"else"` // Do is "" if there is no ELSE
	Units []int             `slot:"units"`
	Where []int             `slot:"where"`
}

var standing = grammar.Rows[*parser, standingOrder]{Kind: "standing", Kinds: append(slices.Clip(slots), acts),
	Rows: []grammar.Verb[*parser, standingOrder]{
		{Name: string(standNone), Means: "our standing orders end"},
		{Name: string(standFallBack), Form: "{at:loc} TO {where:loc…}", Bad: missingPlace,
			Means: "who gives way at {at:loc} goes to {where:loc…}, the first that will do"},
		{Name: string(standLead), Form: "{units:leaders}", Means: "{units:leaders} will lead when we defend"},
		{Name: string(standFirst), Form: "{units:mine}", Means: "{units:mine} will take the first losses"},
		{Name: string(standLast), Form: "{units:mine}", Means: "{units:mine} will take the last losses"},
		{Name: string(standRange), Say: []string{"UNLIMBER"}, Form: "{units:batteries}",
			Means: "{units:batteries} will find the range wherever they may"},
		{Name: string(standAnswer), Bare: true, Bad: badCondition,
			Form: "[AT {at:loc} ?:] [IF {if:blocks} OR MORE/OR MORE BLOCKS " +
				"(COME/ATTACK/APPEAR/COME ON) (,) (THEN)] {then:act} [ELSE {else:act}]",
			Then: func(r *reader, o *standingOrder) {
				if o.If == 0 && o.Else.Do != "" {
					r.Refuse(r.Begin, trailingWords, "IF n OR MORE before ELSE")
				}
			},
			Means: "when the enemy comes [to {at:loc}] [with {if:blocks} or more blocks] we {then:act} [; with fewer we " +
				"{else:act}]"},
	}}

// acts is the grammar of an answer's action.
var acts = grammar.Rows[*parser, act]{Kind: "act", Kinds: slots, Unknown: unknownOrder,
	Want: "HOLD, WITHDRAW or ASK; or FALL BACK FROM, LEAD, LOSSES, RANGE, NONE",
	Near: []string{"HOLD", "SECURE", "DEFEND", "WITHDRAW", "RETREAT", "ASK", "NONE", "LEAD", "RANGE"},
	Rows: []grammar.Verb[*parser, act]{
		{Name: actHold, Say: []string{"SECURE", "DEFEND"}, Form: "[WITH {with:any}]", Means: "hold [with {with:any}]"},
		{Name: actWithdraw, Say: []string{"RETREAT", "GIVE WAY"}, Form: "[TO {where:loc…}]",
			Means: "give way [to {where:loc…}]"},
		{Name: actAsk, Means: "ask you"},
	}}

// Standing holds a seat's standing orders.
type Standing struct {
	Answers  []standingOrder // at most one for each place
	FallBack []standingOrder
	Lead     []int
	First    []int
	Last     []int
	Range    []int
}

// clone copies the lists of answers. The other lists are always replaced as a whole.
func (st Standing) clone() Standing {
	st.Answers, st.FallBack = slices.Clone(st.Answers), slices.Clone(st.FallBack)
	return st
}

// renew applies a standing order, which replaces the previous one of its kind.
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

// replace adds an order and removes the previous one for the same locale.
func replace(list []standingOrder, o standingOrder) []standingOrder {
	list = slices.DeleteFunc(slices.Clone(list), func(p standingOrder) bool { return p.At == o.At })
	return append(list, o)
}

// answer returns the standing answer for a locale, or else the one for everywhere, or nil (§H5.4).
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

func (o *standingOrder) against(blocks int) act {
	if o.If > 0 && blocks < o.If {
		return o.Else
	}
	return o.Then
}

// standingText returns the canonical form of a standing order without its first word.
func (k *parser) standingText(o *order) string {
	return strings.TrimPrefix(k.write(o), "STANDING ")
}

func (b *Battle) parseStanding(s *State, seat int, text string) standingOrder {
	item := language.Item("STANDING " + text)
	o, _, readable := newParser(b, s, seat, s.Turn).read(&item)
	if !readable {
		panic("fieldcommand: STANDING " + text + ": a standing order that cannot be read was given")
	}
	return o.Standing
}
