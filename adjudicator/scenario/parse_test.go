package scenario

import (
	"fmt"
	"strings"
	"testing"

	"galloper/events/mutate"
)

// readAny reads a file with any keys.
func readAny(src string) (*Doc, []Fault) { return Read("s.yaml", []byte(src), Spec{}) }

func TestAnchorsAndAliases(t *testing.T) {
	doc, faults := readAny("a: &line {stands: 6, at: [1, 2]}\nb: *line\nc: [*line, *line]\n")
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	if b := doc.At("b"); b.Int("stands", 0) != 6 || b.At("stands").Path() != "b.stands" || b.Line() != 1 {
		t.Errorf("b has %d stands, path %s, line %d", b.Int("stands", 0), b.At("stands").Path(), b.Line())
	}
	if c := doc.List("c"); len(c) != 2 || c[1].At("at").Path() != "c[1].at" {
		t.Errorf("c is %v", c)
	}
}

func TestWhatIsNotReadAsYAML(t *testing.T) {
	bomb := "a: &a [x, x, x, x, x, x, x, x, x]\n"
	for c := 'b'; c <= 'i'; c++ {
		bomb += fmt.Sprintf("%c: &%c [%s*%c]\n", c, c, strings.Repeat(fmt.Sprintf("*%c, ", c-1), 8), c-1)
	}
	for why, c := range map[string]struct{ src, want string }{
		"empty":         {"", "s.yaml:1:1: bad-syntax: expected a scenario, `key: value` lines, found nothing"},
		"comment":       {"# nothing\n", "found nothing"},
		"two documents": {"a: 1\n---\nb: 2\n", "one scenario in a file"},
		"bad indent":    {"a:\n  b: 1\n c: 2\n", "s.yaml:"},
		"open bracket":  {"a: [1, 2\n", "s.yaml:1:9: bad-syntax"},
		"tab":           {"a:\n\tb: 1\n", "bad-syntax"},
		"no UTF-8":      {"a: \xff\n", "text in UTF-8"},
		"too long":      {strings.Repeat("a", MaxBytes+1), "at most 1048576 bytes"},
		"bomb":          {bomb, "at most 200000 values, aliases followed"},
		"nested flow":   {"a: " + strings.Repeat("[", 1000), "nested at most 40 deep"},
		"nested lines":  {"a: \n" + strings.Repeat("- ", 1000) + "x\n", "nested at most 40 deep"},
		"nested more":   {"a: " + strings.Repeat("[", 60) + strings.Repeat("]", 60), "nested at most 40 deep"},
		"endless alias": {"a: &a [1, *a]\n", "a[1]: unknown-name: expected an anchor `&a` before it, found *a"},
		"unknown alias": {"a: *b\n", "a: unknown-name: expected an anchor `&b` before it"},
		"merge": {"a: &a {x: 1}\nb: {<<: *a, y: 2}\n",
			"unknown-key: expected the keys written out: `<<` is not read"},
		"key twice": {"a: 1\nb: 2\na: 3\n",
			"s.yaml:3:1: a: duplicate-id: expected each key once, found it again; the first stands on line 1"},
		"key twice deep": {"a: {b: 1, 12: 2, \"12\": 3}\n", "a.12: duplicate-id"},
	} {
		doc, faults := readAny(c.src)
		if doc != nil || len(faults) == 0 || !strings.Contains(faults[0].String(), c.want) {
			t.Errorf("%s: %v, want %s", why, faults, c.want)
		}
	}
}

