package rulesets_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"galloper/adjudicator"
	"galloper/adjudicator/oracle"
	"galloper/adjudicator/rulesets"
	"galloper/events"
	"galloper/orders"
	"galloper/projections/knowledge"
)

// TestOrdersAsPeopleSayThem checks the reading of orders in free English, with a seat's knowledge at the opening.
// testdata/RULESET.said has a line for each: the words, `=>`, and the canonical lines of accepted orders, with `?`
// before orders to be confirmed, `~` before the read part of a refused order, or `-`. A line `== SCENARIO SEAT`
// precedes them. `\n` ends a line of a mail.
func TestOrdersAsPeopleSayThem(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.said")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".said"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var read func(string) []orders.Entry
			for line := range strings.Lines(string(text)) {
				line = strings.TrimSpace(line)
				if head, ok := strings.CutPrefix(line, "== "); ok {
					scenario, seat, _ := strings.Cut(head, " ")
					read = opened(t, scenario, seat)
					continue
				}
				if words, want, ok := strings.Cut(line, " => "); ok {
					entries := read(strings.ReplaceAll(words, `\n`, "\n"))
					if got := taken(entries); got != want {
						t.Errorf("%s\n got %s\nwant %s", words, got, want)
					}
					onceRefused(t, words, entries)
					quotesTheWriter(t, words, entries)
					actsOnYes(t, read, entries)
				}
			}
		})
	}
}

// actsOnYes checks that the orders proposed for confirmation are accepted word for word when YES makes them orders.
func actsOnYes(t *testing.T, read func(string) []orders.Entry, entries []orders.Entry) {
	t.Helper()
	for _, e := range entries {
		for _, asked := range e.Asked {
			var lines []string
			for _, e := range read(asked + "\n") {
				lines = append(lines, e.Canonical)
			}
			if again := strings.Join(lines, "; "); again != asked {
				t.Errorf("asked was %q, and YES has %q", asked, again)
			}
		}
	}
}

// quotesTheWriter checks that unread parts are quoted in the writer's own words, in order.
func quotesTheWriter(t *testing.T, words string, entries []orders.Entry) {
	t.Helper()
	bare := func(text string) string { return regexp.MustCompile(`[^\pL\d]+`).ReplaceAllString(text, "") }
	for i := range entries {
		rest := bare(words)
		for _, part := range entries[i].LeftOut {
			_, behind, found := strings.Cut(rest, bare(part))
			if !found {
				t.Errorf("%s: not understood: %q", words, entries[i].LeftOut)
			}
			rest = behind
		}
	}
}

// onceRefused checks that no two orders of one sentence are refused in the same words.
func onceRefused(t *testing.T, words string, entries []orders.Entry) {
	t.Helper()
	seen := map[string]bool{}
	for _, e := range entries {
		if e.Refusal == nil {
			continue
		}
		if strings.Contains(strings.Join(e.Notes, ";")+";", "does not say ;") {
			t.Errorf("%s\n is refused without what it does not say: %q", words, e.Notes)
		}
		refused := fmt.Sprint(e.Item, e.Refusal.Reason, e.Refusal.Want, e.Notes, e.Asked, e.Read, e.LeftOut)
		if seen[refused] {
			t.Errorf("%s\n is refused twice: %s", words, refused)
		}
		seen[refused] = true
	}
}

