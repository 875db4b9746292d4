package scenario_test

import (
	"strings"
	"testing"

	"galloper/adjudicator/scenario"
)

const carriedField = `ruleset: mini
seats: {french.north: {}, dutch.south: {}}
commanders: {royal: Louis, lane: [Ann, Bea]}
units:
  royal: {stands: 4, at: [1, 2]}
  lane: {stands: 2}
  away: {stands: 1}
`

var carriedKeys = scenario.Root("mini",
	scenario.Req("seats", scenario.Each(scenario.SeatID(), scenario.Keys(scenario.Opt("name", scenario.Text(), ""))), ""),
	scenario.Req("units", scenario.Each(scenario.ID("unit"), scenario.Keys(
		scenario.Req("stands", scenario.Int(1, 12), ""), scenario.Opt("at", scenario.Point(), ""))), ""),
	scenario.Opt("options", scenario.Keys(scenario.Opt("campaign", scenario.YesNo(), "")), ""))

// `carried` replaces values, adds keys and takes entries away, and the author's lines stay as they are.
func TestCarriedIsLaidOver(t *testing.T) {
	doc, faults := scenario.Read("f", []byte(carriedField+`carried:
  units: {royal: {stands: 3, at: gone}, away: gone}
  commanders: {royal: gone, lane: [Bea]}
  seats: {french.north: {name: Louis}}
  options: {campaign: yes}
`), carriedKeys)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	units := doc.At("units")
	if n := units.At("royal").Int("stands", 0); n != 3 || units.At("royal").Has("at") || units.Has("away") ||
		units.At("lane").Int("stands", 0) != 2 {
		t.Errorf("the units are %v, royal has %d", units.Keys(), n)
	}
	if c := doc.At("commanders"); c.Has("royal") || strings.Join(c.Texts("lane"), " ") != "Bea" {
		t.Errorf("the commanders are %v, %v", c.Keys(), c.Texts("lane"))
	}
	if !doc.At("options").Bool("campaign", false) || doc.At("seats").At("french.north").Text("name", "") != "Louis" ||
		doc.Has("carried") {
		t.Error("options and seats are as they were, or carried is left")
	}
	author, ok := scenario.Author(carriedField + "carried:\n  units: {royal: gone}\n")
	if _, none := scenario.Author(carriedField); author != carriedField || !ok || none {
		t.Errorf("%v, %v: %s", ok, none, author)
	}
}

// The faults of `carried` have its own lines, and the path of the value that it replaces.
func TestFaultsOfCarried(t *testing.T) {
	for over, want := range map[string]string{
		"carried: {units: {royal: {stands: 17}}}":   "f:8:35: units.royal.stands: out-of-range: expected a whole number from 1 to 12, found `17`",
		"carried:\n  units: {royal: {stonds: 1}}":   "f:9:19: units.royal.stonds: unknown-key: expected perhaps stands, found `stonds`",
		"carried:\n  units: {guard: {stands: 1}}":   "f:9:11: units.guard: unknown-name: expected one of the units of this scenario, found `guard`",
		"carried:\n  map: {width: 3}":               "f:9:3: carried.map: unknown-key: expected one of units, officers, seats, commanders or options, found `map`",
		"carried: gone":                             "f:8:10: carried: wrong-type: expected keys and values, found `gone`",
		"carried: {units: {royal: {stands: gone}}}": "f:5:10: units.royal.stands: missing-key: expected a whole number from 1 to 12",
	} {
		_, faults := scenario.Read("f", []byte(carriedField+over+"\n"), carriedKeys)
		if len(faults) != 1 || faults[0].String() != want {
			t.Errorf("%s\n got %v\nwant %s", over, faults, want)
		}
	}
	if schema := string(scenario.Schema("mini", carriedKeys)); !strings.Contains(schema, `"carried"`) {
		t.Error("the schema does not know carried")
	}
}
