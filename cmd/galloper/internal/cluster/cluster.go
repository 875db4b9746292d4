package cluster

import (
	"context"
	"hash/fnv"
	"strconv"
	"time"

	"galloper/events/alarm"
)

// Several daemons share one log (docs/cluster.md). Any of them could do everything: their decisions on the same state
// are the same, and the expected head lets only one record them. They share the games and the mailbox among the daemons
// present. Because a mail cannot be called back, each is claimed before it is sent.

// Cluster coordinates the daemons on one log.
type Cluster struct {
	Shares Shares
	Claims Claims
	Doubt  time.Duration // before another daemon's claim is taken over; claimed work takes no longer
	Alarms *alarm.Alarms // nil: the servers have no alarms, and the daemon uses only its own timers
	// Last returns the position of the log's last commit.
	Last func(context.Context) (uint64, error)
}

// Shares assigns shares of the work to this daemon (crew.Shares).
type Shares interface {
	Holds(part string) bool
	Changed() <-chan struct{}
	ServerTime() (at time.Time, known bool)
	Run(ctx context.Context) error
}

// Claims claims work that cannot be undone (crew.Claims).
type Claims interface {
	Take(ctx context.Context, piece string) (again time.Duration, err error)
	Renew(ctx context.Context, piece string) (since time.Time, err error)
	Drop(ctx context.Context, piece string) error
}

// ClockTolerance is the acceptable difference between a machine's clock and the servers'.
const ClockTolerance = time.Minute

// A daemon of a crew has two clocks: its own and the servers'. A deadline has passed if both say so (Options.Now), and
// a new one counts from the later of them: closing late can be reported and corrected, but rejecting an order that was
// in time cannot.

// Earliest returns a clock that shows the earlier of the two times.
func (c *Cluster) Earliest(own func() time.Time) func() time.Time {
	return func() time.Time {
		now := own()
		if at, ok := c.Shares.ServerTime(); ok && now.Sub(at) > ClockTolerance {
			return at
		}
		return now
	}
}

// MailboxPart is the share of the daemon that reads the mailbox.
const MailboxPart = "mailbox"

// GameParts is the number of shares of the games: enough to divide them about evenly among a dozen daemons.
const GameParts = 32

// Parts returns the shares of the work: those of the games, and those of work for all games.
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
