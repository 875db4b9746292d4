package main

import (
	"strings"

	"github.com/spf13/cobra"

	"galloper/adjudicator/umpire"
	"galloper/cmd/galloper/internal/daemon"
)

func newRule(o *options) *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:   "rule GAME COMMAND…",
		Short: "Give the commands that an umpire would mail",
		Long: `Takes what the umpire would write into a mail, and prints what he would be answered. It works
on a running server and without one. An act on a turn names the turn.

` + umpire.Help(),
		Example: example(
			"galloper rule quiberon CLOSE TURN 4",
			"galloper rule quiberon EXTEND 48h TURN 4 BECAUSE the post was late",
			"galloper rule quiberon 'ANNOUNCE: no mail can be read on Sunday'"),
		GroupID: "game",
		Args:    args(cobra.MinimumNArgs(2)),
		RunE: func(cmd *cobra.Command, a []string) error {
			return o.withStore(cmd.Context(), false, func(s backend) error {
				res, err := s.Rule(cmd.Context(), daemon.RuleRequest{Game: a[0], Text: strings.Join(a[1:], " ")})
				if err != nil {
					return err
				}
				if asJSON {
					err = printJSON(cmd.OutOrStdout(), res)
				} else {
					printf(cmd, "%s", res.Text)
				}
				if err == nil && !res.Done {
					err = quiet(statusNo)
				}
				return err
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print an object")
	c.Flags().SetInterspersed(false)
	return c
}
