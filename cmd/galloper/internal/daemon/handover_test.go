package daemon

import (
	"strings"
	"testing"
	"time"

	"galloper/cmd/galloper/internal/admin"
	"galloper/events"
	"galloper/projections/campaign"
)

const dirk = "dirk@players.test"

// substituted gives the seat to Dirk.
func (w *world) substituted(seat string) {
	w.t.Helper()
	answer := w.writesFrom(umpireAddress, "SUBSTITUTE "+seat+" BY "+dirk+" BECAUSE he asked")
	at := strings.Index(answer, "CONFIRM")
	if at < 0 {
		w.t.Fatalf("nothing to confirm: %s", answer)
	}
	line, _, _ := strings.Cut(answer[at:], "\n")
	mustSay(w.t, w.writesFrom(umpireAddress, line), "CONFIRM: done")
}

func (w *world) mustBeWhole() {
	w.t.Helper()
	if lost, err := w.d.VaultFaults(w.ctx); err != nil || len(lost) > 0 {
		w.t.Errorf("the vault: %q, %v", lost, err)
	}
}

// A seat of the staff's needs no KEY, and a player's seat has one, however they came to be so.
func TestOnlyPlayersHaveKeys(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGameWith(skirmish, events.Settings{}, map[string]string{"dutch.south": "bold", "dutch.east": "steady"})
	w.mustBeWhole()
	w.writes("french.north", "STAFF")
	w.writes("french.west", "RESIGN")
	w.mustBeWhole()
	w.substituted("dutch.south")
	mustSay(t, w.writesFrom(umpireAddress, "RENEW dutch.east BECAUSE of a doubt"), "RENEW: done")
	mustSay(t, w.writesFrom(umpireAddress, "ADDRESS dutch.east +eve@players.test BECAUSE she wants it"), "ADDRESS: done")
	mustSay(t, w.last("eve@players.test").text, "KEY ")
	w.mustBeWhole()
	keys, err := w.vault.Keys(w.ctx, "key.mill.dutch.south")
	if err != nil || len(keys) != 1 {
		t.Fatalf("keys of the seat that was given away: %v, %v", keys, err)
	}
	if err := w.vault.Erase(w.ctx, keys[0]); err != nil {
		t.Fatal(err)
	}
	if lost, err := w.d.VaultFaults(w.ctx); err != nil || len(lost) != 1 || !strings.Contains(lost[0], "1 KEY code") {
		t.Errorf("the KEY of a player is lost: %q, %v", lost, err)
	}
}

// Once a player is given a seat, the staff stops writing its orders.
func TestStaffEndsWhereAPlayerTakesTheSeat(t *testing.T) {
	t.Parallel()
	for how, give := range map[string]func(w *world){
		"SUBSTITUTE": func(w *world) { w.substituted("dutch.south") },
		"ADDRESS": func(w *world) {
			w.writesFrom(umpireAddress, "ADDRESS dutch.south +"+dirk+" BECAUSE he asked")
		},
	} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.newGameWith(skirmish, events.Settings{}, map[string]string{"dutch.south": "bold"})
			give(w)
			mustSay(t, w.last(dirk).text, "Heer van Fagel in A skirmish", "The staff, which had the seat, writes no more")
			for _, seat := range []string{"french.north", "french.west", "dutch.east"} {
				w.writes(seat, "READY")
			}
			if n := w.game().Campaign.Number(); n != 1 {
				t.Fatalf("turn %d: the turn did not wait for the new player", n)
			}
			w.writesFrom(dirk, "To Sturler: hold\nREADY")
			if got := w.wroteIn(1, "dutch.south"); got != "" || w.game().Campaign.Number() != 2 {
				t.Errorf("turn %d, orders by %q", w.game().Campaign.Number(), got)
			}
			w.mustVerify()
		})
	}
}

// A player's READY, absence and the like don't count for a successor; the orders stand.
func TestWordsOfAPlayerEndWithThem(t *testing.T) {
	t.Parallel()
	for word, said := range map[string]string{
		"READY":  "To Sturler: hold\nREADY",
		"ABSENT": "To Sturler: hold\n\nABSENT UNTIL 2026-12-24",
		"STAFF":  "To Sturler: hold\n\nSTAFF",
		"RESIGN": "To Sturler: hold\n\nRESIGN",
	} {
		t.Run(word, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.newGame(events.Settings{})
			w.writes("dutch.south", said)
			w.substituted("dutch.south")
			mustSay(t, w.last(dirk).text, "TO sturler: HOLD", "you decide when the seat is READY")
			for _, seat := range []string{"french.north", "french.west", "dutch.east"} {
				w.writes(seat, "READY")
			}
			c := w.game().Campaign
			if seat, _ := c.Seat("dutch.south"); c.Number() != 1 || seat.Staff != "" || seat.Absent != 0 || seat.Resigned {
				t.Fatalf("turn %d, %+v", c.Number(), seat)
			}
			w.writesFrom(dirk, "READY")
			if n := w.game().Campaign.Number(); n != 2 {
				t.Errorf("turn %d after the new player's READY", n)
			}
			w.mustVerify()
		})
	}
}

// A stand-in is refused if the player has since given the seat to the staff.
func TestStandInComesTooLateForTheStaff(t *testing.T) {
	t.Parallel()
	w := silentWorld(t, firstStandIn)
	w.silentTurn()
	w.silentTurn()
	w.writes("dutch.east", "STAFF")
	mustSay(t, w.writesFrom(firstStandIn, "ACCEPT dutch.east"), "TOO LATE")
	w.silentTurn()
	w.writes("dutch.east", "TAKE BACK")
	if seat, _ := w.game().Campaign.Seat("dutch.east"); seat.Silent > 2 {
		t.Errorf("turns that the staff has played count as silence: %d", seat.Silent)
	}
}

