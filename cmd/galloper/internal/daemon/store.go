package daemon

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"golang.org/x/sync/errgroup"

	"galloper/events/natslog"
	"galloper/events/vault"
	"galloper/mailgate"
)

// Store is an open store directory: the log, the vault, and the secret that the
// tokens of its mails are made with. One process holds it at a time.
type Store struct {
	Log   *natslog.Store
	Vault vault.Vault
	Keys  mailgate.Keyring
}

const tokenKey = "gate.token"

// Place says where a store is.
type Place struct {
	Dir string // of the embedded server's files, and of the desk's address
	URL string // of an external NATS; "" for the embedded server
	// Replicas is how many servers of an external NATS hold the streams that are made; 0 means 3.
	Replicas int
	SignIn   natslog.SignIn // at an external NATS
}

// OpenStore opens the store, and makes it where it is missing.
func OpenStore(ctx context.Context, at Place, logger *slog.Logger) (*Store, error) {
	if err := os.MkdirAll(at.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("the directory cannot be made: %w", err)
	}
	var log *natslog.Store
	var err error
	if at.URL != "" {
		log, err = natslog.OpenCluster(at.URL, natslog.Options{Logger: logger, Replicas: at.Replicas, SignIn: at.SignIn})
	} else {
		log, err = natslog.OpenEmbedded(filepath.Join(at.Dir, "nats"), natslog.Options{Logger: logger})
	}
	if err != nil {
		return nil, err
	}
	s := &Store{Log: log}
	if err := s.openVault(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("the vault cannot be opened: %w", err), log.Close())
	}
	return s, nil
}

// openVault opens the vault, and draws the secret of the tokens when it is new.
func (s *Store) openVault(ctx context.Context) error {
	v, err := vault.OpenNATS(ctx, s.Log.JetStream(), s.Log.Replicas())
	if err != nil {
		return err
	}
	fresh := make([]byte, 32)
	rand.Read(fresh) // never fails
	if err := v.Create(ctx, tokenKey, fresh); err != nil && !errors.Is(err, vault.ErrExists) {
		return err
	}
	key, err := v.Get(ctx, tokenKey)
	s.Vault, s.Keys = v, mailgate.Keyring{{ID: 'a', Key: key}}
	return err
}

// Close closes the store.
func (s *Store) Close() error { return s.Log.Close() }

// RunAll watches the mailbox, keeps the deadlines and sends the mail, until one of
// them fails or ctx ends.
func (d *Daemon) RunAll(ctx context.Context, box mailgate.Source) error {
	from, err := d.Checkpoint(ctx)
	if err != nil {
		return err
	}
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return box.Run(ctx, from, d.Handle) })
	g.Go(func() error { return d.Run(ctx) })
	g.Go(func() error { return d.Outbox(ctx) })
	g.Go(func() error { return d.Watch(ctx) })
	return g.Wait()
}
