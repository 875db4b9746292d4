package daemon

import (
	"bytes"
	"cmp"
	"fmt"
	"image/png"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	mime "github.com/emersion/go-message"

	"galloper/adjudicator"
	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/events/vault"
	"galloper/mailgate"
	"galloper/scenarios"
)

// shipped makes a game of a shipped scenario, with its map.
func shipped(t *testing.T, file string, settings events.Settings) (w *world, ids []string) {
	t.Helper()
	return shippedUnder(t, rulesets.All(), file, settings)
}

func shippedUnder(
	t *testing.T,
	rules []*adjudicator.Ruleset,
	file string,
	settings events.Settings,
) (w *world, ids []string) {
	t.Helper()
	return gameFrom(t, rules, file, shippedText(t, file), settings)
}

// gameFrom makes a game of a scenario, with its map.
func gameFrom(
	t *testing.T,
	rules []*adjudicator.Ruleset,
	file string,
	src []byte,
	settings events.Settings,
) (w *world, ids []string) {
	t.Helper()
	w = newWorld(t)
	w.rules = rules
	w.start()
	_, sc, err := game.LoadScenario(w.rules, file, src)
	if err != nil {
		t.Fatal(err)
	}
	n := admin.NewGame{
		Name:     "mill",
		File:     file,
		Scenario: string(src),
		Seats:    map[string][]string{},
		Umpires:  []string{umpireAddress},
		Settings: settings,
		Seeds:    &vault.Seeds{Turns: 40, S: events.Sum([]byte("S")), P: events.Sum([]byte("P"))},
	}
	for _, s := range sc.Seats() {
		ids = append(ids, s.ID)
		n.Seats[s.ID] = []string{addressOf(s.ID)}
	}
	if _, err := w.d.New(w.ctx, n); err != nil {
		t.Fatal(err)
	}
	w.settle()
	return w, ids
}

