package page

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator/oracle"
	"galloper/cmd/galloper/internal/admin"
)

// public returns all pages that can be read without signing in.
func (g *spied) public(when string) (all []oracle.Channel) {
	stranger := g.browser()
	paths := []string{"/", "/public/mill", "/public/mill/chronicle", "/public/none"}
	for turn := range 5 {
		at := fmt.Sprintf("/public/mill/turns/%d", turn)
		paths = append(paths, at, at+"/map.svg", at+"/map.svg?narrow=1", at+"/map.json", at+"/record", at+"?seat=umpire")
	}
	for _, path := range paths {
		r := stranger.get(path)
		all = append(all, oracle.Channel{Name: "public " + path + " " + when,
			Text: fmt.Sprint(r.status, "\n", headers(r.header), r.body)})
	}
	return all
}

// With a delay of one turn, spectators see the same bytes whatever is ordered, ruled, written or done in the
// turn that is still hidden from them.
func TestSpectatorsSeeNothingLater(t *testing.T) {
	t.Parallel()
	for i := range pairs {
		s := &pairs[i]
		t.Run(s.ruleset, func(t *testing.T) {
			t.Parallel()
			a, b := spyOn(t, s, 7, 7), spyOn(t, s, 7, 7)
			for _, g := range []*spied{a, b} {
				g.rules("SPECTATORS DELAY 1")
				g.turn(1)
				g.turn(2)
			}
			before := byChance(a.public("before"))
			oracle.CannotTell(t, "before", before, byChance(b.public("before")))
			for seed, g := range []*spied{a, b} {
				g.open, g.hidden = newLot(uint64(seed), 1), newLot(uint64(seed), 2)
			}
			at := func(when string) {
				t.Helper()
				one, other := byChance(a.public(when)), byChance(b.public(when))
				oracle.CannotTell(t, when, one, other)
			}
			a.sends(3)
			b.rules("EXTEND 1d TURN 3 BECAUSE of rain\nANNOUNCE: rain")
			for _, name := range []string{"when only one has written", "when both have"} {
				for k, c := range byChance(a.public("before")) {
					if c.Text != before[k].Text {
						t.Errorf("%s, %s: it is not what it was before:\n%s", c.Name, name, c.Text)
					}
				}
				at(name)
				if name == "when only one has written" {
					b.sends(3)
				}
			}
			for _, text := range []string{"CLOSE TURN 3", "APPROVE TURN 3"} {
				a.rules(text)
				b.rules(text)
				at(text)
			}
			now := a.public("before")
			if slices.Equal(byChance(now), before) {
				t.Error("a turn more can be seen, and nothing of it is")
			}
			if text := now[2].Text + now[slices.IndexFunc(now, func(c oracle.Channel) bool {
				return strings.HasPrefix(c.Name, "public /public/mill/turns/3 ")
			})].Text; strings.Count(text, "404") < 2 {
				t.Errorf("the chronicle and turn 3 can be looked at:\n%s", text)
			}
			if slices.Equal(byChance(a.mailed(s.knows, 0)), byChance(b.mailed(s.knows, 0))) {
				t.Error("turn 3 is the same in both: the test finds nothing")
			}
		})
	}
}

// sends sends the seats' orders for a turn.
func (g *spied) sends(n int) {
	for _, d := range g.secret.deeds(g, n) {
		if d.lines != "" {
			g.writes(d.seat, d.lines)
		}
	}
}

