package page

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/projections/mapview"
	"galloper/projections/web"
)

const (
	north = "french.north"
	south = "french.south"
	foe   = "dutch.north"
)

func TestNobodySeesAGameWithoutSigningIn(t *testing.T) {
	w := newWorld(t)
	w.play(1)
	for _, path := range []string{"/games/mill", "/games/mill/turns/1", "/games/mill/turns/1/map.svg",
		"/games/mill/turns/1/both",
		"/games/mill/turns/1/report", "/games/mill/why/t1.1", "/games/mill/desk", "/games/mill/orders"} {
		w.browser().get(path).must(t, http.StatusUnauthorized, "Sign in", "!Champagne")
	}
	w.browser().get("/").must(t, http.StatusOK, "Mail address", "!mill")
}

func TestLinkWorksOnceAndExpires(t *testing.T) {
	w := newWorld(t)
	w.play(0)
	b := w.browser()
	link := b.link(addressOf(north))
	b.get(link).must(t, http.StatusOK, "Sign in on this device")
	b.get(link).must(t, http.StatusOK, "Sign in on this device") // opening it does not use it up
	b.post(link).must(t, http.StatusOK, "The mill on the causeway", "Comte de Guiche", "!desk")
	w.browser().post(link).must(t, http.StatusGone, "used already")

	late := w.browser()
	link = late.link(addressOf(south))
	w.pass(16 * time.Minute)
	late.get(link).must(t, http.StatusGone, "older than a quarter of an hour")
	late.post(link).must(t, http.StatusGone)
	late.post("/signin/NONSENSE").must(t, http.StatusGone)

	b.post("/signout").must(t, http.StatusOK, "Mail address")
	b.get("/games/mill").must(t, http.StatusUnauthorized)
}

// slow is a keeper whose reads take a second, so that concurrent readers all get the same value.
type slow struct{ web.Keeper }

// Get implements web.Keeper.
func (k slow) Get(ctx context.Context, key string) ([]byte, bool, error) {
	value, there, err := k.Keeper.Get(ctx, key)
	time.Sleep(time.Second)
	return value, there, err
}

// TestLinkWorksOnceAtSeveralDaemons: sending a link to three daemons of a cluster at the same moment opens one
// session and leaves nothing else in the store.
func TestLinkWorksOnceAtSeveralDaemons(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.play(0)
	path := w.browser().link(addressOf(north))
	answers := [3]*httptest.ResponseRecorder{}
	synctest.Test(t, func(*testing.T) {
		var all sync.WaitGroup
		for i := range answers {
			site := New(w.d, w.url, slog.New(slog.DiscardHandler))
			site.Keeper = slow{site.Keeper}
			answers[i] = httptest.NewRecorder()
			all.Go(func() { site.ServeHTTP(answers[i], httptest.NewRequest(http.MethodPost, path, nil)) })
		}
		all.Wait()
	})
	sessions := 0
	for _, a := range answers {
		if a.Code == http.StatusSeeOther && a.Header().Get("Set-Cookie") != "" {
			sessions++
		} else if a.Code != http.StatusGone {
			t.Errorf("%d: %s", a.Code, a.Body)
		}
	}
	if sessions != 1 {
		t.Errorf("%d sessions were given", sessions)
	}
	for _, prefix := range []string{"page.link.", "page.use."} {
		if keys, err := w.vault.Keys(t.Context(), prefix); err != nil || len(keys) > 0 {
			t.Errorf("left behind: %q, %v", keys, err)
		}
	}
}

// Only people who are signed in are offered to sign out, and not on error pages.
func TestSignOutWhereOneIsSignedIn(t *testing.T) {
	w := newWorld(t)
	w.play(1)
	b := w.signedIn(addressOf(north))
	for path, status := range map[string]int{"/": http.StatusOK, "/games/mill": http.StatusOK} {
		b.get(path).must(t, status, "Sign out")
	}
	for path, status := range map[string]int{"/games/mill/turns/77": http.StatusNotFound, "/signin/x": http.StatusGone,
		b.link(addressOf(north)): http.StatusOK, "/games/mill?seat=" + foe: http.StatusForbidden} {
		b.get(path).must(t, status, "!Sign out")
	}
	w.pass(40 * 24 * time.Hour)
	b.get("/").must(t, http.StatusOK, "Mail address", "!Sign out")
}

