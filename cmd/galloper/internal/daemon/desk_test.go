package daemon

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/cmd/galloper/internal/verify"
	"galloper/events"
	"galloper/mailgate/mailtest"
	"galloper/projections/campaign"
)

// brawl is the skirmish with the lines within musket range, so that dice are rolled in every turn.
var brawl = strings.NewReplacer("at: [500, 300]", "at: [500, 640], facing: 0", "at: [500, 700]", "at: [500, 700], "+
	"facing: 180").Replace(skirmish)

func newBrawl(t *testing.T, settings events.Settings) (*world, func(string) string) {
	t.Helper()
	w := newWorld(t)
	w.newGameOf(brawl, settings)
	return w, func(text string) string { t.Helper(); return w.writesFrom(umpireAddress, text) }
}

// outcomes returns the outcomes of the turn, or of its draft.
func (w *world) outcomes(turn int) []events.Outcome {
	w.t.Helper()
	outcomes, err := w.game().Campaign.Outcomes(turn)
	if err != nil {
		w.t.Fatal(err)
	}
	return outcomes
}

func TestRulingIsAnInputOfTheTurn(t *testing.T) {
	t.Parallel()
	w, umpire := newBrawl(t, events.Settings{Review: "umpire"})
	mustSay(t, umpire("RULE t1.3: the wood is dense"), "turn 1 is not adjudicated, so there is no outcome t1.3 yet")
	umpire("CLOSE TURN 1")
	mustSay(
		t,
		w.last(umpireAddress).text,
		"APPROVE TURN 1 DRAFT 1",
		"WHAT NEEDS YOUR EYE",
		"Without orders:",
		"[Told: dutch; to french: Enemy foot stood firm.]",
		"THE RECORD",
	)
	before := w.outcomes(1)

	mustSay(t, umpire("RULE t1.999: no"), "turn 1 has no outcome t1.999; they are t1.1 to")
	mustSay(t, umpire("RULE t2.1: no"), "it names turn 2, but turn 1 is the current one")
	mustSay(t, umpire("RULE t1.1: x\nSET unit.champagne.boxen = 1"), "REFUSED", "there are: unit.champagne.boxes")
	mustSay(t, umpire("RULE t1.1: x\nSET unit.champagne.boxes = 4000"), "REFUSED", "expected a number from 0 to")
	if n := len(w.game().Campaign.Current().Rulings); n != 0 {
		t.Fatalf("%d rulings are recorded of those that were refused", n)
	}

	mustSay(t, umpire("RULE t1.1: Picardie lies in a bog\n\nSET unit.picardie.boxes = 2"), "RULE: done")
	redraft := w.last(umpireAddress).text
	mustSay(
		t,
		redraft,
		"This is all that changed",
		"unit.picardie.boxes is set to 2.",
		"changed, new or gone: none",
		"APPROVE TURN 1 DRAFT 2",
	)
	if strings.Contains(redraft, "- t1.") && strings.Count(redraft, "\n") > 60 {
		t.Errorf("more than what changed is shown:\n%s", redraft)
	}
	if a, b := game.Shown(before), game.Shown(w.outcomes(1)); len(a) == 0 || len(a) != len(b) {
		t.Errorf("%d dice before, %d after", len(a), len(b))
	}
	mustSay(t, umpire("APPROVE TURN 1 DRAFT 1"), "after a later ruling draft 2 is the current one")
	mustSay(t, umpire("APPROVE TURN 1 DRAFT 2"), "APPROVE: done")
	w.mustVerify()
}

func TestRerolledDieFallsAloneAnew(t *testing.T) {
	t.Parallel()
	w, umpire := newBrawl(t, events.Settings{Review: "umpire"})
	mustSay(t, umpire("REROLL volley/fire/x TURN 1 BECAUSE cocked"), "no die of turn 1 has been rolled yet")
	umpire("CLOSE TURN 1")
	names := game.DiceOf(w.outcomes(1))
	if len(names) < 2 {
		t.Fatalf("the brawl rolls %q: too little for this test", names)
	}
	mustSay(t, umpire("REROLL volley/fire/nobody TURN 1 BECAUSE cocked"), "no die of that name was rolled; there are: ")
	mustSay(t, umpire("REROLL "+names[0]+" TURN 1"), "it gives no reason")
	mustSay(t, umpire("REROLL "+names[0]+" TURN 1 BECAUSE it was cocked"), "REROLL: done")
	salts := 0
	for _, o := range w.outcomes(1) {
		for _, d := range o.Dice {
			if d.Salt != "" {
				salts++
				if d.Name != names[0] || d.Salt != "1" {
					t.Errorf("the die %s has the salt %q", d.Name, d.Salt)
				}
			}
		}
	}
	if salts == 0 {
		t.Error("no die has a salt")
	}
	umpire("APPROVE TURN 1")
	w.mustVerify()
}

