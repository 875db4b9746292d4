package game

import (
	"fmt"
	"slices"
	"strings"

	"galloper/cmd/galloper/internal/prose"
	"galloper/orders"
	"galloper/projections/campaign"
)

// Players write words that the service can't read: a question, an order in other words, "I resign". The umpire is shown
// them. They are not in the record, which cannot be erased, but in the mail, which can.

// notRead holds the unread lines of a seat's mail.
type notRead struct {
	Seat  string
	Lines []string
}

// mostUnread limits the mails of a seat in a turn that are shown to its umpire at once. The others are in the draft.
const mostUnread = 5

// unreadNotice shows the umpire at once text that may be for a person: a mail without readable lines, or a question
// beside orders.
func unreadNotice(g *Game, seat string, t *campaign.Turn, r *Reading) []Outgoing {
	lines := r.quotes()
	asks := strings.ContainsAny(strings.Join(lines, " "), "?？")
	nothing := r.notAccepted() > 0 && len(r.ordered()) == len(refusedEntries(r.ordered()))
	if len(lines) == 0 || !asks && !nothing || t.UnreadMails(seat) >= mostUnread {
		return nil
	}
	p := &prose.Text{}
	p.Para("%s has written what could not be read as orders:", g.SeatName(seat))
	quote(p, lines)
	p.Gap()
	p.Para("The player was told so in the receipt. To answer:")
	p.Line("LETTER TO %s: …", seat)
	return ForUmpires(g, notice(g, Umpire, "not read: a mail of "+g.SeatName(seat), p.String()), Outgoing{})
}

// lateNotice shows the umpires at once a mail that was too late for its turn, with the acts that would apply it.
func lateNotice(g *Game, s *Decision, m Message, t *campaign.Turn, turn int, r *Reading) []Outgoing {
	acts, lines := takingIn(g, m.Sender, t, r), len(r.ordered())+len(r.Document.NotRead())
	if g.Campaign.Result() != "" || turn > t.Number || r.Document.Has(orders.Check) || len(acts)+lines == 0 ||
		t.UnreadMails(m.Sender) >= mostUnread {
		return nil
	}
	s.unread(lines)
	p := &prose.Text{}
	p.Para("A mail of %s for turn %d has come too late. It says:", g.SeatName(m.Sender), turn)
	quote(p, beginning(m.Text))
	p.Gap()
	switch {
	case turn < t.Number:
		p.Para("Turn %d is over. To open it again, with all that has happened since undone:", turn)
		p.Line("REVERT TO TURN %d BECAUSE …", turn)
	case len(acts) == 0:
		p.Para("No order in it could be read. To answer:")
		p.Line("LETTER TO %s: …", m.Sender)
	default:
		p.Para("To let it count, answer with:")
		for _, act := range acts {
			p.Line("%s", act)
		}
	}
	return ForUmpires(g, notice(g, Umpire, "too late: a mail of "+g.SeatName(m.Sender), p.String()), Outgoing{})
}

// takingIn returns the acts that give the seat the orders it would have had if the mail had come in time.
func takingIn(g *Game, seat string, t *campaign.Turn, r *Reading) (acts []string) {
	o, _ := t.Of(seat)
	before := Held(g, o)
	now, _, _ := r.inForce(before)
	without := func(list, others []orders.Held) []orders.Held {
		return slices.DeleteFunc(slices.Clone(list), func(h orders.Held) bool { return slices.Contains(others, h) })
	}
	amend := func(number int, text string) {
		acts = append(acts, fmt.Sprintf("AMEND %s %d TURN %d BECAUSE the mail was late: %s", seat, number, t.Number, text))
	}
	gone, next := without(before, now), lastNumber(before)
	for i, h := range without(now, before) {
		if i < len(gone) {
			amend(gone[i].Number, h.Canonical)
			continue
		}
		next++
		amend(next, h.Canonical)
	}
	for _, h := range gone[min(len(gone), len(without(now, before))):] {
		amend(h.Number, "NOTHING")
	}
	return acts
}

// notReadNotice shows the umpires of a game without review the unread parts of players' mails when a turn is done. In a
// reviewed game the draft has them.
func notReadNotice(g *Game, t *campaign.Turn) []Outgoing {
	all := NotRead(g)
	if len(all) == 0 {
		return nil
	}
	p := &prose.Text{}
	p.Para("Turn %d is adjudicated. This of the players' mails was not read as orders, or was refused:", t.Number)
	for _, q := range all {
		p.Line("%s", g.SeatName(q.Seat))
		quote(p, q.Lines)
		p.Gap()
	}
	l := notice(g, Umpire, fmt.Sprintf("lines of turn %d that were not read", t.Number), p.String())
	return ForUmpires(g, l, Outgoing{})
}

func quote(p *prose.Text, lines []string) {
	for _, l := range lines {
		p.Item("  >", "%s", l)
	}
}

// NotRead returns the unread lines of each seat's last mail in the current turn, and of the mail with its orders.
func NotRead(g *Game) (all []notRead) {
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
			r := Read(g.Rules, mailDesk(g, seat), text)
			readLetters(g, seat, &r)
			q.Lines = append(q.Lines, r.quotes()...)
		}
		if len(q.Lines) > 0 {
			all = append(all, q)
		}
	}
	return all
}

// QuarantinedMail returns the author of a mail in quarantine, and the beginning of its text; ok is false if it was
// erased.
func QuarantinedMail(g *Game, q campaign.Quarantined) (from string, lines []string, ok bool) {
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