// A game is visible to strangers as long as its umpire has it open to spectators, and never names its players.
func TestSpectators(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.makeGame("demo")
	stranger := w.browser()
	never := stranger.get("/public/nosuch")
	same := func(path string) {
		t.Helper()
		if r := stranger.get(path); r.status != http.StatusNotFound || r.body != never.body {
			t.Errorf("%s: %d, and other words than of a game that there is not:\n%s", path, r.status, r.body)
		}
	}
	never.must(t, http.StatusNotFound, "There is nothing to look at here")
	paths := []string{"/public/mill", "/public/mill/turns/0", "/public/mill/turns/0/map.svg", "/public/mill/chronicle",
		"/public/_lobby", "/public/..%2Fmill"}
	for _, path := range paths {
		same(path)
	}
	for text, want := range map[string]string{
		"SPECTATORS ALL": "the game is still being played", "SPECTATORS DELAY 0": "at least 1",
		"SPECTATORS DELAY 0 BECAUSE all want it": "at least 1", "SPECTATORS NONE": "open to its players only",
		"SPECTATORS DELAY 99999": "1000 turns behind at most", "SPECTATORS DELAY": "number of turns is missing",
		"SPECTATORS": "ALL or NONE is missing", "SPECTATORS DELAY two": "number of turns is missing"} {
		if res := w.rules(text); res.Done || !strings.Contains(oneLined(res.Text), want) {
			t.Errorf("%s: %s", text, res.Text)
		}
	}
	same("/public/mill")

	w.rules("SPECTATORS DELAY 2 BECAUSE friends ask")
	for _, seat := range w.load().Players() {
		mails := w.mails(addressOf(seat))
		last := mails[len(mails)-1]
		if !strings.Contains(last, "open to spectators") || !strings.Contains(last, "friends ask") {
			t.Errorf("%s was not told:\n%s", seat, last)
		}
	}
	stranger.get("/").must(t, http.StatusOK, "Battles to look at", `href="/public/mill"`, "The mill on the causeway")
	stranger.get("/public/mill").must(t, http.StatusOK, "Nothing of it can be seen yet", "!<figure")
	stranger.get("/public/mill/turns/0").must(t, http.StatusNotFound, "Nothing of it can be seen yet")
	for turn := 1; turn <= 3; turn++ {
		w.playTurn("demo", turn)
	}
	page := stranger.get("/public/mill")
	page.must(t, http.StatusOK, "the opening and 1 turn", "Turn 1", "2 turns behind",
		"!Turn 2", "!players.test", "!Orders",
		"!/why/", "!/games/")
	if page.header.Get("X-Robots-Tag") == "" || page.header.Get("Cache-Control") != "public, no-cache" {
		t.Errorf("headers: %v", page.header)
	}
	for _, path := range []string{"/public/mill/turns/2", "/public/mill/turns/2/map.svg", "/public/mill/turns/-1",
		"/public/mill/turns/x", "/public/mill/turns/99999999999999999999"} {
		stranger.get(path).must(t, http.StatusNotFound, "This turn cannot be looked at")
	}
	stranger.get("/public/mill/chronicle").must(t, http.StatusNotFound, "There is no chronicle")
	stranger.get("/games/mill/turns/1").must(t, http.StatusUnauthorized)
	stranger.post("/public/mill").must(t, http.StatusNotFound)

	w.rules("SPECTATORS NONE BECAUSE it was enough")
	for _, path := range paths {
		same(path)
	}
	stranger.get("/").must(t, http.StatusOK, "!Battles to look at")
}

// oneLined returns the text with all line breaks and runs of spaces replaced by single spaces.
func oneLined(text string) string { return strings.Join(strings.Fields(text), " ") }

// After the end of the game spectators see all of it. If the umpire opened it only for then and takes turns
// back, they see nothing.
func TestSpectatorsOfTheEnd(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.makeGame("demo", func(n *admin.NewGame) {
		n.Scenario = regexp.MustCompile(`turns: \d+`).ReplaceAllString(n.Scenario, "turns: 2")
	})
	w.playTurn("demo", 1)
	w.writes("french.north", "LETTER TO french.south: the password is Ypres")
	w.playTurn("demo", 2)
	w.rules("SPECTATORS ALL")
	stranger := w.browser()
	stranger.get("/public/mill").must(t, http.StatusOK, "over:", "Turn 2", `href="/public/mill/chronicle"`, "!players.test")
	stranger.get("/public/mill/turns/1/map.svg").must(t, http.StatusOK, "<svg")
	stranger.get("/public/mill/chronicle").must(t, http.StatusOK, "The proofs", "!players.test", "!example.test")

	answer := w.rules("REVERT TO TURN 2 BECAUSE of a quarrel").Text
	w.rules(confirmLine.FindString(answer))
	for _, path := range []string{"/public/mill", "/public/mill/chronicle", "/public/mill/turns/1"} {
		stranger.get(path).must(t, http.StatusNotFound, "There is nothing to look at here")
	}
}

var confirmLine = regexp.MustCompile(`(?m)^CONFIRM \d+ \S+`)

// The desk opens and closes a game to spectators as a mail does.
func TestDeskOpensToSpectators(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.makeGame("demo")
	umpire, stranger := w.signedIn(umpireAddress), w.browser()
	desk := umpire.get("/games/mill/desk")
	path, fields := desk.form(t, "act-spectators", "delay", "0")
	umpire.post(path, fields...).must(t, http.StatusUnprocessableEntity, "at least 1")
	path, fields = desk.form(t, "act-spectators", "delay", "1", "because", "friends ask")
	desk = umpire.post(path, fields...)
	desk.must(t, http.StatusOK, "SPECTATORS: done.")
	stranger.get("/public/mill").must(t, http.StatusOK)
	path, fields = desk.form(t, "act-no-spectators")
	umpire.post(path, fields...).must(t, http.StatusOK, "SPECTATORS: done.")
	stranger.get("/public/mill").must(t, http.StatusNotFound)
}

// After a battle of a campaign, the desk offers to disclose it, and opens nothing else.
func TestDeskDisclosesABattle(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.makeGame("demo", func(n *admin.NewGame) {
		n.Scenario = regexp.MustCompile(`turns: \d+`).ReplaceAllString(n.Scenario, "turns: 1")
		n.Settings.Secrets = "campaign"
	})
	w.playTurn("demo", 1)
	umpire := w.signedIn(umpireAddress)
	desk := umpire.get("/games/mill/desk")
	desk.must(t, http.StatusOK, "!act-spectators")
	path, fields := desk.form(t, "act-disclose", "because", "the campaign is over")
	desk = umpire.post(path, fields...)
	desk.must(t, http.StatusOK, "DISCLOSE: done.", "act-spectators", "!act-disclose")
}
