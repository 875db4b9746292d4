package mailgate

import (
	"strings"
	"testing"
	"time"
)

func TestCalendarIsReadByCalendars(t *testing.T) {
	at := time.Date(2026, 11, 26, 18, 0, 0, 0, time.FixedZone("CET", 3600))
	title := "Orders for turn 3 of Préstonpans, in the fog; " + strings.Repeat("é", 80)
	text := Calendar(Date{ID: "mill.turn3.french@example.org", At: at, Title: title, Told: at.Add(-time.Hour)})
	for _, want := range []string{"BEGIN:VCALENDAR\r\n", "DTSTART:20261126T170000Z\r\n", "METHOD:PUBLISH\r\n",
		"UID:mill.turn3.french@example.org\r\n", `Préstonpans\, in the fog\; `, "END:VCALENDAR\r\n"} {
		if !strings.Contains(strings.ReplaceAll(text, "\r\n ", ""), want) {
			t.Errorf("the calendar has no %q:\n%s", want, text)
		}
	}
	for line := range strings.SplitSeq(text, "\r\n") {
		if len(line) > 75 || strings.ToValidUTF8(line, "?") != line {
			t.Errorf("a line of %d bytes: %q", len(line), line)
		}
	}
	moved := Calendar(Date{ID: "x", At: at, Told: at.Add(time.Hour)})
	if sequence(t, moved) <= sequence(t, text) {
		t.Error("a later mail does not move the date")
	}
}

func sequence(t *testing.T, text string) string {
	t.Helper()
	_, rest, ok := strings.Cut(text, "SEQUENCE:")
	if !ok {
		t.Fatal("no sequence")
	}
	n, _, _ := strings.Cut(rest, "\r\n")
	return n
}

func TestLinksOpenAnAnswer(t *testing.T) {
	o := sample()
	o.ReplyTo, o.Subject = "orders+mill.french=x@example.org", "[mill] turn 3: 2 orders accepted & more"
	o.HTML = `<html><body><a href="answer:ADD%0D%0ATo%20royal%3A%20hold">Add</a></body></html>`
	raw, _, err := Compose(o)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(strings.ReplaceAll(string(raw), "=\r\n", ""), "=3D", "=")
	want := `href="mailto:orders%2Bmill.french%3Dx@example.org?subject=` +
		`Re%3A%20%5Bmill%5D%20turn%203%3A%202%20orders%20accepted%20%26%20more&amp;body=ADD%0D%0ATo%20royal%3A%20hold"`
	if !strings.Contains(text, want) || strings.Contains(text, "answer:") {
		t.Errorf("no link %s in:\n%s", want, text)
	}
}
