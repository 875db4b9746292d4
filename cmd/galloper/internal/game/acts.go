package game

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"galloper/adjudicator/umpire"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
)

// propose records an act that waits for confirmation. An act that would be refused is refused at once.
func propose(g *Game, s *Decision, a request, now time.Time) (answer, refused string) {
	if _, refused := deeds()[a.Word](g, a, now); refused != "" {
		return "", refused
	}
	text := a.Source
	if a.Address != "" {
		text = strings.Replace(text, a.Address, umpire.Vaulted+a.by.Addresses[a.Address], 1)
	}
	sum := sha256.Sum256([]byte(g.Campaign.Head().Hash.String() + text))
	p := events.ActProposed{Number: len(g.Campaign.Proposals()) + 1, Turn: g.Campaign.Number(), Text: text,
		Code: hex.EncodeToString(sum[:3])}
	s.Record(p)
	return fmt.Sprintf("CONFIRM %d %s", p.Number, p.Code), ""
}

// Proposal returns the proposed act with the number, or nil.
func Proposal(g *Game, number int) *events.ActProposed {
	for _, p := range g.Campaign.Proposals() {
		if p.Number == number {
			return &p.ActProposed
		}
	}
	return nil
}

// confirm performs a proposed act on the present game.
func confirm(g *Game, a request, now time.Time) (s Decision, refused string) {
	p := Proposal(g, a.Number)
	switch {
	case p == nil:
		return s, fmt.Sprintf("no act with the number %d waits to be confirmed", a.Number)
	case g.Campaign.Proposals()[a.Number-1].Done:
		return s, fmt.Sprintf("act %d was confirmed and done already", a.Number)
	case p.Code != a.Of:
		return s, fmt.Sprintf("%s is not the code of act %d; copy the line from the answer that you got", a.Of, a.Number)
	case p.Turn != g.Campaign.Number():
		return s, fmt.Sprintf("act %d was proposed in turn %d, and turn %d is the current one; propose it anew",
			a.Number, p.Turn, g.Campaign.Number())
	}
	acts, faults := umpire.Read(p.Text)
	if len(faults) > 0 || len(acts) != 1 {
		return s, fmt.Sprintf("act %d cannot be read any more; propose it anew", a.Number)
	}
	done, refused := deeds()[acts[0].Word](g, request{acts[0], a.by}, now)
	if refused != "" {
		return s, refused
	}
	s.Record(events.ActConfirmed{Number: a.Number})
	s.Record(done.Data...)
	s.Mail(done.Mails...)
	s.note = strings.TrimSpace(fmt.Sprintf("%s %s is done. %s", acts[0].Word,
		cmp.Or(acts[0].Seat, fmt.Sprintf("TURN %d", acts[0].Turn)), done.note))
	return s, ""
}

// allOrNothing performs the acts of a text one after another. If one is refused, all are dropped.
func allOrNothing(g *Game, s *Decision, acts []request, now time.Time) (subject, answer string) {
	done, p, as := Decision{}, &prose.Text{}, g
	for i, a := range acts {
		one, refused := act(as, a, now)
		if refused != "" {
			return actsRefused, refusal(acts, i, refused)
		}
		if !umpire.FormOf(a.Word).Tells {
			tellUmpires(as, &one, a)
		}
		done.Record(one.Data...)
		done.Mail(addressed(as, one.Mails, g)...)
		if umpire.FormOf(a.Word).Tells {
			s.asked = true
			p.Block(one.note)
			p.Gap()
		} else {
			p.Item("-", "%s", strings.TrimSpace(a.Word+": done. "+one.note))
		}
		if len(acts) == 1 {
			break
		}
		next, err := After(as, one.Data, now)
		if err != nil {
			return actsRefused, refusal(acts, i, "its effect cannot be recorded: "+err.Error())
		}
		as = next
	}
	if len(acts) > 1 {
		renewAll(as, done.Mails)
	}
	s.Record(done.Data...)
	s.Mail(done.Mails...)
	return ActsDone, p.String()
}

// refusal says which act of a text is refused and why, and that nothing was done.
func refusal(acts []request, at int, why string) string {
	p := &prose.Text{}
	head, more, long := strings.Cut(why, "\n")
	which := acts[at].Word
	if len(acts) > 1 {
		which = fmt.Sprintf("act %d of %d (line %d), %s", at+1, len(acts), acts[at].Line, which)
	}
	p.Para("REFUSED. Nothing was done: %s: %s", which, head)
	if long {
		p.Block(more)
	}
	return p.String()
}

