package page

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/mail"
	"net/url"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/daemon"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/cmd/galloper/internal/mailer"
	"galloper/events"
	"galloper/events/memlog"
	"galloper/events/vault"
	"galloper/mailgate"
	"galloper/projections"
	"galloper/projections/campaign"
	"galloper/projections/web"
	"galloper/scenarios"
)

const (
	slug          = "mill"
	umpireAddress = "umpire@example.test"
)

func addressOf(seat string) string { return strings.ReplaceAll(seat, ".", "-") + "@players.test" }

// world is a daemon with a game, its web page, and the mails sent.
type world struct {
	t     testing.TB
	ctx   context.Context
	d     *daemon.Daemon
	log   events.Log
	vault *keptVault
	url   string
	page  *web.Server
	house *house
	mu    sync.Mutex
	now   time.Time
	sent  map[string][]string // by address, raw
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{t: t, ctx: t.Context(), vault: &keptVault{}, log: memlog.New(), now: begun, sent: map[string][]string{}}
	w.open()
	return w
}

// begun is the start of the tests' clock.
var begun = time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC)

// open starts a daemon on the log and the vault, and the page.
func (w *world) open() {
	w.t.Helper()
	quiet := slog.New(slog.DiscardHandler)
	d, err := daemon.Open(w.ctx, host.Options{
		Log: w.log, Vault: w.vault, Rulesets: rulesets.All(), Sender: w, Now: w.clock, Logger: quiet,
		Post: mailer.Mailer{Address: "orders@galloper.test", Name: "Galloper", Delimiter: "+",
			Keys: mailgate.Keyring{{ID: 'a', Key: []byte("a key of the test")}}},
	})
	if err != nil {
		w.t.Fatal(err)
	}
	w.d = d
	server := httptest.NewUnstartedServer(nil)
	w.url = "http://" + server.Listener.Addr().String()
	w.page = New(d, w.url, quiet)
	w.house = w.page.House.(*house)
	server.Config.Handler = w.page
	server.Start()
	w.t.Cleanup(server.Close)
}

func (w *world) clock() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

func (w *world) pass(d time.Duration) {
	w.mu.Lock()
	w.now = w.now.Add(d)
	w.mu.Unlock()
}

// Send implements the mail server: it keeps every mail.
func (w *world) Send(_ context.Context, del mailgate.Delivery) mailgate.Result {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sent[del.To] = append(w.sent[del.To], string(del.Raw))
	return mailgate.Result{Fate: mailgate.Sent}
}

func (w *world) settle() {
	w.t.Helper()
	w.page.Wait()
	if err := w.d.NotePoll(w.ctx, w.clock()); err != nil {
		w.t.Fatal(err)
	}
	w.d.Tick(w.ctx)
	w.d.Flush(w.ctx, nil) // this server accepts every mail at once
}

// play creates the demo game and plays this many turns. Without changes it restores the shared recording.
func (w *world) play(turns int, change ...func(*admin.NewGame)) {
	w.t.Helper()
	if len(change) == 0 {
		w.restore(demoAt(w.t, turns))
		return
	}
	w.makeGame("demo", change...)
	for turn := 1; turn <= turns; turn++ {
		w.playTurn("demo", turn)
	}
}

// makeGame creates a game of a shipped scenario.
func (w *world) makeGame(name string, change ...func(*admin.NewGame)) {
	w.t.Helper()
	text, err := scenarios.Files.ReadFile(name + "/scenario.yaml")
	if err != nil {
		w.t.Fatal(err)
	}
	n := admin.NewGame{Name: slug, File: slug + ".yaml", Scenario: string(text), Seats: map[string][]string{},
		Umpires: []string{umpireAddress}, Settings: events.Settings{Every: "3d"},
		Seeds: &vault.Seeds{Turns: 40, S: events.Sum([]byte("S")), P: events.Sum([]byte("P"))}}
	for _, c := range change {
		c(&n)
	}
	_, sc, err := game.LoadScenario(rulesets.All(), n.File, []byte(n.Scenario))
	if err != nil {
		w.t.Fatal(err)
	}
	for _, s := range sc.Seats() {
		if n.Seats[s.ID] == nil && n.Staff[s.ID] == "" {
			n.Seats[s.ID] = []string{addressOf(s.ID)}
		}
	}
	if _, err := w.d.New(w.ctx, n); err != nil {
		w.t.Fatal(err)
	}
	w.settle()
}

// reviewed makes turns wait for the umpire's approval.
func reviewed(n *admin.NewGame) { n.Settings.Review = "umpire" }

// played holds orders for scenarios that are shipped without any.
var played = os.DirFS("testdata/played")

// playTurn sends the orders available for the turn, and closes it.
func (w *world) playTurn(scenario string, turn int) {
	w.t.Helper()
	w.sendAll(scenarios.Files, fmt.Sprintf("%s/played/turn-%d", scenario, turn))
	w.sendAll(played, fmt.Sprintf("%s/turn-%d", scenario, turn))
	w.rules(fmt.Sprintf("CLOSE TURN %d", turn))
}

