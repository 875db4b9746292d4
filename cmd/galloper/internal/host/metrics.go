package host

import "github.com/prometheus/client_golang/prometheus"

// Metrics are the metrics of a daemon.
type Metrics struct {
	Registry    *prometheus.Registry
	Commits     prometheus.Counter
	Conflicts   prometheus.Counter
	Mails       *prometheus.CounterVec // by filing
	Sent        *prometheus.CounterVec // by fate
	Outbox      prometheus.Gauge
	OutboxAge   prometheus.Gauge // of the oldest mail in it, in seconds
	MailboxAge  prometheus.Gauge // since the mailbox was read, in seconds
	Adjudicated prometheus.Histogram
	Deadlines   prometheus.Histogram // delay after the deadline, in seconds
	Missed      prometheus.Counter
	Alarms      prometheus.Counter // alarms of the servers received
}

// NewMetrics returns counters at zero, in a registry of their own.
func NewMetrics() *Metrics {
	m := &Metrics{
		Registry: prometheus.NewRegistry(),
		Commits:  prometheus.NewCounter(prometheus.CounterOpts{Name: "galloper_commits_total", Help: "Commits stored."}),
		Conflicts: prometheus.NewCounter(prometheus.CounterOpts{Name: "galloper_conflicts_total", Help: "Decisions made " +
			"again because another writer was first."}),
		Mails: prometheus.NewCounterVec(
			prometheus.CounterOpts{Name: "galloper_mails_total", Help: "Mails received, by result."}, []string{"as"}),
		Sent: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "galloper_deliveries_total", Help: "Attempts to " +
			"send a mail, by fate."}, []string{"fate"}),
		Outbox: prometheus.NewGauge(prometheus.GaugeOpts{Name: "galloper_outbox", Help: "Mails queued that no server " +
			"has taken yet."}),
		OutboxAge: prometheus.NewGauge(prometheus.GaugeOpts{Name: "galloper_outbox_oldest_seconds", Help: "How long the " +
			"oldest queued mail has waited."}),
		MailboxAge: prometheus.NewGauge(prometheus.GaugeOpts{Name: "galloper_mailbox_unread_seconds", Help: "How long ago " +
			"the mailbox was last read to its end."}),
		Adjudicated: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "galloper_adjudication_seconds",
			Help: "Time to adjudicate a turn.", Buckets: prometheus.ExponentialBuckets(0.001, 4, 8)}),
	}
	m.Deadlines = prometheus.NewHistogram(prometheus.HistogramOpts{Name: "galloper_deadline_seconds",
		Help: "How long after a deadline it was acted on.", Buckets: []float64{0.1, 1, 5, 15, 60, 600, 3600, 86400}})
	m.Missed = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "galloper_deadlines_missed_total", Help: "Deadlines that were acted on more than a minute late, or moved " +
			"because the service was down.",
	})
	m.Alarms = prometheus.NewCounter(prometheus.CounterOpts{Name: "galloper_alarms_total", Help: "Number of deadlines at which the NATS servers woke this daemon."})
	m.Registry.MustRegister(m.Alarms, m.Deadlines, m.Missed, m.Commits, m.Conflicts, m.Mails, m.Sent, m.Outbox,
		m.OutboxAge, m.MailboxAge, m.Adjudicated)
	return m
}
