package commandchaos

import (
	"slices"
	"strings"

	"galloper/adjudicator/rules"
	"galloper/adjudicator/scenario"
)

// keys describes the scenario keys (section c).
var keys = scenario.Root("commandchaos",
	rules.PlanKey(),
	scenario.Opt("map", scenario.Keys(
		scenario.Opt("rows", scenario.Int(7, 9), "7; rows from south to north"),
		scenario.Opt("impassable", scenario.List(scenario.Text(), 0, 0), "spaces that nobody enters"),
		scenario.Opt("rough", scenario.List(scenario.Text(), 0, 0), "spaces without charges"),
	), "the board: columns a to j, rows from the south"),
	scenario.Req("sides", scenario.Each(anID("side"), rules.KeysOf[Army](keywords, rules.Uniform())), "exactly two"),
	scenario.Req("seats", scenario.Each(scenario.SeatID(), scenario.Keys(
		scenario.Req("officer", scenario.Text(), "whom the player is"),
	)), "one commander seat a side, and any lieutenants"),
	scenario.Req("officers", scenario.Each(anID("officer"), rules.KeysOf[Leader](keywords,
		scenario.Req("zone", scenario.Word(zoneIDs...), "as their own side names it"),
	)), "commanders and lieutenants"),
	scenario.Req("units", scenario.Each(anID("unit"), rules.KeysOf[UnitCard](keywords)), "one line a unit"),
	scenario.Opt("options", rules.KeysOf[Options](keywords), "rules that may be chosen"),
	scenario.Opt("victory", rules.KeysOf[Victory](keywords), "when it ends"),
	scenario.Opt("tables", scenario.Keys(append(charts.Keys(),
		scenario.Opt("cards", scenario.Each(keywords.ID("battle card"), rules.KeysOf[Card](keywords,
			scenario.Opt("who", scenario.List(scenario.Word("heavy", "cavalry"), 0, 0), "both"),
		)), "battle cards that add to the house cards or replace them; B11"),
		scenario.Opt("decks", scenario.Each(scenario.ID("deck"), scenario.Each(scenario.ID("battle card"), scenario.Int(0,
			99))),
			"decks by name: how many of each card"),
	)...), "the charts, replaced"),
)

// midBattle lists the unit keys that only `setup: free` accepts.
var midBattle = []string{"stamina", "hits", "facing", "charged", "known", "engaged"}

// anID matches an id with a letter that could not be a space, a zone or a word of the order language. The loader checks
// for card names, because a scenario may add cards.
func anID(what string) scenario.Spec {
	return keywords.ID(what).Where("an id for a "+what+" with a letter, no space, zone or card,",
		func(id string) bool { return strings.ContainsAny(id, "abcdefghijklmnopqrstuvwxyz") && !isSpaceName(id) })
}

func isSpaceName(id string) bool {
	return len(id) == 2 && id[0] >= 'a' && id[0] <= 'j' && id[1] >= '1' && id[1] <= '9'
}

// keywords lists the words of the order language.
var keywords = rules.Reserved(slices.Concat(zoneIDs, []string{"wing", "lw", "rw", "center", "battle", "line",
	"advance", "move", "forward", "back", "retire", "withdraw", "hold", "stay", "charge", "flank", "outflank", "react",
	"counter", "stand",
	"strike", "target", "card", "play", "shift", "ride", "attach", "join", "detach", "leave", "initiative", "first",
	"second", "cards",
	"zones", "pass", "wait", "until", "discard", "place", "reserve", "chit", "to", "standing", "if", "then", "else",
	"and", "or", "not",
	"with", "at", "on", "of", "contact", "side", "space", "spaces", "column", "columns", "enemy", "within", "clear",
	"ahead", "engaged",
	"routed", "flanked", "hits", "stamina", "morale", "least", "most", "opposite", "moved", "we", "are", "letter",
	"cancel", "ready", "check",
	"status", "history", "help", "absent", "resign", "add", "orders", "end", "game", "seat", "turn", "key"}))
