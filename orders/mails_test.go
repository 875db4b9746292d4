package orders

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write receipts and uses into testdata; read the difference before committing")

var useNames = [...]string{"blank", "quote", "header", "comment", "frame", "signature", "outside", "earlier",
	"envelope", "command", "item", "not-read"}

// TestMails reads the mails of testdata and compares receipts, line uses and envelopes.
func TestMails(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no mails to read: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { readMailFile(t, file) })
	}
}

func readMailFile(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(archive.Files) == 0 || archive.Files[0].Name != "mail" {
		t.Fatal("the first section must be the mail")
	}
	doc, entries := readTestMail(string(archive.Files[0].Data))
	checkMail(t, string(archive.Files[0].Data))
	changed := false
	for i := range archive.Files[1:] {
		section := &archive.Files[i+1]
		got := describe(t, section.Name, doc, entries)
		if *update {
			changed = changed || got != string(section.Data)
			section.Data = []byte(got)
		} else if diff := cmp.Diff(string(section.Data), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", section.Name, diff)
		}
	}
	if changed {
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func describe(t *testing.T, section string, doc Document, entries []Entry) string {
	switch section {
	case "receipt":
		return (&Receipt{Document: doc, Entries: entries}).Technical()
	case "uses":
		var uses []string
		for _, l := range doc.Lines {
			uses = append(uses, useNames[l.Use])
		}
		return strings.Join(uses, " ") + "\n"
	case "envelope":
		e := doc.Envelope
		return fmt.Sprintln(e.Game, e.Seat, e.Turn, e.Key)
	}
	t.Fatalf("unknown section %q", section)
	return ""
}

func TestAmend(t *testing.T) {
	held := []Held{{1, "MOVE lane TO 1,2"}, {2, "royal: HOLD"}, {3, "davis: HOLD"}}
	for _, c := range []struct {
		name, mail string
		want       []int
		undone     int
	}{
		{"a mail replaces", "lane: hold", []int{1}, 0},
		{"an addition adds, numbered on", "ADD\nlane: hold\nroyal: hold", []int{1, 2, 3, 4, 5}, 0},
		{"nothing accepted replaces nothing", "fly to the moon\nlane: dance", []int{1, 2, 3}, 0},
		{"READY alone leaves the orders", "READY", []int{1, 2, 3}, 0},
		{"one cancelled", "CANCEL 2", []int{1, 3}, 0},
		{"one that is not there", "CANCEL 7", []int{1, 2, 3}, 1},
		{"all cancelled", "CANCEL", nil, 0},
		{"cancelled and added", "ADD\nCANCEL 1, 3\nlane: hold", []int{2, 4}, 0},
		{"one cancelled and another given: the rest stays", "CANCEL 1\nlane: hold", []int{2, 3, 4}, 0},
		{"behind the order too", "lane: hold\nCANCEL 1", []int{2, 3, 4}, 0},
		{"all cancelled and one given", "CANCEL\nlane: hold", []int{1}, 0},
		{"checked, as it would be", "CHECK\nCANCEL\nlane: hold", []int{1}, 0},
	} {
		doc := Read(c.mail, testLanguage)
		if doc.Add {
			doc.RenumberFrom(4)
		}
		var entries []Entry
		for i := range doc.Items {
			entries = append(entries, readTestItem(&doc.Items[i]))
		}
		now, undone := Amend(held, &doc, entries)
		var numbers []int
		for _, h := range now {
			numbers = append(numbers, h.Number)
		}
		if !slices.Equal(numbers, c.want) || len(undone) != c.undone {
			t.Errorf("%s: orders %v, not done %v; want %v and %d not done", c.name, numbers, undone, c.want, c.undone)
		}
	}
	if len(held) != 3 || held[0].Number != 1 {
		t.Errorf("the orders given were changed: %v", held)
	}
}
