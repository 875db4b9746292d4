package orderdiscipline

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/desks"
	"galloper/adjudicator/oracle"
	"galloper/adjudicator/rules"
	"galloper/events"
	"galloper/orders"
	"galloper/projections/mapview"
	"galloper/projections/report"
)

// Non-interference: facts that a seat cannot know must not change anything it receives. Each test plays a
// pair of games that differ only in such facts: which of two enemy battalions, too distant to identify, is
// which, and their order in the scenario file; the types, number and actions of enemies out of sight; the
// enemy's cards and orders; and the orders of a friendly general days of riding away.

// spy is the seat that must not be able to tell the two games apart.
const spy = "french.g0"

// pairing generates both games of a pair.
type pairing struct {
	open   *levy      // choices that both games share
	hidden *rand.Rand // choices in which they differ
	swap   bool       // a0 and a1 have swapped places
	far    []string   // enemies out of sight
	apart  bool       // a friendly general is far away
	public bool       // the names of enemy units are public
}

func (w *pairing) pick(list ...string) string { return list[w.hidden.IntN(len(list))] }

// ghosts are possible names of enemies out of sight.
var ghosts = []string{"a9", "ghost", "zouaves", "aa", "f8"}

// name returns the battalion that has the place of a0 or a1 in this game.
func (w *pairing) name(i int) string { return fmt.Sprintf("a%d", i^bit(w.swap)) }

func (w *pairing) scenario() string {
	l := w.open
	l.generals, l.places = map[string][]string{spy: {"f0", "f1", "f2"}}, []string{"farm", "farm"}
	l.seats, l.units = []string{spy, "allied.g0", "allied.g1"}, [2][]string{{"f0", "f1", "f2"}, {"a0", "a1", "ghost"}}
	couriers, oob := l.pick([]string{"on", "off"}), l.pick([]string{"public", "secret"})
	seats, units := "", []string{
		"  " + w.name(0) + ": {general: allied.g0, kind: infantry, stands: 6, at: [40, 15.5], facing: 270}\n",
		"  " + w.name(1) + ": {general: allied.g0, kind: infantry, stands: 6, at: [46, 24], facing: 270}\n"}
	w.public = oob == "public"
	names := slices.Clone(ghosts)
	w.hidden.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	w.far = names[:1+w.hidden.IntN(3)]
	for i, id := range w.far {
		units = append(units, fmt.Sprintf("  %s: {general: allied.g1, kind: %s, quality: %s, lost: %d, at: [%d, %d], "+
			"facing: 270}\n", id,
			w.pick("infantry, stands: 6", "light-cavalry, stands: 4", "foot-artillery, stands: 2"), w.pick("green", "elite"),
			w.hidden.IntN(2),
			182+5*i, 8+w.hidden.IntN(24)))
	}
	w.hidden.Shuffle(len(units), func(i, j int) { units[i], units[j] = units[j], units[i] })
	if w.apart = couriers == "on"; w.apart { // otherwise no report lags
		seats = fmt.Sprintf("  french.g1: {at: [128, 4], ability: %d, superior: french.g0}\n", l.IntN(3))
		units = append(units, "  f9: {general: french.g1, kind: infantry, stands: 6, at: [130, 4], facing: 90}\n")
	}
	return `ruleset: orderdiscipline
title: Two that differ
map:
  size: [200, 40]
  places: {farm: [20, 20]}
  areas: {height: {kind: hill, height: 3, polygon: [[100,0],[110,0],[110,40],[100,40]]}}
sides: {french: {home: west}, allied: {home: east}}
seats:
  french.g0: {at: [6, 20], ability: 1}
  allied.g0: {at: [178, 20], ability: 1}
  allied.g1: {at: [196, 36], superior: allied.g0}
` + seats + `units:
  f0: {general: french.g0, kind: infantry, stands: 6, at: [10, 16], facing: 90}
  f1: {general: french.g0, kind: light-cavalry, stands: 4, at: [10, 24], facing: 90}
  f2: {general: french.g0, kind: foot-artillery, stands: 2, at: [10, 20], facing: 90}
` + strings.Join(units, "") + "options: {couriers: " + couriers + ", oob: " + oob + ", identify: 6}\n"
}

