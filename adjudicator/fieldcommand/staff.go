package fieldcommand

import (
	"slices"
	"strconv"
)

// reorganize carries out the MERGE and SPLIT orders (§9.1).
func (p *play) reorganize() {
	p.staff(func(seat int, o *order) {
		if o.Verb == verbMerge {
			p.merge(seat, o)
		} else {
			p.split(seat, o)
		}
	}, "MERGE", "SPLIT")
}

// staff applies do to each order of the phase, by the active sides' seats in scenario order.
func (p *play) staff(do func(seat int, o *order), words ...string) {
	for _, side := range p.s.sidesActive() {
		for _, seat := range p.b.SeatsOf(side) {
			for _, o := range p.entries(seat, words...) {
				p.cause(seat, &o)
				do(seat, &o)
			}
		}
	}
	p.Cause = ""
}

// firstFault returns the reason of the first check that any unit fails, or "".
func (s *State) firstFault(units []int, checks ...func(*Unit) string) string {
	for _, check := range checks {
		for _, u := range units {
			if reason := check(&s.Units[u]); reason != "" {
				return reason
			}
		}
	}
	return ""
}

func offField(u *Unit) string {
	if u.Status == Gone {
		return isGone
	}
	return ""
}

func waiting(u *Unit) string {
	if u.Status == Waiting {
		return isWaiting
	}
	return ""
}

func broken(u *Unit) string {
	if u.Status == Disrupted {
		return isDisrupted
	}
	return ""
}

func outOfReserve(u *Unit) string {
	if !u.At.Reserve() {
		return notInReserve
	}
	return ""
}

// merge makes one unit of 2 SP out of two of 1 SP (§9.1).
func (p *play) merge(seat int, o *order) {
	if reason := p.s.mergeFault(o); reason != "" {
		p.refuse(seat, o.n, verbMerge, reason)
		return
	}
	p.Emit("units.merged", "unit", p.id(o.Group.Units[0]), "from", p.id(o.Group.Units[1]), "strength", 2)
}

// mergeFault returns the reason why two units cannot merge, or "" (§9.1).
func (s *State) mergeFault(o *order) string {
	if reason := s.firstFault(o.Group.Units, offField, waiting, broken, outOfReserve); reason != "" {
		return reason
	}
	if len(o.Group.Units) < 2 {
		return notTogether
	}
	a, b := &s.Units[o.Group.Units[0]], &s.Units[o.Group.Units[1]]
	switch {
	case a.At != b.At:
		return notTogether
	case a.Kind != b.Kind:
		return differentArms
	case a.Strength != 1 || b.Strength != 1:
		return wrongStrength
	}
	return ""
}

// split makes two or three units out of one (§9.1).
func (p *play) split(seat int, o *order) {
	if reason := p.s.splitFault(o); reason != "" {
		p.refuse(seat, o.n, verbSplit, reason)
		return
	}
	id := p.id(o.Group.Units[0])
	var into, strengths []string
	for i, n := range o.Figures {
		strengths = append(strengths, strconv.Itoa(n))
		if i > 0 {
			into = append(into, p.s.nextID(id, into))
		}
	}
	p.Emit("unit.split", "unit", id, "strength", o.Figures[0], "into", into, "strengths", strengths)
}

// splitFault returns the reason why a unit cannot be split as ordered, or "" (§9.1).
func (s *State) splitFault(o *order) string {
	u := &s.Units[o.Group.Units[0]]
	sum, least := 0, 1
	for _, n := range o.Figures {
		sum, least = sum+n, min(least, n)
	}
	reason := s.firstFault(o.Group.Units, offField, waiting, broken, outOfReserve)
	switch {
	case reason != "":
	case sum != u.Strength || least < 1:
		reason = wrongStrength
	case s.room(u.At.Locale) < len(o.Figures)-1:
		reason = noCapacity
	}
	return reason
}

// nextID returns the next free `ID-2`, `ID-3` … (§9.1).
func (s *State) nextID(parent string, taken []string) string {
	for n := 2; ; n++ {
		if id := parent + "-" + strconv.Itoa(n); s.unitIndex(id) < 0 && !slices.Contains(taken, id) {
			return id
		}
	}
}

// rallyBroken makes infantry of 1 SP out of two disrupted units (§9.2).
func (p *play) rallyBroken() {
	p.staff(func(seat int, o *order) {
		if o.Group.All {
			p.rallyAll(seat, o)
			return
		}
		if reason := p.rallyPair(seat, o.Group.Units); reason != "" {
			p.refuse(seat, o.n, verbRally, reason)
		}
	}, "RALLY")
}

