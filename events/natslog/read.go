package natslog

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"galloper/events"
	"galloper/events/leader"
)

// message is one stored message, from whatever kind of read.
type message struct {
	subject string
	seq     uint64
	before  uint64 // sequence of the game's previous message: the expected sequence in the header
	linked  bool   // whether before is known
	data    []byte
}

var errNone = errors.New("no such message")

// commit parses the message. The error is a *BrokenError.
func (m *message) commit() (events.Commit, error) {
	game := strings.TrimPrefix(m.subject, prefix)
	c, err := events.ParseCommit(m.data)
	if err == nil && c.Game != game {
		err = fmt.Errorf("it is a commit of game %s", c.Game)
	}
	if err != nil {
		return events.Commit{}, &events.BrokenError{Game: game, Seq: m.seq, Reason: err.Error()}
	}
	c.Head.Seq = m.seq
	return c, nil
}

// Head implements events.Log.
func (s *Store) Head(ctx context.Context, game string) (events.Head, error) {
	for c, err := range s.walkBack(ctx, game) {
		if err != nil {
			return events.Head{}, fmt.Errorf("natslog: head of %s: %w", game, err)
		}
		return c.Head, nil
	}
	return events.Head{}, nil
}

// Backward implements events.Log.
func (s *Store) Backward(ctx context.Context, game string) iter.Seq2[events.Commit, error] {
	return wrapped("read "+game+" backward", s.walkBack(ctx, game))
}

// wrapped adds the operation to the errors of the sequence.
func wrapped(what string, seq iter.Seq2[events.Commit, error]) iter.Seq2[events.Commit, error] {
	return func(yield func(events.Commit, error) bool) {
		for c, err := range seq {
			if err != nil {
				err = fmt.Errorf("natslog: %s: %w", what, err)
			}
			if !yield(c, err) {
				return
			}
		}
	}
}

// walkBack walks from the head to the first commit along the sequences of the predecessors. It reads from the stream's
// leader.
func (s *Store) walkBack(ctx context.Context, game string) iter.Seq2[events.Commit, error] {
	return func(yield func(events.Commit, error) bool) {
		if err := s.checkHeads(game); err != nil {
			yield(events.Commit{}, err)
			return
		}
		known := s.heads.recordedHead(game) // before the head is read, because others may append meanwhile
		m, err := s.lastMessage(ctx, game)
		if errors.Is(err, errNone) {
			if known.Version > 0 {
				yield(events.Commit{}, lostTail(game, events.Head{}, known))
			}
			return
		}
		var after *events.Commit
		for err == nil {
			var c events.Commit
			if c, err = m.commit(); err != nil {
				break
			}
			if err = fits(&c, after, known); err != nil || !yield(c, nil) {
				break
			}
			if c.First == 1 {
				return
			}
			after = &c
			before := m.before
			m, err = s.messageAt(ctx, before)
			if errors.Is(err, errNone) { // or only its pointer, with the same result
				err = s.checkGone(ctx, before)
			}
			if errors.Is(err, errNone) {
				err = &events.BrokenError{Game: game, Seq: c.Head.Seq, Version: c.First, Reason: "the commit before it is missing"}
			}
		}
		if err != nil {
			yield(events.Commit{}, err)
		}
	}
}

// checkHeads returns an error if the recorded heads are lost.
func (s *Store) checkHeads(game string) error {
	if s.heads.isLost() {
		return &events.BrokenError{Game: game, Reason: errHeadsLost}
	}
	return nil
}

// fits checks a commit against its successor, or the head against the recorded one.
func fits(c, after *events.Commit, known events.Head) error {
	if after != nil {
		return after.Follows(c.Head)
	}
	if known.Version > c.Head.Version || known.Version == c.Head.Version && known.Hash != c.Head.Hash {
		return lostTail(c.Game, c.Head, known)
	}
	return nil
}

