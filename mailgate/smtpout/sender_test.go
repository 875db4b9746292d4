package smtpout_test

import (
	"context"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"galloper/mailgate"
	"galloper/mailgate/mailhost"
	"galloper/mailgate/signin"
	"galloper/mailgate/smtpout"
)

func TestEachRecipientHasItsFate(t *testing.T) {
	var mu sync.Mutex
	var got []string
	h, err := mailhost.Start(mailhost.Config{
		Users: []mailhost.User{{Address: "orders@example.test", Password: "secret"},
			{Address: "anna@players.test", Password: "x"}},
		Delivered: func(user string, raw []byte) { mu.Lock(); got = append(got, user); mu.Unlock() },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	out, err := smtpout.New(smtpout.Config{
		Server:      signin.Server{Addr: h.SMTPAddr(), TLS: signin.None},
		Credentials: signin.Credentials{User: "orders@example.test", Password: "secret"},
		Log:         slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	for _, c := range []struct {
		to   string
		fate mailgate.Fate
	}{{"anna@players.test", mailgate.Sent}, {"nobody@players.test", mailgate.Permanent}, {"anna+tag@players.test",
		mailgate.Sent}} {
		r := out.Send(context.Background(), mailgate.Delivery{From: "orders@example.test", To: c.to,
			Raw: []byte("Subject: x\r\n\r\ny\r\n")})
		if r.Fate != c.fate {
			t.Errorf("%s: %v %+v, want %v", c.to, r.Fate, r, c.fate)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if strings.Join(got, " ") != "anna@players.test anna@players.test" {
		t.Errorf("delivered to %v", got)
	}
}
