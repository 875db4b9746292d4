package orders

import (
	"slices"
	"strings"
)

// ReadJudged reads the text of a mail like Read, and asks the rules which lines belong together. A line is an order of
// its own if the rules accept it; otherwise it is tried as a continuation of the order above. A bad line never spoils a
// good one. judge returns the entries of the items; its last call is for the returned document.
func ReadJudged(text string, language Language, judge func(*Document) []Entry) Document {
	j := joiner{reader: reader{language: &language}, ties: map[place]tie{}, tried: map[place]bool{}}
	// A long mail gets fewer rounds, because each costs more and the mail may be hostile.
	for round := max(3, min(60, 1<<16/(len(text)+1))); ; round-- {
		doc := read(text, &language, j.ties)
		entries := judge(&doc)
		if round == 0 || !j.goesOn(&doc, entries, round > 1) {
			return doc
		}
	}
}

// place locates a piece of the mail: its line, and the number of semicolons before it.
type place struct{ line, piece int }

// tie says how a piece is joined to the text above it.
type tie int

const (
	asItLooks tie = iota // it begins an order if it looks like one
	apart                // it begins an order
	glued                // it continues the order above
	follows              // it is a further sentence of that order
	listed               // it continues that order after a comma
)

// plan is one way to tie pieces. It fails if it loses or replaces the reading of the order above.
type plan struct {
	at    []place
	how   tie
	keeps []string
	own   bool // the piece that is cut off names its own unit
}

// trial holds pieces that made no order, and the other ways to tie them.
type trial struct {
	head   place
	plans  []plan // still to try; the first is being tried
	last   plan   // the ties if every plan fails
	before plan   // the ties before the plan being tried
}

// joiner finds out which pieces of a mail belong together.
type joiner struct {
	reader reader
	ties   map[place]tie
	trials []trial
	tried  map[place]bool // first pieces of the items that had a trial
}

// judgedItem is the verdict of the rules on an item.
type judgedItem struct {
	accepted, asked bool
	understood      bool // it was refused for its meaning, not its wording
	replaced        bool // it replaces an order above, or one below replaces it
	whole           bool // it was accepted without words left out
	lines           []string
}

func (j *joiner) judgedItems(doc *Document, entries []Entry) []judgedItem {
	unread := j.reader.language.Unread
	list := make([]judgedItem, len(doc.Items))
	for i := range list {
		list[i].accepted, list[i].whole = true, true
	}
	for i := range entries {
		e := &entries[i]
		at := e.Item
		if at == 0 {
			at = e.Number
		}
		if len(doc.Items) == 0 {
			break
		}
		if at -= doc.Items[0].Number; at < 0 || at >= len(list) {
			continue
		}
		is := &list[at]
		is.accepted = is.accepted && e.Refusal == nil
		is.asked = is.asked || e.Asked != nil
		is.understood = is.understood || e.Refusal != nil && e.Asked == nil && unread != nil &&
			!slices.Contains(unread, e.Refusal.Reason)
		is.replaced = is.replaced || strings.Contains(e.Suffix, "replace")
		is.whole = is.whole && is.accepted && !slices.ContainsFunc(e.Notes, func(note string) bool {
			return strings.Contains(note, "not read:")
		}) && (doc.Items[at].Letter != nil || !strings.HasPrefix(e.Canonical, "LETTER TO "))
		if e.Refusal == nil && e.Canonical != "" {
			is.lines = append(is.lines, e.Canonical)
		}
	}
	return list
}

// goesOn checks the results of the current ties and reports whether to read the mail again with other ties. It starts
// new trials only if more is set.
func (j *joiner) goesOn(doc *Document, entries []Entry, more bool) (changed bool) {
	items, of := j.judgedItems(doc, entries), itemsOf(doc)
	kept := j.trials[:0]
	for _, t := range j.trials {
		now := t.plans[0]
		cut, isCut := of[now.at[0]]
		switch n, is := of[t.head]; {
		case now.own && isCut && items[cut].whole:
			delete(j.tried, t.head) // what is left above may have another order at its end
		case is && (now.how == apart && items[n].accepted || items[n].whole && !items[n].replaced) &&
			!missing(now.keeps, items[n].lines):
		case len(t.plans) > 1 && more:
			j.tie(t.before)
			t.plans = t.plans[1:]
			t.before = j.tie(t.plans[0])
			kept, changed = append(kept, t), true
		default:
			j.tie(t.before)
			j.tie(t.last)
			changed = true
		}
	}
	j.trials = kept
	if !more {
		return changed
	}
	busy := map[int]bool{}
	for _, t := range j.trials {
		n := of[t.head]
		busy[n-1], busy[n], busy[n+1] = true, true, true
	}
	for i := range doc.Items {
		it := &doc.Items[i]
		lost := it.headed && (items[i].replaced || i > 0 && items[i-1].replaced)
		settled := (items[i].whole || items[i].accepted && len(it.pieces) == 1) && !lost
		if len(it.pieces) == 0 || settled || busy[i] || j.tried[it.pieces[0].place] {
			continue
		}
		j.tried[it.pieces[0].place] = true
		t := j.trial(doc, i, items)
		if len(t.plans) == 0 {
			j.tie(t.last)
			changed = changed || len(t.last.at) > 0
			continue
		}
		t.before = j.tie(t.plans[0])
		j.trials = append(j.trials, t)
		changed, busy[i+1] = true, true
	}
	return changed
}

