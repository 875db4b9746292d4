package commandchaos

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
)

// position returns a battle with the given units; r, q and v are Romans in the south.
func position(units string) string {
	var b strings.Builder
	b.WriteString("ruleset: commandchaos\ntitle: Position\nsides:\n  roman: {edge: south, hand: []}\n" +
		"  punic: {edge: north}\nseats:\n  roman.consul: {officer: paullus}\n  punic.general: {officer: hanno}\n" +
		"officers:\n  paullus: {side: roman, role: commander, zone: left, unit: r1}\n" +
		"  hanno: {side: punic, role: commander, zone: centre}\noptions: {setup: free}\n" +
		"victory: {turns: 16}\nunits:\n")
	for _, u := range strings.Split(units, "; ") {
		id, rest, _ := strings.Cut(u, " ")
		side, kind := "roman", "heavy, morale: 3"
		if strings.ContainsAny(id, "psn") {
			side = "punic"
		}
		switch id[0] {
		case 'v', 's':
			kind = "light"
		case 'q', 'n':
			kind = "cavalry, morale: 3"
		}
		fmt.Fprintf(&b, "  %s: {side: %s, kind: %s, at: %s}\n", id, side, kind, rest)
	}
	return b.String()
}

// staffOf returns the orders of the Roman staff, with a bold temper. All of them must be accepted.
func staffOf(t *testing.T, text string) []string {
	t.Helper()
	return staffIn(t, text, 2, adjudicator.Officer{Temper: adjudicator.Bold, Game: "test"})
}

// staffIn returns the orders of an officer in a turn, one line for each unit.
func staffIn(t *testing.T, text string, turn int, o adjudicator.Officer) (single []string) {
	t.Helper()
	f := openField(t, text, 1)
	seat := "roman.consul"
	desk := adjudicator.Desk{Scenario: f.pos.Scenario, Seat: seat, Turn: turn, Known: f.book.Seat(seat)}
	lines := Ruleset.Staff(desk, o)
	_, reading := Ruleset.ReadMail(desk, strings.Join(lines, "\n"))
	for _, e := range reading.Entries {
		if e.Refusal != nil {
			t.Errorf("%q: %+v", lines, e.Refusal)
		}
	}
	for _, l := range lines {
		verb, units, _ := strings.Cut(l, " ")
		list := strings.Split(units, ", ")
		if !slices.Contains(alike, verb) || len(list) == 1 {
			single = append(single, l)
			continue
		}
		_, tail, _ := strings.Cut(list[len(list)-1], " ")
		for _, u := range list {
			id, _, _ := strings.Cut(u, " ")
			single = append(single, strings.TrimSpace(verb+" "+id+" "+tail))
		}
	}
	return single
}

