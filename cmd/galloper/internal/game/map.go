package game

import (
	"galloper/projections/knowledge"
	"galloper/projections/mapview"
)

// MapFor draws what is known, the units of that side as one's own; "" is the seat's
// side. It is nil for rules without a map.
func MapFor(g *Game, known *knowledge.Known, side string) *mapview.Picture {
	if g.Rules.Ground == nil {
		return nil
	}
	return mapview.Draw(g.Rules.Ground(g.Scenario), g.Rules.Symbols, known, mapview.Sheet{
		Title: g.Title(), Reader: g.SeatName(known.Seat()), Side: side, Names: g.NameOf,
	})
}

// StepsOf draws a reported turn step by step as the seat was told of it; nil for rules
// without a map.
func StepsOf(g *Game, seat string, turn int) ([]*mapview.Picture, error) {
	if turn < 0 {
		turn = g.reported
	}
	after, err := g.KnownAt(seat, turn)
	if err != nil || g.Rules.Ground == nil {
		return nil, err
	}
	before, err := g.KnownAt(seat, max(turn-1, 0))
	if err != nil {
		return nil, err
	}
	return mapview.Steps(g.Rules.Ground(g.Scenario), g.Rules.Symbols, before, after, mapview.Sheet{
		Title: g.Title(), Reader: g.SeatName(seat), Names: g.NameOf,
	}), nil
}

// MapWithZones draws what is known with what guns can reach; nil if the rules have no map.
func MapWithZones(g *Game, known *knowledge.Known) *mapview.Picture {
	if g.Rules.Ground == nil {
		return nil
	}
	return mapview.Draw(g.Rules.Ground(g.Scenario), g.Rules.Symbols, known, mapview.Sheet{
		Title: g.Title(), Reader: g.SeatName(known.Seat()), Names: g.NameOf, Zones: true,
	})
}

// Map draws what a seat knows; nil for rules without a map.
func Map(g *Game, known *knowledge.Known) *mapview.Picture { return MapFor(g, known, "") }
