package rulesets_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"galloper/adjudicator"
	"galloper/adjudicator/oracle"
	"galloper/adjudicator/rulesets"
	"galloper/orders"
	"galloper/projections/knowledge"
)

// TestNoWordIsDropped inserts a meaningless word at each place of every order of the cases, and appends the end of the
// next order. No such order may be accepted as if the words were not there.
func TestNoWordIsDropped(t *testing.T) {
	t.Parallel()
	for _, rules := range rulesets.All() {
		t.Run(rules.Name, func(t *testing.T) {
			t.Parallel()
			files, err := filepath.Glob(filepath.Join("..", rules.Name, "testdata", "*.txtar"))
			if err != nil {
				t.Fatal(err)
			}
			read, tried := map[string]bool{}, 0
			for _, file := range files {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				tried += dropWords(t, rules, txtar.Parse(text), read)
			}
			if tried < 40 {
				t.Errorf("only %d orders were tried", tried)
			}
		})
	}
}

// everyNth says that of the many variants of an order only every n-th is tried, another one for the next order.
// GALLOPER_EVERY=1 tries all.
func everyNth() int { return oracle.Many(os.Getenv("GALLOPER_EVERY"), 3) }

// nothing is a meaningless word.
const nothing = "xyzzy"

// optional are endings that do not change the meaning of an order, or repeat a part of it.
var optional = []string{"YDS", "at will", "will", "until relieved", "sp", "take it", "battery", "with poague"}

// dropWords tests the orders of a case's first turn, except those read in earlier cases.
func dropWords(t *testing.T, rules *adjudicator.Ruleset, c *txtar.Archive, read map[string]bool) (tried int) {
	t.Helper()
	_, sc, faults := adjudicator.Load(rulesets.All(), "case.yaml", c.Files[0].Data)
	if len(faults) > 0 {
		return 0
	}
	var seats []string
	for _, s := range sc.Seats() {
		seats = append(seats, s.ID)
	}
	book := knowledge.Open(seats, rules.Words.Facts)
	book.Apply(0, adjudicator.Open(adjudicator.Position{Game: "dropped", Ruleset: rules, Scenario: sc},
		silent(1)).Outcomes)
	for _, f := range c.Files {
		name, ok := strings.CutPrefix(f.Name, "turn-1/")
		seat, isOrders := strings.CutSuffix(name, ".orders")
		if !ok || !isOrders || !slices.Contains(seats, seat) {
			continue
		}
		accepted := func(mail string) []string {
			_, reading := rules.ReadMail(adjudicator.Desk{Scenario: sc, Seat: seat, Turn: 1, Known: book.Seat(seat)}, mail)
			if slices.ContainsFunc(reading.Entries, func(e orders.Entry) bool {
				notes := strings.Join(e.Notes, " ") // notes report words without effect
				return e.Refusal != nil || strings.Contains(notes, nothing) || strings.Contains(notes, "otherwise: ")
			}) {
				return nil
			}
			return reading.Accepted()
		}
		var before string
		for line := range strings.Lines(string(f.Data)) {
			line, _, _ = strings.Cut(strings.TrimSpace(line), " #")
			if read[line] || strings.Contains(strings.ToUpper(line), "LETTER") {
				continue
			}
			read[line] = true
			if whole := accepted(line); len(whole) > 0 {
				tried++
				tryNothing(t, line, whole, accepted, tried)
				if before != "" {
					tryBoth(t, before, line, accepted, tried)
				}
				before = line
			}
		}
	}
	return tried
}

// tryNothing inserts the meaningless word after the words of the line that everyNth chooses.
func tryNothing(t *testing.T, line string, whole []string, accepted func(string) []string, number int) {
	t.Helper()
	words := strings.Fields(line)
	for i := range words {
		if (i+number)%everyNth() != 0 {
			continue
		}
		with := strings.Join(slices.Insert(slices.Clone(words), i+1, nothing), " ")
		if got := accepted(with); len(got) > 0 && slices.Equal(got, whole) {
			t.Errorf("%q is accepted as %q", with, got)
		}
	}
}

// tryBoth appends the end of one line to another, as if they were one order.
func tryBoth(t *testing.T, one, other string, accepted func(string) []string, number int) {
	t.Helper()
	words := strings.Fields(other)
	whole := accepted(one)
	for i := 1; i < len(words); i++ {
		end := strings.Join(words[i:], " ")
		if (i+number)%everyNth() != 0 {
			continue
		}
		if strings.HasSuffix(" "+one, " "+end) { // repeated words do not change the meaning
			continue
		}
		if got := accepted(one + " " + end); len(got) > 0 && slices.Equal(got, whole) && !slices.Contains(optional, end) {
			t.Errorf("%q is accepted as %q", one+" "+end, got)
		}
	}
}
