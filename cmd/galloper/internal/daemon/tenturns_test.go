package daemon

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"galloper/events"
	"galloper/events/archive"
	"galloper/projections/history"
)

var update = flag.Bool("update", false, "play the recorded game anew; read its audit before you commit it")

// tenTurns is a game of ten turns in which an umpire does everything that he can. It
// was recorded once, and must verify for ever.
const tenTurns = "testdata/tenturns.jsonl"

// playTenTurns plays it. `{die}` and `{outcome}` stand for the first of the draft.
func playTenTurns(t *testing.T) {
	t.Helper()
	w, umpire := newBrawl(t, events.Settings{Review: "umpire"})
	act := func(text string) {
		t.Helper()
		if outcomes := w.outcomes(w.game().Campaign.Number()); len(outcomes) > 0 {
			text = strings.ReplaceAll(text, "{outcome}", outcomes[0].Ref)
			if names := diceOf(outcomes); len(names) > 0 {
				text = strings.ReplaceAll(text, "{die}", names[0])
			}
		}
		answer := umpire(text)
		if line := confirmation.FindString(answer); line != "" {
			answer = umpire(line)
		}
		if !strings.Contains(answer, "done.") {
			t.Fatalf("%s: %s", text, answer)
		}
	}
	turn := func(acts ...string) {
		t.Helper()
		n := w.game().Campaign.Number()
		for _, a := range acts {
			act(strings.ReplaceAll(a, "{n}", fmt.Sprint(n)))
		}
		if w.game().Campaign.Current().Closed == "" {
			act(fmt.Sprintf("CLOSE TURN %d BECAUSE all have written", n))
		}
		act(fmt.Sprintf("APPROVE TURN %d", n))
	}
	w.writes("french.north", "To Champagne: hold")
	turn("ANNOUNCE: welcome", "LETTER TO french.north FROM Louis XIV: hold the mill", "AMEND french.north 1 TURN {n} BECAUSE his mail was cut: To Champagne: advance 50")
	turn("HOLD TURN {n} BECAUSE the ford is disputed", "RESUME TURN {n} BECAUSE it is settled", "EXTEND 24h TURN {n} BECAUSE the post was late")
	turn("CLOSE TURN {n}", "RULE {outcome}: Picardie lies in a bog SET unit.picardie.boxes = 2", "REROLL {die} TURN {n} BECAUSE it was cocked")
	w.writes("french.west", "To Champagne: hold")
	turn("REVEAL oyen TO french.west TURN {n} BECAUSE a deserter talks", "ADDRESS dutch.east +second@players.test BECAUSE he has two")
	act("REVERT TO TURN 3 BECAUSE a mail was lost")
	w.writes("french.north", "To Picardie: hold")
	turn("CLOSE TURN {n}", "COURIER french.north.t3.1 DELAYED 2 TURN {n} BECAUSE the bridge is down")
	turn("SUBSTITUTE dutch.south BY heir@players.test BECAUSE of silence")
	turn("RULE TURN {n}: the sun sets")
	for w.game().Campaign.Number() <= 10 {
		turn()
	}
	w.mustVerify()
	w.export(tenTurns)
}

func TestTenTurnsWithEveryAct(t *testing.T) {
	if *update {
		playTenTurns(t)
	}
	f, err := os.Open(tenTurns)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	h := &history.History{}
	types := map[string]bool{}
	if _, err := Verify(plainRules(), func(yield func(archive.Line, error) bool) {
		for line, err := range archive.Read(f) {
			if err == nil && line.Commit != nil {
				if err := h.Apply(line.Commit); err != nil {
					t.Fatal(err)
				}
				for _, e := range line.Commit.Events {
					types[e.Type] = true
				}
			}
			if !yield(line, err) {
				return
			}
		}
	}); err != nil {
		t.Fatalf("the recorded game does not verify: %v", err)
	}
	for _, want := range []string{
		"turn.closed", "turn.approved", "turn.extended", "turn.held", "turn.resumed", "ruling.given", "die.rerolled", "turn.reverted", "seat.released",
		"seat.assigned", "letter.sent", "courier.ruled", "umpire.announced", "umpire.revealed", "umpire.proposed", "umpire.confirmed",
	} {
		if !types[want] {
			t.Errorf("no %s is in the recorded game", want)
		}
	}
	var told strings.Builder
	for e := range h.Select(history.Filter{}) {
		told.Write(e.AppendText(nil))
	}
	mustSay(t, told.String(), "reverted to turn 3, because a mail was lost", "no longer counts", "letter from Louis XIV", "(amend)", "because his mail was cut",
		"played again: salt", "revealed to french.west: oyen", "deadline moved to", "to be rolled again, salt 1, because it was cocked",
		"dispatch french.north.t3.1 ruled delayed, because the bridge is down", "SET unit.picardie.boxes = 2", "taken from dutch.south, because of silence")
}
