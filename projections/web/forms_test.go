package web

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"galloper/events"
	"galloper/projections/campaign"
	"galloper/projections/history"
	"galloper/projections/knowledge"
)

// plainTable has no names and no maps.
type plainTable struct{ Table }

func (plainTable) NameOf(string) string { return "" }

// testVisit is an umpire's visit to a game of two seats in turn 3.
func testVisit(t *testing.T, events0 ...events.Data) *visit {
	t.Helper()
	c, h := &campaign.Campaign{}, &history.History{}
	head := events.Head{}
	add := func(data ...events.Data) {
		packed, err := events.Pack(data...)
		if err != nil {
			t.Fatal(err)
		}
		commit, err := events.Commit{Game: "mill", ID: fmt.Sprint("c", head.Version), Actor: "umpire",
			Events: packed}.Follow(head)
		if err == nil {
			err = c.Apply(&commit)
		}
		if err == nil {
			err = h.Apply(&commit)
		}
		if err != nil {
			t.Fatal(err)
		}
		head = commit.Head
	}
	add(events.GameCreated{Ruleset: "firediscipline", Version: 1, Scenario: "x",
		Seats: []string{"french.north", "dutch.south"}})
	for turn := 1; turn < 3; turn++ {
		add(events.TurnOpened{Turn: turn}, events.TurnClosed{Turn: turn, Reason: "all"}, events.TurnAdjudicated{Turn: turn},
			events.TurnReported{Turn: turn})
	}
	add(append([]events.Data{events.TurnOpened{Turn: 3}}, events0...)...)
	g := &Game{Campaign: c, History: h, Reported: 2, Table: plainTable{},
		Opened: func(string) campaign.Openness { return campaign.OpenNothing }}
	return &visit{Game: g, viewer: viewer{umpire: true, address: "u"}, seat: knowledge.Umpire}
}

