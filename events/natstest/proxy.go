package natstest

import (
	"net"
	"strings"
	"sync"
	"testing"
)

// Wires are proxies to servers of a cluster, for one client, or from one server to another.
type Wires struct {
	addrs  []string
	mu     sync.Mutex
	change *sync.Cond // in silent or down
	down   bool
	silent bool
	open   map[net.Conn]bool
}

func newWires() *Wires {
	w := &Wires{open: map[net.Conn]bool{}}
	w.change = sync.NewCond(&w.mu)
	return w
}

// Wire creates wires to all servers of the cluster. They end with the test.
func (c *Cluster) Wire(t testing.TB) *Wires {
	t.Helper()
	w := newWires()
	for _, n := range c.Nodes {
		w.lay(t, n.Addr())
	}
	return w
}

// lay adds a wire to the address.
func (w *Wires) lay(t testing.TB, to string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close(); w.Cut() })
	w.addrs = append(w.addrs, l.Addr().String())
	go w.accept(l, to)
}

// URL returns the addresses to connect to.
func (w *Wires) URL() string {
	return "nats://" + strings.Join(w.addrs, ",nats://")
}

// Cut closes all connections and refuses new ones.
func (w *Wires) Cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.down = true
	for c := range w.open {
		c.Close()
	}
	clear(w.open)
	w.change.Broadcast()
}

// Silence keeps all connections open but delivers nothing, like a network that drops packets. The data sent meanwhile
// arrive after Mend.
func (w *Wires) Silence() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.silent = true
}

// Mend ends Cut and Silence.
func (w *Wires) Mend() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.down, w.silent = false, false
	w.change.Broadcast()
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

// keep registers a pair of connections, or closes it if the wires are cut.
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

// carry copies data in one direction, and closes both connections at the end.
func (w *Wires) carry(from, to net.Conn) {
	for b := make([]byte, 1<<16); ; {
		n, err := from.Read(b)
		w.await()
		if _, werr := to.Write(b[:n]); err != nil || werr != nil { // either connection may be closed at any time
			break
		}
	}
	from.Close()
	to.Close()
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.open, from)
	delete(w.open, to)
}

// await waits until the wires are not silent, or are cut.
func (w *Wires) await() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.silent && !w.down {
		w.change.Wait()
	}
}

// layRoutes creates a wire from each server to each other one.
func (c *Cluster) layRoutes(t testing.TB) {
	t.Helper()
	c.routes = make([][]*Wires, len(c.Nodes))
	for i, from := range c.Nodes {
		c.routes[i] = make([]*Wires, len(c.Nodes))
		for j, to := range c.Nodes {
			if i == j {
				continue
			}
			w := newWires()
			w.lay(t, to.routeAddr())
			c.routes[i][j] = w
			from.Routes = append(from.Routes, w.addrs...)
		}
	}
}

// CutOff partitions the server from all others. Clients still reach it.
func (c *Cluster) CutOff(node int) { c.eachRoute(node, (*Wires).Cut) }

// SilenceOff blocks all data between the server and the others, while their connections stay open. Clients still
// reach it.
func (c *Cluster) SilenceOff(node int) { c.eachRoute(node, (*Wires).Silence) }

// Part cuts the connection between two servers. Both still reach the third.
func (c *Cluster) Part(a, b int) {
	c.routes[a][b].Cut()
	c.routes[b][a].Cut()
}

// Join reconnects the server to the others.
func (c *Cluster) Join(node int) { c.eachRoute(node, (*Wires).Mend) }

// eachRoute calls do for the wires from and to the server.
func (c *Cluster) eachRoute(node int, do func(*Wires)) {
	for other := range c.Nodes {
		if other != node {
			do(c.routes[node][other])
			do(c.routes[other][node])
		}
	}
}
