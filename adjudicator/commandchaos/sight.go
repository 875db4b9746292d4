package commandchaos

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// The kinds of facts of section i.
const (
	sightOwn     = "sight.own"
	sightEnemy   = "sight.enemy"
	sightGone    = "sight.gone"
	sightOfficer = "sight.officer"
	sightHand    = "sight.hand"
	sightCards   = "sight.cards"
	sightLosses  = "sight.losses"
)

// openBattle deals the hands (§I3).
func (p *play) openBattle() {
	for side := range p.b.Sides {
		if p.b.Sides[side].Dealt && p.b.Options.Setup != "players" {
			p.fillHand(side, "deal", nil)
		}
	}
}

// look sends a seat its knowledge at the end of the turn (section i).
func (p *play) look(seat int) {
	id := p.b.Commands[seat].ID
	for _, u := range p.gone[seat] {
		p.TellFact(id, "", p.s.goneFact(u))
	}
	for _, f := range p.s.sights(seat) {
		p.TellFact(id, "", f)
	}
}

// sees reports whether the seat sees a zone. On an open table it sees every zone, else its officer's zone and the
// neighbouring ones, or only the zone of a dead officer (section i).
func (s *State) sees(seat, zone int) bool {
	o := &s.Officers[s.b.Commands[seat].Officer]
	return !s.b.Options.Fog || zone == o.Zone || !o.Dead && areNear(zone, o.Zone)
}

// sights returns the facts of one seat, its own units first, in scenario order. Units out of sight appear as last known
// (section i).
func (s *State) sights(seat int) []*rules.Fact {
	side := s.b.Commands[seat].Side
	var list []*rules.Fact
	for _, whose := range [2]int{side, 1 - side} {
		for u := range s.b.Units {
			if s.b.Units[u].Side == whose {
				if f := s.unitSight(seat, u); f != nil {
					list = append(list, f)
				}
			}
		}
	}
	for _, whose := range [2]int{side, 1 - side} {
		for i := range s.b.Leaders {
			if s.b.Leaders[i].Side == whose && (s.sees(seat, s.Officers[i].Zone) || s.Turn == 0 && whose == side) {
				list = append(list, s.officerFact(side, i))
			}
		}
	}
	list = append(list, s.handFact(side), s.enemyHandFact(1-side))
	if !s.b.Options.Fog {
		list = append(list, s.lossesFact())
	}
	return list
}

// unitSight returns a seat's knowledge of a unit: its current state if the seat sees it, else the last known one, or
// nil.
func (s *State) unitSight(seat, u int) *rules.Fact {
	own := s.b.Units[u].Side == s.b.Commands[seat].Side
	switch {
	case s.Units[u].field() && (s.sees(seat, s.zone(u)) || s.Turn == 0 && own):
		if own {
			return s.ownFact(u)
		}
		return s.enemyFact(u)
	case !s.Units[u].field() && !s.b.Options.Fog:
		return s.goneFact(u)
	}
	if f := s.Memories[seat].Last(s.b.Units[u].ID, sightOwn, sightEnemy, sightGone); f != nil {
		return f.Dated()
	}
	return nil
}

func (s *State) fact(kind string, fields ...any) *rules.Fact {
	return rules.NewFact(kind, s.Turn, fields...)
}

// ownFact returns the fact about a unit of the seat's own side.
func (s *State) ownFact(u int) *rules.Fact {
	m, c := &s.Units[u], &s.b.Units[u]
	f := s.fact(sightOwn, "unit", c.ID, "at", m.At.String(), "kind", string(c.Kind), "side", s.b.Sides[c.Side].ID)
	if c.line() {
		f.With("facing", m.Facing.String(), "hits", m.Hits, "max", m.Max, "stamina", m.Stamina,
			"quality", quality(m.Veteran), "wounds", wounds(m.Hits), "engaged", rules.OrNone(s.b.idList(m.Engaged)),
			"charged", m.Charged, "reserve", m.Reserve)
	} else {
		f.With("light", true, "facing", "-", "engaged", "-", "charged", false, "reserve", false)
	}
	return f.With("standing", rules.OrNone(s.standingFor(u)), "posture", string(c.Posture), "turn", s.Turn)
}

// wounds returns hits as the map shows them after a unit's name.
func wounds(hits int) string {
	if hits == 0 {
		return "-"
	}
	return "(" + strconv.Itoa(hits) + ")"
}

func quality(veteran bool) string {
	if veteran {
		return "veteran"
	}
	return "average"
}

