package scenario

import (
	"strings"
	"testing"
)

var testSpec = Root("minirules",
	Req("map", Keys(
		Req("width", Int(100, 5000), "yards"),
		Opt("height", Int(100, 5000), "yards"),
	), "the ground"),
	Req("seats", Each(SeatID(), Keys(Req("at", Point(), ""), Opt("chief", YesNo(), "no"))), ""),
	Req("units", Each(ID("unit").Except("hold", "advance"), Keys(
		Req("seat", Text(), ""),
		Req("arm", Word("foot", "horse"), ""),
		Opt("rating", Int(0, 4), "2"),
		Opt("at", Point(), ""),
		Opt("width", OneOf(Int(1, 4), Each(ID("unit"), Int(1, 4))), ""),
		Opt("road", OneOf(Word("main", "minor"), List(Word("main", "minor"), 1, 3)), ""),
		Opt("name", Text(), ""),
	)), ""),
	Opt("options", Keys(Opt("ask", YesNo(), "")), ""),
)

const good = `ruleset: minirules
title: The "mill"   # a comment
map: {width: 1200}
seats:
  french.guiche: {at: [500, 60.5], chief: yes}
units:
  9e2:  {seat: french.guiche, arm: foot, at: [1.25, -3], name: 1812}
  1812: {seat: french.guiche, arm: horse, rating: 4, width: {9e2: 2}, road: [main, minor]}
  45e:
    seat: french.guiche
    arm: foot
    width: 3
    road: main
options:
`

func TestDocGivesValuesInScenarioOrder(t *testing.T) {
	doc, faults := Read("scenario.yaml", []byte(good), testSpec)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	if got := strings.Join(doc.At("units").Keys(), " "); got != "9e2 1812 45e" {
		t.Errorf("units %q", got)
	}
	if got := doc.Text("title", ""); got != `The "mill"` {
		t.Errorf("title %q", got)
	}
	guiche := doc.At("seats").At("french.guiche")
	if x, y, ok := guiche.Point("at"); !ok || x != 50000 || y != 6050 {
		t.Errorf("at %d,%d,%t", x, y, ok)
	}
	u := doc.At("units").At("9e2")
	if x, y, _ := u.Point("at"); x != 125 || y != -300 || u.Text("name", "") != "1812" || u.Int("rating", 2) != 2 {
		t.Errorf("9e2 at %d,%d name %q", x, y, u.Text("name", ""))
	}
	if doc.Has("options") || !guiche.Bool("chief", false) || guiche.Bool("missing", true) != true {
		t.Error("an empty key counts as written, or yes/no is misread")
	}
}

func TestAllFaultsComeAtOnceWithTheirPlaces(t *testing.T) {
	const bad = `ruleset: minirules
map: {widht: 1200}
seats:
  guiche: {at: [500, 60]}
units:
  a: {seat: french.guiche, arm: foot, rating: 5, at: [1.255, 3]}
  a: {seat: french.guiche, arm: camel, rating: two}
  hold: {seat: x, arm: foot, width: {9: 7}}
  B2: {seat: x, arm: foot, width: 7, road: [main, lane]}
options: 3
`
	_, faults := Read("s.yaml", []byte(bad), testSpec)
	var got []string
	for _, f := range faults {
		got = append(got, f.String())
	}
	want := `s.yaml:2:6: map.width: missing-key: expected a whole number from 100 to 5000
s.yaml:2:7: map.widht: unknown-key: expected perhaps width, found ` + "`widht`" + `
s.yaml:4:3: seats.guiche: bad-id: expected a seat's id SIDE.NAME (lower-case letters, digits, hyphens), found ` + "`guiche`" + `
s.yaml:6:47: units.a.rating: out-of-range: expected a whole number from 0 to 4, found ` + "`5`" + `
s.yaml:6:55: units.a.at[0]: wrong-type: expected a number with at most two decimals, found ` + "`1.255`" + `
s.yaml:7:3: units.a: duplicate-id: expected each key once, found it again; the first stands on line 6
s.yaml:7:33: units.a.arm: out-of-range: expected foot or horse, found ` + "`camel`" + `
s.yaml:7:48: units.a.rating: wrong-type: expected a whole number from 0 to 4, found ` + "`two`" + `
s.yaml:8:3: units.hold: bad-id: expected an id for a unit (lower-case letters, digits, hyphens) that is not a reserved word of the rules, found ` + "`hold`" + `
s.yaml:8:41: units.hold.width.9: out-of-range: expected a whole number from 1 to 4, found ` + "`7`" + `
s.yaml:9:3: units.B2: bad-id: expected an id for a unit (lower-case letters, digits, hyphens), found ` + "`B2`" + `
s.yaml:9:35: units.B2.width: out-of-range: expected a whole number from 1 to 4, or a map: an id for a unit (lower-case letters, digits, hyphens): value, found ` + "`7`" + `
s.yaml:9:51: units.B2.road[1]: out-of-range: expected main or minor, found ` + "`lane`" + `
s.yaml:10:10: options: wrong-type: expected keys and values, found ` + "`3`"
	if g := strings.Join(got, "\n"); g != want {
		t.Errorf("got\n%s\nwant\n%s", g, want)
	}
}

