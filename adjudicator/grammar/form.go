package grammar

import (
	"reflect"
	"strings"

	"galloper/orders"
)

// form is the syntax of an order, as a sequence of parts.
type form[D any] struct {
	parts   []node[D]
	tells   uint64 // fields that the form can write
	sure    bool   // if one of these fields is filled, the form has something to write
	letters uint64 // possible first letters; see [orders.FirstLetters]
}

type op uint8

const (
	opWords  op = iota // a keyword
	opSlot             // a slot
	opMaybe            // [A | B]
	opChoice           // <A | B>
)

type node[D any] struct {
	op       op
	keywords      // spellings, the canonical one first; the letters include those of the branches
	silent   bool // skipped when read, never written
	loose    bool // optional
	flag     *flag
	slot     *slot[D]
	branches []form[D]
	tells    uint64   // fields that the branches can write
	after    keywords // keywords that may follow
	next     *node[D] // slot that may follow, if its own keyword is optional
}

// keywords are alternative phrases for the next words.
type keywords struct {
	ways    []string
	letters uint64 // see [orders.FirstLetters]
}

func keywordsOf(ways []string) keywords { return keywords{ways, orders.FirstLetters(ways)} }

// matchNext reports whether one of the phrases comes next.
func (k *keywords) matchNext(s *orders.Scanner) bool {
	return k.letters&s.Letters() != 0 && s.At(k.ways...)
}

func (k *keywords) skip(s *orders.Scanner) bool {
	return k.letters&s.Letters() != 0 && s.Accept(k.ways...)
}

type slot[D any] struct {
	key   string
	field place
	rest  bool // the field is shared by the slots without one of their own
	binding[D]
}

func (s *slot[D]) fill(r *Reader[D], order *record) {
	at := order.pointer(&s.field)
	if !s.rest {
		s.read(r, at)
		return
	}
	text := ""
	if s.read(r, &text); text != "" {
		rest := at.(*[]Filled)
		*rest = append(*rest, Filled{s.key, text})
	}
}

func (s *slot[D]) value(order *record) any {
	at := order.pointer(&s.field)
	if !s.rest {
		return at
	}
	text := ""
	for _, f := range *at.(*[]Filled) {
		if f.Key == s.key {
			text = f.Text
		}
	}
	return &text
}

// compileForm parses the text of a form. Its flags and slots are fields of one struct. It panics if the form is
// malformed.
func compileForm[D any](text string, f fields, kinds []Kind[D]) form[D] {
	c := &formReader[D]{text: text, rest: text, fields: f, kinds: kinds}
	out := c.sequence()
	if c.rest != "" {
		c.fail("nothing opens " + c.rest)
	}
	out.link(nil, nil)
	return out
}

// compileProse parses the form of the English sentence for orders of the form `of`.
func compileProse[D any](text string, of *form[D], f fields, kinds []Kind[D]) form[D] {
	c := &formReader[D]{text: text, rest: text, fields: f, kinds: kinds, of: of}
	return c.sequence()
}

type formReader[D any] struct {
	text, rest string
	of         *form[D] // the form of the order that a sentence describes, or nil for an order's own form
	fields     fields
	kinds      []Kind[D]
}

func (c *formReader[D]) fail(why string) { panic("grammar: " + c.text + ": " + why) }

// sequence reads parts up to the end or a closing bracket or bar.
func (c *formReader[D]) sequence() form[D] {
	var out form[D]
	for {
		c.rest = strings.TrimLeft(c.rest, " ")
		if c.rest == "" || strings.ContainsRune("]>|", rune(c.rest[0])) {
			out.tells, out.sure = out.writableFields()
			return out
		}
		out.parts = append(out.parts, c.part())
	}
}

// writableFields returns the fields that the form can write: if none of them is filled, the form has nothing to write.
// sure reports that the converse holds too, as it does for a form of slots alone, or of one optional keyword.
func (f *form[D]) writableFields() (set uint64, sure bool) {
	slots, keywords, others := 0, 0, 0
	for i := range f.parts {
		n := &f.parts[i]
		switch {
		case n.op == opSlot && n.slot.rest: // other slots use the field too
			set |= n.slot.field.bit(false)
			others++
		case n.op == opSlot:
			set |= n.slot.field.bit(n.slot.always)
			slots++
		case n.flag != nil && n.flag.value.Kind() != reflect.Bool:
			set |= n.flag.field.bit(n.flag.value.IsZero())
			others++
		case n.flag != nil:
			set |= n.flag.field.bit(n.flag.value.IsZero())
			keywords++
		}
		for b := range n.branches {
			n.tells |= n.branches[b].tells
			others++
		}
		set |= n.tells
	}
	return set, set&alwaysFilled == 0 && others == 0 && (keywords == 0 || keywords == 1 && slots == 0)
}

