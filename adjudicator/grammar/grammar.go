// Package grammar is what the order language of a set of rules is declared in: a row for each verb,
// with the form of its order, and a row for each kind of thing that stands in a form. From the rows
// follow the reading of mails and of recorded lines into typed orders, the canonical line of an
// order, the language by which a mail is cut, its help, and random orders for tests.
//
// A form is written as a player would write the order:
//
//	ADVANCE {unit…} [{n} | TO {space} | TO CONTACT] [WITH {light:unit}]
//
//	WORD, TWO WORDS   a keyword; WORD/OTHER WORD: ways to write it, of which the first is canonical
//	?WORD             a keyword that may be left out, and stands in the canonical line
//	(WORD/OTHER)      words that are passed over where they stand, and are not written
//	{slot}            a slot, of the kind of its name; {slot:kind} of another kind
//	{slot…}           a list with commas or AND; {slot OR…} a list with ORs
//	[A | B]           what may be left out: one of these; neighbours in brackets stand in any order
//	<A | B>           one of these
//
// Slots are fields of the order's struct, by their tag:
//
//	Units   []int `slot:"unit"`
//	Contact bool  `slot:"TO CONTACT"`      // whether the keyword is there
//	Toward  int   `slot:"LEFT=-1,RIGHT=1"` // which of the keywords is there
//	Verb    Verb  `slot:"verb"`            // the name of the row
//	Values  []grammar.Filled `slot:"*"`    // what stands in slots without a field
//
// Fields of an embedded struct are fields of the order.
package grammar

import (
	"reflect"
	"slices"
	"strings"

	"galloper/orders"
)

// Grammar is the order language over D, what may be looked at while one seat's orders are read,
// and O, a struct that an order is read as.
type Grammar[D, O any] struct {
	Verbs []Verb[D, O]
	Kinds []Kind[D] // what the slots of the forms take; kind `order` is an order of the grammar
	// Head is the form of what may stand before a verb: `[TO {zone} :] [STANDING]`.
	Head string
	// HeadMeans is what the head says, before what the order means: `[STANDING=from now on:]`.
	HeadMeans string
	// Refusals are the reasons for which an order is refused, in the order in which they are
	// looked for: of several the first is told, of equals the first as written.
	Refusals []string
	// Unknown is the reason for which what begins with no verb is refused, Incomplete the one
	// where something is missing or left over, Ambiguous the one for which a name that fits several
	// is, BadNumber the one for which a number is, where its kind has none of its own.
	Unknown, Incomplete, Ambiguous, BadNumber string
	UnknownWant                               string // `a verb, such as ADVANCE, HOLD or CHARGE`
	// Left is the reason for which what is left over behind an order is refused; "": as Incomplete.
	Left string
	// Wants are what is told to be wanted where the place of a refusal says nothing better: by its
	// reason, or by the keyword that is missing (`:`, `a colon behind the zone`).
	Wants map[string]string
	// Lenient grammars read on behind a fault, so that one that is looked for earlier may be found.
	Lenient bool
	// Stops are keywords before which a name is missing, and at which one that is not known ends.
	Stops []string
	// Joints are keywords that are passed over between parts in brackets: `hold, facing north and in line`.
	Joints []string
	// First is a kind of names that may stand before the verb as well: `r1, r2: hold`, `r1 to hold`.
	First string
	// New makes an order of which nothing has been read; nil: a zero O.
	New func() *O
	// Branch reads an order within another: what stands there may be refused before it is read,
	// or behind. nil: it is read.
	Branch func(r *Reader[D], read func() *O) *O
	// Cut prepares the words of an order; nil: they are taken as they are.
	Cut func([]orders.Word) []orders.Word

	// Fields of orders.Language. Begins is asked beside what begins by First.
	Continues, Ends, Keywords, Fillers []string
	Begins                             func(orders.Context) orders.Start

	table[D, O]
	headMeans form[D]
	joint     keywords
	stop      keywords
	first     func(D) []*orders.Names
	language  orders.Language
	ranks     map[string]int
}

