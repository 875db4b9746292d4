package firediscipline

import (
	_ "embed"

	"maps"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
	"galloper/orders"
	"galloper/orders/say"
)

//go:embed say.txt
var sayText string

// english parses orders in plain English, and holds the replies to those that it cannot parse (section f).
var english = say.Lazy(sayText, say.Speech{
	Never:     [][2]string{{"LIMBER UP", neverLimber}, {"LIMBER", neverLimber}, {"HOOK IN", neverLimber}},
	Ambiguous: ambiguousName, Known: wantTest,
	Unread: []string{unknownOrder, unknownName, noSuchSeat, unreadable, unknownPlace, badDirection, badRange,
		badCondition, noRoad}, Half: []string{missingPlace},
})

const neverLimber = "guns that have unlimbered never limber again: they can only be turned and prolonged"

// spokenView is the context for free English: its own troops, and the enemies in its reports.
type spokenView struct {
	rules.Desk[*Battle]
	seat, side int
	own        map[string]*events.Outcome // the seat's facts about the units of its side
	foes       map[string]board.Point     // reported enemies, at their last known places
}

var arms = []struct {
	arm Arm
	say []string
}{
	{Foot, []string{"FOOT", "INFANTRY", "FOOTMEN", "INFANTRYMEN"}},
	{Horse, []string{"HORSE", "CAVALRY", "HORSEMEN", "SQUADRON", "TROOPER"}},
	{Dragoons, []string{"DRAGOON"}},
	{Guns, []string{"GUN", "ARTILLERY", "BATTERY", "CANNON", "MORTAR", "GUNNER", "ARTILLERYMEN"}},
}

func vocabulary(d rules.Desk[*Battle]) *say.Vocabulary {
	b := d.Battle
	seat := b.seat(d.Seat)
	h := &spokenView{Desk: d, seat: seat, side: b.Commands[seat].Side, own: map[string]*events.Outcome{},
		foes: map[string]board.Point{}}
	sp := b.speech[h.side]
	v := &say.Vocabulary{Self: d.Seat, Value: placeOrWay, Relate: h.relate,
		Foes: say.People(b.Sides[1-h.side].ID, b.Sides[1-h.side].Name), Whose: map[string]string{},
		Samples: map[string]string{"yards": "60 YDS", "gap": "AT 30 YDS", "dir": "north", "cond": "ENEMY WITHIN 100"}}
	for o := range d.Facts("sight.own") {
		h.own[o.Get("unit")] = o
	}
	v.Kinds = []say.Kind{{Slot: "unit", Names: sp.units}, {Slot: "enemy", Names: h.enemies(v), Write: h.enemyPlace},
		{Slot: "place", Names: sp.places}, {Slot: "lane", Names: sp.roads},
		{Slot: "self", Names: orders.NewNames(orders.NamesKind{}, orders.SeatName(d.Seat, b.Commands[seat].Name))},
		{Slot: "seat", Names: h.colleagues()}}
	kinds := make([][]string, len(arms))
	for u := range b.Units {
		unit := &b.Units[u]
		if unit.Side == h.side && !b.obeys(u, seat) {
			v.Whose[unit.ID] = b.Commands[unit.Seat].ID
		}
		if _, _, gone := h.Fact("sight.gone", unit.ID); gone || unit.Seat != seat {
			continue
		}
		v.Mine = append(v.Mine, unit.ID)
		for i := range arms {
			if arms[i].arm == unit.Arm || arms[i].arm == Horse && unit.Arm == Dragoons {
				kinds[i] = append(kinds[i], unit.ID)
			}
		}
	}
	for i := range arms {
		if kinds[i] != nil {
			v.Groups = append(v.Groups, say.Group{Say: arms[i].say, IDs: kinds[i]})
		}
	}
	v.Groups = append(v.Groups, h.retinues()...)
	return v
}

