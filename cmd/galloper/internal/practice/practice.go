// Package practice lets one person play battles on a page or in a terminal, without mail. The staff plays all
// other seats. It uses the store, the log and the page of `galloper serve`, so a battle can be left, resumed,
// audited and verified like any other.
package practice

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"

	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/daemon"
	"galloper/cmd/galloper/internal/host"
	"galloper/cmd/galloper/internal/mailer"
	"galloper/cmd/galloper/internal/page"
	"galloper/cmd/galloper/internal/store"
	"galloper/mailgate"
)

// Run serves the page until ctx ends, or plays in the terminal until the player leaves.
func Run(ctx context.Context, o Options) (err error) {
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return err
	}
	log, err := os.OpenFile(filepath.Join(o.Dir, "practice.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	logger := slog.New(slog.NewTextHandler(log, nil))
	s, err := store.Open(ctx, store.Place{Dir: o.Dir}, logger)
	if err != nil {
		return err
	}
	d, err := daemon.Open(ctx, host.Options{Log: s.Log, Vault: s.Vault, Rulesets: rulesets.All(), Logger: logger,
		Now: time.Now, Sender: nobody{},
		Post: mailer.Mailer{Address: service, Name: "Galloper", Delimiter: "+", Keys: s.Keys}})
	if err != nil {
		return errors.Join(err, s.Close())
	}
	r := &room{d: d, battles: battles(d.Rulesets)}
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return d.RunAll(ctx, nothing{}) })
	g.Go(func() error {
		if o.Terminal != nil {
			return r.talk(ctx, o)
		}
		return r.serve(ctx, o, logger)
	})
	if err = g.Wait(); errors.Is(err, errLeft) {
		err = nil
	}
	return errors.Join(err, s.Close())
}

// serve serves the page and prints its address.
func (r *room) serve(ctx context.Context, o Options, logger *slog.Logger) error {
	l, err := net.Listen("tcp", o.Listen)
	if err != nil {
		return fmt.Errorf("the page cannot be served: %w; name another address with --listen", err)
	}
	url := "http://" + l.Addr().String()
	site := page.New(r.d, url, logger)
	site.Practice = r
	id, err := r.d.Book.Enter(ctx, player)
	if err != nil {
		return err
	}
	begun := ""
	if o.Scenario != "" {
		game, err := r.Begin(ctx, o.Scenario, o.Seat, o.Temper)
		if err != nil {
			return err
		}
		begun = "/games/" + game + "/orders"
	}
	link, err := site.Link(ctx, id, begun)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: site, ReadHeaderTimeout: 10 * time.Second,
		ErrorLog: slog.NewLogLogger(logger.Handler(), slog.LevelWarn)}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	fmt.Fprintf(o.Out, "Open this in your browser, on this machine (over ssh: ssh -L %d:%s …):\n\n  %s\n\n"+
		"Everything is kept in %s; leave with Ctrl-C. To go on, start galloper practise again, without naming a battle.\n",
		l.Addr().(*net.TCPAddr).Port, l.Addr(), link, o.Dir)
	if o.Ready != nil {
		o.Ready(link)
	}
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return ctx.Err()
}

// nobody discards outgoing mail: the player reads on the page.
type nobody struct{}

// Send implements mailgate.Sender.
func (nobody) Send(context.Context, mailgate.Delivery) mailgate.Result {
	return mailgate.Result{Fate: mailgate.Sent}
}

// nothing is a mailbox that stays empty.
type nothing struct{}

// Run implements mailgate.Source.
func (nothing) Run(ctx context.Context, _ mailgate.Checkpoint, _ mailgate.Handler) error {
	<-ctx.Done()
	return ctx.Err()
}
