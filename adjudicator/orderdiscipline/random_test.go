package orderdiscipline

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/oracle"
	"galloper/adjudicator/rules"
	"galloper/events"
	"galloper/projections/knowledge"
)

// Random battles, played by mails that a player could write, check invariants: no panics, the same inputs
// give the same bytes, outcomes read back from JSON lead to the same state, the state stays sound, and the
// battle ends.

// levy generates random scenarios and mails.
type levy struct {
	*rand.Rand
	generals map[string][]string // seat → units
	seats    []string
	units    [2][]string
	places   []string
}

// writeScenario writes a scenario with two armies on broken ground.
func (l *levy) writeScenario(perSide, generals int) string {
	l.generals, l.places = map[string][]string{}, []string{"farm", "bridge", "copse", "height"}
	width := max(48, 8+perSide*9/2)
	var b strings.Builder
	fmt.Fprintf(&b, "ruleset: orderdiscipline\ntitle: A battle by lot\nmap:\n  size: [%d, 40]\n  places: {farm: [%d, "+
		"20], bridge: [%d, 12]}\n  areas:\n", width, width/2, width/3)
	for i, kind := range []string{"wood", "town", "rough", "marsh", "hill", "water"} {
		id := []string{"copse", "hamlet", "broken", "bog", "height", "pond"}[i]
		x, y, w, h := 2+l.IntN(width-14), 10+l.IntN(14), 3+l.IntN(7), 3+l.IntN(5)
		if kind == "water" { // between the armies
			y = 13 + y%8
		}
		fmt.Fprintf(&b, "    %s: {kind: %s, polygon: [[%d,%d],[%d,%d],[%d,%d],[%d,%d]]}\n", id, kind, x, y, x+w, y, x+w+1,
			y+h, x, y+h)
	}
	b.WriteString("  lines:\n")
	for i, kind := range []string{"fence", "hedge", "wall", "stream", "road"} {
		x, y := 2+l.IntN(width-20), 12+l.IntN(16)
		fmt.Fprintf(&b, "    l%d: {kind: %s, points: [[%d,%d],[%d,%d]], crossings: [[%d,%d]]}\n", i, kind, x, y, x+12,
			y+l.IntN(3), x+1, y)
	}
	b.WriteString("sides: {french: {home: south}, allied: {home: north}}\nseats:\n")
	for g := range generals {
		for s, side := range []string{"french", "allied"} {
			extra := ""
			if g > 0 {
				extra = ", superior: " + side + ".g0"
				if l.IntN(4) == 0 {
					extra += ", npc: yes"
				}
			}
			id := fmt.Sprintf("%s.g%d", side, g)
			fmt.Fprintf(&b, "  %s: {name: General %s %d, at: [%d, %d], ability: %d%s}\n", id, side, g,
				(2*g+1)*width/(2*generals), 3+s*34, l.IntN(3), extra)
			l.seats = append(l.seats, id)
		}
	}
	b.WriteString("units:\n")
	for i := range perSide {
		for s, side := range []string{"french", "allied"} {
			l.writeUnit(&b, side, s, i, perSide, generals, width)
		}
	}
	fmt.Fprintf(&b, "options: {couriers: %s, oob: %s}\n", []string{"on", "off"}[l.IntN(2)],
		[]string{"public", "secret"}[l.IntN(2)])
	b.WriteString("victory: {turns: 12, objectives: {farm: {points: 4}, bridge: {points: 2, held: french}}}\n")
	return b.String()
}

func (l *levy) writeUnit(b *strings.Builder, side string, s, i, of, generals, width int) {
	id := fmt.Sprintf("%s%d", side[:1], i)
	kind := []string{"infantry, stands: 6", "infantry, stands: 5, formation: column",
		"light-infantry, stands: 4, formation: skirmish", "light-cavalry, stands: 4",
		"heavy-cavalry, stands: 4, shock: yes", "foot-artillery, stands: 2",
		"horse-artillery, stands: 1, formation: limbered, gun: light",
		"infantry, stands: 4, quality: veteran", "infantry, stands: 8, quality: green",
		"light-infantry, stands: 4, weapon: rifle, quality: elite"}[l.IntN(10)]
	x, y := 300+i*(100*width-600)/of, 800+350*(i%2)
	facing := 0
	if s == 1 {
		y, facing = 4000-y, 180
	}
	first := bit(generals > 2) // of three generals the first has no troops, so it supports the others (§3.2)
	seat := fmt.Sprintf("%s.g%d", side, first+i*(generals-first)/of)
	extra := ""
	if l.IntN(10) == 0 {
		extra = ", arrives: 3"
	}
	fmt.Fprintf(b, "  %s: {name: %s Regiment %d, general: %s, kind: %s, at: [%s, %s], facing: %d%s}\n", id, side, i,
		seat, kind, inches(x), inches(y), facing, extra)
	l.units[s] = append(l.units[s], id)
	l.generals[seat] = append(l.generals[seat], id)
}

