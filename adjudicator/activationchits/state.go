package activationchits

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// Morale is a unit's state of morale (§33).
type Morale int8

// The states of morale, from good to bad.
const (
	Steady Morale = iota
	Shaken
	Broken
)

var moraleNames = []string{"steady", "shaken", "broken"}

// String returns the state as outcomes have it.
func (m Morale) String() string { return moraleNames[m] }

func moraleOf(name string) Morale { return Morale(max(0, slices.Index(moraleNames, name))) }

// States of a leader or unit (section b).
const (
	onBoard    = "on"
	away       = "away"
	eliminated = "eliminated"
	lost       = "lost"
)

// React holds a unit's standing reactions (section g).
type React struct {
	Square       int    // 1 to 4, or 0 for never
	Retire       string `item:"react.retire,yes,no,1,2,3,4,5,6,7,8,9"` // "yes", "no" or a number of blocks
	Back         bool   `item:"react.back"`
	Ground       bool   `item:"react.ground"`
	Breakthrough bool   `item:"react.breakthrough"`
	Heed         bool   // retreat for all flags, even if some could be ignored
	Rally        bool   `item:"react.rally"`
}

// Unit is the current state of a unit.
type Unit struct {
	*Troop
	Hex     int
	Facing  Facing
	Blocks  int `item:"blocks,0..9"`
	Morale  Morale
	Lost    bool
	Spent   bool `item:"spent"`
	Late    int  `item:"late,0..9"`
	Square  bool
	Shots   int               `item:"shots,0..99"`
	LowAmmo bool              `item:"low_ammo"`
	Leader  adjudicator.Index // attached
	React
	Acted    bool   // passed a roll this turn (AFTER)
	Attacked bool   // fired at or attacked in melee this turn
	was      Morale // before its last check, for a re-roll by an ADC (§38)
}

// Leader is the current state of a seat's leader.
type Leader struct {
	*Post
	Hex    int
	Unit   adjudicator.Index // that the leader is attached to
	Status string
	ADC    int  `item:"adc,0..19"`
	Spent  bool `item:"spent"`
	Acted  bool
}

// Force is the current state of a side.
type Force struct {
	Chits   int `item:"chits,0..99"`
	Banners int `item:"banners,0..99"`
	Held    int `item:"held,0..99"`
}

// Desk holds a seat's orders to its staff. They hold until replaced.
type Desk struct {
	Standing []*Entry
	Advised  []Advice // newest first
	ADC      []Relief
	Told     bool // it has given an ADC order
	Bonus    []int
	OnEvent  adjudicator.Index // hex, or none
}

// Advice is an advised entry: a directive that was delivered (§Q6).
type Advice struct {
	*Entry
	ID   string
	From int // turn
}

// Known is a seat's knowledge of another seat's unit or leader.
type Known struct {
	Yes  bool
	Hex  int // last seen here
	Turn int
}

// Dispatch is a message carried by a courier.
type Dispatch struct {
	rules.Dispatch[int] // by hex

	Sender, Whom int  // seats
	SameTurn     bool // acted on in the turn of its delivery
	Risks        int  // dice rolled during the ride (§Q4)
}

// State is the complete state of a battle. Only Apply changes it.
type State struct {
	b          *Battle
	Turn       int
	Units      []Unit
	Leaders    []Leader
	Forces     [2]Force
	Desks      []Desk
	Rota       [2][]int
	Dispatches []Dispatch
	Known      [][]Known         // by seat and unit
	Met        [][]Known         // by seat and leader
	Extra      adjudicator.Index // side with an additional chit from an event (§3)
	End        bool
	Winner     adjudicator.Index // side; none for a draw

	UnitAt []adjudicator.Index // by hex
	ManAt  []adjudicator.Index
}

