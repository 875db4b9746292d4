package mapview

import (
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"galloper/adjudicator/board"
)

// look is how a kind of terrain is drawn.
type look struct {
	fill, edge color.NRGBA
	edgeWidth  float64
	pattern    string // `trees`, `thick`, `waves`, `dots`, `houses`, `tufts`, `bank`
	name       string // as the legend has it
}

// looks are the kinds of terrain of all rulesets; a kind not here is drawn plain with its own name.
var looks = map[string]look{
	"light_woods": {rgb(0xD9E4BE), rgb(0x7C9A55), .6, "trees", "light woods"},
	"heavy_woods": {rgb(0xB4CB95), rgb(0x4F7036), .8, "thick", "heavy woods"},
	"woods":       {rgb(0xC4D7A6), rgb(0x5E8040), .7, "thick", "woods"},
	"wood":        {rgb(0xC4D7A6), rgb(0x5E8040), .7, "thick", "wood"},
	"forest":      {rgb(0xB4CB95), rgb(0x4F7036), .8, "thick", "forest"},
	"orchard":     {rgb(0xD9E4BE), rgb(0x7C9A55), .6, "trees", "orchard"},
	"rough":       {rgb(0xE6DFC6), rgb(0xA89468), .6, "dots", "rough"},
	"swamp":       {rgb(0xD5E3DA), rgb(0x5D8A85), .6, "tufts", "swamp"},
	"marsh":       {rgb(0xD5E3DA), rgb(0x5D8A85), .6, "tufts", "marsh"},
	"water":       {rgb(0xB5D3E6), rgb(0x3E6F97), .9, "waves", "water"},
	"river":       {rgb(0xB5D3E6), rgb(0x3E6F97), .9, "waves", "river"},
	"lake":        {rgb(0xB5D3E6), rgb(0x3E6F97), .9, "waves", "lake"},
	"objective":   {rgb(0xE9D2BD), rgb(0x6B3A24), 1.2, "houses", "objective"},
	"town":        {rgb(0xE3CDBB), rgb(0x6B3A24), .8, "houses", "town"},
	"village":     {rgb(0xE3CDBB), rgb(0x6B3A24), .8, "houses", "village"},
	"cover":       {rgb(0xE7E6C8), rgb(0x6E7B3A), 1.6, "", "hedge or wall"},
	"earthworks":  {rgb(0xE0CFAA), rgb(0x5C4322), 2, "bank", "earthworks"},
	"impassable":  {rgb(0xC9C2B4), rgb(0x6B655A), .8, "dots", "impassable"},
}

// heights are the tints of hills by level; above the last the last is used.
var heights = []color.NRGBA{rgb(0xEADFBF), rgb(0xE3D2A4), rgb(0xDBC389), rgb(0xD0B270), rgb(0xC5A05B)}

var hillEdge = rgb(0x8C6D3A)

func lookOf(kind string) look {
	if l, ok := looks[kind]; ok {
		return l
	}
	return look{rgb(0xE8E2D0), rgb(0x8A8270), .7, "", strings.ReplaceAll(kind, "_", " ")}
}

// ground draws the map without what moves.
func (d *drawing) ground() {
	for i := range d.g.Areas {
		if a := &d.g.Areas[i]; a.Kind == "hill" {
			d.hill(a)
		}
	}
	d.cells()
	d.grid()
	for i := range d.g.Areas {
		if a := &d.g.Areas[i]; a.Kind != "hill" {
			d.area(a)
		}
	}
	for i := range d.g.Courses {
		d.course(&d.g.Courses[i])
	}
	d.sites()
	for i := range d.g.Marks {
		d.mark(&d.g.Marks[i])
	}
}

func (d *drawing) area(a *board.Area) {
	pts := d.places(a.At)
	if len(pts) < 3 {
		return
	}
	l := lookOf(a.Kind)
	d.kinds.add(a.Kind, false)
	d.draw(polygon(nil, pts...), ink{fill: l.fill})
	d.pattern(l, pts)
	d.draw(polygon(nil, pts...), ink{stroke: l.edge, width: l.edgeWidth})
	size, bold := 7.5, false
	if a.Kind == "objective" || a.Kind == "town" {
		size, bold = 8.5, true
	}
	marked := slices.ContainsFunc(d.g.Marks, func(m board.Mark) bool { return m.ID == a.ID })
	if name := d.nameOf(a.ID, a.Name); !marked && (a.Name != "" || a.Kind == "objective") {
		d.names = append(d.names, label{text: name, size: size, bold: bold, ground: pts})
	}
}