// retinues returns the groups that go by a commander's name: the commander's own regiment, and the units of other seats
// under command.
func (h *spokenView) retinues() (groups []say.Group) {
	b := h.Battle
	if own := h.ownRegiment(); own != "" {
		groups = append(groups, say.Group{IDs: []string{own}, Say: []string{"MY MEN", "MY OWN MEN",
			"MY REGIMENT", "MY OWN REGIMENT", "MY CLAN", "MY OWN CLAN", "MY PEOPLE"}})
	}
	for i := range b.Commands {
		name := strings.Fields(orders.Fold(b.Commands[i].Name))
		var ids []string
		for u := range b.Units {
			if b.Units[u].Seat == i && i != h.seat && b.obeys(u, h.seat) {
				ids = append(ids, b.Units[u].ID)
			}
		}
		if len(ids) < 2 || len(name) == 0 {
			continue
		}
		var names []string
		for _, whose := range []string{"'S ", "S "} {
			for _, what := range []string{"REGIMENT", "BATTALION", "CLAN", "BRIGADE", "COMMAND"} {
				names = append(names, name[len(name)-1]+whose+what)
			}
		}
		groups = append(groups, say.Group{Say: names, IDs: ids, Others: true})
	}
	return groups
}

// enemies returns the named enemies in the seat's reports. Unidentified ones go by their arm and are written as their
// last known place.
func (h *spokenView) enemies(v *say.Vocabulary) *orders.Names {
	var named []orders.Name
	kinds := make([][]string, len(arms))
	see := func(id string, o *events.Outcome) {
		h.foes[id] = pointOf(o)
		for i := range arms {
			arm := Arm(o.Get("arm"))
			if arms[i].arm == arm || arms[i].arm == Horse && arm == Dragoons {
				kinds[i] = append(kinds[i], id)
			}
		}
	}
	for o := range h.Facts("sight.enemy") {
		id := o.Get("unit")
		if _, _, gone := h.Fact("sight.gone", id); !gone {
			named = append(named, orders.Name{ID: id, Name: h.Battle.Units[h.Battle.unit(id)].Name})
			see(id, o)
		}
	}
	for o, turn := range h.Facts("sight.unknown") {
		if turn+1 == h.Turn {
			see(inYards(pointOf(o)), o)
		}
	}
	for i := range arms {
		if kinds[i] != nil {
			v.Groups = append(v.Groups, say.Group{Slot: "enemy", Say: arms[i].say, IDs: kinds[i]})
		}
	}
	return orders.NewNames(orders.NamesKind{Kind: "enemy"}, named...)
}

func (h *spokenView) colleagues() *orders.Names {
	var list []orders.Name
	for i := range h.Battle.Commands {
		if c := &h.Battle.Commands[i]; c.Side == h.side && i != h.seat {
			list = append(list, orders.SeatName(c.ID, c.Name))
		}
	}
	return orders.NewNames(orders.NamesKind{Kind: "seat"}, list...)
}

// enemyPlace writes an enemy as an order does: by its last known place.
func (h *spokenView) enemyPlace(id string) string { return inYards(h.foes[id]) }

func inYards(p board.Point) string {
	return strconv.Itoa(board.Round(int64(p.X), board.Yard)) + "," + strconv.Itoa(board.Round(int64(p.Y), board.Yard))
}

// placeOrWay reads a point or a direction: `820,420`, `north`, `facing north`.
func placeOrWay(words []orders.Word) (kind, text string, count int) {
	s := orders.ScanWords(words)
	if x, y, ok := s.Point(0); ok {
		return "point", strconv.FormatInt(x, 10) + "," + strconv.FormatInt(y, 10), s.Mark()
	}
	faces := s.Accept("TURN TO FACE", "WHEEL TO FACE", "TO FACE", "FACE", "FACES", "FACING", "LOOK", "LOOKING",
		"TURN", "TURNS", "WHEEL", "WHEELS", "FRONT", "FRONTING")
	if faces {
		s.Accept("TO", "TOWARDS", "TOWARD")
	}
	s.Accept("THE")
	deg, ok := s.Compass()
	switch {
	case !ok:
		return "", "", 0
	case faces:
		return "facing", "FACING " + strconv.Itoa(deg.Degrees()), s.Mark()
	}
	return "dir", strconv.Itoa(deg.Degrees()), s.Mark()
}

