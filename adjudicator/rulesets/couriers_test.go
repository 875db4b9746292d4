package rulesets_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"galloper/adjudicator"
	"galloper/adjudicator/oracle"
	"galloper/adjudicator/rulesets"
	"galloper/events"
	"galloper/projections/knowledge"
)

// ride is a dispatch of a case, sent by one order, that is under way at the end of turn 1 and longer.
type ride struct {
	rules, file     string
	seat, order, id string
	captor, by      string // an enemy seat, and the captor's name in the outcome
	next            string // outcome of turn 2 without interference: `riding`
	settable        string // statuses that the umpire may set
}

var rides = []ride{
	{"firediscipline", "Q3_rides", "french.north", "TO a: ADVANCE 0", "french.north.t1.1",
		"dutch.south", "dutch.south", adjudicator.Riding, "riding delivered lost captured"},
	{"fieldcommand", "H6.3_bank", "csa.army", "FIELD MARCH davis TO f2", "csa.army.t1.1",
		"union.army", "union.army", adjudicator.Delivered, "riding lost captured"},
	{"orderdiscipline", "12.1_dispatches", "french.ney", "LETTER TO Vial: Come.", "french.ney.t1.1",
		"allied.hill", "allied.hill", adjudicator.Riding, "riding delivered lost captured"},
	{"activationchits", "Q3_rides", "french.ney", "TO reille: 2ligne: FACE ene", "french.ney.t1.1",
		"allied.hill", "allied.hill", adjudicator.Riding, "riding delivered lost captured"},
	{"commandchaos", "H_letters_ride", "roman.left", "LETTER TO roman.right: Come.", "roman.left.t1.1",
		"punic.general", "punic", adjudicator.Riding, "riding"},
}

// TestTooLateIsSaid checks that the receipt has a remark on a directive that would be executed only after the last
// turn, and none on one executed in it.
func TestTooLateIsSaid(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ scenario, seat, order string }{
		{"prestonpans", "government.cope", "TO lees: HOLD"},
		{"maida", "british.stuart", "TO british.cole: 27foot ADVANCE"},
		{"sauren", "french.ney", "TO french.reille: chasseurs: HOLD"},
	} {
		b := openedBattle(t, c.scenario)
		last := b.sc.(adjudicator.Lasting).LastTurn()
		for turn, late := range map[int]bool{1: false, last: true} {
			b.turn = turn - 1
			entries := b.reader(c.seat)(c.order)
			text, said := fmt.Sprintf("%+v", entries), fmt.Sprint("too late, for the battle ends with turn ", last)
			if entries[0].Refusal != nil || strings.Contains(text, said) != late {
				t.Errorf("%s, turn %d: %s", c.scenario, turn, text)
			}
		}
	}
}

// TestUmpireRulesOnCouriers makes each possible ruling on a courier, in every ruleset.
func TestUmpireRulesOnCouriers(t *testing.T) {
	t.Parallel()
	for _, r := range rides {
		t.Run(r.rules, func(t *testing.T) {
			t.Parallel()
			after := r.set(t)
			rule := func(fate, by string, turns int) events.TurnInput {
				in := silent(2)
				in.Couriers = []events.CourierRuling{{Dispatch: r.id, Fate: fate, By: by, Turns: turns}}
				return in
			}
			for _, c := range []struct {
				what   string
				in     events.TurnInput
				told   string // outcome about the courier
				status string
				reads  bool // by the captor
			}{
				{"nothing", silent(2), "dispatch." + r.next, r.next, false},
				{"lost", rule("lost", "", 0), "dispatch.lost", adjudicator.Lost, false},
				{"captured", rule("captured", r.captor, 0), "dispatch.captured by=" + r.by, adjudicator.Captured, true},
				{"delayed", rule("delayed", "", 1), "dispatch.delayed until=2", adjudicator.Riding, false},
				{"delayed for long", rule("delayed", "", 3), "dispatch.delayed until=4", adjudicator.Riding, false},
			} {
				res := oracle.Turn(t, after, c.in)
				if got := r.told(res.Outcomes); len(got) != 1 || !meets(got[0], c.told) {
					t.Errorf("%s: told %q, want %q", c.what, got, c.told)
				}
				if got := status(res.State, r.id); got != c.status {
					t.Errorf("%s: its status is %s, want %s", c.what, got, c.status)
				}
				if reads := r.read(res.Outcomes); reads != c.reads {
					t.Errorf("%s: the captor reads it: %t", c.what, reads)
				}
				if !strings.HasPrefix(c.what, "nothing") && c.status == adjudicator.Riding {
					r.stays(t, after.State, res.State)
				}
			}
		})
	}
}

// TestDelayedCouriersRideOn checks that a courier with a delay of two turns stays in both, and continues or arrives in
// the next.
func TestDelayedCouriersRideOn(t *testing.T) {
	t.Parallel()
	for _, r := range rides {
		t.Run(r.rules, func(t *testing.T) {
			t.Parallel()
			pos, told := r.set(t), [][]string{}
			for turn := 2; turn <= 4; turn++ {
				in := silent(turn)
				if turn == 2 {
					in.Couriers = []events.CourierRuling{{Dispatch: r.id, Fate: "delayed", Turns: 2}}
				}
				res := oracle.Turn(t, pos, in)
				pos.State, pos.Turn = res.State, turn
				told = append(told, r.told(res.Outcomes))
			}
			if len(told[0]) != 1 || len(told[1]) != 0 || len(told[2]) == 0 {
				t.Errorf("told %q", told)
			}
		})
	}
}

