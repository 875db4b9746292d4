// Package host has the games of one log: it folds them, keeps those that are needed in memory,
// and stores what is decided in them, in one commit on the head that it was decided from.
//
// Inbox, outbox, admin and the daemon itself work on it; it knows none of them.
package host
