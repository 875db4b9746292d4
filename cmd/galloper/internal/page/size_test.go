package page

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"galloper/events"
)

// longTurn adds a turn with the given number of outcomes to the game, as its daemon would.
func (w *world) longTurn(number, outcomes int) {
	w.t.Helper()
	views := []events.View{{Seats: []string{north, south, foe, "dutch.south"}}}
	result := events.TurnAdjudicated{Turn: number, Seed: events.Sum([]byte{byte(number)}),
		Outcomes: make([]events.Outcome, outcomes)}
	for i := range result.Outcomes {
		o := events.Outcome{
			Ref: fmt.Sprintf("t%d.%d", number, i+1), Name: "artillery.fired", Clause: "6.9", Views: views,
			Fields: events.Fields("firer", "holstein.a", "target", "champagne.b", "range", 300+i%90, "ammo", "ball", "chance",
				10, "hits", i%2),
			Dice: []events.Die{{Name: fmt.Sprintf("artillery/fire/holstein.a>champagne.b#%d", i+1), Die: "d100",
				Value: 1 + i%100}},
		}
		if i > 0 {
			o.Cause = fmt.Sprintf("t%d.%d", number, i)
		}
		result.Outcomes[i] = o
	}
	w.record(events.TurnClosed{Turn: number, Reason: "ready"}, result, events.TurnReported{Turn: number},
		events.TurnOpened{Turn: number + 1})
}

