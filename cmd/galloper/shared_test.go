package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// maxSharedNames is the number of function names that more than two rulesets may share. Code that three rulesets need
// belongs in adjudicator/rules, grammar or staff. Lower the number when the code allows. Six of the remaining names
// are those that every ruleset gives to its rules.Game.
const maxSharedNames = 31

// TestRulesetsShareByFramework counts the function names that several rulesets have. With -v it prints each.
func TestRulesetsShareByFramework(t *testing.T) {
	folders, err := filepath.Glob("../../adjudicator/*/ruleset.go")
	if err != nil || len(folders) < 5 {
		t.Fatalf("%d rulesets were found: %v", len(folders), err)
	}
	where := map[string][]string{}
	for _, f := range folders {
		folder := filepath.Dir(f)
		for _, name := range functionsIn(t, folder) {
			where[name] = append(where[name], filepath.Base(folder))
		}
	}
	shared := sharedNames(where)
	for _, name := range shared {
		t.Logf("%s stands in %s", name, strings.Join(where[name], ", "))
	}
	if len(shared) > maxSharedNames {
		t.Errorf("%d names of functions stand in three rulesets or more, at most %d may; -v lists them", len(shared),
			maxSharedNames)
	}
}

// sharedNames returns the names in more than two folders.
func sharedNames(where map[string][]string) (shared []string) {
	for name, folders := range where {
		if len(folders) > 2 {
			shared = append(shared, name)
		}
	}
	slices.Sort(shared)
	return shared
}

// functionsIn returns the names of all functions and methods of a folder without its tests, each once.
func functionsIn(t *testing.T, folder string) (names []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				names = append(names, f.Name.Name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// TestSharedNamesGuardBites gives the guard a name that three folders have.
func TestSharedNamesGuardBites(t *testing.T) {
	where := map[string][]string{"yesNo": {"a", "b", "c"}, "march": {"a", "b"}}
	if shared := sharedNames(where); !slices.Equal(shared, []string{"yesNo"}) {
		t.Errorf("found %v", shared)
	}
}
