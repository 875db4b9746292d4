package mapview

import (
	"bytes"
	"strings"
	"testing"

	"galloper/adjudicator/board"
	"galloper/events"
	"galloper/projections/knowledge"
)

var marching = events.Symbols{
	{Kind: "sight.own", X: "x", Y: "y", Label: "unit", Facing: "facing", Shape: "arm", Old: true},
}

func told(name string, kv ...any) events.Outcome {
	return events.Outcome{Name: name, Fields: events.Fields(kv...), Views: []events.View{{Seats: []string{"a.b"}}}}
}

// march is a turn in which two units move, one is fired at, and one wheels.
func march(hidden ...events.Outcome) (before, after *knowledge.Known) {
	b := knowledge.Open([]string{"a.b"}, nil)
	b.Apply(1, []events.Outcome{
		told("sight.own", "unit", "foot", "arm", "foot", "x", 10000, "y", 10000, "facing", 0),
		told("sight.own", "unit", "horse", "arm", "horse", "x", 30000, "y", 10000, "facing", 0),
	})
	first := b.Clone()
	turn := append(hidden,
		told("unit.moved", "unit", "foot", "x", 10000, "y", 20000),
		told("unit.moved", "unit", "horse", "x", 30000, "y", 40000),
		told("volley.fired", "unit", "foot", "hits", 2),
		told("unit.wheeled", "unit", "horse", "facing", 90),
		told("unit.moved", "unit", "stranger", "x", 1, "y", 1),
		told("sight.own", "unit", "foot", "arm", "foot", "x", 10000, "y", 20000, "facing", 0),
		told("sight.own", "unit", "horse", "arm", "horse", "x", 30000, "y", 40000, "facing", 90),
	)
	b.Apply(2, turn)
	return first.Seat("a.b"), b.Seat("a.b")
}

func marchSteps(hidden ...events.Outcome) []*Picture {
	before, after := march(hidden...)
	return drawShots(before, after, Sheet{Title: "March"})
}

// drawShots draws the moments of a turn.
func drawShots(before, after *knowledge.Known, sheet Sheet) (pictures []*Picture) {
	for _, s := range Shots(marching, before, after) {
		sheet.Note = s.Note
		pictures = append(pictures, Draw(board.Ground{East: 60000, North: 60000, Unit: "yards"}, marching, s.Known, sheet))
	}
	return pictures
}

func TestStepsShowEachRunOfMoves(t *testing.T) {
	steps := marchSteps()
	var notes []string
	for _, p := range steps {
		_, note, _ := strings.Cut(p.Alt(), "knows it: ")
		note, _, _ = strings.Cut(note, ". ")
		notes = append(notes, note)
		if !strings.Contains(p.Title(), "turn 2") {
			t.Errorf("a step is titled %q", p.Title())
		}
	}
	if got, want := strings.Join(notes, "|"), "at the start|unit.moved|unit.wheeled|at the end"; got != want {
		t.Errorf("steps %s, want %s", got, want)
	}
	if bytes.Equal(steps[0].SVG(), steps[1].SVG()) || strings.Contains(string(steps[0].SVG()), "turn 1)") {
		t.Error("nothing moves, or what is current is drawn as old")
	}
}

// A moment shows the movements since the previous moment only.
func TestStepsShowTheWaysOfTheMoment(t *testing.T) {
	before, after := march()
	tales := map[string]events.Tale{"unit.moved": {Kind: events.SceneMarch, By: "unit"},
		"volley.fired": {Kind: events.SceneFire, By: "unit"}}
	steps := drawShots(before, after, Sheet{Title: "March", Tales: tales})
	for i, want := range []bool{false, true, false, true} {
		if got := strings.Contains(string(steps[i].SVG()), "marched this turn"); got != want {
			t.Errorf("step %d of %d shows a march: %t, want %t", i+1, len(steps), got, want)
		}
	}
}

func TestStepsShowNothingThatTheSeatWasNotTold(t *testing.T) {
	hidden := events.Outcome{Name: "unit.moved", Fields: events.Fields("unit", "foot", "x", 50000, "y", 50000)}
	plain, other := marchSteps(), marchSteps(hidden)
	if len(plain) != len(other) {
		t.Fatalf("%d steps and %d", len(plain), len(other))
	}
	for i := range plain {
		if !bytes.Equal(plain[i].SVG(), other[i].SVG()) {
			t.Errorf("step %d shows what the seat was not told", i)
		}
	}
}
