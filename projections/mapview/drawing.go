package mapview

import (
	"math"

	"galloper/adjudicator/board"
	"galloper/projections/knowledge"
	"galloper/projections/mapview/canvas"
)

// The page has a title above the map, the map with its coordinates, and the legend below it.
const (
	margin       = 8.0
	coordinates  = 16.0 // space for the numbers left of and below the map
	titleHeight  = 34.0
	legendHeight = 50.0
	mapHeightMax = 700.0
)

// drawing is a map in the making.
type drawing struct {
	*Picture
	g     *board.Ground
	sheet *Sheet
	turn  int
	seat  string // whose knowledge is drawn
	// umpire is set if neither side is the reader's own.
	umpire bool

	scale   float64 // points per hundredth of the board's unit
	field   rect    // the area of the board on the page
	marks   []symbol
	zones   []symbol
	symbols []taker // symbols that a label must not seem to name
	keys    []key
	flown   []rect     // the boxes of flags
	shafts  [][2]point // lines that labels should avoid
	kinds   legendKinds
	trails  []trail
	fire    []fire
	ground
}

func newDrawing(g *board.Ground, sheet *Sheet, turn int) *drawing {
	d := &drawing{Picture: &Picture{}, g: g, sheet: sheet, turn: turn}
	wide, high := float64(max(g.East-g.West, 1)), float64(max(g.North-g.South, 1))
	beside, below := margin+coordinates, margin+legendHeight+coordinates
	if sheet.Bare {
		beside, below = margin, margin
	}
	d.Width = pageWidth
	if sheet.Narrow {
		d.Width = narrowWidth
	}
	room := d.Width - margin - beside
	d.scale = min(room/wide, mapHeightMax/high)
	left := beside + (room-wide*d.scale)/2
	d.field = rect{left, below, left + wide*d.scale, below + high*d.scale}
	d.Height = math.Ceil(d.field.y1 + titleHeight + margin)
	d.title = d.titleLine()
	d.Draw(box(rect{0, -d.Height, d.Width, d.Height}), ink{Fill: paper})
	d.Draw(box(d.field), ink{Fill: plain})
	return d
}

func (d *drawing) titleLine() string { return canvas.Printable(d.sheet.Title + ", " + d.caption()) }

// caption returns the turn of the map.
func (d *drawing) caption() string {
	if d.turn == 0 {
		return "the opening"
	}
	return "turn " + itoa(d.turn)
}

// place converts a point of the board to the page.
func (d *drawing) place(p board.Point) point {
	return point{X: d.field.x0 + float64(p.X-d.g.West)*d.scale, Y: d.field.y0 + float64(p.Y-d.g.South)*d.scale}
}

func (d *drawing) places(pts []board.Point) []point {
	out := make([]point, len(pts))
	for i, p := range pts {
		out[i] = d.place(p)
	}
	return out
}

func (d *drawing) picture() *Picture {
	d.Picture.alt = d.describe()
	d.Picture.lettering = lettering{d.field, d.names, d.symbols, d.sites, d.flown}
	return d.Picture
}

// border draws the frame, coordinates, title, scale and north arrow, and covers everything outside the map.
func (d *drawing) border() {
	d.mask()
	d.Draw(box(d.field), ink{Stroke: dark, Width: .6})
	d.Draw(box(d.field.grown(2.4)), ink{Stroke: dark, Width: 1.4})
	if d.sheet.Bare {
		d.Write(point{X: d.field.x0, Y: d.field.y1 + 9}, d.caption(), capitals(24))
		return
	}
	d.numbers()
	top := d.field.y1 + 14
	d.Write(point{X: d.field.x0, Y: top + 3}, d.title, d.fitting(d.title, capitals(13), d.field.x1-d.field.x0-24))
	d.Write(point{X: d.field.x0, Y: top - 8}, d.ownerText(), italic(8.5))
	d.north(point{X: d.field.x1 - 9, Y: top})
	if !d.sheet.Narrow {
		d.scaleBar(point{X: d.field.x1 - 32, Y: top - 4})
	}
}

// fitting reduces a lettering until the text fits into the room.
func (d *drawing) fitting(text string, l canvas.Lettering, room float64) canvas.Lettering {
	if wide := canvas.TextWidth(text, l); wide > room {
		l.Size, l.Spaced = l.Size*room/wide, l.Spaced*room/wide
	}
	return l
}

// ownerText says whose knowledge the map shows.
func (d *drawing) ownerText() string {
	whose := "as " + d.sheet.Reader + " knows it"
	switch d.seat {
	case knowledge.Umpire:
		if whose = "as it is"; d.sheet.Reader == knowledge.Umpire {
			whose += ", for the umpire"
		}
	case knowledge.Public:
		whose = "as far as both sides saw it"
	}
	if d.sheet.Note != "" {
		whose += ": " + d.sheet.Note
	}
	return whose
}

