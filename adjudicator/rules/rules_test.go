package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/scenario"
	"galloper/events"
	"galloper/orders"
)

type testBattle struct{ Roster }

type testUnit struct {
	ID    string
	Men   int    `item:"men,1..9"`
	Mood  string `item:"mood,steady,shaken"`
	Known bool   `item:"known"`
	Arm   string `item:"arm,fixed"`
	Hurt  []int
}

type testState struct {
	Units  []testUnit `item:"unit"`
	Winner string     `item:"game.winner"`
	Turn   int        `item:"game.turn"`
}

func someState() *testState {
	return &testState{Units: []testUnit{
		{ID: "b.x", Men: 3, Mood: "steady", Hurt: []int{1}}, {ID: "a", Men: 9, Mood: "shaken", Known: true, Arm: "foot"}}}
}

func TestTagsAreItems(t *testing.T) {
	t.Parallel()
	items, s := OfState[testState](), someState()
	var got []string
	items.Paths(s, func(path, value string) bool { got = append(got, path+" "+value); return true })
	want := []string{"game.turn 0", "game.winner -", "unit.a.arm foot", "unit.a.known yes", "unit.a.men 9",
		"unit.a.mood shaken",
		"unit.b.x.arm -", "unit.b.x.known no", "unit.b.x.men 3", "unit.b.x.mood steady"}
	if !slices.Equal(got, want) {
		t.Errorf("items\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, c := range []struct{ path, value, fault string }{
		{"unit.b.x.men", "9", ""}, {"unit.b.x.men", "10", "from 1 to 9"}, {"unit.a.mood", "steady", ""},
		{"unit.a.mood", "glad", "steady or shaken"},
		{"unit.a.known", "maybe", "yes or no"}, {"unit.a.arm", "foot", ""}, {"unit.a.arm", "horse", "cannot be set"},
		{"unit.c.men", "1", "no such item"}, {"weather", "fair", "such as unit.b.x.known"}, {"game.turn", "4", ""},
	} {
		err := items.Set(s, c.path, c.value)
		if (err == nil) != (c.fault == "") || err != nil && !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%s = %s: %v, want %q", c.path, c.value, err, c.fault)
		}
	}
	if s.Units[0].Men != 9 || s.Units[1].Mood != "steady" || s.Turn != 4 {
		t.Errorf("set: %+v", s)
	}
}

func TestTagsBesideRows(t *testing.T) {
	t.Parallel()
	items := append(OfState[testState](), One("game", Truth("over", func(s,
		_ *testState) *bool {
		return &s.Units[0].Known
	})))
	var got []string
	items.Paths(&testState{Units: make([]testUnit, 1)}, func(path, _ string) bool {
		got = append(got, path)
		return !strings.HasPrefix(path, "unit.")
	})
	if want := []string{"game.over", "game.turn", "game.winner", "unit..arm"}; !slices.Equal(got, want) {
		t.Errorf("items %q, want %q", got, want)
	}
}

func TestItemsOfOneKindStandTogether(t *testing.T) {
	t.Parallel()
	items := append(OfState[testState](), One("deck", Truth("cut", func(s,
		_ *testState) *bool {
		return &s.Units[0].Known
	})),
		One("game", Truth("over", func(s, _ *testState) *bool { return &s.Units[0].Known }))).arranged()
	var got []string
	for i := range items {
		for _, it := range items[i].items {
			got = append(got, items[i].kind+"."+it.name)
		}
	}
	want := []string{"deck.cut", "game.over", "game.turn", "game.winner", "unit.arm", "unit.known", "unit.men",
		"unit.mood"}
	if !slices.Equal(got, want) {
		t.Errorf("items %q, want %q", got, want)
	}
}

func TestCopiesShareNothing(t *testing.T) {
	t.Parallel()
	s := someState()
	c := copier[testState]()(s)
	c.Units[0].Men, c.Units[0].Hurt[0] = 1, 7
	if s.Units[0].Men != 3 || s.Units[0].Hurt[0] != 1 {
		t.Errorf("the original was changed: %+v", s)
	}
}

func TestRowsHoldOutcomesToTheirFields(t *testing.T) {
	t.Parallel()
	rows := Outcomes[testState]{{Name: "unit.struck", Clause: "1", Fields: "unit roll? target"}}.index("test")
	for fields, fault := range map[string]string{
		"unit roll target": "", "unit target": "", "unit": "target is missing", "target unit": "found target there",
		"unit target hits": "found hits there", "unit roll roll target": "found roll there",
	} {
		o := events.Outcome{Name: "unit.struck"}
		for key := range strings.FieldsSeq(fields) {
			o.Fields = append(o.Fields, events.Field{Key: key, Value: "1"})
		}
		if _, err := rows.check(&o); (err == nil) != (fault == "") || err != nil && !strings.Contains(err.Error(), fault) {
			t.Errorf("%s: %v, want %q", fields, err, fault)
		}
	}
	if _, err := rows.check(&events.Outcome{Name: "unit.hit"}); err == nil {
		t.Error("an outcome without a row was taken")
	}
}