// newState returns the state before turn 1, with default reactions (§g4).
func newState(b *Battle) *State {
	s := &State{b: b}
	s.UnitAt, s.ManAt = make([]adjudicator.Index, len(b.cubes)), make([]adjudicator.Index, len(b.cubes))
	for i := range b.Units {
		t := &b.Units[i]
		u := Unit{Troop: t, Hex: t.At, Facing: t.Facing, Blocks: t.Start.Blocks, Morale: t.Start.Morale,
			Square: t.Start.Square, Shots: t.Start.Shots,
			React: React{Square: 2, Retire: "yes", Back: true, Ground: true, Rally: true}}
		u.LowAmmo = t.Arm == Artillery && u.Shots >= mostShots
		s.Units = append(s.Units, u)
		s.UnitAt[t.At] = adjudicator.At(i)
	}
	for i := range b.Posts {
		p := &b.Posts[i]
		l := Leader{Post: p, Hex: p.At, Status: onBoard, ADC: p.ADC}
		if p.Away {
			l.Hex, l.Status, l.ADC = nowhere, away, 0
		}
		s.Leaders = append(s.Leaders, l)
		s.Desks = append(s.Desks, Desk{})
		s.Known = append(s.Known, make([]Known, len(b.Units)))
		s.Met = append(s.Met, make([]Known, len(b.Posts)))
	}
	for i := range s.Leaders {
		s.seatLeader(i, s.Leaders[i].Hex)
	}
	for side := range b.Sides {
		s.Rota[side] = b.Sides[side].Order
	}
	s.showSide()
	s.lookAll()
	return s
}

// seatLeader moves a leader to a hex and attaches the leader to a friendly unit there.
func (s *State) seatLeader(leader, at int) {
	l := &s.Leaders[leader]
	if u, ok := l.Unit.Get(); ok {
		s.Units[u].Leader = adjudicator.None
	}
	if l.Hex != nowhere && s.ManAt[l.Hex].Is(leader) {
		s.ManAt[l.Hex] = adjudicator.None
	}
	l.Hex, l.Unit = at, adjudicator.None
	if at == nowhere {
		return
	}
	s.ManAt[at] = adjudicator.At(leader)
	if u, ok := s.UnitAt[at].Get(); ok && s.Units[u].Side == l.Side {
		l.Unit, s.Units[u].Leader = adjudicator.At(u), s.ManAt[at]
	}
}

// putUnit moves a unit to a hex, or off the board. Its leader moves with it on the board, and a leader in the
// hex joins it (§M2, §M3).
func (s *State) putUnit(unit, at int) {
	u := &s.Units[unit]
	if u.Hex != nowhere && s.UnitAt[u.Hex].Is(unit) {
		s.UnitAt[u.Hex] = adjudicator.None
	}
	u.Hex = at
	if at == nowhere {
		if l, ok := u.Leader.Get(); ok {
			s.Leaders[l].Unit = adjudicator.None
			u.Leader = adjudicator.None
		}
		return
	}
	s.UnitAt[at] = adjudicator.At(unit)
	if l, ok := u.Leader.Get(); ok {
		s.seatLeader(l, at)
	} else if l, ok := s.ManAt[at].Get(); ok && s.Leaders[l].Side == u.Side {
		s.seatLeader(l, at)
	}
}

func (s *State) terrainOf(unit int) *Terrain { return s.b.terrainAt(s.Units[unit].Hex) }

// allround reports whether the unit has only a front (§G5).
func (s *State) allround(unit int) bool {
	u := &s.Units[unit]
	return u.Square || u.allround(s.terrainOf(unit))
}

// arcOf returns the unit's arc that contains the hex (§G5).
func (s *State) arcOf(unit, at int) Arc {
	if s.allround(unit) {
		return Front
	}
	return s.b.arc(s.Units[unit].Hex, s.Units[unit].Facing, at)
}

// enemyBeside reports whether an enemy unit that satisfies match is adjacent to the hex. A nil match accepts any.
func (s *State) enemyBeside(at, side int, match func(unit int) bool) bool {
	for _, n := range s.b.next[at] {
		if n == nowhere {
			continue
		}
		if u, ok := s.UnitAt[n].Get(); ok && s.Units[u].Side != side && (match == nil || match(u)) {
			return true
		}
	}
	return false
}

// sees reports whether a unit sees the hex (§G8).
func (s *State) sees(unit, at int) bool { return s.b.inSight(s.Units[unit].Hex, at) }

// canStand reports whether the unit can stand in the hex (§M3).
func (s *State) canStand(unit, at int) bool {
	u := &s.Units[unit]
	if at == nowhere || !s.b.terrainAt(at).Enter[u.Arm] || s.UnitAt[at].Some() && !s.UnitAt[at].Is(unit) {
		return false
	}
	l := s.ManAt[at]
	return l.None() || l == u.Leader || s.Leaders[l.Must()].Side == u.Side && u.Leader.None()
}

