package admin

import "galloper/cmd/galloper/internal/host"

// What the command line does to a store, directly or through the desk.

// Admin does what is done to whole games: makes, moves, forgets, repairs and verifies them.
type Admin struct{ *host.Host }

// NewAdmin returns the admin of a host's games.
func NewAdmin(h *host.Host) *Admin { return &Admin{Host: h} }
