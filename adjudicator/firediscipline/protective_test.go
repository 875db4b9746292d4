package firediscipline

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/events"
)

// onslaught is one charge by horse against a unit at 300,300 that may fire protective fire. Places are in yards, angles
// in degrees.
type onslaught struct {
	x, y      float64 // centre of the horse, which is in line
	facing    int
	horse     int // stands
	rate      int // of a charge
	arm       string
	formation string
	defenders int // stands
}

// drawOnslaught returns horse aimed at a point on the defender's front, or a little beside it, at any angle that counts
// as frontal (§8.16).
func drawOnslaught(r *rand.Rand) onslaught {
	o := onslaught{facing: r.IntN(91) - 45, horse: 1 + r.IntN(4), rate: []int{120, 113, 90, 60}[r.IntN(4)],
		defenders: 1 + r.IntN(4), arm: "foot", formation: "line"}
	switch r.IntN(4) {
	case 0:
		o.arm, o.formation = "guns", "unlimbered"
	case 1:
		o.formation = "column"
	}
	start, half := float64(r.IntN(12500)+1500)/100, 7.5*float64(o.horse+o.defenders)
	aim := 300 + half*float64(r.IntN(201)-100)/100
	sin, cos := math.Sincos(float64(o.facing) * math.Pi / 180)
	o.x, o.y = math.Round((aim-start*sin)*100)/100, math.Round((300-start*cos)*100)/100
	o.facing = board.Degrees(o.facing)
	return o
}

func (o *onslaught) scenario() string {
	return fmt.Sprintf(`ruleset: firediscipline
title: A charge
map: {width: 600, height: 600}
sides: {french: {edge: south}, dutch: {edge: north}}
seats:
  french.north: {at: [300, 5]}
  dutch.south: {at: [300, 595]}
units:
  h: {seat: french.north, arm: horse, stands: %d, rating: 4, at: [%.2f, %.2f], facing: %d, directive: ADVANCE CHIT A}
  d: {seat: dutch.south, arm: %s, formation: %s, stands: %d, rating: 4, at: [300, 300], directive: HOLD HOLD FIRE CHIT H}
options: {chits: yes}
tables: {rates: {cavalry: [90, %d, 180, 50]}}
`, o.horse, o.x, o.y, o.facing, o.arm, o.formation, o.defenders, o.rate)
}

// block is the ground of a stand or of adjacent stands of the defender.
type block struct {
	x, y, front, depth float64
	facing             int
}

// blocks returns the defender's ground. Sections of guns are 10 yards apart and may have been laid on the horse.
func (o *onslaught) blocks(outcomes []events.Outcome) []block {
	n := float64(o.defenders)
	switch o.formation {
	case "line":
		return []block{{300, 300, 15 * n, 12.5, 180}}
	case "column":
		return []block{{300, 300, 15, 12.5 * n, 180}}
	}
	var all []block
	for i := range o.defenders {
		all = append(all, block{300 - 25*(float64(i)-(n-1)/2), 300, 15, 12.5, 180})
	}
	for i := range outcomes {
		if out := &outcomes[i]; out.Name == "artillery.pivoted" {
			all[strings.TrimPrefix(out.Get("firer"), "d.")[0]-'a'].facing, _ = strconv.Atoi(out.Get("to"))
		}
	}
	return all
}

// distance returns the horse's distance to a block, or +Inf if it rides past. It is NaN if hardly more than a corner is
// in the way.
func (o *onslaught) distance(b block) float64 {
	sin, cos := math.Sincos(float64(o.facing) * math.Pi / 180)
	bsin, bcos := math.Sincos(float64(b.facing) * math.Pi / 180)
	var us, vs [4]float64 // the block's corners in the horse's frame
	for i, side := range [4][2]float64{{-1, 1}, {1, 1}, {1, -1}, {-1, -1}} {
		u, v := side[0]*b.front/2, side[1]*b.depth/2
		dx, dy := b.x+u*bcos+v*bsin-o.x, b.y-u*bsin+v*bcos-o.y
		us[i], vs[i] = dx*cos-dy*sin, dx*sin+dy*cos
	}
	half := 7.5 * float64(o.horse)
	left, right := max(-half, min(us[0], us[1], us[2], us[3])), min(half, max(us[0], us[1], us[2], us[3]))
	switch {
	case right <= left:
		return math.Inf(1)
	case right-left < 1.1:
		return math.NaN()
	}
	least := math.Inf(1)
	for i := range 4 {
		j := (i + 1) % 4
		for _, u := range [3]float64{left, right, us[i]} {
			if u < max(left, min(us[i], us[j])) || u > min(right, max(us[i], us[j])) || us[i] == us[j] {
				continue
			}
			least = min(least, vs[i]+(u-us[i])/(us[j]-us[i])*(vs[j]-vs[i]))
		}
	}
	return least - 6.25
}

