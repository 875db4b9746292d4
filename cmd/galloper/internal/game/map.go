package game

import (
	"fmt"

	"galloper/adjudicator"
	"galloper/adjudicator/scenario"
	"galloper/projections/knowledge"
	"galloper/projections/mapview"
)

// Sheet returns the labels and settings of a seat's map of a scenario, from the seat's knowledge.
func Sheet(r *adjudicator.Ruleset, sc adjudicator.Scenario, known *knowledge.Known) mapview.Sheet {
	names := adjudicator.Names(sc)
	sheet := mapview.Sheet{Names: names, Reader: names(known.Seat()), Tales: r.Words.Tales, Held: map[string]string{}}
	stage := adjudicator.StageOf(sc)
	held := known.Holders(&stage, &r.Words, r.Symbols)
	for _, p := range stage.Places {
		sheet.Held[p.ID] = held[p.ID].Side
	}
	if r.Outlook != nil && !known.Impartial() {
		sheet.Sees = r.Outlook(adjudicator.Desk{Scenario: sc, Seat: known.Seat(), Turn: known.Turn() + 1, Known: known})
	}
	return sheet
}

// Draw draws the knowledge of a battle, or returns nil for rules without a map.
func Draw(
	r *adjudicator.Ruleset, sc adjudicator.Scenario, known *knowledge.Known, sheet mapview.Sheet,
) *mapview.Picture {
	if r.Ground == nil {
		return nil
	}
	return mapview.Draw(r.Ground(sc), r.Symbols, known, sheet)
}

func (g *Game) sheet(known *knowledge.Known) mapview.Sheet {
	sheet := Sheet(g.Rules, g.Scenario, known)
	sheet.Title, sheet.Reader, sheet.Names = g.Title(), g.SeatName(known.Seat()), g.NameOf
	return sheet
}

// MapFor draws knowledge with that side's units as one's own; "" is the seat's side. narrow is for phones. It returns
// nil for rules without a map.
func MapFor(g *Game, known *knowledge.Known, side string, narrow bool) *mapview.Picture {
	sheet := g.sheet(known)
	sheet.Side, sheet.Narrow = side, narrow
	return Draw(g.Rules, g.Scenario, known, sheet)
}

// mapOfOrders draws a seat's knowledge with the paths of its orders.
func mapOfOrders(g *Game, seat string, orders []mapview.Ordered) *mapview.Picture {
	known := g.Known(seat)
	sheet := g.sheet(known)
	sheet.Orders = orders
	return Draw(g.Rules, g.Scenario, known, sheet)
}

// ShotAt draws a moment of a turn, number of of.
func ShotAt(g *Game, shot *mapview.Shot, number, of int) *mapview.Picture {
	sheet := g.sheet(shot.Known)
	sheet.Note = fmt.Sprintf("moment %d of %d", number, of)
	return Draw(g.Rules, g.Scenario, shot.Known, sheet)
}

// Maps draws a seat's knowledge after each turn from one to another, bare for a strip. It returns nil for rules without
// a map.
func Maps(g *Game, seat string, from, to int) ([]*mapview.Picture, error) {
	if _, err := g.KnownAt(seat, to); err != nil {
		return nil, err
	}
	var list []*mapview.Picture
	for turn := from; turn <= to; turn++ {
		known, err := g.KnownAt(seat, turn)
		if err != nil || g.Rules.Ground == nil {
			return nil, err
		}
		sheet := g.sheet(known)
		sheet.Bare = true
		list = append(list, Draw(g.Rules, g.Scenario, known, sheet))
	}
	return list, nil
}

// MapWithZones draws knowledge with the guns' zones of fire, or returns nil for rules without a map.
func MapWithZones(g *Game, known *knowledge.Known) *mapview.Picture {
	sheet := g.sheet(known)
	sheet.Zones = true
	return Draw(g.Rules, g.Scenario, known, sheet)
}

// Map draws a seat's knowledge, or returns nil for rules without a map.
func Map(g *Game, known *knowledge.Known) *mapview.Picture {
	return MapFor(g, known, "", false)
}

// mapOf draws a seat's knowledge, or what truth says if the fog has lifted.
func mapOf(g *Game, known, truth *knowledge.Known) *mapview.Picture {
	if truth == nil {
		return Map(g, known)
	}
	sheet := g.sheet(truth)
	sheet.Reader, sheet.Side = g.SeatName(known.Seat()), scenario.SideOf(known.Seat())
	return Draw(g.Rules, g.Scenario, truth, sheet)
}
