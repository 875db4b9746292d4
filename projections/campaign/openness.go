package campaign

// Openness is how much of a game's secrets a reader may see.
type Openness int

// The degrees, each with what the one before it shows.
const (
	OpenNothing Openness = iota // what the reader was told
	OpenDice                    // the seed of each reported turn, which opens every die that is not sealed
	OpenAll                     // all outcomes, the sealed seeds, and what both sides ordered
)
