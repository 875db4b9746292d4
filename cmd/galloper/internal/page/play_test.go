package page

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"galloper/cmd/galloper/internal/admin"
	"galloper/scenarios"
)

// A button accepts the proposal of a receipt, also without JavaScript. It sends nothing.
func TestProposalsAreTaken(t *testing.T) {
	w := newWorld(t)
	w.play(1)
	b := w.signedIn(addressOf(north))
	token := b.get("/games/mill/orders").token()
	page := b.post("/games/mill/orders/check", "form", token, "text", "# first\nTO champion: HALT\nTO royal: HALT\n")
	page.must(t, http.StatusOK, `data-with="champagne"`, "1 order accepted, 1 refused")
	tap := regexp.MustCompile(`name="mend" value="([^"]*champagne[^"]*)"`).FindStringSubmatch(page.body)
	if tap == nil {
		t.Fatal("there is no button")
	}
	b.post("/games/mill/orders/check", "form", token, "text", "# first\nTO champion: HALT\nTO royal: HALT\n",
		"mend", strings.ReplaceAll(tap[1], "&#34;", `"`)).must(t, http.StatusOK, "TO champagne: HALT\nTO royal",
		"2 orders accepted", "Nothing has come from you")
	examples := b.post("/games/mill/orders/check", "form", token, "text", "dance\n")
	examples.must(t, http.StatusOK, "would do now", `data-line="0"`)
	b.post("/games/mill/orders/check", "form", token, "text", "TO royal: HALT\n", "mend", "nonsense").must(t,
		http.StatusOK, "1 order accepted")
}

// Orders are suggested before anything is written. A tap adds one to the box, once, and above any letters.
func TestSuggestionsFromTheFirstMoment(t *testing.T) {
	for _, scenario := range []string{"demo", "gettysburg-first-day", "maida", "sauren", "allifae"} {
		w := newWorld(t)
		w.makeGame(scenario)
		tb := w.table()
		for _, seat := range tb.game.Players() {
			b := w.signedIn(addressOf(seat))
			page := b.get("/games/mill/orders")
			if tb.Moves(seat) != "" {
				continue // there may be nothing to order
			}
			tap := regexp.MustCompile(`name="mend" value="([^"]*)"`).FindStringSubmatch(page.body)
			if tap == nil {
				t.Errorf("%s: nothing is suggested to %s", scenario, seat)
				continue
			}
			const letter = "LETTER TO umpire: hello"
			mend, text := html.UnescapeString(tap[1]), letter+"\n"
			for range 2 {
				page = b.post("/games/mill/orders/check", "form", page.token(), "text", text, "mend", mend)
				page.must(t, http.StatusOK, "accepted", "!1 refused")
				text = html.UnescapeString(textBox.FindStringSubmatch(page.body)[1])
			}
			if lines := strings.Split(strings.TrimSpace(text), "\n"); len(lines) != 2 || lines[1] != letter {
				t.Errorf("%s, %s: the box has %q", scenario, seat, text)
			}
		}
	}
}

var textBox = regexp.MustCompile(`(?s)<textarea[^>]*>(.*)</textarea>`)

// Each page of a game tells both the players whose turn it is and the others.
func TestPagesSayWhoseTurnItIs(t *testing.T) {
	w := newWorld(t)
	w.makeGame("gettysburg-first-day")
	tb := w.table()
	mover := tb.game.Campaign.Waiting()[0]
	for _, seat := range tb.game.Players() {
		says := "It is your turn."
		if moves := tb.Moves(seat); moves != "" {
			says = moves
		}
		b := w.signedIn(addressOf(seat))
		for _, path := range []string{"/", "/games/mill", "/games/mill/orders?seat=" + seat, "/games/mill/turns/0/report"} {
			b.get(path).must(t, http.StatusOK, html.EscapeString(says))
		}
	}
	umpire := w.signedIn(umpireAddress)
	for _, path := range []string{"/", "/games/mill", "/games/mill/desk"} {
		umpire.get(path).must(t, http.StatusOK, "It waits for "+html.EscapeString(tb.NameOf(mover)))
	}
	w.writes(mover, "READY")
	w.signedIn(addressOf(mover)).get("/games/mill/orders").must(t, http.StatusOK, "!It is your turn")
}

