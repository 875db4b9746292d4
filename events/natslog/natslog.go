// Package natslog stores an events.Log in a NATS JetStream stream, in a server embedded in the process (OpenEmbedded)
// or in an external one (OpenCluster).
//
// All games are in one stream, each on its subject `evt.<game>`: a type in the subject would make loading a game
// hundreds of times slower. One message is one commit, and its payload is exactly the line of the archive. Each
// append has the expected sequence of the game's last message; publishing without it is not possible. That header is
// stored too, and links each commit to its predecessor.
//
// Message ids and the server's duplicate window are not used: after a conflict or a lost answer the log looks for the
// commit's ID from the head backwards, which gives a certain result.
//
// The embedded server syncs each write to the disk before it acknowledges it, and holds a lock on its directory. It
// keeps the head of each game in a file beside the stream, which reveals the loss of the stream's tail.
//
//	store, err := natslog.OpenEmbedded(dir, natslog.Options{})
//	head, err := store.Append(ctx, events.Head{}, commit)
package natslog

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"galloper/events"
	"galloper/events/leader"
)

// Stream is the name of the stream, Subjects the subjects that it accepts.
const (
	Stream   = "EVENTS"
	Subjects = "evt.*"
	prefix   = "evt."
)

// MaxLine is the largest accepted commit, in bytes of its line. A server with a smaller maximum payload accepts less.
const MaxLine = 4 << 20

// Options of a store. The zero value is right for an embedded store.
type Options struct {
	// Logger gets the messages of the server and the store; nil means slog.Default().
	Logger *slog.Logger
	// Timeout bounds the wait for an answer of the server; 0 means 5 s on a cluster, where another server can be
	// asked, and a minute for an embedded server, which is late only if the machine is busy.
	Timeout time.Duration
	// MaxBytes limits the size of the stream; 0 means no limit. A larger stream gives ErrStoreFull.
	MaxBytes int64
	// Restore resets changed settings of the stream. Without it, a store with changed settings is not opened.
	Restore bool

	// Mend opens a store for repair, whatever its settings are, and even if a repair was interrupted.
	Mend bool

	// Sync is, for an embedded store, the interval at which writes are synced to the disk. 0, the default, syncs each
	// write before it is acknowledged. Any other value risks the last commits in a power cut, and is for simulations.
	Sync time.Duration
	// Started limits, for an embedded store, the start of its server; 0 means 2 minutes.
	Started time.Duration
	// Stop ends the wait for the start when it is closed.
	Stop <-chan struct{}
	// Listen is, for an embedded store, an address such as `127.0.0.1:4222` for other processes; "" means none.
	Listen string
	// Token is required from clients of the server if it listens.
	Token string

	// Existing lists, for a cluster, other streams of a store that must exist already: if the servers have neither
	// one of them nor the log, the error is ErrNoStore. If it is nil, the store may be created.
	Existing []string
	// Replicas is, for a cluster, the number of servers that hold the stream: 1, 3 or 5; 0 keeps an existing stream
	// as it is, and creates a new one with 3.
	Replicas int
	// SignIn is, for a cluster, how the program authenticates.
	SignIn SignIn
	// Peer is, for a cluster, its server in this process, or nil.
	Peer *Peer
	// Connect has, for a cluster, further options of the connection.
	Connect []nats.Option
}

// Store is a log in a JetStream stream. Use OpenEmbedded or OpenCluster.
type Store struct {
	opts   Options
	log    *slog.Logger
	server *server.Server // nil for a cluster
	lock   *dirLock       // nil for a cluster
	heads  *headFile      // nil for a cluster
	nc     *nats.Conn
	js     jetstream.JetStream
	warm   *leader.Servers // same as js for a cluster; nil for an embedded store
	stream jetstream.Stream
	known  known                 // for a cluster
	max    int                   // largest line
	dir    string                // "" for a cluster
	faults []string              // found at open
	mended []string              // changes to the files at open
	denied atomic.Pointer[error] // the first permission error from the servers
	stop   context.CancelFunc    // stops watching the cluster

	unfinished bool // a repair was interrupted
	made       bool // the stream was created at open
}

// ErrNoStore means that the servers hold no store.
var ErrNoStore = errors.New("these servers hold no games")

var _ events.Log = (*Store)(nil)

// OpenEmbedded opens the store in the directory, which it creates if necessary, with a server inside this process. It
// returns a *LockedError if another process has the store open, a *DriftError if the stream's settings were changed,
// and a *DamagedError if no server can be started on the files. Gaps are not an error but in Faults: the games
// concerned are broken, the others are not affected.
func OpenEmbedded(dir string, o Options) (*Store, error) {
	if o.Timeout == 0 {
		o.Timeout = time.Minute
	}
	s := &Store{opts: o.filled()}
	s.log = s.opts.Logger
	if err := s.embed(dir); err != nil {
		s.Close()
		return nil, fmt.Errorf("natslog: open %s: %w", dir, err)
	}
	return s, nil
}

