package game

import (
	"cmp"
	"fmt"
	"strings"

	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/projections/lobby"
)

// join gives the writer a seat, or a place on the waiting list.
func (h *hall) join(o lobby.Offer, a lobbyAct) (subject, answer string, done bool) {
	me := h.by.Address
	was, joined := o.Of(me)
	seat, refused := findSeat(o, a)
	switch {
	case refused != "" && o.Stage == lobby.Gathering:
		return h.answerOnly(o, false, "%s %s", refused, freeSeats(o))
	case joined && was.Seat != "" && (seat == "" || seat == was.Seat || o.Stage != lobby.Gathering):
		return h.answerOnly(o, true, "You have a seat already: %s.", o.Name(was.Seat))
	case o.Stage != lobby.Gathering:
		return h.wait(o, joined, "", fmt.Sprintf("%s has begun. You are on the waiting list: should a seat fall free, you "+
			"are asked by mail whether you take it. LEAVE %s takes you off the list.", o.Title, o.Game))
	case seat == "":
		seat = o.Any()
	}
	switch holder := o.Holder(seat); {
	case seat == "":
		return h.wait(o, joined, "", fmt.Sprintf("Every seat of %s is taken. You are on the waiting list: you are told "+
			"when one falls free.", o.Title))
	case o.Staffed(seat):
		return h.answerOnly(o, false, "%s is played by the staff. %s", o.Name(seat), freeSeats(o))
	case holder != "" && was.Seat != "":
		return h.answerOnly(o, false, "%s is already taken; you keep %s. %s", o.Name(seat), o.Name(was.Seat), freeSeats(o))
	case holder != "":
		return h.wait(o, joined && was.Wanted == seat, seat, fmt.Sprintf("%s is already taken. %s JOIN %s and one of "+
			"these takes it at once; meanwhile you are on the waiting list.", o.Name(seat), freeSeats(o),
			o.Game))
	}
	return h.sit(o, seat, was)
}

// answerOnly only answers.
func (h *hall) answerOnly(o lobby.Offer, done bool, format string, a ...any) (string, string, bool) {
	return o.Game + ": " + map[bool]string{true: "noted", false: "not done"}[done], prose.Letter(format, a...), done
}

// wait puts the writer on the waiting list unless they are already on it.
func (h *hall) wait(o lobby.Offer, already bool, wanted, text string) (string, string, bool) {
	if !already {
		h.s.Record(events.LobbyJoined{Game: o.Game, Address: h.by.Address, Wanted: wanted})
		h.tellUmpires(o, "somebody waits", "%s is on the waiting list.", h.from)
	}
	return h.answerOnly(o, true, "%s", text)
}

func (h *hall) sit(o lobby.Offer, seat string, was lobby.Player) (subject, answer string, done bool) {
	joined := events.LobbyJoined{Game: o.Game, Address: h.by.Address, Seat: seat}
	h.s.Record(joined)
	now := o.After(joined)
	begins := "It begins when every seat has a player, or when the umpire says so."
	back, toUmpire := "LEAVE "+o.Game+" gives the seat back.", ""
	player, _ := now.Of(h.by.Address)
	switch {
	case !player.Confirmed:
		begins = "The umpire confirms each player; you are told."
		toUmpire = fmt.Sprintf("To take them, or not:\n\n\t  CONFIRM %s %s\n  REFUSE %[1]s %[2]s BECAUSE …", o.Game, seat)
	case now.Full():
		begins = "Every seat has its player: the game begins, and your first report comes in a mail of its own."
		back = "To give the seat back, answer a mail of the game with the line RESIGN."
	default:
		toUmpire = "START " + o.Game + " STAFF begins it now, with the staff in the seats that are free."
	}
	h.tellUmpires(o, h.from+" has joined", "%s has taken %s (%s). %s\n\n%s", h.from, o.Name(seat), seat, freeSeats(now),
		toUmpire)
	if was.Seat != "" {
		h.offerSeat(now, was.Seat)
	}
	h.beginIfFull(now)
	return o.Game + ": you play " + o.Name(seat), prose.Letter("JOINED. You play %s (%s) in %s.\n\n%s\n\n\t%s\n\n%s",
		o.Name(seat), seat, o.Title, begins, strings.TrimRight(h.seats(now), "\n"), back), true
}

// beginIfFull starts the game if every seat has a player.
func (h *hall) beginIfFull(o lobby.Offer) {
	if o.Full() {
		h.s.Record(events.LobbyStarted{Game: o.Game, Reason: "every seat has a player"})
	}
}

// offerSeat tells the waiting players that a seat is free.
func (h *hall) offerSeat(o lobby.Offer, seat string) {
	for _, id := range o.Waiting() {
		if id != h.by.Address {
			h.tell(o, id, "a seat is free", "%s (%s) is free in %s. The first to answer gets it:\n\n\t  JOIN %s %[2]s",
				o.Name(seat), seat, o.Title, o.Game)
		}
	}
}

// leave takes the writer out of the game.
func (h *hall) leave(o lobby.Offer, a lobbyAct) (subject, answer string, done bool) {
	was, joined := o.Of(h.by.Address)
	switch {
	case !joined && !o.Invites(h.by.Address):
		return h.answerOnly(o, true, "You are not in %s; nothing was changed.", o.Title)
	case joined && was.Seat != "" && o.Stage != lobby.Gathering:
		return h.answerOnly(o, false, "%s has begun, and you play %s. To give it up, answer the latest mail of the game "+
			"with the line RESIGN.", o.Title, o.Name(was.Seat))
	}
	left := events.LobbyLeft{Game: o.Game, Address: h.by.Address, Reason: a.because()}
	h.s.Record(left)
	now := o.After(left)
	h.tellUmpires(o, h.from+" does not play", "%s has left. %s", h.from, freeSeats(now))
	if was.Seat != "" {
		h.offerSeat(now, was.Seat)
	}
	return h.answerOnly(o, true, "LEFT. You are out of %s, and are sent nothing more of it.", o.Title)
}