// TestSenselessWords reads the words of the tables in random order. Each mail must be answered, and accepted orders
// must read back as themselves.
func TestSenselessWords(t *testing.T) {
	t.Parallel()
	for _, r := range rulesets.All() {
		text, err := os.ReadFile("testdata/" + r.Name + ".said")
		if err != nil {
			t.Fatal(err)
		}
		_, head, _ := strings.Cut(string(text), "== ")
		head, _, _ = strings.Cut(head, "\n")
		scenario, seat, _ := strings.Cut(head, " ")
		read := opened(t, scenario, seat)
		var words []string
		for line := range strings.Lines(string(text)) {
			said, _, _ := strings.Cut(line, " => ")
			words = append(words, strings.Fields(said)...)
		}
		rng := rand.New(rand.NewPCG(17, uint64(len(words))))
		for range oracle.Many(os.Getenv("GALLOPER_MAILS"), 150) {
			var mail []string
			for range 1 + rng.IntN(12) {
				mail = append(mail, words[rng.IntN(len(words))])
			}
			for _, e := range read(strings.Join(mail, " ")) {
				if e.Refusal != nil || e.Canonical == "" || strings.HasPrefix(e.Canonical, "LETTER TO") {
					continue
				}
				if again := taken(read(e.Canonical)); again != e.Canonical {
					t.Errorf("%s: %q was taken as %s, which reads as %s", r.Name, mail, e.Canonical, again)
				}
			}
		}
	}
}

// opened returns a reader for mails of a seat in turn 1.
func opened(t testing.TB, scenario, seat string) func(mail string) []orders.Entry {
	t.Helper()
	return openedBattle(t, scenario).reader(seat)
}

// battle is a battle after its opening or after a turn.
type battle struct {
	src   []byte
	rules *adjudicator.Ruleset
	sc    adjudicator.Scenario
	state adjudicator.State
	book  *knowledge.Book
	turn  int // last turn played
}

// frozenFolder has the copies of the shipped scenarios that the texts of these tests and the golden games refer to.
const frozenFolder = "../../scenarios/testdata"

// openedBattle returns a frozen scenario after its opening.
func openedBattle(t testing.TB, scenario string) *battle {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(frozenFolder, scenario, "scenario.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	b := battleOf(src)
	if b == nil {
		t.Fatal(scenario + " cannot be read")
	}
	return b
}

// battleOf returns a battle of the scenario, or nil if that has faults.
func battleOf(src []byte) *battle {
	rules, sc, faults := adjudicator.Load(rulesets.All(), "scenario.yaml", src)
	if len(faults) > 0 {
		return nil
	}
	var seats []string
	for _, s := range sc.Seats() {
		seats = append(seats, s.ID)
	}
	book := knowledge.Open(seats, rules.Words.Facts)
	opened := adjudicator.Open(adjudicator.Position{Game: "said", Ruleset: rules, Scenario: sc}, silent(1))
	book.Apply(0, opened.Outcomes)
	return &battle{src: src, rules: rules, sc: sc, state: opened.State, book: book}
}

// desk returns the desk of a seat.
func (b *battle) desk(seat string) adjudicator.Desk {
	return adjudicator.Desk{Scenario: b.sc, Seat: seat, Turn: b.turn + 1, Known: b.book.Seat(seat)}
}

// play plays a turn with staff officers.
func (b *battle) play() {
	in := silent(b.turn + 1)
	for _, s := range b.sc.Seats() {
		desk := b.desk(s.ID)
		lines := b.rules.Staff(desk, adjudicator.Officer{Game: "said"})
		_, reading := b.rules.ReadMail(desk, strings.Join(lines, "\n"))
		in.Orders = append(in.Orders, events.SeatOrders{Seat: s.ID, Orders: reading.Accepted()})
	}
	slices.SortFunc(in.Orders, func(a, b events.SeatOrders) int { return strings.Compare(a.Seat, b.Seat) })
	pos := adjudicator.Position{Game: "said", Ruleset: b.rules, Scenario: b.sc, State: b.state, Turn: b.turn}
	res := adjudicator.Adjudicate(pos, in)
	for q := res.Question; q != nil; q = res.Question {
		in.Answers = append(in.Answers, events.Answer{Seat: q.Seat, Option: q.Default})
		res = adjudicator.Adjudicate(pos, in)
	}
	b.turn, b.state = b.turn+1, res.State
	b.book.Apply(b.turn, res.Outcomes)
}

// reader returns a reader for mails of a seat.
func (b *battle) reader(seat string) func(mail string) []orders.Entry {
	return func(mail string) []orders.Entry {
		_, reading := b.rules.ReadMail(b.desk(seat), mail)
		return reading.Entries
	}
}

// taken returns the reading of a mail in the notation of testdata/*.said.
func taken(entries []orders.Entry) string {
	var lines []string
	for _, e := range entries {
		switch {
		case e.Refusal == nil:
			lines = append(lines, e.Canonical)
		case e.Asked != nil:
			lines = append(lines, "? "+strings.Join(e.Asked, " / "))
		case e.Read != "":
			lines = append(lines, "~ "+e.Read)
		}
	}
	if lines == nil {
		return "-"
	}
	return strings.Join(lines, " | ")
}

// TestWhatChangesNothingIsTold checks that the receipt mentions words without effect, corrected typing errors, and
// orders to continue, below the order or in its place.
func TestWhatChangesNothingIsTold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ words, taken, told string }{
		{"Lochiel: advance 100 yds then hold", "TO lochiel: ADVANCE 100 YDS",
			`as troops do anyway when that is done: "then hold"`},
		{"Lochiel: take the guns and hold them", "TO lochiel: ATTACK 560,230",
			`as troops do anyway when that is done: "hold them"`},
		{"Lochiel: fall back", "? TO lochiel: WITHDRAW 100 YDS", "it does not say how far: 100 yards are put for that"},
		{"Lochiel: carry on as you are", "", "Lochiel's Camerons will go on with what they were told before."},
		{"Appin and Lochiel, as before", "", "They will go on with what they were told before."},
	} {
		entries := opened(t, "prestonpans", "jacobite.murray")(c.words)
		if len(entries) != 1 || taken(entries) != c.taken ||
			!slices.Contains(append(entries[0].Notes, entries[0].Means), c.told) {
			t.Errorf("%s: %+v", c.words, entries)
		}
	}
	for _, c := range [][3]string{ // the stated object is not replaced by another
		{"wilsons-creek", "union.lyon", "Sigel, attack their camp with all you have"},
		{"wilsons-creek", "union.lyon", "Andrews: take their waggons"},
	} {
		if told := receipt(opened(t, c[0], c[1])(c[2])); strings.Contains(told, "write it so: TO") ||
			strings.Contains(told, "ATTACK 1 ") || strings.Contains(told, "TAKE 1 ") {
			t.Errorf("%s: %s", c[2], told)
		}
	}
}

