package main

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

const auditText = `#14    2026-11-21 19:04:00  french.north   orders for turn 3, by mail 5f3a9c01
        1. TO champagne: ASSAULT mill
#31    2026-11-21 20:00:00  adjudicator    turn 3: 48 outcomes
        t3.1    volley.fired firer=champagne hits=1 clause=7.4 dice=volley/fire/a>b#1:7 <- order:french.north.1
        t3.2    unit.moved unit=royal clause=4.7 [no longer counts: adjudicated again]
`

var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

func TestPaintAddsColourAndNothingElse(t *testing.T) {
	s := &screen{colour: true}
	got := s.paint(auditText)
	if plain := escapes.ReplaceAllString(got, ""); plain != auditText {
		t.Errorf("the text is changed:\n%s", plain)
	}
	for _, want := range []string{
		boldInk + "t3.1" + plainInk, nameInk + "volley.fired" + plainInk, dieInk + " dice=volley/fire/a>b#1:7" + plainInk,
		seatInk + "french.north" + plainInk, goneInk + "        t3.2",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q does not stand in %q", want, got)
		}
	}
	for line := range strings.Lines(got) {
		if strings.Contains(line, "\x1b") && strings.LastIndex(line, plainInk) < strings.LastIndex(line, boldInk) {
			t.Errorf("colour runs on behind %q", line)
		}
	}
	if (&screen{}).paint(auditText) != auditText {
		t.Error("colour where there is no terminal")
	}
}

// A player's letter must not clear an umpire's screen or set its title.
func TestNothingThatAPlayerWroteReachesTheTerminalAsACommand(t *testing.T) {
	text := "        letter: \x1b[2J\x1b]0;mine\x07\u009b31m caf\u00e9\ttab\n"
	want := "        letter: \ufffd[2J\ufffd]0;mine\ufffd\ufffd31m caf\u00e9\ttab\n"
	for _, s := range []*screen{{}, {colour: true}} {
		if got := s.paint(text); got != want {
			t.Errorf("%q", got)
		}
	}
}

func TestOutputIntoAFileIsPlain(t *testing.T) {
	cmd := &cobra.Command{}
	var b bytes.Buffer
	cmd.SetOut(&b)
	s := onScreen(cmd, true)
	if _, err := io.WriteString(s, s.paint(auditText)); err != nil {
		t.Fatal(err)
	}
	if err := s.close(); err != nil || b.String() != auditText {
		t.Errorf("%v: %q", err, b.String())
	}
}

func TestPagerGetsAllAndMayBeLeft(t *testing.T) {
	var b bytes.Buffer
	s, err := startPager("cat -", &b)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(s, auditText)
	if err := s.close(); err != nil || b.String() != auditText {
		t.Errorf("%v: %q", err, b.String())
	}
	if s, err = startPager("true", &b); err != nil {
		t.Fatal(err)
	}
	for range 2000 {
		if _, err := io.WriteString(s, auditText); err != nil {
			t.Fatalf("a reader who leaves is an error: %v", err)
		}
	}
	if err := s.close(); err != nil {
		t.Error(err)
	}
	if _, err := startPager("no-such-pager-anywhere", &b); err == nil {
		t.Error("a pager that is not there was started")
	}
}
