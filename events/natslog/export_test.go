package natslog

// What the tests see of the inside.
var (
	Within     = within
	WhatIsOpen = unguarded
)

// Routes returns how many other servers the peer is connected to.
func (p *Peer) Routes() int { return p.server.NumRoutes() }
