package daemon

import (
	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/host"
	"galloper/cmd/galloper/internal/inbox"
	"galloper/cmd/galloper/internal/outbox"
)

// Daemon runs the games of one log. Its methods are safe for concurrent use.
type Daemon struct {
	*host.Host
	*inbox.Inbox
	*inbox.Reader
	*outbox.Outbox
	*admin.Admin
	*admin.Snapshots
	*Monitor

	stuck  stuck
	alarms chan host.Appointment // to be set on the servers
}
