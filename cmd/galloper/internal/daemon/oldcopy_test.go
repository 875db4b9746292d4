package daemon

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"galloper/events"
	"galloper/events/memlog"
)

// until returns a copy of the log up to a position.
func (w *world) until(at events.Head) events.Log {
	w.t.Helper()
	old := memlog.New()
	heads := map[string]events.Head{}
	for c, err := range w.log.All(w.ctx, 0) {
		if err != nil {
			w.t.Fatal(err)
		}
		if c.Head.Seq > at.Seq {
			break
		}
		head, err := old.Append(w.ctx, heads[c.Game], c)
		if err != nil {
			w.t.Fatal(err)
		}
		heads[c.Game] = head
	}
	return old
}

// An old copy of the store is restored. The first mail that answers a later turn reveals it, whoever writes it and
// however the game authenticates players. The game is put on hold, nothing is recorded or mailed in it, even after a
// restart, and it goes on once its record is complete.
func TestOldCopyIsNoticed(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		who, auth, text string
		turns           int // number of lost turns
	}{
		{addressOf("french.north"), "", "To Champagne: hold", 1},
		{addressOf("dutch.east"), "none", "READY", 1},
		{umpireAddress, "", "CLOSE TURN 2 BECAUSE all have written", 1},
		{addressOf("french.north"), "either", "STATUS", 5},
	} {
		t.Run(fmt.Sprint(row.who, " ", row.turns), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.newGame(events.Settings{Every: "3d", Auth: row.auth})
			w.half()
			at, err := w.log.Head(w.ctx, "mill")
			if err != nil {
				t.Fatal(err)
			}
			for n := range row.turns {
				act := RuleRequest{Game: "mill", Text: fmt.Sprintf("CLOSE TURN %d BECAUSE of supper", n+1)}
				if _, err := w.d.Rule(w.ctx, act); err != nil {
					t.Fatal(err)
				}
				w.settle()
			}
			whole := w.log
			w.log = w.until(at)
			w.start()
			before := len(w.sent)
			answer := w.writesFrom(row.who, row.text)
			mustSay(t, answer, "NOT READ. The game mill is held", "not whole")
			mustSay(t, w.last(umpireAddress).text, "galloper repair --from", "--accept-loss", "ends in turn 1 there",
				fmt.Sprintf("the secret of turn %d", row.turns+1), "old copy")
			for range 2 {
				const held = "held because their record cannot be read: mill"
				if status, body := w.asked("/health"); status != 503 || !strings.Contains(body, held) {
					t.Errorf("/health says %d %s", status, body)
				}
				act := RuleRequest{Game: "mill", Text: "CLOSE TURN 1 BECAUSE of supper"}
				if _, err := w.d.Rule(w.ctx, act); err == nil {
					t.Error("the turn was closed again")
				}
				w.pass(10 * 24 * time.Hour)
				w.start()
			}
			if n := len(w.sent) - before; n != 2 {
				t.Errorf("%d mails went out of a game that is held, want the answer and the notice", n)
			}
			if head, err := w.log.Head(w.ctx, "mill"); err != nil || head.Hash != at.Hash {
				t.Errorf("something was written to the record: %+v, %v", head, err)
			}

			w.log = whole
			w.start()
			mustSay(t, w.writes("french.north", "STATUS"), fmt.Sprintf("turn %d", row.turns+1))
			w.mustVerify()
		})
	}
}
