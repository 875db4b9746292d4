package demo

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// act is one turn of the performance.
type act struct {
	title  string
	mails  []line
	silent string // a seat that does not write: three days pass
}

// line is a mail of a player. If refused is set, an order in it is refused, the whole receipt is printed, and the next
// line answers it.
type line struct {
	seat    string
	text    string
	refused bool
}

// play is the players' script. The French advance on the mill; Guiche rides to the infantry, so that a courier must
// take the order for the cavalry back.
var play = []act{
	{title: "four mails, and a letter by courier", mails: []line{
		{seat: "french.north", text: `Gentlemen, the mill before noon.

To Champagne: general advance to the mill, dressing on Picardie
To Picardie: assault the Mill, no pursuit
To Royal: hold 400,500
LETTER TO surville: bring your guns up on the causeway - as far as you dare.
.
RIDE TO picardie
READY
`},
		{seat: "french.south", text: `Dear umpire,

To Enfants: advance to 470,200, fire at 50
To La Frize: hold 260,240, unlimber there
Ready
`},
		{seat: "dutch.north", text: `ORDERS
TO sturler: HOLD mill FACING 270
TO oyen: HOLD 560,430 FACING 270
READY
END
`},
		{seat: "dutch.south", text: `To dedem: hold 540,200 facing 290
Ride to dedem
Ready
`},
	}},
	{title: "an order is refused, and sent again", mails: []line{
		{seat: "french.north", text: `To Navarre: assault the mill, if half spent then withdraw 100 yards
Ready
`, refused: true},
		{seat: "french.north", text: `My mistake, of course.

To Champagne: assault the mill, if half spent then withdraw 100 yards
Ready
`},
		{seat: "french.south", text: "Ready\n"},
		{seat: "dutch.north", text: "TO sturler: HOLD FIRE AT 30\nLETTER TO dedem: I shall hold the mill; " +
			"cover my left.\n.\nREADY\n"},
		{seat: "dutch.south", text: "Ready\n"},
	}},
	{title: "a directive that must ride", mails: []line{
		{seat: "french.north", text: `To Royal: advance east, pursue
Ready
`},
		{seat: "french.south", text: "Ready\n"},
		{seat: "dutch.north", text: "READY\n"},
		{seat: "dutch.south", text: "To dedem: advance to the mill\nReady\n"},
	}},
	{title: "one seat is silent", silent: "dutch.south", mails: []line{
		{seat: "french.north", text: "To Champagne: fire at 40\nReady\n"},
		{seat: "french.south", text: "Ready\n"},
		{seat: "dutch.north", text: "READY\n"},
	}},
	{title: "the directive is acted on", mails: append(ready[:3:3],
		line{seat: "dutch.south", text: "I am back, with apologies.\n\nReady\n"})},
}

// ready has the mails of players who await the results of their orders.
var ready = []line{{seat: "french.north", text: "Ready\n"}, {seat: "french.south", text: "Ready\n"},
	{seat: "dutch.north", text: "READY\n"}, {seat: "dutch.south", text: "Ready\n"}}

// perform plays the script, and then the battle to its end, unless a person is to play on.
func (s *stage) perform(ctx context.Context) error {
	if err := s.newGame(ctx); err != nil {
		return err
	}
	for s.result == "" && (s.turns < len(play) || !s.Keep) {
		a := act{title: "all are READY", mails: ready}
		if s.turns < len(play) {
			a = play[s.turns]
		}
		s.turns++
		s.printf("--- turn %d: %s", s.turns, a.title)
		if err := s.performTurn(ctx, s.turns, a); err != nil {
			return err
		}
	}
	return nil
}

func (s *stage) performTurn(ctx context.Context, turn int, a act) error {
	before := map[string]received{} // the mail that each seat answers
	for _, l := range a.mails {
		p := s.players[l.seat]
		to, again := before[l.seat]
		if !again {
			var err error
			if to, err = p.report(ctx, turn); err != nil {
				return err
			}
		}
		receipt, err := s.writes(ctx, p, to, l.text)
		if err != nil {
			return err
		}
		before[l.seat] = receipt
		s.showReceipt(p, l, receipt)
	}
	if a.silent != "" {
		if err := s.silence(ctx, s.players[a.silent]); err != nil {
			return err
		}
	}
	return s.readLetters(ctx, turn)
}

// silence lets the deadline pass, and prints the notices.
func (s *stage) silence(ctx context.Context, p *player) error {
	s.printf("  %s does not write; three days pass", p.name)
	if err := s.pass(ctx, 3*24*time.Hour+time.Minute); err != nil {
		return err
	}
	_, err := p.wait(ctx, "the reminder", func(m received) bool { return strings.Contains(m.subject, "orders are due") })
	if err != nil {
		return err
	}
	told, err := s.umpire.wait(ctx, "word of the silence",
		func(m received) bool { return strings.Contains(m.subject, "silent") })
	if err != nil {
		return err
	}
	s.printf("  %s was reminded a day before; the umpire is told: %s", p.name, told.subject)
	return nil
}

// readLetters waits for the reports of the turn, prints the letters that arrived, and records the battle's result.
func (s *stage) readLetters(ctx context.Context, turn int) error {
	for _, c := range cast {
		m, err := s.players[c.seat].report(ctx, turn+1)
		if err != nil {
			return err
		}
		_, s.result, _ = strings.Cut(m.subject, lastReport)
		if _, after, ok := strings.Cut(m.text, "\nA letter from "); ok {
			letter, _, _ := strings.Cut(after, "\n\n    ")
			text := between(after, "\n\n    ", "\n\n")
			s.printf("  %-16s reads in the report: A letter from %s %s", c.name, letter, strings.Join(strings.Fields(text), " "))
		}
	}
	return nil
}

// showReceipt prints the answer to a mail, and the fault of a refused order.
func (s *stage) showReceipt(p *player, l line, receipt received) {
	_, subject, _ := strings.Cut(receipt.subject, ": ")
	if subject == "noted" && !s.Verbose {
		return
	}
	s.printf("  %-16s writes, and is answered: %s", p.name, subject)
	s.detail("  %-16s with %s", "", clients[p.client].name)
	if l.refused && s.Verbose {
		s.printf("%s", indented(between(receipt.text, "===\n", "\nhead of the record")))
	} else if l.refused {
		s.printf("%s", indented("1. "+between(receipt.text, "\n\n1. ", "\n\n")))
	}
}

func indented(text string) string {
	return "    | " + strings.ReplaceAll(strings.Trim(text, "\n"), "\n", "\n    | ")
}

// between returns the text after the first mark and before the second.
func between(text, from, to string) string {
	if _, after, ok := strings.Cut(text, from); ok {
		text = after
	}
	text, _, _ = strings.Cut(text, to)
	return text
}

// elapsed returns the duration of the performance so far.
func (s *stage) elapsed() string { return fmt.Sprintf("%.1f s", time.Since(s.begun).Seconds()) }
