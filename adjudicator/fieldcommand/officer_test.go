package fieldcommand

import (
	"testing"

	"galloper/events"
)

// A block that is face-down counts as one that may lead; the disrupted count for nothing, and guns that have found the
// range do not support.
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
		if len(s.leads) != c.leads || s.weight() != c.weight || s.ready() != c.ready {
			t.Errorf("%d blocks, shown %s: %+v weighs %d", c.blocks, c.shown, s, s.weight())
		}
	}
}
