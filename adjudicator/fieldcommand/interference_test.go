package fieldcommand

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/oracle"
	"galloper/events"
)

// Pairs of histories that differ only in what the seats of csa cannot know must
// give them the same reports and receipts, byte for byte.

// unitLine is a line of a scenario for a unit of union that is face-down.
var unitLine = regexp.MustCompile(`  (u[0-9]+): \{seat: (union\.[a-z]+), kind: ([a-z]+(?:, strength: [0-9])?), at: `)

// masquerade gives union's blocks other ids, names, arms and strengths, in the same places. An id
// keeps its number, so that mails can be rewritten.
func masquerade(r *rand.Rand, text string) string {
	kinds := []string{"infantry", "infantry, strength: 2", "cavalry", "cavalry, strength: 1", "artillery"}
	text = unitLine.ReplaceAllStringFunc(text, func(line string) string {
		m := unitLine.FindStringSubmatch(line)
		return fmt.Sprintf("  x%s: {seat: %s, name: Masque %d, kind: %s, at: ", m[1], m[2], r.IntN(1000),
			kinds[r.IntN(len(kinds))])
	})
	return regexp.MustCompile(`  u([0-9]+): `).ReplaceAllString(text, "  xu$1: ")
}

// twin is one of two games that are played alike.
type twin struct {
	*game
	rename bool
}

// peaceful are orders that show nothing of a block but that it moves.
func (l *levy) peaceful(s *State, seat string) string {
	u := l.unit(seat)
	i := s.unitIndex(u)
	if i < 0 {
		i = s.unitIndex("x" + u)
	}
	if i < 0 || !s.Units[i].onMap() {
		return "HOLD " + u
	}
	at := s.Units[i].At
	here := s.b.Locales[at.Locale].ID
	to := l.near[here][l.IntN(len(l.near[here]))]
	all := !strings.HasSuffix(seat, ".army") // whose ALL is whom its person is with: that is a secret
	if s.Units[i].Status == Disrupted && all {
		return "RALLY ALL AT " + here
	}
	if l.IntN(3) == 0 && all {
		return "FIELD MARCH ALL AT " + here + " TO " + to
	}
	for _, n := range s.b.neighbours(at.Locale) { // who is maneuvered against gives way, and shows nothing of himself
		if at.Reserve() && s.enemyHeld(n, s.Units[i].Side) && l.IntN(2) == 0 {
			return "MANEUVER " + u + " TO " + s.b.Locales[n].ID + " ELSE STAY"
		}
	}
	if s.Units[i].At.Reserve() && l.IntN(2) == 0 {
		return "LOCAL MARCH " + u + " TO APPROACH " + to
	}
	return []string{"FIELD MARCH " + u + " TO " + to, "LOCAL MARCH " + u + " TO RESERVE"}[l.IntN(2)]
}

// secrets are lines that change nothing which the enemy, or another seat, may see.
func (l *levy) secrets(seat string) string {
	u := l.unit(seat)
	if strings.HasPrefix(seat, "csa") { // whose letters go to the seat that watches
		return "SPLIT " + u + " INTO 3, " + fmt.Sprint(3+l.IntN(3)) + "\n"
	}
	choices := []string{"LETTER TO " + l.mate(seat) + ": A secret of " + fmt.Sprint(l.IntN(1_000_000)) + ".\n.",
		"MERGE " + u + ", " + u, "fly " + u + " to the moon",
		"STANDING HOLD", "TO " + l.mate(seat) + ": hold your ground", "SPLIT " + u + " INTO 3, 3"}
	return choices[l.IntN(len(choices))] + "\n"
}

// rewritten is a mail for the twin whose units have other ids.
func (t *twin) rewritten(seat, mail string) string {
	if !t.rename || !strings.HasPrefix(seat, "union") {
		return mail
	}
	return regexp.MustCompile(`\bu([0-9]+)\b`).ReplaceAllString(mail, "xu$1")
}

