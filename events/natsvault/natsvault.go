// Package natsvault stores a vault in JetStream streams, beside the log. The tests common to all vaults are in
// package vault.
package natsvault

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"galloper/events/leader"
	"galloper/events/vault"
)

// Vault is a vault in three JetStream streams. VAULT holds the values, and the claims of the processes that share the
// work ([Vault.Ledger]). RAWMAIL and RAWMAIL2 hold the mails, each written once. A key-value bucket would not do,
// because it denies the deletes that overwrite erased data.
//
// The mails are distributed over two streams by hash, because a stream syncs one write at a time: with two, a mail
// and its answer can be written concurrently. While one stream has no leader, its mails go to the other one
// (mails.go).
type Vault struct {
	js     jetstream.JetStream
	values jetstream.Stream
	claims jetstream.Stream // the same stream without confirmation of the leader, because a write decides
	mails  [2]mailbag
}

var _ vault.Vault = (*Vault)(nil)

const (
	valuePrefix = "vault."

	// maxValues is the number of values per key that are kept until it is erased. Older ones are deleted but not
	// overwritten; secrets do not change that often.
	maxValues = 64

	codeWrongSequence        = 10071
	codeWrongSequenceCluster = 10164
)

// Stream is the name of the stream with the values.
const Stream = "VAULT"

// Open opens the vault beside a log, and creates its streams if necessary. On several servers the leader answers all
// reads, after confirming that it still leads: a follower may lag, and a missing value counts as erased.
func Open(ctx context.Context, js jetstream.JetStream, replicas int) (*Vault, error) {
	v := &Vault{js: js}
	direct := replicas <= 1
	var err error
	v.claims, err = openStream(ctx, js, jetstream.StreamConfig{
		Name: Stream, Subjects: []string{valuePrefix + ">", claimPrefix + "*"}, Replicas: replicas,
		Storage: jetstream.FileStorage, AllowDirect: direct, MaxMsgsPerSubject: maxValues, AllowMsgTTL: true,
		DenyPurge: true,
	})
	if err != nil {
		return nil, err
	}
	v.values = leader.Sure(v.claims)
	for i, name := range []string{"", "2"} {
		bag := &v.mails[i]
		bag.prefix = "raw" + name + "."
		mails, err := openStream(ctx, js, jetstream.StreamConfig{
			Name: "RAWMAIL" + name, Subjects: []string{bag.prefix + "*"}, Replicas: replicas,
			Storage: jetstream.FileStorage, AllowDirect: direct, MaxMsgsPerSubject: -1,
			DenyPurge: true,
		})
		if err != nil {
			return nil, err
		}
		bag.Stream = leader.Sure(mails)
	}
	return v, nil
}