func (l *levy) pick(list []string) string { return list[l.IntN(len(list))] }

// mail writes a mail that a player might write.
func (l *levy) mail(seat string) string {
	own, s := l.generals[seat], bit(strings.HasPrefix(seat, "allied"))
	foes, friends := l.units[1-s], l.units[s]
	var lines []string
	for _, u := range own {
		if l.IntN(3) > 0 {
			lines = append(lines, u+l.conduct(foes, friends))
		}
		if l.IntN(4) == 0 {
			lines = append(lines, u+l.pick([]string{" fire at " + l.pick(foes), " hold fire until 4", " fire at will",
				" on charge stand", " on charge countercharge",
				": if charged form square", " on charge evade", " hold fire", " fire at nearest enemy cavalry"}))
		}
	}
	if strings.HasSuffix(seat, "g0") {
		lines = append(lines, l.pick([]string{"seize with queen or jack", "seize", "seize never", "contest with highest",
			"initiative second", "standing contest with jack if turn 2"}),
			l.pick([]string{"reroll any if below 6", "reroll any if below 5 with jack twice", "cancel standing seize",
				"standing initiative second"}))
		to := l.pick(l.seats)
		lines = append(lines, "TO "+to+": all "+l.pick([]string{"advance 6", "hold", "charge nearest enemy",
			"move to farm in column"}))
	}
	if len(own) > 0 && l.IntN(3) == 0 {
		lines = append(lines, "sequence "+l.pick(own), "standing "+l.pick(own)+l.conduct(foes, friends),
			"I join "+l.pick(own), "self ride to farm")
	}
	if l.IntN(6) == 0 {
		lines = append(lines, "LETTER TO "+l.pick(l.seats)+": Hold fast, my dear fellow.", ".")
	}
	l.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	return strings.Join(lines, "\n")
}

func (l *levy) conduct(foes, friends []string) string {
	place := fmt.Sprintf("%d,%d", 2+l.IntN(40), 2+l.IntN(36))
	return l.pick([]string{" hold", " advance 6 inches", " advance 12", " charge nearest enemy", " charge " +
		l.pick(foes), " charge nearest enemy", " move to " + place,
		" move to " + l.pick(l.places) + " in column", " fall back 3", " form line", " form column then advance 8",
		" form square", " face nearest enemy", " rally",
		" support " + l.pick(friends), " limber then move to " + place, " unlimber", " move 4 NE keeping front",
		" form skirmish", ": if enemy within 8 then charge nearest enemy else advance 6",
		" if not first then hold else move to " + place + " facing " + l.pick(foes), " form march then move to " + place +
			" via 20,14", " form line facing north"})
}

// field is a battle in progress.
type field struct {
	pos  adjudicator.Position
	book *knowledge.Book
	seat []string
}

func faultsOf(text string) any {
	_, _, faults := adjudicator.Load([]*adjudicator.Ruleset{&Ruleset}, "battle.yaml", []byte(text))
	return faults
}

func openField(t testing.TB, text string) *field {
	t.Helper()
	rules, sc, faults := adjudicator.Load([]*adjudicator.Ruleset{&Ruleset}, "battle.yaml", []byte(text))
	if len(faults) > 0 {
		t.Fatalf("the scenario is refused: %v\n%s", faults, text)
	}
	f := &field{pos: adjudicator.Position{Game: "lot", Ruleset: rules, Scenario: sc}}
	for _, s := range sc.Seats() {
		f.seat = append(f.seat, s.ID)
	}
	f.book = knowledge.Open(f.seat, rules.Words.Facts)
	open := adjudicator.Open(f.pos, inputOf(1, nil))
	f.pos.State = open.State
	f.book.Apply(0, open.Outcomes)
	return f
}

func inputOf(turn int, orders []events.SeatOrders) events.TurnInput {
	return events.TurnInput{Turn: turn, Seed: sha256.Sum256(fmt.Appendf(nil, "S%d", turn)),
		Sealed: sha256.Sum256(fmt.Appendf(nil, "P%d", turn)), Orders: orders}
}

