package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/daemon"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/cmd/galloper/internal/mailer"
	"galloper/cmd/galloper/internal/store"
	"galloper/events"
	"galloper/events/archive"
	"galloper/events/natslog"
	"galloper/mailgate"
)

// Only one process at a time can open a store directory. While `serve` holds it, other commands talk to that daemon;
// otherwise they open it themselves.

// openStore opens the directory. create makes a missing store, unless no setting names its directory: a command run
// outside the service's folder would otherwise begin a second store that no service uses.
func openStore(ctx context.Context, c Config, logger *slog.Logger, create bool) (*store.Store, error) {
	return openStoreAt(ctx, c, store.Place{}, logger, create)
}

// openStoreAt opens the configured store with the options of place.
func openStoreAt(ctx context.Context, c Config, place store.Place, logger *slog.Logger, create bool) (*store.Store,
	error) {
	dir, url := c.Store.Dir, c.Store.NATS
	if (!create || c.unnamed) && !c.hasStore() {
		return nil, c.noStore()
	}
	place.Dir, place.URL, place.Replicas, place.SignIn = dir, url, c.Store.Replicas, c.signIn(place.Mend)
	place.Existing = !create
	s, err := store.Open(ctx, place, logger)
	if errors.Is(err, natslog.ErrNoStore) {
		return nil, failed(err, "name the servers of the service with --nats, or its configuration with -c; galloper "+
			"serve or galloper new creates a store on these", "there is no store at %s", url)
	}
	if errors.As(err, new(*natslog.DriftError)) || errors.As(err, new(natslog.UnfinishedError)) {
		return nil, failed(err, "repair it with galloper repair", "the settings of the store were changed")
	}
	if errors.As(err, new(*natslog.DamagedError)) {
		return nil, failed(err, "repair it with galloper repair --from ARCHIVE; a single flipped bit is repaired "+
			"without an archive",
			"the store %s is damaged", dir)
	}
	if err != nil && url != "" {
		return nil, failed(err,
			"check that a NATS server with JetStream runs there, and check store.nats and [nats] in the "+
				"configuration",
			"cannot open the store at %s", url)
	}
	if err != nil {
		return nil, failed(err, directoryHint(err), "cannot open the store %s", dir)
	}
	return s, nil
}

// directoryHint advises on a store directory that cannot be used.
func directoryHint(err error) string {
	switch {
	case errors.As(err, new(*natslog.LockedError)):
		return "stop the other galloper that runs on this directory, or name another with --data"
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return "let galloper's user write there, or name another directory with --data"
	case errors.Is(err, syscall.ENOTDIR):
		return "a part of this path is a file: name another directory with --data"
	case errors.Is(err, events.ErrStoreFull), errors.Is(err, syscall.ENOSPC):
		return "free some disk space, or name a directory on another disk with --data"
	case errors.Is(err, syscall.EMFILE):
		return "raise the limit of open files (ulimit -n; LimitNOFILE= of the service)"
	}
	return "check the store with galloper doctor"
}

// signIn returns the credentials for the store's servers; a repair needs more permissions.
func (c Config) signIn(mend bool) natslog.SignIn {
	if len(c.Cluster.Peers) > 0 {
		return c.Cluster.peers.SignIn(mend)
	}
	n := c.NATS
	return natslog.SignIn{
		User: n.User, Password: n.Password, Token: n.Token, Credentials: n.Credentials, NKey: n.NKey, CA: n.CA,
		Cert: n.Cert, Key: n.Key,
	}
}

// daemonOptions returns the options of a daemon on an open store, without a sender.
func daemonOptions(c Config, s *store.Store, logger *slog.Logger) host.Options {
	address := c.Mail.Address
	if address == "" {
		address = "orders@localhost"
	}
	return host.Options{
		Log: s.Log, Vault: s.Vault, Rulesets: rulesets.All(), Logger: logger, Snapshot: filepath.Join(c.Store.Dir,
			"galloper.snapshot"),
		Post:  mailer.Mailer{Address: address, Name: c.Mail.Name, Delimiter: c.Mail.Delimiter, Keys: s.Keys},
		Trust: c.Mail.trust(), LookupTXT: c.Mail.lookup(),
		Umpires: c.Umpire.Addresses, Limits: host.Limits(c.Mail.Limits), Screen: host.Screen{Allow: c.Mail.Allow,
			Deny: c.Mail.Deny}, Lists: c.Mail.Lists, Guests: c.Mail.Guests,
	}
}

func (c MailConfig) trust() mailgate.Trust {
	return mailgate.Trust{Servers: c.Authserv, Relays: c.Relays, Unnamed: c.Unnamed}
}

// lookup returns the resolver for DKIM keys, or nil if signatures aren't checked.
func (c MailConfig) lookup() host.LookupTXT {
	if !c.DKIM {
		return nil
	}
	return net.DefaultResolver.LookupTXT
}

