package daemon

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/mail"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	mime "github.com/emersion/go-message"

	"galloper/adjudicator"
	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/cmd/galloper/internal/mailer"
	"galloper/cmd/galloper/internal/outbox"
	"galloper/cmd/galloper/internal/verify"
	"galloper/events"
	"galloper/events/archive"
	"galloper/events/memlog"
	"galloper/events/vault"
	"galloper/mailgate"
)

// skirmish is a slow scenario: two seats a side, with the enemy far enough for couriers to ride.
const skirmish = `ruleset: firediscipline
title: A skirmish
map: {width: 1000, height: 800}
sides: {french: {edge: south}, dutch: {edge: north}}
seats:
  french.north: {at: [500, 60], chief: yes, name: Comte de Guiche}
  french.west: {at: [200, 60], name: Marquis de Surville}
  dutch.south: {at: [500, 740], chief: yes, name: Heer van Fagel}
  dutch.east: {at: [800, 740], name: Heer van Dedem}
units:
  champagne: {seat: french.north, arm: foot, stands: 4, rating: 3, at: [500, 300]}
  picardie: {seat: french.west, arm: foot, stands: 4, rating: 2, at: [200, 90]}
  sturler: {seat: dutch.south, arm: foot, stands: 4, rating: 3, at: [500, 700]}
  oyen: {seat: dutch.east, arm: horse, stands: 3, rating: 2, at: [800, 700]}
`

var seats = []string{"french.north", "french.west", "dutch.south", "dutch.east"}

const umpireAddress = "umpire@example.test"

func addressOf(seat string) string { return strings.ReplaceAll(seat, ".", "-") + "@players.test" }

// journal holds the logs of a world's daemons.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer.
func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) bytes() []byte {
	j.mu.Lock()
	defer j.mu.Unlock()
	return bytes.Clone(j.text.Bytes())
}

// world is a daemon with everything around it in memory: log, vault, clock, sent mail and the mailbox.
type world struct {
	t      testing.TB
	ctx    context.Context
	now    time.Time
	log    events.Log
	vault  vault.Vault
	sent   []sent
	logged journal
	broken bool   // the mail server accepts nothing
	full   string // the address whose mailbox is full
	d      *Daemon
	rules  []*adjudicator.Ruleset // nil: plainRules
	tried  map[string]outbox.Attempts

	snapshot string // file; "" for none
	uid      uint32
	change   func(*host.Options) // changes the options of started daemons; may be nil
}

// sent is a mail that the server has accepted.
type sent struct {
	to, from string
	raw      []byte
	msg      *mail.Message
	text     string
}

// whole returns the text of the mail with its attached files.
func (m *sent) whole(t testing.TB) string {
	text, _, err := verify.Outgoing(m.raw)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{
		t: t, ctx: t.Context(), now: time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC),
		log: memlog.New(), vault: &vault.Memory{}, tried: map[string]outbox.Attempts{},
	}
	w.start()
	return w
}

// plainRules returns the rules without their maps, which take most of the time to draw.
func plainRules() []*adjudicator.Ruleset {
	all := rulesets.All()
	for i, rs := range all {
		plain := *rs
		plain.Ground = nil
		all[i] = &plain
	}
	return all
}

