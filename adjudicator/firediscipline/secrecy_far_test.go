package firediscipline

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
	"galloper/events"
	"galloper/orders"
	"galloper/projections/knowledge"
	"galloper/projections/mapview"
	"galloper/projections/report"
)

// A distant fight: the spy sees it, but identifies no enemy. The two games of a pair differ in the enemies' ids and
// names and in their order, except that the fighters keep theirs, because it decides the order of blows. They also
// differ in the order of the lines of the file, in the places of the onlookers (within ten yards), in the ratings,
// boxes and orders of the onlookers, and in the enemy commanders. The fighters have the same luck in both games.

// distance is one game of a pair.
type distance struct {
	open, hidden *rand.Rand
	ids          map[string]string // an enemy's id in this game → its id in both
	called       []string          // the enemies' ids in this game, by number
}

// onlookers is the number of enemies that march or stand out of reach of the fight.
const onlookers = 4

func farPair(open, hidden uint64) *distance {
	w := &distance{open: rand.New(rand.NewPCG(open, 3)), hidden: rand.New(rand.NewPCG(hidden, 4)),
		ids: map[string]string{}}
	names := []string{"aalst", "brandt", "c3", "m", "nassau", "oyen", "zz-guard"}
	w.hidden.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	fighters := []string{pick(w.hidden, "g", "gordon"), pick(w.hidden, "holstein", "hoorn"),
		pick(w.hidden, "i-k", "iserlohn")}
	w.called = append(fighters, names[:onlookers]...)
	for i, id := range w.called {
		w.ids[id] = "e" + strconv.Itoa(i)
	}
	return w
}

func (w *distance) scenario() string {
	units := []string{
		fmt.Sprintf("guard: {seat: french.spy, arm: foot, stands: 3, rating: 3, at: [%d,100]}", 280+w.open.IntN(40)),
		"n-horse: {seat: french.spy, arm: horse, stands: 2, rating: 2, at: [420,120], directive: HOLD}",
	}
	arms := []string{"foot, stands: 4", "foot, stands: 3, drill: platoon", "horse, stands: 3",
		"foot, half: yes, stands: 4, formation: open", "guns, stands: 2, pdr: 6"}
	for i := range 3 { // the fighters and their opponents
		arm := arms[w.open.IntN(len(arms))]
		units = append(units, fmt.Sprintf("f%d: {seat: french.other, arm: %s, rating: %d, at: [%d,600], directive: %s}",
			i, arms[w.open.IntN(4)], 1+w.open.IntN(4), 200+i*200, pick(w.open, "ADVANCE", "HOLD", "ADVANCE FIRE AT 40")))
		units = append(units, fmt.Sprintf("%s: {seat: dutch.main, name: %s, arm: %s, rating: %d, at: [%d,%d], directive: %s}",
			w.called[i], pick(w.hidden, "Graf", "Baron", "Prinz"), arm, 1+w.open.IntN(4), 200+i*200, 680+w.open.IntN(120),
			pick(w.open, "ADVANCE", "HOLD")))
	}
	for i := range onlookers {
		arm := pick(w.open, "foot", "horse", "dragoons, mounted: no, formation: line")
		march := w.open.IntN(2) == 0
		directive := pick(w.hidden, "HOLD", "HOLD FIRE AT 20", "HOLD IF TURN 90 THEN ADVANCE", "HOLD NO PURSUIT")
		if march {
			directive = pick(w.hidden, "ADVANCE SOUTH", "ADVANCE SOUTH NO PURSUIT", "ADVANCE SOUTH FIRE AT 50")
		}
		units = append(units, fmt.Sprintf("%s: {seat: dutch.main, arm: %s, stands: 2, rating: %d, "+
			"boxes: %d, at: [%d,%d], directive: %s}",
			w.called[3+i], arm, 1+w.hidden.IntN(4), w.hidden.IntN(2), 1000+i*100+w.hidden.IntN(8)-4, 1000+w.hidden.IntN(8)-4,
			directive))
	}
	w.hidden.Shuffle(len(units), func(i, j int) { units[i], units[j] = units[j], units[i] })
	return fmt.Sprintf(`ruleset: firediscipline
title: A fight in the distance
map: {width: 1600, height: 1600}
terrain: {screen: {kind: heavy_woods, at: [[1300,1040],[1500,1040],[1500,1100],[1300,1100]]}}
sides: {french: {edge: south}, dutch: {edge: north}}
seats:
  french.spy: {at: [300,90]}
  french.other: {at: [400,560]}
  dutch.main: {at: [%d,%d]}
units:
  %s
options: {visibility: 1500, shattered: %s}
`, 300+w.hidden.IntN(800), 1300+w.hidden.IntN(200), strings.Join(units, "\n  "), pick(w.open, "remove", "withdraw"))
}

