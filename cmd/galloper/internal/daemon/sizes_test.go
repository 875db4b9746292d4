package daemon

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/events/vault"
	"galloper/mailgate"
	"galloper/projections/campaign"
)

// A mail, a name or a ruling of any size and shape must not stop the mailbox, a turn or, above all, another game.

// giant is a mail of extreme size or shape: its text, and further header fields.
type giant struct{ from, fields, text string }

// giants returns generators of mails like those that have stopped services, each of a random size.
func giants() map[string]func(w *world, rng *rand.Rand) giant {
	north := addressOf("french.north")
	player := func(text func(n int) string, most int) func(*world, *rand.Rand) giant {
		return func(_ *world, rng *rand.Rand) giant { return giant{from: north, text: text(1 + rng.IntN(most))} }
	}
	lines := func(line string, most int) func(*world, *rand.Rand) giant {
		return player(func(n int) string { return strings.Repeat(line+"\n", n) }, most)
	}
	umpire := func(format string, most int) func(*world, *rand.Rand) giant {
		return func(w *world, rng *rand.Rand) giant {
			text := fmt.Sprintf(format, w.game().Campaign.Number(), words(rng, rng.IntN(most)))
			return giant{from: umpireAddress, text: text}
		}
	}
	header := func(field string) func(*world, *rand.Rand) giant {
		return func(_ *world, rng *rand.Rand) giant {
			return giant{from: north, fields: fmt.Sprintf(field, strings.Repeat("x", rng.IntN(60<<10))), text: "STATUS"}
		}
	}
	return map[string]func(*world, *rand.Rand) giant{
		"refused orders":         lines("To Picardie: frobnicate", 1900),
		"prose":                  lines("I think that they may come over the hill, or not.", 1900),
		"acts of a player":       lines("CLOSE TURN 1", 1900),
		"questions":              lines("HISTORY 0\nSTATUS\nHELP HOLD", 600),
		"quotes":                 lines("> To Champagne: hold\nand so", 900),
		"confirmations":          lines("YES 1\nCANCEL 2", 900),
		"one word":               player(func(n int) string { return strings.Repeat("w", n) }, 250<<10),
		"not ASCII":              player(func(n int) string { return strings.Repeat("鬼", n) }, 80<<10),
		"a letter to a friend":   letterOf("ADD\nLETTER TO french.west: "),
		"a letter to the umpire": letterOf("LETTER TO umpire: "),
		"the rules": func(*world, *rand.Rand) giant {
			b, err := os.ReadFile("../../../../docs/rules/firediscipline.md")
			return giant{from: north, text: string(b) + fmt.Sprint(err)}
		},
		"a ruling":          umpire("RULE TURN %d: %s", 200<<10),
		"a reason":          umpire("EXTEND 1h TURN %d BECAUSE %s", 200<<10),
		"an announcement":   umpire("STATUS\nANNOUNCE: turn %d %s", 200<<10),
		"an umpire's prose": umpire("turn %d\n%s", 200<<10),
		"many acts": func(_ *world, rng *rand.Rand) giant {
			return giant{from: umpireAddress, text: strings.Repeat("ANNOUNCE: dry weather\n", rng.IntN(200))}
		},
		"a subject":  header("Subject: %s\r\n"),
		"a thread":   header("References: <%s@x> <1@x>\r\nIn-Reply-To: <2@x>\r\n"),
		"recipients": header("Cc: " + strings.Repeat("someone@players.test, ", 10_000) + "%s@x\r\n"),
		"a stranger": func(_ *world, rng *rand.Rand) giant {
			return giant{from: strings.Repeat("s", rng.IntN(100<<10)) + "@elsewhere.test", text: "JOIN"}
		},
		"deep MIME": func(_ *world, rng *rand.Rand) giant {
			var b strings.Builder
			n := 1 + rng.IntN(400)
			for i := range n {
				fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
			}
			fields, text, _ := strings.Cut(b.String(), "\n")
			return giant{from: north, fields: fields + "\r\n", text: text + "\nREADY\n"}
		},
	}
}

