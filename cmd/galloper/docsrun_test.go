package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// blockCommand matches a command line of the program in an indented block of a page.
var blockCommand = regexp.MustCompile(`(?m)^ {3,}(?:\S.*\| )?(?:galloper|go run \./cmd/galloper) ((?:.*\\\n)*.*)$`)

// runElsewhere lists the commands of the pages that need servers, a browser or a build, with the tests that run them.
var runElsewhere = map[string]string{
	"setup": "TestSetupAsksAndWrites", "serve": "TestServe", "doctor": "TestDoctorTriesEveryStep", "demo": "TestDemo",
	"practise": "TestBattleAlone", "practise zama/scenario.yaml": "TestScenarioOfOnesOwn",
	"map zama/scenario.yaml --watch":            "TestBrowserEasel",
	"export --to /mnt/backup/galloper --follow": "TestArchivesAreKeptElsewhere",
	"ruleset new skirmish":                      "TestNewRulesetIsGreen",
	"case adjudicator/skirmish/testdata":        "TestRulesetTutorial",
	"case adjudicator/firediscipline/testdata":  "TestCases",
}

// Every command in a block of a page is run: by the page's script in testdata/pages, or by the test named above.
func TestDocsCommandsRun(t *testing.T) {
	t.Parallel()
	ran := &docsRun{commands: map[string]bool{}, swaps: map[string][]string{}}
	t.Run("pages", func(t *testing.T) {
		testscript.Run(t, testscript.Params{
			Dir: "testdata/pages", RequireExplicitExec: true, RequireUniqueNames: true,
			Cmds: map[string]func(*testscript.TestScript, bool, []string){
				"find": find, "shown": ran.shown, "swap": ran.swap},
		})
	})
	for _, page := range pages(t) {
		if filepath.Base(page) == "commands.md" {
			continue // the help texts
		}
		for _, m := range blockCommand.FindAllStringSubmatch(readPage(t, page), -1) {
			command, _, _ := strings.Cut(strings.ReplaceAll(m[1], "\\\n", " "), "  #")
			command = plain(strings.Fields(command))
			if runElsewhere[command] == "" && !ran.commands[command] {
				t.Errorf("%s: no script in testdata/pages runs: galloper %s", page, command)
			}
		}
	}
	for command, test := range runElsewhere {
		if !definedTests()[test] {
			t.Errorf("there is no test %s, which runs: galloper %s", test, command)
		}
	}
}

// plain returns a command line without quotes.
func plain(words []string) string {
	return strings.NewReplacer("'", "", `"`, "").Replace(strings.Join(words, " "))
}

// docsRun are the commands that the scripts of the pages have run.
type docsRun struct {
	mu       sync.Mutex
	commands map[string]bool
	swaps    map[string][]string // by the script's directory
}

// swap replaces a text in the commands that follow, because a page shows an example of it: `swap OLD NEW`.
func (d *docsRun) swap(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: swap OLD NEW")
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	work := ts.Getenv("WORK")
	d.swaps[work] = append(d.swaps[work], args...)
}

// shown runs a command as a page shows it, with the patterns of file names and the redirection of a shell.
func (d *docsRun) shown(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || args[0] != "galloper" {
		ts.Fatalf("usage: shown galloper COMMAND …")
	}
	d.mu.Lock()
	d.commands[plain(args[1:])] = true
	swaps := strings.NewReplacer(d.swaps[ts.Getenv("WORK")]...)
	d.mu.Unlock()
	words, file := args[1:], ""
	if n := len(words); n > 2 && words[n-2] == ">" {
		words, file = words[:n-2], words[n-1]
	}
	var line []string
	for _, w := range words {
		w = swaps.Replace(w)
		if found, err := filepath.Glob(ts.MkAbs(w)); strings.Contains(w, "*.") {
			ts.Check(err)
			line = append(line, found...)
			continue
		}
		line = append(line, w)
	}
	ts.Check(ts.Exec("galloper", line...))
	if file != "" {
		ts.Check(os.WriteFile(ts.MkAbs(file), []byte(ts.ReadFile("stdout")), 0o600))
	}
}

var testDeclaration = regexp.MustCompile(`(?m)^func (Test\w+)\(`)

// definedTests returns the names of the module's tests.
var definedTests = sync.OnceValue(func() map[string]bool {
	defined := map[string]bool{}
	err := filepath.WalkDir("../..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		code, err := os.ReadFile(path)
		for _, m := range testDeclaration.FindAllStringSubmatch(string(code), -1) {
			defined[m[1]] = true
		}
		return err
	})
	if err != nil {
		panic(err)
	}
	return defined
})
