package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/offline"
	"galloper/events"
	"galloper/orders"
	"galloper/projections/knowledge"
)

// play holds the flags and state of one run of `galloper play`.
type play struct {
	cmd     *cobra.Command
	table   *offline.Session
	seeds   func(turn int) [32]byte
	asJSON  bool
	facts   bool   // also show the facts that each seat learns
	reports string // directory for reports

	receipts bool // write receipts too
}

func newPlay() *cobra.Command {
	p := play{}
	var seed string
	c := &cobra.Command{
		Use:   "play SCENARIO ORDERS-DIR",
		Short: "Adjudicate turns offline and print the outcomes",
		Long: `ORDERS-DIR has a folder for each turn (turn-1, turn-2 …) with a file SEAT.orders for each seat, which contains
the body of a mail. Adjudicates one turn after another until a folder is missing. The same files and the same
seed give the same outcomes on every machine.`,
		Example: example(
			"galloper play scenarios/demo/scenario.yaml scenarios/demo/played",
			"galloper play scenario.yaml orders --seed 00ff --json | jq .event"),
		GroupID: "offline",
		Args:    args(cobra.ExactArgs(2)),
		RunE: func(cmd *cobra.Command, a []string) error {
			p.cmd = cmd
			if _, err := hex.DecodeString(seed); err != nil {
				return usage("write hex digits, such as --seed 00ff; without it the seed is all zero",
					"the seed %q is not hex", seed)
			}
			if p.receipts && p.reports == "" {
				return usage("add --reports DIRECTORY", "receipts are written beside the reports")
			}
			p.seeds = offlineSeeds(seed)
			return p.run(a[0], a[1])
		},
	}
	c.Flags().StringVar(&seed, "seed", "", "seed of the dice, in `HEX`")
	c.Flags().BoolVar(&p.facts, "facts", false, "also print the sightings of each seat (sight.…); --json always does")
	c.Flags().BoolVar(&p.asJSON, "json", false, "print each outcome as an object")
	c.Flags().StringVar(&p.reports, "reports", "", "write each seat's report of each turn into this `DIRECTORY`")
	c.Flags().BoolVar(&p.receipts, "receipts", false, "also write the receipts there")
	return c
}

// offlineSeeds derives a seed for each turn from the flag's.
func offlineSeeds(seed string) func(turn int) [32]byte {
	return func(turn int) [32]byte { return sha256.Sum256(fmt.Appendf(nil, "galloper play %s %d", seed, turn)) }
}

func (p *play) run(file, dir string) error {
	rules, sc, err := mustLoadScenario(file)
	if err != nil {
		return err
	}
	if _, err := os.Stat(dir); err != nil {
		return usage("name a directory with the folders turn-1, turn-2 …", "cannot read the orders: %v", err)
	}
	table, opened := offline.Open("play", rules, sc, p.seeds)
	p.table = table
	if err := p.tell(0, opened); err != nil {
		return err
	}
	turns := 0
	for ; table.Pos.State.Over() == ""; turns++ {
		more, err := p.turn(turns+1, filepath.Join(dir, fmt.Sprintf("turn-%d", turns+1)))
		if err != nil {
			return err
		}
		if !more {
			break
		}
	}
	if turns == 0 {
		return failed(nil, "put the orders for turn 1 into "+filepath.Join(dir,
			"turn-1")+", one file SEAT.orders for each seat", "there is no turn to adjudicate")
	}
	if !p.asJSON {
		printf(p.cmd, "# %d turns; state %x %s\n", turns, adjudicator.Hash(table.Pos.State), table.Pos.State.Over())
	}
	return nil
}

// turn plays one turn, or returns false if there is no folder for it.
func (p *play) turn(n int, dir string) (bool, error) {
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	var written []events.SeatOrders
	files, err := filepath.Glob(filepath.Join(dir, "*.orders"))
	if err != nil {
		return false, err
	}
	for _, f := range files { // Glob sorts by name, so seats are in byte order
		o, err := p.seatOrders(n, f)
		if err != nil {
			return false, err
		}
		if len(o.Orders) > 0 {
			written = append(written, o)
		}
	}
	in := p.table.Input(n)
	in.Orders = written
	res, _ := p.table.Adjudicate(in, false)
	return true, p.tell(n, res)
}

// seatOrders reads one seat's file. As in a mail, refused orders are shown and the others count.
func (p *play) seatOrders(turn int, file string) (events.SeatOrders, error) {
	seat := strings.TrimSuffix(filepath.Base(file), ".orders")
	if err := checkSeat(p.table.Scenario, seat); err != nil {
		return events.SeatOrders{}, fmt.Errorf("%s: %w", file, err)
	}
	text, err := readTextFile(file)
	if err != nil {
		return events.SeatOrders{}, err
	}
	r := p.table.Read(seat, string(text))
	for _, e := range r.Orders.Entries {
		if e.Refusal != nil {
			fmt.Fprintf(p.cmd.ErrOrStderr(), "%s: %s\n", file, refusalLine(e.Refusal))
		}
	}
	if p.receipts {
		err = p.write(fmt.Sprintf("turn-%d.%s.receipt.txt", turn, seat), r.Receipt.Text())
	}
	return events.SeatOrders{Seat: seat, Orders: r.Orders.Accepted()}, err
}

func refusalLine(r *orders.Refusal) string {
	s := r.Reason
	if r.Line > 0 { // a refusal of the whole order has no line
		s = fmt.Sprintf("line %d, column %d: %s", r.Line, r.Col, r.Reason)
	}
	if r.Want != "" {
		s += ", expected " + r.Want
	}
	if len(r.Nearest) > 0 {
		s += ", perhaps " + strings.Join(r.Nearest, ", ")
	}
	return s
}

func (p *play) tell(turn int, res adjudicator.Result) error {
	if !p.asJSON {
		printf(p.cmd, "# turn %d\n", turn)
	}
	for i := range res.Outcomes {
		switch {
		case p.asJSON:
			printf(p.cmd, "%s\n", res.Outcomes[i].AppendJSON(nil))
		case p.facts || !strings.HasPrefix(res.Outcomes[i].Name, knowledge.Prefix):
			printf(p.cmd, "%s\n", res.Outcomes[i].String())
		}
	}
	p.table.Tell(turn, res.Outcomes)
	if res.State.Over() != "" {
		p.table.Over = true
	}
	if p.reports == "" {
		return nil
	}
	return p.writeReports(turn)
}

func (p *play) writeReports(turn int) error {
	for _, s := range p.table.Scenario.Seats() {
		if err := p.write(fmt.Sprintf("turn-%d.%s.txt", turn, s.ID), p.table.Text(s.ID, turn)); err != nil {
			return err
		}
	}
	return nil
}

// write writes a file into the directory for reports.
func (p *play) write(name, text string) error {
	err := os.MkdirAll(p.reports, 0o755)
	if err == nil {
		err = os.WriteFile(filepath.Join(p.reports, name), []byte(text), 0o644)
	}
	if err != nil {
		return failed(err, "name a writable directory with --reports", "cannot write %s", name)
	}
	return nil
}
