package events

// What happens before a game begins is recorded in the chain of the lobby: who was invited,
// who joined, and what became of the offer. Addresses are ids of the vault.

// LobbyOffered offers a game to players. It has all that the game is made from once it begins.
type LobbyOffered struct {
	Game     string        `json:"game"`
	Title    string        `json:"title"`
	Ruleset  string        `json:"ruleset"`
	File     string        `json:"file"`     // the scenario's, for messages
	Scenario string        `json:"scenario"` // the file's whole text
	Seats    []LobbySeat   `json:"seats"`    // in scenario order
	Staff    []SeatStaffed `json:"staff,omitempty"`
	Umpires  []string      `json:"umpires"`
	StandIns []string      `json:"stand_ins,omitempty"`
	Turns    int           `json:"turns,omitempty"`
	Settings Settings      `json:"settings,omitzero"`
	Public   bool          `json:"public,omitempty"`  // it is listed for everybody, and anybody may join
	Confirm  bool          `json:"confirm,omitempty"` // the umpire confirms each player
}

// EventType implements Data.
func (LobbyOffered) EventType() string { return "lobby.offered" }

// LobbySeat is a seat of the scenario, as players are told of it.
type LobbySeat struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Side string `json:"side"`
}

// LobbyInvited says that somebody was invited to the game.
type LobbyInvited struct {
	Game    string `json:"game"`
	Address string `json:"address"`
}

// EventType implements Data.
func (LobbyInvited) EventType() string { return "lobby.invited" }

// LobbyReminded says that somebody who was invited and has not answered was reminded of it.
type LobbyReminded struct {
	Game    string `json:"game"`
	Address string `json:"address"`
}

// EventType implements Data.
func (LobbyReminded) EventType() string { return "lobby.reminded" }

// LobbyLapsed says that an answer to an invitation is waited for no more.
type LobbyLapsed struct {
	Game    string `json:"game"`
	Address string `json:"address"`
}

// EventType implements Data.
func (LobbyLapsed) EventType() string { return "lobby.lapsed" }

// LobbyAsked says that somebody who is not known wrote to the lobby, and was asked whether they did.
type LobbyAsked struct {
	Address string `json:"address"`
}

// EventType implements Data.
func (LobbyAsked) EventType() string { return "lobby.asked" }

// LobbyJoined says that somebody joined: with a seat, or on the waiting list.
type LobbyJoined struct {
	Game    string `json:"game"`
	Address string `json:"address"`
	Seat    string `json:"seat,omitempty"`   // "": the waiting list
	Wanted  string `json:"wanted,omitempty"` // the seat that was asked for, where another had it
}

// EventType implements Data.
func (LobbyJoined) EventType() string { return "lobby.joined" }

// LobbyConfirmed says that the umpire takes a player.
type LobbyConfirmed struct {
	Game    string `json:"game"`
	Address string `json:"address"`
}

// EventType implements Data.
func (LobbyConfirmed) EventType() string { return "lobby.confirmed" }

// LobbyLeft says that somebody who was invited or had joined is out of it.
type LobbyLeft struct {
	Game    string `json:"game"`
	Address string `json:"address"`
	Reason  string `json:"reason,omitempty"`
}

// EventType implements Data.
func (LobbyLeft) EventType() string { return "lobby.left" }

// LobbyStarted says that the game is to begin: every seat has a player, or the umpire said so.
type LobbyStarted struct {
	Game   string `json:"game"`
	Reason string `json:"reason"`
	Staff  string `json:"staff,omitempty"` // the temper of the staff that plays the seats that are free
}

// EventType implements Data.
func (LobbyStarted) EventType() string { return "lobby.started" }

// LobbyMade says that the game was made; from then on it has a chain of its own.
type LobbyMade struct {
	Game string `json:"game"`
}

// EventType implements Data.
func (LobbyMade) EventType() string { return "lobby.made" }

// LobbyHalted says that the game could not be made: it gathers players again.
type LobbyHalted struct {
	Game   string `json:"game"`
	Reason string `json:"reason"`
}

// EventType implements Data.
func (LobbyHalted) EventType() string { return "lobby.halted" }

// LobbyWithdrawn takes an offer back.
type LobbyWithdrawn struct {
	Game   string `json:"game"`
	Reason string `json:"reason,omitempty"`
}

// EventType implements Data.
func (LobbyWithdrawn) EventType() string { return "lobby.withdrawn" }