// backend has the operations of commands on the games of a store, opened here or held by a daemon.
type backend interface {
	New(ctx context.Context, n admin.NewGame) (admin.NewGameResult, error)
	Rule(ctx context.Context, r daemon.RuleRequest) (daemon.RuleResult, error)
	Lobby(ctx context.Context, r daemon.LobbyRequest) (daemon.RuleResult, error)
	VerifyStore(ctx context.Context) (admin.StoreReport, error)
	GameNames(ctx context.Context) ([]string, error)
	Record(ctx context.Context, game string) (admin.Record, error)
	Heads(ctx context.Context, since uint64) (admin.HeadsReport, error)
	Behind(ctx context.Context, w io.Writer, game string, after uint64) error
	Export(ctx context.Context, w io.Writer, game string, with admin.ExportOptions) error
	Import(ctx context.Context, r io.ReadSeeker) (admin.ImportResult, error)
	Forget(ctx context.Context, r admin.ForgetRequest) (admin.ForgetResult, error)
}

// loadStore reads the configuration for a command that uses the store, and prints which store that is.
func (o *options) loadStore() (Config, error) {
	c, err := o.loadConfig()
	if err == nil && !o.said && c.hasStore() {
		o.said = true
		fmt.Fprintf(o.errs, "store: %s\n", c.storeText())
	}
	return c, err
}

func (c Config) storeText() string {
	if c.Store.NATS != "" {
		return "on the servers of store.nats; its local directory is " + c.Store.Dir
	}
	return c.Store.Dir
}

func (c Config) noStore() error {
	return failed(nil, "name the service's configuration with -c, or the store's directory with --data; galloper "+
		"serve or galloper new then creates a store there", "there is no store in %s", c.Store.Dir)
}

// newStore is the note about a store that was just made.
const newStore = "newly created"

// hasStore reports whether the store exists. It doesn't ask the servers of an external one.
func (c Config) hasStore() bool {
	_, err := os.Stat(filepath.Join(c.Store.Dir, "nats"))
	return c.Store.NATS != "" || !errors.Is(err, fs.ErrNotExist)
}

// withStore calls use with the store: through the daemon that holds it, or else opened for as long as use runs.
func (o *options) withStore(ctx context.Context, create bool, use func(backend) error) error {
	c, err := o.loadStore()
	if err != nil {
		return err
	}
	client, err := daemon.Dial(ctx, c.Store.Dir)
	if err == nil {
		return refusal(use(client))
	}
	if !errors.Is(err, daemon.ErrNoDaemon) {
		return err
	}
	if create && c.Mail.Address == "" {
		fmt.Fprintln(o.errs,
			"galloper: mail.address is not set: mails created now come from orders@localhost, and answers to them "+
				"are lost")
	}
	logger := newLogger(o.errs, "error")
	s, err := openStore(ctx, c, logger, create)
	if err != nil {
		return err
	}
	defer s.Close()
	if s.Made {
		fmt.Fprintf(o.errs, "store: %s; %s\n", c.storeText(), newStore)
	}
	d, err := daemon.Open(ctx, daemonOptions(c, s, logger))
	if err != nil {
		return err
	}
	return refusal(use(d))
}

// refusal turns a refusal of the game into a fault of the command line.
func refusal(err error) error {
	var no *game.Refused
	if errors.As(err, &no) {
		return failed(nil, no.Hint, "%s", no.What)
	}
	return err
}

// commitsOf returns the commits of a game: from an archive if the name is a file's, else from the store.
func (o *options) commitsOf(ctx context.Context, name string) ([]events.Commit, error) {
	if isFile(name) {
		f, err := os.Open(name)
		if err != nil {
			return nil, usage("name a game in the store, or the file that galloper export wrote",
				"cannot read the archive: %v", err)
		}
		defer f.Close()
		return readCommits(f, name)
	}
	var b bytes.Buffer
	err := o.withStore(ctx, false, func(s backend) error { return s.Export(ctx, &b, name, admin.ExportOptions{}) })
	if err != nil {
		return nil, err
	}
	return readCommits(&b, name)
}

// isFile reports whether the name is a file's. A directory doesn't count, because a game may have the same name.
func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}

func readCommits(r io.Reader, name string) ([]events.Commit, error) {
	var commits []events.Commit
	for c, err := range commitsIn(r) {
		if err != nil {
			return nil, failed(err, "name a game in the store, or the file that galloper export wrote", "cannot read %s", name)
		}
		commits = append(commits, c)
	}
	if len(commits) == 0 {
		return nil, failed(nil, "name a game in the store, or the file that galloper export wrote", "%s is empty", name)
	}
	return commits, nil
}

// commitsIn yields the commits of an archive.
func commitsIn(r io.Reader) iter.Seq2[events.Commit, error] {
	return func(yield func(events.Commit, error) bool) {
		for line, err := range archive.Read(r) {
			if err != nil {
				yield(events.Commit{}, err)
			} else if line.Commit != nil && !yield(*line.Commit, nil) {
				return
			}
		}
	}
}

// gameOf folds a game from an archive or the store.
func (o *options) gameOf(ctx context.Context, name string) (*game.Game, []events.Commit, error) {
	commits, err := o.commitsOf(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	g, err := game.Load(rulesets.All(), func(yield func(events.Commit, error) bool) {
		for _, c := range commits {
			if !yield(c, nil) {
				return
			}
		}
	})
	if err != nil {
		return nil, nil, failed(err, "run galloper verify to find the damaged line", "cannot read the game")
	}
	return g, commits, nil
}

func newLogger(w io.Writer, level string) *slog.Logger {
	var l slog.Level
	if err := l.UnmarshalText([]byte(strings.ToUpper(level))); err != nil {
		l = slog.LevelInfo
	}
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: l}))
}

func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
