package fieldcommand

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/oracle"
	"galloper/adjudicator/rules"
	"galloper/events"
	"galloper/orders"
	"galloper/projections/knowledge"
	"galloper/projections/report"
)

// levy generates random scenarios and orders.
type levy struct {
	*rand.Rand
	locales []string
	near    map[string][]string
	ours    map[string][]string // units by seat
	seats   []string
}

// writeScenario generates a map of columns by rows with an army on each half.
func (l *levy) writeScenario(columns, rows, perSide int, options string) string {
	var b strings.Builder
	b.WriteString("ruleset: fieldcommand\ntitle: A battle by lot\nmap:\n  locales:\n")
	l.near = map[string][]string{}
	id := func(x, y int) string { return fmt.Sprintf("l%d_%d", x, y) }
	for y := range rows {
		for x := range columns {
			extra := ""
			switch {
			case x == 0:
				extra = ", entry: [union]"
			case x == columns-1:
				extra = ", entry: [csa]"
			case x == columns/2-1 && y == rows/2:
				extra = ", objective: [union]"
			case x == columns/2 && y == rows/2:
				extra = ", objective: [csa]"
			}
			fmt.Fprintf(&b, "    %s: {terrain: %s%s}\n", id(x, y), terrains[l.IntN(4)], extra)
			l.locales = append(l.locales, id(x, y))
		}
	}
	b.WriteString("  boundaries:\n")
	join := func(a, c string) {
		roads := []string{"", ", road: main", ", road: minor", ", road: [minor, railroad]", ", restricted: yes",
			", width: 1", ", obstructed: [" + a + "]", ", width: {" + a + ": 3, " + c + ": 1}, road: main"}
		fmt.Fprintf(&b, "    - {between: [%s, %s]%s}\n", a, c, roads[l.IntN(len(roads))])
		l.near[a], l.near[c] = append(l.near[a], c), append(l.near[c], a)
	}
	for y := range rows {
		for x := range columns {
			if x+1 < columns {
				join(id(x, y), id(x+1, y))
			}
			if y+1 < rows {
				join(id(x, y), id(x, y+1))
			}
		}
	}
	b.WriteString("sides: {union: {groups: {1: {}, 2: {from: 2}}}, csa: {groups: {1: {from: 2}}}}\n")
	l.writeSeats(&b, columns, rows, id)
	l.writeUnits(&b, columns, rows, perSide, id)
	b.WriteString("options: {" + options + "}\nvictory: {rounds: 8}\n")
	return b.String()
}

func (l *levy) writeSeats(b *strings.Builder, columns, rows int, id func(x, y int) string) {
	fmt.Fprintf(b, "seats:\n  union.army: {role: army, at: %s}\n  union.i: {at: %s}\n  union.ii: {}\n", id(0, 0), id(1,
		rows-1))
	fmt.Fprintf(b, "  csa.army: {role: army, at: %s}\n  csa.i: {at: %s}\n", id(columns-1, 0), id(columns-2, rows-1))
	l.seats = []string{"csa.army", "csa.i", "union.army", "union.i", "union.ii"}
	l.ours = map[string][]string{}
}