// comparePair plays a pair of histories, and compares what the watching seats are sent.
func comparePair(t *testing.T, n int) (turns int) {
	r := rand.New(rand.NewPCG(uint64(n), 1864))
	l := &levy{Rand: r}
	fog := []string{fogBlocks, fogSight}[n%2]
	disguised := n%4 < 2
	riding := n%8 == 1 // fog: sight with couriers, whom nobody takes: what they bring shows no more than what may be seen
	couriers := "off"
	if riding {
		couriers = "on"
	}
	text := l.writeScenario(4, 3, 8+r.IntN(8), "couriers: "+couriers+", on_zero: fight, group: 4, commands: 4, fog: "+fog)
	text = strings.Replace(text, "sides: {union: {", "sides: {union: {morale: 40, hand: [steel, works, steel], ", 1)
	text = strings.Replace(text, "csa: {groups", "csa: {morale: 40, groups", 1)
	if disguised { // who claims an objective shows that he is infantry
		text = strings.NewReplacer(", objective: [union]", "", ", objective: [csa]", "").Replace(text)
	}
	other := strings.Replace(text, "hand: [steel, works, steel]", "hand: [guns, colors, horses]", 1)
	if disguised {
		other = masquerade(r, other)
	}
	// There is room for all who give way: who leaves first (§12.5) does not show in where they go.
	tables := "tables: {capacity: {open: 60, hill: 60, woods: 60, town: 60, swamp: 60}}\n"
	if riding {
		tables = strings.Replace(tables, "tables: {", "tables: {courier: {risk: 0}, ", 1)
	}
	text, other = text+tables, other+tables
	if disguised && !riding {
		other = strings.Replace(other, "role: army, at: l0_0", "role: army, at: l0_1", 1)
	}
	a, b := &twin{newGame(t, text, fmt.Sprint(n)), false}, &twin{newGame(t, other, fmt.Sprint(n)), disguised}
	watchers := []string{"csa.army", "csa.i"}
	if !disguised && n%8 < 4 {
		watchers = []string{"csa.i"} // and csa.army has secrets of its own
	}
	for turn := 0; turn <= 8; turn++ {
		for _, seat := range watchers {
			probe, where := l.probe(a.state(), seat), fmt.Sprintf("pair %d, turn %d, %s", n, turn, seat)
			oracle.CannotTell(t, where, a.channels(seat, probe), b.channels(seat, probe))
		}
		if turn == 8 || a.state().Over || t.Failed() {
			return turn
		}
		if shown := l.playPair(a, b, disguised, watchers); disguised && shown {
			return turn // who finds no way out shows what he was
		}
	}
	return 0
}

// playPair plays a turn of both: the same deeds, other secrets. It reports whether a
// block has shown what it is, or lost something by it.
func (l *levy) playPair(a, b *twin, disguised bool, watchers []string) (shown bool) {
	one, two := map[string]string{}, map[string]string{}
	for _, seat := range l.seats {
		deeds := ""
		for range l.IntN(5) {
			if disguised {
				deeds += l.peaceful(a.state(), seat) + "\n"
			} else {
				deeds += l.fighting(a.state(), seat) + "\n"
			}
		}
		one[seat], two[seat] = deeds, deeds
		if seat == watchers[0] || seat == watchers[len(watchers)-1] {
			continue
		}
		for range l.IntN(3) {
			one[seat] = l.secrets(seat) + one[seat]
		}
		for range l.IntN(3) {
			two[seat] = l.secrets(seat) + two[seat]
		}
	}
	for seat := range two {
		if disguised { // guns alone may secure, as brigades do: nobody has to choose
			one[seat], two[seat] = one[seat]+"STANDING WITHDRAW\n", two[seat]+"STANDING WITHDRAW\n"
		}
		two[seat] = b.rewritten(seat, two[seat])
	}
	never := func(d *adjudicator.Decision) string { return d.Default }
	return slices.ContainsFunc(append(a.play(one, never), b.play(two, never)...), func(o events.Outcome) bool {
		return o.Name == "unit.revealed" || o.Name == "unit.eliminated" || o.Name == "strength.lost"
	})
}

