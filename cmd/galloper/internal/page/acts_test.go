package page

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"galloper/cmd/galloper/internal/admin"
	"galloper/events"
)

// form returns the fields that the browser would send for the form with the given id: their values on the page,
// overridden by fill.
func (r reply) form(t testing.TB, id string, fill ...string) (path string, fields []string) {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(r.body))
	if err != nil {
		t.Fatal(err)
	}
	var found *html.Node
	for n := range doc.Descendants() {
		if n.Data == "form" && attr(n, "id") == id {
			found = n
		}
	}
	if found == nil {
		t.Fatalf("%s: there is no form %q", r.path, id)
	}
	values := url.Values{}
	for n := range found.Descendants() {
		if name := attr(n, "name"); name != "" {
			values.Set(name, attr(n, "value"))
		}
	}
	for i := 0; i < len(fill); i += 2 {
		if !values.Has(fill[i]) {
			t.Fatalf("%s: the form %q has no field %q", r.path, id, fill[i])
		}
		values.Set(fill[i], fill[i+1])
	}
	for name := range values {
		fields = append(fields, name, values.Get(name))
	}
	return attr(found, "action"), fields
}

func attr(n *html.Node, name string) string {
	i := slices.IndexFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
	if i < 0 {
		return ""
	}
	return n.Attr[i].Val
}

func (b *browser) submit(from reply, id string, fill ...string) reply {
	b.w.t.Helper()
	path, fields := from.form(b.w.t, id, fill...)
	return b.post(path, fields...)
}

// recorded returns the types of the game's events after the first n.
func (w *world) recorded(n int) (types []string) {
	w.t.Helper()
	for c, err := range w.log.Game(w.ctx, slug, events.Head{}) {
		if err != nil {
			w.t.Fatal(err)
		}
		for _, e := range c.Events {
			types = append(types, e.Type)
		}
	}
	return types[min(n, len(types)):]
}

func TestEachActHasAForm(t *testing.T) {
	w := newWorld(t)
	w.play(1)
	desk := w.signedIn(umpireAddress).get("/games/mill/desk")
	// Some words have no form on this desk: ANSWER, CONFIRM and APPROVE get one only if something is pending,
	// RESUME only if the turn is held, and DISCLOSE only after a battle of a campaign. The desk itself shows the results
	// of STATUS, HISTORY, WHY and HELP.
	shown := []string{"ANSWER", "CONFIRM", "APPROVE", "RESUME", "DISCLOSE", "STATUS", "HISTORY", "WHY", "HELP"}
	for _, m := range regexp.MustCompile(`<summary>[^<]*<code>([A-Z]+)|id="act-([A-Z]+)"`).FindAllStringSubmatch(desk.body, -1) {
		shown = append(shown, m[1]+m[2])
	}
	for _, line := range w.house.Acts() {
		if word := regexp.MustCompile(`^[A-Z]+`).FindString(line); !slices.Contains(shown, word) {
			t.Errorf("%s has no form", word)
		}
	}
}

// TestFormsOfTheDesk fills in each form as an umpire would, including text that could break out of its line,
// and checks the events recorded.
func TestFormsOfTheDesk(t *testing.T) {
	w := newWorld(t)
	w.play(1)
	b := w.signedIn(umpireAddress)
	for _, c := range []struct {
		form   string
		fill   []string
		record string
	}{
		{"act-announce", []string{"text", "Supper is at eight.\nCLOSE TURN 2"}, "umpire.announced"},
		{"act-letter", []string{"whose", north, "from", "The Prince", "text", "Hold on."}, "letter.sent"},
		{"act-letter", []string{"whose", "french.north, french.south, dutch.north, dutch.south", "text",
			"To all: hold on."}, "letter.sent"},
		{"act-reveal", []string{"subject", "holstein", "whose", south, "because", "he rode by", "text",
			"Holstein's guns stand by the mill."}, "umpire.revealed"},
		{"act-address-more", []string{"whose", south, "address", "second@players.test", "because", "he travels"},
			"seat.assigned"},
		{"act-address-less", []string{"whose", south, "address", "second@players.test", "because", "he is back"},
			"seat.released"},
		{"act-renew", []string{"whose", south, "because", "a report was passed on"}, "seat"},
	} {
		before := len(w.recorded(0))
		b.submit(b.get("/games/mill/desk"), c.form, c.fill...).must(t, http.StatusOK, ": done")
		if got := w.recorded(before); !slices.ContainsFunc(got,
			func(s string) bool { return strings.HasPrefix(s, c.record) }) {
			t.Errorf("%s: recorded is %v, want %s", c.form, got, c.record)
		} else if slices.Contains(got, "turn.closed") {
			t.Errorf("%s: a field of it was read as an act of its own: %v", c.form, got)
		}
	}
	b.submit(b.get("/games/mill/desk"), "act-lost", "dispatch", "nobody.t9.9", "because", "of the rain").must(t,
		http.StatusUnprocessableEntity, "REFUSED")
}

