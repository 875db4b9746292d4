package main

import (
	"github.com/spf13/cobra"

	"galloper/cmd/galloper/internal/admin"
)

func newForget(o *options) *cobra.Command {
	asJSON, really := false, false
	c := &cobra.Command{
		Use:   "forget ADDRESS",
		Short: "Erase a person's mails and addresses; the hash chains stay valid",
		Long: `Erases the address and all raw mails from it and to it from the store, including reports and receipts. The
games' record contains neither: it keeps the orders and their times under a number that no longer leads to a
person, and it still verifies.

Some things cannot be erased: the text of orders, letters and announcements, which are the game itself; mails
to other players; archives exported with --with-mail; backups of the store; and your mail server's folders
(such as Processed and Quarantine) and logs.

Without --yes it only prints what it would erase. Erasing cannot be undone.`,
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
		printf(cmd, "%s is forgotten: its address and %d mails are erased\n", address, res.Mails)
		if res.Shared {
			printf(cmd, "  the NATS servers keep the bytes in their replication logs for about three minutes; a "+
				"server that is down keeps them until it has caught up\n")
		}
		printf(cmd, "  not erased: text in the record, other players' mails, exports with mails, backups, the mail "+
			"server's folders and logs\n")
	} else {
		printf(cmd, "%s and %d mails would be erased; to erase them, add --yes\n", address, res.Mails)
	}
	for _, p := range res.Places {
		printf(cmd, "  %s gets no mail from now on unless you give it another address\n", p)
	}
}
