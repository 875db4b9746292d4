package desks

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/events"
	"galloper/orders"
	"galloper/projections/knowledge"
	"galloper/projections/phrase"
	"galloper/projections/report"
)

// Desks holds the desks of a game's seats: their knowledge, receipts and reports. It implements cases.Desks.
type Desks struct {
	Rules    *adjudicator.Ruleset
	Scenario adjudicator.Scenario
	// Over says that the battle is over, so that reports ask for no more orders.
	Over bool

	book    *knowledge.Book
	reports *report.Book
	orders  map[string][]string // accepted for the current turn
	given   map[string][]adjudicator.Given
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
	d.orders = map[string][]string{}
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
	cover := report.Cover{Game: "case", Names: adjudicator.Names(d.Scenario),
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
func (d *Desks) Text(seat string, turn int) string {
	r := d.Told(seat)
	switch {
	case r == nil || r.Turn != turn:
		return fmt.Sprintf("there is no report of turn %d for %s\n", turn, seat)
	case r.Story == nil:
		return r.Text()
	}
	return r.Text() + "\nTHE FACTS\n\n" + r.Lines()
}

// Report is Text with the whole record below it, so that cases can check its steps.
func (d *Desks) Report(seat string, turn int) string {
	text := d.Text(seat, turn)
	if r := d.Told(seat); r != nil && r.Story != nil {
		text += "\nTHE RECORD\n\n" + r.Log()
	}
	return text
}

// Prompt is a line of the template.
type Prompt struct{ Unit, Line string }

// Template has a line for each unit that the seat commands: its order in force, or else a suggestion with its mark.
// given are the seat's orders of earlier turns. Each line is accepted as one order, for that unit alone. A seat that
// commands no unit by itself, as a lieutenant may, gets the orders of a staff officer, or a letter.
func Template(rules *adjudicator.Ruleset, desk adjudicator.Desk, given []adjudicator.Given) (list []Prompt) {
	known, ok := desk.Known.(*knowledge.Known)
	if !ok || known == nil || rules.Vocabulary == nil {
		return nil
	}
	s := speaker{rules: rules, desk: rules.Rereading(desk), name: adjudicator.Names(desk.Scenario)}
	var inForce map[string]string
	if tale := Story(rules, desk.Scenario, known, nil); tale != nil {
		inForce = tale.InForce
	}
	var staff []string
	if rules.Staff != nil {
		staff = rules.Staff(desk, adjudicator.Officer{Temper: adjudicator.Steady, Game: "template", Given: given})
	}
	for _, unit := range rules.Vocabulary(desk).Mine {
		hold, alone := s.acceptedLine(unit + ": hold")
		if hold == "" {
			continue // nothing can be ordered to it now
		}
		line, why := "", ""
		if inForce[unit] != "" {
			line, why = s.acceptedLine("TO " + unit + ": " + inForce[unit])
		}
		if line == "" || why != alone {
			line = s.standing(given, unit, alone)
		}
		if line == "" {
			line = orders.Suggested + cmp.Or(s.firstFor(staff, unit, alone), hold)
		}
		list = append(list, Prompt{unit, s.withNames(line, unit)})
	}
	if list == nil {
		said := s.examples(staff)
		if said == nil {
			said = s.letter()
		}
		for _, line := range said {
			list = append(list, Prompt{Line: orders.Suggested + line})
		}
	}
	return list
}

// Lines returns the lines of a template.
func Lines(list []Prompt) (lines []string) {
	for _, p := range list {
		lines = append(lines, p.Line)
	}
	return lines
}

// acceptedLine returns the canonical form of a line that is one accepted order, or "", and the receipt's trailer, which
// names the units that then have no order.
func (s *speaker) acceptedLine(line string) (canonical, others string) {
	_, r := s.rules.ReadMail(s.desk, line)
	if len(r.Entries) != 1 || r.Entries[0].Refusal != nil {
		return "", ""
	}
	return r.Entries[0].Canonical, strings.Join(r.Trailer, "\n")
}

// firstFor returns the first order that names the unit, rewritten for this unit alone. It then leaves the same units
// without orders as the order to hold does.
func (s *speaker) firstFor(list []string, unit, alone string) string {
	for _, line := range list {
		words := strings.Fields(line)
		i := slices.IndexFunc(words, func(w string) bool { return strings.Trim(w, ",:") == unit })
		if i < 0 {
			continue
		}
		from, to := i, i
		for from > 0 && strings.HasSuffix(words[from-1], ",") {
			from--
		}
		for to < len(words)-1 && strings.HasSuffix(words[to], ",") {
			to++
		}
		colon := strings.Repeat(":", strings.Count(words[to], ":"))
		one := strings.Join(slices.Concat(words[:from], []string{unit + colon}, words[to+1:]), " ")
		if canonical, others := s.acceptedLine(one); canonical != "" && others == alone {
			return canonical
		}
	}
	return ""
}

// standing returns the unit's standing order, or "".
func (s *speaker) standing(given []adjudicator.Given, unit, alone string) (line string) {
	const mark, end = "STANDING ", "CANCEL STANDING"
	for _, g := range given {
		switch order, stands := strings.CutPrefix(g.Line, mark); {
		case stands:
			if one := s.firstFor([]string{order}, unit, alone); one != "" {
				line = mark + one
			} else if strings.Contains(order, unit) {
				line = "" // the standing order ends
			}
		case g.Line == end || strings.HasPrefix(g.Line, end) && slices.Contains(strings.Fields(g.Line), unit):
			line = ""
		}
	}
	return line
}

// withNames replaces the unit's id with the short name that the report's tables have, and numbers with the names of
// places, if the line still reads as the same order.
func (s *speaker) withNames(line, unit string) string {
	bare, suggested := strings.CutPrefix(line, orders.Suggested)
	said := bare
	for _, id := range strings.FieldsFunc(bare, func(r rune) bool { return strings.ContainsRune(" ,:", r) }) {
		name := s.name(id)
		if _, err := strconv.Atoi(id); name == "" || id != unit && err != nil {
			continue
		}
		for _, name := range []string{phrase.Shorten(name), name} {
			other := strings.Replace(said, id, name, 1)
			if is, _ := s.acceptedLine(other); is == bare {
				said = other
				break
			}
		}
	}
	if suggested {
		return orders.Suggested + said
	}
	return said
}
