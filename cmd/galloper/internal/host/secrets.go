package host

import (
	"context"
	"crypto/rand"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/mailer"
	"galloper/events"
	"galloper/events/vault"
	"galloper/mailgate"
)

// Who has the address that a seat's mail asks to be answered to, or the code of its KEY
// lines, can write as the seat. A mail program that sets the mail replied to below a letter
// would hand both to the addressee. So nothing leaves, and nothing is recorded, that holds
// the secret of another: all of it goes through [Daemon.prepare], and is cut here.

// secrets are those of one game's seats.
type secrets struct {
	post   mailer.Mailer
	game   string
	tagged *regexp.Regexp    // the service's addresses with something behind the delimiter
	codes  map[string]string // of KEY lines, by seat
	seats  []string
	turns  int
	epoch  func(seat string) int
}

// SecretsOf reads the secrets of the game; none of a game that has no seats.
func (d *Host) SecretsOf(ctx context.Context, g *game.Game) (x secrets, err error) {
	local, domain, _ := strings.Cut(d.Post.Address, "@")
	x = secrets{post: d.Post, game: g.Name(), codes: map[string]string{}, epoch: g.Epoch,
		tagged: taggedPattern(local+d.Post.TagDelimiter(), domain)}
	if g.Rules == nil {
		return x, nil
	}
	x.turns = max(g.Campaign.Number(), g.Campaign.SeenBefore()) + 1
	x.seats = append(slices.Clone(g.Campaign.Created().Seats), game.Umpire, game.StandIn)
	for _, seat := range x.seats {
		if len(g.Addresses(seat)) == 0 {
			continue
		}
		code, unread := d.Code(ctx, x.game, seat, g.Epoch(seat))
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

// Cut takes from a text all secrets but those of the one seat; "" is nobody.
func (x *secrets) Cut(text, of string) string {
	lower := strings.ToLower(text)
	if strings.Contains(lower, strings.ToLower(x.post.Domain())) {
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
			text = regexp.MustCompile(`(?i)`+regexp.QuoteMeta(code)).ReplaceAllLiteralString(text, game.Withheld)
			lower = strings.ToLower(text)
		}
	}
	for _, word := range tokenWords(lower) {
		if owner := x.owner(word); owner != "" && owner != of {
			text = regexp.MustCompile(`(?i)`+word).ReplaceAllLiteralString(text, game.Withheld)
		}
	}
	return text
}

// belongs reports whether one of the service's addresses holds no secret of any other than
// the seat.
func (x *secrets) belongs(address, of string) bool {
	local, _, _ := strings.Cut(address, "@")
	_, tag, _ := strings.Cut(local, x.post.TagDelimiter())
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

// KeyLine is one that proves who writes, and goes nowhere.
var KeyLine = regexp.MustCompile(`(?im)^\s*KEY\b.*$`)

// withhold cuts the secrets of others from what is mailed to each seat.
func (x *secrets) withhold(letters []game.Outgoing) []game.Outgoing {
	letters = slices.Clone(letters)
	for i := range letters {
		l := &letters[i]
		l.Text, l.HTML, l.Subject = x.Cut(l.Text, l.Seat), x.Cut(l.HTML, l.Seat), x.Cut(l.Subject, l.Seat)
	}
	return letters
}

// withholdFrom cuts all secrets from what is recorded: the page, reports to come and
// archives are made of it.
func (x *secrets) withholdFrom(recorded []events.Event) {
	for i := range recorded {
		if clean := x.Cut(string(recorded[i].Data), ""); clean != string(recorded[i].Data) {
			recorded[i].Data = []byte(clean)
		}
	}
}

// EpochOf returns the epoch of a seat's secrets.
func (d *Host) EpochOf(ctx context.Context, name, seat string) (epoch int, err error) {
	err = d.With(ctx, name, func(g *game.Game) { epoch = g.Epoch(seat) })
	return epoch, err
}

// SeatCode returns the code of a seat's KEY lines, drawn when it is first asked for.
func (d *Host) SeatCode(ctx context.Context, game, seat string, epoch int) (string, error) {
	key := SeatKey(game, seat, epoch)
	if err := d.Vault.Create(ctx, key, []byte(strings.ToLower(rand.Text()[:10]))); err != nil &&
		!errors.Is(err, vault.ErrExists) {
		return "", err
	}
	code, err := d.Vault.Get(ctx, key)
	return string(code), err
}
