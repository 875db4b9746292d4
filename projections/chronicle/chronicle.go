// Package chronicle renders a finished battle for everyone: its turning points, both sides' maps beside the truth,
// late orders and their cost, losses, letters and proofs. It is one self-contained HTML file.
package chronicle

// Chronicle is a finished battle, with nothing hidden.
type Chronicle struct {
	Title, Result string
	Sides         []Side
	Moments       []Moment // in chronological order
	Plates        []Plate
	Late          []Late
	Losses        []Loss
	Letters       []Letter
	Proofs        []Proof
}

// Side is one of the two sides, with its commanders.
type Side struct{ Name, Commanders string }

// Moment is a turning point, told as it really happened and without taking sides.
type Moment struct {
	Turn                 int
	Hour, Headline, Text string
	Decided              bool // it decided the battle
}

// Plate shows the field after a turn, to each side's knowledge and as it really was.
type Plate struct {
	Turn, Weight   int // a higher Weight is more important
	Hour, Headline string
	Text           string // the turn's most important event, as it really happened
	Views          []View
}

// View is one map.
type View struct {
	Caption string
	SVG     []byte // with a title and a description
}

// Late is an order that did not arrive in its own turn, or never arrived.
type Late struct {
	Turn           int
	From, To, Text string
	Fate           string   // `came in turn 6`, `was lost`
	Cost           []string // losses of the recipient before its arrival
}

// Loss describes a unit at the beginning and the end.
type Loss struct{ Side, Unit, Commander, Began, Ended string }

// Letter is a letter from one commander to another.
type Letter struct {
	Turn           int
	From, To, Text string
}

// Proof is a value for verifying the record.
type Proof struct{ What, Hex string }

// Most is the maximum number of plates in a chronicle.
const Most = 10

// Choose returns the turns to draw: the opening, the last, and those in between with the highest weights. weights is
// indexed by turn, from 0.
func Choose(weights []int) []int {
	chosen := map[int]bool{0: true, len(weights) - 1: true}
	for len(chosen) < min(Most, len(weights)) {
		best := -1
		for turn, w := range weights {
			if !chosen[turn] && (best < 0 || w > weights[best]) {
				best = turn
			}
		}
		chosen[best] = true
	}
	var turns []int
	for turn := range weights {
		if chosen[turn] {
			turns = append(turns, turn)
		}
	}
	return turns
}
