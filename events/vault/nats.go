package vault

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nats-io/nats.go/jetstream"

	"galloper/events"
)

// NATS is a vault in two JetStream streams: VAULT holds the values, RAWMAIL the
// mails, compressed, each written once. A key-value bucket would not do: it
// denies the deletes that overwrite what they erase.
type NATS struct {
	js     jetstream.JetStream
	values jetstream.Stream
	mails  jetstream.Stream
}

var _ Vault = (*NATS)(nil)

const (
	valueStream, valuePrefix = "VAULT", "vault."
	mailStream, mailPrefix   = "RAWMAIL", "raw."

	// maxValues is how many values of one key are kept until it is erased. Older
	// ones go, but are not overwritten: what is secret is not changed that often.
	maxValues = 64

	codeWrongSequence        = 10071
	codeWrongSequenceCluster = 10164
	codeStoreFailed          = 10077
	codeSequenceNotFound     = 10043
)

// OpenNATS opens the vault beside a log, and makes its streams if there are none.
// Where several servers hold it all reads are answered by their leader: another may
// not have heard yet of what was put, and what is not there counts as erased.
func OpenNATS(ctx context.Context, js jetstream.JetStream, replicas int) (*NATS, error) {
	v := &NATS{js: js}
	direct := replicas <= 1
	var err error
	v.values, err = openStream(ctx, js, jetstream.StreamConfig{
		Name: valueStream, Subjects: []string{valuePrefix + ">"}, Replicas: replicas,
		Storage: jetstream.FileStorage, AllowDirect: direct, MaxMsgsPerSubject: maxValues,
	})
	if err != nil {
		return nil, err
	}
	v.mails, err = openStream(ctx, js, jetstream.StreamConfig{
		Name: mailStream, Subjects: []string{mailPrefix + "*"}, Replicas: replicas,
		Storage: jetstream.FileStorage, AllowDirect: direct, Compression: jetstream.S2Compression,
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
	})
	return v, err
}

func openStream(ctx context.Context, js jetstream.JetStream, cfg jetstream.StreamConfig) (jetstream.Stream, error) {
	s, err := js.Stream(ctx, cfg.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		s, err = js.CreateStream(ctx, cfg)
	}
	if err == nil && s.CachedInfo().Config.AllowDirect != cfg.AllowDirect {
		set := s.CachedInfo().Config
		set.AllowDirect = cfg.AllowDirect
		s, err = js.UpdateStream(ctx, set)
	}
	if err != nil {
		return nil, fmt.Errorf("vault: open stream %s: %w", cfg.Name, err)
	}
	return s, nil
}

// Put implements Vault. The old value stays below the new one until Erase: to
// overwrite it each time would have the server write a whole block anew.
func (v *NATS) Put(ctx context.Context, key string, value []byte) error {
	if err := CheckKey(key); err != nil {
		return err
	}
	if _, err := v.js.Publish(ctx, valuePrefix+key, value); err != nil {
		return fmt.Errorf("vault: put %s: %w", key, err)
	}
	return nil
}

// Create implements Vault.
func (v *NATS) Create(ctx context.Context, key string, value []byte) error {
	if err := CheckKey(key); err != nil {
		return err
	}
	_, err := v.js.Publish(ctx, valuePrefix+key, value, jetstream.WithExpectLastSequencePerSubject(0))
	if code(err) == codeWrongSequence || code(err) == codeWrongSequenceCluster {
		return ErrExists
	}
	if err != nil {
		return fmt.Errorf("vault: create %s: %w", key, err)
	}
	return nil
}

// Get implements Vault.
func (v *NATS) Get(ctx context.Context, key string) ([]byte, error) {
	if err := CheckKey(key); err != nil {
		return nil, err
	}
	return get(ctx, v.values, valuePrefix+key)
}

func get(ctx context.Context, s jetstream.Stream, subject string) ([]byte, error) {
	m, err := s.GetLastMsgForSubject(ctx, subject)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("vault: get %s: %w", subject, err)
	}
	return m.Data, nil
}

// Erase implements Vault.
func (v *NATS) Erase(ctx context.Context, key string) error {
	if err := CheckKey(key); err != nil {
		return err
	}
	return erase(ctx, v.values, valuePrefix+key)
}

// erase overwrites each message on the subject.
func erase(ctx context.Context, s jetstream.Stream, subject string) error {
	for {
		m, err := s.GetLastMsgForSubject(ctx, subject)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("vault: erase %s: %w", subject, err)
		}
		if err := secureDelete(ctx, s, m.Sequence); err != nil {
			return err
		}
	}
}

func secureDelete(ctx context.Context, s jetstream.Stream, seq uint64) error {
	err := s.SecureDeleteMsg(ctx, seq)
	// Gone already: somebody else has put the same key at the same time.
	if err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) && code(err) != codeSequenceNotFound {
		return fmt.Errorf("vault: erase message %d: %w", seq, err)
	}
	return nil
}

// Keys implements Vault.
func (v *NATS) Keys(ctx context.Context, prefix string) ([]string, error) {
	info, err := v.values.Info(ctx, jetstream.WithSubjectFilter(valuePrefix+">"))
	if err != nil {
		return nil, fmt.Errorf("vault: list keys: %w", err)
	}
	var keys []string
	for subject := range info.State.Subjects {
		if key := strings.TrimPrefix(subject, valuePrefix); strings.HasPrefix(key, prefix) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys, nil
}

// PutMail implements Vault.
func (v *NATS) PutMail(ctx context.Context, raw []byte) (events.Hash, error) {
	sha := events.Sum(raw)
	_, err := v.js.Publish(ctx, mailPrefix+sha.String(), raw)
	if code(err) == codeStoreFailed {
		// The server's way of saying that the subject has its one message.
		if _, again := v.Mail(ctx, sha); again == nil {
			return sha, nil
		}
	}
	if err != nil {
		return sha, fmt.Errorf("vault: put mail %s of %d bytes: %w", sha, len(raw), err)
	}
	return sha, nil
}

// Mail implements Vault.
func (v *NATS) Mail(ctx context.Context, sha events.Hash) ([]byte, error) {
	return get(ctx, v.mails, mailPrefix+sha.String())
}

// EraseMail implements Vault.
func (v *NATS) EraseMail(ctx context.Context, sha events.Hash) error {
	return erase(ctx, v.mails, mailPrefix+sha.String())
}

// code returns the server's error code, 0 if the error has none.
func code(err error) int {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return int(api.ErrorCode)
	}
	return 0
}
