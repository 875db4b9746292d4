package main

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"galloper/events/natstest"
)

// asGalloper makes the test binary act as the program, for tests that kill it.
const asGalloper = "TEST_AS_GALLOPER"

// TestMain lets the scripts run `galloper` as a process of its own.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // the tests keep little of what they allocate
	natstest.Main()
	systemConfig = "" // ignore an installed package
	if os.Getenv(asGalloper) != "" {
		os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	// These tests mostly wait for servers and other processes. A -parallel flag still has priority.
	if err := flag.Set("test.parallel", "4"); err != nil {
		panic(err)
	}
	testscript.Main(m, map[string]func(){
		"galloper": func() {
			os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
		},
	})
}

// TestScripts runs whole commands, correct and incorrect, as a user types them.
func TestScripts(t *testing.T) {
	t.Parallel()
	scenarios, err := filepath.Abs("../../scenarios")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script", RequireExplicitExec: true, RequireUniqueNames: true,
		Setup: func(e *testscript.Env) error { e.Setenv("SCENARIOS", scenarios); return nil },
		Cmds:  map[string]func(*testscript.TestScript, bool, []string){"find": find},
	})
}

// find sets a variable to the pattern's first match in the last output, for values that differ in each run: `find
// VARIABLE PATTERN`.
func find(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: find VARIABLE PATTERN")
	}
	re, err := regexp.Compile(args[1])
	ts.Check(err)
	found := re.FindString(ts.ReadFile("stdout"))
	if found == "" {
		ts.Fatalf("nothing in the output is %s", args[1])
	}
	ts.Setenv(args[0], found)
}
