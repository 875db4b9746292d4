package firediscipline

import (
	"galloper/adjudicator"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// decisiveBy is the lead in points of a decisive victory, which also needs a ratio of at least 3 to 2 (§V1).
const decisiveBy = 10

// moves are the outcomes that move a unit, losses those that cost it stands.
const (
	moves = "unit.moved charge.contact charge.fell_short pursuit.moved pursuit.contact unit.fled unit.evaded " +
		"objective.entered objective.repulsed"
	losses = "unit.shattered unit.destroyed unit.left stand.destroyed stand.left stand.surrendered"
)

// takeZones gives each objective zone to the only side with a stand in ranks in it. Otherwise the holder keeps it.
//
// §O1
func (p *play) takeZones() {
	for _, f := range p.b.zones {
		if side := p.s.soleSide(f); side >= 0 && !p.s.Holders[f].Is(side) {
			ref := p.LatestOf(moves, "unit", func(id string) bool {
				n := p.s.mustUnit(id)
				return p.s.Units[n].Side == side && p.s.ranksIn(n, f)
			})
			p.Because(ref, func() {
				p.Emit("objective.taken", "place", p.b.Features[f].ID, "by", p.b.Sides[side].ID)
			})
		}
	}
}

// soleSide returns the only side with a stand in ranks in the feature, or -1.
//
// §O1
func (s *State) soleSide(feature int) int {
	alone := -1
	for n := range s.Units {
		u := &s.Units[n]
		if u.Side == alone || !s.ranksIn(n, feature) {
			continue
		}
		if alone >= 0 {
			return -1
		}
		alone = u.Side
	}
	return alone
}

// ranksIn reports whether the unit has a present stand in ranks in the feature.
func (s *State) ranksIn(unit, feature int) bool {
	u := &s.Units[unit]
	for i := range u.Stands {
		if u.Stands[i].Status == InRanks && u.present(i) && s.b.Features[feature].holds(u.Stands[i].At) {
			return true
		}
	}
	return false
}

// judgeVictory ends the game after its last turn, when a side breaks, or when a side has no unit that is fit and
// unbroken.
//
// §V1
func (p *play) judgeVictory() {
	broken := [2]bool{p.breaks(0), p.breaks(1)}
	inTime := p.b.Last == 0 || p.s.Turn < p.b.Last
	if inTime && p.s.fights(0) && p.s.fights(1) && !broken[0] && !broken[1] {
		return
	}
	var points [2]int
	for side := range points {
		points[side] = p.s.score(side)
		p.Emit("score.counted", "side", p.b.Sides[side].ID, "points", points[side])
	}
	winner, level := judge(points)
	if stands, one := rules.Outlasts(broken); one && stands.Some() && !stands.Is(winner) {
		winner, level = stands.Must(), "marginal" // a broken side does not win
	}
	p.Emit("game.ended", "winner", p.b.sideIDs.Of(adjudicator.At(winner)), "level", level)
}

// breaks reports whether a side's losses break it, and emits that.
//
// §V3
func (p *play) breaks(side int) bool {
	lost, of := p.s.stands(side)
	if !p.b.Breaks.Broken(side, lost, of) {
		return false
	}
	p.Cause = p.LatestOf(losses, "unit", func(id string) bool { return p.s.Units[p.s.mustUnit(id)].Side == side })
	p.EmitBy("V3", "army.broke", "side", p.b.Sides[side].ID, "lost", lost, "of", of)
	return true
}

// stands returns the number of a side's stands, and of those lost: all stands of units out of play or broken, and the
// stands of other units that are out of play.
//
// §V3
func (s *State) stands(side int) (lost, of int) {
	for n := range s.Units {
		u := &s.Units[n]
		if u.Side != side {
			continue
		}
		of += len(u.Stands)
		for i := range u.Stands {
			if !u.fit() || u.Broken || !u.Stands[i].inPlay() {
				lost++
			}
		}
	}
	return lost, of
}

// judge returns the winner by points, or -1, and the level of the victory.
//
// §V1
func judge(points [2]int) (winner int, level string) {
	if points[0] == points[1] {
		return -1, "draw"
	}
	if points[1] > points[0] {
		winner = 1
	}
	more, less := points[winner], points[1-winner]
	if more-less >= decisiveBy && 2*more >= 3*less {
		return winner, "decisive"
	}
	return winner, "marginal"
}

// fights reports whether the side has a unit that is fit and unbroken.
func (s *State) fights(side int) bool {
	for n := range s.Units {
		if u := &s.Units[n]; u.Side == side && u.fit() && !u.Broken {
			return true
		}
	}
	return false
}

// score returns a side's points: for its zones, and for the enemy's losses.
//
// §V2
func (s *State) score(side int) int {
	points := 0
	for f := range s.b.Features {
		if s.Holders[f].Is(side) {
			points += s.b.Features[f].Points
		}
	}
	worth := &s.b.Tables.PointsFor
	for n := range s.Units {
		if u := &s.Units[n]; u.Side != side {
			points += u.lossPoints(worth)
		}
	}
	return points + s.GunsTaken[side]*worth[pointsCaptured] +
		s.Generals[1-side]*worth[pointsBrigade] + s.Colonels[1-side]*worth[pointsRegiment]
}

// lossPoints returns the enemy's points for a unit: for its stands if it is shattered or broken, else for those that
// surrendered, and for its guns destroyed.
//
// §V2
func (u *Unit) lossPoints(worth *[6]int) int {
	points := 0
	for i := range u.Stands {
		if u.Arm == Guns {
			points += (u.GunsEach - u.Stands[i].Guns) * worth[pointsDestroyed]
		}
		if u.Stands[i].Status == Surrendered && u.Status != Shattered && !u.Broken {
			points += worth[pointsSurrendered]
		}
	}
	if u.Status == Shattered || u.Broken {
		points += u.Regiment.Stands * worth[pointsStand]
	}
	return points
}

// tally counts the losses of a unit that a seat knows of.
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
				limit.Gone += t.lostStands(u.Stands)
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

// lostStands returns the stands that count as lost, of those that the unit began with.
//
// §V3
func (t *tally) lostStands(of int) int {
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