// items lists the items of section b that tags of the state do not declare.
var items = rules.Items[State]{
	rules.Each("unit", func(s *State) []Unit { return s.Units }, func(u *Unit) string { return u.ID }, unitItems...),
	rules.Each("leader", func(s *State) []Leader { return s.Leaders },
		func(l *Leader) string { return l.Post.Leader }, leaderItems...),
	rules.Things("side", func(s *State) int { return len(s.Forces) }, func(s *State, i int) *Force { return &s.Forces[i] },
		func(s *State, i int) string { return s.b.Sides[i].ID }),
	couriers.Items(
		rules.Item[State, *Dispatch]{Name: "hex",
			Get: func(s *State, d *Dispatch) string { return s.b.hexName(d.At) }, Set: setDispatchHex},
		rules.Choice("status", []string{adjudicator.Riding, adjudicator.Delivered, adjudicator.Captured, adjudicator.Lost},
			func(_ *State, d *Dispatch) string { return d.Status }, setDispatchStatus)),
	rules.One("game",
		rules.Choice("status", []string{"playing", "over"},
			func(s, _ *State) string { return [...]string{"playing", "over"}[btoi(s.End)] },
			func(s, _ *State, v string) { s.End = v == "over" }),
		rules.Victor(func(s *State) *rules.Roster { return &s.b.Roster }, func(s *State) bool { return s.End },
			func(s *State) *adjudicator.Index { return &s.Winner })),
}

var unitItems = []rules.Item[State, *Unit]{
	{Name: "hex", Get: func(s *State, u *Unit) string { return s.b.hexName(u.Hex) }, Set: setUnitHex},
	rules.Choice("facing", facingNames, func(_ *State, u *Unit) string { return u.Facing.String() },
		func(_ *State, u *Unit, v string) { u.Facing = facingOf(v) }),
	rules.Choice("morale", moraleNames, func(_ *State, u *Unit) string { return u.Morale.String() },
		func(_ *State, u *Unit, v string) { u.Morale = moraleOf(v) }),
	{Name: "status", Get: func(_ *State, u *Unit) string { return unitStatus(u) }, Set: setUnitStatus},
	{Name: "square", Get: func(_ *State, u *Unit) string { return rules.YesNo(u.Square) }, Set: setSquare},
	rules.Derived("leader", func(s *State, u *Unit) string { return s.b.leaderIDs.Of(u.Leader) }),
	{Name: "react.square", Get: func(_ *State, u *Unit) string { return squarePolicy(u.React.Square) },
		Set: setSquarePolicy},
	rules.Choice("react.flags", []string{"ignore", "retreat"},
		func(_ *State, u *Unit) string { return [...]string{"ignore", "retreat"}[btoi(u.Heed)] },
		func(_ *State, u *Unit, v string) { u.Heed = v == "retreat" }),
}

var leaderItems = []rules.Item[State, *Leader]{
	{Name: "hex", Get: func(s *State, l *Leader) string { return s.b.hexName(l.Hex) }, Set: setLeaderHex},
	rules.Derived("unit", func(s *State, l *Leader) string { return s.b.unitIDs.Of(l.Unit) }),
	{Name: "status", Get: func(_ *State, l *Leader) string { return l.Status }, Set: setLeaderStatus},
}

func unitStatus(u *Unit) string {
	if u.Lost {
		return lost
	}
	return onBoard
}

func squarePolicy(n int) string {
	if n == 0 {
		return "never"
	}
	return strconv.Itoa(n)
}

func setSquarePolicy(_ *State, u *Unit, v string) error {
	n := strings.Index("never1234", v)
	if v != "never" && (len(v) != 1 || n < 5) {
		return rules.Expected(v, "1 to 4, or never")
	}
	u.React.Square = max(0, n-4)
	return nil
}

func setUnitHex(s *State, u *Unit, v string) error {
	n := s.b.unitIDs.Must(u.ID)
	at := s.b.hexAt(v)
	if u.Lost || at == nowhere || !s.canStand(n, at) {
		return rules.Expected(v, "a hex where the unit can stand")
	}
	s.putUnit(n, at)
	return nil
}

// §23
func setSquare(s *State, u *Unit, v string) error {
	switch {
	case v == "yes" && (u.Arm != Infantry || u.Hex == nowhere || !s.b.terrainAt(u.Hex).Square):
		return rules.Expected(v, "infantry, on ground that allows a square")
	case v != "yes" && v != "no":
		return rules.Expected(v, "yes or no")
	}
	u.Square = v == "yes"
	return nil
}

