package daemon

import (
	"regexp"
	"strings"
	"testing"

	"galloper/events"
)

// mustBeBlind fails unless a reader who knows everything in the commit but one secret has sixty random bits to guess.
func (w *world) mustBeBlind(c *events.Commit) {
	w.t.Helper()
	bits := 0
	if name, lot, ok := strings.Cut(c.ID, "."); ok && (name == "rule" || name == "link") {
		bits = 5 * len(lot)
	}
	hidden := ""
	for _, e := range c.Events {
		switch e.Type {
		case "mail.received", "mail.quarantined", "mail.queued":
			bits += 80 // a token
		case "turn.adjudicated":
			bits += 256
		case "commit.blinded":
			bits += 130
		case "mail.sent", "mail.bounced", "turn.opened", "turn.closed", "turn.resumed", "turn.reported", "game.ended":
		default:
			hidden = e.Type
		}
	}
	if hidden != "" && bits < 60 {
		w.t.Errorf("commit %s: %s stands beside %d random bits", c.ID, hidden, bits)
	}
}

// wholeHash matches a full hash. Only proof.txt has one, never a mail's text.
var wholeHash = regexp.MustCompile(`\b[0-9a-f]{64}\b`)

// mustHaveHeads fails unless each sent mail of the game has the hash of the commit before the one that queued it, and
// no other.
func (w *world) mustHaveHeads() (seen int) {
	w.t.Helper()
	texts, short := map[events.Hash]string{}, map[events.Hash]string{}
	for _, m := range w.sent {
		texts[events.Sum(m.raw)] = m.whole(w.t)
		short[events.Sum(m.raw)] = m.text
		if long := wholeHash.FindString(m.text); long != "" {
			w.t.Errorf("the hash %s stands in the text of a mail:\n%s", long, m.text)
		}
	}
	for c, err := range w.log.Game(w.ctx, "mill", events.Head{}) {
		if err != nil {
			w.t.Fatal(err)
		}
		w.mustBeBlind(&c)
		for _, e := range c.Events {
			if e.Type != "mail.queued" {
				continue
			}
			data, err := events.Decode(e)
			if err != nil {
				w.t.Fatal(err)
			}
			q := data.(events.MailQueued)
			text, ok := texts[q.SHA256]
			if !ok {
				continue // not sent yet
			}
			seen++
			heads := headsIn(text)
			if len(heads) == 1 && !strings.Contains(strings.Join(strings.Fields(short[q.SHA256]), " ")+" ",
				"head of the record: "+heads[0][:16]+" ") {
				w.t.Errorf("the mail %s does not show the head %s in short", q.Mail, heads[0])
			}
			switch {
			case c.First == 1 && len(heads) > 0:
				w.t.Errorf("the opening names the head %q: there is no record before it", heads)
			case c.First > 1 && (len(heads) != 1 || heads[0] != c.Prev.String()):
				w.t.Errorf(
					"the mail %s (%s to %s) has the heads %q, want %s alone:\n%s",
					q.Mail,
					q.Kind,
					q.Seat,
					heads,
					c.Prev,
					text,
				)
			}
		}
	}
	return seen
}

// headsIn returns the full hashes after `head of the record:`, on that line or the next.
func headsIn(text string) (heads []string) {
	flat := strings.Fields(text)
	for i := range flat {
		if i >= 3 && i+1 < len(flat) && strings.Join(flat[i-3:i+1], " ") == "head of the record:" &&
			wholeHash.MatchString(flat[i+1]) {
			heads = append(heads, flat[i+1])
		}
	}
	return heads
}

// In a game with answers, notices, reminders, questions and bounces, each mail has the head at which it was sent.
func TestEveryMailHasTheHeadOfTheRecord(t *testing.T) {
	w := newWorld(t)
	w.newGame(events.Settings{Every: "3d", Remind: []string{"24h"}})
	w.writes("french.north", "To Champagne: advance 50\nREADY")
	w.writes("french.west", "gibberish")
	w.writesFrom("stranger@nowhere.test", "SEAT french.north")
	for _, act := range []string{"ANNOUNCE: the post is slow", "EXTEND 24h TURN 1 BECAUSE of it",
		"LETTER TO french.north FROM Louis XIV: hold", "HOLD TURN 1 BECAUSE x", "RESUME TURN 1",
		"ADDRESS dutch.east +second@players.test BECAUSE he has two", "DANCE"} {
		w.writesFrom(umpireAddress, act)
	}
	for range 7 {
		w.pass(24 * 3600e9)
	}
	w.mustVerify()
	if n := w.mustHaveHeads(); n < 20 {
		t.Errorf("only %d mails were sent: the test is blind", n)
	}
}
