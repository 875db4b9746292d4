package trial

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"galloper/adjudicator"
	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/offline"
	"galloper/events"
	"galloper/mailgate"
	"galloper/projections/knowledge"
	"galloper/projections/report"
)

// fortyRegiments is a battle of two armies of twenty regiments under four commanders each.
func fortyRegiments(t testing.TB) *Match {
	t.Helper()
	var text strings.Builder
	text.WriteString("ruleset: firediscipline\ntitle: Forty regiments\nmap: {width: 1600, height: 1000}\n" +
		"terrain:\n  mill: {kind: objective, points: 8, name: The Mill, at: [[760, 460], [840, 460], [840, 540], [760, 540]]}\n" +
		"  wood: {kind: light_woods, name: The Wood, at: [[300, 420], [480, 420], [500, 560], [320, 600]]}\n" +
		"  rise: {kind: hill, level: 2, slope: 40, name: The Rise, at: [[1000, 380], [1350, 380], [1350, 620], [1000, 620]]}\n" +
		"roads:\n  pave: {at: [[800, 0], [800, 1000]]}\n" +
		"sides: {north: {edge: north, uniform: scarlet}, south: {edge: south, uniform: blue}}\nseats:\n")
	for i := range 8 {
		side, y := "north", 880
		if i >= 4 {
			side, y = "south", 120
		}
		fmt.Fprintf(&text, "  %s.%c: {at: [%d, %d]}\n", side, 'a'+i%4, 220+i%4*390, y)
	}
	text.WriteString("units:\n")
	for i := range 40 {
		side, y := "north", 760+i/10*60
		if i >= 20 {
			side, y = "south", 240-(i-20)/10*60
		}
		arm := []string{"foot", "foot", "foot", "horse", "guns, pdr: 6"}[i%5]
		fmt.Fprintf(&text, "  r%d: {seat: %s.%c, arm: %s, stands: 4, rating: 3, at: [%d, %d], name: Regiment %d}\n",
			i+1, side, 'a'+i%10*4/10, arm, 90+i%10*155, y, i+1)
	}
	text.WriteString("victory: {turns: 12}\n")
	rules, sc, faults := adjudicator.Load(rulesets.All(), "forty.yaml", []byte(text.String()))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return &Match{Rules: rules, Scenario: sc, Seed: "bench", Limit: 12}
}

// BenchmarkEndOfTurn is all that the end of a turn takes in mid-battle, with 40 regiments and 8 seats: the turn
// adjudicated, nine reports and maps made, and the mails composed. It shows each part in milliseconds of the
// processor.
func BenchmarkEndOfTurn(b *testing.B) {
	const turn = 6
	m := fortyRegiments(b)
	seats := []string{knowledge.Umpire}
	for _, s := range m.Scenario.Seats() {
		seats = append(seats, s.ID)
	}
	var parts [4]time.Duration
	var all time.Duration
	size := 0
	for b.Loop() {
		b.StopTimer()
		f := m.field(0)
		f.begin()
		for n := 1; n < turn; n++ {
			f.turn(n)
		}
		in := events.TurnInput{Turn: turn, Seed: f.seed(turn), Sealed: f.seed(-turn)}
		for _, seat := range seats[1:] {
			in.Orders = append(in.Orders, f.orders(seat, turn))
		}
		b.StartTimer()
		parts[0] += timed(func() {
			res := offline.Adjudicate(f.pos, in)
			f.table.Tell(turn, res.Outcomes)
		})
		for _, seat := range seats {
			o := mailgate.Outgoing{Subject: "turn 6"}
			parts[1] += timed(func() {
				if rep := f.table.Told(seat); rep != nil {
					o.Text, o.HTML = rep.Text(), rep.HTML(report.Image{CID: game.MapName})
				}
			})
			parts[2] += timed(func() { o.Images = picture(m, f.table.Known(seat).(*knowledge.Known)) })
			parts[3] += timed(func() { size += compose(b, o, seat) })
		}
	}
	for i, name := range []string{"adjudicate-ms", "reports-ms", "maps-ms", "pictures-and-mails-ms"} {
		b.ReportMetric(float64(parts[i].Microseconds())/1000/float64(b.N), name)
		all += parts[i]
	}
	b.ReportMetric(float64(all.Microseconds())/1000/float64(b.N), "all-ms")
	b.ReportMetric(float64(size)/float64(b.N*len(seats))/1000, "KB/mail")
}

// processorTime is what this process took so far, whoever else is on the machine.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func timed(do func()) time.Duration {
	begun := processorTime()
	do()
	return processorTime() - begun
}

// picture draws a seat's map as a mail takes it: in ever fewer bytes, as they are asked for.
func picture(m *Match, known *knowledge.Known) []mailgate.Image {
	pic := game.Draw(m.Rules, m.Scenario, known, game.Sheet(m.Rules, m.Scenario, known))
	return []mailgate.Image{{Name: game.MapName, Type: "image/png", Sizes: func(yield func([]byte) bool) {
		for png, err := range pic.Smaller {
			if err != nil || !yield(png) {
				return
			}
		}
	}}}
}

func compose(b *testing.B, o mailgate.Outgoing, seat string) int {
	o.ID, o.Kind, o.Domain, o.From, o.To, o.Game, o.Seat = "id", mailgate.Report, "example.org", "host@example.org",
		"player@example.net", "forty", seat
	raw, _, err := mailgate.Compose(o)
	if err != nil {
		b.Fatal(err)
	}
	return len(raw)
}