func letterOf(head string) func(*world, *rand.Rand) giant {
	return func(_ *world, rng *rand.Rand) giant {
		return giant{from: addressOf("french.north"), text: head + words(rng, rng.IntN(120<<10))}
	}
}

// words returns a text of about size bytes, in lines.
func words(rng *rand.Rand, size int) string {
	var b strings.Builder
	for b.Len() < size {
		b.WriteString(strings.Fields("mist over the ridge, Hügel hussars at dawn. and wagons")[rng.IntN(10)])
		b.WriteByte(" \n"[rng.IntN(12)/11])
	}
	return b.String()
}

// raw returns the giant as a raw mail.
func (g giant) raw(w *world) []byte {
	raw := string(w.letterFrom(g.from, g.text))
	if strings.HasPrefix(g.fields, "Subject:") {
		head, rest, _ := strings.Cut(raw, "Subject:")
		_, rest, _ = strings.Cut(rest, "\r\n")
		raw = head + rest
	}
	if strings.HasPrefix(g.fields, "Content-Type:") {
		raw = strings.Replace(raw, "Content-Type: text/plain; charset=utf-8\r\n", "", 1)
	}
	return []byte(g.fields + raw)
}

// TestNoSizeStopsTheService sends mails of extreme sizes into one game, in the same batch as orders for another, and
// plays turns of both. GALLOPER_SIZES=100 repeats it with 100 seeds.
func TestNoSizeStopsTheService(t *testing.T) {
	t.Parallel()
	seeds, err := strconv.Atoi(cmp.Or(os.Getenv("GALLOPER_SIZES"), "1"))
	if err != nil {
		t.Fatalf("GALLOPER_SIZES: %v", err)
	}
	for seed := range uint64(seeds) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 42))
			w := newWorld(t)
			w.newGame(events.Settings{Every: "365d", Review: []string{"", "umpire"}[seed%2]})
			w.newNeighbour()
			makers := giants()
			names := slices.Sorted(maps.Keys(makers))
			rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
			for day := range slices.Chunk(names, 6) {
				var sent []giant
				for _, name := range day {
					sent = append(sent, makers[name](w, rng))
				}
				w.playDay(strings.Join(day, ", "), sent)
			}
			w.mustVerify()
		})
	}
}

const neighbour = "neighbour@players.test"

// newNeighbour makes a second game, due every day, with one human player.
func (w *world) newNeighbour() {
	w.t.Helper()
	n := admin.NewGame{
		Name: "ford", File: "ford.yaml", Scenario: skirmish, Seats: map[string][]string{"french.north": {neighbour}},
		Staff: map[string]string{}, Umpires: []string{"another@example.test"}, Settings: events.Settings{Every: "1d"},
		Seeds: &vault.Seeds{Turns: 400, S: events.Sum([]byte("S2")), P: events.Sum([]byte("P2"))},
	}
	for _, seat := range seats[1:] {
		n.Staff[seat] = "steady"
	}
	if _, err := w.d.New(w.ctx, n); err != nil {
		w.t.Fatal(err)
	}
	w.settle()
}

