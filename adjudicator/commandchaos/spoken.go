package commandchaos

import (
	"strings"

	"galloper/adjudicator/rules"
	"galloper/orders"
	"galloper/orders/spoken"
)

// speaking is what players say in other words than those of the card.
//
// Section f
var speaking = spoken.Speech{
	If: "IF {cond} THEN {order}", IfNot: "IF NOT {cond} THEN {order}", Else: "{order} ELSE {else}",
	To: "TO {to}: {order}", Standing: "STANDING {order}", Letter: "LETTER TO {to}: {text}",
	Ambiguous: ambiguous, Known: conditionWant,
	Unread: []string{unknownOrder, unknownUnit, unknownZone, unknownOfficer, unknownCard, incomplete, ambiguous,
		notYours, badSpace, badCondition},
	Frames: []spoken.Frame{
		{Verb: spoken.Advance, As: ahead}, {Verb: spoken.Move, As: ahead},
		{Verb: spoken.Follow, As: "ADVANCE {unit}[{-friend@/behind/to/at}]"},
		{Verb: spoken.Move, As: "SHIFT {unit} {dir}[ {number}[{-step}]]"},
		{Verb: spoken.Withdraw, As: "BACK {unit}[ {number}[{-step}]][ TO {space}][{-friend@behind}]"},
		{Verb: spoken.Hold, As: "HOLD {unit}"},
		{Verb: spoken.Hold, As: "REACT {unit} STAND{-charged}"},
		{Verb: spoken.Wait, As: "HOLD {unit}"},
		{Verb: spoken.Counter, As: "REACT {unit} COUNTER[{-charged}][{-they}]"},
		{Verb: spoken.Charge, As: charging},
		{Verb: spoken.Attack, As: charging}, {Verb: spoken.Assault, As: charging},
		{Verb: spoken.Flank, As: "FLANK {unit}[ {dir}][ ON {enemy}][{-they}]"},
		{Verb: spoken.Shift, As: "SHIFT {unit} {dir}[ {number}[{-step}]]"},
		{Verb: spoken.Shift, As: "SHIFT {unit} TO {column}"},
		{Verb: spoken.Support, As: "SHIFT {unit} {dir}[{-friend}]"},
		{Verb: spoken.Use, Say: []string{"CARD"}, As: "CARD {card} ON {unit}"}, {As: "CARD {card} ON {unit}"},
		{Verb: spoken.Relieve, As: "CARD relief ON {unit}[{-friend@with}]"},
		{Verb: spoken.Ride, As: "RIDE TO {zone}"}, {Verb: spoken.Ride, As: "ATTACH TO {friend}"},
		{Verb: spoken.Move, As: "RIDE TO {zone}[{-self}]"}, {Verb: spoken.Join, As: "ATTACH TO {friend@/to/at/with}"},
		{Verb: spoken.Leave, As: "DETACH"},
		{Verb: spoken.Move, As: "ATTACH TO {friend@to/at/with}{-self}"},
		{Verb: spoken.Order, As: "ZONES {zone*}"}, {Verb: spoken.Order, As: "INITIATIVE FIRST[{-self}]"},
		{Verb: "second", Say: []string{"GO SECOND", "MOVE SECOND", "GO LAST", "MOVE LAST", "LET THEM GO FIRST",
			"LET THE ENEMY GO FIRST", "LET THEM MOVE FIRST", "LET THE ENEMY MOVE FIRST"}, As: "INITIATIVE SECOND[{-self}]"},
		{Verb: spoken.Wait, As: "WAIT {zone} UNTIL OPPOSITE {=zone} MOVED{-opposite}"},
	},
	Conditions: []spoken.Frame{
		{Say: []string{"WITHIN", "CLOSER THAN", "NEARER THAN"}, As: "ENEMY WITHIN {number@/at}[{-they}][{-step}] OF {unit}"},
		{Say: []string{"ROUTED", "RUN", "FLED", "BROKEN", "GONE", "RUNS", "BREAKS", "ROUTS"}, As: "{enemy|friend} ROUTED"},
		{Say: []string{"ENGAGED", "FIGHTING", "IN MELEE"}, As: "{enemy|friend} ENGAGED"},
		{Say: []string{"ENGAGED", "FIGHTING", "IN MELEE"}, As: "[{-they}]{unit} ENGAGED", Own: true},
		{Say: []string{"FLANKED", "OUTFLANKED"}, As: "[{-they}]{unit} FLANKED", Own: true},
		{Say: []string{"CLEAR AHEAD", "WAY IS CLEAR", "FRONT IS CLEAR", "COLUMN IS CLEAR",
			"CLEAR"}, As: "CLEAR AHEAD OF {unit}"},
	},
}.Compile()

const (
	ahead = "ADVANCE {unit}[ {number}[{-step}]][ TO {space}][ {contact}]" +
		"[{-they@to/towards/at}][{-friend@behind}]"
	charging = "CHARGE {unit}[ AT {enemy}][{-they}][ OR HOLD{-or-hold}]"
)

