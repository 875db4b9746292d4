// Package chronicle tells a battle that is over to whoever wants to see it: its turning points, both sides'
// maps beside the truth, orders that came late and what they cost, losses, letters and the proofs. It is
// one HTML file that needs nothing outside itself.
package chronicle

// Chronicle is a battle as it is told when all may be told.
type Chronicle struct {
	Title, Result string
	Sides         []Side
	Moments       []Moment // in order of time
	Plates        []Plate
	Late          []Late
	Losses        []Loss
	Letters       []Letter
	Proofs        []Proof
}

// Side is one of the two, with who commanded for it.
type Side struct{ Name, Commanders string }

// Moment is a turning point: how a turn began to go another way. It is told as it was, and takes no side.
type Moment struct {
	Turn                 int
	Hour, Headline, Text string
	Decided              bool // the battle
}

// Plate is the field after a turn, as each side knew it and as it was.
type Plate struct {
	Turn, Weight   int // heaviest: what matters most
	Hour, Headline string
	Text           string // what weighed most in it, as it was
	Views          []View
}

// View is one map.
type View struct {
	Caption string
	SVG     []byte // with a title and what it shows in words
}

// Late is an order that did not come in the turn that it was given, or never.
type Late struct {
	Turn           int
	From, To, Text string
	Fate           string   // `came in turn 6`, `was lost`
	Cost           []string // what befell whom it was for, before it came
}

// Loss is what is left of a unit.
type Loss struct{ Side, Unit, Commander, Began, Ended string }

// Letter is what one commander wrote to another.
type Letter struct {
	Turn           int
	From, To, Text string
}

// Proof is a value by which the record can be checked.
type Proof struct{ What, Hex string }

// Most is how many plates a chronicle has.
const Most = 10

// Choose picks the turns that are drawn: the opening, the last, and those between that weigh most.
// weights are those of the turns, from 0.
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