func TestAmendedOrder(t *testing.T) {
	t.Parallel()
	w, umpire := newBrawl(t, events.Settings{})
	w.writes("french.north", "To Champagne: hold")
	mustSay(
		t,
		umpire("AMEND french.north 1 TURN 1 BECAUSE his mail was cut: To Champagne: dance"),
		"REFUSED",
		"it is not read as one order",
		"dance",
	)
	mustSay(t, umpire("AMEND french.north 3 TURN 1 BECAUSE x: To Champagne: hold"), "french.north has order 1; 2 can "+
		"be added")
	mustSay(t, umpire("AMEND swiss 1 TURN 1 BECAUSE x: To Champagne: hold"), "there is no seat swiss")
	mustSay(t, umpire("AMEND french.north 1 TURN 1 BECAUSE his mail was cut: To Champagne: advance 50"), "AMEND: done")
	mustSay(t, w.last(addressOf("french.north")).text, "because his mail was cut", "1. TO champagne: ADVANCE")
	for _, s := range seats[1:] {
		if text := w.last(addressOf(s)).text; strings.Contains(text, "amended") {
			t.Errorf("%s was told: %s", s, text)
		}
	}
	mustSay(t, umpire("AMEND french.north 1 TURN 1 BECAUSE he wants nothing: nothing"), "AMEND: done")
	if o := ordersOf(w.game(), 1, "french.north"); len(o) != 0 {
		t.Errorf("taken away, the orders are %q", o)
	}
}

func TestCourierRuled(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{Review: "umpire"})
	umpire := func(text string) string { t.Helper(); return w.writesFrom(umpireAddress, text) }
	mustSay(t, w.writes("french.north", "To Champagne: hold"), "1. TO champagne: HOLD: accepted")
	mustSay(t, umpire("COURIER french.north.t1.7 LOST TURN 1 BECAUSE of a ford"), "no dispatch of that id is under way")
	mustSay(t, umpire("COURIER french.north.t1.1 CAPTURED BY swiss TURN 1 BECAUSE of a ford"), "there is no seat swiss")
	mustSay(t, umpire("COURIER french.north.t1.1 EATEN TURN 1 BECAUSE of a ford"), "LOST, CAPTURED BY or DELAYED is "+
		"missing")
	umpire("CLOSE TURN 1")
	mustSay(t, umpire("COURIER french.north.t1.1 CAPTURED BY dutch.south TURN 1 BECAUSE of a ford"), "COURIER: done")
	mustSay(t, w.last(umpireAddress).text, "+ t1.", "The enemy has the dispatch french.north.t1.1.")
	umpire("APPROVE TURN 1")
	mustSay(t, w.last(addressOf("dutch.south")).text, "HOLD")
	if text := w.last(addressOf("french.north")).text; strings.Contains(text, "captured") {
		t.Errorf("the sender was told:\n%s", text)
	}
	w.mustVerify()
}

var confirmation = regexp.MustCompile(`CONFIRM \d+ \w+`)

// confirms proposes an act and confirms it, and returns the second answer.
func confirms(t *testing.T, umpire func(string) string, text string) string {
	t.Helper()
	first := umpire(text)
	mustSay(t, first, "NOT DONE YET", text)
	return umpire(confirmation.FindString(first))
}

