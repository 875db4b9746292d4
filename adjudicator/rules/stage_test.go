package rules

import (
	"testing"

	"galloper/adjudicator/scenario"
	"galloper/events"
)

// TestEveryPlayerIsToldWhenTheBattleEnds checks that the aims of each seat end with the last turn, even if the author
// left it out.
func TestEveryPlayerIsToldWhenTheBattleEnds(t *testing.T) {
	const sides = "seats: {north.a: {}, south.b: {}}\n"
	for victory, want := range map[string]string{
		"{turns: 8}": "The battle ends after turn 8 at the latest.",
		"{}":         "",
	} {
		doc, faults := scenario.Read("s.yaml", []byte(sides+"victory: "+victory+"\n"), scenario.Spec{})
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		s := events.Stage{Turns: doc.At("victory").Int("turns", 0),
			Aims: map[string][]string{"south.b": {"Hold the mill."}}}
		tellEnd(doc, &s)
		for seat, n := range map[string]int{"north.a": 1, "south.b": 2} {
			switch aims := s.Aims[seat]; {
			case want == "" && len(aims) != n-1, want != "" && (len(aims) != n || aims[n-1] != want):
				t.Errorf("%s: %s is told %q, want %q", victory, seat, aims, want)
			}
		}
	}
}
