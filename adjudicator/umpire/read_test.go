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
		{"I am happy with it. APPROVE TURN 1", []Act{{Word: "APPROVE", Turn: 1, Line: 1}}, ""},
		{"I am happy with it. APPROVE", nil, "this is no act"},
		{"I am happy. Close turn 1", nil, "this is no act"},
		{"DANCE", nil, "this is no act"},
		{"CLSOE TURN 4", nil, "CLSOE TURN 4: this is no act of an umpire; write: CLOSE TURN 4"},
		{"CLOSE TURN 4, please.", []Act{{Word: "CLOSE", Turn: 4, Line: 1}}, ""},
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
		{"APPROVE please", nil, "it does not name the turn; write: APPROVE please TURN 4"},
		{"APPROVE DRAFT 2.", nil, "write: APPROVE DRAFT 2 TURN 4."},
		{"EXTEND 48h because of rain", nil, "write: EXTEND 48h TURN 4 because of rain"},
		{"ANSWER 2: hold", nil, "write: ANSWER 2 TURN 4: hold"},
		{"RULE: it rains\nSET a.b = 3", nil, "write: RULE TURN 4: it rains SET a.b = 3"},
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

// Text that people write around their acts is not an act, and does not invalidate one.
func TestReadActsAmongProse(t *testing.T) {
	t.Parallel()
	closing := []Act{{Word: "CLOSE", Turn: 4}}
	told := []Act{{Word: "ANNOUNCE", Text: "the post is slow"}}
	tests := []struct {
		text   string
		want   []Act
		unread string
		fault  string
	}{
		{"Hello,\n\nCLOSE TURN 4\n\nBest regards,\nUma Thornton\nQuiberon Games", closing, "", ""},
		{"Dear desk\nCLOSE TURN 4\nCheers\nUma", closing, "", ""},
		{"CLOSE TURN 4\nYours truly", closing, "", ""},
		{"CLOSE TURN 4\nWarmest regards, Uma", closing, "", ""},
		{"ANNOUNCE: the post is slow\nCheers, Bob", told, "", ""},
		{"Good evening,\nplease close turn 4.\n\nUma", closing, "", ""},
		{"> REVERT TO TURN 1 BECAUSE x\nCLOSE TURN 4\n\n-- \nUma\nHELP desk", closing, "", ""},
		{"I have read all of your mails with joy.\n\nCLOSE TURN 4", closing, "I have read all of your mails with joy.", ""},
		{"CLOSE TURN 4\nThe battle goes on well.", closing, "The battle goes on well.", ""},
		{"ANNOUNCE: the post is slow\n\nThanks,\nUma", told, "", ""},
		{"ANNOUNCE: the post is slow\n\nThank you and best regards\nUma", told, "", ""},
		{"ANNOUNCE: the post is slow\n\nBest regards and thank you\nUma Thornton", told, "", ""},
		{"ANNOUNCE: the post is slow\nMany thanks", told, "", ""},
		{"ANNOUNCE: the post is\nslow\n\nUma Thornton\nGames desk", told, "Uma Thornton|Games desk", ""},
		{"ANNOUNCE: I give my thanks to Ann, my best wishes,\nregards, and", []Act{{Word: "ANNOUNCE",
			Text: "I give my thanks to Ann, my best wishes, regards, and"}}, "", ""},
		{"CLOSE TURN 4\nRegards\n\nANNOUNCE: the post is slow", append(closing, told...), "", ""},
		{"RULE TURN 4: it rains\n\nSET a.b = 3\n\nYours, U.", []Act{{Word: "RULE", Turn: 4, Text: "it rains"}}, "", ""},
		{"Hello\n\nEXTEND 48h TURN 4 BECAUSE of rain\n\nHODL TURN 4 BECAUSE of rain", nil, "", "HOLD TURN 4 BECAUSE"},
		{"Hello\n\nCLOSE TURN 4\n\nand then RESUME it", nil, "", "and then RESUME it: this is no act"},
		{"CLOSE TURN 4\n\nI would revert to turn 2", nil, "", "this is no act"},
		{"ANNOUNCE: the post is slow\n\nWrite to me all the same.", nil, "", "this is no act"},
		{"AMEND a.b 1 TURN 4 BECAUSE the post was late, and by a whole day: TO champagne:\nHOLD", []Act{{Word: "AMEND", Turn: 4,
			Text: "TO champagne: HOLD", Because: "the post was late, and by a whole day"}}, "", ""},
		{"AMEND a.b 1 TURN 4 BECAUSE the post was late: TO champagne: ADVANCE,\nHOLD at the mill", []Act{{Word: "AMEND",
			Turn: 4, Text: "TO champagne: ADVANCE, HOLD at the mill", Because: "the post was late"}}, "", ""},
		{"ANNOUNCE: the post is slow\nHOLD TURN 4", nil, "", "it gives no reason"},
		{"CLOSE TURN 4\n\nDANCE", nil, "", "this is no act"},
	}
	for _, tt := range tests {
		acts, faults := Read(tt.text)
		for i := range acts {
			acts[i].Line = 0
		}
		switch {
		case tt.fault != "" && (len(faults) == 0 || !strings.Contains(faults[0].String(), tt.fault)):
			t.Errorf("%q: faults %v, want %q", tt.text, faults, tt.fault)
		case tt.fault == "" && (len(faults) > 0 || !slices.EqualFunc(acts, tt.want, sameAct)):
			t.Errorf("%q: %v, read as %+v, want %+v", tt.text, faults, acts, tt.want)
		}
		if unread := strings.Join(Unread(tt.text), "|"); unread != tt.unread {
			t.Errorf("%q: not read is %q, want %q", tt.text, unread, tt.unread)
		}
	}
}

