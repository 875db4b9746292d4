package mailer

import (
	"cmp"
	"fmt"
	"iter"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"time"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/mailgate"
	"galloper/projections/mapview"
	"galloper/projections/report"
)

// Mailer is the service's own address, with the keys of the secrets in answers to it.
type Mailer struct {
	Address   string // orders@example.org
	Name      string
	Delimiter string
	Keys      mailgate.Keyring
}

// TagDelimiter returns the delimiter between the local part and the tag.
func (p Mailer) TagDelimiter() string { return cmp.Or(p.Delimiter, "+") }

// Domain returns the domain of the service's address.
func (p Mailer) Domain() string {
	_, domain, _ := strings.Cut(p.Address, "@")
	return domain
}

// ReplyTo returns the address for answers to a mail of that turn. Its token authenticates them.
func (p Mailer) ReplyTo(game, seat string, turn, epoch int) (string, error) {
	if game == "" {
		return p.Address, nil
	}
	return p.tagged(mailgate.Grant{Purpose: mailgate.PurposeOrders, Game: game, Seat: seat, Turn: turn, Epoch: epoch})
}

// Bounces returns the envelope sender of mails to the seat.
func (p Mailer) Bounces(game, seat string, epoch int) (string, error) {
	return p.tagged(mailgate.Grant{Purpose: mailgate.PurposeBounce, Game: game, Seat: seat, Epoch: epoch})
}

func (p Mailer) tagged(g mailgate.Grant) (string, error) {
	tag := mailgate.Tag{Game: g.Game, Seat: g.Seat, Token: p.Keys.Mint(g)}
	return mailgate.TagAddress(p.Address, p.Delimiter, tag)
}

// compose makes the raw mail of a letter to one address. The same letter gives the same bytes. whole is false if there
// was no room for its map; plain leaves out all but the text.
func (p Mailer) compose(name string, l game.Outgoing, id, to string, now time.Time, plain bool) (raw []byte, whole bool,
	err error) {
	defer func() {
		if broken := recover(); broken != nil { // one mail must not stop the others of its commit
			raw, err = nil, fmt.Errorf("the program broke: %v", broken)
		}
	}()
	answers := name
	if name == game.Lobby || name == "" { // "": the commit that begins the lobby
		name, answers = "", game.Lobby // for its reader there is no game
		if l.Seat == "" || l.Seat != l.Address {
			answers = "" // to an address outside the lobby
		}
	}
	reply, err := p.ReplyTo(answers, l.Seat, l.Turn, l.Epoch)
	if err != nil {
		return nil, false, err
	}
	proof := ""
	l.Text, proof = withoutHashes(l.Text)
	l.HTML, _ = withoutHashes(l.HTML)
	o := mailgate.Outgoing{ID: name + "/" + id, Kind: kindOf(l), Domain: p.Domain(), From: p.Address, Name: p.Name,
		To: to, ToName: l.ToName, ReplyTo: reply, Date: now.UTC().Truncate(time.Second), Game: name, Seat: l.Seat,
		Turn: l.Turn, Subject: Subject(name, l), Text: l.Text, Whole: wholeText(name, l.Seat), InReplyTo: l.ReplyTo,
		References: l.Thread}
	if name != "" && l.Seat != game.Umpire && l.Answers.IsZero() {
		o.Unsubscribe = "mailto:" + reply + "?subject=" + game.Unsubscribe
	}
	if !plain {
		o.HTML, o.Preview, o.Files = htmlOf(l), previewOf(l), p.filesOf(name, l, now)
		if l.Pic != nil {
			o.Images = []mailgate.Image{{Name: game.MapName, Type: "image/png", Sizes: pictures(l.Pic)}}
		}
	}
	if proof != "" {
		o.Proof = &mailgate.File{Name: game.ProofName, Text: proof}
	}
	raw, whole, err = mailgate.Compose(o)
	if err != nil {
		return nil, false, fmt.Errorf("mail %s to %s: %w", id, l.Seat, err)
	}
	return raw, whole, nil
}

// hash matches whole hashes that are not part of a link.
var hash = regexp.MustCompile(`(^|[^\w=/#?&.])([0-9a-f]{16})[0-9a-f]{48}\b`)

