package report_test

import (
	"flag"
	"html"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"galloper/events"
	"galloper/projections/knowledge"
	"galloper/projections/report"
)

var update = flag.Bool("update", false, "write the golden files anew; read the difference before committing it")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (run with -update and read the difference):\n%s", path, got)
	}
}

func cover() report.Cover {
	return report.Cover{
		Game: "mill", Title: "The mill at Wijnendale", Next: 2,
		Deadline: time.Date(2026, 11, 24, 20, 0, 0, 0, time.FixedZone("CET", 3600)),
		Notices:  []string{"The deadline of turn 1 was moved by six hours: the post was down."},
		Seed:     strings.Repeat("5e", 32), Head: strings.Repeat("ad", 32), Names: names,
		Template: "ORDERS\nGAME mill\nSEAT french.guiche\nTURN 2\n? TO royal: HOLD\nEND\n",
	}
}

func compile(t testing.TB) *report.Book {
	t.Helper()
	b, err := report.Compile(words)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestReportOfAFirstTurn(t *testing.T) {
	golden(t, "guiche.txt", compile(t).Write(cover(), book().Seat(guiche)).Text())
}

func TestProseKeepsTheColumns(t *testing.T) {
	r := compile(t).Write(cover(), book().Seat(guiche))
	exact := map[string]bool{}
	for _, group := range r.Facts {
		for _, l := range group {
			exact[l] = true
		}
	}
	for l := range strings.Lines(r.Text()) {
		l = strings.TrimSuffix(l, "\n")
		if n := utf8.RuneCountInString(l); n > report.Width && !exact[l] {
			t.Errorf("%d columns: %s", n, l)
		}
	}
}

func TestHTMLSaysTheSame(t *testing.T) {
	r := compile(t).Write(cover(), book().Seat(guiche))
	page := r.HTML(report.Image{CID: "map@mill", Alt: "Map: the mill, turn 1."})
	golden(t, "guiche.html", page)
	shown := html.UnescapeString(page)
	for _, c := range r.Chapters {
		for _, p := range c.Paragraphs {
			if !strings.Contains(shown, p.Text) {
				t.Errorf("missing: %s", p.Text)
			}
		}
	}
	for _, group := range r.Facts {
		for _, l := range group {
			if !strings.Contains(shown, l) {
				t.Errorf("missing: %s", l)
			}
		}
	}
	for _, bad := range []string{"<style", "<script", "class=", "http://", "https://", "background", "color:#0"} {
		if strings.Contains(page, bad) {
			t.Errorf("%q does not survive every mail client", bad)
		}
	}
}

func TestMarkupInNamesIsText(t *testing.T) {
	c := cover()
	c.Title = `<img src=x onerror="alert(1)">`
	c.Names = func(string) string { return `<b>&"` }
	c.Notices = []string{"</td><script>"}
	r := compile(t).Write(c, book().Seat(guiche))
	page := r.HTML(report.Image{CID: `"><script>`, Alt: `"`})
	if strings.Contains(page, "<script") || strings.Contains(page, "<b>") || strings.Contains(page, "<img src=x") {
		t.Error("a name's markup is markup in the report")
	}
}

func TestRulingIsToldToThoseWhoAreToldOfIt(t *testing.T) {
	b := book()
	b.Apply(2, []events.Outcome{
		to(outcome("t2.1", "", "umpire", "ruling.applied", "outcome", "-", "text", "the bridge is down"), guiche),
		to(outcome("t2.2", "", "umpire", "ruling.applied", "outcome", "-", "text", "the ford is deep"), fagel),
	})
	text := compile(t).Write(cover(), b.Seat(guiche)).Text()
	if !strings.Contains(text, "The umpire ruled: the bridge is down.\n") || strings.Contains(text, "ford") {
		t.Error("the ruling is missing, or another's is told:\n" + text)
	}
}

func TestRecordHasWhatTheReaderMaySee(t *testing.T) {
	shown := words
	shown.Record = true
	b, err := report.Compile(shown)
	if err != nil {
		t.Fatal(err)
	}
	k := book()
	for seat, want := range map[string]string{
		guiche: "volley.fired firer=champagne target=sturler range=8049 hits=2 clause=7.5 " +
			"dice=volley/fire/champagne>sturler#1:9",
		fagel: "volley.fired firer=champagne target=sturler range=8049 clause=7.5",
	} {
		if r := b.Write(cover(), k.Seat(seat)); !slices.Contains(r.Record, want) ||
			!strings.Contains(r.Text(), "\n"+want+"\n") {
			t.Errorf("%s: %q", seat, r.Record)
		}
	}
	if r := compile(t).Write(cover(), k.Seat(guiche)); len(r.Record) > 0 {
		t.Error("a record that the ruleset does not show")
	}
	umpire := compile(t).Write(cover(), k.Seat(knowledge.Umpire))
	if len(umpire.Record) != 6 || !strings.HasPrefix(umpire.Record[4], "t1.5 morale.failed unit=sturler roll=4") ||
		umpire.Template != "" {
		t.Errorf("the umpire's record: %q", umpire.Record)
	}
}

func TestEndOfGameWantsNoOrders(t *testing.T) {
	c := cover()
	c.Next, c.Result = 0, "the French hold the mill: a decisive victory"
	text := compile(t).Write(c, book().Seat(guiche)).Text()
	if strings.Contains(text, "\nORDERS\n") || strings.Contains(text, "are due") {
		t.Error("orders are asked for after the end")
	}
	if !strings.Contains(text, "The French hold the mill: a decisive victory.\n") {
		t.Error("the result is missing")
	}
}

func TestFactsThatAreOldAreShownAsOldOrDropped(t *testing.T) {
	b := book()
	b.Apply(2, []events.Outcome{to(own("t2.1", "champagne", 50000, 30000, 4), guiche)})
	text := compile(t).Write(cover(), b.Seat(guiche)).Text()
	for _, want := range []string{"own champagne foot line 6 stands at 500,300 ",
		"last known royal foot line 6 stands at 860,120 turn 0 "} {
		if !strings.Contains(text, "\n"+want) {
			t.Errorf("missing: %s", want)
		}
	}
	for _, not := range []string{"enemy sturler", "letter from", "Hold the left"} {
		if strings.Contains(text, not) {
			t.Errorf("%q is of the turn before and not to be shown again", not)
		}
	}
}

func TestWordsThatCannotBeReadAreAllNamed(t *testing.T) {
	bad := events.Words{
		Diary: map[string]string{"a.b": "{unit", "c.d": "fine"},
		Facts: []events.FactLine{{Kind: "sight.x", Now: "[open"}},
	}
	_, err := report.Compile(bad)
	if err == nil || !strings.Contains(err.Error(), "diary a.b") || !strings.Contains(err.Error(), "sight.x now") {
		t.Errorf("error: %v", err)
	}
}

// TestHiddenChangesGiveTheSameReport generates random turns, changes at random everything that the seat is not told,
// and expects the same report, byte for byte.
func TestHiddenChangesGiveTheSameReport(t *testing.T) {
	b := compile(t)
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.SliceOfN(rapid.IntRange(0, 9), 1, 30).Draw(t, "turn")
		hidden := rapid.SliceOfN(rapid.IntRange(0, 3), 0, 30).Draw(t, "hidden")
		write := func(hidden []int) string {
			k := knowledge.Open([]string{guiche, surville, fagel}, words.Facts)
			k.Apply(0, opening())
			k.Apply(1, numbered(seed, hidden))
			r := b.Write(cover(), k.Seat(guiche))
			return r.Text() + r.HTML(report.Image{})
		}
		if a, b := write(nil), write(hidden); a != b {
			t.Fatalf("what %s cannot know changed the report:\n%s\n%s", guiche, a, b)
		}
	})
}

