package daemon

import (
	"slices"
	"strings"
	"testing"
	"time"

	"galloper/cmd/galloper/internal/admin"
	"galloper/events"
)

const (
	firstStandIn  = "first@willing.test"
	secondStandIn = "second@willing.test"
)

// silentWorld returns a game in which dutch.east is silent, and stand-ins are asked after two silent turns.
func silentWorld(t *testing.T, standIns ...string) *world {
	t.Helper()
	w := newWorld(t)
	w.newGame(events.Settings{OnSilence: "stand-in", Silent: 2})
	for _, a := range standIns {
		mustSay(t, w.writesFrom(umpireAddress, "ADDRESS stand-in +"+a+" BECAUSE he is willing"), "ADDRESS: done")
		mustSay(t, w.last(a).text, "You are named as a stand-in in A skirmish")
	}
	return w
}

// silentTurn plays a turn in which all but dutch.east write.
func (w *world) silentTurn() {
	w.t.Helper()
	for _, s := range seats[:3] {
		w.writes(s, "READY")
	}
	w.pass(72*time.Hour + time.Minute)
}

func TestStandInIsAskedAndTakesTheSeat(t *testing.T) {
	t.Parallel()
	w := silentWorld(t, firstStandIn, secondStandIn)
	w.silentTurn()
	if n := len(w.mailsTo(firstStandIn)); n != 1 {
		t.Fatalf("after one silent turn he has %d mails", n)
	}
	w.silentTurn()
	mustSay(t, w.last(firstStandIn).text, "Nothing has been heard of Heer van Dedem (dutch.east) for 2 turns. Will you "+
		"play the seat until its player is back?", "ACCEPT dutch.east", "DECLINE dutch.east")
	if w.mailed(umpireAddress, "Heer van Dedem has been silent for 2 turns. A stand-in has been asked by mail") != 1 {
		t.Error("the umpire was not told that a stand-in was asked")
	}
	if n := len(w.mailsTo(secondStandIn)); n != 1 {
		t.Errorf("both were asked: the second has %d mails", n)
	}
	mustSay(t, w.writesFrom(firstStandIn, "What is this?"), "NOT UNDERSTOOD")
	mustSay(t, w.writesFrom(firstStandIn, "With pleasure.\n\naccept dutch.east\n\n-- \nAnna"), "You now play Heer van "+
		"Dedem", "KEY ", "The last report of the seat")
	if w.mailed(addressOf("dutch.east"), "a stand-in now plays Heer van Dedem beside you") != 1 {
		t.Error("the player was not told")
	}
	if w.mailed(
		umpireAddress,
		firstStandIn+" now stands in for Heer van Dedem. To end this: ADDRESS dutch.east -"+firstStandIn,
	) != 1 {
		t.Errorf("the umpire was not told: %s", w.last(umpireAddress).text)
	}
	mustSay(t, w.writesFrom(firstStandIn, "To Oyen: hold"), "Heer van Dedem", "TO oyen: HOLD: accepted")
	// The player is back: the later mail counts, and the umpire dismisses the stand-in.
	mustSay(t, w.writes("dutch.east", "To Oyen: advance 50"), "This mail REPLACES your earlier one")
	mustSay(
		t,
		w.writesFrom(umpireAddress, "ADDRESS dutch.east -"+firstStandIn+" BECAUSE its player is back"),
		"ADDRESS: done",
	)
	mustSay(t, w.last(firstStandIn).text, "You no longer play Heer van Dedem")
	for _, a := range []string{"french.north", "french.west", "dutch.south"} {
		if w.mailed(addressOf(a), "tand-in")+w.mailed(addressOf(a), "tands in") != 0 {
			t.Errorf("%s was told of the stand-in", a)
		}
	}
	w.noAddressInTheLog(firstStandIn)
	w.mustVerify()
}

// noAddressInTheLog fails if a commit contains the address.
func (w *world) noAddressInTheLog(address string) {
	w.t.Helper()
	for c, err := range w.log.Game(w.ctx, "mill", events.Head{}) {
		for _, e := range c.Events {
			if err != nil || strings.Contains(string(e.Data), address) {
				w.t.Fatalf("an address stands in the log: %s", e.Data)
			}
		}
	}
}

