package main

import (
	"os"

	"github.com/spf13/cobra"
)

func newImport(o *options) *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:   "import FILE",
		Short: "Import a game from its archive",
		Long: `The archive is verified first. A store that has the first part of the same game gets the rest;
one that has another history of it is left as it is. An archive that has the game's secrets
(galloper export --with-secrets) has the game go on here: its seats are told to write here, and its
umpire lets it go on. Any other is a record to look at and to check.`,
		Example: example("galloper import quiberon.jsonl"),
		GroupID: "game",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, a []string) error {
			f, err := os.Open(a[0])
			if err != nil {
				return usage("name the file that galloper export wrote", "the archive cannot be read: %v", err)
			}
			defer f.Close()
			return o.withStore(cmd.Context(), true, func(s backend) error {
				res, err := s.Import(cmd.Context(), f)
				if err != nil {
					return err
				}
				if asJSON {
					return printJSON(cmd.OutOrStdout(), res)
				}
				printf(cmd, "%s: %d commits are new; the game has %d events, head %s\n", res.Game, res.Commits, res.Events,
					res.Head)
				switch {
				case res.Moved:
					printf(cmd, "  it goes on here: its seats are told, and galloper rule %s RESUME TURN n lets it go on\n", res.Game)
				case !res.Played:
					printf(cmd, "  it is a record to look at: the archive has no seeds, without which it cannot be played on\n")
				}
				return nil
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print an object")
	return c
}
