package natstest

import (
	"io"
	"net"
	"strings"
	"sync"
	"testing"
)

// Wires are proxies before the servers of a cluster: what one client's wires are.
type Wires struct {
	addrs []string
	mu    sync.Mutex
	down  bool
	open  map[net.Conn]bool
}

// Wire lays wires to all servers of the cluster. They end with the test.
func (c *Cluster) Wire(t testing.TB) *Wires {
	t.Helper()
	w := &Wires{open: map[net.Conn]bool{}}
	for _, n := range c.Nodes {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close(); w.Cut() })
		w.addrs = append(w.addrs, "nats://"+l.Addr().String())
		go w.accept(l, n.Addr())
	}
	return w
}

// URL returns the addresses of the wires' near ends.
func (w *Wires) URL() string { return strings.Join(w.addrs, ",") }

// Cut cuts all wires: what is connected is closed, and nothing gets through.
func (w *Wires) Cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.down = true
	for c := range w.open {
		c.Close()
	}
	clear(w.open)
}

// Mend lets connections through again.
func (w *Wires) Mend() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.down = false
}

func (w *Wires) accept(l net.Listener, to string) {
	for {
		near, err := l.Accept()
		if err != nil {
			return // closed
		}
		far, err := net.Dial("tcp", to)
		if err != nil {
			near.Close()
			continue
		}
		if !w.keep(near, far) {
			continue
		}
		go w.carry(near, far)
		go w.carry(far, near)
	}
}

// keep notes a pair of connections, or closes it where the wires are cut.
func (w *Wires) keep(near, far net.Conn) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.down {
		near.Close()
		far.Close()
		return false
	}
	w.open[near], w.open[far] = true, true
	return true
}

// carry copies one way, and ends both when it ends.
func (w *Wires) carry(from, to net.Conn) {
	_, _ = io.Copy(to, from) // either end may go at any time
	from.Close()
	to.Close()
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.open, from)
	delete(w.open, to)
}
