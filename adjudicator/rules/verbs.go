package rules

import (
	"fmt"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/grammar"
	"galloper/events"
	"galloper/orders"
)

// Reasons for refusals, in every ruleset with declared verbs.
const (
	UnknownOrder  = "unknown-order"
	UnknownName   = "unknown-name"
	AmbiguousName = "ambiguous-name"
	BadNumber     = "bad-number"
	Incomplete    = "incomplete"
	NoStanding    = "no-standing"
	NoLetters     = "no-letters"
)

// Verb is a row of package grammar for one order. Its slots need no fields. `{unit:own} ?AT {target:enemy} [BY
// {steps:1..9}]` takes two names and a number.
type Verb[B Battle] = grammar.Verb[*Parser[B], Order]

// Verbs are all orders of a game. They define the grammar and its help, the canonical lines, the reading of mails and
// of recorded lines, and the refusals.
type Verbs[B Battle] []Verb[B]

// Kinds are the kinds of names that slots can take, besides numbers and words.
type Kinds[B Battle] []Kind[B]

// Kind is a kind of names. Names that the seat does not know must not be included: they are then refused like names
// that do not exist. Names of the kind `own` may precede their verb.
type Kind[B Battle] struct {
	Name  string // `own`
	Want  string // `a unit of yours`
	Names func(Desk[B]) []orders.Name
}

// Order is an order that has been read.
type Order struct {
	Seat   string
	Number int              // in the seat's mail, from 1
	Verb   string           `slot:"verb"`
	Values []grammar.Filled `slot:"*"` // in the order of the verb's slots; optional ones may be missing
}

// Get returns the value of a slot, or "" if it was left out.
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
	return events.Number(o.Get(key))
}

// Ref returns the order's reference as a cause.
func (o *Order) Ref() string { return adjudicator.OrderRef(o.Seat, o.Number) }

// Parser is the context for parsing one mail: a [Desk] with the names of each kind, collected once.
type Parser[B Battle] struct {
	Desk[B]
	names map[string][]*orders.Names
}

func (c *Parser[B]) namesOf(k *Kind[B]) []*orders.Names {
	if c.names[k.Name] == nil {
		kind := orders.NamesKind{Want: k.Want, Unknown: UnknownName, Ambiguous: AmbiguousName}
		c.names[k.Name] = []*orders.Names{orders.NewNames(kind, k.Names(c.Desk)...)}
	}
	return c.names[k.Name]
}

// speech is the compiled language of the verbs.
type speech[B Battle] struct {
	*grammar.Grammar[*Parser[B], Order]
	kinds Kinds[B]
}

// compile compiles the rows. It panics if a form has a fault, so that it is found at program start.
func (v Verbs[B]) compile(kinds Kinds[B]) *speech[B] {
	g := grammar.Grammar[*Parser[B], Order]{Verbs: v, First: "own",
		Refusals: []string{UnknownOrder, UnknownName, AmbiguousName, BadNumber, Incomplete},
		Unknown:  UnknownOrder, Incomplete: Incomplete, BadNumber: BadNumber, Fillers: []string{"THE", "PLEASE", "WITH"}}
	var words []string
	for i := range v {
		words = append(append(words, v[i].Name), v[i].Say...)
	}
	g.UnknownWant = "an order: " + strings.Join(words, ", ")
	for _, k := range kinds {
		g.Kinds = append(g.Kinds, grammar.Names[*Parser[B], string]{Kind: k.Name, Want: k.Want, Unknown: UnknownName,
			Sets: func(c *Parser[B]) []*orders.Names { return c.namesOf(&k) },
			Of:   func(_ *Parser[B], id string, _ *orders.Names) string { return id },
			Text: func(_ *Parser[B], id string) string { return id }})
	}
	return &speech[B]{g.Compile(), kinds}
}

// card returns a player's card of every verb with its help, for games without one.
func (s *speech[B]) card(title string) string {
	var b strings.Builder
	b.WriteString(title + "\n\n")
	for _, v := range s.Language().Verbs {
		fmt.Fprintf(&b, "%s\n    %s\n", v.Grammar, v.Help)
	}
	return b.String()
}

// names returns the names that may begin an order.
func (s *speech[B]) names(d Desk[B]) (own, others *orders.Names) {
	i := slices.IndexFunc(s.kinds, func(k Kind[B]) bool { return k.Name == s.First })
	return orders.NewNames(orders.NamesKind{}, s.kinds[i].Names(d)...), nil
}

func (s *speech[B]) read(d Desk[B], items []orders.Item) adjudicator.Reading {
	var reading adjudicator.Reading
	clerk := &Parser[B]{d, map[string][]*orders.Names{}}
	for i := range items {
		it := &items[i]
		words := it.Scan()
		switch {
		case it.Letter != nil:
			words.Refuse(NoLetters, "an order; this game has no letters")
		case it.Standing:
			words.Refuse(NoStanding, "an order without STANDING")
		}
		refusal := words.Refusal()
		if refusal == nil {
			o, r := s.Read(clerk, it)
			if refusal = r.Verdict(); refusal == nil {
				reading.Entries = append(reading.Entries, it.Accept(s.Text(clerk, o)))
				continue
			}
		}
		reading.Entries = append(reading.Entries, it.Refuse(refusal))
	}
	return reading
}

// recorded reads a canonical line. Its names are ids, which the seat may no longer know.
func (s *speech[B]) recorded(seat string, number int, line string) Order {
	o := s.RecordedIDs(nil, line)
	o.Seat, o.Number = seat, number
	return *o
}
