package firediscipline

import (
	"fmt"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/orders"
)

// orderField is the scenario of the order tests: a chief and a colleague with one unit of each kind, and an enemy.
const orderField = `
ruleset: firediscipline
title: Orders
map: {width: 1200, height: 900}
terrain:
  mill: {kind: objective, at: [[560, 430], [640, 430], [640, 480], [560, 480]], name: The Windmill}
  wood: {kind: heavy_woods, at: [[100, 400], [300, 400], [300, 560], [100, 560]], name: Bois Brûlé}
  north-hill: {kind: hill, level: 1, slope: 10, at: [[700, 600], [800, 600], [800, 700], [700, 700]], name: North Hill}
roads:
  pave: {at: [[600, 0], [600, 455], [700, 900]], name: The Pavé}
sides: {french: {edge: south}, dutch: {edge: north}}
seats:
  french.guiche: {at: [500, 60], chief: yes, name: Comte de Guiche}
  french.surville: {at: [800, 60], name: Marquis de Surville}
  dutch.fagel: {at: [520, 820]}
units:
  champagne: {seat: french.guiche, arm: foot, stands: 6, rating: 3, at: [500, 340], name: Régiment de Champagne}
  picardie: {seat: french.guiche, arm: foot, stands: 6, rating: 2, at: [610, 140], name: Régiment de Picardie}
  enfants: {seat: french.surville, arm: foot, half: yes, stands: 4, rating: 4, formation: open, at: [420, 200]}
  royal: {seat: french.surville, arm: horse, stands: 4, rating: 3, at: [860, 120], name: Royal Cravates}
  lafrize: {seat: french.surville, arm: guns, stands: 2, rating: 2, pdr: 8, formation: limbered, at: [720, 120]}
  oyen: {seat: french.surville, arm: dragoons, stands: 3, rating: 2, at: [300, 60]}
  sturler: {seat: dutch.fagel, arm: foot, stands: 6, rating: 3, at: [600, 700], name: Regiment Sturler}
options: {chits: yes}
`

// readLine reads one order of the seat.
func readLine(b *Battle, seat, text string) (*order, *orders.Refusal) {
	n := b.seat(seat)
	k := b.knowing(b.Commands[n].Side, adjudicator.At(n))
	k.where = func(u int) (board.Point, bool) { return b.Units[u].At, true }
	it := language.Item(text)
	o, refusal := k.read(&it)
	if refusal == nil && it.Letter == nil {
		o.Canonical = language.Text(k, o)
	}
	return o, refusal
}

