// Package offline is a game without mail, clock and log: what `play`, `check` and test
// cases are played in.
package offline
