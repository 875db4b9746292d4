package admin

import "galloper/cmd/galloper/internal/host"

// Operations of the command line on a store, directly or through a running daemon.

// Admin performs operations on whole games: it makes, moves, forgets, repairs and verifies them.
type Admin struct{ *host.Host }

// NewAdmin returns the admin of a host's games.
func NewAdmin(h *host.Host) *Admin { return &Admin{Host: h} }
