package events

// Events before a game begins are recorded in the chain of the lobby. Addresses are ids in the vault.

// LobbyOffered offers a game to players, with everything needed to create it.
type LobbyOffered struct {
	Game     string        `json:"game"`
	Title    string        `json:"title"`
	Ruleset  string        `json:"ruleset"`
	File     string        `json:"file"`     // name of the scenario file, for messages
	Scenario string        `json:"scenario"` // the text of the file
	Seats    []LobbySeat   `json:"seats"`    // in scenario order
	Staff    []SeatStaffed `json:"staff,omitempty"`
	Umpires  []string      `json:"umpires"`
	StandIns []string      `json:"stand_ins,omitempty"`
	Turns    int           `json:"turns,omitempty"`
	Settings Settings      `json:"settings,omitzero"`
	Public   bool          `json:"public,omitempty"`  // listed publicly and open to any player
	Confirm  bool          `json:"confirm,omitempty"` // the umpire confirms each player
}

// EventType implements Data.
func (LobbyOffered) EventType() string { return "lobby.offered" }

// LobbySeat is a seat of the scenario as shown to players.
type LobbySeat struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Side string `json:"side"`
}

// LobbyInvited records an invitation to the game.
type LobbyInvited struct {
	Game    string `json:"game"`
	Address string `json:"address"`
}

// EventType implements Data.
func (LobbyInvited) EventType() string { return "lobby.invited" }

// LobbyReminded records a reminder about an unanswered invitation.
type LobbyReminded struct {
	Game    string `json:"game"`
	Address string `json:"address"`
}

// EventType implements Data.
func (LobbyReminded) EventType() string { return "lobby.reminded" }

// LobbyLapsed records that an invitation has expired.
type LobbyLapsed struct {
	Game    string `json:"game"`
	Address string `json:"address"`
}

// EventType implements Data.
func (LobbyLapsed) EventType() string { return "lobby.lapsed" }

// LobbyAsked records that an unknown sender wrote to the lobby and was asked to confirm the mail.
type LobbyAsked struct {
	Address string `json:"address"`
}

// EventType implements Data.
func (LobbyAsked) EventType() string { return "lobby.asked" }

// LobbyJoined records that a player joined, with a seat or on the waiting list.
type LobbyJoined struct {
	Game    string `json:"game"`
	Address string `json:"address"`
	Seat    string `json:"seat,omitempty"`   // "" means the waiting list
	Wanted  string `json:"wanted,omitempty"` // the requested seat, if it was taken
}

// EventType implements Data.
func (LobbyJoined) EventType() string { return "lobby.joined" }

// LobbyConfirmed records that the umpire accepted a player.
type LobbyConfirmed struct {
	Game    string `json:"game"`
	Address string `json:"address"`
}

// EventType implements Data.
func (LobbyConfirmed) EventType() string { return "lobby.confirmed" }

// LobbyLeft removes an invited or joined player.
type LobbyLeft struct {
	Game    string `json:"game"`
	Address string `json:"address"`
	Reason  string `json:"reason,omitempty"`
}

// EventType implements Data.
func (LobbyLeft) EventType() string { return "lobby.left" }

// LobbyStarted starts the game: every seat has a player, or the umpire said so.
type LobbyStarted struct {
	Game   string `json:"game"`
	Reason string `json:"reason"`
	Staff  string `json:"staff,omitempty"` // temper of the staff that plays the free seats
}

// EventType implements Data.
func (LobbyStarted) EventType() string { return "lobby.started" }

// LobbyMade records that the game was created; from then on it has its own chain.
type LobbyMade struct {
	Game string `json:"game"`
}

// EventType implements Data.
func (LobbyMade) EventType() string { return "lobby.made" }

// LobbyHalted records that the game could not be created and is open to players again.
type LobbyHalted struct {
	Game   string `json:"game"`
	Reason string `json:"reason"`
}

// EventType implements Data.
func (LobbyHalted) EventType() string { return "lobby.halted" }

// LobbyWithdrawn withdraws an offer.
type LobbyWithdrawn struct {
	Game   string `json:"game"`
	Reason string `json:"reason,omitempty"`
}

// EventType implements Data.
func (LobbyWithdrawn) EventType() string { return "lobby.withdrawn" }
