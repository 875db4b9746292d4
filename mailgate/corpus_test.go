package mailgate

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// wanted is an expected reading: `key: value` lines, an empty line and the text. A key that is not given must be
// empty.
type wanted struct {
	client string
	keys   map[string][]string
	text   string
}

// wantKeys lists the keys of a .want file; see testdata/corpus/README.
var wantKeys = []string{"client", "from", "game", "seat", "turn", "key", "games", "auto", "source", "signed",
	"refuse", "problem", "attachment", "repairs", "bounce"}

func readWanted(t *testing.T, path string) wanted {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, text, _ := strings.Cut(string(b), "\n\n")
	w := wanted{keys: map[string][]string{}, text: strings.TrimSuffix(text, "\n")}
	for line := range strings.SplitSeq(strings.TrimSpace(head), "\n") {
		key, value, ok := strings.Cut(line, ": ")
		if !ok || !slices.Contains(wantKeys, key) {
			t.Fatalf("%s: unknown line %q", path, line)
		}
		w.keys[key] = append(w.keys[key], value)
	}
	w.client = strings.Join(w.keys["client"], "")
	if w.client == "" {
		t.Fatalf("%s: no client is named", path)
	}
	return w
}

func (w wanted) one(key string) string { return strings.Join(w.keys[key], " ") }

var corpusOptions = Options{Own: []string{"orders@games.example"}}

// TestCorpus reads every mail of the corpus and compares it with its expected
// reading, key by key.
func TestCorpus(t *testing.T) {
	files, _ := filepath.Glob("testdata/corpus/*.eml")
	if len(files) < 260 {
		t.Fatalf("%d mails in testdata/corpus, want 260 at least", len(files))
	}
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".eml"), func(t *testing.T) {
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, readWanted(t, strings.TrimSuffix(path, ".eml")+".want"), Read(raw, corpusOptions))
		})
	}
}

func compare(t *testing.T, w wanted, m *Mail) {
	t.Helper()
	if m.Text != w.text {
		t.Errorf("text\n%s\nwant\n%s\ncuts %v", m.Text, w.text, m.Cuts)
	}
	count := func(n int) string {
		if n == 0 {
			return ""
		}
		return fmt.Sprint(n)
	}
	for _, c := range []struct{ key, got string }{
		{"from", m.From}, {"game", m.Game}, {"seat", m.Seat}, {"turn", turnOf(m, w)}, {"key", m.Key},
		{"games", strings.Join(m.Games, " ")},
		{"auto", m.Auto}, {"source", m.Source}, {"signed", m.Signed},
		{"repairs", count(len(m.Repairs))}, {"bounce", bounceOf(m)},
	} {
		if want := w.one(c.key); c.got != want {
			t.Errorf("%s %q, want %q", c.key, c.got, want)
		}
	}
	if want := w.one("refuse"); (want == "") != (m.Refuse == "") || !strings.Contains(m.Refuse, want) {
		t.Errorf("refused %q, want %q", m.Refuse, want)
	}
	compareList(t, "problem", withoutRefusal(m), w.keys["problem"], strings.Contains)
	compareList(t, "attachment", attachmentsOf(m), w.keys["attachment"],
		func(got, want string) bool { return strings.ReplaceAll(want, "*", "") == got })
	if len(m.Lines) != 0 && len(m.Lines) != strings.Count(m.Text, "\n")+1 {
		t.Errorf("%d line numbers for %d lines", len(m.Lines), strings.Count(m.Text, "\n")+1)
	}
}

// turnOf returns the mail's turn if the .want file gives one. Most mails have it from their subject.
func turnOf(m *Mail, w wanted) string {
	if w.one("turn") == "" {
		return ""
	}
	return fmt.Sprint(m.Turn)
}

func withoutRefusal(m *Mail) []string {
	return slices.DeleteFunc(slices.Clone(m.Problems), func(p string) bool { return p == m.Refuse })
}

func attachmentsOf(m *Mail) []string {
	var out []string
	for _, a := range m.Attachments {
		s := a.Name + " " + a.Type
		if a.Read {
			s += " read"
		}
		out = append(out, s)
	}
	return out
}

func bounceOf(m *Mail) string {
	if m.Bounce == nil {
		return ""
	}
	b := m.Bounce
	fields := []string{b.Recipient, b.Status, b.Action, b.MessageID, b.Seat, b.Token}
	for i := range fields {
		if fields[i] == "" {
			fields[i] = "-"
		}
	}
	return strings.Join(fields, " ")
}

func compareList(t *testing.T, key string, got, want []string, same func(got, want string) bool) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s %q, want %q", key, got, want)
		return
	}
	for i := range got {
		if !same(got[i], want[i]) {
			t.Errorf("%s %q, want %q", key, got[i], want[i])
		}
	}
}