// tie ties the pieces of a plan and returns their previous ties.
func (j *joiner) tie(p plan) (before plan) {
	before = plan{at: p.at, how: asItLooks}
	for _, at := range p.at {
		before.how = j.ties[at]
		j.ties[at] = p.how
	}
	return before
}

func missing(wanted, lines []string) bool {
	return slices.ContainsFunc(wanted, func(line string) bool { return !slices.Contains(lines, line) })
}

// itemsOf maps pieces to the indices of their items.
func itemsOf(doc *Document) map[place]int {
	of := map[place]int{}
	for i := range doc.Items {
		for _, p := range doc.Items[i].pieces {
			of[p.place] = i
		}
	}
	return of
}

// trial returns other ways to tie the pieces of an item that was not accepted: fewer of them together, or the first one
// with the item above.
func (j *joiner) trial(doc *Document, i int, items []judgedItem) trial {
	it := &doc.Items[i]
	head := it.pieces[0]
	t := trial{head: head.place}
	const most = 60 // longest item to try, in pieces
	if len(it.pieces) > most {
		return t
	}
	if len(it.pieces) > 1 {
		return j.fewer(it, t, items[i].asked && items[i].lines != nil)
	}
	if i == 0 || items[i].understood || items[i-1].understood || head.begun && qualifies(it.Words) ||
		it.Letter != nil || len(doc.Items[i-1].pieces) == 0 { // letters have no pieces
		return t
	}
	above := items[i-1]
	var keeps []string
	if above.accepted {
		keeps = above.lines
	}
	try := func(how tie, keeps []string) {
		t.plans = append(t.plans, plan{at: []place{head.place}, how: how, keeps: keeps})
	}
	own, weighs := j.weighs(it, 0)
	switch {
	case it.headed, head.place.piece > 0:
		try(listed, nil)
		try(follows, keeps)
		if it.headed {
			try(apart, keeps)
		}
		if weighs && !own {
			t.last = plan{at: []place{head.place}, how: listed}
		}
	case own || head.gap:
		if refers(it.Words) {
			try(follows, keeps)
		}
	case above.accepted && !refers(it.Words) && j.reader.namesAny(it.Words):
	default:
		try(glued, nil)
		if weighs || refers(it.Words) {
			try(follows, keeps)
		}
		if weighs && !head.begun {
			t.last = plan{at: []place{head.place}, how: glued}
		}
	}
	return t
}

// fewer adds plans that tie fewer pieces of an item together. They cut off the last pieces, but never a condition.
func (j *joiner) fewer(it *Item, t trial, partly bool) trial {
	last := len(it.pieces) - 1
	own := make([]bool, len(it.pieces))
	weighs := make([]bool, len(it.pieces))
	for k := range it.pieces {
		own[k], weighs[k] = j.weighs(it, k)
	}
	for k := last; k > 0; k-- {
		at := slices.IndexFunc(it.Words, func(w Word) bool { return !it.pieces[k].first.After(w) })
		if at < 1 {
			continue // all above it, or the piece itself, is the word STANDING
		}
		above := it.Words[:at]
		cut := !j.reader.goesOn(above) || above[at-1].Text == "," || j.reader.addressed(it.Words[at:])
		for at := k; at <= last && !own[at]; at++ {
			cut = cut && !weighs[at]
		}
		if !cut {
			continue
		}
		t.plans = append(t.plans, plan{at: []place{it.pieces[k].place}, how: apart, own: own[k]})
		if !partly && (own[k] || !it.pieces[k].flows && !weighs[k] && !j.reader.goesOn(above) && !awaitsNumber(above)) {
			t.last.at, t.last.how = append(t.last.at, it.pieces[k].place), apart
		}
	}
	const tries = 10
	if n := len(t.plans); n > tries {
		t.plans = slices.Concat(t.plans[:tries/2], t.plans[n-tries/2:])
	}
	return t
}

// awaitsNumber reports whether the words end in `at least`, so that its number may stand in the line below.
func awaitsNumber(words []Word) bool {
	return endsWith(words, "AT LEAST") || endsWith(words, "AT MOST")
}

