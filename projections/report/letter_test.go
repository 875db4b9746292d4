package report

import (
	"slices"
	"strings"
	"testing"

	"galloper/projections/story"
)

func TestLetterSaysWhatItsTextSays(t *testing.T) {
	l := Letter{Title: "1 order accepted", MapLine: "The map is attached.", Map: Image{CID: "map.png", Alt: "a map"},
		Text: "1 order accepted.\n\n1. TO royal: HOLD: accepted\n   Royal will hold <here>.\n\nA paragraph that is so long that a " +
			"plain\n" +
			"text has it on two lines.\n\nThe map is attached.\n\nA   table\n1   2\n",
		Answers: []Answer{{"Say READY", "READY\n"}}}
	html := l.HTML()
	for _, want := range []string{"<!DOCTYPE html>", ">1 order accepted</h1>", `">1. TO royal: HOLD: accepted</p>`,
		"Royal will hold &lt;here&gt;.", `<img src="cid:map.png" alt="a map"`, `href="answer:READY%0D%0A">Say READY</a>`,
		">A   table\n1   2</pre>"} {
		if !strings.Contains(html, want) {
			t.Errorf("no %q in:\n%s", want, html)
		}
	}
	if strings.Contains(html, "order accepted.") || strings.Contains(html, l.MapLine) {
		t.Errorf("said twice:\n%s", html)
	}
}

func TestOnlyWrappedLinesAreJoined(t *testing.T) {
	long := strings.Repeat("word ", 13) + "word" // 69
	got := unwrapped([]string{long, "another line", "short", "stays apart", strings.Repeat("xx ", 30), "y"})
	if len(got) != 5 || got[0] != long+" another line" {
		t.Errorf("got %q", got)
	}
}

func TestLongTemplatesAreOpenedWithoutTheirHints(t *testing.T) {
	a := Answer{Text: "ORDERS\n" + strings.Repeat("# a hint of the template\n", 100) + "END\n"}
	if got := a.link(); got != "answer:ORDERS%0D%0AEND%0D%0A" {
		t.Errorf("the link is %q", got)
	}
}

// Units that stand beside each other in the table and do the same have one line of the order template.
func TestTemplateSaysOnceWhatSeveralDo(t *testing.T) {
	own := story.Table{IDs: []string{"", "r1", "r2", "r3", "v1", "v2", "r4"}, Rows: [][]string{
		{"You", "at the mill", ""}, {"First", "c5", "advances"}, {"Second", "d5", "advances"}, {"Third", "e5", "holds"},
		{"Left velites", "c3", ""}, {"Right velites", "h3", ""}, {"Fourth", "f5", "advances"}}}
	want := []string{"First (r1), Second (r2): advances", "Third (r3): holds",
		"Left velites (v1), Right velites (v2)", "Fourth (r4): advances"}
	if got := doings(own); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
