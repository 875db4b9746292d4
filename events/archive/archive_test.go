package archive_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"galloper/events"
	"galloper/events/archive"
	"galloper/events/memlog"
	"galloper/events/mutate"
)

// game is the game of these tests: two chains of three seeds, and two turns, one of which is reverted and replayed.
const game = "quiberon"

func chain(top string) [4]events.Hash {
	var s [4]events.Hash
	s[3] = events.Sum([]byte(top))
	for i := 3; i > 0; i-- {
		s[i-1] = events.Sum(s[i][:])
	}
	return s
}

var seedS, seedP = chain("S"), chain("P")

// face implements the section on dice in docs/events.md a second time, so that a die is checked against the text and
// not against the package that rolled it.
func face(seed [32]byte, turn int, name, salt string, n uint64) int {
	return faceOf(game, seed, turn, name, salt, n)
}

func faceOf(game string, seed [32]byte, turn int, name, salt string, n uint64) int {
	for counter := 0; ; counter++ {
		mac := hmac.New(sha256.New, seed[:])
		fmt.Fprintf(mac, "%s|%d|%s|%s|%d", game, turn, name, salt, counter)
		u := binary.BigEndian.Uint64(mac.Sum(nil))
		if u/n < ^uint64(0)/n || ^uint64(0)%n == n-1 {
			return int(u % n)
		}
	}
}

func right(seed [32]byte, game string, turn int, d events.Die) bool {
	switch d.Die {
	case "d10":
		return d.Value == faceOf(game, seed, turn, d.Name, d.Salt, 10)
	case "draw52":
		return d.Value == faceOf(game, seed, turn, d.Name, d.Salt, 52)
	}
	return d.Die == "d6" && d.Value == faceOf(game, seed, turn, d.Name, d.Salt, 6)+1
}

func outcomes(turn, refTurn int, salt string) []events.Outcome {
	d10 := events.Die{Name: "volley/fire/1foot.b>2swiss#1", Die: "d10", Salt: salt}
	d10.Value = face(seedS[turn], turn, d10.Name, salt, 10)
	d6 := events.Die{Name: "courier/ride/a", Die: "d6", Value: face(seedS[turn], turn, "courier/ride/a", "", 6) + 1}
	card := events.Die{Name: "cards/deal#51", Die: "draw52", Sealed: true,
		Value: face(seedP[turn], turn, "cards/deal#51", "", 52)}
	hand := events.Die{Name: "melee/x", Die: "d6", Value: 6, Set: "umpire"}
	return []events.Outcome{
		{Ref: fmt.Sprintf("t%d.1", refTurn), Name: "volley.fired", Fields: events.Fields("firer", "1foot.b", "hits", 2),
			Clause: "7.4", Dice: []events.Die{d10, d6}},
		{Ref: fmt.Sprintf("t%d.2", refTurn), Name: "card.dealt", Fields: events.Fields("to", "french"), Clause: "2.1",
			Dice: []events.Die{card, hand}, Cause: fmt.Sprintf("t%d.1", refTurn)},
	}
}

func adjudicated(turn int, salt string) events.TurnAdjudicated {
	return events.TurnAdjudicated{Turn: turn, Seed: seedS[turn], SealedSeed: seedP[turn],
		Outcomes: outcomes(turn, turn, salt), State: events.Sum([]byte(salt))}
}

