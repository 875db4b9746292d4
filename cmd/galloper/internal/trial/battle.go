// Package trial plays battles between staff officers, and collects the statistics that a scenario writer needs:
// which side wins and by how much, how long battles last, and which orders failed.
package trial

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/offline"
	"galloper/events"
)

// Battle is the result of one battle.
type Battle struct {
	Number  int               `json:"number"`
	Winner  string            `json:"winner"` // a side, or `draw`
	By      string            `json:"by"`     // the ruleset's level of victory or reason
	Turns   int               `json:"turns"`
	Tempers map[string]string `json:"tempers"`        // by side
	Quiet   int               `json:"quiet"`          // turns without fire, charge or melee
	Lost    map[string]int    `json:"lost,omitempty"` // units, by side
	Orders  int               `json:"orders"`
	Refused []string          `json:"refused,omitempty"`
	Sent    int               `json:"riders"`
	Late    int               `json:"late"` // delivered in a later turn than they were sent in
	Missing int               `json:"missing"`
	Counts  map[string]int    `json:"deeds"`            // by deed
	Barred  map[string]int    `json:"barred,omitempty"` // `unit by unit`, friends
	Omitted map[string]int    `json:"omitted,omitempty"`
	Idle    []string          `json:"idle,omitempty"`  // units that did nothing in the whole battle
	Taken   map[string]int    `json:"taken,omitempty"` // by place, how often
	Stood   map[string]int    `json:"stood,omitempty"` // by unit: orders to move that no report followed
	// Follies counts implausible actions by kind, and Instances describes each.
	Follies   map[string]int `json:"follies,omitempty"`
	Instances []string       `json:"instances,omitempty"`
	Broken    []string       `json:"broken,omitempty"` // invariants of a turn that failed, if Prove is set
}

// Match describes the battles to play.
type Match struct {
	Rules    *adjudicator.Ruleset
	Scenario adjudicator.Scenario
	Seed     string
	First    int  // the number of the first battle of a run
	Limit    int  // turns after which an unfinished battle is stopped
	Prove    bool // check the invariants of every turn
	// Plan replaces the staff of one side. If it is nil, the staff plays both.
	Plan *Plan
	// Told, if not nil, is called after the seats have been told the results of a turn.
	Told func(table *offline.Session, turn int)
	// Seen, if not nil, is called before Told with the orders and outcomes of the turn (0 is the opening).
	Seen func(turn int, orders []events.SeatOrders, outcomes []events.Outcome)
}

// Plan is one mail of orders, sent in the first turn that waits for the seat and followed only by READY, with
// its results against staff officers.
type Plan struct {
	Side   string   `json:"side"`
	Seat   string   `json:"seat"`
	Orders []string `json:"orders,omitempty"` // empty: only READY
	Alone  bool     `json:"alone"`            // the side's other seats do nothing; otherwise the staff plays them
	Games  int      `json:"games"`
	Won    int      `json:"won"`
	Lost   int      `json:"lost"`
	Drawn  int      `json:"drawn"`
}

// field is a battle in progress.
type field struct {
	*Match
	Battle
	table   *offline.Session
	given   map[string][]adjudicator.Given
	sides   map[string]string // by unit
	active  map[string]bool   // units that did something
	fled    map[string]bool   // units that gave way in the turn
	gone    map[string]bool   // lost units; their seats may not know, and still give them orders
	sent    map[string]int    // by dispatch: the turn it was sent in
	tempers map[string]adjudicator.Temper
	moved   map[string]bool // sides that have had a turn since the last count of quiet turns
	loud    bool            // whether there was fire, a charge or melee since then
	since   int             // turns since then
	errands map[string]*errand
	movers  []string // sides whose turn it is
	bodies  map[string]body
	// overlapped holds the pairs of friendly units that overlapped at the end of the last turn.
	overlapped map[[2]string]bool
	ordered    map[string]*charge // by unit
	stage      events.Stage
	stander    map[string]string // by place that belongs to the side standing on it: the last side that did
	written    bool              // whether the plan's orders were sent
}

// Play plays the battle with this number. The same number and seed always give the same battle.
func (m *Match) Play(number int) Battle {
	f := m.field(number)
	f.begin()
	for f.Turns < m.Limit && f.table.Pos.State.Over() == "" {
		f.turn(f.Turns + 1)
	}
	f.finish()
	return f.Battle
}

