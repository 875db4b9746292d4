package host

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"

	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/events/vault"
)

// NoSeeds returns the error for a turn whose seeds can't be read.
func NoSeeds(err error) error { return fmt.Errorf("restore the vault from its backup: %w", err) }

// PlaysHere reports whether the game is played here, from a cache. A game imported only as a record has no seeds: it is
// not ticked, and its old mails are not sent. Lost seeds are an error.
func (d *Host) PlaysHere(ctx context.Context, name string) (bool, error) {
	if _, known := d.here.Load(name); known || name == game.Lobby {
		return true, nil
	}
	_, err := vault.GetSeeds(ctx, d.Vault, name)
	if errors.Is(err, vault.ErrNotFound) {
		if gone, err := vault.SeedsGone(ctx, d.Vault, name); gone || err != nil {
			return false, err
		}
	}
	if err != nil {
		return false, NoSeeds(err)
	}
	d.here.Store(name, true)
	return true, nil
}

// Players are shown heads, and a head is a hash: a reader who knew all of a commit but one secret could test guesses.
// So every commit with a secret contains at least sixty random bits.

// blinded adds random bits to the events of a commit if they need any.
func blinded(id string, data []events.Data) []events.Data {
	if isBlind(id, data) {
		return data
	}
	return append(slices.Clip(data), events.Blinded{Bits: strings.ToLower(rand.Text())})
}

// isBlind reports whether the commit needs no more random bits: it has some, or hides nothing.
func isBlind(id string, data []events.Data) bool {
	for _, prefix := range []string{"rule.", "link."} { // drawn at random, sixty bits
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

// random lists the events with random bits: the hash of a mail that contains an address with a token or a Message-ID,
// or the sealed seed of a turn.
var random = []string{"mail.received", "mail.quarantined", "mail.queued", "turn.adjudicated", "commit.blinded"}

// plain lists the events that hide nothing: everyone is told of them, or they follow from a commit with random bits.
var plain = []string{
	"mail.sent",
	"mail.bounced",
	"turn.opened",
	"turn.closed",
	"turn.resumed",
	"turn.reported",
	"game.ended",
}
