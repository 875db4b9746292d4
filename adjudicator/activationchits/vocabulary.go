package activationchits

import (
	_ "embed"
	"slices"
	"strings"

	"galloper/adjudicator/rules"
	"galloper/orders"
	"galloper/orders/say"
)

//go:embed say.txt
var sayText string

// english parses orders in plain English, and holds the replies to those that it cannot parse (section f).
var english = say.Lazy(sayText, say.Speech{
	Ambiguous: ambiguous,
	Unread:    []string{unknownOrder, unknownName, ambiguous, badHex, badFacing, badCondition, incomplete},
	Never: [][2]string{{"TURN",
		"plans are for one turn: no entry waits for another; STANDING entries hold in later turns too"}},
	Known: "[NOT] ENEMY WITHIN n, name WITHIN n, name SHAKEN, BROKEN or LOST, AFTER name, hex EMPTY, ENEMY or OURS",
})

// vocabulary returns the possible meanings of a seat's words, based on its knowledge.
func vocabulary(d rules.Desk[*Battle]) *say.Vocabulary {
	b, v := d.Battle, newSeatView(d)
	own, _ := nameable(d)
	sp := b.all.knowing(v.knows)
	side := b.Posts[v.seat].Side
	w := &say.Vocabulary{
		Kinds: []say.Kind{{Slot: "unit", Names: sp.units[side]}, {Slot: "enemy", Names: sp.units[1-side]},
			{Slot: "hex", Names: b.sites},
			{Slot: "self", Names: own.Only(func(id string) bool { return b.leaderIDs.Find(id).Some() })},
			{Slot: "seat", Names: sp.seats[side]},
			{Slot: "to", Names: sp.seats[side].Only(func(id string) bool { return id != d.Seat })}},
		Self: "ME", Under: map[string][]string{}, Samples: map[string]string{"facing": "ne", "nearest": "NEAREST"},
		Value: b.hexOrFacing, Whose: map[string]string{},
		Foes: say.People(b.Sides[1-side].ID, b.Sides[1-side].Name),
	}
	arms := map[string]Arm{}
	w.Relate = func(how string, who, of []string) string {
		switch how {
		case "stands":
			return v.standsIn(who, of)
		case "other": // no unit waits for itself
			if of = of[:len(of)-1]; slices.Equal(who, of) {
				return ""
			}
			return strings.Join(of, ", ")
		}
		return ofArm(arms, how, who)
	}
	for i := range b.Units {
		u := &b.Units[i]
		if v.isGone(u.ID) || !v.knows(u.ID) {
			continue
		}
		slot := ""
		switch {
		case u.Seat == v.seat:
			w.Mine = append(w.Mine, u.ID)
			arms[u.ID] = u.Arm
		case u.Side == side:
			if !b.Posts[v.seat].Chief {
				w.Whose[u.ID] = b.Posts[u.Seat].ID
			}
			w.Under[b.Posts[u.Seat].ID] = append(w.Under[b.Posts[u.Seat].ID], u.ID)
			continue
		default:
			slot = "enemy"
		}
		for _, say := range calledArms[u.Arm] {
			w.Join(u.ID, slot, say)
		}
		kind := strings.ToUpper(u.Kind.Name)
		w.Join(u.ID, slot, kind)
		for _, say := range calledArms[u.Arm] { // for `heavycav`: `heavy cavalry`
			w.Join(u.ID, slot, strings.TrimSuffix(strings.TrimSuffix(kind, "CAV"), "ART")+" "+say)
		}
	}
	return w
}

// standsIn returns the named hex if all of the units are in it, as far as the seat knows.
func (v *seatView) standsIn(who, named []string) string {
	if len(who) == 0 || len(named) == 0 || slices.ContainsFunc(who, func(id string) bool {
		return v.hex(id) != v.b.hexAt(named[0])
	}) {
		return ""
	}
	return named[0]
}

// ofArm returns the units if all of them are of the arm that how names, or else "".
func ofArm(arms map[string]Arm, how string, who []string) string {
	want, ok := map[string]Arm{"horse": Cavalry, "foot": Infantry, "guns": Artillery}[how]
	if !ok || slices.ContainsFunc(who, func(id string) bool { return arms[id] != want }) {
		return ""
	}
	return strings.Join(who, ", ")
}

var calledArms = map[Arm][]string{Infantry: {"INFANTRY", "FOOT"}, Cavalry: {"CAVALRY", "HORSE"},
	Artillery: {"GUN", "ARTILLERY", "BATTERY", "CANNON", "GUNNER"}}

// hexOrFacing reads a hex such as `D4` or a compass point.
func (b *Battle) hexOrFacing(words []orders.Word) (kind, text string, count int) {
	s := orders.ScanWords(words)
	if w := words[0].Fold; len(w) > 1 && len(w) < 4 {
		if column, row, ok := s.Hex(); ok && s.Mark() == 1 && column <= b.Columns && row >= 1 && row <= b.Rows {
			return "hex", b.hexName((row-1)*b.Columns + column - 1), 1
		}
		s.Back(0)
	}
	if c, ok := s.Compass(); ok {
		if f, is := headings[c.String()]; is {
			return "facing", f.String(), s.Mark()
		}
	}
	return "", "", 0
}
