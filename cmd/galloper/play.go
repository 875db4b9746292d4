package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/demo"
	"galloper/cmd/galloper/internal/offline"
	"galloper/cmd/galloper/internal/practice"
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

func newPractise(o *options) *cobra.Command {
	p := practice.Options{}
	quiet, terminal := false, false
	c := &cobra.Command{
		Use:   "practise [SCENARIO]",
		Short: "Play a battle alone against the staff, in the browser or the terminal",
		Long: `Opens a page where you choose a battle, a seat and the temper of the staff, which plays all other seats. A
turn is played as soon as you write READY. It needs no mail. The battles are real games: you can leave and
resume them, and audit, why and verify work on them (galloper audit --data DIRECTORY).

With --terminal you play in the terminal instead: it prints the report, answers each line of orders as you
type it, and draws the map in letters.

SCENARIO is a battle that comes with Galloper, such as prestonpans, or a scenario file; its battle starts at
once.`,
		Example: example("galloper practise", "galloper practise prestonpans --seat jacobite.murray --staff bold",
			"galloper practise --terminal"),
		GroupID: "game",
		Args:    args(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, a []string) error {
			p.Dir, p.Out = o.data, cmd.OutOrStdout()
			if p.Dir == "" {
				p.Dir = practiceDir()
			}
			if len(a) > 0 {
				p.Scenario = a[0]
			}
			if terminal {
				p.Terminal = cmd.InOrStdin()
			} else if !quiet {
				p.Ready = openBrowser
			}
			err := practice.Run(cmd.Context(), p)
			if cmd.Context().Err() != nil {
				printf(cmd, "stopped; to continue, run galloper practise again\n")
				return nil
			}
			return err
		},
	}
	f := c.Flags()
	f.StringVar(&p.Seat, "seat", "", "`SEAT` to play in SCENARIO (default: its first)")
	f.StringVar(&p.Temper, "staff", adjudicator.Steady.String(), "`TEMPER` of the staff: "+
		strings.Join(adjudicator.Tempers[:], ", "))
	f.StringVar(&p.Listen, "listen", "127.0.0.1:0", "`ADDRESS` of the page; port 0 picks a free port")
	f.BoolVar(&terminal, "terminal", false, "play in the terminal, and serve no page")
	f.BoolVar(&quiet, "no-browser", false, "print the page's URL instead of opening a browser")
	return c
}

func practiceDir() string {
	data := os.Getenv("XDG_DATA_HOME")
	if home, err := os.UserHomeDir(); data == "" && err == nil {
		data = filepath.Join(home, ".local", "share")
	}
	return filepath.Join(cmp.Or(data, os.TempDir()), "galloper", "practice")
}

// openBrowser opens the page if there is a screen. The address is printed in any case.
func openBrowser(url string) {
	name, more := "xdg-open", []string{url}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, more = "rundll32", []string{"url.dll,FileProtocolHandler", url}
	default:
		if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
			return
		}
	}
	if cmd := exec.Command(name, more...); cmd.Start() == nil {
		go cmd.Wait() // the browser may outlive this command
	}
}

func newDemo() *cobra.Command {
	o := demo.Options{}
	c := &cobra.Command{
		Use:   "demo",
		Short: "Play a complete small game on this machine, with real mails",
		Long: `Starts a store and a mail server on loopback and creates a game with four seats, whose players write mails
as phones and desktop programs do. The battle is played to its end, with a directive by courier, a letter,
a refused order and a silent seat; then its chronicle is written and its archive verified. It needs no other
software and takes a few seconds.`,
		Example: example("galloper demo", "galloper demo -v", "galloper demo --keep --dir /tmp/mill"),
		GroupID: "offline",
		Args:    args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.Out = cmd.OutOrStdout()
			if o.Dir == "" {
				dir, err := os.MkdirTemp("", "galloper-demo-")
				if err != nil {
					return failed(err, "name a directory with --dir", "cannot create the demo's directory")
				}
				o.Dir = dir
			}
			if err := demo.Run(cmd.Context(), o); err != nil {
				return failed(err, "see the daemon's log, "+o.Dir+"/daemon.log", "the demo failed before its end")
			}
			return nil
		},
	}
	c.Flags().StringVar(&o.Dir, "dir", "", "`DIRECTORY` for its files (default: a new temporary directory)")
	c.Flags().BoolVarP(&o.Verbose, "verbose", "v", false, "print every mail, every receipt and the last reports")
	c.Flags().BoolVar(&o.Keep, "keep", false, "stop in mid-battle and keep running, so that you can connect your own "+
		"mail program")
	return c
}
