package fieldcommand

import (
	"strings"

	"galloper/adjudicator/scenario"
)

// keys are the scenario keys of section c.
var keys = scenario.Root("fieldcommand",
	scenario.Req("map", scenario.Keys(
		scenario.Req("locales", scenario.Each(localeID, localeKeys), "areas, in map order"),
		scenario.Req("boundaries", scenario.List(boundaryKeys, 0, 0), "where two locales meet"),
	), "the ground"),
	scenario.Req("sides", scenario.Each(scenario.ID("side").Except(keywords()...), sideKeys), "exactly two"),
	scenario.Req("seats", scenario.Each(scenario.SeatID(), seatKeys), "commanders, SIDE.NAME; one army seat a side"),
	scenario.Req("units", scenario.Each(scenario.ID("unit").Except(keywords()...), unitKeys), "one line a unit"),
	scenario.Opt("options", optionKeys, "rules that may be chosen"),
	scenario.Opt("tables", tableKeys(), "figures, replaced"),
	scenario.Opt("victory", scenario.Keys(
		scenario.Opt("rounds", scenario.Int(1, 99), "8"),
		scenario.Opt("clock", scenario.Text(), "objectives, morale or a side; objectives"),
	), "when it ends"),
)

// localeID is the id of a locale: no hyphen, no slash, no word of an order.
var localeID = scenario.Match("an id for a locale (letters, digits, _)", scenario.BadID, func(s string) bool {
	for _, r := range s {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' {
			return false
		}
	}
	return s != ""
}).Except(keywords()...)

// keywords are the single words with which the order language would be confused.
func keywords() []string {
	words := []string{"to", "into", "on", "against", "with", "via", "through", "by", "toward", "else", "then", "at", "from",
		"for", "and", "all", "reserve", "approach", "of", "is", "not", "empty", "ours", "secured", "unsecured", "blocks",
		"order", "below", "deploy", "led", "supported", "group", "none", "standing", "if", "letter", "cancel",
		"ready", "check", "status", "history", "help", "absent", "resign", "add", "end"}
	for _, v := range verbs {
		for _, phrase := range v.Words {
			if !strings.Contains(phrase, " ") {
				words = append(words, strings.ToLower(phrase))
			}
		}
	}
	return words
}

var sideList = scenario.OneOf(scenario.Text(), scenario.List(scenario.Text(), 0, 0))

var localeKeys = scenario.Keys(
	scenario.Opt("name", scenario.Name(keywords()...), "as players write it"),
	scenario.Opt("terrain", scenario.Word(terrains...), "open"),
	scenario.Opt("capacity", scenario.Int(1, 99), "by terrain"),
	scenario.Opt("objective", sideList, "sides whose objective it is"),
	scenario.Opt("entry", sideList, "sides whose reinforcements enter here"),
	scenario.Opt("xy", scenario.Point(), "its middle on the map, y to the north"),
)

var boundaryKeys = scenario.Keys(
	scenario.Req("between", scenario.Tuple(scenario.Text(), scenario.Text()), "the two locales"),
	scenario.Opt("road", scenario.OneOf(roadWord, scenario.List(roadWord, 0, 0)), "none; one or several"),
	scenario.Opt("width", scenario.OneOf(scenario.Int(1, 4), scenario.Each(scenario.Text(), scenario.Int(1, 4))),
		"2; for both approaches, or {A: n, B: n}"),
	scenario.Opt("obstructed", scenario.OneOf(scenario.Text(), scenario.List(scenario.Text(), 0, 2)),
		"locales whose own approach here is obstructed"),
	scenario.Opt("restricted", scenario.YesNo(), "no"),
	scenario.Opt("impassable", scenario.YesNo(), "no"),
)

var roadWord = scenario.Word("main", "minor", "railroad", "none")

var sideKeys = scenario.Keys(
	scenario.Opt("name", scenario.Name(keywords()...), "as players write it"),
	scenario.Opt("morale", scenario.Int(1, 99), "5 and half of all SP"),
	scenario.Opt("groups", scenario.Each(scenario.Int(1, 99), scenario.Keys(
		scenario.Opt("from", scenario.Int(1, 99), "1; not before this round"),
		scenario.Opt("entry", scenario.List(scenario.Text(), 1, 0), "every locale that lists the side"),
	)), "reinforcement groups by number"),
	scenario.Opt("hand", scenario.List(scenario.Text(), 0, 0), "the exact hand"),
	scenario.Opt("deck", scenario.List(scenario.Text(), 0, 0), "the exact order of the draw pile, top first"),
	scenario.Opt("cards", scenario.Text(), "standard; the deck's name"),
)

var seatKeys = scenario.Keys(
	scenario.Opt("name", scenario.Name(keywords()...), "as players write it"),
	scenario.Opt("role", scenario.Word("army", "corps"), "corps; a side's only seat is army"),
	scenario.Opt("at", scenario.Text(), "none; the locale of his person"),
	scenario.Opt("commands", scenario.Int(0, 9), "option commands"),
)

