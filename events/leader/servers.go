package leader

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Servers is JetStream on a cluster, with a warm connection to each of its servers. What
// is published, and what is read from a stream's leader, is asked of one server, soon of
// the next too, and so on; all else goes over a connection to any of them.
//
// Copies of one message may so reach the servers, one of them late. A message that is
// published must carry the sequence that its subject is to have, or an id, or be one that
// does no harm twice.
type Servers struct {
	jetstream.JetStream     // over a connection to any of them
	servers             int // how many there are
	patience            time.Duration
	brought             atomic.Int64 // bytes that the warm connections have read

	mu   sync.Mutex
	each []*link                 // one for each server, the preferred first
	up   map[string]*atomic.Bool // by URL
	ears map[*ear]bool
	shut bool
}

// link is the connection to one server. That it is up is known from what the library tells:
// asked, it would have the question wait while it connects.
type link struct {
	jetstream.JetStream
	up *atomic.Bool
}

// ear is a subscription on all connections.
type ear struct {
	subject string
	hear    nats.MsgHandler
	on      []*nats.Subscription
}

// Warm connects to each of the servers at the URLs, in its own time, besides the
// connection that there is. A request waits for an answer as long as the patience.
func Warm(js jetstream.JetStream, urls []string, patience time.Duration, opts ...nats.Option) *Servers {
	s := &Servers{JetStream: js, servers: len(urls), patience: patience, ears: map[*ear]bool{},
		up: map[string]*atomic.Bool{}}
	// What is sent to a server that is gone must fail, and not go out late when it is back.
	opts = append(slices.Clone(opts), nats.IgnoreDiscoveredServers(), nats.RetryOnFailedConnect(true),
		nats.MaxReconnects(-1), nats.ReconnectBufSize(-1), nats.ReconnectWait(250*time.Millisecond),
		nats.Timeout(time.Second), nats.PingInterval(500*time.Millisecond), nats.MaxPingsOutstanding(2))
	for _, url := range urls {
		go s.dial(url, opts)
	}
	return s
}

// dial adds the connection to one server; one that is not there now is tried on and on.
func (s *Servers) dial(url string, opts []nats.Option) {
	up := &atomic.Bool{}
	s.mu.Lock()
	s.up[url] = up
	s.mu.Unlock()
	nc, err := nats.Connect(url, append(slices.Clone(opts),
		nats.ConnectHandler(func(*nats.Conn) { up.Store(true) }),
		nats.ReconnectHandler(func(*nats.Conn) { up.Store(true) }),
		nats.DisconnectErrHandler(func(*nats.Conn, error) { up.Store(false) }),
		nats.ClosedHandler(func(*nats.Conn) { up.Store(false) }),
		s.count)...)
	if err != nil {
		return // the settings are wrong, as the first connection has told
	}
	js, err := jetstream.New(nc)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil || s.shut {
		nc.Close()
		return
	}
	s.each = append(s.each, &link{js, up})
	for e := range s.ears {
		e.listen(nc)
	}
}

// count has what the connection reads counted as it comes: the library counts whole messages.
func (s *Servers) count(o *nats.Options) error {
	if o.CustomDialer == nil {
		o.CustomDialer = &net.Dialer{Timeout: o.Timeout}
	}
	o.CustomDialer = counting{o.CustomDialer, &s.brought}
	return nil
}

type counting struct {
	nats.CustomDialer
	brought *atomic.Int64
}

func (d counting) Dial(network, address string) (net.Conn, error) {
	conn, err := d.CustomDialer.Dial(network, address)
	if err != nil {
		return nil, err
	}
	return counted{conn, d.brought}, nil
}

type counted struct {
	net.Conn
	brought *atomic.Int64
}

func (c counted) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.brought.Add(int64(n))
	return n, err
}

// Subscribe has the function called with each message on the subject, as often as servers
// bring it, until stop is called.
func (s *Servers) Subscribe(subject string, hear nats.MsgHandler) (stop func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := &ear{subject: subject, hear: hear}
	s.ears[e] = true
	for _, l := range s.each {
		e.listen(l.Conn())
	}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.ears, e)
		for _, sub := range e.on {
			_ = sub.Unsubscribe() // its connection may be gone
		}
	}
}

func (e *ear) listen(nc *nats.Conn) {
	if sub, err := nc.Subscribe(e.subject, e.hear); err == nil { // else the connection is closed
		e.on = append(e.on, sub)
	}
}

// Close closes the warm connections.
func (s *Servers) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shut = true
	for _, l := range s.each {
		l.Conn().Close()
	}
}

// Connected returns the connections that are open now, the preferred first.
func (s *Servers) Connected() (all []*nats.Conn) {
	for _, l := range s.open() {
		all = append(all, l.Conn())
	}
	return all
}

// Missing returns the addresses of the servers without an open connection, as host:port.
func (s *Servers) Missing() (addresses []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for url, up := range s.up {
		if !up.Load() {
			addresses = append(addresses, url[strings.LastIndexAny(url, "/@")+1:]) // without what it signs in with
		}
	}
	return addresses
}

