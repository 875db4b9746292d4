package fieldcommand

import (
	"slices"

	"galloper/adjudicator/rules"
	"galloper/orders/spoken"
)

// speaking is what players say in other words than those of the card.
//
// Section f
var speaking = spoken.Speech{
	If: "IF {cond} THEN {order}", To: "TO {to}: {order}", Letter: "LETTER TO {to}: {text}",
	Ambiguous: ambiguousName, Known: "loc IS EMPTY, OURS or ENEMY",
	Unread: []string{unknownOrder, unknownName, ambiguousName, missingUnit, missingPlace, badNumber},
	Frames: slices.Concat(
		marching(spoken.Move, spoken.Advance),
		[]spoken.Frame{{Verb: spoken.Take, As: "MARCH {unit} TO {place@to/towards}"}},
		[]spoken.Frame{
			{Verb: spoken.Attack, As: attacking}, {Verb: spoken.Take, As: "ATTACK {place@} WITH {unit}[{-they}]"},
			{Verb: spoken.Charge, As: "CHARGE {place@/at/to/towards}[ VIA {place@via}] WITH {unit}[{-they}]"},
			{Verb: spoken.Fire, As: "BOMBARD {place@/at/to/towards} WITH {unit}[{-they}]"},
			{Verb: spoken.Hold, As: "HOLD {unit}"},
			{Verb: spoken.Withdraw, As: "MARCH {unit} TO {place@to/towards}"},
			{Verb: spoken.Withdraw, As: "FALL BACK {unit}[{-they@from}]"},
			{Verb: spoken.Ride, As: "RIDE TO {place@/to/towards/at}"},
			{Verb: spoken.Join, As: "RIDE WITH {friend@/to/at/with}"},
		},
	),
	Conditions: []spoken.Frame{
		{Say: []string{"EMPTY", "CLEAR", "FREE"}, As: "{place@/at} IS EMPTY"},
		{Say: []string{"OURS", "IN OUR HANDS"}, As: "{place@/at} IS OURS"},
	},
}.Compile()

const attacking = "ATTACK {place@/at/to/towards} WITH {unit}[{-they}]"

// marching are the frames of verbs for those who go to a place.
func marching(verbs ...spoken.Verb) (frames []spoken.Frame) {
	for _, verb := range verbs {
		frames = append(frames, spoken.Frame{Verb: verb, As: "MARCH {unit}[ VIA {place@via}] TO {place@/to/towards/at}"})
	}
	return frames
}

// vocabulary is what the words of a seat may mean.
func vocabulary(d rules.Desk[*Battle]) *spoken.Vocabulary {
	b := d.Battle
	seat := b.Seat(d.Seat).Or(-1)
	r := newDesk(b, b.known(d, seat), seat, d.Turn)
	w := &spoken.Vocabulary{
		Kinds: []spoken.Kind{{Slot: "unit", Names: r.units}, {Slot: "place", Names: r.locales},
			{Slot: "to", Names: r.seats}, {Slot: "card", Names: r.cards}},
		Self:  d.Seat,
		Under: map[string][]string{},
	}
	arms := map[Kind][]string{}
	for _, i := range r.s.Roster {
		u := &r.s.Units[i]
		if u.Side != r.side || !u.onMap() {
			continue
		}
		if u.Seat >= 0 {
			id := b.Commands[u.Seat].ID
			w.Under[id] = append(w.Under[id], u.ID)
		}
		if r.s.commands(seat, i) && u.ready() {
			w.Mine = append(w.Mine, u.ID)
			arms[u.Kind] = append(arms[u.Kind], u.ID)
		}
	}
	for _, g := range []struct {
		kind Kind
		say  []string
	}{{Infantry, []string{"INFANTRY", "FOOT"}}, {Cavalry, []string{"CAVALRY", "HORSE"}},
		{Artillery, []string{"ARTILLERY", "GUN", "BATTERY"}}} {
		if ids := arms[g.kind]; ids != nil {
			w.Groups = append(w.Groups, spoken.Group{Say: g.say, IDs: ids})
		}
	}
	return w
}