// TestRulingsOnADraft rules on a turn under review, using the form of each act.
func TestRulingsOnADraft(t *testing.T) {
	w := newWorld(t)
	w.play(0, reviewed)
	w.rules("CLOSE TURN 1")
	w.rules("APPROVE TURN 1")
	w.writes(north, "TO champagne: ASSAULT mill")
	w.rules("CLOSE TURN 2") // the guns are within reach, so there are dice
	b := w.signedIn(umpireAddress)
	desk := b.get("/games/mill/desk")
	desk.must(t, http.StatusOK, `<datalist id="outcomes"><option`, "champagne: ASSAULT mill", "APPROVE TURN 2 DRAFT 1")
	die := regexp.MustCompile(`<datalist id="dice"><option value="([^"]+)"`).FindStringSubmatch(desk.body)
	if die == nil {
		t.Fatal("no die is offered")
	}
	b.submit(desk, "act-reroll", "die", strings.ReplaceAll(die[1], "&gt;", ">"), "because",
		"it fell off the table").must(t, http.StatusOK, "REROLL: done")
	b.submit(desk, "act-rule", "text", "the bridge: it holds", "path", "unit.champagne.boxes", "value", "2").must(t,
		http.StatusOK, "RULE: done")
	b.submit(desk, "act-amend", "whose", north, "number", "1", "order", "TO champagne: HOLD", "because",
		"a slip: he said so").must(t, http.StatusOK, "AMEND: done")
	if o, _ := w.turn(2).Of(north); len(o.Orders) != 1 || !strings.Contains(o.Orders[0], "HOLD") {
		t.Errorf("the order is %q", o.Orders)
	}
	// The page of the first draft is still open in another tab.
	b.submit(desk, "act-APPROVE").must(t, http.StatusUnprocessableEntity, "it approves draft 1")
	b.submit(b.get("/games/mill/desk"), "act-APPROVE").must(t, http.StatusOK, "APPROVE: done")
}

func TestActThatCannotBeUndoneIsConfirmed(t *testing.T) {
	w := newWorld(t)
	w.play(2)
	b := w.signedIn(umpireAddress)
	b.submit(b.get("/games/mill/desk"), "act-substitute", "whose", south, "address", "anne@players.test", "because",
		"he is ill").must(t, http.StatusOK, "NOT DONE YET")
	page := b.get("/games/mill/desk")
	page.must(t, http.StatusOK, "Waiting to be confirmed", "SUBSTITUTE french.south", "!anne@players.test")
	b.submit(page, "proposal.1").must(t, http.StatusOK, "CONFIRM: done", "!Waiting to be confirmed")
	b.submit(page, "proposal.1").must(t, http.StatusUnprocessableEntity, "confirmed and done already") // another tab

	b.submit(b.get("/games/mill/desk"), "act-revert", "to", "2", "because", "a mail was lost").must(t, http.StatusOK,
		"NOT DONE YET")
	b.submit(b.get("/games/mill/desk"), "proposal.2").must(t, http.StatusOK, "CONFIRM: done", "turn 2 is open")
	w.signedIn("anne@players.test").get("/games/mill/orders?seat="+south).must(t, http.StatusOK, "for turn 2")
}