// weighs reports whether piece k of an item names its own unit (own), and whether it may set a condition for the text
// above it or take it back (weighs).
func (j *joiner) weighs(it *Item, k int) (own, weighs bool) {
	words := it.Words
	for len(words) > 0 && it.pieces[k].first.After(words[0]) {
		words = words[1:]
	}
	if k+1 < len(it.pieces) {
		end := slices.IndexFunc(words, func(w Word) bool { return !it.pieces[k+1].first.After(w) })
		if end >= 0 {
			words = words[:end]
		}
	}
	for len(words) > 0 && words[0].Filler {
		words = words[1:]
	}
	if len(words) == 0 {
		return false, false
	}
	above := it.Words[:len(it.Words)-len(words)]
	own = j.reader.leads(words) && !qualifies(words) || j.reader.tellsByName(words, above)
	return own, qualifies(words) || holdsCondition(words)
}

// refers reports whether the words have a pronoun or adverb that refers to the text above.
func refers(words []Word) bool {
	return slices.ContainsFunc(words, func(w Word) bool {
		return slices.Contains(referring, strings.TrimSuffix(w.Fold, "'S"))
	})
}

var referring = strings.Fields("SAME LIKEWISE DITTO TOO ALSO IT ITS THEM THEY THEIR HIM HE HIS THERE THEN BOTH " +
	"OTHERWISE ELSE UNTIL ALIKE SIMILARLY THAT THESE THOSE INSTEAD AS LIKE")

// tellsByName reports whether a line that begins with a condition names its own troops: `If they come at you,
// Champagne, charge them`. Such a condition does not belong to the order above.
func (r *reader) tellsByName(here, above []Word) bool {
	comma := slices.IndexFunc(here, func(w Word) bool { return w.Text == "," || w.Fold == "THEN" })
	if comma < 1 || comma == len(here)-1 || !isCondition(here[0].Fold) || r.goesOn(above) {
		return false
	}
	told := here[comma+1:]
	m := r.language.Names.Find(told)
	return m.ID != "" && r.leads(told)
}

func holdsCondition(words []Word) bool {
	for i := range words {
		if isCondition(words[i].Fold) && !slices.ContainsFunc(unconditional, func(p string) bool {
			return phraseAt(words[i:], p) > 0
		}) {
			return true
		}
	}
	return false
}

// unconditional are phrases that look like conditions but are not.
var unconditional = []string{"WHEN YOU CAN", "WHEN POSSIBLE", "WHEN READY", "WHEN YOU ARE READY", "WHENEVER YOU CAN",
	"ONCE YOU CAN", "AFTER THAT", "AFTER MELEE", "AFTER THE MELEE", "AFTER COMBAT", "IF YOU PLEASE", "IF YOU CAN",
	"IF POSSIBLE", "IF YOU WILL"}

// leads reports whether the words begin with a unit or person of the seat, the writer, or troops in other words: `all
// others`.
func (r *reader) leads(words []Word) bool {
	if r.language.Calls != nil && r.looked < maxLooked {
		r.looked++
		if r.language.Calls(words) {
			return true
		}
	}
	if words[0].Fold == "I" && len(words) > 1 {
		return true
	}
	if len(words) > 1 && (words[0].Fold == "TO" || words[0].Fold == "AND") {
		words = words[1:]
	}
	m := r.language.Names.Find(words)
	return m.Telling(words)
}

// isCondition reports whether a word may make an order conditional.
func isCondition(fold string) bool {
	switch fold {
	case "IF", "UNLESS", "UNTIL", "TILL", "WHEN", "WHENEVER", "ONCE", "WHILE", "ONLY", "PROVIDED", "EXCEPT", "AFTER",
		"BEFORE", "SHOULD":
		return true
	}
	return false
}

// qualifiers are phrases other than conditions that can only qualify the order above: a next step, an alternative, a
// restriction.
var qualifiers = []string{"SORRY NO", "SORRY , NO", "NO WAIT", "CORRECTION", "SCRATCH THAT", "ON SECOND THOUGHTS",
	"THEN", "ELSE", "OTHERWISE", "OR", "BUT", "NOT", "NO", "NEVER", "WITHOUT", "AS SOON AS", "AS LONG AS", "SO LONG AS",
	"IN CASE", "IN THE EVENT", "ON CONDITION"}

// qualifies reports whether the words begin with a qualifier or a condition.
func qualifies(words []Word) bool {
	for len(words) > 0 && (words[0].Filler || slices.Contains([]string{",", "AND", "EVEN"}, words[0].Fold)) {
		words = words[1:]
	}
	return len(words) > 0 && (isCondition(words[0].Fold) || strings.HasSuffix(words[0].Fold, "N'T") ||
		slices.ContainsFunc(qualifiers, func(p string) bool { return phraseAt(words, p) > 0 }))
}