// withoutHashes shortens the hashes in a text, and returns the lines that had them, below their titles. The text keeps
// only the first hash of a list.
func withoutHashes(text string) (short, proof string) {
	if !hash.MatchString(text) {
		return text, ""
	}
	var kept, whole []string
	above, listed := "", false
	for line := range strings.SplitSeq(text, "\n") {
		if !hash.MatchString(line) {
			kept, above, listed = append(kept, line), line, false
			continue
		}
		alone := strings.TrimSpace(hash.ReplaceAllString(line, "$1")) == ""
		if alone && listed {
			whole = append(whole, line)
			continue
		}
		whole, listed = append(whole, above, line), alone
		kept = append(kept, hash.ReplaceAllString(line, "$1$2"))
	}
	return strings.Join(kept, "\n"), strings.Join(whole, "\n") + "\n"
}

func (p Mailer) filesOf(name string, l game.Outgoing, now time.Time) (files []mailgate.File) {
	if l.Facts != "" {
		files = append(files, mailgate.File{Name: game.FactsName, Text: l.Facts})
	}
	if l.Chronicle != nil {
		files = append(files, mailgate.File{Name: game.ChronicleName, Type: "text/html", Text: string(l.Chronicle)})
	}
	if !l.Due.At.IsZero() {
		files = append(files, p.calendarOf(name, l, now))
	}
	return files
}

// wholeText tells the reader of a mail where to find the whole of a shortened text.
func wholeText(name, seat string) string {
	switch {
	case name == "":
		return "The host of the service has all of it: galloper export " + game.Lobby + "."
	case seat == game.Umpire:
		return "All of it is in the record: galloper export " + name + " --with-mail."
	}
	return "The page of the game shows all that you know; the umpire has the record (galloper export " + name + " --with-mail), " +
		"and LETTER TO umpire: asks for it."
}

const calendarName = "deadline.ics"

// calendarOf returns the deadline as an entry for the reader's calendar.
func (p Mailer) calendarOf(name string, l game.Outgoing, now time.Time) mailgate.File {
	d := mailgate.Date{ID: strings.Join([]string{name, l.Due.Key, l.Seat}, ".") + "@" + p.Domain(), At: l.Due.At,
		Title: l.Due.What, Told: now}
	return mailgate.File{Name: calendarName, Type: mailgate.CalendarType, Text: mailgate.Calendar(d)}
}

// pictures yields the map in decreasing sizes, or nothing if it can't be drawn.
func pictures(pic *mapview.Picture) func(room int) iter.Seq[[]byte] {
	return func(room int) iter.Seq[[]byte] {
		return func(yield func([]byte) bool) {
			for png, err := range pic.Smaller(room) {
				if err != nil {
					slog.Error("a map could not be drawn", "map", pic.Title(), "error", err)
					return
				}
				if !yield(png) {
					return
				}
			}
		}
	}
}

func kindOf(l game.Outgoing) mailgate.Kind {
	if l.Answers.IsZero() {
		return mailgate.Report
	}
	return mailgate.Receipt
}

// Subject puts game and turn first: mail programs sort by the subject, and an answer that keeps it names its turn.
func Subject(game string, l game.Outgoing) string {
	if game == "" {
		return l.Subject
	}
	if l.Turn == 0 {
		return fmt.Sprintf("[%s] %s", game, l.Subject)
	}
	return fmt.Sprintf("[%s] turn %d: %s", game, l.Turn, l.Subject)
}

// Queued is a mail ready for the outbox: its event, and its raw bytes for the vault.
type Queued struct {
	Event events.MailQueued
	Raw   []byte
}

// Queue composes the letters of a commit, one mail for each address. resolve returns the address of an id, or "" if it
// was erased. A mail that cannot be composed does not stop the others: it goes out as plain text or else not at all,
// and the umpire is told in an additional mail. A map that did not fit is reported in the same way.
func (p Mailer) Queue(g *game.Game, commit string, letters []game.Outgoing, now time.Time,
	resolve func(id string) string) []Queued {
	out, flaws := p.composed(g, commit, letters, 0, now, resolve)
	if len(flaws) > 0 {
		slog.Warn("a mail is not as it should be", "game", g.Name(), "commit", commit, "flaws", flaws)
		notice, _ := p.composed(g, commit, []game.Outgoing{flawNotice(g, flaws)}, len(out), now, resolve)
		out = append(out, notice...)
	}
	return out
}

// flaw is a fault in the mails to a seat.
type flaw struct{ seat, why string }