// playDay delivers giants beside orders for the neighbour, and plays the turns of both games.
func (w *world) playDay(names string, giants []giant) {
	w.t.Helper()
	from, turn, day := len(w.sent), w.game().Campaign.Number(), w.gameNamed("ford").Campaign.Number()
	var batch []mailgate.Incoming
	wrote := map[string]int{neighbour: 1}
	for _, raw := range append([][]byte{w.letterFrom(neighbour, "To Champagne: hold")}, raws(w, giants)...) {
		batch = append(batch, mailgate.Incoming{At: mailgate.Checkpoint{Mailbox: "INBOX", UIDValidity: 1, UID: w.uid},
			Received: w.now, Size: int64(len(raw)), Raw: raw})
	}
	for _, g := range giants {
		wrote[g.from]++
	}
	if _, err := w.d.Handle(w.ctx, batch); err != nil {
		w.t.Fatalf("%s: an error reaches the mailbox: %.300s", names, err)
	}
	w.settle()
	told := map[string]int{}
	for _, m := range w.sent[from:] {
		told[m.to]++
	}
	for _, address := range []string{neighbour, umpireAddress, addressOf("french.north")} {
		if told[address] < wrote[address] {
			w.t.Errorf("%s: %s wrote %d mails and was answered %d times", names, address, wrote[address], told[address])
		}
	}
	w.half()
	w.writesFrom(umpireAddress, fmt.Sprintf("CLOSE TURN %d", turn))
	if w.game().Campaign.Phase() == campaign.Review {
		w.writesFrom(umpireAddress, fmt.Sprintf("APPROVE TURN %d", turn))
	}
	if c := w.game().Campaign; c.Number() != turn+1 || c.Phase() != campaign.Open {
		w.t.Errorf("%s: turn %d was closed, and the game is %s in turn %d", names, turn, c.Phase(), c.Number())
	}
	w.pass(24 * time.Hour)
	if c := w.gameNamed("ford").Campaign; c.Number() != day+1 {
		w.t.Errorf("%s: a day later the neighbour's turn is %d, want %d", names, c.Number(), day+1)
	}
	w.mustBeWithin(from)
}

// mustBeWithin fails if a mail sent since from exceeds the size limit.
func (w *world) mustBeWithin(from int) {
	w.t.Helper()
	for _, m := range w.sent[from:] {
		most := mailgate.MaxMail
		if m.msg.Header.Get("Auto-Submitted") == "auto-replied" {
			most = mailgate.MaxReceipt + 2*mailgate.Columns
		}
		if len(m.raw) >= mailgate.MaxMail || len(m.text) > most {
			w.t.Errorf("a mail of %d bytes, with a text of %d: %s", len(m.raw), len(m.text), m.msg.Header.Get("Subject"))
		}
	}
}

func raws(w *world, giants []giant) (all [][]byte) {
	for _, g := range giants {
		all = append(all, g.raw(w))
	}
	return all
}

// gameNamed loads a game from the log.
func (w *world) gameNamed(name string) *game.Game {
	w.t.Helper()
	g, err := game.Load(w.d.Rulesets, w.log.Game(w.ctx, name, events.Head{}))
	if err != nil {
		w.t.Fatal(err)
	}
	return g
}

// The verdict, READY, the deadline and the head survive the cut.
func TestReceiptOfAnyLengthKeepsWhatCounts(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"refused orders": strings.Repeat("To Picardie: frobnicate the mill and the causeway at once\n", 450) + "READY",
		"acts":           strings.Repeat("CLOSE TURN 1\n", 1500) + "To Champagne: hold\nREADY",
		"a letter":       "LETTER TO umpire: " + words(rand.New(rand.NewPCG(1, 1)), 100<<10) + "\nREADY",
	} {
		w := newWorld(t)
		w.newGame(events.Settings{})
		from := len(w.sent)
		answer := w.writes("french.north", text)
		mustSay(t, answer, "READY", "Comte de Guiche", "deadline: Thursday 19 November", "head of the record:",
			"KB are left out of this mail", "The page of the game")
		if !strings.Contains(answer, "READY noted.") && !strings.Contains(answer, "READY NOT TAKEN") {
			t.Errorf("%s: it does not say what became of READY", name)
		}
		w.mustBeWithin(from)
	}
}

