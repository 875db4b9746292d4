package trial

import (
	"iter"
	"os"
	"syscall"
	"testing"
	"time"

	"galloper/adjudicator"
	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/game"
	"galloper/mailgate"
	"galloper/projections/knowledge"
	"galloper/projections/report"
)

// fortyRegiments is a battle between two armies, each with twenty regiments under four commanders.
func fortyRegiments(t testing.TB) *Match {
	t.Helper()
	text, err := os.ReadFile("testdata/forty.yaml")
	if err != nil {
		t.Fatal(err)
	}
	rules, sc, faults := adjudicator.Load(rulesets.All(), "forty.yaml", text)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return &Match{Rules: rules, Scenario: sc, Seed: "bench", Limit: 12}
}

// BenchmarkEndOfTurn measures all work at the end of a turn in mid-battle, with 40 regiments and 8 seats:
// adjudicating the turn, making nine reports and maps, and composing the mails. It reports the CPU time of each
// part in milliseconds.
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
		in := f.table.Input(turn)
		for _, seat := range seats[1:] {
			in.Orders = append(in.Orders, f.orders(seat, turn))
		}
		b.StartTimer()
		parts[0] += timed(func() {
			res, _ := f.table.Adjudicate(in, false)
			f.table.Tell(turn, res.Outcomes)
		})
		for _, seat := range seats {
			o := mailgate.Outgoing{Subject: "turn 6"}
			parts[1] += timed(func() {
				if rep := f.table.Told(seat); rep != nil {
					o.Files = []mailgate.File{{Name: game.FactsName, Text: rep.Lines()}}
					if rep.Story == nil {
						rep.Facts, rep.Record = nil, nil // they are attached instead
					}
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

// processorTime returns the CPU time used by this process, which other processes don't affect.
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

// picture draws a seat's map for a mail, as a sequence of ever smaller images that are drawn on demand.
func picture(m *Match, known *knowledge.Known) []mailgate.Image {
	pic := game.Draw(m.Rules, m.Scenario, known, game.Sheet(m.Rules, m.Scenario, known))
	sizes := func(room int) iter.Seq[[]byte] {
		return func(yield func([]byte) bool) {
			for png, err := range pic.Smaller(room) {
				if err != nil || !yield(png) {
					return
				}
			}
		}
	}
	return []mailgate.Image{{Name: game.MapName, Type: "image/png", Sizes: sizes}}
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
