// Package natsvault keeps a vault in JetStream streams, beside the log. What every vault must do is tested
// in package vault, of both kinds.
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

// Vault is a vault in three JetStream streams: VAULT holds the values, and the claims of who shares the work
// ([Vault.Ledger]), RAWMAIL and RAWMAIL2 the mails, each written once. A key-value bucket would not do:
// it denies the deletes that overwrite what they erase.
//
// The mails lie in two streams, by hash, because a stream syncs one write after the other: a mail and its answer
// are on their way to the disk together with those around them. While one stream has no leader, a mail goes to the
// other (mails.go).
type Vault struct {
	js     jetstream.JetStream
	values jetstream.Stream
	claims jetstream.Stream // the same, believed without asking whether its leader still leads: a writing decides
	mails  [2]mailbag
}

var _ vault.Vault = (*Vault)(nil)

const (
	valuePrefix = "vault."

	// maxValues is how many values of one key are kept until it is erased. Older
	// ones go, but are not overwritten: what is secret is not changed that often.
	maxValues = 64

	codeWrongSequence        = 10071
	codeWrongSequenceCluster = 10164
)

// Stream is the name of the stream of the values.
const Stream = "VAULT"

// Open opens the vault beside a log, and makes its streams if there are none.
// If several servers hold it, their leader answers all reads, after it has confirmed that it still leads: a follower
// may lag behind, and a missing value counts as erased.
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

// openStream opens the stream, or makes it if there is none. Direct reads follow the number of servers; purging, which
// would take every player's address at once, is denied.
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

// Put implements vault.Vault. The old value stays below the new one until Erase: to
// overwrite it each time would have the server write a whole block anew.
//
// It names the value that it takes the place of: a copy that a frozen server had in hand,
// and brings when it goes on, would otherwise come after the next value.
func (v *Vault) Put(ctx context.Context, key string, value []byte) error {
	if err := vault.CheckKey(key); err != nil {
		return err
	}
	for {
		at, there, err := last(ctx, v.values, valuePrefix+key)
		if err == nil && at > 0 && bytes.Equal(there, value) { // its own, whose answer was lost, or as good
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
	first, err := v.once(ctx, v.values, valuePrefix+key, value)
	if err != nil {
		return fmt.Errorf("vault: create %s: %w", key, err)
	}
	if !first {
		return vault.ErrExists
	}
	return nil
}

// once stores the value, unless there is one on the subject, which can be read then. A
// replicated stream refuses a second one also while the first is still on its way to the
// other servers, and may yet be lost with its leader.
func (v *Vault) once(ctx context.Context, s jetstream.Stream, subject string, value []byte) (first bool, err error) {
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
			return bytes.Equal(there, value), err // its own, whose answer was lost, or as good
		}
		if err := pause(ctx); err != nil {
			return false, err
		}
	}
}

// overtaken reports whether another value was stored first, or is on its way.
func overtaken(err error) bool {
	return code(err) == codeWrongSequence || code(err) == codeWrongSequenceCluster
}

// pause waits for the value of another.
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
	at, value, err := last(ctx, s, subject)
	if err == nil && at == 0 {
		return nil, vault.ErrNotFound
	}
	return value, err
}

// last returns the newest value on the subject and its sequence, 0 where there is none.
func last(ctx context.Context, s jetstream.Stream, subject string) (at uint64, value []byte, err error) {
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

// erase overwrites each message on the subject, the oldest first: where it is interrupted, the newest still counts.
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
		// That it could not be deleted is right where another one has done it meanwhile.
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

// list returns what the stream has messages on, in byte order, each without the prefix.
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

// code returns the server's error code, 0 if the error has none.
func code(err error) int {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return int(api.ErrorCode)
	}
	return 0
}
