package main

import (
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"

	"galloper/cmd/galloper/internal/game"
	"galloper/projections/history"
	"galloper/projections/knowledge"
)

func newWhy(o *options) *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:   "why GAME|FILE OUTCOME-ID",
		Short: "Show the chain of causes of an outcome, back to the mails",
		Long: `Follows the causes of an outcome (t3.17 is the 17th of turn 3, as audit prints it) back to the order that
started it and the mail that contained the order. t3.5@french.north is the fifth fact that the seat
french.north learned in turn 3, as its page shows it.`,
		Example: example("galloper why quiberon t3.17", "galloper why quiberon t3.5@french.north"),
		GroupID: "look",
		Args:    args(cobra.ExactArgs(2)),
		RunE: func(cmd *cobra.Command, a []string) error {
			commits, err := o.commitsOf(cmd.Context(), a[0])
			if err != nil {
				return err
			}
			h := &history.History{}
			for _, c := range commits {
				if err := h.Apply(&c); err != nil {
					return failed(err, "run galloper verify to find the damaged line", "cannot read the history")
				}
			}
			chain, err := h.Why(knowledge.Recorded(a[1], func(seat string, turn int) (*knowledge.Known, error) {
				g, _, err := o.gameOf(cmd.Context(), a[0])
				if err != nil {
					return nil, err
				}
				return g.KnownAt(seat, turn)
			}))
			if err != nil {
				return failed(nil, "run galloper audit to list the outcomes with their ids, such as t3.17", "%v", err)
			}
			if asJSON {
				return printJSON(cmd.OutOrStdout(), chain)
			}
			out := onScreen(cmd, true)
			_, err = io.WriteString(out, out.paint(history.Explain(chain)))
			return errors.Join(err, out.close())
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the chain as a list")
	return c
}

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
				return usage("add a change: --amend, --reroll or --set", "there is no change, so nothing would differ")
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

func newChronicle(o *options) *cobra.Command {
	out := ""
	c := &cobra.Command{
		Use:   "chronicle GAME|FILE -o FILE.html",
		Short: "Write the story of a finished battle as one HTML file to share",
		Long: `Writes the turning points, ten maps of the field as each side knew it and as it was, late orders and
their cost, losses, letters and the proofs. The file needs nothing else to be viewed. It reveals
everything, so it is available only when the battle is over.`,
		Example: example("galloper chronicle quiberon -o battle.html"),
		GroupID: "look",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, a []string) error {
			g, _, err := o.gameOf(cmd.Context(), a[0])
			if err != nil {
				return err
			}
			told, err := game.Chronicle(g)
			if errors.Is(err, game.ErrNotOver) {
				return failed(nil, "run galloper audit to see the state of the game", "%v", err)
			} else if err != nil {
				return failed(err, "run galloper verify to find the damaged line", "cannot write the story of the "+
					"battle")
			}
			page, err := told.HTML()
			if err == nil {
				err = os.WriteFile(out, page, 0o644)
			}
			if err != nil {
				return failed(err, "name a writable file with -o", "cannot write the chronicle")
			}
			printf(cmd, "%s: %d pictures of the field, %d KB\n", out, len(told.Plates), len(page)>>10)
			return nil
		},
	}
	c.Flags().StringVarP(&out, "out", "o", "", "`FILE` to write, .html")
	must(c.MarkFlagRequired("out"))
	return c
}
