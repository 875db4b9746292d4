package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// pureCore lists the packages that must depend on nothing but their arguments.
var pureCore = []string{
	"orders", "orders/...", "events", "events/memlog", "events/archive",
	"adjudicator", "adjudicator/...",
	"projections", "projections/campaign", "projections/knowledge", "projections/phrase", "projections/report",
	"projections/story",
	"projections/history",
	"mailgate",
	"cmd/galloper/internal/game", "cmd/galloper/internal/prose",
}

// floatsAllowed lists pure packages that may use floating point, because their results aren't adjudicated.
var floatsAllowed = []string{"mailgate"}

// zonesAllowed lists pure packages that may load a time zone by name; the zone database is linked into the program.
var zonesAllowed = []string{"cmd/galloper/internal/game"}

// bannedImports give access to the clock, the machine or chance.
var bannedImports = []string{
	"os", "os/exec", "net", "net/http", "net/smtp", "math/rand", "math/rand/v2", "crypto/rand", "syscall",
	"unsafe", "runtime", "log", "log/slog", "sync/atomic", "io/ioutil", "flag",
}

// bannedUses are impure functions of otherwise harmless packages.
var bannedUses = map[string][]string{
	"time": {"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker", "Local",
		"LoadLocation"},
	"fmt":           {"Print", "Printf", "Println", "Scan", "Scanf", "Scanln"},
	"path/filepath": {"Abs", "Glob", "Walk", "WalkDir", "EvalSymlinks"},
	"maps":          {"All", "Keys", "Values"},
	"reflect":       {"Select"},
}

// TestCoreIsPure proves that the core reads no clock, environment, network or disk, starts no goroutine, depends on no
// map's order and uses no floating point. Run it with -count=1.
func TestCoreIsPure(t *testing.T) {
	for _, p := range loadCore(t) {
		checkPackage(p, func(pos token.Position, what string) {
			t.Errorf("%s: %s", pos, what)
		})
	}
}

func loadCore(t *testing.T) []*packages.Package {
	t.Helper()
	patterns := make([]string, len(pureCore))
	for i, p := range pureCore {
		patterns[i] = module + "/" + p
	}
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes |
			packages.NeedTypesInfo | packages.NeedImports,
	}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	if len(pkgs) < 8 {
		t.Fatalf("only %d packages of the core were loaded", len(pkgs))
	}
	for _, p := range pkgs {
		for _, e := range p.Errors {
			t.Fatalf("%s: %v", p.PkgPath, e)
		}
	}
	return pkgs
}

type report func(token.Position, string)

func checkPackage(p *packages.Package, say report) {
	name := strings.TrimPrefix(p.PkgPath, module+"/")
	floats := allowedBy(floatsAllowed, name)
	for _, f := range p.Syntax {
		for _, imp := range f.Imports {
			if path := strings.Trim(imp.Path.Value, `"`); slices.Contains(bannedImports, path) {
				say(p.Fset.Position(imp.Pos()), "imports "+path)
			}
		}
		w := &purityWalk{p: p, say: say, floats: floats}
		ast.Inspect(f, w.visit)
	}
}

type purityWalk struct {
	p      *packages.Package
	say    report
	floats bool
	sorted []ast.Expr // calls whose result is sorted at once
}

func (w *purityWalk) visit(n ast.Node) bool {
	at := func(what string) { w.say(w.p.Fset.Position(n.Pos()), what) }
	switch n := n.(type) {
	case *ast.GoStmt:
		at("starts a goroutine")
	case *ast.SelectStmt:
		at("select: which case runs is not determined")
	case *ast.ChanType:
		at("uses a channel")
	case *ast.RangeStmt:
		if _, ok := w.p.TypesInfo.TypeOf(n.X).Underlying().(*types.Map); ok {
			at("ranges over a map: use slices.Sorted(maps.Keys(m))")
		}
	case *ast.AssignStmt:
		if w.saturates(n) {
			at("ignores the error of strconv.Atoi, which gives the greatest int then: use events.Number")
		}
	case *ast.CallExpr:
		w.call(n)
	case *ast.SelectorExpr:
		w.use(n)
	case ast.Expr:
		if !w.floats && w.isFloat(n) {
			at("floating point")
		}
	}
	return true
}

