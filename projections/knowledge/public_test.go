package knowledge

import (
	"testing"

	"galloper/events"
)

// The public is told what each side was told with names, and of a unit what its opponents saw.
func TestCommons(t *testing.T) {
	c := &Commons{Seats: map[string]string{"red.a": "red", "red.b": "red", "blue.a": "blue"},
		Facts: []events.FactLine{{Kind: "sight.own", Role: events.RoleOwn}, {Kind: "sight.enemy", Role: events.RoleEnemy},
			{Kind: "sight.guess", Role: events.RoleGuess}, {Kind: "sight.courier", Role: events.RoleCourier}},
		Tales: map[string]events.Tale{"order.taken": {Kind: events.SceneOrder}}}
	to := func(seats ...string) events.View { return events.View{Seats: seats} }
	veiled := events.View{Seats: []string{"blue.a"}, As: events.Fields("unit", "enemy foot")}
	figure := events.View{Seats: []string{"blue.a"}, As: events.Fields("lost", "some"), Hide: []string{"spirit"}}
	unit := events.Fields("unit", "guards", "lost", "38", "spirit", "low")
	dice := []events.Die{{Name: "fire/guards", Value: 3}}
	for _, tt := range []struct {
		what string
		o    events.Outcome
		want string // "" means nothing
	}{
		{"told to one side", events.Outcome{Name: "fired", Fields: unit, Views: []events.View{to("red.a", "red.b")}}, ""},
		{"told to nobody", events.Outcome{Name: "fired", Fields: unit}, ""},
		{"told to a seat of each side", events.Outcome{Name: "fired", Fields: unit, Dice: dice,
			Views: []events.View{to("red.b", "blue.a")}}, "fired unit=guards lost=38 spirit=low"},
		{"what one side is told less of", events.Outcome{Name: "fired", Fields: unit, Dice: dice,
			Views: []events.View{to("red.a"), figure}}, "fired unit=guards lost=some"},
		{"of whom one side has no name", events.Outcome{Name: "fired", Fields: unit,
			Views: []events.View{to("red.a"), veiled}}, ""},
		{"a side of which one seat has the name", events.Outcome{Name: "fired", Fields: unit,
			Views: []events.View{to("blue.a"), {Seats: []string{"red.a"}, As: events.Fields("unit", "enemy foot")},
				to("red.b")}},
			"fired unit=guards lost=38 spirit=low"},
		{"a courier", events.Outcome{Name: "dispatch.sent", Views: []events.View{to("red.a", "blue.a")}}, ""},
		{"an order", events.Outcome{Name: "order.taken", Views: []events.View{to("red.a", "blue.a")}}, ""},
		{"one's own", events.Outcome{Name: "sight.own", Fields: unit, Views: []events.View{to("red.a", "blue.a")}}, ""},
		{"an enemy who is seen", events.Outcome{Name: "sight.enemy", Fields: unit, Views: []events.View{figure}},
			"sight.enemy unit=guards lost=some"},
		{"one who is not known", events.Outcome{Name: "sight.guess", Fields: unit, Views: []events.View{to("red.a")}}, ""},
		{"a rider in sight", events.Outcome{Name: "sight.courier", Views: []events.View{to("red.a", "blue.a")}}, ""},
		{"what one side has been shown", events.Outcome{Name: "sight.score", Views: []events.View{to("red.a")}}, ""},
		{"what all have been shown", events.Outcome{Name: "sight.score", Fields: events.Fields("red", "3"),
			Views: []events.View{to("red.a", "blue.a")}}, "sight.score red=3"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			got := c.Of([]events.Outcome{tt.o})
			switch {
			case tt.want == "" && len(got) > 0:
				t.Errorf("told is %s", &got[0])
			case tt.want == "":
			case len(got) != 1:
				t.Errorf("nothing is told; want %s", tt.want)
			case got[0].String() != tt.want || len(got[0].Views) != 1 || len(got[0].Views[0].Seats) != 1 ||
				got[0].Views[0].Seats[0] != Public:
				t.Errorf("told is %s, to %v; want %s", &got[0], got[0].Views, tt.want)
			}
		})
	}
	c.Facts = c.Facts[:1]
	c.Facts = append(c.Facts, events.FactLine{Kind: "sight.guess", Role: events.RoleGuess})
	guess := events.Outcome{Name: "sight.guess", Fields: unit, Views: []events.View{to("red.a")}}
	if got := c.Of([]events.Outcome{guess}); len(got) != 1 {
		t.Error("where the rules name no enemy, what is seen of them is not told")
	}
}
