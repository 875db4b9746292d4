package daemon

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Handler serves /metrics and /health.
func (d *Monitor) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(d.Metrics.Registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) {
		h := d.Health()
		w.Header().Set("Content-Type", "application/json")
		if !h.OK {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		json.NewEncoder(w).Encode(h) // a client that has gone needs no answer
	})
	return mux
}

// Health returns the state of the daemon: the last known one if the log does not answer in time.
func (d *Monitor) Health() Health {
	d.asking.Lock()
	if d.asked == nil {
		d.asked = make(chan struct{})
		go d.ask(d.asked)
	}
	fresh := d.asked
	d.asking.Unlock()
	select {
	case <-fresh:
	case <-time.After(d.patience):
	}
	d.asking.Lock()
	defer d.asking.Unlock()
	h := d.said
	if time.Since(h.at) > healthStale {
		h.OK, h.Wrong = false, append(slices.Clone(h.Wrong), "the log does not answer, and more is not known now")
	}
	return h
}

func (d *Monitor) ask(done chan struct{}) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	h := d.look(ctx)
	d.asking.Lock()
	defer d.asking.Unlock()
	d.said, d.asked = h, nil
	close(done)
}

func (d *Monitor) look(ctx context.Context) Health {
	s := Health{Durability: d.durability(), Checked: d.checked.Load(), Late: d.late(), Wrong: d.unwell(),
		Held: []string{}, LastLooked: d.reader.LastPoll().UTC().Format("2006-01-02T15:04:05Z")}
	if d.MailboxFault != nil {
		s.Mailbox = d.MailboxFault()
	}
	if n, oldest := d.waiting(ctx); n > 0 {
		s.Outbox, s.Oldest, s.Outgoing = n, oldest.At.UTC().Format(time.RFC3339), d.outbox.LastFault()
	}
	lag, err := d.lag(ctx)
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
	if d.PageFault != "" {
		s.Wrong = append(s.Wrong, d.PageFault)
	}
	s.OK, s.at = len(s.Wrong) == 0, time.Now()
	return s
}
