package game

import (
	"fmt"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
)

// unreachable returns the seats of which every address is marked as lost.
func unreachable(g *Game) (seats []string) {
	for _, s := range g.Campaign.Seats() {
		if len(s.Addresses) > 0 && len(s.Lost) == len(s.Addresses) {
			seats = append(seats, s.ID)
		}
	}
	return seats
}

// Everybody returns all seats that are played, and the umpire.
func (g *Game) Everybody() []string { return append(g.Players(), Umpire) }

// Players returns the seats that are played.
func (g *Game) Players() []string {
	var ids []string
	for _, s := range g.Campaign.Seats() {
		if !s.Resigned && (s.Staff == "" || len(s.Addresses) > 0) {
			ids = append(ids, s.ID)
		}
	}
	return ids
}

// SeatNames returns how people call the seats.
func (g *Game) SeatNames(seats []string) []string {
	var out []string
	for _, id := range seats {
		out = append(out, g.SeatName(id))
	}
	return out
}

// Seat returns the seat as the scenario has it.
func (g *Game) Seat(id string) (adjudicator.Seat, bool) {
	for _, s := range g.Scenario.Seats() {
		if s.ID == id {
			return s, true
		}
	}
	return adjudicator.Seat{}, false
}

// SeatName returns how people call the seat.
func (g *Game) SeatName(id string) string {
	if s, ok := g.Seat(id); ok && s.Name != "" {
		return s.Name
	}
	return id
}

// Addresses returns the ids of the addresses that mail for the seat goes to.
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

// whyAway is why a deadline moved because somebody is away, as it is told to a reader: who
// it is, where the game has no fog or they are of one side.
func whyAway(g *Game, who, reader, reason string) string {
	a, _ := g.Seat(who)
	b, ok := g.Seat(reader)
	if ok && a.Side != b.Side && !g.Campaign.Created().Settings.Open {
		return "of an absence"
	}
	return reason
}

// contact says how a seat writes to the umpire.
func contact(g *Game, seat string) string {
	if _, plays := g.Campaign.Seat(seat); !plays || len(g.Umpires) == 0 {
		return ""
	}
	return "A question? Write the line LETTER TO umpire: and what you want to know; the umpire has it at once."
}

// lostReport tells a seat of a report that did not reach it, and how to get it; "" if there is none.
func lostReport(g *Game, id string) string {
	seat, _ := g.Campaign.Seat(id)
	if seat.Missed.Report == 0 {
		return ""
	}
	turn := seat.Missed.Report - 1 // a report bears the turn that it asks orders for; the last one asks for none
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

// WithContact returns the text of a mail to a seat with the way to write to the umpire, unless it stands there, and
// with a note on a lost report, which a report has at its top.
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

// What an umpire shows beyond what somebody knows, and what is hidden from one who
// plays a seat himself.

// everything is what an umpire who plays says to be shown the whole turn.
const everything = "all"

// playing returns the ids of the umpires' addresses that also play a seat.
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
		slices.ContainsFunc(
			t.Revealed,
			func(r events.Revealed) bool { return r.Subject == everything && slices.Contains(r.Seats, Umpire) },
		)
}

// Blind reports whether the enemy is hidden from the umpire with that address; from
// one at the command line, where every umpire plays.
func (g *Game) Blind(address string) bool {
	playing := playing(g)
	if len(playing) == 0 || g.looked() {
		return false
	}
	return slices.Contains(playing, address) || address == "" && len(playing) == len(g.Umpires)
}

// ForUmpires addresses a mail to the umpires who may see everything, and the other
// one to those from whom the enemy is hidden; one without text goes to nobody.
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

// Who plays what. An address that leaves a seat takes the seat's secrets with it: the
// tokens of all its mails and its KEY are void from then on.

// HasSeat reports whether the game has the seat; the umpire's is one.
func (g *Game) HasSeat(seat string) bool {
	_, ok := g.Campaign.Seat(seat)
	return ok || seat == Umpire
}

// Epoch counts how often the secrets of the seat were made new.
func (g *Game) Epoch(seat string) int {
	if seat == Umpire {
		return g.umpireEpoch
	}
	s, _ := g.Campaign.Seat(seat)
	return s.Epoch
}