// sendAll sends each file SEAT.orders of a folder.
func (w *world) sendAll(from fs.FS, dir string) {
	w.t.Helper()
	files, err := fs.Glob(from, dir+"/*.orders")
	if err != nil {
		w.t.Fatal(err)
	}
	for _, f := range files {
		text, err := fs.ReadFile(from, f)
		if err != nil {
			w.t.Fatal(err)
		}
		w.writes(strings.TrimSuffix(path.Base(f), ".orders"), string(text))
	}
}

func (w *world) writes(seat, text string) daemon.RuleResult {
	w.t.Helper()
	id, err := w.d.Registered(w.ctx, addressOf(seat))
	if err != nil {
		w.t.Fatal(err)
	}
	res, err := w.d.Write(w.ctx, slug, seat, id, text)
	if err != nil {
		w.t.Fatal(err)
	}
	w.settle()
	return res
}

func (w *world) rules(text string) daemon.RuleResult {
	w.t.Helper()
	res, err := w.d.Rule(w.ctx, daemon.RuleRequest{Game: slug, Text: text})
	if err != nil {
		w.t.Fatal(err)
	}
	w.settle()
	return res
}

// browser is a browser without JavaScript: it keeps cookies and sends forms.
type browser struct {
	w      *world
	client *http.Client
}

// reply is a response of the server.
type reply struct {
	status int
	header http.Header
	body   string
	path   string // after redirects
}

func (w *world) browser() *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		w.t.Fatal(err)
	}
	return &browser{w, &http.Client{Jar: jar}}
}

func (b *browser) get(path string) reply {
	b.w.t.Helper()
	resp, err := b.client.Get(b.w.url + path)
	return b.read(resp, err)
}

func (b *browser) post(path string, fields ...string) reply {
	b.w.t.Helper()
	resp, err := b.client.PostForm(b.w.url+path, form(fields))
	return b.read(resp, err)
}

func form(fields []string) url.Values {
	v := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		v.Set(fields[i], fields[i+1])
	}
	return v
}

func (b *browser) read(resp *http.Response, err error) reply {
	b.w.t.Helper()
	if err != nil {
		b.w.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		b.w.t.Fatal(err)
	}
	return reply{resp.StatusCode, resp.Header, string(body), resp.Request.URL.RequestURI()}
}

var linkInMail = regexp.MustCompile(`http://\S+/signin/\S+`)

// link asks for a sign-in link and returns the mailed path, or "" if there was no mail.
func (b *browser) link(address string) string {
	b.w.t.Helper()
	before := len(b.w.mails(address))
	b.post("/signin", "address", address)
	b.w.settle()
	return b.w.linkBehind(address, before)
}

// linkBehind finds the link in the mails to the address after the first n.
func (w *world) linkBehind(address string, n int) string {
	w.t.Helper()
	for _, raw := range w.mails(address)[n:] {
		msg, err := mail.ReadMessage(strings.NewReader(raw))
		if err != nil {
			w.t.Fatal(err)
		}
		if found := linkInMail.FindString(textOf(w.t, msg)); found != "" {
			return strings.TrimPrefix(found, w.url)
		}
	}
	return ""
}

func textOf(t testing.TB, msg *mail.Message) string {
	t.Helper()
	body, err := io.ReadAll(msg.Body)
	if err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer("=\r\n", "", "=3D", "=").Replace(string(body))
}

func (w *world) mails(address string) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.sent[address])
}

// signedIn returns a browser that is signed in with this address.
func (w *world) signedIn(address string) *browser {
	w.t.Helper()
	b := w.browser()
	link := b.link(address)
	if link == "" {
		w.t.Fatalf("no link was mailed to %s", address)
	}
	if r := b.post(link); r.status != http.StatusOK {
		w.t.Fatalf("the link of %s: %d\n%s", address, r.status, r.body)
	}
	return b
}

var tokenInForm = regexp.MustCompile(`name="form" value="([0-9a-f]+)"`)

// token returns the session's token from the forms of the page.
func (r reply) token() string {
	if m := tokenInForm.FindStringSubmatch(r.body); m != nil {
		return m[1]
	}
	return ""
}

// must fails the test unless the page has the status and each fragment. A leading `!` means that it must not
// occur.
func (r reply) must(t testing.TB, status int, fragments ...string) {
	t.Helper()
	if r.status != status {
		t.Errorf("%s: status %d, want %d", r.path, r.status, status)
	}
	for _, f := range fragments {
		if rest, no := strings.CutPrefix(f, "!"); no && strings.Contains(r.body, rest) {
			t.Errorf("%s: %q stands in the page", r.path, rest)
		} else if !no && !strings.Contains(r.body, f) {
			t.Errorf("%s: %q does not stand in the page:\n%.3000s", r.path, f, blank.ReplaceAllString(r.body, "\n"))
		}
	}
}

var blank = regexp.MustCompile(`\s*\n\s*`)

// turn returns the turn as folded from the log.
func (w *world) turn(number int) *campaign.Turn {
	w.t.Helper()
	c := &campaign.Campaign{}
	if err := projections.Replay(w.log.Game(w.ctx, slug, events.Head{}), c); err != nil {
		w.t.Fatal(err)
	}
	return c.Turn(number)
}