// play returns a log of the game.
func play(t testing.TB) *memlog.Log {
	t.Helper()
	log := memlog.New()
	add(t, log, "create", "umpire",
		events.GameCreated{Ruleset: "firediscipline", Version: 1,
			Scenario: "title: Quiberon\nunits: [\"Légion > Garde\"]\n", Seats: []string{"french", "british"},
			SeedCommit: seedS[0], SealedCommit: seedP[0], Turns: 3},
		events.GameOpened{Outcomes: outcomes(1, 0, ""), State: events.Sum([]byte("start"))},
		events.SeatAssigned{Seat: "french", Address: "a1"}, events.SeatAssigned{Seat: "british", Address: "a2"},
		events.TurnOpened{Turn: 1, Deadline: time.Date(2027, 2, 3, 18, 0, 0, 0, time.UTC)})
	raw := events.Sum([]byte("a mail"))
	add(t, log, "mail-1", "french",
		events.MailReceived{Seat: "french", SHA256: raw, Proof: "token"},
		events.OrdersAccepted{Seat: "french", Turn: 1, Orders: []string{`"1 foot" advance 200 yds`}, Mail: raw},
		events.MailQueued{Mail: "m1", Seat: "french", Address: "a1", Kind: "receipt", Turn: 1,
			SHA256: events.Sum([]byte("a receipt")), Answers: raw})
	add(t, log, "close-1", "clock", events.TurnClosed{Turn: 1, Reason: "deadline"})
	add(t, log, "turn-1", "adjudicator", adjudicated(1, ""))
	add(t, log, "revert", "umpire", events.TurnReverted{Turn: 1, Reason: "a mail was lost"},
		events.DieRerolled{Turn: 1, Die: "volley/fire/1foot.b>2swiss#1", Salt: "again", Reason: "cocked die"})
	add(t, log, "turn-1b", "adjudicator", adjudicated(1, "again"))
	over := adjudicated(2, "")
	over.Over = "the French withdraw"
	add(t, log, "turn-2", "adjudicator", over)
	return log
}

func add(t testing.TB, log events.Log, id, actor string, data ...events.Data) {
	t.Helper()
	list, err := events.Pack(data...)
	if err != nil {
		t.Fatal(err)
	}
	at, err := log.Head(t.Context(), game)
	if err != nil {
		t.Fatal(err)
	}
	c := events.Commit{Game: game, ID: id, Actor: actor, At: time.Date(2027, 2, 1, 9, 0, 0, int(at.Version)*1e6,
		time.UTC), Events: list}
	if _, err := log.Append(t.Context(), at, c); err != nil {
		t.Fatal(err)
	}
}

func export(t testing.TB, log events.Log) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := archive.Write(&b, log.Game(t.Context(), game, events.Head{})); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func run(file []byte, k archive.Check) (archive.Summary, error) {
	return k.Run(archive.Read(bytes.NewReader(file)))
}

