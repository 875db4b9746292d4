package campaign

// Openness says how many of a game's secrets a reader may see.
type Openness int

// The degrees. Each includes the one before it.
const (
	OpenNothing Openness = iota // the reader's own reports alone
	OpenDice                    // the seed of each reported turn, which opens every die that is not sealed
	OpenAll                     // all outcomes, the sealed seeds, and what both sides ordered
)
