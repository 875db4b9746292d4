package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

var update = flag.Bool("update", false, "write docs/commands.md anew")

// docs/commands.md matches the commands' help.
func TestCommandsPage(t *testing.T) {
	page := filepath.Join("..", "..", "docs", "commands.md")
	want := commandsPage(newRoot())
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(want, readPage(t, page)); diff != "" {
		t.Errorf("go test ./cmd/galloper -run TestCommandsPage -update writes it anew (-want +got):\n%s", diff)
	}
}

// commandsPage returns the help of each command, in the order of galloper help.
func commandsPage(root *cobra.Command) string {
	var b strings.Builder
	b.WriteString("# The commands\n\nThe help of every command, generated from the program (`galloper help COMMAND`).\n")
	for _, g := range root.Groups() {
		fmt.Fprintf(&b, "\n## %s\n", strings.TrimSuffix(g.Title, ":"))
		for _, c := range root.Commands() {
			if c.GroupID == g.ID {
				commandEntry(&b, c)
			}
		}
	}
	fmt.Fprintf(&b, "\n## Flags of every command\n\n%s", indented(root.PersistentFlags().FlagUsagesWrapped(100)))
	return b.String()
}

func commandEntry(b *strings.Builder, c *cobra.Command) {
	if c.Hidden {
		return
	}
	fmt.Fprintf(b, "\n### %s\n\n%s.\n", strings.TrimPrefix(c.CommandPath(), "galloper "), c.Short)
	if c.Runnable() {
		fmt.Fprintf(b, "\n    %s\n", strings.TrimSuffix(c.UseLine(), " [flags]"))
	}
	if c.Long != "" {
		fmt.Fprintf(b, "\n```text\n%s\n```\n", c.Long)
	}
	if c.Example != "" {
		fmt.Fprintf(b, "\nExamples:\n\n%s", indented(c.Example))
	}
	c.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) { f.Hidden = f.Hidden || f.Name == "help" })
	if flags := c.LocalNonPersistentFlags().FlagUsagesWrapped(100); flags != "" {
		fmt.Fprintf(b, "\nFlags:\n\n%s", indented(flags))
	}
	for _, sub := range c.Commands() {
		commandEntry(b, sub)
	}
}

// indented returns the text as an indented block of a page.
func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimRight(text, "\n") + "\n") {
		if strings.TrimSpace(line) != "" {
			line = "    " + line
		}
		b.WriteString(line)
	}
	return b.String()
}

// docCommand matches a command line of the program in a page, in a block or between backquotes.
var docCommand = regexp.MustCompile("(?m)(?:^ {4,}|`)(?:\\$ )?galloper ((?:[a-z]+)(?:[^`\n]*\\\\\n)?[^`\n]*)")

// Each command in the pages exists and has the flags used there.
func TestDocsNameCommandsThatThereAre(t *testing.T) {
	seen := 0
	for _, page := range pages(t) {
		for _, m := range docCommand.FindAllStringSubmatch(readPage(t, page), -1) {
			seen++
			if why := unknownCommand(newRoot(), strings.Fields(strings.ReplaceAll(m[1], "\\\n", " "))); why != "" {
				t.Errorf("%s: galloper %s: %s", page, m[1], why)
			}
		}
	}
	if seen < 40 {
		t.Errorf("only %d commands were looked at", seen)
	}
	for line, wrong := range map[string]bool{"audit mill --turn 3": false, "scenario chekc x": true, "odit": true,
		"audit --tern 3": true, "rule mill EXTEND --not a flag": false,
		"play demo --games ten": true, "trial demo --games N": false} {
		if why := unknownCommand(newRoot(), strings.Fields(line)); (why != "") != wrong {
			t.Errorf("galloper %s: %q", line, why)
		}
	}
}

// unknownCommand describes the error in a command line, or returns "".
func unknownCommand(root *cobra.Command, words []string) string {
	c, rest, err := root.Find(words)
	switch {
	case err != nil:
		return err.Error()
	case words[0] == "help":
		return "" // a command of its own
	case c == root || c.HasSubCommands() && len(rest) > 0 && !strings.HasPrefix(rest[0], "-"):
		return "there is no such command"
	case c.Name() == "rule" || c.Name() == "lobby":
		return "" // what follows is an umpire's
	}
	var line []string
	for _, w := range rest {
		if w == "|" || w == ">" || w == "&&" || strings.HasPrefix(w, "#") {
			break
		}
		line = append(line, strings.Trim(w, "[]{},;:)'\""))
	}
	if err := c.ParseFlags(line); err != nil && !placeholder.MatchString(err.Error()) {
		return err.Error()
	}
	return ""
}

// placeholder matches pflag's errors about placeholders of a page: N, FILE, ….
var placeholder = regexp.MustCompile(`invalid argument "(…|[A-Z]+)"|flag needs an argument|help requested`)
