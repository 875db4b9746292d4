package game

import (
	"fmt"
	"strings"

	"galloper/adjudicator/umpire"
)

// An act that cannot be undone is proposed first, and done when it is confirmed.

// Actor is the author of acts, with the vault's data for them.
type Actor struct {
	Address   string            // id of the umpire's address; "" on the command line
	Addresses map[string]string // ids of the addresses in the acts, as written
	Names     map[string]string // in the lobby: addresses by id, for an umpire
	Keys      map[string]string // codes of KEY lines, by KeyOf
}

// KeyOf returns the key of a code in Actor.Keys.
func KeyOf(seat string, epoch int) string { return fmt.Sprintf("%s %d", seat, epoch) }

// key returns the code of the seat's KEY lines in an epoch of its secrets, or "" if it was not drawn.
func (h Actor) key(seat string, epoch int) string { return h.Keys[KeyOf(seat, epoch)] }

// request is an act with its author.
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

// Refused is a refusal: the problem and the next step.
type Refused struct {
	What string `json:"what"`
	Hint string `json:"hint,omitempty"`
}

// Error implements error.
func (r *Refused) Error() string { return r.What }

// Refuse returns a *Refused with the problem and the next step.
func Refuse(hint, format string, a ...any) error {
	return &Refused{What: fmt.Sprintf(format, a...), Hint: hint}
}
