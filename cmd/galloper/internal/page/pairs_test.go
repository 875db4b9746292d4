package page

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"math/rand/v2"
	"net/http"
	"net/mail"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	mime "github.com/emersion/go-message"

	"galloper/adjudicator/oracle"
	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/events/vault"
	"galloper/mailgate"
	"galloper/projections/knowledge"
)

// Two games that differ only in facts that one seat cannot know must give that seat the same bytes in every
// mail part, every page that its session can reach, and its export. The rulesets' own tests prove this of
// outcomes; these tests prove it of everything made from them.

// lot draws random contents for a pair of games.
type lot struct{ *rand.Rand }

func newLot(seed, stream uint64) lot { return lot{rand.New(rand.NewPCG(seed, stream))} }

func (l lot) pick(list ...string) string { return list[l.IntN(len(list))] }

func (l lot) yes() bool { return l.IntN(2) == 0 }

// spied is one game of a pair, with everything that its spy has received.
type spied struct {
	*world
	secret       *secret
	open, hidden lot
	session      *browser
	posted       uint32
	read         int // how many of the spy's mails were read
	feed         string
	phone        *devices // receives the spy's notifications
	ruled        int      // how many rulings the umpire has made
}

func spyOn(t testing.TB, s *secret, open, hidden uint64) *spied {
	t.Helper()
	g := &spied{world: newWorld(t), secret: s, open: newLot(open, 1), hidden: newLot(hidden, 2)}
	text, hiddenUnits := s.scenario(g.open, g.hidden)
	own := *s
	own.ghosts = hiddenUnits
	g.secret = &own
	g.makeGameOf(text)
	g.session = g.signedIn(addressOf(s.spy))
	return g
}

// makeGameOf creates a game of the scenario. The umpire reviews every turn, so that there can be rulings.
func (g *spied) makeGameOf(text string) {
	g.t.Helper()
	_, sc, err := game.LoadScenario(rulesets.All(), "mill.yaml", []byte(text))
	if err != nil {
		g.t.Fatalf("%v\n%s", err, text)
	}
	n := admin.NewGame{Name: slug, File: "mill.yaml", Scenario: text, Seats: map[string][]string{},
		Umpires:  []string{umpireAddress},
		Settings: events.Settings{Every: "3d", Review: "umpire"}, Seeds: &vault.Seeds{Turns: 40,
			S: events.Sum([]byte("S")), P: events.Sum([]byte("P"))}}
	for _, s := range sc.Seats() {
		n.Seats[s.ID] = []string{addressOf(s.ID)}
	}
	if _, err := g.d.New(g.ctx, n); err != nil {
		g.t.Fatal(err)
	}
	g.settle()
}

// turn plays a turn and returns everything that the spy receives for it.
func (g *spied) turn(n int) []oracle.Channel {
	g.t.Helper()
	for _, d := range g.secret.deeds(g, n) {
		if d.lines != "" {
			g.writes(d.seat, d.lines)
		}
	}
	probe := ""
	for range 4 {
		probe += g.open.pick(g.secret.probes...) + "\n"
	}
	g.mails(fmt.Sprintf("%s\nSTATUS\nHISTORY\n%s", probe, g.open.pick("HELP", "HISTORY TURN 1", "HISTORY TURN 9",
		"CARD", "MAP", "HELP FRED")))
	all := []oracle.Channel{{Name: "live check", Text: g.session.post("/games/mill/orders/check", "seat",
		g.secret.spy, "form", g.form(), "text", probe).body}}
	all = append(all, oracle.Channel{Name: "orders sent from the page",
		Text: g.session.post("/games/mill/orders", "seat", g.secret.spy, "form", g.form(), "turn", fmt.Sprint(n),
			"text", g.open.pick(g.secret.probes...)).body})
	g.rules(fmt.Sprintf("CLOSE TURN %d", n))
	g.rulings(n)
	all = append(all, g.pages("while the umpire looks at the turn", "/games/mill", "/games/mill/orders",
		"/games/mill/pulse", fmt.Sprintf("/games/mill/turns/%d", n))...)
	all = append(all, g.feeds("while the umpire looks at the turn")...)
	g.rules(fmt.Sprintf("APPROVE TURN %d", n))
	g.pass(time.Hour)
	all = append(all, oracle.Channel{Name: "notifications",
		Text: strings.ReplaceAll(g.notified(), g.url, "https://PAGE")})
	return append(all, g.feeds("when the turn is out")...)
}

