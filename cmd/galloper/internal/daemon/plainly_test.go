package daemon

import (
	"slices"
	"strings"
	"testing"
	"time"

	"galloper/adjudicator"
	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/events"
)

// In every ruleset, the receipt's line about troops without orders counts all orders in force, not only the mail's.
func TestReceiptsCountTheOrdersInForce(t *testing.T) {
	t.Parallel()
	inEveryRuleset(t, func(t *testing.T, w *world, row *actRow) {
		order := map[string]string{"firediscipline": "To Champagne: hold", "fieldcommand": "HOLD archer",
			"orderdiscipline": "lights: hold", "activationchits": "95th: hold", "commandchaos": "HOLD r3"}[row.rules]
		if row.rules == "fieldcommand" {
			row.seat = "confederate.iii" // this seat's troops are on the field
		}
		idle := func(text string) string {
			for line := range strings.Lines(text) {
				if strings.HasPrefix(line, "no orders:") || strings.HasPrefix(line, "no directive this turn:") {
					return strings.TrimSpace(line)
				}
			}
			return ""
		}
		before := idle(w.writes(row.seat, "READY"))
		want := idle(w.writes(row.seat, order))
		if before == want {
			t.Fatalf("the order leaves as many troops without orders as none: %q", want)
		}
		for _, text := range []string{"Ready", "YES 7", "ABSENT", "", "Hello there", "LETTER TO umpire: hm",
			"CHECK\nADD\n" + order, "STAFF", "TAKE BACK", "CANCEL 77", "RESIGN"} {
			answer := w.writes(row.seat, text)
			if got := idle(answer); got != want {
				t.Errorf("%q is answered with %q, not %q:\n%s", text, got, want, answer)
			}
			mustSay(t, answer, "all orders", "in force: 1.")
		}
	})
}

// A question in a mail with orders is answered. The receipt shows the effect of the mail, and doesn't treat the
// question as one for the umpire.
func TestAskingBesideOrders(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	before := len(w.sent)
	w.writes("french.north", "HELP ride\nSTATUS\nHISTORY\n\nTo Champagne: hold")
	var all strings.Builder
	for _, m := range w.sent[before:] {
		if m.to == addressOf("french.north") {
			all.WriteString(m.text)
		}
	}
	mustSay(t, all.String(), "1. TO champagne: HOLD: accepted", "all orders in force: 1. TO champagne: HOLD", "RIDE TO")
	if strings.Contains(all.String(), "only an umpire") || strings.Contains(all.String(), "Nothing has come from you") {
		t.Errorf("the answers say:\n%s", all.String())
	}
}

// Cancelling one order and giving another keeps the rest.
func TestCancelledAndGivenAnew(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	w.writes("french.north", "To Champagne: hold\n\nLetter to french.west: come\n.\nI ride to 300,60")
	mustSay(t, w.writes("french.north", "Cancel 1\n\nTo Champagne: advance"), "CANCEL 1: taken back",
		"all orders in force: 2. LETTER TO french.west: come 3. RIDE TO 300,60 4. TO champagne: ADVANCE")
	mustSay(t, w.writes("french.north", "Cancel\n\nTo Champagne: hold"), "This mail REPLACES your earlier one")
	w.mustVerify()
}

