package practice

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator/rulesets"
	"galloper/adjudicator/scenario"
)

// visitor is a browser session on the page.
type visitor struct {
	t    *testing.T
	http *http.Client
	base string
	link string // as printed
}

// enter runs Run until leave is called, and signs in.
func enter(t *testing.T, o Options) (v *visitor, leave func()) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	ready, done := make(chan string, 1), make(chan error, 1)
	o.Listen, o.Out, o.Ready = "127.0.0.1:0", io.Discard, func(url string) { ready <- url }
	go func() { done <- Run(ctx, o) }()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	v = &visitor{t: t, http: &http.Client{Jar: jar}}
	select {
	case link := <-ready:
		v.base, _, _ = strings.Cut(link, "/signin/")
		first := "A battle alone"
		if o.Scenario != "" {
			first = "for turn 1" // the link leads to the new battle
		}
		v.get(strings.TrimPrefix(link, v.base), first)
		stranger := visitor{t: t, http: &http.Client{}, base: v.base}
		stranger.get("/signin/x", "not the one that was printed last", "galloper practise")
		v.link = strings.TrimPrefix(link, v.base)
	case err := <-done:
		t.Fatalf("it ended: %v", err)
	}
	return v, func() {
		stop()
		if err := <-done; err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("it ended with %v", err)
		}
	}
}

func (v *visitor) get(path string, fragments ...string) string {
	v.t.Helper()
	res, err := v.http.Get(v.base + path)
	return v.page(path, res, err, fragments)
}

func (v *visitor) post(path string, form url.Values, fragments ...string) string {
	v.t.Helper()
	res, err := v.http.PostForm(v.base+path, form)
	return v.page(path, res, err, fragments)
}

func (v *visitor) page(path string, res *http.Response, err error, fragments []string) string {
	v.t.Helper()
	if err != nil {
		v.t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		v.t.Fatal(err)
	}
	for _, f := range fragments {
		if !strings.Contains(string(body), f) {
			v.t.Fatalf("%s (%s): %q does not stand in the page:\n%s", path, res.Status, f, body)
		}
	}
	return string(body)
}

var hidden = regexp.MustCompile(`name="(form|turn|seat)" value="([^"]*)"`)

// form returns the hidden fields of the page's form.
func form(page string) url.Values {
	f := url.Values{}
	for _, m := range hidden.FindAllStringSubmatch(page, -1) {
		f.Set(m[1], m[2])
	}
	return f
}

// A battle is started, played for two turns, left, and resumed.
func TestBattleAlone(t *testing.T) {
	o := Options{Dir: filepath.Join(t.TempDir(), "practice")}
	v, leave := enter(t, o)
	f := form(v.get("/", "Prestonpans", "You are", "The staff is", "map.svg", "Briefing of Baron van Dedem",
		"Sturler alone may not hold"))
	f.Set("battle", "demo")
	f.Set("seat", "dutch.south")
	f.Set("staff", "bold")
	page := v.post("/practise", f, "for turn 1")
	for turn, told := range []string{"The story", "why"} { // a first turn without fire has no "why"
		f = form(page)
		f.Set("text", "ORDERS\nTO sturler: HOLD\nEND\n")
		f.Set("ready", "yes")
		v.post("/games/demo/orders", f, fmt.Sprint("<h2 id=\"turn-title\">Turn ", turn+1), told)
		page = v.get("/games/demo/orders")
	}
	leave()
	v, leave = enter(t, o)
	v.get("/", "turn 3 is open")
	f = form(v.get("/games/demo/orders"))
	f.Set("text", "TO sturler: dance\n")
	f.Set("ready", "yes")
	v.post("/games/demo/orders", f, "READY NOT TAKEN") // the text is kept, and the turn stays open
	leave()
}

// An invalid choice of battle, seat or staff is refused with a reason, and starts nothing.
func TestNoSuchBattle(t *testing.T) {
	v, leave := enter(t, Options{Dir: t.TempDir()})
	defer leave()
	f := form(v.get("/"))
	for field, want := range map[string]string{
		"battle": "there is no battle", "seat": "has no seat", "staff": "the staff is",
	} {
		f.Set("battle", "demo")
		f.Set("seat", "dutch.south")
		f.Set("staff", "steady")
		f.Set(field, "nonsense")
		v.post("/practise", f, "cannot be begun", want)
	}
	f.Del("form")
	v.post("/practise", f, "This form is not yours")
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	other := visitor{t: t, http: &http.Client{Jar: jar}, base: v.base}
	other.get(v.link, "A battle alone") // a second browser of the same person
}

func TestScenarioOfOnesOwn(t *testing.T) {
	text, err := os.ReadFile("../../../../scenarios/demo/scenario.yaml")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "mine.yaml")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	v, leave := enter(t, Options{Dir: t.TempDir(), Scenario: file})
	defer leave()
	v.get("/games/mine/orders", "for turn 1")
}

