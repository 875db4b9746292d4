package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"galloper/events/natstest"
)

// asGalloper makes the test binary behave as the program, for tests that kill it.
const asGalloper = "TEST_AS_GALLOPER"

// TestMain lets the scripts run `galloper` as a process of its own.
func TestMain(m *testing.M) {
	natstest.Main()
	if os.Getenv(asGalloper) != "" {
		os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	testscript.Main(m, map[string]func(){
		"galloper": func() {
			os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
		},
	})
}

// TestScripts runs whole commands, good and bad use, as a user types them.
func TestScripts(t *testing.T) {
	t.Parallel()
	scenarios, err := filepath.Abs("../../scenarios")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script", RequireExplicitExec: true, RequireUniqueNames: true,
		Setup: func(e *testscript.Env) error { e.Setenv("SCENARIOS", scenarios); return nil },
	})
}