// relate returns the meaning of words that depend on the units addressed.
func (h *spokenView) relate(how string, who, of []string) string {
	if how == "named" && h.Battle.unit(of[0]) >= 0 && !slices.Contains(who, of[0]) {
		return of[0]
	}
	if len(who) == 0 {
		return ""
	}
	switch how {
	case "about", "left turn", "right turn":
		turn := map[string]int{"about": 180, "left turn": 270, "right turn": 90}[how]
		return h.commonText(who, func(unit string) string { return "FACING " + strconv.Itoa((h.facing(unit)+turn)%360) })
	case "aside":
		turn, known := map[string]int{"left": 270, "right": 90}[strings.ToLower(of[0])]
		if !known {
			return ""
		}
		return h.commonText(who, func(unit string) string { return strconv.Itoa((h.facing(unit) + turn) % 360) })
	case "mounted":
		if slices.ContainsFunc(who, func(id string) bool { return !h.isMounted(id) }) {
			return ""
		}
		return who[0]
	case "foe":
		return h.commonText(who, h.towardsFoe)
	case "bearing":
		return h.commonText(who, func(unit string) string {
			p, ok := h.placeOf(of[0])
			if !ok {
				return ""
			}
			from := pointOf(h.own[unit])
			if goal, known := h.placeOf(of[len(of)-1]); known && len(of) > 1 && of[1] != of[0] {
				from = goal
			}
			return "FACING " + strconv.Itoa(from.Bearing(p, h.facing(unit)))
		})
	case "to the left", "to the right":
		return h.placeBeside(how == "to the left", who, of[0])
	case "rear":
		if o := h.own[of[0]]; o != nil {
			return inYards(board.Frame{Centre: pointOf(o), Facing: o.Int("facing")}.World(0, -rear*board.Yard))
		}
		return ""
	case "behind":
		return h.placeBehind(of[0])
	case "here":
		return h.featureOf(who)
	case "road":
		return h.commonText(who, func(unit string) string { return h.onRoad(unit, of[0]) })
	case "left", "right":
		if h.own[of[0]] != nil {
			return h.onSide(how, who, of[0])
		}
	}
	return h.whichEnemy(how, who, of)
}

// whichEnemy resolves which of several enemies is meant.
func (h *spokenView) whichEnemy(how string, who, of []string) string {
	if which, ok := strings.CutPrefix(how, "which "); ok {
		if of == nil {
			of = slices.Sorted(maps.Keys(h.foes))
		}
		return h.commonText(who, func(unit string) string { return h.oneOf(which, unit, of) })
	}
	return h.commonText(who, func(unit string) string { return h.oneOf(how, unit, of) })
}

// ownRegiment returns the seat's only unit, else the one that the commander is attached to, else the one named after
// the commander.
func (h *spokenView) ownRegiment() (own string) {
	me := h.Battle.Commands[h.seat]
	only := slices.DeleteFunc(slices.Clone(h.Battle.Units), func(u Regiment) bool { return u.Seat != h.seat })
	if len(only) == 1 {
		return only[0].ID
	}
	if o, _, ok := h.Fact("sight.commander", me.ID); ok && h.Battle.unit(o.Get("with")) >= 0 {
		return o.Get("with")
	}
	words := strings.Fields(orders.Fold(me.Name))
	for u := range h.Battle.Units {
		unit := &h.Battle.Units[u]
		if unit.Seat != h.seat || len(words) == 0 || !strings.HasPrefix(orders.Fold(unit.Name), words[len(words)-1]) {
			continue
		}
		if own != "" {
			return ""
		}
		own = unit.ID
	}
	return own
}

// featureOf returns the feature that contains all of the units.
func (h *spokenView) featureOf(who []string) string {
	return h.commonText(who, func(unit string) string {
		for i := range h.Battle.Features {
			if f := &h.Battle.Features[i]; f.Kind != Hill && f.Kind != Water && f.holds(pointOf(h.own[unit])) {
				return f.ID
			}
		}
		return ""
	})
}

// towardsFoe returns a FACING clause to the nearest enemy in the seat's reports.
func (h *spokenView) towardsFoe(unit string) string {
	from, near, found := pointOf(h.own[unit]), board.Point{}, false
	for _, id := range slices.Sorted(maps.Keys(h.foes)) {
		if p := h.foes[id]; !found || from.Distance(p) < from.Distance(near) {
			near, found = p, true
		}
	}
	if !found {
		return ""
	}
	return "FACING " + strconv.Itoa(from.Bearing(near, h.facing(unit)))
}

