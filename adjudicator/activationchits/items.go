package activationchits

import (
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
)

// items are the items of section b that tags of the state do not declare.
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
		return rules.Expected(v, "away or eliminated; to bring him back, set his hex")
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
