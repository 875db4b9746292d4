package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"galloper/adjudicator/scenario"
)

// screen is what a long answer is written to: plain where the output goes into a file
// or another program, in colour and through a pager where somebody looks at it.
type screen struct {
	io.Writer
	colour bool
	close  func() error
}

// onScreen returns the screen for a command's output. Where paged is false it comes
// line by line, as things happen. Close it.
func onScreen(cmd *cobra.Command, paged bool) *screen {
	plain := &screen{Writer: cmd.OutOrStdout(), close: func() error { return nil }}
	to, ok := plain.Writer.(*output)
	if !ok {
		return plain
	}
	f, ok := to.Writer.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return plain
	}
	plain.colour = os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	pager, set := os.LookupEnv("PAGER")
	if !set {
		pager = "less"
	}
	if !paged || strings.TrimSpace(pager) == "" {
		return plain
	}
	through, err := startPager(pager, f)
	if err != nil {
		return plain // without a pager the answer is as good
	}
	through.colour = plain.colour
	return through
}

// startPager starts it. LESS tells less to leave colours as they are, and to end at
// once where all fits on one screen.
func startPager(pager string, out io.Writer) (*screen, error) {
	words := strings.Fields(pager)
	c := exec.Command(words[0], words[1:]...)
	c.Stdout, c.Stderr = out, os.Stderr
	if os.Getenv("LESS") == "" {
		c.Env = append(os.Environ(), "LESS=FRX")
	}
	in, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	return &screen{Writer: pipe{in}, close: func() error {
		in.Close()
		return c.Wait()
	}}, nil
}

// pipe is the way into a pager. A reader who has seen enough and leaves is no error.
type pipe struct{ io.Writer }

// Write implements io.Writer.
func (p pipe) Write(b []byte) (int, error) {
	n, err := p.Writer.Write(b)
	if errors.Is(err, syscall.EPIPE) {
		return len(b), nil
	}
	return n, err
}

// The colours of a terminal, by what they mean here.
const (
	plainInk = "\x1b[0m"
	boldInk  = "\x1b[1m"
	dimInk   = "\x1b[2m"
	nameInk  = "\x1b[36m" // cyan: what happened
	seatInk  = "\x1b[33m" // yellow: who
	dieInk   = "\x1b[32m" // green: what was rolled
	goneInk  = "\x1b[9;2m"
)

var (
	outcomeLine = regexp.MustCompile(`^( *(?:because of )?)(t\d+\.\d+)( +)([a-z]+\.[a-z_.]+)(.*)$`)
	eventLine   = regexp.MustCompile(`^(#\d+ +)(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)( +)(\S+)(.*)$`)
	clauseField = regexp.MustCompile(` clause=\S+`)
	diceField   = regexp.MustCompile(` dice=\S+`)
)

// printable replaces control characters, which would steer the terminal: players write letters and reasons.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && scenario.IsControl(r) {
			return '\uFFFD'
		}
		return r
	}, text)
}

// paint colours the lines of audit and why: references bold, names cyan, seats yellow,
// dice green; what no longer counts is struck out.
func (s *screen) paint(text string) string {
	text = printable(text)
	if !s.colour {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		line, end := strings.TrimSuffix(line, "\n"), "\n"
		b.WriteString(paintLine(line) + end)
	}
	return b.String()
}

func paintLine(line string) string {
	if strings.Contains(line, "[no longer counts: ") {
		return goneInk + line + plainInk
	}
	if m := outcomeLine.FindStringSubmatch(line); m != nil {
		rest := clauseField.ReplaceAllString(m[5], dimInk+"$0"+plainInk)
		rest = diceField.ReplaceAllString(rest, dieInk+"$0"+plainInk)
		return m[1] + boldInk + m[2] + plainInk + m[3] + nameInk + m[4] + plainInk + rest
	}
	if m := eventLine.FindStringSubmatch(line); m != nil {
		return dimInk + m[1] + m[2] + plainInk + m[3] + seatInk + m[4] + plainInk + m[5]
	}
	return line
}
