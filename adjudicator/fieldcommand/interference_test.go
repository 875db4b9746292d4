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

// Pairs of games that differ only in facts unknown to the csa seats must give those seats the same reports and
// receipts, byte for byte.

// unitLine matches a face-down union unit in a scenario.
var unitLine = regexp.MustCompile(`  (u[0-9]+): \{seat: (union\.[a-z]+), kind: ([a-z]+(?:, strength: [0-9])?), at: `)

// masquerade gives union's blocks other ids, names, arms and strengths in the same places. Each id keeps its number, so
// that mails can be rewritten.
func masquerade(r *rand.Rand, text string) string {
	kinds := []string{"infantry", "infantry, strength: 2", "cavalry", "cavalry, strength: 1", "artillery"}
	text = unitLine.ReplaceAllStringFunc(text, func(line string) string {
		m := unitLine.FindStringSubmatch(line)
		return fmt.Sprintf("  x%s: {seat: %s, name: Masque %d, kind: %s, at: ", m[1], m[2], r.IntN(1000),
			kinds[r.IntN(len(kinds))])
	})
	return regexp.MustCompile(`  u([0-9]+): `).ReplaceAllString(text, "  xu$1: ")
}

// twin is one of two games that are played in parallel.
type twin struct {
	*game
	rename bool
}

// peaceful returns an order that reveals only the movement of a block.
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
	all := !strings.HasSuffix(seat, ".army") // the army's ALL depends on the position of its commander, which is secret
	if s.Units[i].Status == Disrupted && all {
		return "RALLY ALL AT " + here
	}
	if l.IntN(3) == 0 && all {
		return "FIELD MARCH ALL AT " + here + " TO " + to
	}
	for _, n := range s.b.neighbours(at.Locale) { // the defender withdraws and reveals nothing
		if at.Reserve() && s.enemyHeld(n, s.Units[i].Side) && l.IntN(2) == 0 {
			return "MANEUVER " + u + " TO " + s.b.Locales[n].ID + " ELSE STAY"
		}
	}
	if s.Units[i].At.Reserve() && l.IntN(2) == 0 {
		return "LOCAL MARCH " + u + " TO APPROACH " + to
	}
	return []string{"FIELD MARCH " + u + " TO " + to, "LOCAL MARCH " + u + " TO RESERVE"}[l.IntN(2)]
}

// secrets returns lines with no effect that the enemy or another seat may see.
func (l *levy) secrets(seat string) string {
	u := l.unit(seat)
	if strings.HasPrefix(seat, "csa") { // its letters would reach the watching seat
		return "SPLIT " + u + " INTO 3, " + fmt.Sprint(3+l.IntN(3)) + "\n"
	}
	choices := []string{"LETTER TO " + l.mate(seat) + ": A secret of " + fmt.Sprint(l.IntN(1_000_000)) + ".\n.",
		"MERGE " + u + ", " + u, "fly " + u + " to the moon",
		"STANDING HOLD", "TO " + l.mate(seat) + ": hold your ground", "SPLIT " + u + " INTO 3, 3"}
	return choices[l.IntN(len(choices))] + "\n"
}

// rewritten returns a mail for the twin with the other unit ids.
func (t *twin) rewritten(seat, mail string) string {
	if !t.rename || !strings.HasPrefix(seat, "union") {
		return mail
	}
	return regexp.MustCompile(`\bu([0-9]+)\b`).ReplaceAllString(mail, "xu$1")
}