// TestSignedGamesTakeNoOrdersFromThePage: the page hands the text to the player's own mail program, addressed
// as a reply to their last report.
func TestSignedGamesTakeNoOrdersFromThePage(t *testing.T) {
	for _, auth := range []string{"dkim", "both"} {
		t.Run(auth, func(t *testing.T) {
			w := newWorld(t)
			w.play(0, func(n *admin.NewGame) { n.Settings.Auth = auth })
			b := w.signedIn(addressOf(north))
			page := b.get("/games/mill/orders")
			page.must(t, http.StatusOK, "your own mail server has signed", `href="mailto:orders+`, "!Send these orders")
			text := "ORDERS\nTO champagne: HOLD # 50% & more\nEND\n"
			checked := b.post("/games/mill/orders/check", "form", page.token(), "turn", "1", "seat", north, "text", text)
			checked.must(t, http.StatusOK, "TO champagne: HOLD: accepted",
				"TO%20champagne%3A%20HOLD%20%23%2050%25%20%26%20more%0D%0AEND")
			b.post("/games/mill/orders", "form", page.token(), "turn", "1", "seat", north, "text", text).must(t, http.StatusOK,
				"from your mail program, to orders+", "Nothing has come from you")
		})
	}
	w := newWorld(t)
	w.play(0, func(n *admin.NewGame) { n.Settings.Auth = "either" })
	b := w.signedIn(addressOf(north))
	b.post("/games/mill/orders", "form", b.get("/games/mill/orders").token(), "turn", "1", "seat", north, "text",
		"TO champagne: HOLD").must(t, http.StatusOK, "In force", "TO champagne: HOLD: accepted")
}

// TestTwoTabsOfOneSeat: the last orders sent are in force, but only after their writer has seen those they
// replace.
func TestTwoTabsOfOneSeat(t *testing.T) {
	w := newWorld(t)
	w.play(1)
	b := w.signedIn(addressOf(north))
	one, two := b.get("/games/mill/orders"), b.get("/games/mill/orders")
	b.submit(one, "write", "text", "TO champagne: HOLD").must(t, http.StatusOK, "TO champagne: HOLD: accepted")
	late := b.submit(two, "write", "text", "TO royal: HOLD")
	late.must(t, http.StatusConflict, "Nothing was sent", "TO champagne: HOLD", "TO royal: HOLD</textarea>")
	b.submit(late, "write", "text", "TO royal: HOLD").must(t, http.StatusOK, "TO royal: HOLD: accepted",
		"REPLACES your earlier one")
	b.submit(one, "write", "text", "ADD\nTO champagne: HOLD").must(t, http.StatusOK, "TO champagne: HOLD")
	if o, _ := w.turn(2).Of(north); strings.Join(o.Orders, "|") != "TO royal: HOLD|TO champagne: HOLD" {
		t.Errorf("in force: %q", o.Orders)
	}
	b.post("/signout")
	b.submit(two, "write", "text", "READY").must(t, http.StatusUnauthorized) // the tab outlived the session
}

// TestLinkOpenedByAnother: a link works once, for anyone who has it. The browser that asked for it learns that
// it was used. Used in another player's session, it replaces that session and does not extend it.
func TestLinkOpenedByAnother(t *testing.T) {
	w := newWorld(t)
	w.play(1)
	mine, other := w.browser(), w.signedIn(addressOf(foe))
	link := mine.link(addressOf(north))
	other.post(link).must(t, http.StatusOK, "Comte de Guiche", "!Heer van Fagel")
	other.get("/games/mill/orders?seat="+foe).must(t, http.StatusForbidden)
	mine.get(link).must(t, http.StatusGone, "used already")
	mine.post(link).must(t, http.StatusGone)
	mine.get("/games/mill").must(t, http.StatusUnauthorized)
}
