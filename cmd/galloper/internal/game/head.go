package game

import (
	"strings"

	"galloper/cmd/galloper/internal/prose"
)

// Mails carry the head of the record: the head of the commit before the one that queues the mail, because that commit
// contains the mail's own hash. A mail is sent only if its commit was stored on that head, so each head that a player
// holds is in the chain, unless the chain was altered.

const headLine = "head of the record:"

// WithHead adds the head to a mail unless its text has it, for the player to keep. It omits the record's length, which
// would show how much the others write.
func WithHead(g *Game, text string) string {
	head := g.Head()
	if head == "" || strings.Contains(text, head) {
		return text
	}
	return text + "\n" + headLine + "\n  " + head + "\n"
}

func proofText(g *Game) string {
	p := &prose.Text{}
	p.Para("Keep the mails of this game, each as a file (.eml). Its proof.txt has the head of the record, a " +
		"fingerprint " +
		"of all that had happened by then. Whoever has one can show later, with the game's archive and galloper head " +
		"--check, that no order, die or time before that mail was changed, left out or put in. Players who compare " +
		"their mails find out a host who showed them different games. It proves nothing of what came after the last " +
		"mail that any of you kept.")
	if g.Campaign.Created().Settings.Dice == "shared" {
		p.Para("The dice of a turn are rolled with a seed that was fixed when the game was made and with the mails of " +
			"its players, so that the host, who has the seeds, knows none before the last mail is in. Mails do not bind a " +
			"host who writes one of them: they could write it anew until its dice suit them.")
	} else {
		p.Para("The dice of a turn are rolled with a seed that was fixed when the game was made. You can roll each again " +
			"once it is shown; but the host has the seeds, and could have known what was to come.")
	}
	return p.String()
}