// A dismissed player isn't invited to write to the umpire, because their mail is no longer accepted.
func TestDismissalInvitesNoAnswer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	w.substituted("dutch.south")
	text := w.last(addressOf("dutch.south")).text
	mustSay(t, text, "You no longer play Heer van Fagel")
	if strings.Contains(text, "LETTER TO") {
		t.Errorf("the mail invites a letter:\n%s", text)
	}
}

// In a game without an umpire, a letter to the umpire is refused, not lost.
func TestLetterToNoUmpireIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	n := admin.NewGame{Name: "mill", File: "mill.yaml", Scenario: skirmish, Seats: map[string][]string{}}
	for _, s := range seats {
		n.Seats[s] = []string{addressOf(s)}
	}
	if _, err := w.d.New(w.ctx, n); err != nil {
		t.Fatal(err)
	}
	w.settle()
	mustSay(t, w.writes("dutch.south", "LETTER TO umpire: hello"), "the game has no umpire")
	if types := strings.Join(w.types(), " "); strings.Contains(types, "letter.sent") {
		t.Error("a letter to nobody is on the record")
	}
}

// Silence of more than half the seats is no accident, even in the first turn: the first reports may be in spam folders.
func TestFirstTurnThatNobodyAnswersIsHeld(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	w.writes("dutch.south", "READY")
	w.pass(73 * time.Hour)
	if c := w.game().Campaign; c.Phase() != campaign.Held || c.Number() != 1 {
		t.Fatalf("turn %d is %s", c.Number(), c.Phase())
	}
	mustSay(t, w.last(umpireAddress).text, "nothing was heard of 3 of 4 seats, which have never written: their first mails "+
		"may have been lost")
	w.writesFrom(umpireAddress, "RESUME TURN 1 BECAUSE they will write")
	w.pass(74 * time.Hour) // silent as before, they are not waited for again
	if c := w.game().Campaign; c.Number() != 3 || c.Phase() != campaign.Open {
		t.Errorf("turn %d is %s", c.Number(), c.Phase())
	}
	w.mustVerify()
}

// STAFF means that no orders follow: the turn stops waiting for the seat, and the receipt says so.
func TestStaffEndsTheWaitingAndSaysSo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	for _, seat := range []string{"french.north", "french.west", "dutch.east"} {
		w.writes(seat, "READY")
	}
	w.writes("dutch.south", "To Sturler: hold")
	text := w.writes("dutch.south", "STAFF")
	mustSay(t, text, "STAFF noted", "As with READY, the turn waits for you no longer", "the turn closes")
	if strings.Contains(text, "deadline: ") {
		t.Errorf("the receipt names a deadline of a turn that is closed:\n%s", text)
	}
	if n := w.game().Campaign.Number(); n != 2 {
		t.Errorf("turn %d", n)
	}
}

// The opening mail says which seats the staff plays, and tells stand-ins that they are named.
func TestOpeningTellsOfStaffAndStandIns(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	n := admin.NewGame{Name: "mill", File: "mill.yaml", Scenario: skirmish, Umpires: []string{umpireAddress},
		Seats: map[string][]string{}, Staff: map[string]string{"dutch.south": "bold", "dutch.east": "steady"},
		StandIns: []string{firstStandIn}}
	for _, s := range seats[:2] {
		n.Seats[s] = []string{addressOf(s)}
	}
	if _, err := w.d.New(w.ctx, n); err != nil {
		t.Fatal(err)
	}
	w.settle()
	for _, to := range []string{addressOf("french.north"), umpireAddress} {
		mustSay(t, w.last(to).text, "The staff plays Heer van Fagel and Heer van Dedem: it writes orders")
	}
	mustSay(t, w.last(firstStandIn).text, "You are named as a stand-in in A skirmish.")
	n.Name, n.Umpires = "ford", []string{"Orders@galloper.test"}
	if _, err := w.d.New(w.ctx, n); err == nil || !strings.Contains(err.Error(), "the service's own address") {
		t.Errorf("the service umpires its own game: %v", err)
	}
}

// Rulings on a draft on hold are answered with the next draft.
func TestRulingsOfAHeldDraftSayWhenTheyCount(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{Review: "umpire"})
	w.writesFrom(umpireAddress, "CLOSE TURN 1")
	mustSay(t, w.writesFrom(umpireAddress, "HOLD TURN 1 BECAUSE a doubt"), "HOLD: done. Rulings in the meantime "+
		"count in the next draft, which comes after RESUME")
	for _, act := range []string{"AMEND french.north 1 TURN 1 BECAUSE x: TO champagne: HOLD", "RULE TURN 1: it rained"} {
		before := len(w.mailsTo(umpireAddress))
		mustSay(t, w.writesFrom(umpireAddress, act), "done.", "The turn is held: the draft with this comes when you RESUME.")
		if n := len(w.mailsTo(umpireAddress)); n != before+1 {
			t.Errorf("%d mails", n-before)
		}
	}
	w.writesFrom(umpireAddress, "RESUME TURN 1")
	mustSay(t, w.last(umpireAddress).text, "Turn 1 was adjudicated again.", "APPROVE TURN 1 DRAFT 2")
}
