package rulesets_test

import (
	"os"
	"strings"
	"testing"

	"galloper/events/mutate"
)

// FuzzMail checks that each ruleset answers any mail, and that accepted orders read back as themselves.
func FuzzMail(f *testing.F) {
	fields := []struct{ ruleset, scenario, seat string }{
		{"activationchits", "sauren", "french.ney"}, {"commandchaos", "allifae", "roman.consul"},
		{"fieldcommand", "gettysburg-first-day", "confederate.iii"}, {"firediscipline", "prestonpans", "jacobite.murray"},
		{"orderdiscipline", "maida", "french.reynier"},
	}
	var known, words []string // the first letter of a mail selects its field
	read := make([]func(t *testing.T, mail string) (accepted []string), len(fields))
	for i, field := range fields {
		of := openedBattle(f, field.scenario)
		read[i] = func(t *testing.T, mail string) (accepted []string) {
			_, reading := of.rules.ReadMail(of.desk(field.seat), mail)
			for _, e := range reading.Entries {
				if e.Refusal != nil && e.Refusal.Reason == "" {
					t.Errorf("%q is refused without a reason", mail)
				}
				if e.Refusal == nil && e.Canonical != "" {
					accepted = append(accepted, e.Canonical)
				}
			}
			return accepted
		}
		said, err := os.ReadFile("testdata/" + field.ruleset + ".said")
		if err != nil {
			f.Fatal(err)
		}
		texts := append(written(f, field.ruleset), "STANDING\n:")
		for line := range strings.Lines(string(said)) {
			if words, _, ok := strings.Cut(line, " => "); ok {
				texts = append(texts, words)
			}
		}
		for _, text := range texts {
			known = append(known, string(rune('a'+i))+text)
			words = append(words, strings.Fields(text)...)
		}
	}
	mutate.Add(f, words, known...)
	f.Fuzz(func(t *testing.T, text string) {
		if text == "" || int(text[0]-'a') >= len(fields) {
			return
		}
		mail, read := text[1:], read[text[0]-'a']
		for _, line := range read(t, mail) {
			if again := read(t, line); !strings.HasPrefix(line, "LETTER") && strings.Join(again, "; ") != line {
				t.Errorf("%q\n reads as %q,\n that as %q", mail, line, again)
			}
		}
	})
}
