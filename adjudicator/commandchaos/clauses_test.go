package commandchaos

import (
	"flag"
	"fmt"
	"go/ast"
	goparser "go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write testdata/clauses.golden anew; read the difference before you commit it")

// without lists the clauses that have no function, or no case, and why: `type`
// (cannot be violated), or where they are shown.
var without = map[string]struct{ Function, Case string }{}

const digest = "../../docs/rules/commandchaos.md"

// clauseHead is how the digest sets a clause's number: **K9**; cited, how code
// and cases cite one: §K9, and the given cases in their first lines, K9, C1 to C7.
var (
	clauseHead = regexp.MustCompile(`\*\*([SIMCFLBKRTOPEDH][0-9]+)\*\*`)
	citation   = regexp.MustCompile(`§([A-Z][0-9]+)`)
	listed     = regexp.MustCompile(`\b([SIMCFLBKRTOPEDH])([0-9]+)(?: to [SIMCFLBKRTOPEDH]([0-9]+))?\b`)
)

// coverage says of each clause which functions implement it and which cases show it.
type coverage struct {
	clauses   []string
	functions map[string][]string
	cases     map[string][]string
}

func TestEveryClauseHasFunctionAndCase(t *testing.T) {
	t.Parallel()
	c := surveyClauses(t)
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
	const file = "testdata/clauses.golden"
	if *update {
		if err := os.WriteFile(file, []byte(golden.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if golden.String() != string(want) {
		t.Errorf("%s differs: run the test with -update and read the difference", file)
	}
}

func orReason(names []string, why string) string {
	if len(names) == 0 {
		return "none: " + why
	}
	return strings.Join(names, ", ")
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
	if len(c.clauses) < 90 {
		t.Fatalf("the digest has only %d clauses", len(c.clauses))
	}
	c.readFunctions(t)
	c.readCases(t)
	return c
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
		parsed, err := goparser.ParseFile(token.NewFileSet(), file, nil, goparser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			for _, m := range citation.FindAllStringSubmatch(f.Doc.Text(), -1) {
				c.add(t, c.functions, m[1], f.Name.Name, file)
			}
		}
	}
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
			head, _, _ := strings.Cut(string(a.Comment), ":")
			if i := strings.Index(head, ". "); i >= 0 {
				head = head[:i]
			}
			for _, m := range listed.FindAllStringSubmatch(head, -1) {
				from, _ := strconv.Atoi(m[2])
				to := from
				if m[3] != "" {
					to, _ = strconv.Atoi(m[3])
				}
				for n := from; n <= to; n++ {
					c.add(t, c.cases, m[1]+strconv.Itoa(n), strings.TrimSuffix(filepath.Base(file), ".txtar"), file)
				}
			}
		}
	}
}

func (c *coverage) add(t *testing.T, to map[string][]string, clause, name, file string) {
	t.Helper()
	if !slices.Contains(c.clauses, clause) {
		t.Errorf("%s: %s cites §%s, which the digest has not", file, name, clause)
		return
	}
	if !slices.Contains(to[clause], name) {
		to[clause] = append(to[clause], name)
	}
}
