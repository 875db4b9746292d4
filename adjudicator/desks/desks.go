package desks

import (
	"fmt"
	"maps"
	"slices"

	"galloper/adjudicator"
	"galloper/events"
	"galloper/orders"
	"galloper/projections/knowledge"
	"galloper/projections/report"
)

// Desks holds the desks of a game's seats: their knowledge, receipts and reports. It implements cases.Desks.
type Desks struct {
	Rules    *adjudicator.Ruleset
	Scenario adjudicator.Scenario
	// Over says that the battle is over, so that reports ask for no more orders.
	Over bool

	book     *knowledge.Book
	reports  *report.Book
	orders   map[string][]string // accepted for the current turn
	reported map[string][]string // of the turn told last
	given    map[string][]adjudicator.Given
}

// Open returns the desks of a scenario before its opening.
func Open(rules *adjudicator.Ruleset, sc adjudicator.Scenario) *Desks {
	var seats []string
	for _, s := range sc.Seats() {
		seats = append(seats, s.ID)
	}
	return &Desks{Rules: rules, Scenario: sc, reports: Reports(rules),
		book: knowledge.Open(seats, rules.Words.Facts), orders: map[string][]string{},
		given: map[string][]adjudicator.Given{}}
}

// Tell adds the outcomes of a turn to the seats' knowledge. Turn 0 is the opening.
func (d *Desks) Tell(turn int, outcomes []events.Outcome) {
	d.book.Apply(turn, outcomes)
	for _, seat := range slices.Sorted(maps.Keys(d.orders)) {
		for _, line := range d.orders[seat] {
			d.given[seat] = append(d.given[seat], adjudicator.Given{Turn: turn, Line: line})
		}
	}
	d.reported, d.orders = d.orders, map[string][]string{}
}

// Turn returns the turn told last.
func (d *Desks) Turn() int { return d.book.Turn() }

// Standing returns, by place, the side that last stood on each of the stage's places that are held by standing on them.
func (d *Desks) Standing(stage *events.Stage) map[string]string {
	sides := map[string]string{}
	held := d.book.Seat(adjudicator.Umpire).Holders(stage, &d.Rules.Words, d.Rules.Symbols)
	for _, p := range stage.Places {
		if p.Stood {
			sides[p.ID] = held[p.ID].Side
		}
	}
	return sides
}

// Known returns the knowledge of a seat, or nil for an unknown seat.
func (d *Desks) Known(seat string) adjudicator.Knowledge {
	if k := d.book.Seat(seat); k != nil {
		return k
	}
	return nil
}

// Receipt returns the answer to a seat's mail, and keeps the accepted orders for the report.
func (d *Desks) Receipt(desk adjudicator.Desk, doc orders.Document, reading adjudicator.Reading) string {
	d.orders[desk.Seat] = reading.Accepted()
	r := orders.Receipt{Document: doc, Entries: reading.Entries, Trailer: reading.Trailer}
	return r.Technical()
}

// Template returns the lines of the template in the seat's last report.
func (d *Desks) Template(seat string) []string {
	desk := adjudicator.Desk{Scenario: d.Scenario, Seat: seat, Turn: d.Turn() + 1, Known: d.Known(seat)}
	return Lines(Template(d.Rules, desk, d.given[seat]))
}

// Told returns the seat's report of the turn told last, or nil if the game has no such seat.
func (d *Desks) Told(seat string) *report.Report {
	known := d.book.Seat(seat)
	if known == nil {
		return nil
	}
	cover := report.Cover{Game: "case", Orders: d.reported[seat], Names: adjudicator.Names(d.Scenario),
		Story: Story(d.Rules, d.Scenario, known, d.truth())}
	if d.Rules.Ground != nil {
		cover.Title = d.Rules.Ground(d.Scenario).Title
	}
	if !d.Over {
		cover.Next = known.Turn() + 1
		if seat != adjudicator.Umpire {
			cover.Template = orders.Template(cover.Game, seat, cover.Next, d.Template(seat))
		}
	}
	if known.Turn() == 0 {
		cover.Examples = Examples(d.Rules, adjudicator.Desk{Scenario: d.Scenario, Seat: seat, Turn: 1, Known: known})
	}
	return d.reports.Write(cover, known)
}

// truth returns the umpire's knowledge of a battle that is over, else nil.
func (d *Desks) truth() *knowledge.Known {
	if d.Over {
		return d.book.Seat(adjudicator.Umpire)
	}
	return nil
}

// Text returns a seat's report of the turn told last, with the facts below it. If that is another turn, it says so.
func (d *Desks) Text(seat string, turn int) string { return textOf(d.Told(seat), seat, turn) }

func textOf(r *report.Report, seat string, turn int) string {
	if r == nil || r.Turn != turn {
		return fmt.Sprintf("there is no report of turn %d for %s\n", turn, seat)
	}
	if r.Story == nil {
		return r.Text()
	}
	return r.Text() + "\nTHE FACTS\n\n" + r.Lines()
}

// Report is Text with the whole record below it, so that cases can check its steps.
func (d *Desks) Report(seat string, turn int) string {
	r := d.Told(seat)
	text := textOf(r, seat, turn)
	if r != nil && r.Story != nil {
		text += "\nTHE RECORD\n\n" + r.Log()
	}
	return text
}