func (c *formReader[D]) part() node[D] {
	switch c.rest[0] {
	case '[':
		return node[D]{op: opMaybe, branches: c.branches("]")}
	case '<':
		return node[D]{op: opChoice, branches: c.branches(">")}
	case '{':
		return node[D]{op: opSlot, slot: c.slot(c.readBracket("}"))}
	case '(':
		return node[D]{op: opWords, keywords: keywordsOf(strings.Split(c.readBracket(")"), "/")), silent: true, loose: true}
	}
	end := strings.IndexAny(c.rest, "[]<>{}()|?")
	loose := c.rest[0] == '?'
	if loose {
		end = 1 + strings.IndexAny(c.rest[1:]+"[", "[]<>{}()|?")
	} else if end < 0 {
		end = len(c.rest)
	}
	words := strings.TrimSpace(strings.TrimPrefix(c.rest[:end], "?"))
	c.rest = c.rest[end:]
	if c.of != nil {
		return c.parseWords(words)
	}
	n := node[D]{op: opWords, keywords: keywordsOf(strings.Split(words, "/")), loose: loose}
	if f, ok := c.fields.flags[n.ways[0]]; ok {
		n.flag = &f
	}
	return n
}

// parseWords parses words of a sentence, or `KEYWORD=words`, which are written only if the order has the keyword.
func (c *formReader[D]) parseWords(words string) node[D] {
	n := node[D]{op: opWords, keywords: keywords{ways: []string{words}}}
	keyword, said, of := strings.Cut(words, "=")
	if !of {
		return n
	}
	f, known := c.fields.flags[keyword]
	if !known {
		c.fail("the struct has no field for the keyword " + keyword)
	}
	n.flag, n.ways = &f, []string{said}
	return n
}

// readBracket skips a bracket and returns its content.
func (c *formReader[D]) readBracket(end string) string {
	inner, rest, ok := strings.Cut(c.rest[1:], end)
	if !ok {
		c.fail("nothing closes " + c.rest)
	}
	c.rest = rest
	return inner
}

func (c *formReader[D]) branches(end string) []form[D] {
	var list []form[D]
	for {
		c.rest = c.rest[1:] // opening bracket or bar
		list = append(list, c.sequence())
		if c.rest == "" {
			c.fail("nothing closes a bracket: expected " + end)
		}
		if c.rest[0] != '|' {
			c.rest = c.rest[1:]
			return list
		}
	}
}

// slot parses `unit`, `light:unit`, `unit…` or `card OR…`.
func (c *formReader[D]) slot(text string) *slot[D] {
	list := listing{}
	if head, ok := strings.CutSuffix(text, "…"); ok {
		list.many = true
		text, list.between, _ = strings.Cut(head, " ")
	}
	key, kind, other := strings.Cut(text, ":")
	if !other {
		if s := c.of.slot(key); s != nil {
			return s
		}
		kind = key
	}
	s := &slot[D]{key: key, field: c.fields.rest, rest: true}
	of := reflect.TypeFor[string]()
	if i, ok := c.fields.slots[key]; ok {
		s.field, s.rest, of = i, false, c.fields.of.FieldByIndex(i.path).Type
	} else if s.field.path == nil {
		c.fail("the struct has no field for the slot " + key)
	}
	s.binding = c.kind(kind).bind(of, list)
	return s
}

// slot returns the form's slot with the key, or nil.
func (f *form[D]) slot(key string) *slot[D] {
	for i := 0; f != nil && i < len(f.parts); i++ {
		n := &f.parts[i]
		if n.op == opSlot && n.slot.key == key {
			return n.slot
		}
		for k := range n.branches {
			if s := n.branches[k].slot(key); s != nil {
				return s
			}
		}
	}
	return nil
}

// kind returns the kind with the name, a number range such as `1..9`, or a choice of words such as `LINE|COLUMN`.
func (c *formReader[D]) kind(name string) Kind[D] {
	for _, k := range c.kinds {
		if k.name() == name {
			return k
		}
	}
	if least, most, ok := strings.Cut(name, ".."); ok {
		from, number := atoi(least)
		to, numbers := atoi(most)
		if number && numbers && from <= to {
			return Number[D]{Kind: name, Least: from, Most: to, Want: "a number from " + least + " to " + most}
		}
	}
	if name == "" || strings.ToUpper(name) != name || strings.Contains(name, "..") {
		c.fail("there is no kind " + name + ": write {" + name + ":KIND} for a slot of another kind")
	}
	words := Words[D, string]{Kind: name, Want: "one of " + strings.ReplaceAll(name, "|", ", "), Nearest: true}
	for _, w := range strings.Split(name, "|") {
		words.Words = append(words.Words, Word[string]{Word: w, Value: w})
	}
	return words
}

