package commandchaos

import (
	"slices"
	"strings"

	"galloper/adjudicator/scenario"
)

// keys are the scenario keys (section c).
var keys = scenario.Root("commandchaos",
	scenario.Opt("map", scenario.Keys(
		scenario.Opt("rows", scenario.Int(7, 9), "7; rows from south to north"),
		scenario.Opt("impassable", scenario.List(scenario.Text(), 0, 0), "spaces that nobody enters"),
		scenario.Opt("rough", scenario.List(scenario.Text(), 0, 0), "spaces without charges"),
	), "the board: columns a to j, rows from the south"),
	scenario.Req("sides", scenario.Each(anID("side"), scenario.Keys(
		scenario.Req("edge", scenario.Word("south", "north"), "the edge that it fights from"),
		scenario.Opt("name", scenario.Name(keywords...), "as players write it"),
		scenario.Opt("deck", scenario.Text(), "house; a deck of battle cards"),
		scenario.Opt("hand", scenario.List(scenario.Text(), 0, 0), "the exact starting hand; else it is dealt"),
	)), "exactly two"),
	scenario.Req("seats", scenario.Each(scenario.SeatID(), scenario.Keys(
		scenario.Req("officer", scenario.Text(), "whom the player is"),
	)), "one commander seat a side, and any lieutenants"),
	scenario.Req("officers", scenario.Each(anID("officer"), scenario.Keys(
		scenario.Req("side", scenario.Text(), "whose he is"),
		scenario.Req("role", scenario.Word("commander", "lieutenant"), "one commander a side"),
		scenario.Req("zone", scenario.Word(zoneIDs...), "as his own side names it"),
		scenario.Opt("unit", scenario.Text(), "the line unit that he is attached to"),
		scenario.Opt("name", scenario.Name(keywords...), "as players write it"),
	)), "commanders and lieutenants"),
	scenario.Req("units", scenario.Each(anID("unit"), unitKeys), "one line a unit"),
	scenario.Opt("options", optionKeys, "rules that may be chosen"),
	scenario.Opt("victory", scenario.Keys(
		scenario.Opt("share", scenario.Int(1, 100), "50; per cent of the line units; a side that has lost more has lost"),
		scenario.Opt("count", scenario.Word("heavy", "all"), "heavy; all: lights count too"),
		scenario.Opt("turns", scenario.Int(1, 99), "none; the last turn"),
	), "when it ends"),
	scenario.Opt("tables", tableKeys, "the charts, replaced"),
)

var unitKeys = scenario.Keys(
	scenario.Req("side", scenario.Text(), "whose it is"),
	scenario.Req("kind", scenario.Word("heavy", "cavalry", "light"), "what it is"),
	scenario.Req("at", scenario.Text(), "its space, such as d4"),
	scenario.Opt("morale", scenario.Text(), "line units: 1 to 9, with V behind it for veterans"),
	scenario.Opt("name", scenario.Name(keywords...), "as players write it"),
	scenario.Opt("reserve", scenario.YesNo(), "no; a line unit in its rear row that may change columns"),
	scenario.Opt("posture", scenario.Word("hold", "advance", "charge", "flank"), "hold; what it does without orders"),
	scenario.Opt("stamina", scenario.Int(0, 9), "3; setup free"),
	scenario.Opt("hits", scenario.Int(0, 99), "0; setup free"),
	scenario.Opt("facing", scenario.Word("n", "e", "s", "w"), "its side's front; setup free"),
	scenario.Opt("charged", scenario.YesNo(), "no; setup free"),
	scenario.Opt("known", scenario.YesNo(), "no; its quality is public; setup free"),
	scenario.Opt("engaged", scenario.List(scenario.Text(), 0, 0), "enemies that it is engaged with; setup free"),
)

// midBattle are the unit keys that only `setup: free` takes.
var midBattle = []string{"stamina", "hits", "facing", "charged", "known", "engaged"}

var optionKeys = scenario.Keys(
	scenario.Opt("setup", scenario.Word("standard", "free", "players"), "standard; S5 to S9"),
	scenario.Opt("hand", scenario.Int(0, 99), "5; cards in a hand; 0: no card is dealt or drawn"),
	scenario.Opt("discards", scenario.Int(0, 99), "2; cards exchanged a turn"),
	scenario.Opt("card_limit", scenario.Int(0, 99), "3; cards played a turn"),
	scenario.Opt("commander_dead_hand", scenario.Int(0, 99), "3; O6"),
	scenario.Opt("cavalry_sweep", scenario.YesNo(), "yes; F5"),
	scenario.Opt("lieutenants_roam", scenario.YesNo(), "no; O3"),
	scenario.Opt("officer_risk_hit", scenario.Int(0, 6), "0; O5"),
	scenario.Opt("officer_risk_rout", scenario.Int(0, 6), "2; O5"),
	scenario.Opt("runners", scenario.Word("off", "zones"), "off; H"),
	scenario.Opt("sight", scenario.Word("table", "zones"), "table; what a seat sees"),
	scenario.Opt("ask", scenario.List(scenario.Word("charge-reply"), 0, 0), "decisions asked in mid-turn"),
)

