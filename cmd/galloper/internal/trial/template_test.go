package trial

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/offline"
	"galloper/orders/say"
)

// TestTemplates: in all rulesets a report's template has a line for each unit that can be ordered. Left
// unchanged it orders nothing. Each suggestion, without its mark, is one order for its unit, and all of them
// together are valid too.
func TestTemplates(t *testing.T) {
	t.Parallel()
	for name, inForce := range map[string]bool{"demo": true, "sauren": false, "allifae": false, "maida": false,
		"wilsons-creek": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := shipped(t)[name]
			m.Limit = 2
			c := templates{t: t, match: m}
			m.Told = c.check
			m.Play(1)
			if c.suggested == 0 || c.suggested == c.holding || (c.inForce > 0) != inForce {
				t.Errorf("%d suggestions, %d of them to hold, %d orders in force: the test tests too little",
					c.suggested, c.holding, c.inForce)
			}
		})
	}
}

// TestTemplatesWithoutUnits: a seat without units of its own is suggested what its staff would order.
func TestTemplatesWithoutUnits(t *testing.T) {
	t.Parallel()
	m := *shipped(t)["allifae"]
	rules := *m.Rules
	rules.Vocabulary = func(adjudicator.Desk) *say.Vocabulary { return &say.Vocabulary{} }
	m.Rules = &rules
	f := m.field(0)
	f.begin()
	for _, seat := range m.Scenario.Seats() {
		if lines := f.table.Template(seat.ID); len(lines) == 0 || !strings.HasPrefix(lines[0], "? ") {
			t.Errorf("%s is suggested %q", seat.ID, lines)
		}
	}
}

type templates struct {
	t                           *testing.T
	match                       *Match
	suggested, holding, inForce int
}

var (
	wrapped = regexp.MustCompile(`\n  +`)
	framing = regexp.MustCompile(`^(ORDERS|END|GAME .*|SEAT .*|TURN .*)$`)
)

// check checks the templates of all reports of a turn.
func (c *templates) check(table *offline.Session, turn int) {
	for _, seat := range c.match.Scenario.Seats() {
		read := func(text string) (canonical []string) {
			for _, e := range table.Read(seat.ID, text).Orders.Entries {
				if canonical = append(canonical, e.Canonical); e.Refusal != nil {
					c.t.Errorf("turn %d, %s: %q is refused: %v", turn, seat.ID, text, e.Refusal)
				}
			}
			return canonical
		}
		sent := table.Told(seat.ID).Template
		if got := read(sent); got != nil {
			c.t.Errorf("turn %d, %s: a template that nobody changed orders %q", turn, seat.ID, got)
		}
		var all []string
		for _, line := range strings.Split(wrapped.ReplaceAllString(sent, " "), "\n") {
			bare, suggested := strings.CutPrefix(line, "? ")
			if suggested {
				alone := read(bare)
				if with := read(strings.Replace(wrapped.ReplaceAllString(sent, " "), line, bare, 1)); len(alone) != 1 ||
					!slices.Equal(with, alone) {
					c.t.Errorf("turn %d, %s: %q without its mark is %q in the template, %q alone", turn, seat.ID, line,
						with, alone)
				}
				c.suggested++
				if all = append(all, bare); strings.Contains(bare, "HOLD") && !strings.Contains(bare, "ELSE") {
					c.holding++
				}
			} else if line != "" && line[0] != '#' && !framing.MatchString(line) {
				c.inForce++
			}
		}
		if got := read(strings.Join(all, "\n")); len(got) != len(all) {
			c.t.Errorf("turn %d, %s: %d suggestions are %d orders", turn, seat.ID, len(all), len(got))
		}
		desk := adjudicator.Desk{Scenario: c.match.Scenario, Seat: seat.ID, Turn: turn + 1, Known: table.Known(seat.ID)}
		mine := c.match.Rules.Vocabulary(desk).Mine
		if lines := table.Template(seat.ID); len(lines) != len(mine) && len(mine) > 0 {
			c.t.Errorf("turn %d, %s: %d lines for %q: %q", turn, seat.ID, len(lines), mine, lines)
		}
	}
}