// addressed redirects letters to a seat whose addresses an earlier act of the text has changed. Letters are queued with
// the game as it was before the text, so the new addresses are set here.
func addressed(g *Game, letters []Outgoing, stored *Game) (out []Outgoing) {
	for _, l := range letters {
		now := g.Addresses(l.Seat)
		if l.Address != "" || slices.Equal(now, stored.Addresses(l.Seat)) {
			out = append(out, l)
			continue
		}
		for _, id := range now {
			l.Address = id
			out = append(out, l)
		}
	}
	return out
}

// renewAll gives mails to addresses that still have their seat after all acts the seat's final secrets: a later act may
// have renewed them.
func renewAll(g *Game, letters []Outgoing) {
	for i := range letters {
		if l := &letters[i]; l.Address == "" || slices.Contains(g.Addresses(l.Seat), l.Address) {
			l.Epoch = max(l.Epoch, g.Epoch(l.Seat))
		}
	}
}

// deed performs an act: a pure function from the game to the events and the answer, or to the reason for a refusal.
type deed func(g *Game, a request, now time.Time) (s Decision, refused string)

func deeds() map[string]deed {
	return map[string]deed{
		"APPROVE":    approve,
		"CLOSE":      closeTurn,
		"EXTEND":     extend,
		"HOLD":       hold,
		"RESUME":     resume,
		"ANSWER":     answerFor,
		"ANNOUNCE":   announce,
		"LETTER":     umpireLetter,
		"RULE":       rule,
		"REROLL":     reroll,
		"AMEND":      amend,
		"COURIER":    ruleCourier,
		"REVEAL":     reveal,
		"SPECTATORS": spectators,
		"DISCLOSE":   disclose,
		"ADDRESS":    changeAddress,
		"RENEW":      renew,
		"SUBSTITUTE": substitute,
		"REVERT":     revert,
		"STATUS":     tellStatus,
		"HISTORY":    tellHistory,
		"WHY":        tellWhy,
		"HELP":       tellHelp,
		"CONFIRM":    confirm,
	}
}

// umpireMail takes an umpire's mail. A mail with a fault changes nothing: an umpire's acts belong together, and half of
// them would be worse than none.
func umpireMail(g *Game, m Message, now time.Time) (s Decision) {
	s.Record(receivedEvent(g, m))
	acts, text := DoActs(g, &s, m.Text, m.About(), m.By, now)
	s.Mail(reply(g, m, acts, text))
	return s
}

// Subjects of the answers to an umpire's acts.
const (
	ActsDone    = "done"
	ActsChecked = "checked"
	actsRefused = "refused"
	actsWaiting = "to be confirmed"
)

// DoActs performs all acts of the text or none, and returns the answer's subject and text. Acts that name no turn are
// for the turn that the text is about, if it is above 0.
func DoActs(g *Game, s *Decision, text string, about int, by Actor, now time.Time) (subject, answer string) {
	acts, faults := umpire.ReadReply(text, about)
	p := &prose.Text{}
	unread := umpire.Unread(text)
	defer func() { answer += notActs(unread) }()
	if len(faults) > 0 || len(acts) == 0 {
		p.Para("REFUSED. Nothing was done.")
		for _, f := range faults {
			f.Want = suggestedLine(g, f)
			p.Item("-", "%s", f)
		}
		p.Gap()
		p.Para("An umpire can: %s. HELP and the word tells how each is written.", umpire.Words())
		p.Block(StatusText(g, Umpire))
		return actsRefused, p.String()
	}
	var requests []request
	for _, a := range acts {
		if a.Word != "CHECK" {
			requests = append(requests, request{a, by})
		}
	}
	if len(requests) == len(acts) {
		return doAll(g, s, requests, now)
	}
	s.asked = true
	p.Para("CHECK: nothing of this was done. It would be answered:")
	if len(requests) > 0 {
		_, would := doAll(g, &Decision{}, requests, now)
		p.Block(would)
		previewWords(p, g, requests, now)
	}
	for _, mark := range marks(requests) {
		p.Item("-", "%s", mark)
	}
	return ActsChecked, p.String()
}

func doAll(g *Game, s *Decision, acts []request, now time.Time) (subject, answer string) {
	for _, a := range acts {
		if len(acts) > 1 && umpire.FormOf(a.Word).Alone {
			return actsRefused, prose.Paragraphs([]string{"REFUSED. Nothing was done: " + a.Word +
				" must stand alone in its mail."})
		}
	}
	if umpire.FormOf(acts[0].Word).Final {
		return proposeAct(g, s, acts[0], now)
	}
	return allOrNothing(g, s, acts, now)
}

