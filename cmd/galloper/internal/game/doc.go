// Package game is one game as its log has it, and every decision on it: what an email
// does, what an umpire's acts do, what the clock does, what a turn comes to.
//
// It is pure. [Game] is the fold of the game's commits; each Decide function takes it as
// it stands, and what has just come in, and returns a [Decision]: the events to record and
// the emails to queue with them. Storing and sending them is the caller's, who asks again
// where another writer was first.
package game
