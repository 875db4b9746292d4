package main

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestTidyWidth limits the width of code and documents. Unbreakable text may be wider: raw strings and long literals in
// Go; tables, code and links in Markdown.
func TestTidyWidth(t *testing.T) {
	root := filepath.Join("..", "..")
	looked := map[string]int{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		ext := filepath.Ext(path)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (path != root && strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return filepath.SkipDir
		case ext != ".go" && ext != ".md":
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		looked[ext]++
		may := map[string]func([]byte) map[int]bool{".go": unbreakable, ".md": tablesAndCode}[ext](src)
		for i, line := range strings.Split(string(src), "\n") {
			if n := utf8.RuneCountInString(line); n > maxLineColumns && !may[i+1] {
				t.Errorf("%s:%d: line of %d columns, more than %d", path, i+1, n, maxLineColumns)
			}
		}
		return nil
	})
	if err != nil || looked[".go"] < 300 || looked[".md"] < 30 {
		t.Fatalf("%v: looked at %v", err, looked)
	}
}

// longLiteral is the least width in columns of a string that may stay unbroken.
const longLiteral = 60

// unbreakable returns the lines of a Go file with a raw string or a long literal, and the output lines of examples.
func unbreakable(src []byte) map[int]bool {
	may := map[int]bool{}
	fset := token.NewFileSet()
	file := fset.AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, scanner.ScanComments)
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			return may
		}
		if tok == token.COMMENT && strings.HasPrefix(text, "// {") {
			may[file.Line(pos)] = true
		}
		if tok == token.STRING && (text[0] == '`' || utf8.RuneCountInString(text) > longLiteral) {
			from := file.Line(pos)
			for n := range strings.Count(text, "\n") + 1 {
				may[from+n] = true
			}
		}
	}
}

var wholeLine = regexp.MustCompile(`^(\s*\||    |\t)|^\S+$|^\[`)

// tablesAndCode returns the lines of a Markdown file that can't be broken.
func tablesAndCode(src []byte) map[int]bool {
	may := map[int]bool{}
	fenced := false
	for i, line := range strings.Split(string(src), "\n") {
		fence := strings.HasPrefix(strings.TrimSpace(line), "```")
		fenced = fenced != fence
		may[i+1] = fenced || fence || wholeLine.MatchString(line)
	}
	return may
}