// input returns a turn's input: the spy's mail, and orders and a ruling that the spy cannot know of. The dice
// of the two battalions depend on their names, and no two distances are equal.
func (w *pairing) input(turn int, first []string) events.TurnInput {
	chief := []string{w.name(0) + " " + w.open.pick([]string{"HOLD", "ADVANCE 2.00", "FORM column", "FACE 250"}),
		w.name(1) + " " + w.open.pick([]string{"HOLD", "FACE 290", "FALL BACK 2.00", "MOVE 4.00 0"}),
		w.name(0) + " HOLD FIRE", w.name(1) + " HOLD FIRE", "SEQUENCE " + w.name(0) + ", " + w.name(1)}
	var enemy, friend []string
	for _, id := range w.far {
		enemy = append(enemy, id+" "+w.pick("HOLD", "FACE 90", "ADVANCE 1.00", "FALL BACK 1.00"))
	}
	if w.hidden.IntN(2) == 0 {
		chief = append(chief, "TO allied.g1: "+w.far[0]+" "+w.pick("HOLD", "ADVANCE 2.00"),
			"LETTER TO allied.g1: "+w.pick("come", "stay"))
		enemy = append(enemy, "SELF MOVE TO 196.00,30.00")
	}
	in := inputOf(turn, []events.SeatOrders{{Seat: "allied.g0", Orders: chief}, {Seat: "allied.g1", Orders: enemy},
		{Seat: spy, Orders: first}})
	if w.apart {
		friend = append(friend, "f9 "+w.pick("HOLD", "FACE 90", "ADVANCE 1.00", "FORM column",
			"FORM line THEN ADVANCE 3.00"), "STANDING f9 HOLD FIRE")
		in.Orders = append(in.Orders, events.SeatOrders{Seat: "french.g1", Orders: friend})
	}
	hand := w.pick("-", "jack", "joker,king,king,queen,queen,jack,jack", "queen,queen")
	in.Rulings = []events.Ruling{{Outcome: fmt.Sprintf("t%d.1", turn), Sets: []events.Setting{{Path: "side.allied.hand",
		Value: hand}}}}
	return in
}

// mail returns the spy's mail. Some lines name units that the spy does not know, and that exist in one of the
// games.
func (w *pairing) mail() string {
	lines := strings.Split(w.open.mail(spy), "\n")
	lines = append(lines, w.open.pick([]string{"f0 fire at ghost", "f1 charge zouaves", "f0 support aa",
		"LETTER TO a9: hello", "TO far: all hold",
		"f0 charge nearest enemy", "f1 charge nearest enemy", "f2 fire at f8", "f0 face a9 xyzzy",
		"f2 fire at nearest enemy", "f2 fire at enemy at 34,16"}))
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool { // public names differ
		ghost := slices.ContainsFunc(ghosts, func(id string) bool { return strings.Contains(line, id) })
		return ghost && w.public || strings.Contains(line, "a0") || strings.Contains(line, "a1") ||
			!strings.Contains(line, "nearest") && strings.Contains(line, "charge")
	}), "\n")
}

type spied struct {
	*pairing
	*field
	pages *report.Book
}

func spyOn(t *testing.T, open, hidden uint64, swap bool) *spied {
	t.Helper()
	pages, err := report.Compile(Ruleset.Words)
	if err != nil {
		t.Fatal(err)
	}
	w := &pairing{open: &levy{Rand: rand.New(rand.NewPCG(open, 77))}, hidden: rand.New(rand.NewPCG(hidden, 78)),
		swap: swap}
	return &spied{w, openField(t, w.scenario()), pages}
}

