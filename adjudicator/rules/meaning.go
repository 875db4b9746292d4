package rules

import (
	"strconv"
	"strings"

	"galloper/events"
)

// Meanings of outcomes to a commander, under any rules. A tale that is Like one of these only states the differences.
var (
	// Over is the end of the battle, Broke the collapse of an army.
	Over = &events.Tale{Kind: events.SceneArmy, By: "winner", Weight: 200, Head: "The battle is won",
		Theirs: "The battle is [{winner:draw=drawn|*=lost}][{winner:!}drawn]"}
	Broke = &events.Tale{Kind: events.SceneArmy, By: "side", Weight: 95, Head: "Our army is broken",
		Theirs: "Their army is broken"}
	// Taken is a place that changes hands.
	Taken = &events.Tale{Kind: events.ScenePlace, Place: "place", Weight: 90, Head: "{place:name} is ours",
		Theirs: "{place:name} is theirs"}
	// Fell is the death or wounding of an officer.
	Fell = &events.Tale{Kind: events.SceneOfficer, By: "officer", Weight: 100, Head: "{officer:name} fell"}
	// Gone is a unit out of play, CutUp one that lost a part of its strength.
	Gone = &events.Tale{Kind: events.SceneLoss, By: "unit", Weight: 80, Head: "{unit:name} gone",
		Theirs: "{unit:name} destroyed"}
	CutUp = &events.Tale{Kind: events.SceneLoss, By: "unit", Weight: 40, Head: "{unit:name} hard hit"}
	// Ran is a routed unit, Wavered one close to routing, Rallied one that has recovered.
	Ran     = &events.Tale{Kind: events.SceneRout, By: "unit", Weight: 70, Head: "{unit:name} ran"}
	Wavered = &events.Tale{Kind: events.SceneRout, By: "unit", Weight: 30, Head: "{unit:name} wavered"}
	Rallied = &events.Tale{Kind: events.SceneRout, By: "unit", Weight: 20, Head: "{unit:name} rallied"}
	// Charged is an assault, Answered the reaction to it.
	Charged  = &events.Tale{Kind: events.SceneCharge, By: "unit", On: "target", Weight: 60, Head: "{unit:name} charge"}
	Answered = &events.Tale{Kind: events.SceneCharge, By: "unit", Stands: true, Weight: 40, Head: "{unit:name} stood"}
	// Fought is a melee, Fired is fire.
	Fought = &events.Tale{Kind: events.SceneMelee, By: "unit", On: "target", Hits: "hits", Weight: 30,
		Head: "{unit:name} hand to hand"}
	Fired = &events.Tale{Kind: events.SceneFire, By: "unit", On: "target", Hits: "hits", Weight: 30,
		Rise: When("hits", "0 12"), Head: "{unit:name} in action", Theirs: "{target:name} under fire"}
	// Marched is a move; Hindered and Disobeyed are orders carried out in part, and not at all.
	Marched   = &events.Tale{Kind: events.SceneMarch, By: "unit", Weight: 10}
	Hindered  = &events.Tale{Kind: events.SceneOrder, By: "unit", Weight: 12}
	Disobeyed = &events.Tale{Kind: events.SceneOrder, By: "unit", Weight: 25}
)

// When returns the weights of a tale by the values of a field: `When("edge", "left 75, rear 78")`. It panics if a
// weight is malformed.
func When(field, weights string) (list []events.Rise) {
	for one := range strings.SplitSeq(weights, ", ") {
		value, weight, _ := strings.Cut(one, " ")
		n, err := strconv.Atoi(weight)
		if err != nil {
			panic("rules: weights of " + field + ": " + one)
		}
		list = append(list, events.Rise{Field: field, Value: value, Weight: n})
	}
	return list
}

// inherit returns the tale with inherited parts from the tale in Like. The roles are inherited together, and so are the
// weights and the headlines. Parts for which the outcome has no field are left out.
func inherit(t events.Tale, has func(field string) bool) events.Tale {
	like := t.Like
	if like == nil {
		return t
	}
	t.Like, t.Kind, t.Stands = nil, like.Kind, t.Stands || like.Stands
	inherit := func(own *string, from string) {
		if *own == "" && has(from) {
			*own = from
		}
	}
	if t.By == "" {
		inherit(&t.On, like.On)
	}
	inherit(&t.By, like.By)
	inherit(&t.Place, like.Place)
	inherit(&t.Hits, like.Hits)
	if t.Weight == 0 && t.Rise == nil {
		t.Weight, t.Rise = like.Weight, like.Rise
	}
	if t.Head == "" {
		t.Head, t.Theirs = like.Head, like.Theirs
	}
	return t
}