// call remembers the arguments of slices.Sorted and similar functions: there an iterator over a map is harmless.
func (w *purityWalk) call(n *ast.CallExpr) {
	if pkg, name := w.selected(n.Fun); pkg == "slices" && strings.HasPrefix(name, "Sorted") {
		if c, ok := ast.Unparen(n.Args[0]).(*ast.CallExpr); ok {
			w.sorted = append(w.sorted, c.Fun)
		}
	}
}

// saturates reports whether a number is parsed without checking the error. An out-of-range number then becomes the
// largest int, which depends on the architecture.
func (w *purityWalk) saturates(n *ast.AssignStmt) bool {
	if len(n.Lhs) != 2 || len(n.Rhs) != 1 {
		return false
	}
	c, isCall := n.Rhs[0].(*ast.CallExpr)
	err, isName := n.Lhs[1].(*ast.Ident)
	if !isCall || !isName || err.Name != "_" {
		return false
	}
	pkg, name := w.selected(c.Fun)
	return pkg == "strconv" && name == "Atoi"
}

func (w *purityWalk) use(n *ast.SelectorExpr) {
	pkg, name := w.selected(n)
	if !slices.Contains(bannedUses[pkg], name) {
		return
	}
	if name == "LoadLocation" && allowedBy(zonesAllowed, strings.TrimPrefix(w.p.PkgPath, module+"/")) {
		return
	}
	if pkg == "maps" && slices.Contains(w.sorted, ast.Expr(n)) {
		return
	}
	w.say(w.p.Fset.Position(n.Pos()), fmt.Sprintf("uses %s.%s", pkg, name))
}

// selected returns the package and name of a qualified identifier, or "".
func (w *purityWalk) selected(e ast.Expr) (pkg, name string) {
	if ix, ok := e.(*ast.IndexExpr); ok {
		e = ix.X
	}
	s, ok := e.(*ast.SelectorExpr)
	if !ok {
		return "", ""
	}
	id, ok := s.X.(*ast.Ident)
	if !ok {
		return "", ""
	}
	pn, ok := w.p.TypesInfo.Uses[id].(*types.PkgName)
	if !ok {
		return "", ""
	}
	return pn.Imported().Path(), s.Sel.Name
}

func (w *purityWalk) isFloat(e ast.Expr) bool {
	tv, ok := w.p.TypesInfo.Types[e]
	if !ok || tv.Type == nil {
		return false
	}
	b, ok := tv.Type.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsFloat|types.IsComplex) != 0
}

// TestPurityGuardBites gives the guard a package with one violation a line, so that it cannot pass by finding nothing.
func TestPurityGuardBites(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module sins\n\ngo 1.26\n")
	write("sins.go", `package sins

import (
	"maps"
	"os"
	"slices"
	"strconv"
	"time"
)

func Sins(m map[string]int) (n int) {
	_ = os.Getenv("HOME")
	_ = time.Now()
	go func() {}()
	for range m {
		n++
	}
	for range maps.Keys(m) {
		n++
	}
	for range slices.Sorted(maps.Keys(m)) {
		n++
	}
	x := 0.5
	_ = x
	n, _ = strconv.Atoi("9")
	select {}
}

var C chan int
`)
	pkgs, err := packages.Load(&packages.Config{Dir: dir,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes |
			packages.NeedTypesInfo | packages.NeedImports}, ".")
	if err != nil || len(pkgs) != 1 {
		t.Fatal(err, pkgs)
	}
	var found []string
	checkPackage(pkgs[0], func(pos token.Position, what string) {
		found = append(found, fmt.Sprintf("%d %s", pos.Line, what))
	})
	for _, want := range []string{
		"5 imports os", "13 uses time.Now", "14 starts a goroutine", "15 ranges over a map", "18 uses maps.Keys",
		"24 floating point", "26 ignores the error of strconv.Atoi", "27 select", "30 uses a channel",
	} {
		if !slices.ContainsFunc(found, func(s string) bool { return strings.HasPrefix(s, want) }) {
			t.Errorf("the guard missed %q; it found %q", want, found)
		}
	}
	if slices.ContainsFunc(found, func(s string) bool { return strings.HasPrefix(s, "21 ") }) {
		t.Errorf("the guard refused a sorted iteration: %q", found)
	}
}
