package fieldcommand

import (
	"go/ast"
	goparser "go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// TestEveryReasonHasWords checks that the messages to players never contain a bare reason id.
func TestEveryReasonHasWords(t *testing.T) {
	t.Parallel()
	f, err := goparser.ParseFile(token.NewFileSet(), "check.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	told := strings.Split(because, "|")
	reasons := 0
	for _, spec := range f.Decls[1].(*ast.GenDecl).Specs {
		reason := strings.Trim(spec.(*ast.ValueSpec).Values[0].(*ast.BasicLit).Value, `"`)
		if !slices.ContainsFunc(told, func(s string) bool { return strings.HasPrefix(s, reason+"=") }) {
			t.Errorf("no words for %s", reason)
		}
		reasons++
	}
	if reasons < 30 {
		t.Errorf("only %d reasons found in check.go", reasons)
	}
}
