package game

import "strings"

// The head of the record in the mails. It is that of the commit before the one that
// queues the mail, for the mail's own hash is in its commit. A mail goes out only if its
// commit was stored behind that very head, so each head that a player holds stands in
// the chain, or the chain is not what it was.

// headLine is what stands above the hash.
const headLine = "head of the record:"

// WithHead ends a mail with the head, for the player to keep, unless its text has it. Not
// how long the record is: that would tell how much the others write.
func WithHead(g *Game, text string) string {
	head := g.Head()
	if head == "" || strings.Contains(text, head) {
		return text
	}
	return text + "\n" + headLine + "\n  " + head + "\n"
}
