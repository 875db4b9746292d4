package firediscipline

import (
	"bytes"
	"fmt"
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

// Facts that a seat cannot know must not change anything sent to it. The two games of a pair differ only in these: the
// enemy's far wing (names, arms, ratings, boxes, directives, places, orders, letters), the orders of the seat's own far
// colleague, and the hidden facts of an enemy in full view.

// spy is the seat whose mails are compared.
const spy = "french.near"

// pairing writes both games of a pair.
type pairing struct {
	open   *rand.Rand // for everything equal in both games
	hidden *rand.Rand // for the differences
	ghosts []string   // hidden units
}

func (w *pairing) scenario() string {
	var b strings.Builder
	chief := rules.YesNo(w.open.IntN(2) == 0)
	fmt.Fprintf(&b, `ruleset: firediscipline
title: Two theatres
map: {width: 4000, height: 1000}
terrain:
  mill: {kind: objective, at: [[400,420],[460,420],[460,480],[400,480]]}
  wood: {kind: heavy_woods, at: [[560,400],[660,400],[660,470],[560,470]]}
  far: {kind: objective, at: [[3200,420],[3300,420],[3300,480],[3200,480]]}
roads: {pave: {at: [[0,500],[4000,500]]}}
sides: {french: {edge: south}, dutch: {edge: north}}
seats:
  french.near: {at: [%d,250], chief: %s}
  french.far: {at: [3960,30]}
  dutch.near: {at: [450,640]}
  dutch.far: {at: [%d,%d]}
units:
`, 350+w.open.IntN(200), chief, 3100+w.hidden.IntN(400), 640+w.hidden.IntN(200))
	for i := range 3 {
		fmt.Fprintf(&b, "  f%d: {seat: french.near, %s, at: [%d,%d]}\n", i, w.regiment(w.open), 250+i*200,
			300+w.open.IntN(60))
		fmt.Fprintf(&b, "  d%d: {seat: dutch.near, %s, at: [%d,%d]}\n", i, w.regiment(w.open), 250+i*200, 520+w.open.IntN(80))
	}
	for i := range 2 {
		fmt.Fprintf(&b, "  x%d: {seat: french.far, %s, at: [%d,300], directive: %s}\n", i, w.regiment(w.open), 3100+i*200,
			pick(w.hidden, "ADVANCE", "HOLD", "ADVANCE TO far"))
	}
	fmt.Fprintf(&b, "  sentry: {seat: dutch.near, arm: horse, stands: 3, at: [20,480], rating: %d, boxes: %d, "+
		"directive: HOLD%s}\n",
		1+w.hidden.IntN(4), w.hidden.IntN(3), pick(w.hidden, "", " IF TURN 40 THEN ADVANCE", " HOLD FIRE", " NO PURSUIT"))
	names := []string{"phantom", "ghost", "wraith", "d9", "f9", "sentry2", "aardvark", "royal"}
	w.hidden.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	w.ghosts = names[:1+w.hidden.IntN(4)]
	for i, id := range w.ghosts {
		fmt.Fprintf(&b, "  %s: {seat: dutch.far, %s, at: [%d,%d], boxes: %d, directive: %s}\n", id, w.regiment(w.hidden),
			2900+i*200+w.hidden.IntN(40), 470+w.hidden.IntN(250), w.hidden.IntN(2),
			pick(w.hidden, "ADVANCE", "HOLD", "ASSAULT far", "ADVANCE FIRE AT 40"))
	}
	fmt.Fprintf(&b, "options: {visibility: 700, shattered: %s}\n", pick(w.open, "remove", "withdraw"))
	return b.String()
}

func (w *pairing) regiment(r *rand.Rand) string {
	return fmt.Sprintf("arm: %s, rating: %d", pick(r, "foot, stands: 4", "foot, stands: 5, drill: platoon",
		"horse, stands: 3", "foot, half: yes, stands: 4, formation: open",
		"guns, stands: 2, pdr: 6", "dragoons, stands: 3"), 1+r.IntN(4))
}

// mail returns the mail of the seat under test. It also names units that the seat does not know, which exist in one
// game of the pair.
func (w *pairing) mail() string {
	var b strings.Builder
	place := func() string { return fmt.Sprintf("%d,%d", 200+w.open.IntN(500), 250+w.open.IntN(300)) }
	for i := range 3 {
		if w.open.IntN(2) == 0 {
			fmt.Fprintf(&b, "TO f%d: %s\n", i, pick(w.open, "ADVANCE", "HOLD mill", "ADVANCE TO mill FIRE AT 40",
				"WITHDRAW 60 YDS", "ADVANCE TO "+place(), "HOLD FIRE", "DRESS ON phantom", "DRESS ON f0"))
		}
	}
	b.WriteString(pick(w.open, "TO phantom: HOLD\n", "RIDE TO ghost\n", "ATTACH TO wraith\n", "TO f9: ADVANCE\n",
		"LETTER TO dutch.far: yield.\n", "TO royal, f1: HOLD\n", "TO sentry2: HOLD\n", "TO d9: HOLD\n", ""))
	b.WriteString(pick(w.open, "RIDE TO "+place()+"\n", "ATTACH TO f1\n", "LETTER TO far: how goes it?\n", "STAY\n", ""))
	return b.String()
}

// others returns the orders that the seat cannot know.
func (w *pairing) others() []events.SeatOrders {
	var far, friend []string
	for _, id := range w.ghosts {
		if w.hidden.IntN(2) == 0 {
			far = append(far, "TO "+id+": "+pick(w.hidden, "ADVANCE", "HOLD", "WITHDRAW 80 YDS", "ASSAULT far"))
		}
	}
	far = append(far, pick(w.hidden, "LETTER TO dutch.near: the mill is weak", "RIDE TO far", "ATTACH TO "+w.ghosts[0]))
	friend = append(friend, pick(w.hidden, "TO x0: ADVANCE", "TO x1: HOLD far", "TO ALL: WITHDRAW 60 YDS",
		"LETTER TO near: all is well"))
	near := []string{"TO d1: " + pick(w.open, "ADVANCE", "HOLD", "HOLD mill"),
		"LETTER TO dutch.far: " + pick(w.hidden, "come", "stay where you are, whatever you hear")}
	return []events.SeatOrders{{Seat: "dutch.far", Orders: far}, {Seat: "dutch.near", Orders: near},
		{Seat: "french.far", Orders: friend}}
}

// spied is one game of a pair, with everything sent to the seat.
type spied struct {
	*pairing
	pos   adjudicator.Position
	book  *knowledge.Book
	pages *report.Book
}

func spyOn(t *testing.T, open, hidden uint64) *spied {
	t.Helper()
	w := &pairing{open: rand.New(rand.NewPCG(open, 1)), hidden: rand.New(rand.NewPCG(hidden, 2))}
	g := &spied{pairing: w, pos: loadBattle(t, w.scenario())}
	pages, err := report.Compile(Ruleset.Words)
	if err != nil {
		t.Fatal(err)
	}
	var seats []string
	for _, s := range g.pos.Scenario.Seats() {
		seats = append(seats, s.ID)
	}
	g.book, g.pages = knowledge.Open(seats, Ruleset.Words.Facts), pages
	opened := adjudicator.Open(g.pos, inputOf(1, nil))
	g.pos.State = opened.State
	g.book.Apply(0, opened.Outcomes)
	return g
}

// turn plays a turn and returns everything sent to the seat. touched reports whether hidden facts of the sentry have
// had an effect.
func (g *spied) turn(t *testing.T, n int) (sent string, touched bool) {
	t.Helper()
	in := inputOf(n, g.others())
	var b bytes.Buffer
	doc, reading := Ruleset.ReadMail(adjudicator.Desk{Scenario: g.pos.Scenario, Seat: spy, Turn: n,
		Known: g.book.Seat(spy)}, g.mail())
	receipt := orders.Receipt{Document: doc, Entries: reading.Entries, Trailer: reading.Trailer}
	b.WriteString(receipt.Text())
	in.Orders = append(in.Orders, events.SeatOrders{Seat: spy, Orders: reading.Accepted()})
	res := adjudicator.Adjudicate(g.pos, in)
	g.pos.State, g.pos.Turn = res.State, n
	g.book.Apply(n, res.Outcomes)
	known := g.book.Seat(spy)
	b.WriteString(g.pages.Write(report.Cover{Game: "pair", Next: n + 1}, known).Text())
	b.Write(mapview.Draw(rules.BattleOf[*Battle](g.pos.Scenario).ground(), symbols, known, mapview.Sheet{}).SVG())
	b.Write(bytes.ReplaceAll(known.AppendJSON(nil), []byte("},{"), []byte("},\n{"))) // the seat's file
	for i := range res.Outcomes {
		o := &res.Outcomes[i]
		switch o.Name {
		case "morale.failed", "morale.passed", "boxes.marked", "charge.declared", "reaction.chosen", "melee.fought":
			touched = touched || o.Get("unit") == "sentry" || o.Get("target") == "sentry" || o.Get("charger") == "sentry"
		}
	}
	return b.String(), touched
}

// firstDifference returns the first lines that differ.
func firstDifference(a, b string) string {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(as), len(bs)) {
		if as[i] != bs[i] {
			return fmt.Sprintf("line %d\n  %s\n  %s", i+1, as[i], bs[i])
		}
	}
	return fmt.Sprintf("one has %d lines, the other %d", len(as), len(bs))
}

