package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Limits of style: a file should be readable in one sitting, and a function on one screen. They are ratchets: lower
// them when the code allows.
const (
	maxFileLines     = 700
	maxFunctionLines = 70
	maxLineColumns   = 120
)

// bannedPackages are names that don't describe a package's content.
var bannedPackages = map[string]bool{"util": true, "utils": true, "common": true, "helpers": true, "types": true,
	"misc": true}

// TestTidy checks the limits of style, and that every package and exported name has a comment.
func TestTidy(t *testing.T) {
	root := filepath.Join("..", "..")
	documented := make(map[string]bool) // folder → has a package comment
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != root && strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" {
			return filepath.SkipDir
		}
		if filepath.Ext(path) == ".go" {
			tidyFile(t, path, documented)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(documented) < 10 {
		t.Fatalf("only %d packages were looked at", len(documented))
	}
	for dir, ok := range documented {
		if !ok {
			t.Errorf("%s: no package comment", dir)
		}
	}
}

func tidyFile(t *testing.T, path string, documented map[string]bool) {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path, src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	test := strings.HasSuffix(path, "_test.go")
	if n := bytes.Count(src, []byte("\n")); n > maxFileLines && !test {
		t.Errorf("%s: %d lines, more than %d", path, n, maxFileLines)
	}
	if bannedPackages[f.Name.Name] {
		t.Errorf("%s: a package called %s says nothing of what it holds", path, f.Name.Name)
	}
	if test {
		return
	}
	dir := filepath.Dir(path)
	documented[dir] = documented[dir] || f.Doc != nil
	for _, d := range f.Decls {
		tidyDecl(t, fset, d)
	}
}

func tidyDecl(t *testing.T, fset *token.FileSet, d ast.Decl) {
	t.Helper()
	switch d := d.(type) {
	case *ast.FuncDecl:
		from, to := fset.Position(d.Pos()), fset.Position(d.End())
		if n := to.Line - from.Line + 1; n > maxFunctionLines {
			t.Errorf("%s: func %s has %d lines, more than %d", from, d.Name.Name, n, maxFunctionLines)
		}
		if d.Doc == nil && d.Name.IsExported() && exportedReceiver(d) {
			t.Errorf("%s: exported func %s has no comment", from, d.Name.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			tidySpec(t, fset, d, s)
		}
	}
}

func tidySpec(t *testing.T, fset *token.FileSet, d *ast.GenDecl, s ast.Spec) {
	t.Helper()
	switch s := s.(type) {
	case *ast.TypeSpec:
		if s.Name.IsExported() && d.Doc == nil && s.Doc == nil && s.Comment == nil {
			t.Errorf("%s: exported type %s has no comment", fset.Position(s.Pos()), s.Name.Name)
		}
	case *ast.ValueSpec:
		for _, n := range s.Names {
			if n.IsExported() && d.Doc == nil && s.Doc == nil && s.Comment == nil {
				t.Errorf("%s: exported %s has no comment", fset.Position(n.Pos()), n.Name)
			}
		}
	}
}

// exportedReceiver reports whether a method belongs to an exported type;
// methods that satisfy an interface on a private type need no comment.
func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	e := d.Recv.List[0].Type
	for {
		switch x := e.(type) {
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.Ident:
			return x.IsExported()
		default:
			return false
		}
	}
}
