package firediscipline

import (
	"galloper/adjudicator/rules"
	"galloper/events"
)

// tally is what a seat knows of the losses of a unit.
type tally struct {
	gone, shattered         bool
	lost, surrendered, guns int // stands out of play, those that surrendered, guns destroyed
	fresh                   bool
}

// reckon says how the battle would be decided now, as far as a seat knows.
//
// §V1 to §V3
func reckon(d rules.Desk[*Battle], told []events.Outcome) events.Reckoning {
	b := d.Battle
	r := events.Reckoning{What: "points", Places: true, Outweighs: 10, Lead: 50}
	units, taken, officers := make([]tally, len(b.Units)), [2]int{}, [2]int{}
	worth := &b.Tables.PointsFor
	for i := range told {
		o := &told[i]
		n := b.unit(o.Get("unit"))
		if side := b.side(o.Get("by")); o.Name == "gun.captured" && side >= 0 {
			taken[side] += o.Int("guns") * worth[pointsCaptured]
		}
		if o.Name == "commander.hit" {
			if n := b.unit(o.Get("who")); n >= 0 {
				officers[1-b.Units[n].Side] += worth[pointsRegiment]
			} else if seat := b.seat(o.Get("who")); seat >= 0 {
				officers[1-b.Commands[seat].Side] += worth[pointsBrigade]
			}
		}
		if n >= 0 {
			units[n].count(o)
		}
	}
	for n := range units {
		_, turn, own := d.Known.Fact("sight.own", b.Units[n].ID)
		_, _, gone := d.Known.Fact("sight.gone", b.Units[n].ID)
		units[n].gone = units[n].gone || gone
		units[n].fresh = gone || own && turn >= d.Turn
	}
	for side := range b.Sides {
		seat := b.seat(d.Seat)
		limit, broken, guns := events.Limit{Part: "company", Least: seat < 0 || b.Commands[seat].Side != side}, 0, 0
		of := 0
		for n := range units {
			if u, t := &b.Units[n], &units[n]; u.Side == side {
				of += u.Stands
				limit.Least = limit.Least || !t.fresh
				limit.Gone += t.out(u.Stands)
				broken += t.points(u.Stands, worth)
				guns += t.guns * worth[pointsDestroyed]
			}
		}
		limit.At = b.Breaks.Least(side, of)
		a := &r.Armies[1-side]
		a.Points = []events.Points{{For: "broken units", N: broken}, {For: "guns", N: guns + taken[1-side]},
			{For: "officers", N: officers[1-side]}}
		a = &r.Armies[side]
		if a.Side = b.Sides[side].ID; limit.At > 0 {
			a.Limits = []events.Limit{limit}
		}
	}
	return r
}

// count adds an outcome that tells of the unit's losses.
func (t *tally) count(o *events.Outcome) {
	switch o.Name {
	case "unit.shattered":
		t.gone, t.shattered = true, true
	case "unit.destroyed", "unit.left":
		t.gone = true
	case "stand.destroyed", "stand.left", "gun.destroyed":
		t.lost++
	case "stand.surrendered":
		t.lost++
		t.surrendered++
	case "gun.hit":
		if o.Get("part") == "gun" {
			t.guns++
		}
	}
}

// out returns the stands that count as lost, of those that the unit began with.
//
// §V3
func (t *tally) out(of int) int {
	if t.gone {
		return of
	}
	return min(t.lost, of)
}

// points returns the enemy's points for the unit, without its guns.
//
// §V2
func (t *tally) points(stands int, worth *[6]int) int {
	if t.shattered {
		return stands * worth[pointsStand]
	}
	return t.surrendered * worth[pointsSurrendered]
}
