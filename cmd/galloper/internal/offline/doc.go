// Package offline plays a game without mail, clock and log. The commands `play` and `check` and the test cases
// use it.
package offline