func TestRevertPlaysTheTurnWithOtherDice(t *testing.T) {
	t.Parallel()
	w, umpire := newBrawl(t, events.Settings{})
	for range 3 {
		umpire("CLOSE TURN " + string('0'+rune(w.game().Campaign.Number())))
	}
	first := w.outcomes(2)
	mustSay(t, umpire("REVERT TO TURN 9 BECAUSE x"), "turn 9 was not played")
	mustSay(t, umpire("REVERT TO TURN 4 BECAUSE x"), "turn 4 is open: there is nothing to take back")
	mustSay(t, umpire("REVERT TO TURN 2 BECAUSE x\nANNOUNCE: y"), "REVERT must stand alone")
	waiting := umpire("REVERT TO TURN 2 BECAUSE a mail was lost")
	mustSay(t, waiting, "NOT DONE YET", "cannot be undone")
	if n := w.game().Campaign.Number(); n != 4 {
		t.Fatalf("unconfirmed, the turn is %d", n)
	}
	mustSay(t, umpire("CONFIRM 1 zzz"), "is not the code of act 1")
	mustSay(t, umpire("CONFIRM 7 zzz"), "no act with the number 7")
	mustSay(t, umpire(confirmation.FindString(waiting)), "CONFIRM: done")
	mustSay(t, umpire(confirmation.FindString(waiting)), "was confirmed and done already")
	c := w.game().Campaign
	if c.Number() != 2 || c.Phase() != campaign.Open || len(c.Superseded()) != 3 {
		t.Fatalf("turn %d, %s, %d superseded", c.Number(), c.Phase(), len(c.Superseded()))
	}
	mustSay(
		t,
		w.last(addressOf("dutch.south")).text,
		"taken the game back to turn 2, because a mail was lost",
		"Its dice will be rolled anew",
	)
	mustSay(t, w.writes("french.north", "To Champagne: hold"), "HOLD: accepted")
	mustSay(t, umpire("REVERT TO TURN 1 BECAUSE x"), "was taken back to turn 2 already; it cannot go back past that")
	mustSay(t, umpire("REVERT TO TURN 4 BECAUSE x"), "on a branch that was taken back and no longer counts")
	umpire("CLOSE TURN 2")
	salts := map[string]bool{}
	for _, o := range w.outcomes(2) {
		for _, d := range o.Dice {
			salts[d.Salt] = true
		}
	}
	if len(salts) != 1 || salts[""] {
		t.Errorf("the dice of the turn played again have the salts %v", salts)
	}
	if slices.Equal(diceValues(first), diceValues(w.outcomes(2))) {
		t.Error("played again, the turn came to the same")
	}
	for n := 3; n <= 5; n++ { // turn 5 reveals the seed of the salts
		umpire("CLOSE TURN " + string('0'+rune(n)))
	}
	w.mustVerify()
	w.strangersScript()
}

// diceValues lists the values rolled.
func diceValues(outcomes []events.Outcome) (values []int) {
	for _, o := range outcomes {
		for _, d := range o.Dice {
			values = append(values, d.Value)
		}
	}
	return values
}

// strangersScript runs docs/check.py on the game.
func (w *world) strangersScript() {
	w.t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil && os.Getenv(mailtest.Env) == "1" {
		w.t.Fatalf("python3 is not installed; as root run .ci/install (%s=1)", mailtest.Env)
	}
	if err != nil {
		w.t.Skip("not run: docs/check.py: python3 is not installed; as root run .ci/install")
	}
	file := filepath.Join(w.t.TempDir(), "game.jsonl")
	w.export(file)
	if out, err := exec.Command(python, "../../../../docs/check.py", file).CombinedOutput(); err != nil {
		w.t.Errorf("docs/check.py: %v\n%s", err, out)
	}
}

func TestForgedSaltIsFound(t *testing.T) {
	t.Parallel()
	w, umpire := newBrawl(t, events.Settings{})
	umpire("CLOSE TURN 1")
	confirms(t, umpire, "REVERT TO TURN 1 BECAUSE x")
	for n := 1; n <= 3; n++ {
		umpire("CLOSE TURN " + string('0'+rune(n)))
	}
	w.mustVerify()
	v := verify.Verifier{Rulesets: w.d.Rulesets, Game: game.New()}
	for c, err := range w.log.Game(w.ctx, "mill", events.Head{}) {
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Game.Apply(v.Rulesets, &c); err != nil {
			t.Fatal(err)
		}
	}
	seed := w.game().Campaign.Turn(3).Result.Seed
	v.Salted = []verify.Salted{{Turn: 1, Branch: 1, By: 3, Salt: "forged"}}
	if err := v.Salts(&events.TurnAdjudicated{Turn: 3, Seed: seed}); err == nil ||
		!strings.Contains(err.Error(), "played again with the salt forged") {
		t.Errorf("a forged salt: %v", err)
	}
	if err := v.Salts(&events.TurnAdjudicated{Turn: 1, Seed: seed}); err == nil ||
		!strings.Contains(err.Error(), "if and only if it was played before") {
		t.Errorf("no salt: %v", err)
	}
}

