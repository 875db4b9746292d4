package story

import (
	"slices"

	"galloper/events"
)

// letters returns the regiments' reports that arrived this turn.
func (t *teller) letters() (all []Letter) {
	for _, u := range t.order {
		if u.role != events.RoleOwn || u.fact.Told != t.turn || u.fresh || u.fact.Turn == 0 || t.gone[u.id] ||
			t.heardBefore(u) {
			continue
		}
		t.again()
		head := t.brief(u.id)
		if who := t.commander(u.id, 0); who != "" {
			head = sentenceHead(who) + " of " + t.the(u.id)
		}
		if h := Hour(t.sheet.Clock, u.fact.Turn); h != "" {
			head += ", written at " + h
		} else {
			head += ", written in turn " + itoa(u.fact.Turn)
		}
		if text := t.letter(u); text != "" {
			all = append(all, Letter{Head: head, Text: text})
		}
	}
	return all
}

// heardBefore reports whether the unit's state was already known before this turn, so that it is in the tables but no
// news.
func (t *teller) heardBefore(u *unit) bool {
	for f := range t.known.Before(u.line.Kind) {
		if f.Subject == u.fact.Subject && f.Turn >= u.fact.Turn {
			return true
		}
	}
	return false
}

// letter returns a unit's report of itself, as of when it was written.
func (t *teller) letter(u *unit) string {
	where := t.where(u)
	switch {
	case where == t.inches(u):
		where = ""
	case u.cell != "":
		where = "at " + where
	}
	fields := slices.Clone(u.fact.Fields)
	if where != "" {
		fields = append(fields, events.Field{Key: "where", Value: where})
	}
	o := events.Outcome{Fields: u.fact.Fields}
	s := t.book.symbols[u.line.Kind]
	if full := o.Get(s.Full); full != "" && full == o.Get(s.Strength) {
		fields = append(fields, events.Field{Key: "whole", Value: "yes"})
	}
	if lost := o.Get(t.book.symbols[u.line.Kind].Lost); lost != "" {
		if men := t.men(o.Int(t.book.symbols[u.line.Kind].Lost)); men != "" {
			fields = append(fields, events.Field{Key: "lost", Value: men})
		}
	}
	return sentence(t.fill(u.line.writes, fields))
}