// notified returns the notifications that the spy's device has received so far.
func (g *spied) notified() string {
	const device = "https://push.example.test/spy"
	if g.phone == nil {
		g.phone = g.pushed()
		g.session.subscribe(g.t, g.secret.spy, subscription(device)).must(g.t, http.StatusOK)
	}
	g.page.Wait()
	return g.phone.all(device)
}

// feeds returns the seat's Atom feed and calendar.
func (g *spied) feeds(when string) (all []oracle.Channel) {
	if g.feed == "" {
		g.feed = g.session.feeds(g.t, g.secret.spy)
	}
	for _, file := range []string{"/turns.atom", "/deadlines.ics"} {
		r := g.session.get(g.feed + file)
		all = append(all, oracle.Channel{Name: "feed " + file + " " + when,
			Text: strings.ReplaceAll(fmt.Sprint(r.status, "\n", r.body), g.feed, "/feeds/TOKEN")})
	}
	return all
}

func (g *spied) form() string { return g.session.get("/games/mill/orders").token() }

// mails sends the text as a reply to the last mail that the spy received.
func (g *spied) mails(text string) {
	g.t.Helper()
	own := addressOf(g.secret.spy)
	all := g.world.mails(own)
	var last *mail.Message
	for _, raw := range slices.Backward(all) {
		m, err := mail.ReadMessage(strings.NewReader(raw))
		if err != nil {
			g.t.Fatal(err)
		}
		if last = m; strings.Contains(m.Header.Get("Reply-To"), "+") { // the mail with the sign-in link has no token
			break
		}
	}
	g.posted++
	raw := fmt.Appendf(nil, "From: <%s>\r\nTo: %s\r\nSubject: Re: %s\r\n"+
		"Message-ID: <%d@players.test>\r\nDate: %s\r\n\r\n%s\r\n", own, last.Header.Get("Reply-To"),
		last.Header.Get("Subject"), g.posted, g.clock().Format(time.RFC1123Z), strings.ReplaceAll(text, "\n", "\r\n"))
	if _, err := g.d.Handle(g.ctx, []mailgate.Incoming{{At: mailgate.Checkpoint{Mailbox: "INBOX", UIDValidity: 1,
		UID: g.posted},
		Received: g.clock(), Size: int64(len(raw)), Raw: raw}}); err != nil {
		g.t.Fatal(err)
	}
	g.settle()
}

// mailed returns the mails to a seat from index from on, with all headers and parts.
func (g *spied) mailed(seat string, from int) (all []oracle.Channel) {
	g.t.Helper()
	for i, raw := range g.world.mails(addressOf(seat))[from:] {
		e, err := mime.Read(strings.NewReader(raw))
		if err != nil {
			g.t.Fatal(err)
		}
		err = e.Walk(func(path []int, part *mime.Entity, err error) error {
			if err != nil {
				return err
			}
			text := ""
			for f := part.Header.Fields(); f.Next(); {
				text += f.Key() + ": " + f.Value() + "\n"
			}
			if part.MultipartReader() == nil {
				body, err := io.ReadAll(part.Body)
				if err != nil {
					return err
				}
				text += string(body)
			}
			kind, _, _ := part.Header.ContentType()
			all = append(all, oracle.Channel{Name: fmt.Sprintf("mail %d, part %v, %s", from+i, path, kind), Text: text})
			return nil
		})
		if err != nil {
			g.t.Fatal(err)
		}
	}
	return all
}

// lookUp returns everything that the spy can look up after the turn: its export, and each page that a link
// leads to or that a player could guess.
func (g *spied) lookUp() []oracle.Channel {
	g.t.Helper()
	var file bytes.Buffer
	if err := game.ExportSeat(g.loaded(), &file, g.secret.spy); err != nil {
		g.t.Fatal(err)
	}
	list := []oracle.Channel{{Name: "export", Text: file.String()}}
	paths := []string{"/", "/games/mill", "/games/mill/orders", "/games/mill/desk",
		"/games/mill/turns/1?seat=umpire", "/games/mill/turns/1/both",
		"/games/mill/turns/99", "/games/mill/turns/1/map.svg?seat=umpire", "/games/mill/turns/1?who=umpire",
		"/games/mill/turns/1?kind=mail"}
	for i := range 12 {
		paths = append(paths, fmt.Sprintf("/games/mill/why/t1.%d", 1+7*i),
			fmt.Sprintf("/games/mill/why/t1.%d@%s", 1+7*i, g.secret.spy))
	}
	return append(list, g.pages("", paths...)...)
}

