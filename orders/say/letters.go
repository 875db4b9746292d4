package say

import (
	"maps"
	"slices"
	"strings"

	"galloper/orders"
)

// letterLine is the canonical form of a letter, in every ruleset.
const letterLine = "LETTER TO {to}: {text}"

// Writes reports whether the words are a letter to a colleague and no order.
func (t *Table) Writes(v *Vocabulary, words []orders.Word) bool {
	r := &reading{Table: t, v: v, it: &orders.Item{Words: words}}
	l := t.lattice(v, words)
	c := r.chart(l, l.ending)
	if c.parse(len(l.tokens)) != nil {
		return false
	}
	to, _ := r.message(l, c)
	return to != nil
}

// message returns the recipients of a letter that the sentence begins, and the index of the first token of its text.
func (r *reading) message(l *lattice, c *chart) (to *Value, text int) {
	first := l.greeting()
	for _, e := range c.kept {
		name := l.data.names[e.symbol]
		if name != "Message" && name != "Vocative" || e.from != 0 && e.from != first || e.to <= text {
			continue
		}
		seats := e.value.Get("to")
		if seats == nil || seats.Several || name == "Vocative" && !r.called(l, e, seats) {
			continue
		}
		to, text = seats, e.to
	}
	if text == len(l.tokens) {
		return nil, 0
	}
	return to, text
}

// called reports whether calling a colleague by name begins a letter: they have troops that the seat cannot order, or
// none yet. Otherwise it may be an order for those troops.
func (r *reading) called(l *lattice, e *edge, seats *Value) bool {
	if seats.IDs[0] == r.v.Self || r.calledUnit(l, e) {
		return false
	}
	return r.forms["to"] == "" || slices.ContainsFunc(slices.Sorted(maps.Keys(r.v.Whose)), func(id string) bool {
		return r.v.Whose[id] == seats.IDs[0]
	})
}

// calledUnit reports whether the name is also the id of a unit of the seat, which comes first.
func (r *reading) calledUnit(l *lattice, e *edge) bool {
	return slices.Contains(r.v.Mine, strings.ToLower(l.tokens[e.from].fold))
}

// letter adds the letter that the sentence begins, which ends before a sentence or line that calls the seat's own
// troops. It returns the index of the first word behind the letter, or 0 if there is no letter.
func (r *reading) letter(l *lattice, c *chart, from int) int {
	seats, at := r.message(l, c)
	if seats == nil {
		return 0
	}
	words := r.it.Words
	start := from + l.origin[l.tokens[at-1].at] + 1
	for start < len(words)-1 && has([]string{":", ",", "-"}, words[start].Text) {
		start++
	}
	end := len(words)
	for i := start + 1; i < len(words); i++ {
		if (words[i-1].Stop || words[i].Line != words[i-1].Line) && r.Calls(r.v, words[i:sentenceEnd(words, i)]) {
			end = i
			break
		}
	}
	last := end - 1
	for last > start && words[last].Text == "." {
		last--
	}
	to, ok := r.text(seats, "", nil)
	if !ok {
		return 0
	}
	line := strings.NewReplacer("{to}", to, "{text}", written(words[start:last+1])).Replace(letterLine)
	r.said = append(r.said, Said{Line: line, Letter: true, Text: written(words[from : last+1]),
		Span: [2]orders.Word{words[from], words[last]}})
	return end
}

// tells is letter for a sentence that tells a colleague something, in a ruleset in which seats have no troops of their
// own to order: `Tell Gardiner to stand fast` is no order for Gardiner's.
func (r *reading) tells(l *lattice, from int) int {
	if r.forms["to"] != "" || !l.begin(l.greeting(), "teller") || !l.has("seat") {
		return 0
	}
	c := r.chart(l, l.ending)
	c.parse(len(l.tokens))
	return r.letter(l, c, from)
}

func sentenceEnd(words []orders.Word, from int) int {
	to := from + 1
	for to < len(words) && !words[to-1].Stop {
		to++
	}
	return to
}

// written returns the words as they were written, with their full stops.
func written(words []orders.Word) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 && !w.Glued && !strings.Contains(",;:", w.Text) {
			b.WriteByte(' ')
		}
		switch b.WriteString(w.Text); {
		case w.Stop && w.Asks:
			b.WriteByte('?')
		case w.Stop && i < len(words)-1:
			b.WriteByte('.')
		}
	}
	return b.String()
}
