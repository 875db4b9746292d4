package orders

import (
	"slices"
	"strings"
)

// ReadJudged reads the text of a mail as Read does, and has the items judged by the rules. A
// bad line never costs a good one: where joined lines make no order and the lines before a
// join do, these count, and what was joined is read as a line of its own. judge returns the
// entries of the items; its last call is for the document that is returned.
func ReadJudged(text string, language Language, judge func(*Document) []Entry) Document {
	j := joiner{reader: reader{language: &language}, tried: map[int]bool{}}
	// A mail may be long, and made to be read slowly.
	for round := max(2, min(40, 1<<22/(len(text)+1))); ; round-- {
		doc := read(text, &language, j.lines())
		entries := judge(&doc)
		if !j.judged(&doc, entries) && !j.try(&doc, faults(entries)) || round == 0 {
			return doc
		}
	}
}

// refusals returns the refusal of each item all of whose entries were refused.
func refusals(entries []Entry) map[int]*Refusal {
	refused := map[int]*Refusal{}
	for i := range entries {
		e := &entries[i]
		if first, seen := refused[e.Item]; !seen || e.Refusal == nil && first != nil {
			refused[e.Item] = e.Refusal
		}
	}
	return refused
}

// faults returns the first refusal of each item of which anything was refused: an order in joined lines may hide what
// is wrong with the rest.
func faults(entries []Entry) map[int]*Refusal {
	faulty := map[int]*Refusal{}
	for i := range entries {
		if e := &entries[i]; e.Refusal != nil && faulty[e.Item] == nil {
			faulty[e.Item] = e.Refusal
		}
	}
	return faulty
}

// joiner finds out where joined lines are to be parted.
type joiner struct {
	reader reader
	tries  []try
	tried  map[int]bool // lines on which items that were looked at begin
}

// try is an item that made no order, and where it may be cut.
type try struct {
	at     []int // lines where it may be cut, the likeliest last
	proved bool  // what stands before the cut is an order
	each   []int // lines that are answered by themselves if no cut leaves an order
}