// TestCouriersThatRideNoMore checks that rulings on couriers no longer under way have no effect.
func TestCouriersThatRideNoMore(t *testing.T) {
	t.Parallel()
	for _, r := range rides {
		t.Run(r.rules, func(t *testing.T) {
			t.Parallel()
			pos := r.set(t)
			for turn, fate := range []string{"lost", "captured", "lost", "delayed"} {
				in := silent(turn + 2)
				in.Couriers = []events.CourierRuling{{Dispatch: r.id, Fate: fate, By: r.captor, Turns: 1}}
				res := oracle.Turn(t, pos, in)
				if got := r.told(res.Outcomes); turn > 0 && len(got) > 0 {
					t.Errorf("%s behind lost: told %q", fate, got)
				}
				pos.State, pos.Turn = res.State, turn+2
			}
		})
	}
}

// TestStatusOfDispatches checks which statuses each ruleset lets the umpire set.
func TestStatusOfDispatches(t *testing.T) {
	t.Parallel()
	for _, r := range rides {
		t.Run(r.rules, func(t *testing.T) {
			t.Parallel()
			pos := r.set(t)
			all := []string{adjudicator.Riding, adjudicator.Delivered, adjudicator.Lost, adjudicator.Captured, "late"}
			for _, value := range all {
				state := pos.State.Clone()
				err := state.Set(adjudicator.DispatchStatus(r.id), value)
				may := slices.Contains(strings.Fields(r.settable), value)
				if (err == nil) != may {
					t.Errorf("%s: %v", value, err)
				}
				if got := status(state, r.id); may && got != value {
					t.Errorf("set to %s, it is %s", value, got)
				}
				if ended := pos; may && value != adjudicator.Riding {
					ended.State = state
					if got := r.told(oracle.Turn(t, ended, silent(2)).Outcomes); slices.ContainsFunc(got, isRide) {
						t.Errorf("%s, it rides: told %q", value, got)
					}
				}
			}
		})
	}
}

// set plays turn 1 of the case with the one order.
func (r *ride) set(t *testing.T) adjudicator.Position {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", r.rules, "testdata", r.file+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	rules, sc, faults := adjudicator.Load(rulesets.All(), "case.yaml", txtar.Parse(text).Files[0].Data)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	opening := adjudicator.Open(adjudicator.Position{Game: "ride", Ruleset: rules, Scenario: sc}, silent(1))
	pos := adjudicator.Position{Game: "ride", Ruleset: rules, Scenario: sc, State: opening.State}
	book := knowledge.Open([]string{r.seat}, rules.Words.Facts)
	book.Apply(0, opening.Outcomes)
	desk := adjudicator.Desk{Scenario: sc, Seat: r.seat, Turn: 1, Known: book.Seat(r.seat)}
	_, reading := rules.ReadMail(desk, r.order)
	in := silent(1)
	in.Orders = []events.SeatOrders{{Seat: r.seat, Orders: reading.Accepted()}}
	res := oracle.Turn(t, pos, in)
	pos.State, pos.Turn = res.State, 1
	if got := status(pos.State, r.id); got != adjudicator.Riding {
		t.Fatalf("after turn 1 %s is %q", r.id, got)
	}
	return pos
}

// told returns the outcomes about the dispatch, without facts.
func (r *ride) told(outcomes []events.Outcome) (told []string) {
	for i := range outcomes {
		o := &outcomes[i]
		if strings.HasPrefix(o.Name, "dispatch.") && o.Get("id") == r.id {
			told = append(told, o.String())
		}
	}
	return told
}

// read reports whether the captor was told the text of the dispatch.
func (r *ride) read(outcomes []events.Outcome) bool {
	return slices.ContainsFunc(outcomes, func(o events.Outcome) bool {
		return strings.HasPrefix(o.Name, "sight.") && o.Get("id") == r.id && o.Get("text") != "" && len(o.Views) > 0 &&
			slices.Contains(o.Views[0].Seats, r.captor)
	})
}

// stays checks that a delayed courier does not move.
func (r *ride) stays(t *testing.T, before, after adjudicator.State) {
	t.Helper()
	items := func(s adjudicator.State) (list []string) {
		for path, value := range s.Paths {
			if strings.HasPrefix(path, "dispatch."+r.id+".") {
				list = append(list, path+" "+value)
			}
		}
		return list
	}
	if a, b := items(before), items(after); !slices.Equal(a, b) {
		t.Errorf("delayed, it went from %q to %q", a, b)
	}
}

func status(s adjudicator.State, id string) (status string) {
	for path, value := range s.Paths {
		if path == adjudicator.DispatchStatus(id) {
			status = value
		}
	}
	return status
}

// meets reports whether an outcome has the expected name and fields.
func meets(outcome, want string) bool {
	have := strings.Fields(outcome)
	for _, word := range strings.Fields(want) {
		if !slices.Contains(have, word) {
			return false
		}
	}
	return true
}

func isRide(outcome string) bool { return strings.HasPrefix(outcome, "dispatch.riding") }
