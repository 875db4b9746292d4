package natslog

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Peer is the server of one machine, inside this process. If a disk is full, its server turns JetStream off for good
// and keeps its place among the others. So it is stopped before that, in order, and the others take over its leadership
// at once. When there is room it is started again and catches up.
type Peer struct {
	run   func() (*server.Server, error)
	disk  roomy
	log   *slog.Logger
	fault atomic.Pointer[error] // why it is stopped
	quit  chan struct{}
	done  chan struct{} // closed when nobody looks after it any more

	mu     sync.Mutex
	server *server.Server // nil while it is stopped
}

// peerLook is the time between looks at the disk and the server.
const peerLook = 2 * time.Second

// Start starts the server of the peer with that address, with its files in the directory, and returns when it takes
// connections, or at once if the disk is full. Whether others are there shows when the log is opened.
func (p Peers) Start(dir, own string, o Options) (*Peer, error) {
	o = o.filled()
	peer := &Peer{disk: roomy{dir: dir}, log: o.Logger, quit: make(chan struct{}), done: make(chan struct{})}
	o.Stop = peer.quit
	peer.run = func() (*server.Server, error) {
		opts, err := p.serverOptions(dir, own, o)
		if err != nil {
			return nil, err
		}
		return runServer(opts, o)
	}
	if err := peer.look(); err != nil {
		return nil, fmt.Errorf("natslog: the server of the peer %s: %w", own, err)
	}
	go peer.keep()
	return peer, nil
}

// keep looks after the server until it is no longer wanted.
func (p *Peer) keep() {
	defer close(p.done)
	for {
		select {
		case <-time.After(peerLook):
		case <-p.quit:
			return
		}
		if err := p.look(); err != nil {
			p.log.Error("the server of this machine does not start", "error", err)
		}
	}
}

var errOff = errors.New("the server of this machine has turned JetStream off, as the log says why; it is started again")

// look stops the server if it cannot store anything, and starts it if it can. An error is one of the start.
func (p *Peer) look() (err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	spare := usual
	if p.server == nil {
		spare = reserve // so that it does not start and stop by turns
	}
	full := p.disk.check(spare)
	if p.server != nil {
		if full == nil && p.server.JetStreamEnabled() {
			return nil
		}
		why := cmp.Or(full, errOff)
		p.fault.Store(&why)
		p.log.Error("the server of this machine is stopped; the others go on", "error", why)
		p.stop()
	}
	if full != nil {
		p.fault.Store(&full)
		return nil
	}
	if p.server, err = p.run(); err != nil {
		p.fault.Store(&err)
		return err
	}
	p.fault.Store(nil)
	return nil
}

func (p *Peer) stop() {
	p.server.Shutdown()
	p.server.WaitForShutdown()
	p.server = nil
}

// Room returns why the server is stopped now, nil if it runs.
func (p *Peer) Room() error {
	if why := p.fault.Load(); why != nil {
		return *why
	}
	return nil
}

// lacks adds the faults that the server finds in itself.
func (p *Peer) lacks(faults map[string]string) {
	if !p.mu.TryLock() {
		return // it is being started or stopped
	}
	defer p.mu.Unlock()
	if p.server == nil {
		return
	}
	if h := p.server.Healthz(&server.HealthzOptions{}); h.Error != "" {
		faults["here"] = "the server of this machine has not caught up: " + h.Error
	}
}

// Stop stops the server in order: others take over its leadership at once.
func (p *Peer) Stop() {
	close(p.quit)
	<-p.done
	if p.server != nil {
		p.stop()
	}
}
