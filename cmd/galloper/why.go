package main

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

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
