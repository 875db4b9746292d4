package commandchaos

import (
	"galloper/adjudicator"
	"galloper/orders"
)

// speech is what may be named in orders.
type speech struct {
	units    [2]*orders.Names // of each side
	officers [2]*orders.Names
	deputies [2]*orders.Names // officers, by their own names and those of their seats
	seats    [2]*orders.Names // by their own names and those of their officers
	zones    *orders.Names
	cards    *orders.Names
}

// newSpeech gathers the names. Those of both sides' units are known to all (section i).
func newSpeech(b *Battle) speech {
	var units, officers, deputies, seats [2][]orders.Name
	var zones, cards []orders.Name
	for i := range b.Units {
		u := &b.Units[i]
		units[u.Side] = append(units[u.Side], orders.Name{ID: u.ID, Name: u.Name})
	}
	for i := range b.Leaders {
		o := &b.Leaders[i]
		name := orders.Name{ID: o.ID, Name: o.Name}
		officers[o.Side] = append(officers[o.Side], name)
		for c := range b.Commands {
			if b.Commands[c].Officer == i {
				seat := orders.SeatName(b.Commands[c].ID, "")
				seats[o.Side] = append(seats[o.Side], orders.SeatName(seat.ID, o.Name, o.ID))
				name.Also = append(name.Also, seat.ID, seat.Short)
			}
		}
		deputies[o.Side] = append(deputies[o.Side], name)
	}
	also := map[string][]string{
		"left-wing": {"lw", "left flank"}, "left": {"left battle line", "left line"}, "centre": {"center", "middle"},
		"right": {"right battle line", "right line"}, "right-wing": {"rw", "right flank"},
	}
	for _, z := range zoneIDs {
		zones = append(zones, orders.Name{ID: z, Also: also[z]})
	}
	for i := range b.Tables.Cards {
		cards = append(cards, orders.Name{ID: b.Tables.Cards[i].ID, Name: b.Tables.Cards[i].Name})
	}
	sp := speech{
		zones: orders.NewNames(orders.NamesKind{Kind: "zone", Want: "a zone"}, zones...),
		cards: orders.NewNames(orders.NamesKind{Want: "a battle card"}, cards...),
	}
	for side := range units {
		sp.units[side] = orders.NewNames(orders.NamesKind{Kind: "unit", Want: "a unit"}, units[side]...)
		sp.officers[side] = orders.NewNames(orders.NamesKind{Kind: "officer", Want: "an officer"}, officers[side]...)
		sp.deputies[side] = orders.NewNames(orders.NamesKind{Kind: "officer"}, deputies[side]...)
		sp.seats[side] = orders.NewNames(orders.NamesKind{Kind: "seat", Want: "a seat of your side", Unknown: unknownSeat, Ambiguous: ambiguous}, seats[side]...)
	}
	return sp
}

// namesOf are the units of the seat's side: which of them he may order depends on who lives.
func namesOf(d adjudicator.Desk) (own, others *orders.Names) {
	b := d.Scenario.(*Battle)
	return b.words.units[b.Leaders[b.Commands[b.seat(d.Seat)].Officer].Side], nil
}

