package campaign

// Openness says how much of a game's secrets a reader may see.
type Openness int

// The degrees. Each includes the one before it.
const (
	OpenNothing Openness = iota // only the reader's own reports
	OpenDice                    // also the seed of each reported turn, which reveals all dice except sealed ones
	OpenAll                     // also all outcomes, the sealed seeds, and the orders of both sides
)
