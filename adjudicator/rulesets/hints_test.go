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

// nobody is a name that nothing has.
const nobody = "Zyxwen"

// TestHalfAnOrderIsAnswered: a line that names troops of the seat's or has a verb comes back with an order that would
// be taken, in each shipped scenario, from each seat.
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

// TestHintsInventNothing: who says much that is not understood is offered no ground and no enemy that was not named.
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

// TestWhatIsNeverIsTold: who asks for a thing that the game has not is told so, whoever is to do it and whether the
// line is refused or only asked.
func TestWhatIsNeverIsTold(t *testing.T) {
	t.Parallel()
	told := map[string]bool{}
	for _, scenario := range shippedNames(t) {
		b := openedBattle(t, scenario)
		for _, seat := range b.sc.Seats() {
			own, _ := b.rules.Names(adjudicator.Desk{Scenario: b.sc, Seat: seat.ID, Turn: 1})
			read := b.reader(seat.ID)
			for _, never := range b.rules.Spoken.Never {
				for _, n := range own.All() {
					phrase := strings.ToLower(never[0])
					if never[0] == "TURN" { // that orders wait for, not to face
						phrase = "sleep until turn 9"
					}
					for _, line := range []string{phrase, phrase + " now", n.ID + ": " + phrase, "TO " + n.ID + ": " + phrase,
						n.ID + ", " + phrase + " at once"} {
						for _, e := range read(line) {
							if e.Refusal == nil || strings.Contains(strings.Join(e.Notes, "\n"), "LETTER TO") { // of another's troops
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

// halves are lines that say half an order, or less: the seat's own names with and without a verb, and verbs alone.
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

// unhinted is what the answer to a line does not have; "" where nothing is missing. What was taken or asked needs no
// hint, nor what was understood and cannot be done.
func unhinted(rules *adjudicator.Ruleset, read func(string) []orders.Entry, line string) string {
	entries := read(line)
	if len(entries) == 0 {
		return "no answer"
	}
	for _, e := range entries {
		if e.Refusal == nil || e.Asked != nil || e.Read != "" || e.Refusal.Several ||
			!slices.Contains(slices.Concat(rules.Spoken.Unread, rules.Spoken.Half), e.Refusal.Reason) {
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

// shippedNames are those of the scenarios that come with the program.
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

// TestHintsBlameTheCondition: where a condition was not understood the answer points at it, and not at who is named
// before it, or at its first word as at a verb.
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

// TestStrangersAreTold: a name to be fought that is a friend's or nobody's in sight is told of, and so is who commands
// a colleague's troops, in each shipped scenario, from each seat.
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

// TestOrdersForNoTurnAreRefused: whatever the rules, an order that waits for a turn behind the last is refused, and
// takes the place of no other.
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

// TestHintsClaimNothingUntrue: where the fault lies in a word behind who shall do what, neither is said to be missing;
// who writes to the enemy is told whom letters go to.
func TestHintsClaimNothingUntrue(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ scenario, seat, line, wants string }{
		{"prestonpans", "government.cope", "Ride to Nowhere", "write it so: RIDE TO"},
		{"prestonpans", "government.cope", "Lascelles: fire at 50000 yds", "for example: "},
		{"gettysburg-first-day", "confederate.iii", "Ride to Nowhere", "write it so: RIDE TO"},
		{"allifae", "roman.consul", "Ride to Nowhere", "write it so: RIDE TO"},
		{"maida", "british.kempt", "lights fire at 50000 yds", "for example: "},
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