// Equal orders of several units are joined in one line.
func TestEqualOrdersAreJoined(t *testing.T) {
	t.Parallel()
	got := inOneLine([]string{"ADVANCE r1", "REACT r1 COUNTER", "HOLD r3", "ADVANCE r2", "REACT r2 COUNTER",
		"ADVANCE q1 2", "FLANK r5", "FLANK r6", "ADVANCE v1 2"})
	want := []string{"ADVANCE r1, r2", "REACT r1, r2 COUNTER", "HOLD r3", "ADVANCE q1, v1 2", "FLANK r5", "FLANK r6"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

func TestTheStaffPlaysAPosition(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ rule, units, want string }{
		{"lights go up to the enemy", "r1 d3; v1 c2; p1 c4", "ADVANCE v1"},
		{"lights throw where they stand", "r1 d3; v1 c3; p1 c4", "HOLD v1"},
		{"a reserve does not run to and fro", "r1 d3; r3 f3, hits: 1; r2 d1, reserve: yes; p1 d7", "HOLD r2"},
		{"it goes behind who is hard pressed", "r1 d3; r3 f3, hits: 2; r2 d1, reserve: yes; p1 d7", "SHIFT r2 RIGHT 1"},
		{"horse relieves nobody", "r1 d3; r3 f3, hits: 2; q2 d1, reserve: yes; p1 d7", "HOLD q2"},
		{"foot comes up behind who fights", "r1 d3, engaged: [p1]; r2 d1, reserve: yes; p1 d4", "ADVANCE r2"},
		{"and stands there", "r1 d3, engaged: [p1]; r2 d2; p1 d4", "HOLD r2"},
		{"the worn turn on an open flank", "r1 c4, hits: 2; r2 d3, engaged: [p1]; p1 d4", "FLANK r1"},
		{"they stay where nobody is ahead", "r1 c4, hits: 2; r2 e4, engaged: [p1]; p1 e5", "HOLD r1"},
		{"they fall back from the line", "r1 c4, hits: 2; p1 c6", "BACK r1"},
		{"no open flank is passed by", "r1 c3; s1 c6; p1 d3", "HOLD r1"},
		{"lights that bar the way to it are driven off", "r1 c4; s1 c6; p1 d4", "ADVANCE r1 1"},
		{"foot goes at lights on the edge", "r1 c4; s1 c7; p1 g6", "ADVANCE r1 1"},
		{"horse rides lights down on the edge", "r1 d3; q1 b3; s1 b7; p1 d7", "ADVANCE q1 4"},
		{"nobody charges lights", "r1 c4; s1 c5; p1 g6", "ADVANCE r1 1"},
		{"horse rides down lights before it", "r1 d3; q1 b3; s1 b4; p1 d7", "ADVANCE q1 1"},
		{"horse does not run after lights", "r1 d3; q1 b3; s1 b6; p1 d7", "HOLD q1"},
		{"spare horse turns on a flank", "r1 d3, engaged: [p1]; q2 c1, reserve: yes; p1 d4", "FLANK q2"},
		{"horse goes to where it can be two against one",
			"q1 b4, engaged: [n1]; r1 d3; q3 f1, reserve: yes; n1 b5; n2 d7", "SHIFT q3 LEFT 3"},
		{"and rides up beside the fight", "q1 b4, engaged: [n1]; r1 c6; q3 c1, reserve: yes; n1 b5; p1 c7",
			"ADVANCE q3 3"},
		{"round a friend", "q1 b4, engaged: [n1]; r1 c3; q3 c1, reserve: yes; n1 b5; n2 c7", "SHIFT q3 LEFT 2"},
		{"horse has the choice of the gaps", "r1 d3; r2 e1, reserve: yes; q3 f1, reserve: yes; n1 d7; n2 g6",
			"SHIFT q3 RIGHT 1"},
		{"foot whose way is barred claims none", "r1 d3; r2 e1, reserve: yes; q3 f1, reserve: yes; n1 d7; n2 g6",
			"HOLD r2"},
		{"it goes to where it can", "r1 d3, engaged: [p1]; q2 d1, reserve: yes; p1 d4", "SHIFT q2 LEFT 1"},
	} {
		if lines := staffOf(t, position(row.units)); !slices.Contains(lines, row.want) {
			t.Errorf("%s: no %s in %q", row.rule, row.want, lines)
		}
	}
}

// A commander attaches to a unit that will stand and leaves one that will not.
func TestTheCommanderLeadsWhoStands(t *testing.T) {
	t.Parallel()
	const fight = "r1 d3, engaged: [p1], hits: %d; r2 c3, engaged: [p2], hits: %d; p1 d4; p2 c4"
	for _, row := range []struct {
		hits  [2]int
		alone bool
		want  string
	}{
		{[2]int{0, 1}, true, "ATTACH TO r1"}, {[2]int{2, 1}, true, "ATTACH TO r2"}, {[2]int{2, 2}, true, ""},
		{[2]int{1, 0}, false, ""}, {[2]int{2, 0}, false, "ATTACH TO r2"},
	} {
		text := position(fmt.Sprintf(fight, row.hits[0], row.hits[1]))
		if row.alone {
			text = strings.Replace(text, "zone: left, unit: r1", "zone: left", 1)
		}
		lines := staffOf(t, text)
		led := slices.DeleteFunc(lines, func(l string) bool { return !strings.HasPrefix(l, "ATTACH") })
		if got := strings.Join(led, "; "); got != row.want {
			t.Errorf("%v: %q, not %q", row.hits, got, row.want)
		}
	}
}

// Cards are placed where they help, and cards that help no unit are exchanged.
func TestTheStaffPlaysItsCards(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ rule, hand, units, want string }{
		{"inspire takes off a hit", "onslaught, inspire", "r1 d3, engaged: [p1], hits: 1; p1 d4", "CARD inspire ON r1"},
		{"who has none is not inspired", "inspire", "r1 d3, engaged: [p1]; p1 d4", "DISCARD inspire"},
		{"the last stand gives ground", "giveground", "r1 d3, engaged: [p1], hits: 2; p1 d4", "CARD giveground ON r1"},
		{"not into a friend", "giveground", "r1 d3, engaged: [p1], hits: 2; r2 d2; p1 d4", "DISCARD giveground"},
		{"who is fresh strikes", "giveground", "r1 d3, engaged: [p1]; p1 d4", "DISCARD giveground"},
		{"who has suffered is relieved", "relief", "r1 d3, engaged: [p1], hits: 1; r2 d2; p1 d4", "CARD relief ON r1"},
		{"two are exchanged at most", "secondwind, secondwind, giveground", "r1 d3, engaged: [p1]; p1 d4",
			"DISCARD giveground, secondwind"},
	} {
		lines := staffOf(t, strings.Replace(position(row.units), "hand: []", "hand: ["+row.hand+"]", 1))
		if !slices.Contains(lines, row.want) {
			t.Errorf("%s: no %s in %q", row.rule, row.want, lines)
		}
	}
}

