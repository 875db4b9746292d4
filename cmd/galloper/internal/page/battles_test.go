package page

import (
	"fmt"
	"slices"
	"strings"
)

// The battles of TestNoByteLeaks. Values that are the same in both games of a pair are drawn from open, and
// values that the spy cannot know from hidden.

var pairs = []secret{
	{
		ruleset: "firediscipline", spy: "french.near", knows: "dutch.far",
		scenario: twoTheatres, deeds: theatreDeeds, unknown: ofGhosts,
		sets: func(id string) []string { return []string{"unit." + id + ".boxes = 1"} },
		probes: []string{
			"TO f0: ADVANCE", "TO f1: HOLD mill", "TO f2: DRESS ON phantom", "TO phantom: HOLD", "RIDE TO ghost",
			"ATTACH TO wraith", "LETTER TO dutch.far: yield.\n.", "LETTER TO far: how goes it?\n.",
			"TO royal, f1: HOLD", "TO f0: HOLD; RIDE TO 300,300", "f0 frobnicate", "STAY",
		},
	},
	{
		ruleset: "orderdiscipline", spy: "french.g0", knows: "allied.g1",
		scenario: twoValleys, deeds: valleyDeeds, unknown: ofGhosts,
		sets: func(id string) []string {
			return []string{"unit." + id + ".lost = 2", "side.allied.hand = queen,queen"}
		},
		probes: []string{
			"f0 fire at ghost", "f1 charge zouaves", "f0 support aa", "LETTER TO a9: hello\n.", "TO far: all hold",
			"f2 fire at f8", "f0 face a9 xyzzy", "f2 fire at nearest enemy", "f2 fire at enemy at 34,16",
			"f0 advance 2", "f1 face 80", "seize with queen", "contest with highest", "TO french.g1: f9 hold",
		},
	},
	{
		ruleset: "activationchits", spy: "french.near", knows: "allied.far",
		scenario: twoWings, deeds: wingDeeds, unknown: ofGhosts,
		sets: func(id string) []string { return []string{"unit." + id + ".blocks = 1"} },
		probes: []string{
			"fr0: ATTACK ghost", "fr1: MOVE C6", "fr2: MOVE TOWARDS phantom", "phantom: HOLD",
			"LETTER TO allied.far: yield\n.", "fr0: FIRE AT wraith", "fr1: FIRE AT ar1", "ME: move to B6",
			"ME: attach to ghost", "TO french.far: xr0: HOLD", "REACT ALL: RETIRE AT 2", "fr0 frobnicate",
		},
	},
	{
		ruleset: "commandchaos", spy: "roman.general", knows: "punic.general",
		scenario: openTable, deeds: tableDeeds, unknown: ofLetters,
		sets: func(string) []string { return []string{"unit.p9.morale = 4"} },
		probes: []string{
			"hold r3", "advance r2", "card wedge on r3", "card relief on r4", "card steady on p3", "hold p3",
			"letter to punic.wing: yield\n.", "letter to wing: stand\n.", "to left wing: hold r1",
			"standing cards second", "advance ghost", "frobnicate r1",
		},
	},
	{
		ruleset: "fieldcommand", spy: "csa.army", knows: "union.army",
		scenario: maskedBlocks, deeds: blockDeeds, unknown: ofLetters,
		sets: func(string) []string { return []string{"side.union.hand = guns,works,horses"} },
		probes: []string{
			"FIELD MARCH c0 TO d", "LOCAL MARCH c1 TO APPROACH d", "HOLD u1", "FIELD MARCH xu2 TO c",
			"TO union.i: hold", "SPLIT c0 INTO 2, 2", "LETTER TO csa.i: stand\n.", "MERGE c0, wu1", "RALLY ALL AT e",
			"STANDING WITHDRAW", "fly c0 to the moon",
		},
	},
}

var ghosts = []string{"phantom", "ghost", "wraith", "ninth", "sentry", "aardvark", "royal", "zouaves", "aalst"}

// some returns between one and most ghosts, in random order.
func (l lot) some(most int) []string {
	all := append([]string(nil), ghosts...)
	l.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:1+l.IntN(most)]
}

// secretly returns a random selection of the lines, possibly empty.
func (l lot) secretly(list ...string) string {
	l.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return strings.Join(list[:l.IntN(len(list)+1)], "\n")
}

// letter returns a letter that the spy does not receive.
func (l lot) letter(to string) string {
	return "LETTER TO " + to + ": " + l.pick("the mill is weak", "come", "stay where you are, whatever you hear",
		"a secret of "+fmt.Sprint(l.IntN(1_000_000))) + "\n."
}

