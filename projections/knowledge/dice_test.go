package knowledge_test

import (
	"slices"
	"testing"

	"galloper/events"
	"galloper/projections/knowledge"
)

// The name of a die identifies its roller and target, so it is shown only if the visible fields identify them too.
func TestDiceNameNobodyWhoIsMasked(t *testing.T) {
	masked := []events.Field{{Key: "firer", Value: "an unseen enemy"}}
	for _, c := range []struct {
		view events.View
		die  string
		told bool
	}{
		{events.View{As: masked}, "artillery/fire/battery.a>foot.b#1", false},
		{events.View{As: masked}, "artillery/commander/foot", true},
		{events.View{As: masked}, "artillery/commander/foo", false},
		{events.View{As: masked}, "artillery/commander/oot.b", false},
		{events.View{As: masked}, "artillery/effect/foot.b,battery.a", false},
		{events.View{As: masked}, "weather/roll#2", true},
		{events.View{Hide: []string{"firer"}}, "artillery/fire/battery.a>foot.b", false},
		{events.View{Hide: []string{"hits"}}, "artillery/fire/battery.a>foot.b", true},
		{events.View{Hide: []string{"hits"}}, "artillery/fire/third>foot.b", false},
		{events.View{Hide: []string{"dice"}}, "artillery/commander/foot", false},
		{events.View{}, "artillery/fire/third", true},
	} {
		c.view.Seats = []string{north}
		b := open()
		o := outcome("t1.1", "artillery.fired", []events.View{c.view}, "firer", "battery.a", "target", "foot.b", "hits", 1)
		o.Dice = []events.Die{{Name: c.die, Die: "d100", Value: 7}, {Name: "artillery/fire/nobody", Die: "d10"}}
		b.Apply(1, []events.Outcome{o})
		told := slices.ContainsFunc(b.Seat(north).Diary(1)[0].Dice, func(d events.Die) bool { return d.Name == c.die })
		if told != c.told {
			t.Errorf("%s, hiding %q and showing %q: told %v, want %v", c.die, c.view.Hide, c.view.As, told, c.told)
		}
		if len(o.Dice) != 2 || len(b.Seat(knowledge.Umpire).Diary(1)[0].Dice) != 2 {
			t.Errorf("%s: the record has lost a die", c.die)
		}
	}
}