func (d *drawing) hill(a *board.Area) {
	pts := d.places(a.At)
	if len(pts) < 3 {
		return
	}
	d.kinds.add("hill", false)
	tint := heights[min(max(a.Level, 0), len(heights)-1)]
	d.draw(polygon(nil, pts...), ink{fill: tint})
	reach := min(max(float64(a.Slope)*d.scale, 5), 14)
	d.draw(hachures(pts, reach), ink{stroke: hillEdge, width: .6})
	d.draw(polygon(nil, pts...), ink{stroke: hillEdge, width: .8})
	text := "height " + itoa(a.Level)
	if a.Name != "" {
		text = a.Name + ", " + text
	}
	d.names = append(d.names, label{text: text, size: 7.5, ground: pts, pale: true})
}

// hachures are short strokes from the edge inwards, down which the ground falls.
func hachures(pts []point, reach float64) vg.Path {
	inward := 1.0
	if signedArea(pts) < 0 {
		inward = -1
	}
	var path vg.Path
	for i, p := range pts {
		q := pts[(i+1)%len(pts)]
		along := q.minus(p)
		length := along.length()
		if length < 1 {
			continue
		}
		along = along.times(1 / length)
		in := point{-along.y * inward, along.x * inward}
		n := int(length / 5)
		for j := range n {
			at := p.plus(along.times((float64(j) + .5) * length / float64(n)))
			far := reach
			if j%2 == 1 {
				far *= .6
			}
			path = polyline(path, at, at.plus(in.times(far)))
		}
	}
	return path
}

func signedArea(pts []point) float64 {
	sum := 0.0
	for i, p := range pts {
		q := pts[(i+1)%len(pts)]
		sum += p.x*q.y - q.x*p.y
	}
	return sum / 2
}

// inside reports whether the point lies in the polygon.
func inside(p point, pts []point) bool {
	in := false
	for i, a := range pts {
		b := pts[(i+1)%len(pts)]
		if (a.y > p.y) != (b.y > p.y) && p.x < (b.x-a.x)*(p.y-a.y)/(b.y-a.y)+a.x {
			in = !in
		}
	}
	return in
}

// course draws what is long and narrow.
func (d *drawing) course(c *board.Course) {
	pts := d.places(c.At)
	if len(pts) < 2 {
		return
	}
	d.kinds.add(c.Kind, true)
	d.stroke(c.Kind, pts)
	if c.Name != "" {
		d.names = append(d.names, label{text: c.Name, size: 7, along: pts})
	}
}

// stroke draws a line as its kind is drawn.
func (d *drawing) stroke(kind string, pts []point) {
	path := polyline(nil, pts...)
	switch kind {
	case "river", "water", "brook":
		d.draw(path, ink{stroke: rgb(0x3E6F97), width: 4})
		d.draw(path, ink{stroke: rgb(0xB5D3E6), width: 2.4})
	case "stream":
		d.draw(path, ink{stroke: rgb(0x3E6F97), width: 2.4})
		d.draw(path, ink{stroke: rgb(0xB5D3E6), width: 1.2})
	case "fence":
		d.draw(path, ink{stroke: rgb(0x4E4636), width: 1.2, dash: []float64{4, 2}})
	case "wall", "hedge", "cover":
		d.draw(path, ink{stroke: rgb(0x4E4636), width: 2, dash: []float64{3, 1.2}})
	case "railroad":
		d.draw(path, ink{stroke: dark, width: 1})
		d.draw(path, ink{stroke: dark, width: 4, dash: []float64{1, 5}})
	case "minor", "track":
		d.draw(path, ink{stroke: rgb(0x8A7350), width: 1.4, dash: []float64{5, 2.5}})
	case "boundary", "link":
		d.draw(path, ink{stroke: rgb(0xA79C84), width: 1})
	case "restricted":
		d.draw(path, ink{stroke: rgb(0x3E6F97), width: 1.6, dash: []float64{1.5, 2.5}})
	case "impassable":
		d.draw(path, ink{stroke: rgb(0x6B655A), width: 2.2, dash: []float64{1, 3}})
	case "obstructed":
		d.draw(path, ink{stroke: rgb(0x5C2A1E), width: 3})
	default:
		d.draw(path, ink{stroke: rgb(0x7A6140), width: 3.6})
		d.draw(path, ink{stroke: rgb(0xFFF9E8), width: 2})
	}
}

