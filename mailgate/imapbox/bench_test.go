package imapbox_test

import (
	"bytes"
	"context"
	"net"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"galloper/mailgate"
	"galloper/mailgate/imapbox"
	"galloper/mailgate/mailtest"
)

// BenchmarkDovecot reads 2,000 mails of 8 KB from Dovecot, first with go-imap alone, which is the limit, then as the
// daemon does: parsed, hashed and moved.
func BenchmarkDovecot(b *testing.B) {
	const mails = 2000
	mail := append(letter(1), bytes.Repeat([]byte("> The enemy stands in the wood north of the farm.\r\n"), 160)...)
	seeded := func(b *testing.B) *mailtest.Dovecot {
		d := mailtest.StartDovecot(b, mailtest.User{Address: user, Password: password})
		many := make([][]byte, mails)
		for i := range many {
			many[i] = mail
		}
		d.Seed(user, many...)
		return d
	}
	b.Run("fetch", func(b *testing.B) {
		d := seeded(b)
		for b.Loop() {
			fetchAll(b, d.IMAP, mails)
		}
		b.ReportMetric(float64(b.N)*mails/b.Elapsed().Seconds(), "mails/s")
	})
	b.Run("source", func(b *testing.B) {
		var took time.Duration
		n := 0
		for b.Loop() {
			b.StopTimer()
			d := seeded(b)
			fetchAll(b, d.IMAP, mails) // so that the server's files are in the cache as above
			b.StartTimer()
			start := time.Now()
			drainAll(b, d.IMAP, mails)
			took += time.Since(start)
			n += mails
		}
		b.ReportMetric(float64(n)/took.Seconds(), "mails/s")
	})
}

func drainAll(b *testing.B, addr string, mails int) {
	b.Helper()
	src, err := imapbox.New(config(addr))
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(b.Context())
	got := 0
	// ends with ctx
	_ = src.Run(ctx, mailgate.Checkpoint{}, func(_ context.Context, batch []mailgate.Incoming) ([]mailgate.Filing, error) {
		filings := make([]mailgate.Filing, len(batch))
		for i, in := range batch {
			if m := mailgate.ReadIncoming(in, mailgate.Options{}); m.Text == "" {
				b.Error(m.Refuse)
			}
			filings[i] = mailgate.Processed
		}
		if got += len(batch); got == mails {
			cancel()
		}
		return filings, nil
	})
}

func fetchAll(b *testing.B, addr string, mails int) {
	b.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		b.Fatal(err)
	}
	c := imapclient.New(conn, nil)
	defer c.Close()
	if err := c.Login(user, password).Wait(); err != nil {
		b.Fatal(err)
	}
	if _, err := c.Select("INBOX", nil).Wait(); err != nil {
		b.Fatal(err)
	}
	var all imap.SeqSet
	all.AddRange(1, 0)
	list, err := c.Fetch(all, &imap.FetchOptions{UID: true, InternalDate: true,
		BodySection: []*imap.FetchItemBodySection{{Peek: true}}}).Collect()
	if err != nil || len(list) != mails {
		b.Fatalf("%d mails: %v", len(list), err)
	}
}
