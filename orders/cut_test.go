package orders

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// TestCutting cuts whole mails of each ruleset into items, with just enough of its language to recognize where an order
// begins.
func TestCutting(t *testing.T) {
	files, err := filepath.Glob("testdata/cut/*.txtar")
	if err != nil || len(files) != 5 {
		t.Fatalf("%d mails, want one a ruleset (%v)", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { cutMail(t, file) })
	}
}

func cutMail(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var language Language
	var mail, want string
	for _, section := range archive.Files {
		text := string(section.Data)
		switch section.Name {
		case "verbs":
			language.Verbs = []Verb{{Words: strings.Split(strings.TrimSpace(text), "\n")}}
		case "names":
			language.Names, language.Begins = namesOf(text), beginsWithName
			language.Fillers = []string{"THE"}
		case "mail":
			mail = text
		case "items":
			want = text
		default:
			t.Fatalf("unknown section %q", section.Name)
		}
	}
	doc := Read(mail, language)
	var got strings.Builder
	for _, it := range doc.Items {
		fmt.Fprintf(&got, "%d. %s\n", it.Number, it.Text)
	}
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("items (-want +got):\n%s", diff)
	}
}

func namesOf(text string) *Names {
	var list []Name
	for line := range strings.Lines(text) {
		id, name, _ := strings.Cut(strings.TrimSpace(line), " = ")
		list = append(list, Name{ID: id, Name: name})
	}
	return NewNames(NamesKind{}, list...)
}

// beginsWithName is Begins for a language whose orders begin with their subject: a known name, followed by anything but
// a comma.
func beginsWithName(c Context) Start {
	m := c.Names.Find(c.Line)
	if m.Words == 0 || m.Words >= len(c.Line) || c.Line[m.Words].Text == "," {
		return Undecided
	}
	return Begins
}
