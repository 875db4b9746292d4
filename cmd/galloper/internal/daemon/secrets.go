package daemon

import (
	"context"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"

	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/mailgate"
)

// Who has the address that a seat's mail asks to be answered to, or the code of its KEY
// lines, can write as the seat. A mail program that sets the mail replied to below a letter
// would hand both to the addressee. So nothing leaves, and nothing is recorded, that holds
// the secret of another: all of it goes through [Daemon.prepare], and is cut here.

// withheld stands where a secret was.
const withheld = "(withheld)"

// secrets are those of one game's seats.
type secrets struct {
	post   Post
	game   string
	tagged *regexp.Regexp    // the service's addresses with something behind the delimiter
	codes  map[string]string // of KEY lines, by seat
	seats  []string
	turns  int
	epoch  func(seat string) int
}

// secretsOf reads the secrets of the game; none of a game that has no seats.
func (d *Daemon) secretsOf(ctx context.Context, g *game.Game) (x secrets, err error) {
	local, domain, _ := strings.Cut(d.Post.Address, "@")
	x = secrets{post: d.Post, game: g.Name(), codes: map[string]string{}, epoch: g.Epoch,
		tagged: taggedPattern(local+d.Post.delimiter(), domain)}
	if g.Rules == nil {
		return x, nil
	}
	x.turns = max(g.Campaign.Number(), g.Campaign.SeenBefore()) + 1
	x.seats = append(slices.Clone(g.Campaign.Created().Seats), game.Umpire, game.StandIn)
	for _, seat := range x.seats {
		if len(g.Addresses(seat)) == 0 {
			continue
		}
		code, unread := d.code(ctx, x.game, seat, g.Epoch(seat))
		err = errors.Join(err, unread)
		if code != "" {
			x.codes[code] = seat
		}
	}
	return x, err
}

// taggedPattern finds addresses that begin so, at the domain.
func taggedPattern(begin, domain string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)` + regexp.QuoteMeta(begin) + `[^\s<>@,;"'\\]+@` + regexp.QuoteMeta(domain))
}

// cut takes from a text all secrets but those of the one seat; "" is nobody.
func (x *secrets) cut(text, of string) string {
	lower := strings.ToLower(text)
	if strings.Contains(lower, strings.ToLower(x.post.domain())) {
		text = x.tagged.ReplaceAllStringFunc(text, func(address string) string {
			if x.belongs(address, of) {
				return address
			}
			return x.post.Address
		})
		lower = strings.ToLower(text)
	}
	for _, code := range slices.Sorted(maps.Keys(x.codes)) {
		if x.codes[code] != of && strings.Contains(lower, code) {
			text = regexp.MustCompile(`(?i)`+regexp.QuoteMeta(code)).ReplaceAllLiteralString(text, withheld)
			lower = strings.ToLower(text)
		}
	}
	for _, word := range tokenWords(lower) {
		if owner := x.owner(word); owner != "" && owner != of {
			text = regexp.MustCompile(`(?i)`+word).ReplaceAllLiteralString(text, withheld)
		}
	}
	return text
}

// belongs reports whether one of the service's addresses holds no secret of any other than
// the seat.
func (x *secrets) belongs(address, of string) bool {
	local, _, _ := strings.Cut(address, "@")
	_, tag, _ := strings.Cut(local, x.post.delimiter())
	t := mailgate.ParseTag(tag)
	return of != "" && t.Token != "" && x.owner(t.Token) == of
}

// owner returns the seat whose token it is now, "" if it is nobody's.
func (x *secrets) owner(token string) string {
	for _, seat := range x.seats {
		for epoch := x.epoch(seat); epoch <= x.epoch(seat)+1; epoch++ {
			for turn := 0; turn <= x.turns; turn++ {
				g := mailgate.Grant{Purpose: mailgate.PurposeOrders, Game: x.game, Seat: seat, Turn: turn, Epoch: epoch}
				if x.post.Keys.Verify(token, g) {
					return seat
				}
			}
		}
	}
	return ""
}

// tokenWords returns what in a text in lower case may be tokens: runs of seventeen of their
// letters.
func tokenWords(text string) (words []string) {
	start := 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && (text[i] >= 'a' && text[i] <= 'z' || text[i] >= '2' && text[i] <= '7') {
			continue
		}
		if i-start == len("akeyandeightybits") {
			words = append(words, text[start:i])
		}
		start = i + 1
	}
	return words
}

// withoutSecrets takes from the text of a player's mail what must not be recorded of it,
// and adds to the problems that it did: the receipt shows what leaves.
func (d *Daemon) withoutSecrets(ctx context.Context, name, text string, problems []string) (string, []string) {
	clean := text
	_ = d.with(ctx, name, func(g *game.Game) { // the commit that follows says what is wrong
		if x, err := d.secretsOf(ctx, g); err == nil {
			clean = x.cut(text, "")
		}
	})
	if clean == text || keyLine.ReplaceAllString(text, "") == keyLine.ReplaceAllString(clean, "") {
		return clean, problems
	}
	return clean, append(problems,
		"An address that answers go to, or a KEY, stood in your mail. It was taken out: who has it can write in your name.")
}

// keyLine is one that proves who writes, and goes nowhere.
var keyLine = regexp.MustCompile(`(?im)^\s*KEY\b.*$`)

// withhold cuts the secrets of others from what is mailed to each seat.
func (x *secrets) withhold(letters []game.Outgoing) []game.Outgoing {
	letters = slices.Clone(letters)
	for i := range letters {
		l := &letters[i]
		l.Text, l.HTML, l.Subject = x.cut(l.Text, l.Seat), x.cut(l.HTML, l.Seat), x.cut(l.Subject, l.Seat)
	}
	return letters
}

// withholdFrom cuts all secrets from what is recorded: the page, reports to come and
// archives are made of it.
func (x *secrets) withholdFrom(recorded []events.Event) {
	for i := range recorded {
		if clean := x.cut(string(recorded[i].Data), ""); clean != string(recorded[i].Data) {
			recorded[i].Data = []byte(clean)
		}
	}
}

// threadTurn returns the latest turn of the mails of ours that the mail answers, 0 where it
// answers none.
func (d *Daemon) threadTurn(ctx context.Context, m *mailgate.Mail, proof mailgate.Proof) int {
	domain := d.Post.domain()
	if turn := m.ThreadTurn(proof.Game, proof.Seat, domain); turn > 0 || !strings.HasSuffix(m.InReplyTo, "@"+domain) {
		return turn
	}
	// QUIRK: some programs name the mail that they answer, and not its thread.
	if q := d.mailWithID(ctx, proof.Game, m.InReplyTo); q.Seat == proof.Seat {
		return q.Turn
	}
	return 0
}
