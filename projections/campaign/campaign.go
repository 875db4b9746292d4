// Package campaign folds the commits of a game into where the game stands: its
// turn and phase, the orders in force, who is ready or silent, the deadline,
// the questions and rulings, what each turn came to, and the mails that are
// still to be sent.
//
// It does not know what the rules are: outcomes are kept as they were stored.
// TurnInput gives all that a turn is adjudicated from, so that it can be
// adjudicated, or adjudicated again to verify it.
//
//	turn 3   opened ── orders ── closed ── adjudicated ── (review, approved) ── reported
//
// A revert ends the branch: the turns from the one that it names no longer
// count, though they are kept (Superseded), and that turn is open again.
package campaign

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"galloper/events"
	"galloper/projections"
)

// Phase is where in its cycle the current turn is.
type Phase string

// The phases, in the order of the cycle.
const (
	Made      Phase = "made"      // created; no turn was opened yet
	Open      Phase = "open"      // orders are taken
	Closed    Phase = "closed"    // to be adjudicated
	Deciding  Phase = "deciding"  // a question must be answered first
	Review    Phase = "review"    // adjudicated; the umpire has not approved yet
	Reporting Phase = "reporting" // adjudicated and approved; the next turn is to be opened
	Held      Phase = "held"      // stopped by the umpire or for him
	Over      Phase = "over"      // the game has ended
)

// Campaign is where a game stands. The zero Campaign is ready to be folded.
type Campaign struct {
	cursor  projections.Cursor
	created events.GameCreated
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
	opened  *events.PageOpened // nil: nobody may look on
}

// Seat is a seat and who plays it.
type Seat struct {
	ID        string
	Addresses []string // ids of the addresses in the vault
	Resigned  bool
	Staff     string // temper of the staff that writes its orders; "" where it does not
	// Epoch counts how often the seat's secrets were made new: an address that is taken
	// away takes them with it.
	Epoch int
	// Bounces counts, by address, the mails that came back since something was heard of
	// it; Lost are the addresses that were marked for it.
	Bounces map[string]int
	Lost    []string
	Missed  events.SeatBounced // the last report that came back since the seat wrote; zero if none did
	// Absent is the turn in which the player said that he is away, 0 if he is not;
	// Until is when he comes back, zero: that turn only.
	Absent int
	Until  time.Time
	// Silent counts the turns, up to the last closed one, in which nothing was heard of the seat.
	Silent int
}

// Writes reports whether somebody plays the seat who may be waited for.
func (s *Seat) Writes() bool { return !s.Resigned && s.Staff == "" }

// bounced counts a mail that came back.
func (s *Seat) bounced(d events.SeatBounced) {
	counts := maps.Clone(s.Bounces) // what was handed out stays as it was
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

// heardOf begins the count for the address anew.
func (s *Seat) heardOf(address string) {
	if s.Bounces[address] == 0 {
		return
	}
	s.Bounces = maps.Clone(s.Bounces)
	delete(s.Bounces, address)
	s.Lost = without(s.Lost, address)
}

// Mail is a mail that was queued and not yet taken by a server.
type Mail struct {
	events.MailQueued
	At     time.Time // when it was queued
	Commit string    // id of the commit
}

// Quarantined is a mail that changed nothing.
type Quarantined struct {
	events.MailQuarantined
	At time.Time
}

// Game returns the slug, "" before the first commit.
func (c *Campaign) Game() string { return c.cursor.Game() }

// Head returns where the fold stands: what the next commit must follow.
func (c *Campaign) Head() events.Head { return c.cursor.Head() }

// Created returns what the game was made with.
func (c *Campaign) Created() events.GameCreated { return c.created }

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

// Renewed returns when the secrets of the seat, or of the umpire, were made new last; zero
// if they never were.
func (c *Campaign) Renewed(seat string) time.Time { return c.renewed[seat] }

// Result returns the line with which the game ended, "" while it goes on. A
// result that the umpire has not approved yet does not count.
func (c *Campaign) Result() string { return c.result }

// Number returns the number of the current turn, 0 before the first.
func (c *Campaign) Number() int { return max(len(c.turns)-1, 0) }

// Current returns the current turn, nil before the first.
func (c *Campaign) Current() *Turn { return c.Turn(c.Number()) }

// Turn returns a turn of the branch that counts, nil if there is none such.
func (c *Campaign) Turn(number int) *Turn {
	if number < 1 || number >= len(c.turns) {
		return nil
	}
	return c.turns[number]
}

// Superseded returns the turns that reverts have taken back, in the order in which they were played.
func (c *Campaign) Superseded() []*Turn { return slices.Clone(c.past) }

// Public returns the last turn that anybody may look at, -1 as long as there is none: so many turns behind the
// last one that was reported, and every turn once all secrets are open. It is not open where the umpire has
// not opened it, or opened it when it was over and took turns back.
func (c *Campaign) Public(reported int, all bool) (last int, open bool) {
	switch {
	case c.opened == nil || c.opened.Delay == 0 && !all:
		return -1, false
	case all:
		return reported, true
	}
	return max(reported-c.opened.Delay, -1), true
}

// Opened is how the umpire has opened the game to anybody, nil where it is closed.
func (c *Campaign) Opened() *events.PageOpened { return c.opened }

// Reverts returns the reverts of the game, in order.
func (c *Campaign) Reverts() []events.TurnReverted { return slices.Clone(c.reverts) }

// SeenBefore returns the last turn that was ever open when a revert took it back, 0 if
// none was: up to it, the dice of a turn may be known to its players.
func (c *Campaign) SeenBefore() int {
	seen := 0
	for _, t := range c.past {
		seen = max(seen, t.Number)
	}
	return seen
}

// StandInCall is a stand-in who was asked to play a silent seat.
type StandInCall struct {
	events.StandInAsked
	Answer string // `accepted`, `declined`, "" while there is none
}

// StandInCalls returns all of them, in order.
func (c *Campaign) StandInCalls() []StandInCall { return slices.Clone(c.calls) }

// Proposal is an act of the umpire that waits, or waited, to be confirmed.
type Proposal struct {
	events.ActProposed
	Done bool
}

// Proposals returns the acts that were to be confirmed, in order.
func (c *Campaign) Proposals() []Proposal { return slices.Clone(c.pending) }

// Phase returns where the game stands in its cycle.
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

// Unsent returns the mails that were queued and of which it is not recorded
// that a server took or refused them, oldest first.
func (c *Campaign) Unsent() []Mail { return slices.Clone(c.queued) }

// Quarantine returns the mails that changed nothing, oldest first.
func (c *Campaign) Quarantine() []Quarantined { return slices.Clone(c.held) }

// Seen reports whether a mail with this hash, or with a Message-ID of this
// hash, has been taken in already: one mail has one effect.
func (c *Campaign) Seen(hash events.Hash) bool { return c.mails[hash] }

// Outcomes returns the outcomes of a turn of the branch that counts, as they
// were stored; of turn 0 those of the opening.
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

// stored is an event that is kept as it is and decoded when it is asked for.
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

// Apply takes the next commit. It changes nothing if it returns an error: a
// commit out of order, of another game, or of a newer program.
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
