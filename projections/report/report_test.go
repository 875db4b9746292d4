package report_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

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
		Orders:   []string{"TO champagne: ASSAULT mill", "TO royal: HOLD"},
		Notices:  []string{"The deadline of turn 1 was moved by six hours: the post was down."},
		Seed:     strings.Repeat("5e", 32), Head: strings.Repeat("ad", 32), Names: names,
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
