package story

import (
	"slices"
	"strings"

	"galloper/events"
	"galloper/projections/knowledge"
)

// unheardFor is for how many turns a dispatch without an answer is mentioned.
const unheardFor = 3

// riders says what is under way, by the numbers that the map has too, and what has no answer.
func (t *teller) riders(quiet bool) (lines []string) {
	t.again()
	seen := map[string]bool{}
	var whose []string // each way of saying it once, with all its numbers
	numbers := map[string][]string{}
	for _, r := range t.known.Riders() {
		seen[r.Subject] = true
		said := t.rider(r)
		if numbers[said] == nil {
			whose = append(whose, said)
		}
		numbers[said] = append(numbers[said], itoa(r.Number))
	}
	for _, said := range whose {
		if said == others && (quiet || len(whose) == 1) {
			continue
		}
		lines = append(lines, strings.Join(numbers[said], ", ")+": "+said)
	}
	fates := map[string][]string{}
	for i := range t.diary {
		o := &t.diary[i]
		what, ok := strings.CutPrefix(o.Name, "dispatch.")
		own := strings.HasPrefix(o.Get("id"), t.reader+".t")
		if !ok || !own || seen[o.Get("id")] {
			continue
		}
		to := t.addressee(o.Get("id"), o.Get("to"))
		if !slices.Contains(fates[what], to) && what != "sent" {
			fates[what] = append(fates[what], to)
		}
		seen[o.Get("id")] = seen[o.Get("id")] || what != "sent"
	}
	for _, fate := range [][2]string{{"delivered", "Delivered"}, {"lost", "Lost"}, {"captured", "Taken by the enemy"}} {
		if to := fates[fate[0]]; len(to) > 0 {
			lines = append(lines, sentence(fate[1]+": to "+list(to)))
		}
	}
	return append(lines, t.unheard(seen)...)
}

// others is what is said of riders who are the reader's side's, and neither from the reader nor to them.
const others = "Riders of others."

func (t *teller) rider(r knowledge.Rider) string {
	to := t.addressee(r.Subject, r.Get("to"))
	from, _, _ := strings.Cut(r.Subject, ".t")
	text := ""
	switch side := r.Get("side"); {
	case side != "" && side != t.side:
		return "An enemy courier."
	case strings.HasPrefix(r.Subject, t.reader+".t"):
		text = "to " + to
	case r.Get("to") == t.reader:
		text = "one to you from " + midSentence(t.brief(from))
	default:
		return others
	}
	for i := range t.diary {
		o := &t.diary[i]
		if left := o.Int("left"); o.Get("id") == r.Subject && o.Get("left") != "" && left > 1 {
			text += ", " + itoa(left) + " yards short"
		}
	}
	return sentence(text)
}

// addressee is who a dispatch is for, by name.
func (t *teller) addressee(id, to string) string {
	if to == "" {
		for turn := range t.turn + 1 {
			for _, o := range t.known.Diary(turn) {
				if o.Name == "dispatch.sent" && o.Get("id") == id {
					to = o.Get("to")
				}
			}
		}
	}
	var names []string
	for one := range strings.SplitSeq(to, ",") {
		if one == t.reader {
			names = append(names, "you")
		} else if one != "" {
			names = append(names, midSentence(t.brief(one)))
		}
	}
	if len(names) == 0 {
		return "somebody"
	}
	return list(names)
}

// unheard names those to whom the reader wrote, and of whom nothing has come back since: neither
// word of the dispatch nor of anything that they did by it.
func (t *teller) unheard(seen map[string]bool) []string {
	var names []string
	for _, d := range t.known.Unheard() {
		if t.turn-d.Turn > unheardFor || d.Turn == t.turn || seen[d.ID] || t.acted(d) || t.gone[d.To] {
			continue
		}
		for id := range strings.SplitSeq(d.To, ",") {
			if to := midSentence(t.brief(id)); id != "" && !slices.Contains(names, to) {
				names = append(names, to)
			}
		}
	}
	if len(names) == 0 {
		return nil
	}
	return []string{sentence("no word yet of yours to " + list(names))}
}

// acted reports whether the reader was told of something that whom he wrote to did by it.
func (t *teller) acted(d knowledge.Dispatch) bool {
	for turn := d.Turn; turn <= t.turn; turn++ {
		for _, o := range t.known.Diary(turn) {
			tale := t.book.tales[o.Name]
			if tale != nil && tale.Acts != "" && slices.Contains(t.who(o.Get(tale.By)), d.To) {
				return true
			}
		}
	}
	return false
}

// letters are the reports of regiments that came in with this turn.
func (t *teller) letters() (all []Letter) {
	for _, u := range t.order {
		if u.role != events.RoleOwn || u.fact.Told != t.turn || u.fresh || u.fact.Turn == 0 || t.gone[u.id] {
			continue
		}
		t.again()
		head := t.brief(u.id) + ", turn " + itoa(u.fact.Turn)
		if h := Hour(t.sheet.Clock, u.fact.Turn); h != "" {
			head = t.brief(u.id) + ", written " + h
		}
		text := "We stand at " + t.standing(u)
		if state := t.fill(u.line.state, u.fact.Fields); state != "" {
			text += ", " + state
		}
		all = append(all, Letter{Head: head, Text: sentence(text)})
	}
	return all
}
