package main

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/easel"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/offline"
	"galloper/projections/knowledge"
	"galloper/projections/mapview"
)

// mapping holds the flags of `galloper map`.
type mapping struct {
	*options
	cmd             *cobra.Command
	name, out, seat string
	turn, from, to  int
	zones           bool
	narrow, watch   bool
	listen          string
}

func newMap(o *options) *cobra.Command {
	m := &mapping{options: o}
	c := &cobra.Command{
		Use:   "map GAME|FILE {-o FILE.svg|.png | --watch}",
		Short: "Draw the map of a game or a scenario",
		Long: `Draws the knowledge of a seat, or everything for the umpire, after the last reported turn or after --turn.
For a scenario file it draws the position before turn 1, for an exported game that game.

With --watch it shows a scenario in the browser and redraws it at each save, with faults marked in place.
Units, corners and roads that you drag there are written back into the file; its comments and order stay.
Overlays show the scenario writer the ground as the rules see it, distances, gaps, and the area visible
from a point.

With --from and --to it draws the maps of several turns side by side.`,
		Example: example(
			"galloper map scenarios/demo/scenario.yaml -o demo.svg",
			"galloper map zama/scenario.yaml --watch",
			"galloper map quiberon --seat french.north --turn 3 -o map.png",
			"galloper map quiberon.jsonl --from 1 --to 9 -o battle.svg"),
		GroupID: "look",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, a []string) error {
			m.cmd, m.name = cmd, a[0]
			return m.run()
		},
	}
	f := c.Flags()
	f.StringVarP(&m.out, "out", "o", "", "`FILE` to write: .svg or .png; .svg for several turns")
	f.StringVar(&m.seat, "seat", knowledge.Umpire, "`SEAT` whose knowledge to draw")
	unsetNumber(f, &m.turn, "turn", "draw the map after turn `N`; 0 is the opening (default: the last)")
	f.IntVar(&m.from, "from", 0, "first of several turns, `N`")
	unsetNumber(f, &m.to, "to", "last of several turns, `N` (default: the last)")
	f.BoolVar(&m.narrow, "narrow", false, "draw for a phone: less than half as wide, with letters of the same size")
	f.BoolVar(&m.zones, "kill-zones", false, "also draw the range of the guns")
	f.BoolVar(&m.watch, "watch", false, "show a scenario in the browser, and redraw it whenever it is saved")
	f.StringVar(&m.listen, "listen", "127.0.0.1:0", "`ADDRESS` of the page of --watch; port 0 picks a free port")
	c.MarkFlagsOneRequired("out", "watch")
	c.MarkFlagsMutuallyExclusive("out", "watch")
	return c
}

func (m *mapping) run() error {
	if m.watch {
		return m.show()
	}
	ext := filepath.Ext(m.out)
	switch {
	case m.cmd.Flags().Changed("from") || m.cmd.Flags().Changed("to"):
		if ext != ".svg" {
			return usage("write -o battle.svg", "several turns are written as .svg, but -o is %q", m.out)
		}
		return m.turns()
	case ext != ".svg" && ext != ".png":
		return usage("write -o map.svg or -o map.png", "-o %q does not end in .svg or .png", m.out)
	}
	pic, err := m.picture()
	if err != nil {
		return err
	}
	data := pic.SVG()
	if ext == ".png" {
		if data, err = pic.PNG(); err != nil {
			return failed(err, "", "cannot draw the map")
		}
	}
	if err := m.write(data); err != nil {
		return err
	}
	w, h := pic.Size()
	printf(m.cmd, "%s: %d by %d points\n%s\n", m.out, w, h, pic.Alt())
	return nil
}

