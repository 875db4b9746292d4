package adjudicator

import "galloper/orders"

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

// Accepted returns the canonical lines of what was accepted, in mail order.
func (r *Reading) Accepted() []string {
	var lines []string
	for i := range r.Entries {
		if r.Entries[i].Refusal == nil && r.Entries[i].Canonical != "" {
			lines = append(lines, r.Entries[i].Canonical)
		}
	}
	return lines
}