// mark draws a named point.
func (d *drawing) mark(m *board.Mark) {
	at := d.place(m.At)
	d.kinds.point(m.Kind)
	d.markAt(m.Kind, at)
	d.taken = append(d.taken, around(at, 6))
	d.names = append(d.names, label{text: d.nameOf(m.ID, m.Name), size: 8, bold: true, at: at, off: 7, must: true})
}

// markAt draws what stands on a named point.
func (d *drawing) markAt(kind string, at point) {
	switch kind {
	case "bridge", "ford":
		d.draw(box(rect{at.x - 5, at.y - 3, at.x + 5, at.y + 3}), ink{fill: rgb(0xFFF9E8), stroke: dark, width: 1})
	case "place":
		d.draw(circle(nil, at, 2.5), ink{fill: paper, stroke: dark, width: 1})
	default:
		d.draw(star(at, 6), ink{fill: rgb(0xF6D04D), stroke: dark, width: .8})
	}
}

func star(at point, r float64) vg.Path {
	var pts []point
	for i := range 10 {
		far := r
		if i%2 == 1 {
			far = r * .45
		}
		pts = append(pts, at.plus(toward(float64(i)*36).times(far)))
	}
	return polygon(nil, pts...)
}

// cells draws the hexes or spaces that the ground is cut into.
func (d *drawing) cells() {
	if d.g.CellsAreSites {
		return
	}
	for i := range d.g.Cells {
		c := &d.g.Cells[i]
		pts := d.places(c.Shape)
		l := lookOf(c.Kind)
		switch c.Kind {
		case "", "clear", "open":
			l = look{fill: field}
		case "hill", "ridge":
			l = look{fill: heights[2]}
			d.kinds.add("hill", false)
		default:
			d.kinds.add(c.Kind, false)
		}
		d.draw(polygon(nil, pts...), ink{fill: l.fill})
		if c.Kind == "hill" || c.Kind == "ridge" {
			d.draw(hachures(pts, 4), ink{stroke: hillEdge, width: .5})
		} else {
			d.pattern(l, pts)
		}
	}
	var edges vg.Path
	for i := range d.g.Cells {
		edges = polygon(edges, d.places(d.g.Cells[i].Shape)...)
	}
	d.draw(edges, ink{stroke: rgb(0xB9AE94), width: .6})
	for i := range d.g.Cells {
		c := &d.g.Cells[i]
		b := bounds(d.places(c.Shape))
		name := orID(c.Name, c.ID)
		w := textWidth(name, 6, false)
		r := rect{b.middle().x - w/2 - 1, b.y1 - 8, b.middle().x + w/2 + 1, b.y1 - 1.5}
		halo := field
		halo.A = 190
		d.draw(box(r), ink{fill: halo})
		d.write(point{r.x0 + 1, b.y1 - 7}, name, 6, false, rgb(0x6B6350))
		d.taken = append(d.taken, r)
	}
}

// sites draws cells that are places joined by ways.
func (d *drawing) sites() {
	if !d.g.CellsAreSites {
		return
	}
	for i := range d.g.Cells {
		c := &d.g.Cells[i]
		pts := d.places(c.Shape)
		l := lookOf(c.Kind)
		switch c.Kind {
		case "", "clear", "open":
			l = look{fill: rgb(0xFAF5E6), edge: rgb(0x8A8068), edgeWidth: 1}
		case "hill":
			l = look{fill: heights[2], edge: hillEdge, edgeWidth: 1}
			d.kinds.add("hill", false)
		default:
			d.kinds.add(c.Kind, false)
		}
		d.draw(polygon(nil, pts...), ink{fill: l.fill})
		if c.Kind == "hill" {
			d.draw(hachures(pts, 4), ink{stroke: hillEdge, width: .5})
		} else {
			d.pattern(l, pts)
		}
		d.draw(polygon(nil, pts...), ink{stroke: l.edge, width: max(l.edgeWidth, .8)})
		b := bounds(pts)
		d.names = append(d.names, label{text: orID(c.Name, c.ID), size: 8, bold: true, at: point{b.middle().x, b.y0}, off: 4, must: true})
	}
}

