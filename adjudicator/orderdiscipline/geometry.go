package orderdiscipline

import (
	"slices"
	"strconv"

	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// touching is the distance within which two units are in contact, in hundredths of an inch (§10.4).
const touching = 10

// pace is the step length for movement and line of sight, in hundredths of an inch (§10.7, §10.8).
const pace = 10

// inches formats hundredths as inches with two decimals.
func inches(h int) string {
	sign := ""
	if h < 0 {
		sign, h = "-", -h
	}
	return sign + strconv.Itoa(h/100) + "." + strconv.Itoa(h/10%10) + strconv.Itoa(h%10)
}

// onTable reports whether the point lies on the table, edges included.
func (b *Battle) onTable(p board.Point) bool {
	return p.X >= 0 && p.Y >= 0 && p.X <= b.Width && p.Y <= b.Height
}

// footprint returns the frontage and depth of n stands of the kind (§10.2).
func footprint(k Kind, f Formation, n int) (front, depth int) {
	across, deep := 100, 50
	if k.Arm() == Cavalry {
		deep = 100
	}
	switch f {
	case Line:
		return 100 * n, deep
	case Column:
		return across * min(n, 2), deep * ((n + 1) / 2)
	case March:
		return 100, 50 * n
	case Skirmish:
		return 150 * n, 50
	case Square:
		side := 100 * ((n + 3) / 4)
		return side, side
	case Deployed:
		return 100 * n, 100
	}
	return 100, 200 * n
}

// rect returns the unit's footprint (§10.2).
func (u *Unit) rect() board.Rect {
	front, depth := footprint(u.Kind, u.Formation, max(u.Stands, 1))
	return board.Rect{Centre: u.At, Facing: u.Facing, Frontage: front, Depth: depth}
}

func (u *Unit) quad() board.Quad { return u.rect().Quad() }

// pointAhead returns the point at distance n from p in a direction (§10.3).
func pointAhead(p board.Point, n, direction int) board.Point { return p.Step(n, direction) }

// gap returns the distance between two units (§10.4).
func (s *State) gap(u, v int) int {
	a, b := s.Units[u].quad(), s.Units[v].quad()
	return a.Gap(&b)
}

// reaches reports whether two units are at most n apart, and returns the distance if they are.
func (s *State) reaches(u, v, n int) (gap int, ok bool) {
	if n < 0 || !s.Units[u].rect().Near(s.Units[v].rect(), n) {
		return 0, false
	}
	gap = s.gap(u, v)
	return gap, gap <= n
}

// distanceFrom returns the distance from a point to a unit (§10.5).
func (s *State) distanceFrom(p board.Point, u int) int {
	q := s.Units[u].quad()
	return q.Distance(p)
}

// closeTo reports whether the point is within n of the unit (§10.5).
func (s *State) closeTo(p board.Point, u, n int) bool {
	at := s.Units[u].rect()
	if !at.Box().Grown(n).Has(p) {
		return false
	}
	return s.distanceFrom(p, u) <= n
}

// Zone is the front, flank or rear of a unit.
type Zone uint8

// The zones.
const (
	Front Zone = iota
	Flank
	Rear
)

var zones = [...]string{"front", "flank", "rear"}

// String returns the zone's name.
func (z Zone) String() string { return zones[z] }

// zone returns the zone of the unit that contains the point (§10.6).
func (u *Unit) zone(p board.Point) Zone { return zoneOf(u.rect(), p) }

// zoneOf returns the zone of a footprint that contains the point. It compares before dividing, to avoid
// rounding (§10.6).
func zoneOf(r board.Rect, p board.Point) Zone {
	across, along := offset(r, p)
	half := int64(r.Frontage/2) * 10000
	across = max(across, -across)
	switch {
	case along >= 0 && across <= half+along:
		return Front
	case along < 0 && across <= half-along:
		return Rear
	}
	return Flank
}

// offset returns the point's offset to the right of the footprint's centre and ahead of it, in units of
// 1/10000 of a hundredth (§10.6).
func offset(r board.Rect, p board.Point) (across, along int64) {
	dx, dy := int64(p.X-r.Centre.X), int64(p.Y-r.Centre.Y)
	s, c := int64(board.Sin(r.Facing)), int64(board.Cos(r.Facing))
	return dx*c - dy*s, dx*s + dy*c
}

// aspect returns the zone that the attacker comes from. Squares and skirmishers are all front, routing units
// all rear (§10.6).
func (u *Unit) aspect(attacker board.Point) Zone {
	switch {
	case u.State == Routing:
		return Rear
	case u.Formation == Square || u.Formation == Skirmish:
		return Front
	}
	return u.zone(attacker)
}

// facesUnit reports whether the enemy's centre or one of its corners is in front of the unit (§10.6).
func (u *Unit) facesUnit(enemy *Unit) bool {
	if u.Formation == Square || u.Formation == Skirmish || u.zone(enemy.At) == Front {
		return true
	}
	q := enemy.quad()
	return slices.ContainsFunc(q.At[:], func(c board.Point) bool { return u.zone(c) == Front })
}

// height returns the height of the highest hill at the point, or 0 (§10.9).
func (b *Battle) height(p board.Point) int {
	h := 0
	for i := range b.Areas {
		if a := &b.Areas[i]; a.Kind == hill && a.Height > h && a.Poly.Has(p) {
			h = a.Height
		}
	}
	return h
}

// maxThick is the maximum number of samples of a line of sight in woods and towns (§10.7).
const maxThick = 20

// clearView reports whether the line of sight between two points is clear: at most maxThick samples lie in
// woods or towns, and none on a hill higher than both ends (§10.7).
func (b *Battle) clearView(p, q board.Point) bool {
	line := board.BoxOf(p, q)
	var buffer [16]int
	near := buffer[:0]
	for _, i := range b.thick {
		if b.Areas[i].Poly.Box().Meets(line) {
			near = append(near, i)
		}
	}
	if len(near) == 0 {
		return true
	}
	return b.sampleView(board.NewPaces(p, q), near, max(b.height(p), b.height(q)))
}

func (b *Battle) sampleView(way board.Paces, near []int, top int) bool {
	first, last := way.Length, 0
	for _, i := range near {
		from, to := way.Within(b.Areas[i].Poly.Box())
		first, last = min(first, from), max(last, to)
	}
	thick := 0
	for s := max(pace, first-first%pace); s < way.Length && s <= last; s += pace {
		at, covered := way.At(s), false
		for _, i := range near {
			a := &b.Areas[i]
			if a.Kind == hill && a.Height <= top || a.Kind != hill && covered || !a.Poly.Has(at) {
				continue
			}
			if a.Kind == hill {
				return false
			}
			covered = true
		}
		if covered {
			if thick++; thick > maxThick {
				return false
			}
		}
	}
	return true
}

// viewed reports whether a unit can be seen from the point: it is within sight range and the line of sight to
// its centre is clear (§10.7).
func (s *State) viewed(from board.Point, u int) bool {
	return s.onTable(u) && s.closeTo(from, u, s.b.Options.Sight) && s.b.clearView(from, s.Units[u].At)
}

// spots reports whether the unit sees the other one (§10.7).
func (s *State) spots(u, other int) bool { return s.onTable(u) && s.viewed(s.Units[u].At, other) }

// contains reports whether the point lies exactly on the course.
func (c *Course) contains(p board.Point) bool {
	for i := 1; i < len(c.At); i++ {
		if (board.Segment{A: c.At[i-1], B: c.At[i]}).Has(p) {
			return true
		}
	}
	return false
}

func (c *Course) touches(seg board.Segment) bool {
	if !c.box.Meets(board.BoxOf(seg.A, seg.B)) {
		return false
	}
	for i := 1; i < len(c.At); i++ {
		if (board.Segment{A: c.At[i-1], B: c.At[i]}).Meets(seg) {
			return true
		}
	}
	return false
}

func (c *Course) isWithin(p board.Point, n int) bool {
	if !c.box.Grown(n).Has(p) {
		return false
	}
	for i := 1; i < len(c.At); i++ {
		if (board.Segment{A: c.At[i-1], B: c.At[i]}).Distance(p) <= n {
			return true
		}
	}
	return false
}

// lining is the maximum distance from a line to the front of a unit lined up along it, in hundredths of an
// inch (§10.11).
const lining = 50

// linesUp reports whether the unit is lined up along the course (§10.11).
func (s *State) linesUp(u int, c *Course) bool {
	n := &s.Units[u]
	if c.Kind == road || n.Formation == March || n.Formation == Limbered || n.Charged && !s.testing {
		return false
	}
	r := n.rect()
	return c.isWithin(pointAhead(n.At, r.Depth/2, n.Facing), lining)
}

// linedUp reports whether the unit is lined up along any course (§10.11).
func (s *State) linedUp(u int) bool {
	return rules.Any(s.b.Lines, func(i int) bool { return s.linesUp(u, &s.b.Lines[i]) })
}

// behindLine reports whether the unit is lined up along a course that separates it from the other's centre
// and whose kind takes accepts (§10.11).
func (s *State) behindLine(u int, other board.Point, takes func(kind int) bool) bool {
	for i := range s.b.Lines {
		c := &s.b.Lines[i]
		if takes(c.Kind) && s.linesUp(u, c) && c.touches(board.Segment{A: s.Units[u].At, B: other}) {
			return true
		}
	}
	return false
}

// inArea reports whether the unit's centre lies in an area of the kind (§10.9).
func (s *State) inArea(u, kind int) bool {
	for i := range s.b.Areas {
		if a := &s.b.Areas[i]; a.Kind == kind && a.Poly.Has(s.Units[u].At) {
			return true
		}
	}
	return false
}