// Public pages say which side moves after the last turn that spectators may see, regardless of later turns.
func TestPublicPagesSayWhoseTurnItIs(t *testing.T) {
	all := func(turn int) string { return fmt.Sprintf("In turn %d all sides give orders.", turn) }
	for _, scenario := range []string{"demo", "gettysburg-first-day"} {
		w := newWorld(t)
		w.makeGame(scenario)
		w.rules("SPECTATORS DELAY 1 BECAUSE friends ask")
		says, sides := all, map[int]string{} // the moving side, as its enemies are told
		if scenario != "demo" {
			says = func(turn int) string { return sides[turn] }
		}
		for turn := 1; turn <= 3; turn++ {
			for _, seat := range w.load().Players() {
				if moves, _, ok := strings.Cut(w.table().Moves(seat), "; "); ok {
					sides[turn] = moves + "."
				}
			}
			if turn == 1 {
				w.browser().get("/public/mill").must(t, http.StatusOK, "Nothing of it can be seen yet",
					html.EscapeString(says(1)))
			}
			for shown := range turn - 1 {
				w.browser().get(fmt.Sprintf("/public/mill/turns/%d", shown)).must(t, http.StatusOK,
					html.EscapeString(says(turn-1)), fmt.Sprintf("!In turn %d ", turn))
			}
			w.rules(fmt.Sprintf("CLOSE TURN %d", turn))
		}
		if scenario != "demo" && (len(sides) < 3 || sides[1] == "" || sides[2] == "") {
			t.Errorf("%s: %v", scenario, sides)
		}
	}
}

// After the game is over there is no form for orders, and orders are refused.
func TestNoOrdersAfterTheEnd(t *testing.T) {
	w := newWorld(t)
	w.play(1, func(n *admin.NewGame) { n.Scenario = strings.Replace(n.Scenario, "turns: 8", "turns: 2", 1) })
	b := w.signedIn(addressOf(north))
	page := b.get("/games/mill/orders")
	w.rules("CLOSE TURN 2")
	if now := b.get("/games/mill/orders"); !strings.HasPrefix(now.path, "/games/mill/turns/") {
		t.Errorf("the page for orders leads to %s", now.path)
	}
	for _, path := range []string{"/games/mill/orders", "/games/mill/orders/check"} {
		b.post(path, "form", page.token(), "turn", "2", "text", "TO royal: HALT").must(t, http.StatusConflict,
			"The game is over", "TO royal: HALT</textarea>")
	}
	if o, _ := w.turn(2).Of(north); len(o.Orders) > 0 {
		t.Errorf("in force: %q", o.Orders)
	}
}

// A form that was loaded earlier doesn't replace orders that came since by mail or from another window, unseen.
func TestFormsThatCross(t *testing.T) {
	w := newWorld(t)
	w.play(1)
	b := w.signedIn(addressOf(north))
	page := b.get("/games/mill/orders")
	held := regexp.MustCompile(`name="held" value="([^"]*)"`).FindStringSubmatch(page.body)[1]
	w.writes(north, "TO champagne: HALT")
	b.post("/games/mill/orders", "form", page.token(), "turn", "2", "held", held, "text", "TO royal: HALT").must(t,
		http.StatusConflict, "Nothing was sent", "TO champagne: HOLD", "TO royal: HALT</textarea>")
	if o, _ := w.turn(2).Of(north); strings.Join(o.Orders, "|") != "TO champagne: HOLD" {
		t.Errorf("in force: %q", o.Orders)
	}
	b.get("/games/mill/orders").must(t, http.StatusOK, "\nTO champagne: HOLD\n", "TO Picardie: ",
		"!TO Champagne: ")
}

// The page has a template with a line for each unit. A line left unchanged orders nothing.
func TestThePageHasATemplate(t *testing.T) {
	w := newWorld(t)
	w.play(1)
	b := w.signedIn(addressOf(north))
	page := b.get("/games/mill/orders")
	text := html.UnescapeString(textBox.FindStringSubmatch(page.body)[1])
	line := regexp.MustCompile(`(?m)^(\? )?TO Royal Cravates: .*$`)
	for _, c := range []struct{ text, want string }{
		{text, ""},
		{line.ReplaceAllString(text, "TO Royal Cravates: HOLD"), "TO royal: HOLD"},
	} {
		b.post("/games/mill/orders", "form", page.token(), "turn", "2", "text", c.text, "ready", "yes").must(t,
			http.StatusOK, "READY noted")
		if o, _ := w.turn(2).Of(north); strings.Join(o.Orders, "|") != c.want {
			t.Errorf("in force is %q, not %q:\n%s", o.Orders, c.want, c.text)
		}
	}
}

