package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"galloper/adjudicator"
)

// Exit statuses: success, a failed check or command, and wrong usage or configuration.
const (
	statusDone  = 0
	statusNo    = 1
	statusUsage = 2
)

// fault is an error as the command line shows it: the problem and the next step.
type fault struct {
	status int
	what   string
	hint   string
	cause  error
}

func (f *fault) Error() string { return f.what }
func (f *fault) Unwrap() error { return f.cause }

// quiet is the exit status of a command that has already printed its reason.
type quiet int

func (q quiet) Error() string { return fmt.Sprintf("exit status %d", int(q)) }

// usage returns a fault for wrong use.
func usage(hint, format string, a ...any) error {
	return &fault{status: statusUsage, hint: hint, what: fmt.Sprintf(format, a...)}
}

// failed returns a fault for a command that could not do its work.
func failed(err error, hint, format string, a ...any) error {
	what := fmt.Sprintf(format, a...)
	if err != nil {
		what += ": " + err.Error()
	}
	return &fault{status: statusNo, hint: hint, what: what, cause: err}
}

// brokeDown returns the fault for a panic of the program or of a ruleset. It asks the person to report the command's
// input.
func brokeDown(cause any) error {
	const hint = "please report this message with the command's input files and the output of `galloper version`"
	broken, ok := cause.(*adjudicator.Broken)
	if !ok {
		return failed(nil, hint, "a fault of the program: %v", cause)
	}
	order := ""
	if broken.Order != "" {
		order = " in carrying out " + broken.Order
	}
	return failed(nil, hint,
		"turn %d could not be adjudicated: an invariant of the rules failed in phase %s, after outcome %d of the "+
			"turn%s: %v",
		broken.Turn, broken.Phase, len(broken.Outcomes), order, broken.Cause)
}

// finish prints the error and returns the exit status.
func finish(w io.Writer, err error) int {
	var q quiet
	var f *fault
	switch {
	case err == nil:
		return statusDone
	case errors.As(err, &q):
		return int(q)
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(w, "galloper: interrupted")
		return statusNo
	case errors.As(err, &f):
		fmt.Fprintf(w, "galloper: %s\n", f.what)
		if f.hint != "" {
			fmt.Fprintf(w, "hint: %s\n", f.hint)
		}
		return f.status
	}
	fmt.Fprintf(w, "galloper: %v\n", err)
	if strings.HasPrefix(err.Error(), "required flag") { // cobra has no type for this error
		fmt.Fprintln(w, "hint: galloper help COMMAND shows the flags with an example")
		return statusUsage
	}
	return statusNo
}

// args wraps a check of positional arguments so that its error counts as wrong use.
func args(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, a []string) error {
		if err := check(cmd, a); err != nil {
			return usage("write: "+cmd.UseLine(), "%s %s", cmd.Name(), argsProblem(cmd, a))
		}
		return nil
	}
}

func argsProblem(cmd *cobra.Command, a []string) string {
	want := strings.TrimSpace(strings.TrimPrefix(cmd.Use, cmd.Name()))
	if want == "" {
		return fmt.Sprintf("takes no arguments, but was given %q", strings.Join(a, " "))
	}
	if len(a) == 0 {
		return "needs " + want
	}
	return fmt.Sprintf("takes %s, but was given %q", want, strings.Join(a, " "))
}
