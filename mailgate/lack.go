package mailgate

import "strings"

// Lack is the one thing that the sender of a quarantined mail can add to have it count.
type Lack int

// Values of [Lack].
const (
	LacksNothing   Lack = iota
	LacksSecret         // the address is registered; token and KEY are missing or too old
	LacksSignature      // the secret is right; no mail server vouches for the sender
	LacksAddress        // the secret is right; the address is not registered for the seat
	LacksChoice         // the address plays several seats, or none of that name
)

// Lacks returns the lack of a mail that [Gate.Prove] quarantined.
func (p Proof) Lacks() Lack {
	switch {
	case p.Quarantine == "" || p.Notice == "":
		return LacksNothing
	case p.Text == "" && p.Seat != "":
		return LacksAddress
	case p.Text == "":
		return LacksChoice
	case strings.Contains(p.Text, "+token") || strings.Contains(p.Text, "+key"):
		return LacksSignature
	}
	return LacksSecret
}
