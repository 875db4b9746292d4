package main

import (
	"github.com/spf13/cobra"

	"galloper/cmd/galloper/internal/game"
)

func newWhatIf(o *options) *cobra.Command {
	w := game.Changes{}
	asJSON := false
	c := &cobra.Command{
		Use:   "whatif GAME|FILE",
		Short: "Show how a turn would differ after a change, without recording anything",
		Long: `Adjudicates a turn again with a change, and prints the difference: lines with - as they were, lines with + as
they would have been. Dice keep their values, so that only consequences of the change differ. It works only on
turns that are already adjudicated.

The output shows both sides: an umpire who also plays should avoid it.`,
		Example: example(
			"galloper whatif quiberon --amend 'french.north 3: TO champagne: HOLD'",
			"galloper whatif quiberon --turn 4 --reroll 'volley/fire/1foot.b>2swiss#2'",
			"galloper whatif quiberon --set unit.champagne.boxes=2",
			"galloper whatif quiberon --set t4.17:unit.champagne.boxes=2"),
		GroupID: "look",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, a []string) error {
			if len(w.Amend)+len(w.Reroll)+len(w.Set) == 0 {
				return usage("add a change: --amend, --reroll or --set",
					"there is no change, so nothing would differ")
			}
			g, _, err := o.gameOf(cmd.Context(), a[0])
			if err != nil {
				return err
			}
			res, err := game.WhatIf(g, w)
			if err != nil {
				return refusal(err)
			}
			if asJSON {
				return printJSON(cmd.OutOrStdout(), res)
			}
			printf(cmd, "%s", res.Text())
			return nil
		},
	}
	c.Flags().IntVar(&w.Turn, "turn", 0, "turn `N` (default: the last adjudicated turn)")
	c.Flags().StringArrayVar(&w.Amend, "amend", nil, "replace an order: `'SEAT n: ORDER'`")
	c.Flags().StringArrayVar(&w.Reroll, "reroll", nil, "roll this `DIE` again")
	c.Flags().StringArrayVar(&w.Set, "set", nil,
		"set `PATH=VALUE` before the turn, or OUTCOME-ID:PATH=VALUE after an outcome")
	c.Flags().BoolVar(&asJSON, "json", false, "print an object")
	return c
}
