package game

import (
	"fmt"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
)

func unreachable(g *Game) (seats []string) {
	for _, s := range g.Campaign.Seats() {
		if len(s.Addresses) > 0 && len(s.Lost) == len(s.Addresses) {
			seats = append(seats, s.ID)
		}
	}
	return seats
}

// Everybody returns all seats with players, and the umpire.
func (g *Game) Everybody() []string { return append(g.Players(), Umpire) }

// Players returns the seats with players.
func (g *Game) Players() []string {
	var ids []string
	for _, s := range g.Campaign.Seats() {
		if !s.Resigned && (s.Staff == "" || len(s.Addresses) > 0) {
			ids = append(ids, s.ID)
		}
	}
	return ids
}

// SeatNames returns the names of the seats.
func (g *Game) SeatNames(seats []string) []string {
	var out []string
	for _, id := range seats {
		out = append(out, g.SeatName(id))
	}
	return out
}

// Seat returns the scenario's seat.
func (g *Game) Seat(id string) (adjudicator.Seat, bool) {
	for _, s := range g.Scenario.Seats() {
		if s.ID == id {
			return s, true
		}
	}
	return adjudicator.Seat{}, false
}

// SeatName returns the name of the seat, or its id.
func (g *Game) SeatName(id string) string {
	if s, ok := g.Seat(id); ok && s.Name != "" {
		return s.Name
	}
	return id
}

// Addresses returns the ids of the seat's mail addresses.
func (g *Game) Addresses(seat string) []string {
	switch seat {
	case Umpire:
		return g.Umpires
	case StandIn:
		return g.StandIns
	}
	s, _ := g.Campaign.Seat(seat)
	return s.Addresses
}

// whyAway returns a reader's reason for a deadline that moved because of an absence. Only readers of the same side, or
// of a game without fog of war, learn whose.
func whyAway(g *Game, who, reader, reason string) string {
	a, _ := g.Seat(who)
	b, ok := g.Seat(reader)
	if ok && a.Side != b.Side && !g.Campaign.Created().Settings.Open {
		return "of an absence"
	}
	return reason
}

// contact explains how a seat writes to the umpire.
func contact(g *Game, seat string) string {
	if _, plays := g.Campaign.Seat(seat); !plays || len(g.Umpires) == 0 {
		return ""
	}
	return "Any questions? Write the line LETTER TO umpire: and your question; the umpire gets it at once."
}

// lostReport tells a seat about a report that did not reach it, and how to get it, or returns "".
func lostReport(g *Game, id string) string {
	seat, _ := g.Campaign.Seat(id)
	if seat.Missed.Report == 0 {
		return ""
	}
	turn := seat.Missed.Report - 1 // a report has the number of the turn that it asks orders for, except the last one
	if g.Campaign.Result() != "" && seat.Missed.Report == g.reported {
		turn = g.reported
	}
	what := "The opening"
	if turn > 0 {
		what = fmt.Sprintf("The report of turn %d", turn)
	}
	return fmt.Sprintf("%s did not reach you. Your mail server said: %s. To get it, answer with the line HISTORY %d.",
		what, strings.TrimSuffix(seat.Missed.Reason, "."), turn)
}

// WithContact returns the text of a mail to a seat, adding unless present the way to write to the umpire, and a note on
// a lost report, which reports have at the top.
func WithContact(g *Game, l Outgoing) string {
	if note := prose.Wrap(lostReport(g, l.Seat), prose.TextColumns, ""); note != "" && l.Kind != ReportKind &&
		!strings.Contains(l.Text, note) {
		l.Text = strings.TrimRight(l.Text, "\n") + "\n\n" + note + "\n"
	}
	contact := contact(g, l.Seat)
	if l.Parting || contact == "" || strings.Contains(strings.Join(strings.Fields(l.Text), " "), "LETTER TO umpire") {
		return l.Text
	}
	return strings.TrimRight(l.Text, "\n") + "\n\n" + prose.Wrap(contact, prose.TextColumns, "") + "\n"
}

// Information that an umpire reveals, and that is hidden from an umpire who plays.

// everything in REVEAL requests the whole turn for an umpire who plays.
const everything = "all"

// playing returns the ids of umpires' addresses that also play a seat.
func playing(g *Game) (ids []string) {
	for _, id := range g.Umpires {
		for _, s := range g.Campaign.Seats() {
			if slices.Contains(s.Addresses, id) && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// looked reports whether the current turn was revealed to the umpires who play.
func (g *Game) looked() bool {
	t := g.Campaign.Current()
	return t != nil &&
		slices.ContainsFunc(t.Revealed,
			func(r events.Revealed) bool { return r.Subject == everything && slices.Contains(r.Seats, Umpire) })
}

// Blind reports whether the enemy is hidden from the umpire with that address. On the command line, it is hidden if
// every umpire plays.
func (g *Game) Blind(address string) bool {
	playing := playing(g)
	if len(playing) == 0 || g.looked() {
		return false
	}
	return slices.Contains(playing, address) || address == "" && len(playing) == len(g.Umpires)
}

// ForUmpires addresses whole to the umpires who may see everything, and hidden to the others. A mail without text is
// not sent.
func ForUmpires(g *Game, whole, hidden Outgoing) (out []Outgoing) {
	if len(playing(g)) == 0 {
		return []Outgoing{whole}
	}
	for _, id := range g.Umpires {
		l := whole
		if g.Blind(id) {
			l = hidden
		}
		if l.Text != "" {
			l.Seat, l.Address = Umpire, id
			out = append(out, l)
		}
	}
	return out
}

func noSeat(g *Game, seat string) string {
	return fmt.Sprintf("there is no seat %s; the seats are %s", seat, prose.List(g.Campaign.Created().Seats))
}

// Assignment of seats. An address that leaves a seat voids the seat's secrets: the tokens of all its mails, and its
// KEY.

// HasSeat reports whether the game has the seat, which may be the umpire's.
func (g *Game) HasSeat(seat string) bool {
	_, ok := g.Campaign.Seat(seat)
	return ok || seat == Umpire
}

// Epoch counts the renewals of the seat's secrets.
func (g *Game) Epoch(seat string) int {
	if seat == Umpire {
		return g.umpireEpoch
	}
	s, _ := g.Campaign.Seat(seat)
	return s.Epoch
}
