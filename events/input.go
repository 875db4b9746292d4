package events

// SeatOrders are the accepted orders of one seat for one turn.
type SeatOrders struct {
	Seat   string
	Orders []string // canonical lines, in mail order
}

// Answer is the answer to a decision that the adjudicator asked in mid-turn.
type Answer struct {
	Seat   string // seat, or `umpire`
	Option string // with its arguments: `withdraw to wood`
	By     string // `answer`, or `default` where the deadline passed
}

// Setting is one `SET path = value` of a ruling.
type Setting struct {
	Path  string `json:"path"`
	Value string `json:"value"`
}

// Ruling is what the umpire added to a turn.
type Ruling struct {
	Outcome string    // Ref of the outcome it follows; "" at the turn's end
	Text    string    // shown to those whom it concerns
	Sets    []Setting // applied in order, right after the outcome
}

// Reroll adds a salt to one die's name.
type Reroll struct{ Die, Salt string }

// TurnInput is everything from outside that one turn is adjudicated from.
// It is rebuilt from the log, and two equal inputs give equal outcomes.
type TurnInput struct {
	Turn    int // counts from 1
	Seed    [32]byte
	Sealed  [32]byte
	Orders  []SeatOrders // byte order of seat ids; silent seats are absent
	Answers []Answer     // in the order in which the decisions are asked
	Rulings []Ruling
	Rerolls []Reroll
}