var tableKeys = scenario.Keys(
	scenario.Opt("need", scenario.Keys(
		scenario.Opt("average", scenario.Int(1, 99), "4"), scenario.Opt("veteran", scenario.Int(1, 99), "5"),
	), "what a die must show to hit; K5"),
	scenario.Opt("angle", scenario.Keys(
		scenario.Opt("front", scenario.Int(-9, 9), "0"), scenario.Opt("flank", scenario.Int(-9, 9), "1"),
		scenario.Opt("rear", scenario.Int(-9, 9), "2"),
	), "bonus by the angle; K6"),
	scenario.Opt("javelin", scenario.Int(1, 7), "6; L3"),
	scenario.Opt("charge_dice", scenario.Int(0, 9), "2; C5"),
	scenario.Opt("runner", scenario.Int(0, 6), "2; H7"),
	scenario.Opt("cards", scenario.Each(scenario.ID("battle card").Except(keywords...), scenario.Keys(
		scenario.Opt("name", scenario.Name(keywords...), "as players write it"),
		scenario.Opt("who", scenario.List(scenario.Word("heavy", "cavalry"), 0, 0), "both"),
		scenario.Opt("cost", scenario.Int(0, 9), "0; stamina"),
		scenario.Opt("needs", scenario.List(scenario.Word(needWords...), 0, 0), "none; B8"),
		scenario.Opt("dice", scenario.Int(0, 9), "1; attack dice"),
		scenario.Opt("attack", scenario.Int(-9, 9), "0; added to each of its attack dice"),
		scenario.Opt("defence", scenario.Int(-9, 9), "0; added to each attack die aimed at it"),
		scenario.Opt("cancel", scenario.Int(0, 99), "0; hits struck off"),
		scenario.Opt("missile", scenario.Int(0, 6), "none; one extra die first"),
		scenario.Opt("riposte", scenario.Int(0, 6), "none; attack dice so low hit the one who rolls"),
		scenario.Opt("void", scenario.YesNo(), "no; the card of its target is void"),
		scenario.Opt("relief", scenario.YesNo(), "no; K9"),
		scenario.Opt("push", scenario.YesNo(), "no; K10"),
		scenario.Opt("fallback", scenario.Int(0, 9), "0; spaces back"),
		scenario.Opt("recover", scenario.Int(0, 9), "0; hits taken off"),
		scenario.Opt("refresh", scenario.Int(0, 9), "0; stamina gained"),
		scenario.Opt("steady", scenario.YesNo(), "no; R4"),
	)), "battle cards that add to the house cards or replace them; B11"),
	scenario.Opt("decks", scenario.Each(scenario.ID("deck"), scenario.Each(scenario.ID("battle card"), scenario.Int(0, 99))),
		"decks by name: how many of each card"),
)

// anID is an id with a letter that could not be taken for a space, a zone or a
// word of the order language. Cards are looked at by the loader: a scenario may add some.
func anID(what string) scenario.Spec {
	return scenario.ID(what).Except(keywords...).Where("an id for a "+what+" with a letter, no space, zone or card,",
		func(id string) bool { return strings.ContainsAny(id, "abcdefghijklmnopqrstuvwxyz") && !isSpaceName(id) })
}

func isSpaceName(id string) bool {
	return len(id) == 2 && id[0] >= 'a' && id[0] <= 'j' && id[1] >= '1' && id[1] <= '9'
}

// keywords are the words of the order language.
var keywords = slices.Concat(zoneIDs, []string{"wing", "lw", "rw", "center", "battle", "line",
	"advance", "move", "forward", "back", "retire", "withdraw", "hold", "stay", "charge", "flank", "outflank", "react", "counter", "stand",
	"strike", "target", "card", "play", "shift", "ride", "attach", "join", "detach", "leave", "initiative", "first", "second", "cards",
	"zones", "pass", "wait", "until", "discard", "place", "reserve", "chit", "to", "standing", "if", "then", "else", "and", "or", "not",
	"with", "at", "on", "of", "contact", "side", "space", "spaces", "column", "columns", "enemy", "within", "clear", "ahead", "engaged",
	"routed", "flanked", "hits", "stamina", "morale", "least", "most", "opposite", "moved", "we", "are", "letter", "cancel", "ready", "check",
	"status", "history", "help", "absent", "resign", "add", "orders", "end", "game", "seat", "turn", "key"})

// readOptions reads the options; what is not written has its default.
func readOptions(n scenario.Node) Options {
	o := Options{
		Setup: n.Text("setup", "standard"), Hand: n.Int("hand", 5), Discards: n.Int("discards", 2), CardLimit: n.Int("card_limit", 3),
		DeadHand: n.Int("commander_dead_hand", 3), Sweep: n.Bool("cavalry_sweep", true), Roam: n.Bool("lieutenants_roam", false),
		RiskHit: n.Int("officer_risk_hit", 0), RiskRout: n.Int("officer_risk_rout", 2),
		Runners: n.Text("runners", "off") == "zones", Fog: n.Text("sight", "table") == "zones",
	}
	o.AskReply = slices.Contains(n.Texts("ask"), "charge-reply")
	return o
}
