package natstest

import (
	"net"
	"strings"
	"sync"
	"testing"
)

// Wires are proxies before servers of a cluster: what one client's wires are, or those
// from one server to another.
type Wires struct {
	addrs  []string
	mu     sync.Mutex
	change *sync.Cond // of silent, and of down
	down   bool
	silent bool
	open   map[net.Conn]bool
}

func newWires() *Wires {
	w := &Wires{open: map[net.Conn]bool{}}
	w.change = sync.NewCond(&w.mu)
	return w
}

// Wire lays wires to all servers of the cluster. They end with the test.
func (c *Cluster) Wire(t testing.TB) *Wires {
	t.Helper()
	w := newWires()
	for _, n := range c.Nodes {
		w.lay(t, n.Addr())
	}
	return w
}

// lay lays one more wire, which leads there.
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

// URL returns the addresses of the wires' near ends.
func (w *Wires) URL() string {
	return "nats://" + strings.Join(w.addrs, ",nats://")
}

// Cut cuts all wires: what is connected is closed, and nothing gets through.
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

// Silence keeps all connections open and lets nothing through, as a network does that
// drops what it is to carry. What was sent meanwhile arrives when it is mended.
func (w *Wires) Silence() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.silent = true
}

// Mend lets connections through again.
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
	for b := make([]byte, 1<<16); ; {
		n, err := from.Read(b)
		w.await()
		if _, werr := to.Write(b[:n]); err != nil || werr != nil { // either end may go at any time
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

// await waits until the wires are no longer silent, or are cut.
func (w *Wires) await() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.silent && !w.down {
		w.change.Wait()
	}
}

// layRoutes lays a wire from each server to each other one.
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

// CutOff cuts the server off from all others. Clients still reach it.
func (c *Cluster) CutOff(node int) { c.eachRoute(node, (*Wires).Cut) }

// SilenceOff has nothing come through between the server and the others, while their
// connections stay open. Clients still reach it.
func (c *Cluster) SilenceOff(node int) { c.eachRoute(node, (*Wires).Silence) }

// Part cuts two servers off from each other. Both still reach the third.
func (c *Cluster) Part(a, b int) {
	c.routes[a][b].Cut()
	c.routes[b][a].Cut()
}

// Join lets the server reach the others again.
func (c *Cluster) Join(node int) { c.eachRoute(node, (*Wires).Mend) }

// eachRoute does something to the wires from and to the server.
func (c *Cluster) eachRoute(node int, do func(*Wires)) {
	for other := range c.Nodes {
		if other != node {
			do(c.routes[node][other])
			do(c.routes[other][node])
		}
	}
}
