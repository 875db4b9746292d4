package adjudicator

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"galloper/orders"
	"galloper/orders/say"
)

// hints adds to each order refused as unreadable a note on its missing parts, and an example that would be accepted, if
// possible for the same troops and with the same verb.
func (h *hearer) hints(items []orders.Item, entries []orders.Entry) {
	for i := range entries {
		e := &entries[i]
		if e.Refusal == nil {
			continue
		}
		at := slices.IndexFunc(items, func(it orders.Item) bool { return it.Number == e.Item })
		if at >= 0 && !e.Refusal.Several && addressed(&items[at], e.Refusal.Word) {
			e.Notes = append(e.Notes, "letters go to your own side, and to the umpire")
			continue
		}
		if at >= 0 && items[at].Letter == nil && !items[at].Prose && h.strangers(&items[at], e) {
			continue
		}
		if e.Asked != nil || e.Read != "" || e.Refusal.Several || e.Refusal.Line == 0 && len(e.Notes) > 0 ||
			!slices.Contains(h.rules.English().Unread, e.Refusal.Reason) &&
				!slices.Contains(h.rules.English().Half, e.Refusal.Reason) {
			continue
		}
		if at >= 0 && items[at].Letter == nil && !items[at].Prose {
			h.addHint(&items[at], e)
		}
	}
}

// strangers adds a note on a name that the refusal points at, or that was left out: a unit of a colleague or of the own
// side, or an enemy that is not in sight. It reports whether it added one.
func (h *hearer) strangers(it *orders.Item, e *orders.Entry) bool {
	var note []string
	switch understood := !slices.Contains(h.rules.English().Unread, e.Refusal.Reason); {
	case understood:
		note = h.others(it, []string{h.friend(e.Refusal.Word)})
	case e.Read != "":
		if foe := h.hintOf(it).Foe; foe != "" && slices.Contains(e.LeftOut, foe) {
			note = []string{h.foe(foe)}
		}
		e.Explained = e.Refusal.Reason == h.rules.English().Unread[0]
	}
	if note != nil {
		e.Notes, e.Explained = append(note, e.Notes...), true
	}
	return note != nil
}

// friend returns the id of the unit on the seat's side that the text names, or "".
func (h *hearer) friend(text string) string {
	words := h.rules.Language.ReadLine(text).Words
	for _, k := range h.words().Kinds {
		if m := k.Names.Find(words); k.Slot == "unit" && len(words) > 0 && m.Words == len(words) {
			return m.ID
		}
	}
	return ""
}

// foe returns the note on the name of a target that is not a known enemy.
func (h *hearer) foe(text string) string {
	if h.friend(text) != "" {
		return `"` + text + `" is a name of your own side`
	}
	return `you see no "` + text + `"`
}

// addHint adds a note on the missing parts of an item to its refusal, or a question if a likely reading exists.
func (h *hearer) addHint(it *orders.Item, e *orders.Entry) {
	if n := len(it.Words); n > mostWords {
		e.Notes = append(e.Notes, fmt.Sprintf("it has %d words; in your own words an order may have %d: write several", n,
			mostWords))
		return
	}
	hint, asked := h.hintOf(it), ""
	if len(h.items) == 1 { // other orders probably name its troops
		asked = h.forAll(it, hint.All)
	}
	if asked == "" {
		asked = h.forAll(it, hint.Letter)
	}
	if asked != "" {
		e.Asked = []string{asked}
	} else {
		notes, explained := h.hint(it, hint, h.beyond(it, e.Refusal))
		e.Notes = append(e.Notes, notes...)
		f := e.Refusal
		vague := f.Reason == h.rules.English().Unread[0] || f.Word == "" || hint.Foe != "" || f.Word == hint.Alien
		e.Explained = explained && vague && len(f.Nearest) == 0
		blameCondition(e.Refusal, hint)
	}
}

// hintOf describes an item that was not understood.
func (h *hearer) hintOf(it *orders.Item) *say.Hint {
	said := h.heard(it)
	if at := slices.IndexFunc(said, func(s say.Said) bool { return s.Line == "" && s.Hint != nil }); at >= 0 {
		return said[at].Hint()
	}
	if len(said) > 0 {
		return hintIn(&said[0])
	}
	return new(say.Hint)
}

func hintIn(s *say.Said) *say.Hint {
	if s.Hint == nil {
		return new(say.Hint)
	}
	return s.Hint()
}

// blameCondition makes a refusal point at the condition that was not understood, if it pointed at the words before the
// condition, or at its first word as a verb.
func blameCondition(f *orders.Refusal, hint *say.Hint) {
	at := &hint.Begins
	if hint.Astray && at.Text != "" && f.Line != 0 && (f.Line < at.Line || f.Line == at.Line && f.Col <= at.Col) {
		f.Line, f.Col, f.Word = at.Line, at.Col, at.Text
		f.Want, f.Nearest = "a condition that orders can wait for", nil
	}
}

// forAll returns a question for an order without a subject, whether all of the seat's troops should carry it out. It
// returns "" if one of the lines would be refused.
func (h *hearer) forAll(it *orders.Item, lines []string) string {
	if lines == nil || h.tries >= mostTries {
		return ""
	}
	var items []orders.Item
	for _, line := range lines {
		items = append(items, h.item(it, line))
	}
	h.tries += len(items)
	var asked []string
	for _, e := range h.rules.read(h.desk, items).Entries {
		if e.Refusal != nil {
			return ""
		}
		asked = append(asked, e.Canonical)
	}
	return strings.Join(asked, "; ")
}

// addressed reports whether the word is among the addressees of a letter.
func addressed(it *orders.Item, word string) bool {
	return it.Letter != nil && slices.ContainsFunc(it.Letter.To, func(w orders.Word) bool { return w.Text == word })
}

