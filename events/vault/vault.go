// Package vault keeps what must be erasable or secret, and therefore is never in
// a commit: raw mails, mail addresses, tokens, and the seeds of turns to come.
// Commits name these things by a hash or an opaque id, so that the chain holds
// when they are erased.
//
// It is no log: it has no history and no order. Memory and NATS keep one; Book
// (addresses) and Seeds work on either.
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

// Vault keeps values by key, and mails by their hash. All methods may be called
// from many goroutines at once.
type Vault interface {
	// Put keeps the value under the key, in place of what was there.
	Put(ctx context.Context, key string, value []byte) error
	// Create is like Put, but returns ErrExists and changes nothing if the key is taken.
	Create(ctx context.Context, key string, value []byte) error
	// Get returns the value, or ErrNotFound.
	Get(ctx context.Context, key string) ([]byte, error)
	// Erase removes the value so that it cannot be read from the disk either.
	// To erase what is not there is no error.
	Erase(ctx context.Context, key string) error
	// Keys returns the keys that begin with the prefix, in byte order.
	Keys(ctx context.Context, prefix string) ([]string, error)

	// PutMail keeps a raw mail and returns its SHA-256. To put it again does nothing.
	PutMail(ctx context.Context, raw []byte) (events.Hash, error)
	// Mail returns the raw mail, or ErrNotFound: it was never put, or was erased.
	Mail(ctx context.Context, sha events.Hash) ([]byte, error)
	// Mails returns the hashes of all mails that are kept, in byte order.
	Mails(ctx context.Context) ([]events.Hash, error)
	// EraseMail removes the mail as Erase does.
	EraseMail(ctx context.Context, sha events.Hash) error
}

var (
	// ErrNotFound is returned where there is nothing under the key or hash, or no longer.
	ErrNotFound = errors.New("not in the vault")
	// ErrExists is returned by Create where the key is taken.
	ErrExists = errors.New("the key is taken")
)

// CheckKey returns an error unless the key is made of words of `a-z A-Z 0-9 _ = / -`
// with single dots between them.
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
			return fmt.Errorf("vault: %q is no key: %q cannot stand at %d", key, c, i+1)
		}
	}
	if word == 0 || len(key) > 200 {
		return fmt.Errorf("vault: %q is no key: expected words with dots between them, at most 200 characters", key)
	}
	return nil
}
