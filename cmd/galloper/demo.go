package main

import (
	"os"

	"github.com/spf13/cobra"

	"galloper/cmd/galloper/internal/demo"
)

func newDemo() *cobra.Command {
	o := demo.Options{}
	c := &cobra.Command{
		Use:   "demo",
		Short: "Play a whole small game on this machine: real mails in, reports out",
		Long: `Starts a store and a mail server on loopback, makes a game of four seats, and lets four players
write their mails as phones and desktop programs do. The battle is played to its end, with a
directive that must ride, a letter, a refused order and a silent seat; then its chronicle is written
and its archive verified. It needs nothing installed and takes a few seconds.`,
		Example: example("galloper demo", "galloper demo -v", "galloper demo --keep --dir /tmp/mill"),
		GroupID: "offline",
		Args:    args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.Out = cmd.OutOrStdout()
			if o.Dir == "" {
				dir, err := os.MkdirTemp("", "galloper-demo-")
				if err != nil {
					return failed(err, "name a directory with --dir", "there is no place for the demo's files")
				}
				o.Dir = dir
			}
			if err := demo.Run(cmd.Context(), o); err != nil {
				return failed(err, "the daemon's log is "+o.Dir+"/daemon.log", "the demo did not come to its end")
			}
			return nil
		},
	}
	c.Flags().StringVar(&o.Dir, "dir", "", "`DIRECTORY` for its files (default: a new one in the temporary directory)")
	c.Flags().BoolVarP(&o.Verbose, "verbose", "v", false, "show every mail, receipt and last report")
	c.Flags().BoolVar(&o.Keep, "keep", false, "stop in mid-battle and leave it running for your own mail program; says how to connect")
	return c
}
