package orderdiscipline

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write testdata/clauses.golden anew; read the difference before you commit it")

// excused lists the clauses that have no function, or no case, and why.
var excused = map[string]struct{ Function, Case string }{
	"10.1": {Function: "package board: Sin, Cos, Round, Root, Point.Distance, Point.Bearing"},
	"2.8":  {Function: "type: see public, the list of what all are told"},
	"7.6":  {Function: "type: nothing moves the winners"},
	"8.2":  {Function: "see 12.2"},
	"6.1":  {},
	"i6":   {},
}

const digest = "../../docs/rules/orderdiscipline.md"

var (
	// clauseHead is how the digest sets a clause's number.
	clauseHead = regexp.MustCompile(`\*\*([0-9]+\.[0-9]+|[fgi][0-9])\*\*`)
	// cited is how comments cite one.
	cited = regexp.MustCompile(`\b([0-9]+\.[0-9]+|[fgi][0-9])\b`)
)

func TestEveryClauseHasFunctionAndCase(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(digest)
	if err != nil {
		t.Fatal(err)
	}
	var clauses []string
	for _, m := range clauseHead.FindAllStringSubmatch(string(text), -1) {
		if !slices.Contains(clauses, m[1]) {
			clauses = append(clauses, m[1])
		}
	}
	if len(clauses) < 70 {
		t.Fatalf("the digest has only %d clauses", len(clauses))
	}
	functions, shown := citedByFunctions(t, clauses), citedByCases(t, clauses)
	var golden strings.Builder
	for _, c := range clauses {
		why := excused[c]
		if len(functions[c]) == 0 && why.Function == "" {
			t.Errorf("§%s is implemented by no function", c)
		}
		if len(shown[c]) == 0 && why.Case == "" {
			t.Errorf("§%s is shown by no case", c)
		}
		fmt.Fprintf(&golden, "§%s\n  functions: %s\n  cases: %s\n", c, orWhy(functions[c], why.Function), orWhy(shown[c], why.Case))
	}
	compareGolden(t, "testdata/clauses.golden", golden.String())
}

func orWhy(names []string, why string) string {
	if len(names) == 0 {
		return "none: " + why
	}
	return strings.Join(names, ", ")
}

func compareGolden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs: run the test with -update and read the difference", file)
	}
}

func citedByFunctions(t *testing.T, clauses []string) map[string][]string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			name, doc := declared(d)
			for _, m := range cited.FindAllString(doc, -1) {
				if !slices.Contains(clauses, m) {
					t.Errorf("%s: %s cites §%s, which the digest has not", file, name, m)
				}
				if !slices.Contains(all[m], name) {
					all[m] = append(all[m], name)
				}
			}
		}
	}
	return all
}

// declared is the name of a declaration and what its comment says.
func declared(d ast.Decl) (name, doc string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return d.Name.Name, d.Doc.Text()
	case *ast.GenDecl:
		for _, s := range d.Specs {
			if v, ok := s.(*ast.ValueSpec); ok {
				return v.Names[0].Name, d.Doc.Text()
			}
		}
	}
	return "", ""
}

func citedByCases(t *testing.T, clauses []string) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, glob := range []string{"testdata/cases/*.txtar", "testdata/*.txtar"} {
		files, err := filepath.Glob(glob)
		if err != nil || len(files) == 0 {
			t.Fatal(glob, "has no cases")
		}
		for _, file := range files {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range cited.FindAllString(heading(string(a.Comment)), -1) {
				name := strings.TrimSuffix(filepath.Base(file), ".txtar")
				if slices.Contains(clauses, m) && !slices.Contains(all[m], name) {
					all[m] = append(all[m], name)
				}
			}
		}
	}
	return all
}

// heading is the part of a case's comment that lists its clauses: up to the first
// full stop or colon that a blank follows.
func heading(comment string) string {
	if i := strings.IndexAny(strings.ReplaceAll(strings.ReplaceAll(comment, ". ", "\x00"), ": ", "\x00"), "\x00"); i >= 0 {
		return comment[:i]
	}
	return comment
}