// start opens a daemon on the log and the vault, as after a crash.
func (w *world) start() {
	w.t.Helper()
	rules := plainRules()
	if w.rules != nil {
		rules = w.rules
	}
	o := host.Options{
		Log: w.log, Vault: w.vault, Rulesets: rules, Sender: w, Snapshot: w.snapshot,
		Post: mailer.Mailer{
			Address:   "orders@galloper.test",
			Name:      "Galloper",
			Delimiter: "+",
			Keys:      mailgate.Keyring{{ID: 'a', Key: []byte("a key of the test")}},
		},
		Now:    func() time.Time { return w.now },
		Logger: slog.New(slog.NewTextHandler(&w.logged, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	if w.change != nil {
		w.change(&o)
	}
	d, err := Open(w.ctx, o)
	if err != nil {
		w.t.Fatal(err)
	}
	w.d = d
}

// Send is the mail server.
func (w *world) Send(_ context.Context, del mailgate.Delivery) mailgate.Result {
	if w.broken {
		return mailgate.Result{Fate: mailgate.Temporary, Text: "no connection", Broken: true}
	}
	if del.To == w.full {
		return mailgate.Result{Fate: mailgate.Permanent, Code: 552, Text: "552 5.2.2 mailbox full"}
	}
	msg, err := mail.ReadMessage(bytes.NewReader(del.Raw))
	if err != nil {
		w.t.Fatalf("a mail goes out that is none: %v", err)
	}
	// A player's program shows the text that the gateway itself would read.
	w.sent = append(w.sent, sent{to: del.To, from: del.From, raw: del.Raw, msg: msg, text: plainText(w.t, del.Raw)})
	return mailgate.Result{Fate: mailgate.Sent}
}

// newGame makes the skirmish, due every three days.
func (w *world) newGame(settings events.Settings) {
	w.t.Helper()
	w.newGameOf(skirmish, settings)
}

func (w *world) newGameOf(scenario string, settings events.Settings) {
	w.t.Helper()
	w.newGameWith(scenario, settings, nil)
}

// newGameWith is newGameOf with some seats played by the staff.
func (w *world) newGameWith(scenario string, settings events.Settings, staff map[string]string) {
	w.t.Helper()
	n := admin.NewGame{
		Name:     "mill",
		File:     "mill.yaml",
		Scenario: scenario,
		Seats:    map[string][]string{},
		Staff:    staff,
		Umpires:  []string{umpireAddress},
		Settings: settings,
		Seeds:    &vault.Seeds{Turns: 40, S: events.Sum([]byte("S")), P: events.Sum([]byte("P"))},
	}
	for _, s := range seats {
		if staff[s] == "" {
			n.Seats[s] = []string{addressOf(s)}
		}
	}
	if n.Settings.Every == "" && len(n.Settings.Days) == 0 {
		n.Settings.Every = "3d"
	}
	if _, err := w.d.New(w.ctx, n); err != nil {
		w.t.Fatal(err)
	}
	w.settle()
}

// half has two of the four seats write: with fewer, the turn would wait for the umpire.
func (w *world) half() {
	w.t.Helper()
	w.writes("french.north", "READY")
	w.writes("french.west", "READY")
}

// settle lets the daemon do all work that is due, and sends the queued mail.
func (w *world) settle() {
	w.t.Helper()
	if err := w.d.NotePoll(w.ctx, w.now); err != nil {
		w.t.Fatal(err)
	}
	w.d.Tick(w.ctx)
	w.d.Flush(w.ctx, w.tried)
}

// pass lets time pass in steps of an hour.
func (w *world) pass(d time.Duration) {
	w.t.Helper()
	for end := w.now.Add(d); w.now.Before(end); {
		w.now = game.Earlier(w.now.Add(time.Hour), end)
		w.settle()
	}
}

// letterFrom writes a reply to the last mail to the address.
func (w *world) letterFrom(address, text string) []byte {
	w.t.Helper()
	to, subject := "orders@galloper.test", "orders"
	if last := w.last(address); last != nil {
		to, subject = last.msg.Header.Get("Reply-To"), "Re: "+last.msg.Header.Get("Subject")
	}
	w.uid++
	return fmt.Appendf(nil, "From: <%s>\r\nTo: %s\r\nSubject: %s\r\nMessage-ID: <%d@players.test>\r\nDate: "+
		"%s\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n%s\r\n",
		address, to, subject, w.uid, w.now.Format(time.RFC1123Z), strings.ReplaceAll(text, "\n", "\r\n"))
}

// last returns the last mail to the address, or nil.
func (w *world) last(address string) *sent {
	for _, m := range slices.Backward(w.sent) {
		if m.to == address {
			return &m
		}
	}
	return nil
}

// arrive delivers a raw mail that the receiving server got at that time.
func (w *world) arrive(raw []byte, at time.Time) mailgate.Filing {
	w.t.Helper()
	filings, err := w.d.Handle(w.ctx, []mailgate.Incoming{{
		At: mailgate.Checkpoint{Mailbox: "INBOX", UIDValidity: 1, UID: w.uid}, Received: at, Size: int64(len(raw)), Raw: raw,
	}})
	if err != nil {
		w.t.Fatal(err)
	}
	w.settle()
	return filings[0]
}

// writes sends a seat's mail and returns the answer's text.
func (w *world) writes(seat, text string) string {
	w.t.Helper()
	return w.writesFrom(addressOf(seat), text)
}

func (w *world) writesFrom(address, text string) string {
	w.t.Helper()
	before := len(w.sent)
	w.arrive(w.letterFrom(address, text), w.now)
	for _, m := range w.sent[before:] {
		if m.to == address && m.msg.Header.Get("In-Reply-To") != "" {
			return m.text
		}
	}
	return ""
}

// game loads the game from the log.
func (w *world) game() *game.Game {
	w.t.Helper()
	g, err := game.Load(w.d.Rulesets, w.log.Game(w.ctx, "mill", events.Head{}))
	if err != nil {
		w.t.Fatal(err)
	}
	return g
}

// types returns the types of all events of the game, in order.
func (w *world) types() (all []string) {
	w.t.Helper()
	for c, err := range w.log.Game(w.ctx, "mill", events.Head{}) {
		if err != nil {
			w.t.Fatal(err)
		}
		for _, e := range c.Events {
			all = append(all, e.Type)
		}
	}
	return all
}

// export writes the game's archive into a file.
func (w *world) export(file string) {
	w.t.Helper()
	var b bytes.Buffer
	err := w.d.Export(w.ctx, &b, "mill", admin.ExportOptions{})
	if err == nil {
		err = os.WriteFile(file, b.Bytes(), 0o644)
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

// writesTo sends a mail to one of the service's addresses and returns the answer's text.
func (w *world) writesTo(address, to, text string) string {
	w.t.Helper()
	before := len(w.sent)
	w.uid++
	w.arrive(fmt.Appendf(nil, "From: <%s>\r\nTo: %s\r\nMessage-ID: <%d@players.test>\r\nDate: %s\r\nContent-Type: "+
		"text/plain; charset=utf-8\r\n\r\n%s\r\n",
		address, to, w.uid, w.now.Format(time.RFC1123Z), strings.ReplaceAll(text, "\n", "\r\n")), w.now)
	for _, m := range w.sent[before:] {
		if m.to == address && m.msg.Header.Get("In-Reply-To") != "" {
			return m.text
		}
	}
	return ""
}

// mailed counts the mails to the address that contain the text.
func (w *world) mailed(address, text string) (n int) {
	for _, m := range w.sent {
		if m.to == address && strings.Contains(strings.Join(strings.Fields(m.text), " "), text) {
			n++
		}
	}
	return n
}

// mustVerify exports the game and checks it.
func (w *world) mustVerify() archive.Summary {
	w.t.Helper()
	var b bytes.Buffer
	if err := w.d.Export(w.ctx, &b, "mill", admin.ExportOptions{Mail: true}); err != nil {
		w.t.Fatal(err)
	}
	sum, _, err := verify.Archive(w.d.Rulesets, archive.Read(&b))
	if err != nil {
		w.t.Fatalf("the archive does not verify: %v", err)
	}
	w.mustHaveHeads()
	return sum
}

// mustSay fails unless the text contains each fragment.
func mustSay(t testing.TB, text string, fragments ...string) {
	t.Helper()
	flat := strings.Join(strings.Fields(text), " ")
	for _, f := range fragments {
		if !strings.Contains(flat, f) {
			t.Errorf("%q does not stand in:\n%s", f, text)
		}
	}
}

// plainText returns the text part of a mail.
func plainText(t testing.TB, raw []byte) (text string) {
	t.Helper()
	e, err := mime.Read(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	err = e.Walk(func(_ []int, part *mime.Entity, err error) error {
		if media, _, _ := part.Header.ContentType(); err != nil || media != "text/plain" || text != "" {
			return err
		}
		body, err := io.ReadAll(part.Body)
		text = strings.ReplaceAll(string(body), "\r\n", "\n")
		return err
	})
	if err != nil {
		t.Fatalf("a mail goes out that cannot be read: %v", err)
	}
	return text
}

// mailsTo returns the subjects of all mails to the address.
func (w *world) mailsTo(address string) (subjects []string) {
	for _, m := range w.sent {
		if m.to == address {
			subjects = append(subjects, m.msg.Header.Get("Subject"))
		}
	}
	return subjects
}

// ordersOf returns the seat's orders in force in a turn.
func ordersOf(g *game.Game, turn int, seat string) []string {
	o, _ := g.Campaign.Turn(turn).Of(seat)
	return o.Orders
}