func (s *Servers) links() []*link {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.each)
}

func (s *Servers) open() []*link {
	return slices.DeleteFunc(s.links(), func(l *link) bool { return !l.up.Load() })
}

// Turn returns the connection over which is asked after so many others: where none is open,
// that to any server.
func (s *Servers) Turn(asked int) *nats.Conn { return s.turn(asked).Conn() }

func (s *Servers) turn(asked int) jetstream.JetStream {
	if all := s.open(); len(all) > 0 {
		return all[asked%len(all)]
	}
	return s.JetStream
}

// pause returns how long is waited after one said that it cannot answer: not at all before
// all were asked.
func (s *Servers) pause(asked int) time.Duration {
	if asked < len(s.open()) {
		return 0
	}
	return Pause
}

// rank has the server be asked first from now on, since it has just stored something, or
// last: one that is cut off from the others answers all the same what it is asked, as the
// leader that it was, and can store nothing.
func (s *Servers) rank(js jetstream.JetStream, first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l, is := js.(*link)
	if !is {
		return // the one to any server
	}
	at := slices.Index(s.each, l)
	s.each = slices.Delete(s.each, at, at+1)
	to := len(s.each)
	if first {
		to = 0
	}
	s.each = slices.Insert(s.each, to, l)
}

// Avoid has the server be asked last that was found to lack something.
func (s *Servers) Avoid(js jetstream.JetStream) { s.rank(js, false) }

// Publish implements jetstream.JetStream.
func (s *Servers) Publish(ctx context.Context, subject string, data []byte,
	opts ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
	opts = append(slices.Clone(opts), jetstream.WithRetryAttempts(0)) // the next server is asked at once
	again := retry
	if len(data) > large {
		again = retryLarge
	}
	return askEach(ctx, s, s.turn, again, func(ctx context.Context, js jetstream.JetStream) (*jetstream.PubAck, error) {
		ack, err := js.Publish(ctx, subject, data, opts...)
		switch { // a refusal says nothing of the server, nor that another one has answered sooner
		case err == nil:
			s.rank(js, true)
		case Missing(err):
			s.rank(js, false)
		}
		return ack, err
	})
}

// Stream implements jetstream.JetStream.
func (s *Servers) Stream(ctx context.Context, name string) (jetstream.Stream, error) {
	st, err := Ask(ctx, s, func(ctx context.Context, js jetstream.JetStream) (jetstream.Stream, error) {
		return js.Stream(ctx, name)
	})
	return s.wrap(name, st, err)
}

// settles is how long Open tries, and how long a server may lack a stream that was just made: the server that is to
// lead it answers for it before it has it.
const settles = 20 * time.Second

// Open finds the stream, or makes it as wanted. Several processes may do so at once, and the servers may be electing a
// leader: while the stream is neither found nor made for such a reason, Open tries again.
func Open(ctx context.Context, js jetstream.JetStream, wanted jetstream.StreamConfig) (jetstream.Stream, error) {
	for begun := time.Now(); ; {
		st, err := js.Stream(ctx, wanted.Name)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			st, err = js.CreateStream(ctx, wanted)
		}
		_, many := js.(*Servers)
		again := many && Missing(err) || errors.Is(err, jetstream.ErrStreamNotFound) ||
			errors.Is(err, jetstream.ErrStreamNameAlreadyInUse)
		if !again || time.Since(begun) > settles {
			return st, err
		}
		select {
		case <-time.After(Pause):
		case <-ctx.Done():
			return nil, err
		}
	}
}

// CreateStream implements jetstream.JetStream.
func (s *Servers) CreateStream(ctx context.Context, cfg jetstream.StreamConfig) (jetstream.Stream, error) {
	st, err := s.JetStream.CreateStream(ctx, cfg)
	return s.wrap(cfg.Name, st, err)
}

// UpdateStream implements jetstream.JetStream.
func (s *Servers) UpdateStream(ctx context.Context, cfg jetstream.StreamConfig) (jetstream.Stream, error) {
	st, err := s.JetStream.UpdateStream(ctx, cfg)
	return s.wrap(cfg.Name, st, err)
}

func (s *Servers) wrap(name string, st jetstream.Stream, err error) (jetstream.Stream, error) {
	if err != nil {
		return nil, err
	}
	return s.handle(name, st, false), nil
}

func (s *Servers) handle(name string, st jetstream.Stream, sure bool) *stream {
	return &stream{Stream: st, name: name, servers: s, sure: sure, on: map[jetstream.JetStream]jetstream.Stream{},
		settled: time.Now().Add(settles)}
}

// stream is a stream as each of the servers is asked for it.
type stream struct {
	jetstream.Stream
	name    string
	servers *Servers
	sure    bool      // its readings are those of Sure
	settled time.Time // when each server knows of it, where it was made just now

	mu sync.Mutex
	on map[jetstream.JetStream]jetstream.Stream
}

