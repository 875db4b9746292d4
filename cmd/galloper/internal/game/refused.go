package game

import "fmt"

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
