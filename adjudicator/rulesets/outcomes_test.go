package rulesets_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/rulesets"
	"galloper/events"
)

func TestOutcomesAreDeclared(t *testing.T) {
	t.Parallel()
	for _, rules := range rulesets.Known() {
		if len(rules.Outcomes) == 0 {
			t.Errorf("%s declares no outcomes", rules.Name)
		}
	}
}

// emitted records the outcomes produced by the cases of a ruleset.
type emitted struct {
	sync.Mutex
	clauses map[string]map[string]bool // clauses, by outcome name
	cases   int                        // number of cases run
}

func (e *emitted) ran() {
	e.Lock()
	e.cases++
	e.Unlock()
}

func (e *emitted) note(outcomes []events.Outcome) {
	e.Lock()
	defer e.Unlock()
	for i := range outcomes {
		o := &outcomes[i]
		if e.clauses[o.Name] == nil {
			e.clauses[o.Name] = map[string]bool{}
		}
		e.clauses[o.Name][o.Clause] = true
	}
}

// inNoCase are outcomes that no case of the ruleset produces.
var inNoCase = map[string][]string{
	"activationchits": {"dispatch.delayed", "melee.halted"},
	"commandchaos":    {"dispatch.delayed", "dispatch.lost"},
	"fieldcommand":    {"dispatch.delayed", "objective.lost"},
	"firediscipline":  {"dispatch.captured", "dispatch.delayed", "stand.left", "stand.moved"},
	"orderdiscipline": {"dispatch.delayed"},
}

// retold is the prefix of outcomes that repeat others for the reader of a report.
const retold = "told."

// prove reports rows whose outcome no case produces, and clauses of outcomes that are missing in their row.
func (e *emitted) prove(t *testing.T, rules *adjudicator.Ruleset) {
	for _, row := range rules.Outcomes {
		listed := slices.Contains(inNoCase[rules.Name], row.Name)
		brought := e.clauses[row.Name]
		if (brought != nil) == listed && !strings.HasPrefix(row.Name, retold) {
			t.Errorf("%s: brought by a case: %v; listed as in no case: %v", row.Name, brought != nil, listed)
		}
		for _, clause := range slices.Sorted(maps.Keys(brought)) {
			if !slices.Contains(row.Clauses, clause) {
				t.Errorf("%s comes about by %s: its row names %v", row.Name, clause, row.Clauses)
			}
		}
	}
}

// The lines around the digest's table of outcomes. The remarks in its last column belong to the digest.
const (
	tableBegins = "<!-- outcomes: go test ./adjudicator/rulesets -run Tables -update; the remarks are kept -->\n"
	tableEnds   = "<!-- end of outcomes -->\n"
)

func digestOf(rules *adjudicator.Ruleset) string {
	if slices.Contains(rulesets.Examples(), rules) {
		return filepath.Join(exampleFolder(rules), "README.md")
	}
	return filepath.Join("..", "..", "docs", "rules", rules.Name+".md")
}

// exampleFolder returns the folder of an example, or of a new ruleset that is temporarily listed as one.
func exampleFolder(rules *adjudicator.Ruleset) string {
	if own := filepath.Join("..", rules.Name); isThere(own) {
		return own
	}
	return filepath.Join("..", "examples", rules.Name)
}

func isThere(folder string) bool {
	_, err := os.Stat(folder)
	return err == nil
}

// TestTablesOfOutcomes checks that the digest's table of outcomes matches the rows.
func TestTablesOfOutcomes(t *testing.T) { // not in parallel: other tests read the digests
	for _, rules := range rulesets.Known() {
		file := digestOf(rules)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		before, rest, begins := strings.Cut(string(text), tableBegins)
		table, after, ends := strings.Cut(rest, tableEnds)
		if !begins || !ends {
			t.Errorf("%s: no table of outcomes between %q and %q", file, tableBegins, tableEnds)
			continue
		}
		want := adjudicator.OutcomeTable(rules.Outcomes, remarks(table))
		if *update {
			if err := os.WriteFile(file, []byte(before+tableBegins+want+tableEnds+after), 0o600); err != nil {
				t.Fatal(err)
			}
		} else if table != want {
			t.Errorf("%s: the table of outcomes differs: run the test with -update and read the difference", file)
		}
	}
}

// remarks returns the last column of a table of outcomes, by the first.
func remarks(table string) map[string]string {
	list := map[string]string{}
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.ReplaceAll(strings.Trim(line, "| \n"), `\|`, "\x00"), " | ")
		if name := strings.Trim(cells[0], "`"); len(cells) == 5 {
			list[name] = strings.ReplaceAll(cells[4], "\x00", `\|`)
		}
	}
	return list
}