// mask covers everything that extends beyond the map's edge.
func (d *drawing) mask() {
	f, all := d.field, rect{0, -d.Height, d.Width, d.Height}
	for _, r := range []rect{
		{0, all.y0, f.x0, all.y1}, {f.x1, all.y0, all.x1, all.y1}, {f.x0, all.y0, f.x1, f.y0}, {f.x0, f.y1, f.x1, all.y1},
	} {
		d.Draw(box(r), ink{Fill: paper})
	}
}

// numbers writes the coordinates of orders along the left and lower edge.
func (d *drawing) numbers() {
	if d.g.Unit == "" {
		return
	}
	step, small, marks := d.step(36), roman(7), path{}
	for n := step; n < d.g.East-d.g.West; n += step {
		x, s := d.field.x0+float64(n)*d.scale, itoa((d.g.West+n)/100)
		marks = marks.Line(point{X: x, Y: d.field.y0}, point{X: x, Y: d.field.y0 - 5})
		d.Write(point{X: x - canvas.TextWidth(s, small)/2, Y: d.field.y0 - 12}, s, small)
	}
	for n := step; n < d.g.North-d.g.South; n += step {
		y, s := d.field.y0+float64(n)*d.scale, itoa((d.g.South+n)/100)
		marks = marks.Line(point{X: d.field.x0, Y: y}, point{X: d.field.x0 - 5, Y: y})
		d.Write(point{X: d.field.x0 - 6 - canvas.TextWidth(s, small), Y: y - 2.5}, s, small)
	}
	d.Draw(marks, ink{Stroke: dark, Width: .6})
}

// step returns a round distance, in hundredths, of at least the given length in points.
func (d *drawing) step(points float64) int { return max(100, roundUp(int(math.Ceil(points/d.scale)))) }

// roundUp returns the next round number: 1, 2, 5, 10, 20 …
func roundUp(n int) int {
	for unit := 1; ; unit *= 10 {
		for _, times := range []int{1, 2, 5} {
			if unit*times >= n {
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
	step, lines := d.step(36), path{}
	for n := step; n < d.g.East-d.g.West; n += step {
		x := crisp(d.field.x0 + float64(n)*d.scale)
		lines = lines.Line(point{X: x, Y: d.field.y0}, point{X: x, Y: d.field.y1})
	}
	for n := step; n < d.g.North-d.g.South; n += step {
		y := crisp(d.field.y0 + float64(n)*d.scale)
		lines = lines.Line(point{X: d.field.x0, Y: y}, point{X: d.field.x1, Y: y})
	}
	d.Draw(lines, ink{Stroke: faint, Width: 1. / pixelsAPoint})
}

// crisp moves a coordinate to the middle of a pixel, so that a thin line does not blur over two.
func crisp(f float64) float64 { return (math.Floor(f*pixelsAPoint) + .5) / pixelsAPoint }

// north draws a compass star.
func (d *drawing) north(at point) {
	for i := range 4 {
		tip, left, right := toward(float64(i)*90), toward(float64(i)*90-45), toward(float64(i)*90+45)
		long := 11.0
		if i%2 == 1 {
			long = 7
		}
		d.Draw(
			path{}.Polygon(at.Plus(tip.Times(long)), at, at.Plus(left.Times(2.6))),
			ink{Fill: dark, Stroke: dark, Width: .4},
		)
		d.Draw(
			path{}.Polygon(at.Plus(tip.Times(long)), at, at.Plus(right.Times(2.6))),
			ink{Fill: paper, Stroke: dark, Width: .4},
		)
	}
	d.Write(point{X: at.X + 4, Y: at.Y + 5}, "N", roman(8))
}

func (d *drawing) scaleBar(right point) {
	if d.g.Unit == "" {
		return
	}
	length := d.step(70)
	wide := float64(length) * d.scale
	for i := range 4 {
		x, fill := right.X-wide+float64(i)*wide/4, dark
		if i%2 == 1 {
			fill = paper
		}
		d.Draw(box(rect{x, right.Y, x + wide/4, right.Y + 3}), ink{Fill: fill, Stroke: dark, Width: .5})
	}
	s, small := itoa(length/100)+" "+d.g.Unit, roman(7)
	d.Write(point{X: right.X - wide - canvas.TextWidth("0", small)/2, Y: right.Y + 6}, "0", small)
	d.Write(point{X: right.X - canvas.TextWidth(s, small), Y: right.Y + 6}, s, small)
}
