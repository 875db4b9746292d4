// Package outbox sends the mails recorded as queued, and records the result. Of several daemons, the one that
// claims a mail sends it.
package outbox
