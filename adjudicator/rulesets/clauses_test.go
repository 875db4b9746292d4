package rulesets_test

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
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"galloper/adjudicator/rulesets"
)

var update = flag.Bool("update", false,
	"write each testdata/clauses.golden anew; read the difference before you commit it")

// numbering is the format of a digest's clause numbers.
type numbering struct {
	head     string // a clause's heading; the first group matches its number
	number   string // a number as cited in code or in a case
	least    int    // minimum number of clauses, to detect that the heading no longer matches
	unmarked bool   // code cites them without the sign §
	// without lists the clauses without a function or without a case, with the reason.
	without map[string]absence
}

type absence struct{ Function, Case string }

var numberings = map[string]numbering{
	"activationchits": {head: `(?m)^- \*\*([0-9]+|[GTMFARLPQWVg][0-9]+)\*\*`, number: `[0-9]+|[GTMFARLPQWVg][0-9]+`,
		least: 80},
	"commandchaos": {head: `\*\*([SIMCFLBKRTOPEDH][0-9]+)\*\*`, number: `[SIMCFLBKRTOPEDH][0-9]+`, least: 90},
	"fieldcommand": {head: `\*\*(H?[0-9]+(?:\.[0-9]+)*)`, number: `H?[0-9]+(?:\.[0-9]+)*`, least: 60},
	"firediscipline": {
		head:   `\*\*([0-9]+\.[0-9]+[a-z]?(?:-[a-z])?|[GTDOQWV][0-9]+)\*\*`,
		number: `[0-9]+\.[0-9]+[a-z]?|[GTDOQWV][0-9]+`, least: 100,
		without: map[string]absence{
			"G1":  {Function: "package board: Sin, Cos"},
			"G2":  {Function: "package board: Round, Root, Point.Bearing, Point.Step, Turn, Frame"},
			"G3":  {Function: "package board: Point.Within, Yards"},
			"3.1": {Case: "type: a stand alone is in line whatever its formation is called"},
			"3.3": {Function: "type: troops of horse are stands as companies are; see place", Case: "type: see 3.2"},
			"5.1": {Function: "type: a rating is a number from 0 to 4, used by 5.2, 7.4 and 8.5",
				Case: "type: see c_all_faults_at_once"},
			"6.37": {Function: "type: commanders and couriers are no stands", Case: "type: no shot can name them"},
			"6.38": {Function: "type: the zone is that of the stand, guns are not asked"},
			"6.63": {Function: "type: a crew belongs to its stand", Case: "type: no outcome mans another's guns"},
			"6.7":  {Function: "6.71 and 6.73", Case: "6.71 to 6.75"},
			"8.13": {Function: "type: nothing forbids it"},
			"8.14": {Case: "type: the order of the phases"},
		},
	},
	"orderdiscipline": {
		head: `\*\*([0-9]+\.[0-9]+|[fgi][0-9])\*\*`, number: `[0-9]+\.[0-9]+|[fgi][0-9]`, least: 70, unmarked: true,
		without: map[string]absence{
			"10.1": {Function: "package board: Sin, Cos, Round, Root, Point.Distance, Point.Bearing"},
			"2.8":  {Function: "type: see public, the list of what all are told"},
			"7.6":  {Function: "type: nothing moves the winners"},
			"8.2":  {Function: "see 12.2"},
		},
	},
}

// TestEveryClauseHasFunctionAndCase checks that each clause of the digests is cited in the comment of a function and in
// that of a case.
func TestEveryClauseHasFunctionAndCase(t *testing.T) {
	t.Parallel()
	for _, rules := range rulesets.All() {
		t.Run(rules.Name, func(t *testing.T) {
			t.Parallel()
			n, ok := numberings[rules.Name]
			if !ok {
				t.Fatal("clauses_test.go does not know how its digest numbers clauses")
			}
			c := survey(t, rules.Name, n)
			compareGolden(t, filepath.Join("..", rules.Name, "testdata/clauses.golden"), c.table(t))
		})
	}
}

// coverage records which functions implement each clause, and which cases demonstrate it.
type coverage struct {
	numbering
	cited     *regexp.Regexp // in code
	marked    *regexp.Regexp // in a case, with its sign
	listed    *regexp.Regexp // in a case's heading, without sign: `K9`, `C1 to C7`, `30-33`
	clauses   []string
	functions map[string][]string
	cases     map[string][]string
}

// survey reads the digest, the package's comments and the cases.
func survey(t *testing.T, ruleset string, n numbering) *coverage {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../docs/rules", ruleset+".md"))
	if err != nil {
		t.Fatal(err)
	}
	c := &coverage{numbering: n, functions: map[string][]string{}, cases: map[string][]string{}}
	c.marked = regexp.MustCompile(`§(` + n.number + `)`)
	c.listed = regexp.MustCompile(`\b(` + n.number + `)(?:(?: to |-)(` + n.number + `))?\b`)
	if c.cited = c.marked; n.unmarked {
		c.cited = regexp.MustCompile(`\b(` + n.number + `)\b`)
	}
	c.readDigest(string(text))
	if len(c.clauses) < n.least {
		t.Fatalf("the digest has only %d clauses", len(c.clauses))
	}
	c.readFunctions(t, filepath.Join("..", ruleset))
	c.readCases(t, filepath.Join("..", ruleset))
	return c
}