func (l *levy) writeUnits(b *strings.Builder, columns, rows, perSide int, id func(x, y int) string) {
	b.WriteString("units:\n")
	held := map[string]int{}
	for i := range perSide * 2 {
		side, seats, from := "union", []string{"union.army", "union.i", "union.ii"}, 0
		if i%2 == 1 {
			side, seats, from = "csa", []string{"csa.army", "csa.i"}, columns/2
		}
		unit, seat := fmt.Sprintf("%s%d", side[:1], i/2), seats[l.IntN(len(seats))]
		kind := []string{"infantry", "infantry, strength: 2", "infantry, strength: 1", "cavalry", "artillery",
			"infantry"}[l.IntN(6)]
		place := ""
		for try := 0; ; try++ {
			at := id(from+l.IntN(columns/2), l.IntN(rows))
			if held[at] < 4 {
				held[at]++
				place = "at: " + at
				if l.IntN(3) == 0 {
					place += "/" + l.near[at][l.IntN(len(l.near[at]))]
				}
				break
			}
		}
		switch {
		case i < 4 || i == 6:
			group := 1
			if i == 6 {
				group = 2
			}
			kind, place = "infantry", fmt.Sprintf("group: %d", group)
		case kind == "infantry, strength: 1" && !strings.Contains(place, "/") && l.IntN(2) == 0:
			kind = "infantry, disrupted: yes"
		}
		fmt.Fprintf(b, "  %s: {seat: %s, kind: %s, %s}\n", unit, seat, kind, place)
		l.ours[seat] = append(l.ours[seat], unit)
	}
}

func (l *levy) unit(seat string) string {
	if len(l.ours[seat]) == 0 {
		return "nobody"
	}
	return l.ours[seat][l.IntN(len(l.ours[seat]))]
}

// group names one unit, or sometimes more.
func (l *levy) group(seat string) string {
	if l.IntN(8) == 0 {
		return "ALL" + []string{"", " INFANTRY", " CAVALRY"}[l.IntN(3)] + " AT " + l.locale()
	}
	list := []string{l.unit(seat)}
	for l.IntN(2) == 0 && len(list) < 4 {
		if u := l.unit(seat); !slices.Contains(list, u) {
			list = append(list, u)
		}
	}
	return strings.Join(list, ", ")
}

func (l *levy) locale() string { return l.locales[l.IntN(len(l.locales))] }

// fighting returns an order that closes with the enemy.
func (l *levy) fighting(s *State, seat string) string {
	u := l.unit(seat)
	i := s.unitIndex(u)
	if i < 0 || !s.Units[i].onMap() {
		return "MOBILIZE GROUP " + fmt.Sprint(1+l.IntN(2)) + " AT " + map[string]string{"u": l.locales[0],
			"c": l.locales[len(l.locales)-1]}[seat[:1]]
	}
	at, side := s.Units[i].At, s.Units[i].Side
	here := s.b.Locales[at.Locale].ID
	for _, n := range s.b.neighbours(at.Locale) {
		if !s.enemyHeld(n, side) || at.Toward >= 0 && at.Toward != n {
			continue
		}
		there := s.b.Locales[n].ID
		switch {
		case s.Units[i].Status == Disrupted:
			return "RALLY ALL AT " + here
		case s.Units[i].Kind == Artillery && s.Units[i].Ranging:
			return []string{"BOMBARD " + there + " WITH ALL AT " + here + "/" + there, "LIMBER " + u}[l.IntN(2)]
		case s.Units[i].Kind == Artillery && !at.Reserve():
			return "RANGE " + u
		case at.Reserve():
			return []string{"SECURE " + there + " WITH ALL AT " + here, "ATTACK " + there + " WITH " + u, "SECURE " + there +
				" WITH " + u}[l.IntN(3)]
		}
		return "ATTACK " + there + " WITH ALL AT " + here + "/" + there
	}
	near := l.near[here]
	to := near[l.IntN(len(near))]
	if s.Units[i].Kind == Cavalry {
		for _, n := range s.b.neighbours(at.Locale) {
			for _, m := range s.b.neighbours(n) {
				if s.enemyHeld(m, side) {
					return "CHARGE " + s.b.Locales[m].ID + " VIA " + s.b.Locales[n].ID + " WITH " + u
				}
			}
		}
	}
	for j := range s.Units {
		x, y := &s.Units[i], &s.Units[j]
		if i != j && x.At == y.At && x.Kind == y.Kind && x.Strength == y.Strength && x.Strength < 2 && at.Reserve() &&
			x.Kind == Infantry {
			return map[int]string{0: "RALLY ", 1: "MERGE "}[x.Strength] + u + ", " + y.ID
		}
	}
	if s.Units[i].Kind == Cavalry {
		return "CAVALRY MARCH " + u + " VIA " + to + " TO " + l.near[to][l.IntN(len(l.near[to]))]
	}
	return "MARCH ALL AT " + here + " TO " + to
}

