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
		Short: "Show a turn as it would have been, as a difference; records nothing",
		Long: `Adjudicates a turn again with something changed in it, and shows what would have come out
otherwise: lines with - as it was, with + as it would have been. Dice have the values they had, so
that only what follows from the change differs. Only turns whose dice have fallen can be asked of.

It shows both sides. An umpire who also plays should rather not use it.`,
		Example: example(
			"galloper whatif quiberon --amend 'french.north 3: TO champagne: HOLD'",
			"galloper whatif quiberon --turn 4 --reroll 'volley/fire/1foot.b>2swiss#2'",
			"galloper whatif quiberon --set unit.champagne.boxes=2",
			"galloper whatif quiberon --set t4.17:unit.champagne.boxes=2"),
		GroupID: "look",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, a []string) error {
			if len(w.Amend)+len(w.Reroll)+len(w.Set) == 0 {
				return usage("name what is otherwise: --amend, --reroll or --set",
					"nothing is changed, so nothing would have been otherwise")
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
	c.Flags().IntVar(&w.Turn, "turn", 0, "turn `N` (default the last that was adjudicated)")
	c.Flags().StringArrayVar(&w.Amend, "amend", nil, "an order in place of another: `'SEAT n: ORDER'`")
	c.Flags().StringArrayVar(&w.Reroll, "reroll", nil, "roll the `DIE` of that name again")
	c.Flags().StringArrayVar(&w.Set, "set", nil,
		"`PATH=VALUE` before the turn, or OUTCOME-ID:PATH=VALUE behind an outcome")
	c.Flags().BoolVar(&asJSON, "json", false, "print an object")
	return c
}
