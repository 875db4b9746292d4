package game

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/desks"
	"galloper/orders"
	"galloper/projections/knowledge"
)

func template(g *Game, known *knowledge.Known) []desks.Prompt {
	desk := adjudicator.Desk{Scenario: g.Scenario, Seat: known.Seat(), Turn: known.Turn() + 1, Known: known}
	return desks.Template(g.Rules, desk, ordersBefore(g, desk.Seat, desk.Turn))
}

// orderForm returns the seat's orders for the current turn, and template lines for the other units. Letters come last:
// they would swallow the lines below them.
func orderForm(g *Game, seat string, held []orders.Held) (lines []string) {
	var letters []string
	named := map[string]bool{}
	for _, h := range held {
		if _, letter := letterOf(h.Canonical); letter {
			letters = append(letters, h.Canonical)
			continue
		}
		lines = append(lines, h.Canonical)
		for word := range strings.FieldsSeq(h.Canonical) {
			named[strings.Trim(word, ",:")] = true
		}
	}
	for _, p := range template(g, g.Known(seat)) {
		if !named[p.Unit] {
			lines = append(lines, p.Line)
		}
	}
	return slices.Concat(lines, letters)
}

// OrderForm returns the text that the page offers to the seat's player for editing. Once the turn is closed it has only
// the orders.
func OrderForm(g *Game, seat string) (text string) {
	t := g.Campaign.Current()
	o, _ := t.Of(seat)
	if g.Campaign.Result() == "" && t.Closed == "" {
		return orders.TemplateText(orderForm(g, seat, Held(g, o)))
	}
	for _, h := range Held(g, o) {
		text += h.Canonical + "\n"
	}
	return text
}

// ownWords returns a text without the unchanged lines of a turn's template.
func ownWords(g *Game, seat string, turn int, text string) string {
	return orders.Changed(text, func() []string {
		if known, err := g.KnownAt(seat, turn-1); err == nil {
			return desks.Lines(template(g, known))
		}
		return nil
	})
}

// answersTemplate returns a mail without the unchanged lines of its turn's template.
func answersTemplate(g *Game, m Message) Message {
	turn := g.Campaign.Number()
	if m.Turn > 0 {
		turn = min(m.Turn, turn)
	}
	own := *m.Mail
	m.Mail, own.Text = &own, ownWords(g, m.Sender, turn, own.Text)
	if orders.Says(ownWords(g, m.Sender, turn, own.Below)) {
		own.Problems = append(slices.Clip(own.Problems), "The template that you filled in below, in the quoted text, "+
			"was passed over, because orders stand above it. Send one of them alone.")
	}
	return m
}