// Two services on one machine, and practice on it, don't overwrite each other's session cookies.
func TestServicesOfAMachineShareNoCookie(t *testing.T) {
	w := newWorld(t)
	w.play(0)
	names := map[string]bool{}
	for _, url := range []string{"http://127.0.0.1:1815", "http://127.0.0.1:1816", "https://games.example.org",
		"https://games.example.org:8443"} {
		for _, practice := range []web.Practice{nil, alone{}} {
			site := New(w.d, url, slog.New(slog.DiscardHandler))
			site.Practice = practice
			rec := httptest.NewRecorder()
			site.ServeHTTP(rec, httptest.NewRequest("POST", "/signout", nil))
			for _, c := range rec.Result().Cookies() {
				names[c.Name] = true
			}
		}
	}
	if len(names) != 8 {
		t.Errorf("eight services have the cookies %v", names)
	}
}

// alone is a practice room whose battles cannot be started.
type alone struct {
	web.Practice
	battles []web.Battle
}

// Battles implements web.Practice.
func (a alone) Battles() []web.Battle { return a.battles }

// Tempers implements web.Practice.
func (alone) Tempers() []string { return []string{"steady"} }

// Opening implements web.Practice.
func (alone) Opening(string, string) *mapview.Picture { return nil }

// A link that was used no longer counts towards the limit of links mailed to an address.
func TestUsedLinksDoNotCount(t *testing.T) {
	w := newWorld(t)
	w.play(0)
	for range 5 {
		w.signedIn(addressOf(north))
	}
	b, mailed := w.browser(), 0
	for range 5 {
		if b.link(addressOf(north)) != "" {
			mailed++
		}
	}
	if mailed != 3 {
		t.Errorf("%d links that were not used lie in the mailbox", mailed)
	}
}

func TestSessionEndsAfterItsTime(t *testing.T) {
	w := newWorld(t)
	w.play(0)
	b := w.signedIn(addressOf(north))
	b.get("/games/mill").must(t, http.StatusOK)
	w.pass(31 * 24 * time.Hour)
	b.get("/games/mill").must(t, http.StatusUnauthorized)
}

func TestStrangersLearnNothingAndLinksAreLimited(t *testing.T) {
	w := newWorld(t)
	w.play(0)
	before := len(w.mails(addressOf(north)))
	known := w.browser().post("/signin", "address", addressOf(north))
	stranger := w.browser().post("/signin", "address", "nobody@else.test")
	if known.body != stranger.body || known.status != stranger.status {
		t.Error("the answer tells whether an address is registered")
	}
	w.settle()
	if len(w.mails("nobody@else.test")) > 0 {
		t.Error("a stranger was mailed a link")
	}
	b := w.browser()
	for range 9 {
		b.post("/signin", "address", addressOf(north)).must(t, http.StatusOK)
	}
	w.settle()
	if n := len(w.mails(addressOf(north))) - before; n != 3 {
		t.Errorf("ten times asked for, %d links were mailed", n)
	}
	if link := w.linkBehind(addressOf(north), before); link == "" {
		t.Error("a stranger who asks for many links keeps the player out")
	} else {
		b.post(link).must(t, http.StatusOK)
	}
	for _, bad := range []string{"", "no address", "a@b\r\nBcc: c@d", `"x" <a@b.test>`, strings.Repeat("a", 300) +
		"@x.test"} {
		w.browser().post("/signin", "address", bad).must(t, http.StatusBadRequest, "not a mail address")
	}
	w.pass(16 * time.Minute)
	b.post("/signin", "address", addressOf(north)).must(t, http.StatusOK)
	for range 40 {
		b.post("/signin", "address", fmt.Sprintf("a%d@b.test", len(w.sent))).must(t, http.StatusOK)
	}
	w.signedIn(addressOf(foe)) // behind the same proxy
}

