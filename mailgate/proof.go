package mailgate

import (
	"crypto/hmac"
	"fmt"
	"slices"
	"strings"
)

// Auth is the proof of its sender that a game demands.
type Auth string

// The levels of [Auth]. All of them require that From is a registered address.
const (
	AuthSecret Auth = "secret" // and a token or KEY; the default
	AuthEither Auth = "either" // and a token, a KEY, or a DKIM or DMARC pass
	AuthSigned Auth = "signed" // and a DKIM or DMARC pass
	AuthBoth   Auth = "both"   // and a token or KEY with a DKIM or DMARC pass
	AuthNone   Auth = "none"   // nothing else: for games among people in one room
)

// Account is one seat of one game, or its umpire (seat `umpire`).
type Account struct {
	Game      string
	Seat      string
	Addresses []string // registered; mails go to the first
	Auth      Auth     // "" means AuthSecret
	Key       string   // the code of KEY lines, "" if the seat has none
	Turns     []int    // turns whose tokens are still valid
	Reached   int      // last turn whose mails can have been sent
	Most      int      // number of turns that the game can have
	Epoch     int      // part of its tokens; raising it revokes them
}

// Gate proves senders by tokens, signatures and the results of trusted servers.
type Gate struct {
	Keys  Keyring
	Trust Trust
}

// Proof names the account that sent a mail, or why the sender is not proved.
type Proof struct {
	Game string // of the account found
	Seat string
	// Text lists the proofs for the record: `address+token`, `address+key+dmarc`.
	Text string
	// Signed is true if the mail would not count without its signature.
	Signed bool
	// Quarantine is why the mail changes nothing; "" if it is proved.
	Quarantine string
	// Turn is the turn whose mail carried the token, 0 without a token.
	Turn int
	// Notice is the registered address to notify of a quarantined mail; "" for strangers, who get no answer.
	Notice string
}

// Prove returns the account that the mail is authenticated for. accounts must hold all candidates: those of the
// mail's game if it names one, else all. Auto-replies must not be passed. Reply-To, Sender and display names never
// count.
func (g Gate) Prove(m *Mail, accounts []Account) Proof {
	if m.From == "" {
		return Proof{Quarantine: "it does not have exactly one sender"}
	}
	secret, turn, owner := g.secretOwner(m, accounts)
	mine := registered(accounts, m.From)
	account, why := choose(m, mine, owner)
	switch {
	case account == nil && owner != nil && !slices.Contains(mine, owner):
		return Proof{Game: owner.Game, Seat: owner.Seat, Notice: first(owner.Addresses),
			Quarantine: fmt.Sprintf("it contains the secret of %s in %s, but comes from an address that is not "+
				"registered there", owner.Seat, owner.Game)}
	case account == nil && mine != nil:
		return Proof{Quarantine: why, Notice: m.From}
	case account == nil:
		return Proof{Quarantine: "its sender is unknown"}
	}
	p := Proof{Game: account.Game, Seat: account.Seat, Text: "address"}
	if owner == account {
		p.Text += "+" + secret
		p.Turn = turn
	}
	vouched := m.Vouched(g.trustFor(account, owner == account))
	if vouched.By != "" {
		p.Text += "+" + vouched.By
	}
	p.Signed = vouched.By != "" && account.needsSignature(owner == account)
	if missing := account.missingProof(owner == account, vouched); missing != "" {
		p.Quarantine, p.Notice = missing, first(account.Addresses)
	}
	return p
}

// trustFor drops the check of signatures, with its DNS queries, if the result cannot matter.
func (g Gate) trustFor(a *Account, secret bool) Trust {
	t := g.Trust
	if !a.needsSignature(secret) {
		t.DKIM = nil
	}
	return t
}

// needsSignature reports whether a mail with or without the secret counts only if it is signed.
func (a *Account) needsSignature(secret bool) bool {
	return a.Auth == AuthSigned || a.Auth == AuthBoth && secret || a.Auth == AuthEither && !secret
}

