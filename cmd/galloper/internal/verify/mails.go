package verify

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"net/mail"
	"regexp"
	"slices"
	"strings"

	rfc822 "github.com/emersion/go-message"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/events/archive"
	"galloper/events/vault"
	"galloper/mailgate"
)

// The mails in an archive allow more checks than its hash chain alone: a forger who rewrites the record and
// recomputes the chain cannot change the mails that others hold.

// Checked counts the mails that an archive was compared with.
type Checked struct {
	Sent int // mails that quote the hash of the commit before theirs as the head of the record
	Read int // mails that gave the recorded orders when read again

	game *game.Game // as the record leaves it
}

// Archive does the checks of Record, and compares the record with the mails in the archive.
func Archive(rulesets []*adjudicator.Ruleset, lines iter.Seq2[archive.Line, error]) (archive.Summary, Checked, error) {
	c := mailCheck{rulesets: rulesets, mails: map[events.Hash][]byte{}, addresses: map[string]string{}}
	sum, g, err := record(rulesets, func(yield func(archive.Line, error) bool) {
		for line, err := range lines {
			if err == nil {
				c.take(line)
			}
			if !yield(line, err) {
				return
			}
		}
	})
	if err == nil && len(c.mails) > 0 {
		err = c.run()
	}
	c.done.game = g
	return sum, c.done, err
}

type mailCheck struct {
	rulesets  []*adjudicator.Ruleset
	commits   []*events.Commit
	mails     map[events.Hash][]byte
	addresses map[string]string
	reading   mailgate.Options
	done      Checked
}

func (k *mailCheck) take(line archive.Line) {
	switch x := line.Extra; {
	case line.Commit != nil:
		k.commits = append(k.commits, line.Commit)
	case !x.Mail.IsZero():
		k.mails[x.Mail] = x.Raw
	case x.Address != "":
		k.addresses[x.Address] = x.Is
	}
}

func (k *mailCheck) run() error {
	g := game.New()
	for i, c := range k.commits {
		if err := k.commit(g, c); err != nil {
			return &archive.LineError{Line: i + 1, Err: err}
		}
		if err := g.Apply(k.rulesets, c); err != nil {
			return &archive.LineError{Line: i + 1, Err: err}
		}
	}
	return nil
}

// commit checks the mails of a commit. g is the game before it.
func (k *mailCheck) commit(g *game.Game, c *events.Commit) error {
	var accepted []events.OrdersAccepted
	var in *events.MailReceived
	code := ""
	for _, e := range c.Events {
		data, err := events.Decode(e)
		if err != nil {
			return err
		}
		switch d := data.(type) {
		case events.MailQueued:
			if err := k.checkQueued(g, c, &d); err != nil {
				return err
			}
		case events.MailReceived:
			in = &d
		case events.OrdersAccepted:
			accepted = append(accepted, d)
		case events.SeatRenewed:
			code = "renewed"
		}
	}
	if in == nil || g.Rules == nil || !slices.Contains(g.Campaign.Created().Seats, in.Seat) {
		return nil
	}
	raw, there := k.mails[in.SHA256]
	if !there {
		return nil
	}
	return k.readAgain(g, in, raw, code, accepted)
}

// checkQueued checks the quoted head of the record and the recipient of an outgoing mail.
func (k *mailCheck) checkQueued(g *game.Game, c *events.Commit, q *events.MailQueued) error {
	raw, there := k.mails[q.SHA256]
	if !there {
		return nil
	}
	if k.reading.Own == nil {
		k.reading = readingOf(raw)
	}
	text, to, err := Outgoing(raw)
	if err != nil {
		return fmt.Errorf("the mail %s cannot be read: %w", q.Mail, err)
	}
	if is, there := k.addresses[q.Address]; there && !strings.EqualFold(is, to) {
		return fmt.Errorf("the mail %s went to %s, but the archive says that its address is %s", q.Mail, to, is)
	}
	if g.Head() == "" {
		return nil
	}
	if !strings.Contains(text, c.Prev.String()) {
		return fmt.Errorf(
			"the mail %s was sent from another record: the head in it is not %s, the hash of the line before", q.Mail,
			c.Prev)
	}
	k.done.Sent++
	return nil
}