func post(fields ...string) *http.Request {
	v := url.Values{"turn": {"3"}}
	for i := 0; i < len(fields); i += 2 {
		v.Set(fields[i], fields[i+1])
	}
	r, err := http.NewRequest("POST", "/games/mill/desk", strings.NewReader(v.Encode()))
	if err != nil {
		panic(err) // unreachable: the method is valid
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return r
}

func TestFormsWriteActs(t *testing.T) {
	v := testVisit(t)
	for _, c := range []struct {
		fields []string
		want   string
	}{
		{[]string{"word", "CLOSE"}, "CLOSE TURN 3"},
		{[]string{"word", "EXTEND", "span", "48h", "because", "of the snow"}, "EXTEND 48h TURN 3 BECAUSE of the snow"},
		{[]string{"word", "APPROVE", "draft", "2"}, "APPROVE TURN 3 DRAFT 2"},
		{[]string{"word", "CONFIRM", "number", "1", "code", "ab12"}, "CONFIRM 1 ab12"},
		{[]string{"word", "ANSWER", "number", "2", "option", "stand\nCLOSE TURN 3"}, "ANSWER 2 TURN 3: stand CLOSE TURN 3"},
		{[]string{"act", "announce", "text", "Supper.\r\nREVERT TO TURN 1"}, "ANNOUNCE: Supper. REVERT TO TURN 1"},
		{[]string{"act", "rule", "text", "it holds"}, "RULE TURN 3: it holds"},
		{[]string{"act", "rule", "outcome", "t3.7", "text", "no", "path", "unit.a.hits", "value", "2"},
			"RULE t3.7: no SET unit.a.hits = 2"},
		{[]string{"act", "reroll", "die", "volley/fire/a>b#1", "because", "it fell"},
			"REROLL volley/fire/a>b#1 TURN 3 BECAUSE it fell"},
		{[]string{"act", "amend", "whose", "french.north", "number", "2", "order", "TO a: HOLD", "because", "he said: hold"},
			"AMEND french.north 2 TURN 3 BECAUSE he said, hold: TO a: HOLD"},
		{[]string{"act", "captured", "dispatch", "french.north.t3.1", "whose", "dutch.south", "because", "x"},
			"COURIER french.north.t3.1 CAPTURED BY dutch.south TURN 3 BECAUSE x"},
		{[]string{"act", "delayed", "dispatch", "a b", "turns", "2", "because", "x"},
			"COURIER ab DELAYED 2 TURN 3 BECAUSE x"},
		{[]string{"act", "letter", "whose", "french.north", "from", "The Prince", "text", "Hold."},
			"LETTER TO french.north FROM The Prince: Hold."},
		{[]string{"act", "reveal", "subject", "a", "whose", "dutch.south", "because", "x"},
			"REVEAL a TO dutch.south TURN 3 BECAUSE x"},
		{[]string{"act", "address-less", "whose", "dutch.south", "address", "a@b.test", "because", "x"},
			"ADDRESS dutch.south -a@b.test BECAUSE x"},
		{[]string{"act", "revert", "to", "2", "because", "x"}, "REVERT TO TURN 2 BECAUSE x"},
		{[]string{"act", "nothing"}, "(there is no such form)"},
		{[]string{"text", "  HOLD TURN 3 BECAUSE x\n"}, "HOLD TURN 3 BECAUSE x"},
		{nil, "(nothing was written)"},
	} {
		if got := v.actText(post(c.fields...)); got != c.want {
			t.Errorf("%q writes %q, want %q", c.fields, got, c.want)
		}
	}
}

// TestEveryFormStaysOnItsLine fills each field of each form with text that would start another act.
func TestEveryFormStaysOnItsLine(t *testing.T) {
	v := testVisit(t)
	for _, f := range v.deskForms() {
		fields := []string{"act", f.ID}
		for _, field := range f.Fields {
			fields = append(fields, field.Name, "x\r\nCLOSE TURN 3\n\nHOLD TURN 3\u2028END")
		}
		if text := v.actText(post(fields...)); strings.ContainsAny(text, "\r\n") {
			t.Errorf("%s breaks out of its line: %q", f.ID, text)
		}
	}
}

func TestFormsOfAStaleTurnDoNothing(t *testing.T) {
	v := testVisit(t)
	if a := v.stale(post()); a != nil {
		t.Errorf("a form of the current turn is refused: %v", a)
	}
	for _, turn := range []string{"2", "4", "", "x", "-3"} {
		if a := v.stale(post("turn", turn)); a == nil || a.Done || !strings.Contains(a.Text, "turn 3 is the current one") {
			t.Errorf("turn %q: %v", turn, a)
		}
	}
}

func TestWhoMaySeeWhat(t *testing.T) {
	v := testVisit(t, events.Revealed{Turn: 3, Seats: []string{knowledge.Umpire}, Subject: everything, Text: "x"})
	for _, c := range []struct {
		who          viewer
		turn         int
		truth, other bool
	}{
		{viewer{umpire: true}, 2, true, true},
		{viewer{umpire: true, seats: []string{"french.north"}}, 2, false, false},
		{viewer{umpire: true, seats: []string{"french.north"}, lifted: revealedToUmpire(v.Campaign)}, 3, true, true},
		{viewer{umpire: true, seats: []string{"french.north"}, lifted: revealedToUmpire(v.Campaign)}, 2, false, false},
		{viewer{seats: []string{"french.north"}}, 3, false, false},
		{viewer{seats: []string{"french.north"}, ended: true}, 1, true, true},
		{viewer{}, 3, false, false},
	} {
		c.who.turn = c.turn
		if c.who.seesTruth() != c.truth || c.who.maySee("dutch.south") != c.other {
			t.Errorf("%+v: truth %v, the other seat %v", c.who, c.who.seesTruth(), c.who.maySee("dutch.south"))
		}
	}
}

func TestOrdersKeepTheirNumbers(t *testing.T) {
	for _, c := range []struct {
		orders campaign.Orders
		want   string
	}{
		{campaign.Orders{Orders: []string{"A", "B"}}, "[{1 1 A} {2 2 B}]"},
		{campaign.Orders{Orders: []string{"A", "B"}, Numbers: []int{1, 3}}, "[{1 1 A} {3 2 B}]"},
		{campaign.Orders{Orders: []string{"A", "3. B", "C"}, Numbers: []int{1, 3, 4}}, "[{1 1 A} {3 3 B} {4 4 C}]"},
		{campaign.Orders{Orders: []string{"TO a: MOVE 3. b"}}, "[{1 1 TO a: MOVE 3. b}]"},
	} {
		if got := fmt.Sprint(numberOrders(&c.orders)); got != c.want {
			t.Errorf("%v: %s, want %s", c.orders.Orders, got, c.want)
		}
	}
}

func TestDiaryIsCutIntoPages(t *testing.T) {
	rows := make([]*history.Entry, 2*rowsAPage+1)
	for i := range rows {
		rows[i] = &history.Entry{Ref: fmt.Sprintf("t1.%d", i+1)}
	}
	for query, want := range map[string]string{
		"":                  "1 150 prev=false next=true",
		"page=2":            "151 300 prev=true next=true",
		"page=3":            "301 301 prev=true next=false",
		"page=99":           "301 301 prev=true next=false",
		"page=-1":           "1 150 prev=false next=true",
		"page=x":            "1 150 prev=false next=true",
		"at=t1.151":         "151 300 prev=true next=true",
		"at=t9.9":           "1 150 prev=false next=true",
		"page=2&at=t1.301":  "301 301 prev=true next=false",
		"page=" + "9999999": "301 301 prev=true next=false",
	} {
		q, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		d := diary{}
		shown := d.page(q, &place{Game: "mill", Turn: 1}, rows)
		if got := fmt.Sprintf("%d %d prev=%v next=%v", d.From, d.To, d.Prev != "", d.Next != ""); got != want ||
			len(shown) != d.To-d.From+1 {
			t.Errorf("%q: %s, %d rows; want %s", query, got, len(shown), want)
		}
	}
	d := diary{}
	if shown := d.page(url.Values{}, &place{}, nil); len(shown) != 0 || d.From != 0 || d.Next != "" {
		t.Errorf("of nothing: %+v", d)
	}
}

// TestMailtoIsTheTextAndNothingElse: whatever the text, the link opens one mail to the game's address.
func TestMailtoIsTheTextAndNothingElse(t *testing.T) {
	for _, text := range []string{"ORDERS\nTO a: HOLD # 50% & more?\nEND\n", "x&bcc=evil@e.test", "\"><script>",
		"Régiment + 1\r\n"} {
		v := ordersView{Text: text, Head: "mailto:orders@x.test?subject=" + url.PathEscape("[mill] turn 3: orders") +
			"&body="}
		u, err := url.Parse(v.Mailto())
		if err != nil || u.Scheme != "mailto" || u.Opaque != "orders@x.test" {
			t.Fatalf("%q: %v", v.Mailto(), err)
		}
		q := u.Query()
		if got := strings.ReplaceAll(q.Get("body"), "\r", ""); len(q) != 2 || got != strings.ReplaceAll(text, "\r", "") {
			t.Errorf("%q comes out as %v", text, q)
		}
		var b bytes.Buffer
		v.Signed = true
		if err := v.body().Render(&b); err != nil || strings.Contains(b.String(), "<script") {
			t.Errorf("%s: %v", b.String(), err)
		}
	}
}

func TestUpperFirst(t *testing.T) {
	for in, want := range map[string]string{"": "", "été": "Été", "a b": "A b", "9chas": "9chas"} {
		if got := upperFirst(in); got != want {
			t.Errorf("%q: %q", in, got)
		}
	}
}
