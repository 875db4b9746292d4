package daemon

import (
	"strings"
	"testing"

	"galloper/events"
)

// The mail of a program's unsubscribe button is answered with instructions for leaving, and resigns nothing.
func TestUnsubscribeButton(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	report := w.last(addressOf("french.north"))
	field := strings.Trim(report.msg.Header.Get("List-Unsubscribe"), "<>")
	to, ok := strings.CutPrefix(field, "mailto:")
	to, query, _ := strings.Cut(to, "?")
	if !ok || query != "subject=unsubscribe" {
		t.Fatalf("List-Unsubscribe: %q", field)
	}
	if w.last(umpireAddress).msg.Header.Get("List-Unsubscribe") != "" {
		t.Error("the umpire can unsubscribe")
	}
	raw := "From: <" + addressOf("french.north") + ">\r\nTo: " + to + "\r\nSubject: unsubscribe\r\nMessage-ID: " +
		"<u@players.test>\r\n\r\n\r\n"
	w.arrive([]byte(raw), w.now)
	answer := w.last(addressOf("french.north"))
	mustSay(t, answer.text, "Nothing has changed yet", "RESIGN", "ABSENT UNTIL")
	if answer.msg.Header.Get("List-Unsubscribe") != "" {
		t.Error("a receipt has an Unsubscribe button")
	}
	if seat, _ := w.game().Campaign.Seat("french.north"); seat.Resigned {
		t.Error("the button resigned the seat")
	}
	mustSay(t, w.writes("french.north", "RESIGN"), "RESIGN noted")
}