// TestNobodyLearnsANameByAsking checks that an enemy unknown to the seat is answered like one that does not exist.
func TestNobodyLearnsANameByAsking(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ scenario, seat, order, enemy string }{
		{"prestonpans", "government.cope", "Lee's: charge %s", "Keppoch"},
		{"prestonpans", "government.cope", "Lee's, attack %s when they are within 60 yards", "Lochiel's"},
		{"prestonpans", "government.cope", "Murray's: fall back behind %s", "Struan"},
		{"prestonpans", "government.cope", "Tell %s to surrender", "Perth"},
		{"prestonpans", "government.cope", "%s should hold", "Clanranald"},
		{"glenshiel", "jacobite.seaforth", "Coul shoot at %s", "Montagu"},
		{"glenshiel", "jacobite.seaforth", "I ride to %s", "Huffel"},
		{"glenshiel", "government.clayton", "Huffel beside %s", "Coul"},
	} {
		read := opened(t, c.scenario, c.seat)
		real, none := strings.ReplaceAll(c.order, "%s", c.enemy), strings.ReplaceAll(c.order, "%s", nobody)
		got, want := receipt(read(real)), receipt(read(none))
		if got = strings.ReplaceAll(got, c.enemy, nobody); got != want {
			t.Errorf("%s\n got %s\nwant %s", real, got, want)
		}
	}
}