// luck gives a die the same value in both games, by its name.
func (w *distance) luck(turn int) adjudicator.Script {
	return func(name string, least, most int) (int, bool) {
		h := fnv.New64a()
		h.Write([]byte(strconv.Itoa(turn)))
		for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return strings.ContainsRune("/>.#,", r) }) {
			if same, ok := w.ids[word]; ok {
				word = same
			}
			h.Write([]byte("/" + word))
		}
		return least + int(h.Sum64()>>8)%(most-least+1), true
	}
}

// watched is a game of a pair from the spy's point of view.
type watched struct {
	*distance
	pos   adjudicator.Position
	book  *knowledge.Book
	pages *report.Book
}

func watchFrom(t *testing.T, w *distance) *watched {
	g := &watched{distance: w, pos: loadBattle(t, w.scenario())}
	pages, err := report.Compile(Ruleset.Words)
	if err != nil {
		t.Fatal(err)
	}
	g.book, g.pages = knowledge.Open([]string{"french.spy"}, Ruleset.Words.Facts), pages
	opened := adjudicator.Open(g.pos, inputOf(1, nil))
	g.pos.State = opened.State
	g.book.Apply(0, opened.Outcomes)
	return g
}

// turn plays a turn. It returns everything sent to the spy, the number of aliases for enemies, and whether the fight
// came so near that an enemy was identified.
func (g *watched) turn(n int) (sent string, masked int, near bool) {
	var b bytes.Buffer
	mail := pick(g.open, "", "TO aalst: HOLD\n", "RIDE TO nassau\n", "LETTER TO dutch.main: yield.\n",
		"TO n-horse: DRESS ON zz-guard\n", "TO n: HOLD\n", "ATTACH TO m\n")
	desk := adjudicator.Desk{Scenario: g.pos.Scenario, Seat: "french.spy", Turn: n, Known: g.book.Seat("french.spy")}
	doc, reading := Ruleset.ReadMail(desk, mail)
	receipt := orders.Receipt{Document: doc, Entries: reading.Entries, Trailer: reading.Trailer}
	b.WriteString(receipt.Text())
	in := inputOf(n, []events.SeatOrders{
		{Seat: "dutch.main", Orders: []string{fmt.Sprintf("TO %s: FIRE AT %d", g.called[3+g.hidden.IntN(onlookers)],
			20+g.hidden.IntN(30))}},
		{Seat: "french.spy", Orders: reading.Accepted()}})
	res := adjudicator.AdjudicateScripted(g.pos, in, g.luck(n))
	g.pos.State, g.pos.Turn = res.State, n
	g.book.Apply(n, res.Outcomes)
	known := g.book.Seat("french.spy")
	b.WriteString(g.pages.Write(report.Cover{Game: "pair", Next: n + 1}, known).Text())
	b.Write(mapview.Draw(rules.BattleOf[*Battle](g.pos.Scenario).ground(), symbols, known, mapview.Sheet{}).SVG())
	b.Write(bytes.ReplaceAll(known.AppendJSON(nil), []byte("},{"), []byte("},\n{")))
	for _, o := range known.Diary(n) {
		for _, f := range o.Fields {
			if strings.HasPrefix(f.Value, "enemy ") || strings.HasPrefix(f.Value, "an unseen") {
				masked++
			}
			id, _, _ := strings.Cut(f.Value, ".")
			near = near || g.ids[id] != ""
		}
	}
	return b.String(), masked, near
}

// TestWhoIsFarSeatCannotKnow plays a few pairs, or as many as GALLOPER_PAIRS sets.
func TestWhoIsFarSeatCannotKnow(t *testing.T) {
	t.Parallel()
	pairs, turns, masked, compared := 12, 6, 0, 0
	if n, err := strconv.Atoi(os.Getenv("GALLOPER_PAIRS")); err == nil {
		pairs = n
	}
	for pair := range pairs {
		a, b := watchFrom(t, farPair(uint64(pair), uint64(2*pair))), watchFrom(t, farPair(uint64(pair), uint64(2*pair+1)))
		for n := 1; n <= turns; n++ {
			inA, told, nearA := a.turn(n)
			inB, _, nearB := b.turn(n)
			if nearA && nearB {
				break
			}
			masked, compared = masked+told, compared+1
			if inA != inB {
				t.Fatalf("pair %d, turn %d: who is far off changed what is sent: %s", pair, n, firstDifference(inA, inB))
			}
		}
	}
	if masked < 10*pairs || compared < 3*pairs {
		t.Errorf("unknown enemies were told of only %d times in %d turns of %d pairs", masked, compared, pairs)
	}
	t.Logf("%d pairs, %d turns compared, unknown enemies told of %d times", pairs, compared, masked)
}