// twoTheatres builds two battlefields out of sight of each other. It hides the enemy's far wing and the orders
// of the spy's far colleague.
func twoTheatres(open, hidden lot) (text string, far []string) {
	var b strings.Builder
	regiment := func(l lot) string {
		return fmt.Sprintf("arm: %s, rating: %d", l.pick("foot, stands: 4", "foot, stands: 5, drill: platoon",
			"horse, stands: 3", "guns, stands: 2, pdr: 6", "dragoons, stands: 3"), 1+l.IntN(4))
	}
	fmt.Fprintf(&b, `ruleset: firediscipline
title: Two theatres
map: {width: 4000, height: 1000}
terrain:
  mill: {kind: objective, at: [[400,420],[460,420],[460,480],[400,480]]}
  far: {kind: objective, at: [[3200,420],[3300,420],[3300,480],[3200,480]]}
sides: {french: {edge: south}, dutch: {edge: north}}
seats:
  french.near: {at: [%d,250], chief: %s}
  french.far: {at: [3960,30]}
  dutch.near: {at: [450,640]}
  dutch.far: {at: [%d,%d]}
units:
`, 350+open.IntN(200), open.pick("yes", "no"), 3100+hidden.IntN(400), 640+hidden.IntN(200))
	for i := range 3 {
		fmt.Fprintf(&b, "  f%d: {seat: french.near, %s, at: [%d,%d]}\n", i, regiment(open), 250+i*200, 300+open.IntN(60))
		fmt.Fprintf(&b, "  d%d: {seat: dutch.near, %s, at: [%d,%d]}\n", i, regiment(open), 250+i*200, 520+open.IntN(80))
	}
	for i := range 2 {
		fmt.Fprintf(&b, "  x%d: {seat: french.far, %s, at: [%d,300], directive: %s}\n", i, regiment(open), 3100+i*200,
			hidden.pick("ADVANCE", "HOLD", "ADVANCE TO far"))
	}
	far = hidden.some(4)
	for i, id := range far {
		fmt.Fprintf(&b, "  %s: {seat: dutch.far, name: %s, %s, at: [%d,%d], boxes: %d, directive: %s}\n", id,
			hidden.pick("Graf", "Prinz"), regiment(hidden),
			2900+i*200+hidden.IntN(40), 470+hidden.IntN(250), hidden.IntN(2), hidden.pick("ADVANCE", "HOLD",
				"ASSAULT far", "ADVANCE FIRE AT 40"))
	}
	return b.String() + "options: {visibility: 700}\n", far
}

func theatreDeeds(g *spied, _ int) []deed {
	h, id := g.hidden, g.secret.ghosts[0]
	return []deed{
		{"dutch.near", "TO d1: " + g.open.pick("ADVANCE", "HOLD", "HOLD mill") + "\n" + h.letter("dutch.far")},
		{"dutch.far", h.secretly("TO "+id+": "+h.pick("ADVANCE", "HOLD", "WITHDRAW 80 YDS"), h.letter("dutch.near"),
			"RIDE TO far", "frobnicate")},
		{"french.far", h.secretly("TO x0: ADVANCE", "TO x1: HOLD far", h.letter("near"), "READY")},
	}
}

// twoValleys hides the enemy behind the height between two valleys. A general of the spy's own side is days of
// riding away.
func twoValleys(open, hidden lot) (text string, far []string) {
	units := []string{
		"  a0: {general: allied.g0, kind: infantry, stands: 6, at: [40, 15.5], facing: 270}\n",
		"  a1: {general: allied.g0, kind: infantry, stands: 6, at: [46, 24], facing: 270}\n",
		"  f9: {general: french.g1, kind: infantry, stands: 6, at: [130, 4], facing: 90}\n",
	}
	far = hidden.some(3)
	for i, id := range far {
		units = append(units, fmt.Sprintf(
			"  %s: {general: allied.g1, kind: %s, quality: %s, lost: %d, at: [%d, %d], facing: 270}\n", id,
			hidden.pick("infantry, stands: 6", "light-cavalry, stands: 4",
				"foot-artillery, stands: 2"), hidden.pick("green", "elite"), hidden.IntN(2), 182+5*i, 8+hidden.IntN(24)))
	}
	hidden.Shuffle(len(units), func(i, j int) { units[i], units[j] = units[j], units[i] })
	return fmt.Sprintf(`ruleset: orderdiscipline
title: Two valleys
map:
  size: [200, 40]
  places: {farm: [20, 20]}
  areas: {height: {kind: hill, height: 3, polygon: [[100,0],[110,0],[110,40],[100,40]]}}
sides: {french: {home: west}, allied: {home: east}}
seats:
  french.g0: {at: [6, 20], ability: 1}
  french.g1: {at: [128, 4], ability: %d, superior: french.g0}
  allied.g0: {at: [178, 20], ability: 1}
  allied.g1: {at: [196, 36], superior: allied.g0}
units:
  f0: {general: french.g0, kind: infantry, stands: 6, at: [10, 16], facing: 90}
  f1: {general: french.g0, kind: light-cavalry, stands: 4, at: [10, 24], facing: 90}
  f2: {general: french.g0, kind: foot-artillery, stands: 2, at: [10, 20], facing: 90}
%soptions: {couriers: on, oob: secret, identify: 6}
`, open.IntN(3), strings.Join(units, "")), far
}