// comparePair plays a pair of games and compares what the watching seats receive.
func comparePair(t *testing.T, n int) (turns int) {
	r := rand.New(rand.NewPCG(uint64(n), 1864))
	l := &levy{Rand: r}
	fog := []string{fogBlocks, fogSight}[n%2]
	disguised := n%4 < 2
	// fog: sight with couriers that are never captured; their reports must not reveal more than the sightings
	riding := n%8 == 1
	couriers := "off"
	if riding {
		couriers = "on"
	}
	text := l.writeScenario(4, 3, 8+r.IntN(8), "couriers: "+couriers+", on_zero: fight, group: 4, commands: 4, fog: "+fog)
	text = strings.Replace(text, "sides: {union: {", "sides: {union: {morale: 40, hand: [steel, works, steel], ", 1)
	text = strings.Replace(text, "csa: {groups", "csa: {morale: 40, groups", 1)
	if disguised { // a claim would reveal infantry
		text = strings.NewReplacer(", objective: [union]", "", ", objective: [csa]", "").Replace(text)
	}
	other := strings.Replace(text, "hand: [steel, works, steel]", "hand: [guns, colors, horses]", 1)
	if disguised {
		other = masquerade(r, other)
	}
	// Every refuge has room for all units, so that the order of departure (§12.5) does not affect their destinations.
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
		watchers = []string{"csa.i"} // csa.army then has secrets of its own
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
			return turn // a trapped unit is revealed
		}
	}
	return 0
}

// playPair plays a turn of both games with the same deeds and different secrets. It reports whether a block was
// revealed or had a loss.
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
		if disguised { // only brigades may secure, so guns alone would change the answer
			one[seat], two[seat] = one[seat]+"STANDING WITHDRAW\n", two[seat]+"STANDING WITHDRAW\n"
		}
		two[seat] = b.rewritten(seat, two[seat])
	}
	never := func(d *adjudicator.Decision) string { return d.Default }
	return slices.ContainsFunc(append(a.play(one, never), b.play(two, never)...), func(o events.Outcome) bool {
		return o.Name == "unit.revealed" || o.Name == "unit.eliminated" || o.Name == "strength.lost"
	})
}

// channels returns everything that a seat receives.
func (g *game) channels(seat, probe string) []oracle.Channel {
	receipt, _ := g.read(seat, probe)
	return []oracle.Channel{{Name: "report", Text: g.report(seat)}, {Name: "export",
		Text: string(g.book.Seat(seat).AppendJSON(nil))},
		{Name: "receipt", Text: receipt}}
}

// probe returns a mail whose receipt could leak secrets.
func (l *levy) probe(s *State, seat string) string {
	body := "FIELD MARCH u1 TO l1_1\nHOLD xu2\nTO union.i: hold\n\nEverybody attack u1 at l1_1\n\n" +
		"March all to l1_1\n\nCharge the enemy guns at l2_1 with all the horse\n\nAll the foot advance on l1_2\n\n"
	side := s.b.Commands[s.b.Seat(seat).Must()].Side
	for _, u := range s.unitsThat(func(u *Unit) bool { return u.Side == side && u.onMap() && !u.At.Reserve() }) {
		at, id := s.b.Locales[s.Units[u].At.Toward].ID, s.Units[u].ID // the receipt gives the odds of attacks on it
		body += "ASSAULT " + at + " WITH " + id + " LED BY " + id + "\nBOMBARD " + at + " WITH " + id + "\n"
	}
	for range 4 {
		body += l.line(s, seat) + "\n"
	}
	return body
}

// TestNoEnemyIsNamed plays battles with unmistakable ids for union's blocks, and looks for those ids in everything that
// the csa seats receive.
func TestNoEnemyIsNamed(t *testing.T) {
	for n := range oracle.Many(os.Getenv("GALLOPER_BATTLES"), 12) {
		l := &levy{Rand: rand.New(rand.NewPCG(uint64(n), 1865))}
		fog := []string{fogBlocks, fogSight}[n%2]
		text := l.writeScenario(4, 3, 10+l.IntN(8), "on_zero: fight, fog: "+fog+[]string{"", ", couriers: off",
			", turns: simultaneous, ask: always"}[n%3])
		text = regexp.MustCompile(`  u([0-9]+): `).ReplaceAllString(text, "  zouave$1: ")
		text += "tables: {courier: {risk: 0}}\n" // a captured letter may name any unit
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
				break // the end of the battle reveals all
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
