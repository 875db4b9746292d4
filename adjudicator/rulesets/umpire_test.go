package rulesets_test

import (
	"fmt"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/events"
)

// umpireInput reads the umpire's mail of a case: RULE with the SET lines below it,
// and COURIER. The mail as people write it is read by the daemon, which tests the
// rest of it.
func umpireInput(_ adjudicator.Position, mail string, in *events.TurnInput) error {
	for line := range strings.Lines(mail) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case words[0] == "RULE" && len(words) > 1:
			in.Rulings = append(in.Rulings, events.Ruling{Outcome: strings.TrimSuffix(words[1], ":"), Text: strings.Join(words[2:], " ")})
		case words[0] == "SET" && len(words) == 4 && words[2] == "=" && len(in.Rulings) > 0:
			last := &in.Rulings[len(in.Rulings)-1]
			last.Sets = append(last.Sets, events.Setting{Path: words[1], Value: words[3]})
		case words[0] == "COURIER" && len(words) >= 3:
			ruling, err := courierRuling(words[1], words[2:])
			if err != nil {
				return err
			}
			in.Couriers = append(in.Couriers, ruling)
		default:
			return fmt.Errorf("a case's umpire cannot write `%s`", strings.TrimSpace(line))
		}
	}
	return nil
}

func courierRuling(id string, fate []string) (events.CourierRuling, error) {
	r := events.CourierRuling{Dispatch: id, Fate: strings.ToLower(fate[0])}
	switch {
	case r.Fate == "lost" && len(fate) == 1:
	case r.Fate == "captured" && len(fate) == 3 && fate[1] == "BY":
		r.By = fate[2]
	case r.Fate == "delayed" && len(fate) == 2:
		turns, err := strconv.Atoi(fate[1])
		if err != nil {
			return r, err
		}
		r.Turns = turns
	default:
		return r, fmt.Errorf("a courier is LOST, CAPTURED BY seat or DELAYED n, not `%s`", strings.Join(fate, " "))
	}
	return r, nil
}
