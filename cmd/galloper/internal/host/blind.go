package host

import (
	"crypto/rand"
	"slices"
	"strings"

	"galloper/events"
)

// Heads are shown to players, and a head is a hash: who could write down all of a commit
// but one thing that is hidden could try each guess of it. So every commit with something
// hidden holds at least sixty random bits (CONTRACT §3).

// blinded returns the events of a commit with random bits behind them, if they want any.
func blinded(id string, data []events.Data) []events.Data {
	if isBlind(id, data) {
		return data
	}
	return append(slices.Clip(data), events.Blinded{Bits: strings.ToLower(rand.Text())})
}

// isBlind reports whether nothing hidden stands in a commit without such bits.
func isBlind(id string, data []events.Data) bool {
	for _, prefix := range []string{"rule.", "link."} { // drawn by lot, sixty bits
		if strings.HasPrefix(id, prefix) {
			return true
		}
	}
	shown := true
	for _, d := range data {
		switch name := d.EventType(); {
		case slices.Contains(random, name):
			return true
		case !slices.Contains(plain, name):
			shown = false
		}
	}
	return shown
}

// random are the events that bring such bits: the hash of a mail, in which stands an
// address with a token or a Message-ID, and the sealed seed of a turn.
var random = []string{"mail.received", "mail.quarantined", "mail.queued", "turn.adjudicated", "commit.blinded"}

// plain are those that hide nothing: everybody is told of them, or they follow from what a
// commit before had bits for.
var plain = []string{
	"mail.sent",
	"mail.bounced",
	"turn.opened",
	"turn.closed",
	"turn.resumed",
	"turn.reported",
	"game.ended",
}
