package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Mails of several players and games are compared with the service and with archives. The first turn that differs is
// named.
func TestMailsOfSeveralPlayers(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	for _, game := range []string{"mill", "ford"} {
		w.must([]string{"new", filepath.Join(w.dir, "mill.yaml"), "--name", game, "--seat",
			"french.north=anna@example.test", "--seat", "dutch.south=ben@example.test"}, "created game")
	}
	stop := w.serve()
	save := func(name, who, subject string) string {
		raw, _ := w.mail(who, subject)
		w.write(name, raw)
		return filepath.Join(w.dir, name)
	}
	keep := []string{save("a1.eml", "anna@example.test", "[ford] turn 1: the opening")}
	w.writes("anna@example.test", read(t, keep[0]), "To all: hold")
	keep = append(keep, save("a2.eml", "anna@example.test", "[ford] turn 1: 1 order accepted"))
	before := w.export("ford", "before.jsonl")
	w.must([]string{"rule", "ford", "CLOSE TURN 1 BECAUSE all have written"}, "done")
	keep = append(keep, save("b.eml", "ben@example.test", "[ford] turn 2: report of turn 1"))
	opening := save("c1.eml", "ben@example.test", "[mill] turn 1: the opening")
	w.writes("ben@example.test", read(t, opening), "To all: hold")
	keep = append(keep, save("c.eml", "ben@example.test", "[mill] turn 1: 1 order accepted"))
	w.must(append([]string{"head", "--check", opening}, keep[1:]...), "skipped: "+opening,
		"ok: "+keep[1]+", turn 1", "ok: "+keep[2]+", turn 2",
		"ford: all mails belong to this record; it is proved up to turn 2",
		"mill: all mails belong to this record; it is proved up to turn 1")
	w.write("lobby.eml", "Subject: you are invited to play The ford\r\n\r\nhead of the record: none\r\n")
	w.must([]string{"head", "--check", filepath.Join(w.dir, "lobby.eml"), keep[1]}, "skipped: "+
		filepath.Join(w.dir, "lobby.eml")+": its subject", "ok: "+keep[1])
	w.refused([]string{"head", "--check", keep[1], before, keep[2]}, "ok: "+keep[1], "WRONG: "+keep[2]+", turn 2",
		"ford: the mails differ from the record at turn 2: it lost its end, or was rewritten from there")

	// Ben was shown another history than Anna.
	raw := read(t, keep[1])
	head := regexp.MustCompile(`head of the record:\s+([0-9a-f]{64})`).FindStringSubmatch(raw)
	if head == nil {
		t.Fatalf("no head in\n%s", raw)
	}
	forged := strings.ReplaceAll(raw, head[1], strings.NewReplacer("a", "b", "0", "1", "7", "8").Replace(head[1]))
	other := filepath.Join(w.dir, "other.eml")
	if err := os.WriteFile(other, []byte(forged), 0o600); err != nil {
		t.Fatal(err)
	}
	short, _, _ := strings.Cut(raw, head[1]) // the proof was lost on the way
	w.write("short.eml", "Subject: [ford] turn 1\r\n\r\n"+short[strings.LastIndex(short, "head of the record:"):]+
		head[1][:16]+"\r\n")
	w.must([]string{"head", "--check", filepath.Join(w.dir, "short.eml"), keep[1]},
		"ford: all mails belong to this record")
	w.refused([]string{"head", "--check", "--json", keep[1], other, keep[2]}, `"parts":1`, `"proved":2`)
	w.refused([]string{"head", "--check", keep[1], other, keep[2]}, "ford: the mails differ at turn 1: some are from "+
		"this record and some from another, so the players were shown two")
	stop()
}
