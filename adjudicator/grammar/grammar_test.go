package grammar

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/orders"
)

// desk is the reading context of the tests: units, of which the first belong to the enemy.
type desk struct {
	ids                    []string
	indexes                map[string]int
	units, enemies, places []*orders.Names
}

type order struct {
	Verb   string            `slot:"verb"`
	Stands bool              `slot:"STANDING"`
	Units  []int             `slot:"unit"`
	At     adjudicator.Index `slot:"enemy"`
	N      int               `slot:"n"`
	Near   bool              `slot:"TO CONTACT"`
	Side   int               `slot:"LEFT=-1,RIGHT=1"`
	Whom   adjudicator.Index `slot:"whom"`
	Place  string            `slot:"place"`
	Shape  string            `slot:"shape"`
	If     []test            `slot:"cond"`
	Then   *order            `slot:"then"`
	Else   *order            `slot:"else"`
}

type test struct {
	Not  bool   `slot:"NOT"`
	Name string `slot:"verb"`
	Unit int    `slot:"unit"`
	N    int    `slot:"n"`
}

func (d *desk) at(id string) int {
	if i, ok := d.indexes[id]; ok {
		return i
	}
	return -1
}

func names(kind, want, unknown string, of func(*desk) []*orders.Names, foils func(*desk) []*orders.Names) Names[*desk,
	int] {
	return Names[*desk, int]{Kind: kind, Want: want, Unknown: unknown, Foiled: "foiled",
		Missing: "incomplete", Sets: of, Foils: foils,
		Of:   func(d *desk, id string, _ *orders.Names) int { return d.at(id) },
		Text: func(d *desk, i int) string { return d.ids[i] }}
}

func own(d *desk) []*orders.Names   { return d.units }
func enemy(d *desk) []*orders.Names { return d.enemies }

var testKinds = []Kind[*desk]{
	names("unit", "a unit of yours", "unknown-unit", own, enemy),
	names("enemy", "an enemy", "unknown-unit", enemy, nil),
	Names[*desk, string]{Kind: "place", Want: "a place", Unknown: "unknown-place", Missing: "incomplete",
		Sets: func(d *desk) []*orders.Names { return d.places },
		Of:   func(_ *desk, id string, _ *orders.Names) string { return id },
		Text: func(_ *desk, id string) string { return id }},
	Number[*desk]{Kind: "n", Least: 1, Most: 9, Bad: "bad-number", Want: "1 to 9"},
	Words[*desk, string]{Kind: "shape", Bad: "incomplete", Want: "line or square",
		Words: []Word[string]{{Word: "LINE", Value: "LINE", Say: []string{"IN LINE"}}, {Word: "SQUARE", Value: "SQUARE"}}},
}

var declared = Grammar[*desk, order]{
	Head: "[STANDING]",
	Refusals: []string{"unknown-order", "unknown-unit", "unknown-place", "ambiguous", "foiled", "bad-number", "bad-test",
		"incomplete"},
	Unknown: "unknown-order", Incomplete: "incomplete", Ambiguous: "ambiguous", UnknownWant: "a verb",
	Keywords: []string{"TO", "WITH"}, Fillers: []string{"THE", "PLEASE"}, Stops: []string{",", "AT", "TO", "THEN", "ELSE"},
	Kinds: append(testKinds, Conditions[*desk, test]{Kind: "cond", Kinds: testKinds, Bad: "bad-test", Want: "a test",
		WantEnd: "THEN", Fillers: []string{"EVER"},
		Rows: []Verb[*desk, test]{{Name: "TURN", Form: "{n}"}, {Name: "SHAKEN", Form: "{unit} (IS) SHAKEN"},
			{Name: "LOSES", Form: "{unit} LOSES {n}"}}}),
	Verbs: []Verb[*desk, order]{
		{Name: "ADVANCE", Say: []string{"GO", "MARCH"}, Form: "{unit…} [{n} (STEP/STEPS) | TO {place} | TO CONTACT] " +
			"[WITH {whom:enemy}]",
			Help: "Ahead.", Example: "ADVANCE r1 2"},
		{Name: "WHEEL", Form: "{unit} <LEFT [(BY) {n}] | RIGHT [(BY) {n}]>"},
		{Name: "FIRE", Form: "{unit} AT/ON {enemy}"},
		{Name: "RIDE", Form: "[{whom:unit}] TO {place}"},
		{Name: "FORM", Form: "{unit…} {shape}"},
		{Name: "IF", Form: "{cond} THEN {then:order} [ELSE {else:order}]"},
	},
}

