package activationchits

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"galloper/adjudicator"
)

// staffBoard is the board of the staff tests. A river with a ford and a bridge crosses it, a town lies
// beyond, and E3 is worth two banners.
const staffBoard = `
ruleset: activationchits
title: A battle for the staff
map: {columns: 9, rows: 9, terrain: {river: [A5, B5, D5, F5, G5, H5, I5], ford: [C5], bridge: [E5], town: [H7]}}
sides: {french: {home: south}, allied: {home: north}}
seats:
  french.ney: {leader: ney, at: E9, chief: yes}
  allied.hill: {leader: hill, at: LEADER, chief: yes}
options: {sight: 9}
victory: {banners: 4, turns: 8, hexes: {E3: {side: any, banners: 2}}}
units:
`

// staffed returns the plan of the allied staff and checks that it is accepted. Each unit has a name, upper
// case for French ones, and the scenario keys that follow it.
func staffed(t *testing.T, leader, units string, given ...adjudicator.Given) []string {
	t.Helper()
	return staffedBy(t, adjudicator.Officer{Game: "test", Given: given}, leader, units)
}

// staffedBy is staffed with a given officer.
func staffedBy(t *testing.T, o adjudicator.Officer, leader, units string) []string {
	t.Helper()
	var b strings.Builder
	b.WriteString(strings.Replace(staffBoard, "LEADER", leader, 1))
	for u := range strings.SplitSeq(units, "; ") {
		id, says, _ := strings.Cut(u, " ")
		seat := "allied.hill"
		if id != strings.ToLower(id) {
			id, seat = strings.ToLower(id), "french.ney"
		}
		b.WriteString("  " + id + "x: {seat: " + seat + ", " + says + "}\n")
	}
	w := (&levy{}).war(t, b.String())
	desk := adjudicator.Desk{Scenario: w.pos.Scenario, Seat: "allied.hill", Turn: 1, Known: w.book.Seat("allied.hill")}
	lines := Ruleset.Staff(desk, o)
	if _, receipt := w.read("allied.hill", strings.Join(lines, "\n")+"\n", 1); strings.Contains(receipt, "refused") {
		t.Errorf("%s:\n%s", units, receipt)
	}
	for _, line := range lines {
		actions := strings.Split(line[strings.Index(line, ":")+1:], " ELSE ")
		for i := range actions {
			actions[i] = strings.TrimSpace(actions[i])
		}
		if slices.Sort(actions); len(slices.Compact(slices.Clone(actions))) < len(actions) {
			t.Errorf("said twice: %s", line)
		}
	}
	return lines
}

