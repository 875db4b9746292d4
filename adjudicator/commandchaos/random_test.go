package commandchaos

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
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

// army is the setup of one side of a random battle. Parts that the enemy cannot know can be changed without changing
// the rest.
type army struct {
	side, letter string
	south        bool
	chits        []string
	hand         string
}

// write writes the army's units: horse on the wings, the line between them, two reserves, and lights in front.
func (a *army) write(b *strings.Builder, r *rand.Rand, rows int) {
	row := func(n int) int {
		if a.south {
			return n
		}
		return rows + 1 - n
	}
	postures := []string{"hold", "advance", "charge", "flank"}
	columns := "bcdefghi"
	for i := range 8 {
		kind := "heavy"
		if i == 0 || i == 7 {
			kind = "cavalry"
		}
		fmt.Fprintf(b, "  %s%d: {side: %s, kind: %s, at: %c%d, morale: %s, posture: %s}\n", a.letter, i+1, a.side, kind,
			columns[i], row(2), a.chits[i], postures[r.IntN(4)])
	}
	for i := range 2 {
		kind := []string{"heavy", "cavalry"}[r.IntN(2)]
		fmt.Fprintf(b, "  %s%d: {side: %s, kind: %s, at: %c%d, morale: %s, reserve: yes}\n", a.letter, i+9, a.side, kind,
			"dg"[i], row(1), a.chits[8+i])
	}
	for i := range 4 {
		fmt.Fprintf(b, "  %s%d: {side: %s, kind: light, at: %c%d, posture: %s}\n", a.letter, i+11, a.side, "bdfh"[i],
			row(2+r.IntN(2)), postures[r.IntN(2)])
	}
}

var someChits = []string{"5V", "3", "4V", "3", "3", "2", "4V", "3", "3", "4"}

// randomBattle returns a battle of full size with random options.
func randomBattle(r *rand.Rand, armies [2]army) string {
	var b strings.Builder
	rows := 7 + r.IntN(3)
	fmt.Fprintf(&b, "ruleset: commandchaos\ntitle: Random\nmap: {rows: %d, impassable: [%c4], rough: [%c4, "+
		"%c5]}\nsides:\n", rows, 'a'+r.IntN(10), 'a'+r.IntN(10), 'a'+r.IntN(10))
	for _, a := range armies {
		edge := map[bool]string{true: "south", false: "north"}[a.south]
		fmt.Fprintf(&b, "  %s: {edge: %s%s}\n", a.side, edge, a.hand)
	}
	b.WriteString("seats:\n")
	for _, a := range armies {
		fmt.Fprintf(&b, "  %s.general: {officer: %sgen}\n  %s.wing: {officer: %swing}\n", a.side, a.letter, a.side, a.letter)
	}
	b.WriteString("officers:\n")
	for _, a := range armies {
		fmt.Fprintf(&b, "  %sgen: {side: %s, role: commander, zone: centre}\n  %swing: {side: %s, role: lieutenant, "+
			"zone: left-wing}\n  %srear: {side: %s, role: lieutenant, zone: right}\n",
			a.letter, a.side, a.letter, a.side, a.letter, a.side)
	}
	b.WriteString("units:\n")
	for i := range armies {
		armies[i].write(&b, r, rows)
	}
	word := func(words ...string) string { return words[r.IntN(len(words))] }
	fmt.Fprintf(&b, "options: {setup: %s, runners: %s, sight: %s, hand: %d, officer_risk_hit: %d, lieutenants_roam: "+
		"%s, cavalry_sweep: %s, ask: [%s]}\n",
		word("standard", "players", "free"), word("off", "zones"), word("table",
			"zones"), 3+r.IntN(4), r.IntN(3), word("yes", "no"), word("yes", "no"), word("", "charge-reply"))
	fmt.Fprintf(&b, "victory: {turns: %d, count: %s, share: %d}\n", 30, word("heavy", "all"), 40+r.IntN(30))
	return b.String()
}

func someArmies(r *rand.Rand) [2]army {
	list := [2]army{{side: "roman", letter: "r", south: true}, {side: "punic", letter: "p"}}
	for i := range list {
		list[i].chits = slices.Clone(someChits)
		r.Shuffle(len(list[i].chits), func(a, b int) { c := list[i].chits; c[a], c[b] = c[b], c[a] })
	}
	return list
}

func load(t testing.TB, text string) adjudicator.Scenario {
	t.Helper()
	_, sc, faults := adjudicator.Load([]*adjudicator.Ruleset{&Ruleset}, "random.yaml", []byte(text))
	if len(faults) > 0 {
		t.Fatalf("%v\n%s", faults, text)
	}
	return sc
}

