package daemon

import (
	"context"
	"errors"
	"strings"
	"time"

	"galloper/events"
)

// The head of the record in the mails. It is that of the commit before the one that
// queues the mail, for the mail's own hash is in its commit. A mail goes out only if its
// commit was stored behind that very head, so each head that a player holds stands in
// the chain, or the chain is not what it was.

// headLine is what stands above the hash.
const headLine = "head of the record:"

// head returns the hash of the game's last commit, "" where nothing is stored yet: the
// opening has the commitments of the seeds instead.
func (g *Game) head() string {
	head := g.Campaign.Head()
	if g.stored != nil {
		head = *g.stored
	}
	if g.unstored || head.Version == 0 || g.Name() == Lobby {
		return ""
	}
	return head.Hash.String()
}

// withHead ends a mail with the head, for the player to keep, unless its text has it. Not
// how long the record is: that would tell how much the others write.
func (g *Game) withHead(text string) string {
	head := g.head()
	if head == "" || strings.Contains(text, head) {
		return text
	}
	return text + "\n" + headLine + "\n  " + head + "\n"
}

// Record is the heads that a game has had, oldest first: what the hashes in players'
// mails are compared with.
type Record struct {
	Game  string   `json:"game"`
	Heads []HeadAt `json:"heads"`
	Fault string   `json:"fault,omitempty"` // why it cannot be read behind the last of them
}

// HeadAt is the head behind one commit.
type HeadAt struct {
	Hash     string    `json:"hash"`
	Event    uint64    `json:"event"`    // number of the commit's last event
	Position uint64    `json:"position"` // in the log; in an archive its line
	At       time.Time `json:"at"`
}

// Record returns the heads of a game, also of one that is broken: as far as it can be read.
func (d *Daemon) Record(ctx context.Context, game string) (Record, error) {
	r := Record{Game: game, Heads: []HeadAt{}}
	for c, err := range d.log.Game(ctx, game, events.Head{}) {
		if errors.Is(err, events.ErrBroken) {
			r.Fault = err.Error()
			return r, nil
		}
		if err != nil {
			return r, err
		}
		r.Heads = append(r.Heads, HeadAt{Hash: c.Head.Hash.String(), Event: c.Head.Version, Position: c.Head.Seq, At: c.At})
	}
	if len(r.Heads) == 0 {
		return r, refuse("galloper audit lists the games", "there is no game %q", game)
	}
	return r, nil
}