func lostTail(game string, at, known events.Head) error {
	return &events.BrokenError{
		Game: game, Seq: known.Seq, Version: known.Version,
		Reason: fmt.Sprintf("its end was lost or rewritten: it was at event %d with the hash %s, but the stream has "+
			"event %d with %s", known.Version, known.Hash, at.Version, at.Hash),
	}
}

// lastMessage returns the last message of the game, at the one at the sequence.
func (s *Store) lastMessage(ctx context.Context, game string) (*message, error) {
	return s.get(ctx, getRequest{Last: prefix + game})
}

func (s *Store) messageAt(ctx context.Context, seq uint64) (*message, error) {
	return s.get(ctx, getRequest{Seq: seq})
}

type getRequest struct {
	Seq  uint64 `json:"seq,omitempty"`
	Last string `json:"last_by_subj,omitempty"`
	Next string `json:"next_by_subj,omitempty"`
}

// get reads one message. In a cluster it asks the leader, because a direct get may be answered by a replica that
// lags.
func (s *Store) get(ctx context.Context, req getRequest) (*message, error) {
	if s.clustered() {
		return s.getFromLeader(ctx, req)
	}
	ctx, cancel := context.WithTimeout(ctx, s.opts.Timeout)
	defer cancel()
	var raw *jetstream.RawStreamMsg
	var err error
	if req.Last != "" {
		raw, err = s.stream.GetLastMsgForSubject(ctx, req.Last)
	} else {
		raw, err = s.stream.GetMsg(ctx, req.Seq)
	}
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, errNone
	}
	if err != nil {
		return nil, err
	}
	return newMessage(raw.Subject, raw.Sequence, raw.Header, raw.Data), nil
}

func newMessage(subject string, seq uint64, h nats.Header, data []byte) *message {
	before, err := strconv.ParseUint(h.Get(jetstream.ExpectedLastSubjSeqHeader), 10, 64)
	return &message{subject: subject, seq: seq, before: before, linked: err == nil, data: data}
}

// getFromLeader asks the leader, and retries during an election. The last message of a game is the newest that a
// majority knows.
func (s *Store) getFromLeader(ctx context.Context, req getRequest) (*message, error) {
	ask, err := json.Marshal(req)
	if err != nil {
		return nil, err
	}
	game, last := strings.CutPrefix(req.Last, prefix)
	if !last {
		return leader.Ask(ctx, s.warm, func(ctx context.Context, js jetstream.JetStream) (*message, error) {
			return askLeader(ctx, js.Conn(), ask)
		})
	}
	m, err := leader.Most(ctx, s.warm, func(a, b *message) bool { return a.seq > b.seq },
		func(ctx context.Context, js jetstream.JetStream) (*message, error) {
			m, err := askLeader(ctx, js.Conn(), ask)
			if errors.Is(err, errNone) {
				m, err = &message{}, nil
			}
			if err == nil && m.seq < s.known.of(game) {
				s.warm.Avoid(js)
				return nil, errBehind
			}
			return m, err
		})
	if err == nil && m.seq == 0 {
		return nil, errNone
	}
	if err == nil {
		s.known.note(game, m.seq)
	}
	return m, err
}

func askLeader(ctx context.Context, nc *nats.Conn, ask []byte) (*message, error) {
	r, err := nc.RequestWithContext(ctx, "$JS.API.STREAM.MSG.GET."+Stream, ask)
	if err != nil {
		return nil, err
	}
	var answer struct {
		Error   *jetstream.APIError `json:"error"`
		Message struct {
			Subject string `json:"subject"`
			Seq     uint64 `json:"seq"`
			Header  []byte `json:"hdrs"`
			Data    []byte `json:"data"`
		} `json:"message"`
	}
	if err := json.Unmarshal(r.Data, &answer); err != nil {
		return nil, err
	}
	if answer.Error != nil {
		if answer.Error.ErrorCode == jetstream.JSErrCodeMessageNotFound {
			return nil, errNone
		}
		return nil, answer.Error
	}
	m := &answer.Message
	h, err := nats.DecodeHeadersMsg(m.Header)
	if err != nil && len(m.Header) > 0 {
		return nil, err
	}
	return newMessage(m.Subject, m.Seq, h, m.Data), nil
}

