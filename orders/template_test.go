package orders

import (
	"regexp"
	"strings"
	"testing"
)

// sentLines are an order in force and suggestions. One needs several lines, and one begins with another.
var sentLines = []string{
	"TO Régiment d'Orléans: ADVANCE TO mill", "? TO Picardie: HOLD", "? TO Picardie: HOLD facing 90",
	"? Masséna's Brigade: FIRE AT nadasdy ELSE FIRE AT NEAREST ELSE ATTACK battery ELSE ATTACK NEAREST IF ENEMY " +
		"WITHIN 1 ELSE HOLD"}

// left returns the lines that remain of an answer to a template, without the frame and the envelope.
func left(text string) string {
	var words []string
	for line := range strings.SplitSeq(Changed(text, func() []string { return sentLines }), "\n") {
		line = strings.Trim(line, "> \t")
		if line != "" && line[0] != '#' && !frameOrName.MatchString(line) {
			words = append(words, line)
		}
	}
	return strings.Join(words, " ")
}

var frameOrName = regexp.MustCompile(`(?i)^(ORDERS|END|(GAME|SEAT|TURN)\W+\S+)$`)

// TestUntouchedLinesAreNoOrders checks that an unchanged template leaves no orders, whatever programs and phones do to
// it.
func TestUntouchedLinesAreNoOrders(t *testing.T) {
	t.Parallel()
	text := Template("mill", "french.north", 2, sentLines)
	narrow := regexp.MustCompile(`(.{30}\S*) `)
	for name, came := range map[string]string{
		"as sent":        text,
		"quoted":         "> " + strings.ReplaceAll(text, "\n", "\n> "),
		"quoted twice":   ">> " + strings.ReplaceAll(text, "\n", "\n>>"),
		"without blanks": strings.ReplaceAll(text, "? ", "?"),
		"wrapped":        narrow.ReplaceAllString(text, "$1\n"),
		"wrapped, quoted": "> " + strings.ReplaceAll(narrow.ReplaceAllString(text, "$1\n"), "\n",
			"\n> "),
		"in one line each": strings.ReplaceAll(text, "\n  ", " "),
		"smart":            strings.NewReplacer("'", "’", " ", "\u00a0", "é", "e\u0301").Replace(text),
		"dashed":           strings.NewReplacer(": ", " — ", ".", "…").Replace(text),
		"apart":            strings.ReplaceAll(text, "\n", "\r\n\r\n"),
		"set in":           strings.ReplaceAll(text, "\n", "\n\t  "),
		"small":            strings.ToLower(text),
	} {
		if got := left(came); got != "" {
			t.Errorf("%s: %q is left", name, got)
		}
	}
}

// TestChangedLinesAreOrders checks that changing a word or removing the mark makes an order of that line alone.
func TestChangedLinesAreOrders(t *testing.T) {
	t.Parallel()
	text := Template("mill", "french.north", 2, sentLines)
	for _, c := range []struct{ was, is, want string }{
		{"? TO Picardie: HOLD\n", "? TO Picardie: ADVANCE\n", "TO Picardie: ADVANCE"},
		{"? TO Picardie: HOLD\n", "TO Picardie: HOLD\n", "TO Picardie: HOLD"},
		{"? TO Picardie: HOLD facing 90\n", "?TO Picardie: HOLD facing 180\n", "TO Picardie: HOLD facing 180"},
		{"? TO Picardie: HOLD facing 90\n", "? TO Picardie: HOLD facing\n", "TO Picardie: HOLD facing"},
		{"TO mill\n", "TO hill\n", "TO Régiment d'Orléans: ADVANCE TO hill"},
		{"TO Régiment", "? TO Régiment", "TO Régiment d'Orléans: ADVANCE TO mill"},
		{"WITHIN 1 ELSE", "WITHIN 2 ELSE", "Masséna's Brigade: FIRE AT nadasdy ELSE FIRE AT NEAREST ELSE ATTACK " +
			"battery ELSE ATTACK NEAREST IF ENEMY WITHIN 2 ELSE HOLD"},
		{"? Massé", "Massé", "Masséna's Brigade: FIRE AT nadasdy ELSE FIRE AT NEAREST ELSE ATTACK battery ELSE " +
			"ATTACK NEAREST IF ENEMY WITHIN 1 ELSE HOLD"},
		{"? TO Picardie: HOLD\n", "", ""},
		{"? TO Picardie: HOLD\n", "To Royal: charge\n? TO Picardie: HOLD\n", "To Royal: charge"},
		{"END\n", "READY\nEND\n", "READY"},
	} {
		came := strings.Replace(text, c.was, c.is, 1)
		if came == text {
			t.Fatalf("%q does not stand in the template", c.was)
		}
		for mark, came := range map[string]string{"": came, "> ": "> " + strings.ReplaceAll(came, "\n", "\n> ")} {
			if got := left(came); got != c.want {
				t.Errorf("%s%q for %q: %q is left, not %q", mark, c.is, c.was, got, c.want)
			}
		}
	}
}

// TestFramesOfUntouchedTemplatesAreNone checks that READY counts beside an unchanged template. Beside a changed one,
// only the frame counts.
func TestFramesOfUntouchedTemplatesAreNone(t *testing.T) {
	t.Parallel()
	text := Template("mill", "french.north", 2, sentLines)
	for came, want := range map[string]bool{
		"READY\n\n" + text: true,
		text + "\nREADY":   true,
		strings.Replace(text, "END\n", "READY\nEND\n", 1):                  true,
		"READY\n\n" + strings.Replace(text, "? TO", "TO", 1):               false,
		strings.Replace(text, "END\n", "", 1) + "READY":                    true,
		strings.Replace(text, "ORDERS\n", "", 1) + "READY":                 true,
		strings.ReplaceAll(strings.ReplaceAll(text, "? ", "?"), "#", "//"): false,
	} {
		doc := Read(Changed(came, func() []string { return sentLines }), testLanguage)
		if doc.Has(Ready) != want || doc.Envelope.Turn != 2 {
			t.Errorf("READY counts is %v, turn %d, in\n%s", doc.Has(Ready), doc.Envelope.Turn, came)
		}
	}
}

// TestWhatAnswersNoTemplateIsNotTouched checks that an order in force can be given again.
func TestWhatAnswersNoTemplateIsNotTouched(t *testing.T) {
	t.Parallel()
	for _, text := range []string{sentLines[0], "> quoted\n" + sentLines[0], "ORDERS\n" + sentLines[0] + "\nEND\n"} {
		if got := Changed(text, func() []string { return sentLines }); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}
