package dice

// Roller rolls the named dice of one turn.
type Roller struct{}
