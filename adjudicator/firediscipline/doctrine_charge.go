package firediscipline

import (
	"cmp"
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// Reach of charges in yards (§D6).
const (
	footReach    = 80
	mountedReach = 120
	wheeledReach = 60 // of mounted troops that wheel to their target
)

// intent is a charge that a unit wants to make.
type intent struct {
	unit, target int
	wheel        bool
	to           int // facing after the wheel
}

// declareCharges runs step V.1: units choose charges, raw units check morale, and charges are declared (§8.11).
func (p *play) declareCharges() {
	var all []intent
	for n := range p.s.Units {
		if c, ok := p.chooseCharge(n); ok {
			all = append(all, c)
		}
	}
	failed := p.checkRawUnits(all)
	for _, c := range all {
		if slices.Contains(failed, c.unit) || !p.mayCharge(c.unit) || !p.s.Units[c.target].fit() {
			continue
		}
		fields := []any{"unit", p.s.Units[c.unit].ID, "target", p.s.Units[c.target].ID}
		if c.wheel {
			fields = append(fields, "to", c.to)
		}
		p.Emit("charge.declared", fields...)
	}
}

// checkRawUnits makes raw units that want to charge check morale as bodies, and returns those that failed (§5.3).
func (p *play) checkRawUnits(all []intent) (failed []int) {
	var due []check
	for _, c := range all {
		if p.s.Units[c.unit].Rating == 0 {
			due = append(due, check{standKey: standKey{c.unit, body}, why: whyCharging})
		}
	}
	if len(due) == 0 {
		return nil
	}
	for _, f := range p.decide(p.newStep("charge", p.startOfStep()), due) {
		if f.I == body {
			failed = append(failed, f.U)
		}
	}
	return failed
}

// mayCharge reports whether a unit is able to charge (§D6).
func (p *play) mayCharge(n int) bool {
	u := &p.s.Units[n]
	return u.fit() && u.Arm != Guns && len(u.Engaged) == 0 && !u.Broken && !u.Shaken && !p.s.isCrippled(n) &&
		u.Task.Verb != Withdraw && (u.Task.Chit == 0 || u.Task.Chit == 'A')
}

// chargeReach returns the unit's charge reach in yards (§D6).
func (u *Unit) chargeReach() int {
	if u.mounted() {
		return mountedReach
	}
	return footReach
}

// chooseCharge returns the charge that a unit wants to make (§D6).
func (p *play) chooseCharge(n int) (intent, bool) {
	if !p.mayCharge(n) {
		return intent{}, false
	}
	u := &p.s.Units[n]
	k, clear := p.firstBefore(n, u.ranksStrip(), u.chargeReach())
	if k >= 0 {
		e := p.currentField().keys[k]
		return intent{unit: n, target: e.U}, p.wantsToCharge(n, e)
	}
	if !clear || !u.mounted() {
		return intent{}, false
	}
	return p.wheelingCharge(n)
}

// firstBefore returns the first enemy stand in a strip, within a range in yards, that the unit sees past friends out of
// ranks, or -1. clear is false if friends in ranks block the way (§D6).
func (p *play) firstBefore(n int, s board.Strip, yards int) (k int, clear bool) {
	u, f := &p.s.Units[n], p.currentField()
	for _, c := range f.inStrip(s, yards*board.Yard) {
		switch {
		case f.keys[c.k].U == n:
		case f.unit(c.k).Side == u.Side:
			if f.inRanks(c.k) {
				return -1, false
			}
		case p.b.inView(u.At, f.at[c.k]):
			return c.k, true
		}
	}
	return -1, true
}

// wantsToCharge reports whether the unit wants to charge the unit of the first stand before it (§D6, §D15, §D17, §D21,
// §8.12).
func (p *play) wantsToCharge(n int, first standKey) bool {
	u, e := &p.s.Units[n], &p.s.Units[first.U]
	if u.Formation == Open && e.Formation != Open && e.Arm != Guns && !p.b.in(e.Stands[first.I].At, Objective) {
		return false
	}
	switch {
	case u.Task.Chit == 'A' || u.Task.Verb == Assault || u.Task.Verb == Charge:
		return true
	case u.Task.Verb == Support && p.foe(n) < 0:
		return false
	case (u.Task.Verb.attacks() || u.Task.Verb == Support) && u.mounted():
		return e.mounted() || p.isWeak(n, first.U)
	case u.Task.Verb.attacks() || u.Task.Verb == Support:
		return p.isWeak(n, first.U) || slices.Contains(u.Shot[0], first.U) && slices.Contains(u.Shot[1], first.U)
	}
	place, ok := u.Task.Feature.Get()
	return u.Task.Verb == Hold && u.Task.HasGoal && ok && p.standsIn(first.U, place)
}

func (p *play) standsIn(n, feature int) bool {
	u := &p.s.Units[n]
	return rules.Any(u.Stands, func(i int) bool { return u.present(i) && p.b.Features[feature].holds(u.Stands[i].At) })
}

// isWeak reports whether an enemy unit invites a charge. It does if a stand is halted or out of ranks, if more than
// half its boxes are marked, if it is in open order, broken or engaged, if it is artillery, or if the charger is beside
// or behind it (§D6, §D21).
func (p *play) isWeak(charger, n int) bool {
	u, c := &p.s.Units[n], &p.s.Units[charger]
	if u.halfSpent() || u.Formation == Open || u.Arm == Guns || u.Broken || u.standsOut() > 0 || len(u.Engaged) > 0 {
		return true
	}
	for i := range u.Stands {
		if u.Stands[i].inPlay() && p.s.halted(n, i) {
			return true
		}
	}
	flank := 90
	if c.mounted() {
		flank = openFlank
	}
	t := board.Turn(u.Facing, u.At.Bearing(c.At, u.Facing))
	return t > flank || t < -flank
}

// openFlank is the angle off its facing beyond which a unit's flank is open to horse (§D6).
const openFlank = 60

// candidate is an enemy unit that horse may wheel to, with its nearest stand.
type candidate struct {
	first    standKey
	distance int
	bearing  int
}

// wheelingCharge returns a charge of mounted troops that wheel first, if no enemy is before them. The target is the
// nearest wanted unit that needs a turn of at most 90 degrees and would then be first before them within 60 yards
// (§D6).
func (p *play) wheelingCharge(n int) (intent, bool) {
	u := &p.s.Units[n]
	for _, c := range p.wheelTargets(n) {
		if t := board.Turn(u.Facing, c.bearing); t > 90 || t < -90 || t == 0 {
			continue
		}
		frame := board.Frame{Centre: u.At, Facing: c.bearing}
		rects := u.dressedRects(frame, nil)
		if u.Formation == Column {
			rects = rects[:1]
		}
		k, _ := p.firstBefore(n, board.StripOf(frame, rects), wheeledReach)
		if k >= 0 && p.currentField().keys[k].U == c.first.U && p.wantsToCharge(n, p.currentField().keys[k]) {
			return intent{unit: n, target: c.first.U, wheel: true, to: c.bearing}, true
		}
	}
	return intent{}, false
}

// wheelTargets lists the wanted enemy units whose nearest stand the unit sees
// within 120 yards of its centre, by distance, then id (§D6).
func (p *play) wheelTargets(n int) []candidate {
	u, f := &p.s.Units[n], p.currentField()
	var all []candidate
	for _, k := range f.standsNear(u.At, mountedReach*board.Yard) {
		d := u.At.Distance(f.at[k])
		if f.unit(k).Side == u.Side || d > mountedReach*board.Yard {
			continue
		}
		i := slices.IndexFunc(all, func(c candidate) bool { return c.first.U == f.keys[k].U })
		if i < 0 {
			all = append(all, candidate{f.keys[k], d, u.At.Bearing(f.at[k], u.Facing)})
		} else if d < all[i].distance {
			all[i] = candidate{f.keys[k], d, u.At.Bearing(f.at[k], u.Facing)}
		}
	}
	all = slices.DeleteFunc(all, func(c candidate) bool {
		return !p.wantsToCharge(n, c.first) || !p.b.inView(u.At, p.s.Units[c.first.U].Stands[c.first.I].At)
	})
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(a.distance, b.distance) })
	return all
}