func (s *State) standingFor(u int) string {
	var texts []string
	for i := range s.Standing {
		if s.Standing[i].Slot == "move "+s.b.Units[u].ID {
			texts = append(texts, s.Standing[i].Text)
		}
	}
	return strings.Join(texts, "; ")
}

// enemyFact returns the fact about an enemy unit. Its chit is hidden, and so is its quality until it is announced.
func (s *State) enemyFact(u int) *rules.Fact {
	m, c := &s.Units[u], &s.b.Units[u]
	f := s.fact(sightEnemy, "unit", c.ID, "at", m.At.String(), "kind", string(c.Kind), "side", s.b.Sides[c.Side].ID)
	if c.line() {
		known := "unknown"
		if m.Known {
			known = quality(m.Veteran)
		}
		f.With("facing", m.Facing.String(), "hits", m.Hits, "stamina", m.Stamina, "quality", known,
			"wounds", wounds(m.Hits), "engaged", rules.OrNone(s.b.idList(m.Engaged)))
	} else {
		f.With("light", true, "facing", "-", "engaged", "-")
	}
	return f.With("turn", s.Turn)
}

// goneFact returns the fact that a unit has routed or dispersed.
func (s *State) goneFact(u int) *rules.Fact {
	c := &s.b.Units[u]
	return s.fact(sightGone, "unit", c.ID, "status", string(s.Units[u].Status), "side", s.b.Sides[c.Side].ID,
		"turn", s.Turn)
}

// officerFact returns the fact about an officer, with the reader's side's name for the zone.
func (s *State) officerFact(side, i int) *rules.Fact {
	o, l := &s.Officers[i], &s.b.Leaders[i]
	zone := s.b.zoneName(side, o.Zone)
	at, where := s.b.stage(l.Side, o.Zone).String(), zone
	switch {
	case o.Dead:
		at, where = "-", "-"
	case o.Unit.Some():
		at = s.Units[o.Unit.Must()].At.String()
	}
	return s.fact(sightOfficer, "officer", l.ID, "zone", zone, "with", s.b.unitName(o.Unit),
		"status", s.officerStatus(i), "where", where, "dead", o.Dead, "side", s.b.Sides[l.Side].ID, "at", at)
}

func (s *State) handFact(side int) *rules.Fact {
	cards := rules.OrNone(strings.ReplaceAll(s.b.cardNames(s.Sides[side].Hand), ",", ", "))
	return s.fact(sightHand, "side", s.b.Sides[side].ID, "cards", cards)
}

func (s *State) enemyHandFact(side int) *rules.Fact {
	return s.fact(sightCards, "side", s.b.Sides[side].ID, "count", s.Sides[side].Hand.Count())
}

func (s *State) lossesFact() *rules.Fact {
	one, other := &s.Sides[0], &s.Sides[1]
	return s.fact(sightLosses, "first", s.b.Sides[0].ID, "first-removed", one.Removed, "first-total", one.Total,
		"second", s.b.Sides[1].ID, "second-removed", other.Removed, "second-total", other.Total)
}

// showUmpire sends the umpire the full true state.
func (p *play) showUmpire() {
	tell := func(f *rules.Fact) { p.TellFact(adjudicator.Umpire, "", f) }
	for u := range p.s.Units {
		if p.s.Units[u].field() {
			tell(p.s.ownFact(u))
		} else {
			tell(p.s.goneFact(u))
		}
	}
	for i := range p.s.Officers {
		tell(p.s.officerFact(p.b.Leaders[i].Side, i))
	}
	for side := range p.s.Sides {
		tell(p.s.handFact(side))
	}
	tell(p.s.lossesFact())
}

// zoneKeys lists the fields that name zones from the point of view of the outcome's side.
var zoneKeys = []string{"zone", "from", "to"}

// sideAbout returns the side that an outcome is about, or "" if it is not about just one.
func (p *play) sideAbout(o *events.Outcome) string {
	if side := p.sideIndexAbout(o); side >= 0 {
		return p.sideID(side)
	}
	return ""
}