func valleyDeeds(g *spied, _ int) []deed {
	h, id := g.hidden, g.secret.ghosts[0]
	return []deed{
		{"allied.g0", "a0 " + g.open.pick("HOLD", "ADVANCE 2.00", "FORM column") + "\na1 " + g.open.pick("HOLD",
			"FACE 290") + "\n" +
			h.secretly("TO allied.g1: "+id+" HOLD", h.letter("allied.g1"))},
		{"allied.g1", h.secretly(id+" "+h.pick("HOLD", "FACE 90", "ADVANCE 1.00", "FALL BACK 1.00"),
			h.letter("allied.g0"), "SELF MOVE TO 196.00,30.00", "frobnicate")},
		{"french.g1", h.secretly("f9 "+h.pick("HOLD", "FACE 90", "ADVANCE 1.00", "FORM column"),
			"STANDING f9 HOLD FIRE", "READY")},
	}
}

// twoWings places two wings many hexes apart, hidden from each other by the fog of war.
func twoWings(open, hidden lot) (text string, far []string) {
	var units []string
	for i := range 3 {
		kind := func() string { return open.pick("line", "light", "grenadier", "lightcav", "footart") }
		units = append(units, fmt.Sprintf("  fr%d: {seat: french.near, kind: %s, at: %c%d}\n", i, kind(), 'A'+2*i,
			7+open.IntN(2)),
			fmt.Sprintf("  ar%d: {seat: allied.near, kind: %s, at: %c%d}\n", i, kind(), 'A'+2*i, 3+open.IntN(2)))
	}
	units = append(units, "  xr0: {seat: french.far, kind: line, at: T8}\n")
	far = hidden.some(1)
	at := hidden.IntN(2) * len(units) // the hidden units are listed first or last
	for i, id := range far {
		units = slices.Insert(units, at, fmt.Sprintf(
			"  %s: {seat: allied.far, name: %s, kind: %s, blocks: %d, at: %c%d}\n", id, hidden.pick("Wraith", "Ghost Guards"),
			hidden.pick("line", "light", "militia"), 2+hidden.IntN(2), 'R'+i, 1+hidden.IntN(2)))
	}
	return fmt.Sprintf(`ruleset: activationchits
title: Two wings
map: {columns: 20, rows: 9}
sides: {french: {home: south}, allied: {home: north}}
seats:
  french.near: {leader: ney, at: C9, chief: yes}
  french.far: {leader: reille, at: T9}
  allied.near: {leader: hill, at: C1, chief: yes}
  allied.far: {leader: kempt, at: %c1}
units:
%soptions: {fog: seat, couriers: yes, sight: %d}
victory: {turns: 12, banners: 9}
`, 'S'+hidden.IntN(2), strings.Join(units, ""), 4+open.IntN(3)), far
}

func wingDeeds(g *spied, _ int) []deed {
	h, id := g.hidden, g.secret.ghosts[0]
	return []deed{
		{"allied.near", "ar0: " + g.open.pick("HOLD", "MOVE A4", "ADVANCE") + "\nar1: HOLD\n" + h.letter("allied.far")},
		{"allied.far", h.secretly(id+": FACE "+h.pick("N", "S", "NE", "SW"), "REACT "+id+": FLAGS "+h.pick("IGNORE",
			"RETREAT"), h.letter("allied.near"), "frobnicate")},
		{"french.far", h.secretly(h.letter("allied.near"), "REACT xr0: FLAGS RETREAT", "READY")},
	}
}