// missingProof returns why the proof is not enough for the account's game, or "" if it is.
func (a *Account) missingProof(secret bool, v Vouching) string {
	const needSecret = "the secret is missing or too old: answer the latest mail of the game, so that the answer " +
		"goes to its Reply-To address, or write a KEY line"
	signed, needSigned := v.By != "", v.unsigned()
	if v.Fail != "" && a.Auth != AuthNone {
		return fmt.Sprintf("the receiving mail server says that it is forged or was changed in transit (%s), so its "+
			"secret does not count", v.Fail)
	}
	switch a.Auth {
	case AuthNone:
		return ""
	case AuthEither:
		if !secret && !signed {
			return needSecret
		}
	case AuthSigned:
		if !signed {
			return needSigned
		}
	case AuthBoth:
		if secret && !signed {
			return needSigned
		}
		if !secret {
			return needSecret
		}
	default:
		if !secret {
			return needSecret
		}
	}
	return ""
}

// unsigned explains why the sender is not authenticated.
func (v Vouching) unsigned() string {
	const doubted = "the receiving mail server does not vouch for its sender"
	const unsigned = doubted + " (neither DKIM nor DMARC passed)"
	switch {
	case v.Doubt != "":
		return doubted + ": " + v.Doubt
	case v.Own.Unsure:
		return unsigned + ", and the key of its signature could not be looked up: send it again later"
	}
	return unsigned
}

// secretOwner returns the account whose token or KEY the mail carries, and the turn whose mail brought the token.
func (g Gate) secretOwner(m *Mail, accounts []Account) (kind string, turn int, owner *Account) {
	for i := range accounts {
		a := &accounts[i]
		if turn, ok := g.Keys.tokenTurn(a, m.Token); ok {
			return "token", turn, a
		}
	}
	for i := range accounts {
		a := &accounts[i]
		if m.Key != "" && a.Key != "" && fits(m, a) &&
			slices.ContainsFunc(a.Addresses, func(r string) bool { return SameAddress(r, m.From) }) &&
			hmac.Equal([]byte(strings.ToLower(a.Key)), []byte(m.Key)) {
			return "key", 0, a
		}
	}
	return "", 0, nil
}

// tokenTurn returns the turn that the account's token was minted for.
func (k Keyring) tokenTurn(a *Account, token string) (turn int, ok bool) {
	if token == "" {
		return 0, false
	}
	for _, turn := range a.Turns {
		if k.Verify(token, Grant{Purpose: PurposeOrders, Game: a.Game, Seat: a.Seat, Turn: turn, Epoch: a.Epoch}) {
			return turn, true
		}
	}
	return 0, false
}

// Ahead returns the game and turn of a valid token for a turn that its account has not reached, or "" if the mail has
// none.
func (k Keyring) Ahead(m *Mail, accounts []Account) (game string, turn int) {
	for _, a := range accounts {
		for a.Turns = nil; a.Reached < a.Most; a.Reached++ {
			a.Turns = append(a.Turns, a.Reached+1)
		}
		if turn, ok := k.tokenTurn(&a, m.Token); ok {
			return a.Game, turn
		}
	}
	return "", 0
}

// registered returns the accounts that the address may write for.
func registered(accounts []Account, address string) []*Account {
	var out []*Account
	for i := range accounts {
		if slices.ContainsFunc(accounts[i].Addresses, func(r string) bool { return SameAddress(r, address) }) {
			out = append(out, &accounts[i])
		}
	}
	return out
}

func fits(m *Mail, a *Account) bool {
	return (m.Game == "" || m.Game == a.Game) && (m.Seat == "" || m.Seat == a.Seat)
}

// choose returns the account meant among those that the sender may write for: the one whose secret the mail carries,
// else the only one that fits.
func choose(m *Mail, mine []*Account, owner *Account) (*Account, string) {
	if owner != nil && slices.Contains(mine, owner) && fits(m, owner) {
		return owner, ""
	}
	if owner != nil && fits(m, owner) && !slices.Contains(mine, owner) {
		return nil, ""
	}
	var fit []*Account
	var names []string
	for _, a := range mine {
		if fits(m, a) {
			fit = append(fit, a)
		}
		names = append(names, a.Game+" "+a.Seat)
	}
	switch {
	case len(fit) == 1:
		return fit[0], ""
	case len(fit) == 0 && m.Game != "":
		return nil, fmt.Sprintf("this address has no seat %s; it plays %s", strings.TrimSpace(m.Seat+" in a game "+m.Game),
			strings.Join(names, ", "))
	case len(fit) == 0:
		return nil, fmt.Sprintf("this address has no seat %s; it plays %s", m.Seat, strings.Join(names, ", "))
	}
	return nil, fmt.Sprintf("this address plays %s, and the mail does not say which is meant: answer a mail of the "+
		"game, or begin with GAME and SEAT lines", strings.Join(names, ", "))
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}
