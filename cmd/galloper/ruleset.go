package main

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"galloper/adjudicator/examples"
	"galloper/cmd/galloper/internal/game"
)

// pattern is the example ruleset that a new one is copied from.
const pattern = "duel"

func newRuleset() *cobra.Command {
	c := &cobra.Command{
		Use:     "ruleset",
		Short:   "Start a new ruleset",
		GroupID: "offline",
		Args:    args(cobra.NoArgs),
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(newRulesetNew())
	return c
}

func newRulesetNew() *cobra.Command {
	dir := "adjudicator"
	c := &cobra.Command{
		Use:   "new NAME",
		Short: "Create the folder of a new ruleset",
		Long: `Creates the folder adjudicator/NAME with a small but complete ruleset: code, digest, scenario, tests and cases,
all passing. It starts as a copy of the duel, two champions on five by five squares; docs/rulesets.md explains
the next steps.

Run it in a checkout of Galloper.`,
		Example: example("galloper ruleset new skirmish"),
		Args:    args(cobra.ExactArgs(1)),
		RunE:    func(cmd *cobra.Command, a []string) error { return makeRuleset(cmd, dir, a[0]) },
	}
	c.Flags().StringVar(&dir, "in", dir, "parent `DIRECTORY` of the new folder")
	return c
}

// rulesetName matches valid names of a ruleset's package and folder.
var rulesetName = regexp.MustCompile(`^[a-z][a-z0-9]*$`)

func makeRuleset(cmd *cobra.Command, dir, name string) error {
	if !rulesetName.MatchString(name) || name == pattern {
		return usage("write, for example: galloper ruleset new skirmish",
			"%q cannot be a ruleset's name: expected lower-case letters and digits, and a name that is not taken", name)
	}
	if _, err := os.Stat(dir); err != nil {
		return failed(nil, "run this in a checkout of Galloper, or name a directory with "+
			"--in", "there is no directory %s",
			dir)
	}
	to := filepath.Join(dir, name)
	if err := os.Mkdir(to, 0o777); errors.Is(err, fs.ErrExist) {
		return failed(nil, "choose another name, or remove the folder", "%s already exists", to)
	} else if err != nil {
		return failed(err, "", "cannot create the folder")
	}
	if err := copyPattern(to, name); err != nil {
		return failed(err, "", "cannot write %s", to)
	}
	printf(cmd, `Created %s. Next:

    go test ./%s

Add &%s.Ruleset to the list Examples in adjudicator/rulesets/rulesets.go, with its import, and rebuild
Galloper: then galloper play and galloper case %s/testdata can use it. docs/rulesets.md explains the
folder's files, and the requirements for a ruleset before games are offered under it.
`, to, filepath.ToSlash(to), name, filepath.ToSlash(to))
	return nil
}

// copyPattern copies the example's files under another name.
func copyPattern(to, name string) error {
	return fs.WalkDir(examples.Sources, pattern, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		file := filepath.Join(to, filepath.FromSlash(strings.TrimPrefix(p, pattern)))
		if d.IsDir() {
			return os.MkdirAll(file, 0o777)
		}
		text, err := examples.Sources.ReadFile(p)
		if err != nil {
			return err
		}
		if base := path.Base(p); strings.HasPrefix(base, pattern) {
			file = filepath.Join(filepath.Dir(file), name+strings.TrimPrefix(base, pattern))
		}
		return os.WriteFile(file, []byte(sortedImports(renamed(string(text), name))), 0o666)
	})
}

// sortedImports sorts the imports of a Go file, because the new name may change their order. Nothing else needs
// formatting; package go/format would add half a megabyte to the program.
func sortedImports(text string) string {
	lines := strings.SplitAfter(text, "\n")
	for from := 0; from < len(lines); from++ {
		to := from
		for to < len(lines) && strings.HasPrefix(lines[to], "\t\"") {
			to++
		}
		slices.Sort(lines[from:to])
		from = to
	}
	return strings.Join(lines, "")
}

// renamed returns a file of the example with the new ruleset's name.
func renamed(text, name string) string {
	title := strings.ToUpper(name[:1]) + name[1:]
	return strings.NewReplacer(
		"adjudicator/examples/"+pattern, "adjudicator/"+name,
		"package "+pattern, "package "+name,
		"Package "+pattern, "Package "+name,
		"ruleset: "+pattern, "ruleset: "+name,
		`"`+pattern+`"`, `"`+name+`"`,
		pattern+".Ruleset", name+".Ruleset",
		"# The duel", "# "+title, `"The duel"`, `"`+title+`"`,
		"is the duel: what", "is "+title+": what", "won the duel.", "won.",
		"../../../docs", "../../docs",
	).Replace(text)
}

func newCard() *cobra.Command {
	verb := ""
	c := &cobra.Command{
		Use:     "card RULESET",
		Short:   "Print a ruleset's player card: everything that a player needs to write orders",
		Example: example("galloper card firediscipline", "galloper card firediscipline --verb ride"),
		GroupID: "offline",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, a []string) error {
			rules, err := findRuleset(a[0])
			if err != nil {
				return err
			}
			if verb == "" {
				printf(cmd, "%s\n", strings.TrimRight(rules.Card, "\n"))
				return nil
			}
			if text := game.HelpOn(rules, verb); text != "" {
				printf(cmd, "%s", text)
				return nil
			}
			return usage("galloper card "+rules.Name+" prints them all", "there is no order %q", verb)
		},
	}
	c.Flags().StringVar(&verb, "verb", "", "print only the section on one `ORDER`")
	return c
}