// composed composes the mails of letters. Their numbers begin after behind.
func (p Mailer) composed(g *game.Game, commit string, letters []game.Outgoing, behind int, now time.Time,
	resolve func(id string) string) (out []Queued, flaws []flaw) {
	for _, l := range letters {
		ids := g.Addresses(l.Seat)
		if l.Address != "" {
			ids = []string{l.Address}
		}
		for _, address := range ids {
			to := resolve(address)
			if to == "" {
				continue
			}
			l.Epoch = max(l.Epoch, g.Epoch(l.Seat))
			l.Text, l.ToName = game.WithHead(g, game.WithContact(g, l)), toName(g, l.Seat)
			id := fmt.Sprintf("%s.%d", commit, behind+len(out)+1)
			raw, why := p.composeOrPlain(g.Name(), l, id, to, now)
			if f := (flaw{l.Seat, why}); why != "" && !slices.Contains(flaws, f) {
				flaws = append(flaws, f)
			}
			if raw == nil {
				continue
			}
			out = append(out, Queued{Raw: raw, Event: events.MailQueued{Mail: id, Seat: l.Seat, Address: address,
				Kind: l.Kind, Turn: l.Turn, SHA256: events.Sum(raw), Answers: l.Answers}})
		}
	}
	return out, flaws
}

// composeOrPlain composes a mail, as plain text if that fails, and returns the mail's flaw, or "". raw is nil if the
// mail cannot be composed at all.
func (p Mailer) composeOrPlain(game string, l game.Outgoing, id, to string, now time.Time) (raw []byte, flaw string) {
	raw, whole, err := p.compose(game, l, id, to, now, false)
	if err != nil {
		l.Text += "\nThe map and the attachments of this mail could not be made. The umpire has\nbeen told.\n"
		if raw, _, plain := p.compose(game, l, id, to, now, true); plain == nil {
			return raw, fmt.Sprintf("it is plain text alone, because the rest could not be made (%v)", err)
		}
		return nil, fmt.Sprintf("it could not be sent (%v)", err)
	}
	if !whole {
		flaw = "the map did not fit, not even at its smallest, because of the text beside it"
	}
	return raw, flaw
}

// toName returns the display name for mails to the seat, or "".
func toName(g *game.Game, seat string) string {
	switch {
	case seat == "" || g.Rules == nil:
		return ""
	case seat == game.Umpire:
		return "Umpire of " + g.Name()
	case seat == game.StandIn:
		return "Stand-in of " + g.Name()
	}
	return g.SeatName(seat)
}

func flawNotice(g *game.Game, flaws []flaw) game.Outgoing {
	p := &prose.Text{}
	for _, f := range flaws {
		p.Para("A mail to %s is not as it should be: %s.", cmp.Or(toName(g, f.seat), "a guest"), f.why)
	}
	p.Para("All else has gone out, and the game goes on. To make the map and send it yourself:")
	for _, f := range flaws {
		p.Line("galloper map %s --seat %s -o map.png", g.Name(), f.seat)
	}
	return game.Outgoing{Seat: game.Umpire, Kind: "notice", Turn: max(g.Campaign.Number(), 1),
		Subject: "a mail that is not whole", Text: p.String()}
}

// Defaults for a mail's layout: every mail has an HTML part, and a preview that lists of mails show beside the subject.

func htmlOf(l game.Outgoing) string {
	if l.HTML != "" {
		return l.HTML
	}
	letter := report.Letter{Title: l.Subject, Text: l.Text, Answers: l.Links}
	if l.Pic != nil {
		letter.Map, letter.MapLine = report.Image{CID: game.MapName, Alt: l.Pic.Alt()}, mailgate.MapHere
	}
	return letter.HTML()
}

// mostPreviewed is the greatest length of a preview, in characters.
const mostPreviewed = 140

// previewOf returns a letter's preview: its beginning, and the deadline for an answer.
func previewOf(l game.Outgoing) string {
	if l.Preview != "" {
		return l.Preview
	}
	var first string
	for block := range strings.SplitSeq(l.Text, "\n\n") {
		if block = strings.TrimSpace(block); block != "" && block != mailgate.MapHere {
			first = strings.Join(strings.Fields(block), " ")
			break
		}
	}
	first = mailgate.Clip(first, mostPreviewed)
	if due := prose.Moment(l.Due.At, l.Due.At.Location()); !l.Due.At.IsZero() && !strings.Contains(first, due) {
		first += " Due " + due + "."
	}
	return first
}