// TestWhatASeatCannotKnow plays a few pairs, or as many as GALLOPER_PAIRS sets.
func TestWhatASeatCannotKnow(t *testing.T) {
	t.Parallel()
	pairs, turns, compared := 12, 5, 0
	if n, err := strconv.Atoi(os.Getenv("GALLOPER_PAIRS")); err == nil {
		pairs = n
	}
	for pair := range pairs {
		a, b := spyOn(t, uint64(pair), uint64(2*pair)), spyOn(t, uint64(pair), uint64(2*pair+1))
		for n := 1; n <= turns; n++ {
			inA, touchedA := a.turn(t, n)
			inB, touchedB := b.turn(t, n)
			if touchedA || touchedB {
				break
			}
			if inA != inB {
				t.Fatalf("pair %d, turn %d: what %s cannot know changed what it is sent: %s", pair, n, spy,
					firstDifference(inA, inB))
			}
			compared++
		}
	}
	if compared < pairs*turns/2 {
		t.Errorf("only %d turns of %d pairs were compared", compared, pairs)
	}
}

// TestSecretsThatAreTold shows that the pairs would reveal a leak: a seat that sees the hidden wing is sent different
// mails in the two games.
func TestSecretsThatAreTold(t *testing.T) {
	t.Parallel()
	a, b := spyOn(t, 1, 2), spyOn(t, 1, 3)
	for _, g := range []*spied{a, b} {
		g.turn(t, 1)
	}
	text := func(g *spied) string {
		return g.pages.Write(report.Cover{Game: "pair", Next: 2}, g.book.Seat("french.far")).Text()
	}
	if text(a) == text(b) {
		t.Error("the far seat is told the same of two different enemies")
	}
}