// read reads a seat's mail and returns the accepted lines.
func (f *field) read(seat, text string, turn int) ([]string, adjudicator.Reading) {
	_, reading := Ruleset.ReadMail(adjudicator.Desk{Scenario: f.pos.Scenario, Seat: seat, Turn: turn,
		Known: f.book.Seat(seat)}, text)
	return reading.Accepted(), reading
}

// orders returns the accepted orders of a turn. Some seats send none.
func (f *field) orders(l *levy, turn int) []events.SeatOrders {
	var all []events.SeatOrders
	for _, side := range []string{"allied", "french"} {
		for g := range len(f.seat) / 2 {
			seat := fmt.Sprintf("%s.g%d", side, g)
			b := rules.BattleOf[*Battle](f.pos.Scenario)
			if b.Generals[b.seatIDs.Must(seat)].NPC || l.IntN(6) == 0 {
				continue
			}
			if lines, _ := f.read(seat, l.mail(seat), turn); len(lines) > 0 {
				all = append(all, events.SeatOrders{Seat: seat, Orders: lines})
			}
		}
	}
	return all
}

func TestRandomBattles(t *testing.T) {
	t.Parallel()
	seen := map[string]int{}
	battles := oracle.Many(os.Getenv("GALLOPER_BATTLES"), 12)
	for seed := range battles {
		random := rand.New(rand.NewPCG(uint64(seed), 31))
		l, text := &levy{Rand: random}, ""
		for text == "" || strings.Contains(fmt.Sprint(faultsOf(text)), "no-way") { // retry if a unit could never move
			l = &levy{Rand: random}
			text = l.writeScenario(3+l.IntN(8), 1+l.IntN(3))
		}
		f := openField(t, text)
		for turn := 1; turn <= 12 && f.pos.State.Over() == ""; turn++ {
			res := playTurn(t, f, inputOf(turn, f.orders(l, turn)), seed)
			for i := range res.Outcomes {
				seen[res.Outcomes[i].Name]++
			}
		}
		if f.pos.State.Over() == "" {
			t.Fatalf("battle %d does not end", seed)
		}
		oracle.Items(t, f.pos.State)
	}
	for _, row := range outcomes {
		rare := row.Apply == nil || row.Name == "dispatch.delayed" || row.Name == "initiative.deck"
		if seen[row.Name] == 0 && battles >= 100 && !rare {
			t.Errorf("in all these battles there was no %s: the test tests too little", row.Name)
		}
	}
}

// playTurn runs a turn and checks its result.
func playTurn(t *testing.T, f *field, in events.TurnInput, seed int) adjudicator.Result {
	t.Helper()
	where := fmt.Sprintf("battle %d turn %d", seed, in.Turn)
	res := oracle.Turn(t, f.pos, in)
	if len(res.Outcomes) > 100*len(rules.StateOf[State](f.pos.State).Units)+200 {
		t.Fatalf("%s: %d outcomes", where, len(res.Outcomes))
	}
	f.pos.State, f.pos.Turn = res.State, in.Turn
	f.book.Apply(in.Turn, res.Outcomes)
	return res
}

// BenchmarkTurn measures one turn of a battle of sixty units under eight generals.
func BenchmarkTurn(b *testing.B) {
	l := &levy{Rand: rand.New(rand.NewPCG(1, 2))}
	f := openField(b, l.writeScenario(30, 4))
	in := inputOf(1, f.orders(l, 1))
	for b.Loop() {
		if res := adjudicator.Adjudicate(f.pos, in); len(res.Outcomes) == 0 {
			b.Fatal("nothing happened")
		}
	}
}

// TestRecordedPointsInWater reads recorded orders to points in water. Mails with such points are refused, but units
// that follow others can get them.
func TestRecordedPointsInWater(t *testing.T) {
	t.Parallel()
	l := &levy{Rand: rand.New(rand.NewPCG(1, 31))}
	f := openField(t, l.writeScenario(3, 1))
	b, tried := rules.BattleOf[*Battle](f.pos.Scenario), 0
	for x := range 40 {
		for y := range 40 {
			if p := (board.Point{X: x * 100, Y: y * 100}); b.inWater(p) {
				b.readConduct(0, "MOVE TO "+point(p))
				tried++
			}
		}
	}
	if tried == 0 {
		t.Error("the field has no water")
	}
}