// randomMail returns the mail of a rash player. plain leaves out orders that depend on the hand.
func randomMail(r *rand.Rand, letter string, turn int, plain bool) string {
	enemy := map[string]string{"r": "p", "p": "r"}[letter]
	one := func(words ...string) string { return words[r.IntN(len(words))] }
	unit := func() string { return letter + strconv.Itoa(1+r.IntN(14)) }
	line := func() string { return letter + strconv.Itoa(1+r.IntN(10)) }
	foe := func() string { return enemy + strconv.Itoa(1+r.IntN(14)) }
	zone := func() string { return one("left wing", "left", "centre", "right", "rw") }
	cond := func() string {
		return one("", "not ") + one("enemy within 2 of "+unit(), "enemy line within 3 of "+unit(),
			"clear ahead of "+unit(), line()+" engaged", foe()+" routed",
			line()+" flanked", line()+" hits > 1", foe()+" stamina at most 2", line()+" morale<=2", "card on "+foe(),
			"opposite "+zone()+" moved", "we are first")
	}
	move := func() string {
		return one("advance "+unit()+", "+unit()+" and "+unit(), "advance "+unit()+" to contact", "move "+line()+" 2",
			"advance "+letter+"1 2 with "+letter+"11",
			"back "+unit(), "hold "+unit(), "charge "+line(), "charge "+line()+" or hold",
			"charge "+line()+" at "+foe(), "flank "+line()+one("", " left", " right side"))
	}
	card := func() string {
		return "card " + one("onslaught", "shieldwall or steady", "feint", "relief", "pila or push", "wedge", "riposte",
			"give ground", "second wind", "ride round", "inspire") +
			" on " + line()
	}
	var b strings.Builder
	for range 2 + r.IntN(10) {
		switch r.IntN(16) {
		case 0:
			fmt.Fprintln(&b, one("initiative second", "cards second", "zones right, left wing", "pass "+zone()))
		case 1:
			fmt.Fprintf(&b, "wait %s until %s\n", zone(), cond())
		case 2:
			fmt.Fprintf(&b, "if %s and %s then %s else %s\n", cond(), cond(), move(), move())
		case 3:
			fmt.Fprintf(&b, "standing %s\n", move())
		case 4:
			fmt.Fprintf(&b, "to %s: %s\n", zone(), move())
		case 5:
			fmt.Fprintln(&b, one("ride to "+zone(), "attach to "+line(), "detach", "attach "+letter+"rear to "+line(),
				"cancel standing "+unit()))
		case 6:
			fmt.Fprintln(&b, one("react "+line()+", "+line()+" counter", "strike "+letter+"1 at "+foe(),
				"shift "+letter+"9 left", "shift "+letter+"10 to c"))
		case 7:
			fmt.Fprintf(&b, "letter to %s: They come in turn %d.\n.\n", one("general", "wing"), turn)
		case 8, 9:
			if !plain {
				fmt.Fprintln(&b, one(card(), card(), "if "+cond()+" then "+card(), "discard feint"))
			}
		case 10:
			fmt.Fprintln(&b, one("place "+unit()+" at "+one("c1", "d2", "e6", "f7")+one("", " reserve"),
				"chit "+line()+" "+one("4V", "3", "5v")))
		default:
			fmt.Fprintln(&b, move())
		}
	}
	return b.String()
}

// battlefield is a battle played by random players.
type battlefield struct {
	t     testing.TB
	pos   adjudicator.Position
	book  *knowledge.Book
	pages *report.Book
}

func openField(t testing.TB, text string, seed uint64) *battlefield {
	t.Helper()
	b := load(t, text)
	f := &battlefield{t: t, pos: adjudicator.Position{Game: "random", Ruleset: &Ruleset, Scenario: b}}
	var seats []string
	for _, s := range b.Seats() {
		seats = append(seats, s.ID)
	}
	f.book = knowledge.Open(seats, Ruleset.Words.Facts)
	var err error
	if f.pages, err = report.Compile(Ruleset.Words); err != nil {
		t.Fatal(err)
	}
	res := adjudicator.Open(f.pos, inputs(1, seed))
	f.pos.State = res.State
	f.book.Apply(0, res.Outcomes)
	return f
}

// inputs returns a turn's inputs without orders, with their own seeds.
func inputs(turn int, seed uint64) events.TurnInput {
	in := events.TurnInput{Turn: turn}
	r := rand.New(rand.NewPCG(seed, uint64(turn)))
	for i := range in.Seed {
		in.Seed[i], in.Sealed[i] = byte(r.Uint32()), byte(r.Uint32())
	}
	return in
}

