package activationchits

import (
	"galloper/adjudicator"
	"slices"
	"strconv"
	"strings"

	"galloper/events"
)

// Apply changes the state by one outcome. Outcomes that change nothing have no
// entry in the table.
func (s *State) Apply(o *events.Outcome) {
	if f := appliers[o.Name]; f != nil {
		f(s, o)
	}
}

// appliers says what each outcome of section k, and each of ours (see the
// package comment), does to the state.
var appliers = map[string]func(*State, *events.Outcome){
	"turn.opened":        applyTurnOpened,
	"staff.told":         applyStaffTold,
	"leader.fate":        applyFate,
	"activation.rolled":  applyActivation,
	"leader.rolled":      applyLeaderRolled,
	"leader.activated":   applyLeaderActivated,
	"event.rolled":       applyEvent,
	"adc.gained":         applyADCGained,
	"adc.used":           applyADCUsed,
	"botch.rolled":       applyBotch,
	"unit.moved":         applyMoved,
	"unit.retreated":     applyMoved,
	"unit.faced":         applyFaced,
	"fire.resolved":      applyFire,
	"melee.declared":     applyDeclared,
	"melee.resolved":     applyMelee,
	"ammo.low":           func(s *State, o *events.Outcome) { s.unitOf(o, "unit").LowAmmo = true },
	"square.rolled":      applySquare,
	"square.left":        applySquareLeft,
	"retire.rolled":      func(s *State, o *events.Outcome) { s.unitOf(o, "unit").Spent = true },
	"unit.lost":          func(s *State, o *events.Outcome) { s.unitOf(o, "unit").Blocks = o.Int("left") },
	"unit.shaken":        func(s *State, o *events.Outcome) { s.unitOf(o, "unit").Morale = Shaken },
	"unit.eliminated":    applyEliminated,
	"morale.checked":     applyMorale,
	"rally.rolled":       func(s *State, o *events.Outcome) { s.unitOf(o, "unit").Morale = moraleOf(o.Get("morale")) },
	"leader.casualty":    applyCasualty,
	"leader.escaped":     applyLeaderMoved,
	"leader.moved":       applyLeaderMoved,
	"banner.won":         applyBanner,
	"hexes.held":         func(s *State, o *events.Outcome) { s.Forces[s.b.side(o.Get("side"))].Held = o.Int("banners") },
	"dispatch.sent":      couriers.Apply,
	"dispatch.riding":    couriers.Apply,
	"dispatch.fled":      couriers.Apply,
	"dispatch.delivered": couriers.Apply,
	"dispatch.captured":  couriers.Apply,
	"dispatch.lost":      couriers.Apply,
	"dispatch.delayed":   couriers.Apply,
	"directive.advised":  applyAdvised,
	"directive.replaced": applyAdviceGone,
	"directive.done":     applyAdviceGone,
	"game.ended":         applyEnded,
}

func (s *State) unitOf(o *events.Outcome, key string) *Unit {
	return &s.Units[s.mustUnit(o.Get(key))]
}

// mustUnit is the index of a unit that an outcome names.
func (s *State) mustUnit(id string) int {
	u := s.b.unit(id)
	if u < 0 {
		panic("activationchits: an outcome names a unit that is none: " + id)
	}
	return u
}

func (s *State) leaderOf(o *events.Outcome) (int, *Leader) {
	i := s.b.man(o.Get("leader"))
	if i < 0 {
		panic("activationchits: an outcome names a leader who is none: " + o.Get("leader"))
	}
	return i, &s.Leaders[i]
}

// §1, §40
func applyTurnOpened(s *State, o *events.Outcome) {
	s.Turn, s.Extra = o.Int("turn"), adjudicator.None
	for i := range s.Units {
		u := &s.Units[i]
		u.Spent, u.Late, u.Acted, u.Attacked = false, 0, false, false
	}
	for i := range s.Leaders {
		l := &s.Leaders[i]
		l.Spent, l.Acted, l.ADC = false, false, 0
		if l.Status == onBoard {
			l.ADC = l.Post.ADC
		}
	}
	for part := range strings.SplitSeq(o.Get("chits"), ",") {
		id, n, _ := strings.Cut(part, ":")
		if side := s.b.side(id); side >= 0 {
			s.Forces[side].Chits, _ = strconv.Atoi(n)
		}
	}
	s.lookAll()
}

// §37, §L3
func applyFate(s *State, o *events.Outcome) {
	i, l := s.leaderOf(o)
	switch o.Get("result") {
	case fateEliminated:
		l.Status = eliminated
	case fateReturns:
		l.Status, l.ADC = onBoard, l.Post.ADC
		s.seatLeader(i, s.b.hexAt(o.Get("hex")))
		s.look(adjudicator.None, adjudicator.At(i))
	}
}

// §7, §10, §11
func applyActivation(s *State, o *events.Outcome) {
	ids := []string{o.Get("unit")}
	if with := o.Get("with"); with != "-" {
		ids = append(ids, strings.Split(with, ",")...)
	}
	for _, id := range ids {
		u := &s.Units[s.mustUnit(id)]
		u.Spent, u.Acted = spends(o.Get("result")), passed(o.Get("result")) || u.Acted
	}
}

