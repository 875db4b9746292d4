package scenario

import (
	"strings"
	"testing"
)

// TestWhatEachSpecTakes checks values against specs. want is the fault after its place and path, "" if there is none.
func TestWhatEachSpecTakes(t *testing.T) {
	even := func(s string) bool { return strings.HasSuffix(s, "0") }
	for _, c := range []struct {
		spec        Spec
		value, want string
	}{
		{Spec{}, "{any: [thing]}", ""},

		{Int(3, 26), "3", ""},
		{Int(3, 26), "26", ""},
		{Int(3, 26), "27", "out-of-range: expected a whole number from 3 to 26, found `27`"},
		{Int(3, 26), "2", "out-of-range: expected a whole number from 3 to 26, found `2`"},
		{Int(3, 26), "4.0", "wrong-type: expected a whole number from 3 to 26, found `4.0`"},
		{Int(3, 26), `"4"`, "wrong-type: expected a whole number from 3 to 26, found `4`"},
		{Int(3, 26), "0x4", "wrong-type: expected a whole number from 3 to 26, found `0x4`"},
		{Int(3, 26), "[4]", "wrong-type: expected a whole number from 3 to 26, found a list of 1"},
		{Int(10, 1000).Where("10 to 1000 by tens", even), "120", ""},
		{Int(10, 1000).Where("10 to 1000 by tens", even), "125", "out-of-range: expected 10 to 1000 by tens, found `125`"},
		{Int(0, 3).Because("bad-strength"), "4", "bad-strength: expected a whole number from 0 to 3, found `4`"},
		{Int(0, 3).Because("bad-strength"), "x", "wrong-type: expected a whole number from 0 to 3, found `x`"},

		{Decimal(0, 4800), "24.25", ""},
		{Decimal(0, 4800), "48.01", "out-of-range: expected a number with at most two decimals from 0 to 48, found `48.01`"},
		{Decimal(-250, 50), "-2.51",
			"out-of-range: expected a number with at most two decimals from -2.5 to 0.5, found `-2.51`"},
		{Decimal(0, 4800), "1e1", "wrong-type: expected a number with at most two decimals from 0 to 48, found `1e1`"},

		{YesNo(), "yes", ""},
		{YesNo(), "FALSE", ""},
		{YesNo(), "on", "wrong-type: expected yes or no, found `on`"},
		{YesNo(), `"yes"`, "wrong-type: expected yes or no, found `yes`"},

		{Word("foot"), "horse", "out-of-range: expected foot, found `horse`"},
		{Word("cover", "hill", "marsh", "road", "stream", "water", "woods"), "river",
			"out-of-range: expected cover, hill, marsh, road, stream, water or woods (perhaps water), found `river`"},
		{Word("cover", "hill", "marsh", "road", "stream", "field", "woods"), "rover",
			"out-of-range: expected cover, hill, marsh, road, stream, field or woods (perhaps cover), found `rover`"},
		{Word("cover", "hill", "marsh", "road", "fen", "field", "woods"), "river",
			"out-of-range: expected cover, hill, marsh, road, fen, field or woods, found `river`"},
		{Word("n", "e", "s", "w", "x", "y", "zzz"), "zz",
			"out-of-range: expected n, e, s, w, x, y or zzz (perhaps zzz), found `zz`"},
		{Word("foot", "horse"), "{}", "wrong-type: expected foot or horse, found keys and values"},
		{Word("1", "2"), "2", ""},

		{Text(), "1812", ""},
		{Text(), "[a]", "wrong-type: expected text, found a list of 1"},
		{Text(), strings.Repeat("long", 30), ""},
		{Match("a hex of the board", "off-board", func(s string) bool { return s == "A1" }), "A1", ""},
		{Match("a hex of the board", "off-board", func(s string) bool { return s == "A1" }), "Z9",
			"off-board: expected a hex of the board, found `Z9`"},

		{ID("unit"), "9e2", ""},
		{ID("unit"), "20-maine", ""},
		{ID("unit"), "Royal", "bad-id: expected an id for a unit (lower-case letters, digits, hyphens), found `Royal`"},
		{ID("unit").Except("HOLD"), "hold",
			"bad-id: expected an id for a unit (lower-case letters, digits, hyphens) that is not a reserved word of the " +
				"rules, found `hold`"},
		{ID("unit").Where("an id with a letter", func(s string) bool { return strings.ContainsAny(s, "abc") }), "12",
			"bad-id: expected an id with a letter, found `12`"},
		{SeatID(), "french.north", ""},
		{SeatID(), "french.",
			"bad-id: expected a seat's id SIDE.NAME (lower-case letters, digits, hyphens), found `french.`"},
		{SeatID(), "a.b.c", "bad-id: expected a seat's id SIDE.NAME (lower-case letters, digits, hyphens), found `a.b.c`"},

		{List(Int(0, 9), 1, 2), "[1, 2]", ""},
		{List(Int(0, 9), 1, 2), "[]",
			"out-of-range: expected a list of 1 to 2, each a whole number from 0 to 9, found a list of 0"},
		{List(Int(0, 9), 0, 0), "[]", ""},
		{List(Int(0, 9), 3, 0), "[1]",
			"out-of-range: expected a list of 3 or more, each a whole number from 0 to 9, found a list of 1"},
		{List(Int(0, 9), 0, 0), "7", "wrong-type: expected a list, each a whole number from 0 to 9, found `7`"},
		{Tuple(Int(1, 3), Word("up", "down")), "[2, up]", ""},
		{Tuple(Int(1, 3), Word("up", "down")), "[2]",
			"wrong-type: expected [a whole number from 1 to 3, up or down], found a list of 1"},
		{Point(), "[1, 2, 3]", "wrong-type: expected a point [x, y], found a list of 3"},
		{Point().What("the commander's place"), "here", "wrong-type: expected the commander's place, found `here`"},

		{Each(Int(1, 200), Word("fair", "poor")), "{1: fair, 12: poor}", ""},
		{Each(ID("side"), Keys()), "{french: , dutch: {}}", ""},
		{Each(ID("side"), Keys()), "french",
			"wrong-type: expected a map: an id for a side (lower-case letters, digits, hyphens): value, found `french`"},
		{OneOf(Word("fair", "poor"), Each(Int(1, 200), Word("fair", "poor"))), "poor", ""},
		{OneOf(Word("none"), Int(1, 9)), "10", "out-of-range: expected none, or a whole number from 1 to 9, found `10`"},
		{OneOf(YesNo(), Int(1, 9)), "[10]",
			"wrong-type: expected yes or no, or a whole number from 1 to 9, found a list of 1"},
		{Keys(Opt("a", Int(1, 2), "")), "[1]", "wrong-type: expected keys and values, found a list of 1"},
	} {
		_, faults := Read("s", []byte("v: "+c.value+"\n"), Keys(Opt("v", c.spec, "")))
		got := ""
		if len(faults) > 0 {
			got = strings.TrimPrefix(faults[0].String(), "s:1:4: v: ")
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.value, got, c.want)
		}
	}
}

