package trial

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"

	"galloper/adjudicator/oracle"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/offline"
	"galloper/events"
	"galloper/projections/knowledge"
	"galloper/projections/mapview"
)

// otherWorld returns a turn that the seat cannot tell from the real one: its own views of the outcomes are
// unchanged, and all numbers that it does not see differ. hidden counts the outcomes that the seat was not told
// of.
func otherWorld(outcomes []events.Outcome, seat string) (list []events.Outcome, hidden int) {
	for _, o := range outcomes {
		i := slices.IndexFunc(o.Views, func(v events.View) bool { return slices.Contains(v.Seats, seat) })
		told := i >= 0
		otherwise := o
		otherwise.Fields = slices.Clone(o.Fields)
		for j, f := range o.Fields {
			n, err := strconv.Atoi(f.Value)
			if err == nil && (!told || slices.Contains(o.Views[i].Hide, f.Key)) {
				otherwise.Fields[j].Value = strconv.Itoa(n/2 + 700)
			}
		}
		if told {
			view := o.Views[i]
			view.Seats = []string{seat}
			otherwise.Views = []events.View{view}
		} else {
			hidden++
			otherwise.Views = nil
			list = append(list, otherwise) // there are two of each
		}
		list = append(list, otherwise)
	}
	return list, hidden
}

// Nothing on a seat's map depends on outcomes hidden from it, including fog, arrows, last known positions and
// flags.
func TestMapsTellNothingUntold(t *testing.T) {
	battles, every := mapRun()
	for name, m := range shipped(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m.Limit = oracle.Many(os.Getenv("GALLOPER_TURNS"), 8)
			hidden, differ := 0, 0
			for n := range battles {
				others := map[string]*knowledge.Book{}
				for _, s := range m.Scenario.Seats() {
					others[s.ID] = knowledge.Open([]string{s.ID}, m.Rules.Words.Facts)
				}
				m.Seen = func(turn int, _ []events.SeatOrders, outcomes []events.Outcome) {
					for _, s := range m.Scenario.Seats() {
						world, unseen := otherWorld(outcomes, s.ID)
						hidden += unseen
						others[s.ID].Apply(turn, world)
					}
				}
				m.Told = func(table *offline.Session, turn int) {
					if turn%every != 0 {
						return
					}
					whole := drawnFor(m, table.Known(knowledge.Umpire).(*knowledge.Known))
					for _, s := range m.Scenario.Seats() {
						is := drawnFor(m, table.Known(s.ID).(*knowledge.Known))
						if other := drawnFor(m, others[s.ID].Seat(s.ID)); !bytes.Equal(is, other) {
							t.Errorf("battle %d, turn %d: the map of %s shows what it was not told", n, turn, s.ID)
						}
						if !bytes.Equal(is, whole) {
							differ++
						}
					}
				}
				m.Play(n)
			}
			if hidden == 0 || differ == 0 {
				t.Errorf("%d outcomes were hidden, and %d maps other than the umpire's: nothing is proved", hidden, differ)
			}
		})
	}
}

// drawnFor draws a map as SVG, with the same heading for the seat and the umpire.
func drawnFor(m *Match, known *knowledge.Known) []byte {
	sheet := game.Sheet(m.Rules, m.Scenario, known)
	sheet.Reader, sheet.Title = "somebody", fmt.Sprint("turn ", known.Turn())
	return mapview.Draw(m.Rules.Ground(m.Scenario), m.Rules.Symbols, known, sheet).SVG()
}
