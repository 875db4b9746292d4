package store

import (
	"archive/tar"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
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

// A store directory can be copied while the store is being written to. Its files only grow, by whole records,
// so reading them in the right order gives a copy that a crash could have left: first the heads, which must
// never be ahead of the log, then the log, then the vault, which receives everything before the log refers to
// it. The caller opens the copy to check this.

// Pack writes a gzipped tar of the store directory to w.
func Pack(dir string, w io.Writer) error {
	files, err := packed(dir)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return fmt.Errorf("%s holds no store", dir)
	}
	zip := gzip.NewWriter(w)
	out := tar.NewWriter(zip)
	for _, name := range files {
		if err := packFile(out, dir, name); err != nil {
			return err
		}
	}
	return errors.Join(out.Close(), zip.Close())
}

// passing lists files that belong to a running process or can be rebuilt from the others.
var passing = []string{"galloper.lock", "desk.sock", "galloper.snapshot", "index.db"}

// packed returns the files to copy, in reading order. Blocks of a stream are in order of their numbers, whose
// length decides first.
func packed(dir string) (files []string, err error) {
	err = filepath.WalkDir(dir, func(at string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		name, err := filepath.Rel(dir, at)
		if !slices.Contains(passing, filepath.Base(at)) {
			files = append(files, filepath.ToSlash(name))
		}
		return err
	})
	slices.SortFunc(files, func(a, b string) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(len(path.Base(a)), len(path.Base(b))),
			strings.Compare(a, b))
	})
	return files, err
}

// rank orders files for the copy: the heads, the log, then everything else.
func rank(name string) int {
	switch {
	case path.Base(name) == "galloper.heads":
		return 0
	case strings.Contains(name, "/EVENTS/"):
		return 1
	}
	return 2
}

func packFile(out *tar.Writer, dir, name string) error {
	b, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil // the store has deleted the file meanwhile
	}
	if err != nil {
		return err
	}
	h := &tar.Header{Name: name, Mode: 0o600, Size: int64(len(b)), Format: tar.FormatPAX}
	if err := out.WriteHeader(h); err != nil {
		return err
	}
	_, err = out.Write(b)
	return err
}

// Unpack extracts the output of Pack into a directory. It refuses names that lead out of it.
func Unpack(r io.Reader, dir string) error {
	zip, err := gzip.NewReader(r)
	if err != nil {
		return fmt.Errorf("it is no copy of a store: %w", err)
	}
	in := tar.NewReader(zip)
	for {
		h, err := in.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("the copy is damaged: %w", err)
		}
		if err := unpackFile(in, h, dir); err != nil {
			return err
		}
	}
}

func unpackFile(in io.Reader, h *tar.Header, dir string) error {
	if h.Typeflag != tar.TypeReg || !filepath.IsLocal(h.Name) {
		return fmt.Errorf("the copy holds %q, which no store has", h.Name)
	}
	at := filepath.Join(dir, filepath.FromSlash(h.Name))
	if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(at, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if _, err = io.Copy(f, in); err != nil {
		err = fmt.Errorf("the copy is damaged: %w", err)
	}
	return errors.Join(err, f.Sync(), f.Close())
}
