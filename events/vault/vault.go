// Package vault stores data that must be erasable or secret, and are therefore never in a commit: raw mails, mail
// addresses, tokens, and the seeds of later turns. Commits name them by a hash or an opaque id, so that the chain
// remains valid when they are erased.
//
// A vault has no history and no order. Memory and package natsvault implement it; Book (addresses) and Seeds work on
// either.
//
//	sha, err := v.PutMail(ctx, raw)
//	id, err := vault.Book{Vault: v}.Enter(ctx, "anne@example.org")
//	err = vault.Book{Vault: v}.Forget(ctx, "anne@example.org")
package vault

import (
	"context"
	"errors"
	"fmt"

	"galloper/events"
)

// Vault stores values by key, and mails by their hash. All methods are safe for concurrent use.
type Vault interface {
	// Put stores the value under the key and replaces an existing one.
	Put(ctx context.Context, key string, value []byte) error
	// Create is like Put, but returns ErrExists and changes nothing if the key exists.
	Create(ctx context.Context, key string, value []byte) error
	// Get returns the value, or ErrNotFound.
	Get(ctx context.Context, key string) ([]byte, error)
	// Erase removes the value so that it cannot be recovered from the disk either. A missing value is not an error.
	Erase(ctx context.Context, key string) error
	// Keys returns the keys that begin with the prefix, in byte order.
	Keys(ctx context.Context, prefix string) ([]string, error)

	// PutMail stores a raw mail and returns its SHA-256. It is idempotent.
	PutMail(ctx context.Context, raw []byte) (events.Hash, error)
	// Mail returns the raw mail, or ErrNotFound if it was never stored or was erased.
	Mail(ctx context.Context, sha events.Hash) ([]byte, error)
	// Mails returns the hashes of all stored mails, in byte order.
	Mails(ctx context.Context) ([]events.Hash, error)
	// EraseMail removes the mail as Erase does.
	EraseMail(ctx context.Context, sha events.Hash) error
}

var (
	// ErrNotFound is returned if the key or hash has no value, or no longer has one.
	ErrNotFound = errors.New("not in the vault")
	// ErrExists is returned by Create if the key exists.
	ErrExists = errors.New("the key exists already")
)

// CheckKey returns an error unless the key consists of words of `a-z A-Z 0-9 _ = / -` separated by single dots.
func CheckKey(key string) error {
	word := 0
	for i := 0; i < len(key); i++ {
		c := key[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == '=', c == '/', c == '-':
			word++
		case c == '.' && word > 0:
			word = 0
		default:
			return fmt.Errorf("vault: %q is not a key: it may not contain %q at %d", key, c, i+1)
		}
	}
	if word == 0 || len(key) > 200 {
		return fmt.Errorf("vault: %q is not a key: expected words separated by dots, at most 200 characters", key)
	}
	return nil
}
