package rules

import (
	"slices"
	"strings"

	"galloper/adjudicator/board"
	"galloper/adjudicator/scenario"
)

// PlanKey returns the key `plan`, on how maps draw the ground. It has no effect on the rules.
func PlanKey() scenario.Key {
	return scenario.Opt("plan", scenario.Keys(
		scenario.Opt("draw", scenario.Each(groundID, scenario.Word(board.Looks...)),
			"the drawing of a piece of ground; default: its terrain"),
		scenario.Opt("fields", scenario.List(scenario.Keys(
			scenario.Req("kind", scenario.Word(board.Dresses...), "what grows there"),
			scenario.Req("at", scenario.List(scenario.Point(), 3, 0), "its corners"),
		), 0, 0), "none; ground that is drawn and makes no difference"),
		scenario.Opt("roads", scenario.List(scenario.List(groundID, 2, 0), 0, 0),
			"none; each by the hexes or spaces that it runs through, and of no effect"),
	), "how maps draw the ground, and no rule asks for")
}

// groundID is the format of the ids of areas, locales, hexes and spaces.
var groundID = scenario.Match("the id of a piece of ground (letters, digits, hyphens, _)", scenario.BadID,
	func(s string) bool {
		return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == ""
	})

// plan is a scenario's description of its maps.
type plan struct {
	uniforms map[string]string // by side
	looks    map[string]string // by area, line or cell
	fields   []board.Area
	roads    [][]string // lists of cells
}

// planOf reads the plan. Fields are only for boards with distances.
func planOf(doc *scenario.Doc) plan {
	p := plan{uniforms: uniformsOf(doc), looks: map[string]string{}}
	key := doc.At("plan")
	for id, look := range key.Each("draw") {
		p.looks[id] = look.String()
	}
	for _, n := range key.List("fields") {
		field := board.Area{Kind: n.Text("kind", "")}
		for _, corner := range n.List("at") {
			x, y, _ := corner.AsPoint()
			field.At = append(field.At, board.Point{X: x, Y: y})
		}
		p.fields = append(p.fields, field)
	}
	for _, n := range key.List("roads") {
		var cells []string
		for _, cell := range n.Items() {
			cells = append(cells, cell.String())
		}
		p.roads = append(p.roads, cells)
	}
	return p
}

// grounds lists the keys under which scenarios name their ground. Hexes and spaces have names of their own.
var grounds = []string{"terrain", "map.areas", "map.locales"}

// checkNames refuses entries of the plan for ground that does not exist.
func checkNames(doc *scenario.Doc) {
	for _, path := range grounds {
		ground := doc.Node
		for key := range strings.SplitSeq(path, ".") {
			ground = ground.At(key)
		}
		if !ground.IsMap() {
			continue
		}
		for id, n := range doc.At("plan").Each("draw") {
			if !ground.Has(id) {
				doc.RefuseName(n, path, "unknown", "a piece of ground of this map, as %s", scenario.Nearest(id, ground.Keys()))
			}
		}
	}
}

// check refuses entries of the plan for cells that do not exist, and fields on a board without distances.
func (p *plan) check(doc *scenario.Doc, g *board.Ground) []scenario.Fault {
	var cells []string
	for i := range g.Cells {
		cells = append(cells, g.Cells[i].ID)
	}
	for id, n := range doc.At("plan").Each("draw") {
		if len(cells) > 0 && !slices.Contains(cells, id) {
			doc.Refuse(n, "unknown", "a piece of ground of this map, as %s", scenario.Nearest(id, cells))
		}
	}
	if fields := doc.At("plan").At("fields"); fields.Exists() && g.Unit == "" {
		doc.Refuse(fields, "impossible", "fields on a map that is measured in yards or inches")
	}
	roads := doc.At("plan").At("roads")
	if roads.Exists() && (len(cells) == 0 || g.CellsAreSites) {
		doc.Refuse(roads, "impossible", "roads on a map of hexes or spaces; others have roads of the rules")
	}
	for _, road := range roads.Items() {
		for _, n := range road.Items() {
			if id := n.String(); len(cells) > 0 && !slices.Contains(cells, id) {
				doc.Refuse(n, "unknown", "a hex or space of this map, as %s", scenario.Nearest(id, cells))
			}
		}
	}
	return doc.Faults()
}

func (p *plan) decorate(g board.Ground) board.Ground {
	for i := range g.Sides {
		g.Sides[i].Colour = p.uniforms[g.Sides[i].Side]
	}
	for i := range g.Areas {
		g.Areas[i].Look = p.looks[g.Areas[i].ID]
	}
	for i := range g.Cells {
		g.Cells[i].Look = p.looks[g.Cells[i].ID]
	}
	g.Dress = p.fields
	for _, cells := range p.roads {
		g.Courses = append(g.Courses, board.Course{Kind: board.PlanRoad, At: roadThrough(&g, cells)})
	}
	return g
}

// roadThrough returns the line of a road through the midpoints of the shared sides of its cells. At the edge of the map
// the road runs off it.
func roadThrough(g *board.Ground, cells []string) []board.Point {
	var through []board.Cell
	for _, id := range cells {
		if c, ok := g.CellOf(id); ok {
			through = append(through, c)
		}
	}
	n := len(through)
	if n < 2 {
		return nil
	}
	line := []board.Point{through[0].At}
	for i := range through[1:] {
		p, q := through[i].At, through[i+1].At
		line = append(line, board.Point{X: (p.X + q.X) / 2, Y: (p.Y + q.Y) / 2})
	}
	line = append(line, through[n-1].At)
	for _, end := range []struct{ cell, at, by, before int }{{0, 0, 1, 2}, {n - 1, n, n - 1, n - 2}} {
		if p, q := line[end.by], line[end.before]; onEdge(g, &through[end.cell]) {
			line[end.at] = board.Point{X: p.X + 2*(p.X-q.X), Y: p.Y + 2*(p.Y-q.Y)}
		}
	}
	return line
}

// onEdge reports whether a cell lies at the edge of the map.
func onEdge(g *board.Ground, c *board.Cell) bool {
	return slices.ContainsFunc(c.Shape, func(p board.Point) bool {
		return p.X <= g.West || p.X >= g.East || p.Y <= g.South || p.Y >= g.North
	})
}
