package main

import (
	"github.com/spf13/cobra"

	"galloper/cmd/galloper/internal/admin"
)

func newForget(o *options) *cobra.Command {
	asJSON, really := false, false
	c := &cobra.Command{
		Use:   "forget ADDRESS",
		Short: "Erase a person's mail and addresses; hash chains stay valid",
		Long: `Erases the address and all raw mails from it and to it from the store, the reports and receipts
among them. The record of the games holds neither: it keeps what was ordered and when, by a number
that means nothing any more, and still verifies.

What cannot be erased so: the words of orders, letters and announcements, which are the game itself;
what other players were mailed; archives that were exported with --with-mail; backups of the store;
and your mail server's folders and logs, Processed and Quarantine among them.

Without --yes it says what would be erased. It cannot be undone.`,
		Example: example("galloper forget anna@example.org", "galloper forget anna@example.org --yes"),
		GroupID: "game",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, a []string) error {
			return o.withStore(cmd.Context(), false, func(s backend) error {
				res, err := s.Forget(cmd.Context(), admin.ForgetRequest{Address: a[0], Really: really})
				if err != nil {
					return err
				}
				if asJSON {
					return printJSON(cmd.OutOrStdout(), res)
				}
				sayForgotten(cmd, a[0], res)
				return nil
			})
		},
	}
	c.Flags().BoolVar(&really, "yes", false, "erase; it cannot be undone")
	c.Flags().BoolVar(&asJSON, "json", false, "print an object")
	return c
}

func sayForgotten(cmd *cobra.Command, address string, res admin.ForgetResult) {
	if res.Erased {
		printf(cmd, "%s is forgotten: the address and %d mails are erased\n", address, res.Mails)
		if res.Shared {
			printf(cmd, "  the NATS servers keep the bytes in the logs by which they agree for about three minutes more, "+
				"and one that is down until it is back and has caught up\n")
		}
		printf(cmd, "  not erased: words in the record, mails of others, exports with mails, backups, your mail "+
			"server's folders and logs\n")
	} else {
		printf(cmd, "%s and %d mails would be erased; add --yes to do it\n", address, res.Mails)
	}
	for _, p := range res.Places {
		printf(cmd, "  %s has no mail from here on unless another address is given to it\n", p)
	}
}
