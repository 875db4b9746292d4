// Package grammar declares the order language of a ruleset as tables: a row for each verb, with the form of its order,
// and a row for each kind of slot. From the rows it derives the parser of mails and of recorded lines into typed
// orders, the canonical line of an order, the language that splits a mail into orders, its help, and random orders for
// tests.
//
// A form is written like the order itself:
//
//	ADVANCE {unit…} [{n} | TO {space} | TO CONTACT] [WITH {light:unit}]
//
//	WORD, TWO WORDS   a keyword; WORD/OTHER WORD: spellings, the first of them canonical
//	?WORD             an optional keyword, which is written in the canonical line
//	(WORD/OTHER)      words that are skipped if present, and never written
//	{slot}            a slot of the kind with the same name; {slot:kind} of another kind
//	{slot…}           a list with commas or AND; {slot OR…} a list with OR
//	[A | B]           at most one of these; adjacent brackets can come in any order
//	<A | B>           exactly one of these
//
// Slots are fields of the order's struct, by their tag:
//
//	Units   []int `slot:"unit"`
//	Contact bool  `slot:"TO CONTACT"`      // whether the keyword is there
//	Toward  int   `slot:"LEFT=-1,RIGHT=1"` // which of the keywords is there
//	Verb    Verb  `slot:"verb"`            // the name of the row
//	Values  []grammar.Filled `slot:"*"`    // values of slots without a field
//
// Fields of an embedded struct are fields of the order.
package grammar

import (
	"reflect"
	"slices"
	"strings"

	"galloper/orders"
)

// Grammar is an order language. D is the context for reading one seat's orders, and O the struct that an order is read
// into.
type Grammar[D, O any] struct {
	Verbs []Verb[D, O]
	Kinds []Kind[D] // kinds of the slots; kind `order` is an order of this grammar
	// Head is the form of an optional prefix before the verb: `[TO {zone} :] [STANDING]`.
	Head string
	// HeadMeans is the English of the head, before that of the order: `[STANDING=from now on:]`.
	HeadMeans string
	// Refusals are the reasons for refusing an order, by priority: the receipt shows the first, and of equal ones the
	// one that comes first in the order.
	Refusals []string
	// Reasons for refusals: Unknown for text that begins with no verb, Incomplete for missing or surplus words,
	// Ambiguous for a name that fits several things, and BadNumber for a number whose kind has no reason of its own.
	Unknown, Incomplete, Ambiguous, BadNumber string
	UnknownWant                               string // `a verb, such as ADVANCE, HOLD or CHARGE`
	// Left is the reason for refusing surplus words at the end; "" means Incomplete.
	Left string
	// Wants are texts on the expected input, for refusals without a better one. Keys are reasons or missing keywords
	// (`:`, `a colon behind the zone`).
	Wants map[string]string
	// Lenient grammars continue reading after a fault, so that a fault with a higher priority can be found.
	Lenient bool
	// Stops are keywords that end an unknown name, and before which a name counts as missing.
	Stops []string
	// Joints are keywords that are skipped between optional parts: `hold, facing north and in line`.
	Joints []string
	// First is a kind of names that can also precede the verb: `r1, r2: hold`, `r1 to hold`.
	First string
	// New returns an empty order. nil: a zero O.
	New func() *O
	// Branch wraps the reading of an order within another: it can refuse the inner order before or after calling read.
	// nil: read is called.
	Branch func(r *Reader[D], read func() *O) *O
	// Cut preprocesses the words of an order. nil: they are used unchanged.
	Cut func([]orders.Word) []orders.Word

	// Fields of orders.Language. Begins is consulted in addition to the rule for First.
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
	Name string   // in capitals, the first word of the canonical line
	Say  []string // other spellings
	// Form is the syntax after the name, or of the whole order if it contains the name as a keyword.
	Form string
	// Grammar is shown in help instead of the form, unless it is "".
	Grammar string
	Help    string // a sentence or two
	Example string // accepted in a scenario that the ruleset ships
	// Means is the English of the order for its receipt, as a form in lower case. `[TO CONTACT=until they meet the
	// enemy]` is written only if the order has that keyword.
	Means string
	// Bare rows do not begin with their name: the form is the whole order.
	Bare bool
	// Read parses the words after the name if a form cannot express them. The form is then only used for writing and
	// help.
	Read func(*Reader[D], *O)
	// Then completes or refuses the order after it has been read. nil: nothing to do.
	Then func(*Reader[D], *O)
	// Bad is the reason for refusing missing or surplus words in this row. "": the grammar's reason.
	Bad string
	// Hidden verbs are not in the language that splits mails into orders. Prefix rows are part of the grammar's Head:
	// they exist only for that language, its help and spelling suggestions.
	Hidden, Prefix bool

	form, means form[D]
}

