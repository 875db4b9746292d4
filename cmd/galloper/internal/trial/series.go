package trial

import (
	"fmt"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/dice"
	"galloper/cmd/galloper/internal/offline"
	"galloper/events"
)

// Series is a series of battles: the armies of each one fight the next.
type Series struct {
	Match            // Scenario is that of the first battle
	Fields  []string // texts of the scenarios
	Returns events.ArmyCarried
}

// Fought is one series.
type Fought struct {
	Winners []string `json:"winners"` // of each battle: a side, or `draw`
	// Stopped is the reason why no further battle could be fought, or "".
	Stopped string `json:"stopped,omitempty"`
}

// Play plays a series with the same tempers in each battle.
func (s *Series) Play(number int) (f Fought) {
	m := s.Match
	for i := range s.Fields {
		m.Seed = fmt.Sprintf("%s battle %d", s.Seed, i+1)
		winner, roll := m.playToRoll(number, fmt.Sprintf("battle%d", i+1))
		if f.Winners = append(f.Winners, winner); i+1 == len(s.Fields) {
			break
		}
		terms := s.Returns
		terms.Rolls = []events.Roll{roll}
		seed := (&field{Match: &m, Battle: Battle{Number: number}}).seed(0)
		army, err := m.Rules.CarryInto("field", s.Fields[i+1], terms, &dice.Roller{Game: "trial", Turn: 1, Seed: seed})
		if err != nil {
			f.Stopped = err.Error()
			break
		}
		_, sc, faults := adjudicator.Load([]*adjudicator.Ruleset{m.Rules}, "field", []byte(army.Text))
		if len(faults) > 0 {
			f.Stopped = faults[0].String()
			break
		}
		m.Scenario = sc
	}
	return f
}

// Run plays the given number of series with this many workers.
func (s *Series) Run(games, workers int, done func(n int)) []Fought {
	return each(games, workers, s.Play, done)
}

// playToRoll plays a battle, and returns its winner and its roll.
func (m Match) playToRoll(number int, name string) (winner string, roll events.Roll) {
	var table *offline.Session
	var turns [][]events.Outcome
	m.Told = func(t *offline.Session, _ int) { table = t }
	m.Seen = func(turn int, _ []events.SeatOrders, o []events.Outcome) {
		if turn > 0 {
			turns = append(turns, o)
		}
	}
	b := m.Play(number)
	roll = events.Roll{Version: events.RollVersion, Game: name, Ruleset: m.Rules.Name, Rules: m.Rules.Version,
		Turn: b.Turns, Result: table.Pos.State.Over(), Winner: b.Winner}
	roll.Units, roll.Officers = m.Rules.Roll(name, m.Scenario, table.Pos.State, turns)
	return b.Winner, roll.Sealed()
}

// TellSeries says how often the winner of the first battle wins the next ones.
func TellSeries(all []Fought) string {
	again, decided, whole, swept := 0, 0, 0, 0
	stopped := map[string]int{}
	var reasons []string
	for _, f := range all {
		if f.Stopped != "" {
			if stopped[f.Stopped]++; stopped[f.Stopped] == 1 {
				reasons = append(reasons, f.Stopped)
			}
		} else if whole++; f.Winners[0] != adjudicator.Draw &&
			!slices.ContainsFunc(f.Winners, func(w string) bool { return w != f.Winners[0] }) {
			swept++
		}
		if len(f.Winners) > 1 && f.Winners[0] != adjudicator.Draw && f.Winners[1] != adjudicator.Draw {
			if decided++; f.Winners[0] == f.Winners[1] {
				again++
			}
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "The winner of the first battle won the second in %d of %d series (%d %%), draws left out.\n", again,
		decided, 100*again/max(decided, 1))
	fmt.Fprintf(&b, "One side won all battles in %d of %d series (%d %%).\n", swept, whole, 100*swept/max(whole, 1))
	for _, why := range reasons {
		fmt.Fprintf(&b, "%d stopped early: %s\n", stopped[why], why)
	}
	return b.String()
}
