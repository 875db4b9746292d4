package trial

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/oracle"
	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/offline"
)

// loadShipped reads the shipped scenarios once for all tests.
var loadShipped = sync.OnceValues(func() (map[string]Match, error) {
	files, err := filepath.Glob("../../../../scenarios/*/scenario.yaml")
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no scenarios: %v", err)
	}
	all := map[string]Match{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		rules, sc, faults := adjudicator.Load(rulesets.All(), f, text)
		if len(faults) > 0 {
			return nil, fmt.Errorf("%s: %v", f, faults)
		}
		if rules.Staff != nil {
			all[filepath.Base(filepath.Dir(f))] = Match{Rules: rules, Scenario: sc, Seed: "test", Limit: 60}
		}
	}
	return all, nil
})

// shipped returns a match for each shipped scenario whose ruleset has a staff.
func shipped(t testing.TB) map[string]*Match {
	t.Helper()
	loaded, err := loadShipped()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]*Match{}
	for name, m := range loaded {
		all[name] = &m
	}
	return all
}

// campaign is a set of battles in one scenario, which several tests examine.
type campaign struct {
	battles []Battle
	reports reader // the reports of every second battle
	scores  []scores
}

var campaigns sync.Map // of func() *campaign, by scenario

// fight returns the campaign of a shipped scenario. The first test to ask plays it: nine battles, so that every
// temper meets every other, or as many as GALLOPER_BATTLES says.
func fight(name string, m *Match) *campaign {
	once, _ := campaigns.LoadOrStore(name, sync.OnceValue(func() *campaign {
		c := &campaign{reports: newReader(m)}
		m.Told = func(s *offline.Session, turn int) {
			if turn == 0 {
				c.scores = append(c.scores, scores{})
			}
			c.scores[len(c.battles)].note(s, m)
			if n := len(c.battles); n%2 == 0 {
				c.reports.readAll(fmt.Sprintf("battle %d", n), s, m, turn)
			}
		}
		for n := range oracle.Many(os.Getenv("GALLOPER_BATTLES"), 9) {
			c.battles = append(c.battles, m.Play(n))
		}
		return c
	}))
	return once.(func() *campaign)()
}

// Every order that the staff writes is accepted, in every temper.
func TestStaffOrdersAreAccepted(t *testing.T) {
	for name, m := range shipped(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for n, b := range fight(name, m).battles {
				for _, r := range b.Refused {
					t.Errorf("battle %d: %s", n, r)
				}
				if b.Orders == 0 {
					t.Errorf("battle %d: no orders", n)
				}
			}
		})
	}
}

// hidden lists texts in scenarios about enemy troops that no seat is told before the battle, each with a valid
// alternative.
var hidden = []struct{ is, might string }{
	{"rating: 2", "rating: 3"}, {"rating: 3", "rating: 2"}, {"morale: 3", "morale: 5"},
	{"strength: 3", "strength: 2"}, {"quality: veteran", "quality: green"}, {"directive: HOLD", "directive: ADVANCE"},
}

