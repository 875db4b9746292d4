package rules

import (
	"slices"
	"testing"

	"galloper/adjudicator/board"
	"galloper/adjudicator/scenario"
)

// planIn reads a scenario of ground and its plan alone.
func planIn(t *testing.T, text string) (*scenario.Doc, plan) {
	t.Helper()
	doc, faults := scenario.Read("s.yaml", []byte("ruleset: test\n"+text+"\n"), scenario.Root("test", PlanKey(),
		scenario.Opt("terrain", scenario.Each(scenario.Text(), scenario.Text()), "")))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	checkNames(doc)
	return doc, planOf(doc)
}

func TestPlanDressesTheGround(t *testing.T) {
	t.Parallel()
	doc, p := planIn(t, "terrain: {bog: x}\n"+
		"plan: {draw: {bog: marsh}, fields: [{kind: stubble, at: [[0, 0], [1, 0], [1, 1.5]]}]}")
	ground := board.Ground{Unit: "yards", Areas: []board.Area{{ID: "bog", Kind: "rough"}}}
	if faults := p.check(doc, &ground); len(faults) > 0 {
		t.Fatal(faults)
	}
	dressed := p.decorate(ground)
	if dressed.Areas[0].Look != "marsh" || len(dressed.Dress) != 1 ||
		!slices.Equal(dressed.Dress[0].At, []board.Point{{}, {X: 100}, {X: 100, Y: 150}}) {
		t.Errorf("%+v", dressed)
	}
}

func TestPlanOfGroundThatIsNotThereIsRefused(t *testing.T) {
	t.Parallel()
	spaces := board.Ground{Cells: []board.Cell{{ID: "c2"}, {ID: "c3"}}}
	for text, want := range map[string]string{
		"plan: {draw: {c2: water}}":                                      "",
		"plan: {draw: {c9: water}}":                                      "unknown",
		"terrain: {bog: x}\nplan: {draw: {dog: marsh}}":                  "unknown",
		"plan: {roads: [[c2, c3]]}":                                      "",
		"plan: {roads: [[c2, c9]]}":                                      "unknown",
		"terrain: {bog: x}\nplan: {roads: [[c2, c3]]}":                   "impossible",
		"plan: {fields: [{kind: meadow, at: [[0, 0], [1, 0], [1, 1]]}]}": "impossible",
		"terrain: {bog: x}\nplan: {draw: {bog: marsh}, fields: []}":      "",
		"plan: {draw: {c9: water, c2: marsh, d1: river}}":                "unknownunknown",
	} {
		doc, p := planIn(t, text)
		ground := spaces
		if doc.Has("terrain") {
			ground = board.Ground{Unit: "yards"}
		}
		got := ""
		for _, f := range p.check(doc, &ground) {
			got += f.Reason
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// A road runs through the sides of its spaces, and off the map if it comes to the edge.
func TestPlanRoadsDoNotEndAtTheEdge(t *testing.T) {
	t.Parallel()
	doc, p := planIn(t, "plan: {roads: [[a1, b1, b2], [b2, c2], [a2, b2]]}")
	squares := board.Squares("", 4, 4)
	if faults := p.check(doc, &squares); len(faults) > 0 {
		t.Fatal(faults)
	}
	want := [][]board.Point{{{X: 0, Y: -50}, {X: 100, Y: 50}, {X: 150, Y: 100}, {X: 150, Y: 150}},
		{{X: 150, Y: 150}, {X: 200, Y: 150}, {X: 250, Y: 150}}, {{X: 0, Y: 150}, {X: 100, Y: 150}, {X: 150, Y: 150}}}
	for i, c := range p.decorate(squares).Courses {
		if c.Kind != board.PlanRoad || !slices.Equal(c.At, want[i]) {
			t.Errorf("%s %v, want %v", c.Kind, c.At, want[i])
		}
	}
}