// show serves the scenario's page until it is interrupted.
func (m *mapping) show() error {
	if !isScenario(m.name) {
		return usage("name a scenario file, such as zama/scenario.yaml", "--watch needs a scenario file")
	}
	if _, err := os.Stat(m.name); err != nil {
		return usage("create one with galloper scenario new RULESET NAME", "cannot read the scenario: %v", err)
	}
	l, err := net.Listen("tcp", m.listen)
	if err != nil {
		return usage("name a free address with --listen, such as 127.0.0.1:0", "cannot serve the page: %v", err)
	}
	url := "http://" + l.Addr().String()
	printf(m.cmd, "showing %s at %s (Ctrl-C stops it)\n", m.name, url)
	openBrowser(url)
	server := &http.Server{ReadHeaderTimeout: 10 * time.Second,
		Handler: easel.New(easel.Easel{File: m.name, Rulesets: rulesets.Known(), Zones: m.zones, Read: readTextFile})}
	stop := context.AfterFunc(m.cmd.Context(), func() { server.Close() })
	defer stop()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return failed(err, "", "the page stopped")
	}
	return nil
}

func (m *mapping) write(data []byte) error {
	if err := os.WriteFile(m.out, data, 0o644); err != nil {
		return failed(err, "name a writable file with -o", "cannot write the map")
	}
	return nil
}

// isScenario reports whether the file's extension is a scenario's.
func isScenario(name string) bool {
	ext := filepath.Ext(name)
	return ext == ".yaml" || ext == ".yml"
}

func (m *mapping) picture() (*mapview.Picture, error) {
	if isScenario(m.name) {
		return m.scenarioPicture()
	}
	g, _, err := m.gameOf(m.cmd.Context(), m.name)
	if err != nil && isShipped(m.name) {
		return m.scenarioPicture()
	}
	if err != nil {
		return nil, err
	}
	known, err := g.KnownAt(m.seat, m.turn)
	if err != nil {
		return nil, notDrawn(err)
	}
	if m.zones {
		return requireMap(game.MapWithZones(g, known))
	}
	return requireMap(game.MapFor(g, known, "", m.narrow))
}

func (m *mapping) turns() error {
	if isScenario(m.name) {
		return usage("name a game or the export of one", "a scenario has no turns yet")
	}
	g, _, err := m.gameOf(m.cmd.Context(), m.name)
	if err != nil {
		return err
	}
	if m.to < 0 {
		m.to = g.Reported()
	}
	if m.from < 0 || m.from > m.to {
		return usage("write --from 1 --to 5", "there are no turns from %d to %d", m.from, m.to)
	}
	list, err := game.Maps(g, m.seat, m.from, m.to)
	if err != nil {
		return notDrawn(err)
	}
	return m.strip(list)
}

func (m *mapping) strip(list []*mapview.Picture) error {
	if len(list) == 0 {
		return failed(nil, "", "this ruleset has no map")
	}
	const columns = 3
	if err := m.write(mapview.Strip(list, columns)); err != nil {
		return err
	}
	printf(m.cmd, "%s: %d turns\n%s\n", m.out, len(list), list[len(list)-1].Alt())
	return nil
}

func notDrawn(err error) error {
	return failed(nil, "run galloper audit to list the seats and turns", "%v", err)
}

func requireMap(pic *mapview.Picture) (*mapview.Picture, error) {
	if pic == nil {
		return nil, failed(nil, "", "this ruleset has no map")
	}
	return pic, nil
}

// scenarioPicture draws a scenario before turn 1.
func (m *mapping) scenarioPicture() (*mapview.Picture, error) {
	rules, sc, err := mustLoadScenario(m.name)
	if err != nil {
		return nil, err
	}
	if m.seat != knowledge.Umpire {
		if err := checkSeat(sc, m.seat); err != nil {
			return nil, err
		}
	}
	table, opened := offline.Open("play", rules, sc, offlineSeeds(""))
	table.Tell(0, opened.Outcomes)
	known := table.Known(m.seat).(*knowledge.Known)
	sheet := game.Sheet(rules, sc, known)
	sheet.Zones, sheet.Narrow = m.zones, m.narrow
	return requireMap(game.Draw(rules, sc, known, sheet))
}
