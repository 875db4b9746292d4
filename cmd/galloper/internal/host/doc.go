// Package host has the games of one log: it folds them, keeps those in use in memory, and stores decisions about them,
// each in one commit on the head that it was decided from.
//
// Inbox, outbox, admin and the daemon build on it; it imports none of them.
package host