// sideIndexAbout returns the side that an outcome is about, or -1 if it is not about just one.
func (p *play) sideIndexAbout(o *events.Outcome) int {
	if side := p.b.side(o.Get("side")); side >= 0 {
		return side
	}
	if i := p.b.leader(o.Get("officer")); i >= 0 {
		return p.b.Leaders[i].Side
	}
	if strings.HasPrefix(o.Name, "dispatch.") || strings.HasPrefix(o.Name, "directive.") {
		if seat := p.b.seat(o.Get("from")); seat >= 0 {
			return p.b.Commands[seat].Side
		}
		return couriers.Find(p.s, o.Get("id")).Side
	}
	if seat := p.b.seat(o.Get("by")); seat >= 0 {
		return p.b.Commands[seat].Side
	}
	if u := p.b.unit(o.Get("unit")); u >= 0 {
		return p.b.Units[u].Side
	}
	return -1
}

// witness reports whether a seat is told of an outcome, and returns its view of it. The enemy gets its own names of the
// zones, and no face-down cards (section i).
func (p *play) witness(seat int, o *events.Outcome) (v events.View, told bool) {
	c, about := &p.b.Commands[seat], p.sideIndexAbout(o)
	if told = p.hearsOf(seat, about, o); !told {
		return v, false
	}
	switch o.Name {
	case rules.DispatchSent:
		if o.Get("from") != c.ID {
			v.Hide = []string{"for", "text"}
		}
	case "unit.routed", "light.dispersed":
		p.gone[seat] = append(p.gone[seat], p.b.unit(o.Get("unit")+o.Get("light")))
	}
	if about < 0 || about == c.Side {
		return v, true
	}
	switch o.Name {
	case "hand.changed":
		v.As = events.Fields("gave", "?", "got", "?")
	case "card.placed":
		v.As = events.Fields("card", "?")
	}
	for _, key := range zoneKeys {
		if zone := p.b.zoneNamed(about, o.Get(key)); zone >= 0 {
			v.As = append(v.As, events.Field{Key: key, Value: p.b.zoneName(c.Side, zone)})
		}
	}
	return v, true
}

// hearsOf reports whether a seat sees one of the units, officers or zones of an outcome, or learns of it in another way
// (section i).
func (p *play) hearsOf(seat, about int, o *events.Outcome) bool {
	c := &p.b.Commands[seat]
	switch {
	case o.Name == rules.DispatchCaptured && (c.Side == about || p.b.chief[c.Side] == seat):
		return c.Side != about
	case !p.b.Options.Fog:
		return true
	case o.Name == "hand.changed" || o.Name == "card.unused" || o.Name == "cards.cleared" || o.Name == "setup.rejected":
		return about == c.Side
	case o.Name == rules.DispatchSent && o.Get("from") == c.ID, o.Name == rules.DispatchDelivered && o.Get("to") == c.ID,
		o.Get("by") == c.ID:
		return true
	}
	for _, f := range o.Fields {
		if f.Key == "for" {
			continue // a runner is seen in its own zone only
		}
		if zone, ok := p.zoneOf(about, f); ok && p.s.sees(seat, zone) {
			return true
		}
	}
	return false
}

// zoneOf returns the zone of the unit, officer, space or zone in a field.
func (p *play) zoneOf(about int, f events.Field) (int, bool) {
	if u := p.b.unit(f.Value); u >= 0 {
		return p.s.zone(u), true
	}
	if i := p.b.leader(f.Value); i >= 0 {
		return p.s.Officers[i].Zone, true
	}
	if at, ok := p.b.spaceNamed(f.Value); ok && slices.Contains([]string{"at", "from", "to"}, f.Key) {
		return p.b.Board.Zone(at.Col), true
	}
	if about >= 0 && slices.Contains(zoneKeys, f.Key) {
		zone := p.b.zoneNamed(about, f.Value)
		return zone, zone >= 0
	}
	return 0, false
}

// seatView is a seat's knowledge when it writes orders, the only source for parsing them.
type seatView struct {
	*State   // as the seat knows its side; of the enemy only where they were seen, off the field
	seat     int
	side     int
	Turn     int
	setup    bool
	resigned []string // seats without a player
}

// knower gives access to single facts of a seat's knowledge.
type knower interface {
	Fact(kind, subject string) (fields []events.Field, turn int, ok bool)
}

