package rulesets_test

import (
	"strings"
	"testing"
)

// TestMailBeforeTheSentence checks the reading of lines, lists, labels, quoted lines, closings, typing errors and short
// forms, before sentences are parsed. Each row is one kind in one ruleset.
func TestMailBeforeTheSentence(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ kind, battle, mail, want string }{
		{"a bad line leaves the one above", "demo french.north", "Champagne: hold\nwobble like jelly",
			"TO champagne: HOLD"},
		{"a condition is never cut off", "demo french.north", "Champagne: hold\nif the wind be fair", "-"},
		{"a line that is no order goes on with the one above", "demo french.north", "Champagne: assault\nthe mill",
			"TO champagne: ASSAULT mill"},
		{"letters before orders", "demo french.north", "a) Champagne: hold\nb) Picardie: hold",
			"TO champagne: HOLD | TO picardie: HOLD"},
		{"Roman numbers", "gettysburg-first-day confederate.iii", "I. Davis: hold.\nII. Archer: hold.",
			"HOLD davis | HOLD archer"},
		{"numbers with a stroke", "demo french.north", "1/ Champagne hold\n2/ Picardie hold",
			"TO champagne: HOLD | TO picardie: HOLD"},
		{"an equals sign", "sheriffmuir government.argyll", "Greys = charge\nForfar = hold",
			"TO greys: CHARGE | TO forfar: HOLD"},
		{"a bar", "lodi french.bonaparte", "WALLS | fire at battery\nMASSENA | hold",
			"walls: FIRE AT battery | massena: HOLD"},
		{"square brackets", "demo french.north", "[Champagne] hold\n[Royal] hold", "TO champagne: HOLD | TO royal: HOLD"},
		{"a heading of what to do", "prestonpans government.cope", "HOLD:\n- Lee's\n- Murray's",
			"TO lees: HOLD | TO murrays: HOLD"},
		{"a heading without a colon", "allifae roman.consul", "ADVANCE\n- First legion\n- Second legion",
			"ADVANCE r2 | ADVANCE r3"},
		{"standing orders under a heading", "sauren french.ney", "Standing:\n2ligne: hold\n1ligne: hold",
			"STANDING 2ligne: HOLD | STANDING 1ligne: HOLD"},
		{"a heading ends at a blank line", "sauren french.ney", "Standing:\n2ligne: hold\n\n1ligne: hold",
			"STANDING 2ligne: HOLD | 1ligne: HOLD"},
		{"a title is no order", "demo french.north", "Orders:\n- Champagne: hold\n- Royal: hold",
			"TO champagne: HOLD | TO royal: HOLD"},
		{"a title with a short turn", "allifae punic.general", "Good day all, plan T1:\n1) p1..p3: hold\n2) n3: hold",
			"HOLD p1, p2, p3 | HOLD n3"},
		{"orders for a later turn", "demo french.north", "Turn 1:\nChampagne: hold\nTurn 2:\nChampagne: assault the mill",
			"TO champagne: HOLD"},
		{"a verb before a colon", "allifae punic.general", "Initiative: second\nReact: p4 counter",
			"INITIATIVE SECOND | REACT p4 COUNTER"},
		{"a line that ends in an article", "allifae roman.consul", "The Left Allies and the\nRight Allies shall hold.",
			"HOLD r1, r6"},
		{"several with one noun", "allifae roman.consul", "The Second and the Third legion hold.", "HOLD r3, r4"},
		{"a verb that only carries another", "allifae roman.consul", "The Second legion makes an advance of one space.",
			"ADVANCE r3 1"},
		{"an inverted condition", "allifae roman.consul", "Should the Second legion be charged, let it stand.",
			"REACT r3 STAND"},
		{"a word that may be a name", "demo french.north", "Picardie, Zorndorf and Champagne: hold",
			"~ TO picardie, champagne: HOLD"},
		{"the unit of a quoted line", "demo french.north", "> Champagne 5 stands 270,390\n> line\nassault the mill",
			"TO champagne: ASSAULT mill"},
		{"one quoted unit after another", "demo french.north",
			"> Champagne 5 stands\nhold\n> Royal Cravates 3 stands\nThese hold.", "TO champagne: HOLD | TO royal: HOLD"},
		{"quotes alone", "demo french.north", "> TO champagne: HOLD\n> TO royal: HOLD", "-"},
		{"a closing without dashes", "demo french.north", "Champagne hold\nBest,\nTom\nHold fast!", "TO champagne: HOLD"},
		{"a closing of two", "demo dutch.north", "To Sturler: hold\nThanks and best wishes from a sunny Delft\nBen",
			"TO sturler: HOLD"},
		{"a name below", "demo dutch.north", "To Sturler: hold\n\nBen", "TO sturler: HOLD"},
		{"an order behind a closing", "demo french.north", "Champagne hold\nCheers,\nTom\nPicardie hold",
			"TO champagne: HOLD | TO picardie: HOLD"},
		{"a name and a verb with slips", "demo french.north", "champange asault the mill", "TO champagne: ASSAULT mill"},
		{"a slip in another word is asked", "demo french.north", "champagne assault the mill in colum",
			"? TO champagne: ASSAULT mill IN COLUMN"},
		{"a condition is never mended", "demo french.north", "champagne hold untill turn 3", "~ TO champagne: FIRE AT 3"},
		{"a number is never mended", "demo french.north", "champagne: withdraw 1O0 yds", "~ TO champagne: WITHDRAW 100 YDS"},
		{"units from one to another", "allifae punic.general", "HOLD p1-p3", "HOLD p1, p2, p3"},
		{"names with strokes", "demo french.north", "Champagne/Picardie/Royal hold", "TO champagne, picardie, royal: HOLD"},
		{"short forms", "demo french.north", "Champagne hold, np", "TO champagne: HOLD NO PURSUIT"},
		{"a short letter", "allifae roman.horse", "ltr consul: they have two horse over here",
			"LETTER TO roman.consul: they have two horse over here"},
	} {
		scenario, seat, _ := strings.Cut(c.battle, " ")
		if got := taken(opened(t, scenario, seat)(c.mail + "\n")); got != c.want {
			t.Errorf("%s: %q\n got %s\nwant %s", c.kind, c.mail, got, c.want)
		}
	}
}

// TestMailsOfManyLines checks that the orders of a long mail are read independently of each other.
func TestMailsOfManyLines(t *testing.T) {
	t.Parallel()
	read := opened(t, "demo", "french.north")
	entries := read(strings.Repeat("Champagne: hold\nwobble\n", 100))
	accepted := 0
	for i := range entries {
		if entries[i].Refusal == nil {
			accepted++
		}
	}
	if accepted != 100 {
		t.Errorf("%d of 100 orders are accepted beside bad lines", accepted)
	}
	for _, mail := range []string{strings.Repeat("hold ", 1000), strings.Repeat("> TO champagne: HOLD\n", 200),
		"\u202e\u200fChampagne: \U0001F600 \U0001F525\n", "Champagne soll die Muehle halten, bitte\n"} {
		for _, e := range read(mail) {
			if e.Refusal == nil && e.Canonical != "" && e.Canonical != "TO champagne: HOLD" {
				t.Errorf("%.40q is accepted as %s", mail, e.Canonical)
			}
		}
	}
}