// spends reports whether the result of a roll spends who rolled.
//
// §7, §9, §10
func spends(result string) bool {
	return result == resultPassed || result == resultFailed || result == resultBotched
}

// passed reports whether the result lets a unit act.
func passed(result string) bool { return result == resultPassed || result == resultFree }

// §36
func applyLeaderRolled(s *State, o *events.Outcome) {
	_, l := s.leaderOf(o)
	l.Spent, l.Acted = spends(o.Get("result")), passed(o.Get("result")) || l.Acted
}

// §35
func applyLeaderActivated(s *State, o *events.Outcome) {
	_, l := s.leaderOf(o)
	l.Spent, l.Acted = true, true
}

// §3
func applyEvent(s *State, o *events.Outcome) {
	if o.Get("effect") == eventChit {
		s.Extra = adjudicator.At(s.b.side(o.Get("side")))
	}
}

// §3
func applyADCGained(s *State, o *events.Outcome) {
	_, l := s.leaderOf(o)
	l.ADC = o.Int("left")
}

// applyADCUsed takes a token, and takes back what the result to be rolled again
// had changed.
//
// §38
func applyADCUsed(s *State, o *events.Outcome) {
	_, l := s.leaderOf(o)
	l.ADC = o.Int("left")
	u := s.unitOf(o, "unit")
	switch o.Get("for") {
	case forMorale:
		u.Morale = u.was
	case forActivation:
		u.Spent = false
	}
}

// §11
func applyBotch(s *State, o *events.Outcome) {
	if u := s.unitOf(o, "unit"); o.Get("effect") == botchLate {
		u.Spent, u.Late = false, 2
	}
}

func applyMoved(s *State, o *events.Outcome) {
	n := s.mustUnit(o.Get("unit"))
	if f := o.Get("facing"); f != "" {
		s.Units[n].Facing = facingOf(f)
	}
	s.place(n, s.b.hexAt(o.Get("to")))
	s.look(adjudicator.At(n), s.Units[n].Leader)
}

func applyFaced(s *State, o *events.Outcome) {
	s.unitOf(o, "unit").Facing = facingOf(o.Get("facing"))
}

// §21
func applyFire(s *State, o *events.Outcome) {
	u := s.unitOf(o, "unit")
	if u.Arm == Artillery && o.Get("again") != "yes" {
		u.Shots++
	}
	s.unitOf(o, "target").Attacked = true
}

func applyDeclared(s *State, o *events.Outcome) {
	if t := s.b.unit(o.Get("target")); t >= 0 {
		s.Units[t].Attacked = true
	}
}

// §20, §21
func applyMelee(s *State, o *events.Outcome) {
	if guns := o.Get("guns"); guns != "" && o.Get("again") != "yes" {
		for id := range strings.SplitSeq(guns, ",") {
			s.Units[s.mustUnit(id)].Shots++
		}
	}
}

// §24, §25
func applySquare(s *State, o *events.Outcome) {
	u := s.unitOf(o, "unit")
	u.Spent, u.Square = true, o.Get("result") == "formed"
}

// §27
func applySquareLeft(s *State, o *events.Outcome) {
	u := s.unitOf(o, "unit")
	u.Square, u.Facing = false, facingOf(o.Get("facing"))
}

// §R1
func applyEliminated(s *State, o *events.Outcome) {
	n := s.mustUnit(o.Get("unit"))
	s.Units[n].Lost, s.Units[n].Square = true, false
	s.place(n, nowhere)
}

// §33
func applyMorale(s *State, o *events.Outcome) {
	u := s.unitOf(o, "unit")
	u.was = u.Morale
	if r := o.Get("result"); r == "shaken" || r == "broken" {
		u.Morale = moraleOf(r)
	}
}

// §37
func applyCasualty(s *State, o *events.Outcome) {
	i, l := s.leaderOf(o)
	l.Status, l.ADC = away, 0
	s.seatLeader(i, nowhere)
}

func applyLeaderMoved(s *State, o *events.Outcome) {
	i, _ := s.leaderOf(o)
	s.seatLeader(i, s.b.hexAt(o.Get("to")))
	if o.Get("reason") == "event" {
		s.Desks[i].OnEvent = adjudicator.None
	}
	s.look(adjudicator.None, adjudicator.At(i))
}

func applyBanner(s *State, o *events.Outcome) {
	s.Forces[s.b.side(o.Get("side"))].Banners = o.Int("total")
}

func applyEnded(s *State, o *events.Outcome) {
	s.End, s.Winner = true, adjudicator.At(s.b.side(o.Get("winner")))
}

// §Q6
func applyAdvised(s *State, o *events.Outcome) {
	d, seat := couriers.Find(s, o.Get("id")), s.b.seat(o.Get("seat"))
	from := s.Turn + 1
	if d.SameTurn {
		from = s.Turn
	}
	desk := &s.Desks[seat]
	desk.Advised = slices.Insert(desk.Advised, 0, Advice{Entry: s.b.readEntry(seat, d.Text), ID: d.ID, From: from})
}

func applyAdviceGone(s *State, o *events.Outcome) {
	desk := &s.Desks[s.b.seat(o.Get("seat"))]
	desk.Advised = slices.DeleteFunc(desk.Advised, func(a Advice) bool { return a.ID == o.Get("id") })
}
