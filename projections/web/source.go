package web

import (
	"context"
	"errors"
	"time"

	"galloper/events"
	"galloper/projections/campaign"
	"galloper/projections/history"
	"galloper/projections/knowledge"
	"galloper/projections/mapview"
	"galloper/projections/report"
	"galloper/projections/story"
)

// ErrNoGame is returned by View if there is no game of that name.
var ErrNoGame = errors.New("there is no such game")

// House gives access to the games.
type House interface {
	// Games returns the games that the address takes part in, in byte order.
	Games(ctx context.Context, address string) ([]string, error)
	// View calls use with the current state of the game. The state does not change until use returns, and must not be
	// kept.
	View(ctx context.Context, game string, use func(*Game) error) error
	// Opened returns the games that are open to spectators, with their titles.
	Opened() map[string]string
	// Rule performs the acts of the umpire with that address, all of them or none.
	Rule(ctx context.Context, game, address, text string) (Answer, error)
	// Orders handles the text like a mail from the address for the seat.
	Orders(ctx context.Context, game, seat, address, text string) (Answer, error)
	// Letterhead returns the addressing of orders for the seat.
	Letterhead(ctx context.Context, game, seat, address string) (Letterhead, error)
	// Acts returns the grammar of each act of an umpire.
	Acts() []string
	// Mark returns a warning that names the players who will read an act.
	Mark(act string) string
}

// Invitations looks up the addresses of players and umpires, and mails links to them.
type Invitations interface {
	// Who returns the id of a registered address; ok is false for any other.
	Who(ctx context.Context, address string) (id string, ok bool, err error)
	// Invite mails the link to the address with the id.
	Invite(ctx context.Context, id, link string) error
}

// Keeper stores the hashes of links and sessions across restarts.
type Keeper interface {
	// Put stores the value under the key.
	Put(ctx context.Context, key string, value []byte) error
	// Create stores the value if the key is free. If several requests create a key at once with different values,
	// exactly one finds it free, even across processes.
	Create(ctx context.Context, key string, value []byte) (free bool, err error)
	// Get returns the value; ok is false if the key is not set.
	Get(ctx context.Context, key string) (value []byte, ok bool, err error)
	// Erase removes the value. Erasing a missing key is not an error.
	Erase(ctx context.Context, key string) error
}

// Answer is the game's answer to an act or to orders.
type Answer struct {
	Done    bool
	Waiting bool // for confirmation
	Text    string
}

// Letterhead is the addressing of orders. The zero Letterhead means that orders cannot be mailed.
type Letterhead struct {
	To, Subject string
	Signed      bool // only mails signed by a mail server are accepted, and none from the page
}

// Game is the current state of a game.
type Game struct {
	Campaign *campaign.Campaign
	History  *history.History
	Umpires  []string // ids of their addresses
	Reported int      // the last turn reported to the seats
	// Opened returns the game's secrets that a seat, the umpire or the public may see.
	Opened func(seat string) campaign.Openness
	Zone   *time.Location
	Kinds  []string // of facts, in the ruleset's order
	Table  Table
	// AddressOf returns the mail address with the id, or "" if it was erased.
	AddressOf func(id string) string
}