// line returns a random order. Its places are mostly near a known unit.
func (l *levy) line(s *State, seat string) string {
	u := l.unit(seat)
	place, start := l.locale(), l.locale()
	if i := s.unitIndex(u); i >= 0 && s.Units[i].onMap() && l.IntN(10) > 0 {
		start = s.b.Locales[s.Units[i].At.Locale].ID
		place = l.near[start][l.IntN(len(l.near[start]))]
		if t := s.Units[i].At.Toward; t >= 0 && l.IntN(2) == 0 {
			place = s.b.Locales[t].ID
		}
	}
	g := u
	if l.IntN(2) == 0 {
		g = l.group(seat)
	}
	choices := []string{
		"ATTACK " + place + " WITH " + g, "ATTACK " + place + " WITH ALL AT " + start, "ATTACK " + place + " WITH " + u,
		"MARCH " + g + " TO " + place, "MARCH " + u + " TO " + l.locale(), "SECURE " + place + " WITH " + g, "FALL BACK " + g,
		"ASSAULT " + place + " WITH " + g + " LED BY " + u, "ADVANCE " + g + " TO " + place, "MANEUVER " + g + " TO " +
			place + " ELSE STAY",
		"CHARGE " + l.locale() + " WITH " + u, "CHARGE " + place + " WITH ALL AT " + l.locale(), "BOMBARD " + place +
			" WITH ALL AT " + start + "/" + place,
		"CAVALRY MARCH " + u + " TO " + l.locale(), "ROAD MARCH " + g + " TO " + l.locale() + " DEPLOY TOWARD " + place,
		"RANGE " + u, "LIMBER " + u, "SPIKE " + u, "SPLIT " + u + " INTO 1, 1", "SPLIT " + u + " INTO 2, 1", "MERGE " + u +
			", " + l.unit(seat), "RALLY ALL AT " + start,
		"RALLY ALL AT " + l.locale(), "MOBILIZE GROUP 1 AT " + l.locales[0], "MOBILIZE GROUP 1 AT " +
			l.locales[len(l.locales)-1], "MOBILIZE 2 AT " + l.locales[0],
		"PLAY " + standardDeck[l.IntN(len(standardDeck))].ID, "PLAY works AT " + place, "WAIT", "HOLD " + u, "RIDE TO " +
			l.locale(), "RIDE WITH " + u,
		"TO " + u + ": FIELD MARCH TO " + place, "TO " + u + ": SECURE " + place, "STANDING AT " + start +
			": IF 2 OR MORE WITHDRAW TO " + place + " ELSE HOLD WITH " + u,
		"STANDING WITHDRAW", "STANDING HOLD", "STANDING ASK", "STANDING RANGE " + u, "STANDING LEAD " + u,
		"STANDING LOSSES LAST " + u, "STANDING FALL BACK FROM " + start + " TO " + place,
		"IF " + place + " IS EMPTY THEN FIELD MARCH " + g + " TO " + place,
		"IF ORDER 1 SUCCEEDED AND NOT MORALE BELOW 3 THEN ATTACK " + place + " WITH " + g,
		"LETTER TO " + l.mate(seat) + ": The enemy is at " + place + ".\n.", "TO " + l.mate(seat) + ": MARCH " +
			l.unit(l.mate(seat)) + " TO " + place, "REPORT TO " + l.mate(seat),
		"ASSIGN " + u + " TO " + l.mate(seat),
	}
	return choices[l.IntN(len(choices))]
}

// mate returns another seat of the side.
func (l *levy) mate(seat string) string {
	for {
		other := l.seats[l.IntN(len(l.seats))]
		if other != seat && other[:2] == seat[:2] {
			return other
		}
	}
}