func TestSeatSeesItsOwnKnowledgeAlone(t *testing.T) {
	w := newWorld(t)
	w.play(2)
	b := w.signedIn(addressOf(north))
	b.get("/games/mill").must(t, http.StatusOK, "Turn 2", "<img", "The record", "champagne", "!Known and true",
		"!The desk")
	b.get("/games/mill/turns/2?seat="+foe).must(t, http.StatusForbidden, "another seat")
	b.get("/games/mill/turns/2?seat=umpire").must(t, http.StatusForbidden)
	b.get("/games/mill/turns/2/map.svg?seat="+foe).must(t, http.StatusForbidden)
	b.get("/games/mill/turns/2/report?seat="+foe).must(t, http.StatusForbidden)
	b.get("/games/mill/turns/2/both").must(t, http.StatusForbidden, "when the game is over")
	b.get("/games/mill/desk").must(t, http.StatusForbidden)
	b.get("/games/mill/orders?seat="+foe).must(t, http.StatusForbidden)
	b.get("/games/mill/turns/2/report").must(t, http.StatusOK, "Comte de Guiche")
	b.get("/games/mill/turns/2?seat=nobody.here").must(t, http.StatusNotFound, "no such seat")
	for _, turn := range []string{"3", "-1", "99", "x", "1e3"} {
		b.get("/games/mill/turns/"+turn).must(t, http.StatusNotFound)
	}
	b.get("/games/mill/turns/2/map.svg?narrow=1").must(t, http.StatusOK, `width="280pt"`)
	b.get("/games/mill/turns/2/map.svg?narrow=1&seat="+foe).must(t, http.StatusForbidden)
	svg := b.get("/games/mill/turns/2/map.svg")
	if svg.must(t, http.StatusOK, "<svg"); svg.header.Get("Content-Type") != "image/svg+xml" {
		t.Error(svg.header)
	}
}

func TestStrangerToAGameIsToldThatThereIsNone(t *testing.T) {
	w := newWorld(t)
	w.play(0)
	b := w.signedIn(addressOf(north))
	none := b.get("/games/nowhere")
	none.must(t, http.StatusNotFound, "no such page")
	b.get("/games/lobby").must(t, http.StatusNotFound)
	b.get("/games/%3Cscript%3E").must(t, http.StatusNotFound, "!<script>")
	b.get("/somewhere").must(t, http.StatusNotFound)
}

func TestUmpireSeesEverythingAndWhatEachSeatKnew(t *testing.T) {
	w := newWorld(t)
	w.play(3)
	b := w.signedIn(umpireAddress)
	b.get("/games/mill/turns/3").must(t, http.StatusOK, "Everything, as it was", "Baron van Dedem", "artillery.fired",
		"data-name=", "Orders for turn 3")
	b.get("/games/mill/turns/3/both?seat="+north).must(t, http.StatusOK, "Known to Comte de Guiche", "As it was",
		"Differs in", "not known to the seat")
	b.get("/games/mill/turns/0").must(t, http.StatusOK, "The opening")
}

func TestAllIsShownWhenTheGameIsOver(t *testing.T) {
	w := newWorld(t)
	w.play(2)
	w.record(events.GameEnded{Reason: "the mill is lost"})
	b := w.signedIn(addressOf(north))
	b.get("/games/mill").must(t, http.StatusOK, "over: the mill is lost")
	b.get("/games/mill/turns/2/both?seat="+foe).must(t, http.StatusOK, "Heer van Fagel")
	b.get("/games/mill/turns/2?seat=umpire").must(t, http.StatusOK, "data-sealed=", "data-sealed-before=")
	b.get("/games/mill/orders").must(t, http.StatusOK, "over: the mill is lost", "!textarea")
	b.get("/games/mill/desk").must(t, http.StatusForbidden)
}

// The seed of a turn reveals all its unsealed dice. Before the game is over it is shown only to people who may
// see every die.
func TestSeedsAreShownToThoseWhoMaySeeEveryDie(t *testing.T) {
	w := newWorld(t)
	w.play(2)
	seed := w.turn(2).Result.Seed.String()
	w.signedIn(umpireAddress).get("/games/mill/turns/2").must(t, http.StatusOK, "data-seed=\""+seed, "!data-sealed=")
	b := w.signedIn(addressOf(north))
	for _, page := range []string{"turns/2", "turns/2/report", "turns/3", "why/t2.1@" + north} {
		if text := b.get("/games/mill/" + page).body; strings.Contains(text, seed) || strings.Contains(text, "data-seed=") {
			t.Errorf("%s shows a player the seed", page)
		}
	}
	b.get("/games/mill/turns/2/record").must(t, http.StatusOK, "The seed of this turn is shown when the game is over")
	w.record(events.GameEnded{Reason: "the mill is lost"})
	b.get("/games/mill/turns/2/record").must(t, http.StatusOK, "data-seed=\""+seed, "data-sealed=")
}

