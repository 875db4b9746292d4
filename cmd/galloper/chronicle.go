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
