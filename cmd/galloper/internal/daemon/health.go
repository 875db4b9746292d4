package daemon

import (
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Handler serves /metrics and /health.
func (d *Monitor) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(d.Metrics.Registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /health", d.health)
	return mux
}

// health answers with what a watchdog wants to know.
func (d *Monitor) health(w http.ResponseWriter, r *http.Request) {
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
		Held: []string{}, LastLooked: d.reader.LastPoll().UTC().Format("2006-01-02T15:04:05Z")}
	if d.MailboxFault != nil {
		s.Mailbox = d.MailboxFault()
	}
	if n, oldest := d.waiting(r.Context()); n > 0 {
		s.Outbox, s.Oldest, s.Outgoing = n, oldest.At.UTC().Format(time.RFC3339), d.outbox.LastFault()
	}
	lag, err := d.lag(r.Context())
	if s.Lag = lag; err != nil {
		s.Wrong = append(s.Wrong, "the log cannot be reached: "+err.Error())
	}
	if fault := d.clockFault(); fault != "" {
		s.Wrong = append(s.Wrong, fault)
	}
	s.Held = append(s.Held, d.Agenda.OnHold()...)
	s.Games = d.count()
	if s.Mailbox != "" {
		s.Wrong = append(s.Wrong, "the mailbox cannot be read: "+s.Mailbox)
	}
	if s.OK = len(s.Wrong) == 0; !s.OK {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	answer(w, s, nil)
}