func TestSeedsOfAnOpenGameAreShownAsItGoesOn(t *testing.T) {
	w := newWorld(t)
	w.makeGame("allifae")
	w.playTurn("allifae", 1)
	w.signedIn(addressOf("roman.consul")).get("/games/mill/turns/1/record").must(t, http.StatusOK, "data-seed=",
		"!data-sealed=")
}

func TestUmpireWhoPlaysSeesHisSeatOnly(t *testing.T) {
	w := newWorld(t)
	w.play(2)
	w.rules("ADDRESS " + foe + " +" + umpireAddress + " BECAUSE a player is missing")
	b := w.signedIn(umpireAddress)
	b.get("/games/mill/turns/2").must(t, http.StatusOK, "The desk", "!Everything, as it was")
	b.get("/games/mill/turns/2?seat="+north).must(t, http.StatusForbidden)
	b.get("/games/mill/turns/2/both").must(t, http.StatusForbidden)
	w.rules("ADDRESS umpire +other@example.test BECAUSE two see more") // has no seat, so nothing is hidden from them
	w.writes(north, "To champagne: hold")
	desk := b.get("/games/mill/desk")
	desk.must(t, http.StatusOK, "CLOSE", "orders are in, not ready", "!1 order, not ready")
	b.post("/games/mill/desk", "form", desk.token(), "turn", "3", "text", "RULE TURN 3: it rains").must(t,
		http.StatusUnprocessableEntity, "you play a seat yourself")
	w.signedIn("other@example.test").get("/games/mill/desk").must(t, http.StatusOK, "1 order, not ready")
	w.record(events.Revealed{Turn: 2, Seats: []string{game.Umpire}, Subject: "all", Text: "a rule must be looked up"})
	b.get("/games/mill/turns/2?seat=umpire").must(t, http.StatusOK, "Everything, as it was")
	b.get("/games/mill/turns/1?seat=umpire").must(t, http.StatusForbidden)
	b.get("/games/mill/why/t1.1?seat=umpire").must(t, http.StatusForbidden)
}

func TestEachCauseLeadsToARowOfThePage(t *testing.T) {
	w := newWorld(t)
	w.play(4)
	for _, who := range []string{umpireAddress, addressOf(north)} {
		b := w.signedIn(who)
		r := b.get("/games/mill/turns/4/record")
		links := regexp.MustCompile(`because of <a href="([^"#]*)#([^"]+)"`).FindAllStringSubmatch(r.body, -1)
		if len(links) == 0 {
			t.Fatalf("%s: no cause is linked", who)
		}
		for _, l := range links {
			page := r
			if l[1] != "" {
				page = b.get(strings.ReplaceAll(l[1], "&amp;", "&"))
			}
			if !strings.Contains(page.body, `id="`+l[2]+`"`) {
				t.Errorf("%s: the link to %s leads to no row", who, l[2])
			}
		}
	}
}

func TestWhyGoesBackToTheOrder(t *testing.T) {
	w := newWorld(t)
	w.play(3)
	for _, who := range []string{umpireAddress, addressOf(north)} {
		b := w.signedIn(who)
		page := b.get("/games/mill/turns/1?kind=dispatch")
		m := regexp.MustCompile(`<a href="(/games/mill/why/[^"]+)"`).FindStringSubmatch(page.body)
		if m == nil {
			t.Fatalf("%s: no dispatch:\n%s", who, page.body)
		}
		b.get(strings.ReplaceAll(m[1], "&amp;", "&")).must(t, http.StatusOK, "order ")
		b.get("/games/mill/why/t9.9").must(t, http.StatusNotFound)
		b.get("/games/mill/why/%3Cb%3E").must(t, http.StatusNotFound, "!<b>&gt;")
	}
	// Once the game is over, a player's "why" ends at the mail, by the same link and by the id of the record.
	b := w.signedIn(addressOf(north))
	page := b.get("/games/mill/turns/1?kind=dispatch")
	link := regexp.MustCompile(`/games/mill/why/t1[^"]+@` + north + `[^"]*`).FindString(page.body)
	b.get(strings.ReplaceAll(link, "&amp;", "&")).must(t, http.StatusOK, "order ", "!mail ")
	b.get("/games/mill/why/t1.1?seat="+north).must(t, http.StatusNotFound)
	w.record(events.GameEnded{Reason: "the mill is lost"})
	b.get(strings.ReplaceAll(link, "&amp;", "&")).must(t, http.StatusOK, "order ", "mail ", "clause=")
	b.get("/games/mill/why/t1.1?seat="+north).must(t, http.StatusOK, "turn.begun")
}

