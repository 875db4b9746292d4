package daemon

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/verify"
	"galloper/events"
	"galloper/events/archive"
)

// tamper changes the lines of an archive, or returns nil if it doesn't apply.
type tamper func(lines []string) []string

// swap replaces old text in the first line after the header that has it.
func swap(old, with string) tamper {
	return func(lines []string) []string {
		for i, l := range lines {
			if i > 0 && strings.HasPrefix(l, `{"prev"`) && strings.Contains(l, old) {
				lines[i] = strings.Replace(l, old, with, 1)
				return lines
			}
		}
		return nil
	}
}

// match is swap with a pattern.
func match(pattern, with string) tamper {
	re := regexp.MustCompile(pattern)
	return func(lines []string) []string {
		for i, l := range lines {
			if at := re.FindStringIndex(l); i > 0 && strings.HasPrefix(l, `{"prev"`) && at != nil {
				lines[i] = l[:at[0]] + re.ReplaceAllString(l[at[0]:at[1]], with) + l[at[1]:]
				return lines
			}
		}
		return nil
	}
}

// drop removes the first line that has the text.
func drop(text string) tamper {
	return func(lines []string) []string {
		for i, l := range lines {
			if i > 0 && strings.HasPrefix(l, `{"prev"`) && strings.Contains(l, text) {
				return slices.Delete(lines, i, i+1)
			}
		}
		return nil
	}
}

// add appends a line.
func add(line string) tamper {
	return func(lines []string) []string { return append(lines, line) }
}

// tampers returns the ways to change a record for someone who has its file.
func tampers() map[string]tamper {
	hash := strings.Repeat("ab", 32)
	forged := []byte("From: anna@example.test\r\n\r\nTo Champagne: hold\r\n")
	return map[string]tamper{
		"a key twice":                         swap(`"orders":[`, `"orders":["TO champagne: HOLD"],"orders":[`),
		"a key in other letters":              swap(`"orders":[`, `"orders":["TO champagne: HOLD"],"Orders":[`),
		"a key with a long s":                 swap(`"orders":[`, `"orders":[`+`"TO champagne: HOLD"],"order`+"\u017f"+`":[`),
		"a key that nobody knows":             swap(`"data":{`, `"data":{"extra":1,`),
		"a key of a commit that nobody knows": swap(`"v":1,`, `"v":1,"extra":1,`),
		"keys of a commit in another order":   swap(`"v":1,"game":"mill"`, `"game":"mill","v":1`),
		"a key of an event that nobody knows": swap(`"schema":1,`, `"schema":1,"extra":1,`),
		"a key of an outcome twice":           swap(`"clause":"`, `"clause":"9.9","clause":"`),
		"blanks in data":                      swap(`"data":{"`, `"data":{ "`),
		"a needless escape":                   swap(`"orders":["`, `"orders":["\u0054`),
		"other orders":                        match(`(?i)advance 50`, `ADVANCE 60`),
		"orders of a turn that is open":       match(`TO champagne: ADVANCE 40`, `TO champagne: ADVANCE 10`),
		"orders taken out":                    match(`\{"type":"orders\.accepted".*?\}\},?`, ``),
		"the hash of a mail in": match(
			`"type":"mail\.received","schema":1,"data":\{"seat":"[a-z.]+","sha256":"[0-9a-f]{64}`,
			`"type":"mail.received","schema":1,"data":{"seat":"french.north","sha256":"`+hash,
		),
		"the hash of a mail out":      match(`("kind":"receipt","turn":1,"sha256":")[0-9a-f]{64}`, `${1}`+hash),
		"the mail of orders":          match(`("orders\.accepted".*?"mail":")[0-9a-f]{64}`, `${1}`+hash),
		"the proof of a mail":         match(`"proof":"[^"]+"`, `"proof":"a signature"`),
		"when a mail came":            match(`"received":"2026-11-1[0-9]T..`, `"received":"2026-11-16T01`),
		"the text of a letter":        swap(`meet me at the mill`, `meet me at the ford`),
		"the text of an announcement": swap(`the post is slow`, `the post is fast`),
		"the reason of a ruling":      swap(`"reason":"he drowned"`, `"reason":"he was shot"`),
		"a mail in dropped":           drop(`"mail.received"`),
		"a receipt dropped":           drop(`"kind":"receipt"`),
		"a mail sent dropped":         drop(`"mail.sent"`),
		"a turn moved dropped":        drop(`"turn.extended"`),
		"new secrets dropped":         drop(`"seat.renewed"`),
		"an announcement dropped":     drop(`"umpire.announced"`),
		"an id":                       match(`"id":"mail\.[0-9a-f]+"`, `"id":"mail.abcd"`),
		"a cause":                     match(`"cause":"[^"]+"`, `"cause":"elsewhere"`),
		"an actor":                    match(`"actor":"french.north"`, `"actor":"dutch.south"`),
		"when it was recorded":        match(`"at":"2026-11-16T12`, `"at":"2026-11-16T13`),
		"the seed of a turn":          match(`"seed":"[0-9a-f]{64}"`, `"seed":"`+hash+`"`),
		"the state":                   match(`"state":"[0-9a-f]{64}"`, `"state":"`+hash+`"`),
		"a commit twice":              func(l []string) []string { return slices.Insert(l, 3, l[2]) },
		"two commits exchanged":       func(l []string) []string { l[2], l[3] = l[3], l[2]; return l },
		"the beginning cut off":       func(l []string) []string { return l[1:] },
		"a mail that nothing names": add(
			fmt.Sprintf(`{"mail":%q,"raw":%q}`, events.Sum(forged), base64.StdEncoding.EncodeToString(forged)),
		),
		"an address that nothing names":     add(`{"address":"0123456789abcdef01234567","is":"eve@example.test"}`),
		"a secret of another game":          add(`{"secret":"gate.token","value":"AAAA"}`),
		"seeds that were not promised":      add(`{"secret":"seeds.mill","value":"eyJ0dXJucyI6NDAwfQ=="}`),
		"a line of extras with a key twice": add(`{"address":"x","is":"eve@example.test","is":"anna@example.test"}`),
		"an address of somebody else": func(lines []string) []string {
			for i, l := range lines {
				if strings.HasPrefix(l, `{"address"`) {
					lines[i] = regexp.MustCompile(`"is":"[^"]+"`).ReplaceAllString(l, `"is":"eve@example.test"`)
					return lines
				}
			}
			return nil
		},
	}
}

