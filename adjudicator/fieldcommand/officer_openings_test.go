package fieldcommand

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/desks"
	"galloper/events"
)

// salient is a map on which the Union's camp has a neighbour on either side, and those two are neighbours as well. A
// road leads from the rear through the camp's rear to the depot.
const salient = `ruleset: fieldcommand
title: Salient
map:
  locales: {camp: {%s}, mill: {}, wood: {}, rear: {}, depot: {entry: [union]}, farm: {}}
  boundaries:
    - {between: [camp, mill], width: 2}
    - {between: [camp, wood]}
    - {between: [mill, wood]}
    - {between: [camp, rear], road: main}
    - {between: [rear, depot], road: main}
    - {between: [wood, farm]}
sides: {union: {morale: %d, groups: {1: {}}}, csa: {}}
seats:
  union.lyon: {role: army, at: depot}
  csa.price: {role: army, at: farm}
units:
  train: {seat: union.lyon, kind: infantry, strength: 1, at: depot}
  second: {seat: union.lyon, kind: infantry, strength: 1, at: depot}
  later: {seat: union.lyon, kind: infantry, strength: 3, group: 1}
  price: {seat: csa.price, kind: cavalry, strength: 1, at: farm}
options: {first: union, cards: off}
victory: {rounds: 12}
`

// atSalient returns the lines that the Union's staff writes, all of which must be accepted. The units are
// `ID[:strength] position`; enemy ids start with a capital.
func atSalient(t *testing.T, camp string, morale int, units string) []string {
	t.Helper()
	var b strings.Builder
	for u := range strings.SplitSeq(units, "; ") {
		name, at, _ := strings.Cut(u, " ")
		id, strength, _ := strings.Cut(name, ":")
		seat := "union.lyon"
		if id != strings.ToLower(id) {
			seat = "csa.price"
		}
		fmt.Fprintf(&b, "  %s: {seat: %s, kind: infantry, strength: %s, at: %s}\n", strings.ToLower(id), seat, strength, at)
	}
	text := strings.Replace(fmt.Sprintf(salient, camp, morale), "options:", b.String()+"options:", 1)
	_, sc, faults := adjudicator.Load([]*adjudicator.Ruleset{&Ruleset}, "salient", []byte(text))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	told := desks.Open(&Ruleset, sc)
	opened := adjudicator.Open(adjudicator.Position{Game: "salient", Ruleset: &Ruleset, Scenario: sc, State: sc.Start()},
		events.TurnInput{Turn: 1})
	told.Tell(0, opened.Outcomes)
	desk := adjudicator.Desk{Scenario: sc, Seat: "union.lyon", Turn: 1, Known: told.Known("union.lyon")}
	lines := Ruleset.Staff(desk, adjudicator.Officer{Game: "salient"})
	_, reading := Ruleset.ReadMail(desk, strings.Join(lines, "\n"))
	for _, e := range reading.Entries {
		if e.Refusal != nil {
			t.Errorf("%q: %+v", lines, e.Refusal)
		}
	}
	return lines
}

func TestTheStaffSeesWhatIsOpen(t *testing.T) {
	t.Parallel()
	const objective = "objective: [union]"
	for _, row := range []struct {
		rule, camp string
		morale     int
		units      string
		has, not   string
	}{
		{"an approach that nobody bars is gone over", "", 20, "a:2 camp/mill; b:2 camp; X:3 mill; Y:3 mill",
			"ADVANCE a TO mill", ""},
		{"not one that is barred", "", 20, "a:2 camp/mill; b:2 camp; X:3 mill/camp; Y:3 mill", "", "ADVANCE"},
		{"nor away from an objective that another of the enemy could take", objective, 20,
			"a:2 camp/mill; X:3 mill; Y:2 wood", "", "ADVANCE"},
		{"but from one that nobody else threatens", objective, 20, "a:2 camp/mill; X:3 mill", "ADVANCE a TO mill", ""},
		{"who has no reserve is made to go", "", 20, "a:2 camp; b:2 camp; X:3 wood/mill", "TAKE wood WITH a, b", ""},
		{"where the enemy stands before it an approach is barred", objective, 20, "a:2 camp; b:2 camp; X:3 mill/camp",
			"LOCAL MARCH a TO APPROACH mill", ""},
		{"before anything else is done from there", "", 20, "a:3 camp; b:3 camp; c:3 camp; X:1 wood; Y:2 mill/camp",
			"LOCAL MARCH a TO APPROACH mill", ""},
		{"the weakest stays behind where an assault goes out", "", 20, "a:2 camp/mill; b:3 camp/mill; c:3 camp/mill; " +
			"X:2 mill/camp", "ASSAULT mill WITH c, b", ""},
		{"two go where there are two", "", 20, "b:3 camp/mill; c:3 camp/mill; X:2 mill/camp", "ASSAULT mill WITH b, c", ""},
		{"the last of the morale is not spent on an assault", "", 1, "b:3 camp/mill; c:3 camp/mill; X:2 mill/camp", "",
			"ASSAULT"},
		{"a group is called up", "", 5, "a:2 camp; X:3 wood; Y:3 wood", "MOBILIZE GROUP 1 AT depot", ""},
		{"unless the army's morale may go with it", "", 4, "a:2 camp; X:3 wood; Y:3 wood", "", "MOBILIZE"},
		{"the commander rides to those who have the enemy before them", "", 20, "a:2 camp; b:2 camp; X:3 mill; Y:3 wood",
			"RIDE TO camp", ""},
	} {
		lines := atSalient(t, row.camp, row.morale, row.units)
		text := strings.Join(lines, "\n")
		if row.has != "" && !slices.Contains(lines, row.has) || row.not != "" && strings.Contains(text, row.not) {
			t.Errorf("%s:\n%s", row.rule, text)
		}
	}
}
