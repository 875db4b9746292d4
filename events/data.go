package events

import "time"

// Data is the content of an event; each implementing type is one event type. A golden file fixes its JSON form, and
// any change of it needs a new schema (Register).
type Data interface {
	// EventType returns the name under which the event is stored.
	EventType() string
}

// GameCreated begins a game.
type GameCreated struct {
	Ruleset      string   `json:"ruleset"`
	Version      int      `json:"version"`  // of the ruleset, fixed for the whole game
	Scenario     string   `json:"scenario"` // the text of the file
	Seats        []string `json:"seats"`    // in scenario order
	SeedCommit   Hash     `json:"seed_commit"`
	SealedCommit Hash     `json:"sealed_commit"`
	Turns        int      `json:"turns,omitempty"` // length of the seed chains: the last turn that can be played
	Title        string   `json:"title,omitempty"`
	Settings     Settings `json:"settings,omitzero"`
}

// EventType implements Data.
func (GameCreated) EventType() string { return "game.created" }

// Settings are the options of a game that differ from the default.
type Settings struct {
	Review    string   `json:"review,omitempty"`     // `umpire`, or "" for no review
	Letters   string   `json:"letters,omitempty"`    // `immediate`, `none`, or "" for delivery by courier
	Auth      string   `json:"auth,omitempty"`       // `token` (""), `dkim`, `both`
	Every     string   `json:"every,omitempty"`      // interval between deadlines: `3d`, `12h`
	Days      []string `json:"days,omitempty"`       // or weekdays with a clock time: `mon 18:00`
	Zone      string   `json:"zone,omitempty"`       // time zone of the clock times: `Europe/London`
	Grace     string   `json:"grace,omitempty"`      // time between the deadline and closing the turn
	Remind    []string `json:"remind,omitempty"`     // times before the deadline: `24h`, `2h`
	Early     string   `json:"early,omitempty"`      // `never`, or "" to close when all are READY
	OnSilence string   `json:"on_silence,omitempty"` // `hold`, `stand-in`, `staff`, or "" for standing orders
	Silent    int      `json:"silent,omitempty"`     // turns of silence before a stand-in is asked
	Absence   string   `json:"absence,omitempty"`    // limit of the time by which absences postpone a deadline
	Open      bool     `json:"open,omitempty"`       // no fog of war for lateness: players are told who is late
	Dice      string   `json:"dice,omitempty"`       // `shared` if the mails of a turn contribute to its dice, or ""
	Secrets   string   `json:"secrets,omitempty"`    // `campaign`: kept beyond the battle, until the umpire opens them
}

// GameOpened holds the state before turn 1: the outcomes of turn 0. Their dice use the seed of turn 1 and can be
// checked once it is revealed.
type GameOpened struct {
	Outcomes []Outcome `json:"outcomes"`
	State    Hash      `json:"state"` // of the canonical state before turn 1
}

// EventType implements Data.
func (GameOpened) EventType() string { return "game.opened" }

// SecretsOpened opens the secrets of a game that kept them beyond its end, because its campaign is over.
type SecretsOpened struct {
	Turn   int    `json:"turn"`
	Reason string `json:"reason"`
}

// EventType implements Data.
func (SecretsOpened) EventType() string { return "secrets.opened" }

// GameEnded ends a game by decision of the umpire, not by its rules.
type GameEnded struct {
	Reason string `json:"reason"`
}

// EventType implements Data.
func (GameEnded) EventType() string { return "game.ended" }

// SeatAssigned gives a seat a mail address. Address is the id under which the vault stores it, and does not reveal
// it.
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

// SeatRenewed replaces the secrets of a seat: the reply addresses of earlier mails and the KEY are no longer valid.
type SeatRenewed struct {
	Seat   string `json:"seat"` // or `umpire`
	Reason string `json:"reason,omitempty"`
}

// EventType implements Data.
func (SeatRenewed) EventType() string { return "seat.renewed" }

// SeatBounced records that mail to an address of the seat bounced or was permanently refused, Count times since the
// last sign of life from it.
type SeatBounced struct {
	Seat    string `json:"seat"`
	Address string `json:"address"`
	Count   int    `json:"count"`
	Reason  string `json:"reason"`
	// Lost marks the address as undeliverable.
	Lost bool `json:"lost,omitempty"`
	// Report is the turn of the report if the mail was one, else 0.
	Report int `json:"report,omitempty"`
}

// EventType implements Data.
func (SeatBounced) EventType() string { return "seat.bounced" }

// StandInAsked records that a stand-in was asked to play a silent seat.
type StandInAsked struct {
	Seat    string `json:"seat"`
	Turn    int    `json:"turn"`    // the turn that was closed
	Address string `json:"address"` // id of the stand-in's address
	Silent  int    `json:"silent"`  // turns without any mail from the seat
}

