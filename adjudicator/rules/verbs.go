package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/orders"
)

// Reasons for which an order is refused, in every set of rules with declared verbs.
const (
	UnknownName   = "unknown-name"
	AmbiguousName = "ambiguous-name"
	UnknownOrder  = "unknown-order"
	Incomplete    = "incomplete"
	BadNumber     = "bad-number"
	NoStanding    = "no-standing"
	NoLetters     = "no-letters"
)

// Verbs are all orders that a player may write, a row each. From the rows follow the grammar and
// its help, the canonical lines, the reading of mails and of recorded lines, and the refusals.
type Verbs[B Battle] []Verb[B]

// Verb is one order.
type Verb[B Battle] struct {
	Name string   // in capitals, as the canonical line has it: `STRIKE`
	Say  []string // other ways to write it
	// Form is what stands behind the verb, as the canonical line has it: keywords in capitals and
	// slots in braces. A slot is `{key:KIND}`: one of the game's kinds, `A|B` words, `1..9` a number.
	// What stands in brackets may be left out; a keyword may be left out by the player.
	//
	//	{unit:own} AT {target:enemy} [BY {steps:1..9}]
	//
	// A first slot that takes a name may also stand before the verb: `anna: strike ben`.
	Form string
	Help string // a sentence or two
	// Example is an order that is accepted in the scenario that the ruleset ships.
	Example string
	// Judge says why an order that is well said cannot be done; "" if it can.
	Judge func(Desk[B], Order) (reason, want string)

	slots []slot[B]
}

// Kinds are what slots take beside numbers and words: names, as the seat that writes knows them.
type Kinds[B Battle] []Kind[B]

// Kind is the names of one kind. What the seat does not know is not among them: then it is
// refused in the same words as what does not exist.
type Kind[B Battle] struct {
	Name  string // `own`
	Want  string // `a unit of yours`
	Names func(Desk[B]) []orders.Name
}

// slot is a place in an order that takes a value: exactly one of words, names and number.
type slot[B Battle] struct {
	key      string
	behind   string // the keyword before it, or ""
	optional bool
	words    []string
	kind     *Kind[B]
	number   [2]int
}

// compile reads the rows' forms. A fault in one is found when the program starts.
func (v Verbs[B]) compile(kinds Kinds[B]) Verbs[B] {
	v = slices.Clone(v)
	for i := range v {
		v[i].slots = nil
		behind, optional := "", false
		for _, part := range strings.Fields(v[i].Form) {
			part, opens := strings.CutPrefix(part, "[")
			part, closes := strings.CutSuffix(part, "]")
			optional = optional || opens
			if inner, ok := strings.CutPrefix(part, "{"); ok {
				key, kind, _ := strings.Cut(strings.TrimSuffix(inner, "}"), ":")
				v[i].slots = append(v[i].slots, slotOf(v[i].Name, key, kind, kinds, behind, optional))
				behind = ""
			} else {
				behind = part
			}
			optional = optional && !closes
		}
		if behind != "" {
			panic("rules: " + v[i].Name + ": no slot stands behind " + behind)
		}
	}
	return v
}

func slotOf[B Battle](verb, key, kind string, kinds Kinds[B], behind string, optional bool) slot[B] {
	s := slot[B]{key: key, behind: behind, optional: optional}
	if i := slices.IndexFunc(kinds, func(k Kind[B]) bool { return k.Name == kind }); i >= 0 {
		s.kind = &kinds[i]
	} else if strings.Contains(kind, "..") {
		s.number[0], s.number[1] = bounds(verb+" {"+key+"}", kind)
	} else if kind != "" && strings.ToUpper(kind) == kind {
		s.words = strings.Split(kind, "|")
	} else {
		panic("rules: " + verb + " {" + key + ":" + kind + "}: expected a kind of the game, WORD|WORD or 1..9")
	}
	return s
}

// Order is one order as it was read.
type Order struct {
	Seat   string
	Number int // in the seat's mail, from 1
	Verb   string
	Values []Value // in the order of the verb's slots; an optional one may be missing
}

