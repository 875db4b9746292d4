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
		Long: `Verifies the archive first. If the store has the first part of the same game, the rest is added; if it has a
different history of the game, it is left unchanged. If the archive contains the game's secrets (galloper
export --with-secrets), the game continues here: its seats are told to write here, and it is on hold until
its umpire sends RESUME. Without secrets it is a read-only record.`,
		Example: example("galloper import quiberon.jsonl"),
		GroupID: "game",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, a []string) error {
			f, err := os.Open(a[0])
			if err != nil {
				return usage("name the file that galloper export wrote", "cannot read the archive: %v", err)
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
				printf(cmd, "%s: added %d commits; the game has %d events, head "+
					"%s\n", res.Game, res.Commits, res.Events,
					res.Head)
				switch {
				case res.Moved:
					printf(cmd, "  it continues here: its seats are told, and it is on hold until galloper rule %s "+
						"RESUME TURN n\n", res.Game)
				case !res.Played:
					printf(cmd, "  it is a read-only record: the archive contains no seeds, so the game cannot "+
						"continue here\n")
				}
				return nil
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print an object")
	return c
}
