package main

import (
	"encoding/json"
	"io"

	"github.com/spf13/cobra"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/offline"
	"galloper/orders"
)

func newCheck(o *options) *cobra.Command {
	var seat string
	turn, asJSON := -1, false
	c := &cobra.Command{
		Use:   "check GAME|SCENARIO [FILE]",
		Short: "Preview the receipt for a seat's orders",
		Long: `Reads orders as a mail's text, from FILE or the standard input, and prints the receipt as the
game would answer them now, or as it would have for the turn of --turn, by what the seat knew
then. With a scenario, a file or the name of one that comes with Galloper where no game has it, it is
the receipt before turn 1. Nothing is recorded. The exit status is 1 if an order is refused.`,
		Example: example(
			"galloper check demo --seat french.north orders.txt",
			"echo 'To all: hold' | galloper check demo --seat french.north",
			"galloper check quiberon --seat french.north --turn 3 orders.txt"),
		GroupID: "offline",
		Args:    args(cobra.RangeArgs(1, 2)),
		RunE: func(cmd *cobra.Command, a []string) error {
			text, err := textOf(cmd, a[1:])
			if err != nil {
				return err
			}
			r, err := o.preview(cmd, a[0], seat, turn, text)
			if err != nil {
				return err
			}
			return showReading(cmd, r, asJSON)
		},
	}
	c.Flags().StringVar(&seat, "seat", "", "`SEAT` whose orders they are")
	c.Flags().IntVar(&turn, "turn", -1, "turn `N` of a game (default: the one that is open)")
	c.Flags().BoolVar(&asJSON, "json", false, "print an object with each order and what became of it")
	must(c.MarkFlagRequired("seat"))
	return c
}

// preview reads orders for a seat of a game, or of a scenario before turn 1.
func (o *options) preview(cmd *cobra.Command, name, seat string, turn int, text string) (game.Reading, error) {
	if isScenario(name) {
		return previewOpening(name, seat, turn, text)
	}
	g, _, err := o.gameOf(cmd.Context(), name)
	if err != nil && isShipped(name) {
		return previewOpening(name, seat, turn, text)
	}
	if err != nil {
		return game.Reading{}, err
	}
	if err := checkSeat(g.Scenario, seat); err != nil {
		return game.Reading{}, err
	}
	r, err := game.PreviewOf(g, seat, turn, text)
	if err != nil {
		return r, usage("galloper audit shows the turns", "%v", err)
	}
	return r, nil
}

// previewOpening reads orders for a seat of a scenario before turn 1.
func previewOpening(name, seat string, turn int, text string) (game.Reading, error) {
	if turn > 1 {
		return game.Reading{}, usage("name a game for --turn", "a scenario has no turn %d yet", turn)
	}
	rules, sc, err := mustLoadScenario(name)
	if err == nil {
		err = checkSeat(sc, seat)
	}
	if err != nil {
		return game.Reading{}, err
	}
	table := offline.NewSession(rules, sc)
	table.Tell(0, openOffline(rules, sc, offlineSeeds("")).Outcomes)
	return table.Read(seat, text), nil
}

// must is for what only a mistake in this program can make fail.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// textOf reads the named file, or the standard input where none is named.
func textOf(cmd *cobra.Command, files []string) (string, error) {
	if len(files) == 0 || files[0] == "-" {
		b, err := io.ReadAll(cmd.InOrStdin())
		return string(b), err
	}
	b, err := readTextFile(files[0])
	if err != nil {
		return "", usage("name a file with orders, or pipe them in", "the orders cannot be read: %v", err)
	}
	return string(b), nil
}

// readEntry is an order in `--json`.
type readEntry struct {
	Number    int      `json:"number"`
	Canonical string   `json:"canonical,omitempty"`
	Means     string   `json:"means,omitempty"`
	Accepted  bool     `json:"accepted"`
	Notes     []string `json:"notes,omitempty"`
	Reason    string   `json:"reason,omitempty"`
	Line      int      `json:"line,omitempty"`
	Column    int      `json:"column,omitempty"`
	Word      string   `json:"word,omitempty"`
	Want      string   `json:"want,omitempty"`
	Nearest   []string `json:"nearest,omitempty"`
}

func showReading(cmd *cobra.Command, r game.Reading, asJSON bool) error {
	refused := false
	var entries []readEntry
	for _, e := range r.Orders.Entries {
		refused = refused || e.Refusal != nil
		entries = append(entries, entryJSON(e))
	}
	var err error
	if asJSON {
		err = json.NewEncoder(cmd.OutOrStdout()).Encode(entries)
	} else {
		_, err = io.WriteString(cmd.OutOrStdout(), r.Receipt.Text())
	}
	if err == nil && refused {
		err = quiet(statusNo)
	}
	return err
}

func entryJSON(e orders.Entry) readEntry {
	out := readEntry{Number: e.Number, Canonical: e.Canonical, Means: e.Means, Accepted: e.Refusal == nil && !e.Idle(),
		Notes: e.Notes}
	if r := e.Refusal; r != nil {
		out.Reason, out.Line, out.Column, out.Word, out.Want, out.Nearest = r.Reason, r.Line, r.Col, r.Word, r.Want, r.Nearest
	}
	return out
}
