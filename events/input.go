package events

// SeatOrders are the accepted orders of one seat for one turn.
type SeatOrders struct {
	Seat   string
	Orders []string // canonical lines, in mail order
}

// Answer answers a decision that the adjudicator asked for during a turn.
type Answer struct {
	Seat     string // seat, or `umpire`
	Option   string // with its arguments: `withdraw to wood`
	By       string // `answer`, or `default` if the deadline passed
	Decision string // name of the decision; "" means the next one that the seat is asked
}

// Setting is one `SET path = value` of a ruling.
type Setting struct {
	Path  string `json:"path"`
	Value string `json:"value"`
}

// Ruling is an addition to a turn by the umpire.
type Ruling struct {
	Outcome string    // Ref of the outcome it follows, at the time of the ruling; "" at the turn's end
	Anchor  Anchor    // the same outcome by its text; if zero, only the Ref identifies it
	Text    string    // shown to the seats concerned
	Sets    []Setting // applied in order, directly after the outcome
}

// Reroll adds a salt to one die's name.
type Reroll struct{ Die, Salt string }

// CourierRuling is the umpire's decision on a dispatch under way.
type CourierRuling struct {
	Dispatch string // `french.north.t3.1`
	Fate     string // `lost`, `captured`, `delayed`
	By       string // if captured: the seat that reads it
	Turns    int    // if delayed: the number of turns, including this one
}

// TurnInput is the complete external input of a turn's adjudication. It is rebuilt from the log; equal inputs give
// equal outcomes.
type TurnInput struct {
	Turn     int // from 1
	Seed     [32]byte
	Sealed   [32]byte
	Salt     string       // for every die; "" unless the turn is replayed after a revert
	Shared   []Hash       // mails that contribute to the dice
	Orders   []SeatOrders // in byte order of seat ids; silent seats are absent
	Resigned []string     // seats whose player has resigned and was not replaced, in byte order
	Answers  []Answer     // in the order in which the decisions are asked
	Rulings  []Ruling
	Rerolls  []Reroll
	Couriers []CourierRuling
}
