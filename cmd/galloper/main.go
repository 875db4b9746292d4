// Command galloper runs battles and campaigns by mail: players write orders in a mail, couriers carry them to the
// troops, and each player gets a report of their commander's view.
//
// This package has the flags, the configuration and the output. A file holds a subcommand, or several that belong
// together; code shared with the daemon is in internal/daemon. `galloper help` lists the commands, and docs/umpire.md
// leads from an empty server to the first report.
package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"syscall"
	_ "time/tzdata" // deadlines need time zones even if the machine has none installed

	"github.com/spf13/cobra"

	"galloper/adjudicator/rulesets"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// run executes one command line and returns its exit status: 0 done, 1 the answer is no, 2 wrong use.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) (status int) {
	defer func() {
		if p := recover(); p != nil {
			status = finish(errs, brokeDown(p))
		}
	}()
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(in)
	to := &output{Writer: out}
	root.SetOut(to)
	root.SetErr(errs)
	err := root.ExecuteContext(ctx)
	if why := to.fault.Load(); why != nil && !errors.As(err, new(*fault)) {
		err = failed(*why, "free some disk space, or write to another disk", "cannot write the output")
	}
	return finish(errs, err)
}

// output remembers the first write error, because most commands print without checking.
type output struct {
	io.Writer
	fault atomic.Pointer[error]
}

// Write implements io.Writer.
func (o *output) Write(b []byte) (int, error) {
	n, err := o.Writer.Write(b)
	if err != nil {
		o.fault.CompareAndSwap(nil, &err)
	}
	return n, err
}

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of the program and of its rulesets",
		Args:  args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			printf(cmd, "galloper %s, %s %s/%s\n", programVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			for _, rs := range rulesets.All() {
				printf(cmd, "%s %d, %s\n", rs.Name, rs.Version, rs.Title)
			}
			return nil
		},
	}
}

// programVersion returns the module's version and the commit it was built from.
func programVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	version := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && !strings.Contains(version, s.Value[:min(12, len(s.Value))]) {
			version += " (" + s.Value[:min(12, len(s.Value))] + ")"
		}
	}
	return version
}
