package rulesets_test

import (
	"os"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/oracle"
	"galloper/adjudicator/rulesets"
)

// TestAcceptedReadsAgain checks that accepted orders of senseless mails, written with the knowledge at the opening,
// read back as themselves. An order that does not would stop a turn.
func TestAcceptedReadsAgain(t *testing.T) {
	t.Parallel()
	mails := oracle.Many(os.Getenv("GALLOPER_MAILS"), 150)
	for _, rules := range rulesets.All() {
		t.Run(rules.Name, func(t *testing.T) {
			t.Parallel()
			c := rashly(t, rules)
			for battle, read := 0, 0; read < mails; battle++ {
				f := c.open(battle, c.source(battle))
				for _, s := range f.pos.Scenario.Seats() {
					for range 10 {
						f.readsAgain(s)
						read++
					}
				}
			}
		})
	}
}

// readsAgain reads a mail of the seat, and each of its accepted orders again.
func (f *rashField) readsAgain(s adjudicator.Seat) {
	lines := f.mail(s, 1)
	desk := adjudicator.Desk{Scenario: f.pos.Scenario, Seat: s.ID, Turn: 1, Known: f.desks.Known(s.ID)}
	for _, line := range lines {
		if n, rest, ok := strings.Cut(line, ". "); ok && strings.Trim(n, "0123456789") == "" {
			line = rest
		}
		if strings.HasPrefix(line, "LETTER TO ") {
			continue
		}
		_, again := f.pos.Ruleset.ReadMail(desk, line)
		if len(again.Entries) == 1 && again.Entries[0].Refusal != nil &&
			strings.HasPrefix(again.Entries[0].Refusal.Reason, "ambiguous") {
			continue // the id may also be another unit's name; the record reads it as an id
		}
		if len(again.Entries) != 1 || again.Entries[0].Refusal != nil || again.Entries[0].Canonical != line {
			f.t.Errorf("battle %d, %s: %q was accepted of\n%sand reads again as %+v", f.battle, s.ID, line, f.mails[s.ID],
				again.Entries)
		}
	}
}