func TestScalarsAreTextAsWritten(t *testing.T) {
	const src = `plain: 45e Ligne
number: 0x1f
float: 9e2
quoted: "a: b"
single: 'it''s'
block: |
  two
  lines
folded: >
  one
  line
tagged: !!str 12
null: null
tilde: ~
empty:
true: true
é: {ü: Légion}
`
	doc, faults := readAny(src)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	for key, want := range map[string]string{
		"plain": "45e Ligne", "number": "0x1f", "float": "9e2", "quoted": "a: b", "single": "it's", "block": "two\nlines",
		"folded": "one line", "tagged": "12", "null": "absent", "tilde": "absent", "empty": "absent", "true": "true",
		"é": "absent",
	} {
		if got := doc.Text(key, "absent"); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	if u := doc.At("é").At("ü"); u.String() != "Légion" || u.Path() != "é.ü" || u.pos.col != 8 {
		t.Errorf("%q at %s, column %d: columns count runes", u, u.Path(), u.pos.col)
	}
}

func TestGettersOfWhatIsNotThere(t *testing.T) {
	doc, _ := readAny("a: {x: word}\nb: [1, 2]\nc: 7\n")
	none := doc.At("z").At("y")
	if none.Exists() || none.Path() != "" || none.Line() != 0 || none.Keys() != nil || none.Items() != nil ||
		none.IsMap() || none.IsList() {
		t.Error("a value that was not written has something")
	}
	for range none.Entries() {
		t.Error("it has entries")
	}
	if doc.Int("z", 4) != 4 || !doc.Bool("z", true) || doc.Hundredths("z", -1) != -1 || doc.Text("z", "d") != "d" {
		t.Error("defaults are not given")
	}
	if doc.At("a").Int("x", 3) != 3 || doc.At("a").Bool("x", true) != true || doc.At("a").Hundredths("x", 5) != 5 {
		t.Error("a value that does not read as what is asked gives no default")
	}
	if _, _, ok := doc.Point("c"); ok {
		t.Error("7 is a point")
	}
	if got := doc.List("c"); len(got) != 1 || got[0].AsInt(0) != 7 {
		t.Errorf("a single value is a list of one: %v", got)
	}
	if got := strings.Join(doc.Texts("b"), ","); got != "1,2" || !doc.At("b").IsList() || !doc.At("a").IsMap() {
		t.Errorf("b is %s", got)
	}
}

// TestControlCharacters: titles and names are printed on terminals and in mails.
func TestControlCharacters(t *testing.T) {
	for text, want := range map[string]string{
		`a: "\x1b]0;gone\x07"`:         "s.yaml:1:4: a: bad-syntax: expected text without control characters, found U+001B",
		`a: "x\0y"`:                    "s.yaml:1:4: a: bad-syntax: expected text without control characters, found U+0000",
		`a: ["one", "a\r\nb"]`:         "s.yaml:1:12: a[1]: bad-syntax: expected text without control characters, found U+000D",
		"a: left \u202eright":          "s.yaml:1:4: a: bad-syntax: expected text without control characters, found U+202E",
		`"a\x07": b`:                   "s.yaml:1:1: bad-syntax: expected text without control characters, found U+0007",
		"a: |\n  two\n  lines\n":       "",
		`a: "José\tRégiment \u200d ⚔"`: "",
	} {
		_, faults := readAny(text)
		got := ""
		if len(faults) > 0 {
			got = faults[0].String()
		}
		if got != want {
			t.Errorf("%q\n got %s\nwant %s", text, got, want)
		}
	}
}

func TestNumbersWithoutFloatingPoint(t *testing.T) {
	for s, want := range map[string]int{"22.5": 2250, "0": 0, "-0.05": -5, "5000": 500000, "1.25": 125, "007": 700} {
		if got, ok := readHundredths(s); !ok || got != want {
			t.Errorf("%s is %d, %t", s, got, ok)
		}
	}
	for _, bad := range []string{"", ".", "1.", ".5", "1.255", "1e3", "0x1", "--1", "1_000", "99999999", "+1", "1,5",
		"½"} {
		if got, ok := readHundredths(bad); ok {
			t.Errorf("%q is %d", bad, got)
		}
	}
	for _, bad := range []string{"", "1.0", "+1", "0x1", "1_000", "99999999999", "three"} {
		if got, ok := readInt(bad); ok {
			t.Errorf("%q is %d", bad, got)
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"stands", "rating", "mounted", "at"}
	for word, want := range map[string]string{"stand": "stands", "ratign": "rating", "mountd": "mounted", "aat": "at",
		"colour": "", "x": ""} {
		if got := Nearest(word, names); got != want {
			t.Errorf("%s is nearest to %q, want %q", word, got, want)
		}
	}
}

func TestSetupRefusesAtThePlace(t *testing.T) {
	doc, _ := readAny("units:\n  a: {at: [1, 2], arm: foot}\n  b: {arm: horse}\n")
	b, a := doc.At("units").At("b"), doc.At("units").At("a")
	doc.RefuseKey(b, "pdr", "wrong-arm", "no pdr for %s", "horse")
	doc.Refuse(a.At("at"), "off-map", "a point on the map")
	doc.RefuseKey(a, "arm", "wrong-arm", "guns")
	doc.Refuse(doc.At("sides"), "two-sides", "two sides")
	var got []string
	for _, f := range doc.Faults() {
		got = append(got, f.String())
	}
	want := []string{
		"s.yaml:1:1: two-sides: expected two sides",
		"s.yaml:2:11: units.a.at: off-map: expected a point on the map, found `[1, 2]`",
		"s.yaml:2:24: units.a.arm: wrong-arm: expected guns, found `foot`",
		"s.yaml:3:6: units.b.pdr: wrong-arm: expected no pdr for horse",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

func FuzzRead(f *testing.F) {
	mutate.Add(f, nil, []byte(good), []byte("a: &a [*a, *a]\nb: {<<: *a}\n? x\n: y\n- !!str z\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		doc, faults := Read("s.yaml", src, testSpec)
		if (doc == nil) != (len(faults) > 0) {
			t.Fatalf("document %v with faults %v", doc, faults)
		}
		for _, fault := range faults {
			if fault.Line < 1 || fault.Col < 1 || fault.Reason == "" || strings.Contains(fault.String(), "\n") {
				t.Errorf("fault %+v", fault)
			}
		}
		if _, again := Read("s.yaml", src, testSpec); fmt.Sprint(again) != fmt.Sprint(faults) {
			t.Errorf("first %v, then %v", faults, again)
		}
	})
}
