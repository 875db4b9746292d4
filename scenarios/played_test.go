package scenarios

import (
	"io/fs"
	"path"
	"strconv"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/rulesets"
	"galloper/events"
	"galloper/orders"
)

// asWritten reads a mail that must give what it says: nothing refused or unread that may be an order, READY taken
// where it stands, each letter ending where the player ends it.
func (tb *table) asWritten(t *testing.T, where, seat, text string, turn int) adjudicator.Reading {
	t.Helper()
	desk := adjudicator.Desk{Scenario: tb.pos.Scenario, Seat: seat, Turn: turn, Known: tb.book.Seat(seat)}
	doc, reading := tb.pos.Ruleset.ReadMail(desk, text)
	receipt := orders.Receipt{Document: doc, Entries: reading.Entries}
	for _, e := range reading.Entries {
		if e.Refusal != nil {
			t.Errorf("%s: refused:\n%s", where, receipt.Text())
		}
	}
	if says := strings.Contains("\n"+text, "\nREADY"); says != doc.Has(orders.Ready) ||
		says && receipt.ReadyWaits() != "" {
		t.Errorf("%s: READY is not taken as it stands:\n%s", where, receipt.Text())
	}
	for _, it := range doc.Items {
		if it.Letter != nil && strings.Contains(strings.ToUpper(it.Letter.Text), "READY") {
			t.Errorf("%s: a letter says %q", where, it.Letter.Text)
		}
	}
	return reading
}

// TestPlayedTurnsSayWhatTheyMean plays the turns that go with the scenarios.
func TestPlayedTurnsSayWhatTheyMean(t *testing.T) {
	t.Parallel()
	games, err := fs.Glob(Files, "*/scenario.yaml")
	if err != nil || len(games) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	mails := 0
	for _, file := range games {
		tb := open(t, file)
		for turn := 1; ; turn++ {
			dir := path.Join(path.Dir(file), "played", "turn-"+strconv.Itoa(turn))
			in := events.TurnInput{Turn: turn}
			for _, s := range tb.pos.Scenario.Seats() {
				text, err := Files.ReadFile(path.Join(dir, s.ID+".orders"))
				if err != nil {
					continue
				}
				mails++
				r := tb.asWritten(t, path.Join(dir, s.ID), s.ID, string(text), turn)
				in.Orders = append(in.Orders, events.SeatOrders{Seat: s.ID, Orders: r.Accepted()})
			}
			if in.Orders == nil && turn > 6 {
				break
			}
			tb.take(turn, adjudicator.Adjudicate(tb.pos, in))
		}
	}
	if mails < 20 {
		t.Errorf("only %d mails were found", mails)
	}
}

// TestExamplesOfTheCards reads the whole mails that cards show, with a scenario that has their troops.
func TestExamplesOfTheCards(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ ruleset, file, seat string }{
		{"firediscipline", "demo/scenario.yaml", "french.north"},
		{"activationchits", "sauren/scenario.yaml", "french.ney"},
	} {
		rules := open(t, c.file).pos.Ruleset
		_, example, found := strings.Cut(rules.Card, "\nEXAMPLE")
		example, _, closed := strings.Cut(example, " END\n")
		if !found || !closed {
			t.Errorf("the card of %s has no example", c.ruleset)
			continue
		}
		var mail strings.Builder
		for line := range strings.Lines(example) {
			mail.WriteString(strings.TrimSpace(line) + "\n")
		}
		open(t, c.file).asWritten(t, "card of "+c.ruleset, c.seat, mail.String()+"END\n", 1)
	}
}

// TestSeatsOnCards: a seat that a card names by its id is one of a scenario, and letters reach it.
func TestSeatsOnCards(t *testing.T) {
	t.Parallel()
	games, _ := fs.Glob(Files, "*/scenario.yaml")
	for _, rules := range rulesets.All() {
		seats := map[string]bool{}
		for _, file := range games {
			if tb := open(t, file); tb.pos.Ruleset == rules {
				for _, s := range tb.pos.Scenario.Seats() {
					seats[s.ID] = true
				}
			}
		}
		for _, rest := range strings.Split(rules.Card, "LETTER TO ")[1:] {
			id, _, _ := strings.Cut(rest, ":")
			if strings.Contains(id, ".") && !seats[id] {
				t.Errorf("the card of %s writes to %s, a seat of no scenario", rules.Name, id)
			}
		}
	}
}