// An act in a reply may leave out the turn of the mail that it answers.
func TestReadReply(t *testing.T) {
	t.Parallel()
	closed := []Act{{Word: "CLOSE", Turn: 3, Replied: true}}
	tests := []struct {
		text  string
		want  []Act
		fault string
	}{
		{"CLOSE", closed, ""},
		{"Please CLOSE.\n\nYours truly\nUma", closed, ""},
		{"CLOSE\nAll have written.", closed, ""},
		{"CLOSE TURN 4", []Act{{Word: "CLOSE", Turn: 4}}, ""},
		{"EXTEND 48h BECAUSE of\nrain", []Act{{Word: "EXTEND", Turn: 3, Replied: true, Span: 48 * time.Hour,
			Because: "of rain"}}, ""},
		{"APPROVE DRAFT 2", []Act{{Word: "APPROVE", Turn: 3, Replied: true}}, ""},
		{"RULE t2.17: it rains", []Act{{Word: "RULE", Turn: 2, Text: "it rains"}}, ""},
		{"ANNOUNCE: the post is slow", []Act{{Word: "ANNOUNCE", Text: "the post is slow"}}, ""},
		{"WHY", []Act{{Word: "WHY"}}, ""},
		{"Close", nil, "write: Close TURN 4"},
		{"ANNOUNCE: the post is so slow that the turn will probably\nclose", nil, "write: close TURN 4"},
		{"HOLD", nil, "it gives no reason"},
		{"REVERT TO TURN BECAUSE of rain", nil, "TURN wants a number"},
		{"REVERT TO BECAUSE of rain", nil, "TURN is missing"},
		{"I am happy with it. APPROVE", nil, "this is no act"},
	}
	for _, tt := range tests {
		acts, faults := ReadReply(tt.text, 3)
		for i := range acts {
			acts[i].Line = 0
		}
		switch {
		case tt.fault != "" && (len(faults) == 0 || !strings.Contains(faults[0].String(), tt.fault)):
			t.Errorf("%q: faults %v, want %q", tt.text, faults, tt.fault)
		case tt.fault == "" && (len(faults) > 0 || !slices.EqualFunc(acts, tt.want, sameAct)):
			t.Errorf("%q: %v, read as %+v, want %+v", tt.text, faults, acts, tt.want)
		}
	}
}

func sameAct(a, b Act) bool {
	names := slices.Equal(a.Names, b.Names)
	a.Names, b.Names = nil, nil
	return names && a.Word == b.Word && a.Turn == b.Turn && a.Span == b.Span && a.Text == b.Text &&
		a.Because == b.Because &&
		a.Line == b.Line && a.Replied == b.Replied
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
