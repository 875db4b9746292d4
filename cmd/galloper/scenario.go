package main

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
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

// packable lists the file types of a packed scenario: text, pictures and the schema.
var packable = []string{".yaml", ".md", ".txt", ".svg", ".png", ".json", ""}

// maxPacked is the maximum size in bytes of a packed scenario, and of each file in it.
const maxPacked = 20 << 20

func newScenarioPack() *cobra.Command {
	out := ""
	c := &cobra.Command{
		Use:   "pack FOLDER",
		Short: "Pack a scenario into one file to share: the battle, its README, pictures and licence",
		Long: `Checks scenario.yaml first and does not pack it if it has faults. Warns if README.md or LICENSE is missing.
Unpack the file with galloper scenario unpack.`,
		Example: example("galloper scenario pack zama", "galloper scenario pack zama -o zama-2.zip"),
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, a []string) error {
			folder := filepath.Clean(a[0])
			if _, _, err := mustLoadScenario(filepath.Join(folder, "scenario.yaml")); err != nil {
				return err
			}
			if out == "" {
				out = filepath.Base(folder) + ".zip"
			}
			names, err := packScenario(folder, out)
			if err != nil {
				return failed(err, "", "cannot pack %s", folder)
			}
			printf(cmd, "%s: %s\n", out, strings.Join(names, ", "))
			for _, want := range []string{"README.md", "LICENSE"} {
				if !slices.Contains(names, want) {
					printf(cmd, "%s is missing: readers will not know %s.\n", want,
						map[string]string{"README.md": "what the battle is " +
							"about", "LICENSE": "how they may use it"}[want])
				}
			}
			return nil
		},
	}
	c.Flags().StringVarP(&out, "output", "o", "", "`FILE` to write (default: the folder's name with .zip)")
	return c
}

func packScenario(folder, out string) (names []string, err error) {
	files, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	f, err := os.Create(filepath.Clean(out))
	if err != nil {
		return nil, err
	}
	pack := zip.NewWriter(f)
	for _, e := range files {
		if !e.Type().IsRegular() || strings.HasPrefix(e.Name(), ".") || !slices.Contains(packable, filepath.Ext(e.Name())) {
			continue
		}
		b, readErr := os.ReadFile(filepath.Join(folder, e.Name()))
		w, makeErr := pack.Create(e.Name())
		if err = errors.Join(readErr, makeErr); err == nil {
			_, err = w.Write(b)
		}
		if err != nil {
			break
		}
		names = append(names, e.Name())
	}
	return names, errors.Join(err, pack.Close(), f.Close())
}

func newScenarioUnpack() *cobra.Command {
	return &cobra.Command{
		Use:     "unpack FILE.zip [FOLDER]",
		Short:   "Unpack a scenario and check it",
		Example: example("galloper scenario unpack zama.zip"),
		Args:    args(cobra.RangeArgs(1, 2)),
		RunE: func(cmd *cobra.Command, a []string) error {
			folder := strings.TrimSuffix(filepath.Base(a[0]), ".zip")
			if len(a) > 1 {
				folder = a[1]
			}
			if err := unpackScenario(a[0], folder); err != nil {
				return err
			}
			file := filepath.Join(folder, "scenario.yaml")
			if _, _, err := mustLoadScenario(file); err != nil {
				return err
			}
			printf(cmd, "%s is ready: galloper practise %[1]s\n", filepath.ToSlash(file))
			return nil
		},
	}
}

// unpackScenario unpacks the files that belong to a scenario into a new folder.
func unpackScenario(file, folder string) error {
	pack, err := zip.OpenReader(file)
	if err != nil {
		return usage("name the file that galloper scenario pack wrote", "cannot read the file: %v", err)
	}
	defer pack.Close()
	size := uint64(0)
	for _, f := range pack.File {
		size += f.UncompressedSize64
		if !f.Mode().IsRegular() || filepath.Base(f.Name) != f.Name || !filepath.IsLocal(f.Name) ||
			!slices.Contains(packable, filepath.Ext(f.Name)) {
			return failed(nil, "look at it with unzip -l", "it contains %q, which does not belong to a "+
				"scenario", f.Name)
		}
	}
	if size > maxPacked {
		return failed(nil, "look at it with unzip -l", "it contains %d bytes, more than any scenario", size)
	}
	if err := os.Mkdir(folder, 0o777); errors.Is(err, fs.ErrExist) {
		return failed(nil, "name another folder", "%s already exists", folder)
	} else if err != nil {
		return failed(err, "", "cannot create the folder")
	}
	for _, f := range pack.File {
		if err := unpackOne(f, folder); err != nil {
			return failed(err, "", "cannot unpack %s", f.Name)
		}
	}
	return nil
}

func unpackOne(f *zip.File, folder string) error {
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	b, err := io.ReadAll(io.LimitReader(r, maxPacked+1))
	if err == nil && len(b) > maxPacked {
		err = fmt.Errorf("it is longer than its header says")
	}
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, filepath.Base(f.Name)), b, 0o666)
}
