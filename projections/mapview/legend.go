package mapview

import (
	"math"
	"slices"
	"strings"
)

// legendKinds is what the map shows and the legend must explain.
type legendKinds struct {
	areas, lines, points, shapes []string
	foes, others, old            bool
}

func (k *legendKinds) point(kind string) {
	if !slices.Contains(k.points, kind) {
		k.points = append(k.points, kind)
	}
}

func (k *legendKinds) add(kind string, line bool) {
	list := &k.areas
	if line {
		list = &k.lines
	}
	if kind != "" && !slices.Contains(*list, kind) {
		*list = append(*list, kind)
	}
}

func (k *legendKinds) shape(m *symbol) {
	if !slices.Contains(k.shapes, m.shape) {
		k.shapes = append(k.shapes, m.shape)
	}
	k.foes = k.foes || m.side == foe
	k.others = k.others || m.side == other
	k.old = k.old || m.old
}

// lineNames are the courses in words where they are not their own.
var lineNames = map[string]string{"minor": "minor road", "link": "way", "wall": "wall or hedge", "impassable": "no passage",
	"obstructed": "obstructed approach"}

var shapeNames = map[string]string{
	"foot": "foot", "skirmish": "light troops", "horse": "horse", "dragoons": "dragoons", "guns": "guns",
	"commander": "commander", "courier": "courier", "unknown": "unknown arm", zoneShape: "kill zone of guns",
}

// legend draws what each pattern and symbol means, in rows below the map.
func (d *drawing) legend() {
	l := legendRow{drawing: d, at: point{margin + coordinates, margin + legendHeight - 10}}
	for _, kind := range d.kinds.areas {
		l.area(kind)
	}
	for _, kind := range d.kinds.lines {
		l.line(kind)
	}
	for _, kind := range d.kinds.points {
		if slices.Contains(d.kinds.areas, kind) {
			continue // explained by the area that it stands in
		}
		at := l.room(kind)
		l.markAt(kind, point{at.x + swatch/2, at.y})
	}
	for _, shape := range d.kinds.shapes {
		l.symbol(&symbol{shape: shape}, shapeNames[shape])
	}
	ours, theirs := d.sideNames()
	if ours != "" {
		l.symbol(&symbol{shape: "foot"}, ours)
	}
	if d.kinds.foes {
		l.symbol(&symbol{shape: "foot", side: foe}, theirs)
	}
	if d.kinds.others {
		l.symbol(&symbol{shape: "foot", side: other}, "others")
	}
	if d.kinds.old {
		l.symbol(&symbol{shape: "foot", old: true}, "as last heard, with the turn")
	}
	d.below = math.Ceil(margin + rowHeight/2 - l.at.y) // the last row stands above the lower margin
}

// sideNames returns what the legend calls the two sides. A player's own needs
// no name; the umpire has none of his own.
func (d *drawing) sideNames() (ours, theirs string) {
	if !d.umpire {
		return "", "enemy"
	}
	theirs = "other side"
	for _, e := range d.g.Sides {
		if e.Side == d.sheet.Side {
			ours = orID(e.Name, e.Side)
		} else {
			theirs = orID(e.Name, e.Side)
		}
	}
	return ours, theirs
}

type legendRow struct {
	*drawing
	at point
}

// Sizes of an entry of the legend.
const (
	swatch    = 22.0
	rowHeight = 16.0
)

// room moves to the next row where the entry would not fit, and writes its name.
func (l *legendRow) room(name string) point {
	need := swatch + 4 + textWidth(name, 7.5, false) + 12
	if l.at.x+need > pageWidth-margin {
		l.at = point{margin + coordinates, l.at.y - rowHeight}
	}
	at := l.at
	l.write(point{at.x + swatch + 4, at.y - 2.5}, name, 7.5, false, dark)
	l.at.x += need
	return at
}

func (l *legendRow) area(kind string) {
	look := lookOf(kind)
	if kind == "hill" {
		look.fill, look.edge, look.edgeWidth, look.name = heights[2], hillEdge, .8, "hill"
	}
	at := l.room(look.name)
	pts := []point{{at.x, at.y - 6}, {at.x + swatch, at.y - 6}, {at.x + swatch, at.y + 6}, {at.x, at.y + 6}}
	l.draw(polygon(nil, pts...), ink{fill: look.fill})
	if kind == "hill" {
		l.draw(hachures(pts, 4), ink{stroke: hillEdge, width: .5})
	} else {
		l.pattern(look, pts)
	}
	l.draw(polygon(nil, pts...), ink{stroke: look.edge, width: look.edgeWidth})
}

func (l *legendRow) line(kind string) {
	name := lineNames[kind]
	if name == "" {
		name = strings.ReplaceAll(kind, "_", " ")
	}
	at := l.room(name)
	l.stroke(kind, []point{{at.x, at.y}, {at.x + swatch, at.y}})
}

func (l *legendRow) symbol(m *symbol, name string) {
	at := l.room(name)
	m.at, m.front, m.deep, m.faces = point{at.x + swatch/2, at.y - 1}, 18, 8, true
	if m.shape == "commander" {
		m.at.y -= 5
	}
	l.unit(m)
}

// words says what the picture shows.
func (d *drawing) words() string {
	var own, foes, old int
	for i := range d.marks {
		switch m := &d.marks[i]; {
		case m.shape == "courier":
		case m.side == mine:
			own++
		default:
			foes++
		}
		if d.marks[i].old {
			old++
		}
	}
	text := "Map: " + d.title + ", " + d.whose() + ". " + count(own, "unit or commander", "units and commanders")
	if ours, theirs := d.sideNames(); ours != "" {
		text += " of " + ours + ", " + itoa(foes) + " of " + theirs
	} else {
		text += " of the own side, " + itoa(foes) + " of others"
	}
	if old > 0 {
		text += "; " + itoa(old) + " as last heard"
	}
	return tidy(text + ".")
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return itoa(n) + " " + many
}
