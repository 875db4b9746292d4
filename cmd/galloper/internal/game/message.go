package game

import (
	"cmp"
	"strings"
	"time"

	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/mailgate"
)

// Sense returns the hash of the parts that all copies of a mail share, or zero for a mail without Message-ID.
func Sense(m *mailgate.Mail) events.Hash { return sense(m, false) }

// SignedSense is Sense for a mail authenticated by its signature.
func SignedSense(m *mailgate.Mail) events.Hash { return sense(m, true) }

func sense(m *mailgate.Mail, signed bool) events.Hash {
	h, err := events.ParseHash(mailgate.SenseKey(m.From, m, signed))
	if err != nil {
		return events.Hash{}
	}
	return h
}

// The effects of an authenticated mail on a game. All functions are pure: from the game and the mail to the events and
// the answer.

// Message is a mail with an authenticated sender.
type Message struct {
	*mailgate.Mail
	Sender   string // or Umpire
	Proof    string
	Address  string // id of the registered address that it came from
	Hash     events.Hash
	Sense    events.Hash // equal for all copies of the mail
	Received time.Time   // by the receiving server
	By       Actor       // of an umpire or a stand-in: the vault's data for their acts
	Answered int         // the latest turn of its token or its thread; 0: neither has one
	Code     string      // of the seat's KEY lines, after a REVOKE in this mail
	Mute     bool        // the address has had enough answers for now
}

// About returns the turn of the mail that this one answers, or else of its subject; 0 if neither names one.
func (m *Message) About() int { return cmp.Or(m.Answered, m.Turn) }

// receivedEvent returns the record of the mail itself.
func receivedEvent(g *Game, m Message) events.MailReceived {
	return events.MailReceived{Seat: m.Sender, SHA256: m.Hash, Proof: m.Proof, Message: m.Sense,
		Received: m.Received.UTC(), Turn: m.Turn}
}

// reply returns an answer to the mail, to the address that it came from.
func reply(g *Game, m Message, subject, text string) Outgoing {
	return Outgoing{Seat: m.Sender, Address: m.Address, Kind: "receipt", Turn: max(g.Campaign.Number(), 1),
		Subject: subject, Text: unansweredNote(g, m.Sender, text), Answers: m.Hash, ReplyTo: m.MessageID,
		Thread: m.References}
}

// Withheld replaces a secret in a player's text.
const Withheld = "(withheld)"

// unansweredNote adds a note on withheld receipts to a receipt's text.
func unansweredNote(g *Game, seat, text string) string {
	n := g.unanswered[seat]
	if n == 0 {
		return text
	}
	note := prose.Plural(n, "mail") + " of yours before this one had no receipt, because your address got too many " +
		"or they repeated each other; all were read. STATUS shows the orders in force."
	return strings.TrimRight(text, "\n") + "\n\n" + prose.Wrap(note, prose.TextColumns, "") + "\n"
}
