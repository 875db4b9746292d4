package page

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"galloper/cmd/galloper/internal/admin"
	"galloper/scenarios"
)

// The front page lists the games that are open to all for visitors who are not signed in. It doesn't list games
// by invitation.
func TestFrontPageListsGamesThatAnybodyMayJoin(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.d.Guests = true
	file, err := scenarios.Files.ReadFile("prestonpans/scenario.yaml")
	if err != nil {
		t.Fatal(err)
	}
	offer := func(name string, public bool, invite ...string) {
		t.Helper()
		n := admin.NewGame{Name: name, File: name, Scenario: string(file), Umpires: []string{umpireAddress}, Public: public,
			Invite: invite}
		if _, err := w.d.New(w.ctx, n); err != nil {
			t.Fatal(err)
		}
	}
	front := func() string {
		t.Helper()
		resp, err := http.Get(w.url)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		b, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	offer("secret", false, "anna@players.test")
	if page := front(); strings.Contains(page, "gather players") || strings.Contains(page, "secret") {
		t.Errorf("a game by invitation stands on the front page:\n%s", page)
	}
	offer("open", true)
	for _, want := range []string{"Games that gather players", "seats are free",
		"mailto:orders@galloper.test?subject=join%20open&amp;body=JOIN%20open"} {
		if page := front(); !strings.Contains(page, want) {
			t.Errorf("%q does not stand in:\n%s", want, page)
		}
	}
}
