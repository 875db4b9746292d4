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
		Short: "Play a complete small game on this machine, with real mails",
		Long: `Starts a store and a mail server on loopback and creates a game with four seats, whose players write mails
as phones and desktop programs do. The battle is played to its end, with a directive by courier, a letter,
a refused order and a silent seat; then its chronicle is written and its archive verified. It needs no other
software and takes a few seconds.`,
		Example: example("galloper demo", "galloper demo -v", "galloper demo --keep --dir /tmp/mill"),
		GroupID: "offline",
		Args:    args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.Out = cmd.OutOrStdout()
			if o.Dir == "" {
				dir, err := os.MkdirTemp("", "galloper-demo-")
				if err != nil {
					return failed(err, "name a directory with --dir", "cannot create the demo's directory")
				}
				o.Dir = dir
			}
			if err := demo.Run(cmd.Context(), o); err != nil {
				return failed(err, "see the daemon's log, "+o.Dir+"/daemon.log", "the demo failed before its end")
			}
			return nil
		},
	}
	c.Flags().StringVar(&o.Dir, "dir", "", "`DIRECTORY` for its files (default: a new temporary directory)")
	c.Flags().BoolVarP(&o.Verbose, "verbose", "v", false, "print every mail, every receipt and the last reports")
	c.Flags().BoolVar(&o.Keep, "keep", false, "stop in mid-battle and keep running, so that you can connect your own "+
		"mail program")
	return c
}
