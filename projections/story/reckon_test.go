package story_test

import (
	"testing"

	"galloper/events"
	"galloper/projections/knowledge"
)

func TestTheScoreSaysWhoIsAheadAndWhy(t *testing.T) {
	companies := func(gone, at int, least bool) []events.Limit {
		return []events.Limit{{Gone: gone, At: at, Part: "company", Least: least}}
	}
	for _, c := range []struct {
		why  string
		is   events.Reckoning // blue's army first
		want string
	}{
		{"nothing has happened", events.Reckoning{What: "points", Places: true},
			"Turn 1 of 10. Neither side is ahead."},
		{"one source", events.Reckoning{What: "points", Outweighs: 10, Armies: [2]events.Army{
			{Points: []events.Points{{For: "guns"}, {For: "places", N: 9}}, Limits: companies(5, 14, true)},
			{Points: []events.Points{{For: "guns"}, {For: "places", N: 14}}, Limits: companies(5, 12, false)}}},
			"Turn 1 of 10. Ahead on places, 14 to 9. Our army breaks at 12 companies lost: 5 are gone. " +
				"Theirs: at least 5 of 14."},
		{"two sources", events.Reckoning{What: "points", Armies: [2]events.Army{
			{Points: []events.Points{{For: "guns", N: 2}, {For: "places", N: 9}}},
			{Points: []events.Points{{For: "guns"}, {For: "places", N: 4}}}}},
			"Turn 1 of 10. Behind on points, 4 to 11 (guns, 0 to 2; places, 4 to 9)."},
		{"a lead too small to tell", events.Reckoning{What: "points", Lead: 30, Armies: [2]events.Army{
			{Points: []events.Points{{For: "places", N: 4}}}, {Points: []events.Points{{For: "places", N: 7}}}}},
			"Turn 1 of 10. Neither side is ahead. Places, 7 to 4."},
		{"points against losses", events.Reckoning{What: "points", Outweighs: 75, Armies: [2]events.Army{
			{Points: []events.Points{{For: "places", N: 4}}, Limits: companies(0, 9, false)},
			{Points: []events.Points{{For: "places", N: 9}}, Limits: companies(9, 12, false)}}},
			"Turn 1 of 10. Behind: our army is nearer to breaking. Places, 9 to 4. Our army breaks at 12 companies " +
				"lost: 9 are gone. Theirs: none of 9."},
		{"time is on one side", events.Reckoning{Clock: "red", Outweighs: 9,
			Armies: [2]events.Army{{}, {Limits: companies(1, 12, true)}}},
			"Turn 1 of 10. Ahead: if neither army breaks, time is on our side. Our army breaks at 12 companies lost: " +
				"at least 1 is gone."},
		{"the nearest of two limits", events.Reckoning{Armies: [2]events.Army{{},
			{Limits: append(companies(0, 12, false), events.Limit{Gone: 1, At: 1, Part: "brigade"})}}},
			"Turn 1 of 10. Behind: our army is nearer to breaking. Our army breaks at 1 brigade lost: 1 is gone."},
		{"points that win", events.Reckoning{What: "banners", Armies: [2]events.Army{
			{Points: []events.Points{{For: "leaders", N: 1}}, Goal: 5},
			{Points: []events.Points{{For: "leaders", N: 1}}, Goal: 3}}},
			"Turn 1 of 10. Ahead on banners, ours 1 of the 3 that win, theirs 1 of 5."},
	} {
		c.is.Armies[0].Side, c.is.Armies[1].Side = "blue", "red"
		on := sheet
		on.Reckon = func(*knowledge.Known, []events.Outcome) events.Reckoning { return c.is }
		if s := tellOn(t, &on, symbols, []string{lee}); s.Score != c.want {
			t.Errorf("%s: %q, want %q", c.why, s.Score, c.want)
		}
	}
}
