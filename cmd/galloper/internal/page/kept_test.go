package page

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"galloper/cmd/galloper/internal/admin"
)

// Text that a player has typed comes back in the answer with the reason why it was not sent, no matter what
// happened since the page was loaded.
func TestWhatWasTypedIsKept(t *testing.T) {
	t.Parallel()
	const typed = "TO champagne: HOLD\nTO royal: <b>HALT</b> & wait"
	const kept = "TO champagne: HOLD\nTO royal: &lt;b&gt;HALT&lt;/b&gt; &amp; wait</textarea>"
	for _, tt := range []struct {
		what   string
		meant  func(w *world, b *browser)
		status int
		words  string
	}{
		{"signed out in another tab", func(_ *world, b *browser) { b.post("/signout") }, http.StatusUnauthorized,
			"Nothing was sent"},
		{"the session is too old", func(w *world, _ *browser) { w.pass(31 * 24 * time.Hour) }, http.StatusUnauthorized,
			"Nothing was sent"},
		{"signed in anew in another tab", func(w *world, b *browser) { b.post(b.link(addressOf(north))) },
			http.StatusForbidden, "made for another session"},
		{"the seat has another player", func(w *world, _ *browser) {
			answer := w.rules("SUBSTITUTE " + north + " BY carl@players.test BECAUSE of illness").Text
			w.rules(confirmLine.FindString(answer))
		}, http.StatusNotFound, "you have no seat in the game"},
		{"the turn is the next", func(w *world, _ *browser) { w.rules("CLOSE TURN 2") }, http.StatusConflict,
			"turn 3 is the current one"},
		{"the turn is closed and not yet reported", func(w *world, _ *browser) { w.rules("CLOSE TURN 2") },
			http.StatusOK, "turn 2"},
		{"the turn is held", func(w *world, _ *browser) { w.rules("HOLD TURN 2 BECAUSE of rain") }, http.StatusOK, ""},
		{"the game is over", func(w *world, _ *browser) { w.rules("CLOSE TURN 2") }, http.StatusConflict,
			"No more orders are taken"},
		{"turns were taken back", func(w *world, _ *browser) {
			answer := w.rules("REVERT TO TURN 1 BECAUSE of a quarrel").Text
			w.rules(confirmLine.FindString(answer))
		}, http.StatusConflict, "made for turn 2, and turn 1 is the current one"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			switch tt.what {
			case "the turn is closed and not yet reported":
				w.play(0, reviewed)
				w.rules("CLOSE TURN 1")
				w.rules("APPROVE TURN 1")
			case "the game is over":
				w.play(1, func(n *admin.NewGame) {
					n.Scenario = regexp.MustCompile(`turns: \d+`).ReplaceAllString(n.Scenario, "turns: 2")
				})
			default:
				w.play(1, func(*admin.NewGame) {})
			}
			b := w.signedIn(addressOf(north))
			page := b.get("/games/mill/orders")
			path, fields := page.form(t, "write", "text", typed)
			tt.meant(w, b)
			r := b.post(path, fields...)
			r.must(t, tt.status, tt.words, kept)
			if strings.Contains(r.body, "<b>HALT") {
				t.Error("what was typed is part of the page")
			}
		})
	}
}

// A form of the desk that is sent twice, by a double click or the back button, takes effect once.
func TestActIsDoneOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.play(1)
	b := w.signedIn(umpireAddress)
	desk := b.get("/games/mill/desk")
	extend := func(from reply) reply { return b.submit(from, "act-EXTEND", "span", "24h", "because", "of the snow") }
	due := w.turn(2).Deadline
	extend(desk).must(t, http.StatusOK, "EXTEND: done")
	extend(desk).must(t, http.StatusConflict, "sent from this page already")
	if got := w.turn(2).Deadline; got.Sub(due) != 24*time.Hour {
		t.Errorf("the deadline has moved by %s", got.Sub(due))
	}
	b.submit(desk, "act-announce", "text", "Snow.").must(t, http.StatusOK, "ANNOUNCE: done")
	again := b.get("/games/mill/desk")
	extend(again).must(t, http.StatusOK, "EXTEND: done")
	b.submit(again, "act-amend", "number", "77", "order", "x", "because", "y").must(t, http.StatusUnprocessableEntity)
	b.submit(again, "act-amend", "number", "77", "order", "x", "because", "y").must(t, http.StatusUnprocessableEntity,
		"!sent from this page already") // a refused act may be sent again
}
