package mapview

import (
	"slices"

	"galloper/adjudicator/board"
	"galloper/projections/mapview/canvas"
)

// cells draws hexes or spaces: first the terrain, with adjacent cells of a kind as one piece, then the grid.
func (d *drawing) cells() {
	if d.g.CellsAreSites {
		return
	}
	for _, p := range d.pieces() {
		if isOpen(p.kind) {
			d.wash(d.places(p.outline), plain)
			continue
		}
		d.kinds.add(p.kind, false)
		l := lookOf(p.kind)
		l.natural = true // even a vineyard must not show the corners of its hexes
		d.land(l, d.places(p.outline))
	}
	d.crossed()
	var edges path
	for i := range d.g.Cells {
		edges = edges.Polygon(d.places(d.g.Cells[i].Shape)...)
	}
	d.Draw(edges, ink{Stroke: mix(plain, dark, .25), Width: .4})
}

// cellNames writes the names of the cells, over the roads of a plan.
func (d *drawing) cellNames() {
	for i := range d.g.Cells {
		if !d.g.CellsAreSites {
			d.cellName(&d.g.Cells[i])
		}
	}
}

// cellName writes the cell's name for orders at its upper edge.
func (d *drawing) cellName(c *board.Cell) {
	small := roman(6)
	small.Colour = mix(dark, plain, .3)
	b := bounds(d.places(c.Shape))
	name := orID(c.Name, c.ID)
	w := canvas.TextWidth(name, small)
	r := rect{b.middle().X - w/2 - 1, b.y1 - 8, b.middle().X + w/2 + 1, b.y1 - 1.5}
	small.Halo = d.halo(r.middle())
	d.Write(point{X: r.x0 + 1, Y: b.y1 - 7}, name, small)
	d.taken = append(d.taken, r)
}

// piece is connected ground of one kind, by its outline. A hole in it is a piece of open ground.
type piece struct {
	kind    string
	outline []board.Point
	size    int
}

// pieces joins adjacent cells of a kind and returns the largest piece first, so that pieces inside holes are drawn
// later.
func (d *drawing) pieces() []piece {
	sides, kinds := map[string][]side{}, []string{}
	streams := d.streams()
	for i := range d.g.Cells {
		c := &d.g.Cells[i]
		kind, its := kindOf(c), sidesOf(c)
		if streams && (kind == "river" || crossings[kind]) {
			kind, its = "river", d.onward(c)
		}
		if isOpen(kind) {
			continue
		}
		if sides[kind] == nil {
			kinds = append(kinds, kind)
		}
		if kind == kindOf(c) {
			d.kinds.counts(kind, drawnAs(c.Kind, ""))
		}
		sides[kind] = append(sides[kind], its...)
	}
	var all []piece
	for _, kind := range kinds {
		for _, line := range loops(rim(sides[kind])) {
			p := piece{kind: kind, outline: line, size: sizeOf(line)}
			if p.size < 0 != (sizeOf(d.g.Cells[0].Shape) < 0) {
				p.kind = "" // clockwise: a hole
			}
			p.size = max(p.size, -p.size)
			all = append(all, p)
		}
	}
	slices.SortStableFunc(all, func(a, b piece) int { return b.size - a.size })
	return all
}

// sizeOf returns twice the area of a polygon, negative if it runs clockwise.
func sizeOf(pts []board.Point) int {
	sum := 0
	for i, p := range pts {
		q := pts[(i+1)%len(pts)]
		sum += p.X*q.Y - q.X*p.Y
	}
	return sum
}

// groundOfSites draws cells that are sites joined by ways, each as a piece of ground of its kind.
func (d *drawing) groundOfSites() {
	if !d.g.CellsAreSites {
		return
	}
	for i := range d.g.Cells {
		c := &d.g.Cells[i]
		pts := d.places(c.Shape)
		l := look{wash: mix(plain, paper, .7), natural: true}
		if kind := drawnAs(c.Kind, c.Look); !isOpen(kind) {
			l = lookOf(kind)
			l.natural = true
			d.kinds.add(kind, false)
			d.kinds.counts(kind, drawnAs(c.Kind, ""))
		}
		b := bounds(pts)
		pts = uneven(rounded(pts, (b.y1-b.y0)*.5, true), 1)
		l.natural, l.edge = false, rgba{}
		drawn := d.land(l, pts)
		d.Draw(path{}.Polygon(drawn...), ink{Stroke: mix(dark, plain, .5), Width: .5, Dash: []float64{2.5, 1.5}})
	}
}

// siteNames requests the names of the sites, below them.
func (d *drawing) siteNames() {
	for i := range d.g.Cells {
		if c := &d.g.Cells[i]; d.g.CellsAreSites {
			b := bounds(d.places(c.Shape))
			name := label{text: orID(c.Name, c.ID), style: roman(8), own: b.grown(-.5), must: true, fixed: true}
			d.names, d.sites = append(d.names, name), append(d.sites, name.own)
		}
	}
}

// badges writes, over the units, the ids of sites that also have a name.
func (d *drawing) badges() {
	for i := range d.g.Cells {
		if c := &d.g.Cells[i]; d.g.CellsAreSites && c.Name != "" {
			d.badge(c.ID, bounds(d.places(c.Shape)))
		}
	}
}

// badge writes a site's id, which orders refer to, in its upper left corner.
func (d *drawing) badge(id string, b rect) {
	style := roman(9)
	if d.sheet.Narrow {
		style = roman(6.5)
	}
	style.Colour = paper
	r := rect{b.x0, b.y1 - style.Size - 2, b.x0 + canvas.TextWidth(id, style) + 5, b.y1}
	d.Draw(box(r), ink{Fill: dark})
	d.Write(point{X: r.x0 + 2.5, Y: r.y0 + 2.8}, id, style)
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