func TestNoticesAndAnswersAreTrue(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{Review: "umpire"})
	umpire := func(text string) string { t.Helper(); return w.writesFrom(umpireAddress, text) }
	mustSay(t, w.writes("french.north", "HISTORY 1"), "Turn 1 is not reported yet; HISTORY 0 is the opening.")
	mustSay(t, umpire("Approve please"), "it does not name the turn; write: Approve please TURN 1")
	check := w.writes("french.north", "CHECK\nTo Champagne: hold\n\nLETTER TO umpire: hm")
	mustSay(t, check, "accepted, would be sent at once", "2 orders would be accepted")
	if subject := w.last(addressOf("french.north")).msg.Header.Get("Subject"); strings.Contains(subject, "checked: ") {
		t.Errorf("the subject is %q", subject)
	}
	key, err := w.vault.Get(w.ctx, host.SeatKey("mill", "french.north", 0))
	if err != nil {
		t.Fatal(err)
	}
	if text := w.writes("french.north", "KEY "+string(key)+"\nTo Champagne: hold"); strings.Contains(text, "Not read") {
		t.Errorf("the KEY line is not read:\n%s", text)
	}
	umpire("EXTEND 6h TURN 1 BECAUSE the post was late")
	mustSay(t, w.last(addressOf("french.north")).text, "the post was late")
	w.writes("french.west", "STAFF")
	umpire("ANNOUNCE: I am back")
	umpire("CLOSE TURN 1")
	status := umpire("STATUS")
	if strings.Contains(status, "you alone have written") {
		t.Errorf("the staff's orders are the umpire's:\n%s", status)
	}
	mustSay(t, status, "Orders that the staff has written: Marquis de Surville.")
	umpire("HOLD TURN 1 BECAUSE of a doubt")
	mustSay(t, w.writes("french.north", "STATUS"), "The turn is closed, and held by the umpire")
	umpire("RESUME TURN 1 BECAUSE it is clear")
	umpire("APPROVE TURN 1")
	report := w.last(addressOf("french.north")).text
	mustSay(t, report, "FROM THE UMPIRE The staff wrote", "The umpire announced in turn 1: I am back")
	if strings.Contains(report, "the post was late") {
		t.Errorf("a deadline that has passed is news:\n%s", report)
	}
	line := umpire("REVERT TO TURN 1 BECAUSE of an error")
	at := strings.Index(line, "CONFIRM ")
	mustSay(t, umpire(strings.TrimSpace(strings.SplitN(line[at:], "\n", 2)[0])), "CONFIRM: done. REVERT TURN 1 is done.")
	if w.mailed(umpireAddress, "you may change yours") != 0 ||
		w.mailed(addressOf("french.north"), "you may change yours") != 1 {
		t.Error("who may change their orders is told wrongly")
	}
}

// HELP finds every word in capitals on the card.
func TestHelpFindsWhatTheCardHas(t *testing.T) {
	t.Parallel()
	for _, rules := range rulesets.All() {
		if rules.Silence == "" {
			t.Errorf("%s does not say what silence does", rules.Name)
		}
		for word := range strings.FieldsSeq(rules.Card) {
			if word = strings.Trim(word, "[](),.:;|"); len(word) < 4 || strings.Trim(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
				continue
			}
			if text := game.HelpOn(rules, strings.ToLower(word)); text == "" || len(text) > len(rules.Card)/2 {
				t.Errorf("%s: HELP %s has %d bytes", rules.Name, word, len(text))
			}
		}
	}
	fire := rulesets.All()[slices.IndexFunc(rulesets.All(), func(r *adjudicator.Ruleset) bool {
		return r.Name == "firediscipline"
	})]
	for _, verb := range strings.Fields("advance hold charge assault attack follow withdraw support letter") {
		if text := game.HelpOn(fire, verb); !strings.Contains(text, strings.ToUpper(verb)) {
			t.Errorf("HELP %s says %q", verb, text)
		}
	}
}

// A reminder states the effect of silence under the game's rules.
func TestReminderSaysWhatSilenceDoes(t *testing.T) {
	t.Parallel()
	inEveryRuleset(t, func(t *testing.T, w *world, row *actRow) {
		says := w.game().Rules.Silence
		w.pass(73 * time.Hour)
		w.writesFrom(umpireAddress, "RESUME TURN 1") // it was held because no seat had ever written
		if says == "" || w.mailed(umpireAddress, says) == 0 {
			t.Errorf("the umpire is not told %q: %v", says, w.mailsTo(umpireAddress))
		}
	})
	w := newWorld(t)
	w.newGame(events.Settings{Remind: []string{"2h"}})
	w.pass(71 * time.Hour)
	if says := w.game().Rules.Silence; w.mailed(addressOf("french.north"), says) != 1 {
		t.Errorf("the player is not told %q: %v", says, w.mailsTo(addressOf("french.north")))
	}
}

// An answer with the umpire's secret from another address means that a mail of the umpire's leaked: new secrets come
// first.
func TestUmpiresSecretFromElsewhere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	w.writesTo("eve@strange.test", w.last(umpireAddress).msg.Header.Get("Reply-To"), "CLOSE TURN 1")
	told := strings.Join(strings.Fields(w.last(umpireAddress).text), " ")
	renew, let := strings.Index(told, "RENEW umpire BECAUSE"), strings.Index(told, "ADDRESS umpire +eve@strange.test")
	if !strings.Contains(told, "A mail in the name of umpire is in quarantine") || renew < 0 || let < renew {
		t.Errorf("the umpire is told: %s", told)
	}
}