// vocabulary is what the words of a seat may mean.
func vocabulary(d rules.Desk[*Battle]) *spoken.Vocabulary {
	b := d.Battle
	v := b.viewOf(b.seat(d.Seat), d.Turn, d.Known, d.Resigned)
	sp := &b.words
	w := &spoken.Vocabulary{
		Kinds: []spoken.Kind{{Slot: "unit", Names: sp.units[v.side]}, {Slot: "enemy", Names: sp.units[1-v.side]},
			{Slot: "to", Names: sp.deputies[v.side]}, {Slot: "zone", Names: sp.zones}, {Slot: "card", Names: sp.cards},
			{Slot: "self", Names: sp.officers[v.side]}, {Slot: "seat", Names: sp.seats[v.side]}},
		Self:    b.Leaders[v.me()].ID,
		Under:   map[string][]string{},
		Phrases: sayings,
		Value:   b.spaceOrColumn,
	}
	arms := map[string][]string{}
	for u := range b.Units {
		k := &v.units[u]
		if b.Units[u].Side != v.side || k.gone {
			continue
		}
		id := b.Units[u].ID
		if l := v.lieutenantOf(v.zone(u)); l >= 0 {
			w.Under[b.Leaders[l].ID] = append(w.Under[b.Leaders[l].ID], id)
		}
		if r, reason := v.routeTo(v.zone(u), false); reason != "" || !r.direct {
			continue
		}
		w.Mine = append(w.Mine, id)
		for _, arm := range armsOf(&b.Units[u]) {
			arms[arm] = append(arms[arm], id)
		}
	}
	for _, g := range [][]string{{"LIGHT INFANTRY", "LIGHTS", "SKIRMISHERS"}, {"CAVALRY", "HORSE", "HORSEMEN"},
		{"HEAVY INFANTRY", "HEAVIES", "HEAVY FOOT", "INFANTRY", "FOOT"}, {"LINE", "BATTLE LINE",
			"MAIN LINE"}, {"RESERVE"}} {
		if ids := arms[g[0]]; ids != nil {
			w.Groups = append(w.Groups, spoken.Group{Say: g, IDs: ids})
		}
	}
	return w
}

// armsOf are the groups that a unit belongs to.
func armsOf(u *UnitCard) []string {
	switch {
	case u.Reserve:
		arms := map[Kind]string{Light: "LIGHT INFANTRY", Cavalry: "CAVALRY", Heavy: "HEAVY INFANTRY"}
		return []string{arms[u.Kind], "RESERVE"}
	case u.Kind == Heavy:
		return []string{"HEAVY INFANTRY", "LINE"}
	case u.Kind == Light:
		return []string{"LIGHT INFANTRY"}
	}
	return []string{"CAVALRY"}
}

// sayings are phrases with one meaning.
var sayings = []spoken.Phrase{
	{Kind: "dir", Text: "LEFT", Say: []string{"LEFT", "TO THE LEFT", "ON THE LEFT", "TO OUR LEFT", "ON OUR LEFT",
		"TO YOUR LEFT",
		"LEFTWARDS"}},
	{Kind: "dir", Text: "RIGHT", Say: []string{"RIGHT", "TO THE RIGHT", "ON THE RIGHT", "TO OUR RIGHT", "ON OUR RIGHT",
		"TO YOUR RIGHT", "RIGHTWARDS"}},
	{Kind: "step", Say: []string{"SPACE", "SPACES", "STEP", "STEPS", "COLUMN", "COLUMNS", "SQUARE", "SQUARES"}},
	{Kind: "contact", Text: "TO CONTACT", Say: []string{"TO CONTACT", "INTO CONTACT", "TO CLOSE QUARTERS",
		"UNTIL CONTACT", "UNTIL IN CONTACT", "UNTIL YOU ARE IN CONTACT", "UNTIL THEY ARE IN CONTACT",
		"UNTIL YOU MEET THEM", "UNTIL YOU MEET THE ENEMY", "UNTIL THEY MEET THE ENEMY"}},
	{Kind: "charged", Say: []string{"IF CHARGED", "WHEN CHARGED", "IF THEY CHARGE", "WHEN THEY CHARGE", "IF ATTACKED",
		"IF THEY ARE CHARGED", "WHEN ATTACKED", "IF THE ENEMY CHARGES"}},
	{Kind: "opposite", Say: []string{"UNTIL THE OPPOSITE WING HAS MOVED", "UNTIL THE OPPOSITE ZONE HAS MOVED",
		"UNTIL THE OPPOSITE HAS MOVED", "UNTIL OPPOSITE HAS MOVED", "UNTIL THE ONE OPPOSITE HAS MOVED",
		"UNTIL THE ENEMY OPPOSITE HAS MOVED", "UNTIL OPPOSITE WING HAS MOVED", "UNTIL THE OPPOSITE WING MOVES"}},
}

// spaceOrColumn reads `d4`, and `a` behind TO for a column.
func (b *Battle) spaceOrColumn(words []orders.Word) (kind, text string, count int) {
	at := strings.ToLower(words[0].Fold)
	if _, ok := b.spaceNamed(at); ok {
		return "space", at, 1
	}
	return "", "", 0
}