// openStream opens the stream, or creates it. Direct reads are allowed only on a single server. Purging is denied,
// because it would remove every player's address at once.
func openStream(ctx context.Context, js jetstream.JetStream, cfg jetstream.StreamConfig) (jetstream.Stream, error) {
	s, err := leader.Open(ctx, js, cfg)
	if err == nil {
		set := s.CachedInfo().Config
		if set.AllowDirect != cfg.AllowDirect || !set.DenyPurge {
			set.AllowDirect, set.DenyPurge = cfg.AllowDirect, true
			s, err = js.UpdateStream(ctx, set)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("vault: open stream %s: %w", cfg.Name, err)
	}
	return s, nil
}

// Put implements vault.Vault. The old value stays in the stream until Erase, because overwriting it each time would
// make the server rewrite a whole block.
//
// The write has the sequence of the value that it replaces. Otherwise a copy pending on a frozen server could be
// stored after the next value.
func (v *Vault) Put(ctx context.Context, key string, value []byte) error {
	if err := vault.CheckKey(key); err != nil {
		return err
	}
	for {
		at, there, err := lastValue(ctx, v.values, valuePrefix+key)
		if err == nil && at > 0 && bytes.Equal(there, value) { // from a write whose answer was lost, or equal
			return nil
		}
		if err == nil {
			_, err = v.js.Publish(ctx, valuePrefix+key, value, jetstream.WithExpectLastSequencePerSubject(at))
			if err == nil {
				return nil
			}
		}
		if overtaken(err) {
			err = pause(ctx)
		}
		if err != nil {
			return fmt.Errorf("vault: put %s: %w", key, err)
		}
	}
}

// Create implements vault.Vault.
func (v *Vault) Create(ctx context.Context, key string, value []byte) error {
	if err := vault.CheckKey(key); err != nil {
		return err
	}
	first, err := v.storeOnce(ctx, v.values, valuePrefix+key, value)
	if err != nil {
		return fmt.Errorf("vault: create %s: %w", key, err)
	}
	if !first {
		return vault.ErrExists
	}
	return nil
}

// storeOnce stores the value unless the subject has one, which can then be read. A replicated stream also refuses a
// second value while the first is still being replicated, and may yet be lost with its leader.
func (v *Vault) storeOnce(
	ctx context.Context, s jetstream.Stream, subject string, value []byte,
) (first bool, err error) {
	for {
		_, err := v.js.Publish(ctx, subject, value, jetstream.WithExpectLastSequencePerSubject(0))
		if err == nil {
			return true, nil
		}
		if !overtaken(err) {
			return false, err
		}
		there, err := get(ctx, s, subject)
		if !errors.Is(err, vault.ErrNotFound) {
			return bytes.Equal(there, value), err // from a write whose answer was lost, or equal
		}
		if err := pause(ctx); err != nil {
			return false, err
		}
	}
}

// overtaken reports whether another value was stored first, or is being stored.
func overtaken(err error) bool {
	return code(err) == codeWrongSequence || code(err) == codeWrongSequenceCluster
}

// pause waits for a concurrent write.
func pause(ctx context.Context) error {
	select {
	case <-time.After(20 * time.Millisecond):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Get implements vault.Vault.
func (v *Vault) Get(ctx context.Context, key string) ([]byte, error) {
	if err := vault.CheckKey(key); err != nil {
		return nil, err
	}
	return get(ctx, v.values, valuePrefix+key)
}

func get(ctx context.Context, s jetstream.Stream, subject string) ([]byte, error) {
	at, value, err := lastValue(ctx, s, subject)
	if err == nil && at == 0 {
		return nil, vault.ErrNotFound
	}
	return value, err
}

// lastValue returns the newest value on the subject and its sequence, or 0 if there is none.
func lastValue(ctx context.Context, s jetstream.Stream, subject string) (at uint64, value []byte, err error) {
	m, err := s.GetLastMsgForSubject(ctx, subject)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return 0, nil, nil
	}
	if err != nil {
		return 0, nil, fmt.Errorf("vault: get %s: %w", subject, err)
	}
	return m.Sequence, m.Data, nil
}

// Erase implements vault.Vault.
func (v *Vault) Erase(ctx context.Context, key string) error {
	if err := vault.CheckKey(key); err != nil {
		return err
	}
	return erase(ctx, v.values, valuePrefix+key)
}

// erase overwrites each message on the subject, the oldest first, so that the newest remains valid if it is
// interrupted.
func erase(ctx context.Context, s jetstream.Stream, subject string) error {
	for at, failed := uint64(0), error(nil); ; {
		m, err := s.GetMsg(ctx, 0, jetstream.WithGetMsgSubject(subject))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		}
		if err == nil && m.Sequence == at {
			err = failed
		}
		if err != nil {
			return fmt.Errorf("vault: erase %s: %w", subject, err)
		}
		at, failed = m.Sequence, s.SecureDeleteMsg(ctx, m.Sequence)
		// The delete fails if another process has just done it.
		if failed != nil && !errors.Is(failed, jetstream.ErrMsgDeleteUnsuccessful) {
			return fmt.Errorf("vault: erase %s: %w", subject, failed)
		}
	}
}

// Keys implements vault.Vault.
func (v *Vault) Keys(ctx context.Context, prefix string) ([]string, error) {
	keys, err := list(ctx, v.values, valuePrefix)
	if err != nil {
		return nil, fmt.Errorf("vault: list keys: %w", err)
	}
	return slices.DeleteFunc(keys, func(key string) bool { return !strings.HasPrefix(key, prefix) }), nil
}

// list returns the subjects with messages, in byte order, without the prefix.
func list(ctx context.Context, s jetstream.Stream, prefix string) (keys []string, err error) {
	info, err := s.Info(ctx, jetstream.WithSubjectFilter(prefix+">"))
	if err != nil {
		return nil, err
	}
	for subject := range info.State.Subjects {
		keys = append(keys, strings.TrimPrefix(subject, prefix))
	}
	slices.Sort(keys)
	return keys, nil
}

// code returns the server's error code, or 0 if the error has none.
func code(err error) int {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return int(api.ErrorCode)
	}
	return 0
}