// Reactions to a charge (§8.2a).
const (
	reactHold    = "hold"
	reactMelee   = "melee"
	reactFlee    = "flee"
	reactCounter = "countercharge"
)

// chooseReactions runs step V.2: every charged unit that does not charge chooses its reaction (§8.2a, §D7).
func (p *play) chooseReactions() {
	for n := range p.s.Units {
		u := &p.s.Units[n]
		if !u.fit() || len(u.Chargers) == 0 || u.Charging.Some() {
			continue
		}
		charger := p.nearestCharger(n)
		reaction, by := p.reaction(n, charger)
		if options := p.reactionsOpen(n, charger); p.b.Options.AskPresent && u.Task.Chit == 0 && len(options) > 1 {
			if seat := p.speaksTo(n); seat >= 0 {
				a := p.Ask(adjudicator.Decision{
					Name: "reaction/" + u.ID, Seat: p.s.Seats[seat].ID,
					Text: "The charge of " + p.knownAs(seat, charger) + " comes upon " + u.ID + ". How shall " +
						u.ID + " meet it?",
					Options: options, Default: reaction,
				})
				if reaction = a.Option; a.By != "default" {
					by = "seat"
				}
			}
		}
		p.Emit("reaction.chosen", "unit", u.ID, "charger", p.s.Units[charger].ID, "reaction", reaction, "by", by)
	}
}