// letterHead matches a part of the clause above it: **b** after **8.2a**.
var letterHead = regexp.MustCompile(`\*\*([b-z])\*\*`)

// readDigest collects the clauses, including the parts of a lettered clause: 8.2b and 8.2c are written as **b** and
// **c** in the paragraph of **8.2a**.
func (c *coverage) readDigest(text string) {
	head := regexp.MustCompile(c.head)
	add := func(clause string) {
		if !slices.Contains(c.clauses, clause) {
			c.clauses = append(c.clauses, clause)
		}
	}
	for _, m := range head.FindAllStringSubmatch(text, -1) {
		for _, clause := range spread(m[1]) {
			add(clause)
		}
	}
	for paragraph := range strings.SplitSeq(text, "\n- ") {
		m := head.FindStringSubmatch(paragraph)
		if m == nil || !strings.HasPrefix(paragraph, "**"+m[1]) || !strings.HasSuffix(m[1], "a") {
			continue
		}
		for _, l := range letterHead.FindAllStringSubmatch(paragraph, -1) {
			add(strings.TrimSuffix(m[1], "a") + l[1])
		}
	}
}

// spread returns the clauses of a heading: `8.2d-g` is 8.2d, 8.2e, 8.2f and 8.2g.
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

// readFunctions reads the comments of the package's declarations.
func (c *coverage) readFunctions(t *testing.T, folder string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
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
			for _, m := range c.cited.FindAllStringSubmatch(doc, -1) {
				c.add(t, c.functions, m[1], name, file)
			}
		}
	}
}

// declared returns the name and the comments of a declaration.
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

func (c *coverage) readCases(t *testing.T, folder string) {
	t.Helper()
	for _, glob := range []string{"testdata/cases/*.txtar", "testdata/*.txtar"} {
		files, err := filepath.Glob(filepath.Join(folder, glob))
		if err != nil || len(files) == 0 {
			t.Fatal(glob, "has no cases")
		}
		for _, file := range files {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			c.readCase(t, file, string(a.Comment))
		}
	}
}

// readCase adds the clauses that a case cites with their sign anywhere, and those that its heading lists without.
func (c *coverage) readCase(t *testing.T, file, comment string) {
	t.Helper()
	name := strings.TrimSuffix(filepath.Base(file), ".txtar")
	for _, m := range c.marked.FindAllStringSubmatch(comment, -1) {
		c.add(t, c.cases, m[1], name, file)
	}
	for _, m := range c.listed.FindAllStringSubmatch(heading(comment), -1) {
		for _, number := range through(m[1], m[2]) {
			if _, ok := c.find(number); ok {
				c.add(t, c.cases, number, name, file)
			}
		}
	}
}

// heading returns the part of a case's comment that lists its clauses: from the word `Clause` or the beginning, up to
// the first full stop or colon followed by a blank.
func heading(comment string) string {
	if _, list, ok := strings.Cut(comment, "Clause"); ok {
		comment = list
	}
	if i := strings.IndexAny(strings.NewReplacer(". ", "\x00", ".\n", "\x00", ": ", "\x00").Replace(comment),
		"\x00"); i >= 0 {
		return comment[:i]
	}
	return comment
}

// through returns all clauses of a range: C1 to C7, H4.1 to H4.3, 30-33.
func through(from, to string) []string {
	stem := strings.TrimRight(from, "0123456789")
	first, err := strconv.Atoi(from[len(stem):])
	last, err2 := strconv.Atoi(strings.TrimPrefix(to, stem))
	if err != nil || err2 != nil {
		return []string{from}
	}
	var all []string
	for n := first; n <= last; n++ {
		all = append(all, stem+strconv.Itoa(n))
	}
	return all
}

// find returns the digest's clause for a citation. §2.41d belongs to 2.41 if the digest has no heading for it.
func (c *coverage) find(number string) (string, bool) {
	for _, n := range []string{number, strings.TrimRight(number, "abcdefghijk")} {
		if slices.Contains(c.clauses, n) {
			return n, true
		}
	}
	return "", false
}

func (c *coverage) add(t *testing.T, to map[string][]string, number, name, file string) {
	t.Helper()
	clause, ok := c.find(number)
	if !ok {
		t.Errorf("%s: %s cites §%s, which the digest has not", file, name, number)
		return
	}
	if !slices.Contains(to[clause], name) {
		to[clause] = append(to[clause], name)
	}
}

// table returns the coverage as text. It reports clauses that lack a function or a case without a reason, and reasons
// that are no longer needed.
func (c *coverage) table(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	for _, clause := range c.clauses {
		why := c.without[clause]
		for _, lack := range []struct {
			what, why string
			names     []string
		}{{"function", why.Function, c.functions[clause]}, {"case", why.Case, c.cases[clause]}} {
			if len(lack.names) == 0 && lack.why == "" {
				t.Errorf("§%s has no %s", clause, lack.what)
			}
			if len(lack.names) > 0 && lack.why != "" {
				t.Errorf("§%s has a %s (%s), though clauses_test.go says why it has none", clause, lack.what, lack.names[0])
			}
		}
		fmt.Fprintf(&b, "§%s\n  functions: %s\n  cases: %s\n", clause, orReason(c.functions[clause], why.Function),
			orReason(c.cases[clause], why.Case))
	}
	return b.String()
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
