package activationchits

import (
	"strconv"
	"strings"

	"galloper/adjudicator/board"
	"galloper/adjudicator/scenario"
)

// Reasons for which a scenario is refused, beside those of all rulesets (section c).
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
	scenario.Req("map", scenario.Keys(
		scenario.Req("columns", scenario.Int(3, 26), "hexes from west to east"),
		scenario.Req("rows", scenario.Int(3, 40), "hexes from north to south"),
		scenario.Opt("terrain", scenario.Each(scenario.Text().What("a terrain"), scenario.List(scenario.Text(), 0, 0)), "hexes by terrain; others are clear"),
	), "the board"),
	scenario.Req("sides", scenario.Each(anID("side"), scenario.Keys(
		scenario.Req("home", scenario.Word("south", "north"), "the home edge"),
		scenario.Opt("name", scenario.Name(keywords()...), "as players write it"),
		scenario.Opt("chits", scenario.OneOf(scenario.Word("units"), scenario.Int(0, 99)), "units; chits in the cup each turn"),
	)), "exactly two; the order counts"),
	scenario.Req("seats", scenario.Each(aSeat(), scenario.Keys(
		scenario.Req("leader", anID("leader"), "his leader's id"),
		scenario.Req("at", scenario.Text(), "the hex where he stands"),
		scenario.Opt("name", scenario.Name(keywords()...), "as players write it"),
		scenario.Opt("chief", scenario.YesNo(), "no; commands the side"),
		scenario.Opt("adc", scenario.Int(0, 9), "ADCs a turn; as the options say"),
		scenario.Opt("status", scenario.Word("on", "away"), "on; away: a casualty"),
	)), "commanders, SIDE.NAME"),
	scenario.Req("units", scenario.Each(anID("unit"), scenario.Keys(
		scenario.Req("seat", scenario.Text(), "who commands it"),
		scenario.Req("kind", scenario.Text(), "a kind of troops"),
		scenario.Req("at", scenario.Text(), "its hex"),
		scenario.Opt("facing", scenario.Word(facingNames...), "away from home"),
		scenario.Opt("name", scenario.Name(keywords()...), "as players write it"),
		scenario.Opt("blocks", scenario.Int(1, 9), "full strength"),
		scenario.Opt("morale", scenario.Word("steady", "shaken", "broken"), "steady"),
		scenario.Opt("square", scenario.YesNo(), "no"),
		scenario.Opt("shots", scenario.Int(0, 99), "0; artillery"),
	)), "one line a unit"),
	scenario.Opt("options", optionKeys, "rules that may be chosen"),
	scenario.Opt("tables", tableKeys, "charts, replaced"),
	scenario.Opt("victory", scenario.Keys(
		scenario.Opt("banners", scenario.OneOf(scenario.Int(1, 99), scenario.Each(scenario.Text().What("a side"), scenario.Int(1, 99))), "banners that win; by side if they differ"),
		scenario.Opt("turns", scenario.Int(1, 99), "none; the last turn"),
		scenario.Opt("hexes", scenario.Each(scenario.Text().What("a hex"), scenario.Keys(
			scenario.Req("side", scenario.Text(), "who may score it: a side, or any"),
			scenario.Opt("banners", scenario.Int(1, 99), "1"),
		)), "hexes worth banners at the end of each turn"),
	), "how it is won"),
)

// anID is an id that is no hex and no word of the order language.
func anID(what string) scenario.Spec {
	return scenario.ID(what).Except(keywords()...).Where(
		"an id for a "+what+" (lower-case letters, digits, hyphens; no hex such as b2)", notHex)
}

// aSeat is a seat's id, its last part such an id.
func aSeat() scenario.Spec {
	words := keywords()
	return scenario.SeatID().Where("a seat's id SIDE.NAME (lower-case letters, digits, hyphens; NAME no hex, no word of the order language)",
		func(s string) bool {
			_, name, _ := strings.Cut(s, ".")
			for _, w := range words {
				if w == name {
					return false
				}
			}
			return notHex(name)
		})
}

// notHex reports whether the id cannot be read as a hex.
func notHex(id string) bool {
	upper := strings.ToUpper(id)
	if len(upper) < 2 || upper[0] < 'A' || upper[0] > 'Z' {
		return true
	}
	n, err := strconv.Atoi(upper[1:])
	return err != nil || n < 0 || n > 99
}