func (m *Match) field(number int) *field {
	f := &field{Match: m, given: map[string][]adjudicator.Given{}, sides: map[string]string{}, active: map[string]bool{},
		fled: map[string]bool{}, gone: map[string]bool{},
		sent: map[string]int{}, tempers: map[string]adjudicator.Temper{}, moved: map[string]bool{},
		errands: map[string]*errand{}, ordered: map[string]*charge{}, stage: adjudicator.StageOf(m.Scenario),
		stander: map[string]string{}}
	f.Battle = Battle{Number: number, Lost: map[string]int{}, Counts: map[string]int{}, Barred: map[string]int{},
		Omitted: map[string]int{}, Taken: map[string]int{}, Tempers: map[string]string{}, Stood: map[string]int{},
		Follies: map[string]int{}}
	return f
}

// begin sets the battle up and tells the seats the opening.
func (f *field) begin() {
	f.choose()
	table, opened := offline.Open("trial", f.Rules, f.Scenario, f.seed)
	f.table = table
	f.tell(0, nil, opened.Outcomes)
}

func (f *field) tell(turn int, orders []events.SeatOrders, outcomes []events.Outcome) {
	if f.Seen != nil {
		f.Seen(turn, orders, outcomes)
	}
	f.table.Tell(turn, outcomes)
	if f.Told != nil {
		f.Told(f.table, turn)
	}
	f.muster(outcomes)
}

// choose gives each side a temper. Nine consecutive battles between two sides have every pairing once.
func (f *field) choose() {
	var sides []string
	for _, s := range f.Scenario.Seats() {
		if !slices.Contains(sides, s.Side) {
			sides = append(sides, s.Side)
		}
	}
	n := f.Number
	for _, side := range sides {
		f.tempers[side] = adjudicator.Temper(n % len(adjudicator.Tempers))
		f.Tempers[side] = f.tempers[side].String()
		n /= len(adjudicator.Tempers)
	}
}

func (f *field) seed(turn int) [32]byte {
	return sha256.Sum256(fmt.Appendf(nil, "galloper trial %s %d %d", f.Seed, f.Number, turn))
}

// muster records the side of each unit.
func (f *field) muster(outcomes []events.Outcome) {
	for i := range outcomes {
		if o := &outcomes[i]; strings.HasPrefix(o.Name, "sight.") && o.Get("unit") != "" && toUmpire(o) {
			f.sides[o.Get("unit")] = cmp.Or(o.Get("side"), f.sides[o.Get("unit")])
		}
	}
}

func toUmpire(o *events.Outcome) bool {
	return slices.ContainsFunc(o.Views, func(v events.View) bool { return slices.Contains(v.Seats, adjudicator.Umpire) })
}

func (f *field) turn(n int) {
	in := f.table.Input(n)
	f.movers = f.movers[:0]
	for _, s := range f.Rules.Waits(f.Scenario, f.table.Pos.State, n).Seats {
		side, _, _ := strings.Cut(s, ".")
		f.moved[side] = true
		f.movers = append(f.movers, side)
		if o := f.orders(s, n); len(o.Orders) > 0 {
			in.Orders = append(in.Orders, o)
		}
	}
	slices.SortFunc(in.Orders, func(a, b events.SeatOrders) int { return cmp.Compare(a.Seat, b.Seat) })
	res, err := f.table.Adjudicate(in, f.Prove)
	if err != nil {
		f.Broken = append(f.Broken, fmt.Sprintf("battle %d: %v", f.Number, err))
	}
	f.Turns = n
	f.tell(n, in.Orders, res.Outcomes)
	f.listen(in.Orders)
	f.stood(res.Outcomes)
	f.countUnmade(res.Outcomes)
	f.count(res.Outcomes)
	f.occupied()
	f.look(res.Outcomes)
}

// occupied counts places as taken if a side stands on them and another side was the last to do so. It does this
// only for places that belong to the side standing on them.
func (f *field) occupied() {
	if !slices.ContainsFunc(f.stage.Places, func(p events.Place) bool { return p.Stood }) {
		return
	}
	for place, side := range f.table.Standing(&f.stage) {
		if side != "" && side != f.stander[place] {
			f.stander[place] = side
			f.Taken[place]++
		}
	}
}

