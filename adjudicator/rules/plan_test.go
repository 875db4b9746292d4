package rules

import (
	"slices"
	"testing"

	"galloper/adjudicator/board"
	"galloper/adjudicator/scenario"
)

func TestPlanDressesTheGround(t *testing.T) {
	t.Parallel()
	const fields = "fields: [{kind: stubble, at: [[0, 0], [1, 0], [1, 1.5]]}]"
	for text, want := range map[string]string{
		"plan: {draw: {bog: marsh, c2: water}, " + fields + "}": "",
		"plan: {draw: {dog: marsh}}":                            "unknown",
	} {
		doc, faults := scenario.Read("s.yaml", []byte("ruleset: test\n"+text+"\n"), scenario.Root("test", PlanKey()))
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		p := planOf(doc)
		ground := board.Ground{Unit: "yards", Areas: []board.Area{{ID: "bog", Kind: "rough"}},
			Cells: []board.Cell{{ID: "c2"}}}
		got := ""
		for _, f := range p.check(doc, &ground) {
			got += f.Reason
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
		if dressed := p.dress(ground); want == "" && (dressed.Areas[0].Look != "marsh" || dressed.Cells[0].Look != "water" ||
			len(dressed.Dress) != 1 || !slices.Equal(dressed.Dress[0].At, []board.Point{{}, {X: 100}, {X: 100, Y: 150}})) {
			t.Errorf("%+v", dressed)
		}
	}
	doc, _ := scenario.Read("s.yaml", []byte("ruleset: test\nplan: {"+fields+"}\n"), scenario.Root("test", PlanKey()))
	p := planOf(doc)
	if faults := p.check(doc, &board.Ground{}); len(faults) != 1 || faults[0].Reason != "impossible" {
		t.Errorf("fields on a board without distances: %v", faults)
	}
}