// TestRecordedArchive: an archive recorded with the first schemas can still be verified, imported and exported.
func TestRecordedArchive(t *testing.T) {
	want, err := os.ReadFile(filepath.Join("testdata", "quiberon.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	again := memlog.New()
	if _, _, err := archive.Import(t.Context(), archive.Read(bytes.NewReader(want)), again, nil); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(export(t, again), want) {
		t.Error("imported and exported, the recorded game has other bytes")
	}
	sum, err := run(want, archive.Check{Die: right})
	if err != nil {
		t.Fatal(err)
	}
	wantSum := archive.Summary{Game: game, Head: sum.Head, Commits: 7, Events: 14, Turns: 3, Dice: 12, ByHand: 4,
		Over: "the French withdraw"}
	if !reflect.DeepEqual(sum, wantSum) {
		t.Errorf("summary %+v\nwant    %+v", sum, wantSum)
	}
}

func TestDiceOfTheOpeningWait(t *testing.T) {
	file := export(t, play(t))
	start := file[:bytes.IndexByte(file, '\n')+1]
	sum, err := run(start, archive.Check{Die: right})
	if err != nil || sum.Pending != 4 || sum.Dice != 0 {
		t.Errorf("%d dice pending, %d checked, %v; want 4 and none", sum.Pending, sum.Dice, err)
	}
}

// rewritten returns the archive with a text in one line (from 1) replaced and the chain recomputed, as a forger could
// do.
func rewritten(t *testing.T, file []byte, line int, old, new string) []byte {
	t.Helper()
	lines := strings.SplitAfter(string(file), "\n")
	lines[line-1] = replaced(t, lines[line-1], old, new)
	prev := events.Hash{}
	for i, l := range lines {
		if l == "" {
			continue
		}
		lines[i] = `{"prev":"` + prev.String() + l[len(`{"prev":"`)+64:]
		prev = events.Sum([]byte(strings.TrimSuffix(lines[i], "\n")))
	}
	return []byte(strings.Join(lines, ""))
}

func replaced(t *testing.T, in, old, new string) string {
	t.Helper()
	if !strings.Contains(in, old) {
		t.Fatalf("%q is not in %s", old, in)
	}
	return strings.Replace(in, old, new, 1)
}

// tampered returns archives with one error each, the line that must be reported, and a word of the reason.
func tampered(t *testing.T) map[string]struct {
	file []byte
	line int
	why  string
} {
	file := export(t, play(t))
	lines := bytes.SplitAfter(file, []byte("\n"))
	join := func(l ...[]byte) []byte { return bytes.Join(l, nil) }
	flip := bytes.Clone(file)
	flip[bytes.Index(flip, []byte("a mail was lost"))] ^= 1
	wrongDie := replaced(t, string(lines[6]), `"value":`, `"value":1`)[len(`{"prev":"`)+64:]
	type c = struct {
		file []byte
		line int
		why  string
	}
	return map[string]c{
		"a byte flipped":      {flip, 6, "prev"},
		"a line dropped":      {join(lines[0], lines[2], lines[3]), 2, "prev"},
		"lines exchanged":     {join(lines[0], lines[2], lines[1]), 2, "prev"},
		"a line doubled":      {join(lines[0], lines[1], lines[1]), 3, "prev"},
		"the first lines cut": {join(lines[1:]...), 1, "prev"},
		"the last line cut":   {file[:len(file)-100], 7, "column"},
		"CR LF":               {bytes.ReplaceAll(file, []byte("\n"), []byte("\r\n")), 1, "CR LF"},
		"an empty line":       {join(lines[0], []byte("\n"), lines[1]), 2, "empty"},
		"no archive":          {[]byte("PK\x03\x04"), 1, "it is not a commit"},
		"blanks":              {bytes.Replace(file, []byte(`,"game"`), []byte(`, "game"`), 1), 1, "column"},
		"numbering":           {rewritten(t, file, 3, `"first":9`, `"first":10`), 3, "number 10, but 9"},
		"another game":        {rewritten(t, file, 3, `"game":"quiberon"`, `"game":"minden"`), 3, "minden"},
		"an unknown event":    {rewritten(t, file, 3, `turn.closed`, `turn.folded`), 3, "unknown event"},
		"a newer schema":      {rewritten(t, file, 3, `"schema":1`, `"schema":2`), 3, "unknown event"},
		"a mail of a newer schema": {rewritten(t, file, 2, `"events":[{"type":"mail.received","schema":1`,
			`"cause":"`+events.Sum([]byte("a mail")).String()+`","events":[{"type":"mail.received","schema":2`), 2,
			"unknown event"},
		"the seed of a turn": {rewritten(t, file, 4, seedS[1].String(), seedS[2].String()), 4,
			"seed does not match turn 1"},
		"the sealed seed": {rewritten(t, file, 7, seedP[2].String(), seedP[1].String()), 7,
			"sealed_seed does not match turn 2"},
		"a turn left out": {rewritten(t, file, 4, `"turn":1`, `"turn":2`), 4, "turn 1 is next"},
		"a die": {rewritten(t, file, 7, string(lines[6][len(`{"prev":"`)+64:]), wrongDie), 7,
			"die volley"},
		"a die of the opening":      {rewritten(t, file, 1, `"die":"d6"`, `"die":"d10"`), 1, "die courier"},
		"a salt":                    {rewritten(t, file, 6, `"salt":"again"`, `"salt":"agaio"`), 6, "die volley"},
		"a die made that of a hand": {rewritten(t, file, 7, `,"sealed":true`, ``), 7, "die cards"},
		"a key twice":               {rewritten(t, file, 3, `"turn":1`, `"turn":2,"turn":1`), 3, "ambiguous"},
		"a key in other letters":    {rewritten(t, file, 3, `"turn":1`, `"turn":1,"Turn":1`), 3, "ambiguous"},
		"the file of a seat": {[]byte(`{"v":1,"game":"quiberon","seat":"french"}` + "\n"), 1,
			"copy of one seat's reports"},
		"a mail that is not its own": {join(file, []byte(`{"mail":"`+events.Sum(nil).String()+`","raw":"YQ=="}`+"\n")), 8,
			"changed"},
	}
}

func TestTamperingIsNamed(t *testing.T) {
	for name, c := range tampered(t) {
		_, err := run(c.file, archive.Check{Die: right})
		var at *archive.LineError
		if !errors.As(err, &at) || at.Line != c.line || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v; want line %d, %q", name, err, c.line, c.why)
		}
	}
}

// TestStrangersScript: an independent script, written from the description of the format, comes to the same results.
func TestStrangersScript(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil && os.Getenv("GALLOPER_REAL_SERVERS") == "1" {
		t.Fatal("python3 is not installed; as root run .ci/install (GALLOPER_REAL_SERVERS=1)")
	}
	if err != nil {
		t.Skip("not run: docs/check.py: python3 is not installed; as root run .ci/install")
	}
	script := func(file []byte) (string, error) {
		path := filepath.Join(t.TempDir(), "game.jsonl")
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(python, "../../docs/check.py", path).CombinedOutput()
		return string(out), err
	}
	if out, err := script(export(t, play(t))); err != nil || !strings.Contains(out, "14 events, 2 turns, 12 dice") {
		t.Errorf("a good archive: %v\n%s", err, out)
	}
	for name, c := range tampered(t) {
		switch name {
		case "an unknown event", "a newer schema", "the file of a seat":
			continue // the script does not rely on this type, or cannot check it
		}
		if out, err := script(c.file); err == nil || !strings.HasPrefix(out, fmt.Sprintf("line %d: ", c.line)) &&
			name != "a die of the opening" {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

// TestDocumentation: the example in the description of the format is valid, and the description lists all event
// types.
func TestDocumentation(t *testing.T) {
	text, err := os.ReadFile("../../docs/events.md")
	if err != nil {
		t.Fatal(err)
	}
	var example bytes.Buffer
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, `    {"prev":`) {
			example.WriteString(strings.TrimPrefix(line, "    "))
		}
	}
	sum, err := run(example.Bytes(), archive.Check{Die: right})
	if err != nil || sum.Commits != 3 || sum.Dice != 1 || !strings.Contains(string(text), sum.Head.Hash.String()) {
		t.Errorf("the example in docs/events.md: %+v, %v", sum, err)
	}
	for _, name := range events.Types.Names() {
		if !strings.Contains(string(text), "`"+name+"`") {
			t.Errorf("docs/events.md says nothing of %s", name)
		}
	}
}

func TestEachSeesEveryCommit(t *testing.T) {
	file := export(t, play(t))
	var types []string
	stop := errors.New("adjudicated otherwise")
	_, err := run(file, archive.Check{Each: func(c *events.Commit, data []events.Data) error {
		for i, d := range data {
			types = append(types, d.EventType())
			if d.EventType() != c.Events[i].Type {
				t.Errorf("event %s came as %s", c.Events[i].Type, d.EventType())
			}
		}
		if c.ID == "turn-2" {
			return stop
		}
		return nil
	}})
	var at *archive.LineError
	if !errors.As(err, &at) || at.Line != 7 || !errors.Is(err, stop) || len(types) != 14 {
		t.Errorf("%d events seen, %v", len(types), err)
	}
}

func TestCompareNamesTheFirstDifference(t *testing.T) {
	one, two := adjudicated(1, ""), adjudicated(1, "")
	if err := archive.Compare(&one, &two); err != nil {
		t.Errorf("equal turns: %v", err)
	}
	for want, spoil := range map[string]func(*events.TurnAdjudicated){
		"outcome 2: ": func(a *events.TurnAdjudicated) { a.Outcomes[1].Views = []events.View{{Seats: []string{"french"}}} },
		"nothing":     func(a *events.TurnAdjudicated) { a.Outcomes = a.Outcomes[:1] },
		"state":       func(a *events.TurnAdjudicated) { a.State[0]++ },
		"result":      func(a *events.TurnAdjudicated) { a.Over = "won" },
	} {
		two := adjudicated(1, "")
		spoil(&two)
		if err := archive.Compare(&one, &two); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %q in it", err, want)
		}
	}
}

func TestImportGivesTheSameBytes(t *testing.T) {
	file := export(t, play(t))
	log := memlog.New()
	half := file[:bytes.Index(file, []byte(`"id":"close-1"`))]
	half = half[:bytes.LastIndexByte(half, '\n')+1]
	for i, c := range []struct {
		file []byte
		want int
	}{{half, 2}, {file, 5}, {file, 0}, {half, 0}} {
		_, n, err := archive.Import(t.Context(), archive.Read(bytes.NewReader(c.file)), log, nil)
		if err != nil || n != c.want {
			t.Errorf("import %d: %d commits, %v; want %d", i+1, n, err, c.want)
		}
	}
	if !bytes.Equal(export(t, log), file) {
		t.Error("exported again, the game has other bytes")
	}
	other := rewritten(t, file, 3, "deadline", "gameover")
	_, _, err := archive.Import(t.Context(), archive.Read(bytes.NewReader(other)), log, nil)
	if err == nil || !strings.Contains(err.Error(), "line 3") || !strings.Contains(err.Error(), "a different history") {
		t.Errorf("another history of the game: %v", err)
	}
}

func TestExtras(t *testing.T) {
	log := play(t)
	file := bytes.NewBuffer(export(t, log))
	source := archive.Source{
		Mail: func(sha events.Hash) ([]byte, bool, error) {
			return []byte("a mail"), sha == events.Sum([]byte("a mail")), nil // the receipt was erased
		},
		Address: func(id string) (string, bool, error) { return id + "@example.org", id != "a2", nil },
	}
	n, err := archive.WriteExtras(file, source.Extras(log.Game(t.Context(), game, events.Head{})))
	if err != nil || n != 2 {
		t.Fatalf("%d lines, %v; want a mail and an address", n, err)
	}
	if _, err := archive.WriteExtras(file,
		one(archive.Extra{Secret: "seeds.quiberon", Value: []byte{0, 255}})); err != nil {
		t.Fatal(err)
	}
	sum, err := run(file.Bytes(), archive.Check{Die: right})
	if missing := "line 2, mail.queued: " + events.Sum([]byte("a receipt")).String(); err != nil || sum.Mails != 1 ||
		!slices.Equal(sum.Missing, []string{missing}) {
		t.Errorf("%d mails, %q missing, %v; want one, and %s", sum.Mails, sum.Missing, err, missing)
	}
	var got []string
	_, _, err = archive.Import(t.Context(), archive.Read(file), memlog.New(), func(x archive.Extra) error {
		got = append(got, fmt.Sprintf("%s%s%s%s%v", x.Raw, x.Address, x.Is, x.Secret, x.Value))
		return nil
	})
	if err != nil || strings.Join(got, " ") != "a1a1@example.org[] a mail[] seeds.quiberon[0 255]" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := archive.WriteExtras(file, one(archive.Extra{Raw: []byte("x")})); err == nil {
		t.Error("a line that is none of the shapes was written")
	}
}

func one(x archive.Extra) iter.Seq2[archive.Extra, error] {
	return func(yield func(archive.Extra, error) bool) { yield(x, nil) }
}

func FuzzRead(f *testing.F) {
	mutate.Add(f, nil, export(f, play(f)), []byte(`{"address":"a","is":"b"}`))
	f.Fuzz(func(t *testing.T, file []byte) {
		var again []byte
		for line, err := range archive.Read(bytes.NewReader(file)) {
			if err != nil {
				return
			}
			if line.Commit == nil {
				return
			}
			again = append(append(again, line.Commit.Line()...), '\n')
		}
		if !bytes.Equal(bytes.TrimSuffix(again, []byte("\n")), bytes.TrimSuffix(file, []byte("\n"))) {
			t.Errorf("read as %q", again)
		}
	})
}
