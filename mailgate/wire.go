package mailgate

import (
	"context"
	"time"
)

// Checkpoint is how far a mailbox has been read: every mail up to UID is stored.
// UIDs mean something only under one UIDValidity (RFC 9051 §2.3.1.1).
type Checkpoint struct {
	Mailbox     string
	UIDValidity uint32
	UID         uint32
}

// Incoming is one mail as fetched.
type Incoming struct {
	At       Checkpoint // its place; becomes the checkpoint once it is stored
	Received time.Time  // when the receiving server got it: what decides which of two mails is the later
	Size     int64      // in bytes
	Raw      []byte     // the whole mail, or its beginning if Partial
	Partial  bool       // only its beginning was fetched, mostly for its size (see ReadHead)
	Fault    string     // why the server did not hand it out; Raw is then empty
}

// Filing says where a mail goes once it is stored.
type Filing int

// Filings. The zero value leaves the mail where it is, to be handed over again.
const (
	Leave Filing = iota
	Processed
	Quarantine
)

// Handler stores a batch of mails and says for each where it goes. When it
// returns without error all of the batch must be stored for good; after an error
// the same mails come again.
type Handler func(ctx context.Context, batch []Incoming) ([]Filing, error)

// Source is where mail comes from.
type Source interface {
	// Run hands over each mail behind the checkpoint at least once, in the order
	// of the mailbox, until ctx ends. It outlives any failure of the server.
	Run(ctx context.Context, from Checkpoint, h Handler) error
}

// Delivery is one mail to one recipient, as recorded in the outbox.
type Delivery struct {
	From string // envelope sender; "" is the null sender
	// Instead is the envelope sender where the server does not allow From: some let an
	// account send under its own address alone, and not even without one. "": none.
	Instead string
	To      string
	Raw     []byte
}

// Fate is what became of a delivery.
type Fate int

// Fates. Unknown: the connection broke after the mail was sent and before the
// server answered; it is sent again, with the same bytes.
const (
	Sent Fate = iota
	Temporary
	Permanent
	Unknown
)

// String names the fate in a word.
func (f Fate) String() string {
	return [...]string{"sent", "temporary", "permanent", "unknown"}[f]
}

// Result is the fate of a delivery and the server's words.
type Result struct {
	Fate   Fate
	Code   int    // the server's reply code, 0 where there was none
	Text   string // the server's words, or what went wrong, on one line
	Broken bool   // the server, not this mail, is at fault: others would fare no better
	// Barred is set where the server refuses us, not the recipient: the sender's address,
	// relaying, too many mails in a day. Such a mail is kept until somebody has mended it.
	Barred bool
}

// Sender takes mails to a server.
type Sender interface {
	Send(ctx context.Context, d Delivery) Result
}
