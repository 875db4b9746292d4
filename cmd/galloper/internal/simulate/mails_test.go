package simulate

import (
	"bytes"
	"context"
	"fmt"
	"net/mail"
	"strings"
	"time"

	"galloper/mailgate"
)

// read processes the mailbox, as the daemon in charge of it does.
func (m *mate) read() {
	if m.ask() != nil {
		return
	}
	at := m.d.Now()
	n := min(len(m.mailbox), 1+m.rng.IntN(3))
	batch := append([]mailgate.Incoming(nil), m.mailbox[:n]...)
	if _, err := m.d.Handle(m.ctx, batch); err != nil {
		m.Seen("a batch comes again")
		return
	}
	if m.ask() != nil || m.one(20) { // the connection breaks before they are moved out of the inbox
		m.Seen("mails come again")
		return
	}
	for _, in := range batch {
		for i := range m.mailbox {
			if m.mailbox[i].At == in.At {
				m.mailbox = append(m.mailbox[:i:i], m.mailbox[i+1:]...)
				break
			}
		}
	}
	if len(m.mailbox) == 0 {
		_ = m.d.Searched(m.ctx, at) // if it fails, it is retried next time
	}
}

// Send implements the mail server.
func (m *mate) Send(_ context.Context, del mailgate.Delivery) mailgate.Result {
	gone := mailgate.Result{Fate: mailgate.Temporary, Text: "no connection", Broken: true}
	lost := mailgate.Result{Fate: mailgate.Unknown, Text: "the connection broke", Broken: true}
	if m.ask() != nil || m.now.Before(m.mute) {
		return gone
	}
	if !m.claimed.IsZero() && m.now.Sub(m.claimed) > doubt*3/4 { // the daemon has given the attempt up by now
		m.Seen("too late to be sent")
		return gone
	}
	if m.one(50) {
		return mailgate.Result{Fate: mailgate.Temporary, Text: "try again later"}
	}
	id := m.take(m, del)
	if m.ask() != nil || m.one(50) {
		m.Seen("sent, and not heard of")
		if h := m.handed[id]; h.by == m.name {
			h.lost = true
			m.handed[id] = h
		}
		return lost
	}
	return mailgate.Result{Fate: mailgate.Sent}
}

// take accepts a mail for its player, and checks that mails aren't sent or answered twice. It returns the
// mail's Message-ID.
func (s *sea) take(m *mate, del mailgate.Delivery) (id string) {
	msg, err := mail.ReadMessage(bytes.NewReader(del.Raw))
	if err != nil {
		s.broken("a mail cannot be read: %v", err)
		return ""
	}
	id = msg.Header.Get("Message-Id")
	to := msg.Header.Get("In-Reply-To")
	before, again := s.handed[id]
	s.handed[id] = handed{by: m.name, at: s.now, body: string(del.Raw)}
	if again {
		s.res.Twice++
		if before.body != string(del.Raw) {
			s.broken("a mail went out twice, with other bytes")
		}
		if before.by != m.name && !before.lost && s.now.Sub(before.at) < doubt/4 {
			s.broken("%s and %s were sending a mail at the same time", before.by, m.name)
		}
		return id
	}
	s.res.Sent++
	s.last[del.To] = letter{msg.Header.Get("Reply-To"), msg.Header.Get("Subject")}
	if _, asked := s.wrote[to]; to == "" || !asked && s.answered[to] == "" {
		return id
	}
	if other := s.answered[to]; other != "" && other != id {
		s.broken("a mail has two answers")
	}
	s.answered[to] = id
	delete(s.wrote, to)
	s.tell("%s is answered", to)
	return id
}

// texts lists the mails that players write.
var texts = []string{"To all: hold\nREADY", "To all: general advance", "READY", "STATUS", "ADD\nTo all: hold", "CANCEL",
	"CHECK\nTo all: hold", "Hello there", "STAFF", "TAKE BACK"}

// write puts a mail from a random player into the mailbox, unless the player has no mail to reply to yet.
func (s *sea) write() {
	seat := seats[s.rng.IntN(len(seats))]
	to, ok := s.last[addressOf(seat)]
	if !ok {
		return
	}
	s.uid++
	id := fmt.Sprintf("<%d@players.test>", s.uid)
	raw := fmt.Appendf(nil, "From: <%s>\r\nTo: %s\r\nSubject: %s\r\nMessage-ID: %s\r\nDate: %s\r\n"+
		"Content-Type: text/plain; charset=utf-8\r\n\r\n%s\r\n", addressOf(seat), to.replyTo, "Re: "+to.subject, id,
		s.now.Format(time.RFC1123Z), strings.ReplaceAll(texts[s.rng.IntN(len(texts))], "\n", "\r\n"))
	in := mailgate.Incoming{Received: s.now, Size: int64(len(raw)), Raw: raw,
		At: mailgate.Checkpoint{Mailbox: "INBOX", UIDValidity: 1 + s.validity, UID: 1000 * s.uid}}
	s.mailbox = append(s.mailbox, in)
	if s.one(10) { // delivered twice
		in.At.UID++
		s.mailbox = append(s.mailbox, in)
	}
	s.wrote[id] = s.now
	s.res.Mails++
	s.tell("%s writes %s", seat, id)
}
