package say

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed english.txt
var english string

// data is the parsed content of english.txt and of a ruleset's say.txt.
type data struct {
	symbols map[string]symbol
	names   []string // by symbol
	rules   []*rule
	words   map[string][]phrase // by first word
	worded  map[symbol]bool     // symbols that the lexicon defines
	rows    []*row
	tests   []*row
	forms   map[string]string // templates for conditions, addressees and so on, by name
	atoms   map[string]*Value

	vocabulary map[string]bool // words of the lexicon and the grammar
	spellings  []string        // the same, in order
}

// phrase is a lexicon entry.
type phrase struct {
	words  []string
	symbol symbol
	value  *Value
	price  int32
}

// common is the content of english.txt, which all rulesets share.
var common = sync.OnceValue(func() *data {
	d := &data{symbols: map[string]symbol{}, words: map[string][]phrase{}, worded: map[symbol]bool{},
		forms: map[string]string{}, atoms: map[string]*Value{}}
	d.read(english)
	return d
})

// load parses a ruleset's file. It panics on a faulty line, so that faults show when the program starts.
func load(file string) *data {
	d := *common()
	d.symbols, d.words, d.worded = maps.Clone(d.symbols), maps.Clone(d.words), maps.Clone(d.worded)
	d.forms, d.atoms = maps.Clone(d.forms), maps.Clone(d.atoms)
	d.names, d.rules, d.rows, d.tests = slices.Clip(d.names), slices.Clip(d.rules), slices.Clip(d.rows),
		slices.Clip(d.tests)
	for _, first := range slices.Sorted(maps.Keys(d.words)) {
		d.words[first] = slices.Clip(d.words[first])
	}
	d.read(file)
	if err := d.lint(); err != nil {
		panic(err.Error())
	}
	d.vocabulary = map[string]bool{}
	for _, first := range slices.Sorted(maps.Keys(d.words)) {
		d.vocabulary[first] = true
		for _, p := range d.words[first] {
			for _, word := range p.words {
				d.vocabulary[word] = true
			}
		}
	}
	for _, name := range d.names[1:] {
		if name != "" && name[0] == '"' {
			d.vocabulary[strings.ToUpper(strings.Trim(name, `"`))] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(d.forms)) {
		if _, word, ok := strings.Cut(name, " "); ok {
			d.vocabulary[strings.ToUpper(word)] = true
		}
	}
	d.spellings = slices.Sorted(maps.Keys(d.vocabulary))
	return &d
}

// read parses the lines of a file.
func (d *data) read(file string) {
	for i, line := range strings.Split(file, "\n") {
		line, _, _ = strings.Cut(line, " # ") // `#1` is a step of a rule
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		if err := d.line(line); err != nil {
			panic(fmt.Sprintf("line %d: %q: %v", i+1, line, err))
		}
	}
}

// found lists the terminals that come from numbers and the seat's names instead of the lexicon.
var found = []string{"num", "unit", "enemy", "rest", "foe", "foeside", "place", "lane", "zone", "card", "seat", "self",
	"to", "hex", "point", "space", "column", "dir", "facing", "friend", "officer", "garrison", "post", "shares",
	"number", "dice", "command", "atleast"}

// lint reports symbols that are used but never defined, or defined but never used.
func (d *data) lint() error {
	made, used := map[symbol]bool{d.symbol("T"): true}, map[symbol]bool{d.symbol("T"): true}
	for _, name := range found {
		made[d.symbol(name)], used[d.symbol(name)] = true, true
	}
	for _, r := range d.rules {
		made[r.makes] = true
		for _, part := range r.parts {
			used[part] = true
		}
	}
	var faults []error
	for s, name := range d.names {
		switch s := symbol(s); {
		case !made[s] && !d.worded[s] && name[0] != '"':
			faults = append(faults, fmt.Errorf("a rule uses %s, which nothing is", name))
		case !used[s] && !has(unused, name) && !(name[0] == 'v' && (d.isForm(name, "ing") || d.isForm(name, "ed"))):
			faults = append(faults, fmt.Errorf("no rule uses %s", name))
		}
	}
	return errors.Join(faults...)
}

// isForm reports whether a category holds the participles of another category.
func (d *data) isForm(name, ending string) bool {
	verb, ok := strings.CutSuffix(name, ending)
	return ok && d.worded[d.symbols[verb]]
}

// unused lists symbols that no rule needs to use, because the reader tests for some of them directly.
var unused = []string{"Head", "takesback", "others", "everyone", "pair", "binding", "Message", "Vocative", "talkhead",
	"correct", "because", "as", "think"}

func (d *data) line(line string) error {
	keyword, rest, _ := strings.Cut(line, " ")
	switch {
	case has([]string{"row", "each", "beside", "adds", "detail", "errand", "if"}, keyword):
		return d.row(keyword, rest)
	case keyword == "form":
		name, text, ok := strings.Cut(rest, " = ")
		if !ok {
			return fmt.Errorf("a form is written as NAME = TEXT")
		}
		kind, words, _ := strings.Cut(name, " ")
		for word := range strings.SplitSeq(words, ", ") {
			d.forms[strings.TrimSpace(kind+" "+word)] = strings.Trim(text, `"`)
		}
		return nil
	case strings.Contains(line, " -> "):
		return d.production(line)
	case strings.Contains(line, ":"):
		return d.entry(line)
	}
	return fmt.Errorf("neither a row nor a rule nor words")
}

func (d *data) symbol(name string) symbol {
	s, ok := d.symbols[name]
	if !ok {
		s = symbol(len(d.names))
		d.symbols[name], d.names = s, append(d.names, name)
	}
	return s
}

// step is one step of a rule's meaning, written after =>.
type step struct {
	does byte // its operator; see the head of english.txt
	role string
	from int // part that supplies the role name; 0 if the name is fixed
	part int
	sub  string
	atom *Value
}

// production reads `LHS -> parts | parts => meaning ; price`.
func (d *data) production(line string) error {
	text, priced, _ := strings.Cut(line, " ; ")
	price := 0
	if priced = strings.TrimSpace(priced); priced != "" {
		n, err := strconv.Atoi(priced)
		if err != nil {
			return fmt.Errorf("the price is no number")
		}
		price = n
	}
	made, parts, _ := strings.Cut(text, " -> ")
	parts, meaning, _ := strings.Cut(parts, "=>")
	steps, err := d.steps(strings.Fields(meaning))
	if err != nil {
		return err
	}
	for one := range strings.SplitSeq(parts, " | ") {
		r := rule{makes: d.symbol(strings.TrimSpace(made)), price: int32(price)}
		d.variants(r, strings.Fields(one), nil, steps, 1)
	}
	return nil
}

// variants adds the rule with and without each optional part. Part numbers in the meaning include the missing parts.
func (d *data) variants(r rule, rest []string, places []int, steps []step, at int) {
	if len(rest) == 0 {
		if len(places) > 0 {
			r.means = func(kids []*edge) *Value { return meaning(kids, places, steps) }
			d.rules = append(d.rules, &r)
		}
		return
	}
	name, optional := strings.CutSuffix(rest[0], "?")
	if optional {
		d.variants(r, rest[1:], places, steps, at+1)
	}
	r.parts = append(r.parts[:len(r.parts):len(r.parts)], d.symbol(name))
	d.variants(r, rest[1:], append(places[:len(places):len(places)], at), steps, at+1)
}

func (d *data) steps(fields []string) (steps []step, err error) {
	for _, f := range fields {
		s := step{does: f[0]}
		switch f[0] {
		case '*', '+', '$', '&', '-', '^', '#', '~', '!':
			part, sub, _ := strings.Cut(f[1:], ".")
			s.sub = sub
			if s.part, err = strconv.Atoi(part); err != nil {
				return nil, fmt.Errorf("%q: no part", f)
			}
		default:
			role, what, ok := strings.Cut(f, "=")
			if !ok {
				return nil, fmt.Errorf("%q: a role is given as role=$2 or role=word", f)
			}
			if s.does, s.role = '=', role; role[0] == '@' {
				if s.from, err = strconv.Atoi(role[1:]); err != nil {
					return nil, err
				}
			}
			if part, ok := strings.CutPrefix(what, "$"); ok {
				part, s.sub, _ = strings.Cut(part, ".")
				if s.part, err = strconv.Atoi(part); err != nil {
					return nil, fmt.Errorf("%q: no part", f)
				}
			} else {
				s.atom = d.atom(what)
			}
		}
		steps = append(steps, s)
	}
	return steps, nil
}

func (d *data) atom(text string) *Value {
	if d.atoms[text] == nil {
		d.atoms[text] = atom(strings.ReplaceAll(text, "_", " "))
		if text == "they" { // a pronoun that is left out: "Lee follows"
			d.atoms[text] = sealed(&Value{Kind: text})
		}
	}
	return d.atoms[text]
}

// meaning evaluates the steps of a rule. A rule without steps yields its only part, or the union of all roles.
func meaning(kids []*edge, places []int, steps []step) *Value {
	if len(steps) == 0 && len(kids) == 1 {
		return kids[0].value
	}
	v := &Value{from: kids[0].from, to: kids[len(kids)-1].to}
	if len(steps) == 0 {
		for _, k := range kids {
			if v = merged(v, k.value); v == nil {
				return nil
			}
		}
		return sealed(v)
	}
	for i := range steps {
		if v = steps[i].add(v, kids, places); v == nil {
			return nil
		}
	}
	return sealed(v)
}

// of returns the value of a part, or nil if the part is missing.
func (s *step) of(kids []*edge, places []int, part int) *Value {
	if i := slices.Index(places, part); i >= 0 {
		return kids[i].value
	}
	return nil
}

// add applies the step to v, which it may change. It returns nil if the result would be contradictory.
func (s *step) add(v *Value, kids []*edge, places []int) *Value {
	said := cmp.Or(s.atom, s.of(kids, places, s.part))
	if s.sub != "" && said != nil {
		said = said.Get(s.sub)
	}
	role := s.role
	if s.from > 0 {
		if by := s.of(kids, places, s.from); by != nil {
			role = by.Is("role")
		}
	}
	if said == nil || s.from > 0 && role == s.role {
		return v
	}
	switch s.does {
	case '=':
		if !v.set(role, said) {
			return nil
		}
	case '*':
		return merged(v, said)
	case '+':
		v.List = append(slices.Clip(v.List), said)
	case '&':
		return joined(v, said)
	case '-':
		return without(v, said)
	case '^':
		return shared(v, said)
	case '~':
		if !slices.Equal(v.IDs, said.IDs) && !(said.Several && within(v, said)) {
			return nil
		}
	case '#':
		if said.N != len(v.IDs) {
			return nil
		}
	case '!':
		if !said.Several || len(said.IDs) != 2 {
			return nil
		}
		c := *said
		c.Several, c.from, c.to = false, v.from, v.to
		return &c
	case '$':
		c := *said
		c.Roles = append(c.Roles[:len(c.Roles):len(c.Roles)], v.Roles...)
		return &c
	}
	return v
}

// merged adds the roles and the list of another value. It returns nil if both fill the same role.
func merged(v, other *Value) *Value {
	v.Roles = slices.Grow(v.Roles, len(other.Roles))
	for _, r := range other.Roles {
		if !v.set(r.Name, r.Value) {
			return nil
		}
	}
	if len(other.List) > 0 {
		v.List = append(slices.Clip(v.List), other.List...)
	}
	return v
}

// joined returns the union of two references, or nil if they differ in kind or overlap.
func joined(v, other *Value) *Value {
	if v.Kind == "" {
		c := *other
		c.from, c.to = v.from, v.to
		return &c
	}
	if v.Kind != other.Kind || len(v.IDs) == 0 || len(other.IDs) == 0 || v.Several || other.Several {
		return nil
	}
	c := *v
	c.IDs = append([]string(nil), v.IDs...)
	for _, id := range other.IDs {
		if has(c.IDs, id) && v.Kind != "card" {
			return nil
		}
		c.IDs = append(c.IDs, id)
	}
	c.Group = v.Group || other.Group
	return &c
}

// without returns v minus other, or nil if v does not include other or nothing remains.
func without(v, other *Value) *Value {
	if v.Kind != other.Kind || other.Several {
		return nil
	}
	c := *v
	c.IDs = nil
	for _, id := range v.IDs {
		if !has(other.IDs, id) {
			c.IDs = append(c.IDs, id)
		}
	}
	if len(c.IDs) == 0 || len(c.IDs)+len(other.IDs) != len(v.IDs) {
		return nil
	}
	return &c
}

// shared returns the intersection of two references, or nil if it is empty.
func shared(v, other *Value) *Value {
	c := *v
	c.IDs = nil
	for _, id := range v.IDs {
		if has(other.IDs, id) {
			c.IDs = append(c.IDs, id)
		}
	}
	if len(c.IDs) == 0 || v.Kind != other.Kind {
		return nil
	}
	return &c
}

func has(list []string, id string) bool {
	for _, l := range list {
		if l == id {
			return true
		}
	}
	return false
}