// turn plays a turn and returns everything that the spy receives. named reports that the spy has identified
// one of the two battalions; struck that one was hit, by dice that depend on its name.
func (g *spied) turn(t *testing.T, n int) (given []oracle.Channel, named, struck bool) {
	t.Helper()
	doc, reading := Ruleset.ReadMail(adjudicator.Desk{Scenario: g.pos.Scenario, Seat: spy, Turn: n,
		Known: g.book.Seat(spy)}, g.mail())
	receipt := orders.Receipt{Document: doc, Entries: reading.Entries, Trailer: reading.Trailer}
	res := adjudicator.Adjudicate(g.pos, g.input(n, reading.Accepted()))
	g.pos.State, g.pos.Turn = res.State, n
	g.book.Apply(n, res.Outcomes)
	known := g.book.Seat(spy)
	given = []oracle.Channel{
		{Name: "receipt", Text: receipt.Text()},
		{Name: "report", Text: g.pages.Write(report.Cover{Game: "pair", Next: n + 1},
			known).Text()},
		{Name: "export", Text: string(known.AppendJSON(nil))},
		{Name: "map", Text: string(mapview.Draw(Ruleset.Ground(g.pos.Scenario), symbols, known, mapview.Sheet{}).SVG())},
	}
	s := rules.StateOf[State](res.State)
	for _, id := range []string{"a0", "a1"} {
		u := s.b.unitIDs.Must(id)
		named = named || s.Known[s.b.seatIDs.Must(spy)].Foes[u].Named
		struck = struck || s.Units[u].Lost+s.Units[u].Hits > 0
	}
	return given, named, struck
}

// TestNonInterference plays a few pairs, or the number in GALLOPER_PAIRS.
func TestNonInterference(t *testing.T) {
	t.Parallel()
	compared, differed, fired, odds := 0, 0, 0, 0
	for pair := range oracle.Many(os.Getenv("GALLOPER_PAIRS"), 24) {
		a, b := spyOn(t, uint64(pair), uint64(2*pair), false), spyOn(t, uint64(pair), uint64(2*pair+1), pair%2 == 0)
		for n := 1; n <= 6; n++ {
			one, named, struck := a.turn(t, n)
			other, again, hit := b.turn(t, n)
			if named || again || a.swap != b.swap && (struck || hit) {
				break
			}
			oracle.CannotTell(t, fmt.Sprintf("pair %d turn %d", pair, n), one, other)
			compared++
			differed += bit(adjudicator.Hash(a.pos.State) != adjudicator.Hash(b.pos.State))
			fired += strings.Count(one[2].Text, "fire.volley")
			odds += strings.Count(one[0].Text, "command roll")
		}
	}
	if compared < 20 || differed < compared/2 || fired == 0 || odds == 0 {
		t.Errorf("%d turns were compared, %d of them of games that differ, %d volleys, %d odds: the test tests too little",
			compared, differed, fired, odds)
	}
	t.Logf("%d turns were compared, %d of them of games that differ, %d volleys", compared, differed, fired)
}

// TestTheTableSaysWhatSilenceDoes checks that the report shows units without standing orders as awaiting
// orders.
func TestTheTableSaysWhatSilenceDoes(t *testing.T) {
	t.Parallel()
	g := spyOn(t, 1, 2, false)
	g.turn(t, 1)
	known := g.book.Seat(spy)
	told := desks.Story(&Ruleset, g.pos.Scenario, known, nil)
	text := g.pages.Write(report.Cover{Game: "pair", Next: 2, Story: told}, known).Text()
	if n := strings.Count(text, "awaiting orders"); n != 3 {
		t.Errorf("the table says it of %d units, not of f0, f1 and f2:\n%s", n, text)
	}
}

// TestSecretsThatAreTold checks that the pairs do differ: the enemy's general receives different reports in
// the two games.
func TestSecretsThatAreTold(t *testing.T) {
	t.Parallel()
	text := func(g *spied) string {
		g.turn(t, 1)
		return g.pages.Write(report.Cover{Game: "pair", Next: 2}, g.book.Seat("allied.g0")).Text()
	}
	if text(spyOn(t, 1, 2, false)) == text(spyOn(t, 1, 3, true)) {
		t.Error("the enemy is told the same of two different games")
	}
}
