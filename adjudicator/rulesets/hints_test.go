package rulesets_test

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/orders"
	"galloper/scenarios"
)

// nobody is a name that does not exist.
const nobody = "Zyxwen"

// TestHalfAnOrderIsAnswered checks that a line with only a verb or the seat's own troops is answered with an order that
// would be accepted, for each seat of the shipped scenarios.
func TestHalfAnOrderIsAnswered(t *testing.T) {
	t.Parallel()
	for _, scenario := range shippedNames(t) {
		t.Run(scenario, func(t *testing.T) {
			t.Parallel()
			b := openedBattle(t, scenario)
			for _, seat := range b.sc.Seats() {
				read := b.reader(seat.ID)
				for _, line := range halves(b, seat.ID) {
					if missing := unhinted(b.rules, read, line); missing != "" {
						t.Errorf("%s: %q: %s\n%s", seat.ID, line, missing, receipt(read(line)))
					}
				}
			}
		})
	}
}

// TestHintsInventNothing checks that hints on lines that are mostly unread mention no ground or enemy that was not
// named.
func TestHintsInventNothing(t *testing.T) {
	for _, c := range []struct{ scenario, seat, line, invented string }{
		{"maida", "french.reynier", "Initiative: I want the first move. If we lose it spend the jack, and never a king.", "ford"},
		{"maida", "french.reynier", "To Digonet, for the chasseurs: pass north of the 27th Foot, keeping 8 clear of it.", "lights"},
		{"lodi", "french.bonaparte", "Send an aide if Ordener's charge goes badly, and for nothing else.", "MOVE TO E2"},
		{"glenshiel", "jacobite.murray", "I'll keep close behind the men, but out of the scrum.", "coul"},
	} {
		b := openedBattle(t, c.scenario)
		if said := receipt(b.reader(c.seat)(c.line)); said == "" || strings.Contains(said, c.invented) {
			t.Errorf("%s: %s", c.line, said)
		}
	}
}

// TestWhatIsNeverIsTold checks that the answer to an action which the game does not have says so, for any unit and
// whether the line is refused or needs confirmation.
func TestWhatIsNeverIsTold(t *testing.T) {
	t.Parallel()
	told := map[string]bool{}
	for _, scenario := range shippedNames(t) {
		b := openedBattle(t, scenario)
		for _, seat := range b.sc.Seats() {
			own, _ := b.rules.Names(adjudicator.Desk{Scenario: b.sc, Seat: seat.ID, Turn: 1})
			read := b.reader(seat.ID)
			for _, never := range b.rules.English().Never {
				for _, n := range own.All() {
					phrase := strings.ToLower(never[0])
					if never[0] == "TURN" { // waiting for a turn, not facing
						phrase = "sleep until turn 9"
					}
					for _, line := range []string{phrase, phrase + " now", n.ID + ": " + phrase, "TO " + n.ID + ": " + phrase,
						n.ID + ", " + phrase + " at once"} {
						for _, e := range read(line) {
							// Notes on letters are about another seat's troops.
							if e.Refusal == nil || strings.Contains(strings.Join(e.Notes, "\n"), "LETTER TO") {
								continue
							}
							if told[b.rules.Name+never[0]] = true; !strings.Contains(strings.Join(e.Notes, "\n"), never[1]) {
								t.Errorf("%s, %s: %q is not told so:\n%s", scenario, seat.ID, line, receipt(read(line)))
							}
						}
					}
				}
			}
		}
	}
	if len(told) == 0 {
		t.Error("nothing was refused")
	}
}

// halves returns incomplete orders: the seat's own names with and without a verb, and verbs alone.
func halves(b *battle, seat string) (lines []string) {
	own, _ := b.rules.Names(adjudicator.Desk{Scenario: b.sc, Seat: seat, Turn: 1})
	verbs := []string{"attack", "advance", "move", "fire", "withdraw", "charge", "follow", "hold"}
	for i, n := range own.All() {
		lines = append(lines, n.ID+": sleep", n.ID+" sleeps", n.ID+": "+verbs[i%len(verbs)],
			n.ID+" to "+verbs[(i+1)%len(verbs)]+" "+nobody)
	}
	for _, verb := range verbs {
		lines = append(lines, verb, nobody+": "+verb)
	}
	return lines
}

// unhinted describes what is missing in the answer to a line, or returns "". Lines that are accepted, need
// confirmation, or are understood but not allowed, need no hint.
func unhinted(rules *adjudicator.Ruleset, read func(string) []orders.Entry, line string) string {
	entries := read(line)
	if len(entries) == 0 {
		return "no answer"
	}
	for _, e := range entries {
		if e.Refusal == nil || e.Asked != nil || e.Read != "" || e.Refusal.Several ||
			!slices.Contains(slices.Concat(rules.English().Unread, rules.English().Half), e.Refusal.Reason) {
			continue
		}
		var example string
		for _, note := range e.Notes {
			for _, begins := range []string{"write it so: ", "for example: "} {
				if _, so, ok := strings.Cut(note, begins); ok {
					example, _, _ = strings.Cut(so, "; or ")
				}
			}
		}
		if example == "" {
			return "no hint"
		}
		again := read(example)
		if len(again) == 0 || slices.ContainsFunc(again, func(e orders.Entry) bool { return e.Refusal != nil }) {
			return fmt.Sprintf("the hint %q is not taken", example)
		}
	}
	return ""
}

