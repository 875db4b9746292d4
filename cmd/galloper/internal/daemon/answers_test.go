package daemon

import (
	"strings"
	"testing"

	"galloper/cmd/galloper/internal/host"
	"galloper/events"
	"galloper/mailgate"
)

// answerTo returns the text of the answer to a mail, "" if there is none.
func (w *world) answerTo(address string, raw []byte) string {
	m := mailgate.Read(raw, mailgate.Options{})
	for _, s := range w.sent {
		if s.to == address && s.msg.Header.Get("In-Reply-To") == "<"+m.MessageID+">" {
			return s.text
		}
	}
	return ""
}

// TestSeatIsAnsweredDespiteSuppressHeader: Exchange puts X-Auto-Response-Suppress on ordinary mail. A proved seat
// gets its receipts all the same, within the limits that end loops.
func TestSeatIsAnsweredDespiteSuppressHeader(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.change = func(o *host.Options) { o.Limits.Hourly = 3 }
	w.start()
	w.newGame(events.Settings{})
	anna := addressOf("french.north")
	for i, value := range []string{"All", "DR, OOF, AutoReply", "OOF", "all"} {
		raw := w.letterFrom(anna, "To Champagne: storm the moon")
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
