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

// Servers is JetStream on a cluster, with a warm connection to each server. It hedges publishes and reads from a
// stream's leader: if one server does not answer soon, it asks the next one too, and so on. Other requests use a
// connection to any server.
//
// The servers may therefore receive several copies of a message, some of them late. A published message must have an id
// or an expected sequence for its subject, or be idempotent.
type Servers struct {
	jetstream.JetStream     // connection to any server
	servers             int // number of servers
	patience            time.Duration
	brought             atomic.Int64 // bytes read by the warm connections

	mu   sync.Mutex
	each []*link                 // one per server, the preferred first
	up   map[string]*atomic.Bool // by URL
	ears map[*ear]bool
	shut bool
}

// link is the connection to one server. up is kept from callbacks of the library, because a request to a disconnected
// client waits until it reconnects.
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

// Warm connects to each server at the URLs in the background, besides the existing connection. patience bounds the
// time that a request waits for an answer.
func Warm(js jetstream.JetStream, urls []string, patience time.Duration, opts ...nats.Option) *Servers {
	s := &Servers{JetStream: js, servers: len(urls), patience: patience, ears: map[*ear]bool{},
		up: map[string]*atomic.Bool{}}
	// A message to a lost server must fail, not be sent late after a reconnect.
	opts = append(slices.Clone(opts), nats.IgnoreDiscoveredServers(), nats.RetryOnFailedConnect(true),
		nats.MaxReconnects(-1), nats.ReconnectBufSize(-1), nats.ReconnectWait(250*time.Millisecond),
		nats.Timeout(time.Second), nats.PingInterval(500*time.Millisecond), nats.MaxPingsOutstanding(2))
	for _, url := range urls {
		go s.dial(url, opts)
	}
	return s
}

// dial adds the connection to one server, and retries until it succeeds.
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
		return // bad options, which the first connection has already reported
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

// count makes the connection count the bytes as they arrive; the library counts complete messages.
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

// Subscribe calls hear for each message on the subject until stop is called. A message may arrive once per server.
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
			_ = sub.Unsubscribe() // the connection may be closed
		}
	}
}

func (e *ear) listen(nc *nats.Conn) {
	if sub, err := nc.Subscribe(e.subject, e.hear); err == nil { // otherwise the connection is closed
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

// Connected returns the open connections, the preferred first.
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
			addresses = append(addresses, url[strings.LastIndexAny(url, "/@")+1:]) // without credentials
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

// Turn returns the connection for a request after the given number of others. If no warm connection is open, it is
// the connection to any server.
func (s *Servers) Turn(asked int) *nats.Conn { return s.turn(asked).Conn() }

func (s *Servers) turn(asked int) jetstream.JetStream {
	if all := s.open(); len(all) > 0 {
		return all[asked%len(all)]
	}
	return s.JetStream
}

// pause returns the time to wait after a server could not answer: none until all were asked.
func (s *Servers) pause(asked int) time.Duration {
	if asked < len(s.open()) {
		return 0
	}
	return Pause
}

// rank makes the server the first to be asked, because it has just stored a message, or the last. A partitioned
// server still answers reads as the former leader, but cannot store anything.
func (s *Servers) rank(js jetstream.JetStream, first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l, is := js.(*link)
	if !is {
		return // the connection to any server
	}
	at := slices.Index(s.each, l)
	s.each = slices.Delete(s.each, at, at+1)
	to := len(s.each)
	if first {
		to = 0
	}
	s.each = slices.Insert(s.each, to, l)
}

// Avoid moves a server that lacked data to the last place.
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
		switch { // a refusal says nothing about the server, nor does a faster answer by another one
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

// settles bounds the retries of Open, and the time for which a server may lack a new stream: its future leader confirms
// the stream before it has it.
const settles = 20 * time.Second

// Open finds the stream, or creates it as wanted. Several processes may call it at once, even during an election: Open
// retries while the stream can neither be found nor created for such a reason.
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

// stream is a stream that is read from any of the servers.
type stream struct {
	jetstream.Stream
	name    string
	servers *Servers
	sure    bool      // reads are those of Sure
	settled time.Time // for a new stream: when each server knows it

	mu sync.Mutex
	on map[jetstream.JetStream]jetstream.Stream
}

// Sure returns the stream with reads that are confirmed by a majority. A partitioned server goes on for up to 20 s to
// answer as the former leader, without later changes and deletions. Each read costs a write. A stream that does not
// come from [Servers] is returned unchanged.
func Sure(st jetstream.Stream) jetstream.Stream {
	if s, is := st.(*stream); is {
		return s.servers.handle(s.name, s.Stream, true)
	}
	return st
}

// nowhereYet is a sequence that no stream reaches.
const nowhereYet = 1 << 62

// leads returns nil if the server can still store something in the stream. It asks the server to delete a message
// that does not exist: this needs a quorum like any other change, and leaves no trace.
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

// read asks the servers for something in the stream.
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
func (s *stream) GetMsg(ctx context.Context, seq uint64, opts ...jetstream.GetMsgOpt) (*jetstream.RawStreamMsg, error) {
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

// deleteBy deletes over one of the connections. It returns the server's error itself: the library has only its text,
// from which [Missing] could not tell that no server can answer now.
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
