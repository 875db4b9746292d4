package fieldcommand

import (
	"strings"

	"galloper/adjudicator/rules"
	"galloper/adjudicator/scenario"
)

// keys describes the scenario keys of section c.
var keys = scenario.Root("fieldcommand",
	rules.PlanKey(),
	scenario.Req("map", scenario.Keys(
		scenario.Req("locales", scenario.Each(localeID, rules.KeysOf[Locale](reserved,
			scenario.Opt("objective", sideList, "sides whose objective it is"),
			scenario.Opt("entry", sideList, "sides whose reinforcements enter here"),
			scenario.Opt("xy", scenario.Point(), "its middle on the map, y to the north"),
		)), "areas, in map order"),
		scenario.Req("boundaries", scenario.List(boundaryKeys, 0, 0), "where two locales meet"),
	), "the ground"),
	scenario.Req("sides", scenario.Each(reserved.ID("side"), rules.KeysOf[Side](reserved, rules.Uniform(),
		scenario.Opt("groups", scenario.Each(scenario.Int(1, 99), rules.KeysOf[Group](reserved,
			scenario.Opt("entry", scenario.List(scenario.Text(), 1, 0), "every locale that lists the side"),
		)), "reinforcement groups by number"),
	)), "exactly two"),
	scenario.Req("seats", scenario.Each(scenario.SeatID(), rules.KeysOf[Command](reserved)),
		"commanders, SIDE.NAME; one army seat a side"),
	scenario.Req("units", scenario.Each(reserved.ID("unit"), rules.KeysOf[Brigade](reserved)), "one line a unit"),
	scenario.Opt("options", rules.KeysOf[Options](reserved), "rules that may be chosen"),
	scenario.Opt("tables", scenario.Keys(append(charts.Keys(), decks)...), "figures, replaced"),
	scenario.Opt("victory", rules.KeysOf[Clock](reserved), "when it ends"),
)

// localeID matches a locale id: no hyphen, no slash, no word of an order.
var localeID = scenario.Match("an id for a locale (letters, digits, _)", scenario.BadID, func(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}).Except(reserved...)

// reserved lists the single words that would confuse the order language as ids.
var reserved = rules.Reserve(strings.Fields(`to into on against with via through by toward else then at from for and all
	reserve approach of is not empty ours secured unsecured blocks order below deploy led supported group none standing
	if letter cancel ready check status history help absent resign add end`), verbPhrases)

var sideList = scenario.OneOf(scenario.Text(), scenario.List(scenario.Text(), 0, 0))

var boundaryKeys = rules.KeysOf[Boundary](reserved,
	scenario.Req("between", scenario.Tuple(scenario.Text(), scenario.Text()), "the two locales"),
	scenario.Opt("road", scenario.OneOf(roadWord, scenario.List(roadWord, 0, 0)), "none; one or several"),
	scenario.Opt("width", scenario.OneOf(scenario.Int(1, 4), scenario.Each(scenario.Text(), scenario.Int(1, 4))),
		"2; for both approaches, or {A: n, B: n}"),
	scenario.Opt("obstructed", scenario.OneOf(scenario.Text(), scenario.List(scenario.Text(), 0, 2)),
		"locales whose own approach here is obstructed"),
)

var roadWord = scenario.Word("main", "minor", "railroad", "none")

// decks is the key `cards`: named decks, or one deck that replaces the printed one.
var decks = scenario.Opt("cards", scenario.OneOf(deckKeys, scenario.Each(scenario.Text(), deckKeys)), "decks; H8.2")

var deckKeys = scenario.List(rules.KeysOf[Card](reserved,
	scenario.Req("id", reserved.ID("card"), "as players write it")), 1, 0)