// channels are all that a seat is sent.
func (g *game) channels(seat, probe string) []oracle.Channel {
	receipt, _ := g.read(seat, probe)
	return []oracle.Channel{{Name: "report", Text: g.report(seat)}, {Name: "export",
		Text: string(g.book.Seat(seat).AppendJSON(nil))},
		{Name: "receipt", Text: receipt}}
}

// probe is a mail that asks the receipt for what it should not tell.
func (l *levy) probe(s *State, seat string) string {
	body := "FIELD MARCH u1 TO l1_1\nHOLD xu2\nTO union.i: hold\n\nEverybody attack u1 at l1_1\n\n" +
		"March all to l1_1\n\nCharge the enemy guns at l2_1 with all the horse\n\nAll the foot advance on l1_2\n\n"
	side := s.b.Commands[s.b.Seat(seat).Must()].Side
	for _, u := range s.unitsThat(func(u *Unit) bool { return u.Side == side && u.onMap() && !u.At.Reserve() }) {
		at, id := s.b.Locales[s.Units[u].At.Toward].ID, s.Units[u].ID // whose sums the receipt says
		body += "ASSAULT " + at + " WITH " + id + " LED BY " + id + "\nBOMBARD " + at + " WITH " + id + "\n"
	}
	for range 4 {
		body += l.line(s, seat) + "\n"
	}
	return body
}

// TestNoEnemyIsNamed plays battles in which the blocks of union have ids like no other
// word, and looks for these in all that the seats of csa are sent.
func TestNoEnemyIsNamed(t *testing.T) {
	for n := range oracle.Many(os.Getenv("GALLOPER_BATTLES"), 12) {
		l := &levy{Rand: rand.New(rand.NewPCG(uint64(n), 1865))}
		fog := []string{fogBlocks, fogSight}[n%2]
		text := l.writeScenario(4, 3, 10+l.IntN(8), "on_zero: fight, fog: "+fog+[]string{"", ", couriers: off",
			", turns: simultaneous, ask: always"}[n%3])
		text = regexp.MustCompile(`  u([0-9]+): `).ReplaceAllString(text, "  zouave$1: ")
		text += "tables: {courier: {risk: 0}}\n" // a captured letter names whom it likes
		g := newGame(t, text, fmt.Sprint(n))
		for turn := 1; turn <= 16 && !g.state().Over; turn++ {
			mails := l.mails(g.state(), 7)
			for seat, mail := range mails {
				if strings.HasPrefix(seat, "union") {
					for _, u := range g.state().unitsThat(func(u *Unit) bool { return u.Status == Disrupted }) {
						mail += "RALLY ALL AT " + g.state().b.localeText(g.state().Units[u].At.Locale) + "\n"
					}
					mails[seat] = regexp.MustCompile(`\bu([0-9]+)\b`).ReplaceAllString(mail, "zouave$1")
				}
			}
			g.play(mails, l.answer)
			if g.state().Over {
				break // what ends the battle opens the field
			}
			for _, seat := range []string{"csa.army", "csa.i"} {
				for what, sent := range map[string]string{"report": g.report(seat),
					"export": string(g.book.Seat(seat).AppendJSON(nil))} {
					if i := strings.Index(sent, "zouave"); i >= 0 {
						t.Fatalf("battle %d, turn %d: the %s of %s names a block of the enemy's: …%s…", n, turn, what, seat,
							sent[max(0, i-200):min(len(sent), i+100)])
					}
				}
			}
		}
	}
}

func TestNonInterference(t *testing.T) {
	pairs := oracle.Many(os.Getenv("GALLOPER_PAIRS"), 6)
	if testing.Short() {
		pairs = 4
	}
	turns := 0
	for n := range pairs {
		turns += comparePair(t, n)
		if t.Failed() {
			return
		}
	}
	if turns < 2*pairs {
		t.Errorf("the histories have only %d turns", turns)
	}
	t.Logf("%d pairs, %d turns", pairs, turns)
}
