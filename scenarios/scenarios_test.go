package scenarios

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/rulesets"
	"galloper/events"
	"galloper/projections/knowledge"
	"galloper/projections/report"
)

// table is a scenario being played, with what its seats know.
type table struct {
	pos   adjudicator.Position
	book  *knowledge.Book
	pages *report.Book
}

// open sets up a scenario that must be without faults.
func open(t *testing.T, file string) *table {
	t.Helper()
	src, err := Files.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rules, sc, faults := adjudicator.Load(rulesets.All(), file, src)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	var seats []string
	for _, s := range sc.Seats() {
		seats = append(seats, s.ID)
	}
	pages, err := report.Compile(rules.Words)
	if err != nil {
		t.Fatal(err)
	}
	tb := &table{adjudicator.Position{Game: "test", Ruleset: rules, Scenario: sc},
		knowledge.Open(seats, rules.Words.Facts), pages}
	tb.take(0, adjudicator.Open(tb.pos, events.TurnInput{Turn: 1}))
	return tb
}

func (tb *table) take(turn int, r adjudicator.Result) {
	tb.pos.State, tb.pos.Turn = r.State, turn
	tb.book.Apply(turn, r.Outcomes)
}

// mail reads a seat's mail as the game would.
func (tb *table) mail(seat, text string, turn int) adjudicator.Reading {
	desk := adjudicator.Desk{Scenario: tb.pos.Scenario, Seat: seat, Turn: turn, Known: tb.book.Seat(seat)}
	_, reading := tb.pos.Ruleset.ReadMail(desk, text)
	return reading
}

func TestScenariosAreWithoutFaults(t *testing.T) {
	t.Parallel()
	files, err := fs.Glob(Files, "*/scenario.yaml")
	if err != nil || len(files) < 3 {
		t.Fatal("too few scenarios:", files, err)
	}
	for _, file := range files {
		tb := open(t, file)
		for turn := 1; turn <= 3; turn++ {
			tb.take(turn, adjudicator.Adjudicate(tb.pos, events.TurnInput{Turn: turn}))
		}
		if readme, err := Files.ReadFile(strings.Replace(file, "scenario.yaml", "README.md", 1)); err != nil ||
			len(readme) < 500 {
			t.Error(file, "has no README worth the name")
		}
	}
}

func TestPlayedOrders(t *testing.T) {
	t.Parallel()
	folders, err := fs.Glob(Files, "*/played")
	if err != nil || len(folders) < 2 {
		t.Fatal("too few scenarios come with orders:", folders, err)
	}
	for _, folder := range folders {
		t.Run(folder, func(t *testing.T) { playFolder(t, folder) })
	}
}

// playFolder plays the orders of a folder: none is refused, each turn happens, and
// couriers have to ride.
func playFolder(t *testing.T, folder string) {
	tb := open(t, strings.Replace(folder, "played", "scenario.yaml", 1))
	late, turn := 0, 1
	for ; ; turn++ {
		in := events.TurnInput{Turn: turn, Seed: [32]byte{byte(turn)}}
		files, err := fs.Glob(Files, fmt.Sprintf("%s/turn-%d/*.orders", folder, turn))
		if err != nil {
			t.Fatal(err)
		}
		if len(files) == 0 {
			break
		}
		for _, f := range files {
			text, _ := Files.ReadFile(f)
			seat := strings.TrimSuffix(f[strings.LastIndex(f, "/")+1:], ".orders")
			reading := tb.mail(seat, string(text), turn)
			for _, e := range reading.Entries {
				if e.Refusal != nil {
					t.Errorf("%s: refused %s: %s", f, e.Refusal.Reason, e.Refusal.Sentence())
				}
				late += strings.Count(strings.Join(e.Notes, "\n"), fmt.Sprintf("arrives turn %d", turn+1))
			}
			in.Orders = append(in.Orders, events.SeatOrders{Seat: seat, Orders: reading.Accepted()})
		}
		tb.take(turn, adjudicator.Adjudicate(tb.pos, in))
	}
	if turn < 4 {
		t.Errorf("only %d turns are played", turn-1)
	}
	if late == 0 {
		t.Error("no directive arrives later than it was sent: an example should show that")
	}
}
