package natslog

import "sync"

// Internals for the tests.
var (
	Within     = withLimit
	WhatIsOpen = unguarded
)

// Routes returns how many other servers the peer is connected to.
func (p *Peer) Routes() int { return p.server.NumRoutes() }

// TurnOff turns JetStream off as a server with a full disk does. The peer does not recover before again is called.
func (p *Peer) TurnOff() (again func(), err error) {
	p.mu.Lock()
	return sync.OnceFunc(p.mu.Unlock), p.server.ShutdownJetStream()
}
