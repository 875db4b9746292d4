package firediscipline

import "galloper/adjudicator/board"

// Paces (section k).
const (
	paceField    = "field"
	paceRoad     = "road"
	paceSkirmish = "skirmish"
	paceTactical = "tactical"
)

// rateRow returns the unit's row of the rates (§4.7).
func (u *Unit) rateRow() int {
	switch {
	case u.Arm == Guns && u.prolonges():
		return rateLightGuns
	case u.Arm == Guns:
		return rateHeavyGuns
	case u.mounted():
		return rateCavalry
	}
	return rateInfantry
}

// pace returns the unit's marching pace this turn, in its planned formation (§4.2, §4.3, §4.41).
func (p *play) pace(n int, form Formation) string {
	u := &p.s.Units[n]
	switch {
	case u.Arm == Guns && p.b.onRoad(u.At), form == Column && !p.enemyNear(n):
		return paceRoad
	case form == Open:
		return paceSkirmish
	}
	return paceField
}

// enemyNear reports whether an enemy stand in ranks is within 300 yards of the unit's centre (§4.2).
func (p *play) enemyNear(n int) bool {
	u, f := &p.s.Units[n], p.here()
	return f.nearest(u.At, focusReach*board.Yard, f.enemyInRanks(u.Side)) >= 0
}

// reach returns the unit's move at a pace on open ground, in hundredths. Hits on a limber take a quarter each; the
// worst limber counts (§4.7, §6.8).
func (p *play) reach(n int, pace string) int {
	u := &p.s.Units[n]
	column := map[string]int{paceField: rateField, paceSkirmish: rateCharge, paceRoad: rateRoad,
		paceTactical: rateTactical}[pace]
	rate := p.b.Tables.Rates[u.rateRow()][column] * board.Yard
	if u.Arm == Guns {
		rate = rate * (4 - u.worstLimber()) / 4
	}
	return rate
}

// worstLimber returns the most hits on one of the battery's limbers (§6.8).
func (u *Unit) worstLimber() int {
	worst := 0
	for i := range u.Stands {
		if u.Stands[i].inPlay() {
			worst = max(worst, u.Stands[i].Limber)
		}
	}
	return worst
}