func TestDiaryIsFiltered(t *testing.T) {
	w := newWorld(t)
	w.play(3)
	b := w.signedIn(umpireAddress)
	b.get("/games/mill/turns/3?kind=artillery").must(t, http.StatusOK, "artillery.fired", `class="kind">artillery`,
		`!class="kind">mail`, "Show all")
	b.get("/games/mill/turns/3?unit=sturler").must(t, http.StatusOK, "sturler")
	b.get("/games/mill/turns/3?unit=nothing").must(t, http.StatusOK, "Nothing, of")
	b.get("/games/mill/turns/3?who="+north).must(t, http.StatusOK, "Comte de Guiche")
	b.get("/games/mill/turns/3?page=999&unit=%22%3E%3Cscript%3E").must(t, http.StatusOK, "!<script>", "&lt;script&gt;")
	b.get("/games/mill/turn?turn=2&seat="+north).must(t, http.StatusOK, "Turn 2", "Comte de Guiche")
	b.get("/games/mill/turn?turn=12").must(t, http.StatusNotFound)
}

func TestOrdersGoThePathOfAMail(t *testing.T) {
	w := newWorld(t)
	w.play(1)
	b := w.signedIn(addressOf(north))
	page := b.get("/games/mill/orders")
	page.must(t, http.StatusOK, "Orders of Comte de Guiche for turn 2", "ORDERS", "END")
	text := "ORDERS\nTO champagne: ASSAULT mill\nTO champion: HALT\nEND\n"
	checked := b.post("/games/mill/orders/check", "form", page.token(), "turn", "2", "text", text)
	checked.must(t, http.StatusOK, "TO champagne: ASSAULT mill: accepted", "refused", "champion")
	b.get("/games/mill/orders").must(t, http.StatusOK, "Nothing has come from you")

	sent := b.post("/games/mill/orders", "form", page.token(), "turn", "2", "seat", north, "text", text)
	sent.must(t, http.StatusOK, "TO champion: HALT: refused", "TO champagne: ASSAULT mill: accepted", "In force")
	w.settle()
	last := w.mails(addressOf(north))
	if len(last) == 0 || !strings.Contains(last[len(last)-1], "ASSAULT mill") {
		t.Error("no receipt was mailed")
	}
	w.signedIn(umpireAddress).get("/games/mill/desk").must(t, http.StatusOK,
		"Of the mail of Comte de Guiche this was not read", "1 order, not ready")
}

func TestOrdersOfAClosedTurnAreRefusedAndKept(t *testing.T) {
	w := newWorld(t)
	w.play(1)
	b := w.signedIn(addressOf(north))
	page := b.get("/games/mill/orders")
	w.rules("CLOSE TURN 2")
	r := b.post("/games/mill/orders", "form", page.token(), "turn", "2", "text", "TO royal: HALT")
	r.must(t, http.StatusConflict, "made for turn 2, and turn 3 is the current one", "TO royal: HALT",
		"Nothing has come from you")
}

func TestForeignFormsAreRefused(t *testing.T) {
	w := newWorld(t)
	w.play(1)
	mine, his := w.signedIn(addressOf(north)), w.signedIn(addressOf(south))
	stolen := his.get("/games/mill/orders").token()
	mine.post("/games/mill/orders", "form", stolen, "turn", "2", "text", "TO royal: HALT").must(t, http.StatusForbidden,
		"not yours")
	mine.post("/games/mill/orders", "turn", "2", "text", "TO royal: HALT").must(t, http.StatusForbidden)
	token := mine.get("/games/mill/orders").token()
	mine.post("/games/mill/orders", "form", token, "turn", "2", "seat", south, "text", "READY").must(t,
		http.StatusForbidden, "another seat")
	mine.post("/games/mill/desk", "form", token, "turn", "2", "text", "CLOSE TURN 2").must(t, http.StatusForbidden)
	w.browser().post("/games/mill/desk", "text", "CLOSE TURN 2").must(t, http.StatusUnauthorized)

	req, _ := http.NewRequest("POST", w.url+"/games/mill/orders", strings.NewReader("form="+token))
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Sec-Fetch-Site", "cross-site")
	resp, err := mine.client.Do(req)
	if r := mine.read(resp, err); r.status != http.StatusForbidden {
		t.Errorf("another site's form: %d", r.status)
	}
	mine.post("/games/mill/orders", "form", token, "turn", "2", "text", strings.Repeat("x", 300<<10)).must(t,
		http.StatusRequestEntityTooLarge)
}