// rallyAll rallies pairs in roster order (§9.2).
func (p *play) rallyAll(seat int, o *order) {
	units := p.s.which(func(i int) bool {
		u := &p.s.Units[i]
		return u.At == reserveOf(o.Group.At.Locale) && u.Status == Disrupted && p.s.commands(seat, i) &&
			(o.Group.Kind == Unknown || o.Group.Kind == Infantry)
	})
	if len(units) < 2 {
		p.refuse(seat, o.n, verbRally, missingUnit)
		return
	}
	for i := 0; i+1 < len(units); i += 2 {
		if reason := p.rallyPair(seat, units[i:i+2]); reason != "" {
			p.refuse(seat, o.n, verbRally, reason)
			return
		}
	}
}

// rallyPair rallies two units, or returns the reason why it cannot (§9.2, §H8.2).
func (p *play) rallyPair(seat int, units []int) string {
	side := p.b.Commands[seat].Side
	if reason := p.s.rallyFault(seat, units); reason != "" {
		return reason
	}
	p.Emit("units.rallied", "unit", p.id(units[0]), "from", p.id(units[1]), "at", p.b.positionText(p.s.Units[units[0]].At))
	p.changeMorale(side, p.b.Tables.Morale[moraleRally], "rally", "9.2")
	if i := p.s.cardInForce(side, effectRally, p.seatID(seat)); i >= 0 {
		p.endEffect(side, i, "used")
	}
	return ""
}

// rallyFault returns the reason why two units cannot rally, or "" (§9.2, §H8.2).
func (s *State) rallyFault(seat int, units []int) string {
	steady := func(u *Unit) string {
		if u.Status != Disrupted {
			return notDisrupted
		}
		return ""
	}
	if reason := s.firstFault(units, offField, waiting, steady); reason != "" {
		return reason
	}
	if len(units) < 2 || s.Units[units[0]].At != s.Units[units[1]].At {
		return notTogether
	}
	at, side := s.Units[units[0]].At, s.b.Commands[seat].Side
	companions := s.unitsThat(func(u *Unit) bool { return u.At == at && u.Status == Ready })
	if len(companions) == 0 && s.cardInForce(side, effectRally, s.b.Commands[seat].ID) < 0 {
		return noCompanion
	}
	return ""
}

// mobilize brings in the reinforcement groups that MOBILIZE orders call (§9.3).
func (p *play) mobilize() {
	p.staff(func(seat int, o *order) {
		side := p.b.Commands[seat].Side
		g := p.b.Sides[side].group(o.Number)
		if g == nil {
			p.refuse(seat, o.n, verbMobilize, noSuchGroup)
			return
		}
		units := p.s.unitsThat(func(u *Unit) bool { return u.Side == side && u.Group == g.Number && u.Status == Waiting })
		if reason := p.s.unready(side, g, o.To.Must(), len(units)); reason != "" {
			p.refuse(seat, o.n, verbMobilize, reason)
			return
		}
		p.Emit("group.mobilized", "side", p.sideID(side), "group", g.Number, "units", p.s.ids(units),
			"at", p.b.whereText(o.To))
		for _, u := range units {
			p.moveUnit(u, reserveOf(o.To.Must()), "mobilize", "9.3")
		}
		p.changeMorale(side, -p.b.Tables.Morale[moraleMobilize], "mobilize", "9.3")
	}, "MOBILIZE")
}

// unready returns the reason why a group cannot enter at a locale, or "" (§9.3).
func (st *State) unready(side int, g *Group, at, units int) string {
	s := &st.Sides[side]
	entry := st.b.Locales[at].Entry[side]
	if g.Entry != nil {
		entry = slices.Contains(g.Entry, at)
	}
	switch {
	case s.Mobilized[g.Number-1]:
		return alreadyMobilized
	case slices.Contains(s.Mobilized[:g.Number-1], false):
		return lowerGroupWaits
	case st.Round < g.From:
		return tooEarly
	case st.b.Options.Mobilize > 0 && s.Now >= st.b.Options.Mobilize:
		return groupLimit
	case !entry:
		return notEntry
	case st.enemyHeld(at, side):
		return enemyHeld
	case st.room(at) < units:
		return noCapacity
	}
	return ""
}
