package vault

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"slices"
	"strings"

	"galloper/events"
)

// Book is the address book. It gives each mail address an opaque id for use in commits.
type Book struct{ Vault Vault }

const (
	addressOf = "address.of." // hash of the address: its id
	addressIs = "address.is." // id: the address
)

// canonical converts the address to lower case: servers may distinguish `A@x` from `a@x`, but in practice none does.
func canonical(address string) string { return strings.ToLower(strings.TrimSpace(address)) }

func hashKey(address string) string {
	return addressOf + events.Sum([]byte(canonical(address))).String()
}

// Enter returns the id of the address, or assigns a new random one.
func (b Book) Enter(ctx context.Context, address string) (id string, err error) {
	key := hashKey(address)
	err = b.Vault.Create(ctx, key, []byte(newID()))
	if err != nil && !errors.Is(err, ErrExists) {
		return "", err
	}
	got, err := b.Vault.Get(ctx, key)
	if err != nil {
		return "", err
	}
	id = string(got)
	// A crash may have left only the first key.
	err = b.Vault.Create(ctx, addressIs+id, []byte(canonical(address)))
	if errors.Is(err, ErrExists) {
		err = nil
	}
	return id, err
}

// Restore gives the address the id that it had in another vault, because imported commits use it. An address can get
// several ids this way.
func (b Book) Restore(ctx context.Context, id, address string) error {
	err := b.Vault.Create(ctx, hashKey(address), []byte(id))
	if err != nil && !errors.Is(err, ErrExists) {
		return err
	}
	return b.Vault.Put(ctx, addressIs+id, []byte(canonical(address)))
}

func newID() string {
	var b [12]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// ID returns the id of the address, or ErrNotFound.
func (b Book) ID(ctx context.Context, address string) (string, error) {
	id, err := b.Vault.Get(ctx, hashKey(address))
	return string(id), err
}

// Address returns the address with the id, or ErrNotFound if it was erased.
func (b Book) Address(ctx context.Context, id string) (string, error) {
	address, err := b.Vault.Get(ctx, addressIs+id)
	return string(address), err
}

// IDs returns all ids of the address, or ErrNotFound. An address in imported games may have several.
func (b Book) IDs(ctx context.Context, address string) (ids []string, err error) {
	keys, err := b.Vault.Keys(ctx, addressIs)
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		id := strings.TrimPrefix(key, addressIs)
		is, err := b.Address(ctx, id)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return nil, err
		}
		if err == nil && is == canonical(address) {
			ids = append(ids, id)
		}
	}
	id, err := b.ID(ctx, address)
	switch {
	case err == nil && !slices.Contains(ids, id): // a crash has left the id without its address
		ids = append(ids, id)
	case errors.Is(err, ErrNotFound) && len(ids) > 0:
		err = nil
	}
	return ids, err
}

// OfPerson returns the prefix of the keys that are erased together with the address with the id.
func OfPerson(id string) string { return "person." + id + "." }

// Forget erases the address, and the values under [OfPerson] keys. Its ids stay in the commits but become
// meaningless. The caller erases the person's mails first, because only the commits tell which these are. Forget
// returns ErrNotFound if the address is unknown.
func (b Book) Forget(ctx context.Context, address string) error {
	ids, err := b.IDs(ctx, address)
	if err != nil {
		return err
	}
	for _, id := range ids {
		theirs, fault := b.Vault.Keys(ctx, OfPerson(id))
		err = errors.Join(err, fault)
		for _, key := range append(theirs, addressIs+id) {
			err = errors.Join(err, b.Vault.Erase(ctx, key))
		}
	}
	if err == nil {
		err = b.Vault.Erase(ctx, hashKey(address))
	}
	return err
}