func testDesk(units int) *desk {
	d := &desk{indexes: map[string]int{}}
	var ours, theirs []orders.Name
	for i := range units {
		id := fmt.Sprintf("%c%d", "re"[i%2], i/2+1)
		d.ids, d.indexes[id] = append(d.ids, id), i
		if i%2 == 0 {
			ours = append(ours, orders.Name{ID: id, Name: fmt.Sprintf("%d. Régiment", i/2+1)})
		} else {
			theirs = append(theirs, orders.Name{ID: id})
		}
	}
	kind := orders.NamesKind{Want: "a unit of yours", Unknown: "unknown-unit", Ambiguous: "ambiguous"}
	places := []orders.Name{{ID: "mill", Name: "The Windmill"}, {ID: "ford"}}
	d.units, d.enemies = []*orders.Names{orders.NewNames(kind, ours...)}, []*orders.Names{orders.NewNames(kind, theirs...)}
	d.places = []*orders.Names{orders.NewNames(orders.NamesKind{Want: "a place", Unknown: "unknown-place"}, places...)}
	return d
}

// grammars returns the declared grammar in a strict and a lenient version.
func grammars() map[string]*Grammar[*desk, order] {
	lenient := declared
	lenient.Lenient = true
	return map[string]*Grammar[*desk, order]{"strict": declared.Compile(), "lenient": lenient.Compile()}
}

func TestFormsAreReadAndWritten(t *testing.T) {
	t.Parallel()
	d := testDesk(8)
	for name, g := range grammars() {
		for line, want := range map[string]string{
			"go r1, r2 and r1 two steps": "ADVANCE r1, r2 2", "march the r1 to the windmill with e2": "ADVANCE r1 TO mill " +
				"WITH e2",
			"advance r1 with e2 to contact": "ADVANCE r1 TO CONTACT WITH e2", "wheel r1 right by 3": "WHEEL r1 RIGHT 3",
			"wheel r1 left": "WHEEL r1 LEFT",
			"fire r1 on e3": "FIRE r1 AT e3", "ride to mill": "RIDE TO mill", "ride r4 to ford": "RIDE r4 TO ford",
			"standing form r1 & r3 in line": "STANDING FORM r1, r3 LINE",
			"if not turn 3 and r1 is shaken then form r1 square else if r2 loses 2 then go r2"://
			"IF NOT TURN 3 AND r1 SHAKEN THEN FORM r1 SQUARE ELSE IF r2 LOSES 2 THEN ADVANCE r2",
			"if ever r1 is not shaken then go r1": "IF NOT r1 SHAKEN THEN ADVANCE r1",
			"if no turn 3 then go r1":             "IF NOT TURN 3 THEN ADVANCE r1",
			"dance":                               "unknown-order", "go": "incomplete",
			"go r1 10": "bad-number", "go r9": "unknown-unit", "go e1": "foiled",
			"wheel r1": "incomplete",
			"fire r1":  "incomplete", "go r1 to": "incomplete", "go r1 to hill": "unknown-place",
			"form r1 line twice": "incomplete", "if turn 3": "incomplete",
			"if r1 happy then go r1": "bad-test", "if rain then go r1": "bad-test", "if turn 3 then": "incomplete",
		} {
			doc := orders.Read("ORDERS\n"+line+"\nEND\n", g.Language())
			if len(doc.Items) != 1 {
				t.Fatalf("%s: %d items", line, len(doc.Items))
			}
			o, r := g.Read(d, &doc.Items[0])
			got := ""
			if f := r.Verdict(); f != nil {
				got = f.Reason
			} else if got = g.Text(d, o); g.Text(d, g.Recorded(d, got)) != got {
				t.Errorf("%s: %s reads again as %s", name, got, g.Text(d, g.Recorded(d, got)))
			}
			if got != want {
				t.Errorf("%s: %s: %s, want %s", name, line, got, want)
			}
		}
	}
}

// step is one of several actions.
type step struct {
	Verb string            `slot:"verb"`
	N    int               `slot:"n"`
	At   adjudicator.Index `slot:"enemy"`
	If   string            `slot:"place"`
}

type march struct {
	Whom  []int  `slot:"unit"`
	Steps []step `slot:"step"`
}

