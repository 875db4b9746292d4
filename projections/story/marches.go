package story

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator/board"
	"galloper/events"
)

// marches tells, for each of the reader's units on its way to the goal of its order, how far it came this turn, how far
// it has to go, and the turn of its arrival at this pace. A unit that only turned, or came no nearer, is told as such.
func (t *teller) marches() (lines []string) {
	if t.over() {
		return nil
	}
	before := t.before()
	for _, u := range t.order {
		goal, place, name := t.goal(t.inForce[u.id])
		at := slices.IndexFunc(before, func(b *unit) bool {
			return b.id == u.id && b.role == u.role && b.placed && b.fact.Turn == t.turn-1
		})
		if name == "" || at < 0 || !u.placed || !t.mine(u.id) || !u.fresh || t.gone[u.id] || len(t.hindered(u.id)) > 0 {
			continue
		}
		was := before[at]
		left, pace := u.at.Distance(goal), u.at.Distance(was.at)
		if left < arrived || t.isIn(u, place) {
			continue
		}
		text := t.the(u.id) + ", bound for " + name + ", "
		switch facing := t.book.symbols[u.fact.Kind].Facing; {
		case left < was.at.Distance(goal):
			text += "came " + t.gap(pace) + " and has " + t.gap(left) + " to go: there in turn " +
				itoa(t.turn+(left+pace-1)/pace)
		case slices.ContainsFunc(t.nodes, func(n node) bool {
			return n.Kind != events.SceneMarch && n.Kind != events.SceneOrder &&
				slices.Contains(slices.Concat(n.by, n.on), u.id)
		}):
			continue // the scene tells what it did
		case pace > 0:
			text += "came no nearer and has " + t.gap(left) + " to go"
		case u.fact.Get(facing) != was.fact.Get(facing):
			text += "turned and has " + t.gap(left) + " to go"
		default:
			continue
		}
		lines = append(lines, sentence(text))
	}
	return lines
}

// arrived is the distance, in hundredths of the board's unit, within which a unit is at its goal.
const arrived = 1000

// goal returns the first point, place or enemy that an order names, not counting the way after VIA. The name is "" if
// there is none, place is the id of the place, if it is one.
func (t *teller) goal(order string) (at board.Point, place, name string) {
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
			return board.Point{X: east * 100, Y: north * 100}, "", word
		case isSite:
			return site, word, t.placeName(word)
		case u != nil && u.placed && u.role != events.RoleOwn:
			return u.at, "", t.the(word)
		}
	}
	return at, "", ""
}