// numbered makes a turn whose visible outcomes for guiche depend on seed, with hidden outcomes before and between
// them.
func numbered(seed, hidden []int) []events.Outcome {
	base := firstTurn()
	var list []events.Outcome
	renamed := map[string]string{}
	for i, n := range seed {
		if i < len(hidden) {
			for range hidden[i] {
				o := base[4]
				o.Fields = events.Fields("unit", "sturler", "roll", n+hidden[i])
				list = append(list, o)
			}
		}
		o := base[n]
		o.Cause = renamed[o.Cause]
		if strings.HasPrefix(base[n].Cause, "order:") {
			o.Cause = base[n].Cause
		}
		if n == 4 { // guiche never sees it, so that its number must not matter
			continue
		}
		if n == 3 && i < len(hidden) {
			o.Views = append(o.Views, events.View{Seats: []string{fagel}})
			o.Cause = "t1.9999"
		} else if n == 3 {
			o.Cause = ""
		}
		o.Ref = "t1." + strconv.Itoa(len(list)+1)
		renamed[base[n].Ref] = o.Ref
		list = append(list, o)
	}
	return list
}

func BenchmarkReportText(b *testing.B) {
	bk, k := compile(b), longTurn()
	n := 0
	for b.Loop() {
		n = len(bk.Write(cover(), k).Text())
	}
	b.SetBytes(int64(n))
}

func BenchmarkReportHTML(b *testing.B) {
	bk, k := compile(b), longTurn()
	n := 0
	for b.Loop() {
		n = len(bk.Write(cover(), k).HTML(report.Image{CID: "map"}))
	}
	b.SetBytes(int64(n))
}

// longTurn is a turn of 40 regiments as seen by one seat.
func longTurn() *knowledge.Known {
	k := knowledge.Open([]string{guiche}, words.Facts)
	var list []events.Outcome
	for i := range 400 {
		o := firstTurn()[2+i%4]
		o.Ref, o.Cause = "t1."+strconv.Itoa(i+1), ""
		o.Views = []events.View{{Seats: []string{guiche}}}
		list = append(list, o)
	}
	for i := range 40 {
		list = append(list, to(own("t1."+strconv.Itoa(500+i), "regiment-"+strconv.Itoa(i), 1000*i, 2000*i, i), guiche))
	}
	k.Apply(1, list)
	return k.Seat(guiche)
}

func TestProofOfTwoHashesIsIndented(t *testing.T) {
	c := cover()
	c.Seed, c.SeedNote = strings.Repeat("a1", 32)+"\n"+strings.Repeat("b2", 32), "S[0] and P[0]"
	text := compile(t).Write(c, book().Seat(guiche)).Text()
	if want := "S[0] and P[0]:\n  " + strings.Repeat("a1", 32) + "\n  " + strings.Repeat("b2", 32) +
		"\n"; !strings.Contains(text, want) {
		t.Errorf("missing:\n%s\nin\n%s", want, text)
	}
}