// A relief card is kept as long as a unit is coming up that could relieve a friend. It is not played for a fresh unit,
// nor for one with no more hits than the unit behind it.
func TestReliefIsKeptForTheSecondLine(t *testing.T) {
	t.Parallel()
	for units, kept := range map[string]bool{
		"r1 d3, engaged: [p1]; r2 d1, reserve: yes; p1 d4":        true,
		"r1 d3, engaged: [p1], hits: 1; r2 d2, hits: 1; p1 d4":    true,
		"r1 d3, engaged: [p1]; r2 d2; p1 d4":                      true,
		"r1 d3, engaged: [p1]; r2 d2, hits: 2; p1 d4":             false,
		"r1 d3, engaged: [p1]; r2 f1, reserve: yes; p1 d4; p2 f7": false,
		"r1 d3, engaged: [p1]; q2 d1, reserve: yes; p1 d4; n1 b7": false,
		"r1 d3; r3 f3, engaged: [p1]; r2 d1, reserve: yes; p1 f4": false,
	} {
		lines := staffOf(t, strings.Replace(position(units), "hand: []", "hand: [relief]", 1))
		if slices.Contains(lines, "DISCARD relief") == kept || slices.Contains(lines, "CARD relief ON r1") {
			t.Errorf("%s: %q", units, lines)
		}
	}
}

// A side under attack lets the enemy move first until the lines have met. An attacker does not, and a lieutenant
// cannot.
func TestWhoWaitsMovesSecond(t *testing.T) {
	t.Parallel()
	const few, many = "r1 c3; p1 c6; p2 d6; p3 e6; p4 f6", "r1 c3; r2 d3; r3 e3; r4 f3; p1 c6"
	for _, row := range []struct {
		units  string
		second bool
	}{{few, true}, {many, false}, {few + "; r2 g3, engaged: [p5]; p5 g4", false}} {
		lines := staffIn(t, position(row.units), 2, adjudicator.Officer{Temper: adjudicator.Cautious, Game: "test"})
		if slices.Contains(lines, "INITIATIVE SECOND") != row.second {
			t.Errorf("%s: %q", row.units, lines)
		}
	}
}

// The lines meet zone by zone: one zone may wait for the enemy while another charges, until a unit in it fights.
func TestLinesMeetByParts(t *testing.T) {
	t.Parallel()
	const apart = "r1 c3; r2 g3; p1 c5; p2 g5"
	waits := func(units, id string, turn int) bool {
		return slices.Contains(staffIn(t, position(units), turn, adjudicator.Officer{Game: "test"}), "HOLD "+id)
	}
	parted := 0
	for turn := range 16 {
		if waits(apart, "r1", turn) != waits(apart, "r2", turn) {
			parted++
		}
		if waits("r3 d3, engaged: [p3]; r1 c3; r2 g3; p1 c5; p2 g5; p3 d4", "r1", turn) {
			t.Errorf("turn %d: r1 looks on while r3 fights beside it", turn)
		}
	}
	if parted == 0 {
		t.Error("both zones always do the same")
	}
}
