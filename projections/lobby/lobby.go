// Package lobby folds what is offered to players before games begin: who was invited, who
// joined, which seats are free, who waits, and what became of each offer.
//
//	var l lobby.Lobby
//	l.Apply(data, commit.At)
package lobby

import (
	"slices"
	"time"

	"galloper/events"
)

// Stage is where an offer stands.
type Stage string

// The stages of an offer.
const (
	Gathering Stage = "gathering" // players may join
	Starting  Stage = "starting"  // the game is to be made
	Begun     Stage = "begun"     // it has a chain of its own; who joins waits for a seat
	Withdrawn Stage = "withdrawn"
)

// Player is somebody who has joined.
type Player struct {
	Address   string // id
	Seat      string // "": on the waiting list
	Wanted    string // the seat that another had
	Confirmed bool   // by the umpire, or nobody need
}

// Invitation is to somebody who has not left since.
type Invitation struct {
	Address  string // id
	At       time.Time
	Reminded bool // that no answer has come
	Lapsed   bool // it is waited for no more; one that comes all the same counts
}

// Offer is a game that is offered to players.
type Offer struct {
	events.LobbyOffered
	Stage   Stage
	Invited []Invitation
	Players []Player // in the order in which they joined
	Gone    []string // ids of those who have left since it began
	FreeTo  string   // the temper of the staff that plays seats that are free; "" nobody
}

// Lobby is all offers, in their order, and who was asked whether they wrote. The zero Lobby
// has none.
type Lobby struct {
	offers []*Offer
	asked  map[string]time.Time
}

// Apply takes the next event; one that is not the lobby's changes nothing.
func (l *Lobby) Apply(data events.Data, at time.Time) {
	switch d := data.(type) {
	case events.LobbyOffered:
		l.offer(d)
	case events.LobbyAsked:
		if l.asked == nil {
			l.asked = map[string]time.Time{}
		}
		l.asked[d.Address] = at
	case events.LobbyInvited:
		l.on(d.Game, func(o *Offer) { o.Invited = append(o.Invited, Invitation{Address: d.Address, At: at}) })
	case events.LobbyReminded:
		l.on(d.Game, func(o *Offer) { o.invitation(d.Address).Reminded = true })
	case events.LobbyLapsed:
		l.on(d.Game, func(o *Offer) { o.invitation(d.Address).Lapsed = true })
	case events.LobbyJoined:
		l.on(d.Game, func(o *Offer) { o.join(d) })
	case events.LobbyConfirmed:
		l.on(d.Game, func(o *Offer) {
			if p := o.player(d.Address); p != nil {
				p.Confirmed = true
			}
		})
	case events.LobbyLeft:
		l.on(d.Game, func(o *Offer) { o.drop(d.Address) })
	case events.LobbyStarted:
		l.on(d.Game, func(o *Offer) { o.Stage, o.FreeTo = Starting, d.Staff })
	case events.LobbyMade:
		l.on(d.Game, func(o *Offer) { o.Stage = Begun })
	case events.LobbyHalted:
		l.on(d.Game, func(o *Offer) { o.Stage, o.FreeTo = Gathering, "" })
	case events.LobbyWithdrawn:
		l.on(d.Game, func(o *Offer) { o.Stage = Withdrawn })
	}
}

// offer adds an offer; one whose name was withdrawn before takes its place.
func (l *Lobby) offer(d events.LobbyOffered) {
	l.offers = slices.DeleteFunc(l.offers, func(o *Offer) bool { return o.Game == d.Game })
	l.offers = append(l.offers, &Offer{LobbyOffered: d, Stage: Gathering})
}

func (l *Lobby) on(game string, change func(*Offer)) {
	for _, o := range l.offers {
		if o.Game == game {
			change(o)
		}
	}
}

func (o *Offer) join(d events.LobbyJoined) {
	was := o.player(d.Address)
	o.Gone = slices.DeleteFunc(o.Gone, func(id string) bool { return id == d.Address })
	p := Player{Address: d.Address, Seat: d.Seat, Wanted: d.Wanted, Confirmed: !o.Confirm || o.Stage == Begun}
	if was == nil {
		o.Players = append(o.Players, p)
		return
	}
	p.Confirmed = p.Confirmed || was.Confirmed
	*was = p
}

func (o *Offer) drop(address string) {
	if o.Stage == Begun && !slices.Contains(o.Gone, address) {
		o.Gone = append(o.Gone, address)
	}
	o.Invited = slices.DeleteFunc(o.Invited, func(i Invitation) bool { return i.Address == address })
	o.Players = slices.DeleteFunc(o.Players, func(p Player) bool { return p.Address == address })
}

func (o *Offer) player(address string) *Player {
	for i := range o.Players {
		if o.Players[i].Address == address {
			return &o.Players[i]
		}
	}
	return nil
}

// invitation returns the last invitation of the address; one that is kept nowhere where it has none.
func (o *Offer) invitation(address string) *Invitation {
	for i := len(o.Invited) - 1; i >= 0; i-- {
		if o.Invited[i].Address == address {
			return &o.Invited[i]
		}
	}
	return &Invitation{}
}