func TestDeskActs(t *testing.T) {
	w := newWorld(t)
	w.play(1)
	b := w.signedIn(umpireAddress)
	desk := b.get("/games/mill/desk")
	desk.must(t, http.StatusOK, "Nothing was heard of", "CLOSE TURN 2", "ANNOUNCE: text", "EXTEND 48h TURN 2")
	b.get("/games/mill/desk?act=EXTEND").must(t, http.StatusOK, ">EXTEND 48h TURN 2 BECAUSE")
	form := []string{"form", desk.token(), "turn", "2"}
	b.post("/games/mill/desk", append(form, "word", "HOLD", "because", "the post\nCLOSE TURN 2")...).must(t,
		http.StatusOK, "HOLD: done", "The turn is held", "RESUME")
	b.post("/games/mill/desk", append(form, "word", "HOLD", "because", "again")...).must(t,
		http.StatusUnprocessableEntity, "REFUSED")
	b.post("/games/mill/desk", append(form, "word", "RESUME")...).must(t, http.StatusOK, "RESUME: done")
	b.post("/games/mill/desk", append(form, "text", "NONSENSE")...).must(t, http.StatusUnprocessableEntity,
		"no act of an umpire", ">NONSENSE</textarea>")
	b.post("/games/mill/desk", append(form, "word", "CLOSE")...).must(t, http.StatusOK, "CLOSE: done")
	// Another tab still shows turn 2.
	b.post("/games/mill/desk", append(form, "word", "CLOSE")...).must(t, http.StatusConflict,
		"this form was for turn 2, but turn 3 is the current one")
	b.get("/games/mill/turns/2").must(t, http.StatusOK, "Turn 2: held: the post CLOSE TURN 2")
}

func TestReviewedTurnIsLookedAtBeforeItGoesOut(t *testing.T) {
	w := newWorld(t)
	w.play(1, reviewed)
	b := w.signedIn(umpireAddress)
	desk := b.get("/games/mill/desk")
	desk.must(t, http.StatusOK, "waits for approval", "Look at the turn before it goes out", "APPROVE TURN 1")
	b.get("/games/mill/turns/1").must(t, http.StatusOK, "not yet reported", "<img", "!data-seed=")
	w.signedIn(addressOf(north)).get("/games/mill/turns/1").must(t, http.StatusNotFound)
	b.submit(desk, "act-APPROVE").must(t, http.StatusOK, "APPROVE: done")
	w.signedIn(addressOf(north)).get("/games/mill/turns/1").must(t, http.StatusOK, "!not yet reported")
}

func TestRevertShowsTheBranchThatCounts(t *testing.T) {
	w := newWorld(t)
	w.play(2)
	b := w.signedIn(umpireAddress)
	b.get("/games/mill/turns/2").must(t, http.StatusOK)
	w.record(events.TurnReverted{Turn: 2, Reason: "a mail was lost"})
	b.get("/games/mill").must(t, http.StatusOK, "Turn 1")
	b.get("/games/mill/turns/2").must(t, http.StatusNotFound)
	w.rules("CLOSE TURN 2")
	b.get("/games/mill/turns/2").must(t, http.StatusOK, "Turn 2",
		"No longer counts: reverted to turn 2, because a mail was lost")
}

