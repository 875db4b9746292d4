package grammar

import (
	"reflect"
	"slices"
	"strings"
)

// Conditions is the kind of the conditions between IF and THEN, joined by AND. Each is a row read into a C. A field
// `Not bool` with the tag `NOT` negates the condition.
type Conditions[D, C any] struct {
	Kind  string
	Rows  []Verb[D, C]
	Kinds []Kind[D]
	// Bad is the reason for refusing text that is not a condition, Want the form expected there.
	Bad, Want string
	WantEnd   string // expected if THEN is missing: `THEN and an order`
	// Fillers are words that are skipped anywhere in a condition.
	Fillers []string
}

func (k Conditions[D, C]) name() string { return k.Kind }

func (k Conditions[D, C]) bind(field reflect.Type, _ listing) binding[D] {
	c := &conditions[D, C]{Conditions: k, table: newTable(k.Rows, k.Kinds)}
	c.not = c.fields.flags["NOT"]
	s := Span[D, []C]{Kind: k.Kind, Read: c.read, Text: c.text, Prose: c.prose, Some: c.some,
		Late: true, WantEnd: k.WantEnd}
	return s.bind(field, listing{})
}

type conditions[D, C any] struct {
	Conditions[D, C]
	table[D, C]
	not flag
}

func (c *conditions[D, C]) read(r *Reader[D]) []C {
	if r.Done() {
		r.Refuse(r.Here(), r.grammar.incomplete(), "a condition")
		return nil
	}
	var list []C
	for _, part := range r.Split("AND", "&") {
		var one C
		r.Over(part, func() { c.readOne(r, &one) })
		list = append(list, one)
	}
	return list
}

func (c *conditions[D, C]) readOne(r *Reader[D], into *C) {
	of := recordOf(into)
	if c.negated(r) {
		c.not.set(&of)
	}
	if r.Done() {
		r.Refuse(r.Here(), r.grammar.incomplete(), "a condition")
		return
	}
	first := r.Here()
	v := c.table.find(r)
	if v == nil {
		v = c.byName(r)
	}
	if v == nil {
		return
	}
	begin, bad := r.Begin, r.bad
	r.Begin, r.bad = first, [2]string{c.Bad, c.Want}
	of.setVerb(&c.fields, v.Name)
	v.form.read(r, &of)
	if v.Then != nil && !r.Failed() {
		v.Then(r, into)
	}
	r.Begin, r.bad = begin, bad
	if !r.Done() && (r.fault == nil || r.fault.Reason != r.grammar.incomplete()) {
		r.Refuse(r.Here(), c.Bad, c.Want)
	}
}

// negated skips the fillers and the words of negation (NOT anywhere, NO before a row), and reports whether the
// condition is negated. Two negations cancel out.
func (c *conditions[D, C]) negated(r *Reader[D]) bool {
	words, _ := r.Scanner.Without(c.Fillers...)
	words, nots := words.Without("NOT")
	r.Scanner = words
	mark := r.Mark()
	if r.Accept("NO") && c.table.find(r) != nil {
		nots++
	} else {
		r.Back(mark)
	}
	return nots%2 == 1
}

// byName returns the row that begins with a name and has its keyword after it. If the name is unknown, any later
// keyword of a row identifies the row, so that the name is reported as unknown.
func (c *conditions[D, C]) byName(r *Reader[D]) *Verb[D, C] {
	first := r.Here()
	for _, i := range c.nameds {
		v := &c.rows[i]
		if v.behindName(r) {
			return v
		}
	}
	known := false
	for _, i := range c.nameds {
		v := &c.rows[i]
		if v.form.parts[0].op != opSlot || v.form.parts[0].slot.sets == nil {
			continue
		}
		m, _ := r.MatchName(v.form.parts[0].slot.sets(r.Desk)...)
		if known = known || m.Words > 0; m.Words == 0 && c.isAhead(r, v) {
			return v
		}
	}
	if known {
		c.pass(r)
		first = r.Here()
	}
	r.Refuse(first, c.Bad, c.Want)
	r.Rest()
	return nil
}

// pass skips the next name and the fillers after it.
func (c *conditions[D, C]) pass(r *Reader[D]) {
	of := slices.IndexFunc(c.nameds, func(i int) bool {
		first := &c.rows[i].form.parts[0]
		return first.op == opSlot && first.slot.sets != nil
	})
	form := &c.rows[c.nameds[of]].form
	var scratch C
	into := recordOf(&scratch)
	for i := range form.parts {
		if n := &form.parts[i]; n.op == opSlot && i == 0 || n.silent {
			n.read(r, &into)
		} else {
			return
		}
	}
}

func (c *conditions[D, C]) isAhead(r *Reader[D], v *Verb[D, C]) bool {
	n := v.form.keyword()
	return n != nil && r.isAhead(n.ways)
}

// isAhead reports whether one of the phrases occurs in the rest of the words.
func (r *Reader[D]) isAhead(phrases []string) bool {
	mark := r.Mark()
	defer r.Back(mark)
	return r.Until(phrases...) != nil
}

// behindName reports whether the row's first slot comes next, followed by its keyword.
func (v *Verb[D, C]) behindName(r *Reader[D]) bool {
	mark := r.Mark()
	defer r.Back(mark)
	first := &v.form.parts[0]
	if first.op != opSlot || first.slot.sets == nil {
		return v.form.begins(r, first) > 0
	}
	m, _ := r.MatchName(first.slot.sets(r.Desk)...)
	if m.Words == 0 {
		return false
	}
	for range m.Words {
		r.Next()
	}
	for i := range v.form.parts[1:] {
		n := &v.form.parts[1+i]
		if n.silent {
			n.skip(r.Scanner)
			continue
		}
		return n.op == opWords && n.matchNext(r.Scanner)
	}
	return false
}

func (c *conditions[D, C]) denies(one *C) bool {
	of := recordOf(one)
	return c.not.value.IsValid() && c.not.is(&of)
}

func (c *conditions[D, C]) text(d D, list []C) string {
	texts := make([]string, len(list))
	for i := range list {
		var w writer
		if c.denies(&list[i]) {
			w.add("NOT")
		}
		c.table.text(&w, d, &list[i])
		texts[i] = w.b.String()
	}
	return strings.Join(texts, " AND ")
}

// prose returns the conditions as part of an English sentence.
func (c *conditions[D, C]) prose(d D, list []C) string {
	texts := make([]string, len(list))
	for i := range list {
		var w writer
		c.table.says(&w, d, &list[i])
		texts[i] = w.b.String()
		if c.denies(&list[i]) {
			texts[i] = denied(texts[i])
		}
	}
	return strings.Join(texts, " and ")
}

// denied returns the negation of a condition in English.
func denied(text string) string {
	if rest, ok := strings.CutPrefix(text, "an enemy "); ok {
		return "no enemy " + rest
	}
	for _, verb := range []string{" is ", " are ", " has ", " have "} {
		if who, what, ok := strings.Cut(text, verb); ok {
			return who + verb + "not " + what
		}
	}
	return "it is not so that " + text
}

func (c *conditions[D, C]) some(d D, pick func(int) int) string {
	return c.rows[pick(len(c.rows))].form.some(d, pick)
}
