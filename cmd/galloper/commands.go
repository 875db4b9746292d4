package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// commands lists the subcommands. Each has a file of its own.
func commands(o *options) []*cobra.Command {
	return []*cobra.Command{
		newDemo(),
		newPractise(o),
		newSetup(o),
		newServe(o),
		newNew(o),
		newLobby(o),
		newRule(o),
		newImport(o),
		newBackup(o),
		newRestore(o),
		newRepair(o),
		newForget(o),
		newDoctor(o),
		newAudit(o),
		newWhy(o),
		newWhatIf(o),
		newMap(o),
		newChronicle(o),
		newExport(o),
		newVerify(o),
		newHead(o),
		newCheck(o),
		newRead(o),
		newPlay(),
		newTrial(),
		newCase(),
		newScenario(),
		newRuleset(),
		newCard(),
		newVersion(),
	}
}

// options are the flags of every command.
type options struct {
	config string // path of galloper.toml
	data   string // overrides the store directory
	nats   string // overrides the URLs of an external NATS

	errs io.Writer // the command's standard error
	said bool      // the store in use has been printed
}

const rootLong = `Galloper runs battles and campaigns by mail.

Players send their orders by mail, as plain text. Couriers carry directives to the
troops, the turn is adjudicated, and each player is told what their commander could see.

To try it, run "galloper practise": a battle in your browser, with nothing to set up.`

const rootExample = `  galloper practise
  galloper check demo --seat french.north orders.txt
  galloper new demo --seat french.north=anna@example.org
  galloper serve -c galloper.toml`

func newRoot() *cobra.Command {
	o := &options{}
	root := &cobra.Command{
		Use:           "galloper",
		Short:         "Run battles and campaigns by mail",
		Long:          rootLong,
		Example:       rootExample,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE:          rootRun,

		PersistentPreRun: func(cmd *cobra.Command, _ []string) { o.errs = cmd.ErrOrStderr() },

		SuggestionsMinimumDistance: 2,
	}
	root.PersistentFlags().StringVarP(&o.config, "config", "c", "",
		"configuration `FILE` (default: galloper.toml if it exists, otherwise the package's in /etc/galloper)")
	root.PersistentFlags().StringVar(&o.data, "data", "", "store `DIRECTORY` (overrides the configuration)")
	root.PersistentFlags().StringVar(&o.nats, "nats", "",
		"`URL` of an external NATS JetStream; separate several by commas (overrides the configuration)")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usage("see: "+cmd.CommandPath()+" --help", "%s: %v", cmd.Name(), err)
	})
	root.AddGroup(
		&cobra.Group{ID: "game", Title: "To run games:"},
		&cobra.Group{ID: "look", Title: "To look at games:"},
		&cobra.Group{ID: "offline", Title: "Without a server:"},
	)
	root.AddCommand(append(commands(o), manual()...)...)
	return root
}

// rootRun shows the help, or rejects an unknown command.
func rootRun(cmd *cobra.Command, a []string) error {
	if len(a) == 0 {
		return cmd.Help()
	}
	hint := "run galloper help to list the commands"
	if near := cmd.SuggestionsFor(a[0]); len(near) > 0 {
		hint = "did you mean " + strings.Join(near, " or ") + "? " + hint
	}
	return usage(hint, "there is no command %q", a[0])
}

// unsetNumber declares a number whose default -1 stands for a choice that usage explains. Help does not show the -1.
func unsetNumber(f *pflag.FlagSet, n *int, name, usage string) {
	f.IntVar(n, name, -1, usage)
	f.Lookup(name).DefValue = "0"
}

// example indents the lines as cobra's help needs them.
func example(lines ...string) string {
	return "  " + strings.Join(lines, "\n  ")
}

func printf(cmd *cobra.Command, format string, a ...any) {
	fmt.Fprintf(cmd.OutOrStdout(), format, a...)
}
