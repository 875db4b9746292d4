package orderdiscipline

import (
	"strings"

	"galloper/adjudicator/rules"
	"galloper/adjudicator/scenario"
)

// keys are the scenario keys of section c.
var keys = scenario.Root("orderdiscipline",
	rules.PlanKey(),
	scenario.Req("map", scenario.Keys(
		scenario.Req("size", scenario.Tuple(scenario.Decimal(100, 30000), scenario.Decimal(100, 30000)),
			"inches, east to west and north to south"),
		scenario.Opt("places", scenario.Each(lettered("place"), scenario.Point()), "names for orders and objectives"),
		scenario.Opt("areas", scenario.Each(lettered("area"), areaKeys), "woods, towns, hills"),
		scenario.Opt("lines", scenario.Each(scenario.ID("line"), lineKeys), "walls, streams, roads"),
	), "the table; the origin is its south-west corner"),
	scenario.Req("sides", scenario.Each(lettered("side"), scenario.Keys(
		scenario.Req("home", scenario.Word("north", "east", "south", "west"), "the home edge"),
		scenario.Opt("colour", scenario.Word("red", "black"), "of its cards: first side red, second black"),
		rules.Uniform(),
	)), "exactly two, one of each colour"),
	scenario.Req("seats", scenario.Each(scenario.SeatID(), seatKeys), "generals, SIDE.NAME"),
	scenario.Req("units", scenario.Each(lettered("unit"), unitKeys), "one line a unit"),
	scenario.Opt("options", rules.KeysOf[Options](reserved), "rules that may be chosen"),
	scenario.Opt("victory", scenario.Keys(
		scenario.Opt("turns", scenario.Int(1, 99), "none; the game ends after this turn"),
		rules.BreaksKey("stands"),
		scenario.Opt("objectives", scenario.Each(scenario.Text(), scenario.Keys(
			scenario.Opt("points", scenario.Int(0, 99), "0; for who holds it at the end"),
			scenario.Opt("held", scenario.Text(), "none; the side that holds it at the beginning"),
		)), "places"),
	), "8.5 and 8.6"),
	scenario.Opt("tables", tableKeys(), "figures of the charts, replaced"),
)

var areaKeys = scenario.Keys(
	scenario.Req("kind", scenario.Word(areaKinds...), "what it is"),
	scenario.Req("polygon", scenario.List(scenario.Point(), 3, 0), "corners in inches"),
	scenario.Opt("height", scenario.Int(1, 3), "1; hills only"),
)

var lineKeys = scenario.Keys(
	scenario.Req("kind", scenario.Word(lineKinds...), "what it is"),
	scenario.Req("points", scenario.List(scenario.Point(), 2, 0), "in inches"),
	scenario.Opt("crossings", scenario.List(scenario.Point(), 0, 0), "none; bridges, fords, gates"),
)

var seatKeys = rules.KeysOf[General](reserved,
	scenario.Opt("at", scenario.Point(), "where he is; or with"),
	scenario.Opt("with", scenario.Text(), "the unit that he is attached to; or at"),
	scenario.Opt("superior", scenario.Text(), "none: the army commander"),
)

var unitKeys = rules.KeysOf[Regiment](reserved,
	scenario.Req("general", scenario.Text(), "who commands it"),
	scenario.Req("at", scenario.Point(), "its centre"),
	scenario.Req("stands", scenario.Int(1, 12), "at full strength; batteries 1 to 3"),
	scenario.Req("kind", scenario.Word(kinds[:]...), "what it is"),
	scenario.Opt("quality", scenario.Word(qualities[:]...), "regular"),
	scenario.Opt("formation", scenario.Word(formations[:]...).Because(badFormation), "line; batteries deployed"),
	scenario.Opt("facing", scenario.OneOf(scenario.Int(0, 359), scenario.Word(compassWords()...)),
		"0; degrees or compass word"),
	scenario.Opt("gun", scenario.Word(guns...), "medium; artillery only"),
	scenario.Opt("state", scenario.Word("steady", "unsteady", "routing"), "steady"),
	scenario.Opt("contact", scenario.List(scenario.Text(), 0, 0), "enemy units that it is in melee with"),
)

// tableKeys are the keys of the charts and of the guns, which have three pairs of range and dice per stand.
func tableKeys() scenario.Spec {
	band := scenario.Tuple(length(), scenario.Int(0, 20))
	var rows []scenario.Key
	for _, g := range guns {
		rows = append(rows, scenario.Opt(g, scenario.List(band, 3, 3), "range in inches and dice a stand, three times"))
	}
	return scenario.Keys(append(charts.Keys(), scenario.Opt("gun", scenario.Keys(rows...), "6.3"))...)
}

// readFigures returns the printed tables with the scenario's changes.
func readFigures(n scenario.Node) Tables {
	t := charts.Read(n, printed)
	for g, name := range guns {
		for i, band := range n.At("gun").List(name) {
			if row := band.Items(); len(row) == 2 && 2*i < len(t.Gun[g]) {
				t.Gun[g][2*i], t.Gun[g][2*i+1] = row[0].AsHundredths(0), row[1].AsInt(0)
			}
		}
	}
	return t
}

// lettered is an ID that contains a letter and is not a reserved word of the order language.
func lettered(what string) scenario.Spec {
	return reserved.ID(what).Where("an id for a "+what+" with a letter in it", func(id string) bool {
		return strings.ContainsAny(strings.ToLower(id), "abcdefghijklmnopqrstuvwxyz")
	})
}

// compassWords returns the names of the eight compass points in a scenario.
func compassWords() []string {
	var all []string
	for _, p := range compassPoints {
		all = append(all, p.Short, p.Long)
	}
	return all
}

// compassPoints are the eight compass points, clockwise at 45 degree intervals.
var compassPoints = []struct{ Short, Long string }{
	{"n", "north"}, {"ne", "north-east"}, {"e", "east"}, {"se", "south-east"},
	{"s", "south"}, {"sw", "south-west"}, {"w", "west"}, {"nw", "north-west"},
}

// facing reads degrees or a compass point.
func facing(n scenario.Node) int {
	for i, p := range compassPoints {
		if word := strings.ToLower(n.String()); word == p.Short || word == p.Long {
			return 45 * i
		}
	}
	return n.AsInt(0)
}