// commonText returns the text for each of the units if it is the same for all, else "".
func (h *spokenView) commonText(who []string, of func(unit string) string) (text string) {
	for i, unit := range who {
		if h.own[unit] == nil {
			return ""
		}
		switch one := of(unit); {
		case i > 0 && one != text:
			return ""
		default:
			text = one
		}
	}
	return text
}

func (h *spokenView) facing(unit string) int { return h.own[unit].Int("facing") }

// onSide returns the friend if the units are already on its left or right, so that they need only dress on it; else "".
func (h *spokenView) onSide(how string, who []string, friend string) string {
	f := board.Frame{Centre: pointOf(h.own[friend]), Facing: h.facing(friend)}
	for _, unit := range who {
		if h.own[unit] == nil {
			return ""
		}
		if across, _ := f.Local(pointOf(h.own[unit])); across == 0 || across < 0 != (how == "left") {
			return ""
		}
	}
	return friend
}

// placeBeside returns the place on the left or right of a friend's present place.
func (h *spokenView) placeBeside(left bool, who []string, friend string) string {
	o, me := h.own[friend], h.own[who[0]]
	if o == nil || me == nil || len(who) > 1 {
		return ""
	}
	across := (o.Int("frontage")+me.Int("frontage"))/2 + beside*board.Yard
	if left {
		across = -across
	}
	p := board.Frame{Centre: pointOf(o), Facing: o.Int("facing")}.World(across, 0)
	return inYards(p) + " FACING " + o.Get("facing")
}

// rear is the distance in yards from a unit to the place behind it.
const rear = 60

// beside is the gap in yards between adjacent units.
const beside = 10

// placeBehind returns the place behind a feature, as seen from the seat's side.
func (h *spokenView) placeBehind(place string) string {
	f := h.Battle.feature(place)
	if f < 0 {
		return ""
	}
	home, deep := h.Battle.Sides[h.side].Edge, 0
	from := board.Frame{Centre: h.Battle.Features[f].Centre, Facing: home}
	for _, corner := range h.Battle.Features[f].At {
		_, along := from.Local(corner)
		deep = max(deep, along)
	}
	return strconv.Itoa(deep/board.Yard+clearOf) + " YDS " + strconv.Itoa(home) + " OF " + place
}

// clearOf is the distance in yards of troops behind a feature.
const clearOf = 40

// onRoad returns the point of the road nearest to a unit.
func (h *spokenView) onRoad(unit, road string) string {
	for i := range h.Battle.Roads {
		if r := &h.Battle.Roads[i]; r.ID == road {
			return inYards(r.nearest(pointOf(h.own[unit])).at)
		}
	}
	return ""
}

// placeOf returns the place of an enemy, a feature or a point.
func (h *spokenView) placeOf(id string) (board.Point, bool) {
	if p, ok := h.foes[id]; ok {
		return p, true
	}
	if f := h.Battle.feature(id); f >= 0 {
		return h.Battle.Features[f].Centre, true
	}
	x, y, ok := orders.ScanWords(language.Item(id).Words).Point(0)
	return board.Point{X: int(x) * board.Yard, Y: int(y) * board.Yard}, ok
}

// Angles of an enemy in front of a unit, and of an enemy on its left or right.
const (
	ahead45  = 45
	aside135 = 135
)

// oneOf returns the enemy that the words mean: the nearest on the named side of the unit, or the only one in front.
func (h *spokenView) oneOf(how, unit string, of []string) string {
	from, facing := pointOf(h.own[unit]), h.facing(unit)
	var there []string
	for _, id := range of {
		turn := (from.Bearing(h.foes[id], facing)-facing+540)%360 - 180
		side := how == "nearest" || how == "left" && turn < 0 && turn > -aside135 || how == "right" && turn > 0 &&
			turn < aside135
		if side || (how == "front" || how == "") && turn <= ahead45 && turn >= -ahead45 {
			there = append(there, id)
		}
	}
	if len(there) == 0 || how == "" && len(there) > 1 {
		return ""
	}
	near := slices.MinFunc(there, func(a, b string) int { return from.Distance(h.foes[a]) - from.Distance(h.foes[b]) })
	return near
}

// isMounted reports whether a unit is horse or dragoons.
func (h *spokenView) isMounted(id string) bool {
	u := h.Battle.unit(id)
	return u >= 0 && (h.Battle.Units[u].Arm == Horse || h.Battle.Units[u].Arm == Dragoons)
}
