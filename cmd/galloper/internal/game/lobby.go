package game

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"galloper/cmd/galloper/internal/prose"
	"galloper/orders"
	"galloper/projections/lobby"
)

// Before a game begins its players are found in the lobby: by invitation, or, where the
// service allows strangers, by anybody who answers a mail of the lobby from their own
// address. What a mail does there is a pure function of what the lobby's chain says.

// lobbyAct is one line of a mail to the lobby.
type lobbyAct struct {
	word string   // in capitals
	rest []string // the words behind it
}

var lobbyLine = regexp.MustCompile(
	`(?im)^[ \t]*(LIST|WHO|JOIN|LEAVE|HELP|START|CONFIRM|REFUSE|INVITE|WITHDRAW)\b[ \t]*:?[ \t]*(.*?)[ \t.!]*$`)

// readLobbyAct returns the first line of the text that is an act; false where none is.
func readLobbyAct(text string) (a lobbyAct, ok bool) {
	f := lobbyLine.FindStringSubmatch(text)
	if f == nil {
		return a, false
	}
	return lobbyAct{strings.ToUpper(f[1]), strings.Fields(f[2])}, true
}

// of returns the word at that place, "" behind the last.
func (a lobbyAct) of(place int) string {
	if place < len(a.rest) {
		return strings.ToLower(a.rest[place])
	}
	return ""
}

// because returns what stands behind BECAUSE.
func (a lobbyAct) because() string {
	if at := slices.IndexFunc(a.rest, func(w string) bool { return strings.EqualFold(w, "because") }); at >= 0 {
		return strings.Join(a.rest[at+1:], " ")
	}
	return ""
}

// hall is the lobby while a mail does something there.
type hall struct {
	l    *lobby.Lobby
	s    *Decision
	by   Actor
	from string
}

// sees reports whether the writer may know of the offer.
func (h *hall) sees(o lobby.Offer) bool {
	return h.by.Address == "" || o.Public || o.Concerns(h.by.Address)
}

// offer finds the game that an act names. Where it names none, and one alone concerns the
// writer, it is that.
func (h *hall) offer(a lobbyAct) (o lobby.Offer, rest lobbyAct, refused string) {
	if o, ok := h.l.Offer(a.of(0)); ok && h.sees(o) {
		return o, lobbyAct{a.word, a.rest[1:]}, ""
	}
	var mine, names []string
	for _, o := range h.l.Offers() {
		if h.sees(o) {
			names = append(names, o.Game)
		}
		if h.by.Address != "" && o.Concerns(h.by.Address) {
			mine = append(mine, o.Game)
		}
	}
	if len(mine) == 1 && (len(a.rest) == 0 || a.word == "JOIN") {
		o, _ := h.l.Offer(mine[0])
		return o, a, ""
	}
	known := "No game gathers players here now."
	if len(names) > 0 {
		known = "The games are " + prose.List(names) + "."
	}
	if len(a.rest) == 0 {
		return o, a, fmt.Sprintf("Write which game is meant, as %s mill. %s", a.word, known)
	}
	return o, a, fmt.Sprintf("There is no game %s that you could join. %s", a.rest[0], known)
}

// mayDo says why the writer may not do this, "" if they may.
func (h *hall) mayDo(o lobby.Offer, a lobbyAct) string {
	own := h.by.Address == "" || o.Umpired(h.by.Address)
	switch a.word {
	case "WHO":
		return ""
	case "JOIN", "LEAVE":
		if h.by.Address == "" {
			return "Players join and leave by mail. INVITE " + o.Game + " name@example.org invites one."
		}
		return ""
	}
	switch {
	case !own:
		return a.word + " is the umpire's."
	case o.Stage != lobby.Gathering:
		return fmt.Sprintf("%s has begun: galloper rule %s SUBSTITUTE … or ADDRESS … seats somebody.", o.Title, o.Game)
	}
	return ""
}

// findSeat finds the seat that the words mean; "" for any. Words that mean none, or several, are
// answered with those that there are.
func findSeat(o lobby.Offer, words []string) (seat, refused string) {
	text := orders.Fold(strings.Join(words, " "))
	if text == "" || text == "ANY" || text == "ANY SEAT" {
		return "", ""
	}
	var all, found []string
	for _, s := range o.Seats {
		id, name := orders.Fold(s.ID), orders.Fold(s.Name)
		if id == text || name == text {
			return s.ID, ""
		}
		all = append(all, s.ID)
		if strings.Contains(id, text) || strings.Contains(name, text) {
			found = append(found, s.ID)
		}
	}
	switch len(found) {
	case 1:
		return found[0], ""
	case 0:
		return "", fmt.Sprintf("%s has no seat %q; the seats are %s.", o.Title, strings.Join(words, " "), prose.List(all))
	}
	return "", fmt.Sprintf("%q may be %s; write which.", strings.Join(words, " "), prose.List(found))
}

// tellUmpires queues a notice to the offer's umpires, but not to who writes.
func (h *hall) tellUmpires(o lobby.Offer, subject, text string) {
	for _, id := range o.Umpires {
		if id != h.by.Address {
			h.s.Mail(Outgoing{Seat: id, Address: id, Kind: "notice", Subject: o.Game + ": " + subject, Text: text})
		}
	}
}

// tell queues a notice to a player.
func (h *hall) tell(o lobby.Offer, id, subject, text string) {
	h.s.Mail(Outgoing{Seat: id, Address: id, Kind: "notice", Subject: o.Game + ": " + subject, Text: text})
}

// freeSeats says which seats nobody has.
func freeSeats(o lobby.Offer) string {
	var free []string
	for _, s := range o.Free() {
		free = append(free, s.ID)
	}
	if len(free) == 0 {
		return "No seat is free."
	}
	return "Free: " + prose.List(free) + "."
}
