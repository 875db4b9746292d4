package commandchaos

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// view is a seat's knowledge when it writes orders, the only source for parsing them.
type view struct {
	b        *Battle
	seat     int
	side     int
	turn     int
	setup    bool
	units    []unitKnown
	officers []officerKnown
	hand     []int
	resigned []string // seats without a player
}

// unitKnown is a unit as the seat knows it.
type unitKnown struct {
	gone     bool
	at       board.Space
	stamina  int
	engaged  bool
	charged  bool
	reserve  bool
	standing bool // has a standing move order
	seen     bool // an enemy whose space is known
}

// officerKnown is an officer of the seat's side as the seat knows them.
type officerKnown struct {
	zone int
	unit adjudicator.Index
	dead bool
}

// knower gives access to single facts of a seat's knowledge.
type knower interface {
	Fact(kind, subject string) (fields []events.Field, turn int, ok bool)
}

// viewOf returns the seat's view. A nil k stands for the knowledge before the game opens.
func (b *Battle) viewOf(seat, turn int, k knower, resigned []string) *view {
	if k == nil {
		m := &rules.Memory{}
		for _, f := range opening(b).sights(seat) {
			m.Keep(f)
		}
		k = m
	}
	v := &view{b: b, seat: seat, side: b.Commands[seat].Side, turn: turn, resigned: resigned,
		setup: b.Options.Setup == "players" && turn == 1,
		units: make([]unitKnown, len(b.Units)), officers: make([]officerKnown, len(b.Leaders)), hand: make([]int,
			len(b.Tables.Cards))}
	for u := range b.Units {
		if b.Units[u].Side == v.side {
			v.units[u] = b.unitKnown(u, k)
		} else if fields, _, ok := k.Fact(sightEnemy, b.Units[u].ID); ok {
			o := events.Outcome{Fields: fields}
			v.units[u].at, v.units[u].seen = board.ParseSpace(o.Get("at"))
		}
	}
	for i := range b.Leaders {
		if b.Leaders[i].Side == v.side {
			v.officers[i] = b.officerKnown(i, k)
		}
	}
	if fields, _, ok := k.Fact(sightHand, b.Sides[v.side].ID); ok {
		o := events.Outcome{Fields: fields}
		for _, c := range b.cardList(strings.ReplaceAll(o.Get("cards"), " ", "")) {
			v.hand[c]++
		}
	}
	return v
}

func (b *Battle) unitKnown(u int, k knower) unitKnown {
	fields, _, ok := k.Fact(sightOwn, b.Units[u].ID)
	if !ok {
		return unitKnown{gone: true, at: b.Units[u].At}
	}
	o := events.Outcome{Fields: fields}
	at, _ := board.ParseSpace(o.Get("at"))
	return unitKnown{at: at, stamina: o.Int("stamina"), engaged: o.Get("engaged") != "-",
		charged: o.Get("charged") == "yes",
		reserve: o.Get("reserve") == "yes", standing: o.Get("standing") != "-"}
}

func (b *Battle) officerKnown(i int, k knower) officerKnown {
	fields, _, ok := k.Fact(sightOfficer, b.Leaders[i].ID)
	if !ok {
		return officerKnown{zone: b.Leaders[i].Zone, unit: b.Leaders[i].Unit}
	}
	o := events.Outcome{Fields: fields}
	return officerKnown{zone: b.zoneNamed(b.Leaders[i].Side, o.Get("zone")), unit: adjudicator.At(b.unit(o.Get("with"))),
		dead: o.Get("status") == "dead"}
}

// zone returns the unit's zone to the seat's knowledge.
func (v *view) zone(u int) int { return v.b.Board.Zone(v.units[u].at.Col) }

// me returns the seat's own officer.
func (v *view) me() int { return v.b.Commands[v.seat].Officer }

// chief reports whether the seat is the commander's.
func (v *view) chief() bool { return v.b.chief[v.side] == v.seat }

// lieutenantOf returns the living lieutenant with a seat in the zone, or -1. A seat that resigned has handed its zone
// to the commander's (§H1).
func (v *view) lieutenantOf(zone int) int {
	for i := range v.b.Leaders {
		o := &v.b.Leaders[i]
		if o.Side == v.side && o.Lieutenant && o.Seat.Some() && !v.officers[i].dead && v.officers[i].zone == zone &&
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
func (v *view) routeTo(zone int, directive bool) (route, string) {
	switch {
	case !v.chief() && zone == v.officers[v.me()].zone:
		return route{direct: true}, ""
	case !v.chief():
		return route{}, notYourZone
	case v.b.Options.Runners && !v.setup:
		if zone == v.officers[v.me()].zone && v.lieutenantOf(zone) < 0 {
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
func (v *view) routeToOfficer(o int, directive bool) (route, string) {
	if o == v.me() {
		return route{direct: true}, ""
	}
	zone := v.officers[o].zone
	if !v.chief() {
		return route{}, notYourZone
	}
	if !v.b.Options.Runners && (v.b.Leaders[o].Seat.None() || v.officers[o].dead) {
		return route{direct: true}, ""
	}
	return v.routeTo(zone, directive)
}
