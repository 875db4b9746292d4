package story

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator/board"
	"galloper/events"
)

// progress tells how far a unit came this turn towards the goal of the order it follows, how far it has to go, and the
// turn of its arrival at this pace. A unit that only turned, or came no nearer, is told as such. It returns "" for a
// unit that is there, in melee or hindered, because something else tells of those.
func (t *teller) progress(u *unit, order string) string {
	goal, place, ok := t.goal(order)
	before := t.before()
	at := slices.IndexFunc(before, func(b *unit) bool {
		return b.id == u.id && b.role == u.role && b.placed && b.fact.Turn == t.turn-1
	})
	if !ok || at < 0 || !u.placed || !u.fresh || t.over() || t.inMelee(u) || len(t.hindered(u.id)) > 0 {
		return ""
	}
	was := before[at]
	left, pace := u.at.Distance(goal), u.at.Distance(was.at)
	figure, _, _ := strings.Cut(t.gap(left), " ")
	toGo := ", " + figure + " to go"
	facing := t.book.symbols[u.fact.Kind].Facing
	switch {
	case left < arrived || t.isIn(u, place):
		return ""
	case left < was.at.Distance(goal):
		return "came " + t.gap(pace) + toGo + ": " + t.arrives(t.turn+(left+pace-1)/pace)
	case slices.ContainsFunc(t.nodes, func(n node) bool {
		return n.Kind != events.SceneMarch && n.Kind != events.SceneOrder &&
			slices.Contains(slices.Concat(n.by, n.on), u.id)
	}):
		return "" // the scene tells what it did
	case pace > 0:
		return "came no nearer" + toGo
	case u.fact.Get(facing) != was.fact.Get(facing):
		return "turned" + toGo
	}
	return ""
}

// arrives says when a unit arrives.
func (t *teller) arrives(turn int) string {
	if t.sheet.Turns > 0 && turn > t.sheet.Turns {
		return "not before the end"
	}
	return "arrives turn " + itoa(turn)
}

// arrived is the distance, in hundredths of the board's unit, within which a unit is at its goal.
const arrived = 1000

// goal returns the first point, place or enemy that an order names, not counting the way after VIA. place is the id of
// the place, if it is one.
func (t *teller) goal(order string) (at board.Point, place string, ok bool) {
	via := false
	for word := range strings.FieldsSeq(order) {
		switch word {
		case "VIA", "TO":
			via = word == "VIA"
			continue
		}
		x, y, _ := strings.Cut(word, ",")
		east, wrong := strconv.Atoi(x)
		north, bad := strconv.Atoi(y)
		site, isSite := t.site(word)
		switch u := t.units[word]; {
		case via:
		case wrong == nil && bad == nil && t.sheet.Ground.Unit != "":
			return board.Point{X: east * 100, Y: north * 100}, "", true
		case isSite:
			return site, word, true
		case u != nil && u.placed && u.role != events.RoleOwn:
			return u.at, "", true
		}
	}
	return at, "", false
}
