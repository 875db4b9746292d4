package umpire

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// Every act shown in docs/umpire.md can be parsed, and every act is shown there.
func TestUmpireDocShowsActsThatCanBeRead(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile("../../docs/umpire.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	acts := regexp.MustCompile("`([A-Z]{3,}[^`]*)`|\n    ([A-Z]{3,} [^\n]*)")
	for _, code := range acts.FindAllStringSubmatch(string(doc), -1) {
		text := code[1] + code[2]
		form := FormOf(text)
		if form == nil {
			continue
		}
		shown[form.Word] = true
		if bare := strings.Fields(text); len(bare) == 1 || strings.Contains(text, "seat") ||
			form.text && !form.bare && !strings.Contains(text, ":") {
			continue // the name of an act, or a line with placeholders
		}
		text = strings.NewReplacer("1 code", "1 abc123", "by you …", "").Replace(text)
		if !strings.Contains(text, "BECAUSE") && form.reason {
			text += " BECAUSE …"
		}
		if _, faults := read(text, known{turn: 4, brief: true}); len(faults) > 0 && strings.Contains(text, " ") {
			t.Errorf("docs/umpire.md shows %q: %v", text, faults)
		}
	}
	for _, f := range Forms() {
		if !shown[f.Word] {
			t.Errorf("docs/umpire.md does not show %s", f.Word)
		}
	}
}