// The staff acts sensibly in typical situations.
func TestStaffSense(t *testing.T) {
	for _, row := range []struct{ name, leader, units, has, not string }{
		{"an empty prize is taken, whoever is near", "E1",
			"a kind: line, at: E2; b kind: line, at: A1; C kind: line, at: D4; D kind: line, at: E6; E kind: line, at: F6",
			"ax: MOVE TO E3 ELSE ATTACK E3 ELSE ", ""},
		{"by the shaken too", "E1", "a kind: line, at: E2, morale: shaken; B kind: line, at: E6", "ax: MOVE TO E3 ", ""},
		{"who keeps the prize does not leave it", "E1", "a kind: line, at: E3; B kind: line, at: E4",
			"ATTACK NEAREST FROM E3 IF ENEMY WITHIN 1 ELSE HOLD", "MOVE"},
		{"nor runs after whom he drives off", "E1", "a kind: line, at: E3; B kind: line, at: E4",
			"REACT ax: GROUND NO", ""},
		{"not even when he is worn", "E1", "a kind: line, at: E3, blocks: 1; B kind: line, at: E5", "", "MOVE"},
		{"the others stand beside him", "E1", "a kind: line, at: E3; b kind: line, at: E1; C kind: line, at: E5; " +
			"D kind: oldguard, at: D6", "", "MOVE TO E3"},
		{"nobody is called away from a fight", "H2",
			"a kind: line, at: E3; b kind: line, at: I4; C kind: line, at: H4; D kind: line, at: E6; G kind: line, at: F6",
			"bx: ATTACK cx", "bx: MOVE"},
		{"a square is left where no horse is near", "E1", "a kind: line, at: B2, square: yes; B kind: lightcav, at: E8",
			"ax: LEAVE SQUARE", ""},
		{"and kept where it is", "E1", "a kind: line, at: B2, square: yes; B kind: lightcav, at: B4", "", "LEAVE SQUARE"},
		{"nobody marches into the river", "D1", "a kind: oldguard, at: A3; b kind: oldguard, at: E2; C kind: line, at: B6",
			"ATTACK cx ELSE MOVE TO B3 ", "MOVE TO B5"},
		{"the worn do not run from who is far", "E1", "a kind: line, at: B2, blocks: 1; B kind: line, at: B6",
			"", "ax: MOVE"},
		{"the leader does not ride to the guns", "A1",
			"a kind: footart, at: H2; b kind: line, at: I2; c kind: line, at: H1; D kind: line, at: H6",
			"ME: MOVE TO D", "ATTACH TO ax"},
		{"nor from who is in contact", "D3",
			"a kind: line, at: D3; b kind: line, at: H2; c kind: line, at: H1; d kind: line, at: I2; E kind: line, at: D4",
			"", "ATTACH"},
		{"nor for one hex", "E1", "a kind: line, at: D1; b kind: line, at: F1; C kind: line, at: E9", "", "ATTACH"},
		{"horse charges before foot goes", "E1", "a kind: line, at: E3; b kind: line, at: D3; h kind: heavycav, at: F3; " +
			"C kind: footart, at: F4", "hx: ATTACK cx", ""},
		{"guns join in an attack on a town", "I8", "a kind: line, at: H6; g kind: footart, at: I8; C kind: line, at: H7",
			"ax: ATTACK cx WITH gx ELSE", ""},
		{"guns that reach nobody go where they do", "E1", "a kind: footart, at: E1; B kind: line, at: E8",
			"ax: FIRE AT NEAREST ELSE MOVE TO ", ""},
		{"and come up with the others while nobody is seen", "I8",
			"g kind: footart, at: I9; b kind: line, at: H8; C kind: line, at: A1", "gx: MOVE TO ", ""},
		{"whose leader may come back is told as if he did", "E1, status: away", "a kind: line, at: E2; C kind: line, at: E6",
			"ax: MOVE TO E3 ", ""},
		{"with the steady first", "E1, status: away",
			"a kind: line, at: E2; b kind: line, at: A9, morale: shaken; C kind: line, at: E6", "ax: MOVE TO E3 ", "bx: "},
		{"horse goes round guns that stay", "E2", "g kind: footart, at: D4; m kind: footart, at: E4; k kind: line, at: E3; " +
			"h kind: lightcav, at: D3; C kind: line, at: D8, blocks: 1, morale: shaken", "hx: ATTACK cx ELSE MOVE TO C5 ", ""},
		{"unless nobody is near", "E1", "a kind: footart, at: D1, shots: 6; B kind: line, at: D6", "ax: HOLD", ""},
		{"the shaken do not fall on who is too strong", "E1",
			"a kind: militia, at: B2, blocks: 2, morale: shaken; B kind: line, at: B3, blocks: 3", "ELSE MOVE TO ", "NEAREST"},
		{"nor anybody on whom he does not know, when shaken", "E1", "a kind: line, at: B2; B kind: line, at: B3",
			"ELSE ATTACK NEAREST IF STEADY ELSE ", ""},
		{"guns that have shot all they had leave", "E1", "a kind: footart, at: D2, shots: 6; B kind: line, at: D6",
			"ax: MOVE TO ", "FIRE"},
		{"foot goes at men rather than at guns", "E1",
			"a kind: oldguard, at: A3; b kind: oldguard, at: E3; e kind: oldguard, at: E2; C kind: footart, at: B6; " +
				"D kind: line, at: A6", "ATTACK dx ", "ATTACK cx"},
		{"whom nobody can tell anything is told nothing", "A1",
			"a kind: line, at: A2; b kind: line, at: I9; C kind: line, at: A9", "", "bx: "},
		{"the worn go out of the guns' range", "D1", "a kind: line, at: D2, blocks: 1; C kind: footart, at: C6",
			"ax: MOVE TO ", ""},
		{"the leader does not stay with the worn", "A1",
			"a kind: line, at: A1, blocks: 1; b kind: line, at: C2; c kind: line, at: D2; D kind: line, at: C4",
			"ME: ATTACH TO ", ""},
		{"a place is gone for, whoever else is near", "D1",
			"a kind: oldguard, at: D2; b kind: oldguard, at: C2; D kind: line, at: B4; C kind: line, at: E3, blocks: 1",
			"ATTACK E3 ", ""},
		{"horse leaves a town alone that is held", "I6", "h kind: heavycav, at: H6; C kind: line, at: H7, blocks: 2",
			"hx: MOVE TO ", "ATTACK"},
		{"and charges who has come out", "I6", "h kind: heavycav, at: H6; C kind: line, at: G6, blocks: 2",
			"hx: ATTACK cx ", ""},
		{"the worn do not go back to where they were driven from", "E1",
			"a kind: line, at: B2, blocks: 1; B kind: line, at: B4", "IF ENEMY WITHIN 2 ELSE RALLY UNLESS STEADY ELSE ", ""},
	} {
		text := strings.Join(staffed(t, row.leader, row.units), "\n")
		if !strings.Contains(text, row.has) || row.not != "" && strings.Contains(text, row.not) {
			t.Errorf("%s:\n%s", row.name, text)
		}
	}
}

