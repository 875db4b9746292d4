package daemon

import (
	"testing"

	"galloper/cmd/galloper/internal/admin"
	"galloper/events"
	"galloper/events/vault"
	"galloper/projections/campaign"
)

// corps is a scenario of three seats. An army seat that resigns loses; a corps that resigns passes its units to the
// army.
const corps = `ruleset: fieldcommand
title: The corps
map:
  locales: {ridge: {}, town: {}, hill: {}}
  boundaries:
    - {between: [ridge, town], road: main}
    - {between: [town, hill], road: main}
sides: {union: {morale: 20}, csa: {morale: 20}}
seats:
  union.army: {role: army}
  union.corps: {}
  csa.army: {}
units:
  maine: {seat: union.corps, kind: infantry, strength: 3, at: town}
  ohio: {seat: union.army, kind: infantry, strength: 3, at: hill}
  texas: {seat: csa.army, kind: infantry, strength: 3, at: ridge}
options: {first: csa, cards: off, couriers: off}
`

func newCorps(t *testing.T) *world {
	t.Helper()
	w := newWorld(t)
	n := admin.NewGame{
		Name:     "mill",
		File:     "mill.yaml",
		Scenario: corps,
		Seats:    map[string][]string{},
		Umpires:  []string{umpireAddress},
		Settings: events.Settings{
			Every:  "3d",
			Review: "umpire",
		},
		Seeds: &vault.Seeds{Turns: 40, S: events.Sum([]byte("S")), P: events.Sum([]byte("P"))},
	}
	for _, s := range []string{"union.army", "union.corps", "csa.army"} {
		n.Seats[s] = []string{addressOf(s)}
	}
	if _, err := w.d.New(w.ctx, n); err != nil {
		t.Fatal(err)
	}
	w.settle()
	return w
}

func (w *world) wantOutcome(turn int, name string, want bool) {
	w.t.Helper()
	outcomes, err := w.game().Campaign.Outcomes(turn)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, o := range outcomes {
		if o.Name == name {
			if !want {
				w.t.Errorf("turn %d has %s", turn, o.String())
			}
			return
		}
	}
	if want {
		w.t.Errorf("turn %d has no %s", turn, name)
	}
}

func TestResignationIsAdjudicated(t *testing.T) {
	t.Parallel()
	w := newCorps(t)
	mustSay(t, w.writes("union.corps", "RESIGN"), "RESIGN noted. The umpire looks for a new player")
	mustSay(t, w.last(umpireAddress).text, "gives up the game", "SUBSTITUTE union.corps BY")
	w.writesFrom(umpireAddress, "CLOSE TURN 1")
	w.wantOutcome(1, "unit.assigned", true)
	w.writesFrom(umpireAddress, "APPROVE TURN 1")
	w.writes("csa.army", "RESIGN")
	w.writesFrom(umpireAddress, "CLOSE TURN 2")
	w.wantOutcome(2, "game.ended", true)
	w.writesFrom(umpireAddress, "APPROVE TURN 2")
	if p := w.game().Campaign.Phase(); p != campaign.Over {
		t.Errorf("the game is %s, want over", p)
	}
	w.mustVerify()
}

// A seat assigned during the review is played again: the draft with the resignation is made anew.
func TestSeatTakenInReview(t *testing.T) {
	t.Parallel()
	w := newCorps(t)
	w.writes("csa.army", "RESIGN")
	w.writesFrom(umpireAddress, "CLOSE TURN 1")
	w.wantOutcome(1, "game.ended", true)
	umpire := func(text string) string { return w.writesFrom(umpireAddress, text) }
	mustSay(t, confirms(t, umpire, "SUBSTITUTE csa.army BY dora@players.test BECAUSE her uncle resigned"), "CONFIRM: done")
	w.wantOutcome(1, "game.ended", false)
	w.writesFrom(umpireAddress, "APPROVE TURN 1")
	if n := w.game().Campaign.Number(); n != 2 {
		t.Errorf("the turn is %d, want 2", n)
	}
	w.mustVerify()
}