// A staff that looked into the scenario, instead of using its seat's knowledge, would write other orders if the
// enemy's troops were different.
func TestStaffKnowsNoMoreThanItsSeat(t *testing.T) {
	for name, m := range shipped(t) {
		text, err := os.ReadFile(filepath.Join("../../../../scenarios", name, "scenario.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		for _, seat := range m.Scenario.Seats() {
			other := otherwise(string(text), seat.Side)
			_, sc, faults := adjudicator.Load(rulesets.All(), name, []byte(other))
			if len(faults) > 0 {
				t.Fatalf("%s: %v", name, faults)
			}
			f := m.field(1)
			f.begin()
			for turn := 1; turn <= 3; turn++ {
				desk := adjudicator.Desk{Scenario: m.Scenario, Seat: seat.ID, Turn: turn, Known: f.table.Known(seat.ID)}
				one := m.Rules.Staff(desk, adjudicator.Officer{Game: "trial"})
				desk.Scenario = sc
				if two := m.Rules.Staff(desk, adjudicator.Officer{Game: "trial"}); !slices.Equal(one, two) {
					t.Errorf("%s, %s, turn %d: %q, and where the enemy is another %q", name, seat.ID, turn, one, two)
				}
				f.turn(turn)
			}
		}
	}
}

// placed matches a unit's position on a map with coordinates.
var placed = regexp.MustCompile(`at: \[\d+`)

// otherwise returns the scenario with different troops for the other side.
func otherwise(text, side string) string {
	lines := strings.Split(strings.Replace(text, "setup: standard", "setup: free", 1), "\n")
	begun := false
	for i, l := range lines {
		begun = begun || l == "units:"
		foe := strings.Contains(l, "seat: ") || strings.Contains(l, "general: ") || strings.Contains(l, "side: ")
		if !begun || !foe || strings.Contains(l, ": "+side+".") || strings.Contains(l, "side: "+side) {
			continue
		}
		for _, h := range hidden {
			l = strings.Replace(l, h.is, h.might, 1)
		}
		lines[i] = placed.ReplaceAllStringFunc(l, func(at string) string {
			x, err := strconv.Atoi(at[len("at: ["):])
			if err != nil {
				return at
			}
			return fmt.Sprint("at: [", x-1)
		})
	}
	return strings.Join(lines, "\n")
}

// Equal knowledge leads to equal orders, and equal seeds to equal battles with any number of workers.
func TestSameKnowledgeSameOrders(t *testing.T) {
	for name, m := range shipped(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			one := fight(name, m).battles[:3]
			m.Told = nil
			two := m.Run(len(one), 3, func(int) {})
			a, b := Sum(Terms{}, one), Sum(Terms{}, two)
			if a.Text() != b.Text() {
				t.Errorf("one worker:\n%s\nthree:\n%s", a.Text(), b.Text())
			}
		})
	}
}

// BenchmarkStaff measures the staff of eight seats writing orders for a turn. The limit is 5 ms.
func BenchmarkStaff(b *testing.B) {
	for name, m := range shipped(b) {
		b.Run(name, func(b *testing.B) {
			table, opened := offline.Open("trial", m.Rules, m.Scenario, func(int) (seed [32]byte) { return seed })
			table.Tell(0, opened.Outcomes)
			seats := m.Scenario.Seats()
			for b.Loop() {
				for i := range 8 {
					seat := seats[i%len(seats)].ID
					m.Rules.Staff(adjudicator.Desk{Scenario: m.Scenario, Seat: seat, Turn: 1, Known: table.Known(seat)},
						adjudicator.Officer{Game: "trial"})
				}
			}
		})
	}
}

// Places that belong to the side standing on them count as taken too.
func TestPlacesStoodOnAreTaken(t *testing.T) {
	for _, b := range fight("sauren", shipped(t)["sauren"]).battles {
		if b.Taken["D4"] > 0 {
			return
		}
	}
	t.Error("the farm was taken in no battle")
}

func TestWarnings(t *testing.T) {
	battles := []Battle{
		{Winner: "north", By: "marginal", Turns: 8, Quiet: 4, Counts: map[string]int{"moved": 10},
			Barred: map[string]int{"a by b": 5}, Idle: []string{"guns"}},
		{Winner: "north", By: "marginal", Turns: 8, Counts: map[string]int{"moved": 10}, Idle: []string{"guns"}},
	}
	s := Sum(Terms{Last: 8, Sides: []string{"north", "south"}, Places: []string{"mill"}}, battles)
	want := []string{
		"north wins 100 % of the battles: give the other side points, troops or time",
		"25 % of the turns pass without a shot: put the sides nearer to each other, or less time",
		"only 0 % of the battles are decided before turn 8: say when a side breaks, or give them time",
		"mill never changes hands: it is too far off, too strong, or counts too little",
		"guns does nothing in 100 % of the battles: it has no way, no enemy or no task",
		"20 % of the marches are barred by friends, most often a by b",
	}
	if !slices.Equal(s.Warnings, want) {
		t.Errorf("got %q", s.Warnings)
	}
}
