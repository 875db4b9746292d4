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

// screen writes a long answer: in colour and through a pager on a terminal, plain into a file or a program.
type screen struct {
	io.Writer
	colour bool
	close  func() error
}

// onScreen returns the screen for a command's output; close it after use. Unless paged, output appears line by line as
// things happen.
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
		return plain // works without a pager
	}
	through.colour = plain.colour
	return through
}

// startPager starts the pager. The LESS variable makes less keep colours, and exit if everything fits on one screen.
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

// pipe writes to a pager. A reader who quits the pager early causes no error.
type pipe struct{ io.Writer }

// Write implements io.Writer.
func (p pipe) Write(b []byte) (int, error) {
	n, err := p.Writer.Write(b)
	if errors.Is(err, syscall.EPIPE) {
		return len(b), nil
	}
	return n, err
}

// Terminal colours, by their meaning here.
const (
	plainInk = "\x1b[0m"
	boldInk  = "\x1b[1m"
	dimInk   = "\x1b[2m"
	nameInk  = "\x1b[36m" // cyan: events
	seatInk  = "\x1b[33m" // yellow: seats
	dieInk   = "\x1b[32m" // green: dice
	goneInk  = "\x1b[9;2m"
)

var (
	outcomeLine = regexp.MustCompile(`^( *(?:because of )?)(t\d+\.\d+)( +)([a-z]+\.[a-z_.]+)(.*)$`)
	eventLine   = regexp.MustCompile(`^(#\d+ +)(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)( +)(\S+)(.*)$`)
	clauseField = regexp.MustCompile(` clause=\S+`)
	diceField   = regexp.MustCompile(` dice=\S+`)
)

// printable replaces control characters in players' letters and reasons, which could control the terminal.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && scenario.IsControl(r) {
			return '\uFFFD'
		}
		return r
	}, text)
}

// paint colours the lines of audit and why: references bold, names cyan, seats yellow, dice green. It strikes out
// superseded entries.
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
