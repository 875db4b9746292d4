package rulesets

import (
	"fmt"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/orders"
	"galloper/scenarios"
)

// desks lists for each ruleset a seat of a scenario, an order that it can give, and another unit of its own.
var desks = []struct{ ruleset, scenario, seat, order, unit string }{
	{"firediscipline", "demo", "french.north", "TO royal: HOLD", "picardie"},
	{"fieldcommand", "gettysburg-first-day", "confederate.iii", "RANGE pegram", "davis"},
	{"orderdiscipline", "maida", "french.compere", "1leger HOLD", "42ligne"},
	{"activationchits", "sauren", "allied.hill", "95foot: HOLD", "28foot"},
	{"commandchaos", "allifae", "roman.consul", "HOLD r1", "r2"},
}

// reader returns a function that reads mails for the seat as a game would before its first turn.
func reader(t *testing.T, ruleset, scenario, seat string) func(text string) orders.Receipt {
	t.Helper()
	file := scenario + "/scenario.yaml"
	src, err := scenarios.Files.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rules, sc, faults := adjudicator.Load(All(), file, src)
	if len(faults) > 0 || rules.Name != ruleset {
		t.Fatalf("%s is %s, %v", file, rules.Name, faults)
	}
	return func(text string) orders.Receipt {
		doc, reading := rules.ReadMail(adjudicator.Desk{Scenario: sc, Seat: seat, Turn: 1}, text)
		return orders.Receipt{Document: doc, Entries: reading.Entries}
	}
}

// accepted returns the canonical lines of accepted orders.
func accepted(r *orders.Receipt) string {
	var lines []string
	for _, e := range r.Entries {
		if e.Refusal == nil {
			lines = append(lines, e.Canonical)
		}
	}
	return strings.Join(lines, "; ")
}

// TestLanguageOfAllRulesets checks the parts of reading a mail that all rulesets share.
func TestLanguageOfAllRulesets(t *testing.T) {
	for _, d := range desks {
		t.Run(d.ruleset, func(t *testing.T) {
			read := reader(t, d.ruleset, d.scenario, d.seat)
			for _, c := range []struct {
				name, mail, accepted string
				ready, waits         bool
			}{
				{"an order", "%[1]s\nREADY", "%[1]s", true, false},
				{"a numbered order", "1. %[1]s\n2) READY", "%[1]s", true, false},
				{"a greeting and a close", "Dear umpire,\nI hope that all is well.\n\n%[1]s\nREADY\nKind regards,\n", "%[1]s",
					true, false},
				{"an unknown phrase joined", "%[1]s\nhuzzah for the king\nREADY", "%[1]s", true, true},
				{"a line to another unit joined", "%[1]s\n%[2]s cheers for the king\nREADY", "%[1]s", true, true},
				{"a line to another unit apart", "%[2]s cheers for the king\n\n%[1]s\nREADY", "%[1]s", true, true},
				{"a comma before the next order", "%[1]s,\n%[1]s\n", "", false, false},
				{"a bad condition joined", "%[1]s\nif the moon be full\nREADY", "", true, true},
				{"a bad condition two lines below", "%[1]s\nbravely my lads\nif the moon be full\nREADY", "", true, true},
				{"READY below a letter", "%[1]s\nLETTER TO nobody: hold on\nREADY", "%[1]s", true, true},
				{"an order below a letter", "LETTER TO nobody: hold on\n%[2]s: cheer\nREADY", "", true, true},
			} {
				r := read(fmt.Sprintf(c.mail, d.order, d.unit))
				want := c.accepted
				if want != "" {
					want = fmt.Sprintf(want, d.order)
				}
				got := accepted(&r)
				if c.name == "a comma before the next order" {
					if !strings.HasPrefix(got, d.order) {
						t.Errorf("%s:\n%s", c.name, r.Text())
					}
					continue
				}
				if got != want || r.Document.Has(orders.Ready) != c.ready || (r.ReadyWaits() != "") != c.waits {
					t.Errorf("%s: accepted %q, want %q; READY %v, waits %q\n%s", c.name, got, want, r.Document.Has(orders.Ready),
						r.ReadyWaits(), r.Text())
				}
			}
		})
	}
}

// TestEveryVerbBeginsAnOrder checks that a verb is never read as part of the order above it.
func TestEveryVerbBeginsAnOrder(t *testing.T) {
	for _, d := range desks {
		read := reader(t, d.ruleset, d.scenario, d.seat)
		rules := All()[0]
		for _, r := range All() {
			if r.Name == d.ruleset {
				rules = r
			}
		}
		for _, v := range rules.Language.Verbs {
			for _, phrase := range v.Words {
				if phrase == "TO" || phrase == "IF" { // incomplete without a colon or THEN
					continue
				}
				r := read(d.order + "\n" + phrase + " xyzzy\n")
				if got := accepted(&r); !strings.HasPrefix(got, d.order) || len(r.Document.Items) != 2 {
					t.Errorf("%s: %s below an order: %d items, accepted %q", d.ruleset, phrase, len(r.Document.Items), got)
				}
			}
		}
	}
}