// orders has the seat's staff or plan write its orders, and reads them as a mail.
func (f *field) orders(seat string, turn int) events.SeatOrders {
	lines := f.lines(seat, turn)
	if len(lines) == 0 {
		return events.SeatOrders{Seat: seat}
	}
	r := f.table.Read(seat, strings.Join(lines, "\n")+"\n")
	f.Orders += len(lines)
	for _, e := range r.Orders.Entries {
		if e.Refusal != nil {
			f.Refused = append(f.Refused, fmt.Sprintf("turn %d, %s: %q: %s", turn, seat,
				r.Document.Items[e.Number-1].Text, e.Refusal.Reason))
		}
	}
	for _, l := range lines {
		f.given[seat] = append(f.given[seat], adjudicator.Given{Turn: turn, Line: l})
	}
	return events.SeatOrders{Seat: seat, Orders: r.Orders.Accepted()}
}

func (f *field) lines(seat string, turn int) []string {
	side := ""
	for _, s := range f.Scenario.Seats() {
		if s.ID == seat {
			side = s.Side
		}
	}
	if p := f.Plan; p != nil && p.Side == side && (p.Alone || p.Seat == seat) {
		if p.Seat != seat || f.written {
			return nil
		}
		f.written = true
		return p.Orders
	}
	desk := adjudicator.Desk{Scenario: f.Scenario, Seat: seat, Turn: turn, Known: f.table.Known(seat)}
	return f.Rules.Staff(desk, adjudicator.Officer{Temper: f.tempers[side], Game: "trial", Seed: f.seed(0),
		Given: f.given[seat]})
}

func (f *field) count(outcomes []events.Outcome) {
	clear(f.fled)
	for i := range outcomes {
		o := &outcomes[i]
		deed := f.Rules.Deeds[o.Name]
		if deed == adjudicator.Fires || deed == adjudicator.Fights || deed == adjudicator.Charges {
			f.loud = true
		}
		f.deed(deed, o)
		f.rider(o)
		if o.Name == "game.ended" || o.Name == "game.over" {
			f.Winner, f.By = o.Get("winner"), cmp.Or(o.Get("reason"), o.Get("level"), o.Get("by"))
		}
	}
	f.countQuiet()
}

// countQuiet counts quiet turns. If the sides move alternately, the turns of both sides count together, because a
// side that stands fast fires only in reply.
func (f *field) countQuiet() {
	f.since++
	if len(f.moved) < len(f.Tempers) && f.since < len(f.Tempers) {
		return
	}
	if !f.loud {
		f.Quiet += f.since
	}
	f.loud, f.since = false, 0
	clear(f.moved)
}

func (f *field) deed(deed adjudicator.Deed, o *events.Outcome) {
	first, _, _ := strings.Cut(cmp.Or(o.Get("unit"), o.Get("firer"), o.Get("light"), o.Get("units")), ",")
	unit, _, _ := strings.Cut(first, ".")
	f.strays(deed, unit, o)
	if deed == adjudicator.Moves && o.Get("stopped") == "friend" {
		f.Barred[unit+" by friends"]++
		f.Counts[deedNames[adjudicator.Barred]]++
	}
	switch deed {
	case 0:
		return
	case adjudicator.Barred:
		if by := o.Get("by"); f.sides[by] != "" && f.sides[by] == f.sides[unit] {
			f.Barred[unit+" by "+by]++
		}
	case adjudicator.Omits:
		f.Omitted[cmp.Or(o.Get("reason"), o.Name)]++
	case adjudicator.Dies:
		f.Lost[f.sides[unit]]++
		f.gone[unit] = true
		delete(f.errands, unit)
		delete(f.ordered, unit)
	case adjudicator.Takes:
		f.Taken[cmp.Or(o.Get("place"), o.Get("locale"), o.Get("hex"))]++
	default:
		f.active[unit] = true
	}
	f.Counts[deedNames[deed]]++
}

var deedNames = [...]string{"", "moved", "fired", "charged", "balked", "fought", "barred", "omitted",
	"died", "took", "gathered", "fled"}

// rider counts couriers.
func (f *field) rider(o *events.Outcome) {
	switch o.Name {
	case "dispatch.sent":
		f.Sent++
		f.sent[o.Get("id")] = f.Turns
	case "dispatch.delivered":
		if f.Turns > f.sent[o.Get("id")] {
			f.Late++
		}
	case "dispatch.lost", "dispatch.captured":
		f.Missing++
	}
}

func (f *field) finish() {
	if f.Winner == "" || f.Winner == adjudicator.Nobody {
		f.Winner, f.By = adjudicator.Draw, cmp.Or(f.By, "not over")
	}
	for unit := range f.sides {
		if !f.active[unit] && !strings.HasPrefix(unit, "-") {
			f.Idle = append(f.Idle, unit)
		}
	}
	slices.Sort(f.Idle)
	slices.Sort(f.Instances)
}
