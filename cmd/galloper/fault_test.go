package main

import (
	"errors"
	"io"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/events"
)

// breaks is an input that breaks whatever reads it.
type breaks struct{ cause any }

func (b breaks) Read([]byte) (int, error) { panic(b.cause) }

// TestBrokenInvariantIsASentence shows what the command line makes of a ruleset, or a
// program, that breaks: a sentence, a hint and exit status 1, never a trace.
func TestBrokenInvariantIsASentence(t *testing.T) {
	for _, c := range []struct {
		cause any
		want  string
	}{
		{&adjudicator.Broken{Game: "play", Turn: 3, Phase: "6a dispatches leave", Order: "order 2 of union.army",
			Outcomes: make([]events.Outcome, 7), Cause: errors.New("index out of range [-1]")},
			"galloper: turn 3 could not be adjudicated: an invariant of the rules did not hold in phase 6a dispatches " +
				"leave, behind " +
				"outcome 7 of the turn in carrying out order 2 of union.army: index out of range [-1]\n"},
		{"no such unit", "galloper: a fault of the program: no such unit\n"},
	} {
		var text strings.Builder
		args := []string{"check", "../../scenarios/demo/scenario.yaml", "--seat", "french.north"}
		if status := run(t.Context(), args, breaks{c.cause}, io.Discard, &text); status != statusNo {
			t.Errorf("exit status %d", status)
		}
		sentence, hint, _ := strings.Cut(text.String(), "hint: ")
		if sentence != c.want {
			t.Errorf("got  %swant %s", sentence, c.want)
		}
		if !strings.HasPrefix(hint, "please report this") || strings.Contains(text.String(), "goroutine") {
			t.Errorf("the hint is %q", hint)
		}
	}
}