// gap returns the distance to the nearest block. ok is false if geometry alone does not decide: for corners, and for
// angles that are not frontal.
func (o *onslaught) gap(blocks []block) (least float64, ok bool) {
	least = math.Inf(1)
	for _, b := range blocks {
		d := o.distance(b)
		if turn := board.Turn(b.facing, o.facing+180); math.IsNaN(d) || max(turn, -turn) > 45 {
			return 0, false
		}
		least = min(least, d)
	}
	// Horse with no enemy straight ahead may wheel first.
	return least, least > 1 && !math.IsInf(least, 1) && math.Abs(least-float64(o.rate)) > 3
}

// TestEveryFrontalChargeMeetsProtectiveFire sweeps start distances, speeds and angles. Plane geometry decides whether
// the horse reaches the front. If it does, foot fires at it exactly once; of guns at least one section fires, and none
// twice.
func TestEveryFrontalChargeMeetsProtectiveFire(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 41))
	home, short := 0, 0
	for range 3000 {
		o := drawOnslaught(r)
		if _, ok := o.gap(o.blocks(nil)); !ok {
			continue // e.g. a start among the defenders
		}
		pos := loadBattle(t, o.scenario())
		res := adjudicator.Adjudicate(pos, inputOf(1, nil))
		gap, ok := o.gap(o.blocks(res.Outcomes))
		if !ok {
			continue
		}
		fired, most := map[string]int{}, 0
		for i := range res.Outcomes {
			if out := &res.Outcomes[i]; out.Name == "protective.fired" {
				fired[out.Get("firer")]++
				most = max(most, fired[out.Get("firer")])
			}
		}
		want := 0
		if gap < float64(o.rate) {
			want = 1
			home++
		} else {
			short++
		}
		if most != want {
			t.Fatalf("%.2f yards to ride at a rate of %d: protective fire %v, want %d\n%s%v", gap, o.rate, fired, want,
				o.scenario(), res.Outcomes)
		}
	}
	if home < 500 || short < 100 {
		t.Errorf("only %d charges came home and %d did not: the sweep tests too little", home, short)
	}
}

// TestChargersStandByTheirOwnCharge checks that, with two charges in one turn, each `unit.stood` follows from its own
// charge.
func TestChargersStandByTheirOwnCharge(t *testing.T) {
	o := onslaught{x: 300, y: 250, horse: 2, rate: 120, arm: "foot", formation: "line", defenders: 2}
	pos := loadBattle(t, strings.Replace(o.scenario(), "options:", `  i: {seat: french.north, arm: horse, stands: 2,
    rating: 4, at: [450, 240], directive: ADVANCE CHIT A}
  e: {seat: dutch.south, arm: foot, stands: 2, rating: 4, at: [450, 300], directive: HOLD HOLD FIRE CHIT H}
options:`, 1))
	res := adjudicator.Adjudicate(pos, inputOf(1, nil))
	charges, stood := map[string]string{}, 0
	for i := range res.Outcomes {
		switch out := &res.Outcomes[i]; out.Name {
		case "charge.declared":
			charges[out.Get("unit")] = out.Ref
		case "unit.stood":
			if stood++; out.Cause != charges[out.Get("unit")] {
				t.Errorf("%s follows from %s, want %s", out, out.Cause, charges[out.Get("unit")])
			}
		}
	}
	if len(charges) != 2 || stood != 2 {
		t.Errorf("%d charges were declared and %d units stood, want 2 of each", len(charges), stood)
	}
}

// TestPlatoonsReserveTheirFireOnce checks that platoon foot, which could fire twice a turn, reports only once that it
// keeps its volley for horse (D8).
func TestPlatoonsReserveTheirFireOnce(t *testing.T) {
	o := onslaught{x: 300, y: 255, horse: 1, rate: 120, arm: "foot", formation: "line, drill: platoon", defenders: 2}
	text := strings.NewReplacer("HOLD HOLD FIRE CHIT H", "HOLD", "ADVANCE CHIT A", "HOLD").Replace(o.scenario())
	res := adjudicator.Adjudicate(loadBattle(t, text), inputOf(1, nil))
	reserved := 0
	for i := range res.Outcomes {
		if res.Outcomes[i].Name == "volley.reserved" {
			reserved++
		}
	}
	if reserved != 1 {
		t.Errorf("told %d times, want once", reserved)
	}
}
