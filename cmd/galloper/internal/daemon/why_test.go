package daemon

import (
	"strings"
	"testing"

	"galloper/events"
)

// By mail as on the page, an outcome leads to the seat's knowledge while the game goes on, and to dice, clauses and
// mails once it is over. The brawl's last turn is its third.
func TestWhyByMail(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGameOf(brawl+"victory: {turns: 3}\n", events.Settings{})
	const seat = "french.north"
	w.writes(seat, "To Champagne: advance")
	w.writesFrom(umpireAddress, "CLOSE TURN 1")
	w.writesFrom(umpireAddress, "CLOSE TURN 2")
	known, err := w.game().KnownAt(seat, 2)
	if err != nil {
		t.Fatal(err)
	}
	told, list := known.Diary(2), w.writes(seat, "WHY 2")
	for i := range told {
		id, _, _ := strings.Cut(told[i].Ref, "@")
		mustSay(t, list, id+" ")
		answer := w.writes(seat, "WHY "+id)
		if !strings.Contains(answer, id) || strings.Contains(answer, "order dutch") || strings.Contains(answer, "mail ") {
			t.Errorf("WHY %s: %s", id, answer)
		}
	}
	mustSay(t, w.writes(seat, "why t2.999"), "You were told of no outcome t2.999", "WHY 2 lists")
	mustSay(t, w.writes(seat, "WHY 7"), "There is no report of turn 7")
	mustSay(t, w.writesFrom(umpireAddress, "WHY t1.1"), "t1.1: ")
	mustSay(t, w.writesFrom(umpireAddress, "WHY TURN 1"), "t1.1 ", "t1.2 ")
	mustSay(t, w.writesFrom(umpireAddress, "WHY t1.999"), "no outcome t1.999")

	w.writesFrom(umpireAddress, "CLOSE TURN 3")
	if w.game().Campaign.Result() == "" {
		t.Fatal("the game goes on")
	}
	whole := 0
	for i := range told {
		id, _, _ := strings.Cut(told[i].Ref, "@")
		answer := w.writes(seat, "WHY "+id)
		if strings.Contains(answer, "clause=") && strings.Contains(answer, "dice=") {
			whole++
		}
	}
	if whole == 0 {
		t.Error("no answer names a clause and a die")
	}
}
