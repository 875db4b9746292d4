package activationchits

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/oracle"
	"galloper/adjudicator/rules"
	"galloper/adjudicator/scenario"
	"galloper/events"
	"galloper/orders"
	"galloper/projections/knowledge"
	"galloper/projections/mapview"
	"galloper/projections/report"
)

// Random battles, played by mails that a player could write, check invariants: no panics, the same inputs
// give the same bytes, outcomes read back from JSON lead to the same state, and the state stays sound.

// levy generates random scenarios and orders.
type levy struct {
	*rand.Rand
	columns, rows int
	units         [2][]string
	seatOf        map[string]string
	seats         [2][]string
	taken         map[string]bool
}

var sideNames = [2]string{"french", "allied"}

func (l *levy) pick(list ...string) string { return list[l.IntN(len(list))] }

func (l *levy) hex() string { return fmt.Sprintf("%c%d", 'A'+l.IntN(l.columns), 1+l.IntN(l.rows)) }

// free returns an empty hex in the side's half.
func (l *levy) free(side int) string {
	for {
		row := 1 + l.IntN(max(1, l.rows/2-1))
		if side == 0 {
			row = l.rows + 1 - row
		}
		h := fmt.Sprintf("%c%d", 'A'+l.IntN(l.columns), row)
		if !l.taken[h] {
			l.taken[h] = true
			return h
		}
	}
}

// scenario writes a scenario with two armies on broken ground.
func (l *levy) scenario(units, seats int) string {
	var b strings.Builder
	l.seatOf, l.taken = map[string]string{}, map[string]bool{}
	fmt.Fprintf(&b, "ruleset: activationchits\ntitle: A battle by lot\nmap:\n  columns: %d\n  rows: %d\n  terrain:\n",
		l.columns, l.rows)
	ground := map[string][]string{}
	kinds := []string{"forest", "hill", "town", "farm", "marsh", "river", "ford", "church", "bridge"}
	for range l.columns * l.rows / 5 {
		if h := l.hex(); !l.taken[h] {
			l.taken[h] = true
			k := l.pick(kinds...)
			ground[k] = append(ground[k], h)
		}
	}
	for _, k := range kinds {
		if ground[k] != nil {
			fmt.Fprintf(&b, "    %s: [%s]\n", k, strings.Join(ground[k], ", "))
		}
	}
	b.WriteString("sides: {french: {home: south}, allied: {home: north}}\nseats:\n")
	for side, name := range sideNames {
		for k := range seats {
			id := fmt.Sprintf("%s.c%d%s", name, k, name[:1])
			l.seats[side] = append(l.seats[side], id)
			fmt.Fprintf(&b, "  %s: {leader: gen%d%s, at: %s, chief: %s}\n", id, k, name[:1], l.free(side), rules.YesNo(k == 0))
		}
	}
	b.WriteString("units:\n")
	for side, name := range sideNames {
		for i := range units {
			id, seat := fmt.Sprintf("%s%dx", name[:1], i), l.seats[side][i%seats]
			l.units[side], l.seatOf[id] = append(l.units[side], id), seat
			kind := l.pick("line", "line", "light", "grenadier", "militia", "oldguard", "youngguard", "lightcav", "heavycav",
				"guardcav", "footart", "horseart")
			fmt.Fprintf(&b, "  %s: {seat: %s, kind: %s, at: %s, morale: %s, facing: %s}\n", id, seat, kind, l.free(side),
				l.pick("steady", "steady", "shaken", "broken"), l.pick(facingNames...))
		}
	}
	fmt.Fprintf(&b, "options: {fog: %s, couriers: %s, courier_pace: 2, sight: %d}\n"+
		"victory: {turns: 12, banners: 9, hexes: {%s: {side: any}}}\n",
		l.pick("seat", "seat", "side", "none"), rules.YesNo(l.IntN(4) > 0), 3+l.IntN(6), l.hex())
	return b.String()
}

