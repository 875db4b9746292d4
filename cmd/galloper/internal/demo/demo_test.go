package demo

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"galloper/mailgate"
)

// TestDemo plays the whole demonstration and looks for what it promises.
func TestDemo(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	var out bytes.Buffer
	dir := t.TempDir()
	if err := Run(ctx, Options{Dir: dir, Out: &out}); err != nil {
		log, _ := os.ReadFile(filepath.Join(dir, "daemon.log"))
		t.Fatalf("%v\n%s\n%s", err, out.String(), log)
	}
	for _, want := range []string{
		"--- turn 5", "1 order refused, none accepted", "nearest: champagne", // a refused order with its receipt
		"Bruno Surville   reads in the report: A letter from Comte de Guiche", // a letter between seats
		"Dirk van Dedem was reminded a day before",                            // a silent seat
		"turn 3  dispatch.sent id=french.north.t3.1", "turn 5  directive.acted unit=royal",
		"verifies: ", "5 turns adjudicated again", "galloper verify ",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the demo does not show %q:\n%s", want, out.String())
		}
	}
	for _, file := range []string{"mill.jsonl", "map.umpire.svg", "map.french.north.svg", "mails/french.north/sent-1.eml", "mails/umpire/01.eml"} {
		if _, err := os.Stat(filepath.Join(dir, file)); err != nil {
			t.Errorf("the demo left no %s: %v", file, err)
		}
	}
}

// TestClientsWriteWhatTheyMean: whatever program writes the orders, the gateway reads
// the same lines, and nothing of the mail that is answered.
func TestClientsWriteWhatTheyMean(t *testing.T) {
	t.Parallel()
	const text = "Gentlemen, the mill before noon.\n\n" +
		"To Champagne: general advance to the mill, dressing on Picardie, fire at 40 yards, and if half spent then withdraw 100 yards\n" +
		"LETTER TO surville: bring your guns up - as far as you dare.\n.\nREADY\n"
	for name, c := range clients {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			raw := c.write(letter{
				from: "anna@demo.example", name: "Anna Guiche", to: "orders+mill@demo.example", subject: "Re: [mill] turn 2: report of turn 1",
				answers: "<1@demo.example>", quoted: "=== galloper: mill, turn 2, reply above this line ===\n\nTO royal: HOLD\nRégiment de Picardie stands firm.",
				quotedFrom: "Galloper <orders@demo.example>", id: "2@anna", date: time.Date(2026, 11, 21, 17, 0, 0, 0, time.UTC), orders: text,
			})
			m := mailgate.Read(raw, mailgate.Options{Own: []string{"orders@demo.example"}})
			if m.Refuse != "" || m.Auto != "" || m.From != "anna@demo.example" || m.Game != "mill" || m.Turn != 2 {
				t.Errorf("read as %+v", m)
			}
			// The office program makes a dash of the hyphen; the order language does not mind.
			read := strings.ReplaceAll(strings.Join(strings.Fields(m.Text), " "), "–", "-")
			for _, line := range []string{"fire at 40 yards, and if half spent then withdraw 100 yards", "LETTER TO surville: bring your guns up - as far as you dare.", "READY"} {
				if !strings.Contains(read, line) {
					t.Errorf("%q was lost:\n%s", line, m.Text)
				}
			}
			if strings.Contains(m.Text, "royal") || strings.Contains(m.Text, "stands firm") {
				t.Errorf("the mail that was answered is read as orders:\n%s", m.Text)
			}
		})
	}
}
