package history

import (
	"fmt"
	"strconv"
	"strings"

	"galloper/projections/knowledge"
)

// Link is one step of a chain of causes.
type Link struct {
	What  string `json:"what"` // `outcome`, `order`, `mail`, `ruling`
	Ref   string `json:"ref"`  // `t3.17`, `french.north.2`, the mail's SHA-256
	Text  string `json:"text"`
	Entry *Entry `json:"entry,omitempty"`
}

// Why returns the chain of causes of an outcome, starting with itself, back to the order and the mail if they are
// recorded. If only superseded outcomes have the Ref, it uses the latest one. It returns an error if there is no such
// outcome.
func (h *History) Why(ref string) ([]Link, error) {
	e := h.find(ref)
	if e == nil {
		return nil, fmt.Errorf("there is no outcome %q: a turn and a number such as t3.17 were expected (galloper audit "+
			"lists them)", ref)
	}
	var chain []Link
	seen := map[string]bool{}
	for e != nil && !seen[e.Ref] {
		seen[e.Ref] = true
		chain = append(chain, Link{What: "outcome", Ref: e.Ref, Text: e.Text, Entry: e})
		cause := e.Outcome.Cause
		if order, ok := strings.CutPrefix(cause, "order:"); ok {
			return append(chain, h.order(order, e)...), nil
		}
		e = h.causeOf(e, cause)
	}
	return chain, nil
}

// WhyFor returns the part of a chain of causes that a seat may see: all of it if open, otherwise the outcomes in the
// seat's diary and its own orders. In the latter case ref must be an id of that diary, `t3.5@SEAT`, because the
// numbers of the record would reveal how many outcomes are hidden.
func (h *History) WhyFor(seat, ref string, open bool,
	known func(seat string, turn int) (*knowledge.Known, error)) ([]Link, error) {
	if !open && !strings.HasSuffix(ref, "@"+seat) {
		return nil, fmt.Errorf("the diary of %s has no outcome %q", seat, ref)
	}
	chain, err := h.Why(knowledge.Recorded(ref, known))
	if err != nil || open {
		return chain, err
	}
	for i := range chain {
		l := &chain[i]
		if l.What != "outcome" {
			if !strings.HasPrefix(l.Ref, seat+".") {
				return chain[:i], nil
			}
			l.Entry = nil
			continue
		}
		k, err := known(seat, l.Entry.Turn)
		if err != nil {
			return nil, err
		}
		o := k.Told(l.Entry.Turn, l.Ref)
		if o == nil {
			return chain[:i], nil
		}
		told := *l.Entry
		told.Ref, told.Text, told.Outcome = o.Ref, o.String(), o
		*l = Link{What: l.What, Ref: o.Ref, Text: told.Text, Entry: &told}
	}
	return chain, nil
}

// find returns the current outcome with the ref, or else the latest superseded one.
func (h *History) find(ref string) *Entry {
	var latest *Entry
	for i := len(h.entries) - 1; i >= 0; i-- {
		e := &h.entries[i]
		if e.Outcome == nil || e.Ref != ref {
			continue
		}
		if e.Superseded == "" {
			return e
		}
		if latest == nil {
			latest = e
		}
	}
	return latest
}

// causeOf returns the outcome with the Ref cause, from the same result or the latest one before.
func (h *History) causeOf(e *Entry, cause string) *Entry {
	if cause == "" {
		return nil
	}
	var found *Entry
	for i := range h.entries {
		c := &h.entries[i]
		if c.Number > e.Number {
			break
		}
		if c.Outcome != nil && c.Ref == cause {
			found = c
		}
	}
	return found
}

// order returns the links from `SEAT.N`, the Nth order of a seat in the turn of the outcome, to the mail that
// contained it.
func (h *History) order(id string, of *Entry) []Link {
	dot := strings.LastIndexByte(id, '.')
	if dot < 0 {
		return []Link{{What: "order", Ref: id}}
	}
	seat := id[:dot]
	n, err := strconv.Atoi(id[dot+1:])
	link := Link{What: "order", Ref: id}
	in := h.ordersBefore(seat, of)
	if in == nil || err != nil || n < 1 || n > len(in.Lines) {
		link.Text = "an order in force from an earlier turn"
		return []Link{link}
	}
	_, line, _ := strings.Cut(in.Lines[n-1], " ")
	link.Text, link.Entry = line, in
	return append([]Link{link}, h.mail(in)...)
}

// ordersBefore returns the seat's orders for the turn that were in force when it was adjudicated.
func (h *History) ordersBefore(seat string, of *Entry) *Entry {
	var in *Entry
	for i := range h.entries {
		e := &h.entries[i]
		if e.Number >= of.Number {
			break
		}
		if e.Type == accepted && e.Seat == seat && e.Turn == of.Turn {
			in = e
		}
	}
	return in
}

func (h *History) mail(orders *Entry) []Link {
	if orders.Mail == "" {
		return nil
	}
	for i := range h.entries {
		if e := &h.entries[i]; e.Type == mailed && e.Mail == orders.Mail {
			return []Link{{What: "mail", Ref: e.Mail, Text: e.Text, Entry: e}}
		}
	}
	return []Link{{What: "mail", Ref: orders.Mail, Text: "a mail that is not in the log"}}
}

// Explain formats the chain as text, each cause below its effect.
func Explain(chain []Link) string {
	var b strings.Builder
	for i, l := range chain {
		if i > 0 {
			b.WriteString(strings.Repeat("  ", i) + "because of ")
		}
		switch l.What {
		case "outcome":
			b.WriteString(l.Ref + " " + l.Text)
		case "order":
			b.WriteString("order " + l.Ref + ": " + l.Text)
		default:
			b.WriteString(l.Text)
		}
		if l.Entry != nil && l.What != "outcome" {
			b.WriteString(" (event " + strconv.FormatUint(l.Entry.Number, 10) + ", " + stamp(l.Entry.At) + ")")
		}
		b.WriteByte('\n')
	}
	return b.String()
}
