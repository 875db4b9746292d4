package vault

import (
	"context"
	"errors"
	"strings"

	"galloper/events"
)

// What the record names and the vault has not was lost, unless a note says why it is
// rightly not there: it was erased for somebody who wanted to be forgotten, or the game
// came from an archive that did not bring it. The notes hold ids and hashes alone.
const gone = "gone."

// Things are things that commits name and the vault is to have.
type Things struct {
	Mails     []events.Hash
	Addresses []string // ids
	Seeds     []string // names of games
}

// None reports whether there are none.
func (t Things) None() bool { return len(t.Mails)+len(t.Addresses)+len(t.Seeds) == 0 }

// NoteGone notes that the things are rightly not in the vault.
func NoteGone(ctx context.Context, v Vault, t Things) error {
	var keys []string
	for _, sha := range t.Mails {
		keys = append(keys, sha.String())
	}
	for _, id := range t.Addresses {
		keys = append(keys, addressIs+id)
	}
	for _, game := range t.Seeds {
		keys = append(keys, SeedsKey(game))
	}
	for _, key := range keys {
		if err := v.Create(ctx, gone+key, []byte("1")); err != nil && !errors.Is(err, ErrExists) {
			return err
		}
	}
	return nil
}

// SeedsGone reports whether it is noted that the seeds of the game are rightly not there.
func SeedsGone(ctx context.Context, v Vault, game string) (bool, error) {
	_, err := v.Get(ctx, gone+SeedsKey(game))
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// Stock is what a vault has, and what is noted of the rest.
type Stock struct {
	keys  map[string]bool
	mails map[events.Hash]bool
}

// Take takes stock of a vault.
func Take(ctx context.Context, v Vault) (Stock, error) {
	s := Stock{map[string]bool{}, map[events.Hash]bool{}}
	keys, err := v.Keys(ctx, "")
	if err != nil {
		return s, err
	}
	for _, key := range keys {
		s.keys[key] = true
	}
	mails, err := v.Mails(ctx)
	for _, sha := range mails {
		s.mails[sha] = true
	}
	return s, err
}

// Mail, Address, Seeds and Under report whether the vault has the mail, the address with
// the id, the game's seeds, anything under a key that begins so; or whether a note says why not.
func (s Stock) Mail(sha events.Hash) bool { return s.mails[sha] || s.keys[gone+sha.String()] }

// Address is told of at Mail.
func (s Stock) Address(id string) bool { return s.has(addressIs + id) }

// Seeds is told of at Mail.
func (s Stock) Seeds(game string) bool { return s.has(SeedsKey(game)) }

// Watched reports whether the game is only looked at here: its seeds never came.
func (s Stock) Watched(game string) bool {
	return s.keys[gone+SeedsKey(game)] && !s.keys[SeedsKey(game)]
}

// Under is told of at Mail.
func (s Stock) Under(prefix string) bool {
	if s.keys[prefix] {
		return true
	}
	for key := range s.keys {
		if strings.HasPrefix(key, prefix+"=") {
			return true
		}
	}
	return false
}

func (s Stock) has(key string) bool { return s.keys[key] || s.keys[gone+key] }
