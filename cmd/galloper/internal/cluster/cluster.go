package cluster

import (
	"context"
	"hash/fnv"
	"strconv"
	"time"

	"galloper/events/alarm"
)

// Several daemons on one log (docs/cluster.md). Any of them could do everything: what
// two decide at once is the same, and the expected head lets one of them record it.
// They share the games and the mailbox by who is there, and claim each mail
// before they send it, because a mail cannot be called back.

// Cluster is what the daemons on one log agree by.
type Cluster struct {
	Shares Shares
	Claims Claims
	Doubt  time.Duration // after which a claim of another daemon is taken over: no work claimed takes longer
	Alarms *alarm.Alarms // nil: the servers have none, and the daemon's own timers do alone
	// Last returns the position of the log's last commit.
	Last func(context.Context) (uint64, error)
}

// Shares says what of the work is this daemon's (crew.Shares).
type Shares interface {
	Holds(part string) bool
	Changed() <-chan struct{}
	ServerTime() (at time.Time, known bool)
	Run(ctx context.Context) error
}

// Claims says whose a piece of work is that cannot be taken back (crew.Claims).
type Claims interface {
	Take(ctx context.Context, piece string) (again time.Duration, err error)
	Renew(ctx context.Context, piece string) (since time.Time, err error)
	Drop(ctx context.Context, piece string) error
}

// ClockTolerance is how far a machine's clock may be from the servers'.
const ClockTolerance = time.Minute

// A daemon of a crew has two clocks: its own, and the servers'. A deadline has passed when
// both say so (Options.Now), and a new one counts from the later of them: what comes too
// late can be told and mended, an order that came in time and was shut out cannot.

// Earliest returns the clock that shows the earlier time of the two.
func (c *Cluster) Earliest(own func() time.Time) func() time.Time {
	return func() time.Time {
		now := own()
		if at, ok := c.Shares.ServerTime(); ok && now.Sub(at) > ClockTolerance {
			return at
		}
		return now
	}
}

// MailboxPart is the share of whoever reads the mailbox.
const MailboxPart = "mailbox"

// GameParts is how many shares the games are divided into: enough for a dozen daemons
// to have about the same.
const GameParts = 32

// Parts returns the shares of the work: those of the games, and what one daemon
// does for all.
func Parts() (games, alone []string) {
	for i := range GameParts {
		games = append(games, gamePart(i))
	}
	return games, []string{MailboxPart}
}

func gamePart(i int) string { return "games." + strconv.Itoa(i) }

// PartOf returns the share that the game belongs to.
func PartOf(game string) string {
	h := fnv.New32a()
	h.Write([]byte(game)) // never fails
	return gamePart(int(h.Sum32() % GameParts))
}
