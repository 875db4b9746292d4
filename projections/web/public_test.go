package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"galloper/events"
	"galloper/projections/mapview"
	"galloper/projections/story"
)

// PublicMap implements Table.
func (plainTable) PublicMap(int, bool) (*mapview.Picture, error) { return nil, nil }

// PublicMoves implements Table.
func (plainTable) PublicMoves(int) string { return "In turn 1 all sides give orders." }

// PublicStory implements Table.
func (plainTable) PublicStory(int) (*story.Story, error) { return &story.Story{Headline: "Quiet"}, nil }

// openHouse has one game, which is open to spectators.
type openHouse struct {
	House
	*Game
	looks int
}

// Opened implements House.
func (h *openHouse) Opened() map[string]string { return map[string]string{"mill": "The mill"} }

// View implements House.
func (h *openHouse) View(_ context.Context, _ string, use func(*Game) error) error {
	h.looks++
	return use(h.Game)
}

// Repeated requests of strangers are answered from the cache. If they cause too many new pages, they are asked to
// wait, but cached pages stay available.
func TestStrangersHaveTheMachineDoSoMuch(t *testing.T) {
	now := time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC)
	house := &openHouse{Game: testVisit(t, events.PageOpened{Turn: 3, Delay: 1}).Game}
	s := New(Options{House: house, URL: "http://mill.test", Now: func() time.Time { return now }})
	get := func(path string, header ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w
	}
	page := get("/public/mill")
	if page.Code != http.StatusOK {
		t.Fatal(page.Code, page.Body)
	}
	for range mostLooks - 1 {
		s.looks.allow("", now)
	}
	for _, path := range []string{"/public/mill", "/public/mill?x=1", "/public/mill/turns/1", "/public/mill/turns/01"} {
		if w := get(path); w.Code != http.StatusOK || w.Body.String() != page.Body.String() {
			t.Errorf("%s, which was made: %d", path, w.Code)
		}
	}
	if w := get("/public/mill", "If-None-Match", page.Header().Get("ETag")); w.Code != http.StatusNotModified ||
		w.Body.Len() > 0 {
		t.Errorf("what has not changed: %d", w.Code)
	}
	if w := get("/public/mill/turns/0"); w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" {
		t.Errorf("one page too many: %d", w.Code)
	}
	looks := house.looks
	if w := get("/public/none"); w.Code != http.StatusNotFound || house.looks != looks {
		t.Errorf("a game that is not open: %d, %d looks", w.Code, house.looks-looks)
	}
	now = now.Add(time.Minute)
	if w := get("/public/mill/turns/0"); w.Code != http.StatusOK {
		t.Errorf("a minute later: %d", w.Code)
	}
}