// read parses a seat's mail and returns its receipt and accepted lines. Each line must parse to itself.
func (f *battlefield) read(seat, text string, turn int) (string, []string) {
	desk := adjudicator.Desk{Scenario: f.pos.Scenario, Seat: seat, Turn: turn, Known: f.book.Seat(seat)}
	doc, reading := Ruleset.ReadMail(desk, text)
	receipt := orders.Receipt{Document: doc, Entries: reading.Entries, Trailer: reading.Trailer}
	accepted := reading.Accepted()
	if turn == 1 && f.battle().Options.Setup == "players" {
		return receipt.Text(), accepted
	}
	again := f.battle().readMails(f.turned(turn), f.battle().seat(seat), accepted, nil)
	for i, g := range again {
		line := g.text
		if g.Verb == Letter {
			line += ": " + g.Text
		}
		if line != accepted[i] {
			f.t.Fatalf("turn %d: %q was accepted from %s and reads again as %q\n%s", turn, accepted[i], seat, line,
				receipt.Text())
		}
	}
	return receipt.Text(), accepted
}

func (f *battlefield) battle() *Battle { return rules.BattleOf[*Battle](f.pos.Scenario) }

func (f *battlefield) state() *State { return rules.StateOf[State](f.pos.State) }

// turned returns the state after a turn has begun.
func (f *battlefield) turned(turn int) *State {
	s := rules.StateOf[State](f.pos.State.Clone())
	s.Turn = turn
	return s
}

// mails reads a mail from every seat.
func (f *battlefield) mails(r *rand.Rand, turn int, plain bool) ([]events.SeatOrders, map[string]string) {
	var all []events.SeatOrders
	receipts := map[string]string{}
	for _, c := range f.battle().Commands {
		text := randomMail(r, map[int]string{0: "r", 1: "p"}[c.Side], turn, plain)
		if r.IntN(6) == 0 {
			continue // a silent seat
		}
		receipt, lines := f.read(c.ID, text, turn)
		receipts[c.ID] = receipt
		all = append(all, events.SeatOrders{Seat: c.ID, Orders: lines})
	}
	slices.SortFunc(all, func(a, b events.SeatOrders) int { return strings.Compare(a.Seat, b.Seat) })
	return all, receipts
}

// answered runs a turn and sometimes gives another answer than the default.
func answered(pos adjudicator.Position, in *events.TurnInput) adjudicator.Result {
	for {
		res := adjudicator.Adjudicate(pos, *in)
		if res.Question == nil {
			return res
		}
		in.Answers = append(in.Answers, events.Answer{Seat: res.Question.Seat,
			Option: res.Question.Options[len(in.Answers)%2]})
	}
}

func (f *battlefield) take(turn int, res adjudicator.Result) {
	f.pos.State, f.pos.Turn = res.State, turn
	f.book.Apply(turn, res.Outcomes)
}

func (f *battlefield) report(seat string, turn int) string {
	return f.pages.Write(report.Cover{Game: "random", Title: "Random", Next: turn + 1}, f.book.Seat(seat)).Text()
}

// TestRandomBattles plays GALLOPER_BATTLES random battles. They must end within bounds, the stored outcomes alone must
// lead to the same state, the same inputs must give the same bytes, and the invariants must hold.
func TestRandomBattles(t *testing.T) {
	t.Parallel()
	for n := range oracle.Many(os.Getenv("GALLOPER_BATTLES"), 6) {
		r := rand.New(rand.NewPCG(uint64(n), 9))
		f := openField(t, randomBattle(r, someArmies(r)), uint64(n))
		for turn := 1; f.pos.State.Over() == ""; turn++ {
			if turn > 30 {
				t.Fatalf("battle %d: no end after 30 turns", n)
			}
			in := inputs(turn, uint64(n))
			in.Orders, _ = f.mails(r, turn, false)
			f.oracle(n, turn, in)
		}
		oracle.Items(t, f.pos.State)
		if t.Failed() {
			return
		}
	}
}

// oracle adjudicates a turn and checks the invariants.
func (f *battlefield) oracle(n, turn int, in events.TurnInput) {
	f.t.Helper()
	answered(f.pos, &in)
	res := oracle.Turn(f.t, f.pos, in)
	f.take(turn, res)
	for _, s := range f.pos.Scenario.Seats() {
		if text := f.report(s.ID, turn); strings.Contains(text, "{") || strings.Contains(text, "[") {
			f.t.Errorf("battle %d, turn %d: a template shows in the report of %s:\n%s", n, turn, s.ID, text)
		}
	}
}

// BenchmarkTurn measures one turn at the height of a battle of the digest's full size: 14 units and 2 seats a side.
func BenchmarkTurn(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 9))
	f := openField(b, randomBattle(r, someArmies(r)), 3)
	var in events.TurnInput
	for turn := 1; turn <= 6; turn++ {
		in = inputs(turn, 3)
		in.Orders, _ = f.mails(r, turn, false)
		if turn < 6 {
			f.take(turn, answered(f.pos, &in))
		}
	}
	answered(f.pos, &in)
	b.ReportAllocs()
	for b.Loop() {
		adjudicator.Adjudicate(f.pos, in)
	}
}
