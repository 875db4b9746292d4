// Package lobby folds the events of games that have not begun: the offers, with their invitations, players, free seats,
// waiting lists and results.
//
//	var l lobby.Lobby
//	l.Apply(data, commit.At)
package lobby

import (
	"slices"
	"time"

	"galloper/events"
)

// Stage is the stage of an offer.
type Stage string

// The stages of an offer.
const (
	Gathering Stage = "gathering" // players may join
	Starting  Stage = "starting"  // the game is to be created
	Begun     Stage = "begun"     // the game has a log of its own; new players join the waiting list
	Withdrawn Stage = "withdrawn"
)

// Player is a person who has joined.
type Player struct {
	Address   string // id
	Seat      string // "" if on the waiting list
	Wanted    string // the requested seat, if it was taken
	Confirmed bool   // by the umpire, if that is required
}

// Invitation is an invitation to a person who has not left since.
type Invitation struct {
	Address  string // id
	At       time.Time
	Reminded bool // after no answer came
	Lapsed   bool // no longer waited for, though a late answer still counts
}

// Offer is a game that is offered to players.
type Offer struct {
	events.LobbyOffered
	Stage   Stage
	Invited []Invitation
	Players []Player // in the order of joining
	Gone    []string // ids of players who have left since the beginning
	FreeTo  string   // temper of the staff that plays the free seats; "" if it does not
}

// Lobby holds all offers in order, and the addresses that were asked whether they sent a mail. The zero Lobby is
// empty.
type Lobby struct {
	offers []*Offer
	asked  map[string]time.Time
}

// Apply applies the next event. Events of other kinds change nothing.
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

// offer adds an offer. It replaces a withdrawn one of the same name.
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

// invitation returns the last invitation of the address, or a new zero Invitation.
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

// Unanswered returns the invitations without an answer, in order.
func (o *Offer) Unanswered() (list []Invitation) {
	for _, i := range o.Invited {
		if o.player(i.Address) == nil {
			list = append(list, i)
		}
	}
	return list
}

// Of returns the player with the address, or false if the address has not joined.
func (o *Offer) Of(address string) (Player, bool) {
	if p := o.player(address); p != nil {
		return *p, true
	}
	return Player{}, false
}

// Holder returns the address that holds the seat, or "" if the seat is free or the staff's.
func (o *Offer) Holder(seat string) string {
	for _, p := range o.Players {
		if p.Seat == seat {
			return p.Address
		}
	}
	return ""
}

// Staffed reports whether the staff plays the seat from the beginning.
func (o *Offer) Staffed(seat string) bool {
	return slices.ContainsFunc(o.Staff, func(s events.SeatStaffed) bool { return s.Seat == seat })
}

// Free returns the seats without a player, in scenario order.
func (o *Offer) Free() (free []events.LobbySeat) {
	for _, seat := range o.Seats {
		if !o.Staffed(seat.ID) && o.Holder(seat.ID) == "" {
			free = append(free, seat)
		}
	}
	return free
}

// Name returns the written name of the seat.
func (o *Offer) Name(seat string) string {
	for _, s := range o.Seats {
		if s.ID == seat && s.Name != "" {
			return s.Name
		}
	}
	return seat
}

// Any returns the free seat for a player who accepts any: the first on a side with the fewest players. It returns ""
// if no seat is free.
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

// After returns the offer after further events.
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

// Unconfirmed returns the addresses that hold a seat and are not confirmed by the umpire.
func (o *Offer) Unconfirmed() (ids []string) {
	for _, p := range o.Players {
		if p.Seat != "" && !p.Confirmed {
			ids = append(ids, p.Address)
		}
	}
	return ids
}

// Full reports whether every seat has a confirmed player.
func (o *Offer) Full() bool { return len(o.Free()) == 0 && len(o.Unconfirmed()) == 0 }

// Concerns reports whether the address was invited, has joined, or is an umpire's.
func (o *Offer) Concerns(address string) bool {
	_, joined := o.Of(address)
	return joined || o.Invites(address) || slices.Contains(o.Umpires, address)
}

// Umpired reports whether the address is an umpire's.
func (o *Offer) Umpired(address string) bool { return slices.Contains(o.Umpires, address) }

// clone returns a copy that shares no mutable state.
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

// Offer returns the offer of that name, or false if it does not exist or was withdrawn.
func (l *Lobby) Offer(game string) (Offer, bool) {
	for _, o := range l.offers {
		if o.Game == game && o.Stage != Withdrawn {
			return *o.clone(), true
		}
	}
	return Offer{}, false
}

// Known reports whether the lobby answers mails of the address: an offer concerns it, or it was asked whether it sent
// a mail.
func (l *Lobby) Known(address string) bool {
	_, asked := l.asked[address]
	return asked || slices.ContainsFunc(l.offers, func(o *Offer) bool { return o.Concerns(address) })
}

// Asked returns when the address was last asked whether it sent a mail, or zero.
func (l *Lobby) Asked(address string) time.Time { return l.asked[address] }

// AskedSince counts the addresses that were asked since then.
func (l *Lobby) AskedSince(since time.Time) (n int) {
	for _, at := range l.asked {
		if at.After(since) {
			n++
		}
	}
	return n
}
