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

// Anyone who has the reply address of a seat's mail, or the code of its KEY lines, can write as the seat. A mail
// program that quotes the answered mail below a letter would give both to the addressee. So nothing is sent or recorded
// with another seat's secret: everything goes through [Host.Prepare], which cuts secrets here.

// secrets are the secrets of one game's seats.
type secrets struct {
	post   mailer.Mailer
	game   string
	tagged *regexp.Regexp    // matches addresses of the service with a tag
	codes  map[string]string // seats, by the code of their KEY lines
	seats  []string
	turns  int
	epoch  func(seat string) int
}

// SecretsOf reads the secrets of the game, which are empty if it has no seats.
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

// taggedPattern matches addresses with that beginning, at the domain.
func taggedPattern(begin, domain string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)` + regexp.QuoteMeta(begin) + `[^\s<>@,;"'\\]+@` + regexp.QuoteMeta(domain))
}

// Cut removes all secrets from a text but those of one seat; "" removes all.
func (x *secrets) Cut(text, of string) string {
	lower := strings.ToLower(text)
	if strings.Contains(lower, strings.ToLower(x.post.Domain())) {
		text = x.tagged.ReplaceAllStringFunc(text, func(address string) string {
			if x.isSeatsToken(address, of) {
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

// isSeatsToken reports whether the token in one of the service's addresses is the seat's.
func (x *secrets) isSeatsToken(address, of string) bool {
	local, _, _ := strings.Cut(address, "@")
	_, tag, _ := strings.Cut(local, x.post.TagDelimiter())
	t := mailgate.ParseTag(tag)
	return of != "" && t.Token != "" && x.owner(t.Token) == of
}

// owner returns the seat whose token it is now, or "".
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

// tokenWords returns the possible tokens in a lower-case text: runs of seventeen letters of the tokens' alphabet.
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

// KeyLine matches a line that authenticates a writer; it is never passed on.
var KeyLine = regexp.MustCompile(`(?im)^\s*KEY\b.*$`)

// withhold removes the secrets of other seats from the mails to each seat.
func (x *secrets) withhold(letters []game.Outgoing) []game.Outgoing {
	letters = slices.Clone(letters)
	for i := range letters {
		l := &letters[i]
		l.Text, l.HTML, l.Subject = x.Cut(l.Text, l.Seat), x.Cut(l.HTML, l.Seat), x.Cut(l.Subject, l.Seat)
	}
	return letters
}

// withholdFrom removes all secrets from recorded events, from which the page, later reports and archives are made.
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

// SeatCode returns the code of a seat's KEY lines, and draws it on first use.
func (d *Host) SeatCode(ctx context.Context, game, seat string, epoch int) (string, error) {
	key := SeatKey(game, seat, epoch)
	if err := d.Vault.Create(ctx, key, []byte(strings.ToLower(rand.Text()[:10]))); err != nil &&
		!errors.Is(err, vault.ErrExists) {
		return "", err
	}
	code, err := d.Vault.Get(ctx, key)
	return string(code), err
}
