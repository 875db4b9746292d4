package game

import (
	"regexp"
	"strings"
	"time"

	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/projections/lobby"
)

// askingLine matches the only lines of a stranger that get an answer; prose that begins with the same word does not
// match.
var askingLine = regexp.MustCompile(`(?im)^[ \t]*(LIST|(?:WHO|LEAVE)(?:[ \t]+([a-z0-9-]+))?|JOIN[ \t]+([a-z0-9-]+)\b.*)[ \t.!]*$`)

// LobbyAsked reports whether the text has a request to the lobby that can't be prose: a lone word, or one with the name
// of an offered game.
func LobbyAsked(l *lobby.Lobby, text string) bool {
	f := askingLine.FindStringSubmatch(text)
	if f == nil {
		return false
	}
	name := strings.ToLower(f[2] + f[3])
	_, offered := l.Offer(name)
	return name == "" || offered
}

// AskAgain is the time before a stranger is asked again whether they wrote.
const AskAgain = 24 * time.Hour

// DecideAsk asks the sender of a mail whether they wrote it. The answer must go to an address that only they were told;
// until then nothing more is sent.
func DecideAsk(g *Game, a Arrival, id string, most int, now time.Time) (s Decision) {
	if g.Campaign.Seen(a.Hash) || g.Campaign.Seen(Sense(a.Mail)) {
		return s
	}
	q := events.MailQuarantined{SHA256: a.Hash, Message: Sense(a.Mail), Received: a.In.Received.UTC(),
		Reason: "a mail to the lobby has no proof of its sender; the address was asked to confirm it"}
	switch {
	case now.Sub(g.Offers.Asked(id)) < AskAgain:
		q.Reason = "a mail to the lobby has no proof of its sender, whose address was asked to confirm one within a day"
	case g.Offers.AskedSince(now.Add(-time.Hour)) >= most:
		q.Reason = "so many wrote to the lobby within an hour that this one was not asked whether they did"
	default:
		s.Record(events.LobbyAsked{Address: id})
		p := &prose.Text{}
		p.Para("A mail came here in your name that says:")
		quote(p, []string{strings.TrimSpace(askingLine.FindString(a.Text))})
		p.Gap()
		p.Para("If you wrote it, answer this mail with the same line: your answer proves that the address is yours.")
		p.Para("If you did not, another person has used your address. Do nothing, and you will get no more mail.")
		s.Mail(Outgoing{Seat: id, Address: id, Kind: "question", Subject: "did you write to us?", Text: p.String(),
			Answers: a.Hash, ReplyTo: a.MessageID, Thread: a.References})
	}
	s.Data = append([]events.Data{q}, s.Data...)
	return s
}

// guestMail takes an authenticated mail to the lobby.
func guestMail(g *Game, m Message) (s Decision) {
	s.Record(receivedEvent(g, m))
	subject, text := "your mail could not be read", "NOT READ. "+m.Refuse+"\n"
	if m.Refuse == "" {
		subject, text, _ = DoLobby(g, &s, m.Text, m.By, m.From)
		if !s.asked {
			showUnread(g, &s, m)
		}
	}
	s.Mail(Outgoing{Seat: m.Address, Address: m.Address, Kind: "receipt", Subject: subject, Text: text,
		Answers: m.Hash, ReplyTo: m.MessageID, Thread: m.References})
	return s
}

// showUnread shows an unreadable mail to the umpires of the offers that concern the writer.
func showUnread(g *Game, s *Decision, m Message) {
	h := hall{l: &g.Offers, s: s, by: m.By, from: m.From}
	for _, o := range g.Offers.Offers() {
		if o.Stage == lobby.Gathering && o.Concerns(m.By.Address) && !o.Umpired(m.By.Address) {
			p := &prose.Text{}
			quote(p, beginning(m.Text))
			h.tellUmpires(o, m.From+" has written", "%s has written, and it was not understood:\n\n\t%s", m.From, p)
		}
	}
}

// DoLobby performs the text's act in the lobby, and returns the answer to its writer. from names the writer to umpires.
// by.Address is "" on the command line, where everything is allowed.
func DoLobby(g *Game, s *Decision, text string, by Actor, from string) (subject, answer string, done bool) {
	h := hall{l: &g.Offers, s: s, by: by, from: from, rulesets: g.rulesets}
	a, ok := readLobbyAct(text)
	s.asked = ok
	if !ok || a.word == "HELP" {
		return "how to join a game", h.help(!ok), ok
	}
	if a.word == "LIST" {
		return "the games that gather players", h.list(), true
	}
	o, a, refused := h.offer(a)
	if refused == "" {
		refused = h.mayDo(o, a)
	}
	if refused != "" {
		return "not done: " + a.word, prose.Paragraphs([]string{"NOT DONE. " + refused}), false
	}
	return map[string]func(lobby.Offer, lobbyAct) (string, string, bool){
		"WHO": h.showSeats, "JOIN": h.join, "LEAVE": h.leave, "START": h.start, "CONFIRM": h.confirm, "REFUSE": h.refuse,
		"INVITE": h.invite, "WITHDRAW": h.withdraw,
	}[a.word](o, a)
}
