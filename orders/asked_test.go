package orders_test

import (
	"strings"
	"testing"

	"galloper/orders"
)

// Players are only asked about an order of which part was not understood; programs also read where the fault lies. The
// verdict and READY treat the order as unconfirmed.
func TestWhatIsToBeConfirmed(t *testing.T) {
	const reading = "guns: MOVE TO B2"
	for _, c := range []struct {
		left  []string
		tells bool // programs read where the fault lies; players are only asked
		want  string
	}{
		{nil, true, "1? It does not say who. Read: " + reading + ". Answer YES 1 to have those do it."},
		{[]string{"along", "track"}, false, `1? Not understood: "along", "track". Read: ` + reading +
			". Answer YES 1 to have it so."},
		{[]string{"trots"}, true, `1? Not understood: "trots". Read: ` + reading + ". Answer YES 1 to have it so."},
	} {
		r := orders.Receipt{
			Document: orders.Read("guns trots along the track\nREADY\n", orders.Language{}),
			Entries: []orders.Entry{{Number: 1, Asked: []string{reading}, LeftOut: c.left,
				Refusal: &orders.Refusal{Reason: "no-verb", Line: 1, Col: 6, Word: "trots", Want: "a verb"}}},
		}
		text := r.Text()
		if strings.Contains(text, "expected a verb") || strings.Contains(r.Technical(), "expected a verb") != c.tells {
			t.Errorf("not understood was %q: programs are told where: want %v; players read\n%s", c.left, c.tells, text)
		}
		for _, want := range []string{"No order accepted, 1 to be confirmed by you.\n", c.want,
			"READY: not taken, because order 1 is to be confirmed."} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is not in\n%s", want, text)
			}
		}
	}
}

// Notes that explain a refusal better replace the expected words, except for programs.
func TestBetterReasonStandsAlone(t *testing.T) {
	for _, explained := range []bool{true, false} {
		r := orders.Receipt{Entries: []orders.Entry{{Number: 1, Explained: explained, Notes: []string{`you see no "Hill"`},
			Refusal: &orders.Refusal{Reason: "no-verb", Line: 1, Col: 1, Word: "Hill", Want: "a verb"}}}}
		if told := strings.Contains(r.Text(), "expected a verb"); told == explained {
			t.Errorf("explained is %v, and players read\n%s", explained, r.Text())
		}
		if !strings.Contains(r.Technical(), "expected a verb") {
			t.Errorf("programs read\n%s", r.Technical())
		}
	}
}

// Each rival reading has its own letter. A mail that says CHECK or comes too late is offered no YES.
func TestRivalsAreOfferedEach(t *testing.T) {
	r := orders.Receipt{Entries: []orders.Entry{{Number: 2, Asked: []string{"HOLD a", "HOLD b"},
		Refusal: &orders.Refusal{Reason: orders.Asked}}}}
	for _, want := range []string{"2? It may mean either.\n", "2a? HOLD a. Answer YES 2a to have it so.\n",
		"2b? HOLD b. Answer YES 2b to have it so.\n"} {
		if text := r.Text(); !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	checked := r
	checked.Document = orders.Read("CHECK\n", orders.Language{})
	late := r
	late.Moot = true
	for _, r := range []orders.Receipt{checked, late} {
		if text := r.Text(); strings.Contains(text, "YES") || !strings.Contains(text, "2b? HOLD b.") {
			t.Errorf("offered is\n%s", text)
		}
	}
	doc := orders.Read("YES 1, 2b and 3A\nYes to all\n", orders.Language{})
	if got := doc.Commands[0].String() + "; " + doc.Commands[1].String(); got != "YES 1, 2b, 3a; YES ALL" {
		t.Errorf("read as %s", got)
	}
}

// An edit that takes a proposed reading keeps the other orders of the sentence.
func TestMendKeepsTheOtherOrders(t *testing.T) {
	r := orders.Receipt{Document: orders.Document{Items: []orders.Item{{Number: 1, Text: "a holds, b trots, c hums",
		Words: []orders.Word{{Text: "a", Line: 1}}}}}}
	asked := &orders.Refusal{Reason: orders.Asked}
	r.Entries = []orders.Entry{{Number: 1, Item: 1, Canonical: "HOLD a"},
		{Number: 2, Item: 1, Refusal: asked, Asked: []string{"MOVE b"}, Text: "b trots"},
		{Number: 3, Item: 1, Refusal: asked, Asked: []string{"HOLD c"}, Text: "c hums"}}
	for i, want := range []string{"", "HOLD a\nMOVE b\nc hums", "HOLD a\nb trots\nHOLD c"} {
		got := ""
		for _, m := range r.Answers()[i].Mends {
			got = m.With
		}
		if got != want {
			t.Errorf("order %d is mended as %q", i+1, got)
		}
	}
}

// The question whether words are a letter has its own wording, without the place where an order was expected.
func TestLetterToBeConfirmed(t *testing.T) {
	r := orders.Receipt{
		Document: orders.Read("General Hill, are you there\n", orders.Language{}),
		Entries: []orders.Entry{{Number: 1, Asked: []string{"LETTER TO hill: are you there"},
			Refusal: &orders.Refusal{Reason: "no-verb", Line: 1, Col: 1, Word: "General", Want: "a verb"}}},
	}
	text := r.Text()
	if !strings.Contains(text, "1? LETTER TO hill: are you there. Answer YES 1 to send it as a letter.") ||
		strings.Contains(text, "expected a verb") {
		t.Error(text)
	}
}
