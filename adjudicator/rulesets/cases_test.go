package rulesets_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"galloper/adjudicator"
	"galloper/adjudicator/cases"
	"galloper/adjudicator/desks"
	"galloper/adjudicator/rulesets"
	"galloper/adjudicator/umpire"
	"galloper/events"
	"galloper/projections/knowledge"
)

// watchedDesks are the desks with which `galloper case` runs a case, with two additions: they check that texts for a
// seat name no unit that is masked for it, and record all outcomes.
type watchedDesks struct {
	*desks.Desks
	t   *testing.T
	met *emitted // nil: not recorded
}

func (d *watchedDesks) Tell(turn int, outcomes []events.Outcome) {
	if d.met != nil {
		d.met.note(outcomes)
	}
	d.Desks.Tell(turn, outcomes)
	for i := range outcomes {
		for _, v := range outcomes[i].Views {
			for _, seat := range v.Seats {
				d.keepsMasks(&outcomes[i], &v, seat)
			}
		}
	}
}

// keepsMasks checks that the part of an outcome told to a seat names no unit that its view masks.
func (d *watchedDesks) keepsMasks(o *events.Outcome, v *events.View, seat string) {
	seen, _ := knowledge.Seen(o, seat)
	said := seen.Clause
	for _, die := range seen.Dice {
		said += " " + die.Name
	}
	for _, f := range seen.Fields {
		said += " " + f.Value
	}
	for _, as := range v.As {
		for id := range strings.SplitSeq(o.Get(as.Key), ",") {
			unit, _, _ := strings.Cut(id, ".")
			isName := strings.ContainsFunc(unit, unicode.IsLetter)
			if isName && !inWords(as.Value, unit) && !shown(o, v, unit) && inWords(said, unit) {
				d.t.Errorf("%s is told of %s by %s: %s", seat, id, o, seen)
			}
		}
	}
}

// shown reports whether an unchanged field of the view names the unit.
func shown(o *events.Outcome, v *events.View, unit string) bool {
	return slices.ContainsFunc(o.Fields, func(f events.Field) bool {
		disguised := slices.ContainsFunc(v.As, func(as events.Field) bool { return as.Key == f.Key })
		return !disguised && !slices.Contains(v.Hide, f.Key) && inWords(f.Value, unit)
	})
}

// inWords reports whether the name is one of the words of a text.
func inWords(text, name string) bool {
	between := func(r rune) bool { return strings.ContainsRune(" ,./>#+:", r) }
	return slices.Contains(strings.FieldsFunc(text, between), name)
}

// TestCases runs the conformance suite of every ruleset: the cases of this project, and those of the specification if
// they are beside the working copy. The project's own cases must produce every outcome that the ruleset declares.
func TestCases(t *testing.T) {
	for _, rules := range rulesets.All() {
		t.Run(rules.Name, func(t *testing.T) {
			met := &emitted{clauses: map[string]map[string]bool{}}
			own := 0
			for _, folder := range []string{"testdata/cases", "testdata"} {
				files, err := filepath.Glob(filepath.Join("..", rules.Name, folder, "*.txtar"))
				if err != nil || len(files) == 0 {
					t.Errorf("%s has no cases in %s: %v", rules.Name, folder, err)
				}
				own += len(files)
				runCases(t, files, met)
			}
			t.Cleanup(func() {
				if met.cases == own { // otherwise some were skipped
					met.prove(t, rules)
				}
			})
			given, _ := filepath.Glob(filepath.Join("../../../shared/cases", rules.Name, "*.txtar"))
			runCases(t, given, nil)
		})
	}
}

func runCases(t *testing.T, files []string, met *emitted) {
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			runCase(t, file, met)
		})
	}
}

// TestExampleCases runs the cases of the examples.
func TestExampleCases(t *testing.T) {
	for _, rules := range rulesets.Examples() {
		files, err := filepath.Glob(filepath.Join(exampleFolder(rules), "testdata", "*.txtar"))
		if err != nil || len(files) == 0 {
			t.Errorf("%s has no cases: %v", rules.Name, err)
		}
		t.Run(rules.Name, func(t *testing.T) { runCases(t, files, nil) })
	}
}

func runCase(t *testing.T, file string, met *emitted) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	env := cases.Env{
		Rulesets: rulesets.Known(),
		Desks: func(r *adjudicator.Ruleset, sc adjudicator.Scenario) cases.Desks {
			return &watchedDesks{desks.Open(r, sc), t, met}
		},
		Umpire: umpire.Input,
	}
	if res := cases.Run(text, filepath.Base(file), env); !res.OK() {
		t.Error(res)
	}
	if met != nil {
		met.ran()
	}
}
