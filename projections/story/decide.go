package story

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator/board"
	"galloper/events"
)

// decide lists the decisions that the reader faces: units about to break, units within the enemy's reach, orders that
// failed, and objectives that an enemy is nearer to than any friend.
func (t *teller) decide() (lines []string) {
	if t.over() {
		return nil
	}
	lines = append(lines, t.mustRetake()...)
	lines = append(lines, t.brink()...)
	lines = append(lines, t.threats()...)
	lines = append(lines, t.stuck()...)
	lines = append(lines, t.bound()...)
	lines = append(lines, t.open()...)
	if len(lines) == 0 {
		lines = t.arrived()
	}
	return lines[:min(len(lines), 4)]
}

// mustRetake names the objectives without points that the reader's side must not lose and the enemy holds.
func (t *teller) mustRetake() (lines []string) {
	for _, p := range t.sheet.Places {
		if held := t.held[p.ID].Side; p.Points == 0 && p.Holder == t.side && held != t.side && held != "" {
			lines = append(lines, sentence(nameOf(t.sheet.Names, p.ID)+", which we must not lose, is in the enemy's hands"))
		}
	}
	return lines
}

// arrived names the reader's units that were not on the field a turn ago, when others were.
func (t *teller) arrived() []string {
	before := map[string]bool{}
	for _, u := range t.before() {
		before[u.id] = u.placed
	}
	return t.grouped(func(u *unit) string {
		if len(before) > 0 && u.placed && u.fresh && !before[u.id] {
			return "came onto the field: give them orders"
		}
		return ""
	})
}

// brink names the reader's units that one more loss would break.
func (t *teller) brink() []string {
	return t.grouped(func(u *unit) string {
		s := t.book.symbols[u.fact.Kind]
		lost, fault := strconv.Atoi(u.fact.Get(s.Lost))
		full, other := strconv.Atoi(u.fact.Get(s.Full))
		if fault != nil || other != nil || lost == 0 || full-lost != 1 {
			return ""
		}
		return u.line.Brink
	})
}

// bound names the reader's units that were in melee a turn ago and still are, and says what would end it.
func (t *teller) bound() []string {
	before := map[string]bool{}
	for _, u := range t.before() {
		before[u.id] = t.inMelee(u)
	}
	return t.grouped(func(u *unit) string {
		if !before[u.id] || !u.fresh || !t.inMelee(u) {
			return ""
		}
		return u.line.Bound
	})
}

// inMelee reports whether the unit's symbol is marked as engaged.
func (t *teller) inMelee(u *unit) bool {
	return slices.ContainsFunc(t.book.symbols[u.fact.Kind].Marks, func(m events.Mark) bool {
		is := u.fact.Get(m.Field)
		return m.Shows == "engaged" && is != "" && is != "-" && is != "no"
	})
}

// grouped describes the reader's units by say, with one sentence for all units that have the same description.
func (t *teller) grouped(say func(u *unit) string) (lines []string) {
	var sayings []string
	names := map[string][]string{}
	for _, u := range t.order {
		if u.role != events.RoleOwn || !t.mine(u.id) || t.gone[u.id] {
			continue
		}
		if said := say(u); said != "" {
			if names[said] == nil {
				sayings = append(sayings, said)
			}
			names[said] = append(names[said], t.the(u.id))
		}
	}
	for _, said := range sayings {
		lines = append(lines, sentence(list(names[said])+" "+said))
	}
	return lines
}

// neighbours names the enemies that are one march away from the reader's units and from the places of the reader's
// side, on a board of places without distances.
func (t *teller) neighbours() (lines []string) {
	var own []string
	for _, u := range t.order {
		if cell := u.place(); u.role == events.RoleOwn && t.mine(u.id) && cell != "" && !t.gone[u.id] &&
			!slices.Contains(own, cell) {
			own = append(own, cell)
		}
	}
	for _, p := range t.sheet.Places {
		if t.held[p.ID].Side == t.side && !slices.Contains(own, p.ID) {
			own = append(own, p.ID)
		}
	}
	said := map[string]bool{}
	for _, e := range t.order {
		cell := e.place()
		if e.role == events.RoleOwn || e.side == t.side || !e.fresh || t.gone[e.id] || said[cell] {
			continue
		}
		var near []string
		for _, o := range own {
			if t.linked(o, cell) {
				near = append(near, t.cellName(o))
			}
		}
		if len(near) > 0 {
			said[cell] = true
			who, _, _ := strings.Cut(t.called(e), ", towards ")
			lines = append(lines, sentence(who+" can march upon "+list(near)))
		}
	}
	return lines[:min(len(lines), 2)]
}

// place returns the unit's cell without its facing.
func (u *unit) place() string {
	cell, _, _ := strings.Cut(u.cell, "/")
	return cell
}

// linked reports whether a usable way leads from one cell to the other.
func (t *teller) linked(a, b string) bool {
	var from, to board.Point
	for i := range t.sheet.Ground.Cells {
		switch c := &t.sheet.Ground.Cells[i]; c.ID {
		case a:
			from = c.At
		case b:
			to = c.At
		}
	}
	return slices.ContainsFunc(t.sheet.Ground.Courses, func(c board.Course) bool {
		ends := [2]board.Point{c.At[0], c.At[len(c.At)-1]}
		return c.Kind != "impassable" && (ends == [2]board.Point{from, to} || ends == [2]board.Point{to, from})
	})
}