func TestSeatChangesHands(t *testing.T) {
	t.Parallel()
	w, umpire := newBrawl(t, events.Settings{})
	const heir = "heir@players.test"
	old := addressOf("dutch.east")
	stale := w.letterFrom(old, "To Oyen: hold")
	mustSay(t, umpire("SUBSTITUTE dutch.east BY heir"), "is not a mail address")
	mustSay(t, umpire("SUBSTITUTE swiss BY "+heir+" BECAUSE x"), "there is no seat swiss")
	mustSay(t, confirms(t, umpire, "SUBSTITUTE dutch.east BY "+heir+" BECAUSE he moved house"), "CONFIRM: done")
	mustSay(t, w.last(old).text, "You no longer play Heer van Dedem", "because he moved house")
	mustSay(t, w.last(heir).text, "You now play Heer van Dedem", "KEY ", "The last report of the seat")
	w.arrive(stale, w.now)
	if o := ordersOf(w.game(), 1, "dutch.east"); len(o) != 0 {
		t.Errorf("the old player still ordered %q", o)
	}
	mustSay(t, w.writesFrom(heir, "To Oyen: hold"), "HOLD: accepted")
	for c, err := range w.log.Game(w.ctx, "mill", events.Head{}) {
		for _, e := range c.Events {
			if err != nil || strings.Contains(string(e.Data), heir) {
				t.Fatalf("an address stands in the log: %s", e.Data)
			}
		}
	}
	// One player has two seats: each mail counts for the seat of the address that it answers.
	mustSay(t, confirms(t, umpire, "SUBSTITUTE dutch.south BY "+heir+" BECAUSE nobody else was found"), "CONFIRM: done")
	mustSay(t, w.writesFrom(heir, "To Sturler: hold"), "Heer van Fagel", "HOLD: accepted")
	if o := ordersOf(w.game(), 1, "dutch.east"); len(o) != 1 {
		t.Errorf("the other seat of the same player has %q", o)
	}
	w.mustVerify()
}

func TestAddressesOfASeat(t *testing.T) {
	t.Parallel()
	w, umpire := newBrawl(t, events.Settings{})
	const second = "second@players.test"
	old := addressOf("dutch.east")
	mustSay(t, umpire("ADDRESS dutch.east -"+old+" BECAUSE x"), "it is the only address of the seat")
	mustSay(t, umpire("ADDRESS dutch.east +"+second+" BECAUSE he has two"), "ADDRESS: done")
	mustSay(t, umpire("ADDRESS dutch.east +"+second+" BECAUSE he has two"), "belongs to the seat already")
	mustSay(t, w.last(second).text, "Mail from this address now counts for Heer van Dedem in", "because he has two")
	mustSay(t, w.writesFrom(old, "To Oyen: hold"), "accepted")
	mustSay(t, umpire("ADDRESS dutch.east -"+old+" BECAUSE it is dead"), "ADDRESS: done")
	mustSay(t, w.last(second).text, "The secrets of the seat are new")
	mustSay(t, w.writesFrom(second, "To Oyen: advance 50"), "accepted")
	mustSay(t, umpire("ADDRESS dutch.east -"+old+" BECAUSE it is dead"), "does not belong to the seat")
}

