package activationchits

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/courier"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// byWord returns the directives of a mail that need no courier (§Q6, §Q7).
func byWord(d rules.Desk[*Battle], lines []string) (words []adjudicator.Word) {
	v, n := newView(d), 0
	for _, line := range lines {
		o := v.b.readLine(v.seat, line)
		if o.Kind != orderDirective && o.Kind != orderLetter {
			continue
		}
		n++
		if o.Kind == orderLetter || v.courierFor(&o) {
			continue
		}
		id := courier.ID{Sender: d.Seat, Turn: d.Turn, N: n}.String()
		words = append(words, adjudicator.Word{To: v.b.Posts[o.To].ID, Fact: events.Outcome{Name: rules.SightLetter,
			Fields: events.Fields("id", id, "how", string(courier.Directive), "from", d.Seat, "sent", d.Turn, "text", o.Text)}})
	}
	return words
}

// within removes the staff's own lines about pieces that the chief has given a directive for this turn,
// because an advised entry counts only if there is no fresh one (§Q6).
func (k *officer) within(lines []string) []string {
	var told []string
	for o := range k.Desk.Facts(rules.SightLetter) {
		if o.Get("how") != string(courier.Directive) {
			continue
		}
		switch e := k.b.readEntry(k.seat, o.Get("text")); {
		case e.Unit.Some():
			told = append(told, k.b.who(e)+":")
		case e.Leader.Is(k.seat):
			told = append(told, "ME:")
		}
	}
	return slices.DeleteFunc(lines, func(line string) bool {
		return slices.ContainsFunc(told, func(who string) bool { return strings.HasPrefix(line, who) })
	})
}
