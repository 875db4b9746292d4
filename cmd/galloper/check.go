package main

import (
	"encoding/json"
	"io"
	"os"

	"github.com/spf13/cobra"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/offline"
	"galloper/orders"
)

func newCheck() *cobra.Command {
	var seat string
	asJSON := false
	c := &cobra.Command{
		Use:   "check SCENARIO [FILE]",
		Short: "Preview the receipt for a seat's orders",
		Long: `Reads orders as a mail's text, from FILE or the standard input, and prints the receipt
as it would be before turn 1. Nothing is recorded. The exit status is 1 if an order is refused.`,
		Example: example(
			"galloper check scenarios/demo/scenario.yaml --seat french.north orders.txt",
			"echo 'To all: hold' | galloper check scenarios/demo/scenario.yaml --seat french.north"),
		GroupID: "offline",
		Args:    args(cobra.RangeArgs(1, 2)),
		RunE: func(cmd *cobra.Command, a []string) error {
			rules, sc, err := mustLoadScenario(a[0])
			if err != nil {
				return err
			}
			if err := checkSeat(sc, seat); err != nil {
				return err
			}
			text, err := textOf(cmd, a[1:])
			if err != nil {
				return err
			}
			table := offline.NewSession(rules, sc)
			table.Tell(0, openOffline(rules, sc, offlineSeeds("")).Outcomes)
			return showReading(cmd, table.Read(seat, text), asJSON)
		},
	}
	c.Flags().StringVar(&seat, "seat", "", "`SEAT` whose orders they are")
	c.Flags().BoolVar(&asJSON, "json", false, "print an object with each order and what became of it")
	must(c.MarkFlagRequired("seat"))
	return c
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
	b, err := os.ReadFile(files[0])
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
	out := readEntry{Number: e.Number, Canonical: e.Canonical, Means: e.Means, Accepted: e.Refusal == nil,
		Notes: e.Notes}
	if r := e.Refusal; r != nil {
		out.Reason, out.Line, out.Column, out.Word, out.Want, out.Nearest = r.Reason, r.Line, r.Col, r.Word, r.Want, r.Nearest
	}
	return out
}
