package page

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	mime "github.com/emersion/go-message"

	"galloper/cmd/galloper/internal/game"
)

// TestReceiptsSayTheSame: the mailed receipt, the one on the page while orders are written and the one of
// `galloper check` use the same words for the same lines in the same turn, even after the turn is over.
func TestReceiptsSayTheSame(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		scenario, seat string
		first          string // causes a question, to be answered by YES
		lines          string // accepted, refused, asked about, unread
		refused        string // refused as a whole
	}{
		{"prestonpans", "government.cope", "Lascelles attack the Wizards",
			"Lee's advance 60 yards\n\nMurray's: hold, fire at 40\n\nTo Lee's: sleep\n\nLascelles attack the Wizards\n\n" +
				"To Gardiner: attack the guns\n\nLochiel: attack\n\nI ride to Murray's\n\nThe morning is cold.\n\n" +
				"LETTER TO fowke: keep level with me\n.\nREADY", "Lee's: sleep\n\nTo lees: go to Narnia\n\ndance"},
		{"gettysburg-first-day", "confederate.iii", "I ride to 14 with the moon behind me",
			"Archer attacks 15\n\nTo Ewell: come to me\n\nPettigrew: sleep\n\nDavis marches to Narnia\n\n" +
				"I ride to 14 with the moon behind me\n\nATTACK 15 WITH archer, davis\n\nheth attacks 15\n\nNight falls.\n\n" +
				"RIDE TO 14\n\nSTANDING HOLD\n\nREADY", "Archer: sleep\n\nbombard\n\ndance"},
		{"maida", "british.kempt", "lights advance with the moon behind them",
			"lights advance 4\n\nCorsicans: fire at will\n\nlights: sleep\n\nKempt attack\n\nlights charge the Wizards\n\n" +
				"lights advance with the moon behind them\n\nTo Stuart: send the guns\n\nI join the lights\n\nIt rains.\n\n" +
				"LETTER TO acland: I go at once\n.\nREADY", "lights: sleep\n\nattack\n\ndance"},
		{"sauren", "allied.hill", "95th hold with the sun behind them",
			"95th: move to G4\n\n28th attacks 15\n\nbattery fire\n\nbattery fires at the grande batterie\n\nTo Kempt: attack\n\n" +
				"95th hold with the sun behind them\n\nNobody: attack\n\nkgl: rally if shaken\n\nWhat a day.\n\n" +
				"LETTER TO kempt: hold on\n.\nREADY", "28th foot: sleep\n\nattack\n\ndance"},
		{"allifae", "roman.consul", "r2: advance with the moon behind you",
			"First legion: advance\n\nr2: advance with the moon behind you\n\nLeft velites: throw\n\nv4: charge\n\nSpare horse: charge\n\n" +
				"To Servilius: hold\n\nPrinceps: advance\n\nRIDE TO left\n\nIt is hot.\n\n" +
				"LETTER TO roman.horse: watch the ford\n.\nREADY", "camp guard dances\n\nattack\n\ndance"},
	} {
		t.Run(c.scenario, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.makeGame(c.scenario)
			for turn := 1; turn <= 2; turn++ {
				mailed := map[string]string{}
				for _, text := range []string{c.refused, c.first, "YES", c.first, "ADD\n" + c.lines, "CANCEL 1", "CANCEL 99",
					"ADD\n" + c.refused + "\n\nYES 1", c.lines, c.refused} {
					preview := w.receipts(c.seat, -1, text)
					w.writes(c.seat, text)
					mailed[text] = w.lastMail(c.seat)
					standsIn(t, mailed[text], preview)
				}
				for _, part := range []string{": accepted", ": refused ", "Not understood: ", "Not read: "} {
					if !strings.Contains(mailed[c.lines], part) {
						t.Errorf("nothing is answered with %q:\n%s", part, mailed[c.lines])
					}
				}
				w.rules(fmt.Sprintf("CLOSE TURN %d", turn))
				for _, text := range []string{c.refused, c.lines} {
					standsIn(t, mailed[text], w.receipts(c.seat, turn, text)[:1])
				}
			}
		})
	}
}

// receipts returns the receipt for a text as `galloper check` prints it, in blocks, and as the page shows it.
func (w *world) receipts(seat string, turn int, text string) [][]string {
	w.t.Helper()
	tb := newTable()
	if err := tb.catchUp(w.ctx, w.d, slug); err != nil {
		w.t.Fatal(err)
	}
	r, err := game.PreviewOf(tb.game, seat, turn, text, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	checked := slices.DeleteFunc(strings.Split(tapped(r.Receipt.Text()), "\n"),
		func(line string) bool { return line == "" })
	page := tb.Read(seat, text)
	shown := []string{page.Verdict}
	for _, a := range page.Orders {
		shown = append(append(shown, a.Text), a.Below...)
	}
	for _, block := range page.Rest {
		shown = append(shown, block...)
	}
	for _, e := range page.Examples {
		shown = append(shown, e.With)
	}
	return [][]string{checked, shown}
}

var (
	answerYes   = regexp.MustCompile(`Answer YES \w+ to (have it so|have those do it|send it as a letter)\.`)
	answerReady = regexp.MustCompile(`READY: not taken, (because [^.]*)\. The turn [^:]*: mend it, [a-z ]* READY alone`)
)

// tapped replaces the mail's instructions to reply with the page's instructions to tap.
func tapped(mail string) string {
	mail = answerReady.ReplaceAllString(mail, "READY: not taken as long as this stands, $1")
	return answerYes.ReplaceAllString(mail, "Tap it below to have it so.")
}

// lastMail returns the text of the last mail to a seat, on one line.
func (w *world) lastMail(seat string) string {
	w.t.Helper()
	all := w.mails(addressOf(seat))
	e, err := mime.Read(strings.NewReader(all[len(all)-1]))
	if err != nil {
		w.t.Fatal(err)
	}
	var text []byte
	found := errors.New("found")
	err = e.Walk(func(_ []int, part *mime.Entity, err error) error {
		if kind, _, _ := part.Header.ContentType(); err != nil || kind != "text/plain" {
			return err
		}
		if text, err = io.ReadAll(part.Body); err != nil {
			return err
		}
		return found
	})
	if !errors.Is(err, found) {
		w.t.Fatal("a mail without text", err)
	}
	return oneLined(string(text))
}

// standsIn fails the test unless the mail contains all lines of each receipt, in order.
func standsIn(t *testing.T, mailed string, receipts [][]string) {
	t.Helper()
	for _, lines := range receipts {
		rest := tapped(mailed)
		for _, line := range lines {
			_, behind, ok := strings.Cut(rest, oneLined(line))
			if !ok {
				t.Fatalf("%q is not said in the mail behind the lines above it:\n%s", line, mailed)
			}
			rest = behind
		}
	}
}
