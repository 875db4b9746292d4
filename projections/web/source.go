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

// ErrNoGame is what View returns where there is no game of that name.
var ErrNoGame = errors.New("there is no such game")

// House is where the games are.
type House interface {
	// Games returns the games that the address with the id has to do with, in byte order.
	Games(ctx context.Context, address string) ([]string, error)
	// View hands over the game as it stands. Nothing changes it until use returns,
	// and it must not be kept.
	View(ctx context.Context, game string, use func(*Game) error) error
	// Opened returns the games that anybody may look at, each with its title.
	Opened() map[string]string
	// Rule does what the umpire with that address says, all of it or nothing.
	Rule(ctx context.Context, game, address, text string) (Answer, error)
	// Orders takes the text as if the address had mailed it for the seat.
	Orders(ctx context.Context, game, seat, address, text string) (Answer, error)
	// Letterhead says how orders for the seat are addressed.
	Letterhead(ctx context.Context, game, seat, address string) (Letterhead, error)
	// Acts returns how each act of an umpire is written.
	Acts() []string
	// Mark warns of the players who read an act.
	Mark(act string) string
}

// Invitations knows the addresses of players and umpires, and mails to them.
type Invitations interface {
	// Who returns the id of a registered address; ok is false for any other.
	Who(ctx context.Context, address string) (id string, ok bool, err error)
	// Invite mails the link to the address with the id.
	Invite(ctx context.Context, id, link string) error
}

// Keeper keeps the hashes of links and sessions across restarts.
type Keeper interface {
	// Put keeps the value under the key.
	Put(ctx context.Context, key string, value []byte) error
	// Create keeps the value if the key is free. If several requests create a key at once, with different values,
	// one of them finds it free, whichever processes they reach.
	Create(ctx context.Context, key string, value []byte) (free bool, err error)
	// Get returns the value; ok is false where there is none.
	Get(ctx context.Context, key string) (value []byte, ok bool, err error)
	// Erase removes the value. To erase what is not there is no error.
	Erase(ctx context.Context, key string) error
}

// Answer is what the game answers to an act or to orders.
type Answer struct {
	Done    bool
	Waiting bool // to be confirmed
	Text    string
}

// Letterhead is how orders are addressed. The zero Letterhead: they are not.
type Letterhead struct {
	To, Subject string
	Signed      bool // only mails that a mail server has signed are taken, and none from the page
}

// Game is a game as it stands.
type Game struct {
	Campaign *campaign.Campaign
	History  *history.History
	Umpires  []string // ids of their addresses
	Reported int      // the last turn that the seats were told of
	// Opened returns how much of the game's secrets a seat, the umpire or the public may see.
	Opened func(seat string) campaign.Openness
	Zone   *time.Location
	Kinds  []string // of facts, as the ruleset lists them
	Table  Table
	// AddressOf returns the mail address with the id, "" where it was erased.
	AddressOf func(id string) string
}

// Table is what the page asks of a game's rules.
type Table interface {
	// Known returns what a seat, or knowledge.Umpire, knew after a reported turn.
	Known(seat string, turn int) (*knowledge.Known, error)
	// Map draws it, the units of that side as one's own ("": the seat's side); nil for
	// rules without a map.
	// Map draws what a seat knows after a turn, the units of that side as one's own; narrow for a telephone.
	Map(seat string, turn int, side string, narrow bool) (*mapview.Picture, error)
	// NameOf returns the written name of an id, "" where it has none.
	NameOf(id string) string
	// Sentence tells an outcome in prose, "" where the ruleset has no words for it.
	Sentence(o *events.Outcome, turn int) string
	// Fact tells a fact in one line, as it was true in the turn.
	Fact(f *knowledge.Fact, now int) string
	// Read returns the receipt that the text would get, and records nothing.
	Read(seat, text string) Receipt
	// OrderForm is the seat's orders for the current turn, and a line for each unit without any.
	OrderForm(seat string) string
	// Card is the player's card of the rules.
	Card() string
	// Moves tells a seat whose turn it is; "" if the turn waits for the seat.
	Moves(seat string) string
	// March is how an order is written that sends a `{unit}` to a `{place}`; "": none can be drawn.
	March() string
	// Report returns what the seat was mailed after the turn.
	Report(seat string, turn int) (*report.Report, error)
	// PublicMap draws what who only looks on may know after a turn, all when the game is over; nil for rules
	// without a map.
	PublicMap(turn int, narrow bool) (*mapview.Picture, error)
	// PublicMoves tells them whose turn it is after that turn.
	PublicMoves(turn int) string
	// PublicStory tells them the turn; nil where nobody tells it.
	PublicStory(turn int) (*story.Story, error)
	// Chronicle returns the whole battle as one page; nil as long as it goes on, or where nobody tells it.
	Chronicle() ([]byte, error)
	// NotRead returns what of the seats' mails of the current turn was not read.
	NotRead() []Quoted
	// Quarantined returns who wrote a mail that lies in quarantine, and how it begins; ok is
	// false where it was erased.
	Quarantined(q campaign.Quarantined) (from string, lines []string, ok bool)
	// Draft returns the current turn, which is adjudicated, as its umpire is to judge it.
	Draft() (Draft, error)
	// WhatIf returns the last turn whose dice have fallen as it would have been; an error that is a *NotSo says what
	// cannot be asked.
	WhatIf(c Changes) (WouldBe, error)
	// UnderWay returns the ids of the dispatches that ride.
	UnderWay() []string
	// Shots returns the moments of a turn as the seat was told of it.
	Shots(seat string, turn int) ([]mapview.Shot, error)
	// Shot draws one of them; nil for rules without a map.
	Shot(shot *mapview.Shot, number, of int) *mapview.Picture
}

// Draft is a turn that is not reported yet.
type Draft struct {
	Judge    []Notable
	Readings []Reading
}

// Notable is a matter for the umpire, and the act that settles it, with `…` for what is left to say, and what may
// stand there.
type Notable struct{ Text, Act, Say string }

// Changes are what is asked of a turn: each is empty where nothing is changed by it.
type Changes struct{ Amend, Reroll, Set string }

// WouldBe is a turn as it would have been.
type WouldBe struct {
	Turn int
	Text string           // what would be otherwise
	Map  *mapview.Picture // of the field as it would be; nil for rules without a map
}

// NotSo says that something cannot be asked, and what can.
type NotSo struct{ What string }

// Error implements error.
func (n *NotSo) Error() string { return n.What }

// Reading is what some seats will all read.
type Reading struct {
	Seats []string
	Text  string
}

// Receipt is what a text would be answered, part by part.
type Receipt struct {
	Verdict  string
	Orders   []Answered
	Rest     [][]string // what stands below the orders, in blocks of lines
	Examples []Mend     // orders that would do, where none of the text's did: lines to be added
}

// Answered is an order as it was read.
type Answered struct {
	Text      string
	Below     []string
	Canonical string // "" if it is refused
	Mends     []Mend // of the text, each of which would put it right
}

// Quoted are lines that a seat wrote.
type Quoted struct {
	Seat  string
	Lines []string
}

// name returns how people call a seat or a unit.
func (g *Game) name(id string) string {
	if n := g.Table.NameOf(id); n != "" {
		return n
	}
	return id
}

// title is what the game is called.
func (g *Game) title() string {
	if t := g.Campaign.Created().Title; t != "" {
		return t
	}
	return g.Campaign.Game()
}

// over reports whether the game has ended, and all may see all.
func (g *Game) over() bool { return g.Opened(knowledge.Public) == campaign.OpenAll }

// moment writes a time in the game's zone, "" for none.
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
