package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// docCommand is a command line of the program in a page, in a block or between backquotes.
var docCommand = regexp.MustCompile("(?m)(?:^ {4,}|`)(?:\\$ )?galloper ((?:[a-z]+)(?:[^`\n]*\\\\\n)?[^`\n]*)")

// TestDocsNameCommandsThatThereAre: each command in the pages, and each of its flags, is one of the program's.
func TestDocsNameCommandsThatThereAre(t *testing.T) {
	root := newRoot()
	seen := 0
	for _, pattern := range []string{"README.md", "docs/*.md", "scenarios/*/README.md"} {
		pages, err := filepath.Glob(filepath.Join("..", "..", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, page := range pages {
			for _, m := range docCommand.FindAllStringSubmatch(readPage(t, page), -1) {
				seen++
				if why := unknownCommand(root, strings.Fields(strings.ReplaceAll(m[1], "\\\n", " "))); why != "" {
					t.Errorf("%s: galloper %s: %s", page, m[1], why)
				}
			}
		}
	}
	if seen < 40 {
		t.Errorf("only %d commands were looked at", seen)
	}
	for line, wrong := range map[string]bool{"audit mill --turn 3": false, "scenario chekc x": true, "odit": true,
		"audit --tern 3": true, "rule mill EXTEND --not a flag": false} {
		if why := unknownCommand(root, strings.Fields(line)); (why != "") != wrong {
			t.Errorf("galloper %s: %q", line, why)
		}
	}
}

// unknownCommand says what of a command line the program has not, "" where it has all of it.
func unknownCommand(root *cobra.Command, words []string) string {
	c, rest, err := root.Find(words)
	switch {
	case err != nil:
		return err.Error()
	case c == root || c.HasSubCommands() && len(rest) > 0 && !strings.HasPrefix(rest[0], "-"):
		return "there is no such command"
	case c.Name() == "rule" || c.Name() == "lobby":
		return "" // what follows is an umpire's
	}
	for _, w := range rest {
		name, _, _ := strings.Cut(strings.TrimLeft(w, "-"), "=")
		name = strings.Trim(name, ",.;:)'\"")
		switch {
		case w == "|" || w == ">" || strings.HasPrefix(w, "#"):
			return ""
		case strings.HasPrefix(w, "--") && c.Flag(name) == nil && name != "help" && name != "":
			return "it has no flag --" + name
		}
	}
	return ""
}
