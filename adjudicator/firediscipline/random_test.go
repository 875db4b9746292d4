package firediscipline

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/oracle"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// Random battles, played with oracles: no panic, the same bytes for the same inputs, a state that follows from the
// outcomes alone, and a sound state.

// levy writes random scenarios and orders.
type levy struct {
	*rand.Rand
	width, height int
	ranks         int         // lines of regiments, one behind the other
	units         [][2]string // seat, unit
	guns          map[string]bool
	features      []string
}

// writeScenario writes two armies on broken ground, with a total number of regiments, each army in lines and under a
// number of seats.
func (l *levy) writeScenario(regiments, seats int) string {
	var b strings.Builder
	perSide := regiments / 2
	l.ranks = 2 + perSide/60
	l.width = max(800, (perSide+l.ranks-1)/l.ranks*115+100)
	l.height = 1000 + 140*(l.ranks-2)
	fmt.Fprintf(&b, "ruleset: firediscipline\ntitle: A battle by lot\nmap: {width: %d, height: %d}\n", l.width, l.height)
	b.WriteString("terrain:\n")
	for i := range 4 + l.width/250 {
		kind := []string{"light_woods", "heavy_woods", "rough", "cover", "earthworks", "objective", "hill", "water"}[i%8]
		id := fmt.Sprintf("f%d", i)
		x, y, w, h := 40+l.IntN(l.width-200), l.height/2-250+l.IntN(400), 40+l.IntN(100), 30+l.IntN(90)
		if kind == "water" {
			y, h = l.height/2-180+y%350, 12 // between the armies
		}
		if kind == "heavy_woods" || kind == "earthworks" { // here too: guns could never leave them
			y = l.height/2 - 190 + y%(380-h)
		}
		extra := ""
		if kind == "hill" {
			extra = ", level: 1, slope: 15"
		}
		fmt.Fprintf(&b, "  %s: {kind: %s, at: [[%d,%d],[%d,%d],[%d,%d],[%d,%d]]%s}\n", id, kind, x, y, x+w, y, x+w+10,
			y+h, x, y+h, extra)
		if kind != "water" {
			l.features = append(l.features, id)
		}
	}
	fmt.Fprintf(&b, "roads:\n  pave: {at: [[%d,0],[%d,500],[%d,%d]]}\n", l.width/2, l.width/2+40, l.width/2, l.height)
	b.WriteString("sides: {french: {edge: south}, dutch: {edge: north}}\nseats:\n")
	each := max(1, seats/2)
	for k := range each {
		x := (2*k + 1) * l.width / (2 * each)
		chief := ""
		if k == 0 {
			chief = ", chief: yes"
		}
		fmt.Fprintf(&b, "  french.c%d: {at: [%d,200]%s}\n  dutch.c%d: {at: [%d,%d]%s}\n", k, x, chief, k, x, l.height-200,
			chief)
	}
	b.WriteString("units:\n")
	for i := range perSide {
		l.writeUnit(&b, "french", i, perSide, each)
		l.writeUnit(&b, "dutch", i, perSide, each)
	}
	b.WriteString(l.options())
	return b.String()
}

func (l *levy) writeUnit(b *strings.Builder, side string, i, of, seats int) {
	files := (of + l.ranks - 1) / l.ranks
	file, rank := i/l.ranks, i%l.ranks
	x := 60 + file*(l.width-120)/files
	y := l.height/2 - 200 - rank*70
	if side == "dutch" {
		y = l.height - y
	}
	id := fmt.Sprintf("%s%d", side[:1], i)
	seat := fmt.Sprintf("%s.c%d", side, min(seats-1, file*seats/files))
	kind := []string{"foot, stands: 5", "foot, stands: 4", "horse, stands: 4", "guns, stands: 2, pdr: 6",
		"foot, half: yes, stands: 5, formation: open", "dragoons, stands: 3, formation: line",
		"foot, stands: 6, drill: platoon", "horse, light: yes, stands: 3",
		"guns, stands: 2, pdr: 12, formation: limbered", "foot, stands: 4, formation: column"}[l.IntN(10)]
	verb := []string{"ADVANCE", "HOLD", "ADVANCE FIRE AT 40", "HOLD HOLD FIRE", "ADVANCE PURSUE"}[l.IntN(5)]
	fmt.Fprintf(b, "  %s: {seat: %s, arm: %s, rating: %d, at: [%d,%d], directive: %s}\n", id, seat, kind, l.IntN(5), x,
		y, verb)
	l.units = append(l.units, [2]string{seat, id})
	if l.guns == nil {
		l.guns = map[string]bool{}
	}
	l.guns[id] = strings.HasPrefix(kind, "guns")
}

func (l *levy) options() string {
	o := "options: {chits: yes, couriers: no"
	for _, alternative := range []string{", shattered: withdraw", ", fanaticism: yes", ", casualties: boxes",
		", extended_kill_zone: yes", ", weather: poor", ", morale_base: castings", ", campaign: yes"} {
		if l.IntN(3) == 0 {
			o += alternative
		}
	}
	return o + "}\n"
}