// keywords are the words that the order language would be confused by.
func keywords() []string {
	list := strings.Fields(`plan to me all infantry cavalry artillery standing react adc bonus precedence letter on event none
		if then else unless and or not enemy within under hits of any with only from in flank via facing at nearest towards toward
		steady shaken broken square lost spent after attacked empty ours never retire battle back ground breakthrough flags ignore
		retreat rally yes no activation morale combat units form fall close is hex hexes the please ready check cancel add end orders
		north south east west n s e w ne nw se sw ene ese wsw wnw`)
	for _, w := range actionPhrases {
		if !strings.Contains(w, " ") {
			list = append(list, strings.ToLower(w))
		}
	}
	return list
}

var optionKeys = scenario.Keys(
	scenario.Opt("fog", scenario.Word("seat", "side", "none"), "seat; W1"),
	scenario.Opt("sight", scenario.Int(1, 30), "6 hexes; G8"),
	scenario.Opt("near", scenario.Int(0, 30), "2 hexes; W3"),
	scenario.Opt("couriers", scenario.YesNo(), "yes; Q3"),
	scenario.Opt("courier_pace", scenario.Int(1, 30), "6 hexes a turn; Q3"),
	scenario.Opt("letters", scenario.Word("courier", "immediate", "none"), "courier; Q7"),
	scenario.Opt("adc", scenario.Int(0, 9), "1; ADCs a turn of a wing commander"),
	scenario.Opt("adc_chief", scenario.Int(0, 9), "2; ADCs a turn of a chief"),
	scenario.Opt("event_odd", scenario.Text(), "the first side; whose events odd faces are; 3"),
	scenario.Opt("ammunition", scenario.Int(1, 99), "6 shots; 21"),
	scenario.Opt("leader_move", scenario.Int(1, 9), "3 hexes; 35"),
	scenario.Opt("combined_max", scenario.Int(1, 9), "1; batteries in one combined attack; 20"),
	scenario.Opt("retire_from", scenario.Word("inf", "any"), "inf; 29"),
	scenario.Opt("flank_fire", scenario.YesNo(), "yes; 17"),
	scenario.Opt("breakthrough", scenario.YesNo(), "yes; A12"),
	scenario.Opt("auto_rally", scenario.YesNo(), "yes; P8"),
	scenario.Opt("bonus", scenario.YesNo(), "yes; 41"),
	scenario.Opt("broken_lost", scenario.YesNo(), "yes; 33"),
	scenario.Opt("bonus_min_chits", scenario.Int(1, 99), "2; 41"),
	scenario.Opt("ask", scenario.List(scenario.Word("square", "retire", "adc", "bonus"), 0, 0), "none; decisions that are asked for"),
)

// faceKeys is a table of six faces.
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
	scenario.Opt("kinds", scenario.Each(scenario.ID("kind"), kindKeys), "rows of T1"),
	scenario.Opt("terrain", scenario.Each(scenario.ID("terrain"), terrainKeys), "rows of T2"),
)

var kindKeys = scenario.Keys(
	scenario.Opt("arm", scenario.Word(armNames[:]...), "inf, cav, art"),
	scenario.Opt("blocks", scenario.Int(1, 9), "full strength"),
	scenario.Opt("move", scenario.Int(0, 9), "hexes"),
	scenario.Opt("fight", scenario.Int(0, 9), "hexes when it attacks too"),
	scenario.Opt("range", scenario.Int(0, 30), "hexes; 0: no fire"),
	scenario.Opt("fire", scenario.Int(-9, 9), "bonus dice"),
	scenario.Opt("moved", scenario.Word("up", "down", "none"), "half its blocks, rounded, when it moved; none: no fire then"),
	scenario.Opt("melee", scenario.Int(-9, 9), "bonus dice"),
	scenario.Opt("foot", scenario.Int(-9, 9), "extra dice against infantry"),
	scenario.Opt("ignore", scenario.Int(0, 9), "flags"),
	scenario.Opt("retreat", scenario.Int(0, 9), "hexes a flag"),
	scenario.Opt("woods", scenario.YesNo(), "at home in forests"),
	scenario.Opt("militia", scenario.YesNo(), "one die less in checks"),
	scenario.Opt("sabres", scenario.YesNo(), "yes; sabres hit in melee"),
	scenario.Opt("bands", scenario.List(scenario.Int(-9, 9), 0, 30), "dice by distance"),
)

var armFigures = scenario.Keys(
	scenario.Opt("inf", scenario.Int(-9, 9), "infantry"),
	scenario.Opt("cav", scenario.Int(-9, 9), "cavalry"),
	scenario.Opt("art", scenario.Int(-9, 9), "artillery"),
)