func (s *Store) embed(dir string) (err error) {
	if s.lock, err = lockDir(dir); err != nil {
		return err
	}
	s.dir = dir
	if err := enoughFiles(dir); err != nil {
		return err
	}
	damaged, err := s.lookAtFiles()
	if err != nil {
		return err
	}
	if s.server, err = startServer(dir, s.opts); err != nil {
		return err
	}
	s.nc, err = nats.Connect("", nats.InProcessServer(s.server), nats.Token(s.opts.Token), nats.Name("galloper"),
		nats.Timeout(s.opts.Started), s.onError())
	if err != nil {
		return err
	}
	js, err := jetstream.New(s.nc, jetstream.WithDefaultTimeout(s.opts.Timeout))
	if err != nil {
		return err
	}
	s.js = roomy{js, s.dir}
	s.opts.Replicas = 1
	if err := s.openStream(); err != nil {
		return err
	}
	if s.heads, err = openHeads(dir, s.stream.CachedInfo().State.LastSeq == 0); err != nil {
		return err
	}
	if s.heads.isLost() {
		s.fault("the file " + headsName + " is lost: all games are on hold")
	}
	for _, d := range damaged {
		s.fault(d.String())
	}
	s.checkTail()
	return nil
}

// lookAtFiles returns the damage that does not prevent the server's start, or an error. If the store is opened for
// repair, it mends the files.
func (s *Store) lookAtFiles() (damaged []Damage, err error) {
	if s.opts.Mend {
		if s.mended, err = mendBlocks(s.dir); err != nil {
			return nil, err
		}
	}
	if damaged, err = inspect(s.dir, false); err != nil {
		return nil, err
	}
	for _, d := range damaged {
		if d.fatal {
			return nil, &DamagedError{d}
		}
	}
	return damaged, nil
}

// fault records and logs a fault of the store.
func (s *Store) fault(text string) {
	s.faults = append(s.faults, text)
	s.log.Error("event store", "fault", text)
}

// OpenCluster opens the store in the JetStream of the servers at the URL (several are separated by commas), and
// creates the stream if there is none. Whether those servers sync each write cannot be determined from here.
func OpenCluster(url string, o Options) (*Store, error) {
	s := &Store{opts: o.filled()}
	s.log = s.opts.Logger
	if s.opts.Token != "" && s.opts.SignIn.Token == "" {
		s.opts.SignIn.Token = s.opts.Token
	}
	err := s.connect(url)
	if err == nil {
		err = s.openStream()
	}
	if err != nil {
		s.Close()
		return nil, fmt.Errorf("natslog: open %s: %w", url, explained(err))
	}
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	go s.watch(ctx)
	return s, nil
}

func (s *Store) connect(url string) error {
	opts, err := s.opts.SignIn.Options()
	if err != nil {
		return err
	}
	// Reconnect to a lost server at once and for ever: the others hold the stream meanwhile, and deadlines pass. A
	// silent server, as after a network failure, must be left for another one: without the two ping options the
	// client would wait for some four minutes.
	opts = append(opts, nats.Name("galloper"), nats.MaxReconnects(-1), nats.ReconnectWait(250*time.Millisecond),
		nats.PingInterval(2*time.Second), nats.MaxPingsOutstanding(2), s.onError())
	opts = append(opts, s.opts.Connect...)
	if s.nc, err = nats.Connect(url, opts...); err != nil {
		return err
	}
	js, err := jetstream.New(s.nc, jetstream.WithDefaultTimeout(s.opts.Timeout))
	if err != nil {
		return err
	}
	s.warm = leader.Warm(js, strings.Split(url, ","), electionTimes*s.opts.Timeout, opts...)
	s.js = s.warm
	return nil
}

func (s *Store) clustered() bool { return s.warm != nil }

// electionTimes bounds a request to a cluster, in timeouts: servers that have lost their leader need up to 18 s to
// elect another.
const electionTimes = 4

func (o Options) filled() Options {
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.Timeout == 0 {
		o.Timeout = 5 * time.Second
	}
	if o.Started == 0 {
		o.Started = startTime
	}
	return o
}

func (s *Store) onError() nats.Option {
	return nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		if errors.Is(err, nats.ErrPermissionViolation) {
			s.denied.CompareAndSwap(nil, &err)
		}
		s.log.Warn("nats connection", "error", err)
	})
}

