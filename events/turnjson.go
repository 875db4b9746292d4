package events

import (
	"fmt"
	"strconv"
)

// UnmarshalJSON is written by hand, because nine tenths of a log are outcomes and their decoding determines the time
// of a replay.
func (e *TurnAdjudicated) UnmarshalJSON(data []byte) error {
	p := scanner{s: string(data)}
	var out TurnAdjudicated
	err := p.object(func(key string) (err error) {
		switch key {
		case "turn":
			out.Turn, err = p.integer()
		case "seed":
			out.Seed, err = p.hash("")
		case "sealed_seed":
			out.SealedSeed, err = p.hash("")
		case "salt":
			out.Salt, err = p.str()
		case "shared":
			err = p.list(func() error {
				h, err := p.hash("")
				out.Shared = append(out.Shared, h)
				return err
			})
		case "outcomes":
			out.Outcomes, err = p.outcomes()
		case "state":
			out.State, err = p.hash("")
		case "over":
			out.Over, err = p.str()
		default:
			err = fmt.Errorf("a turn has no %q", key)
		}
		return err
	})
	if err == nil {
		err = p.end()
	}
	*e = out
	return err
}

// UnmarshalJSON is written by hand, like that of TurnAdjudicated.
func (e *GameOpened) UnmarshalJSON(data []byte) error {
	p := scanner{s: string(data)}
	var out GameOpened
	err := p.object(func(key string) (err error) {
		switch key {
		case "outcomes":
			out.Outcomes, err = p.outcomes()
		case "state":
			out.State, err = p.hash("")
		default:
			err = fmt.Errorf("an opening has no %q", key)
		}
		return err
	})
	if err == nil {
		err = p.end()
	}
	*e = out
	return err
}

func (p *scanner) outcomes() ([]Outcome, error) {
	list := []Outcome{}
	err := p.list(func() error {
		o, err := p.outcome()
		if err != nil {
			return fmt.Errorf("outcome %d: %w", len(list)+1, err)
		}
		list = append(list, o)
		return nil
	})
	return list, err
}

func (p *scanner) integer() (int, error) {
	n, err := p.number()
	if int64(int(n)) != n {
		return 0, strconv.ErrRange
	}
	return int(n), err
}
