package natslog

import (
	"context"
	"errors"
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"galloper/events"
)

// newsSubject announces every append to a clustered log, with its sequence number. Core NATS is enough for this:
// unlike a consumer, it survives the loss of a server and needs no leader. An announcement may be lost, so followers
// also poll.
const newsSubject = "crew.log"

const (
	// followPause is the poll interval of a follower without announcements.
	followPause = time.Second
	// replicaPause is the poll interval while a replica lacks an announced commit.
	replicaPause = 20 * time.Millisecond
	// replicaTime is the longest silence of a server within a batch.
	replicaTime = 300 * time.Millisecond
	// replicaHedge is the time that a server has before the next one is asked, if a commit was announced.
	replicaHedge = 50 * time.Millisecond
)

// Follow implements events.Log.
func (s *Store) Follow(ctx context.Context, after uint64) iter.Seq2[events.Commit, error] {
	return wrapped("follow", func(yield func(events.Commit, error) bool) {
		if s.clustered() {
			s.followCluster(ctx, after, yield)
		} else {
			s.consume(ctx, after, 0, yield)
		}
	})
}

// announce announces a commit of the game to the followers of the log.
func (s *Store) announce(game string, seq uint64) {
	if s.clustered() {
		s.known.note(game, seq)
		_ = s.warm.Turn(0).Publish(newsSubject, strconv.AppendUint(nil, seq, 10)) // best effort: followers also poll
	}
}

// followCluster yields the commits after the position without end, from any server that has them.
func (s *Store) followCluster(ctx context.Context, at uint64, yield func(events.Commit, error) bool) {
	news := make(chan uint64, 1)
	defer s.warm.Subscribe(newsSubject, func(m *nats.Msg) { note(news, m) })()
	var said uint64     // the last announced position
	var heard time.Time // time of that announcement
	for asked := 0; ; asked++ {
		list, more, err := s.readAfter(ctx, asked, at, said > at)
		for _, m := range list {
			if m.seq > at+1 && !yield(events.Commit{}, gap(at+1, m.seq-1)) {
				return
			}
			s.known.note(strings.TrimPrefix(m.subject, prefix), m.seq)
			if at = m.seq; !yield(m.commit()) {
				return
			}
		}
		// A silent server does not end the loop: the next one is asked in turn.
		if err != nil && !Unreachable(err) && !errors.Is(err, errSilent) {
			yield(events.Commit{}, err)
			return
		}
		if more {
			continue
		}
		pause := followPause
		if said > at && time.Since(heard) < followPause {
			pause = replicaPause
		}
		select {
		case said = <-news:
			heard = time.Now()
		case <-time.After(pause):
		case <-ctx.Done():
			yield(events.Commit{}, ctx.Err())
			return
		}
	}
}

// readAfter reads the messages after the position. If one was announced, other servers are soon asked too, because a
// server may forward the request to one that it does not know yet to be gone.
func (s *Store) readAfter(
	ctx context.Context, asked int, at uint64, said bool,
) (list []*message, more bool, err error) {
	if !said {
		return s.batch(ctx, s.warm.Turn(asked), "", at+1, replicaTime)
	}
	type answer struct {
		list []*message
		more bool
		err  error
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	servers := max(1, len(s.warm.Connected()))
	answers := make(chan answer, servers)
	var a answer
	for tried, out := 0, 0; tried < servers || out > 0; {
		var next <-chan time.Time
		if tried < servers {
			by := s.warm.Turn(asked + tried)
			go func() {
				list, more, err := s.batch(ctx, by, "", at+1, replicaTime)
				answers <- answer{list, more, err}
			}()
			tried++
			out++
			next = time.After(replicaHedge)
		}
		select {
		case a = <-answers:
			if out--; a.err == nil {
				return a.list, a.more, nil
			}
		case <-next:
		}
	}
	return a.list, a.more, a.err
}

// note replaces the announced position in the channel.
func note(news chan uint64, m *nats.Msg) {
	seq, err := strconv.ParseUint(string(m.Data), 10, 64)
	if err != nil {
		return
	}
	select {
	case before := <-news:
		seq = max(seq, before)
	default:
	}
	select {
	case news <- seq:
	default: // from another connection, at the same time
	}
}
