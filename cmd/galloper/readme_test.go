package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/game"
)

// A newcomer should read it in two minutes. The pictures' limit is in bytes, for all together.
const (
	maxReadmeLines    = 100
	maxReadmePictures = 400 << 10
)

func readme(t *testing.T) string {
	t.Helper()
	return readPage(t, filepath.Join("..", "..", "README.md"))
}

// The README has three pictures, then one command that plays, then a game by mail. The part for developers comes last.
func TestReadmeIsForPlayersFirst(t *testing.T) {
	text := readme(t)
	if n := strings.Count(text, "\n"); n > maxReadmeLines {
		t.Errorf("README.md has %d lines, more than %d", n, maxReadmeLines)
	}
	at := 0
	for _, next := range []string{"docs/pictures/orders-phone.png", "docs/pictures/mail.png",
		"docs/pictures/chronicle.png", "    go run ./cmd/galloper practise\n", "    galloper setup\n", "docs/player.md",
		"    go run ./cmd/galloper demo", "    go test ./..."} {
		found := strings.Index(text[at:], next)
		if found < 0 {
			t.Fatalf("README.md has no %q, or has it too early", next)
		}
		at += found
	}
	weight := int64(0)
	for _, m := range regexp.MustCompile(`!\[[^]]*\]\(([^)]+)\)`).FindAllStringSubmatch(text, -1) {
		info, err := os.Stat(filepath.Join("..", "..", m[1]))
		if err != nil {
			t.Fatal(err)
		}
		weight += info.Size()
	}
	if weight > maxReadmePictures {
		t.Errorf("its pictures have %d bytes, more than %d", weight, maxReadmePictures)
	}
}

// The mails in the README and on the player's page get the answers shown there.
func TestReadmeReceiptIsReal(t *testing.T) {
	showsReceipt(t, "README.md", "within seconds:\n", "\ncomes back as\n")
	showsReceipt(t, "docs/player.md", "with your orders:\n", "should arrive:\n")
}

// showsReceipt checks the answer after the second text against the mail after the first.
func showsReceipt(t *testing.T, page, before, between string) {
	t.Helper()
	_, rest, found := strings.Cut(readPage(t, filepath.Join("..", "..", page)), before)
	mail, rest, back := strings.Cut(rest, between)
	answer, _, over := strings.Cut(strings.TrimLeft(rest, "\n"), "\n\n")
	if !found || !back || !over {
		t.Fatalf("%s shows no mail and its answer", page)
	}
	mail, _, _ = strings.Cut(mail, "\n3. ") // the step after it
	var said bytes.Buffer
	run(t.Context(), []string{"check", "demo", "--seat", "french.north"},
		strings.NewReader(regexp.MustCompile(`(?m)^ +`).ReplaceAllString(mail, "")), &said, &said)
	for line := range strings.Lines(answer) {
		line = strings.TrimSuffix(strings.TrimSpace(line), " …")
		if !strings.Contains(said.String(), line) {
			t.Errorf("%s shows the answer %q; it is now\n%s", page, line, said.String())
		}
	}
}

// The table has all rulesets, each row with its battles, their commands and the minutes on the page.
func TestReadmeHasEveryBattle(t *testing.T) {
	rows := map[string]string{}
	for line := range strings.Lines(readme(t)) {
		if name := regexp.MustCompile("^\\| `([a-z]+)`").FindStringSubmatch(line); name != nil {
			rows[name[1]] = line
		}
	}
	for _, name := range shippedNames() {
		file, text, err := scenarioText(name)
		if err != nil {
			t.Fatal(err)
		}
		rules, sc, err := game.LoadScenario(rulesets.All(), file, text)
		if err != nil {
			t.Fatal(err)
		}
		minutes := adjudicator.StageOf(sc).Play.Minutes
		want := fmt.Sprintf("`%s` %d, %d minutes,", name, len(sc.Seats()), minutes)
		if !strings.Contains(rows[rules.Name], want) {
			t.Errorf("README.md does not say %q of %s: %s", want, rules.Name, rows[rules.Name])
		}
	}
	if len(rows) != len(rulesets.All()) {
		t.Errorf("README.md has %d rulesets, there are %d", len(rows), len(rulesets.All()))
	}
}

// The README names the Go version of go.mod.
func TestReadmeNamesTheGoVersion(t *testing.T) {
	text := readme(t)
	_, rest, found := strings.Cut(readPage(t, filepath.Join("..", "..", "go.mod")), "\ngo ")
	version, _, _ := strings.Cut(rest, "\n")
	release := version[:strings.LastIndex(version, ".")]
	for _, said := range []string{"Go " + release + " or newer", "go >= " + version, "invalid go version '" + version +
		"'"} {
		if !found || !strings.Contains(text, said) {
			t.Errorf("the README does not say %q, go.mod has go %s", said, version)
		}
	}
}