// types plays in the terminal, line by line, and returns the output.
func types(t *testing.T, o Options, lines ...string) string {
	t.Helper()
	var out strings.Builder
	o.Out, o.Terminal = &out, strings.NewReader(strings.Join(lines, "\n")+"\n")
	if err := Run(t.Context(), o); err != nil {
		t.Errorf("it ended with %v", err)
	}
	return out.String()
}

func mustSay(t *testing.T, text string, fragments ...string) {
	t.Helper()
	for _, f := range fragments {
		if !strings.Contains(text, f) {
			t.Fatalf("%q was not said:\n%s", f, text)
		}
	}
}

// A battle is chosen, left, resumed, and played to its end in the terminal.
func TestBattleAtTheTerminal(t *testing.T) {
	o := Options{Dir: t.TempDir()}
	said := types(t, o, "nonsense", "demo", "french.north", "bold", "?", "map", "orders",
		"To Champagne,", "Picardie: storm the mill", "To nobody: hold", "good morning",
		"To Champagne: storm the mill, if half spent then withdraw", "orders", "drop 2", "drop 2", "ready", "report", "quit")
	mustSay(t, said, "Type a number from 1 to", "THE SITUATION", "So written, orders of yours would do now:",
		"THE PLAYER'S CARD", "c Régiment de Champagne", "Nothing is written.",
		"1. TO champagne, picardie: ASSAULT mill: accepted", `"nobody": expected a unit of yours`,
		"Not read:\n   good morning", "turn 2> ", "left; all is kept in "+o.Dir)
	if n := strings.Count(said, "So written, orders of yours would do now:"); n < 2 {
		t.Errorf("what would do now stands below %d of two reports", n)
	}
	said = types(t, o, "1", "READY", "quit")
	mustSay(t, said, "go on: The mill on the causeway, turn 2, as Comte de Guiche", "turn 3> ")
	ready := slices.Repeat([]string{"READY"}, 12)
	said = types(t, o, ready...)
	mustSay(t, said, "go on: The mill on the causeway, turn 3", "the first")
	said = types(t, o, append([]string{"demo"}, ready...)...)
	mustSay(t, said, "The whole battle, both sides, with pictures: ", "galloper audit --data "+o.Dir+" demo")
	end := said[strings.LastIndex(said, "OUR ARMY AT THE END"):]
	if strings.Contains(end, "So written, orders of yours") {
		t.Errorf("orders are suggested after the end: %s", end)
	}
	if page, err := os.ReadFile(filepath.Join(o.Dir, "demo.html")); err != nil || !strings.Contains(string(page), "<svg") {
		t.Errorf("the chronicle: %d bytes, %v", len(page), err)
	}
}

// A battle that is begun again does not replace the first, and says so.
func TestBattlesOfOneTitle(t *testing.T) {
	o := Options{Dir: t.TempDir(), Scenario: "demo", Seat: "french.north", Temper: "bold"}
	if said := types(t, o, "quit"); strings.Contains(said, "is kept (") {
		t.Errorf("the first is told of another:\n%s", said)
	}
	mustSay(t, types(t, o, "quit"), "This is a new battle, demo-2. demo is kept (turn 1, as Comte de Guiche): galloper "+
		"practise --terminal goes on with it.")
}

// A letter takes one line, and the next line is an order again. Each order of a line can be dropped separately.
func TestLettersAtTheTerminal(t *testing.T) {
	said := types(t, Options{Dir: t.TempDir(), Scenario: "demo", Seat: "french.north", Temper: "bold"},
		"Letter to Surville: keep the Enfants back", "I ride with Champagne", "Letter to Surville:", "hold the copse",
		"Champagne: hold. Picardie: fly to the moon", "DROP 5", "drop", "drop back to the mill", "quit")
	mustSay(t, said, `"keep the Enfants back"`, "ATTACH TO champagne: accepted", `"hold the copse"`,
		"5. Picardie: fly to the moon: refused")
	lists := strings.Split(said, "turn 1> ")
	left := []string{"1. LETTER TO french.south: accepted\n\"keep the Enfants back\"\n", "2. ATTACH TO champagne: accepted\n",
		"3. LETTER TO french.south: accepted\n\"hold the copse\"\n"}
	mustSay(t, lists[5], append(left, "4. TO champagne: HOLD: accepted\n")...)
	mustSay(t, lists[6], left...)
	mustSay(t, lists[7], "drop back to the mill")
	for i, gone := range []string{"Picardie", "HOLD"} {
		if strings.Contains(lists[5+i], gone) {
			t.Errorf("%s was dropped and is there:\n%s", gone, lists[5+i])
		}
	}
}

