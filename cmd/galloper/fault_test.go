package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"

	"github.com/spf13/cobra"

	"galloper/adjudicator"
	"galloper/events"
	"galloper/events/natslog"
)

// breaks is an input that panics when it is read.
type breaks struct{ cause any }

func (b breaks) Read([]byte) (int, error) { panic(b.cause) }

// If a ruleset or the program panics, the command line prints a sentence and a hint with exit status 1, never a stack
// trace.
func TestBrokenInvariantIsASentence(t *testing.T) {
	for _, c := range []struct {
		cause any
		want  string
	}{
		{&adjudicator.Broken{Game: "play", Turn: 3, Phase: "6a dispatches leave", Order: "order 2 of union.army",
			Outcomes: make([]events.Outcome, 7), Cause: errors.New("index out of range [-1]")},
			"galloper: turn 3 could not be adjudicated: an invariant of the rules failed in phase 6a dispatches " +
				"leave, after " +
				"outcome 7 of the turn in carrying out order 2 of union.army: index out of range [-1]\n"},
		{"no such unit", "galloper: a fault of the program: no such unit\n"},
	} {
		var text strings.Builder
		args := []string{"check", "../../scenarios/demo/scenario.yaml", "--seat", "french.north"}
		if status := run(t.Context(), args, breaks{c.cause}, io.Discard, &text); status != statusNo {
			t.Errorf("exit status %d", status)
		}
		sentence, hint, _ := strings.Cut(text.String(), "hint: ")
		if sentence != c.want {
			t.Errorf("got  %swant %s", sentence, c.want)
		}
		if !strings.HasPrefix(hint, "please report this") || strings.Contains(text.String(), "goroutine") {
			t.Errorf("the hint is %q", hint)
		}
	}
}

// full is a full disk.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// Every command reports that its output is lost, and exits with an error.
func TestOutputThatCannotBeWritten(t *testing.T) {
	commands := [][]string{{}, {"version"}, {"card", "firediscipline"}, {"scenario", "schema", "firediscipline"},
		{"serve", "--print-config"}, {"check", "demo", "--seat", "french.north"}}
	var helps func(of *cobra.Command)
	helps = func(of *cobra.Command) {
		commands = append(commands, append(strings.Fields(of.CommandPath())[1:], "--help"))
		for _, c := range of.Commands() {
			helps(c)
		}
	}
	helps(newRoot())
	for _, args := range commands {
		var said strings.Builder
		status := run(t.Context(), args, strings.NewReader("To all: hold"), full{}, &said)
		if status == statusDone || !strings.Contains(said.String(), "cannot write the output") {
			t.Errorf("galloper %s: exit status %d, and it said %q", strings.Join(args, " "), status, said.String())
		}
	}
}

// The hint fits the problem.
func TestStoreThatCannotBeOpened(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	held := t.TempDir()
	release, err := natslog.Lock(filepath.Join(held, "nats"))
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	for dir, want := range map[string]string{file: "is a file", filepath.Join(file, "below"): "is a file",
		held: "stop the other galloper"} {
		var said strings.Builder
		status := run(t.Context(), []string{"audit", "--data", dir}, nil, io.Discard, &said)
		if status != statusNo || !strings.Contains(said.String(), want) {
			t.Errorf("%s: exit status %d: %s", dir, status, said.String())
		}
	}
	for cause, want := range map[error]string{fs.ErrPermission: "let galloper", syscall.EROFS: "let galloper",
		syscall.ENOSPC: "free some", events.ErrStoreFull: "free some", syscall.EMFILE: "limit of open files",
		io.ErrUnexpectedEOF: "galloper doctor"} {
		if hint := directoryHint(fmt.Errorf("the vault: %w", cause)); !strings.Contains(hint, want) {
			t.Errorf("%v: %s", cause, hint)
		}
	}
}

// A service that starts on a full disk waits for space.
func TestFullDiskIsWaitedFor(t *testing.T) {
	for _, cause := range []error{events.ErrStoreFull, syscall.ENOSPC} {
		synctest.Test(t, func(t *testing.T) {
			tried := 0
			err := patiently(t.Context(), Config{}, slog.New(slog.DiscardHandler), func() error {
				if tried++; tried <= 3600 {
					return fmt.Errorf("the vault: %w", cause)
				}
				return nil
			})
			if err != nil || tried != 3601 {
				t.Errorf("tried %d times: %v", tried, err)
			}
		})
	}
}