// lines returns the lines before which items are cut now, in order.
func (j *joiner) lines() (lines []int) {
	for _, t := range j.tries {
		if n := len(t.at); n > 0 {
			lines = append(lines, t.at[n-1])
		} else {
			lines = append(lines, t.each...)
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// judged looks at what became of the cuts made last, and reports whether one was taken back.
func (j *joiner) judged(doc *Document, entries []Entry) (changed bool) {
	if len(j.tries) == 0 {
		return false
	}
	refused := refusals(entries)
	for i := range j.tries {
		t := &j.tries[i]
		if t.proved || len(t.at) == 0 {
			continue
		}
		n := itemAbove(doc, t.at[len(t.at)-1])
		asked := n > 0 && refused[n] != nil && refused[n].Reason == Asked && accepted(doc, t.at[len(t.at)-1], refused)
		if t.proved = asked || n > 0 && refused[n] == nil; !t.proved {
			t.at, changed = t.at[:len(t.at)-1], true
		}
	}
	return changed
}

// accepted reports whether the item that begins on a line was accepted, and one does.
func accepted(doc *Document, line int, refused map[int]*Refusal) bool {
	return slices.ContainsFunc(doc.Items, func(it Item) bool {
		return len(it.Words) > 0 && it.Words[0].Line == line && refused[it.Number] == nil
	})
}

// itemAbove returns the number of the last item above a line, 0 if there is none.
func itemAbove(doc *Document, line int) int {
	for i := line - 2; i >= 0; i-- {
		if n := doc.Lines[i].Item; n > 0 {
			for k := n - doc.Items[0].Number + 1; k < len(doc.Items) && len(doc.Items[k].Words) > 0 &&
				doc.Items[k].Words[0].Line < line; k++ {
				n = doc.Items[k].Number
			}
			return n
		}
	}
	return 0
}

// try cuts the items of which anything was refused and not tried before, and reports whether there were any.
func (j *joiner) try(doc *Document, faults map[int]*Refusal) (changed bool) {
	for i := range doc.Items {
		it := &doc.Items[i]
		fault := faults[it.Number]
		if fault == nil || it.lines == nil || j.tried[it.lines[0].line] {
			continue
		}
		j.tried[it.lines[0].line] = true
		if t := (try{at: j.joins(it, fault), each: j.each(it)}); t.at != nil || t.each != nil {
			j.tries = append(j.tries, t)
			changed = true
		}
	}
	return changed
}

// joins returns the lines of a refused item that may be no part of it, in order: those
// that would begin an order by themselves, and the one that the rules could make nothing
// of. A condition is never cut off, nor anything that may hold one.
func (j *joiner) joins(it *Item, fault *Refusal) (at []int) {
	conditional := false // a line below belongs to none of these and may hold a condition
	words, wrong := it.Words, faultAt(it, fault)
	for i := len(it.lines) - 1; i > 0; i-- {
		line := it.lines[i].line
		from := len(words)
		for from > 0 && words[from-1].Line >= line {
			from--
		}
		here := words[from:]
		words = words[:from]
		for len(here) > 0 && here[0].Filler {
			here = here[1:]
		}
		named := len(here) > 0 && j.reader.tellsByName(here, words)
		if !named && wrong.Line != 0 && line > wrong.Line || len(here) == 0 {
			conditional = conditional || holdsCondition(here)
			continue
		}
		own := named || j.reader.begins(here, nil) || j.reader.leads(here) || j.reader.tells(here, words)
		conditional = conditional || !own && holdsCondition(here)
		foreign := wrong.Line == line && wrong.Col == here[0].Col && !j.reader.goesOn(words)
		if qualifies(here) && !named {
			continue
		}
		if own || foreign && !conditional {
			at = append(at, line)
		}
		conditional = conditional && !own
	}
	slices.Reverse(at)
	return at
}

// tells reports whether a line that the one above does not ask for is meant as an order by itself: `Lead with Lee's`.
func (r *reader) tells(here, above []Word) bool {
	if r.language.Meant == nil || r.goesOn(above) || qualifies(here) || r.looked == maxLooked {
		return false
	}
	r.looked++
	return r.language.Meant(here)
}

// tellsByName reports whether a line that begins with a condition tells troops something whom it names: `If they come
// at you, Champagne, charge them`. It is no condition of the order above.
func (r *reader) tellsByName(here, above []Word) bool {
	comma := slices.IndexFunc(here, func(w Word) bool { return w.Text == "," || w.Fold == "THEN" })
	if comma < 1 || comma == len(here)-1 || !isCondition(here[0].Fold) || r.goesOn(above) {
		return false
	}
	told := here[comma+1:]
	m := r.language.Names.Find(told)
	return m.ID != "" && r.leads(told)
}

// faultAt returns the word of the item at fault; for a comma at the end of a line the first
// of the line below, since the comma says that this belongs to it.
func faultAt(it *Item, fault *Refusal) Word {
	for i, w := range it.Words[:max(0, len(it.Words)-1)] {
		if next := it.Words[i+1]; w.Line == fault.Line && w.Col == fault.Col && w.Text == "," && next.Line > w.Line {
			return next
		}
	}
	return Word{Line: fault.Line, Col: fault.Col}
}

// each returns the lines of an item that begin with a name of the seat's own, no condition
// or unfinished line above them: where nothing of the item is an order, each is answered.
func (j *joiner) each(it *Item) (lines []int) {
	from := 0
	for _, part := range it.lines {
		to := from
		for to < len(it.Words) && it.Words[to].Line <= part.line {
			to++
		}
		if here := it.Words[from:to]; from > 0 && to > from && j.reader.leads(here) && !j.reader.goesOn(it.Words[:from]) {
			lines = append(lines, part.line)
		}
		if holdsCondition(it.Words[from:to]) {
			break
		}
		from = to
	}
	return lines
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

// unconditional are phrases that sound like a condition and ask for nothing.
var unconditional = []string{"WHEN YOU CAN", "WHEN POSSIBLE", "WHEN READY", "WHEN YOU ARE READY", "WHENEVER YOU CAN",
	"ONCE YOU CAN", "AFTER THAT", "AFTER MELEE", "AFTER THE MELEE", "AFTER COMBAT", "IF YOU PLEASE", "IF YOU CAN",
	"IF POSSIBLE", "IF YOU WILL"}

// leads reports whether a unit or person of the seat's stands first, the writer, or troops in other words: `all
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
	if words[0].Fold == "TO" || words[0].Fold == "AND" {
		words = words[1:]
	}
	m := r.language.Names.Find(words)
	return m.Telling(words)
}

// isCondition reports whether a word may make an order depend on something.
func isCondition(fold string) bool {
	switch fold {
	case "IF", "UNLESS", "UNTIL", "TILL", "WHEN", "WHENEVER", "ONCE", "WHILE", "ONLY", "PROVIDED", "EXCEPT", "AFTER",
		"BEFORE", "SHOULD":
		return true
	}
	return false
}

// qualifiers are phrases that can only say more of the order above them, beside conditions:
// a step behind it, an alternative, a restriction.
var qualifiers = []string{"SORRY NO", "SORRY , NO", "NO WAIT", "CORRECTION", "SCRATCH THAT",
	"ON SECOND THOUGHTS", "THEN", "ELSE", "OTHERWISE", "OR", "BUT", "NOT", "NO", "NEVER", "WITHOUT", "AS SOON AS",
	"AS LONG AS",
	"SO LONG AS", "IN CASE", "IN THE EVENT", "ON CONDITION"}

// qualifies reports whether the words begin with one of those, or with a condition.
func qualifies(words []Word) bool {
	for len(words) > 0 && (words[0].Filler || slices.Contains([]string{",", "AND", "EVEN"}, words[0].Fold)) {
		words = words[1:]
	}
	return len(words) > 0 && (isCondition(words[0].Fold) || strings.HasSuffix(words[0].Fold, "N'T") ||
		slices.ContainsFunc(qualifiers, func(p string) bool { return phraseAt(words, p) > 0 }))
}