// mail writes a seat's mail for a turn.
func (l *levy) mail(side int, seat string) string {
	var b strings.Builder
	var own []string
	for _, u := range l.units[side] {
		if l.seatOf[u] == seat {
			own = append(own, u)
		}
	}
	for _, u := range own {
		if l.IntN(6) == 0 {
			continue
		}
		entry := u + ": " + l.action(side, own)
		for l.IntN(2) == 0 {
			entry += " else " + l.action(side, own)
		}
		if l.IntN(6) == 0 {
			entry = "STANDING " + entry
		}
		b.WriteString(entry + "\n")
	}
	for _, line := range []string{
		"ME: " + l.pick("move to "+l.hex(), "attach to "+l.pick(own...), "attach to "+l.pick(own...), "hold"),
		"REACT ALL: " + l.pick("SQUARE AT 1", "SQUARE NEVER", "RETIRE AT 2", "BREAKTHROUGH YES", "FLAGS RETREAT",
			"BATTLE BACK NO", "GROUND NO", "RALLY NO"),
		"ADC ON " + l.pick("COMBAT", "MORALE, RALLY", "ACTIVATION, COMBAT, MORALE, RALLY OF ANY UNDER 2 HITS"),
		"BONUS " + l.pick(own...), "ON EVENT MOVE TO " + l.hex(), "PRECEDENCE " + strings.Join(l.seats[side], ", "),
		"TO " + l.pick(l.seats[side]...) + ": " + l.pick(l.units[side]...) + ": " + l.action(side, own),
		"LETTER TO " + l.pick(l.seats[side]...) + ": stand fast\n.",
	} {
		if l.IntN(3) == 0 {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

func (l *levy) action(side int, own []string) string {
	target := l.pick("NEAREST", "NEAREST", l.pick(l.units[1-side]...), l.hex())
	a := l.pick("move to "+l.hex(), "move to "+l.hex()+" facing "+l.pick("n", "sw", "E5"), "move towards NEAREST",
		"move towards "+target, "attack NEAREST", "attack NEAREST", "attack "+target,
		"attack "+target+" in flank", "attack "+target+" with "+l.pick(own...), "fire at NEAREST", "fire at "+target,
		"face "+l.pick("ne", "s"), "rally", "leave square",
		"move to "+l.hex()+" and fire at nearest", "hold", "move to "+l.hex()+" via "+l.hex())
	if l.IntN(5) == 0 {
		a += " if " + l.pick("enemy within 2", "not enemy within 3", l.pick(own...)+" shaken", "after "+l.pick(own...),
			"attacked", l.hex()+" empty", l.pick(l.units[1-side]...)+" lost")
	}
	return a
}

// war is a battle in progress.
type war struct {
	*levy
	pos  adjudicator.Position
	book *knowledge.Book
}

func (l *levy) war(t testing.TB, text string) *war {
	t.Helper()
	rules, sc, faults := adjudicator.Load([]*adjudicator.Ruleset{&Ruleset}, "battle.yaml", []byte(text))
	if len(faults) > 0 {
		t.Fatalf("the scenario is refused: %v\n%s", faults, text)
	}
	w := &war{levy: l, pos: adjudicator.Position{Game: "lot", Ruleset: rules, Scenario: sc, State: sc.Start()}}
	var seats []string
	for _, s := range sc.Seats() {
		seats = append(seats, s.ID)
	}
	w.book = knowledge.Open(seats, Ruleset.Words.Facts)
	opening := adjudicator.Open(w.pos, inputOf(0, nil))
	w.book.Apply(0, opening.Outcomes)
	w.pos.State = opening.State
	return w
}

func inputOf(turn int, list []events.SeatOrders) events.TurnInput {
	return events.TurnInput{Turn: turn, Seed: sha256.Sum256(fmt.Appendf(nil, "S%d", turn)),
		Sealed: sha256.Sum256(fmt.Appendf(nil, "P%d", turn)), Orders: list}
}

// read reads a mail like the game and returns the accepted lines and the receipt.
func (w *war) read(seat, mail string, turn int) ([]string, string) {
	desk := adjudicator.Desk{Scenario: w.pos.Scenario, Seat: seat, Turn: turn, Known: w.book.Seat(seat)}
	doc, reading := Ruleset.ReadMail(desk, mail)
	r := orders.Receipt{Document: doc, Entries: reading.Entries, Trailer: reading.Trailer}
	return reading.Accepted(), r.Text()
}

func (w *war) play(turn int, list []events.SeatOrders) adjudicator.Result {
	res := adjudicator.Adjudicate(w.pos, w.input(turn, list))
	w.book.Apply(turn, res.Outcomes)
	return res
}

func (w *war) input(turn int, list []events.SeatOrders) events.TurnInput {
	slices.SortFunc(list, func(a, b events.SeatOrders) int { return strings.Compare(a.Seat, b.Seat) })
	in := inputOf(turn, list)
	in.Seed, in.Sealed = sha256.Sum256(fmt.Appendf(nil, "S%d%s", turn, w.pos.Game)), sha256.Sum256(fmt.Appendf(nil,
		"P%d%s", turn, w.pos.Game))
	return in
}

func TestRandomBattles(t *testing.T) {
	t.Parallel()
	seen := map[string]int{}
	for seed := range oracle.Many(os.Getenv("GALLOPER_BATTLES"), 32) {
		l := &levy{Rand: rand.New(rand.NewPCG(uint64(seed), 41))}
		l.columns, l.rows = 8+l.IntN(6), 8+l.IntN(5)
		text := l.scenario(4+l.IntN(6), 1+l.IntN(3))
		w := l.war(t, text)
		w.pos.Game = fmt.Sprint("lot", seed)
		for turn := 1; turn <= 12 && w.pos.State.Over() == ""; turn++ {
			w.fightTurn(t, seed, turn, seen)
		}
		if w.pos.State.Over() == "" {
			t.Fatalf("battle %d did not end", seed)
		}
		oracle.Items(t, w.pos.State)
	}
	for _, name := range []string{"chit.returned", "bonus.gained", "botch.rolled", "fire.resolved", "melee.resolved",
		"back.resolved", "square.rolled", "bounce.rolled",
		"retire.rolled", "breakthrough.made", "leader.escaped", "leader.casualty", "flags.ignored", "adc.used",
		"rally.rolled", "dispatch.delivered", "directive.advised", "entry.undone", "unit.eliminated"} {
		if seen[name] == 0 {
			t.Errorf("in all these battles there was no %s: the test tests too little", name)
		}
	}
}

// fightTurn plays a turn and checks its result.
func (w *war) fightTurn(t *testing.T, seed, turn int, seen map[string]int) {
	t.Helper()
	where := fmt.Sprintf("battle %d turn %d", seed, turn)
	b := rules.BattleOf[*Battle](w.pos.Scenario)
	var list []events.SeatOrders
	for side := range w.seats {
		for _, seat := range w.seats[side] {
			mail := w.mail(side, seat)
			w.foresees(t, seat, mail, turn)
			lines, _ := w.read(seat, mail, turn)
			for _, line := range lines {
				if again := b.readLine(b.seatIDs.Must(seat), line); again.Kind != orderLetter && again.Canonical != line {
					t.Fatalf("%s: %q reads again as %q", where, line, again.Canonical)
				}
			}
			list = append(list, events.SeatOrders{Seat: seat, Orders: lines})
		}
	}
	res := oracle.Turn(t, w.pos, w.input(turn, list))
	w.book.Apply(turn, res.Outcomes)
	everyActIsTold(t, where, res.Outcomes)
	for i := range res.Outcomes {
		seen[res.Outcomes[i].Name]++
	}
	if len(res.Outcomes) > 2000 {
		t.Fatalf("%s: %d outcomes", where, len(res.Outcomes))
	}
	w.pos.State, w.pos.Turn = res.State, turn
}

// everyActIsTold requires, for each unit that passed its activation, an outcome about its action before the
// next unit's roll.
func everyActIsTold(t *testing.T, where string, outcomes []events.Outcome) {
	t.Helper()
	for i := range outcomes {
		o := &outcomes[i]
		if o.Name != "activation.rolled" || !allowsAction(o.Get("result")) {
			continue
		}
		acts := outcomes[i+1:]
		next := slices.IndexFunc(acts, func(act events.Outcome) bool { return act.Name == o.Name })
		if next >= 0 {
			acts = acts[:next]
		}
		if !slices.ContainsFunc(acts, func(act events.Outcome) bool { return act.Get("unit") == o.Get("unit") }) {
			t.Fatalf("%s: %s, and nothing is told of what it did", where, o)
		}
	}
}

// foresees checks that the receipt warns of an unconditional entry that cannot work now, for those reasons
// that receipts cover. Two cases are exempt: a leader of the side is out of the seat's view, or the unit
// would fire from a hex that it has yet to enter.
func (w *war) foresees(t *testing.T, seat, mail string, turn int) {
	t.Helper()
	desk := adjudicator.Desk{Scenario: w.pos.Scenario, Seat: seat, Turn: turn, Known: w.book.Seat(seat)}
	_, reading := Ruleset.ReadMail(desk, mail)
	b := rules.BattleOf[*Battle](w.pos.Scenario)
	p := &play{b: b, s: rules.StateOf[State](w.pos.State)}
	for _, e := range reading.Entries {
		if e.Canonical == "" {
			continue
		}
		o := b.readLine(b.seatIDs.Must(seat), e.Canonical)
		if o.Kind != orderEntry || len(o.Entry.Actions[0].If) > 0 {
			continue
		}
		reason := p.cannotTry(o.Entry)
		if reason == "" {
			_, reason = p.possible(o.Entry, &o.Entry.Actions[0])
		}
		command := reason == reasonOutOfCommand || strings.HasSuffix(e.Suffix, reasonOutOfCommand)
		if command && w.strayed(seat) || o.Entry.Actions[0].Shoot && reason == reasonNotSeen {
			continue
		}
		because := slices.Contains([]string{reasonOutOfCommand, reasonNotSeen, reasonInSquare, reasonBroken}, reason)
		if because && e.Suffix == "" && o.Entry.Actions[0].Verb != Hold || e.Suffix != "" && reason == "" {
			t.Fatalf("turn %d: %q: accepted%s; on the board: %q", turn, e.Canonical, e.Suffix, reason)
		}
	}
}

// strayed reports whether a leader of the seat's side is out of its view.
func (w *war) strayed(seat string) bool {
	b, known := rules.BattleOf[*Battle](w.pos.Scenario), w.book.Seat(seat)
	return slices.ContainsFunc(b.Posts, func(p Post) bool {
		fact, _, _ := known.Fact("sight.leader", p.Leader)
		return b.Sides[p.Side].ID == scenario.SideOf(seat) && (&events.Outcome{Fields: fact}).Get("seen") != ""
	})
}

// TestNonInterference plays pairs of games that differ only in facts that a side cannot know: strength, name,
// position in the scenario file, facing and reactions of an enemy unit that it does not see, and the text of
// enemy letters. Receipts, reports, exports and maps must be the same.
func TestNonInterference(t *testing.T) {
	t.Parallel()
	compared := 0
	pages, err := report.Compile(Ruleset.Words)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range oracle.Many(os.Getenv("GALLOPER_PAIRS"), 12) {
		l := &levy{Rand: rand.New(rand.NewPCG(uint64(seed), 41))}
		l.columns, l.rows = 10, 10
		text := l.steadied(strings.Replace(l.scenario(6, 2), "fog: none", "fog: seat", 1))
		a := l.war(t, text)
		b := l.war(t, l.disguised(text))
		a.pos.Game, b.pos.Game = fmt.Sprint("pair", seed), fmt.Sprint("pair", seed)
		for turn := 1; turn <= 6 && a.pos.State.Over() == "" && b.pos.State.Over() == ""; turn++ {
			mails := l.mails()
			if !a.step(turn, mails, 1, "we hold the wood") || !b.step(turn, mails, 2, "we are undone") {
				break
			}
			for _, seat := range l.seats[0] {
				compared++
				where := fmt.Sprintf("pair %d turn %d %s", seed, turn, seat)
				oracle.CannotTell(t, where, a.given(pages, seat, mails[seat], turn), b.given(pages, seat, mails[seat], turn))
			}
		}
	}
	if compared < 10 {
		t.Errorf("only %d reports were compared", compared)
	}
	t.Logf("%d reports were compared", compared)
}

// given returns everything that the seat receives for a turn, and the receipt of a mail for the next.
func (w *war) given(pages *report.Book, seat, mail string, turn int) []oracle.Channel {
	known := w.book.Seat(seat)
	_, receipt := w.read(seat, mail, turn+1)
	return []oracle.Channel{
		{Name: "receipt", Text: receipt},
		{Name: "report", Text: pages.Write(report.Cover{Game: "pair", Next: turn + 1}, known).Text()},
		{Name: "export", Text: string(known.AppendJSON(nil))},
		{Name: "map", Text: string(mapview.Draw(drawGround(rules.BattleOf[*Battle](w.pos.Scenario)), symbols, known,
			mapview.Sheet{}).SVG())},
	}
}

// steadied makes the hidden unit steady, because chits that it doesn't need rally other units, which would be
// visible.
func (l *levy) steadied(text string) string {
	h := l.units[1][len(l.units[1])-1]
	return regexp.MustCompile("(\n  "+h+": .*morale: )\\w+").ReplaceAllString(text, "${1}steady")
}

// disguised moves the hidden unit to the front of the scenario, weakens and renames it.
func (l *levy) disguised(text string) string {
	h := l.units[1][len(l.units[1])-1]
	head, list, _ := strings.Cut(text, "units:\n")
	var line string
	for each := range strings.Lines(list) {
		if strings.HasPrefix(each, "  "+h+":") {
			line = each
		}
	}
	list = strings.Replace(list, line, "", 1)
	return head + "units:\n" + strings.Replace(line, "{", "{name: Wraith Regiment, blocks: 2, ", 1) + list
}

func (l *levy) mails() map[string]string {
	m := map[string]string{}
	for side := range l.seats {
		for _, seat := range l.seats[side] {
			m[seat] = l.mail(side, seat)
		}
	}
	return m
}

// hiddenUnit returns the enemy unit that is hidden: the last one of the allies.
func (w *war) hiddenUnit() string { return w.units[1][len(w.units[1])-1] }

// step plays a turn in which the hidden unit turns by a number of facings. It returns false once the unit is
// visible to the other side and no longer hidden.
func (w *war) step(turn int, mails map[string]string, turns int, letter string) bool {
	h := w.hiddenUnit()
	seat := w.seatOf[h]
	if w.exposed() {
		return false
	}
	var list []events.SeatOrders
	for side := range w.seats {
		for _, s := range w.seats[side] {
			mail := mails[s]
			if side == 1 {
				mail = strip(mail, h)
			}
			if s == seat {
				mail = h + ": FACE " + w.turned(turns) + "\nREACT " + h + ": FLAGS " + [3]string{1: "IGNORE", 2: "RETREAT"}[turns] +
					"\n" + mail + "\nLETTER TO " + w.seats[1][0] + ": " + letter + "\n.\n"
			}
			lines, _ := w.read(s, mail, turn)
			list = append(list, events.SeatOrders{Seat: s, Orders: lines})
		}
	}
	res := w.play(turn, list)
	w.pos.State, w.pos.Turn = res.State, turn
	return !w.exposed()
}

// strip removes the lines that name the unit.
func strip(mail, unit string) string {
	lines := strings.Split(mail, "\n")
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool {
		return strings.Contains(line, unit) ||
			strings.HasPrefix(line, "REACT")
	}), "\n")
}

// turned returns the hidden unit's facing after a number of sixths of a circle. It always turns, so that it
// tries to act in both games.
func (w *war) turned(sixths int) string {
	s := rules.StateOf[State](w.pos.State)
	return ((s.Units[s.b.unitIDs.Must(w.hiddenUnit())].Facing + Facing(sixths)) % 6).String()
}

// exposed reports whether the first side sees the hidden unit or has learned its secrets otherwise.
func (w *war) exposed() bool {
	s := rules.StateOf[State](w.pos.State)
	u := &s.Units[s.b.unitIDs.Must(w.hiddenUnit())]
	if u.Lost {
		return true
	}
	for i := range s.Units {
		if x := &s.Units[i]; x.Side != u.Side && s.b.inSight(x.Hex, u.Hex) {
			return true
		}
	}
	for i := range s.Leaders {
		if x := &s.Leaders[i]; x.Side != u.Side && s.b.inSight(x.Hex, u.Hex) {
			return true
		}
	}
	if slices.ContainsFunc(s.Dispatches, func(d Dispatch) bool { return d.Status == adjudicator.Captured }) {
		return true // the letter that differs may have been read
	}
	for seat := range s.Known {
		if s.b.Posts[seat].Side != u.Side && s.Known[seat][s.b.unitIDs.Must(w.hiddenUnit())].Yes {
			return true
		}
	}
	return false
}

// BenchmarkTurn measures one turn in mid-battle at full size: 26 by 40 hexes, twenty units and four seats a
// side.
func BenchmarkTurn(b *testing.B) {
	l := &levy{Rand: rand.New(rand.NewPCG(5, 5))}
	l.columns, l.rows = 26, 40
	w := l.war(b, l.scenario(20, 4))
	var list []events.SeatOrders
	for turn := 1; turn <= 4; turn++ {
		list = nil
		for side := range w.seats {
			for _, seat := range w.seats[side] {
				lines, _ := w.read(seat, w.mail(side, seat), turn)
				list = append(list, events.SeatOrders{Seat: seat, Orders: lines})
			}
		}
		slices.SortFunc(list, func(a, b events.SeatOrders) int { return strings.Compare(a.Seat, b.Seat) })
		if turn < 4 {
			w.pos.State, w.pos.Turn = w.play(turn, list).State, turn
		}
	}
	for b.Loop() {
		adjudicator.Adjudicate(w.pos, inputOf(4, list))
	}
}