// A proposal can be accepted even after other lines, under a number that no other order has. Accepting one
// doesn't renumber the others.
func TestProposalsStayAtTheTerminal(t *testing.T) {
	said := types(t, Options{Dir: t.TempDir(), Scenario: "demo", Seat: "french.north", Temper: "bold"},
		"Tell Surville I go forward", "Picardie: hold", "yes 7",
		"Royal hold with the moon behind you, Champagne hold with the moon behind you", "To nobody: hold", "STATUS",
		"Letter to Surville: wait", "YES 4", "yes 3", "orders", "yes", "quit")
	mustSay(t, said, "Nothing was proposed under 7.", "Answer YES 3 to have it so.", "Answer YES 4 to have it so.",
		"5. To nobody: hold: refused", "6. LETTER TO french.south: accepted", "The turn is open until all are READY",
		"Nothing was proposed.")
	list := strings.Split(said, "turn 1> ")[10]
	for _, order := range []string{"1. LETTER", "2. TO picardie: HOLD: accepted", "3. TO royal: HOLD: accepted",
		"4. TO champagne: HOLD: accepted", "5. To nobody: hold: refused", "6. LETTER"} {
		before, after, found := strings.Cut(list, order)
		if list = after; !found {
			t.Errorf("%q does not stand behind:\n%s", order, before)
		}
	}
}

// As by mail, READY is refused as long as there are refused orders or open questions. Repeated immediately, it
// is accepted without them.
func TestReadyWaitsAtTheTerminal(t *testing.T) {
	for _, c := range []struct{ amiss, why, mended string }{
		{"Champagne: fly to the moon", "order 2 was refused", "drop 2"},
		{"Champagne hold with the moon behind you", "order 2 is to be confirmed", "yes 2"},
	} {
		o := Options{Dir: t.TempDir(), Scenario: "demo", Seat: "french.north", Temper: "bold"}
		refused := "READY: not taken, because " + c.why
		said := types(t, o, "Picardie: hold", c.amiss, "READY", "Royal: hold", "READY", c.mended, "READY", "quit")
		mustSay(t, said, "turn 2> ")
		if n := strings.Count(said, refused); n != 2 {
			t.Errorf("%q was said %d times:\n%s", refused, n, said)
		}
		o.Dir = t.TempDir()
		said = types(t, o, c.amiss, "READY", "READY", "quit")
		mustSay(t, said, "READY: not taken, because order 1", "turn 2> ")
	}
}

// Each battle states its difficulty and length. The list, on the page and in the terminal, begins with the
// easiest battle and marks it.
func TestBattlesBeginWithTheEasiest(t *testing.T) {
	all := battles(rulesets.All())
	last, longest := 0, 0
	for _, b := range all {
		level := slices.Index(scenario.Levels[:], b.Play.Level)
		if level < last || level == last && b.Play.Minutes < longest || b.Needs() == "" {
			t.Errorf("%s, %q, comes behind %s and %d minutes", b.ID, b.Needs(), scenario.Levels[last], longest)
		}
		last, longest = max(level, 0), b.Play.Minutes
	}
	v, leave := enter(t, Options{Dir: t.TempDir()})
	defer leave()
	page := v.get("/", all[0].Needs())
	begin := strings.Index(page, "begin with this one")
	if begin < 0 || begin > strings.Index(page, all[1].Title) || strings.Count(page, "begin with this one") != 1 {
		t.Error("not the first battle is the one to begin with")
	}
	mustSay(t, types(t, Options{Dir: t.TempDir()}, "quit"), "  1  "+all[0].ID, all[0].Needs())
}

// Each shipped battle can be played from its first and its last seat: questions in the middle of a turn are
// asked, and a turn in which only the enemy moves doesn't wait for READY from the enemy's staff.
func TestEachBattleGoesOnAtTheTerminal(t *testing.T) {
	for _, b := range battles(rulesets.All()) {
		t.Run(b.ID, func(t *testing.T) {
			t.Parallel()
			lines := []string{"yes"}
			for range 5 {
				lines = append(lines, "READY", "")
			}
			for _, seat := range []string{b.Seats[0].ID, b.Seats[len(b.Seats)-1].ID} {
				said := types(t, Options{Dir: t.TempDir(), Scenario: b.ID, Seat: seat, Temper: "bold"}, lines...)
				mustSay(t, said, "Nothing was proposed.", "turn 2 of")
				ended := strings.Contains(said, "The whole battle") // a passive player may lose that early
				if strings.Contains(said, "The turn was not played") || !ended && !strings.Contains(said, "turn 4 of") {
					t.Errorf("as %s a turn was not played:\n%s", seat, said)
				}
			}
		})
	}
}

// Staff officers next to their chief carry out the chief's spoken orders in the same turn, and the chief is
// told so. The dice decide which of them is the headline, in capitals.
func TestStaffDoesWhatTheChiefSays(t *testing.T) {
	o := Options{Dir: t.TempDir(), Scenario: "maida", Seat: "british.stuart"}
	said := types(t, o, "TO acland: 78foot move to 20,19", "TO oswald: wattev hold", "4pdrs fall back 6", "READY", "quit")
	mustSay(t, said, "1. TO british.acland: 78foot MOVE TO 20.00,19.00: accepted, but by word",
		"Mountain Guns go by hand while they are deployed, at most 1 inch a turn; limbered 8 inches",
		"Your word has reached")
	mustSay(t, strings.ToUpper(said), "COLONEL ACLAND WILL DO AS DIRECTED", "COLONEL OSWALD WILL DO AS DIRECTED")
}
