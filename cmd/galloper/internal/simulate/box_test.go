package simulate

import (
	"math/rand/v2"
	"strings"
	"time"

	"galloper/mailgate"
)

const (
	service = "orders@galloper.test"
	umpire  = "umpire@example.test"
)

// scenario is a small battle that is quick to adjudicate, with two seats a side.
const scenario = `ruleset: firediscipline
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

const mill = "mill"

var seats = []string{"french.north", "french.west", "dutch.south", "dutch.east"}

func addressOf(seat string) string { return strings.ReplaceAll(seat, ".", "-") + "@players.test" }

// post is everything about mail: the mailbox that the daemons read, the mail server that they send by, and the
// players.
type post struct {
	mailbox  []mailgate.Incoming
	uid      uint32
	validity uint32
	wrote    map[string]time.Time // unanswered mails of players: when written, by Message-ID
	answered map[string]string    // Message-ID of the answer, by that of the mail
	handed   map[string]handed    // mails sent, by Message-ID
	last     map[string]letter    // the last mail to a player, by address
}

// letter is the part of a mail that a player's reply needs.
type letter struct{ replyTo, subject string }

// handed records which daemon handed a mail to the server, and when.
type handed struct {
	by   string // a daemon
	at   time.Time
	body string
	lost bool // the daemon got no acknowledgement, so it may send the mail again
}

// renumber changes UIDVALIDITY, so that all mails appear as new ones with other UIDs.
func (p *post) renumber(rng *rand.Rand) {
	p.validity++
	for i := range p.mailbox {
		p.mailbox[i].At.UIDValidity = 1 + p.validity
		p.mailbox[i].At.UID += uint32(rng.IntN(1000))
	}
}

// ledger stores the claims.
type ledger struct {
	lines map[string]line
	next  uint64
}

type line struct {
	by     string
	number uint64
}
