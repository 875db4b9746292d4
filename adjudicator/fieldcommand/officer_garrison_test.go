package fieldcommand

import (
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/desks"
	"galloper/events"
)

// cross is a locale with neighbours on all hands.
const cross = `ruleset: fieldcommand
title: The crossing
map:
  locales: {mid: {}, north: {}, east: {}, south: {}, west: {}, town: {objective: [union]}}
  boundaries:
    - {between: [mid, north]}
    - {between: [mid, east]}
    - {between: [mid, south]}
    - {between: [mid, west]}
    - {between: [south, town]}
    - {between: [west, north]}
sides: {union: {}, csa: {}}
seats:
  union.lyon: {role: army, at: mid}
  csa.price: {role: army, at: north}
units:
  UNITS
options: {first: union, cards: off}
victory: {rounds: 12}
`

// ordered is what the staff of the union writes in the first turn, with these units.
func ordered(t *testing.T, temper adjudicator.Temper, units ...string) []string {
	t.Helper()
	text := strings.Replace(cross, "UNITS", strings.Join(units, "\n  "), 1)
	_, sc, faults := adjudicator.Load([]*adjudicator.Ruleset{&Ruleset}, "cross", []byte(text))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	told := desks.Open(&Ruleset, sc)
	opened := adjudicator.Open(adjudicator.Position{Game: "cross", Ruleset: &Ruleset, Scenario: sc, State: sc.Start()},
		events.TurnInput{Turn: 1})
	told.Tell(0, opened.Outcomes)
	const seat = "union.lyon"
	return Ruleset.Staff(adjudicator.Desk{Scenario: sc, Seat: seat, Turn: 1, Known: told.Known(seat)},
		adjudicator.Officer{Temper: temper, Game: "cross"})
}

// about are the lines with a word that begin as told.
func about(lines []string, begins, word string) (list []string) {
	for _, l := range lines {
		if strings.HasPrefix(l, begins) && slices.Contains(wordsOf(l), word) {
			list = append(list, l)
		}
	}
	return list
}

// Where the enemy could come by two ways, the last block in reserve stays to answer him.
func TestOneStaysInReserve(t *testing.T) {
	t.Parallel()
	for _, temper := range []adjudicator.Temper{adjudicator.Steady, adjudicator.Bold, adjudicator.Cautious} {
		lines := ordered(t, temper, "cutler: {seat: union.lyon, kind: infantry, strength: 2, at: mid/north}",
			"stone: {seat: union.lyon, kind: infantry, strength: 2, at: mid}",
			"lane: {seat: csa.price, kind: infantry, strength: 2, at: north/mid}",
			"davis: {seat: csa.price, kind: infantry, strength: 2, at: east}",
			"hays: {seat: csa.price, kind: infantry, strength: 2, at: west}")
		if got := append(about(lines, "LOCAL MARCH", "stone"), about(lines, "TAKE", "stone")...); got != nil {
			t.Errorf("%s: %q: the reserve is bare", temper, got)
		}
	}
}

// Guns with which no troops are left go out of the enemy's way, limbered.
func TestGunsDoNotStayAlone(t *testing.T) {
	t.Parallel()
	lines := ordered(t, adjudicator.Steady, "calef: {seat: union.lyon, kind: artillery, at: mid/north, ranging: yes}",
		"lane: {seat: csa.price, kind: infantry, strength: 2, at: north/mid}")
	if about(lines, "LIMBER", "calef") == nil || about(lines, "MARCH", "calef") == nil {
		t.Errorf("guns alone: %q", lines)
	}
	lines = ordered(t, adjudicator.Steady, "calef: {seat: union.lyon, kind: artillery, at: mid/north, ranging: yes}",
		"cutler: {seat: union.lyon, kind: infantry, strength: 3, at: mid/north}",
		"lane: {seat: csa.price, kind: infantry, strength: 2, at: north/mid}")
	if got := about(lines, "MARCH", "calef"); got != nil {
		t.Errorf("guns with troops: %q", got)
	}
}

// Who gives way goes towards what his side has to hold, not past the enemy.
func TestStandingOrderLeadsHome(t *testing.T) {
	t.Parallel()
	lines := ordered(t, adjudicator.Steady, "cutler: {seat: union.lyon, kind: infantry, strength: 3, at: mid}",
		"lane: {seat: csa.price, kind: infantry, strength: 3, at: north}")
	got := about(lines, "STANDING FALL BACK FROM", "south")
	if len(got) != 1 || !strings.Contains(got[0], "mid TO south") {
		t.Errorf("%q in %q", got, lines)
	}
}

// A single block does not go where the enemy is on several sides of it.
func TestNobodyGoesAloneAmongTheEnemy(t *testing.T) {
	t.Parallel()
	lines := ordered(t, adjudicator.Bold, "cutler: {seat: union.lyon, kind: infantry, strength: 2, at: south}",
		"lane: {seat: csa.price, kind: infantry, strength: 3, at: north}",
		"davis: {seat: csa.price, kind: infantry, strength: 3, at: east}",
		"hays: {seat: csa.price, kind: infantry, strength: 3, at: west}")
	for _, verb := range []string{"MARCH", "TAKE"} {
		if got := about(lines, verb, "mid"); got != nil {
			t.Errorf("%q", got)
		}
	}
}

// What a rider has on the road is not sent again, till he must have come.
func TestRidersAreNotSentTwice(t *testing.T) {
	t.Parallel()
	c := sendSigel(t, strings.NewReplacer("union.sigel: {at: camp}", "union.sigel: {at: hill}", "2, at: camp}\n  albert",
		"3, at: ford}\n  albert", "couriers: off", "couriers: on").Replace(columns))
	seen := map[string]int{}
	for range 3 {
		c.play()
		for _, line := range c.wrote("salomon") {
			if turn, ok := seen[line]; ok && c.turn-turn < 3 {
				t.Errorf("turn %d: %q again", c.turn, line)
			}
			seen[line] = c.turn
		}
	}
	if len(seen) == 0 {
		t.Error("nothing was sent")
	}
}