func TestRowsSayWhoIsTold(t *testing.T) {
	t.Parallel()
	type play struct{ *Play[*testBattle, testState] }
	c := compiled[*testBattle, testState, play]{Game: Game[*testBattle, testState, play]{Sight: Sight[play]{
		Witness: func(_ *play, seat int, _ *events.Outcome) (events.View, bool) { return events.View{}, seat != 1 },
		Of:      func(*play, *events.Outcome) string { return "red" },
	}}}
	c.outcomes = Outcomes[testState]{{Name: "x.seen", Fields: "roll", Hide: "gone dice", Veil: "roll"},
		{Name: "x.own", To: "own"}, {Name: "x.all", To: "all"}, {Name: "x.none", To: "none"},
		{Name: "x.named", Fields: "from by", To: "{from} {by}"}}.index("test")
	seats := []adjudicator.Seat{{ID: "red.a", Side: "red"}, {ID: "red.b", Side: "red"}, {ID: "blue.a", Side: "blue"}}
	for _, want := range []struct {
		o    events.Outcome
		told string
	}{
		{events.Outcome{Name: "x.seen", Fields: events.Fields("roll", 3)}, "[{[red.a] [dice] []} {[blue.a] [dice roll] []}]"},
		{events.Outcome{Name: "x.own"}, "[{[red.a] [] []}]"},
		{events.Outcome{Name: "x.all"}, "[{[red.a red.b blue.a] [] []}]"},
		{events.Outcome{Name: "x.none"}, "[]"},
		{events.Outcome{Name: "x.named", Fields: events.Fields("from", "red.b", "by", "blue")}, "[{[red.b blue.a] [] []}]"},
	} {
		if got := fmt.Sprint(c.views(nil, seats, &want.o)); got != want.told {
			t.Errorf("%s is told to %s, want %s", want.o.Name, got, want.told)
		}
	}
}

func TestFaultyTablesAreFoundAtTheStart(t *testing.T) {
	t.Parallel()
	for what, build := range map[string]func(){
		"two rows of one name": func() { Outcomes[testState]{{Name: "a"}, {Name: "a"}}.index("test") },
		"a field twice":        func() { Outcomes[testState]{{Name: "a", Fields: "x x"}}.index("test") },
		"a slot of no kind":    func() { Verbs[*testBattle]{{Name: "GO", Form: "{where:moon}"}}.compile(nil) },
		"bounds that are none": func() { Verbs[*testBattle]{{Name: "GO", Form: "{n:1..many}"}}.compile(nil) },
		"told to nobody known": func() { Outcomes[testState]{{Name: "a", Fields: "x", To: "{y}"}}.index("test") },
		"an item twice":        func() { One("game", Derived("men", noText), Derived("men", noText)) },
		"an item of no type": func() {
			OfState[struct {
				X []int `item:"x"`
			}]()
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: taken", what)
				}
			}()
			build()
		}()
	}
}

func noText(*testState, *testState) string { return "" }

var someVerbs = Verbs[*testBattle]{
	{Name: "STRIKE", Say: []string{"HIT"}, Form: "{unit:own} ?AT {target:enemy} [BY {n:1..3}]"},
	{Name: "FORM", Form: "{unit:own} {as:LINE|COLUMN}"},
	{Name: "PASS"},
}.compile(troopKinds[*testBattle]())

func TestOrdersAreReadByTheirForms(t *testing.T) {
	t.Parallel()
	b := &testBattle{}
	b.Name("anna", "Anna Blume", "red.left")
	b.Name("ann", "", "red.right")
	b.Name("ben", "", "blue.left")
	d := Desk[*testBattle]{adjudicator.Desk{Seat: "red.left"}, b}
	l := someVerbs.Language()
	l.Names, _ = someVerbs.names(d)
	for line, want := range map[string]string{
		"hit anna at ben": "STRIKE anna AT ben", "strike anna ben by 2": "STRIKE anna AT ben BY 2",
		"Anna Blume: hit ben":      "STRIKE anna AT ben",
		"anna, form column please": "FORM anna COLUMN", "anna to form line": "FORM anna LINE", "pass": "PASS",
		"hit anna at anna": UnknownName, "hit ben at anna": UnknownName, "hit anna at ben by 4": BadNumber,
		"form anna square":      Incomplete,
		"hit anna at ben twice": Incomplete, "anna": UnknownOrder, "pass now": Incomplete,
		"standing hit anna at ben": NoStanding,
		"letter to ben: hello":     NoLetters,
	} {
		doc := orders.Read("ORDERS\n"+line+"\nEND\n", l)
		r := someVerbs.read(d, doc.Items)
		if len(r.Entries) != 1 {
			t.Errorf("%s: %d orders", line, len(r.Entries))
			continue
		}
		got := r.Entries[0].Canonical
		if f := r.Entries[0].Refusal; f != nil {
			got = f.Reason
		}
		if got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
		if r.Entries[0].Refusal == nil {
			o := someVerbs.recorded("red.left", 3, got)
			if o.Ref() != "order:red.left.3" || someVerbs.Text(nil, &o) != got {
				t.Errorf("%s: recorded as %+v", got, o)
			}
		}
	}
}

func TestRosterIsRead(t *testing.T) {
	t.Parallel()
	spec := scenario.Root("test", SidesKey(nil), scenario.Req("seats", scenario.Each(scenario.SeatID(),
		scenario.Keys()), ""))
	for text, want := range map[string]string{
		"sides: {red: {name: Reds}, blue: {}}\nseats: {red.a: {}, blue.b: {}}": "",
		"sides: {red: {}}\nseats: {red.a: {}}":                                 "two-sides",
		"sides: {red: {}, blue: {}}\nseats: {green.a: {}}":                     "unknown-name",
	} {
		doc, faults := scenario.Read("s.yaml", []byte("ruleset: test\ntitle: t\n"+text+"\n"), spec)
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		var r Roster
		r.ReadRoster(doc, func(adjudicator.Seat, adjudicator.Index, scenario.Node) {})
		got := ""
		for _, f := range doc.Faults() {
			got += f.Reason
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
		if want == "" && (len(r.Seats()) != 2 || r.NameOf("red") != "Reds" || r.NameOf("moon") != "") {
			t.Errorf("%+v", r)
		}
	}
}