// Value is what stands in a slot.
type Value struct{ Key, Text string }

// Get returns the value of a slot, "" where it was left out.
func (o *Order) Get(key string) string {
	for _, v := range o.Values {
		if v.Key == key {
			return v.Text
		}
	}
	return ""
}

// Int returns the value of a slot that takes a number.
func (o *Order) Int(key string) int {
	n, _ := strconv.Atoi(o.Get(key))
	return n
}

// Ref is the order as a cause.
func (o *Order) Ref() string { return adjudicator.OrderRef(o.Seat, o.Number) }

// grammar is a verb's, as help shows it: `STRIKE unit AT target`.
func (v *Verb[B]) grammar() string {
	parts := []string{v.Name}
	for _, s := range v.slots {
		text := s.key
		if s.words != nil {
			text = strings.Join(s.words, "|")
		}
		if s.behind != "" {
			text = s.behind + " " + text
		}
		if s.optional {
			text = "[" + text + "]"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " ")
}

// language is the language of the verbs.
func (v Verbs[B]) language() orders.Language {
	l := orders.Language{Fillers: []string{"THE", "PLEASE", "WITH"}}
	for i := range v {
		l.Verbs = append(l.Verbs, orders.Verb{
			Words: append([]string{v[i].Name}, v[i].Say...), Grammar: v[i].grammar(), Help: v[i].Help + " Example: " + v[i].Example})
	}
	l.Begins = v.begins
	return l
}

// card is the player's card where the game brings none: every verb with its help.
func (v Verbs[B]) card(title string) string {
	var b strings.Builder
	b.WriteString(title + "\n\n")
	for i := range v {
		fmt.Fprintf(&b, "%s\n    %s Example: %s\n", v[i].grammar(), v[i].Help, v[i].Example)
	}
	return b.String()
}

// phrases are all ways to write a verb.
func (v *Verb[B]) phrases() []string { return append([]string{v.Name}, v.Say...) }

// begins says that a name with a verb, or a colon and a verb, behind it begins an order.
func (v Verbs[B]) begins(c orders.Context) orders.Start {
	m := c.Names.Find(c.Line)
	if c.Verb || m.Words == 0 {
		return orders.Undecided
	}
	s := orders.ScanWords(c.Line[m.Words:])
	s.Accept(":")
	s.Accept(",")
	for i := range v {
		if s.At(v[i].phrases()...) {
			return orders.Begins
		}
	}
	return orders.Undecided
}

// begin are the names with which an order may begin.
func (v Verbs[B]) begin(d Desk[B]) (own, others *orders.Names) { return v.names(d), nil }

// names are what an order may begin with before its verb.
func (v Verbs[B]) names(d Desk[B]) *orders.Names {
	var list []orders.Name
	for i := range v {
		if first := v[i].first(); first != nil {
			for _, n := range first.kind.Names(d) {
				if !slices.ContainsFunc(list, func(x orders.Name) bool { return x.ID == n.ID }) {
					list = append(list, n)
				}
			}
		}
	}
	return orders.NewNames(orders.NamesKind{}, list...)
}

// first is the slot that may stand before the verb, or nil.
func (v *Verb[B]) first() *slot[B] {
	if len(v.slots) == 0 || v.slots[0].kind == nil {
		return nil
	}
	return &v.slots[0]
}

// read reads the orders of one mail.
func (v Verbs[B]) read(d Desk[B], items []orders.Item) adjudicator.Reading {
	var r adjudicator.Reading
	for i := range items {
		it := &items[i]
		s := it.Scan()
		switch {
		case it.Letter != nil:
			s.Refuse(NoLetters, "an order; this game has no letters")
		case it.Standing:
			s.Refuse(NoStanding, "an order without STANDING")
		}
		o := v.order(d, s)
		if f := s.Refusal(); f != nil {
			r.Entries = append(r.Entries, it.Refuse(f))
			continue
		}
		r.Entries = append(r.Entries, it.Accept(v.canonical(o)))
	}
	return r
}

// order reads one order; what is wrong with it the scanner has refused.
func (v Verbs[B]) order(d Desk[B], s *orders.Scanner) Order {
	o, at := Order{Seat: d.Seat}, s.Peek()
	var verb *Verb[B]
	before := ""
	if verb = v.accept(s); verb == nil {
		if before = s.TryName(v.names(d)); before != "" {
			s.Accept(":", ",")
			s.Accept("TO")
			verb = v.accept(s)
		}
	}
	if verb == nil {
		var words []string
		for i := range v {
			words = append(words, v[i].phrases()...)
		}
		s.RefuseWord(UnknownOrder, "an order: "+strings.Join(words, ", "), words)
		return o
	}
	o.Verb = verb.Name
	for i := range verb.slots {
		text := before
		if i > 0 || before == "" || verb.first() == nil {
			text = verb.slots[i].read(d, s)
		}
		if text != "" {
			o.Values = append(o.Values, Value{verb.slots[i].key, text})
		}
	}
	s.End(Incomplete)
	if !s.Failed() && verb.Judge != nil {
		if reason, want := verb.Judge(d, o); reason != "" {
			s.RefuseAt(at, reason, want)
		}
	}
	return o
}

func (v Verbs[B]) accept(s *orders.Scanner) *Verb[B] {
	for i := range v {
		if s.Accept(v[i].phrases()...) {
			return &v[i]
		}
	}
	return nil
}

// read reads the slot's value, "" where it is left out or was refused.
func (sl *slot[B]) read(d Desk[B], s *orders.Scanner) string {
	behind := sl.behind != "" && s.Accept(sl.behind)
	switch {
	case sl.optional && !behind && (sl.behind != "" || s.Done()):
		return ""
	case sl.kind != nil:
		kind := orders.NamesKind{Want: sl.kind.Want, Unknown: UnknownName, Ambiguous: AmbiguousName}
		return s.Name(orders.NewNames(kind, sl.kind.Names(d)...))
	case sl.words != nil:
		if w := s.AcceptOf(sl.words...); w != "" {
			return w
		}
		s.RefuseWord(Incomplete, "one of "+strings.Join(sl.words, ", "), sl.words)
	default:
		if n, ok := s.Int(); ok && n >= sl.number[0] && n <= sl.number[1] {
			return strconv.Itoa(n)
		}
		s.Refuse(BadNumber, fmt.Sprintf("a number from %d to %d", sl.number[0], sl.number[1]))
	}
	return ""
}

// canonical is the order's line; it reads again as the same order.
func (v Verbs[B]) canonical(o Order) string {
	verb := v.of(o.Verb)
	parts := []string{verb.Name}
	for _, s := range verb.slots {
		if text := o.Get(s.key); text != "" {
			if s.behind != "" {
				parts = append(parts, s.behind)
			}
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, " ")
}

func (v Verbs[B]) of(name string) *Verb[B] {
	return &v[slices.IndexFunc(v, func(x Verb[B]) bool { return x.Name == name })]
}

// recorded reads a canonical line: its names are ids, whether the seat knows them still or not.
func (v Verbs[B]) recorded(seat string, number int, line string) Order {
	o := Order{Seat: seat, Number: number}
	for i := range v {
		rest, ok := strings.CutPrefix(line, v[i].Name)
		if !ok || rest != "" && rest[0] != ' ' {
			continue
		}
		o.Verb = v[i].Name
		words := strings.Fields(rest)
		for _, s := range v[i].slots {
			if s.behind != "" && len(words) > 0 && words[0] == s.behind {
				words = words[1:]
			} else if s.behind != "" {
				continue
			}
			if len(words) > 0 {
				o.Values = append(o.Values, Value{s.key, words[0]})
				words = words[1:]
			}
		}
		return o
	}
	panic("rules: a recorded order does not read: " + line)
}