// Game implements events.Log.
func (s *Store) Game(ctx context.Context, game string, after events.Head) iter.Seq2[events.Commit, error] {
	read := s.forward
	if s.clustered() {
		read = s.forwardCluster
	}
	return wrapped("read "+game, func(yield func(events.Commit, error) bool) {
		if err := s.checkHeads(game); err != nil {
			yield(events.Commit{}, err)
			return
		}
		known := s.heads.recordedHead(game)
		at := after
		for m, err := range read(ctx, game, after.Seq) {
			var c events.Commit
			if err == nil {
				c, err = m.commit()
			}
			if err == nil {
				err = c.Follows(at)
			}
			if !yield(c, err) || err != nil {
				return
			}
			at = c.Head
		}
		if known.Version > at.Version {
			yield(events.Commit{}, lostTail(game, at, known))
		}
	})
}

// walked is the number of commits that are read one by one from the head backwards; the rest is read in batches. Single
// reads cost the same everywhere in the log. Batches are cheaper for long games, but the server scans everything stored
// between the commits. Creating and deleting a consumer per game would cost more than either.
const walked = 64

// forward yields the messages of the game after the sequence.
func (s *Store) forward(ctx context.Context, game string, after uint64) iter.Seq2[*message, error] {
	return func(yield func(*message, error) bool) {
		tail, reached, err := s.tail(ctx, game, after, walked)
		until := ^uint64(0)
		if len(tail) > 0 {
			until = tail[0].seq
		}
		for more := !reached; more && err == nil; {
			var list []*message
			list, more, err = s.batch(ctx, s.nc, prefix+game, after+1, s.opts.Timeout)
			for _, m := range list {
				if after = m.seq; after >= until {
					more = false
					break
				}
				if !yield(m, nil) {
					return
				}
			}
		}
		for _, m := range tail {
			if err != nil || !yield(m, nil) {
				break
			}
		}
		if err != nil {
			yield(nil, err)
		}
	}
}

// tail returns the last messages of the game after the sequence, at most the given number, oldest first, and whether
// these are all.
func (s *Store) tail(ctx context.Context, game string, after uint64, most int) (list []*message, all bool, err error) {
	m, err := s.lastMessage(ctx, game)
	for err == nil && m.seq > after && len(list) < most {
		list = append(list, m)
		if all = m.linked && m.before <= after; all || !m.linked {
			break
		}
		before := m.before
		if m, err = s.messageAt(ctx, before); errors.Is(err, errNone) {
			err = s.checkGone(ctx, before)
		}
	}
	slices.Reverse(list)
	switch {
	case errors.Is(err, errNone): // no such game, or a gap, which the check of the chain will find
		return list, len(list) == 0, nil
	case err == nil && len(list) == 0:
		return nil, true, nil
	}
	return list, all, err
}

// forwardCluster is forward for a cluster, where each single read costs a round trip. It reads the latest messages
// one by one from the leader, and earlier ones in batches. A batch may come from a replica that lags or is frozen, or
// may lose messages with a connection. The leader is asked for missing messages, so that a writer sees everything
// acknowledged before.
func (s *Store) forwardCluster(ctx context.Context, game string, after uint64) iter.Seq2[*message, error] {
	return func(yield func(*message, error) bool) {
		late, reached, err := s.tail(ctx, game, after, walkedCluster)
		until := after // everything up to there is read
		if len(late) > 0 && !reached {
			until = late[0].seq - 1
			if late[0].linked {
				until = late[0].before
			}
		}
		for silent := 0; after < until && err == nil && silent < batchTries; {
			var list []*message
			list, _, err = s.batch(ctx, s.warm.Turn(silent), prefix+game, after+1, replicaTime)
			if errors.Is(err, errSilent) {
				err = nil
			}
			before := after
			for _, m := range list {
				if m.seq <= after {
					continue
				}
				if m.linked && m.before > after || m.seq > until {
					break
				}
				if after = m.seq; !yield(m, nil) {
					return
				}
			}
			if after == before {
				silent++ // or the replica lags; which one answers is random
			}
		}
		for after < until && err == nil {
			var m *message
			m, err = s.getFromLeader(ctx, getRequest{Seq: after + 1, Next: prefix + game})
			switch {
			case errors.Is(err, errNone):
				err = errBehind
			case err == nil && m.seq > until:
				after = until
			case err == nil:
				if after = m.seq; !yield(m, nil) {
					return
				}
			}
		}
		for _, m := range late {
			if err != nil || !yield(m, nil) {
				break
			}
		}
		if err != nil {
			yield(nil, err)
		}
	}
}

