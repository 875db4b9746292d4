package events

import "time"

// Data is what an event says. Each type here is one event type; its JSON form
// is fixed by a golden file, and a change of it is a new schema (Register).
type Data interface {
	// EventType returns the name under which the event is stored.
	EventType() string
}

// GameCreated begins a game.
type GameCreated struct {
	Ruleset      string   `json:"ruleset"`
	Version      int      `json:"version"`  // of the ruleset, pinned for the whole game
	Scenario     string   `json:"scenario"` // the file's whole text
	Seats        []string `json:"seats"`    // in scenario order
	SeedCommit   Hash     `json:"seed_commit"`
	SealedCommit Hash     `json:"sealed_commit"`
	Turns        int      `json:"turns,omitempty"` // length of the seed chains: the last turn that can be played
	Title        string   `json:"title,omitempty"`
	Settings     Settings `json:"settings,omitzero"`
}

// EventType implements Data.
func (GameCreated) EventType() string { return "game.created" }

// Settings say how a game is run, where that differs from the default.
type Settings struct {
	Review    string   `json:"review,omitempty"`     // `umpire`, or "" for none
	Letters   string   `json:"letters,omitempty"`    // `immediate`, `none`, or "" for by courier
	Auth      string   `json:"auth,omitempty"`       // `token` (""), `dkim`, `both`
	Every     string   `json:"every,omitempty"`      // interval between deadlines: `3d`, `12h`
	Days      []string `json:"days,omitempty"`       // or weekdays at a clock time: `mon 18:00`
	Zone      string   `json:"zone,omitempty"`       // time zone of the clock times: `Europe/London`
	Grace     string   `json:"grace,omitempty"`      // after the deadline, before the turn is closed
	Remind    []string `json:"remind,omitempty"`     // before the deadline: `24h`, `2h`
	Early     string   `json:"early,omitempty"`      // `never`, or "" to close when all are READY
	OnSilence string   `json:"on_silence,omitempty"` // `hold`, `stand-in`, `staff`, or "" for standing orders
	Silent    int      `json:"silent,omitempty"`     // turns of silence before a stand-in is asked
	Absence   string   `json:"absence,omitempty"`    // the most by which absences push a deadline back
	Open      bool     `json:"open,omitempty"`       // not fogged: players are told who is late
	Dice      string   `json:"dice,omitempty"`       // `shared`: the mails of a turn have part in its dice; or ""
}

// GameOpened holds what was known and drawn before turn 1: the outcomes of turn
// 0, whose dice belong to turn 1 and can be checked once its seed is known.
type GameOpened struct {
	Outcomes []Outcome `json:"outcomes"`
	State    Hash      `json:"state"` // of the canonical state before turn 1
}

// EventType implements Data.
func (GameOpened) EventType() string { return "game.opened" }

// GameEnded closes a game otherwise than by its rules: the umpire ends it.
type GameEnded struct {
	Reason string `json:"reason"`
}

// EventType implements Data.
func (GameEnded) EventType() string { return "game.ended" }

// SeatAssigned gives a seat a mail address. The address itself is in the vault
// under the id Address, which says nothing of it.
type SeatAssigned struct {
	Seat    string `json:"seat"`
	Address string `json:"address"`
	Reason  string `json:"reason,omitempty"`
}

// EventType implements Data.
func (SeatAssigned) EventType() string { return "seat.assigned" }

// SeatReleased takes an address from a seat.
type SeatReleased struct {
	Seat    string `json:"seat"`
	Address string `json:"address"`
	Reason  string `json:"reason,omitempty"`
}

// EventType implements Data.
func (SeatReleased) EventType() string { return "seat.released" }

// SeatRenewed makes the seat's secrets new: the addresses that its mails were answered
// to, and its KEY, prove nothing from then on.
type SeatRenewed struct {
	Seat   string `json:"seat"` // or `umpire`
	Reason string `json:"reason,omitempty"`
}

// EventType implements Data.
func (SeatRenewed) EventType() string { return "seat.renewed" }

// SeatBounced says that mail to an address of the seat was refused for good, or came
// back, Count times since something was heard of it.
type SeatBounced struct {
	Seat    string `json:"seat"`
	Address string `json:"address"`
	Count   int    `json:"count"`
	Reason  string `json:"reason"`
	// Lost marks the address as one that mail does not reach.
	Lost bool `json:"lost,omitempty"`
	// Report is the turn of the mail if it was a report, else 0.
	Report int `json:"report,omitempty"`
}

// EventType implements Data.
func (SeatBounced) EventType() string { return "seat.bounced" }

// StandInAsked says that a stand-in was asked to play a silent seat.
type StandInAsked struct {
	Seat    string `json:"seat"`
	Turn    int    `json:"turn"`    // that closed
	Address string `json:"address"` // id of the stand-in's
	Silent  int    `json:"silent"`  // turns for which nothing was heard of the seat
}

// EventType implements Data.
func (StandInAsked) EventType() string { return "standin.asked" }

// StandInDeclined says that he will not. That he will is a SeatAssigned.
type StandInDeclined struct {
	Seat    string `json:"seat"`
	Turn    int    `json:"turn"`
	Address string `json:"address"`
}

// EventType implements Data.
func (StandInDeclined) EventType() string { return "standin.declined" }