// receipt returns the full text of the entries.
func receipt(entries []orders.Entry) string {
	var b strings.Builder
	for _, e := range entries {
		b.WriteString(e.Canonical + "\n" + strings.Join(slices.Concat(e.Asked, e.LeftOut, e.Notes), "\n"))
		if e.Refusal != nil {
			b.WriteString("\n" + e.Refusal.Reason + ": " + e.Refusal.Sentence())
		}
	}
	return b.String()
}

// TestCardHasNothingElse checks that each keyword on a card occurs in an order of the tests, so that no card shows a
// player a keyword that no order uses.
func TestCardHasNothingElse(t *testing.T) {
	t.Parallel()
	keyword := regexp.MustCompile(`\b[A-Z]{2,}\b`)
	// Words around orders, or in headings only.
	notes := regexp.MustCompile(`\bREADY|END|ORDERS|CHECK|RECEIPT|NUMBER|FIGHT|VERB|[NESW]{2,3}\b`)
	heading := regexp.MustCompile(`^[A-Z'&, -]+(:|  | \(| - |$)|THE PLAYER'S CARD`)
	for _, r := range rulesets.All() {
		used := map[string]bool{}
		for _, text := range written(t, r.Name) {
			for _, word := range strings.FieldsFunc(strings.ToUpper(text), func(c rune) bool { return c < 'A' || c > 'Z' }) {
				used[word] = true
			}
		}
		for n, line := range strings.Split(r.Card, "\n") {
			for _, word := range keyword.FindAllString(heading.ReplaceAllString(line, ""), -1) {
				if !used[word] && !notes.MatchString(word) {
					t.Errorf("%s: no order of the tests has %s, which the card has in line %d: %s", r.Name, word, n+1, line)
				}
			}
		}
	}
}

// written returns the orders of the tests: the accepted ones in *.said, and the mails of the cases.
func written(t testing.TB, ruleset string) (texts []string) {
	t.Helper()
	said, err := os.ReadFile("testdata/" + ruleset + ".said")
	cases, err2 := filepath.Glob("../" + ruleset + "/testdata/*.txtar")
	if err != nil || err2 != nil || len(cases) == 0 {
		t.Fatal(err, err2, len(cases))
	}
	for line := range strings.Lines(string(said)) {
		if _, taken, ok := strings.Cut(line, " => "); ok {
			texts = append(texts, taken)
		}
	}
	for _, file := range cases {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range txtar.Parse(text).Files {
			if strings.HasSuffix(f.Name, ".orders") {
				texts = append(texts, string(f.Data))
			}
		}
	}
	return texts
}

// BenchmarkSaid reads mails of orders in free English.
func BenchmarkSaid(b *testing.B) {
	const mail = "Lee's advance 50 yards, the rest hold\nMurray's, if they come within fifty yards, give them a volley\n" +
		"Lascelles should march to Bankton Park\nI ride to Murray's\n"
	read := opened(b, "prestonpans", "government.cope")
	b.ReportAllocs()
	for b.Loop() {
		if entries := read(mail); len(entries) < 4 {
			b.Fatal(receipt(entries))
		}
	}
	b.ReportMetric(float64(4*b.N)/b.Elapsed().Seconds(), "lines/s")
}

