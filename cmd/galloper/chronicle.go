package main

import (
	"errors"
	"os"

	"github.com/spf13/cobra"

	"galloper/cmd/galloper/internal/game"
)

func newChronicle(o *options) *cobra.Command {
	out := ""
	c := &cobra.Command{
		Use:   "chronicle GAME|FILE -o FILE.html",
		Short: "Tell a battle that is over in one HTML file, to show to others",
		Long: `Writes the turning points, ten pictures of the field as both sides knew it and as it was, orders
that came late and what they cost, losses, letters and the proofs. The file needs nothing outside
itself. It tells everything, so that a battle that still goes on has none.`,
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
				return failed(nil, "galloper audit shows how far it is", "%v", err)
			} else if err != nil {
				return failed(err, "galloper verify names the line that is wrong", "the battle cannot be told")
			}
			page, err := told.HTML()
			if err == nil {
				err = os.WriteFile(out, page, 0o644)
			}
			if err != nil {
				return failed(err, "name a file that can be written with -o", "the chronicle cannot be written")
			}
			printf(cmd, "%s: %d pictures of the field, %d KB\n", out, len(told.Plates), len(page)>>10)
			return nil
		},
	}
	c.Flags().StringVarP(&out, "out", "o", "", "`FILE` to write, .html")
	must(c.MarkFlagRequired("out"))
	return c
}
