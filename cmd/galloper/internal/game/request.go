package game

import (
	"fmt"
	"strings"

	"galloper/adjudicator/umpire"
)

// An act that cannot be undone is proposed first, and done when it is confirmed.

// Actor is who acts, and what the vault has for his acts.
type Actor struct {
	Address   string            // id of the umpire's address; "" on the command line
	Addresses map[string]string // the ids of addresses that the acts name, as written
	Names     map[string]string // in the lobby: the addresses of ids, for an umpire
	Keys      map[string]string // codes of KEY lines, by KeyOf the seat and the epoch of its secrets
}

// KeyOf is the name of a code in Actor.Keys.
func KeyOf(seat string, epoch int) string { return fmt.Sprintf("%s %d", seat, epoch) }

// key returns the code of the seat's KEY lines in an epoch of its secrets, "" if it was not drawn.
func (h Actor) key(seat string, epoch int) string { return h.Keys[KeyOf(seat, epoch)] }

// request is an act and who asks for it.
type request struct {
	umpire.Act
	by Actor
}

func because(a request, other string) string {
	if a.Because == "" {
		return other
	}
	return a.Because
}

func reasonOf(a request) string {
	if a.Because == "" {
		return ""
	}
	return ", because " + strings.TrimSuffix(a.Because, ".")
}
