package events

// SeatOrders are the accepted orders of one seat for one turn.
type SeatOrders struct {
	Seat   string
	Orders []string // canonical lines, in mail order
}

// Answer is the answer to a decision that the adjudicator asked in mid-turn.
type Answer struct {
	Seat     string // seat, or `umpire`
	Option   string // with its arguments: `withdraw to wood`
	By       string // `answer`, or `default` where the deadline passed
	Decision string // name of the decision that it answers; "" the next one that the seat is asked
}

// Setting is one `SET path = value` of a ruling.
type Setting struct {
	Path  string `json:"path"`
	Value string `json:"value"`
}

// Ruling is what the umpire added to a turn.
type Ruling struct {
	Outcome string    // Ref of the outcome it follows, as it was when it was ruled; "" at the turn's end
	Anchor  Anchor    // that outcome by what it says; zero: it is known by its Ref alone
	Text    string    // shown to those whom it concerns
	Sets    []Setting // applied in order, right after the outcome
}

// Reroll adds a salt to one die's name.
type Reroll struct{ Die, Salt string }

// CourierRuling is what the umpire decided about a dispatch on its way.
type CourierRuling struct {
	Dispatch string // `french.north.t3.1`
	Fate     string // `lost`, `captured`, `delayed`
	By       string // captured: the seat that reads it
	Turns    int    // delayed: for so many turns, this one the first
}

// TurnInput is everything from outside that one turn is adjudicated from.
// It is rebuilt from the log, and two equal inputs give equal outcomes.
type TurnInput struct {
	Turn     int // counts from 1
	Seed     [32]byte
	Sealed   [32]byte
	Salt     string       // of every die; "" unless the turn is played again after a revert
	Shared   []Hash       // the mails that have part in the dice
	Orders   []SeatOrders // byte order of seat ids; silent seats are absent
	Resigned []string     // seats whose player has resigned and whom nobody has replaced, byte order
	Answers  []Answer     // in the order in which the decisions are asked
	Rulings  []Ruling
	Rerolls  []Reroll
	Couriers []CourierRuling
}
