package web

import "testing"

func TestGamesOfOneTitleAreToldApart(t *testing.T) {
	games := []card{{Game: "demo", Title: "The mill"}, {Game: "demo-2", Title: "The mill"}, {Game: "lodi", Title: "Lodi"}}
	distinguishTitles(games)
	for i, want := range []string{"The mill (demo)", "The mill (demo-2)", "Lodi"} {
		if games[i].Title != want {
			t.Errorf("game %d is called %q, want %q", i, games[i].Title, want)
		}
	}
}
