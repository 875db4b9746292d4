package game

import (
	"crypto/sha256"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/orders"
	"galloper/projections/campaign"
)

// staffOrders returns the staff's orders when the turn closes: for its own seats and, if the game is set so, for silent
// ones. Players' orders stand.
func staffOrders(g *Game, t *campaign.Turn) (data []events.Data) {
	if g.Rules.Staff == nil {
		return nil
	}
	words := spokenMessages(g, t)
	for _, s := range g.Campaign.Seats() {
		if temper, writes := staffOf(g, t, &s); writes {
			if o := writtenByStaff(g, t, s.ID, temper, words); len(o.Orders) > 0 {
				data = append(data, o)
			}
		}
	}
	return data
}

// spokenMessages returns the players' messages by word of mouth in their orders of the turn.
func spokenMessages(g *Game, t *campaign.Turn) (words []adjudicator.Word) {
	if g.Rules.ByWord == nil {
		return nil
	}
	for _, o := range t.Orders {
		words = append(words, g.Rules.ByWord(mailDesk(g, o.Seat), o.Orders)...)
	}
	return words
}

func staffOf(g *Game, t *campaign.Turn, s *campaign.Seat) (adjudicator.Temper, bool) {
	if _, any := t.Of(s.ID); any || s.Resigned {
		return 0, false
	}
	if s.Staff != "" {
		return TemperNamed(s.Staff)
	}
	silent := g.Campaign.Created().Settings.OnSilence == OnSilenceStaff && t.Missed(s.ID)
	return adjudicator.Steady, silent
}

// OnSilenceStaff is the setting by which the staff orders for silent seats.
const OnSilenceStaff = "staff"

// TemperNamed returns the temper of that name.
func TemperNamed(name string) (adjudicator.Temper, bool) {
	i := slices.Index(adjudicator.Tempers[:], name)
	return adjudicator.Temper(max(i, 0)), i >= 0
}

// ordersBefore returns the seat's orders before a turn.
func ordersBefore(g *Game, seat string, turn int) (list []adjudicator.Given) {
	for n := 1; n < turn; n++ {
		o, _ := g.Campaign.Turn(n).Of(seat)
		for _, line := range o.Orders {
			list = append(list, adjudicator.Given{Turn: n, Line: line})
		}
	}
	return list
}

// writtenByStaff returns the staff's orders for a seat, read like a mail of the seat. The staff hears the spoken
// messages.
func writtenByStaff(
	g *Game, t *campaign.Turn, seat string, temper adjudicator.Temper, words []adjudicator.Word,
) events.OrdersAccepted {
	made := g.Campaign.Created()
	officer := adjudicator.Officer{Temper: temper, Game: g.Name(), Seed: sha256.Sum256(made.SeedCommit[:]),
		Given: ordersBefore(g, seat, t.Number)}
	desk := mailDesk(g, seat)
	desk = desk.Told(words)
	r := Read(g.Rules, desk, strings.Join(g.Rules.Staff(desk, officer), "\n")+"\n")
	held, _, _ := r.inForce(nil)
	o := events.OrdersAccepted{Seat: seat, Turn: t.Number, How: campaign.ByStaff}
	o.Orders, o.Numbers = orderLines(g, seat, held)
	return o
}

func takeStaff(g *Game, s *Decision, m Message, t *campaign.Turn, r *Reading, c orders.Command) {
	temper := c.Text
	if temper == "" {
		temper = adjudicator.Steady.String()
	}
	why := ""
	if _, ok := TemperNamed(temper); !ok {
		why = "the staff is " + strings.Join(adjudicator.Tempers[:], ", ") + "; write STAFF, or STAFF and one of these"
	}
	if g.Rules.Staff == nil {
		why = "these rules have no staff. ABSENT says that you are away"
	}
	if why != "" {
		r.Receipt.Undone = append(r.Receipt.Undone, orders.Undone{Line: c.Line, Why: why})
		r.Receipt.Head = append(r.Receipt.Head, "STAFF was not noted: "+why+".")
		return
	}
	s.Record(events.SeatStaffed{Seat: m.Sender, Temper: temper, Turn: t.Number, Reason: "its player says so"})
	r.Receipt.Head = append(r.Receipt.Head, "STAFF noted: your staff, "+temper+", writes orders for you in each turn in "+
		"which you send none, and all players are told. TAKE BACK ends it.",
		"As with READY, the turn waits for you no longer.")
}

func takeBack(g *Game, s *Decision, m Message, t *campaign.Turn, r *Reading) {
	if seat, _ := g.Campaign.Seat(m.Sender); seat.Staff == "" {
		r.Receipt.Head = append(r.Receipt.Head, "The staff was not writing for you; nothing has changed.")
		return
	}
	s.Record(events.SeatTakenBack{Seat: m.Sender, Turn: t.Number})
	r.Receipt.Head = append(r.Receipt.Head, "TAKE BACK noted: the staff writes no more orders for you.")
}

// StaffNote lists, in the opening mail, the seats that the staff plays from the start.
func StaffNote(g *Game) []string {
	var seats []string
	for _, s := range g.Campaign.Seats() {
		if s.Staff != "" {
			seats = append(seats, s.ID)
		}
	}
	if len(seats) == 0 {
		return nil
	}
	return []string{"The staff plays " + prose.List(g.SeatNames(seats)) + ": it writes orders as a turn closes, and " +
		"knows no more than a player of the seat would."}
}

// staffNotices lists the players whose orders the staff wrote.
func staffNotices(g *Game, t *campaign.Turn) (out []string) {
	for _, o := range t.Orders {
		if s, _ := g.Campaign.Seat(o.Seat); o.How == campaign.ByStaff && len(s.Addresses) > 0 {
			out = append(out, "The staff wrote the orders of "+g.SeatName(o.Seat)+".")
		}
	}
	return out
}
