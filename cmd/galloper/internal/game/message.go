package game

import (
	"strings"
	"time"

	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/mailgate"
)

// Sense is the hash of what all copies of a mail share; zero for one without Message-ID.
func Sense(m *mailgate.Mail) events.Hash { return sense(m, false) }

// SignedSense is Sense for a mail that its signature proves.
func SignedSense(m *mailgate.Mail) events.Hash { return sense(m, true) }

func sense(m *mailgate.Mail, signed bool) events.Hash {
	h, err := events.ParseHash(mailgate.SenseKey(m.From, m, signed))
	if err != nil {
		return events.Hash{}
	}
	return h
}

// What a proved mail does to a game (CONTRACT §4, §13). All here is pure: the game as
// it stands and the mail in, what is recorded and answered out.

// Message is a mail whose sender is proved.
type Message struct {
	*mailgate.Mail
	Sender   string // or Umpire
	Proof    string
	Address  string // id of the registered address that it came from
	Hash     events.Hash
	Sense    events.Hash // what is the same in every copy of the mail
	Received time.Time   // by the receiving server
	By       Actor       // of an umpire or a stand-in: what the vault has for what he does
	Answered int         // the latest turn that its token or its thread names; 0: neither does
	Code     string      // of the seat's KEY lines, once a REVOKE of this mail is done
	Mute     bool        // enough was answered to this address for now
}

// received is the record of the mail itself.
func received(g *Game, m Message) events.MailReceived {
	return events.MailReceived{
		Seat: m.Sender, SHA256: m.Hash, Proof: m.Proof, Message: m.Sense,
		Received: m.Received.UTC(), Turn: m.Turn,
	}
}

// reply is an answer to the mail, to the address that it came from.
func reply(g *Game, m Message, subject, text string) Outgoing {
	return Outgoing{
		Seat: m.Sender, Address: m.Address, Kind: "receipt", Turn: max(g.Campaign.Number(), 1),
		Subject: subject, Text: unansweredNote(g, m.Sender, text), Answers: m.Hash, ReplyTo: m.MessageID,
		Thread: m.References,
	}
}

// Withheld stands in a text where a secret of a player was.
const Withheld = "(withheld)"

// unansweredNote tells on a receipt of those that were withheld before it.
func unansweredNote(g *Game, seat, text string) string {
	n := g.unanswered[seat]
	if n == 0 {
		return text
	}
	note := prose.Plural(n, "mail") + " of yours before this one had no receipt, as too many had gone to your address " +
		"or they repeated each other; all were read. STATUS shows what is in force."
	return strings.TrimRight(text, "\n") + "\n\n" + prose.Wrap(note, prose.TextColumns, "") + "\n"
}
