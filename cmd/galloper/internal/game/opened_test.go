package game

import (
	"testing"

	"galloper/adjudicator"
	"galloper/events"
	"galloper/projections/campaign"
	"galloper/projections/knowledge"
)

// Before the end only the umpire sees the dice, or all seats under rules that show every die; after it all see
// everything.
func TestOpened(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		unfogged, over bool
		reader         string
		want           campaign.Openness
	}{
		{false, false, "french.north", campaign.OpenNothing}, {false, false, knowledge.Public, campaign.OpenNothing},
		{false, false, Umpire, campaign.OpenDice}, {true, false, "french.north", campaign.OpenDice},
		{false, true, "french.north", campaign.OpenAll}, {true, true, knowledge.Public, campaign.OpenAll},
	} {
		g := New()
		g.Rules = &adjudicator.Ruleset{Unfogged: func(adjudicator.Scenario) bool { return c.unfogged }}
		data := []events.Data{events.GameCreated{Ruleset: "x", Version: 1, Scenario: "x",
			Seats: []string{"french.north"}}}
		if c.over {
			data = append(data, events.GameEnded{Reason: "night falls"})
		}
		packed, err := events.Pack(data...)
		if err != nil {
			t.Fatal(err)
		}
		commit, err := events.Commit{Game: "mill", ID: "c", Actor: Umpire, Events: packed}.Follow(events.Head{})
		if err == nil {
			err = g.Campaign.Apply(&commit)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Opened(c.reader); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}
