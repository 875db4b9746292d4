package campaign

import (
	"encoding/json"
	"fmt"

	"galloper/events"
)

// decode decodes an event. It skips the outcomes of a turn's result, which are most of it and rarely needed.
func decode(e events.Event) (events.Data, error) {
	if e.Type != (events.TurnAdjudicated{}).EventType() || e.Schema != events.Types.Schema(e.Type) {
		return events.Decode(e)
	}
	var head struct {
		Turn       int           `json:"turn"`
		Seed       events.Hash   `json:"seed"`
		SealedSeed events.Hash   `json:"sealed_seed"`
		Salt       string        `json:"salt"`
		Shared     []events.Hash `json:"shared"`
		State      events.Hash   `json:"state"`
		Over       string        `json:"over"`
	}
	if err := json.Unmarshal(e.Data, &head); err != nil {
		return nil, fmt.Errorf("event %s: %w", e.Type, err)
	}
	return events.TurnAdjudicated{
		Turn: head.Turn, Seed: head.Seed, SealedSeed: head.SealedSeed, Salt: head.Salt, Shared: head.Shared,
		State: head.State, Over: head.Over,
	}, nil
}
