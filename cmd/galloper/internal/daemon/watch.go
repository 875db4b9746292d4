package daemon

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/projections/campaign"
)

// What an operator wants to know of a running daemon, besides the mail.

// StoreCheck is what the last check of the store found.
type StoreCheck struct {
	At      time.Time `json:"at"`
	Commits uint64    `json:"commits"`
	Faults  []string  `json:"faults"`
}

// durable is a log that can say when a commit is safe from a power cut.
type durable interface{ Durability() string }

// placed is a log that says how far it goes, and what was wrong when it was opened.
type placed interface {
	Last(ctx context.Context) (uint64, error)
	Faults() []string
}

// roomy is a log that knows when its disk is full.
type roomy interface{ Room() error }

// durability says it of the log in use.
func (d *Daemon) durability() string {
	if l, ok := d.log.(durable); ok {
		return l.Durability()
	}
	return "the log is kept in memory"
}

// checkedAtOpen notes what was found when all games were read.
func (d *Daemon) checkedAtOpen() {
	check := &StoreCheck{At: d.Now(), Faults: []string{}}
	if l, ok := d.log.(placed); ok {
		check.Faults = append(check.Faults, l.Faults()...)
	}
	for _, name := range d.agenda.onHold() {
		check.Faults = append(check.Faults, d.slot(name).held().Error())
	}
	d.checked.Store(check)
}

// KeepChecked reads the whole log again and again, so that rot is found while an archive
// that mends it is still at hand. A game that it finds broken is held from then on.
func (d *Daemon) KeepChecked(ctx context.Context) error {
	if len(d.recalled) == 0 || d.CheckEvery <= 0 { // all games were read; the vault was not
		d.CheckVault(ctx)
	}
	if d.CheckEvery <= 0 {
		<-ctx.Done()
		return ctx.Err()
	}
	ticker := time.NewTicker(d.CheckEvery)
	defer ticker.Stop()
	for unread := len(d.recalled) > 0; ; unread = false { // at the start, what the snapshot spared
		if !unread {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-ticker.C:
			}
		}
		if err := d.Check(ctx); err != nil && ctx.Err() == nil {
			d.Logger.Error("the store could not be checked", "error", err)
		}
	}
}

// LostFromVault returns what the record names and the vault has lost.
func (d *Daemon) LostFromVault(ctx context.Context) ([]string, error) { return d.checkVault(ctx) }

// CheckVault looks once whether the vault has what the record names.
func (d *Daemon) CheckVault(ctx context.Context) {
	lost, err := d.checkVault(ctx)
	if err != nil {
		if ctx.Err() == nil {
			d.Logger.Error("the vault could not be checked", "error", err)
		}
		return
	}
	for _, f := range lost {
		d.Logger.Error("the store is damaged", "fault", f)
	}
	was := d.checked.Load()
	check := *was
	check.Faults = append(slices.Clone(was.Faults), lost...)
	d.checked.CompareAndSwap(was, &check)
	d.tellOfVault(ctx, lost)
}

// Check reads the whole log once, gaps, chains, settings, files, and looks whether the
// vault has what it names.
func (d *Daemon) Check(ctx context.Context) error {
	r, err := d.log.Verify(ctx)
	if err != nil {
		return err
	}
	check := &StoreCheck{At: d.Now(), Commits: r.Commits, Faults: append([]string{}, r.Faults...)}
	for _, b := range r.Broken {
		check.Faults = append(check.Faults, b.Error())
		d.hold(b)
	}
	lost, err := d.checkVault(ctx)
	if err != nil {
		return err
	}
	check.Faults = append(check.Faults, lost...)
	for _, f := range check.Faults {
		d.Logger.Error("the store is damaged", "fault", f)
	}
	d.checked.Store(check)
	d.tellOfVault(ctx, lost)
	if len(r.Broken) > 0 {
		d.tellHeld(ctx)
		signal(d.unsent)
	}
	return nil
}

