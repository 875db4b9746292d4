package orderdiscipline

import (
	"strings"

	"galloper/adjudicator/board"
	"galloper/events"
)

// reportWords lists the texts of outcomes and facts in reports. The facts block has IDs in the format of
// section i; the diary has names.
var reportWords = events.Words{
	Strength: "A stand is a company of foot, a troop of horse or a section of guns. “5 of 6 stands” has lost one.",
	Facts: []events.FactLine{
		{Kind: "sight.own", Group: 1, Role: events.RoleOwn, Strength: "{stands} of {start} stand{start:s}", Writes: writes,
			State: "{state}, {formation}", Idle: "[awaiting orders{orders:!}]",
			Ousts: []string{"sight.waiting", "sight.friend"},
			Now:   ownLine, Old: ownLine},
		{Kind: "sight.waiting", Group: 1, Now: "own {unit} not yet arrived", Old: "own {unit} not yet arrived"},
		{Kind: "sight.gone", Group: 1, Final: true, Role: events.RoleGone, Ousts: []string{"sight.own",
			"sight.waiting", "sight.friend"},
			Now: "own {unit} gone", Old: "own {unit} gone"},
		{Kind: "sight.friend", Group: 2, Role: events.RoleOwn, Strength: "{stands} of {start} stand{start:s}", Writes: writes,
			State: "{state}", Now: friendLine, Old: friendLine},
		{Kind: "sight.enemy", Group: 3, Role: events.RoleEnemy,
			Strength: sorts + "[, {stands} stand{stands:s}][, running{routing:?}]",
			Now:      enemyLine, Old: enemyLine,
			Called: "[{named:?}{unit:name}][{named:!}the " + sorts + " at {x:hundredths},{y:hundredths}]"},
		{Kind: "sight.lost", Group: 3, Ousts: []string{"sight.enemy"}},
		{Kind: "sight.general", Group: 4, Role: events.RoleOfficer, State: "[with {with:name}]",
			Now: "general {general} at {x:hundredths},{y:hundredths}[ with {with}]"},
		{Kind: "sight.hand", Group: 5, Role: events.RoleHand, Now: "hand {cards}",
			Strength: "[You hold {cards:bag}][{cards:!}You hold no cards][; spent: {spent:bag}]"},
		{Kind: "sight.directive", Group: 6, Now: "directive from {from} (turn {sent}): {text}",
			News: "A directive from {from:name}, {id}, written in turn {sent}:"},
		{Kind: "sight.letter", Group: 6, Once: true, Now: "letter from {from} (turn {sent}): {text}",
			News: "A letter from {from:name}, written in turn {sent}:"},
		{Kind: "sight.captured", Group: 6, Once: true, Now: "captured {kind} from {from} to {to}: {text}",
			News: "Taken from an enemy courier, a {kind} from {from:name} to {to:name}:"},
	},
	Tallies: []events.Tally{
		{Of: "sight.enemy", One: "1 enemy unit known of", Many: "{n} enemy units known of"},
		{Of: "fire.volley", One: "1 volley", Many: "{n} volleys"},
		{Of: "charge.contact", One: "1 charge came home", Many: "{n} charges came home"},
		{Of: "melee.result", One: "1 melee", Many: "{n} melees"},
		{Of: "unit.routed", One: "1 unit in rout", Many: "{n} units in rout"},
	},
}

const (
	writes = "{state:routing=My men are running|unsteady=My men are shaken|*=We stand firm}[, {where}][{whole:?}, " +
		"with all our {start} companies][{whole:!}, with {stands} of our {start} companies]"
	// sorts lists the names of unit kinds.
	sorts = "{kind:light-infantry=light infantry|light-cavalry=light cavalry|heavy-cavalry=heavy cavalry|" +
		"foot-artillery=foot artillery|horse-artillery=horse artillery}"
	ownLine = "own {unit} at {x:hundredths},{y:hundredths} facing {facing} {formation} {state} {stands}/{start} " +
		"turn {turn}"
	friendLine = "friend {unit} at {x:hundredths},{y:hundredths} facing {facing} {formation} {state} " +
		"{stands}/{start} turn {turn}"
	enemyLine = "enemy {unit} {kind} at {x:hundredths},{y:hundredths} facing {facing} {formation}[ {stands} " +
		"stands][ routing{routing:?}] turn {turn}"
)

// symbols lists the map symbols of facts.
var symbols = events.Symbols{
	unitSymbol("sight.own"), unitSymbol("sight.friend"), unitSymbol("sight.enemy"),
	{Kind: "sight.courier", X: "x", Y: "y", Label: "id", Shape: "courier", Road: "road", Side: "side"},
	{Kind: "sight.general", X: "x", Y: "y", Label: "general", Shape: "commander", Side: "side"},
}

func unitSymbol(kind string) events.Symbol {
	return events.Symbol{Kind: kind, X: "x", Y: "y", Facing: "facing", Label: "unit", Strength: "stands", Shape: "arm",
		Frontage: "frontage", Depth: "depth", Side: "side", Old: true, Full: "start",
		Marks: []events.Mark{{Field: "state", Is: "unsteady", Shows: "shaken"},
			{Field: "state", Is: "routing", Shows: "routed"}, {Field: "routing", Shows: "routed"}}}
}

// asName returns the name of a terrain feature on maps, for its ID. Orders may use either.
func asName(id string) string {
	return strings.ToUpper(id[:1]) + strings.ReplaceAll(id[1:], "_", " ")
}

// mapOf returns the map of a battle without its units.
func mapOf(b *Battle) board.Ground {
	g := board.Ground{Title: b.Title, East: b.Width, North: b.Height, Unit: "inches",
		Near: 1000}
	for i := range b.Areas {
		a := &b.Areas[i]
		area := board.Area{ID: a.ID, Name: asName(a.ID), Kind: areaKinds[a.Kind], At: a.At}
		if a.Kind == hill {
			area.Level = a.Height
		}
		g.Areas = append(g.Areas, area)
	}
	for i := range b.Lines {
		c := &b.Lines[i]
		g.Courses = append(g.Courses, board.Course{ID: c.ID, Name: asName(c.ID), Kind: lineKinds[c.Kind], At: c.At})
		for _, x := range c.Crossings {
			g.Marks = append(g.Marks, board.Mark{ID: c.ID, Kind: "bridge", At: x})
		}
	}
	for i := range b.Places {
		pl := &b.Places[i]
		g.Marks = append(g.Marks, board.Mark{ID: pl.ID, Name: pl.ID, Kind: either(pl.Objective, "objective", "place"),
			At: pl.At})
	}
	for i := range b.Sides {
		g.Sides = append(g.Sides, board.Edge{Side: b.Sides[i].ID, Name: b.NameOf(b.Sides[i].ID),
			Edge: compassPoints[b.Sides[i].Home/45].Long})
	}
	return g
}