// orders returns random orders of a turn in canonical form.
func (l *levy) orders(of int) []events.SeatOrders {
	bySeat := map[string][]string{}
	var seats []string
	for _, u := range l.units {
		if _, known := bySeat[u[0]]; !known {
			bySeat[u[0]], seats = nil, append(seats, u[0])
		}
		if l.IntN(of) == 0 {
			bySeat[u[0]] = append(bySeat[u[0]], "TO "+u[1]+": "+l.directive(u[1]))
		}
	}
	var all []events.SeatOrders
	for _, side := range []string{"dutch", "french"} {
		for k := range len(seats) {
			seat := fmt.Sprintf("%s.c%d", side, k)
			if lines := bySeat[seat]; len(lines) > 0 {
				all = append(all, events.SeatOrders{Seat: seat, Orders: lines})
			}
		}
	}
	return all
}

func (l *levy) directive(unit string) string {
	place := fmt.Sprintf("%d,%d", l.IntN(l.width), l.IntN(l.height))
	feature := l.features[l.IntN(len(l.features))]
	all := []string{"ADVANCE", "ADVANCE TO " + place, fmt.Sprintf("ADVANCE %d", l.IntN(360)), "ASSAULT " + feature,
		"HOLD", "HOLD " + place, "HOLD " + feature + " FACING 90",
		"ADVANCE CHIT A", "WITHDRAW 80 YDS", "HOLD CHIT R 45", "ADVANCE TO " + place + " BY ROAD pave",
		"ADVANCE VIA " + place + " PURSUE", "HOLD CHIT C", "HOLD CHIT H", "ADVANCE FIRE AT WILL",
		"ATTACK " + place, "ADVANCE 90 YDS", "HOLD " + place + " UNTIL ENEMY WITHIN 80 THEN ADVANCE"}
	if !l.guns[unit] {
		all = append(all, "CHARGE", "CHARGE "+place, "ADVANCE IN COLUMN", "ADVANCE IN LINE", "HOLD IN LINE")
	} else {
		all = append(all, "HOLD UNLIMBER", "ADVANCE UNLIMBER")
	}
	return all[l.IntN(len(all))]
}

// loadBattle loads a scenario and requires it to be sound.
func loadBattle(t testing.TB, text string) adjudicator.Position {
	t.Helper()
	rules, sc, faults := adjudicator.Load([]*adjudicator.Ruleset{&Ruleset}, "battle.yaml", []byte(text))
	if len(faults) > 0 {
		t.Fatalf("the scenario is refused: %v\n%s", faults, text)
	}
	return adjudicator.Position{Game: "lot", Ruleset: rules, Scenario: sc, State: sc.Start()}
}

func inputOf(turn int, orders []events.SeatOrders) events.TurnInput {
	return events.TurnInput{Turn: turn, Seed: sha256.Sum256(fmt.Appendf(nil, "S%d", turn)),
		Sealed: sha256.Sum256(fmt.Appendf(nil, "P%d", turn)), Orders: orders}
}

func TestRandomBattles(t *testing.T) {
	battles, turns := 12, 12
	if testing.Short() {
		battles = 3
	}
	seen := map[string]int{}
	for seed := range battles {
		l := &levy{Rand: rand.New(rand.NewPCG(uint64(seed), 17))}
		text := l.writeScenario(8+l.IntN(24), 2+2*l.IntN(3))
		pos := loadBattle(t, text)
		for turn := 1; turn <= turns && pos.State.Over() == ""; turn++ {
			res := playTurn(t, pos, inputOf(turn, l.orders(4)), seed)
			for i := range res.Outcomes {
				seen[res.Outcomes[i].Name]++
			}
			pos.State, pos.Turn = res.State, turn
		}
	}
	if testing.Short() {
		return
	}
	for _, name := range []string{"artillery.fired", "volley.fired", "skirmish.fired", "protective.fired",
		"charge.contact", "charge.fell_short", "melee.fought", "melee.engaged",
		"unit.moved", "unit.blocked", "unit.fled", "stand.fled", "stand.rejoined", "unit.shattered", "guns.unlimbered",
		"artillery.pivoted", "gun.abandoned", "unit.wheeled", "unit.formed"} {
		if seen[name] == 0 {
			t.Errorf("in all these battles there was no %s: the test tests too little", name)
		}
	}
}

// playTurn runs a turn and checks the result.
func playTurn(t *testing.T, pos adjudicator.Position, in events.TurnInput, seed int) adjudicator.Result {
	t.Helper()
	where := fmt.Sprintf("battle %d turn %d", seed, in.Turn)
	res := oracle.Turn(t, pos, in)
	if len(res.Outcomes) > 200*len(rules.StateOf[State](pos.State).Units) {
		t.Fatalf("%s: %d outcomes", where, len(res.Outcomes))
	}
	return res
}

// BenchmarkTurn runs one turn in mid-battle. The sub-benchmarks are named by their numbers of regiments and seats.
func BenchmarkTurn(b *testing.B) {
	for _, size := range [][2]int{{40, 8}, {100, 8}, {200, 8}, {400, 8}} {
		b.Run(fmt.Sprintf("regiments=%d/seats=%d", size[0], size[1]), func(b *testing.B) {
			l := &levy{Rand: rand.New(rand.NewPCG(5, 5))}
			pos := loadBattle(b, l.writeScenario(size[0], size[1]))
			for turn := 1; turn <= 3; turn++ {
				pos.State, pos.Turn = adjudicator.Adjudicate(pos, inputOf(turn, l.orders(4))).State, turn
			}
			in := inputOf(4, l.orders(4))
			for b.Loop() {
				adjudicator.Adjudicate(pos, in)
			}
		})
	}
}
