package page

import (
	"encoding/xml"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"
)

var feedAddress = regexp.MustCompile(`value="[^"]*(/feeds/[^"/]+)/turns\.atom"`)

// feeds creates the addresses of the seat's feeds, and returns their common prefix.
func (b *browser) feeds(t testing.TB, seat string) string {
	t.Helper()
	r := b.post("/games/mill/feeds?seat="+seat, "form", b.get("/games/mill/orders?seat="+seat).token())
	r.must(t, http.StatusOK, "/deadlines.ics")
	at := feedAddress.FindStringSubmatch(r.body)
	if at == nil {
		t.Fatalf("no address of a feed in\n%s", r.body)
	}
	return at[1]
}

// TestSeatIsFollowed: the feed has the headlines mailed to the seat, and the calendar its deadline, only for
// readers that have the secret address.
func TestSeatIsFollowed(t *testing.T) {
	w := newWorld(t)
	w.play(2)
	b, reader := w.signedIn(addressOf(north)), w.browser()
	base := b.feeds(t, north)
	var feed struct {
		Entries []struct {
			Title string `xml:"title"`
			Link  struct {
				Href string `xml:"href,attr"`
			} `xml:"link"`
		} `xml:"entry"`
	}
	if err := xml.Unmarshal([]byte(reader.get(base+"/turns.atom").body), &feed); err != nil {
		t.Fatal(err)
	}
	if len(feed.Entries) != 3 || !strings.HasSuffix(feed.Entries[0].Link.Href, "/games/mill/turns/2?seat="+north) {
		t.Fatalf("%+v", feed.Entries)
	}
	mailed := strings.Join(w.mails(addressOf(north)), "")
	for _, e := range feed.Entries[:2] {
		if e.Title == "" || !strings.Contains(b.get("/games/mill/turns/2/report?seat="+north).body+mailed, e.Title) {
			t.Errorf("the headline %q was never mailed", e.Title)
		}
	}
	reader.get(base+"/deadlines.ics").must(t, http.StatusOK, "BEGIN:VCALENDAR", "Orders for turn 3 of")
	reader.get("/feeds/guessed/turns.atom").must(t, http.StatusNotFound)

	again := b.feeds(t, north)
	reader.get(base+"/turns.atom").must(t, http.StatusNotFound)
	b.post("/games/mill/feeds?seat="+north, "form", b.get("/games/mill/orders").token(), "stop", "yes").must(t,
		http.StatusOK, "Nobody follows")
	reader.get(again+"/turns.atom").must(t, http.StatusNotFound)
	b.post("/games/mill/feeds?seat="+foe, "form", b.get("/games/mill/orders").token()).must(t, http.StatusForbidden)

	last := b.feeds(t, north)
	w.pass(time.Minute)
	w.rules("RENEW " + north + " BECAUSE a report was passed on")
	reader.get(last+"/turns.atom").must(t, http.StatusNotFound)
}

// TestFeedTellsNothingEarly: a result that awaits the umpire's approval is in no feed.
func TestFeedTellsNothingEarly(t *testing.T) {
	w := newWorld(t)
	w.play(1, reviewed)
	base := w.signedIn(addressOf(north)).feeds(t, north)
	if n := w.turn(1); n.Reported {
		t.Fatal("the turn went out")
	}
	if body := w.browser().get(base + "/turns.atom").body; strings.Contains(body, "/turns/1") {
		t.Errorf("the feed has turn 1 before it was approved:\n%s", body)
	}
}

func TestPageCanBeInstalled(t *testing.T) {
	w := newWorld(t)
	b := w.browser()
	b.get("/").must(t, http.StatusOK, `rel="manifest"`)
	for _, path := range []string{"/manifest.webmanifest", "/static/icon.svg", "/static/icon-192.png",
		"/static/icon-512.png"} {
		b.get(path).must(t, http.StatusOK)
	}
}
