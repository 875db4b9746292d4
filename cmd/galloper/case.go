package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"galloper/adjudicator"
	"galloper/adjudicator/cases"
	"galloper/adjudicator/desks"
	"galloper/adjudicator/rulesets"
	"galloper/adjudicator/umpire"
)

// caseResult is the result of `case --json` for one case.
type caseResult struct {
	Case    string   `json:"case"`
	OK      bool     `json:"ok"`
	Reasons []string `json:"reasons,omitempty"`
}

func newCase() *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:   "case FILE|DIR…",
		Short: "Run test cases of the rules",
		Long: `A case is a txtar file: a scenario, orders, dice, and the expected outcomes, receipts and reports.
Prints a line for each (ok, or FAIL and the reason) and a count. The exit status is 1 if a case fails.`,
		Example: example("galloper case cases/firediscipline", "galloper case 01-volley-and-morale.txtar"),
		GroupID: "offline",
		Args:    args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, paths []string) error {
			files, err := caseFiles(paths)
			if err != nil {
				return err
			}
			bad := 0
			for _, f := range files {
				ok, err := runCase(cmd, f, asJSON)
				if err != nil {
					return err
				}
				if !ok {
					bad++
				}
			}
			if !asJSON {
				printf(cmd, "%d cases: %d ok, %d failed\n", len(files), len(files)-bad, bad)
			}
			if bad > 0 {
				return quiet(statusNo)
			}
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print an object for each case")
	return c
}

// caseFiles returns the named files and the .txtar files below the named directories.
func caseFiles(paths []string) (files []string, err error) {
	for _, p := range paths {
		before := len(files)
		err := filepath.WalkDir(p, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && (path == p || filepath.Ext(path) == ".txtar") {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			return nil, usage("name a case file, or a directory that contains some", "cannot read the cases: %v", err)
		}
		if len(files) == before {
			return nil, usage("case files end in .txtar", "there are no cases in %s", p)
		}
	}
	return files, nil
}

func runCase(cmd *cobra.Command, file string, asJSON bool) (bool, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return false, failed(err, "check the file's permissions", "cannot read a case")
	}
	res := cases.Run(text, file, cases.Env{
		Rulesets: rulesets.Known(),
		Desks: func(rs *adjudicator.Ruleset, sc adjudicator.Scenario) cases.Desks {
			return desks.Open(rs, sc)
		},
		Umpire: umpire.Input,
	})
	if asJSON {
		return res.OK(), json.NewEncoder(cmd.OutOrStdout()).Encode(caseResult{file, res.OK(), res.Failed})
	}
	printf(cmd, "%s\n", res)
	return res.OK(), nil
}
