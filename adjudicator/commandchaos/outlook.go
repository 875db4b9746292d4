package commandchaos

import (
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// outlook returns a test for the zones that a seat sees: its officer's zone and the neighbouring ones, or only the zone
// where a dead officer fell (section i).
func outlook(d rules.Desk[*Battle]) func(string, board.Point) bool {
	seat := d.Battle.seat(d.Seat)
	if !d.Battle.Options.Fog || seat < 0 {
		return nil
	}
	c := &d.Battle.Commands[seat]
	o, _, ok := d.Fact(sightOfficer, d.Battle.Leaders[c.Officer].ID)
	zone := d.Battle.zoneNamed(c.Side, o.Get("zone"))
	return func(cell string, _ board.Point) bool {
		at, is := board.ParseSpace(cell)
		there := d.Battle.Board.Zone(at.Col)
		return ok && zone >= 0 && is && (there == zone || o.Get("dead") != "yes" && near(there, zone))
	}
}
