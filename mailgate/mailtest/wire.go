package mailtest

import (
	"net"
	"sync"
	"testing"
)

// Wire is a TCP proxy to a server that can cut a connection.
type Wire struct {
	Addr string // address to connect to

	to    string
	mu    sync.Mutex
	when  func(fromServer bool, data []byte) bool
	open  map[net.Conn]bool
	ended bool
}

// StartWire starts a proxy to the server's address that runs until the test ends.
func StartWire(t testing.TB, to string) *Wire {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &Wire{Addr: ln.Addr().String(), to: to, open: map[net.Conn]bool{}}
	var all sync.WaitGroup
	all.Go(func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			all.Go(func() { w.carry(c) })
		}
	})
	t.Cleanup(func() { ln.Close(); w.end(); all.Wait() })
	return w
}

// Cut cuts the next connection for whose data when returns true, before the data are forwarded, and no other. The
// data come in the pieces in which they were sent.
func (w *Wire) Cut(when func(fromServer bool, data []byte) bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.when = when
}

// IsCut reports whether [Wire.Cut] has taken effect.
func (w *Wire) IsCut() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.when == nil
}

func (w *Wire) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended = true
	for c := range w.open {
		c.Close()
	}
}

func (w *Wire) carry(near net.Conn) {
	defer near.Close()
	far, err := net.Dial("tcp", w.to)
	if err != nil {
		return // the server is down, so the connection fails as well
	}
	defer far.Close()
	w.mu.Lock()
	w.open[near], w.open[far] = true, true
	if w.ended {
		near.Close()
	}
	w.mu.Unlock()
	var both sync.WaitGroup
	both.Go(func() { w.copy(far, near, false) })
	both.Go(func() { w.copy(near, far, true) })
	both.Wait()
	w.mu.Lock()
	delete(w.open, near)
	delete(w.open, far)
	w.mu.Unlock()
}

// copy forwards data and closes both sides when either ends.
func (w *Wire) copy(to, from net.Conn, fromServer bool) {
	defer to.Close()
	defer from.Close()
	const kept = 16 // forwarded bytes to keep: a text may be split over two pieces
	b := make([]byte, 32<<10)
	before := 0
	for {
		n, err := from.Read(b[before:])
		all := b[:before+n]
		if n > 0 && !w.cuts(fromServer, all) {
			_, wrong := to.Write(all[before:])
			if err == nil {
				err = wrong
			}
			before = copy(b, all[max(0, len(all)-kept):])
		} else if n > 0 {
			return
		}
		if err != nil {
			return
		}
	}
}

func (w *Wire) cuts(fromServer bool, data []byte) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.when == nil || !w.when(fromServer, data) {
		return false
	}
	w.when = nil
	return true
}
