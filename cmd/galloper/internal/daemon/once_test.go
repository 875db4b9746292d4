package daemon

import (
	"bytes"
	"fmt"
	"regexp"
	"testing"
	"time"

	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/host"
	"galloper/events"
	"galloper/mailgate"
)

// A mail that was accepted has no further effect, whatever id the mailbox gives it later.
func TestOnceWhereverItComesFrom(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	raw := w.letterFrom(addressOf("french.north"), "To Champagne: advance 50")
	at := func(mailbox string, validity, uid uint32, raw []byte) mailgate.Incoming {
		return mailgate.Incoming{
			At:       mailgate.Checkpoint{Mailbox: mailbox, UIDValidity: validity, UID: uid},
			Received: w.now,
			Size:     int64(len(raw)),
			Raw:      raw,
		}
	}
	take := func(batch ...mailgate.Incoming) {
		t.Helper()
		if _, err := w.d.Handle(w.ctx, batch); err != nil {
			t.Fatal(err)
		}
		w.settle()
	}
	take(at("INBOX", 1, 5, raw))
	stored, sent := len(w.types()), len(w.sent)
	for name, batch := range map[string][]mailgate.Incoming{
		"UIDVALIDITY changed": {at("INBOX", 2, 1, raw)},
		"a gap in the UIDs":   {at("INBOX", 1, 90_000, raw)},
		"UIDs set back":       {at("INBOX", 1, 2, raw)},
		"another folder":      {at("Archive", 1, 5, raw), at("INBOX", 1, 6, raw)},
		"carried by another way": {at("INBOX", 1, 7, append([]byte("Received: from a by b; now\r\nDelivered-To: "+
			"x@y.test\r\n"), raw...))},
		"re-sent, other line ends":     {at("INBOX", 1, 8, bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n")))},
		"a copy with a footer below":   {at("INBOX", 1, 9, append(bytes.Clone(raw), "\r\n-- \r\nsent by a list\r\n"...))},
		"twice in one batch, later on": {at("INBOX", 3, 1, raw), at("INBOX", 3, 2, raw)},
	} {
		take(batch...)
		if len(w.types()) != stored || len(w.sent) != sent {
			t.Errorf("%s: %d events and %d mails more", name, len(w.types())-stored, len(w.sent)-sent)
			stored, sent = len(w.types()), len(w.sent)
		}
	}
	// The same words with a new Message-ID are a new mail.
	again := regexp.MustCompile(`Message-ID: <\d+@`).ReplaceAll(raw, []byte("Message-ID: <999@"))
	take(at("INBOX", 3, 3, again))
	if len(w.sent) != sent+1 {
		t.Errorf("a new mail with the same words got %d answers, want 1", len(w.sent)-sent)
	}
	// Another sender's mail with a used Message-ID is not taken for the first.
	forged := bytes.Replace(raw, []byte(addressOf("french.north")), []byte(addressOf("french.west")), 1)
	if f, err := w.d.Handle(w.ctx, []mailgate.Incoming{at("INBOX", 3, 4, forged)}); err != nil ||
		f[0] != mailgate.Quarantine {
		t.Errorf("filed as %v, %v", f, err)
	}
}

// stripped maps cases to the fields by which Galloper marks its mails, which a gateway may remove.
var stripped = map[string]*regexp.Regexp{
	"as they are":        nil,
	"without X-Galloper": regexp.MustCompile(`(?im)^X-Galloper:.*\r\n`),
	"without any mark": regexp.MustCompile(
		`(?im)^(X-Galloper|Auto-Submitted|X-Auto-Response-Suppress|List-[A-Za-z]+|Precedence):.*\r\n(?:[ \t].*\r\n)*`,
	),
}

// The seat of each service is the other's address. Neither answers the other, and if all marks are removed, the limits
// end the loop.
func TestTwoServicesWriteToEachOther(t *testing.T) {
	t.Parallel()
	for name, strip := range stripped {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var pair [2]*world
			for i := range pair {
				w := newWorld(t)
				w.change = func(o *host.Options) {
					o.Post.Address = fmt.Sprintf("orders@service%d.test", i)
					o.Limits.Hourly, o.Limits.Daily = 5, 10
				}
				w.start()
				n := admin.NewGame{
					Name:     "mill",
					File:     "mill.yaml",
					Scenario: skirmish,
					Seats:    map[string][]string{},
					Umpires:  []string{umpireAddress},
					Settings: events.Settings{Every: "30d", Auth: "none"},
				}
				for _, s := range seats {
					n.Seats[s] = []string{addressOf(s)}
				}
				n.Seats["french.north"] = []string{fmt.Sprintf("orders@service%d.test", 1-i)}
				if _, err := w.d.New(w.ctx, n); err != nil {
					t.Fatal(err)
				}
				pair[i] = w
			}
			carried := [2]int{}
			total := 0
			for range 200 {
				for i, w := range pair {
					w.settle()
					other := pair[1-i]
					for ; carried[i] < len(w.sent); carried[i]++ {
						m := w.sent[carried[i]]
						if m.to != fmt.Sprintf("orders@service%d.test", 1-i) {
							continue
						}
						total++
						raw := m.raw
						if strip != nil {
							raw = strip.ReplaceAll(raw, nil)
						}
						raw = append([]byte("Return-Path: <somebody@service.test>\r\n"), raw...)
						other.uid++
						other.arrive(raw, other.now)
					}
					w.now = w.now.Add(time.Minute)
				}
			}
			t.Logf("%d mails went to and fro", total)
			if most := map[bool]int{true: 2, false: 24}[strip == nil || name == "without X-Galloper"]; total > most {
				t.Errorf("%d mails went to and fro, want at most %d", total, most)
			}
		})
	}
}