func TestOrdersInCanonicalForm(t *testing.T) {
	t.Parallel()
	b := load(t, orderField)
	for _, c := range []struct{ Written, Want string }{
		// verbs and their synonyms
		{"TO champagne: advance", "TO champagne: ADVANCE"},
		{"to Champagne: general advance north", "TO champagne: ADVANCE 0"},
		{"TO champagne: attack towards NNE", "TO champagne: ADVANCE 23"},
		{"TO champagne: press on to the mill", "TO champagne: ADVANCE TO mill"},
		{"TO champagne: advance 45", "TO champagne: ADVANCE 45"},
		{"TO champagne: advance to 450,300", "TO champagne: ADVANCE TO 450,300"},
		{"TO champagne: advance North Hill", "TO champagne: ADVANCE TO north-hill"},
		{"TO champagne: advance north, fire at 30", "TO champagne: ADVANCE 0 FIRE AT 30"},
		{"TO champagne: advance 50 yds east of the mill", "TO champagne: ADVANCE TO 50 YDS 90 OF mill"},
		{"TO champagne: storm the windmill", "TO champagne: ASSAULT mill"},
		{"TO champagne: take bois brule", "TO champagne: ASSAULT wood"},
		{"TO champagne: capture mill", "TO champagne: ASSAULT mill"},
		{"TO champagne: seize mill", "TO champagne: ASSAULT mill"},
		{"TO champagne: carry the mill", "TO champagne: ASSAULT mill"},
		{"TO champagne: hold", "TO champagne: HOLD"},
		{"TO champagne: hold your ground", "TO champagne: HOLD"},
		{"TO champagne: defend the mill", "TO champagne: HOLD mill"},
		{"TO champagne: halt", "TO champagne: HOLD"},
		{"TO champagne: stop here", "TO champagne: HOLD"},
		{"TO champagne: stay", "TO champagne: HOLD"},
		{"TO champagne: stand fast", "TO champagne: HOLD"},
		{"TO champagne: occupy mill", "TO champagne: HOLD mill"},
		{"TO champagne: march to (450, 300)", "TO champagne: HOLD 450,300"},
		{"TO champagne: move to 450/300", "TO champagne: HOLD 450,300"},
		{"TO champagne: go to 100 yards NW", "TO champagne: HOLD 100 YDS 315"},
		{"TO champagne: withdraw to 500,90", "TO champagne: WITHDRAW TO 500,90"},
		{"TO champagne: retire 100 yards", "TO champagne: WITHDRAW 100 YDS"},
		{"TO champagne: fall back 50 yds", "TO champagne: WITHDRAW 50 YDS"},
		{"TO champagne: pull back 50 YDS", "TO champagne: WITHDRAW 50 YDS"},
		{"TO champagne: retreat to 200 yds south of mill", "TO champagne: WITHDRAW TO 200 YDS 180 OF mill"},
		// details in any order; the canonical form has one order
		{"TO champagne: hold mill, in line, facing north and via 450,300, wood",
			"TO champagne: HOLD mill VIA 450,300, wood FACING 0 IN LINE"},
		{"TO champagne: hold mill by road", "TO champagne: HOLD mill BY ROAD pave"},
		{"TO champagne: hold mill by the road the pave, face 270", "TO champagne: HOLD mill BY ROAD pave FACING 270"},
		{"TO champagne: hold fire at 40", "TO champagne: HOLD FIRE AT 40"},
		{"TO champagne: hold your fire", "TO champagne: HOLD FIRE"},
		{"TO champagne: hold, hold your fire", "TO champagne: HOLD HOLD FIRE"},
		{"TO champagne: hold fire at will", "TO champagne: HOLD FIRE AT WILL"},
		{"TO champagne: reserve fire", "TO champagne: HOLD FIRE"},
		{"TO champagne: open fire at 60 yds", "TO champagne: FIRE AT 60"},
		{"TO champagne: fire within 100 yards", "TO champagne: FIRE AT 100"},
		{"TO lafrize: fire at 600", "TO lafrize: FIRE AT 600"},
		{"TO champagne: advance dressing on picardie", "TO champagne: ADVANCE DRESS ON picardie"},
		{"TO royal: advance and do not pursue", "TO royal: ADVANCE NO PURSUIT"},
		{"TO royal: pursue", "TO royal: PURSUE"},
		{"TO enfants: form open order", "TO enfants: IN OPEN ORDER"},
		{"TO oyen: dismount", "TO oyen: DISMOUNT"},
		{"TO oyen: mount and advance", ""},
		{"TO lafrize: unlimber facing north", "TO lafrize: FACING 0 UNLIMBER"},
		{"TO champagne: chit r 45", "TO champagne: CHIT R 45"},
		{"CHIT champagne L", "TO champagne: CHIT L 90"},
		{"chit royal C", "TO royal: CHIT C"},
		{"CHIT lafrize U", "TO lafrize: CHIT U"},
		// conditions
		{"TO champagne: hold if an enemy comes within 100 yds then withdraw 200 yds",
			"TO champagne: HOLD IF ENEMY WITHIN 100 THEN WITHDRAW 200 YDS"},
		{"TO champagne: advance, and if half spent then hold but if it is turn 5 then assault mill, no pursuit",
			"TO champagne: ADVANCE IF HALF SPENT THEN HOLD IF TURN 5 THEN ASSAULT mill NO PURSUIT"},
		{"TO champagne: if you are half spent then fall back 50 yds", "TO champagne: IF HALF SPENT THEN WITHDRAW 50 YDS"},
		{"TO champagne: hold if enemy is in the mill then hold fire", "TO champagne: HOLD IF ENEMY IN mill THEN HOLD FIRE"},
		// units
		{"TO champagne, picardie & royal: hold", "TO champagne, picardie, royal: HOLD"},
		{"TO Champagne and Picardie: hold", "TO champagne, picardie: HOLD"},
		{"TO ALL: hold", "TO champagne, picardie: HOLD"},
		{"TO champagne, champagne: hold", "TO champagne: HOLD"},
		// the commander in person
		{"ride to 450,300", "RIDE TO 450,300"},
		{"RIDE TO the mill", "RIDE TO mill"},
		{"RIDE TO 50 yds S of mill", "RIDE TO 50 YDS 180 OF mill"},
		{"RIDE TO royal", "RIDE TO royal"},
		{"RIDE TO surville", "RIDE TO french.surville"},
		{"attach to Champagne", "ATTACH TO champagne"},
		{"DETACH", "DETACH"},
		{"STAY", "STAY"},
	} {
		o, r := readLine(b, "french.guiche", c.Written)
		switch {
		case c.Want == "" && r != nil:
		case r != nil:
			t.Errorf("%s: refused: %s: %s", c.Written, r.Reason, r.Sentence())
		case o.Canonical != c.Want:
			t.Errorf("%s:\n read %s\n want %s", c.Written, o.Canonical, c.Want)
		default:
			if again := b.recorded(b.seat("french.guiche"), []string{o.Canonical})[0]; again.himself() != o.himself() {
				t.Errorf("%s reads again as another order", o.Canonical)
			}
			if o2, r2 := readLine(b, "french.guiche", o.Canonical); r2 != nil || o2.Canonical != o.Canonical {
				t.Errorf("%s is no fixed point: %s %v", o.Canonical, o2.Canonical, r2)
			}
		}
	}
}

