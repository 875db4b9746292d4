package page

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"galloper/cmd/galloper/internal/admin"
)

// A draft is judged on the desk: the field, each seat's reading, and each matter with the form that settles it.
func TestDraftIsJudgedOnTheDesk(t *testing.T) {
	w := newWorld(t)
	w.play(0, reviewed)
	w.writes(north, "<b>who goes there</b>\n\nTO champagne: ASSAULT mill")
	w.rules("CLOSE TURN 1")
	b := w.signedIn(umpireAddress)
	desk := b.get("/games/mill/desk")
	desk.must(t, http.StatusOK, "The field as it is", "/turns/1/map.svg?seat=umpire", "The draft, as it will be read",
		addressOf(south), "&lt;b&gt;who goes there", "!<b>who goes")
	if n := strings.Count(desk.body, `class="reading"`); n < 2 {
		t.Errorf("%d readings of the draft", n)
	}

	b.submit(desk, "strike."+north+".1", "rest", "a slip: he said so\nCLOSE TURN 2").must(t, http.StatusOK, "AMEND: done")
	if o, _ := w.turn(1).Of(north); len(o.Orders) != 0 {
		t.Errorf("in force: %q", o.Orders)
	}
	b.submit(desk, formWith(t, desk, "APPROVE TURN 1 DRAFT 1")).must(t, http.StatusUnprocessableEntity, "draft 1")
	again := b.get("/games/mill/desk")
	b.submit(again, formWith(t, again, "APPROVE TURN 1 DRAFT 2")).must(t, http.StatusOK, "APPROVE: done")
	b.submit(desk, "strike."+north+".1", "rest", "late").must(t, http.StatusConflict, "made for turn 1")
}

// formWith returns the id of the form for an act.
func formWith(t testing.TB, r reply, act string) string {
	t.Helper()
	m := regexp.MustCompile(`id="(settle\.\d+)"[^§]*?name="begin" value="([^"]*)"`).FindAllStringSubmatch(r.body, -1)
	i := slices.IndexFunc(m, func(m []string) bool { return m[2] == act })
	if i < 0 {
		t.Fatalf("%s: no form for %q in %q", r.path, act, m)
	}
	return m[i][1]
}

// An umpire who plays sees on the desk neither the field nor what others will read.
func TestDeskOfAnUmpireWhoPlaysHidesTheField(t *testing.T) {
	w := newWorld(t)
	w.play(0, reviewed, func(n *admin.NewGame) { n.Umpires = []string{addressOf(north)} })
	w.writes(south, "TO champagne: HOLD")
	w.rules("CLOSE TURN 1")
	w.signedIn(addressOf(north)).get("/games/mill/desk").must(t, http.StatusOK, "!The field as it is",
		"!as it will be read", "!Riders under way", "!seat=umpire")
}

// A turn is gone through moment by moment without script; a seat is shown what it was told, and nothing of others.
func TestTurnMomentByMoment(t *testing.T) {
	w := newWorld(t)
	w.play(3)
	for _, address := range []string{addressOf(north), umpireAddress} {
		b := w.signedIn(address)
		next := regexp.MustCompile(`<a href="([^"]+)" rel="next">Next`)
		path, shots, told := "/games/mill/turns/3/shots/1", 0, 0
		for path != "" {
			page := b.get(path)
			shots++
			page.must(t, http.StatusOK, fmt.Sprintf("Turn 3, moment %d of ", shots), "/map.svg?seat=")
			told += strings.Count(page.body, `class="why"`)
			for _, m := range regexp.MustCompile(`<a href="([^"]+)" class="why"`).FindAllStringSubmatch(page.body, -1) {
				b.get(strings.ReplaceAll(m[1], "&amp;", "&")).must(t, http.StatusOK, "Why t3")
			}
			path = ""
			if m := next.FindStringSubmatch(page.body); m != nil {
				path = strings.ReplaceAll(m[1], "&amp;", "&")
			}
		}
		if shots < 3 || told == 0 {
			t.Errorf("%s: %d moments, %d sentences", address, shots, told)
		}
		b.get("/games/mill/turns/3/shots/2/map.svg").must(t, http.StatusOK, "<svg")
		b.get("/games/mill/turns/3/shots/999").must(t, http.StatusNotFound, "moments 1 to")
		b.get("/games/mill/turns/4/shots/1").must(t, http.StatusNotFound)
	}
	b := w.signedIn(addressOf(north))
	b.get("/games/mill/turns/3/shots/1?seat="+foe).must(t, http.StatusForbidden)
	b.get("/games/mill/turns/3/shots/1/map.svg?seat=umpire").must(t, http.StatusForbidden)
}
