package firediscipline

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
var without = map[string]struct{ Function, Case string }{
	"G1":   {Function: "package board: Sin, Cos"},
	"G2":   {Function: "package board: Round, Root, Point.Bearing, Point.Step, Turn, Frame"},
	"G3":   {Function: "package board: Point.Within, Yards"},
	"3.1":  {Case: "type: a stand alone is in line whatever its formation is called"},
	"3.3":  {Function: "type: troops of horse are stands as companies are; see place", Case: "type: see 3.2"},
	"5.1":  {Function: "type: a rating is a number from 0 to 4, used by 5.2, 7.4 and 8.5", Case: "type: see c_all_faults_at_once"},
	"5.65": {Case: "type: both bonuses are 0 as printed"},
	"6.37": {Function: "type: commanders and couriers are no stands", Case: "type: no shot can name them"},
	"6.38": {Function: "type: the zone is that of the stand, guns are not asked"},
	"6.63": {Function: "type: a crew belongs to its stand", Case: "type: no outcome mans another's guns"},
	"6.7":  {Function: "6.71 and 6.73", Case: "6.71 to 6.75"},
	"8.13": {Function: "type: nothing forbids it", Case: "type: nothing forbids it"},
	"8.14": {Case: "type: the order of the phases"},
}

const digest = "../../docs/rules/firediscipline.md"

// clauseHead is how the digest sets a clause's number: **7.4**, **8.2d-g**, **Q3**.
var clauseHead = regexp.MustCompile(`\*\*([0-9]+\.[0-9]+[a-z]?(?:-[a-z])?|[GTDOQWV][0-9]+)\*\*`)

// citation is how code and cases cite one: §7.4.
var citation = regexp.MustCompile(`§([0-9]+\.[0-9]+[a-z]?|[GTDOQWV][0-9]+)`)

// listed is how the given cases name theirs: `Clauses 7.3, G3 and 8.2b`.
var listed = regexp.MustCompile(`\b([0-9]+\.[0-9]+[a-z]?|[GTDOQWV][0-9]+)\b`)

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
		for _, clause := range spread(m[1]) {
			if !slices.Contains(c.clauses, clause) {
				c.clauses = append(c.clauses, clause)
			}
		}
	}
	c.addLetters(string(text))
	if len(c.clauses) < 100 {
		t.Fatalf("the digest has only %d clauses", len(c.clauses))
	}
	c.readFunctions(t)
	c.readCases(t)
	return c
}

// letterHead is a part of the clause above it: **b** behind **8.2a**.
var letterHead = regexp.MustCompile(`\*\*([b-z])\*\*`)

// spread is each clause of a heading: `8.2d-g` is 8.2d, 8.2e, 8.2f and 8.2g.
func spread(head string) []string {
	from, to, ok := strings.Cut(head, "-")
	if !ok {
		return []string{head}
	}
	stem, letter := from[:len(from)-1], from[len(from)-1]
	var all []string
	for ; letter <= to[0]; letter++ {
		all = append(all, stem+string(letter))
	}
	return all
}

// find returns the digest's clause for a citation: §2.41d is a part of 2.41
// where the digest has no heading of its own for it.
func (c *coverage) find(number string) (string, bool) {
	for _, n := range []string{number, strings.TrimRight(number, "abcdefghijk")} {
		if slices.Contains(c.clauses, n) {
			return n, true
		}
	}
	return "", false
}

// addLetters adds the parts of a clause that has a letter itself: 8.2b and 8.2c stand as
// **b** and **c** in the paragraph of **8.2a**.
func (c *coverage) addLetters(text string) {
	for paragraph := range strings.SplitSeq(text, "\n- ") {
		m := clauseHead.FindStringSubmatch(paragraph)
		if m == nil || !strings.HasPrefix(paragraph, "**"+m[1]) || !strings.HasSuffix(m[1], "a") {
			continue
		}
		for _, l := range letterHead.FindAllStringSubmatch(paragraph, -1) {
			c.clauses = append(c.clauses, strings.TrimSuffix(m[1], "a")+l[1])
		}
	}
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
	if _, list, ok := strings.Cut(comment, "Clause"); ok {
		list, _, _ = strings.Cut(list, ": ")
		list, _, _ = strings.Cut(list, ". ")
		for _, m := range listed.FindAllStringSubmatch(list, -1) {
			c.add(c.cases, m[1], name, file)
		}
	}
}

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
