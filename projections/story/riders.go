package story

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator/board"
	"galloper/events"
	"galloper/projections/knowledge"
)

// unheardFor limits how long, in turns, an unanswered dispatch is mentioned.
const unheardFor = 3

// unheardNamed limits how many silent recipients are named. A few are enough to show that riders are slow; readers
// would skip a longer list.
const unheardNamed = 3

// riders says what became of couriers that have arrived or were lost, and which recipients have not answered.
func (t *teller) riders() (lines []string) {
	t.again()
	seen := map[string]bool{}
	for _, r := range t.known.Riders() {
		seen[r.Subject] = true
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
	for _, fate := range [][3]string{{"delivered", "your word has reached ", ""}, {"lost", "your word to ", " is lost"},
		{"captured", "your word to ", " was taken by the enemy"}} {
		if to := fates[fate[0]]; len(to) > 0 {
			lines = append(lines, sentence(fate[1]+list(to)+fate[2]))
		}
	}
	return append(lines, t.unheard(seen)...)
}

// road returns the table of the riders in sight, with their numbers on the map. It is empty once the battle is over.
func (t *teller) road() Table {
	x := Table{Title: "Riders on the way", Columns: []string{"rider", "carries", "due"}}
	if t.over() {
		return x
	}
	numbers, due := map[string][]string{}, map[string][]string{}
	var order []string
	for _, r := range t.known.Riders() {
		said := t.rider(r)
		if numbers[said] == nil {
			order = append(order, said)
		}
		numbers[said] = append(numbers[said], itoa(r.Number))
		if at := t.due(r); at != "" && !slices.Contains(due[said], at) {
			due[said] = append(due[said], at)
		}
	}
	for _, said := range order {
		when := strings.Join(due[said], ", ")
		if when != "" {
			when = "turn " + when
		}
		x.add("", []string{strings.Join(numbers[said], ", "), said, when})
	}
	return x
}

// rider describes a rider by sender and recipient.
func (t *teller) rider(r knowledge.Rider) string {
	from, _, _ := strings.Cut(r.Subject, ".t")
	switch side := r.Get("side"); {
	case side != "" && side != t.side:
		return "an enemy courier"
	case strings.HasPrefix(r.Subject, t.reader+".t"):
		return "yours to " + t.addressee(r.Subject, r.Get("to"))
	case r.Get("to") == t.reader:
		return "word from " + t.the(from)
	}
	return "word for others"
}

// due returns the turn of a rider's arrival, or "" if the reader does not know its destination.
func (t *teller) due(r knowledge.Rider) string {
	to := r.Get("to")
	if to == "" {
		to = t.sentTo(r.Subject)
	}
	x, fault := strconv.Atoi(r.Get("x"))
	y, other := strconv.Atoi(r.Get("y"))
	goal, known := t.stands(to)
	mine := strings.HasPrefix(r.Subject, t.reader+".t") || to == t.reader
	if !mine || fault != nil || other != nil || !known || t.sheet.Pace == 0 {
		return ""
	}
	left := goal.Distance(board.Point{X: x, Y: y})
	return itoa(t.turn + max(1, (left+t.sheet.Pace-1)/t.sheet.Pace))
}

// stands returns the last known position of a unit or commander.
func (t *teller) stands(id string) (board.Point, bool) {
	if u := t.units[id]; u != nil {
		return u.at, u.placed && u.cell == ""
	}
	if c := t.person(id); c != nil {
		return c.at, c.cell == ""
	}
	return board.Point{}, false
}

// person returns the last known state of a commander, or nil if the reader knows nothing of it.
func (t *teller) person(id string) *unit {
	for i := range t.book.facts {
		l := &t.book.facts[i]
		s := t.book.symbols[l.Kind]
		if l.Role != events.RoleOfficer {
			continue
		}
		for f := range t.known.Of(l.Kind) {
			label := f.Get(s.Label)
			if u := t.symbol(l, f); (label == id || t.sheet.Persons[label] == id) && u.placed {
				return u
			}
		}
	}
	return nil
}

// sentTo returns the recipient of a dispatch.
func (t *teller) sentTo(id string) (to string) {
	for turn := range t.turn + 1 {
		for _, o := range t.diaryOf(turn) {
			if o.Name == "dispatch.sent" && o.Get("id") == id {
				to = o.Get("to")
			}
		}
	}
	return to
}

// addressee names the recipients of a dispatch.
func (t *teller) addressee(id, to string) string {
	if to == "" {
		to = t.sentTo(id)
	}
	var names []string
	for one := range strings.SplitSeq(to, ",") {
		if one == t.reader {
			names = append(names, "you")
		} else if one != "" {
			names = append(names, t.the(one))
		}
	}
	if len(names) == 0 {
		return "somebody"
	}
	return list(names)
}

// unheard names the recipients of the reader's dispatches that have not been heard from since: no news of the
// dispatch and no action that follows from it.
func (t *teller) unheard(seen map[string]bool) []string {
	var names []string
	for _, d := range t.known.Unheard() {
		if t.turn-d.Turn > unheardFor || d.Turn == t.turn || seen[d.ID] || t.acted(d) || t.gone[d.To] {
			continue
		}
		for id := range strings.SplitSeq(d.To, ",") {
			if to := t.the(id); id != "" && !t.gone[id] && !slices.Contains(names, to) {
				names = append(names, to)
			}
		}
	}
	if len(names) == 0 || t.over() {
		return nil
	}
	if others := len(names) - unheardNamed; others > 1 {
		names = append(names[:unheardNamed], number(others)+" others")
	}
	return []string{sentence("no word yet of yours to " + list(names))}
}

// acted reports whether the reader was told that the recipient acted on the dispatch.
func (t *teller) acted(d knowledge.Dispatch) bool {
	for turn := d.Turn; turn <= t.turn; turn++ {
		for _, o := range t.diaryOf(turn) {
			tale := t.book.tales[o.Name]
			if tale != nil && (tale.Acts != "" && slices.Contains(t.who(o.Get(tale.By)), d.To) ||
				tale.Sent != "" && o.Get(tale.Sent) == d.ID) {
				return true
			}
		}
	}
	return false
}
