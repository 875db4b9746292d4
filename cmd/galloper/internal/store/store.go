package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"galloper/cmd/galloper/internal/cluster"
	"galloper/events/alarm"
	"galloper/events/crew"
	"galloper/events/natslog"
	"galloper/events/natsvault"
	"galloper/events/vault"
	"galloper/mailgate"
)

// Store is an open store directory: the log, the vault, and the keys for the tokens of its mails. Only one
// process can have it open at a time.
type Store struct {
	Log   *natslog.Store
	Vault vault.Vault
	Keys  mailgate.Keyring

	Shared bool // other processes may have it open too
	Made   bool // it has just been created

	ledger crew.Ledger
}

const tokenKey = "gate.token"

// Place is the location of a store.
type Place struct {
	Dir string // for the embedded server's files, and for the desk's socket
	URL string // of an external NATS server; "" for the embedded one
	// Replicas is the number of external NATS servers that hold each new stream; 0 means 3.
	Replicas int
	SignIn   natslog.SignIn // credentials for the external NATS server
	Existing bool           // return natslog.ErrNoStore if an external NATS server holds no store
	Mend     bool           // open a store in order to repair it
	Peer     *natslog.Peer  // this process's own server, if it is one of several; otherwise nil
}

// Open opens the store, and creates it if it is missing.
func Open(ctx context.Context, at Place, logger *slog.Logger) (*Store, error) {
	var log *natslog.Store
	nats := filepath.Join(at.Dir, "nats")
	_, err := os.Stat(nats)
	made := errors.Is(err, fs.ErrNotExist)
	if at.URL != "" {
		o := natslog.Options{Logger: logger, Replicas: at.Replicas, SignIn: at.SignIn, Mend: at.Mend, Peer: at.Peer}
		if at.Existing {
			o.Existing = []string{natsvault.Stream}
		}
		if log, err = natslog.OpenCluster(at.URL, o); err != nil {
			return nil, err
		}
		made = log.Made()
	}
	if err := os.MkdirAll(at.Dir, 0o700); err != nil {
		err = fmt.Errorf("the directory cannot be made: %w", err)
		if log != nil {
			err = errors.Join(err, log.Close())
		}
		return nil, err
	}
	if log == nil {
		log, err = natslog.OpenEmbedded(nats, natslog.Options{Logger: logger, Mend: at.Mend, Stop: ctx.Done()})
		if err != nil {
			return nil, err
		}
	}
	s := &Store{Log: log, Shared: at.URL != "", Made: made}
	if err := s.OpenVault(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("the vault cannot be opened: %w", err), log.Close())
	}
	return s, nil
}

// OpenVault opens the vault, and creates the secret of the tokens in a new one.
func (s *Store) OpenVault(ctx context.Context) error {
	v, err := natsvault.Open(ctx, s.Log.JetStream(), s.Log.Replicas())
	if err != nil {
		return err
	}
	key, err := v.Get(ctx, tokenKey) // before Create, which fails on a full disk even if the key exists
	if errors.Is(err, vault.ErrNotFound) {
		fresh := make([]byte, 32)
		rand.Read(fresh) // never fails
		if err := v.Create(ctx, tokenKey, fresh); err != nil && !errors.Is(err, vault.ErrExists) {
			return err
		}
		key, err = v.Get(ctx, tokenKey)
	}
	s.Vault, s.ledger, s.Keys = v, v.Ledger(), mailgate.Keyring{{ID: 'a', Key: key}}
	return err
}

// Close closes the store.
func (s *Store) Close() error { return s.Log.Close() }

// Sharing configures how the daemons on one external NATS server share the work.
type Sharing struct {
	Silence time.Duration // after which a silent daemon's work is taken over; 0 means 1.25 s
	Doubt   time.Duration // how long a mail waits if its daemon was lost while sending it; 0 means 2 minutes
}

// Join makes the process one of the daemons that share the work on the store. It returns nil if no other
// process can open the store.
func (s *Store) Join(ctx context.Context, o Sharing, logger *slog.Logger) (*cluster.Cluster, error) {
	if !s.Shared {
		return nil, nil
	}
	games, alone := cluster.Parts()
	opts := crew.Options{Parts: games, Wanted: alone, Silence: o.Silence, Clock: s.Log.Time, Doubt: o.Doubt,
		Logger: logger}
	shares, err := crew.Join(s.Log.Servers(), opts)
	if err != nil {
		return nil, err
	}
	opts.Name = shares.Name
	claims := crew.NewClaims(s.ledger, opts)
	alarms, err := alarm.Open(ctx, s.Log.JetStream(), s.Log.Replicas())
	if err != nil {
		logger.Warn("the servers wake no daemon at deadlines; only this daemon's own timers do", "why", err)
	}
	return &cluster.Cluster{Shares: shares, Claims: claims, Doubt: claims.Doubt, Alarms: alarms, Last: s.Log.Last}, nil
}

// Members returns the names of the daemons on the store's servers, or nil if no other process can open the
// store.
func (s *Store) Members(ctx context.Context) []string {
	if !s.Shared {
		return nil
	}
	return crew.Members(ctx, s.Log.Servers())
}
