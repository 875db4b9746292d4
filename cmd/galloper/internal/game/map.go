package game

import (
	"galloper/adjudicator"
	"galloper/projections/knowledge"
	"galloper/projections/mapview"
)

// sheet is what stands on a seat's map beside ground and facts.
func (g *Game) sheet(known *knowledge.Known) mapview.Sheet {
	return mapview.Sheet{Title: g.Title(), Reader: g.SeatName(known.Seat()), Names: g.NameOf,
		Sees: Outlook(g.Rules, g.Scenario, known)}
}

// Outlook is the ground that a seat has in view by what it was told; nil: all of it.
func Outlook(r *adjudicator.Ruleset, sc adjudicator.Scenario, known *knowledge.Known) mapview.Outlook {
	if r.Outlook == nil || known.Seat() == knowledge.Umpire {
		return nil
	}
	return r.Outlook(adjudicator.Desk{Scenario: sc, Seat: known.Seat(), Turn: known.Turn() + 1, Known: known})
}

// MapFor draws what is known, the units of that side as one's own; "" is the seat's
// side. It is nil for rules without a map.
func MapFor(g *Game, known *knowledge.Known, side string) *mapview.Picture {
	if g.Rules.Ground == nil {
		return nil
	}
	sheet := g.sheet(known)
	sheet.Side = side
	return mapview.Draw(g.Rules.Ground(g.Scenario), g.Rules.Symbols, known, sheet)
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
	return mapview.Steps(g.Rules.Ground(g.Scenario), g.Rules.Symbols, before, after, g.sheet(after)), nil
}

// MapWithZones draws what is known with what guns can reach; nil if the rules have no map.
func MapWithZones(g *Game, known *knowledge.Known) *mapview.Picture {
	if g.Rules.Ground == nil {
		return nil
	}
	sheet := g.sheet(known)
	sheet.Zones = true
	return mapview.Draw(g.Rules.Ground(g.Scenario), g.Rules.Symbols, known, sheet)
}

// Map draws what a seat knows; nil for rules without a map.
func Map(g *Game, known *knowledge.Known) *mapview.Picture { return MapFor(g, known, "") }
