package activationchits

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/adjudicator/scenario"
)

// Reasons for refusing a scenario, besides those of all rulesets (section c).
const (
	offBoard     = "off-board"
	hexTaken     = "hex-taken"
	closedGround = "closed-ground"
	badChief     = "chief"
	noUnits      = "no-units"
	noSquare     = "no-square"
	tooManyBlock = "too-many-blocks"
	noEnd        = "no-end"
	badHomes     = "bad-homes"
)

// keys are the scenario keys of section c.
var keys = scenario.Root("activationchits",
	rules.PlanKey(),
	scenario.Req("map", scenario.Keys(
		scenario.Req("columns", scenario.Int(3, 26), "hexes from west to east"),
		scenario.Req("rows", scenario.Int(3, 40), "hexes from north to south"),
		scenario.Opt("terrain", scenario.Each(scenario.Text().What("a terrain"), scenario.List(scenario.Text(), 0, 0)),
			"hexes by terrain; others are clear"),
		scenario.Opt("names", scenario.Each(scenario.Text().What("a hex"), reserved.Name().Where(
			"a name that is no hex", notHex)), "what hexes are called"),
	), "the board"),
	scenario.Req("sides", scenario.Each(anID("side"), rules.KeysOf[Side](reserved, rules.Uniform(),
		scenario.Opt("chits", scenario.OneOf(scenario.Word("units"), scenario.Int(0, 99)),
			"units; chits in the cup each turn"))), "exactly two; the order counts"),
	scenario.Req("seats", scenario.Each(aSeat(), rules.KeysOf[Post](reserved,
		scenario.Req("leader", anID("leader"), "his leader's id"),
		scenario.Opt("adc", scenario.Int(0, 9), "ADCs a turn; as the options say"))), "commanders, SIDE.NAME"),
	scenario.Req("units", scenario.Each(anID("unit"), unitKeys), "one line a unit"),
	scenario.Opt("options", rules.KeysOf[Options](reserved), "rules that may be chosen"),
	scenario.Opt("tables", tableKeys, "charts, replaced"),
	scenario.Opt("victory", scenario.Keys(
		scenario.Opt("banners", rules.ForSides(1, 99), "banners that win; by side if they differ"),
		scenario.Opt("turns", scenario.Int(1, 99), "none; the last turn"),
		scenario.Opt("hexes", scenario.Each(scenario.Text().What("a hex"), scenario.Keys(
			scenario.Req("side", scenario.Text(), "who may score it: a side, or any"),
			scenario.Opt("banners", scenario.Int(1, 99), "1"),
		)), "hexes worth banners at the end of each turn"),
	), "how it is won"),
)

var unitKeys = rules.KeysOf[Start](reserved,
	scenario.Req("seat", scenario.Text(), "who commands it"),
	scenario.Req("kind", scenario.Text(), "a kind of troops"),
	scenario.Req("at", scenario.Text(), "its hex"),
	scenario.Opt("name", reserved.Name(), "as players write it"),
	scenario.Opt("facing", scenario.Word(facingNames...), "away from home"),
	scenario.Opt("blocks", scenario.Int(1, 9), "full strength"))

// anID is an ID that is neither a hex nor a reserved word.
func anID(what string) scenario.Spec {
	return reserved.ID(what).Where(
		"an id for a "+what+" (lower-case letters, digits, hyphens; no hex such as b2)", notHex)
}

// aSeat is a seat ID whose last part is neither a hex nor a reserved word.
func aSeat() scenario.Spec {
	return scenario.SeatID().Where("a seat's id SIDE.NAME (lower-case letters, digits, hyphens; NAME no hex, "+
		"no word of the order language)",
		func(s string) bool {
			_, name, _ := strings.Cut(s, ".")
			return !slices.Contains(reserved, name) && notHex(name)
		})
}

// notHex reports whether the ID cannot be read as a hex.
func notHex(id string) bool {
	upper := strings.ToUpper(id)
	if len(upper) < 2 || upper[0] < 'A' || upper[0] > 'Z' {
		return true
	}
	n, err := strconv.Atoi(upper[1:])
	return err != nil || n < 0 || n > 99
}

// reserved are the words that cannot be IDs or names.
var reserved = rules.Reserved(keywords())

// keywords returns the words that would be ambiguous in the order language.
func keywords() []string {
	list := strings.Fields(`plan to me all infantry cavalry artillery standing react adc bonus precedence letter on
		event none if then else unless and or not enemy within under hits of any with only from in flank via facing at
		nearest towards toward steady shaken broken square lost spent after attacked empty ours never retire battle back
		ground breakthrough flags ignore retreat rally yes no activation morale combat units form fall close is hex hexes
		the please ready check cancel add end orders north south east west n s e w ne nw se sw ene ese wsw wnw`)
	for _, w := range actionPhrases {
		if !strings.Contains(w, " ") {
			list = append(list, strings.ToLower(w))
		}
	}
	return list
}

// faceKeys is a table with a row for each face of a die.
func faceKeys(words ...string) scenario.Spec {
	return scenario.Each(scenario.Int(1, 6), scenario.Word(words...))
}