func TestStandInDeclinesAndTheNextIsAsked(t *testing.T) {
	t.Parallel()
	w := silentWorld(t, firstStandIn, secondStandIn)
	w.silentTurn()
	w.silentTurn()
	mustSay(t, w.writesFrom(firstStandIn, "DECLINE"), "NOTED. You do not stand in for Heer van Dedem")
	mustSay(t, w.last(umpireAddress).text, firstStandIn+" has declined")
	w.silentTurn()
	mustSay(t, w.last(secondStandIn).text, "for 3 turns. Will you play the seat")
	mustSay(t, w.writesFrom(firstStandIn, "ACCEPT dutch.east"), "TOO LATE")
	w.silentTurn() // the second is silent, and there is no other
	if w.mailed(umpireAddress, "all candidates have been asked. To name another, write ADDRESS stand-in +address") != 1 {
		t.Error("the umpire was not told that nobody is left")
	}
	// After a mail, the silence is counted anew.
	w.writes("dutch.east", "To Oyen: hold")
	mustSay(t, w.writesFrom(secondStandIn, "ACCEPT dutch.east"), "TOO LATE")
	w.silentTurn()
	for range 2 {
		w.silentTurn()
	}
	if n := w.mailed(firstStandIn, "for 2 turns. Will you play the seat"); n != 2 {
		t.Errorf("silent anew, the first was asked %d times in all", n)
	}
	if got := w.types(); !slices.Contains(got, "standin.asked") || !slices.Contains(got, "standin.declined") {
		t.Errorf("it is not on the record: %q", got)
	}
	w.mustVerify()
}

func TestStandInsAreNamedAndTakenOff(t *testing.T) {
	t.Parallel()
	w := silentWorld(t, firstStandIn)
	umpire := func(text string) string { t.Helper(); return w.writesFrom(umpireAddress, text) }
	mustSay(t, umpire("ADDRESS stand-in +"+firstStandIn+" BECAUSE x"), "is a stand-in already")
	mustSay(t, umpire("ADDRESS stand-in -"+secondStandIn+" BECAUSE x"), "is no stand-in")
	mustSay(t, umpire("SUBSTITUTE stand-in BY "+secondStandIn+" BECAUSE x"), "there is no seat stand-in")
	mustSay(t, umpire("RENEW stand-in BECAUSE x"), "there is no seat stand-in")
	mustSay(t, umpire("ADDRESS stand-in -"+firstStandIn+" BECAUSE he is away"), "ADDRESS: done")
	mustSay(t, w.last(firstStandIn).text, "You are no longer a stand-in in A skirmish, because he is away")
	w.silentTurn()
	w.silentTurn()
	if n := w.mailed(firstStandIn, "Will you play"); n != 0 {
		t.Errorf("taken off, he was asked")
	}
	// A player isn't asked to play another seat.
	mustSay(t, umpire("ADDRESS stand-in +"+addressOf("french.west")+" BECAUSE x"), "ADDRESS: done")
	w.silentTurn()
	if n := w.mailed(addressOf("french.west"), "Will you play"); n != 0 {
		t.Errorf("a player was asked to play the enemy's seat")
	}
}

// In a game without deadlines the umpire closes turns; silent seats count there too.
func TestStandInIsAskedWhenTheUmpireCloses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	n := admin.NewGame{
		Name:     "mill",
		File:     "mill.yaml",
		Scenario: skirmish,
		Seats:    map[string][]string{},
		Umpires:  []string{umpireAddress},
		StandIns: []string{firstStandIn},
		Settings: events.Settings{OnSilence: "stand-in"},
	}
	for _, s := range seats {
		n.Seats[s] = []string{addressOf(s)}
	}
	if _, err := w.d.New(w.ctx, n); err != nil {
		t.Fatal(err)
	}
	w.settle()
	for _, s := range seats[:3] {
		w.writes(s, "To all: hold")
	}
	mustSay(t, w.writesFrom(umpireAddress, "CLOSE TURN 1"), "CLOSE: done")
	mustSay(t, w.last(firstStandIn).text, "for 1 turn. Will you play the seat")
	mustSay(t, w.writesFrom(firstStandIn, "ACCEPT"), "You now play Heer van Dedem")
}
