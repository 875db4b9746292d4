// Package cluster is what several daemons on one log agree by: leases on shares of the games
// and on the mailbox, claims on emails, the servers' clock and their alarms.
package cluster