func TestSeveralUmpires(t *testing.T) {
	t.Parallel()
	w, umpire := newBrawl(t, events.Settings{Review: "umpire"})
	const other = "other@example.test"
	mustSay(t, umpire("ADDRESS umpire +"+other+" BECAUSE two see more"), "ADDRESS: done")
	umpire("CLOSE TURN 1")
	mustSay(t, w.last(other).text, "APPROVE TURN 1 DRAFT 1")
	mustSay(t, w.writesFrom(other, "RULE t1.1: it rains"), "RULE: done")
	mustSay(t, umpire("APPROVE TURN 1 DRAFT 1"), "after a later ruling")
	if w.mailed(umpireAddress, "RULE t1.1: it rains") == 0 {
		t.Error("the one umpire was not told what the other ruled")
	}
	w.mustVerify()
}

func TestTwoUmpiresAtOnceAreSerialised(t *testing.T) {
	t.Parallel()
	w, _ := newBrawl(t, events.Settings{Review: "umpire"})
	if _, err := w.d.Rule(w.ctx, RuleRequest{Game: "mill", Text: "CLOSE TURN 1"}); err != nil {
		t.Fatal(err)
	}
	one := w.d
	w.start() // a second daemon on the same log, which has read all of it
	if res, err := one.Rule(w.ctx, RuleRequest{Game: "mill", Text: "RULE t1.1: it rains"}); err != nil || !res.Done {
		t.Fatalf("the first: %+v, %v", res, err)
	}
	res, err := w.d.Rule(w.ctx, RuleRequest{Game: "mill", Text: "APPROVE TURN 1 DRAFT 1"})
	if err != nil || res.Done {
		t.Fatalf("the second: %+v, %v", res, err)
	}
	mustSay(t, res.Text, "after a later ruling draft 2 is the current one")
}

func TestLettersInAnyName(t *testing.T) {
	t.Parallel()
	w, umpire := newBrawl(t, events.Settings{})
	mustSay(t, umpire("LETTER TO french.north FROM Louis XIV: come to Versailles"), "LETTER: done")
	mustSay(t, w.last(addressOf("french.north")).text, "A letter from Louis XIV", "come to Versailles")
	if strings.Contains(w.last(addressOf("french.west")).text, "Versailles") {
		t.Error("the letter was told to others")
	}
	umpire("CLOSE TURN 1")
	mustSay(t, w.last(addressOf("french.north")).text, "A letter from Louis XIV: come to Versailles")
}

func TestReveal(t *testing.T) {
	t.Parallel()
	w, umpire := newBrawl(t, events.Settings{})
	mustSay(t, umpire("REVEAL sturler TURN 1 BECAUSE x"), "it does not name a recipient")
	mustSay(t, umpire("REVEAL nonsense TO french.north TURN 1 BECAUSE x"), "nothing is known of")
	mustSay(t, umpire("REVEAL oyen TO french.west TURN 1 BECAUSE a deserter talks"), "REVEAL: done")
	mustSay(t, w.last(addressOf("french.west")).text, "reveals to you, because a deserter talks", "oyen")
	mustSay(
		t,
		umpire("REVEAL the plan TO french.west TURN 1 BECAUSE a deserter talks: they march at dawn"),
		"REVEAL: done",
	)
	mustSay(t, w.last(addressOf("french.west")).text, "they march at dawn")
	mustSay(t, umpire("REVEAL ALL TURN 1 BECAUSE x"), "nothing is hidden from you")
}

func TestUmpireWhoPlays(t *testing.T) {
	t.Parallel()
	w, umpire := newBrawl(t, events.Settings{Review: "umpire"})
	mustSay(
		t,
		confirms(t, umpire, "SUBSTITUTE dutch.east BY "+umpireAddress+" BECAUSE a player is missing"),
		"CONFIRM: done",
	)
	// The last mail to the player is now the seat's; a line SEAT makes the answer an umpire's.
	as := func(text string) string {
		w.t.Helper()
		key, err := w.vault.Get(w.ctx, host.SeatKey("mill", game.Umpire, 0))
		if err != nil {
			t.Fatal(err)
		}
		return w.writesTo(umpireAddress, "orders@galloper.test", "GAME mill\nSEAT umpire\nKEY "+string(key)+"\n"+text)
	}
	mustSay(t, as("CLOSE TURN 1"), "CLOSE: done")
	draft := w.last(umpireAddress).text
	mustSay(t, draft, "what happened is hidden from you", "APPROVE TURN 1 DRAFT 1", "REVEAL ALL TURN 1")
	if strings.Contains(draft, "t1.1 ") {
		t.Errorf("the draft shows the turn to a player:\n%s", draft)
	}
	mustSay(t, as("RULE t1.1: it rains"), "you play a seat yourself")
	mustSay(t, as("REVEAL ALL TURN 1 BECAUSE somebody must rule on the ford"), "REVEAL: done")
	if w.mailed(umpireAddress, "THE RECORD") == 0 {
		t.Error("the umpire was not shown the turn")
	}
	mustSay(t, w.last(addressOf("french.north")).text, "has looked at the whole of turn 1", "somebody must rule on the "+
		"ford")
	mustSay(t, as("RULE t1.1: it rains"), "RULE: done")
	mustSay(t, as("APPROVE TURN 1"), "APPROVE: done")
	if !slices.Contains(w.types(), "umpire.revealed") {
		t.Error("it is not on the record that the umpire looked")
	}
	w.mustVerify()
}