var unitKeys = scenario.Keys(
	scenario.Req("seat", scenario.Text(), "who commands it"),
	scenario.Req("kind", scenario.Word("infantry", "cavalry", "artillery"), "what it is"),
	scenario.Opt("strength", scenario.Int(0, 99), "infantry 3, cavalry 2, artillery none"),
	scenario.Opt("at", scenario.Text(), "position; or group"),
	scenario.Opt("group", scenario.Int(1, 99), "reinforcement group; or at"),
	scenario.Opt("name", scenario.Name(keywords()...), "as players write it"),
	scenario.Opt("ranging", scenario.YesNo(), "no"),
	scenario.Opt("face", scenario.Word("up", "down"), "down"),
	scenario.Opt("disrupted", scenario.YesNo(), "no"),
)

var onOff = scenario.OneOf(scenario.Word("on", "off"), scenario.YesNo())

var optionKeys = scenario.Keys(
	scenario.Opt("turns", scenario.Word("alternating", "simultaneous"), "alternating; H2"),
	scenario.Opt("first", scenario.Text(), "the first listed side; H2"),
	scenario.Opt("commands", scenario.Int(0, 9), "3; H3.1"),
	scenario.Opt("group", scenario.Int(1, 9), "4; H3.2"),
	scenario.Opt("cards", onOff, "on; H8"),
	scenario.Opt("hand", scenario.Int(0, 99), "3; H8.1"),
	scenario.Opt("draw", scenario.Int(0, 99), "1; H8.1"),
	scenario.Opt("play", scenario.Int(0, 99), "1; H8.1"),
	scenario.Opt("couriers", onOff, "on; H6.1"),
	scenario.Opt("letters", scenario.Word("courier", "immediate", "none"), "courier"),
	scenario.Opt("fog", scenario.Word(fogBlocks, fogSight, fogOpen), "blocks; H10"),
	scenario.Opt("ask", scenario.Word("never", "always"), "never; H5.4"),
	scenario.Opt("obey", scenario.Word("silent", "never"), "silent; H6.6"),
	scenario.Opt("mobilize", scenario.Int(0, 9), "1; 9.3; 0: no limit"),
	scenario.Opt("on_zero", scenario.Word("end", "fight"), "end; 13.3"),
	scenario.Opt("march_needs_road", scenario.YesNo(), "yes; 8.6.4"),
	scenario.Opt("bombard_keeps_ranging", scenario.YesNo(), "no; 8.3"),
	scenario.Opt("cavalry_storms", scenario.YesNo(), "yes; 8.2"),
)

// tableKeys are the charts' names and columns, and the decks.
func tableKeys() scenario.Spec {
	var names []scenario.Key
	for _, c := range charts {
		var columns []scenario.Key
		for _, column := range c.columns {
			columns = append(columns, scenario.Opt(column, scenario.Int(c.least, 99), "see the digest, section c"))
		}
		names = append(names, scenario.Opt(c.name, scenario.Keys(columns...), "see the digest, section c"))
	}
	deck := scenario.List(scenario.Keys(
		scenario.Req("id", scenario.ID("card").Except(keywords()...), "as players write it"),
		scenario.Opt("name", scenario.Name(keywords()...), "as players write it"),
		scenario.Opt("count", scenario.Int(1, 99), "1"),
		scenario.Req("effect", scenario.Word(effectCommands, effectAssault, effectMarch, effectDefence, effectRally,
			effectGuns, effectSteady, effectCouriers), "what it does"),
		scenario.Opt("value", scenario.Int(0, 99), "1"),
	), 1, 0)
	names = append(names, scenario.Opt("cards", scenario.OneOf(deck, scenario.Each(scenario.Text(), deck)), "decks; H8.2"))
	return scenario.Keys(names...)
}

// readOptions reads the options; what is not written has its default.
func readOptions(n scenario.Node) Options {
	return Options{
		Simultaneous: n.Text("turns", "") == "simultaneous",
		Commands:     n.Int("commands", 3), Group: n.Int("group", 4),
		Cards: isOn(n, "cards"), Hand: n.Int("hand", 3), Draw: n.Int("draw", 1), Play: n.Int("play", 1),
		Couriers: isOn(n, "couriers"), Letters: n.Text("letters", "courier"),
		Fog: n.Text("fog", fogBlocks), AskAlways: n.Text("ask", "") == "always",
		ObeySilent: n.Text("obey", "silent") == "silent", Mobilize: n.Int("mobilize", 1),
		FightOn: n.Text("on_zero", "end") == "fight", MarchNeedsRoad: n.Bool("march_needs_road", true),
		BombardKeepsRanging: n.Bool("bombard_keeps_ranging", false), CavalryStorms: n.Bool("cavalry_storms", true),
	}
}

func isOn(n scenario.Node, key string) bool {
	switch strings.ToLower(n.Text(key, "on")) {
	case "off", "no", "false":
		return false
	}
	return true
}
