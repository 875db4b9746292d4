package events

// Anchor identifies the outcome that a ruling follows by its text. A Ref would not do: it counts the outcomes of a
// turn, and an order amended later inserts others before it.
//
// Rulings recorded before there were anchors have the zero Anchor and are found by their Ref.
type Anchor struct {
	Text string `json:"text"` // the outcome's canonical text
	Nth  int    `json:"nth"`  // which of the turn's outcomes with that text, from 1
	Of   int    `json:"of"`   // number of such outcomes in the turn
}

// IsZero reports whether there is no anchor.
func (a Anchor) IsZero() bool { return a.Text == "" }

// AnchorOf returns the anchor of the outcome at the index among all outcomes of its turn.
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
