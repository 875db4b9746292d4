package rulesets_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/events"
	"galloper/orders"
	"galloper/scenarios"
)

// nobody is a name that nothing has.
const nobody = "Zyxwen"

// TestHalfAnOrderIsAnswered: a line that names troops of the seat's or has a verb comes back with an order that would
// be taken, in each shipped scenario, from each seat.
func TestHalfAnOrderIsAnswered(t *testing.T) {
	t.Parallel()
	for _, scenario := range shippedNames(t) {
		t.Run(scenario, func(t *testing.T) {
			t.Parallel()
			b := openedBattle(t, scenario)
			for _, seat := range b.sc.Seats() {
				read := b.reader(seat.ID)
				for _, line := range halves(b, seat.ID) {
					if missing := unhinted(b.rules, read, line); missing != "" {
						t.Errorf("%s: %q: %s\n%s", seat.ID, line, missing, receipt(read(line)))
					}
				}
			}
		})
	}
}

// halves are lines that say half an order, or less: the seat's own names with and without a verb, and verbs alone.
func halves(b *battle, seat string) (lines []string) {
	own, _ := b.rules.Names(adjudicator.Desk{Scenario: b.sc, Seat: seat, Turn: 1})
	verbs := []string{"attack", "advance", "move", "fire", "withdraw", "charge", "follow", "hold"}
	for i, n := range own.All() {
		lines = append(lines, n.ID+": sleep", n.ID+" sleeps", n.ID+": "+verbs[i%len(verbs)],
			n.ID+" to "+verbs[(i+1)%len(verbs)]+" "+nobody)
	}
	for _, verb := range verbs {
		lines = append(lines, verb, nobody+": "+verb)
	}
	return lines
}

// unhinted is what the answer to a line does not have; "" where nothing is missing. What was taken or asked needs no
// hint, nor what was understood and cannot be done.
func unhinted(rules *adjudicator.Ruleset, read func(string) []orders.Entry, line string) string {
	entries := read(line)
	if len(entries) == 0 {
		return "no answer"
	}
	for _, e := range entries {
		if e.Refusal == nil || e.Asked != "" || e.Refusal.Several ||
			!slices.Contains(slices.Concat(rules.Spoken.Unread, rules.Spoken.Half), e.Refusal.Reason) {
			continue
		}
		var example string
		for _, note := range e.Notes {
			if _, so, ok := strings.Cut(note, "write it so: "); ok {
				example, _, _ = strings.Cut(so, "; or ")
			}
		}
		if example == "" {
			return "no hint"
		}
		again := read(example)
		if len(again) == 0 || slices.ContainsFunc(again, func(e orders.Entry) bool { return e.Refusal != nil }) {
			return fmt.Sprintf("the hint %q is not taken", example)
		}
	}
	return ""
}

// TestHintsTellNothing: half an order against enemies of whom the seat was not told, or for them, is answered as in a
// battle in which nobody has their names.
func TestHintsTellNothing(t *testing.T) {
	t.Parallel()
	tried := map[string]int{}
	for _, scenario := range shippedNames(t) {
		b := battleOf(hidden(t, scenario))
		for _, seat := range b.sc.Seats() {
			enemies := b.strangers(seat)
			other := b.renamed(t, scenario, &enemies)
			if other == nil || b.told(seat.ID) != other.told(seat.ID) {
				continue
			}
			one, two := b.reader(seat.ID), other.reader(seat.ID)
			own, _ := b.rules.Names(adjudicator.Desk{Scenario: b.sc, Seat: seat.ID, Turn: 1})
			mine := own.All()[0].ID
			forms := []string{"%s: attack", "%s: sleep", "attack %s", "%s attacks 15", "fire at %s", mine + ": attack %s",
				mine + " behind %s", "To %s: attack", "advance to %s", "Please let %s hold"}
			for i, enemy := range enemies {
				for n := range 3 {
					form := forms[(3*i+n)%len(forms)]
					tried[b.rules.Name]++
					mail := strings.ReplaceAll(form, "%s", enemy)
					if got, want := receipt(one(mail)), receipt(two(mail)); got != want {
						t.Errorf("%s: %s\n got %s\nwant %s", seat.ID, mail, got, want)
					}
				}
			}
		}
	}
	for rules, n := range tried {
		t.Logf("%s: %d lines", rules, n)
	}
	if len(tried) < 2 {
		t.Errorf("only %v have troops of whom a seat was not told", tried)
	}
}

// renamed is the battle with other names for some troops, of whom those are left out whose names something else has;
// nil where the scenario cannot do without these.
func (b *battle) renamed(t *testing.T, scenario string, ids *[]string) *battle {
	t.Helper()
	src := hidden(t, scenario)
	word := func(id string) *regexp.Regexp { return regexp.MustCompile(`(?im)\b` + regexp.QuoteMeta(id) + `\b`) }
	*ids = slices.DeleteFunc(*ids, func(id string) bool {
		lines := slices.DeleteFunc(strings.Split(string(src), "\n"), func(line string) bool {
			return !word(id).MatchString(line) || !strings.Contains(line, "name:")
		})
		return len(lines) > 1
	})
	for i, id := range *ids {
		src = word(id).ReplaceAll(src, fmt.Appendf(nil, "zx%c%c", 'a'+i/26, 'a'+i%26))
	}
	return battleOf(src)
}

// hidden is a shipped scenario in which nobody is told the names of the enemy's troops beforehand.
func hidden(t *testing.T, scenario string) []byte {
	t.Helper()
	src, err := scenarios.Files.ReadFile(scenario + "/scenario.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return bytes.ReplaceAll(src, []byte("oob: public"), []byte("oob: secret"))
}

// told is all that a seat was told.
func (b *battle) told(seat string) string {
	var told strings.Builder
	for _, line := range b.rules.Words.Facts {
		b.book.Seat(seat).Facts(line.Kind, func(subject string, fields []events.Field, _ int) bool {
			told.WriteString(" " + subject)
			for _, f := range fields {
				told.WriteString(" " + f.Value)
			}
			return true
		})
	}
	return told.String()
}

// strangers are the troops of other sides of which nothing that the seat was told has the id.
func (b *battle) strangers(seat adjudicator.Seat) (ids []string) {
	known := strings.FieldsFunc(b.told(seat.ID), func(r rune) bool { return strings.ContainsRune(" ,/:", r) })
	for _, other := range b.sc.Seats() {
		own, _ := b.rules.Names(adjudicator.Desk{Scenario: b.sc, Seat: other.ID, Turn: 1})
		for _, n := range own.All() {
			if other.Side != seat.Side && !strings.Contains(n.ID, ".") && !slices.Contains(known, n.ID) &&
				!slices.Contains(ids, n.ID) {
				ids = append(ids, n.ID)
			}
		}
	}
	return ids
}

// shippedNames are those of the scenarios that come with the program.
func shippedNames(t *testing.T) (list []string) {
	t.Helper()
	files, err := fs.Glob(scenarios.Files, "*/scenario.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		list = append(list, strings.TrimSuffix(file, "/scenario.yaml"))
	}
	return list
}