// shippedNames returns the names of the shipped scenarios.
func shippedNames(t *testing.T) (list []string) {
	t.Helper()
	files, err := fs.Glob(scenarios.Files, "*/scenario.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		list = append(list, strings.TrimSuffix(file, "/scenario.yaml"))
	}
	return list
}

// TestHintsBlameTheCondition checks that the answer to an unread condition points at it, and not at the unit named
// before it or at its first word as a verb.
func TestHintsBlameTheCondition(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ scenario, seat, troops string }{
		{"sheriffmuir", "jacobite.gordon", "Macleans"}, {"gettysburg-first-day", "confederate.iii", "Archer"},
		{"sauren", "french.ney", "Cuirassiers"}, {"allifae", "roman.consul", "Camp guard"},
	} {
		read := openedBattle(t, c.scenario).reader(c.seat)
		for _, line := range []string{"Once the wind drops, %s advances.", "%s, once the fog lifts, advance."} {
			line = fmt.Sprintf(line, c.troops)
			if text := receipt(read(line)); !strings.Contains(strings.ToLower(text), `"once": expected a condition`) {
				t.Errorf("%q is answered:\n%s", line, text)
			}
		}
	}
}

// TestStrangersAreTold checks that the receipt explains a target that is a friend or not in sight, and says who
// commands a colleague's troops, for each seat of the shipped scenarios.
func TestStrangersAreTold(t *testing.T) {
	t.Parallel()
	friends, colleagues := 0, 0
	for _, scenario := range shippedNames(t) {
		b := openedBattle(t, scenario)
		for _, seat := range b.sc.Seats() {
			read, known := b.reader(seat.ID), b.rules.Vocabulary(b.desk(seat.ID))
			tells := func(line, want string) bool {
				said := receipt(read(line))
				return strings.Contains(said, want)
			}
			if len(known.Mine) == 0 {
				continue
			}
			if line := known.Mine[0] + ": attack " + nobody; !tells(line, `you see no "`+nobody+`"`) {
				t.Errorf("%s, %s: %q is answered\n%s", scenario, seat.ID, line, receipt(read(line)))
			}
			if len(known.Mine) > 1 && tells(known.Mine[0]+": attack "+known.Mine[1], `is a name of your own side`) {
				friends++
			}
			for id, commander := range known.Whose {
				colleagues++
				if line := id + ": hold"; !tells(line, " commands ") || !tells(line, "LETTER TO "+commander) {
					t.Errorf("%s, %s: %q is answered\n%s", scenario, seat.ID, line, receipt(read(line)))
				}
			}
		}
	}
	if friends == 0 || colleagues == 0 {
		t.Errorf("of %d friends and %d colleagues was told", friends, colleagues)
	}
}

// TestOrdersForNoTurnAreRefused checks, in all rulesets, that an order waiting for a turn after the last is refused and
// replaces no other order.
func TestOrdersForNoTurnAreRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ scenario, seat, order, first string }{
		{"prestonpans", "government.cope", "TO lees: HOLD IF TURN %d THEN ADVANCE", "TO lees: ADVANCE"},
		{"maida", "british.kempt", "lights HOLD IF TURN %d", "lights ADVANCE"},
	} {
		b := openedBattle(t, c.scenario)
		read, last := b.reader(c.seat), b.sc.(adjudicator.Lasting).LastTurn()
		if text := receipt(read(fmt.Sprintf(c.order, last))); strings.Contains(text, "too-late") {
			t.Errorf("%s: the last turn is too late: %s", c.scenario, text)
		}
		entries := read(c.first + "\n" + fmt.Sprintf(c.order, last+1))
		if len(entries) != 2 || entries[0].Refusal != nil || strings.Contains(entries[0].Suffix, "replaced") ||
			entries[1].Refusal == nil || entries[1].Refusal.Reason != "too-late" {
			t.Errorf("%s: a turn that never comes is waited for: %s", c.scenario, receipt(entries))
		}
	}
}

// TestHintsClaimNothingUntrue checks that a fault in a later word is not reported as a missing unit or verb, and that
// the answer to a letter to the enemy says whom letters can go to.
func TestHintsClaimNothingUntrue(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ scenario, seat, line, wants string }{
		{"prestonpans", "government.cope", "Ride to Nowhere", "write it so: RIDE TO"},
		{"prestonpans", "government.cope", "Lascelles: fire at 50000 yds", "for example: "},
		{"gettysburg-first-day", "confederate.iii", "Ride to Nowhere", "write it so: RIDE TO"},
		{"allifae", "roman.consul", "Ride to Nowhere", "write it so: RIDE TO"},
		{"maida", "british.kempt", "lights fire at 50000 yds", "write it so: "},
		{"prestonpans", "government.cope", "LETTER TO perth: come", "letters go to your own side"},
		{"maida", "british.kempt", "LETTER TO peyri: come", "letters go to your own side"},
		{"sauren", "allied.hill", "LETTER TO reille: come", "letters go to your own side"},
		{"allifae", "roman.consul", "LETTER TO punic.horse: come", "letters go to your own side"},
		{"gettysburg-first-day", "confederate.iii", "LETTER TO union.i: come", "letters go to your own side"},
	} {
		text := receipt(openedBattle(t, c.scenario).reader(c.seat)(c.line))
		if strings.Contains(text, "it does not say") || !strings.Contains(text, c.wants) {
			t.Errorf("%s: %q is answered:\n%s", c.scenario, c.line, text)
		}
	}
}
