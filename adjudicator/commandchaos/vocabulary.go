package commandchaos

import (
	"cmp"
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
	Ambiguous: ambiguous, Known: conditionWant, Never: [][2]string{{"TURN",
		"orders are for one turn: none waits for another; STANDING orders hold in later turns too"},
		{"FIRE", "no order has troops shoot: light troops throw javelins by themselves, at who drives them back or meets them"}},
	Unread: []string{unknownOrder, unknownUnit, unknownZone, unknownOfficer, unknownCard, incomplete, ambiguous,
		notYours, badSpace, badCondition},
})

// vocabulary returns the possible meanings of a seat's words.
func vocabulary(d rules.Desk[*Battle]) *say.Vocabulary {
	b := d.Battle
	v := b.viewOf(b.seat(d.Seat), d.Turn, d.Known, d.Resigned)
	sp := &b.words
	w := &say.Vocabulary{
		Kinds: []say.Kind{{Slot: "unit", Names: sp.units[v.side]}, {Slot: "enemy", Names: sp.units[1-v.side]},
			{Slot: "to", Names: sp.deputies[v.side]}, {Slot: "zone", Names: sp.zones}, {Slot: "card",
				Names: sp.cards},
			{Slot: "self", Names: sp.officers[v.side]}, {Slot: "seat", Names: sp.seats[v.side]}},
		Self:   b.Leaders[v.me()].ID,
		Under:  map[string][]string{},
		Whose:  map[string]string{},
		Value:  b.spaceOrColumn,
		Relate: v.shifting,
		At:     v.inZone,
		Foes:   say.People(v.b.Sides[1-v.side].ID, v.b.Sides[1-v.side].Name),
	}
	arms := map[string][]string{}
	for u := range b.Units {
		if !v.Units[u].field() {
			continue
		}
		id := b.Units[u].ID
		if l := v.lieutenantOf(v.zone(u)); l >= 0 {
			w.Under[b.Leaders[l].ID] = append(w.Under[b.Leaders[l].ID], id)
		}
		r, reason := v.routeTo(v.zone(u), false)
		if reason == notYourZone {
			w.Whose[id] = b.Commands[b.chief[v.side]].ID
		}
		if reason != "" || !r.direct {
			continue
		}
		w.Mine = append(w.Mine, id)
		for _, arm := range armsOf(&b.Units[u]) {
			arms[arm] = append(arms[arm], id)
		}
	}
	for _, g := range [][]string{{"LIGHT INFANTRY", "LIGHTS", "SKIRMISHERS", "LIGHT TROOPS"},
		{"CAVALRY", "HORSE", "HORSEMEN", "RIDERS", "TROOPERS"},
		{"HEAVY INFANTRY", "HEAVIES", "HEAVY FOOT", "INFANTRY", "FOOT"}, {"LINE", "BATTLE LINE", "HEAVY LINE",
			"MAIN LINE"}, {"RESERVE"}} {
		if ids := arms[g[0]]; ids != nil {
			w.Groups = append(w.Groups, say.Group{Say: g, IDs: ids})
		}
	}
	return w
}

func (v *seatView) inZone(zone string) (ids []string) {
	if !slices.Contains(zoneIDs, zone) {
		return nil
	}
	for u := range v.b.Units {
		if v.Units[u].field() && v.b.zoneName(v.side, v.zone(u)) == zone {
			ids = append(ids, v.b.Units[u].ID)
		}
	}
	return ids
}