func TestUmpiresActFromAPlayerIsRefusedInWords(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	mustSay(t, w.writes("french.north", "To Champagne: hold\n\nCLOSE TURN 1"), "REFUSED: CLOSE TURN 1: only an umpire "+
		"can say CLOSE")
	if c := w.game().Campaign; c.Phase() != campaign.Open {
		t.Errorf("the game is %s", c.Phase())
	}
}

func TestExtendIsBounded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	mustSay(t, w.writesFrom(umpireAddress, "EXTEND 400d TURN 1 BECAUSE x"), "umpires may add 30 days to one turn in "+
		"all, and have added nothing to turn 1")
	if d := w.game().Campaign.Current().Deadline; !d.Equal(time.Date(2026, 11, 19, 12, 0, 0, 0, time.UTC)) {
		t.Errorf("the deadline is %s", d)
	}
}

func TestWhatIf(t *testing.T) {
	t.Parallel()
	w, umpire := newBrawl(t, events.Settings{})
	w.writes("french.west", "To Picardie: hold")
	g := w.game()
	if _, err := game.WhatIf(g, game.Changes{Amend: []string{"french.west 1: To Picardie: advance 100"}}); err == nil ||
		!strings.Contains(err.Error(), "turn 1 is not adjudicated") {
		t.Errorf("of a turn whose dice have not fallen: %v", err)
	}
	umpire("CLOSE TURN 1")
	head := w.game().Campaign.Head()
	what := func(q game.Changes) *game.Difference {
		t.Helper()
		r, err := game.WhatIf(w.game(), q)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := what(game.Changes{Amend: []string{"french.west 1: To Picardie: hold"}}); len(r.Changed) != 0 {
		t.Errorf("nothing was changed, and yet: %q", r.Changed)
	}
	r := what(game.Changes{Amend: []string{"french.west 1: To Picardie: advance 100"}})
	mustSay(t, r.Text(), "Turn 1 as it would have been", "ADVANCE", "changed, new or gone: none")
	if names := game.DiceOf(w.outcomes(1)); r.Same != len(names) {
		t.Errorf("%d of %d unrelated dice stand", r.Same, len(names))
	} else if r := what(game.Changes{Reroll: names[:1]}); len(r.Changed) == 0 {
		t.Error("a die that was rolled again changed nothing")
	}
	if r := what(game.Changes{Set: []string{"unit.picardie.boxes=2"}}); len(r.Changed) == 0 {
		t.Error("a value that was set changed nothing")
	}
	for text, q := range map[string]game.Changes{
		"is not understood":         {Amend: []string{"french.west: hold"}},
		"there is no seat swiss":    {Amend: []string{"swiss 1: hold"}},
		"no die \"x\" was rolled":   {Reroll: []string{"x"}},
		"sets nothing":              {Set: []string{"unit.picardie.boxes"}},
		"has no outcome \"t1.999\"": {Set: []string{"t1.999:unit.picardie.boxes=2"}},
		"expected a number":         {Set: []string{"unit.picardie.boxes=4000"}},
	} {
		if _, err := game.WhatIf(w.game(), q); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%+v: %v, want %q", q, err, text)
		}
	}
	if w.game().Campaign.Head() != head {
		t.Error("a question was recorded")
	}
}
