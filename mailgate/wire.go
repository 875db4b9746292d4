package mailgate

import (
	"context"
	"time"
)

// Checkpoint is a position in a mailbox: every mail up to UID is stored. UIDs are comparable only under the same
// UIDValidity (RFC 9051 §2.3.1.1).
type Checkpoint struct {
	Mailbox     string
	UIDValidity uint32
	UID         uint32
}

// Incoming is one mail as fetched.
type Incoming struct {
	At       Checkpoint // its place; the new checkpoint once it is stored
	Received time.Time  // by the receiving server: decides which of two mails is later
	Size     int64      // in bytes
	Raw      []byte     // the whole mail, or its beginning if Partial
	Partial  bool       // only its beginning was fetched, mostly because of its size (see ReadHead)
	Fault    string     // why the server did not deliver it; Raw is then empty
}

// Filing is the destination of a mail once it is stored.
type Filing int

// Filings. Leave, the zero value, keeps the mail where it is, to be handed over again.
const (
	Leave Filing = iota
	Processed
	Quarantine
)

// Handler stores a batch of mails and returns where to file each. If it returns no error, the whole batch must be
// stored durably; after an error the same mails come again.
type Handler func(ctx context.Context, batch []Incoming) ([]Filing, error)

// Source delivers incoming mail.
type Source interface {
	// Run hands over each mail after the checkpoint at least once, in mailbox order, until ctx ends. It recovers from
	// any failure of the server.
	Run(ctx context.Context, from Checkpoint, h Handler) error
}

// Delivery is one mail to one recipient, as recorded in the outbox.
type Delivery struct {
	From string // envelope sender; "" is the null sender
	// Instead is the envelope sender to use if the server does not accept From: some servers allow only the account's
	// own address, and not even the null sender. "" means none.
	Instead string
	To      string
	Raw     []byte
}

// Fate is the result of a delivery.
type Fate int

// Fates. Unknown means that the connection broke after the mail was sent and before the server answered; it is sent
// again with the same bytes.
const (
	Sent Fate = iota
	Temporary
	Permanent
	Unknown
)

// String returns the fate in lower case: `sent`, `temporary` …
func (f Fate) String() string {
	return [...]string{"sent", "temporary", "permanent", "unknown"}[f]
}

// Result is the fate of a delivery with the server's reply.
type Result struct {
	Fate   Fate
	Code   int    // the server's reply code, 0 if there was none
	Text   string // the server's reply, or the error, on one line
	Broken bool   // the server is at fault, not this mail: others would fail too
	// Barred is true if the server refuses us, not the recipient: the sender's address, relaying, too many mails in a
	// day. Such a mail is kept until the operator fixes the cause.
	Barred bool
}

// Sender delivers mails to a server.
type Sender interface {
	Send(ctx context.Context, d Delivery) Result
}