// Table gives access to a game through its ruleset.
type Table interface {
	// Known returns the knowledge of a seat, or of knowledge.Umpire, after a reported turn.
	Known(seat string, turn int) (*knowledge.Known, error)
	// Map draws the knowledge of a seat after a turn, with the units of side as its own ("" means the seat's side).
	// narrow draws for a phone. It returns nil if the ruleset has no map.
	Map(seat string, turn int, side string, narrow bool) (*mapview.Picture, error)
	// NameOf returns the written name of an id, or "" if it has no name.
	NameOf(id string) string
	// Sentence returns the text of an outcome, or "" if the ruleset has no template for it.
	Sentence(o *events.Outcome, turn int) string
	// Fact returns the line about a fact, as of the turn.
	Fact(f *knowledge.Fact, now int) string
	// Read returns the receipt that the text would get, and records nothing.
	Read(seat, text string) Receipt
	// OrderForm returns the seat's orders for the current turn, and a line for each unit without any.
	OrderForm(seat string) string
	// Card returns the player's card of the rules.
	Card() string
	// Moves tells a seat whose turn it is; "" if the turn waits for the seat.
	Moves(seat string) string
	// March returns the template of an order that sends a `{unit}` to a `{place}`, or "" if orders cannot be drawn.
	March() string
	// Report returns the report that the seat was mailed after the turn.
	Report(seat string, turn int) (*report.Report, error)
	// PublicMap draws the spectators' knowledge after a turn, or everything once the game is over. It returns nil if
	// the ruleset has no map.
	PublicMap(turn int, narrow bool) (*mapview.Picture, error)
	// PublicMoves tells spectators whose turn it is after that turn.
	PublicMoves(turn int) string
	// PublicStory returns the turn's story for spectators, or nil if the ruleset tells none.
	PublicStory(turn int) (*story.Story, error)
	// Chronicle returns the chronicle of the battle as one page, or nil while it goes on or if the ruleset tells no
	// story.
	Chronicle() ([]byte, error)
	// NotRead returns the parts of the seats' mails of the current turn that could not be read.
	NotRead() []Quoted
	// Quarantined returns the sender and the first lines of a quarantined mail; ok is false if the mail was erased.
	Quarantined(q campaign.Quarantined) (from string, lines []string, ok bool)
	// Draft returns the adjudicated current turn for the umpire's review.
	Draft() (Draft, error)
	// WhatIf returns the last adjudicated turn as it would be with the changes. The error is a *NotSo if the question
	// is invalid.
	WhatIf(c Changes) (WouldBe, error)
	// UnderWay returns the ids of the dispatches under way.
	UnderWay() []string
	// Shots returns the moments of a turn, to the seat's knowledge.
	Shots(seat string, turn int) ([]mapview.Shot, error)
	// Shot draws a moment, or returns nil if the ruleset has no map.
	Shot(shot *mapview.Shot, number, of int) *mapview.Picture
}

// Draft is a turn that is not reported yet.
type Draft struct {
	Judge    []Notable
	Readings []Reading
}

// Notable is a matter for the umpire, with the act that settles it. Act contains `…` for text to fill in, and Say is
// a proposal for that text.
type Notable struct{ Text, Act, Say string }

// Changes are the changes in a what-if question. Empty fields change nothing.
type Changes struct{ Amend, Reroll, Set string }

// WouldBe is the answer to a what-if question.
type WouldBe struct {
	Turn int
	Text string           // the differences
	Map  *mapview.Picture // nil if the ruleset has no map
}

// NotSo is the error for an invalid what-if question. What is the message, with the questions that are possible.
type NotSo struct{ What string }

// Error implements error.
func (n *NotSo) Error() string { return n.What }

// Reading is a text that several seats receive.
type Reading struct {
	Seats []string
	Text  string
}

// Receipt is the answer to a text, part by part.
type Receipt struct {
	Verdict  string
	Orders   []Answered
	Rest     [][]string // the text below the orders, in blocks of lines
	Examples []Mend     // lines to add that would be valid, if none of the text's orders is
}

// Answered is an order as the parser read it.
type Answered struct {
	Text      string
	Below     []string
	Canonical string // "" if it is refused
	Mends     []Mend // alternative corrections of the text
}

// Quoted holds lines that a seat wrote.
type Quoted struct {
	Seat  string
	Lines []string
}

// name returns the written name of a seat or a unit.
func (g *Game) name(id string) string {
	if n := g.Table.NameOf(id); n != "" {
		return n
	}
	return id
}

func (g *Game) title() string {
	if t := g.Campaign.Created().Title; t != "" {
		return t
	}
	return g.Campaign.Game()
}

func (g *Game) over() bool { return g.Opened(knowledge.Public) == campaign.OpenAll }

// moment formats a time in the game's zone, or returns "" for the zero time.
func (g *Game) moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	zone := g.Zone
	if zone == nil {
		zone = time.UTC
	}
	return t.In(zone).Format("Monday 2 January 2006, 15:04 MST")
}