func TestOrdersRefused(t *testing.T) {
	t.Parallel()
	b := load(t, orderField)
	bare := load(t, strings.Replace(orderField, "options: {chits: yes}", "", 1))
	for _, c := range []struct{ Written, Reason string }{
		{"TO sturler: HOLD", "unknown-name"},
		{"TO 99foot: HOLD", "unknown-name"},
		{"TO r: HOLD", "ambiguous-name"},
		{"TO champagne: HOLD", "not-yours"},
		{"ATTACH TO champagne", "not-yours"},
		{"TO royal: DANCE", "unknown-order"},
		{"TO royal:", "unknown-order"},
		{"TO royal: HOLD UNLIMBER quickly", "unreadable"},
		{"TO royal: ADVANCE FIRE AT 20 FIRE AT 30", "unreadable"},
		{"DETACH champagne", "unreadable"},
		{"TO royal: ASSAULT", "missing-place"},
		{"TO royal: WITHDRAW", "missing-place"},
		{"TO royal: OCCUPY", "missing-place"},
		{"TO royal: HOLD mill VIA", "missing-place"},
		{"TO royal: HOLD BY ROAD pave", "missing-place"},
		{"TO royal: ADVANCE 45 BY ROAD", "missing-place"},
		{"RIDE TO", "missing-place"},
		{"TO royal: ASSAULT the castle", "unknown-place"},
		{"TO royal: HOLD the castle", "unknown-place"},
		{"TO royal: HOLD mill BY ROAD alley", "unknown-place"},
		{"TO royal: HOLD 2000,100", "off-map"},
		{"TO royal: ASSAULT 450,300", "not-a-feature"},
		{"TO royal: ASSAULT pave", "not-a-feature"},
		{"TO royal: ASSAULT 100 45", "not-a-feature"},
		{"TO royal: ADVANCE IF ENEMY WITHIN 3 YDS THEN ASSAULT 100 45", "not-a-feature"},
		{"TO royal: ADVANCE FACING upwards", "bad-direction"},
		{"TO royal: ADVANCE 400", "bad-direction"},
		{"TO royal: FIRE AT 0", "bad-range"},
		{"TO royal: FIRE AT 101", "bad-range"},
		{"TO lafrize: FIRE AT 901", "bad-range"},
		{"TO royal: CHIT X", "bad-chit"},
		{"TO royal: CHIT R 91", "bad-chit"},
		{"TO royal: CHIT H 5", "bad-chit"},
		{"TO royal: HOLD IF RAINING THEN ADVANCE", "bad-condition"},
		{"TO royal: HOLD IF TURN 3 ADVANCE", "bad-condition"},
		{"TO royal: HOLD IF IF TURN 3 THEN ADVANCE", "bad-condition"},
		{"TO royal: HOLD IF TURN 3 THEN IF TURN 4 THEN ADVANCE", "bad-condition"}, // nested
		{"TO royal: HOLD IF TURN 3 THEN", "bad-condition"},
		{"CHIT royal", "bad-chit"},
		{"CHIT", "unknown-name"},
		{"TO royal: HOLD mill BY pave", "unreadable"},
		{"TO royal: HOLD IF ENEMY IN castle THEN ADVANCE", "unknown-place"},
		{"TO royal: HOLD IF TURN 3 THEN ADVANCE IF TURN 4 THEN HOLD IF TURN 5 THEN ADVANCE", "too-many-conditions"},
		{"TO royal: DANCE IF RAINING THEN ADVANCE", "unknown-order"}, // from left to right
		{"TO royal: UNLIMBER", "not-guns"},
		{"TO royal: CHIT U", "not-guns"},
		{"TO enfants: DISMOUNT", "not-dragoons"},
		{"TO royal: MOUNT", "not-dragoons"},
		{"TO lafrize: IN LINE", "no-formation"},
		{"TO royal: IN OPEN ORDER", "cannot-open"},
		{"TO enfants: DRESS ON enfants", "dress-self"},
		{"TO royal: WITHDRAW TO 860,300", "not-rearward"},
		{"TO royal: HOLD IF TURN 3 THEN WITHDRAW TO 860,300", "not-rearward"},
		{"TO enfants, royal: IN OPEN ORDER", "cannot-open"}, // the whole order is refused
		{"DANCE", "unknown-order"},
	} {
		_, r := readLine(b, "french.surville", c.Written)
		if r == nil || r.Reason != c.Reason {
			t.Errorf("%s: refused %+v, want %s", c.Written, r, c.Reason)
		}
	}
	for _, c := range []struct{ Written, Reason string }{
		{"TO royal: CHIT C", "chits-off"},
		{"TO royal: CHIT U", "chits-off"}, // takes precedence over not-guns
	} {
		if _, r := readLine(bare, "french.surville", c.Written); r == nil || r.Reason != c.Reason {
			t.Errorf("%s: refused %+v, want %s", c.Written, r, c.Reason)
		}
	}
	roads := load(t, strings.Replace(orderField, "sides:", "  lane: {at: [[0, 50], [1200, 50]]}\nsides:", 1))
	if _, r := readLine(roads, "french.surville", "TO royal: HOLD mill BY ROAD"); r == nil || r.Reason != "no-road" {
		t.Errorf("two roads and no name: %+v", r)
	}
}