func setUnitStatus(s *State, u *Unit, v string) error {
	if v != lost || u.Lost {
		return rules.Expected(v, "lost, of a unit on the board")
	}
	u.Lost = true
	s.putUnit(s.b.unitIDs.Must(u.ID), nowhere)
	return nil
}

func setLeaderHex(s *State, l *Leader, v string) error {
	n, at := s.b.leaderIDs.Must(l.Post.Leader), s.b.hexAt(v)
	if at == nowhere || !s.b.terrainAt(at).Enter[Infantry] || s.ManAt[at].Some() && !s.ManAt[at].Is(n) ||
		s.UnitAt[at].Some() && s.Units[s.UnitAt[at].Must()].Side != l.Side {
		return rules.Expected(v, "a hex where the leader can stand")
	}
	s.seatLeader(n, at)
	l.Status = onBoard
	return nil
}

func setLeaderStatus(s *State, l *Leader, v string) error {
	if v != away && v != eliminated {
		return rules.Expected(v, "away or eliminated; to return the leader, set the leader's hex")
	}
	s.seatLeader(s.b.leaderIDs.Must(l.Post.Leader), nowhere)
	l.Status, l.ADC = v, 0
	return nil
}

func setDispatchHex(s *State, d *Dispatch, v string) error {
	at := s.b.hexAt(v)
	if at == nowhere {
		return rules.Expected(v, "a hex of the board")
	}
	d.At = at
	return nil
}

