package main

import (
	"github.com/spf13/cobra"
)

func newExport(o *options) *cobra.Command {
	withMail := false
	c := &cobra.Command{
		Use:   "export GAME",
		Short: "Write a whole game as one file that anyone can check offline",
		Long: `Writes the game's commits to the standard output, a line each, exactly as they are stored.
Mail addresses and raw mails are not among them; --with-mail adds them, for a move to another server.`,
		Example: example("galloper export quiberon > quiberon.jsonl", "galloper export quiberon --with-mail > move.jsonl"),
		GroupID: "look",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, a []string) error {
			return o.withStore(cmd.Context(), false, func(s backend) error {
				return s.Export(cmd.Context(), cmd.OutOrStdout(), a[0], withMail)
			})
		},
	}
	c.Flags().BoolVar(&withMail, "with-mail", false, "add raw mails and addresses")
	return c
}
