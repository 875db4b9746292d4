package mapview

import (
	"image/color"
	"math"

	"galloper/adjudicator/board"
)

// The page: a title above, the map with its coordinates, the legend below.
const (
	margin       = 8.0
	coordinates  = 16.0 // room for the numbers left of and below the map
	titleHeight  = 34.0
	legendHeight = 50.0
	mapHeightMax = 700.0
)

var (
	paper    = rgb(0xFBF8EF)
	field    = rgb(0xF3EDDC)
	dark     = rgb(0x26221C)
	faint    = rgb(0xDDD5BF)
	ownDark  = rgb(0x2B4A80)
	ownEdge  = rgb(0x101D36)
	foeLight = rgb(0xF0B4A6)
	foeEdge  = rgb(0x8E1B14)
	midTone  = rgb(0xE3C35C)
	midEdge  = rgb(0x6E5410)
)

// drawing is a map while it is drawn.
type drawing struct {
	*Picture
	g     *board.Ground
	sheet *Sheet
	turn  int
	// umpire: the map shows all as it is, and neither side is one's own.
	umpire bool

	scale float64 // points for one hundredth
	field rect    // the map's own part of the page
	marks []symbol
	zones []symbol
	taken []rect // what labels must keep off: symbols, and labels placed
	names []label
	kinds legendKinds
}

func newDrawing(g *board.Ground, sheet *Sheet, turn int) *drawing {
	d := &drawing{Picture: &Picture{width: pageWidth}, g: g, sheet: sheet, turn: turn}
	wide, high := float64(max(g.East-g.West, 1)), float64(max(g.North-g.South, 1))
	room := pageWidth - 2*margin - coordinates
	d.scale = min(room/wide, mapHeightMax/high)
	left := margin + coordinates + (room-wide*d.scale)/2
	bottom := margin + legendHeight + coordinates
	d.field = rect{left, bottom, left + wide*d.scale, bottom + high*d.scale}
	d.height = math.Ceil(d.field.y1 + titleHeight + margin)
	d.title = d.titleLine()
	d.draw(box(rect{0, -d.height, d.width, d.height}), ink{fill: paper})
	d.draw(box(d.field), ink{fill: field})
	return d
}

func (d *drawing) titleLine() string {
	title := d.sheet.Title + ", turn " + itoa(d.turn)
	if d.turn == 0 {
		title = d.sheet.Title + ", the opening"
	}
	return tidy(title)
}

// place returns where a point of the board is on the page.
func (d *drawing) place(p board.Point) point {
	return point{d.field.x0 + float64(p.X-d.g.West)*d.scale, d.field.y0 + float64(p.Y-d.g.South)*d.scale}
}

func (d *drawing) places(pts []board.Point) []point {
	out := make([]point, len(pts))
	for i, p := range pts {
		out[i] = d.place(p)
	}
	return out
}

func (d *drawing) picture() *Picture {
	d.Picture.alt = d.words()
	return d.Picture
}

// border draws the frame, coordinates, title, scale and north over what lies outside the map.
func (d *drawing) border() {
	d.mask()
	d.draw(box(d.field), ink{stroke: dark, width: 1})
	d.numbers()
	top := d.field.y1 + 12
	d.write(point{d.field.x0, top + 3}, d.title, 13, true, dark)
	d.write(point{d.field.x0, top - 8}, d.whose(), 8, false, dark)
	d.north(point{d.field.x1 - 8, top})
	d.scaleBar(point{d.field.x1 - 30, top - 4})
}

// whose says whose knowledge is drawn.
func (d *drawing) whose() string {
	whose := "as " + d.sheet.Reader + " knows it"
	if d.umpire {
		whose = "as it is, for the umpire"
	}
	if d.sheet.Note != "" {
		whose += ": " + d.sheet.Note
	}
	return whose
}

// mask covers what reaches over the map's edge.
func (d *drawing) mask() {
	f, all := d.field, rect{0, -d.height, d.width, d.height}
	for _, r := range []rect{
		{0, 0, f.x0, all.y1}, {f.x1, 0, all.x1, all.y1}, {f.x0, 0, f.x1, f.y0}, {f.x0, f.y1, f.x1, all.y1},
	} {
		d.draw(box(r), ink{fill: paper})
	}
}

// numbers writes the coordinates that orders use along the left and lower edge.
func (d *drawing) numbers() {
	if d.g.Unit == "" {
		return
	}
	step := d.step(36)
	for n := step; n < d.g.East-d.g.West; n += step {
		x := d.field.x0 + float64(n)*d.scale
		d.draw(polyline(nil, point{x, d.field.y0}, point{x, d.field.y0 - 3}), ink{stroke: dark, width: .6})
		s := itoa((d.g.West + n) / 100)
		d.write(point{x - textWidth(s, 7, false)/2, d.field.y0 - 10}, s, 7, false, dark)
	}
	for n := step; n < d.g.North-d.g.South; n += step {
		y := d.field.y0 + float64(n)*d.scale
		d.draw(polyline(nil, point{d.field.x0, y}, point{d.field.x0 - 3, y}), ink{stroke: dark, width: .6})
		s := itoa((d.g.South + n) / 100)
		d.write(point{d.field.x0 - 4 - textWidth(s, 7, false), y - 2.5}, s, 7, false, dark)
	}
}

// step returns a round distance in hundredths that is at least so many points long.
func (d *drawing) step(points float64) int {
	for unit := 100; ; unit *= 10 {
		for _, times := range []int{1, 2, 5} {
			if float64(unit*times)*d.scale >= points {
				return unit * times
			}
		}
	}
}

// grid draws faint lines at the coordinates.
func (d *drawing) grid() {
	if d.g.Unit == "" {
		return
	}
	step := d.step(36)
	var path = polyline(nil)
	for n := step; n < d.g.East-d.g.West; n += step {
		x := d.field.x0 + float64(n)*d.scale
		path = polyline(path, point{x, d.field.y0}, point{x, d.field.y1})
	}
	for n := step; n < d.g.North-d.g.South; n += step {
		y := d.field.y0 + float64(n)*d.scale
		path = polyline(path, point{d.field.x0, y}, point{d.field.x1, y})
	}
	d.draw(path, ink{stroke: faint, width: .5})
}

func (d *drawing) north(at point) {
	d.draw(polygon(nil, point{at.x, at.y + 10}, point{at.x - 4, at.y - 8}, point{at.x, at.y - 4}), ink{fill: dark, stroke: dark, width: .6})
	d.draw(polygon(nil, point{at.x, at.y + 10}, point{at.x + 4, at.y - 8}, point{at.x, at.y - 4}), ink{fill: paper, stroke: dark, width: .6})
	d.write(point{at.x - 12, at.y + 3}, "N", 8, true, dark)
}

// scaleBar draws the scale with its right end at the point.
func (d *drawing) scaleBar(right point) {
	if d.g.Unit == "" {
		return
	}
	length := d.step(70)
	wide := float64(length) * d.scale
	for i := range 4 {
		x := right.x - wide + float64(i)*wide/4
		fill := dark
		if i%2 == 1 {
			fill = paper
		}
		d.draw(box(rect{x, right.y, x + wide/4, right.y + 4}), ink{fill: fill, stroke: dark, width: .6})
	}
	s := itoa(length/100) + " " + d.g.Unit
	d.write(point{right.x - wide - textWidth("0", 7, false)/2, right.y + 7}, "0", 7, false, dark)
	d.write(point{right.x - textWidth(s, 7, false), right.y + 7}, s, 7, false, dark)
}

func lighter(c color.NRGBA) color.NRGBA { return mix(c, field, .68) }