// setDispatchStatus sets a courier's status. If a courier that had stopped must ride again, it starts from
// its sender, because its last position was not kept.
func setDispatchStatus(s *State, d *Dispatch, status string) {
	if d.Status = status; d.Rides() && d.At == nowhere {
		d.At = s.stands(d.Sender)
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (s *State) unitOf(o *events.Outcome) *Unit { return &s.Units[s.b.unitIDs.Must(o.Get("unit"))] }

func (s *State) leaderOf(o *events.Outcome) *Leader {
	return &s.Leaders[s.b.leaderIDs.Must(o.Get("leader"))]
}

func (s *State) force(o *events.Outcome) *Force { return &s.Forces[s.b.sideIDs.Must(o.Get("side"))] }

// newRound begins a turn: markers are removed and the cup gets its chits (§1, §40).
func (s *State) newRound(o *events.Outcome) {
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
		if side, ok := s.b.sideIDs.Find(id).Get(); ok {
			s.Forces[side].Chits = events.Number(n)
		}
	}
	s.lookAll()
}

// decideFate applies the fate of a leader who was away (§37, §L3).
func (s *State) decideFate(o *events.Outcome) {
	l := s.leaderOf(o)
	switch o.Get("result") {
	case fateEliminated:
		l.Status = eliminated
	case fateReturns:
		l.Status, l.ADC = onBoard, l.Post.ADC
		s.putLeader(o, "hex")
	}
}

// putLeader moves the leader to the hex in a field and updates what each seat knows.
func (s *State) putLeader(o *events.Outcome, field string) {
	leader := s.b.leaderIDs.Must(o.Get("leader"))
	s.seatLeader(leader, s.b.hexAt(o.Get(field)))
	s.lookAnew(adjudicator.None, adjudicator.At(leader))
}

// activate marks the units that the activation roll was for (§7, §10, §11).
func (s *State) activate(o *events.Outcome) {
	result := o.Get("result")
	for _, id := range []string{o.Get("unit"), o.Get("with")} {
		if id != adjudicator.Nobody {
			u := &s.Units[s.b.unitIDs.Must(id)]
			u.Spent, u.Acted = spends(result), allowsAction(result) || u.Acted
		}
	}
}

// spends reports whether the result of a roll makes the piece spent (§7, §9, §10).
func spends(result string) bool {
	return result == resultPassed || result == resultFailed || result == resultBotched
}

// allowsAction reports whether the result allows an action.
func allowsAction(result string) bool { return result == resultPassed || result == resultFree }

// markRolledLeader marks the leader that the roll was for (§36).
func (s *State) markRolledLeader(o *events.Outcome) {
	l, result := s.leaderOf(o), o.Get("result")
	l.Spent, l.Acted = spends(result), allowsAction(result) || l.Acted
}

// addEventChit adds a chit to the cup if the event says so (§3).
func (s *State) addEventChit(o *events.Outcome) {
	if o.Get("effect") == eventChit {
		s.Extra = s.b.sideIDs.Find(o.Get("side"))
	}
}

// takeBack spends an ADC and reverts the changes of the result that is rolled again (§38).
func (s *State) takeBack(o *events.Outcome) {
	s.leaderOf(o).ADC = o.Int("left")
	u := s.unitOf(o)
	switch o.Get("for") {
	case forMorale:
		u.Morale = u.was
	case forActivation:
		u.Spent = false
	}
}

// confuse applies the lasting effect of a botched activation (§11).
func (s *State) confuse(o *events.Outcome) {
	if u := s.unitOf(o); o.Get("effect") == botchLate {
		u.Spent, u.Late = false, 2
	}
}

func (s *State) march(o *events.Outcome) {
	n := s.b.unitIDs.Must(o.Get("unit"))
	if f := o.Get("facing"); f != "" {
		s.Units[n].Facing = facingOf(f)
	}
	s.putUnit(n, s.b.hexAt(o.Get("to")))
	s.lookAnew(adjudicator.At(n), s.Units[n].Leader)
}

// fireAt counts a battery's shot. A re-roll is not a second shot (§21).
func (s *State) fireAt(o *events.Outcome) {
	u := s.unitOf(o)
	if u.Arm == Artillery && o.Get("again") != "yes" {
		u.Shots++
	}
	s.markAttacked(o)
}

func (s *State) markAttacked(o *events.Outcome) {
	if t, ok := s.b.unitIDs.Find(o.Get("target")).Get(); ok {
		s.Units[t].Attacked = true
	}
}

// useGuns counts the shot of a battery that supports an attack (§20, §21).
func (s *State) useGuns(o *events.Outcome) {
	if guns := o.Get("guns"); guns != "" && o.Get("again") != "yes" {
		s.Units[s.b.unitIDs.Must(guns)].Shots++
	}
}

// formSquare records the result of forming square (§24, §25).
func (s *State) formSquare(o *events.Outcome) {
	u := s.unitOf(o)
	u.Spent, u.Square = true, o.Get("result") == "formed"
}

// leaveSquare ends a square (§27).
func (s *State) leaveSquare(o *events.Outcome) {
	u := s.unitOf(o)
	u.Square, u.Facing = false, facingOf(o.Get("facing"))
}

// eliminate removes a unit from the board (§R1).
func (s *State) eliminate(o *events.Outcome) {
	u := s.unitOf(o)
	u.Lost, u.Square = true, false
	s.putUnit(s.b.unitIDs.Must(u.ID), nowhere)
}

// waver records the result of a morale check and the morale before it (§33).
func (s *State) waver(o *events.Outcome) {
	u := s.unitOf(o)
	u.was = u.Morale
	if r := o.Get("result"); r == "shaken" || r == "broken" {
		u.Morale = moraleOf(r)
	}
}

// carryOff removes a leader from the board (§37).
func (s *State) carryOff(o *events.Outcome) {
	l := s.leaderOf(o)
	l.Status, l.ADC = away, 0
	s.seatLeader(s.b.leaderIDs.Must(l.Post.Leader), nowhere)
}

// rideTo moves a leader and uses up the ON EVENT order if an event allowed the move.
func (s *State) rideTo(o *events.Outcome) {
	if o.Get("reason") == "event" {
		s.Desks[s.b.leaderIDs.Must(o.Get("leader"))].OnEvent = adjudicator.None
	}
	s.putLeader(o, "to")
}

// advise puts a directive before the seat's older ones (§Q6).
func (s *State) advise(o *events.Outcome) {
	d, seat := couriers.Find(s, o.Get("id")), s.b.seatIDs.Must(o.Get("seat"))
	from := s.Turn + 1
	if d.SameTurn {
		from = s.Turn
	}
	desk := &s.Desks[seat]
	desk.Advised = slices.Insert(desk.Advised, 0, Advice{Entry: s.b.readEntry(seat, d.Text), ID: d.ID, From: from})
}

// dropAdvice deletes a directive that was carried out or replaced.
func (s *State) dropAdvice(o *events.Outcome) {
	desk := &s.Desks[s.b.seatIDs.Must(o.Get("seat"))]
	desk.Advised = slices.DeleteFunc(desk.Advised, func(a Advice) bool { return a.ID == o.Get("id") })
}
