package report

import (
	"strings"
	"testing"
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

// A template that is too long for a link loses its comments, then its suggestions.
func TestLongTemplatesAreOpenedWithoutTheirHints(t *testing.T) {
	const hint = "# a hint of the template\n"
	for text, want := range map[string]string{
		strings.Repeat(hint, 100) + "? 1foot: HOLD\n":              "%3F%201foot%3A%20HOLD%0D%0A",
		hint + strings.Repeat("? 1foot: HOLD\n  ELSE HALT\n", 100): "",
	} {
		a := Answer{Text: "ORDERS\n" + text + "2foot: HOLD\nEND\n"}
		if got := a.link(); got != "answer:ORDERS%0D%0A"+want+"2foot%3A%20HOLD%0D%0AEND%0D%0A" {
			t.Errorf("the link is %q", got)
		}
	}
}