func TestFaultOfTheAlternativeThatCameNearest(t *testing.T) {
	weather := OneOf(Word("fair", "poor"), Each(Int(1, 200), Word("fair", "poor")))
	_, faults := Read("s", []byte("v: {1: fair, 300: foul}\n"), Keys(Opt("v", weather, "")))
	var got []string
	for _, f := range faults {
		got = append(got, f.String())
	}
	want := "s:1:14: v.300: out-of-range: expected a whole number from 1 to 200, found `300`\n" +
		"s:1:19: v.300: out-of-range: expected fair or poor, found `foul`"
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

func TestMissingKeysAreNamed(t *testing.T) {
	spec := Keys(Req("units", Each(ID("unit"), Keys(Req("arm", Word("foot"), ""), Req("at", Point(), ""))), ""))
	_, faults := Read("s", []byte("units:\n  a:\n  b: {arm: }\n"), spec)
	var got []string
	for _, f := range faults {
		got = append(got, f.String())
	}
	want := []string{
		"s:2:5: units.a.arm: missing-key: expected foot",
		"s:2:5: units.a.at: missing-key: expected a point [x, y]",
		"s:3:6: units.b.arm: missing-key: expected foot",
		"s:3:6: units.b.at: missing-key: expected a point [x, y]",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

func TestRulesetIsFoundBeforeAllElse(t *testing.T) {
	known := []string{"firediscipline", "fieldcommand"}
	for _, c := range []struct{ src, name, want string }{
		{"title: [broken\n", "", "bad-syntax"},
		{"- a\n", "", "s:1:1: wrong-type: expected keys and values, found a list of 1"},
		{"ruleset: fieldcommand\nunits: nonsense\n", "fieldcommand", ""},
		{"ruleset: firediscpline\n", "firediscpline", "out-of-range: expected firediscipline or fieldcommand"},
		{"ruleset: [a]\n", "", "wrong-type"},
		{"units: {}\n", "", "s:1:1: ruleset: missing-key: expected firediscipline or fieldcommand"},
	} {
		name, faults := Parse("s", []byte(c.src)).Ruleset(known)
		got := ""
		if len(faults) > 0 {
			got = faults[0].String()
		}
		if name != c.name || !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%q: %s, %s", c.src, name, got)
		}
	}
}