// Each letter is accepted, and the umpire's mail of the turn, which has all of them, is cut.
func TestLettersOfAnyLengthDoNotStopATurn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	rng := rand.New(rand.NewPCG(7, 7))
	for range 7 {
		mustSay(t, w.writes("french.north", "LETTER TO umpire: "+words(rng, 15<<10)), "sent at once")
	}
	mustSay(t, w.writesFrom(umpireAddress, "STATUS"), "turn 1")
	mustSay(t, w.writesFrom(umpireAddress, "EXTEND 1h TURN 1 BECAUSE of the letters"), "EXTEND: done")
	mustSay(t, w.writesFrom(umpireAddress, "HOLD TURN 1 BECAUSE of the letters"), "HOLD: done")
	mustSay(t, w.writesFrom(umpireAddress, "RESUME TURN 1"), "RESUME: done")
	w.half()
	mustSay(t, w.writesFrom(umpireAddress, "CLOSE TURN 1"), "CLOSE: done")
	if n := w.game().Campaign.Number(); n != 2 {
		t.Fatalf("the turn is %d, want 2", n)
	}
	report := w.last(umpireAddress).text
	mustSay(t, report, "Turn 1 of A skirmish", "KB are left out of this mail", "galloper export mill --with-mail",
		"head of the record")
	w.mustBeWithin(0)
	w.mustVerify()
}

// The letters of a seat have a common limit, in one mail or in several. A mail that replaces the one before starts
// again. The result of a turn in which every seat sends the maximum can be recorded.
func TestLettersByCourierHaveALimit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	rng := rand.New(rand.NewPCG(1, 1))
	letter := func(to string, size int) string { return "LETTER TO " + to + ": " + words(rng, size) + "\n.\n" }
	const refused = "at most 20000 bytes of letters by courier in a turn"
	mustSay(t, w.writes("french.north", letter("french.west", 12_000)+letter("french.west", 12_000)+
		letter("french.west", 5000)), "2 orders accepted", refused, "there is room for")
	mustSay(t, w.writes("french.north", "ADD\n"+letter("french.west", 4000)), refused)
	mustSay(t, w.writes("french.north", "ADD\n"+letter("umpire", 50_000)), "sent at once")
	mustSay(t, w.writes("french.north", letter("french.west", 100_000)), refused)
	for _, s := range seats {
		to := map[bool]string{true: "french.west", false: "dutch.east"}[strings.HasPrefix(s, "french")]
		if s == to {
			to = map[string]string{"french.west": "french.north", "dutch.east": "dutch.south"}[to]
		}
		mustSay(t, w.writes(s, letter(to, 19_000)), "1 order accepted")
	}
	w.log = &smallLog{Log: w.log, most: 1 << 20} // the default limit of an external server
	w.start()
	w.half()
	w.writesFrom(umpireAddress, "CLOSE TURN 1")
	if n := w.game().Campaign.Number(); n != 2 {
		t.Errorf("the turn is %d, want 2", n)
	}
	w.mustVerify()
}

// smallLog rejects commits of more than most bytes.
type smallLog struct {
	events.Log
	most int
	err  error // the error of every append; nil: no error
}

func (l *smallLog) Append(ctx context.Context, at events.Head, c events.Commit) (events.Head, error) {
	if c, err := c.Follow(at); err == nil && len(c.Line()) > l.most {
		return at, fmt.Errorf("test: %w", events.ErrTooLarge)
	}
	if l.err != nil {
		return at, l.err
	}
	return l.Log.Append(ctx, at, c)
}