// shifting resolves words about positions and shifts: the zone of a unit; the column that a reserve shifts to, behind
// another unit; the side that a zone is on; whether units are already behind others, or follow them forward, or are
// light infantry.
func (v *seatView) shifting(how string, who, of []string) string {
	if how == "follow" {
		if slices.ContainsFunc(who, func(id string) bool {
			u := v.b.unit(id)
			return u < 0 || v.Units[u].Reserve && !v.isBehind(id, of)
		}) {
			return ""
		}
		return how
	}
	if how == "light" {
		if slices.ContainsFunc(of, func(id string) bool {
			u := v.b.unit(id)
			return u < 0 || v.b.Units[u].Kind != Light
		}) {
			return ""
		}
		return how
	}
	if len(who) != 1 {
		return ""
	}
	u := v.b.unit(who[0])
	if how == "there" {
		if v.isBehind(who[0], of) {
			return how
		}
		return ""
	}
	if how == "zone" && u < 0 { // the unit is not known yet
		return zoneIDs[0]
	}
	if how == "ahead" {
		return v.opposite(who[0], of)
	}
	if how == "zone" {
		return v.b.zoneName(v.side, v.zone(u))
	}
	if len(of) == 0 || u < 0 || !v.Units[u].Reserve {
		return ""
	}
	if how == "way" {
		here, there := slices.Index(zoneIDs, v.b.zoneName(v.side, v.zone(u))), slices.Index(zoneIDs, of[0])
		return map[int]string{-1: "LEFT", 1: "RIGHT"}[cmp.Compare(there, here)]
	}
	from, to := v.Units[u].At.Col, -1
	if i := v.b.unit(of[0]); i >= 0 && v.located(i) {
		to = v.Units[i].At.Col
	}
	if to < 0 || to == from {
		return ""
	}
	return string(rune('a' + to))
}

// isBehind reports whether a unit is in the column of one of the others, farther back.
func (v *seatView) isBehind(who string, others []string) bool {
	u := v.b.unit(who)
	return u >= 0 && v.located(u) && slices.ContainsFunc(others, func(id string) bool {
		o := v.b.unit(id)
		return o >= 0 && v.located(o) && v.Units[o].At.Col == v.Units[u].At.Col &&
			v.b.rank(v.side, v.Units[u].At) < v.b.rank(v.side, v.Units[o].At)
	})
}

// opposite returns the nearest of the enemies known to be ahead of a unit in its column.
func (v *seatView) opposite(who string, of []string) (nearest string) {
	u, rows := v.b.unit(who), 0
	for _, id := range of {
		e := v.b.unit(id)
		if u < 0 || e < 0 || !v.located(u) || !v.located(e) || v.Units[e].At.Col != v.Units[u].At.Col {
			continue
		}
		away := max(v.Units[e].At.Row-v.Units[u].At.Row, v.Units[u].At.Row-v.Units[e].At.Row)
		if nearest == "" || away < rows {
			nearest, rows = id, away
		}
	}
	return nearest
}

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

// spaceOrColumn parses `d4`, or `a` after TO as a column.
func (b *Battle) spaceOrColumn(words []orders.Word) (kind, text string, count int) {
	at := strings.ToLower(words[0].Fold)
	if _, ok := b.spaceNamed(at); ok {
		return "space", at, 1
	}
	if named := at == "column" && len(words) > 1; named || len(at) == 1 && at > "a" && at != "i" {
		if named {
			at, count = strings.ToLower(words[1].Fold), 1
		}
		if len(at) == 1 && at >= "a" && at <= "j" {
			return "column", at, count + 1
		}
	}
	return "", "", 0
}

type speech struct {
	units    [2]*orders.Names // of each side
	officers [2]*orders.Names
	deputies [2]*orders.Names // officers, by their own names and those of their seats
	seats    [2]*orders.Names // by their own names and those of their officers
	zones    *orders.Names
	cards    *orders.Names
}

// newSpeech collects the names. Both sides know all unit names (section i).
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
		sp.seats[side] = orders.NewNames(orders.NamesKind{Kind: "seat", Want: "a seat of your side", Unknown: unknownSeat,
			Ambiguous: ambiguous}, seats[side]...)
	}
	return sp
}

// namesOf returns the units of the seat's side. The units that the seat may order depend on which officers are alive.
func namesOf(d rules.Desk[*Battle]) (own, others *orders.Names) {
	b := d.Battle
	return b.words.units[b.Leaders[b.Commands[b.seat(d.Seat)].Officer].Side], nil
}
