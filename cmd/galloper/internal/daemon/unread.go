package daemon

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"galloper/events"
	"galloper/mailgate"
	"galloper/projections/campaign"
)

// What a player wrote and the service could not read: a question, an order in other
// words, "I resign". The umpire is shown the words. They are not in the record, which
// cannot be erased, but in the mail, which can.

// notRead is what of a seat's mail was not read.
type notRead struct {
	Seat  string
	Lines []string
}

// mostQuoted bounds the lines of one mail that an umpire is shown, and mostRunes their length.
const (
	mostQuoted = 20
	mostRunes  = 300
)

// quotes returns what of a mail did not count, line by line: orders that were refused, with
// the reason, and lines that were no orders at all.
func (r *Reading) quotes() (lines []string) {
	for _, e := range r.Orders.Entries {
		if e.Refusal != nil {
			lines = append(lines, fmt.Sprintf("%s  (refused: %s)", shortened(r.item(e.Number).Text), e.Refusal.Reason))
		}
	}
	for _, l := range r.Document.NotRead() {
		if strings.TrimSpace(l.Text) != "" {
			lines = append(lines, shortened(strings.Join(strings.Fields(l.Text), " ")))
		}
	}
	if more := len(lines) - mostQuoted; more > 0 {
		lines = append(lines[:mostQuoted:mostQuoted], fmt.Sprintf("… and %s", plural(more, "more line")))
	}
	return lines
}

// shortened is a line fit to be quoted: no control characters, not too long.
func shortened(text string) string {
	text = strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return -1
		}
		return c
	}, text)
	if utf8.RuneCountInString(text) > mostRunes {
		text = string([]rune(text)[:mostRunes]) + "…"
	}
	return text
}

// notAccepted counts the lines of a mail that has nothing that could be accepted.
func (r *Reading) notAccepted() int {
	_, bad := r.accepted()
	if len(r.Document.Commands) == 0 && len(r.posted) == 0 {
		bad += len(r.Document.NotRead())
	}
	return bad
}

// mostUnread is how many mails of a seat in a turn its umpire is told of at once. The
// others are in the draft.
const mostUnread = 5

// unreadNotice shows the umpire at once what may be meant for a person: a mail of which
// nothing could be read, and a question beside orders.
func (g *Game) unreadNotice(seat string, t *campaign.Turn, r *Reading) []letter {
	lines := r.quotes()
	asks := strings.ContainsAny(strings.Join(lines, " "), "?？")
	nothing := r.notAccepted() > 0 && len(r.ordered()) == len(refused(r.ordered()))
	if len(lines) == 0 || !asks && !nothing || t.UnreadMails(seat) >= mostUnread {
		return nil
	}
	p := &prose{}
	p.para("%s has written what could not be read as orders:", g.SeatName(seat))
	quote(p, lines)
	p.gap()
	p.para("The player was told so in the receipt. To answer:")
	p.line("LETTER TO %s: …", seat)
	l := letter{seat: Umpire, kind: "notice", turn: t.Number, subject: "not read: a mail of " + g.SeatName(seat), text: p.String()}
	return g.forUmpires(l, letter{})
}

// notReadNotice tells the umpires of a game without review, when a turn is done, what of the
// players' mails was not read: in a reviewed one the draft says so.
func (g *Game) notReadNotice(t *campaign.Turn) []letter {
	all := g.NotRead()
	if len(all) == 0 {
		return nil
	}
	p := &prose{}
	p.para("Turn %d is adjudicated. This of the players' mails was not read as orders, or was refused:", t.Number)
	for _, q := range all {
		p.line("%s", g.SeatName(q.Seat))
		quote(p, q.Lines)
		p.gap()
	}
	l := letter{seat: Umpire, kind: "notice", turn: t.Number, subject: fmt.Sprintf("what was not read of turn %d", t.Number), text: p.String()}
	return g.forUmpires(l, letter{})
}

func quote(p *prose, lines []string) {
	for _, l := range lines {
		p.item("  >", "%s", l)
	}
}

// TakeMailsFrom lets the game quote from the mails that it was sent: mail returns who wrote
// the part of one that is for the seat, and its text; ok is false where it was erased.
func (g *Game) TakeMailsFrom(mail func(sha events.Hash, seat string) (from, text string, ok bool)) {
	g.mail = mail
}

// NotRead returns what could not be read of the last mail of each seat in the current
// turn, and of the mail that its orders come from.
func (g *Game) NotRead() (all []notRead) {
	t := g.Campaign.Current()
	if t == nil || g.mail == nil {
		return nil
	}
	for _, seat := range g.Campaign.Created().Seats {
		q := notRead{Seat: seat}
		for _, sha := range t.MailsToQuote(seat) {
			_, text, ok := g.mail(sha, seat)
			if !ok {
				continue
			}
			r := Read(g.Rules, g.mailDesk(seat), text)
			g.post(&r)
			q.Lines = append(q.Lines, r.quotes()...)
		}
		if len(q.Lines) > 0 {
			all = append(all, q)
		}
	}
	return all
}

// Quarantined returns who wrote a mail that lies in quarantine, and the beginning of what
// it says; ok is false where it was erased.
func (g *Game) Quarantined(q campaign.Quarantined) (from string, lines []string, ok bool) {
	if g.mail == nil {
		return "", nil, false
	}
	from, text, ok := g.mail(q.SHA256, q.Seat)
	return from, beginning(text), ok
}

// beginning returns the first lines of a text.
func beginning(text string) (lines []string) {
	for line := range strings.Lines(text) {
		if line = shortened(strings.TrimSpace(line)); line != "" {
			lines = append(lines, line)
		}
		if len(lines) == mostQuoted {
			return append(lines, "…")
		}
	}
	return lines
}

// mailOf reads the part of a mail that was for a game and a seat.
func mailOf(raw []byte, o mailgate.Options, game, seat string) (from, text string) {
	m := mailgate.ReadIncoming(mailgate.Incoming{Raw: raw, Size: int64(len(raw))}, o)
	for _, one := range m.Split(o) {
		if (one.Game == "" || one.Game == game) && (one.Seat == "" || one.Seat == seat) {
			return one.From, one.Text
		}
	}
	return m.From, m.Text
}