var terrainKeys = scenario.Keys(
	scenario.Opt("enter", scenario.List(scenario.Word(armNames[:]...), 0, 3), "arms that may enter"),
	scenario.Opt("stop", scenario.YesNo(), "entering ends the move"),
	scenario.Opt("into", armFigures, "dice of attacks into it"),
	scenario.Opt("out", armFigures, "dice of attacks out of it"),
	scenario.Opt("out_melee", scenario.YesNo(), "out counts in melee only"),
	scenario.Opt("sight", scenario.Word("free", "blocks", "hill"), "free"),
	scenario.Opt("entry_fight", scenario.Word(entryAll, entryWoods, entryNone), "who may attack on entering"),
	scenario.Opt("ignore", scenario.Int(0, 9), "flags"),
	scenario.Opt("square", scenario.YesNo(), "a square may stand in it"),
	scenario.Opt("allround", scenario.YesNo(), "infantry has only a front in it"),
)

// readOptions reads the options; what is not written has its default.
func readOptions(n scenario.Node) Options {
	return Options{
		Fog: n.Text("fog", "seat"), Sight: n.Int("sight", 6), Near: n.Int("near", 2),
		Couriers: n.Bool("couriers", true), Pace: n.Int("courier_pace", 6), Letters: n.Text("letters", "courier"),
		Ammunition: n.Int("ammunition", 6), LeaderMove: n.Int("leader_move", 3), Combined: n.Int("combined_max", 1),
		RetireFromAny: n.Text("retire_from", "inf") == "any",
		FlankFire:     n.Bool("flank_fire", true), Breakthrough: n.Bool("breakthrough", true),
		AutoRally: n.Bool("auto_rally", true), Bonus: n.Bool("bonus", true), BrokenLost: n.Bool("broken_lost", true),
		BonusMin: n.Int("bonus_min_chits", 2), Ask: n.Texts("ask"),
	}
}

// readTables replaces what is written of the small charts.
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

// byNumber replaces a whole table of numbers: a row left out is a row less.
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

// readKinds changes rows of §T1, or adds rows that are as `line` else.
func readKinds(n scenario.Node) []Kind {
	list := append([]Kind(nil), kinds...)
	for name, row := range n.Entries() {
		k := &list[0]
		for i := range list {
			if list[i].Name == name {
				k = &list[i]
			}
		}
		if k.Name != name {
			list = append(list, kinds[0])
			k = &list[len(list)-1]
			k.Name = name
		}
		readKind(row, k)
	}
	return list
}

func readKind(n scenario.Node, k *Kind) {
	k.Arm = arms[n.Text("arm", armNames[k.Arm])]
	for _, f := range []struct {
		key  string
		into *int
	}{{"blocks", &k.Blocks}, {"move", &k.Move}, {"fight", &k.Fight}, {"range", &k.Range}, {"fire", &k.Fire}, {"melee", &k.Melee},
		{"foot", &k.Foot}, {"ignore", &k.Ignore}, {"retreat", &k.Retreat}} {
		*f.into = n.Int(f.key, *f.into)
	}
	k.Moved = n.Text("moved", k.Moved)
	k.Woods, k.Militia, k.Sabres = n.Bool("woods", k.Woods), n.Bool("militia", k.Militia), n.Bool("sabres", k.Sabres)
	if n.Has("bands") {
		k.Bands = nil
		for _, v := range n.List("bands") {
			k.Bands = append(k.Bands, v.AsInt(0))
		}
	}
}

var arms = map[string]Arm{"inf": Infantry, "cav": Cavalry, "art": Artillery}

// readTerrains changes rows of §T2, or adds rows that are as `clear` else.
func readTerrains(n scenario.Node) []Terrain {
	list := append([]Terrain(nil), terrains...)
	for name, row := range n.Entries() {
		t := &list[0]
		for i := range list {
			if list[i].Name == name {
				t = &list[i]
			}
		}
		if t.Name != name {
			list = append(list, terrains[0])
			t = &list[len(list)-1]
			t.Name = name
		}
		readTerrain(row, t)
	}
	return list
}

func readTerrain(n scenario.Node, t *Terrain) {
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
	t.Stop, t.OutMelee = n.Bool("stop", t.Stop), n.Bool("out_melee", t.OutMelee)
	t.Sight, t.EntryFight = n.Text("sight", t.Sight), n.Text("entry_fight", t.EntryFight)
	t.Ignore = n.Int("ignore", t.Ignore)
	t.Square, t.AllRound = n.Bool("square", t.Square), n.Bool("allround", t.AllRound)
}

// parseHex reads a hex of a scenario file, in any case.
func parseHex(text string) (board.Hex, bool) { return board.ParseHex(strings.ToUpper(text)) }
