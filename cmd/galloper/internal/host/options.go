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

// Options are what a daemon runs with.
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
	Crew      *cluster.Cluster // the other daemons on this log; nil where there are none
	Parallel  int              // mails taken in at once, and sent, and games played on; 0 means 1
	Loaded    int              // how many games are kept in memory; 0 means 2000
	Snapshot  string           // file in which is kept what a start needs to know of the games; "" for none
	Umpires   []string         // of games that name none
	Guests    bool             // strangers may join public games by mail
	Limits    Limits           // on what mail can make the service do
	Screen    Screen           // whose mail is looked at
	Retry     []time.Duration  // pauses before a mail is tried again, the last repeats; none: Patience
	Unread    time.Duration    // after which umpires are told that the mailbox cannot be read; 0: an hour
	Unsent    time.Duration    // after which they are told that mail waits; 0: four hours
	// Taken is told of each mail that the server has taken, maybe more than once; nil: nobody is.
	Taken func(ctx context.Context, game string, m campaign.Mail)
	// MailboxFault says why the mailbox cannot be read, "" if it can; it may be nil.
	MailboxFault func() string
	// PageFault says why the page is not served, "" if it is, or if there is to be none.
	PageFault  string
	CheckEvery time.Duration // how often the whole store is checked; 0: never
	Now        func() time.Time
	// Pause waits a little, at most so long, before something is tried again that another
	// daemon has come in the way of; nil: by this machine's clock.
	Pause  func(ctx context.Context, most time.Duration) error
	Logger *slog.Logger
}

// The keys of DKIM signatures are in DNS, which anybody's mail can have us ask. So each
// question has an end, all those of one mail have one, and answers are kept for a while.

// LookupTXT asks DNS for the TXT records of a name, as net.Resolver.LookupTXT does.
type LookupTXT func(ctx context.Context, name string) ([]string, error)

// What is wrong with the mail itself must be said by somebody: a mailbox that cannot be
// read, a server that takes nothing. The umpires are told once it has gone on for long,
// and once more when it is over; metrics and the log say it all the time.

// What [Options] has where it says nothing else.
const (
	MailboxAlarm = time.Hour     // how long the mailbox may not be read before the umpires are told
	OutboxAlarm  = 4 * time.Hour // how long a mail may wait before they are told
)

// Patience is how long after each failed attempt a mail is tried again.
func Patience() []time.Duration {
	return []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour}
}

func (o *Options) setPatience() {
	if len(o.Retry) == 0 {
		o.Retry = Patience()
	}
	o.Unread, o.Unsent = cmp.Or(o.Unread, MailboxAlarm), cmp.Or(o.Unsent, OutboxAlarm)
}
