// Package cluster coordinates several daemons on one log: leases on shares of the games and on the mailbox, claims on
// emails, the servers' clock and their alarms.
package cluster
