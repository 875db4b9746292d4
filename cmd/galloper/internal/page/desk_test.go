package page

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"galloper/cmd/galloper/internal/admin"
	"galloper/events"
	"galloper/scenarios"
)

// The umpire reviews a draft on the desk, which shows the field, each seat's report, and each open question
// with the form that settles it.
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
	b.submit(desk, "strike."+north+".1", "rest", "late").must(t, http.StatusConflict, "this form was for turn 1")
}

// The desk shows the sender and addressee of each courier, warns who will read the umpire's text, and omits
// questions that were answered.
func TestDeskSaysWhoAndWhat(t *testing.T) {
	w := newWorld(t)
	w.play(0, reviewed)
	w.writes(north, "LETTER TO "+south+": come\n.\nLETTER TO umpire: may I ford?")
	w.writes(south, "Is the brook deep?")
	w.rules("CLOSE TURN 1")
	b := w.signedIn(umpireAddress)
	desk := b.get("/games/mill/desk")
	desk.must(t, http.StatusOK, "may I ford?", "Is the brook deep?", "Every player, of both sides, reads its reason.",
		"<h3>Results</h3>", "<h3>Players</h3>")
	if !regexp.MustCompile(`<summary>[^<]+ – [^<]+ – since turn 1</summary>`).MatchString(desk.body) {
		t.Errorf("no rider by name in %s", desk.body)
	}
	token := desk.token()
	b.post("/games/mill/desk", "form", token, "turn", "1", "check", "CHECK", "text", "RULE TURN 1: it rains").must(t,
		http.StatusOK, "CHECK: nothing of this was done", "RULE: Every player, of both sides, reads what it says.",
		"RULE TURN 1: it rains</textarea>")
	w.rules("LETTER TO " + north + ": you may")
	b.get("/games/mill/desk").must(t, http.StatusOK, "!has written to you", "Is the brook deep?")
	w.rules("LETTER TO " + south + ": knee-deep")
	b.get("/games/mill/desk").must(t, http.StatusOK, "!Is the brook deep?")
	w.writes(north, "LETTER TO umpire: and now?")
	b.get("/games/mill/desk").must(t, http.StatusOK, "and now?")
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

// An umpire who also plays sees neither the field nor the other seats' reports on the desk.
func TestDeskOfAnUmpireWhoPlaysHidesTheField(t *testing.T) {
	w := newWorld(t)
	w.play(0, reviewed, func(n *admin.NewGame) { n.Umpires = []string{addressOf(north)} })
	w.writes(south, "TO champagne: HOLD")
	w.rules("CLOSE TURN 1")
	w.signedIn(addressOf(north)).get("/games/mill/desk").must(t, http.StatusOK, "!The field as it is",
		"!as it will be read", "!Riders under way", "!seat=umpire")
}

// A turn can be stepped through moment by moment without JavaScript. A seat sees only its own knowledge.
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
		b.get("/games/mill/turns/3/shots/2/map.json").must(t, http.StatusOK, `"name":"champagne"`)
		b.get("/games/mill/turns/3/shots/2").must(t, http.StatusOK, `data-spots="/games/mill/turns/3/shots/2/map.json`,
			`data-about="`)
		b.get("/games/mill/turns/3/shots/999").must(t, http.StatusNotFound, "moments 1 to")
		b.get("/games/mill/turns/4/shots/1").must(t, http.StatusNotFound)
	}
	b := w.signedIn(addressOf(north))
	b.get("/games/mill/turns/3/shots/1?seat="+foe).must(t, http.StatusForbidden)
	b.get("/games/mill/turns/3/shots/1/map.svg?seat=umpire").must(t, http.StatusForbidden)
	b.get("/games/mill/turns/3/shots/1/map.json?seat=umpire").must(t, http.StatusForbidden)
}