// language is the order language (section f).
var language = orders.Language{
	Verbs: []orders.Verb{
		{Words: []string{"ADVANCE", "MOVE", "FORWARD"}, Grammar: "ADVANCE unit[, unit…] [n | TO space | TO CONTACT] [WITH light]",
			Help: "Straight ahead in the column: heavy infantry 1, lights 2, cavalry to contact. Example: ADVANCE q1 2 WITH v1"},
		{Words: []string{"BACK", "RETIRE", "WITHDRAW"}, Grammar: "BACK unit[, unit…] [n | TO space] [WITH light]",
			Help: "Straight back in the column. Example: BACK q1 TO b1"},
		{Words: []string{"HOLD", "STAY"}, Grammar: "HOLD unit[, unit…]", Help: "The units keep their places. Example: HOLD r4"},
		{Words: []string{"CHARGE"}, Grammar: "CHARGE unit[, unit…] [AT enemy] [OR HOLD] [WITH light]",
			Help: "Once in the battle, for 1 stamina. OR HOLD: only if it comes to a charge. Example: CHARGE q1 AT n1 OR HOLD"},
		{Words: []string{"FLANK", "OUTFLANK"}, Grammar: "FLANK unit [LEFT | RIGHT] [ON enemy] [SIDE]",
			Help: "Round the flank of heavy infantry, from a column without enemies. SIDE: not into the rear. Example: FLANK r1 ON p2"},
		{Words: []string{"REACT"}, Grammar: "REACT unit[, unit…] COUNTER | STAND",
			Help: "What they do when charged: counter-charge for 1 stamina, or stand. Example: REACT r1, r2 COUNTER"},
		{Words: []string{"STRIKE", "TARGET"}, Grammar: "STRIKE unit AT enemy",
			Help: "Cavalry that two enemies attack strikes at the one who joined. Example: STRIKE q1 AT n2"},
		{Words: []string{"CARD", "PLAY"}, Grammar: "CARD card [OR card…] ON unit", Help: "A battle card on a line unit. Example: CARD onslaught OR wedge ON r1"},
		{Words: []string{"SHIFT"}, Grammar: "SHIFT unit LEFT | RIGHT [n], SHIFT unit TO column",
			Help: "A reserve changes columns at the end of the turn. Example: SHIFT r5 LEFT"},
		{Words: []string{"RIDE"}, Grammar: "RIDE [officer] TO zone", Help: "An officer who is not attached rides to a zone. Example: RIDE TO left-wing"},
		{Words: []string{"ATTACH", "JOIN"}, Grammar: "ATTACH [officer] TO unit", Help: "An officer joins a line unit in his zone. Example: ATTACH TO r2"},
		{Words: []string{"DETACH", "LEAVE"}, Grammar: "DETACH [officer]", Help: "An officer leaves the unit that he is with."},
		{Words: []string{"INITIATIVE"}, Grammar: "INITIATIVE FIRST | SECOND", Help: "If we win the die: whether we move a zone first."},
		{Words: []string{"CARDS"}, Grammar: "CARDS FIRST | SECOND", Help: "If we win the die: whether we place a card first."},
		{Words: []string{"ZONES"}, Grammar: "ZONES zone[, zone…]", Help: "The order in which our zones move. Example: ZONES left-wing, left, centre"},
		{Words: []string{"PASS"}, Grammar: "PASS zone[, zone…]", Help: "No unit of the zone moves this turn."},
		{Words: []string{"WAIT"}, Grammar: "WAIT zone UNTIL cond [AND cond…]", Help: "The zone is passed over until then. Example: WAIT right UNTIL OPPOSITE right MOVED"},
		{Words: []string{"DISCARD"}, Grammar: "DISCARD card[, card]", Help: "Cards to exchange for others. Example: DISCARD feint, feint"},
		{Words: []string{"PLACE"}, Grammar: "PLACE unit AT space [RESERVE]", Help: "Setup turn only. Example: PLACE r5 AT e1 RESERVE"},
		{Words: []string{"CHIT"}, Grammar: "CHIT unit n[V]", Help: "Setup turn only: max morale 2 to 5, V for veterans. Example: CHIT r1 5V"},
		{Words: []string{"TO"}, Grammar: "TO zone | lieutenant: order", Help: "A directive. Example: TO left-wing: CHARGE q1"},
		{Words: []string{"IF"}, Grammar: "IF cond [AND cond…] THEN order [ELSE order]",
			Help: "Example: IF ENEMY LINE WITHIN 2 OF r3 THEN HOLD r3 ELSE ADVANCE r3"},
	},
	Keywords: []string{"TO", "WITH", "AT", "OR", "ON", "OF", "THEN", "ELSE", "UNTIL", "COUNTER", "STAND"},
	Fillers:  []string{"PLEASE", "THE", "OUR"},
}
