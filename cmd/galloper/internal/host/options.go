package host

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/cluster"
	"galloper/cmd/galloper/internal/mailer"
	"galloper/events"
	"galloper/events/vault"
	"galloper/mailgate"
	"galloper/projections/campaign"
)

// Options are the settings of a daemon.
type Options struct {
	Log      events.Log
	Vault    vault.Vault
	Rulesets []*adjudicator.Ruleset
	Post     mailer.Mailer
	Trust    mailgate.Trust
	// LookupTXT finds the keys of DKIM signatures; nil: they are not verified here.
	LookupTXT LookupTXT
	Lists     []string         // List-Ids through which players may write
	Sender    mailgate.Sender  // nil: mail stays in the outbox
	Crew      *cluster.Cluster // the other daemons on this log; nil: no others
	Parallel  int              // mails taken and sent, and games played, in parallel; 0 means 1
	Loaded    int              // number of games in memory; 0 means 2000
	Snapshot  string           // file with the games' state for a fast start; "": no file
	Umpires   []string         // of games that name none
	Guests    bool             // strangers may join public games by mail
	Limits    Limits           // on the work that mail can cause
	Screen    Screen           // selects the senders whose mail is read
	Retry     []time.Duration  // pauses before each retry of a mail, the last repeats; empty: Patience
	Unread    time.Duration    // time until umpires are told that the mailbox can't be read; 0: an hour
	Unsent    time.Duration    // time until they are told that mail waits; 0: four hours
	// Taken is called for each mail that the server has accepted, maybe more than once; may be nil.
	Taken func(ctx context.Context, game string, m campaign.Mail)
	// MailboxFault returns why the mailbox can't be read, or ""; may be nil.
	MailboxFault func() string
	// PageFault is the reason for not serving a page that is configured, or "".
	PageFault  string
	CheckEvery time.Duration // interval of checks of the whole store; 0: never
	Now        func() time.Time
	// Pause waits a short time, up to most, before a retry after a conflict with another daemon; nil: by this machine's
	// clock.
	Pause  func(ctx context.Context, most time.Duration) error
	Logger *slog.Logger
}

// The keys of DKIM signatures are in DNS, and any stranger's mail can make us query it. So each query and all queries
// of one mail have a time limit, and answers are cached.

// LookupTXT queries DNS for the TXT records of a name, as net.Resolver.LookupTXT does.
type LookupTXT func(ctx context.Context, name string) ([]string, error)

// The service must report trouble with the mail itself: an unreadable mailbox, or a server that accepts nothing. The
// umpires are told once it has lasted long, and once when it is over; metrics and the log show it all the time.

// Defaults of [Options].
const (
	MailboxAlarm = time.Hour     // time the mailbox may be unread before the umpires are told
	OutboxAlarm  = 4 * time.Hour // time a mail may wait before they are told
)

// Patience returns the pauses after each failed attempt to send a mail.
func Patience() []time.Duration {
	return []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour}
}

func (o *Options) setPatience() {
	if len(o.Retry) == 0 {
		o.Retry = Patience()
	}
	o.Unread, o.Unsent = cmp.Or(o.Unread, MailboxAlarm), cmp.Or(o.Unsent, OutboxAlarm)
}
