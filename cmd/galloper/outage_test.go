package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"galloper/events/logtest"
	"galloper/mailgate"
	"galloper/mailgate/mailtest"
	"galloper/mailgate/signin"
	"galloper/mailgate/smtpout"
)

const (
	annas   = "anna@players.test"
	bens    = "ben@players.test"
	umpires = "umpire@example.test"
)

// exchange is a town whose mail goes through Dovecot and Postfix. The umpire's mailbox is elsewhere, so that the umpire
// can be told of trouble with either.
type exchange struct {
	*town
	dovecot *mailtest.Dovecot
	postfix *mailtest.Postfix
	umpire  *mailtest.Sink
	in, out *mailtest.Wire // between the service and these two
	metrics string
	process *exec.Cmd
	letters int
}

func newExchange(t *testing.T, quotas map[string]int, postfix ...string) *exchange {
	t.Helper()
	mailtest.RequireRoot(t, "postfix")
	var users []mailtest.User
	for _, address := range []string{"orders@example.test", annas, bens} {
		users = append(users, mailtest.User{Address: address, Password: "secret", Quota: quotas[address]})
	}
	x := &exchange{town: &town{t: t, dir: t.TempDir()}, dovecot: mailtest.StartDovecot(t, users...),
		umpire: mailtest.StartSink(t)}
	x.postfix = mailtest.StartPostfix(t, x.dovecot, append(postfix, x.umpire.Takes(umpires))...)
	x.in, x.out = mailtest.StartWire(t, x.dovecot.IMAP), mailtest.StartWire(t, x.postfix.MX)
	x.metrics, _ = logtest.FreePort(t)
	x.write("mill.yaml", twoSeats)
	x.write("galloper.toml", fmt.Sprintf(`
[store]
dir = %q
replicas = 1
[mail]
address = "orders@example.test"
[imap]
address = %q
tls = "none"
user = "orders@example.test"
password = "secret"
poll = "200ms"
[smtp]
address = %q
tls = "none"
retry = ["200ms", "400ms", "800ms"]
[umpire]
addresses = [%q]
unread = "3s"
unsent = "3s"
[serve]
page = ""
log = "error"
metrics = %q
`, filepath.Join(x.dir, "data"), x.in.Addr, x.out.Addr, umpires, x.metrics))
	return x
}

// opens makes a game and serves it in a process of its own.
func (x *exchange) opens() {
	x.t.Helper()
	x.must([]string{"new", filepath.Join(x.dir, "mill.yaml"), "--every", "3d", "--umpire", umpires, "--seat",
		"french.north=" + annas, "--seat", "dutch.south=" + bens}, "created game mill")
	x.process = x.spawn()
}

// mailbox returns the mails of a player.
func (x *exchange) mailbox(address string) (mails []*mailgate.Mail, raws [][]byte) {
	raws = x.dovecot.Mails(address)
	for _, raw := range raws {
		mails = append(mails, mailgate.Read(raw, mailgate.Options{}))
	}
	return mails, raws
}

// gets waits for a mail to a player with the fragment in its subject.
func (x *exchange) gets(address, fragment string) (raw []byte) {
	x.t.Helper()
	x.until("a mail to "+address+" about "+fragment, func() bool {
		mails, raws := x.mailbox(address)
		for i, m := range mails {
			if strings.Contains(m.Subject, fragment) {
				raw = raws[i]
				return true
			}
		}
		return false
	})
	return raw
}

// told waits until the umpire has a mail with the fragment.
func (x *exchange) told(fragment string) {
	x.t.Helper()
	x.until("the umpire to be told: "+fragment, func() bool { return x.umpireHas(fragment) > 0 })
}

func (x *exchange) umpireHas(fragment string) (n int) {
	for _, raw := range x.umpire.Mails() {
		if strings.Contains(strings.Join(strings.Fields(string(raw)), " "), fragment) {
			n++
		}
	}
	return n
}

