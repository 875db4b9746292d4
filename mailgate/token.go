package mailgate

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"regexp"
	"strings"
)

// Grant is the permission that a token carries: to write as a seat in a turn, or to report that a mail to the seat
// was not delivered.
type Grant struct {
	Purpose string // PurposeOrders or PurposeBounce
	Game    string
	Seat    string
	Turn    int // the turn whose mail carried the token; 0 for bounces
	Epoch   int // raised to revoke all tokens of a seat
}

// The purposes of tokens.
const (
	PurposeOrders = "orders"
	PurposeBounce = "bounce"
)

// Secret is a key for minting tokens.
type Secret struct {
	ID  byte // a letter a–z, the first of each token
	Key []byte
}

// Keyring holds the secrets, the newest last. Tokens are minted with the newest and verified with any, so that a
// secret can be replaced while old mails are out.
type Keyring []Secret

// tokenLetters is RFC 4648 base32 in lower case, because mail servers fold the case of local parts.
var tokenLetters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// tokenLength is the letter of the secret and 80 bits in base32.
const tokenLength = 17

// Mint returns the token for the grant. The same grant gives the same token.
func (k Keyring) Mint(g Grant) string {
	if len(k) == 0 {
		panic("mailgate: a keyring without a secret")
	}
	return k[len(k)-1].token(g)
}

// Verify reports whether the token is valid for the grant.
func (k Keyring) Verify(token string, g Grant) bool {
	for _, s := range k {
		if len(token) == tokenLength && token[0] == s.ID {
			return hmac.Equal([]byte(token), []byte(s.token(g)))
		}
	}
	return false
}

// Installation returns an id of the installation, derived from its first secret without revealing it.
func (k Keyring) Installation() string { return k[0].token(Grant{Purpose: "installation"})[1:] }

func (s Secret) token(g Grant) string {
	mac := hmac.New(sha256.New, s.Key)
	fmt.Fprintf(mac, "galloper token 1\x00%s\x00%s\x00%s\x00%d\x00%d", g.Purpose, g.Game, g.Seat, g.Turn, g.Epoch)
	return string(s.ID) + tokenLetters.EncodeToString(mac.Sum(nil)[:10])
}

// Tag is the part of one of Galloper's addresses after the delimiter: `game.seat.token`, `game.token`, `game.seat`,
// `game` or `token`. A seat may contain dots.
type Tag struct{ Game, Seat, Token string }

var tokenPattern = regexp.MustCompile(`^[a-z][a-z2-7]{16}$`)

// ParseTag reads a tag in any case, since servers may change it.
func ParseTag(s string) Tag {
	pieces := strings.Split(strings.ToLower(s), ".")
	var t Tag
	if last := len(pieces) - 1; tokenPattern.MatchString(pieces[last]) {
		t.Token, pieces = pieces[last], pieces[:last]
	}
	if len(pieces) > 0 {
		t.Game, t.Seat = pieces[0], strings.Join(pieces[1:], ".")
	}
	return t
}

// String returns the tag as it stands in an address.
func (t Tag) String() string {
	var pieces []string
	for _, p := range []string{t.Game, t.Seat, t.Token} {
		if p != "" {
			pieces = append(pieces, p)
		}
	}
	return strings.Join(pieces, ".")
}

// maxLocalPart is in octets (RFC 5321 §4.5.3.1.1).
const maxLocalPart = 64

// TagAddress puts a tag into one of Galloper's addresses. If game and seat do not fit into the 64 octets of a local
// part, it writes only the token: the reader then tries the seats registered under the From address.
func TagAddress(base, delimiter string, t Tag) (string, error) {
	local, domain, ok := strings.Cut(base, "@")
	if !ok {
		return "", fmt.Errorf("mailgate: %q is not a mail address", base)
	}
	if delimiter == "" {
		delimiter = "+"
	}
	for _, tag := range []Tag{t, {Game: t.Game, Token: t.Token}, {Token: t.Token}} {
		if whole := local + delimiter + tag.String(); len(whole) <= maxLocalPart {
			return whole + "@" + domain, nil
		}
	}
	return "", fmt.Errorf("mailgate: the local part of %s is too long for a token: %d octets are free, but %d are "+
		"needed",
		base, maxLocalPart-len(local)-len(delimiter), tokenLength)
}
