package fieldcommand

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

// without lists the clauses that have no function, or no case, and why: `umpire`
// (a person decides), `type` (cannot be violated), `unused` (not offered).
var without = map[string]struct{ Function, Case string }{}

const digest = "../../docs/rules/fieldcommand.md"

// clauseHead is how the digest sets a clause's number: **7.1 Shuffle**, **H2**.
var clauseHead = regexp.MustCompile(`\*\*(H?[0-9]+(?:\.[0-9]+)*)`)

// citation is how code and cases cite one: §7.1.
var citation = regexp.MustCompile(`§(H?[0-9]+(?:\.[0-9]+)*)`)

// listed is how the given cases name theirs: `Clauses 7.1, H3.3 and 8.2`.
var listed = regexp.MustCompile(`\bH?[0-9]+(?:\.[0-9]+)*\b`)

// coverage says of each clause which functions implement it and which cases show it.
type coverage struct {
	clauses   []string
	functions map[string][]string
	cases     map[string][]string
	unknown   []string
}

func TestEveryClauseHasFunctionAndCase(t *testing.T) {
	t.Parallel()
	c := surveyClauses(t)
	for _, u := range c.unknown {
		t.Error(u)
	}
	var golden strings.Builder
	for _, clause := range c.clauses {
		why := without[clause]
		if len(c.functions[clause]) == 0 && why.Function == "" {
			t.Errorf("§%s is implemented by no function", clause)
		}
		if len(c.cases[clause]) == 0 && why.Case == "" {
			t.Errorf("§%s is shown by no case", clause)
		}
		fmt.Fprintf(&golden, "§%s\n  functions: %s\n  cases: %s\n", clause,
			orReason(c.functions[clause], why.Function), orReason(c.cases[clause], why.Case))
	}
	compareGolden(t, "testdata/clauses.golden", golden.String())
}

func orReason(names []string, why string) string {
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

// surveyClauses reads the digest, the package's comments and the cases.
func surveyClauses(t *testing.T) *coverage {
	t.Helper()
	text, err := os.ReadFile(digest)
	if err != nil {
		t.Fatal(err)
	}
	c := &coverage{functions: map[string][]string{}, cases: map[string][]string{}}
	for _, m := range clauseHead.FindAllStringSubmatch(string(text), -1) {
		if !slices.Contains(c.clauses, m[1]) {
			c.clauses = append(c.clauses, m[1])
		}
	}
	if len(c.clauses) < 60 {
		t.Fatalf("the digest has only %d clauses", len(c.clauses))
	}
	c.readFunctions(t)
	c.readCases(t)
	return c
}

// find returns the digest's clause for a citation: §H10 is none of its own, but the
// head of §H10.1 to §H10.4.
func (c *coverage) find(number string) (string, bool) {
	return number, slices.Contains(c.clauses, number)
}

func (c *coverage) readFunctions(t *testing.T) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
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
			for _, m := range citation.FindAllStringSubmatch(doc, -1) {
				c.add(c.functions, m[1], name, file)
			}
		}
	}
}

// declared is the name of a declaration and what its comments say.
func declared(d ast.Decl) (name, doc string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return d.Name.Name, d.Doc.Text()
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.ValueSpec:
				name, doc = s.Names[0].Name, doc+s.Doc.Text()+s.Comment.Text()
			case *ast.TypeSpec:
				name, doc = s.Name.Name, doc+s.Doc.Text()
			}
		}
		return name, d.Doc.Text() + doc
	}
	return "", ""
}

func (c *coverage) readCases(t *testing.T) {
	t.Helper()
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
			c.readCase(file, string(a.Comment))
		}
	}
}

func (c *coverage) readCase(file, comment string) {
	name := strings.TrimSuffix(filepath.Base(file), ".txtar")
	for _, m := range citation.FindAllStringSubmatch(comment, -1) {
		c.add(c.cases, m[1], name, file)
	}
	for _, list := range listOf.FindAllString(comment, -1) {
		for _, clause := range listed.FindAllString(list, -1) {
			if _, ok := c.find(clause); ok {
				c.add(c.cases, clause, name, file)
			}
		}
	}
}

// listOf is the list of clauses of a given case: `Clauses 8.1, H4.1 to H4.3.`
var listOf = regexp.MustCompile(`Clauses? [0-9H., andto]+`)

func (c *coverage) add(to map[string][]string, number, name, file string) {
	clause, ok := c.find(number)
	if !ok {
		c.unknown = append(c.unknown, fmt.Sprintf("%s: %s cites §%s, which the digest has not", file, name, number))
		return
	}
	if !slices.Contains(to[clause], name) {
		to[clause] = append(to[clause], name)
	}
}