// rechained recomputes the chain and the events' numbers, as a forger would.
func rechained(lines []string) []string {
	prev := strings.Repeat("0", 64)
	first := 1
	for i, l := range lines {
		if !strings.HasPrefix(l, `{"prev":"`) {
			continue
		}
		l = `{"prev":"` + prev + l[len(`{"prev":"`)+64:]
		l = regexp.MustCompile(`"first":[0-9]+`).ReplaceAllString(l, fmt.Sprintf(`"first":%d`, first))
		first += strings.Count(l, `"schema":`)
		lines[i], prev = l, events.Sum([]byte(l)).String()
	}
	return lines
}

// recordedGame plays a turn with a bit of everything, and exports it with its mails.
func recordedGame(t *testing.T) []string {
	w := newWorld(t)
	w.newGame(events.Settings{Every: "3d", Letters: "immediate"})
	w.writes("french.north", "To Champagne: advance 50\nLETTER TO french.west: meet me at the mill\n.\n")
	w.writes("dutch.south", "To Sturler: hold")
	w.writesFrom(umpireAddress, "ANNOUNCE: the post is slow")
	w.writesFrom(umpireAddress, "EXTEND 24h TURN 1 BECAUSE he drowned")
	w.writesFrom(umpireAddress, "RENEW dutch.east BECAUSE it was read by others")
	w.pass(5 * 24 * time.Hour)
	w.writes("french.north", "To Champagne: advance 40")
	var b bytes.Buffer
	if err := w.d.Export(w.ctx, &b, "mill", admin.ExportOptions{Mail: true}); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
}

// stranger runs docs/check.py on the archive.
func stranger(t *testing.T, lines []string) (string, error) {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("not run: docs/check.py: python3 is not installed; as root run .ci/install")
	}
	file := filepath.Join(t.TempDir(), "game.jsonl")
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(python, "../../../../docs/check.py", file).CombinedOutput()
	return string(out), err
}

// TestTamperingIsFound changes an archive in every known way, with its old chain and with a recomputed one.
func TestTamperingIsFound(t *testing.T) {
	t.Parallel()
	lines := recordedGame(t)
	verify := func(lines []string) error {
		_, _, err := verify.Archive(plainRules(), archive.Read(strings.NewReader(strings.Join(lines, "\n")+"\n")))
		return err
	}
	if err := verify(lines); err != nil {
		t.Fatalf("as it was: %v", err)
	}
	if out, err := stranger(t, lines); err != nil || !strings.Contains(out, "mails that went out have the head") {
		t.Errorf("docs/check.py, as it was: %v\n%s", err, out)
	}
	for _, what := range []string{"the text of a letter", "a receipt dropped", "a cause", "a mail that nothing names",
		"a key of a commit that nobody knows", "keys of a commit in another order", "a key of an event that nobody knows"} {
		if out, err := stranger(t, rechained(tampers()[what](slices.Clone(lines)))); err == nil {
			t.Errorf("docs/check.py, %s: %s", what, out)
		}
	}
	if same := rechained(slices.Clone(lines)); !slices.Equal(same, lines) {
		t.Fatal("to compute the chain anew changes it: the test is blind")
	}
	caught, tried := 0, 0
	all := tampers()
	for _, what := range slices.Sorted(maps.Keys(all)) {
		naive := all[what](slices.Clone(lines))
		if naive == nil || slices.Equal(naive, lines) {
			t.Errorf("%s: nothing of the kind is in the archive", what)
			continue
		}
		for how, changed := range map[string][]string{"as it is": naive, "chained anew": rechained(slices.Clone(naive))} {
			tried++
			if err := verify(changed); err == nil {
				t.Errorf("%s, %s: it verifies", what, how)
			} else {
				caught++
				t.Logf("%s, %s: %v", what, how, err)
			}
		}
	}
	t.Logf("%d of %d are found", caught, tried)
	// A missing end is only detected by a hash that a player holds (--holds).
	end := slices.IndexFunc(lines, func(l string) bool { return !strings.HasPrefix(l, `{"prev"`) })
	if err := verify(lines[:end-1]); err != nil {
		t.Errorf("the end cut off: %v; this is found by the players' hashes alone", err)
	}
}