// Sure is the stream as it is read only where most of the servers hold it with who answers: a server that was cut off
// from the others goes on for up to 20 s to answer as the leader that it was, and knows nothing of what was stored and
// erased since. Each reading costs a writing. A stream that is not asked of several servers is what it was.
func Sure(st jetstream.Stream) jetstream.Stream {
	if s, is := st.(*stream); is {
		return s.servers.handle(s.name, s.Stream, true)
	}
	return st
}

// nowhereYet is a sequence that no stream comes to.
const nowhereYet = 1 << 62

// leads returns nil where the server can still store something in the stream, which is asked to delete what is not
// there: that the servers agree on as on everything else, and it leaves nothing behind.
func (s *stream) leads(ctx context.Context, js jetstream.JetStream) error {
	err := s.deleteBy(ctx, js, nowhereYet, true)
	if errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) && !Missing(err) {
		s.servers.rank(js, true)
		return nil
	}
	return err
}

// by returns the stream over one of the connections.
func (s *stream) by(ctx context.Context, js jetstream.JetStream) (jetstream.Stream, error) {
	s.mu.Lock()
	st := s.on[js]
	s.mu.Unlock()
	if st != nil {
		return st, nil
	}
	st, err := js.Stream(ctx, s.name)
	switch {
	case err == nil:
		s.mu.Lock()
		defer s.mu.Unlock()
		s.on[js] = st
	case errors.Is(err, jetstream.ErrStreamNotFound) && time.Now().Before(s.settled):
		return nil, fmt.Errorf("%w: %v", ErrBehind, err)
	}
	return st, err
}

// read asks the servers for something that the stream holds.
func read[T any](ctx context.Context, s *stream, ask func(context.Context, jetstream.Stream) (T, error)) (T, error) {
	return Ask(ctx, s.servers, func(ctx context.Context, js jetstream.JetStream) (got T, err error) {
		st, err := s.by(ctx, js)
		if err == nil && s.sure {
			err = s.leads(ctx, js)
		}
		if err != nil {
			return got, err
		}
		return ask(ctx, st)
	})
}

// Info implements jetstream.Stream.
func (s *stream) Info(ctx context.Context, opts ...jetstream.StreamInfoOpt) (*jetstream.StreamInfo, error) {
	return read(ctx, s, func(ctx context.Context, st jetstream.Stream) (*jetstream.StreamInfo, error) {
		return st.Info(ctx, opts...)
	})
}

// GetMsg implements jetstream.Stream.
func (s *stream) GetMsg(ctx context.Context, seq uint64,
	opts ...jetstream.GetMsgOpt) (*jetstream.RawStreamMsg, error) {
	return read(ctx, s, func(ctx context.Context, st jetstream.Stream) (*jetstream.RawStreamMsg, error) {
		return st.GetMsg(ctx, seq, opts...)
	})
}

// GetLastMsgForSubject implements jetstream.Stream.
func (s *stream) GetLastMsgForSubject(ctx context.Context, subject string) (*jetstream.RawStreamMsg, error) {
	return read(ctx, s, func(ctx context.Context, st jetstream.Stream) (*jetstream.RawStreamMsg, error) {
		return st.GetLastMsgForSubject(ctx, subject)
	})
}

// DeleteMsg implements jetstream.Stream.
func (s *stream) DeleteMsg(ctx context.Context, seq uint64) error { return s.delete(ctx, seq, true) }

// SecureDeleteMsg implements jetstream.Stream.
func (s *stream) SecureDeleteMsg(ctx context.Context, seq uint64) error {
	return s.delete(ctx, seq, false)
}

func (s *stream) delete(ctx context.Context, seq uint64, leave bool) error {
	_, err := Ask(ctx, s.servers, func(ctx context.Context, js jetstream.JetStream) (struct{}, error) {
		return struct{}{}, s.deleteBy(ctx, js, seq, leave)
	})
	return err
}

// deleteBy asks over one of the connections, and says why it was refused as the server did: the library has only a
// text of it, from which it is not seen that nobody could answer now.
func (s *stream) deleteBy(ctx context.Context, js jetstream.JetStream, seq uint64, leave bool) error {
	req, err := json.Marshal(struct {
		Seq     uint64 `json:"seq"`
		NoErase bool   `json:"no_erase,omitempty"`
	}{seq, leave})
	if err != nil {
		return err
	}
	m, err := js.Conn().RequestWithContext(ctx, jetstream.DefaultAPIPrefix+"STREAM.MSG.DELETE."+s.name, req)
	if err != nil {
		return err
	}
	var said struct {
		Success bool                `json:"success"`
		Error   *jetstream.APIError `json:"error"`
	}
	if err := json.Unmarshal(m.Data, &said); err != nil {
		return fmt.Errorf("leader: delete message %d of %s: %w", seq, s.name, err)
	}
	if said.Success {
		return nil
	}
	err = jetstream.ErrMsgDeleteUnsuccessful
	if said.Error != nil {
		err = fmt.Errorf("%w: %w", err, said.Error)
	}
	return fmt.Errorf("leader: delete message %d of %s: %w", seq, s.name, err)
}
