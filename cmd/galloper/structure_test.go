package main

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// Inside a package nothing keeps two files from using each other, and a type that knows
// everything from growing. These limits do. They are ratchets: lower them when the code allows.
const (
	maxMethods    = 40 // of a type
	maxBackArrows = 10 // of all packages of `structured` together
)

// structured are the packages in which files use each other in one direction: those that
// use, above those that are used.
var structured = []string{"cmd/galloper/internal/..."}

// arrow says that one file uses another, and by which names.
type arrow struct{ from, to string }

// TestFilesUseEachOtherOneWay orders the files of each package by who uses whom, and
// counts the uses that run against the order. With -v it prints each.
func TestFilesUseEachOtherOneWay(t *testing.T) {
	total := 0
	for _, p := range loadStructured(t) {
		names := arrowsIn(p)
		back := backArrows(names)
		total += len(back)
		for _, a := range back {
			t.Logf("%s: %s -> %s through %s", strings.TrimPrefix(p.PkgPath, module+"/"), a.from, a.to,
				strings.Join(slices.Sorted(maps.Keys(names[a])), ", "))
		}
	}
	if total > maxBackArrows {
		t.Errorf("%d uses run back, more than %d; -v lists them", total, maxBackArrows)
	}
}

// TestNoTypeDoesEverything counts the methods of each type.
func TestNoTypeDoesEverything(t *testing.T) {
	for _, p := range loadStructured(t) {
		for _, name := range p.Types.Scope().Names() {
			declared, isType := p.Types.Scope().Lookup(name).(*types.TypeName)
			if !isType {
				continue
			}
			named, ok := declared.Type().(*types.Named)
			if !ok {
				continue
			}
			if n := named.NumMethods(); n > maxMethods {
				t.Errorf("%s.%s has %d methods, more than %d", p.PkgPath, name, n, maxMethods)
			}
		}
	}
}

func loadStructured(t *testing.T) []*packages.Package {
	t.Helper()
	var patterns []string
	for _, p := range structured {
		patterns = append(patterns, module+"/"+p)
	}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax |
		packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports}, patterns...)
	if err != nil || len(pkgs) < 4 {
		t.Fatalf("%d packages were loaded: %v", len(pkgs), err)
	}
	return pkgs
}

// arrowsIn returns which file of the package uses which, and by what names.
func arrowsIn(p *packages.Package) map[arrow]map[string]bool {
	found := map[arrow]map[string]bool{}
	for _, f := range p.Syntax {
		from := filepath.Base(p.Fset.Position(f.FileStart).Filename)
		ast.Inspect(f, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			used := p.TypesInfo.Uses[id]
			if used == nil || used.Pkg() != p.Types || !declaredAtTop(used) {
				return true
			}
			if a := (arrow{from, filepath.Base(p.Fset.Position(used.Pos()).Filename)}); a.from != a.to {
				if found[a] == nil {
					found[a] = map[string]bool{}
				}
				found[a][used.Name()] = true
			}
			return true
		})
	}
	return found
}

// declaredAtTop reports whether the object is declared outside of functions and types: what
// has a type in hand has its fields in hand.
func declaredAtTop(o types.Object) bool {
	if f, ok := o.(*types.Func); ok && f.Signature().Recv() != nil {
		return !types.IsInterface(f.Signature().Recv().Type())
	}
	return o.Parent() == o.Pkg().Scope()
}

// backArrows orders the files so that few arrows run back, and returns those.
func backArrows(arrows map[arrow]map[string]bool) (back []arrow) {
	order := orderOf(arrows)
	for _, a := range slices.SortedFunc(maps.Keys(arrows), compareArrows) {
		if slices.Index(order, a.from) > slices.Index(order, a.to) {
			back = append(back, a)
		}
	}
	return back
}

func compareArrows(a, b arrow) int { return strings.Compare(a.from+" "+a.to, b.from+" "+b.to) }

// orderOf puts who uses above who is used: first the files that nobody uses any more, last
// those that use nobody, and of a circle the file that uses the most and is used the least.
func orderOf(arrows map[arrow]map[string]bool) []string {
	left := map[string]bool{}
	for a := range arrows {
		left[a.from], left[a.to] = true, true
	}
	var above, below []string
	for len(left) > 0 {
		best, most, last := "", 0, ""
		for _, f := range slices.Sorted(maps.Keys(left)) {
			uses, used := 0, 0
			for a := range arrows {
				if a.from == f && left[a.to] {
					uses++
				}
				if a.to == f && left[a.from] {
					used++
				}
			}
			if uses == 0 {
				last = f
				break
			}
			score := uses - used
			if used == 0 {
				score = len(arrows)
			}
			if best == "" || score > most {
				best, most = f, score
			}
		}
		if last != "" {
			below = append(below, last)
			delete(left, last)
			continue
		}
		above = append(above, best)
		delete(left, best)
	}
	slices.Reverse(below)
	return append(above, below...)
}

// TestStructureGuardBites gives the guard files that use each other in a circle.
func TestStructureGuardBites(t *testing.T) {
	uses := func(pairs ...string) map[arrow]map[string]bool {
		m := map[arrow]map[string]bool{}
		for _, p := range pairs {
			from, to, _ := strings.Cut(p, ">")
			m[arrow{from, to}] = map[string]bool{"x": true}
		}
		return m
	}
	for _, c := range []struct {
		arrows map[arrow]map[string]bool
		want   string
	}{
		{uses("a>b", "b>c", "a>c"), "[]"},
		{uses("a>b", "b>a"), "[{b a}]"},
		{uses("a>b", "b>c", "c>a", "a>d", "b>d"), "[{c a}]"},
	} {
		if got := fmt.Sprint(backArrows(c.arrows)); got != c.want {
			t.Errorf("of %v run back %s, want %s", c.arrows, got, c.want)
		}
	}
}
