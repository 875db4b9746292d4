package mailhost_test

import (
	"sync"
	"testing"

	"github.com/emersion/go-smtp"

	"galloper/mailgate/mailhost"
)

func TestWhoGetsMail(t *testing.T) {
	var mu sync.Mutex
	got := map[string]int{}
	h, err := mailhost.Start(mailhost.Config{
		Users: []mailhost.User{{Address: "orders@games.example", Password: "a"},
			{Address: "anna@players.test", Password: "b"}},
		CatchAll:  map[string]string{"players.test": "anna@players.test"},
		Open:      true,
		Delivered: func(user string, _ []byte) { mu.Lock(); got[user]++; mu.Unlock() },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	c, err := smtp.Dial(h.SMTPAddr())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for to, known := range map[string]bool{"orders@games.example": true, "Orders+tag@games.example": true,
		"anybody@players.test": true, "nobody@games.example": false, "x@elsewhere.example": false} {
		err := c.Mail("x@y.test", nil)
		if err == nil {
			err = c.Rcpt(to, nil)
		}
		if (err == nil) != known {
			t.Errorf("%s: %v", to, err)
		}
		if err != nil {
			if err := c.Reset(); err != nil {
				t.Fatal(err)
			}
			continue
		}
		w, err := c.Data()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte("Subject: x\r\n\r\ny\r\n")); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Errorf("%s: %v", to, err)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if got["orders@games.example"] != 2 || got["anna@players.test"] != 1 {
		t.Errorf("%v", got)
	}
}

func TestOnlyUsersSend(t *testing.T) {
	h, err := mailhost.Start(mailhost.Config{Users: []mailhost.User{{Address: "orders@games.example", Password: "a"}}})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	c, err := smtp.Dial(h.SMTPAddr())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Mail("x@y.test", nil); err == nil {
		t.Error("a stranger may send")
	}
}
