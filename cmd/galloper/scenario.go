package main

import (
	"encoding/json"
	"errors"
	"path"
	"strings"

	"github.com/spf13/cobra"

	"galloper/adjudicator"
	"galloper/adjudicator/rulesets"
	"galloper/adjudicator/scenario"
	"galloper/cmd/galloper/internal/game"
	"galloper/scenarios"
)

func newScenario() *cobra.Command {
	c := &cobra.Command{
		Use:     "scenario",
		Short:   "Create, check and share scenario files, and print the schema for editors",
		GroupID: "offline",
		Args:    args(cobra.NoArgs),
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(newScenarioNew(), newScenarioCheck(), newScenarioSchema(), newScenarioPack(), newScenarioUnpack())
	return c
}

// checkedFile is the result of `scenario check --json` for one file.
type checkedFile struct {
	File    string   `json:"file"`
	OK      bool     `json:"ok"`
	Ruleset string   `json:"ruleset,omitempty"`
	Seats   []string `json:"seats,omitempty"`
	Faults  []string `json:"faults,omitempty"`
}

func newScenarioCheck() *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:     "check FILE…",
		Short:   "List all faults of scenario files",
		Long:    "Prints each fault as a line FILE:LINE:COLUMN: PATH: REASON, followed by the expected value.",
		Example: example("galloper scenario check scenarios/demo/scenario.yaml"),
		Args:    args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, files []string) error {
			bad := false
			for _, f := range files {
				res, err := checkFile(f)
				if err != nil {
					return err
				}
				bad = bad || !res.OK
				if err := showChecked(cmd, res, asJSON); err != nil {
					return err
				}
			}
			if bad {
				return quiet(statusNo)
			}
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print an object for each file")
	return c
}

func checkFile(file string) (checkedFile, error) {
	rules, sc, err := loadScenario(file)
	var faults *game.ScenarioError
	switch {
	case errors.As(err, &faults):
		res := checkedFile{File: file}
		for _, f := range faults.Faults {
			res.Faults = append(res.Faults, f.String())
		}
		return res, nil
	case err != nil:
		return checkedFile{}, err
	}
	res := checkedFile{File: file, OK: true, Ruleset: rules.Name}
	for _, s := range sc.Seats() {
		res.Seats = append(res.Seats, s.ID)
	}
	return res, nil
}

func showChecked(cmd *cobra.Command, res checkedFile, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(res)
	}
	for _, f := range res.Faults {
		printf(cmd, "%s\n", f)
	}
	if res.OK {
		printf(cmd, "%s: ok, %s, %d seats: %s\n", res.File, res.Ruleset, len(res.Seats), strings.Join(res.Seats, ", "))
	}
	return nil
}

func newScenarioSchema() *cobra.Command {
	return &cobra.Command{
		Use:     "schema RULESET",
		Short:   "Print the JSON Schema of a ruleset's scenario files",
		Long:    "With the schema, an editor completes keys and marks faults while you write.",
		Example: example("galloper scenario schema firediscipline > firediscipline.schema.json"),
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, a []string) error {
			rules, err := findRuleset(a[0])
			if err != nil {
				return err
			}
			_, err = cmd.OutOrStdout().Write(append(scenario.Schema(rules.Title, rules.Keys), '\n'))
			return err
		},
	}
}

func findRuleset(name string) (*adjudicator.Ruleset, error) {
	if rules := adjudicator.Find(rulesets.Known(), name); rules != nil {
		return rules, nil
	}
	var names []string
	for _, rs := range rulesets.Known() {
		names = append(names, rs.Name)
	}
	hint := "the rulesets are " + strings.Join(names, ", ")
	if near := scenario.Nearest(name, names); near != "" {
		hint = "did you mean " + near + "? " + hint
	}
	return nil, usage(hint, "there is no ruleset %q", name)
}

// scenarioText reads a scenario from a file, or a shipped one by its name.
func scenarioText(name string) (file string, text []byte, err error) {
	if text, err = readTextFile(name); err == nil {
		return name, text, nil
	}
	if text, inside := scenarios.Files.ReadFile(shipped(name)); inside == nil {
		return path.Join("scenarios", shipped(name)), text, nil
	}
	return "", nil, usage(
		"name a scenario file, or a battle that comes with Galloper: "+strings.Join(shippedNames(), ", "),
		"cannot read the scenario: %v", err)
}

// shippedNames returns the battles that come with Galloper.
func shippedNames() (names []string) {
	all, err := scenarios.Files.ReadDir(".")
	if err != nil {
		return nil // unreachable: they are embedded
	}
	for _, d := range all {
		names = append(names, d.Name())
	}
	return names
}

// shipped returns the path of a shipped battle.
func shipped(name string) string { return path.Join(name, "scenario.yaml") }

func isShipped(name string) bool {
	_, err := scenarios.Files.Open(shipped(name))
	return err == nil
}

// loadScenario reads a scenario. The error is a *game.ScenarioError if the file is readable but has faults.
func loadScenario(name string) (*adjudicator.Ruleset, adjudicator.Scenario, error) {
	file, text, err := scenarioText(name)
	if err != nil {
		return nil, nil, err
	}
	return game.LoadScenario(rulesets.Known(), file, text)
}

// mustLoadScenario does the work of loadScenario for commands that need a faultless file.
func mustLoadScenario(file string) (*adjudicator.Ruleset, adjudicator.Scenario, error) {
	rules, sc, err := loadScenario(file)
	var faults *game.ScenarioError
	if errors.As(err, &faults) {
		return nil, nil, failed(nil, "see the valid keys with galloper scenario schema RULESET",
			"the scenario has faults\n%v", faults)
	}
	return rules, sc, err
}

// checkSeat rejects a seat that isn't in the scenario.
func checkSeat(sc adjudicator.Scenario, seat string) error {
	var ids []string
	for _, s := range sc.Seats() {
		if s.ID == seat {
			return nil
		}
		ids = append(ids, s.ID)
	}
	return usage("its seats are "+strings.Join(ids, ", "), "the scenario has no seat %q", seat)
}