// An unknown key is matched with the only key whose description has the word.
func TestKeyIsFoundByItsMeaning(t *testing.T) {
	spec := Keys(Opt("level", Int(0, 9), "hill: its height"), Opt("slope", Int(0, 200), "hill: width of its side"))
	for key, want := range map[string]string{"height": "perhaps level", "width": "perhaps slope",
		"hill": "one of level or slope", "leve": "perhaps level"} {
		_, faults := Read("s.yaml", []byte(key+": 3\n"), spec)
		if len(faults) != 1 || faults[0].Want != want {
			t.Errorf("%s: %v, want %s", key, faults, want)
		}
	}
}

func TestFurtherFaultsAreOfEntriesThatAreSoundSoFar(t *testing.T) {
	at := func(line int, path string) Fault { return Fault{File: "s.yaml", Line: line, Path: path, Reason: "x"} }
	faults := []Fault{at(3, "units.a.rating"), at(9, "seats.french.guiche.at")}
	more := []Fault{at(3, "units.a.pdr"), at(4, "units.b.seat"), at(8, "seats.french.surville.attached"),
		at(9, "seats.french.guiche.attached"), at(2, "units")}
	var got []string
	for _, f := range Further(faults, more) {
		got = append(got, f.Path)
	}
	want := "units.a.rating units.b.seat seats.french.surville.attached seats.french.guiche.at"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("faults of\n%s\nwant\n%s", s, want)
	}
	faults[0].Reason, faults[1].Reason = UnknownKey, UnknownKey
	if all := Further(faults, more); len(all) != len(faults)+len(more) {
		t.Errorf("beside keys that nobody knows: %v", all)
	}
}

func TestFaultyFilesAreReadAsFarAsTheyAreYAML(t *testing.T) {
	for src, want := range map[string]bool{"units:\n  a: {x: 1}\n": true, "units: {a: {x: 1}, a: {}}\n": true,
		"units: 3\n": true, "units: [\n": false, "- 3\n": false} {
		p := Parse("s.yaml", []byte(src))
		_, faults := p.Read(testSpec)
		if doc := p.Faulty(faults); (doc != nil) != want || doc != nil && !doc.Faulty || len(faults) == 0 {
			t.Errorf("%q: %+v, want a document: %v", src, doc, want)
		}
	}
}

func TestWhatAFaultLeavesSound(t *testing.T) {
	doc := Doc{Faulty: true, read: []Fault{{Path: "map.size[1]", Reason: WrongType},
		{Path: "seats.french.guiche.at", Reason: MissingKey},
		{Path: "units.B2", Reason: BadID}, {Path: "sides", Reason: MissingKey}, {Path: "optoins", Reason: UnknownKey}}}
	for path, want := range map[string][2]bool{ // whether the path is sound, and whether its names are
		"map": {false, true}, "map.size": {false, true}, "map.places": {true, true}, "map.siz": {true, true},
		"seats": {false, true}, "seats.french.guiche": {false, true}, "seats.french.surville": {true, true},
		"units": {false, false}, "sides": {false, false}, "sides.french": {false, false}, "options": {true, true},
	} {
		if got := [2]bool{doc.Sound(path), doc.SoundNames(path)}; got != want {
			t.Errorf("%s: sound, names sound: %v, want %v", path, got, want)
		}
	}
	doc.RefuseName(Node{&value{path: "units.a.side"}}, "sides", UnknownName, "a side")
	doc.RefuseName(Node{&value{path: "units.a.seat"}}, "seats", UnknownName, "a seat")
	doc.Refuse(Node{}, OutOfRange, "more")
	if faults := doc.Faults(); len(faults) != 1 || faults[0].Path != "units.a.seat" {
		t.Errorf("told: %v, want of the seat alone", faults)
	}
}

// TestTextsAreBounded: a name occurs in every mail, so an unlimited one would leave no room for the rest.
func TestTextsAreBounded(t *testing.T) {
	spec := Root("x", Opt("units", Each(ID("unit"), Keys(Opt("name", Name("all"), ""), Opt("side", Word("red"), ""))), ""))
	giant := func(n int) string { return strings.Repeat("ü", n) }
	for what, row := range map[string]struct{ src, path, want string }{
		"title":        {"title: " + giant(100_000), "2:8: title", "at most 200 characters"},
		"name":         {"units:\n  a: {name: " + giant(201) + "}", "3:13: units.a.name", "at most 200 characters"},
		"id":           {"units:\n  " + giant(100_000) + ": {}", "3:3: units", "a key of at most 200 characters"},
		"unknown key":  {giant(100_000) + ": 1", "2:1", "a key of at most 200 characters"},
		"word":         {"units:\n  a: {side: " + giant(100_000) + "}", "3:13: units.a.side", "at most 200 characters"},
		"briefing":     {"briefing: {all: " + giant(16_001) + "}", "2:17: briefing.all", "at most 16000 characters"},
		"long enough":  {"title: " + giant(200) + "\nbriefing: {all: " + giant(16_000) + "}", "", ""},
		"block scalar": {"title: |\n  " + giant(100_000), "title", "at most 200 characters"},
	} {
		_, faults := Read("x.yaml", []byte("ruleset: x\n"+row.src+"\n"), spec)
		if row.want == "" {
			if len(faults) > 0 {
				t.Errorf("%s: %v", what, faults)
			}
			continue
		}
		if len(faults) != 1 || !strings.Contains(faults[0].String(), row.path) ||
			!strings.Contains(faults[0].String(), "out-of-range: expected "+row.want) || len(faults[0].String()) > 200 {
			t.Errorf("%s: %.300v; want one fault at %s: %s", what, faults, row.path, row.want)
		}
	}
}
