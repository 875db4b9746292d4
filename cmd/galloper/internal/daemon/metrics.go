package daemon

import (
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics are what a daemon counts.
type Metrics struct {
	registry    *prometheus.Registry
	Commits     prometheus.Counter
	Conflicts   prometheus.Counter
	Mails       *prometheus.CounterVec // by what became of them
	Sent        *prometheus.CounterVec // by fate
	Outbox      prometheus.Gauge
	OutboxAge   prometheus.Gauge // of the oldest mail in it
	MailboxAge  prometheus.Gauge // since the mailbox was read
	Adjudicated prometheus.Histogram
	Deadlines   prometheus.Histogram // how late they were acted on
	Missed      prometheus.Counter
	Alarms      prometheus.Counter // of the servers that were heard
}

// NewMetrics returns counters at zero, in a registry of their own.
func NewMetrics() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		Commits:  prometheus.NewCounter(prometheus.CounterOpts{Name: "galloper_commits_total", Help: "Commits stored."}),
		Conflicts: prometheus.NewCounter(prometheus.CounterOpts{Name: "galloper_conflicts_total", Help: "Decisions made " +
			"again because another writer was first."}),
		Mails: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "galloper_mails_total", Help: "Mails taken in, " +
			"by what became of them."}, []string{"as"}),
		Sent: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "galloper_deliveries_total", Help: "Attempts to " +
			"send a mail, by fate."}, []string{"fate"}),
		Outbox: prometheus.NewGauge(prometheus.GaugeOpts{Name: "galloper_outbox", Help: "Mails queued that no server " +
			"has taken yet."}),
		OutboxAge: prometheus.NewGauge(prometheus.GaugeOpts{Name: "galloper_outbox_oldest_seconds", Help: "How long the " +
			"oldest queued mail has waited."}),
		MailboxAge: prometheus.NewGauge(prometheus.GaugeOpts{Name: "galloper_mailbox_unread_seconds", Help: "How long ago " +
			"the mailbox was last read to its end."}),
		Adjudicated: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "galloper_adjudication_seconds", Help: "Time to adjudicate a turn.", Buckets: prometheus.ExponentialBuckets(0.001, 4, 8),
		}),
	}
	m.Deadlines = prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "galloper_deadline_seconds", Help: "How long after a deadline it was acted on.", Buckets: []float64{0.1, 1, 5, 15, 60, 600, 3600, 86400},
	})
	m.Missed = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "galloper_deadlines_missed_total", Help: "Deadlines that were acted on more than a minute late, or moved " +
			"because the service was down.",
	})
	m.Alarms = prometheus.NewCounter(prometheus.CounterOpts{Name: "galloper_alarms_total", Help: "Deadlines at which " +
		"the NATS servers woke this daemon."})
	m.registry.MustRegister(
		m.Alarms,
		m.Deadlines,
		m.Missed,
		m.Commits,
		m.Conflicts,
		m.Mails,
		m.Sent,
		m.Outbox,
		m.OutboxAge,
		m.MailboxAge,
		m.Adjudicated,
	)
	return m
}

// Handler serves /metrics and /health.
func (d *Daemon) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(d.metrics.registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /health", d.health)
	return mux
}

// health answers with what a watchdog wants to know.
func (d *Daemon) health(w http.ResponseWriter, r *http.Request) {
	type state struct {
		OK         bool        `json:"ok"`
		Wrong      []string    `json:"wrong"` // in words
		Games      int         `json:"games"`
		Held       []string    `json:"held"` // games that cannot be read
		LastLooked string      `json:"mailbox_read"`
		Mailbox    string      `json:"mailbox_fault,omitempty"` // why it cannot be read now
		Outbox     int         `json:"outbox"`
		Oldest     string      `json:"outbox_oldest,omitempty"`
		Outgoing   string      `json:"outbox_fault,omitempty"` // what the server said of the last mail that it did not take
		Late       int         `json:"deadlines_late"`
		Lag        uint64      `json:"log_lag"`    // commits in the log that were not read yet
		Durability string      `json:"durability"` // when a commit is safe from a power cut
		Checked    *StoreCheck `json:"checked"`    // the last check of the store
	}
	s := state{Durability: d.durability(), Checked: d.checked.Load(), Late: d.late(), Wrong: d.unwell(),
		Held: []string{}, LastLooked: d.lookedIn().UTC().Format("2006-01-02T15:04:05Z")}
	if d.MailboxFault != nil {
		s.Mailbox = d.MailboxFault()
	}
	if n, oldest := d.waiting(r.Context()); n > 0 {
		s.Outbox, s.Oldest, s.Outgoing = n, oldest.At.UTC().Format(time.RFC3339), d.lastFault()
	}
	lag, err := d.lag(r.Context())
	if s.Lag = lag; err != nil {
		s.Wrong = append(s.Wrong, "the log cannot be reached: "+err.Error())
	}
	if fault := d.clockFault(); fault != "" {
		s.Wrong = append(s.Wrong, fault)
	}
	s.Held = append(s.Held, d.agenda.onHold()...)
	s.Games = d.count()
	if s.Mailbox != "" {
		s.Wrong = append(s.Wrong, "the mailbox cannot be read: "+s.Mailbox)
	}
	if s.OK = len(s.Wrong) == 0; !s.OK {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	answer(w, s, nil)
}
