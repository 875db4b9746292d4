// Package campaign folds the commits of a game into its current state: turn and phase, the orders in force, ready and
// silent seats, the deadline, questions and rulings, the result of each turn, and the mails that are still to be sent.
//
// It does not know the rules, and keeps outcomes as they were stored. TurnInput returns all inputs of a turn's
// adjudication, so that a turn can be adjudicated, or adjudicated again to verify it.
//
//	turn 3   opened ── orders ── closed ── adjudicated ── (review, approved) ── reported
//
// A revert ends the branch. The turns from the reverted one on no longer count, but are kept (Superseded), and the
// reverted turn is open again.
package campaign

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"galloper/events"
	"galloper/projections"
)

// Phase is the phase of the current turn.
type Phase string

// The phases, in the order of the cycle.
const (
	Made      Phase = "made"      // created; no turn is open yet
	Open      Phase = "open"      // orders are accepted
	Closed    Phase = "closed"    // to be adjudicated
	Deciding  Phase = "deciding"  // a question must be answered before adjudication
	Review    Phase = "review"    // adjudicated; waits for the umpire's approval
	Reporting Phase = "reporting" // adjudicated and approved; the next turn is to be opened
	Held      Phase = "held"      // stopped by the umpire or on their behalf
	Over      Phase = "over"      // the game has ended
)

// Campaign is the state of a game. The zero Campaign is ready for use.
type Campaign struct {
	cursor  projections.Cursor
	created events.GameCreated
	carried events.ArmyCarried
	told    bool // the umpire has opened the secrets that the campaign kept
	opening stored
	seats   []Seat
	turns   []*Turn // by number; [0] is nil
	past    []*Turn // superseded by reverts, in the order in which they were played
	result  string
	queued  []Mail
	mails   map[events.Hash]bool
	held    []Quarantined
	reverts []events.TurnReverted
	pending []Proposal
	calls   []StandInCall
	renewed map[string]time.Time
	opened  *events.PageOpened // nil if the game is not open to spectators
}

// Seat is a seat with its players.
type Seat struct {
	ID        string
	Addresses []string // ids of the addresses in the vault
	Resigned  bool
	Staff     string // temper of the staff that writes its orders; "" if it does not
	// Epoch counts how often the seat's secrets were renewed. Removing an address renews them.
	Epoch int
	// Bounces counts, by address, the bounced mails since the address was last heard of; Lost lists the addresses
	// that were given up because of them.
	Bounces map[string]int
	Lost    []string
	Missed  events.SeatBounced // the last bounced report since the seat last wrote, or zero
	// Absent is the first turn of the player's announced absence, or 0. Until is the end of the absence; zero means
	// that turn only.
	Absent int
	Until  time.Time
	// Silent counts the seat's silent turns, up to the last closed one.
	Silent int
}

// Writes reports whether a player writes the seat's orders, so that turns can wait for them.
func (s *Seat) Writes() bool { return !s.Resigned && s.Staff == "" }

// bounced records a bounced mail.
func (s *Seat) bounced(d events.SeatBounced) {
	counts := maps.Clone(s.Bounces) // the map may be shared with returned seats
	if counts == nil {
		counts = map[string]int{}
	}
	counts[d.Address] = d.Count
	s.Bounces = counts
	if d.Lost {
		s.Lost = with(s.Lost, d.Address)
	}
	if d.Report > 0 {
		s.Missed = d
	}
}

// heardOf resets the count for the address.
func (s *Seat) heardOf(address string) {
	if s.Bounces[address] == 0 {
		return
	}
	s.Bounces = maps.Clone(s.Bounces)
	delete(s.Bounces, address)
	s.Lost = without(s.Lost, address)
}

// Mail is a queued mail that no server has accepted yet.
type Mail struct {
	events.MailQueued
	At     time.Time // when it was queued
	Commit string    // id of the commit
}

// Quarantined is a mail that had no effect.
type Quarantined struct {
	events.MailQuarantined
	At time.Time
}

// Game returns the slug, or "" before the first commit.
func (c *Campaign) Game() string { return c.cursor.Game() }

// Head returns the position that the next commit must follow.
func (c *Campaign) Head() events.Head { return c.cursor.Head() }

// Created returns the parameters of the game's creation.
func (c *Campaign) Created() events.GameCreated { return c.created }

// Carried returns the record of the armies that came from earlier battles. It is empty for other games.
func (c *Campaign) Carried() events.ArmyCarried { return c.carried }

// Secret reports whether the game keeps its secrets beyond its end, for a campaign.
func (c *Campaign) Secret() bool { return c.created.Settings.Secrets != "" && !c.told }

// Seats returns the seats in scenario order.
func (c *Campaign) Seats() []Seat { return slices.Clone(c.seats) }

// Seat returns the seat.
func (c *Campaign) Seat(id string) (Seat, bool) {
	if s := c.seat(id); s != nil {
		return *s, true
	}
	return Seat{}, false
}

func (c *Campaign) seat(id string) *Seat {
	for i := range c.seats {
		if c.seats[i].ID == id {
			return &c.seats[i]
		}
	}
	return nil
}

