package main

import (
	"encoding/json"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/offline"
	"galloper/orders"
)

func newCheck(o *options) *cobra.Command {
	var seat string
	turn, asJSON, technical, explain := -1, false, false, false
	c := &cobra.Command{
		Use:   "check GAME|SCENARIO [FILE]",
		Short: "Preview the receipt for a seat's orders",
		Long: `Reads orders as the text of a mail, from FILE or the standard input, and prints the receipt that the
game would send now, or with --turn, the receipt for that turn, with the knowledge that the seat had
then. For a scenario (a file, or the name of a shipped battle) it prints the receipt before turn 1.
Records nothing. The exit status is 1 if an order is refused.

--technical prints the form that test cases compare: each refusal with its reason word and its place in
the mail. --explain first prints how each sentence in free English was parsed: its words and their
possible senses, the parse tree, the meaning, and the canonical line. --json prints an object for each
order and each other line:

  number     in the receipt                       text      as written
  accepted   whether the order acts               canonical the line in the ruleset's language
  asked      the readings that YES would accept   left_out  words of the sentence without a part in it
  corrected  misspelt words, from and to          reason    why the order is refused
  remark     true: text outside the orders        line, column, word, want, nearest: of a fault`,
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
			var trace func(string)
			if explain {
				trace = func(text string) { _, _ = io.WriteString(cmd.OutOrStdout(), text+"\n") }
			}
			r, err := o.preview(cmd, a[0], seat, turn, text, trace)
			if err != nil {
				return err
			}
			return showReading(cmd, r, asJSON, technical)
		},
	}
	c.Flags().StringVar(&seat, "seat", "", "`SEAT` that gives the orders")
	unsetNumber(c.Flags(), &turn, "turn", "turn `N` of a game (default: the open turn)")
	c.Flags().BoolVar(&asJSON, "json", false, "print an object for each order and each other line")
	c.Flags().BoolVar(&technical, "technical", false, "print the receipt with the reason words of test cases")
	c.Flags().BoolVar(&explain, "explain", false, "print how each sentence was parsed")
	c.MarkFlagsMutuallyExclusive("explain", "json")
	must(c.MarkFlagRequired("seat"))
	return c
}

// preview reads orders for a seat of a game, or of a scenario before turn 1.
func (o *options) preview(cmd *cobra.Command, name, seat string, turn int, text string, trace func(string)) (
	game.Reading, error) {
	if isScenario(name) {
		return previewOpening(name, seat, turn, text, trace)
	}
	g, _, err := o.gameOf(cmd.Context(), name)
	if err != nil && isShipped(name) {
		return previewOpening(name, seat, turn, text, trace)
	}
	if err != nil {
		return game.Reading{}, err
	}
	if err := checkSeat(g.Scenario, seat); err != nil {
		return game.Reading{}, err
	}
	r, err := game.PreviewOf(g, seat, turn, text, trace)
	if err != nil {
		return r, usage("run galloper audit to list the turns", "%v", err)
	}
	return r, nil
}

// previewOpening reads orders for a seat of a scenario before turn 1.
func previewOpening(name, seat string, turn int, text string, trace func(string)) (game.Reading, error) {
	if turn > 1 {
		return game.Reading{}, usage("name a game for --turn", "a scenario has no turn %d; only a game has", turn)
	}
	rules, sc, err := mustLoadScenario(name)
	if err == nil {
		err = checkSeat(sc, seat)
	}
	if err != nil {
		return game.Reading{}, err
	}
	table, opened := offline.Open("play", rules, sc, offlineSeeds(""))
	table.Tell(0, opened.Outcomes)
	table.Trace = trace
	return table.Read(seat, text), nil
}

// must panics on an error that only a bug in this program can cause.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// textOf reads the named file, or standard input if no file is named.
func textOf(cmd *cobra.Command, files []string) (string, error) {
	if len(files) == 0 || files[0] == "-" {
		b, err := io.ReadAll(cmd.InOrStdin())
		return string(b), err
	}
	b, err := readTextFile(files[0])
	if err != nil {
		return "", usage("name a file with orders, or pipe them in", "cannot read the orders: %v", err)
	}
	return string(b), nil
}

// readEntry is an order in `--json`, or another line of the mail if Remark is set.
type readEntry struct {
	Number    int          `json:"number,omitempty"`
	Text      string       `json:"text"`
	Accepted  bool         `json:"accepted"`
	Canonical string       `json:"canonical,omitempty"`
	Means     string       `json:"means,omitempty"`
	Asked     []string     `json:"asked"`
	LeftOut   []string     `json:"left_out"`
	Corrected []correction `json:"corrected"`
	Notes     []string     `json:"notes,omitempty"`
	Reason    string       `json:"reason,omitempty"`
	Line      int          `json:"line,omitempty"`
	Column    int          `json:"column,omitempty"`
	Word      string       `json:"word,omitempty"`
	Want      string       `json:"want,omitempty"`
	Nearest   []string     `json:"nearest,omitempty"`
	Remark    bool         `json:"remark,omitempty"`
}

type correction struct {
	From string `json:"from"`
	To   string `json:"to"`
}

func showReading(cmd *cobra.Command, r game.Reading, asJSON, technical bool) (err error) {
	switch {
	case asJSON:
		err = json.NewEncoder(cmd.OutOrStdout()).Encode(entriesJSON(&r))
	case technical:
		_, err = io.WriteString(cmd.OutOrStdout(), r.Receipt.Technical())
	default:
		_, err = io.WriteString(cmd.OutOrStdout(), r.Receipt.Text())
	}
	refused := func(e orders.Entry) bool { return e.Refusal != nil }
	if err == nil && slices.ContainsFunc(r.Orders.Entries, refused) {
		err = quiet(statusNo)
	}
	return err
}

// entriesJSON returns the orders and other lines of a mail, in mail order.
func entriesJSON(r *game.Reading) []readEntry {
	list := []readEntry{}
	remarks := r.Document.NotRead()
	for i := range r.Orders.Entries {
		e := &r.Orders.Entries[i]
		item := r.Item(e)
		for len(remarks) > 0 && len(item.Words) > 0 && remarks[0].Number < item.Words[0].Line {
			list, remarks = append(list, remarkJSON(remarks[0])), remarks[1:]
		}
		list = append(list, entryJSON(e, &item))
	}
	for _, line := range remarks {
		list = append(list, remarkJSON(line))
	}
	return list
}

func remarkJSON(l orders.Line) readEntry {
	return readEntry{Text: strings.TrimSpace(l.Text), Asked: []string{}, LeftOut: []string{}, Corrected: []correction{},
		Line: l.Number, Remark: true}
}

func entryJSON(e *orders.Entry, item *orders.Item) readEntry {
	out := readEntry{Number: e.Number, Text: e.Written(item), Accepted: e.Refusal == nil && !e.Idle(),
		Canonical: e.Canonical, Means: e.Means, Asked: append([]string{}, e.Asked...), LeftOut: []string{},
		Corrected: []correction{}, Notes: e.Notes}
	for _, part := range e.LeftOut {
		out.LeftOut = append(out.LeftOut, strings.Fields(part)...)
	}
	for _, c := range e.Corrected {
		out.Corrected = append(out.Corrected, correction(c))
	}
	if f := e.Refusal; f != nil {
		out.Reason, out.Line, out.Column = f.Reason, f.Line, f.Col
		out.Word, out.Want, out.Nearest = f.Word, f.Want, f.Nearest
	}
	return out
}
