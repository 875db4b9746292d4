package duel_test

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/examples/duel"
	"galloper/adjudicator/oracle"
	"galloper/events"
)

//go:embed scenario.yaml
var scenarioFile []byte

// TestRandomDuels checks the invariants of every turn in duels with random orders.
func TestRandomDuels(t *testing.T) {
	t.Parallel()
	_, sc, faults := adjudicator.Load([]*adjudicator.Ruleset{&duel.Ruleset}, "scenario.yaml", scenarioFile)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	won := 0
	for game := range 50 {
		r := rand.New(rand.NewPCG(1, uint64(game)))
		pos := adjudicator.Position{Game: "duel", Ruleset: &duel.Ruleset, Scenario: sc, State: sc.Start()}
		for turn := 1; turn <= 60 && pos.State.Over() == ""; turn++ {
			in := events.TurnInput{Turn: turn, Orders: []events.SeatOrders{
				{Seat: "blue.right", Orders: orders(r, "ben", "anna")}, {Seat: "red.left", Orders: orders(r, "anna", "ben")}}}
			for i := range in.Seed {
				in.Seed[i] = byte(r.Uint32())
			}
			res := oracle.Turn(t, pos, in)
			oracle.Items(t, res.State)
			if last := res.Outcomes[len(res.Outcomes)-1]; last.Name != "sight.champion" {
				t.Errorf("the turn ends with %s: nobody was told what stands on the field", last.Name)
			}
			pos.State, pos.Turn = res.State, turn
		}
		if pos.State.Over() != "" {
			won++
		}
	}
	if won < 10 {
		t.Errorf("only %d of 50 duels were won", won)
	}
}

func orders(r *rand.Rand, own, enemy string) []string {
	way := []string{"NORTH", "EAST", "SOUTH", "WEST"}[r.IntN(4)]
	return []string{fmt.Sprintf("MOVE %s %s", own, way), fmt.Sprintf("STRIKE %s AT %s", own, enemy)}
}

func TestUmpireSetsItems(t *testing.T) {
	t.Parallel()
	_, sc, _ := adjudicator.Load([]*adjudicator.Ruleset{&duel.Ruleset}, "scenario.yaml", scenarioFile)
	start := sc.Start()
	oracle.Takes(t, start, "champion.ben.hits", "2", "champion.ben.hits", "2")
	oracle.Takes(t, start, "game.winner", "red", "game.winner", "red")
	for path, value := range map[string]string{
		"champion.ben.hits": "4", "champion.ben.x": "many", "champion.carl.x": "1", "champion.ben": "1", "weather": "fair",
	} {
		oracle.Refuses(t, start, path, value)
	}
	if adjudicator.Canonical(sc.Start()) != adjudicator.Canonical(start) {
		t.Error("setting a copy has changed how the battle begins")
	}
}
