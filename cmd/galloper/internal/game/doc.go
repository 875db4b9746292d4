// Package game has one game as its log records it, and every decision about it: the effects of an email, an umpire's
// acts and the clock, and the result of a turn.
//
// It is pure. [Game] is the fold of the game's commits. Each Decide function takes the game and the new input, and
// returns a [Decision]: the events to record and the emails to queue with them. The caller stores and sends them, and
// decides again if another writer was first.
package game
