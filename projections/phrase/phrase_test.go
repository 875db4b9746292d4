package phrase_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"galloper/events"
	"galloper/projections/phrase"
)

func fields(kv ...any) []events.Field { return events.Fields(kv...) }

func compile(t testing.TB, text string) phrase.Template {
	t.Helper()
	tmpl, err := phrase.Compile(text)
	if err != nil {
		t.Fatal(err)
	}
	return tmpl
}

func names(id string) string {
	return map[string]string{"1foot": "First Foot", "2foot": "Second Foot"}[id]
}

func TestForms(t *testing.T) {
	src := &phrase.Source{Turn: 3, Names: names, Fields: fields(
		"unit", "1foot", "hand", "queen, king, jack, queen, jack",
		"units", "1foot,2foot,guns", "x", 50049, "y", -50, "inch", 1205, "neg", -5,
		"none", "-", "no", false, "yes", true, "zero", 0, "one", 1, "two", 2, "how", "voice",
		"turnless", "?", "facing", 46, "score", "1foot:5,guns:3", "cards", "wedge|push")}
	for _, c := range []struct{ template, want string }{
		{"plain text", "plain text"},
		{"{unit} and {unit:name}", "1foot and First Foot"},
		{"{units:name}", "First Foot, Second Foot and guns"},
		{"{units:list}", "1foot, 2foot and guns"},
		{"{score:scores}, {how:scores}", "First Foot 5, guns 3, voice"},
		{"{cards:or} {how:or}", "wedge or push voice"},
		{"{x:yards},{y:yards}", "500,-1"},
		{"{inch:hundredths} {neg:hundredths}", "12.05 -0.05"},
		{"{turnless:yards}", "?"}, // hidden by the ruleset: shown as it is
		{"{facing:compass}", "north-east"},
		{"{hand:bag}", "2 × queen, king and 2 × jack"},
		{"hit{one:s} hit{two:s} hit{zero:s}", "hit hits hits"},
		{"a[ out {zero:+}][ out {two:+}]", "a out 2"},
		{"a[ {none}][ {no}][ {yes}]", "a yes"},
		{"a[ {absent}]", "a"},
		{"{absent}{none}", "?-"},
		{"a[ halted{yes:?}][ moving{no:?}]", "a halted"},
		{"a[ halted{yes:!}][ moving{no:!}][ gone{absent:!}]", "a moving gone"},
		{"a[{how:?voice} aloud][{how:?courier} by rider][{absent:?voice} not]", "a aloud"},
		{"{how:voice=by word|courier=by rider} {unit:voice=x}", "by word 1foot"},
		{"{one:0=no hit|1=one hit|*=# hits}, {two:0=no hit|1=one hit|*=# hits}, {two:*=many}", "one hit, 2 hits, many"},
		{"{unit:none=nobody|*=@ has won}, {two:*=@ left}, {how:*=by @}", "First Foot has won, 2 left, by voice"},
		{"a[ b[ c {none}] d {unit}]", "a b d 1foot"},
		{"a[ b[ c] d {none}]", "a"},
		{"turn {turn}", "turn 3"},
		{"", ""},
	} {
		tmpl, err := phrase.Compile(c.template)
		if err != nil {
			t.Errorf("%q: %v", c.template, err)
			continue
		}
		if got := tmpl.String(src); got != c.want {
			t.Errorf("%q: %q, want %q", c.template, got, c.want)
		}
	}
}

func TestFieldNamedTurnGoesBeforeTheFactsOwn(t *testing.T) {
	src := &phrase.Source{Turn: 3, Fields: fields("turn", 1)}
	if got := compile(t, "{turn}").String(src); got != "1" {
		t.Errorf("turn %s, want the field's", got)
	}
}

func TestCompassPointsLieBetween(t *testing.T) {
	tmpl := compile(t, "{a:compass}")
	for angle, want := range map[int]string{
		0: "north", 22: "north", 23: "north-east", 90: "east", 180: "south", 270: "west", 337: "north-west", 338: "north",
		359: "north", -90: "west",
	} {
		if got := tmpl.String(&phrase.Source{Fields: fields("a", angle)}); got != want {
			t.Errorf("%d degrees are %s, want %s", angle, got, want)
		}
	}
}

func TestFaultsSayWhatIsWrong(t *testing.T) {
	for template, want := range map[string]string{
		"a {unit":      "byte 2: the brace { is not closed",
		"a [b":         "the bracket [ is not closed",
		"a ] b":        `byte 2: "]" closes nothing`,
		"a } b":        `byte 2: "}" closes nothing`,
		"{}":           "a field's name was expected",
		"{:yards}":     "a field's name was expected",
		"{x:furlongs}": `"furlongs" is no form`,
		"[a [b] c":     "is not closed",
	} {
		_, err := phrase.Compile(template)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", template, err, want)
		}
	}
}

// TestAnyTextCompilesOrIsRefused: no text crashes Compile, and every compiled template can be filled from any fields.
func TestAnyTextCompilesOrIsRefused(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("ab{}[]:?!+s=|éx1,-"))).Draw(t, "template")
		tmpl, err := phrase.Compile(text)
		if err != nil {
			return
		}
		value := rapid.String().Draw(t, "value")
		out := tmpl.String(&phrase.Source{Fields: fields("a", value, "b", "-")})
		if !strings.ContainsAny(text, "{[") && out != text {
			t.Fatalf("%q became %q", text, out)
		}
	})
}

func BenchmarkAppend(b *testing.B) {
	tmpl := compile(b, "own {unit} {arm} {formation} {stands} stands at {x:yards},{y:yards} facing {facing}[ out "+
		"{out:+}][ halted{halted:?}] boxes {boxes} of {shatter}")
	src := &phrase.Source{Fields: fields("unit", "champagne", "arm", "foot", "formation", "line", "stands", 6,
		"x", 50000, "y", 14000, "facing", 0, "out", 1, "halted", true, "boxes", 3, "shatter", 18)}
	var buf []byte
	for b.Loop() {
		buf = tmpl.Append(buf[:0], src)
	}
	b.SetBytes(int64(len(buf)))
}