// A ruling that no longer applies can be made again with one tap: its form is filled in with the old words and
// values.
func TestLapsedRulingIsWrittenIn(t *testing.T) {
	w := newWorld(t)
	w.play(0, reviewed)
	w.sendAll(scenarios.Files, "demo/played/turn-1")
	w.rules("CLOSE TURN 1")
	outcomes, err := w.load().Campaign.Outcomes(1)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(outcomes, func(o events.Outcome) bool { return strings.HasPrefix(o.Cause, "order:"+north+".") })
	if i < 0 {
		t.Fatal("nothing in turn 1 follows from an order")
	}
	w.rules("RULE " + outcomes[i].Ref + ": the \"wood\" is dense SET unit.picardie.boxes = 2")
	w.rules("AMEND " + north + " 1 TURN 1 BECAUSE of a slip: NOTHING")
	b := w.signedIn(umpireAddress)
	desk := b.get("/games/mill/desk")
	desk.must(t, http.StatusOK, "NOT APPLIED", `value="the &#34;wood&#34; is dense SET unit.picardie.boxes = 2"`)
	b.submit(desk, formWith(t, desk, "RULE TURN 1: ")).must(t, http.StatusOK, "RULE: done")
	r := w.turn(1).Rulings
	if last := r[len(r)-1]; last.Text != `the "wood" is dense` || len(last.Sets) != 1 || last.Outcome != "" {
		t.Errorf("ruled is %+v", last)
	}
}

// The desk shows the result of a what-if on the map, beside the actual position, and records nothing.
func TestWhatIfOnTheMap(t *testing.T) {
	w := newWorld(t)
	w.play(2)
	b := w.signedIn(umpireAddress)
	before := w.load().Head()
	desk := b.get("/games/mill/desk")
	desk.must(t, http.StatusOK, "What if …")
	path, fields := desk.form(t, "if-set", "path", "unit.champagne.x", "value", "60000")
	r := b.get(path + "?" + form(fields).Encode())
	r.must(t, http.StatusOK, "Turn 2 as it would have been", "As it is", "As it would be", "unit.champagne")
	src := regexp.MustCompile(`src="(/games/mill/[^"]+map\.svg\?[^"]*)"`).FindAllStringSubmatch(r.body, -1)
	if len(src) != 2 {
		t.Fatalf("maps: %q", src)
	}
	is, would := b.get(html.UnescapeString(src[0][1])), b.get(html.UnescapeString(src[1][1]))
	is.must(t, http.StatusOK, "<svg")
	would.must(t, http.StatusOK, "<svg")
	if is.body == would.body {
		t.Error("both maps are the same")
	}
	for question, want := range map[string]string{
		"whose=" + north + "&number=99&order=TO+x:+HOLD": "99", "die=nonsense": "nonsense",
		"path=unit.nobody.boxes&value=2": "unit.nobody.boxes", "path=&value=": "Nothing has changed",
	} {
		r := b.get("/games/mill/whatif?" + question)
		if want == "Nothing has changed" {
			r.must(t, http.StatusOK, want)
			continue
		}
		r.must(t, http.StatusUnprocessableEntity, want)
		b.get("/games/mill/whatif/map.svg?"+question).must(t, http.StatusUnprocessableEntity, "This cannot be asked")
	}
	w.signedIn(addressOf(north)).get("/games/mill/whatif?die=x").must(t, http.StatusForbidden, "You are not the umpire")
	if after := w.load().Head(); after != before {
		t.Error("something was recorded")
	}

	w = newWorld(t)
	w.play(1, func(n *admin.NewGame) { n.Umpires = []string{addressOf(north)} })
	w.signedIn(addressOf(north)).get("/games/mill/desk").must(t, http.StatusOK, "!What if …")
	for _, path := range []string{"/games/mill/whatif", "/games/mill/whatif/map.svg?path=unit.champagne.x&value=60000"} {
		w.signedIn(addressOf(north)).get(path).must(t, http.StatusForbidden, "who sees everything")
	}
}
