package fieldcommand

import (
	"testing"

	"galloper/events"
)

// A face-down block counts as a possible lead. Disrupted units count for nothing, and ranging guns give no support.
func TestStackIsWhatWasShown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		blocks               int
		shown                string
		leads, weight, ready int
	}{
		{2, "-", 2, 40, 2},
		{3, "infantry 3, disrupted", 2, 50, 2},
		{4, "cavalry 1, artillery, ranging artillery", 2, 50, 4},
		{2, "disrupted, disrupted", 0, 0, 0},
	} {
		s := stackOf(&events.Outcome{Fields: events.Fields("blocks", c.blocks, "shown", c.shown)})
		if len(s.leads) != c.leads || s.weight() != c.weight || s.readyCount() != c.ready {
			t.Errorf("%d blocks, shown %s: %+v weighs %d", c.blocks, c.shown, s, s.weight())
		}
	}
}
