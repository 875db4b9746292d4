package campaign_test

import (
	"testing"
	"time"

	"galloper/events"
	"galloper/projections/campaign"
)

// record is a game under construction, as consecutive commits.
type record struct {
	t       *testing.T
	head    events.Head
	now     time.Time
	commits []events.Commit
}

func newRecord(t *testing.T) *record {
	return &record{t: t, now: time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)}
}

// write adds one commit, an hour after the previous one.
func (r *record) write(data ...events.Data) *record {
	r.t.Helper()
	list, err := events.Pack(data...)
	if err != nil {
		r.t.Fatal(err)
	}
	c, err := events.Commit{Game: "mill", ID: "c" + r.now.Format(time.RFC3339), At: r.now, Actor: "clock",
		Events: list}.Follow(r.head)
	if err != nil {
		r.t.Fatal(err)
	}
	r.head, r.now = c.Head, r.now.Add(time.Hour)
	r.commits = append(r.commits, c)
	return r
}

// fold folds all commits.
func (r *record) fold() *campaign.Campaign {
	r.t.Helper()
	c := new(campaign.Campaign)
	for i := range r.commits {
		if err := c.Apply(&r.commits[i]); err != nil {
			r.t.Fatal(err)
		}
	}
	return c
}

const (
	north = "french.north"
	south = "dutch.south"
	east  = "french.east"
)

func created(settings events.Settings) events.GameCreated {
	return events.GameCreated{Ruleset: "firediscipline", Version: 1, Scenario: "ruleset: firediscipline\n",
		Seats: []string{north, south, east}, SeedCommit: events.Sum([]byte("s0")), Title: "The mill", Settings: settings}
}

func started(t *testing.T, settings events.Settings) *record {
	r := newRecord(t)
	r.write(created(settings), events.GameOpened{Outcomes: outcomes("t0.1")})
	return r.write(events.TurnOpened{Turn: 1, Deadline: r.now.Add(72 * time.Hour)})
}

func outcomes(refs ...string) []events.Outcome {
	var list []events.Outcome
	for _, ref := range refs {
		list = append(list, events.Outcome{Ref: ref, Name: "unit.moved", Fields: events.Fields("unit", "champagne"),
			Clause: "4.7"})
	}
	return list
}

func result(turn int, refs ...string) events.TurnAdjudicated {
	return events.TurnAdjudicated{Turn: turn, Seed: events.Sum([]byte{byte(turn)}),
		SealedSeed: events.Sum([]byte{byte(turn), 1}),
		Outcomes:   outcomes(refs...), State: events.Sum([]byte("state"))}
}
