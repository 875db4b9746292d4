package vault

import (
	"context"
	"errors"
	"strings"

	"galloper/events"
)

// gone is the prefix of notes. Data that the record names and the vault lacks were lost, unless a note says why they
// are rightly absent: they were erased for a person who asked to be forgotten, or the game came from an archive
// without them. Notes contain only ids and hashes.
const gone = "gone."

// Things are data that commits name and the vault should have.
type Things struct {
	Mails     []events.Hash
	Addresses []string // ids
	Seeds     []string // names of games
}

// None reports whether the lists are empty.
func (t Things) None() bool { return len(t.Mails)+len(t.Addresses)+len(t.Seeds) == 0 }

// NoteGone records that the things are rightly absent from the vault.
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

// SeedsGone reports whether a note says that the seeds of the game are rightly absent.
func SeedsGone(ctx context.Context, v Vault, game string) (bool, error) {
	_, err := v.Get(ctx, gone+SeedsKey(game))
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// Stock lists the contents of a vault, and its notes.
type Stock struct {
	keys  map[string]bool
	mails map[events.Hash]bool
}

// Take lists the contents of a vault.
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

// Mail reports whether the vault has the mail, or a note about its absence.
func (s Stock) Mail(sha events.Hash) bool { return s.mails[sha] || s.keys[gone+sha.String()] }

// Address is like Mail, for the address with the id.
func (s Stock) Address(id string) bool { return s.has(addressIs + id) }

// Seeds is like Mail, for the game's seeds.
func (s Stock) Seeds(game string) bool { return s.has(SeedsKey(game)) }

// Watched reports whether the game is only watched here, so that its seeds never came.
func (s Stock) Watched(game string) bool {
	return s.keys[gone+SeedsKey(game)] && !s.keys[SeedsKey(game)]
}

// Under reports whether the vault has the key, or one that begins with it and `=`.
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
