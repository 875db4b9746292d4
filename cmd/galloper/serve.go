package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/mail"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/cobra"

	"galloper/cmd/galloper/internal/cluster"
	"galloper/cmd/galloper/internal/daemon"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/cmd/galloper/internal/page"
	"galloper/cmd/galloper/internal/push"
	"galloper/cmd/galloper/internal/store"
	"galloper/events"
	"galloper/events/natslog"
	"galloper/mailgate/imapbox"
	"galloper/mailgate/signin"
	"galloper/mailgate/smtpout"
	"galloper/projections/campaign"
)

func newServe(o *options) *cobra.Command {
	show := false
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the daemon: watch the mailbox, keep deadlines, adjudicate, send mail",
		Long: `Watches the mailbox, answers every mail with a receipt, closes turns at their deadlines, adjudicates them and
mails the reports. You can stop it at any moment: recorded work is finished exactly once after a restart. The
configuration is galloper.toml (--print-config prints every key); relative paths in it start at its folder.
Each value can be overridden by an environment variable, such as GALLOPER_IMAP_PASSWORD.`,
		Example: example("galloper serve --print-config > galloper.toml", "galloper serve -c galloper.toml",
			"galloper serve --data /var/lib/galloper"),
		GroupID: "game",
		Args:    args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if show {
				return printConfig(cmd)
			}
			c, err := o.loadConfig()
			if err != nil {
				return err
			}
			if err := checkServe(c); err != nil {
				return err
			}
			err = serve(cmd.Context(), c, newLogger(cmd.ErrOrStderr(), c.Serve.Log),
				func(text string) { printf(cmd, "%s\n", text) })
			if errors.Is(err, context.Canceled) {
				printf(cmd, "stopped; nothing is lost\n")
				return nil
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&show, "print-config", false, "print a sample configuration with every key, and exit")
	return cmd
}

func printConfig(cmd *cobra.Command) error {
	c := defaultConfig()
	c.Mail.Address = "orders@example.org"
	c.Mail.Authserv = []string{}
	c.IMAP.Address, c.IMAP.User, c.IMAP.PasswordFile = "mail.example.org:993", "orders@example.org",
		"/etc/galloper/password"
	c.SMTP.Address, c.SMTP.User, c.SMTP.PasswordFile = "mail.example.org:587", "orders@example.org",
		"/etc/galloper/password"
	c.Umpire.Addresses = []string{"umpire@example.org"}
	return toml.NewEncoder(cmd.OutOrStdout()).Encode(c)
}

// checkServe rejects an unusable configuration before anything is opened.
func checkServe(c Config) error {
	const hint = "print a complete configuration with galloper serve --print-config, and test yours with galloper " +
		"doctor"
	for _, need := range []struct{ key, value string }{
		{"mail.address", c.Mail.Address}, {"imap.address", c.IMAP.Address}, {"smtp.address", c.SMTP.Address},
	} {
		if need.value == "" {
			return usage(hint, "the configuration does not set %s", need.key)
		}
	}
	if u := time.Duration(c.Umpire.Unread); u != 0 && u < 2*time.Duration(c.IMAP.Poll) {
		return usage("set umpire.unread to at least a few times imap.poll",
			"umpire.unread is %s, and imap.poll %s: umpires would be warned about a mailbox that "+
				"works", u, time.Duration(c.IMAP.Poll))
	}
	if _, err := mail.ParseAddress(c.Serve.Push); c.Serve.Push != "" && err != nil {
		return usage("write it as in umpire@example.org", "serve.push %q is not a mail address", c.Serve.Push)
	}
	if c.Serve.Push != "" && !strings.HasPrefix(c.Serve.URL, "https://") {
		return usage("put the page behind a server with https, and set serve.url to its public address",
			"serve.push is set, but browsers allow notifications only from https pages")
	}
	for _, s := range []struct {
		section string
		server  signin.Server
	}{{"imap", c.imapServer()}, {"smtp", c.smtpServer()}} {
		if err := s.server.Check(); err != nil {
			return usage(hint, "[%s]: %v", s.section, err)
		}
	}
	return nil
}

func (c Config) imapServer() signin.Server {
	return signin.Server{Addr: c.IMAP.Address, TLS: tlsOf(c.IMAP.TLS), Config: c.IMAP.tls}
}

func (c Config) smtpServer() signin.Server {
	return signin.Server{Addr: c.SMTP.Address, TLS: tlsOf(c.SMTP.TLS), Config: c.SMTP.tls}
}

func tlsOf(text string) signin.TLS {
	if text == "implicit" {
		return signin.Implicit
	}
	return signin.TLS(text)
}

func (c Config) imapConfig(logger *slog.Logger) imapbox.Config {
	return imapbox.Config{
		Server: c.imapServer(), Credentials: c.IMAP.credentials(),
		Mailbox: c.IMAP.Mailbox, Processed: c.IMAP.Processed, Quarantine: c.IMAP.Quarantine,
		Poll: time.Duration(c.IMAP.Poll), Log: logger,
	}
}