// TestKillZonesOnRequest draws a battery's kill zones only for its own side and the umpire.
func TestKillZonesOnRequest(t *testing.T) {
	t.Parallel()
	pos := loadBattle(t, `ruleset: firediscipline
title: Zones
map: {width: 900, height: 900}
sides: {french: {edge: south}, dutch: {edge: north}}
seats:
  french.north: {at: [300,250]}
  dutch.south: {at: [300,450]}
units:
  g: {seat: french.north, arm: guns, stands: 2, rating: 2, pdr: 6, at: [300,300]}
  t: {seat: dutch.south, arm: foot, stands: 4, rating: 2, at: [300,420]}
`)
	book := knowledge.Open([]string{"french.north", "dutch.south"}, Ruleset.Words.Facts)
	book.Apply(0, adjudicator.Open(pos, inputOf(1, nil)).Outcomes)
	draw := func(seat string, zones bool) string {
		return string(mapview.Draw(rules.BattleOf[*Battle](pos.Scenario).ground(), symbols, book.Seat(seat),
			mapview.Sheet{Zones: zones}).SVG())
	}
	const legend = "kill zone of guns"
	for seat, sees := range map[string]bool{knowledge.Umpire: true, "french.north": true, "dutch.south": false} {
		if strings.Contains(draw(seat, true), legend) != sees {
			t.Errorf("%s: kill zones shown %v, want %v", seat, !sees, sees)
		}
		if strings.Contains(draw(seat, false), legend) {
			t.Errorf("%s: kill zones are shown without being asked for", seat)
		}
	}
}