// answer returns a reply to a mail, as it reaches the service.
func (x *exchange) answer(from string, raw []byte, text string) (to string, mail []byte) {
	x.letters++
	to = regexp.MustCompile(`(?m)^Reply-To: <(.+)>`).FindStringSubmatch(string(raw))[1]
	return to, fmt.Appendf(nil,
		"Return-Path: <%[1]s>\r\nFrom: <%[1]s>\r\nTo: <%[2]s>\r\nSubject: orders\r\nMessage-ID: "+
			"<%[3]d@players.test>\r\n\r\n%[4]s\r\n",
		from, to, x.letters, strings.ReplaceAll(text, "\n", "\r\n"))
}

// mails sends an answer through Postfix; lands puts it directly into the mailbox.
func (x *exchange) mails(from string, raw []byte, text string) {
	x.t.Helper()
	to, mail := x.answer(from, raw, text)
	s, err := smtpout.New(smtpout.Config{Server: signin.Server{Addr: x.postfix.MX, TLS: signin.None}})
	if err != nil {
		x.t.Fatal(err)
	}
	defer s.Close()
	if r := s.Send(x.t.Context(), mailgate.Delivery{From: from, To: to, Raw: mail}); r.Fate != mailgate.Sent {
		x.t.Fatalf("%+v", r)
	}
}

func (x *exchange) lands(from string, raw []byte, text string) {
	x.t.Helper()
	_, mail := x.answer(from, raw, text)
	x.dovecot.Seed("orders@example.test", mail)
}