// EventType implements Data.
func (StandInAsked) EventType() string { return "standin.asked" }

// StandInDeclined records that the stand-in declined. Acceptance is a SeatAssigned.
type StandInDeclined struct {
	Seat    string `json:"seat"`
	Turn    int    `json:"turn"`
	Address string `json:"address"`
}

// EventType implements Data.
func (StandInDeclined) EventType() string { return "standin.declined" }

// SeatReady declares that the seat sends no more orders this turn; with Not, it withdraws this.
type SeatReady struct {
	Seat string `json:"seat"`
	Turn int    `json:"turn"`
	Not  bool   `json:"not,omitempty"`
}

// EventType implements Data.
func (SeatReady) EventType() string { return "seat.ready" }

// SeatAbsent records that the seat's player is away, so that standing orders apply.
type SeatAbsent struct {
	Seat  string    `json:"seat"`
	Turn  int       `json:"turn"`
	Until time.Time `json:"until,omitzero"` // zero means this turn only
}

// EventType implements Data.
func (SeatAbsent) EventType() string { return "seat.absent" }

// SeatResigned records that the seat's player gives up the game.
type SeatResigned struct {
	Seat string `json:"seat"`
	Turn int    `json:"turn"`
}

// EventType implements Data.
func (SeatResigned) EventType() string { return "seat.resigned" }

// SeatStaffed assigns the seat to the staff, which writes orders in each turn without a player's orders until the
// seat is taken back.
type SeatStaffed struct {
	Seat   string `json:"seat"`
	Temper string `json:"temper"`         // `steady`, `bold` or `cautious`
	Turn   int    `json:"turn,omitempty"` // in which its player requested it; 0 means from the beginning
	Reason string `json:"reason,omitempty"`
}

// EventType implements Data.
func (SeatStaffed) EventType() string { return "seat.staffed" }

// SeatTakenBack records that the seat's player writes its orders again.
type SeatTakenBack struct {
	Seat string `json:"seat"`
	Turn int    `json:"turn"`
}

// EventType implements Data.
func (SeatTakenBack) EventType() string { return "seat.taken_back" }

// SeatReminded records a reminder to the seat, sent Before the deadline.
type SeatReminded struct {
	Seat   string `json:"seat"`
	Turn   int    `json:"turn"`
	Before string `json:"before"` // `24h`
	// Question is the number of the question that the reminder is about, 0 for orders.
	Question int `json:"question,omitempty"`
}

// EventType implements Data.
func (SeatReminded) EventType() string { return "seat.reminded" }

// TurnOpened begins a turn.
type TurnOpened struct {
	Turn     int       `json:"turn"`
	Deadline time.Time `json:"deadline,omitzero"` // zero means no deadline
}

// EventType implements Data.
func (TurnOpened) EventType() string { return "turn.opened" }

// TurnClosed ends the period for orders.
type TurnClosed struct {
	Turn   int    `json:"turn"`
	Reason string `json:"reason"` // `deadline`, `ready`, or the umpire's words
}

// EventType implements Data.
func (TurnClosed) EventType() string { return "turn.closed" }

// TurnHeld suspends a turn until the umpire resumes it.
type TurnHeld struct {
	Turn   int    `json:"turn"`
	Reason string `json:"reason"`
}

// EventType implements Data.
func (TurnHeld) EventType() string { return "turn.held" }

// Blinded holds random bits without meaning. It is added to a commit whose content is secret but has no randomness,
// so that a guess of the content cannot be tested against the commit's hash.
type Blinded struct {
	Bits string `json:"bits"`
}

// EventType implements Data.
func (Blinded) EventType() string { return "commit.blinded" }

// TurnResumed ends a TurnHeld.
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

// TurnReverted reopens a turn. Nothing is erased, but later events no longer count.
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
	Salt       string `json:"salt,omitempty"` // for every die; "" unless the turn was played before and reverted
	// Shared are the mails that contribute to the dice if the game has shared dice, in byte order of their seats: see
	// SharedKey.
	Shared   []Hash    `json:"shared,omitempty"`
	Outcomes []Outcome `json:"outcomes"`
	State    Hash      `json:"state"`          // of the canonical state after the turn
	Over     string    `json:"over,omitempty"` // the result, if the game has ended
}

// EventType implements Data.
func (TurnAdjudicated) EventType() string { return "turn.adjudicated" }

// TurnApproved records that the umpire released the turn's result.
type TurnApproved struct {
	Turn   int    `json:"turn"`
	Reason string `json:"reason,omitempty"`
}

// EventType implements Data.
func (TurnApproved) EventType() string { return "turn.approved" }

// TurnReported records that all reports of the turn are queued.
type TurnReported struct {
	Turn int `json:"turn"`
}

// EventType implements Data.
func (TurnReported) EventType() string { return "turn.reported" }