func shippedText(t *testing.T, file string) []byte {
	t.Helper()
	src, err := scenarios.Files.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// parts returns the parts of a mail, by file name or else by type.
func parts(t testing.TB, raw []byte) map[string][]byte {
	t.Helper()
	e, err := mime.Read(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	err = e.Walk(func(_ []int, part *mime.Entity, err error) error {
		kind, _, _ := part.Header.ContentType()
		if err != nil || strings.HasPrefix(kind, "multipart/") {
			return err
		}
		if _, params, _ := part.Header.ContentDisposition(); params["filename"] != "" {
			kind = params["filename"]
		}
		all[kind], err = io.ReadAll(part.Body)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// mustHaveMap fails unless the mail has a readable map, mentions it, and is built like a report.
func mustHaveMap(t *testing.T, m sent) (width int) {
	t.Helper()
	subject, all := m.msg.Header.Get("Subject"), parts(t, m.raw)
	img, err := png.Decode(bytes.NewReader(all["map.png"]))
	if err != nil {
		t.Errorf("%s, to %s, %d bytes: no map: %v", subject, m.to, len(m.raw), err)
		return 0
	}
	html, text := string(all["text/html"]), string(all["text/plain"])
	if !strings.Contains(html, `<img src="cid:`) || !strings.Contains(text, mailgate.MapHere) ||
		len(m.raw) >= mailgate.MaxMail {
		t.Errorf("%s, to %s: %d bytes; the map is not shown, or not told of", subject, m.to, len(m.raw))
	}
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		if utf8.RuneCountInString(line) > mailgate.Columns {
			t.Errorf("%s, to %s: %d columns: %s", subject, m.to, utf8.RuneCountInString(line), line)
		}
	}
	return img.Bounds().Dx()
}

// TestEveryReportHasAMap plays every shipped scenario without orders for GALLOPER_TURNS turns, or two.
func TestEveryReportHasAMap(t *testing.T) {
	t.Parallel()
	turns, err := strconv.Atoi(cmp.Or(os.Getenv("GALLOPER_TURNS"), "2"))
	if err != nil {
		t.Fatalf("GALLOPER_TURNS: %v", err)
	}
	files, err := fs.Glob(scenarios.Files, "*/scenario.yaml")
	if err != nil || len(files) < 7 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			w, ids := shipped(t, file, events.Settings{})
			for turn := 0; turn <= turns && w.game().Campaign.Result() == ""; turn++ {
				before := len(w.sent)
				if turn == 0 {
					before = 0
				} else {
					w.writesFrom(umpireAddress, fmt.Sprintf("CLOSE TURN %d", turn))
				}
				seen := map[string]bool{}
				for _, m := range w.sent[before:] {
					if strings.Contains(m.msg.Header.Get("Subject"), "report of turn") || turn == 0 {
						seen[m.to] = true
						if width := mustHaveMap(t, m); width < 800 {
							t.Errorf("turn %d, to %s: the map is %d wide", turn, m.to, width)
						}
						all := parts(t, m.raw)
						if html := string(all["text/html"]); !strings.HasPrefix(html, "<!DOCTYPE html>") || len(all["facts.txt"]) == 0 {
							t.Errorf(
								"turn %d, to %s: the HTML begins %.40q; facts.txt has %d bytes",
								turn,
								m.to,
								html,
								len(all["facts.txt"]),
							)
						}
						if testing.Verbose() {
							t.Logf(
								"turn %d, %s: map %d bytes, mail %d, text %d",
								turn,
								m.to,
								len(all["map.png"]),
								len(m.raw),
								len(all["text/plain"]),
							)
						}
					}
				}
				if len(seen) != len(ids)+1 {
					t.Errorf("turn %d: %d of %d were sent a report", turn, len(seen), len(ids)+1)
				}
			}
		})
	}
}

// aPixelAPoint is the width in pixels of a map with easily readable names.
const aPixelAPoint = 600

// In mid-battle the umpire's mail has the most text, and still a map: the largest step of the ladder that fits, which
// may not be the ladder's largest.
func TestUmpiresMailOfFortyRegimentsHasItsMap(t *testing.T) {
	t.Parallel()
	src, err := os.ReadFile("../trial/testdata/forty.yaml")
	if err != nil {
		t.Fatal(err)
	}
	w, _ := gameFrom(t, rulesets.All(), "forty.yaml", src, events.Settings{OnSilence: "staff"})
	for turn := 1; turn <= 6; turn++ {
		w.writesFrom(umpireAddress, fmt.Sprintf("CLOSE TURN %d", turn))
		i := slices.IndexFunc(w.sent, func(m sent) bool {
			subject := m.msg.Header.Get("Subject")
			return m.to == umpireAddress && strings.Contains(subject, fmt.Sprint("report of turn ", turn))
		})
		if i < 0 {
			t.Fatalf("the umpire was sent no report of turn %d", turn)
		}
		if width := mustHaveMap(t, w.sent[i]); width < aPixelAPoint {
			t.Errorf("turn %d: the map is %d wide", turn, width)
		}
	}
}

// A mail without room for a map says so, and the umpire is told.
func TestMailWithoutRoomForAMapSaysSo(t *testing.T) {
	t.Parallel()
	w, _ := shipped(t, "demo/scenario.yaml", events.Settings{})
	w.writesFrom(umpireAddress, "ANNOUNCE: "+strings.Repeat("The weather holds and the roads are dry. ", 39<<10/41))
	w.writesFrom(umpireAddress, "CLOSE TURN 1")
	m := w.last(addressOf("french.north"))
	all := parts(t, m.raw)
	if all["map.png"] != nil || !strings.Contains(string(all["text/html"]), "This mail has no map") ||
		strings.Contains(string(all["text/html"]), "cid:") {
		t.Fatalf("%d bytes, a map of %d", len(m.raw), len(all["map.png"]))
	}
	mustSay(t, m.text, "This mail has no map: even the smallest map would make it too large. The umpire has been told.")
	mustSay(t, w.last(umpireAddress).text, "A mail to", "Comte de Guiche", "the map did not fit", "galloper map mill "+
		"--seat french.north -o map.png")
}

// Reports mailed outside their turn look like any report.
func TestMailsOfUmpiresActsHaveReportAndMap(t *testing.T) {
	t.Parallel()
	w, ids := shipped(t, "demo/scenario.yaml", events.Settings{})
	umpire := func(text string) string { t.Helper(); return w.writesFrom(umpireAddress, text) }
	umpire("CLOSE TURN 1")
	full := func(address string, fragments ...string) {
		t.Helper()
		m := w.last(address)
		mustHaveMap(t, *m)
		html := string(parts(t, m.raw)["text/html"])
		mustSay(t, m.text, fragments...)
		for _, f := range append(fragments, "ORDERS", "\nEND") {
			if !strings.Contains(html, f) {
				t.Errorf("%q does not stand in the HTML to %s", f, address)
			}
		}
	}
	umpire("ADDRESS french.north +second@players.test BECAUSE he writes from work too")
	full("second@players.test", "Mail from this address now counts for Comte de Guiche in", "because he writes from "+
		"work too", "KEY ", "TURN 2")
	mustSay(t, confirms(t, umpire, "SUBSTITUTE dutch.north BY heir@players.test BECAUSE he is ill"), "CONFIRM: done")
	full("heir@players.test", "You now play Heer van Fagel", "because he is ill", "KEY ", "Nothing has come from you "+
		"for turn 2.", "TURN 2")
	mustSay(t, confirms(t, umpire, "REVERT TO TURN 1 BECAUSE the ford was wrong"), "CONFIRM: done")
	for _, id := range ids {
		to := addressOf(id)
		if id == "dutch.north" {
			to = "heir@players.test"
		}
		full(to, "The umpire has taken the game back to turn 1, because the ford was wrong.", "TURN 1")
	}
	told := slices.IndexFunc(w.sent, func(m sent) bool {
		return m.to == umpireAddress && strings.Contains(m.msg.Header.Get("Subject"), "goes back to turn 1")
	})
	mustHaveMap(t, w.sent[told])
	w.mustVerify()
}

// Readers of the HTML part need the KEY as well.
func TestOpeningHasTheKeyInBothParts(t *testing.T) {
	t.Parallel()
	w, _ := shipped(t, "demo/scenario.yaml", events.Settings{})
	for _, m := range w.sent {
		all := parts(t, m.raw)
		_, key, _ := strings.Cut(strings.Join(strings.Fields(string(all["text/plain"])), " "), "KEY ")
		key, _, _ = strings.Cut(key, " ")
		if len(key) < 8 || !strings.Contains(string(all["text/html"]), "KEY "+strings.TrimSuffix(key, ".")) {
			t.Errorf("to %s: the KEY %q does not stand in both parts", m.to, key)
		}
		if to := m.msg.Header.Get("To"); !strings.Contains(to, `"`) && !strings.Contains(to, "=?") {
			t.Errorf("the addressee has no name: %s", to)
		}
	}
}