// Compile parses the forms and returns the grammar ready for use. It panics if the rows are contradictory, so that a
// fault is found at program start.
func (g Grammar[D, O]) Compile() *Grammar[D, O] {
	c := &g
	c.Kinds = append(slices.Clone(g.Kinds), c.orderKind())
	for i, k := range c.Kinds {
		if rows, ok := k.(interface{ withOrders(Kind[D]) Kind[D] }); ok {
			c.Kinds[i] = rows.withOrders(c.orderKind())
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

// Language returns the language that splits mails into orders.
func (g *Grammar[D, O]) Language() orders.Language { return g.language }

// Phrases returns all phrases that begin an order, for spelling suggestions.
func (g *Grammar[D, O]) Phrases() []string { return g.table.phrases }

// PhrasesOf returns all phrases that begin one of the named rows.
func (g *Grammar[D, O]) PhrasesOf(names ...string) (phrases []string) {
	for _, name := range names {
		phrases = append(phrases, g.row(name).phrases()...)
	}
	return phrases
}

func (v *Verb[D, O]) phrases() []string { return append([]string{v.Name}, v.Say...) }

// Shows returns the row as shown in help: `ADVANCE unit[, unit…] [n | TO space]`.
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

// table holds the rows of one struct T, indexed by their first words.
type table[D, T any] struct {
	rows    []Verb[D, T]
	names   map[string]int // row indexes by name
	fields  fields
	begins  map[string][]beginning // by first word
	phrases []string
	nameds  []int // indexes of rows that begin with a slot
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
		if !v.Bare && !v.form.hasKeyword(v.Name) {
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

// find returns the row with the longest phrase that comes next, or nil. It skips nothing.
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

// row returns the row with the name, or nil.
func (t *table[D, T]) row(name string) *Verb[D, T] {
	i, ok := t.names[name]
	if !ok {
		return nil
	}
	return &t.rows[i]
}

// next is find, except that a single bare row always matches.
func (t *table[D, T]) next(r *Reader[D]) *Verb[D, T] {
	v := t.find(r)
	if v == nil && len(t.rows) == 1 && t.rows[0].Bare {
		v = &t.rows[0]
	}
	return v
}

func (t *table[D, T]) read(r *Reader[D], v *Verb[D, T], o *T, of *record) {
	of.setVerb(&t.fields, v.Name)
	outer, begin := r.Row, r.Begin
	r.Row, r.Begin, r.lacking = o, r.Here(), v.Bad
	if v.Read != nil {
		v.form.parts[0].skip(r.Scanner)
		v.Read(r, o)
		if as := r.as; as != nil && !r.Failed() {
			r.as = nil
			t.read(r, t.row(*as), o, of)
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

// text writes the canonical line of a row.
func (t *table[D, T]) text(w *writer, d D, o *T) {
	of := recordOf(o)
	v := t.rowOf(&of)
	w.filled = of.filled(&t.fields, t.head.tells|v.form.tells)
	t.head.write(w, d, &of)
	v.form.write(w, d, &of)
}

// says writes the English meaning of a row, or its canonical line if it has none.
func (t *table[D, T]) says(w *writer, d D, o *T) {
	of := recordOf(o)
	if v := t.rowOf(&of); v.Means != "" {
		w.prose, w.filled = true, of.filled(&t.fields, v.means.tells)
		v.means.write(w, d, &of)
		return
	}
	t.text(w, d, o)
}

// rowOf returns the row of an order that has been read.
func (t *table[D, T]) rowOf(o *record) *Verb[D, T] {
	if t.fields.name.path == nil {
		return &t.rows[0]
	}
	name := o.field(&t.fields.name).String()
	v := t.row(name)
	if v == nil {
		panic("grammar: no verb is called " + name)
	}
	return v
}