// A mail that can't be recorded is set aside. Its writer and the umpire are told once, and the next mails are read.
// After an error of the store itself, the whole batch comes again.
func TestMailOfWhichNothingCanBeRecordedIsSetAside(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	w.newNeighbour()
	small := &smallLog{Log: w.log, most: 20 << 10}
	w.log = small
	w.start()
	batch := func() (batch []mailgate.Incoming) {
		for _, raw := range [][]byte{
			w.letterFrom(addressOf("french.north"), "LETTER TO umpire: "+words(rand.New(rand.NewPCG(1, 1)), 30<<10)),
			w.letterFrom(addressOf("french.north"), "To Champagne: hold"), w.letterFrom(neighbour, "To Champagne: hold"),
		} {
			batch = append(batch, mailgate.Incoming{At: mailgate.Checkpoint{UID: w.uid}, Received: w.now, Raw: raw,
				Size: int64(len(raw))})
		}
		return batch
	}()
	small.err = errors.New("no space left on device")
	if _, err := w.d.Handle(w.ctx, batch); !errors.Is(err, small.err) {
		t.Fatalf("the store fails, and the mailbox hears %v", err)
	}
	small.err = nil
	filings, err := w.d.Handle(w.ctx, batch)
	if want := []mailgate.Filing{mailgate.Quarantine, mailgate.Processed, mailgate.Processed}; err != nil ||
		!slices.Equal(filings, want) {
		t.Fatalf("the mails are filed as %v, %v; want %v", filings, err, want)
	}
	if _, err := w.d.Handle(w.ctx, batch); err != nil { // it comes once more
		t.Fatal(err)
	}
	w.settle()
	const why = "its effect is too large to be recorded"
	for _, address := range []string{addressOf("french.north"), umpireAddress} {
		if n := w.mailed(address, why); n != 1 {
			t.Errorf("%s was told %d times, want once", address, n)
		}
	}
	if n := w.mailed(neighbour, "1 order accepted"); n != 1 {
		t.Errorf("the neighbour was answered %d times, want once", n)
	}
	if n := w.mailed(addressOf("french.north"), "1 order accepted"); n != 1 {
		t.Errorf("the mail behind it was answered %d times, want once", n)
	}
}

// The umpire is told the next step, and that step lets the game go on.
func TestTurnThatCannotBeRecordedIsHeld(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	w.newNeighbour()
	w.half()
	w.writes("french.north", "LETTER TO french.west: "+words(rand.New(rand.NewPCG(1, 1)), 19_000))
	w.log = &smallLog{Log: w.log, most: 24 << 10}
	w.start()
	w.writesFrom(umpireAddress, "CLOSE TURN 1")
	if p := w.game().Campaign.Phase(); p != campaign.Held {
		t.Fatalf("the game is %s, want held", p)
	}
	mustSay(t, w.last(umpireAddress).text, "its result is too large to be recorded",
		"AMEND SEAT NUMBER TURN 1 BECAUSE it is too long: NOTHING", "RESUME TURN 1")
	w.writesFrom(neighbour, "To Champagne: hold")
	w.pass(25 * time.Hour)
	if n := w.gameNamed("ford").Campaign.Number(); n != 2 {
		t.Errorf("the neighbour's turn is %d, want 2", n)
	}
	w.writesFrom(umpireAddress, "AMEND french.north 1 TURN 1 BECAUSE it is too long: NOTHING\nRESUME TURN 1")
	if n := w.game().Campaign.Number(); n != 2 {
		t.Errorf("amended and resumed, the turn is %d, want 2", n)
	}
}

// A turn is mailed without a report that panics, and the umpire is told.
func TestReportThatBreaksIsLeftOut(t *testing.T) {
	t.Parallel()
	for _, review := range []string{"", "umpire"} {
		w := newWorld(t)
		w.newGame(events.Settings{Review: review})
		w.half()
		rules := *adjudicator.Find(w.d.Rulesets, "firediscipline")
		outlook := rules.Outlook
		rules.Outlook = func(d adjudicator.Desk) func(string, board.Point) bool {
			if d.Seat == "french.north" {
				panic("unreachable")
			}
			return outlook(d)
		}
		w.d.Games["mill"].Game.Rules = &rules
		w.writesFrom(umpireAddress, "CLOSE TURN 1")
		if review != "" {
			w.writesFrom(umpireAddress, "APPROVE TURN 1")
		}
		if c := w.game().Campaign; c.Number() != 2 || c.Phase() != campaign.Open {
			t.Fatalf("the game is %s in turn %d", c.Phase(), c.Number())
		}
		mustSay(t, w.last(addressOf("french.north")).text, "your report is left out", "HISTORY 1",
			"ORDERS GAME mill SEAT french.north TURN 2")
		if n := w.mailed(umpireAddress, "the report to Comte de Guiche is left out"); n != 1 {
			t.Errorf("the umpire was told %d times, want once", n)
		}
		w.mustVerify()
	}
}