// unread are fields that only the record has, where `galloper why` shows them.
var unread = map[string][]string{
	"activationchits": {"activation.rolled.distance", "leader.rolled.roll", "botch.rolled.face", "square.rolled.roll",
		"bounce.rolled.face", "retire.rolled.roll", "flags.ignored.ignored", "unit.eliminated.cause", "unit.lost.cause"},
	"commandchaos": {"zone.active.plan", "charge.rolled.bonus", "charge.rolled.need", "officer.dismay.need",
		"cards.order.choice", "unit.routed.wave", "rout.steady.wave", "unit.shifted.stopped",
		"melee.attack.bonus", "morale.hit.cause", "unit.recovered.cause"},
	"fieldcommand": {"deck.renewed.count", "assault.fought.penalty", "assault.fought.margin",
		"bombard.fired.losses", "strength.lost.cause"},
	"firediscipline": {"directive.acted.verb"},
	"orderdiscipline": {"command.rolled.ability", "unit.retired.stopped", "unit.routed.stopped", "fire.volley.band",
		"fire.volley.count", "melee.fought.count", "general.moved.walked", "unit.retired.walked", "unit.routed.walked"},
}

// TestEveryFieldIsRead checks that each field of an outcome is used: it changes the state, occurs in a sentence, on the
// map or among the facts, or is read by other code.
func TestEveryFieldIsRead(t *testing.T) {
	t.Parallel()
	shared := keysAskedFor(t, "../rules", "../courier", "..", "../../projections", "../../cmd/galloper/internal")
	for _, rules := range rulesets.All() {
		asked := keysAskedFor(t, filepath.Join("..", rules.Name))
		for _, row := range rules.Outcomes {
			name := strings.TrimPrefix(row.Name, retold)
			told := templates(rules, name)
			for i, f := range row.Fields {
				subject := i == 0 && strings.HasPrefix(name, "sight.")
				read := subject || asked[f.Key] || shared[f.Key] || slices.Contains(told, f.Key)
				if !read && !slices.Contains(unread[rules.Name], name+"."+f.Key) {
					t.Errorf("%s: nobody reads %s.%s", rules.Name, row.Name, f.Key)
				}
			}
		}
	}
}

// templateField matches a field in a sentence: `{unit:name}`.
var templateField = regexp.MustCompile(`\{([a-z_-]+)`)

// templates returns the fields of an outcome that sentences, facts and the map show.
func templates(rules *adjudicator.Ruleset, name string) (keys []string) {
	texts := []string{rules.Words.Diary[name]}
	for _, f := range rules.Words.Facts {
		if f.Kind == name {
			texts = append(texts, f.Now, f.Old, f.News, f.Called, f.Strength, f.State, f.Idle)
		}
	}
	for _, m := range templateField.FindAllStringSubmatch(strings.Join(texts, " "), -1) {
		keys = append(keys, m[1])
	}
	for _, s := range rules.Symbols {
		if s.Kind == name {
			keys = append(keys, s.X, s.Y, s.Facing, s.Label, s.Strength, s.Place, s.Shape, s.Frontage, s.Depth,
				s.Road, s.Reach, s.Side)
		}
	}
	return keys
}

// tellers are functions whose arguments write fields instead of reading them.
var tellers = []string{"Emit", "EmitBy", "EmitWith", "Tell", "TellAs", "NewFact", "With", "Fields", "fact", "emit"}

// keysAskedFor returns the strings with which code may read a field: arguments of functions, except tellers, and
// strings in comparisons and lists.
func keysAskedFor(t *testing.T, folders ...string) map[string]bool {
	t.Helper()
	keys := map[string]bool{}
	add := func(list ...ast.Expr) {
		for _, e := range list {
			if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				word, _ := strconv.Unquote(lit.Value)
				keys[word] = true
			}
		}
	}
	for _, file := range sources(t, folders) {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				name := ""
				switch f := n.Fun.(type) {
				case *ast.SelectorExpr:
					name = f.Sel.Name
				case *ast.Ident:
					name = f.Name
				}
				if !slices.Contains(tellers, name) {
					add(n.Args...)
				}
			case *ast.CompositeLit:
				add(n.Elts...)
			case *ast.BinaryExpr:
				add(n.X, n.Y)
			case *ast.CaseClause:
				add(n.List...)
			}
			return true
		})
	}
	return keys
}

// sources parses the Go files in the folders, without tests and, for the folder "..", without subfolders.
func sources(t *testing.T, folders []string) (list []*ast.File) {
	t.Helper()
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && folder == ".." && path != folder:
				return filepath.SkipDir
			case filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go"):
				return nil
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			list = append(list, file)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return list
}
