package page

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"galloper/events"
)

// longTurn adds a turn of so many outcomes to the game, as its daemon would have.
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

// maxPage is what a turn's page may weigh; its map comes by itself and may weigh maxMap.
const (
	maxPage = 200 << 10
	maxMap  = 150 << 10
)

func TestLongDiaryIsPaged(t *testing.T) {
	w := newWorld(t)
	w.play(0)
	w.longTurn(1, 10_000)
	for _, who := range []string{umpireAddress, addressOf(north)} {
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
		b.get("/games/mill/turns/1?at=t1.9999").must(t, http.StatusOK, `id="t1.9999"`, `id="t1.10000"`)
	}
}

func TestPageOfTwoThousandOutcomes(t *testing.T) {
	w := newWorld(t)
	w.play(1)
	w.longTurn(2, 2000)
	b := w.signedIn(umpireAddress)
	r := b.get("/games/mill/turns/2")
	svg := b.get("/games/mill/turns/2/map.svg?seat=umpire")
	if r.status != http.StatusOK || len(r.body) > maxPage || len(svg.body) > maxMap {
		t.Errorf("status %d, the page %d bytes, the map %d", r.status, len(r.body), len(svg.body))
	}
}

// BenchmarkTurnPage is the page of a turn of 2,000 outcomes, to its last byte: cold as
// the first reader meets it, and warm. The figure to hold is 50 ms to the first byte.
func BenchmarkTurnPage(b *testing.B) {
	w := newWorld(b)
	w.play(1)
	w.longTurn(2, 2000)
	who := w.signedIn(addressOf(north))
	jar := who.client.Jar
	for _, cold := range []bool{true, false} {
		name := map[bool]string{true: "cold", false: "warm"}[cold]
		b.Run(name, func(b *testing.B) {
			size, slowest := 0, time.Duration(0)
			for b.Loop() {
				if cold {
					b.StopTimer()
					w.house.drop(slug)
					b.StartTimer()
				}
				r := httptest.NewRequest("GET", w.url+"/games/mill/turns/2", nil)
				for _, c := range jar.Cookies(r.URL) {
					r.AddCookie(c)
				}
				rec, begun := httptest.NewRecorder(), time.Now()
				w.page.ServeHTTP(rec, r)
				slowest = max(slowest, time.Since(begun))
				if size = rec.Body.Len(); rec.Code != http.StatusOK {
					b.Fatal(rec.Code)
				}
			}
			b.ReportMetric(float64(size)/1024, "KiB")
			b.ReportMetric(float64(slowest.Microseconds())/1000, "slowest-ms")
		})
	}
}