// link stores in each part the keywords that may follow it. Adjacent optional parts can come in any order, so each may
// be followed by the others.
func (f *form[D]) link(after []string, next *node[D]) {
	for i := len(f.parts) - 1; i >= 0; i-- {
		n := &f.parts[i]
		n.after, n.next = keywordsOf(after), next
		if n.op == opMaybe {
			n.after = keywordsOf(join(f.optionalKeywords(i), after))
		}
		n.letters = orders.FirstLetters(n.ways)
		for b := range n.branches {
			n.branches[b].link(n.after.ways, next)
			n.letters |= n.branches[b].letters
		}
		switch {
		case n.op == opWords && !n.loose:
			after, next = n.ways, nil
		case n.op == opWords:
			after = join(n.ways, after)
		case n.op == opSlot:
			after, next = nil, n
		case n.op == opMaybe || n.op == opChoice:
			var first []string
			for b := range n.branches {
				first = join(first, n.branches[b].first())
			}
			if n.op == opMaybe {
				first = join(first, after)
			}
			after = first
		}
	}
	f.letters = f.firstLetters()
}

// firstLetters returns the letters that the form may begin with.
func (f *form[D]) firstLetters() (set uint64) {
	for i := range f.parts {
		n := &f.parts[i]
		if n.op == opSlot {
			return ^uint64(0)
		}
		set |= n.letters
		if n.op == opChoice || n.op == opWords && !n.loose {
			return set
		}
	}
	return set
}

// optionalKeywords returns the keywords that may begin the optional parts directly before the part.
func (f *form[D]) optionalKeywords(part int) (first []string) {
	for i := part - 1; i >= 0 && f.parts[i].op == opMaybe; i-- {
		for b := range f.parts[i].branches {
			first = join(f.parts[i].branches[b].first(), first)
		}
	}
	return first
}

func join(a, b []string) []string { return append(append([]string(nil), a...), b...) }

// first returns the keywords that may begin the form.
func (f *form[D]) first() []string {
	var list []string
	for i := range f.parts {
		n := &f.parts[i]
		switch n.op {
		case opWords:
			list = append(list, n.ways...)
		case opMaybe, opChoice:
			for b := range n.branches {
				list = append(list, n.branches[b].first()...)
			}
		}
		if n.op == opSlot || n.op == opChoice || n.op == opWords && !n.loose {
			return list
		}
	}
	return list
}

// hasKeyword reports whether one of the form's keywords contains the name.
func (f *form[D]) hasKeyword(name string) bool {
	for i := range f.parts {
		n := &f.parts[i]
		if n.op == opWords && !n.silent && strings.Contains(" "+n.ways[0]+" ", " "+name+" ") {
			return true
		}
	}
	return false
}

// keyword returns the first mandatory keyword of the form, or nil.
func (f *form[D]) keyword() *node[D] {
	for i := range f.parts {
		if n := &f.parts[i]; n.op == opWords && !n.loose {
			return n
		}
	}
	return nil
}

func (f *form[D]) shows() string {
	var parts []string
	for i := range f.parts {
		if text := f.parts[i].shows(); text != "" {
			parts = append(parts, text)
		}
	}
	return strings.ReplaceAll(strings.Join(parts, " "), " :", ":")
}

func (n *node[D]) shows() string {
	var list []string
	for i := range n.branches {
		list = append(list, n.branches[i].shows())
	}
	text := strings.Join(list, " | ")
	switch {
	case n.silent:
		return ""
	case n.op == opWords:
		return n.ways[0]
	case n.op == opSlot:
		return n.slot.shows(n.slot.key)
	case n.op == opMaybe:
		return "[" + text + "]"
	}
	return text
}

// present reports whether the order has a value for one of the form's slots, or has the form's keyword.
func (f *form[D]) present(o *record) bool {
	for i := range f.parts {
		n := &f.parts[i]
		switch {
		case n.op == opSlot:
			if !n.slot.absent(n.slot.value(o)) {
				return true
			}
		case n.flag != nil:
			return n.flag.is(o)
		}
		for b := range n.branches {
			if n.branches[b].present(o) {
				return true
			}
		}
	}
	return false
}

func (f *flag) is(o *record) bool {
	switch held := o.field(&f.field); held.Kind() {
	case reflect.Bool:
		return held.Bool()
	case reflect.String:
		return held.String() == f.value.String()
	default:
		return held.Int() == f.value.Int()
	}
}

func (f *flag) set(o *record) { o.field(&f.field).Set(f.value) }