// knownAs returns the seat's name for a unit (§W3).
func (p *play) knownAs(seat, unit int) string {
	id := p.s.Units[unit].ID
	return cmp.Or(newWatch(p).mask(seat, id, []int{unit}), id)
}

// nearestCharger returns the nearest unit that charges the unit (by centres, then id) (§D7).
func (p *play) nearestCharger(n int) int {
	u := &p.s.Units[n]
	return slices.MinFunc(u.Chargers, func(a, b int) int {
		return cmp.Or(cmp.Compare(u.At.Distance(p.s.Units[a].At), u.At.Distance(p.s.Units[b].At)), cmp.Compare(a, b))
	})
}

// speaksTo returns the seat whose commander can speak to the unit: its own, else the chief of its side; -1 if neither
// can (§Q2).
func (p *play) speaksTo(n int) int {
	own := p.s.Units[n].Seat
	if p.s.reaches(own, n) {
		return own
	}
	for k := range p.s.Seats {
		if c := &p.s.Seats[k]; c.Chief && c.Side == p.s.Units[n].Side && p.s.reaches(k, n) {
			return k
		}
	}
	return -1
}

// reaction returns the unit's reaction to a charge by its chit, else by doctrine (§D7).
func (p *play) reaction(n, charger int) (reaction, by string) {
	u := &p.s.Units[n]
	by = "doctrine"
	switch u.Task.Chit {
	case 'H', 'R', 'L':
		by = "chit"
	case 'C':
		if p.ableToCounter(n, charger) && u.Formation != Open && u.Arm != Guns {
			by = "chit"
		}
	}
	switch {
	case len(u.Engaged) > 0 || u.Broken:
		return reactHold, "doctrine"
	case u.Arm == Guns:
		if u.Formation == Unlimbered && (u.Task.Chit == 'H' || !p.firedGuns(u)) {
			return reactMelee, by
		}
		return reactFlee, "doctrine"
	case u.Formation == Open:
		if u.Task.Chit == 'H' || p.s.isCrippled(n) || p.onlySkirmishers(u.Chargers) {
			return reactHold, by
		}
		return reactFlee, "doctrine"
	case (u.Task.Chit == 'C' || u.mounted() && u.Task.Chit == 0) && p.ableToCounter(n, charger):
		return reactCounter, by
	}
	return reactHold, by
}

// firedGuns reports whether a section of the battery fired this turn.
func (p *play) firedGuns(u *Unit) bool {
	return slices.ContainsFunc(u.Stands, func(st Stand) bool { return st.AimTurn == p.Number })
}

func (p *play) onlySkirmishers(units []int) bool {
	return !slices.ContainsFunc(units, func(n int) bool { return p.s.Units[n].Formation != Open })
}

// ableToCounter reports whether a unit can counter-charge. It cannot under WITHDRAW, after the loss of a commander, if
// crippled, or if the nearest charger is more than 45 degrees off its facing (§D7).
func (p *play) ableToCounter(n, charger int) bool {
	u := &p.s.Units[n]
	t := board.Turn(u.Facing, u.At.Bearing(p.s.Units[charger].At, u.Facing))
	return u.Task.Verb != Withdraw && !u.Shaken && !p.s.isCrippled(n) && t >= -45 && t <= 45
}

// reactionsOpen lists the reactions that a seat may choose (§D7).
func (p *play) reactionsOpen(n, charger int) []string {
	u := &p.s.Units[n]
	switch {
	case len(u.Engaged) > 0 || u.Broken:
		return []string{reactHold}
	case u.Arm == Guns:
		return []string{reactMelee, reactFlee}
	}
	options := []string{reactHold}
	if u.Formation == Open && !p.s.isCrippled(n) {
		options = append(options, reactFlee)
	}
	if p.ableToCounter(n, charger) {
		options = append(options, reactCounter)
	}
	return options
}

// isBraced reports whether a unit stands to receive a charge. It does not move, and turns only by chit R or L (§D7).
func (u *Unit) isBraced() bool { return u.Reaction == reactHold || u.Reaction == reactMelee }

// onCharge reports whether the unit charges or counter-charges this turn.
func (u *Unit) onCharge() bool { return u.Charging.Some() || u.Countering.Some() }