// The same position is opened in several ways, but always in the same way by the same officer.
func TestStaffOpensDifferently(t *testing.T) {
	const units = "a kind: line, at: C2; b kind: line, at: G2; g kind: footart, at: E1; C kind: line, at: C7; " +
		"D kind: line, at: G7; E kind: footart, at: E7"
	ways := map[string]bool{}
	for n := range 10 {
		game := "test" + strconv.Itoa(n)
		text := strings.Join(staffedBy(t, adjudicator.Officer{Game: game}, "E1", units), "\n")
		if again := strings.Join(staffedBy(t, adjudicator.Officer{Game: game}, "E1", units), "\n"); again != text {
			t.Errorf("the same knowledge, other orders:\n%s\n%s", text, again)
		}
		ways[text] = true
	}
	if len(ways) < 4 {
		t.Errorf("ten battles open in %d ways", len(ways))
	}
}

// A unit that has left the prize may take ground again, and is told so once.
func TestStaffLetsGo(t *testing.T) {
	const units = "a kind: line, at: D2; b kind: line, at: E3; C kind: line, at: E6"
	kept := adjudicator.Given{Turn: 1, Line: "REACT ax: GROUND NO"}
	left := adjudicator.Given{Turn: 2, Line: "REACT ax: GROUND YES"}
	if lines := staffed(t, "E1", units, kept); !slices.Contains(lines, left.Line) {
		t.Errorf("%q", lines)
	}
	if lines := staffed(t, "E1", units, kept, left); slices.Contains(lines, left.Line) {
		t.Errorf("said again: %q", lines)
	}
}

// A wing commander's staff writes no entries for units in the chief's directives, because they would take
// precedence, and writes the others as usual. The chief speaks to an adjacent wing commander at once and
// sends a courier to others.
func TestStaffObeysTheChief(t *testing.T) {
	t.Parallel()
	scenario := strings.Replace(staffBoard, "LEADER", "AT", 1)
	scenario = strings.Replace(scenario, "at: AT, chief: yes}", "at: AT}\n  allied.chief: {leader: duke, at: E1, chief: yes}", 1)
	scenario += "  ax: {seat: allied.hill, kind: line, at: E2}\n  bx: {seat: allied.hill, kind: line, at: F2}\n" +
		"  cx: {seat: french.ney, kind: line, at: E8}\n"
	for at, near := range map[string]bool{"D1": true, "A1": false} {
		w := (&levy{}).war(t, strings.Replace(scenario, "AT", at, 1))
		desk := func(seat string) adjudicator.Desk {
			return adjudicator.Desk{Scenario: w.pos.Scenario, Seat: seat, Turn: 1, Known: w.book.Seat(seat)}
		}
		words := Ruleset.ByWord(desk("allied.chief"), []string{"TO allied.hill: ax: HOLD"})
		if (len(words) > 0) != near {
			t.Errorf("the wing commander at %s: told %v", at, words)
		}
		hill := desk("allied.hill")
		hill = hill.Told(words)
		lines := Ruleset.Staff(hill, adjudicator.Officer{Game: "test"})
		ordered := func(unit string) bool {
			return slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, unit+":") })
		}
		if ordered("ax") == near || !ordered("bx") {
			t.Errorf("the wing commander at %s writes %q", at, lines)
		}
	}
}

// A unit that was sent to a post goes on to it unless another one is clearly better.
func TestStaffGoesOn(t *testing.T) {
	const units = "a kind: line, at: C2; b kind: line, at: E3; C kind: line, at: E7"
	const stays, goes = "ax: HOLD", "ax: MOVE TO D2 ELSE HOLD"
	if lines := staffed(t, "E1", units); !slices.Contains(lines, stays) {
		t.Errorf("told nothing before: %q", lines)
	}
	if lines := staffed(t, "E1", units, adjudicator.Given{Line: goes}); !slices.Contains(lines, goes) {
		t.Errorf("told to go: %q", lines)
	}
}