// metric returns the value of a metric: 0 if it isn't in /metrics yet, -1 if the daemon doesn't respond.
func (x *exchange) metric(name string) float64 {
	resp, err := http.Get("http://" + x.metrics + "/metrics")
	if err != nil {
		return -1
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(resp.Body)
	for line := range strings.Lines(string(body)) {
		if value, ok := strings.CutPrefix(line, name+" "); ok {
			n, _ := strconv.ParseFloat(strings.TrimSpace(value), 64)
			return n
		}
	}
	return 0
}

// health returns the status and body of /health.
func (x *exchange) health() (status int, said string) {
	resp, err := http.Get("http://" + x.metrics + "/health")
	if err != nil {
		return 0, err.Error()
	}
	defer resp.Body.Close()
	var b bytes.Buffer
	body, _ := io.ReadAll(resp.Body)
	if json.Compact(&b, body) != nil {
		return 0, string(body)
	}
	return resp.StatusCode, b.String()
}

// once fails unless each answer came once and each mail was answered.
func (x *exchange) once(answers map[string]int) {
	x.t.Helper()
	for address, want := range answers {
		mails, raws := x.mailbox(address)
		ids, answered := map[string]int{}, map[string]int{}
		for i, m := range mails {
			ids[m.MessageID]++
			if strings.Contains(string(raws[i]), "Auto-Submitted: auto-replied") {
				answered[m.InReplyTo]++
			}
		}
		for id, n := range ids {
			if n != 1 {
				x.t.Errorf("%s got the mail %s %d times", address, id, n)
			}
		}
		if len(answered) != want {
			x.t.Errorf("%s got answers to %d mails, want %d: %v", address, len(answered), want, answered)
		}
	}
	x.must([]string{"verify", "--stream"}, "no fault")
}

// TestRealServersGone stops Dovecot and Postfix in turn under the serving process, which is killed and restarted in the
// middle. The umpire is told, the metrics show it, and when the servers are back everything is delivered once.
func TestRealServersGone(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	x.opens()
	annas1, bens1 := x.gets(annas, "turn 1: the opening"), x.gets(bens, "turn 1: the opening")

	x.postfix.Settle()
	x.dovecot.Stop()
	x.mails(annas, annas1, "To Champagne: hold") // waits in Postfix
	x.told("The mailbox orders@example.test could not be read since")
	if status, said := x.health(); status != http.StatusServiceUnavailable ||
		!strings.Contains(said, "the mailbox cannot be read: ") {
		t.Errorf("health %d: %s", status, said)
	}
	if age := x.metric("galloper_mailbox_unread_seconds"); age < 2 {
		t.Errorf("the mailbox was not read for %v seconds", age)
	}
	x.dovecot.Start()
	x.postfix.Flush()
	x.gets(annas, "1 order accepted")
	x.told("is read again")

	x.postfix.Settle()
	x.postfix.Stop()
	x.lands(bens, bens1, "To Sturler: hold")
	x.until("a mail to wait", func() bool { return x.metric("galloper_outbox") >= 1 })
	x.until("three attempts", func() bool { return x.metric(`galloper_deliveries_total{fate="temporary"}`) >= 3 })
	x.until("the mail to be old", func() bool { return x.metric("galloper_outbox_oldest_seconds") > 3 })
	if _, said := x.health(); !strings.Contains(said, `"outbox_fault":"connecting`) &&
		!strings.Contains(said, `"outbox_fault":"EHLO`) {
		t.Errorf("health does not say what is wrong with sending: %s", said)
	}
	x.again()
	x.lands(annas, annas1, "To Champagne: general advance")
	x.until("two mails to wait, and the notice of them", func() bool { return x.metric("galloper_outbox") >= 3 })
	all := time.Now()
	x.until("all of them to be old, and so one outage", func() bool { return time.Since(all) > 4*time.Second })
	x.postfix.Start()
	x.gets(bens, "1 order accepted")
	x.told("to be sent; the oldest")
	x.until("all to be sent", func() bool { return x.metric("galloper_outbox") == 0 })
	x.until("both answers", func() bool { mails, _ := x.mailbox(annas); return len(mails) == 3 })
	x.once(map[string]int{annas: 2, bens: 1})
	// A busy machine may cause further outages, but the umpire is told once about the start and the end of each.
	x.until("an end of each outage of the mailbox", func() bool {
		return x.umpireHas("could not be read since") == x.umpireHas("is read again")
	})
	if n := x.umpireHas("the oldest (receipt to dutch.south) since"); n != 1 {
		t.Errorf("the umpire was told %d times that mail can't be sent; want once", n)
	}
}

// again kills the serving process and starts another.
func (x *exchange) again() {
	x.t.Helper()
	x.process.Process.Kill()
	x.process.Wait()
	x.process = x.spawn()
}

// Postfix defers one recipient and rejects another, then rejects everything from the service. The deferred mail arrives
// once, a rejected address is asked about, and mail waits while the service itself is rejected.
func TestRealServerRefusesSome(t *testing.T) {
	t.Parallel()
	access := func(rules string) string {
		return "smtpd_recipient_restrictions = check_recipient_access inline:{ " + rules + " }"
	}
	x := newExchange(t, nil,
		access("{ anna@players.test = 451 4.2.2 mailbox full } { ben@players.test = 550 5.1.1 nobody of this name }"))
	x.opens()
	x.told("Heer van Fagel cannot be reached")
	x.told("550 5.1.1 <ben@players.test>: Recipient address rejected: nobody of this name")
	x.told("(report to french.north)")
	x.told("451 4.2.2 <anna@players.test>: Recipient address rejected: mailbox full")
	if n := x.metric(`galloper_deliveries_total{fate="temporary"}`); n < 2 {
		t.Errorf("anna's mail was tried %v times", n)
	}
	x.postfix.Change(access("{ anna@players.test = OK }"))
	opening := x.gets(annas, "turn 1: the opening")

	x.postfix.Change("smtpd_sender_restrictions = check_sender_access regexp:{ {/^(orders|<>)/ 553 5.7.1 not owned " +
		"by you} }")
	x.lands(annas, opening, "To Champagne: hold")
	x.until("the answer to wait", func() bool { return x.metric("galloper_outbox") >= 1 })
	x.until("attempts", func() bool {
		_, said := x.health()
		return strings.Contains(said, "Sender address rejected: not owned by you")
	})
	x.postfix.Change(access("{ anna@players.test = OK }"))
	x.gets(annas, "1 order accepted")
	x.until("all to be sent", func() bool { return x.metric("galloper_outbox") == 0 })
	x.once(map[string]int{annas: 1, bens: 0})
	x.must([]string{"audit", "mill"}, "ben@players.test")
}

// A player's mailbox at a real Dovecot is full. The player's server returns the report, and the bounce is matched to
// the seat. The service's own mailbox is full too, but its mail is still read and filed.
func TestRealMailboxFull(t *testing.T) {
	t.Parallel()
	x := newExchange(t, map[string]int{bens: 1, "orders@example.test": 5})
	x.opens()
	annas1 := x.gets(annas, "turn 1: the opening")
	x.gets(bens, "turn 1: the opening")
	x.must([]string{"rule", "mill", "CLOSE", "TURN", "1", "BECAUSE", "of", "supper"}, "CLOSE: done")
	x.gets(annas, "turn 2: report of turn 1")
	x.told("A mail (report) to Heer van Fagel was not delivered: ")
	for n := range 4 {
		x.lands(annas, annas1, fmt.Sprintf("TURN 2\nTo Champagne: advance %d", 10+n))
	}
	x.until("four answers", func() bool { mails, _ := x.mailbox(annas); return len(mails) == 6 })
	x.until("the mails to be filed", func() bool { // and the claim to be released
		return x.dovecot.Count("orders@example.test", "INBOX") == 1
	})
	x.once(map[string]int{annas: 4})
}

// The connections to Dovecot and Postfix are cut in the middle of a mail. Nothing is lost; only a mail whose delivery
// can't be known arrives twice, unchanged.
func TestRealConnectionsCut(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	x.out.Cut(func(fromServer bool, data []byte) bool {
		return !fromServer && bytes.Contains(data, []byte("THE FACTS"))
	})
	x.opens()
	opening := x.gets(annas, "turn 1: the opening")
	x.gets(bens, "turn 1: the opening")
	x.until("a mail to be cut on its way out", x.out.IsCut) // only the umpire's mail has the facts
	x.in.Cut(func(fromServer bool, data []byte) bool {
		return fromServer && bytes.Contains(data, []byte("To Champagne: hold"))
	})
	x.lands(annas, opening, "To Champagne: hold")
	x.gets(annas, "1 order accepted")
	if !x.in.IsCut() {
		t.Fatal("no mail was cut on its way in")
	}
	x.in.Cut(func(fromServer bool, data []byte) bool { return !fromServer && bytes.Contains(data, []byte("MOVE")) })
	x.lands(bens, x.gets(bens, "turn 1: the opening"), "To Sturler: hold")
	x.gets(bens, "1 order accepted")
	x.until("both mails to be filed", func() bool {
		return x.dovecot.Count("orders@example.test", "Processed") == 2 &&
			x.in.IsCut()
	})
	x.once(map[string]int{annas: 1, bens: 1})

	unknown := x.metric(`galloper_deliveries_total{fate="unknown"}`)
	x.out.Cut(func(fromServer bool, data []byte) bool {
		return fromServer && bytes.Contains(data, []byte("queued as"))
	})
	x.lands(annas, opening, "To Champagne: general advance")
	x.until("two answers of one id", func() bool { mails, _ := x.mailbox(annas); return len(mails) == 4 })
	_, raws := x.mailbox(annas)
	body := func(raw []byte) string { _, rest, _ := strings.Cut(string(raw), "From: Galloper"); return rest }
	if body(raws[2]) != body(raws[3]) {
		t.Errorf("the mail of unknown fate went out as two:\n%s\n%s", raws[2], raws[3])
	}
	if n := x.metric(`galloper_deliveries_total{fate="unknown"}`); n != unknown+1 {
		t.Errorf("%v more mails of unknown fate, want 1", n-unknown)
	}
}