var tableKeys = scenario.Keys(
	scenario.Opt("activation", scenario.Each(scenario.Int(0, 60), scenario.Int(0, 20)), "number by distance; 5"),
	scenario.Opt("drm", scenario.Keys(
		scenario.Opt("no-direct", scenario.Int(-9, 9), "1"),
		scenario.Opt("shaken", scenario.Int(-9, 9), "1"),
		scenario.Opt("broken", scenario.Int(-9, 9), "2"),
	), "6"),
	scenario.Opt("square", scenario.Each(scenario.Int(1, 60), scenario.Int(-9, 9)), "DRM by range; 23"),
	scenario.Opt("events", faceKeys(eventDash, eventChit, eventADC, nothing), "3"),
	scenario.Opt("botch", faceKeys(botchPanic, botchWrong, botchHalt, botchLate, botchRash), "11"),
	scenario.Opt("faces", faceKeys("infantry", "cavalry", "artillery", "flag", "sabre"), "T3"),
	scenario.Opt("fate", faceKeys(fateEliminated, fateReturns, fateAway), "37"),
	scenario.Opt("courier", faceKeys(riderCaptured, riderFled, riderOn), "Q4"),
	scenario.Opt("morale_pass", scenario.List(scenario.Int(1, 6), 1, 6), "5; 32"),
	scenario.Opt("kinds", scenario.Each(scenario.ID("kind"), rules.KeysOf[Kind](reserved)), "rows of T1"),
	scenario.Opt("terrain", scenario.Each(scenario.ID("terrain"), terrainKeys), "rows of T2"),
)

var armFigures = scenario.Keys(
	scenario.Opt("inf", scenario.Int(-9, 9), "infantry"),
	scenario.Opt("cav", scenario.Int(-9, 9), "cavalry"),
	scenario.Opt("art", scenario.Int(-9, 9), "artillery"),
)

var terrainKeys = rules.KeysOf[Terrain](reserved,
	scenario.Opt("enter", scenario.List(scenario.Word(armNames[:]...), 0, 3), "arms that may enter"),
	scenario.Opt("into", armFigures, "dice of attacks into it"),
	scenario.Opt("out", armFigures, "dice of attacks out of it"))

// readTables returns the printed tables with the scenario's changes.
func readTables(n scenario.Node) Tables {
	t := printed()
	byNumber(t.Activation, n.At("activation"))
	byNumber(t.Square, n.At("square"))
	drm := n.At("drm")
	t.DRM.NoDirect, t.DRM.Shaken = drm.Int("no-direct", t.DRM.NoDirect), drm.Int("shaken", t.DRM.Shaken)
	t.DRM.Broken = drm.Int("broken", t.DRM.Broken)
	for _, c := range []struct {
		key  string
		into *SixFaces
	}{{"events", &t.Events}, {"botch", &t.Botch}, {"faces", &t.Faces}, {"fate", &t.Fate}, {"courier", &t.Courier}} {
		for face, word := range n.Each(c.key) {
			if i, err := strconv.Atoi(face); err == nil && 1 <= i && i <= len(c.into) {
				c.into[i-1] = word.String()
			}
		}
	}
	if n.Has("morale_pass") {
		t.Pass = nil
		for _, v := range n.List("morale_pass") {
			t.Pass = append(t.Pass, v.AsInt(0))
		}
	}
	return t
}

// byNumber replaces a whole table of numbers. Rows left out are deleted.
func byNumber(into map[int]int, n scenario.Node) {
	if !n.Exists() {
		return
	}
	clear(into)
	for key, v := range n.Entries() {
		if i, err := strconv.Atoi(key); err == nil {
			into[i] = v.AsInt(0)
		}
	}
}

// readRows changes rows of a printed table. New rows take their defaults from the first printed row.
func readRows[T any](n scenario.Node, printed []T, name func(*T) *string, read func(scenario.Node, T) T) []T {
	list := slices.Clone(printed)
	for id, row := range n.Entries() {
		i := slices.IndexFunc(list, func(t T) bool { return *name(&t) == id })
		if i < 0 {
			i, list = len(list), append(list, printed[0])
			*name(&list[i]) = id
		}
		list[i] = read(row, list[i])
	}
	return list
}

func readKind(n scenario.Node, printed Kind) Kind {
	k := rules.Rewritten(n, printed)
	k.Arm = arms[n.Text("arm", armNames[k.Arm])]
	return k
}

var arms = map[string]Arm{"inf": Infantry, "cav": Cavalry, "art": Artillery}

func readTerrain(n scenario.Node, printed Terrain) Terrain {
	t := rules.Rewritten(n, printed)
	if n.Has("enter") {
		t.Enter = [3]bool{}
		for _, arm := range n.Texts("enter") {
			t.Enter[arms[arm]] = true
		}
	}
	for arm, name := range armNames {
		t.Into[arm] = n.At("into").Int(name, t.Into[arm])
		t.Out[arm] = n.At("out").Int(name, t.Out[arm])
	}
	return t
}

// parseHex parses a hex of a scenario file, in upper or lower case.
func parseHex(text string) (board.Hex, bool) { return board.ParseHex(strings.ToUpper(text)) }