// previewWords shows the acts' words that players will read, in mails and in the next report. Reports themselves are
// omitted: an umpire who plays must not read others' reports.
func previewWords(p *prose.Text, g *Game, acts []request, now time.Time) {
	var would Decision
	allOrNothing(g, &would, acts, now) // includes acts that need confirmation
	list := slices.DeleteFunc(would.Mails, func(l Outgoing) bool {
		return !slices.Contains(g.Players(), l.Seat) || l.Kind == ReportKind
	})
	for _, d := range would.Data {
		switch d := d.(type) {
		case events.RulingGiven:
			list = append(list, Outgoing{Turn: d.Turn, Text: rulingText(d.Text)})
		case events.TurnClosed:
			list = append(list, Outgoing{Turn: d.Turn, Text: fmt.Sprintf("Turn %d is closed: %s", d.Turn, d.Reason)})
		}
	}
	for len(list) > 0 {
		l, to := list[0], []string(nil)
		list = slices.DeleteFunc(list, func(o Outgoing) bool {
			same := o.Text == l.Text
			if same && o.Seat != "" {
				to = append(to, o.Seat)
			}
			return same
		})
		if to == nil {
			p.Para("Players would read with the report of turn %d:", l.Turn)
		} else {
			p.Para("To %s would go:", prose.List(g.SeatNames(to)))
		}
		quote(p, beginning(l.Text))
		p.Gap()
	}
}

// marks warns of the players who will read the acts' words.
func marks(acts []request) (list []string) {
	for _, a := range acts {
		mark := umpire.FormOf(a.Word).Mark()
		said := mark != "" && a.Because+a.Text != ""
		if mark = a.Word + ": " + mark; said && !slices.Contains(list, mark) {
			list = append(list, mark)
		}
	}
	return list
}

func notActs(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	p := &prose.Text{}
	p.Gap()
	p.Para("Not read, because it begins with no act:")
	quote(p, beginning(strings.Join(lines, "\n")))
	return "\n" + p.String()
}

// proposeAct records an act that waits for confirmation, and says how to confirm it.
func proposeAct(g *Game, s *Decision, a request, now time.Time) (subject, answer string) {
	p := &prose.Text{}
	line, refused := propose(g, s, a, now)
	if refused != "" {
		p.Para("REFUSED. Nothing was done: %s: %s", a.Word, refused)
		return actsRefused, p.String()
	}
	p.Para("NOT DONE YET. This cannot be undone:")
	p.Line("  %s", a.Source)
	p.Gap()
	p.Paras(marks([]request{a}))
	p.Para("To have it done, answer with this line and nothing else:")
	p.Line("%s", line)
	return actsWaiting, p.String()
}

func tellUmpires(g *Game, s *Decision, a request) {
	for _, id := range g.Umpires {
		if id != a.by.Address && len(g.Umpires) > 1 && !g.Blind(id) {
			s.Mail(notice(g, Umpire, "another umpire: "+a.Word,
				prose.Letter("Another umpire of the game has acted:\n\n\t  %s", a.Source)).to(id))
		}
	}
}

// act performs one act, or says why it is refused.
func act(g *Game, a request, now time.Time) (Decision, string) {
	if t := g.Campaign.Number(); umpire.FormOf(a.Word).Acting && a.Turn != t {
		if a.Replied {
			return Decision{}, fmt.Sprintf("your mail answers one of turn %d, but turn %d is the current one; to do it in "+
				"that, name it: TURN %d", a.Turn, t, t)
		}
		return Decision{}, fmt.Sprintf("it names turn %d, but turn %d is the current one", a.Turn, t)
	}
	s, refused := deeds()[a.Word](g, a, now)
	if refused == "" && stale(g, s.Data) {
		s.note = strings.TrimSpace(s.note + " The turn is held: the draft with this comes when you RESUME.")
	}
	return s, refused
}

// stale reports whether an act affects a turn that is closed, on hold, and not adjudicated again yet.
func stale(g *Game, data []events.Data) bool {
	t := g.Campaign.Current()
	if t == nil || t.Held == "" || t.Closed == "" {
		return false
	}
	return slices.ContainsFunc(data, func(d events.Data) bool {
		switch d.(type) {
		case events.RulingGiven, events.DieRerolled, events.CourierRuled, events.OrdersAccepted, events.DecisionAnswered:
			return true
		}
		return false
	})
}
