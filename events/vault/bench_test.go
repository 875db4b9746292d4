package vault_test

import (
	"fmt"
	"log/slog"
	"testing"

	"galloper/events/natslog"
	"galloper/events/natsvault"
)

func BenchmarkNATS(b *testing.B) {
	s, err := natslog.OpenEmbedded(b.TempDir(), natslog.Options{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	v, err := natsvault.Open(b.Context(), s.JetStream(), 1)
	if err != nil {
		b.Fatal(err)
	}
	mail, n := make([]byte, 4<<10), 0
	for _, c := range []struct {
		name string
		do   func() error
	}{
		{"put-mail", func() error { _, err := v.PutMail(b.Context(), fmt.Appendf(mail[:4000], "%d", n)); return err }},
		{"create", func() error { return v.Create(b.Context(), fmt.Sprint("c.", n), mail[:100]) }},
		{"replace", func() error { return v.Put(b.Context(), "r", mail[:100]) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				n++
				if err := c.do(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