// Verb is a row: one order, or one condition.
type Verb[D, O any] struct {
	Name string   // in capitals, as the canonical line begins
	Say  []string // other ways to write it
	// Form is what stands behind the name, or, where the name is one of its keywords, the whole.
	Form string
	// Grammar is the form as help shows it, where that should be another text.
	Grammar string
	Help    string // a sentence or two
	Example string // an order that is accepted in a scenario that the ruleset ships
	// Means is what the order says, for its receipt: a form in small letters, in which
	// `[TO CONTACT=until they meet the enemy]` stands where that keyword is there.
	Means string
	// Bare rows are not begun by their name: the form is the whole.
	Bare bool
	// Read reads what stands behind the name where no form can say it; the form then says how it
	// is written and shown.
	Read func(*Reader[D], *O)
	// Then completes or refuses what was read; nil: nothing is to be done.
	Then func(*Reader[D], *O)
	// Bad is the reason for which what is missing in it or left over is refused; "": as the grammar says.
	Bad string
	// Hidden verbs are not in the language that mails are cut by. Prefix ones stand in the
	// grammar's Head: they are there for the language, its help and the nearest alone.
	Hidden, Prefix bool

	form, means form[D]
}

// Compile reads the forms. It panics where the rows contradict each other: a fault in one is
// found when the program starts.
func (g Grammar[D, O]) Compile() *Grammar[D, O] {
	c := &g
	c.Kinds = append(slices.Clone(g.Kinds), c.orderKind())
	for i, k := range c.Kinds {
		if rows, ok := k.(interface{ with(Kind[D]) Kind[D] }); ok {
			c.Kinds[i] = rows.with(c.orderKind())
		}
	}
	c.joint, c.stop = keywordsOf(c.Joints), keywordsOf(c.Stops)
	c.ranks = map[string]int{}
	for i, reason := range c.Refusals {
		if _, twice := c.ranks[reason]; twice {
			panic("grammar: two refusals are called " + reason)
		}
		c.ranks[reason] = i
	}
	c.table = newTable(c.Verbs, c.Kinds)
	c.head = compileForm[D](c.Head, c.table.fields, c.Kinds)
	c.headMeans = compileProse(c.HeadMeans, &c.head, c.table.fields, c.Kinds)
	c.first = c.firstOf()
	c.language = orders.Language{Continues: g.Continues, Ends: g.Ends, Keywords: g.Keywords, Fillers: g.Fillers,
		Begins: g.Begins}
	for i := range c.rows {
		if v := &c.rows[i]; !v.Hidden {
			c.language.Verbs = append(c.language.Verbs, orders.Verb{Words: v.phrases(), Grammar: v.Shows(), Help: v.help()})
		}
	}
	if c.First != "" {
		c.language.Begins = c.begins
	}
	return c
}

// Language is the language by which mails are cut into orders.
func (g *Grammar[D, O]) Language() orders.Language { return g.language }

// Phrases are all ways to begin an order, for the nearest.
func (g *Grammar[D, O]) Phrases() []string { return g.table.phrases }

// PhrasesOf are all ways to begin one of the rows of these names.
func (g *Grammar[D, O]) PhrasesOf(names ...string) (phrases []string) {
	for _, name := range names {
		phrases = append(phrases, g.named(name).phrases()...)
	}
	return phrases
}

func (v *Verb[D, O]) phrases() []string { return append([]string{v.Name}, v.Say...) }

// Shows is the row as help shows it: `ADVANCE unit[, unit…] [n | TO space]`.
func (v *Verb[D, O]) Shows() string {
	if v.Grammar != "" {
		return v.Grammar
	}
	return v.form.shows()
}

func (v *Verb[D, O]) help() string {
	if v.Example == "" {
		return v.Help
	}
	return strings.TrimSpace(v.Help + " Example: " + v.Example)
}

// table is rows of one struct T, indexed by the words with which they begin.
type table[D, T any] struct {
	rows    []Verb[D, T]
	names   map[string]int // of the rows
	fields  fields
	begins  map[string][]beginning // by their first word
	phrases []string
	nameds  []int // rows that begin with a slot
	head    form[D]
}