// badges writes the ids of sites that have a name as well, over the units.
func (d *drawing) badges() {
	for i := range d.g.Cells {
		if c := &d.g.Cells[i]; d.g.CellsAreSites && c.Name != "" {
			d.badge(c.ID, bounds(d.places(c.Shape)))
		}
	}
}

// badge writes a site's id, which orders are written with, in its upper left corner.
func (d *drawing) badge(id string, b rect) {
	const size = 9
	w := textWidth(id, size, true)
	r := rect{b.x0, b.y1 - size - 2, b.x0 + w + 5, b.y1}
	d.draw(box(r), ink{fill: dark})
	d.write(point{r.x0 + 2.5, r.y0 + 2.5}, id, size, true, paper)
	d.taken = append(d.taken, r)
}

func orID(name, id string) string {
	if name != "" {
		return name
	}
	return id
}

func (d *drawing) nameOf(id, name string) string {
	if name == "" && d.sheet.Names != nil {
		name = d.sheet.Names(id)
	}
	return orID(name, id)
}

// pattern fills a polygon with the marks of its kind, so that it reads in grey.
func (d *drawing) pattern(l look, pts []point) {
	switch l.pattern {
	case "trees":
		d.scatter(pts, 13, l.edge, tree)
	case "thick":
		d.scatter(pts, 8, l.edge, tree)
	case "dots":
		d.scatter(pts, 7, l.edge, dot)
	case "tufts":
		d.scatter(pts, 10, l.edge, tuft)
	case "waves":
		d.scatter(pts, 9, l.edge, wave)
	case "houses":
		d.scatter(pts, 14, mix(l.edge, field, .35), house)
	case "bank":
		d.draw(hachures(pts, 4), ink{stroke: l.edge, width: .8})
	}
}

// scatter sets a mark on each point of a staggered raster that lies well inside.
func (d *drawing) scatter(pts []point, gap float64, c color.NRGBA, mark func(vg.Path, point) vg.Path) {
	b := bounds(pts)
	var path vg.Path
	for row, y := 0, math.Floor(b.y0/gap)*gap; y < b.y1; row, y = row+1, y+gap*.8 {
		for x := math.Floor(b.x0/gap)*gap + float64(row%2)*gap/2; x < b.x1; x += gap {
			if p := (point{x, y}); inside(p, pts) && inside(point{x - 3, y - 2}, pts) && inside(point{x + 3, y + 3}, pts) {
				path = mark(path, p)
			}
		}
	}
	d.draw(path, ink{stroke: mix(c, field, .25), width: .6})
}

func tree(path vg.Path, p point) vg.Path { return circle(path, p, 1.9) }

func dot(path vg.Path, p point) vg.Path { return polyline(path, p, point{p.x + 1, p.y + .6}) }

func tuft(path vg.Path, p point) vg.Path {
	path = polyline(path, point{p.x - 2.5, p.y}, point{p.x + 2.5, p.y})
	path = polyline(path, p, point{p.x, p.y + 3})
	return polyline(path, point{p.x - 1.2, p.y + .4}, point{p.x - 2, p.y + 2.4})
}

func wave(path vg.Path, p point) vg.Path {
	return polyline(path, point{p.x - 3, p.y}, point{p.x - 1, p.y + 1}, point{p.x + 1, p.y}, point{p.x + 3, p.y + 1})
}

func house(path vg.Path, p point) vg.Path {
	return polygon(path, point{p.x - 2.5, p.y - 2}, point{p.x + 2.5, p.y - 2}, point{p.x + 2.5, p.y + 1}, point{p.x, p.y + 3}, point{p.x - 2.5, p.y + 1})
}
