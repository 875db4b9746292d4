package daemon

import (
	"context"
	"slices"
	"strings"
	"time"

	"galloper/cmd/galloper/internal/cluster"
	"galloper/cmd/galloper/internal/host"
	"galloper/cmd/galloper/internal/prose"
)

// clustered is a log on several servers that can name their faults.
type clustered interface {
	Lacking(ctx context.Context) ([]string, error)
}

const (
	serversLook  = 2 * time.Second // between checks of the servers
	serversAlarm = 2 * time.Minute // before umpires are told: a restarted machine is back sooner
)

// WatchServers checks the log's servers repeatedly until ctx ends.
func (d *Monitor) WatchServers(ctx context.Context) error {
	l, is := d.Log.(clustered)
	for is && d.Crew != nil && ctx.Err() == nil {
		d.lookAtServers(ctx, l)
		host.Sleep(ctx, serversLook)
	}
	<-ctx.Done()
	return ctx.Err()
}

func (d *Monitor) lookAtServers(ctx context.Context, l clustered) {
	asking, cancel := context.WithTimeout(ctx, 2*serversLook)
	defer cancel()
	wrong, err := l.Lacking(asking)
	if err != nil {
		wrong = append(wrong, "the servers of the log do not say how they are, and may store nothing now: "+err.Error())
	}
	now := &standing{since: d.Now(), wrong: wrong}
	if was := d.servers.Load(); was != nil && (len(was.wrong) > 0) == (len(wrong) > 0) {
		now.since = was.since
		if slices.Equal(was.wrong, wrong) {
			return
		}
	}
	if ctx.Err() == nil {
		d.Logger.Info("the servers of the log", "lack", wrong)
		d.servers.Store(now)
	}
}

// tellOfServers tells the umpires once if servers of the log are missing, and once when they are back.
func (d *Monitor) tellOfServers(ctx context.Context) {
	s := d.servers.Load()
	if s == nil || d.Crew != nil && !d.Crew.Shares.Holds(cluster.MailboxPart) || d.Now().Sub(s.since) < serversAlarm {
		return
	}
	switch missing := len(s.wrong) > 0; {
	case missing && !d.trouble.servers:
		d.trouble.servers = d.ToldSince(ctx, troubleServers, d.Now().Add(-alarmAgain), troubleWhole) ||
			d.TellUmpires(ctx, troubleServers, "a server of the log is missing", serversMissing(s))
	case !missing && d.trouble.servers:
		d.trouble.servers = !d.TellUmpires(ctx, troubleWhole, "all servers have all of the log again",
			"Each server of the log is back, and has all that was recorded meanwhile.\n")
	}
}

func serversMissing(s *standing) string {
	p := &prose.Text{}
	p.Para("Since %s not all servers that hold the games have all of them:", prose.Moment(s.since, time.UTC))
	p.Block(strings.Join(s.wrong, "\n"))
	p.Para("The games go on as long as more than half of the servers work. If fewer do, nothing is recorded until " +
		"they are back. So take down no other machine now.")
	p.Para("Look whether the machine runs, and galloper serve on it. If so, galloper doctor there says more, of a " +
		"full disk for example. docs/cluster.md says how a machine is replaced. You are told when all is well again.")
	return p.String()
}

// Prefixes of the ids of commits that tell umpires of servers.
const (
	troubleServers = "trouble.servers."
	troubleWhole   = "trouble.whole."
)
