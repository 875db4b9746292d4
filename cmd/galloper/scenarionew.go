package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"galloper/adjudicator/scenario"
	"galloper/scenarios"
)

func newScenarioNew() *cobra.Command {
	c := &cobra.Command{
		Use:   "new RULESET [FOLDER]",
		Short: "Create a scenario: a small complete file with comments, and the schema for editors",
		Long: `Creates a folder with scenario.yaml, a small battle for two that is playable at once, and
scenario.schema.json, with which editors complete keys and mark faults: VS Code with its YAML extension, vim
and others with yaml-language-server find it through the first line of the file. docs/scenarios.md explains
the next steps.`,
		Example: example("galloper scenario new firediscipline", "galloper scenario new commandchaos zama"),
		Args:    args(cobra.RangeArgs(1, 2)),
		RunE: func(cmd *cobra.Command, a []string) error {
			rules, err := findRuleset(a[0])
			if err != nil {
				return err
			}
			text, err := scenarios.Starters.ReadFile("starters/" + rules.Name + ".yaml")
			if err != nil {
				return failed(nil, "copy the file of one of its games", "there is no sample scenario for "+
					"%s", rules.Name)
			}
			folder := "battle"
			if len(a) > 1 {
				folder = a[1]
			}
			if err := os.Mkdir(folder, 0o777); errors.Is(err, fs.ErrExist) {
				return failed(nil, "name another folder", "%s already exists", folder)
			} else if err != nil {
				return failed(err, "", "cannot create the folder")
			}
			text = append([]byte(schemaLine), text...)
			schema := append(scenario.Schema(rules.Title, rules.Keys), '\n')
			file := filepath.Join(folder, "scenario.yaml")
			err = errors.Join(os.WriteFile(file, text, 0o666),
				os.WriteFile(filepath.Join(folder, "scenario.schema.json"), schema, 0o666),
				os.WriteFile(filepath.Join(folder, "README.md"), []byte(readmeOf(string(text), rules.Title)), 0o666))
			if err != nil {
				return failed(err, "", "cannot write %s", folder)
			}
			printf(cmd, "Created %s. After each change:\n\n  galloper scenario check %[1]s\n  galloper map %[1]s "+
				"--watch\n  galloper trial %[1]s --games 20\n  galloper practise %[1]s\n", filepath.ToSlash(file))
			return nil
		},
	}
	return c
}

// schemaLine tells editors where the schema is.
const schemaLine = "# yaml-language-server: $schema=scenario.schema.json\n"

// readmeOf returns a README template for the scenario's author to fill in.
func readmeOf(text, rules string) string {
	title := "A new battle"
	for line := range strings.Lines(text) {
		if t, ok := strings.CutPrefix(line, "title: "); ok {
			title = strings.TrimSpace(t)
		}
	}
	return fmt.Sprintf("# %s\n\nA battle under the rules of %s.\n\n## What happened\n\n## Sources and licence\n", title, rules)
}