// threats names the enemies near the reader's units, or else near others of the reader's side.
func (t *teller) threats() []string {
	if t.sheet.Ground.CellsAreSites {
		return t.neighbours()
	}
	if lines := t.threatsTo(t.mine); len(lines) > 0 {
		return lines
	}
	return t.threatsTo(func(string) bool { return true })
}

func (t *teller) threatsTo(counts func(unit string) bool) (lines []string) {
	type pair struct {
		own, enemy *unit
		gap        int
	}
	var near []pair
	for _, u := range t.order {
		if u.role != events.RoleOwn || !counts(u.id) || !u.placed || t.gone[u.id] {
			continue
		}
		var p *pair
		for _, e := range t.order {
			if e.role == events.RoleOwn || e.side == t.side || !e.placed || !e.fresh || t.gone[e.id] || e.guns() ||
				t.engaged(e) || e.perhaps != nil && t.engaged(e.perhaps) {
				continue
			}
			if d := u.at.Distance(e.at); !t.locked(u, e) && d <= t.sheet.Ground.Near && (p == nil || d < p.gap) {
				p = &pair{u, e, d}
			}
		}
		if p != nil {
			near = append(near, *p)
		}
	}
	slices.SortStableFunc(near, func(a, b pair) int { return cmp.Compare(a.gap, b.gap) })
	for i, p := range near[:min(len(near), 2)] {
		if i > 0 && p.enemy == near[0].enemy {
			break // already listed
		}
		who := t.called(p.enemy)
		if strings.Contains(who, t.brief(p.own.id)) { // its description refers to these very units
			who = t.unnamed(p.enemy)
		}
		upon := []string{t.the(p.own.id)}
		for _, also := range near[i+1:] {
			if also.enemy == p.enemy {
				upon = append(upon, t.the(also.own.id))
			}
		}
		lines = append(lines, sentence(who+", "+t.gap(p.gap)+" off, may strike "+list(upon)))
	}
	return lines
}

// guns reports whether the unit is artillery, which does not close with the enemy.
func (u *unit) guns() bool { return strings.Contains(u.arm, "guns") || strings.Contains(u.arm, "art") }

// over reports whether the battle ended this turn.
func (t *teller) over() bool {
	return slices.ContainsFunc(t.nodes, func(n node) bool { return n.Kind == events.SceneArmy && n.Weight >= 200 })
}

// locked reports whether the two units fought hand to hand this turn, so that the threat is not news.
func (t *teller) locked(u, e *unit) bool {
	return slices.ContainsFunc(t.nodes, func(n node) bool {
		near := n.Kind == events.SceneMelee || n.Kind == events.SceneCharge
		return near && (slices.Contains(n.by, u.id) && slices.Contains(n.on, e.id) ||
			slices.Contains(n.by, e.id) && slices.Contains(n.on, u.id))
	})
}

// engaged reports whether the enemy is in melee with a unit of the reader's side that has not routed: it cannot
// strike at others.
func (t *teller) engaged(e *unit) bool {
	return slices.ContainsFunc(t.order, func(u *unit) bool {
		return (u.role == events.RoleOwn || u.side == t.side) && !t.gone[u.id] && t.locked(u, e) &&
			!slices.ContainsFunc(t.nodes, func(n node) bool {
				return n.Kind == events.SceneRout && slices.Contains(n.by, u.id)
			})
	})
}

// stuck lists the reader's units whose orders failed this turn, grouped by reason.
func (t *teller) stuck() (lines []string) {
	var names, reasons []string
	stopped := map[string][]string{}
	for i := range t.nodes {
		n := &t.nodes[i]
		if len(n.by) != 1 || !t.mine(n.by[0]) || t.gone[n.by[0]] || slices.Contains(names, n.by[0]) {
			continue
		}
		why := advised(t.keptFrom(n, n.by[0]))
		if why == "" {
			continue
		}
		names = append(names, n.by[0])
		if stopped[why] == nil {
			reasons = append(reasons, why)
		}
		stopped[why] = append(stopped[why], t.the(n.by[0]))
	}
	for _, why := range reasons {
		lines = append(lines, sentence(list(stopped[why])+" "+why))
	}
	return lines
}

// open lists the objectives that an enemy in sight is nearer to than any unit of the reader's side.
func (t *teller) open() (lines []string) {
	for _, p := range t.sheet.Places {
		at, ok := t.site(p.ID)
		if !ok || p.Points == 0 || t.held[p.ID].Side != t.side || t.side == "" {
			continue
		}
		own, enemy := -1, -1
		for _, u := range t.order {
			if !u.placed || t.gone[u.id] {
				continue
			}
			best := &enemy
			if u.role == events.RoleOwn {
				best = &own
			} else if !u.fresh {
				continue
			}
			if d := u.at.Distance(at); *best < 0 || d < *best {
				*best = d
			}
		}
		if enemy >= 0 && enemy < own {
			lines = append(lines, sentence(nameOf(t.sheet.Names, p.ID)+" (counts "+itoa(p.Points)+
				") has an enemy nearer to it than any of ours"))
		}
	}
	return lines
}
