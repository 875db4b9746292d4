// Package mailer composes the emails of a game, with the secrets that answers to them carry.
package mailer
