package daemon

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/cluster"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/projections/campaign"
)

// durable is a log that can say when a commit is safe from a power cut.
type durable interface{ Durability() string }

// roomy is a log that can tell if its disk is full.
type roomy interface{ Room() error }

// durability describes when a commit of this log is safe from a power cut.
func (d *Monitor) durability() string {
	if l, ok := d.Log.(durable); ok {
		return l.Durability()
	}
	return "the log is kept in memory"
}

// checkedAtOpen records the faults found while reading the games at the start.
func (d *Monitor) checkedAtOpen() {
	check := &StoreCheck{At: d.Now(), Faults: []string{}}
	if l, ok := d.Log.(admin.Placed); ok {
		check.Faults = append(check.Faults, l.Faults()...)
	}
	for _, name := range d.Agenda.OnHold() {
		check.Faults = append(check.Faults, d.Slot(name).Held().Error())
	}
	d.checked.Store(check)
}

// KeepChecked reads the whole log repeatedly, so that corruption is found while an archive that repairs it still
// exists. Games that it finds broken are put on hold.
func (d *Monitor) KeepChecked(ctx context.Context) error {
	if len(d.known.Recalled) == 0 || d.CheckEvery <= 0 { // all games have been read, but not the vault
		d.CheckVault(ctx)
	}
	if d.CheckEvery <= 0 {
		<-ctx.Done()
		return ctx.Err()
	}
	ticker := time.NewTicker(d.CheckEvery)
	defer ticker.Stop()
	for unread := len(d.known.Recalled) > 0; ; unread = false { // at the start, the games taken from the snapshot
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

// LostFromVault returns the secrets that the record names but the vault lacks.
func (d *Monitor) LostFromVault(ctx context.Context) ([]string, error) {
	return d.admin.VaultFaults(ctx)
}

// CheckVault checks once that the vault has everything that the record names.
func (d *Monitor) CheckVault(ctx context.Context) {
	lost, err := d.admin.VaultFaults(ctx)
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

// Check reads the whole log once: gaps, chains, settings and files. It also checks that the vault has everything that
// the record names.
func (d *Monitor) Check(ctx context.Context) error {
	r, err := d.Log.Verify(ctx)
	if err != nil {
		return err
	}
	check := &StoreCheck{At: d.Now(), Commits: r.Commits, Faults: append([]string{}, r.Faults...)}
	for _, b := range r.Broken {
		check.Faults = append(check.Faults, b.Error())
		d.hold(b)
	}
	lost, err := d.admin.VaultFaults(ctx)
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
		host.Signal(d.MailReady)
	}
	return nil
}

// hold puts a game that was found broken on hold.
func (d *Monitor) hold(b *events.BrokenError) {
	e := d.Entries()[b.Game]
	if e == nil {
		return
	}
	e.Mu.Lock()
	defer e.Mu.Unlock()
	if e.Broken == nil {
		e.Broken = b
		d.Read(b.Game, e)
	}
}

// lateAfter is the time after which an open turn's deadline counts as missed.
const lateAfter = time.Minute

// late counts this daemon's games whose deadline has passed without action.
func (d *Monitor) late() (n int) {
	d.Each(func(name string, g host.Gist) {
		if g.Phase == campaign.Open && !g.Closes.IsZero() && d.Now().Sub(g.Closes) > lateAfter && d.Holds(name) {
			n++
		}
	})
	return n
}

func (d *Monitor) phases() map[string]int {
	n := map[string]int{}
	d.Each(func(_ string, g host.Gist) { n[string(g.Phase)]++ })
	return n
}

func (d *Monitor) count() (n int) {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	for name := range d.Games {
		if name != game.Lobby {
			n++
		}
	}
	return n
}

// lag counts the commits in the log that this daemon hasn't read. It returns an error if the log does not answer.
func (d *Monitor) lag(ctx context.Context) (uint64, error) {
	l, ok := d.Log.(admin.Placed)
	if !ok {
		return 0, nil
	}
	ctx, cancel := context.WithTimeout(ctx, lagTimeout)
	defer cancel()
	last, err := l.Last(ctx)
	read := d.Tip.Load()
	if err != nil || last < read {
		return 0, err
	}
	return last - read, nil
}

// ClockFault describes the offset of this machine's clock from the log server's, or returns "" if it is within the
// tolerance. It can't tell which of the two is wrong.
func ClockFault(ahead time.Duration) string {
	if ahead.Abs() <= cluster.ClockTolerance {
		return ""
	}
	return fmt.Sprintf("this machine's clock is %s the NATS server's: set the one that is wrong, deadlines go by it",
		prose.Off(ahead))
}

func (d *Monitor) clockFault() string {
	ahead, _ := d.ClockAhead()
	return ClockFault(ahead)
}

// lagTimeout limits the wait for the log in requests about the daemon's state.
const lagTimeout = 2 * time.Second

// noteDeadline records the delay after which a deadline was acted on.
func (d *Monitor) noteDeadline(g *game.Game, s game.Decision, now time.Time) {
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
	d.Metrics.Deadlines.Observe(after.Seconds())
	if after > lateAfter {
		d.Metrics.Missed.Inc()
		d.Logger.Warn("a deadline was missed", "game", g.Name(), "turn", t.Number, "by", after.Round(time.Second).String())
	}
}

// watched collects the metrics that are determined on request.
type watched struct{ d *Monitor }

var (
	gamesDesc = prometheus.NewDesc("galloper_games", "Number of games, by state.", []string{"phase"}, nil)
	heldDesc  = prometheus.NewDesc("galloper_games_held", "Games that are held because their record cannot be read.",
		nil, nil)
	lateDesc = prometheus.NewDesc("galloper_deadlines_late", "Games whose deadline passed over a minute ago and was "+
		"not acted on.", nil, nil)
	lagDesc   = prometheus.NewDesc("galloper_log_lag", "Commits in the log that this daemon has not read yet.", nil, nil)
	clockDesc = prometheus.NewDesc("galloper_clock_ahead_seconds", "How far this machine's clock is ahead of the "+
		"NATS server's.", nil, nil)
	lackingDesc = prometheus.NewDesc("galloper_servers_lacking", "Number of the log's servers that are offline, "+
		"behind or unreachable.", nil, nil)
	faultsDesc  = prometheus.NewDesc("galloper_store_faults", "Faults that the last check of the store found.", nil, nil)
	checkedDesc = prometheus.NewDesc("galloper_store_checked_timestamp_seconds", "When the store was checked last.",
		nil, nil)
	storeDesc = prometheus.NewDesc("galloper_store_info", "1; the label says when a commit is safe from a power cut.",
		[]string{"durability"}, nil)
)

// Describe implements prometheus.Collector.
func (w watched) Describe(c chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{gamesDesc, heldDesc, lateDesc, lagDesc, clockDesc, lackingDesc, faultsDesc,
		checkedDesc, storeDesc} {
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
	for _, p := range []campaign.Phase{campaign.Made, campaign.Open, campaign.Closed, campaign.Deciding, campaign.Review,
		campaign.Reporting, campaign.Held, campaign.Over} {
		gauge(gamesDesc, float64(phases[string(p)]), string(p))
	}
	gauge(heldDesc, float64(len(w.d.Agenda.OnHold())))
	gauge(lateDesc, float64(w.d.late()))
	if lag, err := w.d.lag(ctx); err == nil { // unknown is not zero
		gauge(lagDesc, float64(lag))
	}
	if ahead, ok := w.d.ClockAhead(); ok {
		gauge(clockDesc, ahead.Seconds())
	}
	if s := w.d.servers.Load(); s != nil {
		gauge(lackingDesc, float64(len(s.wrong)))
	}
	gauge(storeDesc, 1, w.d.durability())
	if check := w.d.checked.Load(); check != nil {
		gauge(faultsDesc, float64(len(check.Faults)))
		gauge(checkedDesc, float64(check.At.Unix()))
	}
}

// unwell describes everything that is wrong, for monitoring.
func (d *Monitor) unwell() []string {
	wrong := []string{}
	if held := d.Agenda.OnHold(); len(held) > 0 {
		wrong = append(wrong, fmt.Sprintf("held because their record cannot be read: %s", prose.List(held)))
	}
	if n := d.late(); n > 0 {
		wrong = append(wrong, prose.Plural(n, "deadline")+" passed and not acted on")
	}
	if l, ok := d.Log.(roomy); ok {
		if err := l.Room(); err != nil {
			wrong = append(wrong, err.Error())
		}
	}
	wrong = append(wrong, d.stuck.wrong()...)
	if s := d.servers.Load(); s != nil {
		wrong = append(wrong, s.wrong...)
	} else if d.Crew != nil {
		wrong = append(wrong, "it is not known yet whether the servers have all of the log: ask again in some seconds")
	}
	if check := d.checked.Load(); check != nil && len(check.Faults) > 0 {
		wrong = append(wrong, prose.Plural(len(check.Faults), "fault")+" in the store; galloper verify --stream names them")
	}
	return wrong
}

// troubleVault prefixes the ids of commits that tell umpires of losses of the vault.
const troubleVault = "trouble.vault."

// alarmAgain is the interval after which continuing trouble is reported again.
const alarmAgain = 24 * time.Hour

// tellOfVault tells the umpires about losses of the vault, once each alarmAgain.
func (d *Monitor) tellOfVault(ctx context.Context, faults []string) {
	if len(faults) == 0 || d.ToldSince(ctx, troubleVault, d.Now().Add(-alarmAgain)) {
		return
	}
	p := &prose.Text{}
	p.Para("The vault, which has the seeds of turns to come, the addresses and the raw mails, is no longer whole:")
	p.Block(strings.Join(faults, "\n"))
	p.Para("A game without its seeds cannot be played on. Stop galloper serve, put store.dir back as a whole from the " +
		"last copy, " +
		"bring it up to date with galloper repair --from ARCHIVE, and start it again. galloper verify --stream checks it.")
	d.TellUmpires(ctx, troubleVault, "the vault is damaged", p.String())
}
