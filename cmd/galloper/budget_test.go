package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

const budgetFile = "testdata/budget.txt"

// TestBudget compares the size and the English of each group of files with its row in testdata/budget.txt, where the
// columns are explained. With -update it lowers the rows of groups that have shrunk. With -v it prints the counts and
// every hit.
func TestBudget(t *testing.T) {
	b, err := readBudget(readPage(t, budgetFile))
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join("..", "..")
	for _, name := range repositoryFiles(t, root) {
		if !isCounted(name) {
			continue
		}
		src, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if errors.Is(err, fs.ErrNotExist) { // deleted, but still in the index
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		f, hits := measure(name, src)
		if !b.add(name, f) {
			t.Errorf("%s is in no group of %s: add a pattern", name, budgetFile)
		}
		if testing.Verbose() {
			for _, h := range hits {
				t.Logf("%s:%d: [%s] %s", name, h.line, h.construction, h.sentence)
			}
		}
	}
	for _, fault := range b.faults() {
		t.Error(fault)
	}
	t.Log("\n" + b.rows(func(g *group) figures { return g.now }))
	if *update {
		if err := os.WriteFile(budgetFile, []byte(b.lowered()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// figures are the counts for a file or group, in the order of the columns.
type figures [3]int

const (
	codeColumn = iota
	docsColumn
	englishColumn
)

var columns = [len(figures{})]string{"lines of code", "lines of Markdown", "English hits"}

// A group is a row of the budget and the patterns below it.
type group struct {
	name       string
	line       int // index into budget.lines
	limit, now figures
	allowance  int
	remark     string // the rest of the row: allowance and reason
	patterns   []string
	matched    []bool // whether each pattern matched a file
	files      []file
}

type file struct {
	name string
	figures
}

type budget struct {
	lines  []string
	groups []*group
}

var budgetRow = regexp.MustCompile(`^(\S+) +(\d+) +(\d+) +(\d+)(( +\+(\d+))?( +#.*)?)$`)

func readBudget(text string) (*budget, error) {
	b := &budget{lines: strings.Split(text, "\n")}
	for i, line := range b.lines {
		m := budgetRow.FindStringSubmatch(line)
		switch {
		case strings.TrimSpace(line) == "" || line[0] == '#':
		case line[0] == ' ' && len(b.groups) > 0:
			g := b.groups[len(b.groups)-1]
			g.patterns = append(g.patterns, strings.Fields(line)...)
			g.matched = make([]bool, len(g.patterns))
		case m == nil || m[7] != "" && m[8] == "":
			return nil, fmt.Errorf("%s:%d: %q is no row; one is: events 5000 20 100 +300 # reason", budgetFile, i+1, line)
		default:
			g := &group{name: m[1], line: i, remark: m[5]}
			for n := range g.limit {
				g.limit[n], _ = strconv.Atoi(m[2+n])
			}
			g.allowance, _ = strconv.Atoi(m[7])
			b.groups = append(b.groups, g)
		}
	}
	return b, nil
}

// add counts a file in the first group with a pattern that matches it, and reports whether there is one.
func (b *budget) add(name string, f figures) bool {
	for _, g := range b.groups {
		for i, pattern := range g.patterns {
			if ok, _ := path.Match(pattern, name); !ok && (!strings.HasSuffix(pattern, "/...") || !matches(pattern, name)) {
				continue
			}
			g.matched[i] = true
			g.files = append(g.files, file{name, f})
			for n := range f {
				g.now[n] += f[n]
			}
			return true
		}
	}
	return false
}

// faults returns an error for each group above its allowance and each pattern that matches no file.
func (b *budget) faults() (faults []string) {
	growth, allowance := 0, 0
	for _, g := range b.groups {
		growth += max(0, g.now[codeColumn]-g.limit[codeColumn]) + max(0, g.now[docsColumn]-g.limit[docsColumn])
		allowance += g.allowance
		for i, ok := range g.matched {
			if !ok {
				faults = append(faults, fmt.Sprintf("%s: the pattern %s of %s matches no file that an earlier one leaves: "+
					"remove it", budgetFile, g.patterns[i], g.name))
			}
		}
	}
	for _, g := range b.groups {
		for n, now := range g.now {
			if now > g.limit[n] && (n == englishColumn || growth > allowance) {
				faults = append(faults, g.excess(n))
			}
		}
	}
	if growth > allowance {
		faults = append(faults, fmt.Sprintf("all groups together have grown by %d lines; the allowances are %d", growth,
			allowance))
	}
	return faults
}

func (g *group) excess(column int) string {
	slices.SortStableFunc(g.files, func(a, b file) int { return b.figures[column] - a.figures[column] })
	var most []string
	for _, f := range g.files[:min(3, len(g.files))] {
		most = append(most, fmt.Sprintf("%s %d", f.name, f.figures[column]))
	}
	return fmt.Sprintf("%s has %d %s, %d more than its budget. Most are in %s. Remove as many (-v lists English hits), or "+
		"raise the row in %s by hand and write the reason behind it.", g.name, g.now[column], columns[column],
		g.now[column]-g.limit[column], strings.Join(most, ", "), budgetFile)
}

// lowered returns the file with each figure lowered to the present count.
func (b *budget) lowered() string {
	lines := slices.Clone(b.lines)
	for _, g := range b.groups {
		f := g.limit
		for n := range f {
			f[n] = min(f[n], g.now[n])
		}
		lines[g.line] = g.row(f)
	}
	return strings.Join(lines, "\n")
}

func (b *budget) rows(of func(*group) figures) string {
	var text strings.Builder
	for _, g := range b.groups {
		text.WriteString(g.row(of(g)) + "\n")
	}
	return text.String()
}

func (g *group) row(f figures) string {
	return fmt.Sprintf("%-16s %7d %7d %7d%s", g.name, f[codeColumn], f[docsColumn], f[englishColumn], g.remark)
}

// repositoryFiles returns the files that git tracks or, without git, all that .gitignore doesn't exclude by folder.
func repositoryFiles(t *testing.T, root string) (names []string) {
	t.Helper()
	list := exec.Command("git", "ls-files", "-z")
	list.Dir = root
	if out, err := list.Output(); err == nil && len(out) > 0 {
		return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	}
	names, err := walkFiles(os.DirFS(root))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func walkFiles(tree fs.FS) (names []string, err error) {
	ignore, err := fs.ReadFile(tree, ".gitignore")
	if err != nil {
		return nil, err
	}
	ignored := append(strings.Split(string(ignore), "\n"), "/.git/")
	err = fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains(ignored, "/"+name+"/"):
			return fs.SkipDir
		case !d.IsDir():
			names = append(names, name)
		}
		return nil
	})
	return names, err
}

var embedded = []string{".txt", ".tmpl", ".yaml", ".css", ".js", ".html"}

func isCounted(name string) bool {
	ext := path.Ext(name)
	return !strings.HasSuffix(name, "_test.go") && !slices.Contains(strings.Split(name, "/"), "testdata") &&
		(ext == ".go" || ext == ".md" || slices.Contains(embedded, ext))
}

func measure(name string, src []byte) (f figures, hits []hit) {
	var prose []passage
	switch path.Ext(name) {
	case ".go":
		g := readGo(src)
		f[codeColumn], prose = g.code, g.prose()
	case ".md":
		f[docsColumn], prose = filledLines(src), markdownProse(src)
	default:
		f[codeColumn] = filledLines(src)
	}
	for _, p := range prose {
		hits = append(hits, englishHits(p)...)
	}
	f[englishColumn] = len(hits)
	return f, hits
}

func filledLines(src []byte) (n int) {
	for line := range strings.Lines(string(src)) {
		if strings.TrimSpace(line) != "" {
			n++
		}
	}
	return n
}

const smallBudget = `# a comment
first                 10       5       2 +4 # reason
    a/... b/*.go
second                20       0       0
    b/...
`

// TestBudgetIsARatchet gives a small budget a group that shrinks and one that may grow.
func TestBudgetIsARatchet(t *testing.T) {
	lower := strings.Replace(smallBudget, " 10       5       2", "  9       5       1", 1)
	for _, c := range []struct {
		name    string
		second  figures
		faults  []string
		lowered string
	}{
		{"less", figures{19, 0, 0}, nil, strings.Replace(lower, " 20 ", " 19 ", 1)},
		{"more within the allowance", figures{22, 2, 0}, nil, lower},
		{"more than the allowance", figures{24, 1, 0}, []string{
			"second has 24 lines of code, 4 more than its budget. Most are in b/c/d.go 24.",
			"second has 1 lines of Markdown, 1 more", "all groups together have grown by 5 lines; the allowances are 4"}, lower},
		{"worse English", figures{20, 0, 1}, []string{"second has 1 English hits, 1 more"}, lower},
	} {
		b, err := readBudget(smallBudget)
		if err != nil {
			t.Fatal(err)
		}
		for name, f := range map[string]figures{"a/deep/x.go": {5, 5, 0}, "b/y.go": {4, 0, 1}, "b/c/d.go": c.second} {
			if !b.add(name, f) {
				t.Errorf("%s: no group for %s", c.name, name)
			}
		}
		if faults := b.faults(); !slices.EqualFunc(faults, c.faults, strings.HasPrefix) {
			t.Errorf("%s: faults are %q, want %q", c.name, faults, c.faults)
		}
		if lowered := b.lowered(); lowered != c.lowered {
			t.Errorf("%s: lowered to\n%s\nwant\n%s", c.name, lowered, c.lowered)
		}
	}
}

func TestBudgetNamesWhatItCannotRead(t *testing.T) {
	for _, line := range []string{"first 10 5", "first 10 5 2 +4", "first 10 5 2 reason", "    a/..."} {
		if _, err := readBudget("# comment\n" + line + "\n"); err == nil || !strings.Contains(err.Error(), ":2: ") {
			t.Errorf("%q: %v, want an error in line 2", line, err)
		}
	}
	b, err := readBudget(smallBudget)
	if err != nil {
		t.Fatal(err)
	}
	if b.add("c/x.go", figures{}) {
		t.Error("c/x.go is in a group")
	}
	if n := len(b.faults()); n != 3 {
		t.Errorf("%d faults, want one for each of the 3 patterns that match nothing", n)
	}
}

// TestBudgetFiles lists the files of a tree without git.
func TestBudgetFiles(t *testing.T) {
	tree := fstest.MapFS{}
	for _, name := range []string{".gitignore", ".git/x.txt", "artefacts/x.go", "a/artefacts/x.go", "a/x.go",
		"a/x_test.go", "a/testdata/x.txt", "a/x.png", "x.md"} {
		tree[name] = &fstest.MapFile{Data: []byte("/artefacts/\n")}
	}
	names, err := walkFiles(tree)
	names = slices.DeleteFunc(names, func(name string) bool { return !isCounted(name) })
	if want := []string{"a/artefacts/x.go", "a/x.go", "x.md"}; err != nil || !slices.Equal(names, want) {
		t.Errorf("%v, %v, want %v", names, err, want)
	}
}
