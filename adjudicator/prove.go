package adjudicator

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"galloper/events"
)

// Prove checks the invariants of an adjudicated turn that hold under any rules:
//
//   - the position is unchanged;
//   - equal inputs give equal bytes;
//   - the outcomes in their stored form alone lead to the same state;
//   - every rolled die is recorded, and a reroll changes the named die;
//   - each outcome has its cause and its dice;
//   - a state that is sound by the ruleset's measure stays sound, unless the umpire has ruled.
//
// A turn that stops at a question passes: it has no outcomes yet.
func Prove(pos Position, in events.TurnInput, res Result) error {
	before := Hash(pos.State)
	again := Adjudicate(pos, in)
	if Hash(pos.State) != before {
		return fmt.Errorf("turn %d: the position was changed", in.Turn)
	}
	if res.Question != nil {
		return nil
	}
	raw, stored, err := storedForm(res.Outcomes)
	if err != nil {
		return err
	}
	if twice := asStored(again.Outcomes); !bytes.Equal(twice, raw) || again.StateHash != res.StateHash {
		return fmt.Errorf("turn %d: the same inputs gave other bytes:\n%s\n%s", in.Turn, raw, twice)
	}
	if replayed := Replay(pos.State, stored); Hash(replayed) != res.StateHash {
		return fmt.Errorf("turn %d: the outcomes lead to another state than the turn did:\n%s\n%s", in.Turn,
			Canonical(res.State), Canonical(replayed))
	}
	if err := proveDice(pos, in, res); err != nil {
		return err
	}
	if err := proveCauses(pos, in, res); err != nil {
		return err
	}
	if pos.Ruleset.Unsound != nil && len(in.Rulings) == 0 && len(pos.Ruleset.Unsound(pos.State)) == 0 {
		if faults := pos.Ruleset.Unsound(res.State); len(faults) > 0 {
			return fmt.Errorf("turn %d: %s", in.Turn, strings.Join(faults, "; "))
		}
	}
	return proveItems(pos, res.State)
}

// rerolled is the inverse frequency of reroll checks. Each check adjudicates the whole turn again.
const rerolled = 4

// proveDice checks that the dice in the outcomes are the rolled dice. In one turn of [rerolled] it also checks that a
// die, chosen by the seed, can be rolled again and is recorded with its salt under its name.
func proveDice(pos Position, in events.TurnInput, res Result) error {
	if missing, invented := res.Unrecorded(); len(missing)+len(invented) > 0 {
		return fmt.Errorf("turn %d: rolled and in no outcome: %v; in an outcome and not rolled: %v", in.Turn, missing,
			invented)
	}
	if len(res.Rolled) == 0 || in.Seed[1]%rerolled != 0 {
		return nil
	}
	name := res.Rolled[int(in.Seed[0])%len(res.Rolled)].Name
	in.Rerolls = append(slices.Clone(in.Rerolls), events.Reroll{Die: name, Salt: "again"})
	again := Adjudicate(pos, in)
	if again.Question != nil {
		return nil
	}
	for i := range again.Outcomes {
		for _, d := range again.Outcomes[i].Dice {
			if d.Name == name && strings.HasSuffix(d.Salt, "again") {
				return nil
			}
		}
	}
	return fmt.Errorf("turn %d: %s was to be rolled again, and no outcome has it", in.Turn, name)
}

// proveItems checks that the items common to all rulesets exist, with permitted values.
func proveItems(pos Position, s State) error {
	sides := []string{Draw, Nobody}
	for _, seat := range pos.Scenario.Seats() {
		sides = append(sides, seat.Side)
		if seat.ID == Umpire {
			return fmt.Errorf("a player's seat is called %s", seat.ID)
		}
	}
	winner, ok := Lookup(s, WinnerItem)
	if over := s.Over() != ""; !ok || !slices.Contains(sides, winner) || !over && winner != Nobody {
		return fmt.Errorf("%s is %q, over: %v", WinnerItem, winner, over)
	}
	fates := []string{Riding, Delivered, Lost, Captured}
	var dispatches, withStatus []string
	for path, value := range s.Paths {
		rest, isDispatch := strings.CutPrefix(path, "dispatch.")
		if !isDispatch {
			continue
		}
		dispatches = append(dispatches, rest[:strings.LastIndexByte(rest, '.')])
		if id, isStatus := DispatchOf(path); isStatus {
			withStatus = append(withStatus, id)
			if !slices.Contains(fates, value) {
				return fmt.Errorf("%s is %q", path, value)
			}
		}
	}
	for _, id := range dispatches {
		if !slices.Contains(withStatus, id) {
			return fmt.Errorf("the dispatch %s has no status, so a ruling could not refer to it", id)
		}
	}
	return nil
}

func storedForm(outcomes []events.Outcome) (raw []byte, read []events.Outcome, err error) {
	read = make([]events.Outcome, len(outcomes))
	for i := range outcomes {
		if err = outcomes[i].Check(); err != nil {
			return nil, nil, err
		}
		begin := len(raw)
		raw = outcomes[i].AppendJSON(raw)
		if err = read[i].UnmarshalJSON(raw[begin:]); err != nil {
			return nil, nil, err
		}
	}
	return raw, read, nil
}

func asStored(outcomes []events.Outcome) (raw []byte) {
	for i := range outcomes {
		raw = outcomes[i].AppendJSON(raw)
	}
	return raw
}

// rollFields lists the fields of outcomes with the result of dice, unless their value is "-".
var rollFields = []string{"roll", "rolls", "rolled", "face", "faces"}

// proveCauses checks that every outcome has a cause, unless its row excuses it; that the cause is an order of the turn
// or an earlier outcome; and that outcomes with a roll lead back to its dice. Facts need no cause: they are the
// knowledge of a seat when the turn ends.
func proveCauses(pos Position, in events.TurnInput, res Result) error {
	excused := map[string]bool{}
	for _, row := range pos.Ruleset.Outcomes {
		excused[row.Name] = row.Uncaused != ""
	}
	dice := map[string]bool{} // by Ref of an order or an earlier outcome: whether its chain of causes has dice
	for _, given := range in.Orders {
		for n := range given.Orders {
			dice[OrderRef(given.Seat, n+1)] = false
		}
	}
	for i := range res.Outcomes {
		o := &res.Outcomes[i]
		led, known := dice[o.Cause]
		dice[o.Ref] = led || len(o.Dice) > 0
		turn := events.TurnOf(o.Cause)
		fault := ""
		switch rolled := slices.ContainsFunc(o.Fields, func(f events.Field) bool {
			return f.Value != "-" && (slices.Contains(rollFields, f.Key) || f.Key == "score" && o.Get("need") != "")
		}); {
		case strings.HasPrefix(o.Name, "ruling."), strings.HasPrefix(o.Name, "sight."):
		case o.Cause == "" && !excused[o.Name] && len(in.Rulings) == 0:
			fault = "has no cause"
		case o.Cause != "" && !known && (turn < 0 || turn >= in.Turn):
			fault = "follows from " + o.Cause + ", which is neither an outcome before it nor an order"
		case rolled && !dice[o.Ref]:
			fault = "does not lead to the dice that decided it"
		}
		if fault != "" {
			return fmt.Errorf("turn %d: %s %s: %s", in.Turn, o.Ref, fault, o)
		}
	}
	return nil
}
