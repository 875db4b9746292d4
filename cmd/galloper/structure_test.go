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

// Inside a package the compiler does not stop files from using each other both ways, or a type from growing too large.
// These limits do. They are ratchets: lower them when the code allows.
const (
	maxMethods    = 40 // of a type
	maxBackArrows = 10 // of all packages of `structured` together
)

// structured lists the packages whose files may use each other in one direction only.
var structured = []string{"cmd/galloper/internal/..."}

// arrow is the use of one file by another.
type arrow struct{ from, to string }

// TestFilesUseEachOtherOneWay orders the files of each package by their uses, and counts the uses against that order.
// With -v it prints each.
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

// arrowsIn returns the uses between files of the package, with the names used.
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

// declaredAtTop reports whether the object is declared outside functions and types: the fields of a type come with it.
func declaredAtTop(o types.Object) bool {
	if f, ok := o.(*types.Func); ok && f.Signature().Recv() != nil {
		return !types.IsInterface(f.Signature().Recv().Type())
	}
	return o.Parent() == o.Pkg().Scope()
}

// backArrows orders the files so that few uses run backwards, and returns those.
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

// orderOf puts each file above those it uses: first unused files, last those that use no others. In a cycle it picks
// the file with the most uses of others and the fewest uses by others.
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

// TestStructureGuardBites gives the guard files that use each other in a cycle.
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