// viewOf returns the seat's view. A nil k stands for the knowledge before the game opens.
func (b *Battle) viewOf(seat, turn int, k knower, resigned []string) *seatView {
	if k == nil {
		m := &rules.Memory{}
		for _, f := range opening(b).sights(seat) {
			m.Keep(f)
		}
		k = m
	}
	v := &seatView{State: &State{b: b, Units: make([]Unit, len(b.Units)), Officers: make([]Officer, len(b.Leaders))},
		seat: seat, side: b.Commands[seat].Side, Turn: turn, resigned: resigned,
		setup: b.Options.Setup == "players" && turn == 1}
	for u := range b.Units {
		v.learn(u, k)
	}
	for i := range b.Leaders {
		if b.Leaders[i].Side == v.side {
			v.learnOfficer(i, k)
		}
	}
	v.Sides[v.side].Hand = make(rules.Pile, len(b.Tables.Cards))
	if fields, _, ok := k.Fact(sightHand, b.Sides[v.side].ID); ok {
		o := events.Outcome{Fields: fields}
		for _, c := range b.cardList(strings.ReplaceAll(o.Get("cards"), " ", "")) {
			v.Sides[v.side].Hand[c]++
		}
	}
	return v
}

func (v *seatView) learn(u int, k knower) {
	c, m, kind := &v.b.Units[u], &v.Units[u], sightEnemy
	if m.At = offBoard; c.Side == v.side {
		m.Last, kind = c.At, sightOwn
	}
	fields, _, ok := k.Fact(kind, c.ID)
	if !ok {
		return
	}
	o := events.Outcome{Fields: fields}
	if at, ok := board.ParseSpace(o.Get("at")); ok {
		m.At, m.Last = at, at
	}
	if kind == sightEnemy {
		return
	}
	m.Status, m.Stamina, m.Engaged = OnField, o.Int("stamina"), rules.Listed(o.Get("engaged"), v.b.unit)
	m.Charged, m.Reserve = o.Get("charged") == "yes", o.Get("reserve") == "yes"
	if text := o.Get("standing"); text != "-" {
		v.Standing = append(v.Standing, Standing{Slot: "move " + c.ID, Text: text})
	}
}

func (v *seatView) learnOfficer(i int, k knower) {
	c, m := &v.b.Leaders[i], &v.Officers[i]
	m.Zone, m.Unit = c.Zone, c.Unit
	if fields, _, ok := k.Fact(sightOfficer, c.ID); ok {
		o := events.Outcome{Fields: fields}
		m.Zone, m.Unit = v.b.zoneNamed(c.Side, o.Get("zone")), adjudicator.At(v.b.unit(o.Get("with")))
		m.Dead = o.Get("status") == "dead"
	}
}

func (v *seatView) located(u int) bool { return v.Units[u].At != offBoard }

func (v *seatView) me() int { return v.b.Commands[v.seat].Officer }

func (v *seatView) chief() bool { return v.b.chief[v.side] == v.seat }

// lieutenantOf returns the living lieutenant with a seat in the zone, or -1. A seat that resigned has handed its zone
// to the commander's (§H1).
func (v *seatView) lieutenantOf(zone int) int {
	for i := range v.b.Leaders {
		o := &v.b.Leaders[i]
		if o.Side == v.side && o.Lieutenant && o.Seat.Some() && !v.Officers[i].Dead && v.Officers[i].Zone == zone &&
			!slices.Contains(v.resigned, v.b.Commands[o.Seat.Must()].ID) {
			return i
		}
	}
	return -1
}

// route is how an order reaches its addressees.
type route struct {
	direct bool
	zone   int // of a directive
}

// routeTo returns the route of the seat's order to a zone, or the reason why the seat may not give it (§H1, §H2, §H3).
func (v *seatView) routeTo(zone int, directive bool) (route, string) {
	switch {
	case !v.chief() && zone == v.Officers[v.me()].Zone:
		return route{direct: true}, ""
	case !v.chief():
		return route{}, notYourZone
	case v.b.Options.Runners && !v.setup:
		if zone == v.Officers[v.me()].Zone && v.lieutenantOf(zone) < 0 {
			return route{direct: true}, ""
		}
		return route{zone: zone}, ""
	case v.lieutenantOf(zone) < 0:
		return route{direct: true}, ""
	case directive:
		return route{zone: zone}, ""
	}
	return route{}, lieutenantFirst
}

// routeToOfficer is routeTo for an officer's own orders (§H1, §H2, §H3).
func (v *seatView) routeToOfficer(o int, directive bool) (route, string) {
	if o == v.me() {
		return route{direct: true}, ""
	}
	zone := v.Officers[o].Zone
	if !v.chief() {
		return route{}, notYourZone
	}
	if !v.b.Options.Runners && (v.b.Leaders[o].Seat.None() || v.Officers[o].Dead) {
		return route{direct: true}, ""
	}
	return v.routeTo(zone, directive)
}

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
		return ok && zone >= 0 && is && (there == zone || o.Get("dead") != "yes" && areNear(there, zone))
	}
}