// record adds a commit to the game.
func (w *world) record(data ...events.Data) {
	w.t.Helper()
	packed, err := events.Pack(data...)
	if err != nil {
		w.t.Fatal(err)
	}
	head, err := w.log.Head(w.ctx, slug)
	if err == nil {
		_, err = w.log.Append(w.ctx, head, events.Commit{Game: slug, ID: fmt.Sprintf("test.%d", head.Version),
			At: w.clock(), Actor: "adjudicator", Events: packed})
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

// maxPage limits the bytes of a turn's page. The map is a separate file, limited by maxMap.
const (
	maxPage = 150 << 10
	maxMap  = 150 << 10
)

func TestLongDiaryIsPaged(t *testing.T) {
	w := newWorld(t)
	w.play(0)
	w.longTurn(1, 10_000)
	for who, of := range map[string]string{umpireAddress: "", addressOf(north): "@" + north} {
		b := w.signedIn(who)
		seen, path := 0, "/games/mill/turns/1?kind=artillery"
		for pages := 0; path != "" && pages < 100; pages++ {
			r := b.get(path)
			if r.status != http.StatusOK || len(r.body) > maxPage {
				t.Fatalf("%s: %d, %d bytes", path, r.status, len(r.body))
			}
			seen += strings.Count(r.body, `class="ref">t1.`)
			path = ""
			if m := regexp.MustCompile(`<a href="([^"]+)" rel="next">Later rows`).FindStringSubmatch(r.body); m != nil {
				path = strings.ReplaceAll(m[1], "&amp;", "&")
			}
		}
		if seen != 10_000 {
			t.Errorf("%s: %d of 10000 rows are to be seen", who, seen)
		}
		b.get("/games/mill/turns/1?at=t1.9999"+of).must(t, http.StatusOK, `id="t1.9999`+of, `id="t1.10000`+of)
	}
}

func TestPageOfTwoThousandOutcomes(t *testing.T) {
	w := newWorld(t)
	w.play(1)
	w.longTurn(2, 2000)
	for _, who := range []string{umpireAddress, addressOf(north)} {
		b := w.signedIn(who)
		for _, path := range []string{"", "/record", "/shots/1"} {
			if r := b.get("/games/mill/turns/2" + path); r.status != http.StatusOK || len(r.body) > maxPage {
				t.Errorf("%s: status %d, the page %s has %d bytes", who, r.status, path, len(r.body))
			}
		}
		if svg := b.get("/games/mill/turns/2/map.svg"); len(svg.body) > maxMap {
			t.Errorf("the map has %d bytes", len(svg.body))
		}
	}
}

// TestAnswersToLongTexts: a text may be as long as the form allows, but the answer to it is bounded.
func TestAnswersToLongTexts(t *testing.T) {
	w := newWorld(t)
	w.play(1)
	who := w.signedIn(addressOf(north))
	token := who.get("/games/mill/orders").token()
	for what, text := range map[string]string{
		"refused orders":  strings.Repeat("To Picardie: frobnicate\n", 2000),
		"accepted orders": strings.Repeat("To Champagne: hold\n", 2000),
		"prose":           strings.Repeat("I think that they may come over the hill.\n", 2000),
		"one order":       "To Picardie: " + strings.Repeat("frobnicate ", 10_000),
		"one word":        strings.Repeat("w", 200_000),
		"a letter":        "LETTER TO french.south: " + strings.Repeat("mist over the ridge ", 8000),
	} {
		answer, _ := who.served(t, "/games/mill/orders/check", url.Values{"text": {text}, "form": {token},
			"turn": {"2"}})
		t.Logf("%s: %d bytes are answered by %d", what, len(text), answer.Body.Len())
		if answer.Body.Len() > maxPage {
			t.Errorf("%s: %d bytes are answered by %d", what, len(text), answer.Body.Len())
		}
	}
}

// BenchmarkPage loads every byte of each page of a turn with 2,000 outcomes, cold as for the first reader and
// warm, and then the receipt for typed orders. The limits are 50 ms and 150 KiB for a page, and 100 ms for the
// receipt.
func BenchmarkPage(b *testing.B) {
	w := newWorld(b)
	w.play(1)
	w.longTurn(2, 2000)
	who := w.signedIn(addressOf(north))
	typed := url.Values{"text": {"To Champagne and Picardie: storm the mill\nTo Royal Cravates: hold\nReady\n"}}
	typed.Set("form", who.get("/games/mill/orders").token())
	typed.Set("turn", "3")
	for _, p := range []struct {
		name, path string
		form       url.Values
	}{
		{"story", "/games/mill/turns/2", nil}, {"record", "/games/mill/turns/2/record", nil},
		{"moment", "/games/mill/turns/2/shots/1", nil}, {"orders", "/games/mill/orders", nil},
		{"receipt", "/games/mill/orders/check", typed},
	} {
		for _, cold := range []bool{true, false} {
			b.Run(p.name+map[bool]string{true: "/cold", false: "/warm"}[cold], func(b *testing.B) {
				size, slowest := 0, time.Duration(0)
				for b.Loop() {
					w.pass(time.Second) // stay below the rate limit of receipts
					if cold {
						b.StopTimer()
						w.house.drop(slug)
						b.StartTimer()
					}
					rec, took := who.served(b, p.path, p.form)
					size, slowest = rec.Body.Len(), max(slowest, took)
				}
				b.ReportMetric(float64(size)/1024, "KiB")
				b.ReportMetric(float64(slowest.Microseconds())/1000, "slowest-ms")
			})
		}
	}
}

// served calls the handler directly, without a network, and returns the page and how long it took.
func (who *browser) served(b testing.TB, path string, form url.Values) (*httptest.ResponseRecorder, time.Duration) {
	b.Helper()
	r := httptest.NewRequest(http.MethodGet, who.w.url+path, nil)
	if form != nil {
		r = httptest.NewRequest(http.MethodPost, who.w.url+path, strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Accept", "text/html;part=receipt")
		r.Header.Set("Origin", who.w.url)
	}
	for _, c := range who.client.Jar.Cookies(r.URL) {
		r.AddCookie(c)
	}
	rec, begun := httptest.NewRecorder(), time.Now()
	who.w.page.ServeHTTP(rec, r)
	if rec.Code != http.StatusOK {
		b.Fatalf("%s: %d: %s", path, rec.Code, rec.Body)
	}
	return rec, time.Since(begun)
}
