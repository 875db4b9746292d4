package adjudicator

import (
	"strconv"

	"galloper/orders"
)

// ReadMail reads the text of a seat's mail: cut into orders by the language,
// read as orders by the ruleset, with nothing known but what the desk shows.
func (r *Ruleset) ReadMail(desk Desk, text string) (orders.Document, Reading) {
	language := r.Language
	if r.Names != nil {
		language.Names = r.Names(desk)
	}
	doc := orders.Read(text, language)
	return doc, r.Read(desk, doc.Items)
}

// Accepted returns the canonical lines of what was accepted, in mail order; see [Reading.Numbered].
func (r *Reading) Accepted() []string {
	var lines []string
	last := 0
	for i := range r.Entries {
		e := &r.Entries[i]
		if e.Refusal != nil || e.Canonical == "" {
			continue
		}
		line := e.Canonical
		if r.Numbered && e.Number != last+1 {
			line = strconv.Itoa(e.Number) + ". " + line
		}
		lines, last = append(lines, line), e.Number
	}
	return lines
}