// openTable builds a battle with all units visible, but morale chits, hands and letters are hidden.
func openTable(open, hidden lot) (text string, far []string) {
	var b strings.Builder
	hand := func(l lot) string {
		return l.pick("relief, push, riposte", "steady, steady, pila", "onslaught, wedge, feint")
	}
	fmt.Fprintf(&b, `ruleset: commandchaos
title: Beyond the spears
map: {rows: 9}
sides:
  roman: {edge: south, hand: [feint, wedge, steady]}
  punic: {edge: north, hand: [%s]}
seats:
  roman.general: {officer: rgen}
  roman.wing: {officer: rwing}
  punic.general: {officer: pgen}
  punic.wing: {officer: pwing}
officers:
  rgen: {side: roman, role: commander, zone: centre}
  rwing: {side: roman, role: lieutenant, zone: left-wing}
  pgen: {side: punic, role: commander, zone: centre}
  pwing: {side: punic, role: lieutenant, zone: left-wing}
units:
`, hand(hidden))
	chits := []string{"5V", "3", "4V", "3", "3", "2", "4V", "3", "3", "4"}
	for k, letter := range []string{"r", "p"} {
		side, row, l := []string{"roman", "punic"}[k], func(n int) int { return []int{n, 10 - n}[k] }, []lot{open,
			hidden}[k]
		l.Shuffle(len(chits), func(i, j int) { chits[i], chits[j] = chits[j], chits[i] })
		for i := range 8 {
			kind := []string{"cavalry", "heavy"}[min(i, 7-i, 1)]
			fmt.Fprintf(&b, "  %s%d: {side: %s, kind: %s, at: %c%d, morale: %s, posture: hold}\n", letter, i+1, side,
				kind, 'b'+i, row(2), chits[i])
		}
		for i := range 2 {
			fmt.Fprintf(&b, "  %s%d: {side: %s, kind: heavy, at: %c%d, morale: %s, reserve: yes}\n", letter, i+9, side,
				"dg"[i], row(1), chits[8+i])
		}
		for i := range 4 {
			fmt.Fprintf(&b, "  %s%d: {side: %s, kind: light, at: %c%d, posture: hold}\n", letter, i+11, side, "bdfh"[i],
				row(3))
		}
	}
	fmt.Fprintf(&b, "options: {setup: standard, runners: %s, sight: %s}\nvictory: {turns: 30}\n", open.pick("off",
		"zones"), open.pick("table", "zones"))
	return b.String(), []string{"p3", "p9"}
}

func tableDeeds(g *spied, _ int) []deed {
	h := g.hidden
	return []deed{
		{"punic.general", g.open.pick("hold p3", "advance p4", "back p5") + "\n" + h.secretly(h.letter("wing"),
			"standing cards second", "card wedge on p9", "frobnicate")},
		{"punic.wing", h.secretly(h.letter("general"), "standing cards first", "READY")},
		{"roman.wing", h.secretly(h.letter("punic.wing"), "frobnicate", "READY")},
	}
}

// maskedBlocks builds a battle with all blocks visible, but only from behind.
func maskedBlocks(open, hidden lot) (text string, far []string) {
	var b strings.Builder
	fmt.Fprintf(&b, `ruleset: fieldcommand
title: Masked blocks
map:
  locales:
    a: {entry: [union], xy: [0, 0]}
    b: {xy: [1, 0]}
    c: {xy: [2, 0]}
    d: {xy: [3, 0]}
    e: {xy: [4, 0]}
    f: {entry: [csa], xy: [5, 0]}
  boundaries: [{between: [a, b]}, {between: [b, c]}, {between: [c, d]}, {between: [d, e]}, {between: [e, f]}]
sides: {union: {morale: 40, hand: [%s]}, csa: {morale: 40, hand: [steel, works, steel]}}
seats:
  union.army: {role: army, at: %s}
  union.i: {at: a}
  csa.army: {role: army, at: f}
  csa.i: {at: e}
units:
`, hidden.pick("steel, works, steel", "guns, colors, horses"), hidden.pick("a", "b"))
	letter, kind := hidden.pick("u", "xu", "wu"), func(l lot) string {
		return l.pick("infantry", "infantry, strength: 2", "cavalry", "cavalry, strength: 1", "artillery")
	}
	for i := range 4 {
		seat := []string{"army", "i"}[i%2]
		fmt.Fprintf(&b, "  c%d: {seat: csa.%s, kind: %s, at: %c}\n", i, seat, kind(open), "ef"[i/2])
		fmt.Fprintf(&b, "  %s%d: {seat: union.%s, name: Masque %d, kind: %s, at: %c}\n", letter, i, seat,
			hidden.IntN(1000), kind(hidden), "ab"[i/2])
		far = append(far, fmt.Sprint(letter, i))
	}
	return b.String() + "options: {couriers: off, on_zero: fight, fog: " + open.pick("blocks", "sight") +
		"}\nvictory: {rounds: 8}\n", far
}

func blockDeeds(g *spied, _ int) []deed {
	h, u := g.hidden, g.secret.ghosts
	return []deed{
		{"union.army", "FIELD MARCH " + u[0] + " TO b\n" + h.secretly(h.letter("union.i"),
			"STANDING LOSSES LAST "+u[0], "fly "+u[0]+" to the moon")},
		{"union.i", h.secretly(h.letter("union.army"), "STANDING LOSSES LAST "+u[1],
			"TO union.army: hold your ground", "READY")},
		{"csa.i", g.open.pick("FIELD MARCH c1 TO f", "LOCAL MARCH c1 TO RESERVE")},
	}
}