// Renewed returns when the secrets of the seat, or of the umpire, were last renewed, or zero.
func (c *Campaign) Renewed(seat string) time.Time { return c.renewed[seat] }

// Result returns the line that ended the game, or "" while it goes on. A result without the umpire's approval does
// not count.
func (c *Campaign) Result() string { return c.result }

// Number returns the number of the current turn, or 0 before the first.
func (c *Campaign) Number() int { return max(len(c.turns)-1, 0) }

// Current returns the current turn, or nil before the first.
func (c *Campaign) Current() *Turn { return c.Turn(c.Number()) }

// Turn returns a turn of the current branch, or nil if there is no such turn.
func (c *Campaign) Turn(number int) *Turn {
	if number < 1 || number >= len(c.turns) {
		return nil
	}
	return c.turns[number]
}

// Superseded returns the reverted turns in chronological order.
func (c *Campaign) Superseded() []*Turn { return slices.Clone(c.past) }

// Public returns the last turn that spectators may see, or -1 if none is visible yet. It is the last reported turn
// minus the delay, or that turn itself once all secrets are public. open is false if the umpire has not opened the
// game, or opened it only after its end and has since reverted turns.
func (c *Campaign) Public(reported int, all bool) (last int, open bool) {
	switch {
	case c.opened == nil || c.opened.Delay == 0 && !all:
		return -1, false
	case all:
		return reported, true
	}
	return max(reported-c.opened.Delay, -1), true
}

// Opened returns the umpire's settings for spectators, or nil if the game is not open to them.
func (c *Campaign) Opened() *events.PageOpened { return c.opened }

// Reverts returns the reverts of the game, in order.
func (c *Campaign) Reverts() []events.TurnReverted { return slices.Clone(c.reverts) }

// SeenBefore returns the latest turn that a revert ever took back, or 0. Players may know the dice of turns up to it.
func (c *Campaign) SeenBefore() int {
	seen := 0
	for _, t := range c.past {
		seen = max(seen, t.Number)
	}
	return seen
}

// StandInCall is a request to a stand-in to play a silent seat.
type StandInCall struct {
	events.StandInAsked
	Answer string // `accepted`, `declined`, or "" without an answer
}

// StandInCalls returns all requests, in order.
func (c *Campaign) StandInCalls() []StandInCall { return slices.Clone(c.calls) }

// Proposal is an act of the umpire that requires confirmation.
type Proposal struct {
	events.ActProposed
	Done bool
}

// Proposals returns the acts that required confirmation, in order.
func (c *Campaign) Proposals() []Proposal { return slices.Clone(c.pending) }

// Phase returns the phase of the game.
func (c *Campaign) Phase() Phase {
	t := c.Current()
	switch {
	case c.result != "":
		return Over
	case t == nil:
		return Made
	case t.Held != "":
		return Held
	}
	return t.phase(c.created.Settings.Review != "")
}

// Unsent returns the queued mails that are not recorded as accepted or refused by a server, oldest first.
func (c *Campaign) Unsent() []Mail { return slices.Clone(c.queued) }

// Quarantine returns the mails without effect, oldest first.
func (c *Campaign) Quarantine() []Quarantined { return slices.Clone(c.held) }

// Seen reports whether a mail with this hash, or with a Message-ID of this hash, was processed already. A mail has
// its effect only once.
func (c *Campaign) Seen(hash events.Hash) bool { return c.mails[hash] }

// Outcomes returns the outcomes of a turn of the current branch, as they were stored; turn 0 is the opening.
func (c *Campaign) Outcomes(turn int) ([]events.Outcome, error) {
	if turn == 0 {
		return c.opening.outcomes()
	}
	t := c.Turn(turn)
	if t == nil || t.Result == nil {
		return nil, nil
	}
	return t.stored.outcomes()
}

// stored is an event that is decoded on demand.
type stored struct{ event events.Event }

func (s stored) outcomes() ([]events.Outcome, error) {
	if s.event.Type == "" {
		return nil, nil
	}
	data, err := events.Decode(s.event)
	switch d := data.(type) {
	case events.GameOpened:
		return d.Outcomes, err
	case events.TurnAdjudicated:
		return d.Outcomes, err
	}
	return nil, err
}

// Apply applies the next commit. It changes nothing if it returns an error: for a commit that is out of order, of
// another game, or from a newer version of the program.
func (c *Campaign) Apply(commit *events.Commit) error {
	fresh, err := c.cursor.Fresh(commit)
	if err != nil || !fresh {
		return err
	}
	decoded := make([]events.Data, len(commit.Events))
	for i := range commit.Events {
		if decoded[i], err = decode(commit.Events[i]); err != nil {
			return fmt.Errorf("game %s, event %d: %w", commit.Game, commit.First+uint64(i), err)
		}
	}
	if _, begins := decoded[0].(events.GameCreated); begins != (c.Game() == "") {
		return fmt.Errorf("game %s, event %d: %s was expected as the first event of a game and nowhere else", commit.Game,
			commit.First, events.GameCreated{}.EventType())
	}
	s := step{Campaign: c, commit: commit}
	for i := range decoded {
		s.place = i
		s.apply(decoded[i])
	}
	c.cursor.Take(commit)
	return nil
}
