package firediscipline

import (
	"slices"
	"strings"

	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/adjudicator/scenario"
	"galloper/events"
)

// keys are the scenario keys of section c.
var keys = scenario.Root("firediscipline",
	rules.PlanKey(),
	scenario.Req("map", scenario.Keys(
		scenario.Req("width", scenario.Int(100, 5000), "yards, west to east"),
		scenario.Req("height", scenario.Int(100, 5000), "yards, south to north"),
	), "the ground; the origin is its south-west corner"),
	scenario.Opt("terrain", scenario.Each(reserved.ID("feature"), terrainKeys), "polygons"),
	scenario.Opt("roads", scenario.Each(reserved.ID("road"), scenario.Keys(
		scenario.Req("at", scenario.List(scenario.Point(), 2, 0), "points in yards"),
		scenario.Opt("name", reserved.Name(), "as players write it"),
	)), "lines; where one crosses water there is a bridge or ford"),
	scenario.Req("sides", scenario.Each(reserved.ID("side"), scenario.Keys(
		scenario.Req("edge", scenario.Word("south", "north", "west", "east"), "the home edge"),
		scenario.Opt("name", reserved.Name(), "as players write it"),
		rules.Uniform(),
	)), "exactly two"),
	scenario.Req("seats", scenario.Each(scenario.SeatID(), scenario.Keys(
		scenario.Opt("at", scenario.Point(), "yards; may be left out if he is attached"),
		scenario.Opt("name", reserved.Name(), "as players write it"),
		scenario.Opt("chief", scenario.YesNo(), "no; commander-in-chief of his side"),
		scenario.Opt("attached", scenario.Text(), "the unit that he rides with"),
	)), "brigade commanders, SIDE.NAME"),
	scenario.Req("units", scenario.Each(reserved.ID("unit"), unitKeys), "one line a unit"),
	scenario.Opt("options", optionKeys, "rules that may be chosen"),
	scenario.Opt("tables", scenario.Keys(charts.Keys()...), "rows of the charts, replaced"),
	scenario.Opt("victory", scenario.Keys(
		scenario.Opt("turns", scenario.Int(1, 200), "none; the game ends after this turn"),
		rules.BreaksKey("stands"),
	), "when it ends"),
)

// reserved lists the words that would be ambiguous in the order language.
var reserved = rules.Reserve([]string{"to", "all", "standing", "chit", "ride", "attach", "detach", "letter", "if",
	"then", "via", "by", "road", "of", "here", "position", "ground", "fast", "in", "on", "at", "and", "will", "yds",
	"yards", "yd", "yard", "enemy", "turn", "half", "spent", "within", "fire", "line", "column", "open", "order", "no",
	"pursuit", "dress"}, language.Phrases())

var terrainKeys = scenario.Keys(
	scenario.Req("kind", scenario.Word(kindNames()...), "what it is"),
	scenario.Req("at", scenario.List(scenario.Point(), 3, 0), "corners in yards"),
	scenario.Opt("name", reserved.Name(), "as players write it"),
	scenario.Opt("level", scenario.Int(0, 9), "0; hill: its height; else: height of the ground it stands on"),
	scenario.Opt("slope", scenario.Int(0, 200), "0; hill: width in yards of the slope inside its edge"),
	scenario.Opt("cover", scenario.Word("none", "protective", "earthworks"), "protective; objective only"),
	scenario.Opt("points", scenario.Int(0, 99), "5; objective only"),
)

var unitKeys = rules.KeysOf[Regiment](reserved,
	scenario.Req("seat", scenario.Text(), "who commands it"),
	scenario.Req("arm", scenario.Word("foot", "horse", "dragoons", "guns"), "what it is"),
	scenario.Req("at", scenario.Point(), "its centre, yards"),
	scenario.Opt("castings", scenario.Int(1, 20), "a stand: foot 5, half 2, horse and dragoons 3; not guns"),
	scenario.Opt("firearm", scenario.Word("none", "bow", "matchlock", "firelock", "flintlock"),
		"flintlock for foot and dragoons"),
	scenario.Opt("pdr", scenario.OneOf(scenario.Int(1, 48), scenario.Word("howitzer")), "6; shot weight"),
	scenario.Opt("facing", scenario.Int(0, 360), "degrees; away from home"),
	scenario.Opt("formation", scenario.Word("line", "column", "open", "limbered", "unlimbered"), "line; guns unlimbered"),
	scenario.Opt("mounted", scenario.YesNo(), "yes; dragoons"),
	scenario.Opt("directive", scenario.Text(), "HOLD; as an order, without TO"),
	scenario.Opt("engaged", scenario.List(scenario.Text(), 0, 0), "enemy units that it is in melee with"),
)

var optionKeys = rules.KeysOf[Options](reserved,
	scenario.Opt("artillery_split", scenario.Int(300, 400).
		Where("300 or 400", func(t string) bool { return t == "300" || t == "400" }), "300; 6.9"),
	scenario.Opt("weather", scenario.OneOf(scenario.Word("fair", "poor"),
		scenario.Each(scenario.Int(1, 200), scenario.Word("fair", "poor"))), "fair; 7.4"),
	scenario.Opt("courier_pace", scenario.Int(10, 1000).
		Where("10 to 1000 by tens", func(t string) bool { return strings.HasSuffix(t, "0") }), "120 yards a turn; Q3"),
)

// readOptions reads the options, with the defaults of those not written.
func readOptions(n scenario.Node) Options {
	o := rules.Written[Options](n)
	o.ArtillerySplit, o.CourierPace = n.Int("artillery_split", 300), n.Int("courier_pace", 120)
	o.Visibility *= board.Yard
	if w := n.At("weather"); w.IsMap() {
		for turn, sky := range w.Entries() {
			from := events.Number(turn)
			o.Weather = append(o.Weather, Weather{from, sky.String() == "poor"})
		}
		slices.SortFunc(o.Weather, func(a, b Weather) int { return a.From - b.From })
	} else {
		o.Weather = []Weather{{0, w.String() == "poor"}}
	}
	return o
}