// hold keeps a game that was found broken from going on.
func (d *Daemon) hold(b *events.BrokenError) {
	e := d.entries()[b.Game]
	if e == nil {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.broken == nil {
		e.broken = b
		d.read(b.Game, e)
	}
}

// lateAfter is how long after a deadline a turn that is still open counts as missed.
const lateAfter = time.Minute

// late counts the games whose deadline has passed, and was not acted on. Those of other
// daemons are theirs to count.
func (d *Daemon) late() (n int) {
	d.each(func(name string, g gist) {
		if g.Phase == campaign.Open && !g.Closes.IsZero() && d.Now().Sub(g.Closes) > lateAfter && d.holds(name) {
			n++
		}
	})
	return n
}

// phases counts the games by where they stand.
func (d *Daemon) phases() map[string]int {
	n := map[string]int{}
	d.each(func(_ string, g gist) { n[string(g.Phase)]++ })
	return n
}

// each calls the function with what is known of every game that can be played.
func (d *Daemon) each(f func(name string, g gist)) {
	for name, e := range d.entries() {
		e.mu.Lock()
		g, known := e.gist, e.broken == nil && e.gist.Phase != ""
		e.mu.Unlock()
		if known {
			f(name, g)
		}
	}
}

// count returns how many games there are.
func (d *Daemon) count() (n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for name := range d.games {
		if name != game.Lobby {
			n++
		}
	}
	return n
}

// lag counts the commits in the log behind the last that this daemon has read. It says
// why where the log cannot be asked.
func (d *Daemon) lag(ctx context.Context) (uint64, error) {
	l, ok := d.log.(placed)
	if !ok {
		return 0, nil
	}
	ctx, cancel := context.WithTimeout(ctx, lagTimeout)
	defer cancel()
	last, err := l.Last(ctx)
	read := d.tip.Load()
	if err != nil || last < read {
		return 0, err
	}
	return last - read, nil
}

// ClockFault says in words that this machine's clock is so far ahead of the server's that
// holds the log; "" if that is near enough. Which of the two is right nobody can tell from here.
func ClockFault(ahead time.Duration) string {
	if ahead.Abs() <= clockTolerance {
		return ""
	}
	which := "ahead of"
	if ahead < 0 {
		which = "behind"
	}
	return fmt.Sprintf(
		"this machine's clock is %s %s the NATS server's: set the one that is wrong, deadlines go by it",
		prose.Span(ahead.Abs().Round(time.Minute)),
		which,
	)
}

// clockFault says it of this daemon's clock.
func (d *Daemon) clockFault() string {
	ahead, _ := d.clockAhead()
	return ClockFault(ahead)
}

// clockAhead returns how far this daemon's clock is ahead of the servers', where those are others.
func (d *Daemon) clockAhead() (ahead time.Duration, ok bool) {
	if d.Crew == nil {
		return 0, false
	}
	at, ok := d.Crew.Shares.ServerTime()
	if !ok {
		return 0, false
	}
	return d.ownClock().Sub(at), true
}

// lagTimeout is how long the log is waited for by one who asks how the daemon is.
const lagTimeout = 2 * time.Second

// noteDeadline counts how late a deadline was acted on.
func (d *Daemon) noteDeadline(g *game.Game, s game.Decision, now time.Time) {
	t := g.Campaign.Current()
	if t == nil || t.Deadline.IsZero() {
		return
	}
	after := now.Sub(g.Schedule.Closes(t.Deadline))
	acted := slices.ContainsFunc(s.Data, func(e events.Data) bool {
		c, is := e.(events.TurnClosed)
		_, moved := e.(events.TurnExtended)
		return is && c.Reason == "deadline" || moved
	})
	if !acted || after < 0 {
		return
	}
	d.metrics.Deadlines.Observe(after.Seconds())
	if after > lateAfter {
		d.metrics.Missed.Inc()
		d.Logger.Warn("a deadline was missed", "game", g.Name(), "turn", t.Number, "by", after.Round(time.Second).String())
	}
}

// watched are the metrics that are looked up when they are asked for.
type watched struct{ d *Daemon }

var (
	gamesDesc = prometheus.NewDesc("galloper_games", "Games, by where they stand.", []string{"phase"}, nil)
	heldDesc  = prometheus.NewDesc(
		"galloper_games_held",
		"Games that are held because their record cannot be read.",
		nil,
		nil,
	)
	lateDesc = prometheus.NewDesc("galloper_deadlines_late", "Games whose deadline passed over a minute ago and was "+
		"not acted on.", nil, nil)
	lagDesc   = prometheus.NewDesc("galloper_log_lag", "Commits in the log that this daemon has not read yet.", nil, nil)
	clockDesc = prometheus.NewDesc("galloper_clock_ahead_seconds", "How far this machine's clock is ahead of the "+
		"NATS server's.", nil, nil)
	faultsDesc  = prometheus.NewDesc("galloper_store_faults", "Faults that the last check of the store found.", nil, nil)
	checkedDesc = prometheus.NewDesc(
		"galloper_store_checked_timestamp_seconds",
		"When the store was checked last.",
		nil,
		nil,
	)
	storeDesc = prometheus.NewDesc(
		"galloper_store_info",
		"1; the label says when a commit is safe from a power cut.",
		[]string{"durability"},
		nil,
	)
)

// Describe implements prometheus.Collector.
func (w watched) Describe(c chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{gamesDesc, heldDesc, lateDesc, lagDesc, clockDesc, faultsDesc, checkedDesc, storeDesc} {
		c <- d
	}
}

// Collect implements prometheus.Collector.
func (w watched) Collect(c chan<- prometheus.Metric) {
	gauge := func(desc *prometheus.Desc, v float64, labels ...string) {
		c <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, v, labels...)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	phases := w.d.phases()
	for _, p := range []campaign.Phase{campaign.Made, campaign.Open, campaign.Closed, campaign.Deciding, campaign.Review, campaign.Reporting, campaign.Held, campaign.Over} {
		gauge(gamesDesc, float64(phases[string(p)]), string(p))
	}
	gauge(heldDesc, float64(len(w.d.agenda.onHold())))
	gauge(lateDesc, float64(w.d.late()))
	if lag, err := w.d.lag(ctx); err == nil { // not known is not none
		gauge(lagDesc, float64(lag))
	}
	if ahead, ok := w.d.clockAhead(); ok {
		gauge(clockDesc, ahead.Seconds())
	}
	gauge(storeDesc, 1, w.d.durability())
	if check := w.d.checked.Load(); check != nil {
		gauge(faultsDesc, float64(len(check.Faults)))
		gauge(checkedDesc, float64(check.At.Unix()))
	}
}

// unwell says what is wrong, for a watchdog; nothing if all is well.
func (d *Daemon) unwell() []string {
	wrong := []string{}
	if held := d.agenda.onHold(); len(held) > 0 {
		wrong = append(wrong, fmt.Sprintf("held because their record cannot be read: %s", prose.List(held)))
	}
	if n := d.late(); n > 0 {
		wrong = append(wrong, prose.Plural(n, "deadline")+" passed and not acted on")
	}
	if l, ok := d.log.(roomy); ok {
		if err := l.Room(); err != nil {
			wrong = append(wrong, err.Error())
		}
	}
	wrong = append(wrong, d.stuck.wrong()...)
	if check := d.checked.Load(); check != nil && len(check.Faults) > 0 {
		wrong = append(wrong, prose.Plural(len(check.Faults), "fault")+" in the store; galloper verify --stream names them")
	}
	return wrong
}
