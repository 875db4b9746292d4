package daemon

import (
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"galloper/adjudicator/umpire"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/verify"
	"galloper/events"
	"galloper/events/archive"
	"galloper/projections/history"
)

var update = flag.Bool("update", false, "play the recorded game anew; read its audit before you commit it")

// Games of ten turns in which an umpire uses every act. They were recorded once, and must verify forever: the first has
// the events' shapes of its time.
const (
	tenTurns = "testdata/tenturns.jsonl"
	everyAct = "testdata/everyact.jsonl"
)

// charge adds infantry that charges on contact, and commanders who are asked how to meet a charge.
const charge = `  guard: {seat: french.north, arm: foot, stands: 1, rating: 2, firearm: none, at: [860, 657.5], directive: ADVANCE CHIT A}
  lauw: {seat: dutch.east, arm: foot, stands: 1, rating: 2, firearm: none, at: [860, 730], facing: 180, directive: HOLD}
options: {chits: yes, ask: present}
`

// playTenTurns plays the game. `{die}` and `{outcome}` stand for the first of the draft.
func playTenTurns(t *testing.T) {
	t.Helper()
	w := newWorld(t)
	w.newGameOf(brawl+charge, events.Settings{Review: "umpire", OnSilence: "stand-in", Silent: 3, Zone: "Europe/Vienna"})
	umpire := func(text string) string { t.Helper(); return w.writesFrom(umpireAddress, text) }
	act := func(text string) {
		t.Helper()
		if outcomes := w.outcomes(w.game().Campaign.Number()); len(outcomes) > 0 {
			text = strings.ReplaceAll(text, "{outcome}", outcomes[0].Ref)
			if i := slices.IndexFunc(outcomes, func(o events.Outcome) bool { return o.Name == "volley.fired" }); i >= 0 {
				text = strings.NewReplacer("{volley}", outcomes[i].Ref, "{volleydie}", outcomes[i].Dice[0].Name).Replace(text)
			}
			if names := game.DiceOf(outcomes); len(names) > 0 {
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
		for {
			open := w.game().Campaign.Current().OpenQuestions()
			if len(open) == 0 {
				break
			}
			act(fmt.Sprintf("ANSWER %d TURN %d: %s", open[0].Number, n, open[0].Options[0]))
		}
		w.pass(5 * time.Hour)
		act(fmt.Sprintf("APPROVE TURN %d", n))
		w.pass(20 * time.Hour)
	}
	act("ADDRESS stand-in +willing@players.test BECAUSE he asked for a game")
	w.writes("french.north", "To Champagne: hold")
	turn("ANNOUNCE: welcome", "LETTER TO french.north FROM Louis XIV: hold the mill", "AMEND french.north 1 TURN {n} "+
		"BECAUSE his mail was cut: To Champagne: advance 50")
	turn("HOLD TURN {n} BECAUSE the ford is disputed", "RESUME TURN {n} BECAUSE it is settled", "EXTEND 24h TURN {n} "+
		"BECAUSE the post was late")
	turn("CLOSE TURN {n}", "RULE {outcome}: Picardie lies in a bog SET unit.picardie.boxes = 2", "REROLL {die} TURN "+
		"{n} BECAUSE it was cocked",
		// this removes the outcome that was ruled on
		"RULE {volley}: the smoke hides them", "REROLL {volleydie} TURN {n} BECAUSE it fell off the table")
	w.writes("french.west", "To Champagne: hold")
	turn("SPECTATORS DELAY 2 BECAUSE friends ask", "SPECTATORS NONE BECAUSE it was enough",
		"REVEAL oyen TO french.west TURN {n} BECAUSE a deserter talks", "ADDRESS dutch.east +second@players.test "+
			"BECAUSE he has two")
	act("REVERT TO TURN 3 BECAUSE a mail was lost")
	w.writes("french.north", "To Picardie: hold")
	turn("CLOSE TURN {n}", "COURIER french.north.t3.1 DELAYED 2 TURN {n} BECAUSE the bridge is down")
	w.writes("french.north", "To Picardie: hold")
	turn("SUBSTITUTE dutch.south BY heir@players.test BECAUSE of silence", "COURIER french.north.t4.1 LOST TURN {n} "+
		"BECAUSE he drowned")
	w.writes("french.north", "To Picardie: hold")
	turn("RULE TURN {n}: the sun sets", "RENEW french.west BECAUSE a report was passed on", "COURIER french.north.t5.1 "+
		"CAPTURED BY dutch.south TURN {n} BECAUSE he rode into a picket")
	for w.game().Campaign.Number() <= 10 {
		if w.mailed("willing@players.test", "You now play") == 0 {
			mustSay(t, w.writesFrom("willing@players.test", "ACCEPT dutch.east"), "You now play Heer van Dedem")
		}
		turn()
	}
	w.mustVerify()
	w.export(everyAct)
}

// TestOldTenTurnsAreRead reads a record from before rulings had anchors and orders had numbers, under the first version
// of the rules. Its chain holds, its story can be told, and verify names the program that can check more.
func TestOldTenTurnsAreRead(t *testing.T) {
	f, err := os.Open(tenTurns)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	h, turns := &history.History{}, 0
	for line, err := range archive.Read(f) {
		if err != nil {
			t.Fatal(err)
		}
		if line.Commit == nil {
			continue
		}
		if err := h.Apply(line.Commit); err != nil {
			t.Fatal(err)
		}
		for _, e := range line.Commit.Events {
			data, err := events.Decode(e)
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := data.(events.TurnAdjudicated); ok {
				turns++
			}
		}
	}
	if turns < 10 {
		t.Errorf("%d turns were read", turns)
	}
	told := 0
	for e := range h.Select(history.Filter{}) {
		told += len(e.AppendText(nil))
	}
	if told < 10000 {
		t.Errorf("%d bytes were told", told)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	_, err = verify.Record(plainRules(), archive.Read(f))
	if err == nil || !strings.Contains(err.Error(), "verify it with the Galloper that it was made with") {
		t.Errorf("verify says %v", err)
	}
}

func TestTenTurnsWithEveryAct(t *testing.T) {
	if *update {
		playTenTurns(t)
	}
	f, err := os.Open(everyAct)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	h := &history.History{}
	done := map[string]bool{}
	if _, err := verify.Record(plainRules(), func(yield func(archive.Line, error) bool) {
		for line, err := range archive.Read(f) {
			if err == nil && line.Commit != nil {
				if err := h.Apply(line.Commit); err != nil {
					t.Fatal(err)
				}
				for _, deed := range tries(t, line.Commit) {
					done[deed] = true
				}
			}
			if !yield(line, err) {
				return
			}
		}
	}); err != nil {
		t.Fatalf("the recorded game does not verify: %v", err)
	}
	for _, form := range umpire.Forms() {
		if form.Tells {
			continue // it records nothing
		}
		for _, want := range fullDeeds(form.Word) {
			if !done[want] {
				t.Errorf("no %s is in the recorded game", want)
			}
		}
	}
	mustTellItsStory(t, h)
	var told strings.Builder
	for e := range h.Select(history.Filter{}) {
		told.Write(e.AppendText(nil))
	}
	mustSay(
		t,
		told.String(),
		"reverted to turn 3, because a mail was lost",
		"no longer counts",
		"letter from Louis XIV",
		"(amend)",
		"because his mail was cut",
		"played again: salt",
		"revealed to french.west: oyen",
		"deadline moved to",
		"to be rolled again, salt 1, because "+
			"it was cocked",
		"dispatch french.north.t3.1 ruled delayed, because the bridge is down",
		"SET unit.picardie.boxes = 2",
		"taken from dutch.south, because of silence",
		"stand-in",
		"because a stand-in has accepted: nothing was heard of it for 4 turns",
		"ruling.lapsed outcome=",
		"dispatch french.north.t4.1 ruled lost, because he drowned",
		"dispatch french.north.t5.1 ruled captured",
	)
}

// fullDeeds returns the variants of an act that must occur: each of its fates, or the act itself.
func fullDeeds(word string) []string {
	switch word {
	case "COURIER":
		return []string{"COURIER LOST", "COURIER CAPTURED", "COURIER DELAYED"}
	case "RULE":
		return []string{"RULE", "RULE SET"}
	case "DISCLOSE":
		return nil // only a battle of a campaign has it: TestCampaignKeepsItsSecrets
	}
	return []string{word}
}

// tries names the acts that an umpire's commit records. It reads only the events, because the archive has only hashes
// of the umpire's mails.
func tries(t *testing.T, c *events.Commit) (done []string) {
	t.Helper()
	if c.Actor != game.Umpire || c.ID == "new" {
		return nil
	}
	for _, e := range c.Events {
		data, err := events.Decode(e)
		if err != nil {
			t.Fatal(err)
		}
		switch d := data.(type) {
		case events.RulingGiven:
			done = append(done, "RULE")
			if len(d.Sets) > 0 {
				done = append(done, "RULE SET")
			}
		case events.CourierRuled:
			done = append(done, "COURIER "+strings.ToUpper(d.Fate))
		case events.DecisionAnswered:
			if d.By == game.Umpire {
				done = append(done, "ANSWER")
			}
		case events.OrdersAccepted:
			if d.How == "amend" {
				done = append(done, "AMEND")
			}
		case events.SeatAssigned:
			if !slices.Contains(done, "SUBSTITUTE") { // which also assigns the seat
				done = append(done, "ADDRESS")
			}
		default:
			done = append(done, plainDeeds[e.Type])
		}
	}
	return done
}

// plainDeeds maps events whose type determines the act.
var plainDeeds = map[string]string{
	"turn.approved": "APPROVE", "turn.closed": "CLOSE", "turn.extended": "EXTEND", "turn.held": "HOLD",
	"turn.resumed": "RESUME", "turn.reverted": "REVERT",
	"umpire.announced": "ANNOUNCE", "umpire.revealed": "REVEAL", "umpire.confirmed": "CONFIRM", "letter.sent": "LETTER",
	"die.rerolled": "REROLL", "page.opened": "SPECTATORS", "page.closed": "SPECTATORS",
	"seat.released": "SUBSTITUTE", "seat.renewed": "RENEW",
}

// mustTellItsStory checks that an outsider can follow the game.
func mustTellItsStory(t *testing.T, h *history.History) {
	t.Helper()
	f, err := os.Open(everyAct)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	g, err := game.Load(plainRules(), func(yield func(events.Commit, error) bool) {
		for line, err := range archive.Read(f) {
			if line.Commit != nil && !yield(*line.Commit, err) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	var story strings.Builder
	if err := game.Story(g, &story, slices.Collect(h.Select(history.Filter{}))); err != nil {
		t.Fatal(err)
	}
	text := story.String()
	mustSay(
		t,
		text,
		"TURN 3 ",
		"TURN 3, AGAIN",
		"umpire: reverted to turn 3, because a mail was lost",
		"umpire: letter from Louis XIV to french.north hold the mill (told: french.north)",
		"umpire: held: the ford is disputed (told: every seat)",
		"Picardie lies in a bog [taken back]",
		"70 outcomes "+
			"[replaced]",
		`The umpire's ruling on t3.2, "the smoke hides them", is not applied`,
		"Champagne gave sturler.a a volley over 48 "+
			"yards",
		"A courier set out to champagne with the directive.",
		"asked to play dutch.east, of which nothing was heard for 4 turns (told: stand-in)",
		"revealed to french.west: "+
			"oyen, because a deserter talks",
	)
	for _, noise := range []string{"sight.", "queued for", "seed ", " your "} {
		if strings.Contains(text, noise) {
			t.Errorf("the story has %q in it", noise)
		}
	}
}