var linkOnPage = regexp.MustCompile(`(?:href|src|data-spots|data-pulse)="(/[^"#]*)`)

// mostPages limits how many pages of a game are read. Pages fewer links away come first.
const mostPages = 70

// pages reads the pages at these paths, and follows their links if when is empty.
func (g *spied) pages(when string, paths ...string) (all []oracle.Channel) {
	for i := 0; i < len(paths) && i < mostPages; i++ {
		r := g.session.get(paths[i])
		all = append(all, oracle.Channel{Name: "page " + paths[i] + " " + when, Text: fmt.Sprint(r.status, "\n",
			headers(r.header), r.body)})
		for _, m := range linkOnPage.FindAllStringSubmatch(r.body, -1) {
			if to := html.UnescapeString(m[1]); when == "" && !strings.HasPrefix(to,
				"/static/") && !slices.Contains(paths, to) {
				paths = append(paths, to)
			}
		}
	}
	return all
}

func headers(h http.Header) string {
	var b strings.Builder
	h = h.Clone()
	h.Del("Date") // the wall clock of the HTTP server, independent of the game
	_ = h.Write(&b)
	return b.String()
}

// chance lists all differences between the two games that reveal nothing hidden. Texts are compared after
// replacing them, and must otherwise be equal.
var chance = []struct {
	what *regexp.Regexp
	with string
}{
	// The address of the test's own server.
	{regexp.MustCompile(`127\.0\.0\.1:\d+`), "HOST"},
	// Random secrets of seats, sessions and links, drawn before the game starts.
	{regexp.MustCompile(`(KEY )[a-z0-9]{10}\b`), "${1}SECRET"},
	{regexp.MustCompile(`(/signin/)[A-Z0-9]{26}\b`), "${1}SECRET"},
	{regexp.MustCompile(`(name="form" value=")[0-9a-f]{32}"`), `${1}SECRET"`},
	// Mails that the page sends for the spy have random ids, and receipts give their hashes.
	{regexp.MustCompile(`<[a-z2-7]{26}(\.page@players\.test>)`), "<RANDOM$1"},
	{regexp.MustCompile(`(?m)\bmail [0-9a-f]{12}(\r?$|<)`), "mail HASH$1"},
	// The head of the record hashes everything that has happened, including random ids, so it cannot be used to
	// confirm a guess. The ids of a mail and its parts derive from that of its commit.
	{regexp.MustCompile(`((?i:head of the record:)[^:]{0,20}(?:</p>\s*<p [^>]*>|<pre [^>]*>)?)(?:[0-9a-f]{64}|[0-9a-f]{16})\b`), "${1}HEAD"},
	{regexp.MustCompile(`<[a-z2-7]{26}(@galloper\.test>)`), "<COMMIT$1"},
	{regexp.MustCompile(`"=_[amr][a-z2-7]{24}"`), `"COMMIT"`},
	{regexp.MustCompile(`\bc[a-z2-7]{24}(\.map\.png@galloper\.test)`), "COMMIT$1"},
}

func byChance(list []oracle.Channel) []oracle.Channel {
	for i := range list {
		for _, c := range chance {
			list[i].Text = c.what.ReplaceAllString(list[i].Text, c.with)
		}
	}
	return list
}

// deed is the text that a seat other than the spy sends.
type deed struct{ seat, lines string }

// secret describes the pairs of games for one ruleset.
type secret struct {
	ruleset, spy string
	knows        string // a seat that knows the hidden facts
	scenario     func(open, hidden lot) (text string, ghosts []string)
	probes       []string // lines that the spy writes; may name units that only one of the games has
	deeds        func(g *spied, turn int) []deed
	unknown      func(*spied, *events.Outcome) bool // whether the outcome is hidden from the spy
	sets         func(ghost string) []string        // values an umpire may change without the spy's knowledge
	ghosts       []string                           // units that the spy cannot know of
}

