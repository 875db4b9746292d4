package rulesets_test

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/oracle"
	"galloper/adjudicator/rulesets"
	"galloper/events"
)

// TestItemsSetToWhatTheyAre checks that an umpire's SET of an item to its current value changes nothing, at the opening
// of each shipped scenario and after two turns without orders.
func TestItemsSetToWhatTheyAre(t *testing.T) {
	t.Parallel()
	for _, rules := range rulesets.All() {
		t.Run(rules.Name, func(t *testing.T) {
			t.Parallel()
			for _, text := range shipped(t, rules) {
				_, sc, faults := adjudicator.Load(rulesets.All(), "scenario.yaml", []byte(text))
				if len(faults) > 0 {
					t.Fatal(faults)
				}
				pos := adjudicator.Position{Game: "items", Ruleset: rules, Scenario: sc, State: sc.Start()}
				pos.State = adjudicator.Open(pos, silent(1)).State
				if paths := oracle.Items(t, pos.State); len(paths) < 60 {
					t.Errorf("only %d items", len(paths))
				}
				for turn := 1; turn <= 2; turn++ {
					pos.State, pos.Turn = oracle.Turn(t, pos, silent(turn)).State, turn
				}
				oracle.Items(t, pos.State)
			}
		})
	}
}

func silent(turn int) events.TurnInput {
	return events.TurnInput{Turn: turn, Seed: sha256.Sum256(fmt.Appendf(nil, "S%d", turn)),
		Sealed: sha256.Sum256(fmt.Appendf(nil, "P%d", turn))}
}

// TestNothingIsPutOffTheMap checks that an umpire's SET of a coordinate beyond the map is refused.
func TestNothingIsPutOffTheMap(t *testing.T) {
	t.Parallel()
	placed := 0
	for _, rules := range rulesets.All() {
		for _, text := range shipped(t, rules) {
			_, sc, faults := adjudicator.Load(rulesets.All(), "scenario.yaml", []byte(text))
			if len(faults) > 0 {
				t.Fatal(faults)
			}
			state := sc.Start()
			for path, was := range state.Paths {
				at, err := strconv.Atoi(was)
				if last := path[strings.LastIndexByte(path, '.')+1:]; last != "x" && last != "y" || err != nil {
					continue
				}
				placed++
				if state.Clone().Set(path, strconv.Itoa(at+200_000)) == nil { // 2,000 yards or inches: off any map
					t.Errorf("%s: %s may be %d", rules.Name, path, at+200_000)
				}
			}
		}
	}
	if placed == 0 {
		t.Error("no item is a coordinate")
	}
}