// game is a battle played by mail.
type game struct {
	t     testing.TB
	pos   adjudicator.Position
	book  *knowledge.Book
	pages *report.Book
	seed  string
	names func(string) string
}

func newGame(t testing.TB, text, seed string) *game {
	t.Helper()
	ruleset, sc, faults := adjudicator.Load([]*adjudicator.Ruleset{&Ruleset}, "battle.yaml", []byte(text))
	if len(faults) > 0 {
		t.Fatalf("the scenario is refused: %v\n%s", faults, text)
	}
	pages, err := report.Compile(ruleset.Words)
	if err != nil {
		t.Fatal(err)
	}
	var seats []string
	for _, s := range sc.Seats() {
		seats = append(seats, s.ID)
	}
	g := &game{t: t, seed: seed, pages: pages, book: knowledge.Open(seats, ruleset.Words.Facts),
		names: rules.BattleOf[*Battle](sc).NameOf,
		pos:   adjudicator.Position{Game: "lot", Ruleset: ruleset, Scenario: sc, State: sc.Start()}}
	res := adjudicator.Open(g.pos, g.input(1))
	g.pos.State = res.State
	g.book.Apply(0, res.Outcomes)
	return g
}

func (g *game) state() *State { return rules.StateOf[State](g.pos.State) }

func (g *game) input(turn int) events.TurnInput {
	return events.TurnInput{Turn: turn, Seed: sha256.Sum256(fmt.Appendf(nil, "S%s %d", g.seed, turn)),
		Sealed: sha256.Sum256(fmt.Appendf(nil, "P%s %d", g.seed, turn))}
}

// read parses a mail as the seat's receipt does, and checks that each recorded line parses to itself.
func (g *game) read(seat, body string) (receipt string, lines []string) {
	g.t.Helper()
	desk := adjudicator.Desk{Scenario: g.pos.Scenario, Seat: seat, Turn: g.pos.Turn + 1, Known: g.book.Seat(seat)}
	doc, reading := Ruleset.ReadMail(desk, body)
	r := orders.Receipt{Document: doc, Entries: reading.Entries, Trailer: reading.Trailer}
	for _, e := range reading.Entries {
		if e.Refusal != nil {
			continue
		}
		item := language.Item(e.Canonical)
		again := Ruleset.Read(desk, []orders.Item{item})
		if again.Entries[0].Refusal != nil || again.Entries[0].Canonical != e.Canonical {
			g.t.Fatalf("%q is read again as %+v", e.Canonical, again.Entries[0])
		}
	}
	return r.Text(), reading.Accepted()
}

// play plays the next turn with the mails and answers the questions.
func (g *game) play(mails map[string]string, answer func(*adjudicator.Decision) string) []events.Outcome {
	g.t.Helper()
	in := g.input(g.pos.Turn + 1)
	for _, s := range []string{"csa.army", "csa.i", "union.army", "union.i", "union.ii"} {
		if body := mails[s]; body != "" {
			_, lines := g.read(s, body)
			in.Orders = append(in.Orders, events.SeatOrders{Seat: s, Orders: lines})
		}
	}
	res := adjudicator.Adjudicate(g.pos, in)
	for n := 0; res.Question != nil; n++ {
		if n > 50 {
			g.t.Fatal("asked for ever")
		}
		in.Answers = append(in.Answers, events.Answer{Seat: res.Question.Seat, Option: answer(res.Question), By: "answer"})
		res = adjudicator.Adjudicate(g.pos, in)
	}
	res = oracle.Turn(g.t, g.pos, in)
	g.pos.State, g.pos.Turn = res.State, in.Turn
	g.book.Apply(in.Turn, res.Outcomes)
	return res.Outcomes
}

// report returns a seat's report.
func (g *game) report(seat string) string {
	c := report.Cover{Game: "lot", Next: g.pos.Turn + 1, Names: g.names}
	return g.pages.Write(c, g.book.Seat(seat)).Text()
}