// rulings has the umpire rule on outcomes hidden from the spy. Seats that were not told of an outcome are not
// told of a ruling on it.
func (g *spied) rulings(turn int) {
	g.t.Helper()
	loaded := g.loaded()
	outcomes, err := loaded.Campaign.Outcomes(turn)
	if err != nil {
		g.t.Fatal(err)
	}
	var secret []string
	for i := range outcomes {
		if o := &outcomes[i]; g.secret.unknown(g, o) && !strings.HasPrefix(o.Name, knowledge.Prefix) {
			secret = append(secret, o.Ref)
		}
	}
	for range min(g.hidden.IntN(3), len(secret)) {
		text := fmt.Sprintf("RULE %s: %s is late", g.hidden.pick(secret...), g.hidden.pick(g.secret.ghosts...))
		if g.hidden.yes() {
			text += "\nSET " + g.hidden.pick(g.secret.sets(g.hidden.pick(g.secret.ghosts...))...)
		}
		g.rules(text)
		g.ruled++
	}
}

// ofGhosts reports whether the outcome names a unit that the spy cannot know of.
func ofGhosts(g *spied, o *events.Outcome) bool {
	return slices.ContainsFunc(o.Fields, func(f events.Field) bool {
		return slices.Contains(g.secret.ghosts,
			f.Value)
	})
}

// ofLetters reports whether the outcome is about a letter that the spy neither wrote nor receives.
func ofLetters(g *spied, o *events.Outcome) bool {
	return strings.HasPrefix(o.Name, "dispatch.") && !slices.ContainsFunc(o.Fields,
		func(f events.Field) bool { return strings.HasPrefix(f.Value, g.secret.spy) })
}

func (g *spied) loaded() *game.Game {
	g.t.Helper()
	loaded, err := game.Load(rulesets.All(), g.log.Game(g.ctx, slug, events.Head{}))
	if err != nil {
		g.t.Fatal(err)
	}
	return loaded
}

// TestNoByteLeaks plays a few pairs of each ruleset, or as many as GALLOPER_PAIRS says.
func TestNoByteLeaks(t *testing.T) {
	t.Parallel()
	for i := range pairs {
		s := &pairs[i]
		t.Run(s.ruleset, func(t *testing.T) {
			t.Parallel()
			texts, bytes, ruled := 0, 0, 0
			many := oracle.Many(os.Getenv("GALLOPER_PAIRS"), 1)
			for pair := range many {
				a, b := spyOn(t, s, uint64(pair), uint64(2*pair)), spyOn(t, s, uint64(pair), uint64(2*pair+1))
				for n := range 3 {
					one, other := byChance(a.given(n)), byChance(b.given(n))
					oracle.CannotTell(t, fmt.Sprintf("pair %d turn %d", pair, n), one, other)
					texts += len(one)
					for _, c := range one {
						bytes += len(c.Text)
					}
				}
				if one, other := a.mailed(s.knows, 0), b.mailed(s.knows, 0); slices.Equal(byChance(one), byChance(other)) {
					t.Errorf("pair %d: %s, who knows the secret, is sent the same: the test finds nothing", pair, s.knows)
				}
				ruled += a.ruled + b.ruled
			}
			t.Logf("%d pairs, %d texts of %d bytes compared; the umpire ruled %d times on what was not seen", many,
				texts, bytes, ruled)
		})
	}
}

// moments returns the moments of a turn, with their maps and the targets on them.
func (g *spied) moments(turn int) (all []oracle.Channel) {
	g.t.Helper()
	for shot := 1; ; shot++ {
		at := fmt.Sprintf("/games/mill/turns/%d/shots/%d", turn, shot)
		page := g.pages("moment", at)
		all = append(all, page...)
		if strings.HasPrefix(page[0].Text, fmt.Sprint(http.StatusNotFound)) {
			if shot < 3 {
				g.t.Errorf("turn %d has no moments:\n%s", turn, page[0].Text)
			}
			return all
		}
		all = append(all, g.pages("moment", at+"/map.svg", at+"/map.json")...)
	}
}

// given returns everything that the spy receives for a turn (0 is the opening) and can look up after the last
// one.
func (g *spied) given(turn int) (all []oracle.Channel) {
	g.t.Helper()
	if turn > 0 {
		all = g.turn(turn)
	}
	if turn > 0 {
		all = append(all, g.moments(turn)...)
	}
	if turn == 2 {
		all = append(all, g.lookUp()...)
	}
	all = append(all, g.mailed(g.secret.spy, g.read)...)
	g.read = len(g.world.mails(addressOf(g.secret.spy)))
	return all
}