// readAgain reads a player's mail again and compares its orders with those recorded.
func (k *mailCheck) readAgain(g *game.Game, in *events.MailReceived, raw []byte, code string,
	recorded []events.OrdersAccepted) error {
	m := mailgate.Read(raw, k.reading)
	m.Turn = in.Turn // given by the address it was sent to
	s := game.DecideMail(g, game.Message{Mail: m, Sender: in.Seat, Proof: in.Proof, Hash: in.SHA256,
		Sense: game.Sense(m), Received: in.Received, Code: code}, in.Received)
	var again []events.Data
	for _, d := range s.Data {
		if o, is := d.(events.OrdersAccepted); is {
			again = append(again, o)
		}
	}
	is, err := packed(again)
	if err != nil {
		return err
	}
	was, err := packed(recorded)
	if err != nil {
		return err
	}
	if was != is && !k.withheldFrom(m.Text, is, was) {
		return fmt.Errorf("the mail %s of %s does not give the orders that were recorded: recorded %s, read again %s. "+
			"The record was changed; or another version of galloper read the mail otherwise", in.SHA256.String()[:12], in.Seat, was, is)
	}
	k.done.Read++
	return nil
}

// withheldFrom reports whether the recorded text equals that of the mail but for withheld secrets. They are cut
// out of a mail before it is read, and the checker of an archive does not know them. Whether the sentence around a
// secret is prose or a refused order may depend on it: of a mail with the seat's own address, refusals are not
// compared.
func (k *mailCheck) withheldFrom(text, mail, recorded string) bool {
	pattern, secret := regexp.QuoteMeta(recorded), false
	for _, own := range k.reading.Own {
		local, domain, _ := strings.Cut(regexp.QuoteMeta(own), "@")
		tagged := regexp.MustCompile(`(?i:` + local + `[^\s<>@,;"]+@` + domain + `)`)
		pattern = strings.ReplaceAll(pattern, local+"@"+domain, `(?i:`+local+`[^\s<>@,;"]*@`+domain+`)`)
		secret = secret || tagged.MatchString(text)
	}
	if secret {
		mail, pattern = refusals.ReplaceAllString(mail, ""), refusals.ReplaceAllString(pattern, "")
	}
	pattern = strings.ReplaceAll(pattern, regexp.QuoteMeta(game.Withheld), `[A-Za-z0-9]+`)
	same, err := regexp.MatchString(`^`+pattern+`$`, mail)
	return same && err == nil
}

// refusals matches the number of refused orders in an event.
var refusals = regexp.MustCompile(`,"refused":\d+`)

// packed returns the stored form of the events.
func packed[T events.Data](list []T) (string, error) {
	if len(list) == 0 {
		return "none", nil
	}
	var out []string
	for _, d := range list {
		e, err := events.Pack(d)
		if err != nil {
			return "", err
		}
		out = append(out, string(e[0].Data))
	}
	return strings.Join(out, " "), nil
}

// Outgoing returns the plain text and the recipient's address of a mail sent by the service.
func Outgoing(raw []byte) (text, to string, err error) {
	e, err := rfc822.Read(bytes.NewReader(raw))
	if err != nil && !rfc822.IsUnknownCharset(err) {
		return "", "", err
	}
	if a, err := mail.ParseAddress(e.Header.Get("To")); err == nil {
		to = a.Address
	}
	var b strings.Builder
	err = e.Walk(func(_ []int, part *rfc822.Entity, err error) error {
		if kind, _, _ := part.Header.ContentType(); err == nil && kind == "text/plain" {
			_, err = io.Copy(&b, part.Body)
		}
		return err
	})
	return b.String(), to, err
}

// readingOf derives from a mail how the service that sent it reads incoming mail: its own address and the
// delimiter of address tags.
func readingOf(raw []byte) mailgate.Options {
	e, err := rfc822.Read(bytes.NewReader(raw))
	if err != nil {
		return mailgate.Options{}
	}
	from, err := mail.ParseAddress(e.Header.Get("From"))
	if err != nil {
		return mailgate.Options{}
	}
	o := mailgate.Options{Own: []string{from.Address}}
	local, _, _ := strings.Cut(from.Address, "@")
	if reply, err := mail.ParseAddress(e.Header.Get("Reply-To")); err == nil && len(reply.Address) > len(local) &&
		strings.HasPrefix(reply.Address, local) {
		if d := reply.Address[len(local) : len(local)+1]; d != "@" {
			o.Delimiter = d
		}
	}
	return o
}

// checkSecret checks a secret in an archive. No commit contains it.
func (v *Verifier) checkSecret(x *archive.Extra) error {
	game, made := v.Game.Name(), v.Game.Campaign.Created()
	switch {
	case x.Secret == "":
		return nil
	case !vault.SecretOf(game, x.Secret):
		return fmt.Errorf("%q is no secret of the game %s", x.Secret, game)
	case x.Secret == vault.SeedsKey(game):
		return vault.CheckSeeds(x.Value, made.SeedCommit, made.SealedCommit)
	}
	return nil
}