// Invites reports whether the address was invited and has not left since.
func (o *Offer) Invites(address string) bool { return o.invitation(address).Address != "" }

// Unanswered returns the invitations that nobody has answered, in their order.
func (o *Offer) Unanswered() (list []Invitation) {
	for _, i := range o.Invited {
		if o.player(i.Address) == nil {
			list = append(list, i)
		}
	}
	return list
}

// Of returns the player with the address; false where they have not joined.
func (o *Offer) Of(address string) (Player, bool) {
	if p := o.player(address); p != nil {
		return *p, true
	}
	return Player{}, false
}

// Holder returns the address of who has the seat; "" where it is free, or the staff's.
func (o *Offer) Holder(seat string) string {
	for _, p := range o.Players {
		if p.Seat == seat {
			return p.Address
		}
	}
	return ""
}

// Staffed reports whether the seat is the staff's from the beginning.
func (o *Offer) Staffed(seat string) bool {
	return slices.ContainsFunc(o.Staff, func(s events.SeatStaffed) bool { return s.Seat == seat })
}

// Free returns the seats that nobody has, in scenario order.
func (o *Offer) Free() (free []events.LobbySeat) {
	for _, seat := range o.Seats {
		if !o.Staffed(seat.ID) && o.Holder(seat.ID) == "" {
			free = append(free, seat)
		}
	}
	return free
}

// Name returns what people call the seat.
func (o *Offer) Name(seat string) string {
	for _, s := range o.Seats {
		if s.ID == seat && s.Name != "" {
			return s.Name
		}
	}
	return seat
}

// Any returns the free seat for somebody who takes any: the first of a side that has the
// fewest players; "" where none is free.
func (o *Offer) Any() (seat string) {
	players := map[string]int{}
	for _, s := range o.Seats {
		if o.Holder(s.ID) != "" {
			players[s.Side]++
		}
	}
	fewest := 0
	for _, s := range o.Free() {
		if seat == "" || players[s.Side] < fewest {
			seat, fewest = s.ID, players[s.Side]
		}
	}
	return seat
}

// After returns the offer as it stands behind further events.
func (o *Offer) After(data ...events.Data) Offer {
	l := Lobby{offers: []*Offer{o.clone()}}
	for _, d := range data {
		l.Apply(d, time.Time{})
	}
	return *l.offers[0]
}

// Waiting returns the addresses on the waiting list, in order.
func (o *Offer) Waiting() (ids []string) {
	for _, p := range o.Players {
		if p.Seat == "" {
			ids = append(ids, p.Address)
		}
	}
	return ids
}

// Unconfirmed returns the addresses of those with a seat whom the umpire has not confirmed.
func (o *Offer) Unconfirmed() (ids []string) {
	for _, p := range o.Players {
		if p.Seat != "" && !p.Confirmed {
			ids = append(ids, p.Address)
		}
	}
	return ids
}

// Full reports whether every seat has somebody who may play it.
func (o *Offer) Full() bool { return len(o.Free()) == 0 && len(o.Unconfirmed()) == 0 }

// Concerns reports whether the address was invited, has joined, or umpires the game.
func (o *Offer) Concerns(address string) bool {
	_, joined := o.Of(address)
	return joined || o.Invites(address) || slices.Contains(o.Umpires, address)
}

// Umpired reports whether the address is an umpire's.
func (o *Offer) Umpired(address string) bool { return slices.Contains(o.Umpires, address) }

// clone returns an offer that shares nothing that changes.
func (o *Offer) clone() *Offer {
	n := *o
	n.Invited, n.Players, n.Gone = slices.Clone(o.Invited), slices.Clone(o.Players), slices.Clone(o.Gone)
	return &n
}

// Offers returns all offers that were not withdrawn, in their order.
func (l *Lobby) Offers() (list []Offer) {
	for _, o := range l.offers {
		if o.Stage != Withdrawn {
			list = append(list, *o.clone())
		}
	}
	return list
}

// Offer returns the offer of that name; false where there is none, or it was withdrawn.
func (l *Lobby) Offer(game string) (Offer, bool) {
	for _, o := range l.offers {
		if o.Game == game && o.Stage != Withdrawn {
			return *o.clone(), true
		}
	}
	return Offer{}, false
}

// Known reports whether the address is the lobby's to answer: it concerns an offer, or was
// asked whether it wrote.
func (l *Lobby) Known(address string) bool {
	_, asked := l.asked[address]
	return asked || slices.ContainsFunc(l.offers, func(o *Offer) bool { return o.Concerns(address) })
}

// Asked returns when the address was asked last whether it wrote; zero if it never was.
func (l *Lobby) Asked(address string) time.Time { return l.asked[address] }

// AskedSince counts the addresses that were asked since.
func (l *Lobby) AskedSince(since time.Time) (n int) {
	for _, at := range l.asked {
		if at.After(since) {
			n++
		}
	}
	return n
}