// openStream finds or creates the stream, and checks its settings and sequences.
func (s *Store) openStream() error {
	ctx, cancel := context.WithTimeout(context.Background(), 6*s.opts.Timeout)
	defer cancel()
	var err error
	if s.stream, err = s.awaitStream(ctx); err != nil {
		return err
	}
	info := s.stream.CachedInfo()
	s.max = min(MaxLine, int(s.nc.MaxPayload())-4096)
	if s.nc.MaxPayload() < maxPayload {
		s.log.Warn("event store: the server accepts only small messages; set max_payload to 8MB there", "bytes",
			s.nc.MaxPayload())
	}
	for _, f := range gaps(info.State) {
		s.fault(f)
	}
	return nil
}

func (s *Store) findStream(ctx context.Context) (jetstream.Stream, error) {
	if err := s.findMended(ctx); err != nil {
		return nil, err
	}
	if err := s.lookForStore(ctx); err != nil {
		return nil, err
	}
	st, err := leader.Open(ctx, s.js, wantedConfig(s.opts.MaxBytes, newReplicas(s.opts.Replicas)))
	if err != nil {
		return nil, err
	}
	got := st.CachedInfo().Config
	want := wantedConfig(s.opts.MaxBytes, got.Replicas)
	if s.opts.Replicas != 0 {
		want.Replicas = s.opts.Replicas
	}
	d := drift(got, want)
	if len(d) > 0 && s.opts.Mend {
		return st, nil
	}
	if len(d) > 0 && !s.opts.Restore {
		return nil, &DriftError{Settings: d}
	}
	if len(d) > 0 || got.MaxBytes != want.MaxBytes {
		s.log.Warn("event store: reset the stream settings", "changed", d)
		return s.js.UpdateStream(ctx, want)
	}
	return st, nil
}

// lookForStore records whether the servers hold a store, before one is created.
func (s *Store) lookForStore(ctx context.Context) error {
	if !s.clustered() {
		return nil
	}
	for _, name := range append([]string{Stream}, s.opts.Existing...) {
		if _, err := s.js.Stream(ctx, name); !errors.Is(err, jetstream.ErrStreamNotFound) {
			return err
		}
	}
	if s.opts.Existing != nil {
		return ErrNoStore
	}
	s.made = true
	return nil
}

// Made reports whether opening created the store.
func (s *Store) Made() bool { return s.made }

// Close closes the connection and, for an embedded store, stops the server and unlocks the directory.
func (s *Store) Close() error {
	if s.stop != nil {
		s.stop()
	}
	if s.warm != nil {
		s.warm.Close()
	}
	if s.nc != nil {
		s.nc.Close()
	}
	if s.server != nil {
		s.server.Shutdown()
		s.server.WaitForShutdown()
	}
	err := s.heads.close()
	if s.lock != nil {
		err = errors.Join(err, s.lock.release())
	}
	return err
}

// JetStream returns the connection, for data beside the log: the vault.
func (s *Store) JetStream() jetstream.JetStream { return s.js }

// Servers returns the warm connections to the servers of a cluster, nil for an embedded store.
func (s *Store) Servers() *leader.Servers { return s.warm }

// Replicas returns the number of servers that hold the stream.
func (s *Store) Replicas() int { return s.stream.CachedInfo().Config.Replicas }

// URL returns the address of the embedded server for other processes, or "".
func (s *Store) URL() string {
	if s.server == nil || s.opts.Listen == "" {
		return ""
	}
	return s.server.ClientURL()
}

// Faults returns the faults found when the store was opened, one sentence each.
func (s *Store) Faults() []string { return s.faults }

// Mended returns the changes to the files of a store that was opened for repair, one sentence each.
func (s *Store) Mended() []string { return s.mended }

// Last returns the position of the last commit in the log.
func (s *Store) Last(ctx context.Context) (uint64, error) {
	info, err := s.stream.Info(ctx)
	if err != nil {
		return 0, fmt.Errorf("natslog: the end of the log: %w", err)
	}
	return info.State.LastSeq, nil
}

// Time returns the time of the server that leads the log.
func (s *Store) Time(ctx context.Context) (time.Time, error) {
	info, err := s.stream.Info(ctx)
	if err != nil {
		return time.Time{}, fmt.Errorf("natslog: the server's clock: %w", err)
	}
	return info.TimeStamp, nil
}

// Durability describes when a commit is safe from a power cut. It reads this from the running server, not from the
// options. Peers always sync.
func (s *Store) Durability() string {
	if s.opts.SignIn.made != nil { // the same for all peers
		n := s.Replicas()
		return fmt.Sprintf("each commit is synced to the disks of %d of %d machines before it is acknowledged", n/2+1, n)
	}
	if s.server == nil {
		return "external server: see sync_interval in its configuration"
	}
	cfg := s.server.JetStreamConfig()
	if cfg.SyncAlways {
		return "each commit is synced to the disk before it is acknowledged"
	}
	return fmt.Sprintf("commits are synced to the disk every %v", cfg.SyncInterval)
}
