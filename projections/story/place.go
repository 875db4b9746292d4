package story

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator/board"
	"galloper/events"
)

func itoa(n int) string { return strconv.Itoa(n) }

// sum adds two decimal numbers. It returns a if either is not a number.
func sum(a, b string) string {
	x, err := strconv.Atoi(a)
	y, other := strconv.Atoi(b)
	if err != nil || other != nil {
		return a
	}
	return itoa(x + y)
}

// The sectors of the field, as seen by a commander with the home edge behind them.
var sectors = [...]string{"On the left", "In the centre", "On the right"}

// across returns how far to the right a point lies, from the viewpoint of the reader's side.
func (t *teller) across(p board.Point) int {
	for _, e := range t.sheet.Ground.Sides {
		if e.Side == t.side {
			switch e.Edge {
			case "west":
				return -p.Y
			case "east":
				return p.Y
			case "north":
				return -p.X
			}
		}
	}
	return p.X
}

// bounds returns the ends of the reader's line, or false if it is too short to have sectors.
func (t *teller) bounds() (left, right int, ok bool) {
	first := true
	for _, u := range t.order {
		if u.role != events.RoleOwn || !u.placed || t.gone[u.id] {
			continue
		}
		a := t.across(u.at)
		if first || a < left {
			left = a
		}
		if first || a > right {
			right = a
		}
		first = false
	}
	least := 600
	if t.sheet.Ground.Unit == "yards" {
		least = 20000
	}
	return left, right, right-left >= least
}

// sectorOf returns the sector of a scene: that of the first unit of the reader's side in it, or else of any unit; ""
// if no position is known.
func (t *teller) sectorOf(beats []*beat) string {
	var there *unit
	for _, b := range beats {
		for _, id := range slices.Concat(b.by, b.on) {
			if u := t.units[id]; u != nil && u.placed && (there == nil || u.side == t.side && there.side != t.side) {
				there = u
			}
		}
		if c, ok := t.sheet.Ground.CellOf(b.Get(b.Place)); ok && b.Place != "" && there == nil {
			there = &unit{at: c.At, placed: true, cell: c.ID}
		}
	}
	if there == nil {
		return ""
	}
	return t.sectorAt(there)
}

func (t *teller) sectorAt(u *unit) string {
	if t.sheet.Ground.CellsAreSites {
		return "At " + t.cellName(u.place())
	}
	left, right, ok := t.bounds()
	if !ok {
		return ""
	}
	third := (t.across(u.at) - left) * 3 / max(1, right-left)
	return sectors[min(max(third, 0), 2)]
}

// cellName returns the name of a cell, or its id as shown on the map.
func (t *teller) cellName(id string) string {
	for i := range len(id) {
		if id[i] == '/' {
			return t.cellName(id[:i]) + ", towards " + t.cellName(id[i+1:])
		}
	}
	if c, ok := t.sheet.Ground.CellOf(id); ok && c.Name != "" {
		return c.Name
	}
	return id
}

var bearings = [8]string{"N", "NE", "E", "SE", "S", "SW", "W", "NW"}

// where returns a unit's position relative to the nearest named feature.
func (t *teller) where(u *unit) string {
	if !u.placed {
		return strings.Replace(u.cell, "-", "off the field", 1)
	}
	if u.cell != "" {
		return t.cellName(u.cell)
	}
	if t.sheet.Ground.Unit != "yards" {
		return t.inches(u)
	}
	name, at, gap, within := "", u.at, -1, "in "
	consider := func(n, in string, shape []board.Point) {
		if n == "" || len(shape) == 0 {
			return
		}
		near := nearest(shape, u.at)
		if near == u.at && len(shape) > 2 && !board.NewPolygon(shape).Has(u.at) {
			in = "by " // within its bounding box only
		}
		if d := u.at.Distance(near); gap < 0 || d < gap {
			name, at, gap, within = n, near, d, in
		}
	}
	for i := range t.sheet.Ground.Areas {
		a := &t.sheet.Ground.Areas[i]
		consider(a.Name, standingOn(a.Name, a.Kind), t.sheet.Ground.Areas[i].At)
	}
	for i := range t.sheet.Ground.Courses {
		for k, at := range t.sheet.Ground.Courses[i].At[1:] {
			consider(t.sheet.Ground.Courses[i].Name, "on ", []board.Point{along(t.sheet.Ground.Courses[i].At[k], at, u.at)})
		}
	}
	for _, o := range t.order {
		if u.role != events.RoleOwn && o.role == events.RoleOwn && o.placed && !t.gone[o.id] && gap > far {
			consider(t.brief(o.id), "by ", []board.Point{o.at})
		}
	}
	switch {
	case gap < 0 || gap > 3*far:
		return ""
	case gap == 0:
		return within + midSentence(name)
	case gap <= 2500:
		return "by " + midSentence(name)
	}
	return itoa(yards(gap)) + " yds " + bearing(at, u.at) + " of " + midSentence(name)
}

// standingOn returns the preposition before the name of a feature: on a hill, at a bridge, in a wood.
func standingOn(name, kind string) string {
	words := strings.ToLower(name + " " + kind)
	for _, w := range []struct{ part, says string }{
		{"bridge", "at "}, {"ford", "at "}, {"mill", "at "}, {"house", "at "}, {"breastwork", "at "}, {"crossing", "at "},
		{"causeway", "on "}, {"hill", "on "}, {"ridge", "on "}, {"crag", "on "}, {"rocks", "on "}, {"heather", "on "},
		{"road", "on "},
	} {
		if strings.Contains(words, w.part) {
			return w.says
		}
	}
	return "in "
}

// far is the distance beyond which a unit is not near a feature.
const far = 8000

// along returns the point of a straight line segment that is nearest to p.
func along(from, to, p board.Point) board.Point {
	dx, dy := int64(to.X-from.X), int64(to.Y-from.Y)
	length := dx*dx + dy*dy
	if length == 0 {
		return from
	}
	part := min(max(int64(p.X-from.X)*dx+int64(p.Y-from.Y)*dy, 0), length)
	return board.Point{X: from.X + int(board.Round(part*dx, length)), Y: from.Y + int(board.Round(part*dy, length))}
}

// inches returns a position on the table as coordinates.
func (t *teller) inches(u *unit) string {
	return itoa((u.at.X+50)/100) + "," + itoa((u.at.Y+50)/100)
}

// nearest returns the point of the shape's bounding box that is nearest to p.
func nearest(shape []board.Point, p board.Point) board.Point {
	box := board.BoxOf(shape...)
	return board.Point{X: min(max(p.X, box.Min.X), box.Max.X), Y: min(max(p.Y, box.Min.Y), box.Max.Y)}
}

// bearing returns the compass direction from one point to the other.
func bearing(from, to board.Point) string {
	degrees := from.Bearing(to, 0)
	return bearings[(degrees*2+45)/90%8]
}

// placeName returns the name of a place, or its kind and id if it has no name.
func (t *teller) placeName(id string) string {
	name := nameOf(t.sheet.Names, id)
	if c, ok := t.sheet.Ground.CellOf(id); ok && name == id {
		switch {
		case c.Name != "":
			return c.Name
		case c.Kind != "":
			return "the " + c.Kind + " " + id
		}
	}
	return midSentence(name)
}

// site returns the position of a place.
func (t *teller) site(id string) (board.Point, bool) {
	g := &t.sheet.Ground
	if c, ok := g.CellOf(id); ok {
		return c.At, true
	}
	for i := range g.Marks {
		if g.Marks[i].ID == id {
			return g.Marks[i].At, true
		}
	}
	return board.Point{}, false
}