// BenchmarkReadMail reads mails of directives: an order to each of forty regiments, and a hundred orders with many
// details.
func BenchmarkReadMail(b *testing.B) {
	full := "TO champagne: ADVANCE TO mill VIA 450,300 FIRE AT 30 NO PURSUIT\nTO picardie, royal: HOLD FACING 90 IN LINE\n"
	b.Run("ordinary", func(b *testing.B) { benchmarkRead(b, fortyRegiments(), ordinaryMail(), 40) })
	b.Run("full", func(b *testing.B) { benchmarkRead(b, orderField, strings.Repeat(full, 50), 100) })
}

func benchmarkRead(b *testing.B, scenario, mail string, lines int) {
	desk := adjudicator.Desk{Scenario: loadScenario(b, scenario), Seat: "french.guiche", Turn: 1}
	if _, r := Ruleset.ReadMail(desk, mail); len(r.Entries) != lines {
		b.Fatal(len(r.Entries))
	}
	b.ReportAllocs()
	for b.Loop() {
		_, r := Ruleset.ReadMail(desk, mail)
		for i := range r.Entries {
			if r.Entries[i].Refusal != nil {
				b.Fatal(r.Entries[i].Refusal.Sentence())
			}
		}
	}
	b.ReportMetric(float64(lines*b.N)/b.Elapsed().Seconds(), "lines/s")
}

// fortyRegiments is the scenario of the order tests with forty regiments under the chief.
func fortyRegiments() string {
	var units strings.Builder
	units.WriteString("units:\n")
	for n := range 40 {
		fmt.Fprintf(&units, "  reg%d: {seat: french.guiche, arm: foot, stands: 6, rating: 3, at: [%d, %d], "+
			"name: Régiment No. %d}\n",
			n+1, 70+n%10*110, 950+n/10*60, n+1)
	}
	field := strings.Replace(orderField, "height: 900", "height: 1200", 1)
	return strings.Replace(field, "units:\n", units.String(), 1)
}

// ordinaryMail has a typical directive for each of the forty.
func ordinaryMail() string {
	says := []string{"advance to mill", "HOLD", "advance north", "assault mill no pursuit", "hold 450,300",
		"withdraw 100 yards", "advance fire at 30", "HOLD in line"}
	var mail strings.Builder
	for n := range 40 {
		fmt.Fprintf(&mail, "TO reg%d: %s\n", n+1, says[n%len(says)])
	}
	return mail.String()
}
