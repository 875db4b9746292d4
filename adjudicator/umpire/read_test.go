package umpire

import (
	"slices"
	"strings"
	"testing"
	"time"

	"galloper/events/mutate"
)

func TestReadActs(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text  string
		want  []Act
		fault string
	}{
		{"close turn 4", []Act{{Word: "CLOSE", Turn: 4, Line: 1}}, ""},
		{"Dear desk,\n\nEXTEND 48h TURN 4 BECAUSE the post\n was late", nil, "Dear desk,: this is no act"},
		{
			"EXTEND 48h TURN 4 BECAUSE the post\n was late",
			[]Act{{Word: "EXTEND", Turn: 4, Span: 48 * time.Hour, Because: "the post was late", Line: 1}},
			"",
		},
		{
			"# note\n> CLOSE TURN 1\nHOLD TURN 2 BECAUSE of rain\nEND\nCLOSE TURN 2",
			[]Act{{Word: "HOLD", Turn: 2, Because: "of rain", Line: 3}},
			"",
		},
		{"ANNOUNCE: no mail: on Sunday", []Act{{Word: "ANNOUNCE", Text: "no mail: on Sunday", Line: 1}}, ""},
		{
			"LETTER TO french.north & dutch.south: come",
			[]Act{{Word: "LETTER", Names: []string{"french.north", "dutch.south"}, Text: "come", Line: 1}},
			"",
		},
		{"ANSWER 2 TURN 3: hold", []Act{{Word: "ANSWER", Turn: 3, Names: []string{"2"}, Text: "hold", Line: 1}}, ""},
		{"SPECTATORS DELAY 3 turns because friends ask",
			[]Act{{Word: "SPECTATORS", Fate: "delay", Number: 3, Because: "friends ask", Line: 1}}, ""},
		{"spectators all", []Act{{Word: "SPECTATORS", Fate: "all", Line: 1}}, ""},
		{"SPECTATORS NONE", []Act{{Word: "SPECTATORS", Fate: "none", Line: 1}}, ""},
		{"APPROVE please", nil, "it does not name the turn"},
		{"SPECTATORS", nil, "DELAY and a number of turns, ALL or NONE is missing"},
		{"SPECTATORS DELAY", nil, "the number of turns is missing"},
		{"SPECTATORS DELAY -1", nil, "the number of turns is missing"},
		{"SPECTATORS ALL of them", nil, "it goes on with"},
		{"CLOSE", nil, "it does not name the turn; write: CLOSE TURN 4"},
		{"CLOSE TURN four", nil, "TURN wants a number"},
		{"EXTEND TURN 4 BECAUSE x", nil, "a time span is missing"},
		{"EXTEND 2d TURN 4", nil, "it gives no reason"},
		{"ANNOUNCE", nil, "its text is missing"},
		{"LETTER french.north: come", nil, "TO is missing"},
		{"CLOSE the door TURN 4", nil, `it goes on with "the door"`},
		{"DANCE", nil, "this is no act"},
		{"RULE TURN 2: SET x", nil, "a SET is written SET path = value"},
		{"RULE TURN 2: set unit.1foot.boxes: 3", nil, "a SET is written SET path = value"},
		{"RULE TURN 2: it rains\nSET unit.1foot.boxes 3", nil, "a SET is written SET path = value"},
		{
			"RULE TURN 2: it rains\nSET unit.1foot.boxes = 3\nSET unit.1foot.stands",
			nil,
			"a SET is written SET path = value",
		},
		{
			"ADDRESS french.ıſıſ +ann@example.test because of ıſ",
			[]Act{{Word: "ADDRESS", Because: "of ıſ", Line: 1}},
			"",
		},
		{
			"RULE TURN 2: the sun has set, and they set out",
			[]Act{{Word: "RULE", Turn: 2, Text: "the sun has set, and they set out", Line: 1}},
			"",
		},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			t.Parallel()
			acts, faults := Read(tt.text)
			switch {
			case tt.fault != "" && (len(faults) == 0 || !strings.Contains(faults[0].String(), tt.fault)):
				t.Errorf("faults %v, want %q", faults, tt.fault)
			case tt.fault == "" && len(faults) > 0:
				t.Errorf("refused: %v", faults)
			case tt.fault == "" && !slices.EqualFunc(acts, tt.want, sameAct):
				t.Errorf("read as %+v, want %+v", acts, tt.want)
			}
		})
	}
}

func sameAct(a, b Act) bool {
	names := slices.Equal(a.Names, b.Names)
	a.Names, b.Names = nil, nil
	return names && a.Word == b.Word && a.Turn == b.Turn && a.Span == b.Span && a.Text == b.Text &&
		a.Because == b.Because &&
		a.Line == b.Line
}

func FuzzReadActs(f *testing.F) {
	mutate.Add(f, nil, "EXTEND 48h TURN 4 BECAUSE the post was late\n\nANNOUNCE: x",
		"EXTEND 48h ıııııııı TURN 4 because ſ\xe0")
	f.Fuzz(func(t *testing.T, text string) {
		acts, faults := Read(text)
		for _, a := range acts {
			if FormOf(a.Word) == nil || FormOf(a.Word).Acting && a.Turn < 1 {
				t.Fatalf("an act that is none: %+v", a)
			}
		}
		for _, f := range faults {
			if f.What == "" || f.Want == "" {
				t.Fatalf("a fault that says nothing: %+v", f)
			}
		}
	})
}