func TestNamesFullOfHTMLAreText(t *testing.T) {
	w := newWorld(t)
	w.play(1, func(n *admin.NewGame) {
		n.Scenario = strings.NewReplacer("The mill on the causeway", "'</title><script>alert(1)</script>'",
			"Comte de Guiche", `'<img src=x onerror="alert(2)">'`, "Régiment de Champagne", `'"><svg onload=alert(3)>'`).Replace(n.Scenario)
	})
	for who, paths := range map[string][]string{
		umpireAddress: {"/", "/games/mill/turns/1", "/games/mill/turns/1/both?seat=french.south", "/games/mill/desk",
			"/games/mill/turns/1/map.svg"},
		addressOf(north): {"/", "/games/mill/turns/1", "/games/mill/orders", "/games/mill/turns/1/report"},
	} {
		b := w.signedIn(who)
		for _, p := range paths {
			b.get(p).must(t, http.StatusOK, "!<script>", "!<img src=x", "!<svg onload", `!onerror="`)
		}
	}
	w.signedIn(umpireAddress).get("/games/mill/turns/1").must(t, http.StatusOK, "&lt;script&gt;alert(1)")
}

func TestHeadersAreStrict(t *testing.T) {
	w := newWorld(t)
	w.play(1)
	b := w.signedIn(umpireAddress)
	for _, path := range []string{"/", "/games/mill/turns/1", "/games/mill/desk", "/static/page.css", "/none"} {
		h := b.get(path).header
		if csp := h.Get("Content-Security-Policy"); !strings.HasPrefix(csp, "default-src 'none'") ||
			strings.Contains(csp, "unsafe") {
			t.Errorf("%s: %q", path, csp)
		}
		if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") == "" {
			t.Errorf("%s: %v", path, h)
		}
	}
	for _, path := range []string{"/games/mill/turns/1", "/games/mill/desk", "/games/mill/turns/1/both"} {
		b.get(path).must(t, http.StatusOK, "!<style", "! style=", "!<script>", "! onclick", "!javascript:")
	}
	cookie := w.browser()
	link := cookie.link(addressOf(north))
	cookie.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	set := cookie.post(link).header.Get("Set-Cookie")
	for _, flag := range []string{"HttpOnly", "SameSite=Lax"} {
		if !strings.Contains(set, flag) {
			t.Errorf("cookie %q without %s", set, flag)
		}
	}
}

// Over HTTPS the page sends HSTS, and the cookie has a prefix that keeps other hosts from setting it.
func TestSessionsOverHTTPS(t *testing.T) {
	w := newWorld(t)
	page := New(w.d, "https://games.example.test", slog.New(slog.DiscardHandler))
	rec := httptest.NewRecorder()
	page.ServeHTTP(rec, httptest.NewRequest("GET", "https://games.example.test/", nil))
	if hsts := rec.Header().Get("Strict-Transport-Security"); !strings.HasPrefix(hsts, "max-age=31536000") {
		t.Errorf("Strict-Transport-Security: %q", hsts)
	}
	rec = httptest.NewRecorder()
	page.ServeHTTP(rec, httptest.NewRequest("POST", "https://games.example.test/signout", nil))
	set := rec.Header().Get("Set-Cookie")
	if !strings.HasPrefix(set, "__Host-galloper=") || !strings.Contains(set, "Secure") {
		t.Errorf("the cookie is %q", set)
	}
}

// Renewing a seat's secrets ends the sessions that were opened with the old ones. The player signs in again.
func TestRenewEndsSessions(t *testing.T) {
	w := newWorld(t)
	w.play(1)
	b, other := w.signedIn(addressOf(north)), w.signedIn(addressOf(foe))
	b.get("/games/mill").must(t, http.StatusOK)
	w.pass(time.Minute)
	w.rules("RENEW " + north + " BECAUSE a report was passed on")
	for _, path := range []string{"/games/mill", "/games/mill/orders", "/games/mill/turns/1/report"} {
		b.get(path).must(t, http.StatusUnauthorized, "were made new since you signed in")
	}
	b.get("/").must(t, http.StatusOK, "sign in again")
	other.get("/games/mill").must(t, http.StatusOK)
	w.pass(time.Minute)
	w.signedIn(addressOf(north)).get("/games/mill").must(t, http.StatusOK)
}

func TestTextsAreNotReadWithoutEnd(t *testing.T) {
	w := newWorld(t)
	w.play(1)
	b := w.signedIn(addressOf(north))
	token := b.get("/games/mill/orders").token()
	check := func() reply { return b.post("/games/mill/orders/check", "form", token, "turn", "2", "text", "READY") }
	for range 200 {
		check().must(t, http.StatusOK)
	}
	check().must(t, http.StatusTooManyRequests, "read 200 times within a minute")
	w.pass(2 * time.Minute)
	check().must(t, http.StatusOK)
}
