package game

import "fmt"

// Refused is an answer of no: what is wrong, and what to do.
type Refused struct {
	What string `json:"what"`
	Hint string `json:"hint,omitempty"`
}

// Error implements error.
func (r *Refused) Error() string { return r.What }

// Refuse returns a *Refused: what cannot be done, and what the person who asked can do.
func Refuse(hint, format string, a ...any) error {
	return &Refused{What: fmt.Sprintf(format, a...), Hint: hint}
}
