package daemon

import (
	"io"
	"log/slog"
	"testing"

	"galloper/cmd/galloper/internal/host"
	"galloper/cmd/galloper/internal/store"
	"galloper/events"
	"galloper/mailgate"
)

// BenchmarkMailToReceipt measures mails with orders, from arrival to the receipt recorded on disk.
func BenchmarkMailToReceipt(b *testing.B) {
	store, err := store.Open(b.Context(), store.Place{Dir: b.TempDir()}, slog.New(slog.NewTextHandler(io.Discard, nil)))
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	w := newWorld(b)
	w.log, w.vault = store.Log, store.Vault
	w.change = func(o *host.Options) { o.Parallel = 4 } // as by default
	w.start()
	w.d.Quotas.Receipts.Most, w.d.Quotas.Receipts.HourN, w.d.Quotas.Mails.Most = 1<<30, 0, 1<<30
	w.newGame(events.Settings{})
	for b.Loop() {
		raw := w.letterFrom(addressOf("french.north"), "To Champagne: general advance\nTo Champagne: hold\n")
		if _, err := w.d.Take(w.ctx, mailgate.Incoming{Received: w.now, Size: int64(len(raw)), Raw: raw}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "mails/s")
}
