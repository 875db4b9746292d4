// Package page connects the daemon to the web page: it folds the logs of the games that people look at, and
// passes their input to the daemon as mails and umpire's acts. Package projections/web renders the pages.
//
// It reads the log itself without the daemon's locks, so that pages load while a turn is adjudicated:
//
//	handler := page.New(d, "http://127.0.0.1:1815", logger)
package page

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"galloper/adjudicator/umpire"
	"galloper/cmd/galloper/internal/daemon"
	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/events/vault"
	"galloper/mailgate"
	"galloper/projections/campaign"
	"galloper/projections/web"
)

// New returns the web page of the daemon's games. url is its public address.
func New(d *daemon.Daemon, url string, logger *slog.Logger) *web.Server {
	h := &house{d: d, tables: map[string]*table{}}
	site := web.New(web.Options{House: h, Invitations: invitations{d}, Keeper: keeper{d.Vault}, Open: h.openGames,
		URL: url, Now: d.Now, Logger: logger, Calendar: calendar})
	d.Taken = func(ctx context.Context, name string, m campaign.Mail) {
		if m.Kind == game.ReportKind {
			site.Notify(ctx, name, m.Seat, m.Address)
		}
	}
	return site
}

// calendar renders deadlines in iCalendar format, for calendar programs that subscribe to them.
func calendar(due []web.Deadline, now time.Time) string {
	dates := make([]mailgate.Date, len(due))
	for i, d := range due {
		dates[i] = mailgate.Date{ID: d.ID + "@galloper", At: d.At, Title: d.Title, Told: now}
	}
	return mailgate.Calendar(dates...)
}

// house implements web.House.
type house struct {
	d      *daemon.Daemon
	mu     sync.Mutex
	tables map[string]*table
	clock  uint64 // counts views, to find the least recently used table
}

// maxTables limits the folded games kept in memory.
const maxTables = 64

// Games implements web.House.
func (h *house) Games(_ context.Context, address string) ([]string, error) {
	return h.d.GamesOf(address), nil
}

// openGames returns the games with public offers, which everyone may join by mail.
func (h *house) openGames(ctx context.Context) (list []web.OpenGame) {
	for _, o := range h.d.PublicOffers(ctx) {
		list = append(list, web.OpenGame{Game: o.Game, Title: o.Title, Ruleset: o.Ruleset, Free: len(o.Free()),
			Seats: len(o.Seats), Address: h.d.Post.Address})
	}
	return list
}

// View implements web.House.
func (h *house) View(ctx context.Context, name string, use func(*web.Game) error) error {
	if name == game.Lobby || events.CheckGame(name) != nil {
		return web.ErrNoGame
	}
	t := h.table(name)
	if err := t.catchUp(ctx, h.d, name); err != nil {
		return err
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	if t.game.Rules == nil {
		h.drop(name)
		return web.ErrNoGame
	}
	v := t.view()
	v.AddressOf = func(id string) string { return h.d.AddressOf(context.WithoutCancel(ctx), id) }
	return use(v)
}

// table returns the cached table of the game, or a new one in place of the least recently used.
func (h *house) table(game string) *table {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.clock++
	t := h.tables[game]
	if t == nil {
		if len(h.tables) >= maxTables {
			delete(h.tables, h.oldest())
		}
		t = newTable()
		h.tables[game] = t
	}
	t.used = h.clock
	return t
}

func (h *house) oldest() string {
	var names []string
	for name := range h.tables {
		names = append(names, name)
	}
	return slices.MinFunc(names, func(a, b string) int { return cmp.Compare(h.tables[a].used, h.tables[b].used) })
}

func (h *house) drop(game string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.tables, game)
}

// Opened implements web.House.
func (h *house) Opened() map[string]string { return h.d.Opened() }

// Rule implements web.House.
func (h *house) Rule(ctx context.Context, game, address, text string) (web.Answer, error) {
	return answer(h.d.Rule(ctx, daemon.RuleRequest{Game: game, Text: text, By: address}))
}

// Orders implements web.House.
func (h *house) Orders(ctx context.Context, game, seat, address, text string) (web.Answer, error) {
	return answer(h.d.Write(ctx, game, seat, address, text))
}

// Letterhead implements web.House.
func (h *house) Letterhead(ctx context.Context, game, seat, address string) (web.Letterhead, error) {
	l, _, err := h.d.Letterhead(ctx, game, seat, address)
	return web.Letterhead{To: l.To, Subject: l.Subject, Signed: l.Signed}, err
}

// answer turns a refusal by the daemon into an answer that was not done, rather than an error.
func answer(res daemon.RuleResult, err error) (web.Answer, error) {
	var no *game.Refused
	if errors.As(err, &no) {
		return web.Answer{Text: no.What}, nil
	}
	return web.Answer{Done: res.Done, Waiting: res.Confirm != "", Text: res.Text}, err
}

// Acts implements web.House.
func (h *house) Acts() []string {
	var acts []string
	for line := range strings.Lines(umpire.Help()) {
		if line = strings.TrimSpace(line); line != "" {
			acts = append(acts, line)
		}
	}
	return acts
}

// Mark implements web.House.
func (h *house) Mark(act string) string { return umpire.FormOf(act).Mark() }

// invitations implements web.Invitations.
type invitations struct{ d *daemon.Daemon }

// Who implements web.Invitations.
func (i invitations) Who(ctx context.Context, address string) (string, bool, error) {
	id, err := i.d.Registered(ctx, address)
	return id, id != "", err
}

// Invite implements web.Invitations.
func (i invitations) Invite(ctx context.Context, id, link string) error {
	return i.d.Invite(ctx, id, link)
}

// keeper implements web.Keeper.
type keeper struct{ vault.Vault }

// Create implements web.Keeper.
func (k keeper) Create(ctx context.Context, key string, value []byte) (bool, error) {
	err := k.Vault.Create(ctx, key, value)
	if errors.Is(err, vault.ErrExists) {
		return false, nil
	}
	return err == nil, err
}

// Get implements web.Keeper.
func (k keeper) Get(ctx context.Context, key string) ([]byte, bool, error) {
	value, err := k.Vault.Get(ctx, key)
	if errors.Is(err, vault.ErrNotFound) {
		return nil, false, nil
	}
	return value, err == nil, err
}