func (c Config) smtpConfig(logger *slog.Logger) smtpout.Config {
	return smtpout.Config{
		Server: c.smtpServer(), Credentials: c.SMTP.credentials(), Log: logger,
	}
}

// A starting daemon waits this long for unreachable servers, so that a machine that lost the network comes back
// unattended. A peer waits longer: the others may be switched on much later, and can't go on without it either.
const (
	servePatience = time.Minute
	peersPatience = 24 * time.Hour
)

// patiently retries errors that may go away: unreachable servers and a full disk.
func patiently(ctx context.Context, c Config, logger *slog.Logger, try func() error) error {
	for begun := time.Now(); ; {
		err := try()
		patience := servePatience
		if len(c.Cluster.Peers) > 0 {
			patience = peersPatience
		}
		switch {
		case errors.Is(err, events.ErrStoreFull), errors.Is(err, syscall.ENOSPC):
			logger.Warn("the disk is full; waiting until there is room", "error", err)
		case err == nil || c.Store.NATS == "" || !natslog.Unreachable(err) || time.Since(begun) > patience:
			return err
		default:
			logger.Warn("cannot reach the servers; waiting for them", "nats", c.Store.NATS, "error", err)
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// openShared opens the store and joins the other daemons on it.
func openShared(ctx context.Context, c Config, peer *natslog.Peer, logger *slog.Logger) (*store.Store,
	*cluster.Cluster, error) {
	s, err := openStoreAt(ctx, c, store.Place{Peer: peer}, logger, true)
	if err != nil {
		return nil, nil, err
	}
	sharing := store.Sharing{Silence: time.Duration(c.NATS.Silence), Doubt: time.Duration(c.NATS.Doubt)}
	crew, err := s.Join(ctx, sharing, logger)
	if err != nil {
		s.Close()
		return nil, nil, failed(err, "check the servers with galloper doctor",
			"cannot share the work with other daemons on %s", c.Store.NATS)
	}
	return s, crew, nil
}

// ownDir locks the data directory if the store is elsewhere: it still holds this daemon's socket and snapshot.
func ownDir(c Config) (release func() error, err error) {
	if c.Store.NATS == "" {
		return func() error { return nil }, nil
	}
	if release, err = natslog.Lock(c.Store.Dir); err != nil {
		return nil, failed(err, directoryHint(err), "cannot open the store %s", c.Store.Dir)
	}
	return release, nil
}

// serve runs the daemon until ctx ends.
func serve(ctx context.Context, c Config, logger *slog.Logger, say func(string)) error {
	release, err := ownDir(c)
	if err != nil {
		return err
	}
	defer release()
	peer, err := servePeer(c, logger)
	if err != nil {
		return err
	}
	if peer != nil {
		defer peer.Stop()
	}
	var s *store.Store
	var crew *cluster.Cluster
	err = patiently(ctx, c, logger, func() (err error) { s, crew, err = openShared(ctx, c, peer, logger); return err })
	if err != nil {
		return err
	}
	defer s.Close()
	sender, err := smtpout.NewPool(c.smtpConfig(logger), c.SMTP.Connections)
	if err != nil {
		return usage("correct [smtp] in the configuration", "%v", err)
	}
	defer sender.Close()
	opts := daemonOptions(c, s, logger)
	opts.Sender, opts.Parallel = sender, c.SMTP.Connections
	opts.CheckEvery = time.Duration(c.Serve.Check)
	opts.Crew = crew
	opts.Retry, opts.Unread, opts.Unsent = spans(c.SMTP.Retry), time.Duration(c.Umpire.Unread),
		time.Duration(c.Umpire.Unsent)
	var d *daemon.Daemon
	err = patiently(ctx, c, logger, func() (err error) { d, err = daemon.Open(ctx, opts); return err })
	if err != nil {
		return err
	}
	desk, err := daemon.OpenDesk(c.Store.Dir, d)
	if err != nil {
		return err
	}
	defer desk.Close()
	say(fmt.Sprintf("galloper serves %s; store %s, %s", c.Mail.Address, c.Store.Dir, s.Log.Durability()))
	if s.Made {
		say("store: " + newStore)
	}
	warnWithoutUmpire(c, d, say)
	closePage := servePage(c, d, logger, say)
	defer closePage()
	return runDaemon(ctx, c, d, logger)
}

// warnWithoutUmpire warns if no umpire is set to be told of trouble.
func warnWithoutUmpire(c Config, d *daemon.Daemon, say func(string)) {
	if len(c.Umpire.Addresses) == 0 {
		say("[umpire] has no addresses: only the umpires of the games concerned are told of faults of the mail or " +
			"the store")
	}
	d.Each(func(name string, g host.Gist) {
		if name != game.Lobby && g.Phase != campaign.Over && len(g.Umpires) == 0 {
			say(name + ": " + strings.TrimRight(noUmpire(name), "\n"))
		}
	})
}

// servePage serves the web page beside the daemon. If it can't, it warns the operator, and the games go on by mail.
func servePage(c Config, d *daemon.Daemon, logger *slog.Logger, say func(string)) (stop func()) {
	if c.Serve.Page == "" {
		return func() {}
	}
	l, err := net.Listen("tcp", c.Serve.Page)
	if err != nil {
		d.PageFault = fmt.Sprintf("the page is not served: %v; set serve.page to a free address, or to none", err)
		say(d.PageFault)
		return func() {}
	}
	url := c.Serve.URL
	if url == "" {
		url = "http://" + l.Addr().String()
	}
	site := page.New(d, url, logger)
	if c.Serve.Push != "" {
		site.Push = push.New(d.Vault, c.Serve.Push)
	}
	server := &http.Server{
		Handler: site, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute,
		WriteTimeout: time.Minute,
		ErrorLog:     slog.NewLogLogger(logger.Handler(), slog.LevelWarn),
	}
	go server.Serve(l) // ends with Close
	say("the page is at " + url)
	if a, ok := l.Addr().(*net.TCPAddr); ok && !a.IP.IsLoopback() && !strings.HasPrefix(url, "https://") {
		say("the page can be reached from other machines, and without https the connection can be read: put the page " +
			"behind a server with https, and set serve.url")
	}
	return func() { server.Close() }
}

// runDaemon runs the daemon's loops and serves its metrics.
func runDaemon(ctx context.Context, c Config, d *daemon.Daemon, logger *slog.Logger) error {
	box, err := mailbox(ctx, c, d, logger)
	if err != nil {
		return err
	}
	d.MailboxFault = func() string { return box.Status().Error }
	if c.Serve.Metrics != "" {
		l, err := net.Listen("tcp", c.Serve.Metrics)
		if err != nil {
			return usage("set serve.metrics to a free loopback address, such as 127.0.0.1:9090", "no metrics: %v", err)
		}
		server := &http.Server{Handler: d.Handler(), ReadHeaderTimeout: 10 * time.Second}
		go server.Serve(l) // ends with Close; the daemon can do without metrics
		defer server.Close()
	}
	return d.RunAll(ctx, box)
}

func mailbox(ctx context.Context, c Config, d *daemon.Daemon, logger *slog.Logger) (*imapbox.Source, error) {
	conf := c.imapConfig(logger)
	conf.Owner = d.Post.Keys.Installation()
	conf.Searched = func(at time.Time) {
		if err := d.Searched(ctx, at); err != nil && ctx.Err() == nil {
			logger.Error("cannot record that the mailbox was read", "error", err)
		}
	}
	box, err := imapbox.New(conf)
	if err != nil {
		return nil, usage("correct [imap] in the configuration", "%v", err)
	}
	return box, nil
}

// ClusterConfig names the machines that hold the games together, each with this program only.
type ClusterConfig struct {
	Peers      []string `toml:"peers" comment:"host:port of all three (or five) machines, including this one; the next higher port is for the embedded servers. Empty: only this machine."`
	Listen     string   `toml:"listen" comment:"The entry of this machine; empty: the one with an address of this machine."`
	SecretFile string   `toml:"secret_file" path:"file" comment:"File with the shared secret, the same on all machines: openssl rand -hex 32"`

	peers natslog.Peers
}

// readPeers reads the peers' secret and sets their servers as the store's.
func (c *Config) readPeers() []error {
	k := &c.Cluster
	if len(k.Peers) == 0 {
		return nil
	}
	if c.Store.NATS != "" {
		return []error{usage("remove one of them", "both [cluster] peers and a NATS URL are set, but a store is in "+
			"only one of them")}
	}
	secret, err := readTextFile(k.SecretFile)
	if err != nil {
		return []error{usage("create one with openssl rand -hex 32, and copy it to all machines",
			"cannot read the peers' secret: [cluster] secret_file: %v", err)}
	}
	if k.peers, err = natslog.NewPeers(k.Peers, string(secret)); err != nil {
		return []error{usage("correct [cluster] in the configuration", "%v", err)}
	}
	c.Store.NATS, c.Store.Replicas = k.peers.URL(), min(c.Store.Replicas, len(k.Peers))
	return nil
}

// servePeer starts this machine's server, or returns nil if no peers are configured.
func servePeer(c Config, logger *slog.Logger) (*natslog.Peer, error) {
	if len(c.Cluster.Peers) == 0 {
		return nil, nil
	}
	local, err := net.InterfaceAddrs()
	if err != nil {
		logger.Warn("cannot read this machine's addresses", "error", err)
	}
	own, err := c.Cluster.peers.Own(c.Cluster.Listen, local)
	if err != nil {
		return nil, usage("set listen in [cluster] to the address of this machine among peers", "%v", err)
	}
	peer, err := c.Cluster.peers.Start(filepath.Join(c.Store.Dir, "nats"), own, natslog.Options{Logger: logger})
	if err != nil {
		return nil, failed(err, "check [cluster], and that no other program uses its port or the port above it",
			"this machine's server does not start")
	}
	logger.Info("this machine's server runs", "address", own)
	return peer, nil
}
