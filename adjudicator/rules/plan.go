package rules

import (
	"maps"
	"slices"

	"galloper/adjudicator/board"
	"galloper/adjudicator/scenario"
)

// PlanKey is the key `plan`: how the ground is drawn. No rule asks for it.
func PlanKey() scenario.Key {
	return scenario.Opt("plan", scenario.Keys(
		scenario.Opt("draw", scenario.Each(scenario.Text(), scenario.Word(board.Looks...)),
			"what a piece of the ground is drawn as; as its terrain"),
		scenario.Opt("fields", scenario.List(scenario.Keys(
			scenario.Req("kind", scenario.Word(board.Dresses...), "what grows there"),
			scenario.Req("at", scenario.List(scenario.Point(), 3, 0), "its corners"),
		), 0, 0), "none; ground that is drawn and makes no difference"),
	), "how maps draw the ground, and no rule asks for")
}

// plan is what a scenario says of its maps.
type plan struct {
	uniforms map[string]string // by side
	looks    map[string]string // by area, line or cell
	fields   []board.Area
}

// planOf reads it; fields are on boards that are measured alone.
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
	return p
}

// check refuses what the plan says of ground that is not there.
func (p *plan) check(doc *scenario.Doc, g *board.Ground) []scenario.Fault {
	known := map[string]bool{}
	for i := range g.Areas {
		known[g.Areas[i].ID] = true
	}
	for i := range g.Cells {
		known[g.Cells[i].ID] = true
	}
	for id, n := range doc.At("plan").Each("draw") {
		if !known[id] {
			near := scenario.Nearest(id, slices.Sorted(maps.Keys(known)))
			doc.Refuse(n, "unknown", "a piece of ground of this map, as %s", near)
		}
	}
	if fields := doc.At("plan").At("fields"); fields.Exists() && g.Unit == "" {
		doc.Refuse(fields, "impossible", "fields on a map that is measured in yards or inches")
	}
	return doc.Faults()
}

// dress has the ground drawn as the plan says.
func (p *plan) dress(g board.Ground) board.Ground {
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
	return g
}