// SeatReady says that no more orders come from the seat this turn, SeatReady
// with Not that they do after all.
type SeatReady struct {
	Seat string `json:"seat"`
	Turn int    `json:"turn"`
	Not  bool   `json:"not,omitempty"`
}

// EventType implements Data.
func (SeatReady) EventType() string { return "seat.ready" }

// SeatAbsent says that the seat's player is away: standing orders apply.
type SeatAbsent struct {
	Seat  string    `json:"seat"`
	Turn  int       `json:"turn"`
	Until time.Time `json:"until,omitzero"` // zero: this turn only
}

// EventType implements Data.
func (SeatAbsent) EventType() string { return "seat.absent" }

// SeatResigned says that the seat's player gives up the game.
type SeatResigned struct {
	Seat string `json:"seat"`
	Turn int    `json:"turn"`
}

// EventType implements Data.
func (SeatResigned) EventType() string { return "seat.resigned" }

// SeatStaffed gives the seat to the staff: it writes orders in each turn in which no player's have come,
// until the seat is taken back.
type SeatStaffed struct {
	Seat   string `json:"seat"`
	Temper string `json:"temper"`         // `steady`, `bold` or `cautious`
	Turn   int    `json:"turn,omitempty"` // in which its player said so; 0: from the beginning
	Reason string `json:"reason,omitempty"`
}

// EventType implements Data.
func (SeatStaffed) EventType() string { return "seat.staffed" }

// SeatTakenBack says that the seat's player writes its orders again.
type SeatTakenBack struct {
	Seat string `json:"seat"`
	Turn int    `json:"turn"`
}

// EventType implements Data.
func (SeatTakenBack) EventType() string { return "seat.taken_back" }

// SeatReminded says that the seat was reminded of the deadline, Before it.
type SeatReminded struct {
	Seat   string `json:"seat"`
	Turn   int    `json:"turn"`
	Before string `json:"before"` // `24h`
	// Question is the number of the question that it was reminded of, 0 if of its orders.
	Question int `json:"question,omitempty"`
}

// EventType implements Data.
func (SeatReminded) EventType() string { return "seat.reminded" }

// TurnOpened begins a turn.
type TurnOpened struct {
	Turn     int       `json:"turn"`
	Deadline time.Time `json:"deadline,omitzero"` // zero: none
}

// EventType implements Data.
func (TurnOpened) EventType() string { return "turn.opened" }

// TurnClosed ends the taking of orders.
type TurnClosed struct {
	Turn   int    `json:"turn"`
	Reason string `json:"reason"` // `deadline`, `ready`, or the umpire's words
}

// EventType implements Data.
func (TurnClosed) EventType() string { return "turn.closed" }

// TurnHeld stops a turn until the umpire resumes it.
type TurnHeld struct {
	Turn   int    `json:"turn"`
	Reason string `json:"reason"`
}

// EventType implements Data.
func (TurnHeld) EventType() string { return "turn.held" }

// Blinded holds random bits and means nothing else: it stands in a commit with something
// hidden that has none, so that no guess of it can be tested against the commit's hash.
type Blinded struct {
	Bits string `json:"bits"`
}

// EventType implements Data.
func (Blinded) EventType() string { return "commit.blinded" }

// TurnResumed lets a held turn go on.
type TurnResumed struct {
	Turn   int    `json:"turn"`
	Reason string `json:"reason,omitempty"`
}

// EventType implements Data.
func (TurnResumed) EventType() string { return "turn.resumed" }

// TurnExtended moves the deadline of a turn.
type TurnExtended struct {
	Turn     int       `json:"turn"`
	Deadline time.Time `json:"deadline"`
	Reason   string    `json:"reason"`
}

// EventType implements Data.
func (TurnExtended) EventType() string { return "turn.extended" }

// TurnReverted takes the game back to where the turn is open again. Nothing is
// erased; what came after no longer counts.
type TurnReverted struct {
	Turn   int    `json:"turn"`
	Reason string `json:"reason"`
}

// EventType implements Data.
func (TurnReverted) EventType() string { return "turn.reverted" }

// TurnAdjudicated is the result of a turn.
type TurnAdjudicated struct {
	Turn       int    `json:"turn"`
	Seed       Hash   `json:"seed"`           // S[turn]
	SealedSeed Hash   `json:"sealed_seed"`    // P[turn]
	Salt       string `json:"salt,omitempty"` // of every die; "" unless the turn was played before and reverted
	// Shared are the mails that have part in the dice, in byte order of their seats, where
	// the game has it so: see SharedKey.
	Shared   []Hash    `json:"shared,omitempty"`
	Outcomes []Outcome `json:"outcomes"`
	State    Hash      `json:"state"`          // of the canonical state after the turn
	Over     string    `json:"over,omitempty"` // the result, once the game has ended
}

// EventType implements Data.
func (TurnAdjudicated) EventType() string { return "turn.adjudicated" }

// TurnApproved says that the umpire lets the turn's result go out.
type TurnApproved struct {
	Turn   int    `json:"turn"`
	Reason string `json:"reason,omitempty"`
}

// EventType implements Data.
func (TurnApproved) EventType() string { return "turn.approved" }

// TurnReported says that the reports of the turn are all queued.
type TurnReported struct {
	Turn int `json:"turn"`
}

// EventType implements Data.
func (TurnReported) EventType() string { return "turn.reported" }