// beyond reports whether the subject of a refused order was understood, so that the fault lies in a later word.
func (h *hearer) beyond(it *orders.Item, f *orders.Refusal) bool {
	return f.Word != "" && f.Reason != h.rules.English().Unread[0] && len(it.Words) > 0 && f.Word != it.Words[0].Text
}

// mostTries limits the lines read for the hints of one mail, because the mail may be hostile.
const mostTries = 4000

// hint returns a note on the missing parts of an item, with an order that would be accepted. If told is set, the
// subject and the verb were understood, and are not reported as missing. reason reports whether the note contains more
// than an example.
func (h *hearer) hint(it *orders.Item, hint *say.Hint, told bool) (notes []string, reason bool) {
	note, lacks, never := "", hint.Lacks, h.rules.English().NeverIn(it.Words)
	if other := h.others(it, hint.Who); other != nil {
		return other, true
	}
	if told && (lacks == say.LacksDoer && hint.Alien == "" || lacks == say.LacksDeed && hint.Ground == "") {
		lacks = ""
	}
	switch {
	case never != "":
		note = never
	case hint.Astray:
		note = "conditions are: " + h.rules.English().Known
	case hint.Foe != "":
		note = h.foe(hint.Foe)
	case lacks == say.LacksDoer && hint.Alien != "":
		note = `"` + hint.Alien + `" is not one of your units`
	case hint.Ground != "":
		note = `no place is called "` + hint.Ground + `"`
	case lacks == say.LacksDoer:
		note = "it does not say who shall do it"
	case lacks == say.LacksDeed:
		note = "it does not say what " + h.named(hint.Who) + " shall do"
	case hint.Unread != "":
		note = `not understood: "` + hint.Unread + `"`
	default:
		if what := missing(lacks); what != "" {
			note = "it does not say " + what
		}
	}
	example, said := h.example(it, hint)
	switch {
	case example == "":
	case said:
		example = "write it so: " + example
	default: // with another verb
		example = "for example: " + example
	}
	if note != "" && example != "" {
		note += "; "
	}
	reason = note != ""
	if note += example; note == "" {
		return nil, false
	}
	return []string{note}, reason
}

// others returns a note on the first of the troops that another seat commands, and on writing to that seat; nil if the
// seat commands them all.
func (h *hearer) others(it *orders.Item, who []string) []string {
	for _, id := range who {
		seat := h.words().Whose[id]
		if seat == "" {
			continue
		}
		return []string{cmp.Or(Names(h.desk.Scenario)(seat), seat) + " commands " + h.named([]string{id}) +
			"; write it so: LETTER TO " + seat + ": " + it.Text}
	}
	return nil
}

// lacking describes the missing object of a verb, by its kind.
var lacking = map[string]string{"place": "where", "point": "where", "hex": "where", "zone": "where", "space": "where",
	"column": "where", "post": "where", "enemy": "whom to fight", "foe": "whom to fight", "nearest": "whom to fight",
	"friend": "which of your own", "seat": "to which commander", "number": "how far", "yards": "how far",
	"card": "which card", "dir": "which way", "facing": "which way", "form": "in which formation"}

// missing describes the missing object of a verb that takes one of several kinds: `hex|facing`.
func missing(kinds string) string {
	for kind := range strings.SplitSeq(kinds, "|") {
		if what := lacking[kind]; what != "" {
			return what
		}
	}
	return ""
}

// named returns the name of the troops if they are a single unit, or "they".
func (h *hearer) named(ids []string) string {
	if len(ids) != 1 {
		return "they"
	}
	if name := Names(h.desk.Scenario)(ids[0]); name != "" {
		return name
	}
	return ids[0]
}

// example returns the likeliest of the possible orders that would be accepted, and whether it has the verb that was
// written. Otherwise it returns an order that a staff officer would write for the same troops, or for others.
func (h *hearer) example(it *orders.Item, hint *say.Hint) (line string, said bool) {
	for _, line := range hint.Lines {
		if !h.taken(it, line) {
			continue
		}
		if strings.HasPrefix(line, "IF ") {
			line = h.canonical(it, line)
		}
		return line, hint.Said
	}
	if h.staffed == nil && h.rules.Staff != nil && h.desk.Known != nil {
		h.staffed = append([]string{}, h.rules.Staff(h.desk, Officer{Temper: Steady, Game: "opening"})...)
	}
	for _, line := range h.staffed {
		if slices.ContainsFunc(strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" ,:", r) }),
			func(word string) bool { return slices.Contains(hint.Who, word) }) && h.taken(it, line) {
			return line, false
		}
	}
	for _, line := range h.staffed {
		if h.taken(it, line) {
			return line, false
		}
	}
	// A staff officer may have no orders.
	for _, who := range append([]string{"All"}, h.words().Mine...) {
		plain := h.rules.Language.ReadLine(who + " hold")
		for _, s := range h.rules.English().Understand(h.words(), &plain) {
			if s.Line != "" && s.Unread == "" && h.taken(it, s.Line) {
				return s.Line, false
			}
		}
	}
	return "", false
}

// canonical returns an accepted line as it would be recorded.
func (h *hearer) canonical(it *orders.Item, line string) string {
	if entries := h.rules.read(h.desk, []orders.Item{h.item(it, line)}).Entries; len(entries) == 1 {
		return entries[0].Canonical
	}
	return line
}

// taken reports whether the whole line would be accepted instead of the item.
func (h *hearer) taken(it *orders.Item, line string) bool {
	if h.tries++; h.tries > mostTries {
		return false
	}
	entries := h.rules.read(h.desk, []orders.Item{h.item(it, line)}).Entries
	return len(entries) > 0 && !slices.ContainsFunc(entries, func(e orders.Entry) bool { return e.Refusal != nil })
}