// TestCardHasEveryVerb checks that the player's card has every verb, and that each verb's help shows it.
func TestCardHasEveryVerb(t *testing.T) {
	for _, r := range Known() {
		for _, v := range r.Language.Verbs {
			if !strings.Contains(r.Card, v.Words[0]) {
				t.Errorf("%s: the card does not have %s", r.Name, v.Words[0])
			}
			if !strings.Contains(v.Grammar, v.Words[0]) {
				t.Errorf("%s: the help of %s shows %s", r.Name, v.Words[0], v.Grammar)
			}
		}
	}
}

// TestNamesAndCommasInOrders checks the candidates of an ambiguous name, and commas before keywords, with the troops of
// the scenarios.
func TestNamesAndCommasInOrders(t *testing.T) {
	for _, c := range []struct{ ruleset, scenario, seat, mail, says string }{
		{"firediscipline", "prestonpans", "government.cope", "ride to gardiner", "RIDE TO government.gardiner: accepted"},
		{"firediscipline", "glenshiel", "jacobite.tullibardine", "ride to murray",
			"it fits murray (Lord George's Men, unit), jacobite.murray (Lord George Murray, seat)"},
		{"firediscipline", "glenshiel", "jacobite.tullibardine", "to galicia: hold murray", "knoll (Murray's Knoll, place)"},
		{"firediscipline", "glenshiel", "jacobite.tullibardine", "to galicia: hold murray's knoll", "HOLD knoll: accepted"},
		{"firediscipline", "glenshiel", "government.wightman", "ride to clayton",
			"it fits clayton (Clayton's Regiment, unit), government.clayton (Colonel Clayton, seat)"},
		{"firediscipline", "demo", "french.north", "To royal: hold, via mill, facing north",
			"TO royal: HOLD VIA mill FACING 0: accepted"},
		{"fieldcommand", "gettysburg-first-day", "confederate.iii", "Send McIntosh to the farm",
			"it fits 1 (Newman's Farm), 3 (Cobean's Farm), 12 (Benner's Farm), 22 (Bliss's Farm)"},
		{"firediscipline", "prestonpans", "government.cope", "Lee's go to the church.", `no place is called "church"`},
		{"orderdiscipline", "maida", "french.compere", "Kindly march the 42e to the old windmill.",
			`no place is called "windmill"`},
		{"fieldcommand", "gettysburg-first-day", "confederate.army", "LETTER TO ii: hello",
			"LETTER TO confederate.ii: accepted"},
		{"fieldcommand", "gettysburg-first-day", "confederate.iii", "road march archer, via 8, to 12",
			"ROAD MARCH archer VIA 8 TO 12: accepted"},
		{"orderdiscipline", "maida", "french.compere", "1leger move to 40,10, via 42,11, facing N",
			"1leger MOVE TO 40.00,10.00 VIA 42.00,11.00 FACING 0: accepted"},
		{"activationchits", "sauren", "allied.hill", "95foot: move to g4, via g3, if 28foot steady, else hold",
			"1. 95foot: MOVE"},
		{"commandchaos", "allifae", "roman.consul", "LETTER TO horse: hello", "LETTER TO roman.horse: accepted"},
		{"commandchaos", "allifae", "roman.consul", "LETTER TO Servilius: hello", "LETTER TO roman.horse: accepted"},
		{"commandchaos", "allifae", "roman.consul", "LETTER TO punic.horse: hello", "letters go to your own side"},
		{"commandchaos", "allifae", "roman.consul", "if we are first, then hold r1, else back r1",
			"1. IF WE ARE FIRST THEN HOLD r1 ELSE BACK r1"},
	} {
		r := reader(t, c.ruleset, c.scenario, c.seat)(c.mail)
		if text := r.Text(); !strings.Contains(text, c.says) {
			t.Errorf("%s: %q does not say %q:\n%s", c.ruleset, c.mail, c.says, text)
		}
	}
}

// TestLostSentenceStandsAlone checks that a refused sentence among several has its own entry, as written.
func TestLostSentenceStandsAlone(t *testing.T) {
	for _, d := range desks {
		read := reader(t, d.ruleset, d.scenario, d.seat)
		lost := fmt.Sprintf("When the moon's shadow shows itself, %s is to attack it", d.unit)
		r := read(fmt.Sprintf("%s is to hold. %s!", d.unit, lost))
		if text := r.Text(); !strings.Contains(text, "2. "+lost+": refused\n") {
			t.Errorf("%s: %q does not stand alone in\n%s", d.ruleset, lost, text)
		}
	}
}