// TestNeverAnotherOrder checks that words which are easily misread lead only to the intended orders and proposals.
func TestNeverAnotherOrder(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ kind, scenario, seat, words, taken string }{
		{"a question", "demo", "french.north", "Will Royal charge?", "-"},
		{"the past", "gettysburg-first-day", "confederate.iii", "Davis marched to Oak Hill yesterday.", "~ MARCH davis TO 9"},
		{"the past with an auxiliary", "demo", "french.north", "Champagne was to hold the mill", "~ TO champagne: HOLD mill"},
		{"the present", "demo", "french.north", "Champagne is holding the mill.",
			"~ TO champagne: HOLD mill"},
		{"the writer's own acts", "gettysburg-first-day", "confederate.army",
			"My compliments to General Hill: I am riding with Davis.", "LETTER TO confederate.iii: I am riding with Davis"},
		{"others", "demo", "french.north", "The enemy will attack Champagne at the mill.",
			"~ TO champagne: HOLD mill"},
		{"an unnamed unit of one's own", "demo", "dutch.south",
			"Holstein's guns shall fire at 400. My own regiment will march to the Rise.", "~ TO holstein: FIRE AT 400"},
		{"another branch", "maida", "british.acland",
			"81st: if the 78th is unsteady then support it, otherwise fire at will.", "-"},
		{"a negation that points back", "sauren", "french.ney",
			"1ligne attack G5 unless it's empty, in which case don't move there.", "-"},
		{"a condition", "lodi", "austrian.sebottendorf", "Hussars: attack G4 only in case Masséna isn't within 2.",
			"-"},
		{"a condition behind a semicolon", "sheriffmuir", "jacobite.gordon",
			"Maclean: advance; if Clanranald is broken, withdraw to 650,700",
			"TO maclean: ADVANCE IF clanranald BROKEN THEN WITHDRAW TO 650,700"},
		{"a condition behind a semicolon, not all understood", "sheriffmuir", "jacobite.gordon",
			"Maclean: advance; if Clanranald is broken, withdraw to 650,700 at 4 miles",
			"~ TO maclean: ADVANCE"},
		{"a limit behind a semicolon", "sheriffmuir", "jacobite.gordon", "Maclean: advance; unless Clanranald is broken",
			"~ TO maclean: ADVANCE"},
		{"a limit behind a full stop", "sheriffmuir", "jacobite.gordon",
			"Maclean: advance. But not before Clanranald has moved.", "~ TO maclean: ADVANCE"},
		{"a limit", "sheriffmuir", "government.argyll",
			"Shannon's to stand fast and reserve their fire till the enemy be within fifty yards.",
			"TO shannon: HOLD FIRE AT 50"},
		{"a condition of the clause beside it", "demo", "dutch.north",
			"Sturler holds the mill and fires only if the enemy is within 40.",
			"TO sturler: HOLD mill FIRE AT 40"},
		{"an ordinal", "allifae", "roman.consul",
			"If we are second, advance the Third legion; if we are first, hold it.",
			"~ IF WE ARE SECOND THEN ADVANCE r4"},
		{"a place named before an enemy", "sauren", "french.ney",
			"1ligne moves to G6 and fires at the 95th if the 95th is within 3, else only moves there.",
			"~ 1ligne: FIRE AT 95foot IF 95foot WITHIN 3 ELSE MOVE TO G6"},
		{"a part of a place", "demo", "french.north", "Champagne: move to the south side of the mill",
			"-"},
		{"a bare place", "maida", "british.acland", "81foot: MOVE TO 34,26\nThe knoll", "81foot MOVE TO 34.00,26.00"},
		{"a heading", "sauren", "french.ney", "Standing:\n2ligne: hold\n1ligne: hold\n\nme: hold",
			"STANDING 2ligne: HOLD | STANDING 1ligne: HOLD | ney: HOLD"},
		{"a sentence of every turn", "sauren", "french.ney", "Every turn 2ligne rallies. 1ligne moves to G6.",
			"STANDING 2ligne: RALLY | 1ligne: MOVE TO G6"},
		{"said again", "demo", "french.north", "Champagne: stop. Do not fire. Hold.", "TO champagne: HOLD HOLD FIRE"},
		{"a correction", "demo", "french.north", "Champagne: not to the mill, to the copse", "-"},
		{"a correction behind it", "demo", "french.north", "Champagne: withdraw 60 yards, not 40", "-"},
		{"a second target", "maida", "british.stuart", "4pdrs fire at 45,16 else nearest",
			"~ 4pdrs FIRE AT ENEMY AT 45.00,16.00"},
	} {
		if got := taken(opened(t, c.scenario, c.seat)(c.words)); got != c.taken {
			t.Errorf("%s: %s\n got %s\nwant %s", c.kind, c.words, got, c.taken)
		}
	}
}
