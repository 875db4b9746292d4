package daemon

import (
	"fmt"
	"strings"
	"testing"

	"galloper/events"
)

// Each reason for not reading a mail has its own remedy, and following that is enough.
func TestTheCureOfAMailThatWasNotReadWorks(t *testing.T) {
	t.Parallel()
	anna := addressOf("french.north")
	t.Run("the secret is missing", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		w.newGame(events.Settings{})
		w.arrive(w.mailFrom(anna, "", "GAME mill\nTo Champagne: hold"), w.now)
		mustSay(t, w.last(anna).text, "NOT READ", "Your address is right, but the secret is missing", "answer the "+
			"latest mail of the game")
		mustSay(t, w.last(umpireAddress).text, "It came from "+anna, "> To Champagne: hold")
		if strings.Contains(w.last(umpireAddress).text, "ADDRESS ") {
			t.Error("the umpire is shown an act that would change nothing")
		}
		mustSay(t, w.writes("french.north", "To Champagne: hold"), "HOLD: accepted")
	})
	t.Run("the address is not registered", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		w.newGame(events.Settings{})
		to := w.last(anna).msg.Header.Get("Reply-To")
		w.uid++
		w.arrive(fmt.Appendf(nil, "From: <anna@work.test>\r\nTo: %s\r\nMessage-ID: <%d@work.test>\r\n\r\nTo Champagne: "+
			"hold\r\n", to, w.uid), w.now)
		if n := len(w.mailsTo("anna@work.test")); n != 0 {
			t.Error("an address that is not registered was answered")
		}
		notice := w.last(anna).text
		mustSay(t, notice, "the mail came from anna@work.test, which is not registered for the seat", "send the orders again from "+
			"this address",
			"LETTER TO umpire: please add anna@work.test to french.north", "REVOKE")
		if strings.Contains(notice, "KEY line") {
			t.Error("a KEY does not help here")
		}
		told := w.last(umpireAddress).text
		mustSay(t, told, "It came from anna@work.test", "> To Champagne: hold", "ADDRESS french.north +anna@work.test "+
			"BECAUSE …")
		q := w.game().Campaign.Quarantine()[0]
		if !q.Unregistered || q.Seat != "french.north" {
			t.Errorf("recorded as %+v", q)
		}
		mustSay(t, w.writes("french.north", "LETTER TO umpire: please add anna@work.test to french.north"), "sent at once")
		act := "ADDRESS french.north +anna@work.test BECAUSE …"
		mustSay(t, w.writesFrom(umpireAddress, strings.Replace(act, "…", "it is hers", 1)), "ADDRESS: done")
		mustSay(t, w.writesFrom("anna@work.test", "To Champagne: hold"), "HOLD: accepted")
	})
	t.Run("nobody vouches for the sender", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		w.newGame(events.Settings{Auth: "both"})
		w.writes("french.north", "To Champagne: hold")
		notice := w.last(anna).text
		mustSay(t, notice, "The secret is right, but no mail server vouches for your address")
		if strings.Contains(notice, "write your KEY") {
			t.Error("a KEY does not help here")
		}
	})
	t.Run("which seat is meant is not said", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		w.newGame(events.Settings{})
		w.writesFrom(umpireAddress, "ADDRESS french.west +"+anna+" BECAUSE of illness")
		w.arrive(w.mailFrom(anna, "", "GAME mill\nTo Champagne: hold"), w.now)
		mustSay(t, w.last(anna).text, "does not say which is meant", "as an answer to the latest mail of the seat that "+
			"you mean")
	})
}
