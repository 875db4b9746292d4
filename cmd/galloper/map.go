package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"galloper/cmd/galloper/internal/game"
	"galloper/projections/knowledge"
	"galloper/projections/mapview"
)

func newMap(o *options) *cobra.Command {
	var out, seat string
	turn, animate, zones := -1, false, false
	c := &cobra.Command{
		Use:   "map GAME|SCENARIO -o FILE.svg|.png",
		Short: "Draw the map of a game or a scenario",
		Long: `Draws what a seat knows, or everything for the umpire, after the last turn that was reported or
after --turn. A scenario file is drawn as it stands before turn 1. With --animate the turn of a
game is drawn step by step, as a GIF.`,
		Example: example(
			"galloper map scenarios/demo/scenario.yaml -o demo.svg",
			"galloper map quiberon --seat french.north --turn 3 -o map.png",
			"galloper map quiberon --turn 3 --animate -o turn3.gif"),
		GroupID: "look",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, a []string) error {
			if animate {
				return o.animated(cmd, a[0], seat, turn, out)
			}
			if ext := filepath.Ext(out); ext != ".svg" && ext != ".png" {
				return usage("write -o map.svg or -o map.png", "-o %q ends in neither .svg nor .png", out)
			}
			pic, err := o.picture(cmd, a[0], seat, turn, zones)
			if err != nil {
				return err
			}
			return writePicture(cmd, pic, out)
		},
	}
	c.Flags().StringVarP(&out, "out", "o", "", "`FILE` to write, .svg or .png; .gif with --animate")
	c.Flags().StringVar(&seat, "seat", knowledge.Umpire, "`SEAT` whose knowledge is drawn")
	c.Flags().IntVar(&turn, "turn", -1, "after turn `N`; 0 is the opening (default: the last)")
	c.Flags().BoolVar(&animate, "animate", false, "draw the turn step by step")
	c.Flags().BoolVar(&zones, "kill-zones", false, "draw what guns can reach, too")
	must(c.MarkFlagRequired("out"))
	return c
}

func (o *options) picture(cmd *cobra.Command, name, seat string, turn int, zones bool) (*mapview.Picture, error) {
	if ext := filepath.Ext(name); ext == ".yaml" || ext == ".yml" {
		return scenarioPicture(name, seat, zones)
	}
	g, _, err := o.gameOf(cmd.Context(), name)
	if err != nil {
		return nil, err
	}
	known, err := g.KnownAt(seat, turn)
	if err != nil {
		return nil, failed(nil, "galloper audit shows the seats and turns", "%v", err)
	}
	if zones {
		return drawn(game.MapWithZones(g, known))
	}
	return drawn(game.Map(g, known))
}

// animated writes the steps of a game's turn.
func (o *options) animated(cmd *cobra.Command, name, seat string, turn int, out string) error {
	if filepath.Ext(out) != ".gif" {
		return usage("write -o turn.gif", "--animate writes a .gif, and -o %q ends otherwise", out)
	}
	g, _, err := o.gameOf(cmd.Context(), name)
	if err != nil {
		return err
	}
	steps, err := game.StepsOf(g, seat, turn)
	if err != nil {
		return failed(nil, "galloper audit shows the seats and turns", "%v", err)
	}
	if len(steps) == 0 {
		return failed(nil, "", "these rules have no map")
	}
	data, err := mapview.GIF(steps)
	if err == nil {
		err = os.WriteFile(out, data, 0o644)
	}
	if err != nil {
		return failed(err, "name a file that can be written with -o", "the map cannot be written")
	}
	printf(cmd, "%s: %d steps\n%s\n", out, len(steps), steps[len(steps)-1].Alt())
	return nil
}

func drawn(pic *mapview.Picture) (*mapview.Picture, error) {
	if pic == nil {
		return nil, failed(nil, "", "these rules have no map")
	}
	return pic, nil
}

// scenarioPicture draws a scenario before turn 1.
func scenarioPicture(file, seat string, zones bool) (*mapview.Picture, error) {
	rules, sc, err := mustLoadScenario(file)
	if err != nil {
		return nil, err
	}
	if seat != knowledge.Umpire {
		if err := checkSeat(sc, seat); err != nil {
			return nil, err
		}
	}
	var seats []string
	for _, s := range sc.Seats() {
		seats = append(seats, s.ID)
	}
	book := knowledge.Open(seats, rules.Words.Facts)
	book.Apply(0, openOffline(rules, sc, offlineSeeds("")).Outcomes)
	sheet := game.Sheet(rules, sc, book.Seat(seat))
	sheet.Zones = zones
	return drawn(game.Draw(rules, sc, book.Seat(seat), sheet))
}

func writePicture(cmd *cobra.Command, pic *mapview.Picture, out string) error {
	data, err := pic.SVG(), error(nil)
	if strings.HasSuffix(out, ".png") {
		data, err = pic.PNG()
	}
	if err == nil {
		err = os.WriteFile(out, data, 0o644)
	}
	if err != nil {
		return failed(err, "name a file that can be written with -o", "the map cannot be written")
	}
	w, h := pic.Size()
	printf(cmd, "%s: %d by %d points\n%s\n", out, w, h, pic.Alt())
	return nil
}
