package rulesets_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"galloper/orders"
)

// TestNastyMails checks mails that are easily misread, with their correct readings. testdata/nasty.txt explains its
// rows.
func TestNastyMails(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/nasty.txt")
	if err != nil {
		t.Fatal(err)
	}
	var read func(string) []orders.Entry
	kind, rows := "", 0
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		words, want, isRow := strings.Cut(line, " => ")
		switch {
		case strings.HasPrefix(line, "== "):
			scenario, seat, _ := strings.Cut(line[3:], " ")
			read = opened(t, scenario, seat)
		case strings.HasPrefix(line, "## "):
			kind = line[3:]
		case isRow && line[0] != '#':
			known := strings.HasPrefix(words, "known: ")
			if known {
				_, words, _ = strings.Cut(words[len("known: "):], ": ")
			}
			rows++
			entries := read(strings.ReplaceAll(words, `\n`, "\n"))
			switch fault := nastyFault(entries, want); {
			case known && fault == "":
				t.Errorf("%s: %q is right now: take away what says that it is known to be wrong", kind, words)
			case !known && fault != "":
				t.Errorf("%s: %s\n got %s: %s\nwant %s", kind, words, taken(entries), fault, want)
			}
		}
	}
	if rows < 200 {
		t.Errorf("%d rows are too few", rows)
	}
}

// nastyFault compares the reading of a mail with its row, and describes the difference.
func nastyFault(entries []orders.Entry, want string) string {
	want, never, _ := strings.Cut(want+" ", " !! ")
	wanted := strings.Split(strings.TrimSpace(want), " | ")
	unanswered, offered := slices.Contains(wanted, "?"), false
	wanted = slices.DeleteFunc(wanted, func(w string) bool { return w == "?" || w == "-" })
	var accepted, lines []string
	for i := range entries {
		e := &entries[i]
		if e.Refusal == nil && e.Canonical != "" {
			accepted = append(accepted, e.Canonical)
		}
		unanswered = unanswered && e.Refusal == nil
		offered = offered || e.Asked != nil
		lines = append(lines, e.Asked...)
	}
	for form := range strings.SplitSeq(strings.TrimSpace(never), "/") {
		for _, line := range slices.Concat(accepted, lines) {
			if form = strings.TrimSpace(form); form != "" && strings.Contains(line+"$", form) {
				return "never " + form
			}
		}
	}
	switch {
	case !slices.Equal(accepted, wanted):
		return "other orders are accepted"
	case unanswered:
		return "it is not answered"
	case offered && !strings.Contains(want, "?"):
		return "YES would order something"
	}
	return ""
}

// TestMailsWithoutEnd checks that mails that are too long or empty are answered, and give no order that was not
// written.
func TestMailsWithoutEnd(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind, mail string
		accepted   int
	}{
		{"200 orders", strings.Repeat("Champagne: hold\nPicardie: advance\n", 100), 200},
		{"quotes alone", strings.Repeat("> Champagne: assault the mill\n> > Royal: charge\n", 100), 0},
		{"a sentence of a thousand words", "Champagne: hold " + strings.Repeat("and then not to charge ", 200), 0},
		{"a word of ten thousand letters", "Champagne: " + strings.Repeat("assault", 1500), 0},
		{"signs alone", strings.Repeat("🐎 ", 1000), 0},
	} {
		accepted := 0
		for _, e := range opened(t, "demo", "french.north")(c.mail) {
			if e.Refusal == nil && e.Canonical != "" {
				accepted++
			}
		}
		if accepted != c.accepted {
			t.Errorf("%s: %d orders are accepted, and not %d", c.kind, accepted, c.accepted)
		}
	}
}