// kindsOfGames lists the options that the battles are played with.
var kindsOfGames = []string{"couriers: off", "fog: sight", "", "turns: simultaneous, ask: always",
	"fog: open, on_zero: fight, cards: off", "fog: sight, turns: simultaneous, couriers: off",
	"bombard_keeps_ranging: yes, cavalry_storms: no, march_needs_road: no, on_zero: fight"}

// mails returns random orders of all seats.
func (l *levy) mails(s *State, lines int) map[string]string {
	mails := map[string]string{}
	for _, seat := range l.seats {
		var body strings.Builder
		for range l.IntN(lines) {
			if l.IntN(3) > 0 {
				body.WriteString(l.fighting(s, seat) + "\n")
				continue
			}
			body.WriteString(l.line(s, seat) + "\n")
		}
		mails[seat] = body.String()
	}
	return mails
}

func (l *levy) answer(d *adjudicator.Decision) string { return d.Options[l.IntN(len(d.Options))] }

func TestRandomBattles(t *testing.T) {
	battles := oracle.Many(os.Getenv("GALLOPER_BATTLES"), 14)
	if testing.Short() {
		battles = 5
	}
	seen, ended := map[string]int{}, 0
	for n := range battles {
		l := &levy{Rand: rand.New(rand.NewPCG(uint64(n), 1863))}
		g := newGame(t, l.writeScenario(4+2*l.IntN(2), 3, 8+l.IntN(12), kindsOfGames[n%len(kindsOfGames)]), fmt.Sprint(n))
		for turn := 1; turn <= 16 && !g.state().Over; turn++ {
			for _, o := range g.play(l.mails(g.state(), 9), l.answer) {
				seen[o.Name]++
				if o.Name == "command.ended" {
					seen["ended "+o.Get("verb")+" "+o.Get("result")]++
				}
			}
			for _, seat := range l.seats {
				g.report(seat)
			}
		}
		oracle.Items(t, g.pos.State)
		if g.state().Over {
			ended++
		}
	}
	if ended < battles {
		t.Errorf("%d of %d battles came to an end", ended, battles)
	}
	if testing.Short() {
		return
	}
	for _, name := range []string{"assault.fought", "ended advance success", "ended assault success",
		"ended assault failure", "ended maneuver success", "ended maneuver failure",
		"ended cavalry-march done", "ended road-march done", "ended field-march done", "ended local-march done",
		"unit.eliminated", "units.rallied", "units.merged", "unit.split",
		"artillery.ranged", "artillery.limbered", "group.mobilized", "objective.claimed", "dispatch.delivered",
		"dispatch.riding", "card.played", "card.drawn", "seat.moved", "decision.opened"} {
		if seen[name] == 0 {
			t.Errorf("in all these battles there was no %s: the test tests too little", name)
		}
	}
	t.Logf("%d battles, %d outcomes of combat, %d charges, %d bombardments", battles, seen["assault.fought"],
		seen["charge.lost"]+seen["ended charge success"], seen["bombard.fired"])
}

// BenchmarkTurn measures one turn with 60 blocks and full mails.
func BenchmarkTurn(b *testing.B) {
	l := &levy{Rand: rand.New(rand.NewPCG(7, 1863))}
	g := newGame(b, l.writeScenario(8, 4, 30, "on_zero: fight"), "bench")
	for range 3 {
		g.play(l.mails(g.state(), 9), l.answer)
	}
	in := g.input(g.pos.Turn + 1)
	for seat, body := range l.mails(g.state(), 12) {
		_, lines := g.read(seat, body)
		in.Orders = append(in.Orders, events.SeatOrders{Seat: seat, Orders: lines})
	}
	slices.SortFunc(in.Orders, func(a, c events.SeatOrders) int { return strings.Compare(a.Seat, c.Seat) })
	for b.Loop() {
		adjudicator.Adjudicate(g.pos, in)
	}
}