const walkedCluster = 4

// batchTries is the number of empty batches before the leader is asked for the rest.
const batchTries = 3

const (
	batchMessages = 256
	batchBytes    = 8 << 20
)

// errBehind means that one server had a commit that the next one lacks: that one is partitioned and still considers
// itself the leader.
var errBehind = leader.ErrBehind

// errSilent means that a server did not complete a batch.
var errSilent = errors.New("the server has stopped answering")

// batch requests messages on the subject, or on all, from the sequence on, and reports whether there are more. If the
// server is silent for the given time, it returns the messages so far and errSilent.
func (s *Store) batch(ctx context.Context, nc *nats.Conn, subject string, from uint64,
	silence time.Duration) (list []*message, more bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, s.opts.Timeout)
	defer cancel()
	inbox := nc.NewInbox()
	sub, err := nc.SubscribeSync(inbox)
	if err != nil {
		return nil, false, err
	}
	defer func() { err = errors.Join(err, sub.Unsubscribe()) }()
	if err := sub.SetPendingLimits(-1, -1); err != nil {
		return nil, false, err
	}
	ask := fmt.Appendf(nil, `{"seq":%d,"next_by_subj":%q,"batch":%d,"max_bytes":%d}`, from, subject, batchMessages,
		batchBytes)
	if err := nc.PublishRequest("$JS.API.DIRECT.GET."+Stream, inbox, ask); err != nil {
		return nil, false, err
	}
	for {
		m, err := next(ctx, sub, silence)
		if err != nil {
			return list, false, err
		}
		if status := m.Header.Get("Status"); status != "" && len(m.Data) == 0 {
			more, err := batchEnd(status, m.Header)
			return list, more, err
		}
		seq, err := strconv.ParseUint(m.Header.Get(jetstream.SequenceHeader), 10, 64)
		if err != nil {
			return nil, false, fmt.Errorf("a message of the batch has no sequence: %w", err)
		}
		list = append(list, newMessage(m.Header.Get(jetstream.SubjectHeader), seq, m.Header, m.Data))
	}
}

// next waits for the next message, at most for the given time. It fails at once if there is no server to ask.
func next(ctx context.Context, sub *nats.Subscription, silence time.Duration) (*nats.Msg, error) {
	wait, cancel := context.WithTimeout(ctx, silence)
	defer cancel()
	m, err := sub.NextMsgWithContext(wait)
	if errors.Is(err, nats.ErrNoResponders) || err != nil && wait.Err() != nil && ctx.Err() == nil {
		return nil, errSilent
	}
	return m, err
}

// batchEnd interprets the status of the empty message that ends a batch.
func batchEnd(status string, h nats.Header) (more bool, err error) {
	switch status {
	case "204":
		return h.Get("Nats-Num-Pending") != "0", nil
	case "404":
		return false, nil
	}
	return false, fmt.Errorf("the server answered %s %s", status, h.Get("Description"))
}

// Games implements events.Log.
func (s *Store) Games(ctx context.Context) ([]string, error) {
	info, err := s.stream.Info(ctx, jetstream.WithSubjectFilter(Subjects))
	if err != nil {
		return nil, fmt.Errorf("natslog: list games: %w", err)
	}
	names := make([]string, 0, len(info.State.Subjects))
	for subject := range info.State.Subjects {
		names = append(names, strings.TrimPrefix(subject, prefix))
	}
	slices.Sort(names)
	return names, nil
}
