// Package outbox sends the emails that are recorded as queued, and records that they were sent.
// Of several daemons the one that claims an email sends it.
package outbox