// beginning is a phrase that begins a row.
type beginning struct {
	phrase string
	row    int
}

func newTable[D, T any](rows []Verb[D, T], kinds []Kind[D]) table[D, T] {
	t := table[D, T]{rows: slices.Clone(rows), fields: fieldsOf(reflect.TypeFor[T]()),
		begins: map[string][]beginning{}, names: map[string]int{}}
	for i := range t.rows {
		v := &t.rows[i]
		if _, taken := t.names[v.Name]; !taken {
			t.names[v.Name] = i
		}
		if v.Prefix {
			t.phrases = append(t.phrases, v.phrases()...)
			continue
		}
		v.form = compileForm[D](v.Form, t.fields, kinds)
		if !v.Bare && !v.form.has(v.Name) {
			words := node[D]{op: opWords, keywords: keywordsOf(v.phrases())}
			v.form.parts = append([]node[D]{words}, v.form.parts...)
		}
		v.means = compileProse(v.Means, &v.form, t.fields, kinds)
		if v.form.parts[0].op != opWords {
			t.nameds = append(t.nameds, i)
		}
		for _, p := range v.form.first() {
			word, _, _ := strings.Cut(p, " ")
			t.begins[word] = append(t.begins[word], beginning{p, i})
			t.phrases = append(t.phrases, p)
		}
	}
	return t
}

// find returns the row that comes next, without going past anything; nil if none does.
func (t *table[D, T]) find(r *Reader[D]) *Verb[D, T] {
	best, most := -1, 0
	mark := r.Mark()
	for _, b := range t.begins[r.Peek().Fold] {
		if r.Accept(b.phrase) && r.Mark() > most {
			best, most = b.row, r.Mark()
		}
		r.Back(mark)
	}
	if best < 0 {
		return nil
	}
	return &t.rows[best]
}

// named returns the row with the name.
func (t *table[D, T]) named(name string) *Verb[D, T] {
	i, ok := t.names[name]
	if !ok {
		return nil
	}
	return &t.rows[i]
}

// next is find, or the only row where that is begun by no word.
func (t *table[D, T]) next(r *Reader[D]) *Verb[D, T] {
	v := t.find(r)
	if v == nil && len(t.rows) == 1 && t.rows[0].Bare {
		v = &t.rows[0]
	}
	return v
}

// read reads what belongs to a row.
func (t *table[D, T]) read(r *Reader[D], v *Verb[D, T], o *T, of *record) {
	of.setVerb(&t.fields, v.Name)
	outer, begin := r.Row, r.Begin
	r.Row, r.Begin, r.lacking = o, r.Here(), v.Bad
	if v.Read != nil {
		v.form.parts[0].skip(r.Scanner)
		v.Read(r, o)
		if as := r.as; as != nil && !r.Failed() {
			r.as = nil
			t.read(r, t.named(*as), o, of)
		}
	} else {
		v.form.read(r, of)
	}
	r.lacking = v.Bad
	if v.Then != nil && !r.Failed() {
		v.Then(r, o)
	}
	r.Row, r.Begin = outer, begin
}

// text is a row's canonical line.
func (t *table[D, T]) text(w *writer, d D, o *T) {
	of := recordOf(o)
	v := t.rowOf(&of)
	w.filled = of.filled(&t.fields, t.head.tells|v.form.tells)
	t.head.write(w, d, &of)
	v.form.write(w, d, &of)
}

// says is what a row means; where it says nothing of that, its canonical line.
func (t *table[D, T]) says(w *writer, d D, o *T) {
	of := recordOf(o)
	if v := t.rowOf(&of); v.Means != "" {
		w.prose, w.filled = true, of.filled(&t.fields, v.means.tells)
		v.means.write(w, d, &of)
		return
	}
	t.text(w, d, o)
}

// rowOf is the row as which something was read.
func (t *table[D, T]) rowOf(o *record) *Verb[D, T] {
	if t.fields.name.path == nil {
		return &t.rows[0]
	}
	name := o.field(&t.fields.name).String()
	v := t.named(name)
	if v == nil {
		panic("grammar: no verb is called " + name)
	}
	return v
}