// TestRowsAndNamesBeforeTheVerb reads orders with names before the verb, whose actions are rows. One row continues as
// another.
func TestRowsAndNamesBeforeTheVerb(t *testing.T) {
	t.Parallel()
	d := testDesk(8)
	steps := Rows[*desk, step]{Kind: "step", Kinds: testKinds, Unknown: "unknown-order", Want: "a step",
		Tail: "[AT {place}]",
		Rows: []Verb[*desk, step]{{Name: "GO", Form: "{n}", Read: func(r *Reader[*desk], s *step) {
			if s.N = (Number[*desk]{Least: 1, Most: 9}).Read(r); r.Accept("AND") {
				r.As("FIRE")
			}
		}}, {Name: "FIRE", Form: "ON {enemy}"}}}
	g := Grammar[*desk, march]{Refusals: declared.Refusals, Unknown: "unknown-order", Incomplete: "incomplete",
		BadNumber: "bad-number",
		Kinds:     append(testKinds, steps), Verbs: []Verb[*desk, march]{{Name: "ORDER", Bare: true,
			Form: "{unit…} : {step THEN/NEXT…}"}}}.Compile()
	for line, want := range map[string]string{
		"r1, r2: go 2, then fire on e1": "r1, r2: GO 2 THEN FIRE ON e1",
		"r1: go 3 at mill next go 1":    "r1: GO 3 AT mill THEN GO 1",
		"r1: go 3 and fire on e2":       "r1: FIRE ON e2", "r1: sing": "unknown-order", "r1: go 2 then": "unknown-order",
		"r1: go 2 at": "incomplete", "r1: go 2 at hill": "unknown-place",
	} {
		it := g.Item(line)
		o, r := g.Read(d, &it)
		if got := shown(g, d, o, r.Verdict()); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
	first := declared
	first.First = "unit"
	spoken := first.Compile()
	for line, want := range map[string]string{
		"r1, r2: march to the windmill": "ADVANCE r1, r2 TO mill", "r1 to fire on e1": "FIRE r1 AT e1",
		"r3, form line": "FORM r3 LINE",
		"r9: form line": "unknown-order", "r1: dance": "unknown-order",
	} {
		it := spoken.Item(line)
		o, r := spoken.Read(d, &it)
		if got := shown(spoken, d, o, r.Verdict()); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}

// shown returns the canonical line of an order, or the reason of its refusal.
func shown[O any](g *Grammar[*desk, O], d *desk, o *O, f *orders.Refusal) string {
	if f != nil {
		return f.Reason
	}
	return g.Text(d, o)
}

func TestHelpShowsTheForms(t *testing.T) {
	t.Parallel()
	g := declared.Compile()
	for i, want := range []string{"ADVANCE unit[, unit…] [n | TO place | TO CONTACT] [WITH whom]",
		"WHEEL unit LEFT [n] | RIGHT [n]"} {
		if got := g.Language().Verbs[i].Grammar; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if got := g.Language().Verbs[0].Help; got != "Ahead. Example: ADVANCE r1 2" {
		t.Error(got)
	}
}

// TestSomeOrders checks that random orders of each verb are accepted, and that their canonical lines read back.
func TestSomeOrders(t *testing.T) {
	t.Parallel()
	d, g := testDesk(8), declared.Compile()
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 3000 {
		line := g.SomeOf(g.Verbs[i%len(g.Verbs)].Name, d, r.IntN)
		it := g.Item(line)
		o, reader := g.Read(d, &it)
		if f := reader.Verdict(); f != nil {
			t.Fatalf("%s: %s %s", line, f.Reason, f.Sentence())
		}
		if text := g.Text(d, o); g.Text(d, g.Recorded(d, text)) != text {
			t.Fatalf("%s: %s", line, text)
		}
	}
}

func TestFaultyFormsPanic(t *testing.T) {
	t.Parallel()
	for form, want := range map[string]string{"{unit": "nothing closes", "[{unit}": "nothing closes",
		"{unit} ]": "nothing opens", "{moon}": "no field",
		"{place…}": "needs a field", "{unit:moon}": "no kind", "{n:unit}": ""} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); !strings.Contains(got, want) {
					t.Errorf("%s: %s", form, got)
				}
			}()
			g := declared
			g.Verbs = []Verb[*desk, order]{{Name: "X", Form: form}}
			g.Compile()
		}()
	}
}

// BenchmarkRead reads a mail of a thousand orders, with a thousand units to name, and writes their lines.
func BenchmarkRead(b *testing.B) {
	const lines = 1000
	d, g := testDesk(2000), declared.Compile()
	var mail strings.Builder
	for i := range lines {
		fmt.Fprintf(&mail, "advance r%d and r%d to the windmill\n", i+1, (i*7)%1000+1)
	}
	b.ReportAllocs()
	for b.Loop() {
		doc := orders.Read(mail.String(), g.Language())
		for i := range doc.Items {
			o, r := g.Read(d, &doc.Items[i])
			if r.Verdict() != nil || g.Text(d, o) == "" {
				b.Fatal(r.Verdict())
			}
		}
	}
	b.ReportMetric(float64(b.N)*lines/b.Elapsed().Seconds(), "lines/s")
}
