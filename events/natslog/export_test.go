package natslog

import "sync"

// What the tests see of the inside.
var (
	Within     = within
	WhatIsOpen = unguarded
)

// Routes returns how many other servers the peer is connected to.
func (p *Peer) Routes() int { return p.server.NumRoutes() }

// TurnOff turns JetStream off as a server does that has met a full disk. Nobody sees to it before again is called.
func (p *Peer) TurnOff() (again func(), err error) {
	p.mu.Lock()
	return sync.OnceFunc(p.mu.Unlock), p.server.ShutdownJetStream()
}
