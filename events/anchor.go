package events

// Anchor is how a ruling knows the outcome that it follows: by what that says. A Ref
// counts the outcomes of a turn, and an order that is amended later puts others before it.
//
// The zero Anchor is that of rulings recorded before there were any: they hold to the Ref.
type Anchor struct {
	Text string `json:"text"` // the outcome's canonical text
	Nth  int    `json:"nth"`  // which of the turn's outcomes with that text, from 1
	Of   int    `json:"of"`   // how many there were
}

// IsZero reports whether there is no anchor.
func (a Anchor) IsZero() bool { return a.Text == "" }

// AnchorOf returns the anchor of the outcome with that index among all of its turn.
func AnchorOf(outcomes []Outcome, index int) Anchor {
	a := Anchor{Text: outcomes[index].String()}
	for i := range outcomes {
		if outcomes[i].Name != outcomes[index].Name || outcomes[i].String() != a.Text {
			continue
		}
		a.Of++
		if i <= index {
			a.Nth++
		}
	}
	return a
}