// Letters are shown as threads: each letter, the fate of its courier, and the replies.
func TestLettersAreThreads(t *testing.T) {
	w := newWorld(t)
	w.makeGame("demo", func(n *admin.NewGame) { n.Settings.Open = true })
	w.writes(north, "LETTER TO french.south: Meet <me> by the elm.")
	b := w.signedIn(addressOf(north))
	b.get("/games/mill/orders").must(t, http.StatusOK, "Marquis de Surville", "Meet &lt;me&gt; by the elm.",
		"you wrote, turn 1", "goes with your orders", "is waited for", "has written")
	for turn := 1; turn <= 4; turn++ {
		w.rules(fmt.Sprintf("CLOSE TURN %d", turn))
	}
	b.get("/games/mill/orders").must(t, http.StatusOK, "you wrote, turn 1: delivered")
	w.signedIn(addressOf(south)).get("/games/mill/orders").must(t, http.StatusOK, "Letters: Comte de Guiche", "came, turn",
		"Meet &lt;me&gt; by the elm.")
	w.signedIn(addressOf(foe)).get("/games/mill/orders").must(t, http.StatusOK, "!by the elm")
}

// In every shipped scenario, the order that a march drawn on the map writes is valid for some unit of a seat.
func TestDrawnMarchesAreOrders(t *testing.T) {
	t.Parallel()
	files, err := scenarios.Files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !f.IsDir() {
			continue
		}
		t.Run(f.Name(), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.makeGame(f.Name())
			tb, taken := w.table(), 0
			for _, seat := range tb.game.Campaign.Created().Seats {
				pic, err := tb.Map(seat, 0, "", false)
				if err != nil {
					t.Fatal(err)
				}
				place := pic.Spots()[len(pic.Spots())-1].Name
				if pic.Field().Unit != "" {
					place = "34,22"
				}
				for _, s := range pic.Spots() {
					order := strings.NewReplacer("{unit}", s.Name, "{place}", place).Replace(tb.March())
					r := tb.Read(seat, order)
					if s.Kind == "own" && len(r.Orders) > 0 && r.Orders[0].Canonical != "" {
						taken++
						break
					}
				}
			}
			if taken == 0 {
				t.Errorf("no march is taken of those that %q makes", tb.March())
			}
		})
	}
}

// table returns the page's fold of the game.
func (w *world) table() *table {
	w.t.Helper()
	tb := newTable()
	if err := tb.catchUp(w.ctx, w.d, slug); err != nil {
		w.t.Fatal(err)
	}
	return tb
}

func TestWhatCanBePointedAt(t *testing.T) {
	w := newWorld(t)
	w.play(2)
	b := w.signedIn(addressOf(north))
	b.get("/games/mill/turns/2/map.json?seat="+foe).must(t, http.StatusForbidden)
	var points struct {
		Width int
		Spots []struct{ Name, Title, Kind string }
	}
	if err := json.Unmarshal([]byte(b.get("/games/mill/turns/2/map.json").body), &points); err != nil {
		t.Fatal(err)
	}
	kinds := map[string]string{}
	for _, s := range points.Spots {
		kinds[s.Name] = s.Kind
	}
	if points.Width != 600 || kinds["champagne"] != "own" || kinds["mill"] != "place" {
		t.Errorf("%+v", points)
	}
	if body := b.get("/games/mill/pulse").body; body != "3 turn 3 is open for orders" {
		t.Errorf("the pulse is %q", body)
	}
}

// A turn's page starts with its story. Each sentence names its units and links to its explanation.
func TestTurnIsAStoryFirst(t *testing.T) {
	w := newWorld(t)
	w.play(3)
	b := w.signedIn(addressOf(north))
	sentence := regexp.MustCompile(`<p class="scene" data-about="([^"]+)">[^<]+<a href="([^"]+)" class="why"`)
	told := 0
	for turn := 1; turn <= 3; turn++ {
		page := b.get(fmt.Sprintf("/games/mill/turns/%d?seat=%s", turn, north))
		page.must(t, http.StatusOK, "The record, and the dice", "Your command", "data-spots=")
		for _, m := range sentence.FindAllStringSubmatch(page.body, -1) {
			told++
			b.get(strings.ReplaceAll(m[2], "&amp;", "&")).must(t, http.StatusOK, "Why t"+fmt.Sprint(turn))
		}
	}
	if told == 0 {
		t.Error("no sentence leads anywhere")
	}
	b.get("/games/mill/turns/3/record").must(t, http.StatusOK, "The diary", "Orders in force", "!headline")
	b.get("/games/mill/turns/3").must(t, http.StatusOK, "Orders for turn 4", "!The diary")
	b.get("/games/mill/turns/2").must(t, http.StatusOK, "!Orders for turn 4")
}
