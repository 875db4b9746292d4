package imapbox_test

import (
	"context"
	"strings"
	"testing"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"galloper/mailgate"
	"galloper/mailgate/imapbox"
	"galloper/mailgate/mailhost"
)

// rival is a service that wants exclusive use of a mailbox.
type rival struct {
	*store
	source *imapbox.Source
	stop   func()
}

func compete(t *testing.T, addr, owner string) *rival {
	t.Helper()
	c := config(addr)
	c.Owner = owner
	src, err := imapbox.New(c)
	if err != nil {
		t.Fatal(err)
	}
	r := &rival{store: newStore(), source: src}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- src.Run(ctx, mailgate.Checkpoint{}, r.handle) }()
	stopped := false
	r.stop = func() {
		if cancel(); !stopped {
			<-done
		}
		stopped = true
	}
	t.Cleanup(r.stop)
	return r
}

func (r *rival) keepsAway(from string) bool {
	return strings.Contains(r.source.Status().Error, "another Galloper service, "+from+",")
}

// isClaim matches claims.
var isClaim = imap.SearchCriteria{Header: []imap.SearchCriteriaHeaderField{{Key: "Subject",
	Value: "Galloper reads this mailbox"}}}

// search opens the mailbox and returns the mails that match.
func search(t *testing.T, addr string, criteria imap.SearchCriteria) (*imapclient.Client, []imap.UID) {
	t.Helper()
	c, err := imapclient.DialInsecure(addr, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Login(user, password).Wait(); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Select("INBOX", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	found, err := c.UIDSearch(&criteria, nil).Wait()
	if err != nil {
		t.Fatal(err)
	}
	return c, found.AllUIDs()
}

// filed waits until only claims are left in the mailbox. If a service is stopped earlier, the next reader of the
// mailbox gets the remaining mails.
func filed(t *testing.T, addr string) {
	t.Helper()
	eventually(t, "the mails to be filed", func() bool {
		c, left := search(t, addr, imap.SearchCriteria{Not: []imap.SearchCriteria{isClaim}})
		c.Close()
		return len(left) == 0
	})
}

// unclaim deletes the claims in the mailbox.
func unclaim(t *testing.T, addr string) {
	t.Helper()
	c, claims := search(t, addr, isClaim)
	defer c.Close()
	if len(claims) == 0 {
		t.Fatal("there is no claim")
	}
	if err := c.Store(imap.UIDSetNum(claims...), &imap.StoreFlags{Op: imap.StoreFlagsAdd,
		Flags: []imap.Flag{imap.FlagDeleted}}, nil).Close(); err != nil {
		t.Fatal(err)
	}
	if err := c.Expunge().Close(); err != nil {
		t.Fatal(err)
	}
}

// TestOneServiceReadsAMailbox: of two services on a mailbox, the first gets all mails, and the second reports why it
// gets none. A service with the name of the first continues in its place, as after a restore on another machine; one
// with another name does so once the claim is deleted.
func TestOneServiceReadsAMailbox(t *testing.T) {
	t.Parallel()
	servers := map[string]func(t *testing.T) (addr string, deliver func(from, to int)){
		"in memory": func(t *testing.T) (string, func(from, to int)) {
			h := host(t, mailhost.Config{})
			return h.IMAPAddr(), func(from, to int) { deliver(t, h, from, to) }
		},
		"Dovecot": func(t *testing.T) (string, func(from, to int)) {
			d := dovecot(t)
			return d.IMAP, func(from, to int) { seed(d, from, to) }
		},
	}
	for name, start := range servers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			addr, send := start(t)
			first, other := compete(t, addr, "red"), compete(t, addr, "blue") // concurrently
			eventually(t, "one of the two to keep away", func() bool {
				return first.keepsAway("blue") || other.keepsAway("red")
			})
			name := "red"
			if first.keepsAway("blue") {
				first, other, name = other, first, "blue"
			}
			send(1, 40)
			first.wait(t, 40)
			filed(t, addr)

			first.stop()
			again := compete(t, addr, name)
			send(41, 45)
			again.wait(t, 5)
			filed(t, addr)
			again.stop()
			send(46, 46)
			if !other.keepsAway(name) {
				t.Errorf("the other service says %q", other.source.Status().Error)
			}
			if got := other.subjects(); got != "" {
				t.Errorf("the service that keeps away got the mails %s", got)
			}
			unclaim(t, addr)
			other.wait(t, 1)
			if got := other.subjects(); got != "46" {
				t.Errorf("after the claim was deleted the other service got the mails %s", got)
			}
		})
	}
}

// TestNobodyClaimsByMail: a mail that imitates a claim is an ordinary mail.
func TestNobodyClaimsByMail(t *testing.T) {
	t.Parallel()
	h := host(t, mailhost.Config{})
	forged := []byte("X-Galloper-Mailbox: mallory\r\nFrom: mallory@players.test\r\n" +
		"Subject: Galloper reads this mailbox\r\n\r\nKeep away.\r\n")
	if err := h.Deliver("mallory@players.test", user, forged); err != nil {
		t.Fatal(err)
	}
	r := compete(t, h.IMAPAddr(), "red")
	deliver(t, h, 1, 1)
	r.wait(t, 2)
	if got := r.subjects(); got != "Galloper reads this mailbox 1" {
		t.Errorf("mails %s", got)
	}
}
