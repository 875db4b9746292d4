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

// Peer is the server of one machine, inside this process. With a full disk, a server turns JetStream off for good but
// keeps its place in the cluster. So Peer shuts it down gracefully before that, and the others take over its
// leadership at once. When there is space, Peer starts it again and it catches up.
type Peer struct {
	run   func() (*server.Server, error)
	disk  roomy
	log   *slog.Logger
	fault atomic.Pointer[error] // why the server is stopped
	quit  chan struct{}
	done  chan struct{} // closed when keep has returned

	mu     sync.Mutex
	server *server.Server // nil while stopped
}

// peerLook is the interval of the checks of disk and server.
const peerLook = 2 * time.Second

// Start starts the server of the peer with the address own, with its files in dir. It returns when the server accepts
// connections, or at once if the disk is full. Whether the other peers are running shows when the log is opened.
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

// keep watches the server until Stop.
func (p *Peer) keep() {
	defer close(p.done)
	for {
		select {
		case <-time.After(peerLook):
		case <-p.quit:
			return
		}
		if err := p.look(); err != nil {
			p.log.Error("cannot start this machine's server", "error", err)
		}
	}
}

var errOff = errors.New("this machine's server turned off JetStream (see the log for the reason); restarting it")

// look stops the server if it cannot store anything, and starts it if it can. The error is from the start.
func (p *Peer) look() (err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	spare := usual
	if p.server == nil {
		spare = reserve // hysteresis, so that it does not alternate
	}
	full := p.disk.check(spare)
	if p.server != nil {
		if full == nil && p.server.JetStreamEnabled() {
			return nil
		}
		why := cmp.Or(full, errOff)
		p.fault.Store(&why)
		p.log.Error("this machine's server stopped; the others continue", "error", why)
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

// Room returns why the server is stopped, or nil if it runs.
func (p *Peer) Room() error {
	if why := p.fault.Load(); why != nil {
		return *why
	}
	return nil
}

// lacks adds the faults that the server reports itself.
func (p *Peer) lacks(faults map[string]string) {
	if !p.mu.TryLock() {
		return // it is just starting or stopping
	}
	defer p.mu.Unlock()
	if p.server == nil {
		return
	}
	if h := p.server.Healthz(&server.HealthzOptions{}); h.Error != "" {
		faults["here"] = "this machine's server has not caught up: " + h.Error
	}
}

// Stop shuts the server down gracefully: others take over its leadership at once.
func (p *Peer) Stop() {
	close(p.quit)
	<-p.done
	if p.server != nil {
		p.stop()
	}
}
