package daemon

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"galloper/cmd/galloper/internal/host"
	"galloper/events"
	"galloper/mailgate"
)

// answerTo returns the text of the answer to a mail, or "".
func (w *world) answerTo(address string, raw []byte) string {
	m := mailgate.Read(raw, mailgate.Options{})
	for _, s := range w.sent {
		if s.to == address && s.msg.Header.Get("In-Reply-To") == "<"+m.MessageID+">" {
			return s.text
		}
	}
	return ""
}

// Exchange puts X-Auto-Response-Suppress on ordinary mail. An authenticated seat still gets its receipts, within the
// limits that end mail loops.
func TestSeatIsAnsweredDespiteSuppressHeader(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.change = func(o *host.Options) { o.Limits.Hourly = 3 }
	w.start()
	w.newGame(events.Settings{})
	anna := addressOf("french.north")
	for i, value := range []string{"All", "DR, OOF, AutoReply", "OOF", "all"} {
		raw := w.letterFrom(anna, "To Champagne: storm the moon "+strings.Repeat("again ", i))
		raw = append([]byte("X-Auto-Response-Suppress: "+value+"\r\n"), raw...)
		w.arrive(raw, w.now)
		receipt := w.answerTo(anna, raw)
		if answered := receipt != ""; answered != (i < 3) {
			t.Errorf("%q, mail %d: answered %v", value, i+1, answered)
		}
		if i < 3 {
			mustSay(t, receipt, "moon")
			if strings.Contains(receipt, "had no receipt") {
				t.Errorf("%q: the receipt says that an earlier mail had none:\n%s", value, receipt)
			}
		}
	}
}

// A robot that answers each of our mails with a ticket number, but lacks the header fields of automatic mail, gets two
// receipts. A person's mails from the same address are answered in the meantime.
func TestRobotWithoutMarksIsNotAnsweredForEver(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"prose":   "Thank you for your mail. Your ticket has the number %d.",
		"numbers": "Ticket %d: opened",
		"nothing": "Best regards %d",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.change = func(o *host.Options) { o.Limits.Hourly, o.Limits.Mails = 10, 1000 }
			w.start()
			w.newGame(events.Settings{})
			w.settle()
			anna, answered := addressOf("french.north"), 0
			robot := func() {
				w.now = w.now.Add(2 * time.Second)
				raw := w.letterFrom(anna, fmt.Sprintf(text, 70000+w.uid))
				w.arrive(raw, w.now)
				if w.answerTo(anna, raw) != "" {
					answered++
				}
			}
			for range 30 {
				robot()
			}
			if answered != 2 {
				t.Errorf("the robot was answered %d times", answered)
			}
			mustSay(t, w.writes("french.north", "To Champagne: hold"), "accepted", "28 mails of yours before this one")
			for range 30 {
				robot()
			}
			for range 4 { // the same question, which deserves an answer each time
				mustSay(t, w.writes("french.north", "STATUS"), "turn 1")
			}
			w.now = w.now.Add(time.Hour)
			before := answered
			if robot(); answered != before+1 {
				t.Error("a mail that comes an hour later is not answered")
			}
		})
	}
}