func (h *hall) start(o lobby.Offer, a lobbyAct) (subject, answer string, done bool) {
	temper := ""
	if word, bold, _ := strings.Cut(a.wordAt(0), ":"); word == "staff" {
		temper = cmp.Or(bold, "steady")
	}
	if _, known := TemperNamed(temper); temper != "" && !known {
		return h.answerOnly(o, false, "NOT DONE. The staff is steady, bold or cautious, not %s.", temper)
	}
	if len(o.Free()) > 0 && temper == "" {
		return h.answerOnly(o, false, "NOT DONE. %s START %s STAFF begins with the staff in them.", freeSeats(o), o.Game)
	}
	h.s.Record(events.LobbyStarted{Game: o.Game, Reason: "the umpire says so", Staff: temper})
	return h.answerOnly(o, true, "STARTED. %s begins; the first reports go out now.", o.Title)
}

// player finds the player that an umpire's act names, by seat or by address.
func (h *hall) player(o lobby.Offer, a lobbyAct) (p lobby.Player, ok bool) {
	a.rest = a.rest[:min(len(a.rest), 1)]
	if seat, refused := findSeat(o, a); seat != "" && refused == "" {
		return o.Of(o.Holder(seat))
	}
	return o.Of(h.by.Addresses[a.wordAt(0)])
}

func (h *hall) confirm(o lobby.Offer, a lobbyAct) (subject, answer string, done bool) {
	p, ok := h.player(o, a)
	if !ok || p.Seat == "" || p.Confirmed {
		return h.answerOnly(o, false, "NOT DONE. No player waits for confirmation there. WHO %s lists the seats.", o.Game)
	}
	confirmed := events.LobbyConfirmed{Game: o.Game, Address: p.Address}
	h.s.Record(confirmed)
	now := o.After(confirmed)
	h.tell(o, p.Address, "you are confirmed", "The umpire has confirmed you: you play %s in %s.", o.Name(p.Seat),
		o.Title)
	h.beginIfFull(now)
	return h.answerOnly(o, true, "CONFIRMED. %s", freeSeats(now))
}

func (h *hall) refuse(o lobby.Offer, a lobbyAct) (subject, answer string, done bool) {
	p, ok := h.player(o, a)
	if !ok {
		return h.answerOnly(o, false, "NOT DONE. No such player has joined there. WHO %s lists the seats.", o.Game)
	}
	left := events.LobbyLeft{Game: o.Game, Address: p.Address,
		Reason: "the umpire: " + cmp.Or(a.because(), "no reason given")}
	h.s.Record(left)
	h.tell(o, p.Address, "you do not play", "The umpire of %s could not take you%s. Nothing more comes of it.",
		o.Title, a.reasonClause())
	now := o.After(left)
	if p.Seat != "" {
		h.offerSeat(now, p.Seat)
	}
	return h.answerOnly(o, true, "REFUSED, and told. %s", freeSeats(now))
}

func (h *hall) invite(o lobby.Offer, a lobbyAct) (subject, answer string, done bool) {
	id := h.by.Addresses[a.wordAt(0)]
	if id == "" {
		return h.answerOnly(o, false, "NOT DONE. Write INVITE %s name@example.org.", o.Game)
	}
	if o.Invites(id) {
		return h.answerOnly(o, false, "NOT DONE. %s is invited already.", a.wordAt(0))
	}
	h.s.Record(events.LobbyInvited{Game: o.Game, Address: id})
	h.s.Mail(Invitation(h.rulesets, o, id, h.from))
	return h.answerOnly(o, true, "INVITED. The mail to %s is queued.", a.wordAt(0))
}

func (h *hall) withdraw(o lobby.Offer, a lobbyAct) (subject, answer string, done bool) {
	h.s.Record(events.LobbyWithdrawn{Game: o.Game, Reason: a.because()})
	for _, p := range o.Players {
		h.tell(o, p.Address, "it is not played", "%s is not played%s. Nothing more comes of it.", o.Title, a.reasonClause())
	}
	return h.answerOnly(o, true, "WITHDRAWN. Those who had joined are told.")
}

// guestReturned records that a mail of the lobby did not arrive: an unreachable player loses the seat, and the umpire
// is told while there is time.
func guestReturned(g *Game, s *Decision, address, name, reason string, lasting bool) {
	h := hall{l: &g.Offers, s: s}
	for _, o := range g.Offers.Offers() {
		p, joined := o.Of(address)
		if address == "" || o.Stage != lobby.Gathering || !joined && !o.Invites(address) || joined && !lasting {
			continue
		}
		s.Record(events.LobbyLeft{Game: o.Game, Address: address, Reason: "mail to it came back: " + reason})
		now := o.After(events.LobbyLeft{Game: o.Game, Address: address})
		h.tellUmpires(o, cmp.Or(name, "a player")+" cannot be reached", "The mail to %s was not delivered: %s.\n\n"+
			"It is out of %s. %s Look whether it is written rightly, and invite it anew:\n\n\t  INVITE %s name@example.org",
			cmp.Or(name, "one of the players"), strings.TrimSuffix(reason, "."), o.Title, freeSeats(now), o.Game)
		if p.Seat != "" {
			h.offerSeat(now, p.Seat)
		}
	}
}
