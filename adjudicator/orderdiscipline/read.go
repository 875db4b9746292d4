package orderdiscipline

import (
	"slices"
	"strings"

	"galloper/orders"
)

// readItem reads one item of a mail. Where something is wrong the refusal is not nil.
func (k *desk) readItem(it *orders.Item) (*order, *orders.Refusal) {
	var o *order
	var r *reader
	if it.Letter != nil {
		r = language.Reader(k, it.Letter.To)
		o = readLetter(r, it.Letter.Text)
	} else {
		o, r = language.Read(k, it)
	}
	if it.Standing && o != nil && o.Kind != orderUnit && o.Kind.standsAs() < 0 {
		r.Forbid(orders.Word{}, noStanding, "")
	}
	return o, r.Verdict()
}

// sentences cuts an item where a comma or AND stands before another unit of the writer's and its verb.
//
// f6
func (k *desk) sentences(it *orders.Item) (list []orders.Item) {
	if it.Letter != nil || len(it.Words) == 0 || it.Words[0].Fold == "TO" {
		return []orders.Item{*it}
	}
	rest := *it
	for i := 1; i < len(rest.Words); i++ {
		here := rest.Words[:i]
		if !joins(rest.Words[i]) || hasWord(here, "IF") || !hasVerb(here) {
			continue
		}
		end := i
		for end < len(rest.Words) && joins(rest.Words[end]) {
			end++
		}
		if !k.begin(rest.Words[end:]) {
			continue
		}
		one := rest
		one.Words = here
		list = append(list, one)
		rest.Words = k.named(rest.Words[end:], here)
		i = 0
	}
	return append(list, rest)
}

func joins(w orders.Word) bool { return w.Fold == "," || w.Fold == "AND" || w.Fold == "&" }

// begin reports whether the words are a unit of the writer's and a verb.
func (k *desk) begin(words []orders.Word) bool {
	s := orders.ScanWords(words)
	if s.TryName(k.own) == "" {
		return false
	}
	for s.Accept(":", ",") || s.Accept(auxiliaries...) || s.Accept("TO") {
	}
	return startsHere(s)
}

// named puts the unit of the sentence before in place of THEM or IT at the end.
func (k *desk) named(words, before []orders.Word) []orders.Word {
	last := &words[len(words)-1]
	id := orders.ScanWords(before).TryName(k.own)
	if id == "" || last.Fold != "THEM" && last.Fold != "IT" {
		return words
	}
	words = slices.Clone(words)
	words[len(words)-1].Fold = orders.Fold(id)
	return words
}

// readLetter reads to whom a letter goes.
func readLetter(r *reader, text string) *order {
	k, o := r.Desk, &order{Kind: orderLetter, Text: text}
	for _, to := range r.Addressees(k.generals, k.others) {
		g := k.b.seatIDs.Find(to.ID).Or(-1)
		switch {
		case to.Set == k.others:
			r.Forbid(to.At, notOurSide, "")
		case g == k.g:
			r.Forbid(to.At, selfTarget, "another general of your side")
		}
		o.To = append(o.To, g)
	}
	r.Scanner.End(unknownName)
	return o
}

// readDispatch reads the number of a directive.
//
// §12.4
func readDispatch(r *reader) (id string) {
	at := r.Here()
	for _, w := range r.Rest() {
		id += w.Text
	}
	id = strings.ToLower(id)
	if k := r.Desk; k.known && !k.has(id) {
		r.Forbid(at, unknownName, "the number of a directive that you have been given")
	}
	return id
}

// readCards reads `card [OR card]…`; what stands behind them must be no card.
func readCards(r *reader) (list []string) {
	for {
		r.Accept("ONE OF", "ONE")
		word, _, _ := strings.Cut(r.AcceptOf(cardWords...), " ")
		card := strings.ToLower(strings.Replace(word, "KNAVE", "JACK", 1))
		list = append(list, card)
		if card == "" || len(list) > 1 && (slices.Contains(list, "lowest") || slices.Contains(list, "highest")) {
			r.Refuse(r.Here(), badCard, "JOKER, KING, QUEEN or JACK, or LOWEST or HIGHEST alone")
			return nil
		}
		mark := r.Mark()
		for r.Accept("OR", ",", "AND") {
		}
		if !r.At("ONE OF", "ONE") && !r.At(cardWords...) {
			r.Back(mark)
			return list
		}
	}
}

// checkUnits completes an order to units.
//
// f2 f4 f5
func checkUnits(r *reader, o *order) {
	o.Kind = orderUnit
	switch {
	case o.If != nil && o.Behind != nil:
		r.Refuse(r.Begin, badCondition, "one IF, its conditions joined by AND")
	case o.Behind != nil:
		o.If, o.Behind = o.Behind, nil
	case o.Else != nil && o.If == nil:
		r.Refuse(r.Begin, badCondition, "IF before ELSE")
	}
	for i := range o.Steps {
		o.Steps[i].Target = o.meant(r, &o.Steps[i])
	}
	parts := o.byGroup()
	for i := range parts {
		if len(parts[i].Steps) == 0 || parts[i].Group != Movement && len(parts[i].Steps) > 1 {
			r.Forbid(r.Begin, badChain, "an order of the same kind behind ELSE, and one of a kind beside another")
		}
	}
	*o = parts[0]
	o.Also = parts[1:]
}

// meant is the target of a step. Where CHARGE has none it is the enemy of its condition: `if enemy horse
// within 6 charge`.
func (o *order) meant(r *reader, t *step) target {
	if !t.open {
		return t.Target
	}
	for _, c := range o.If {
		if c.Kind == condEnemy && !c.Not {
			return target{Arm: c.Arm}
		}
	}
	r.Refuse(r.Begin, unknownName, "whom to charge: an enemy, NEAREST ENEMY, ENEMY AT x,y")
	return t.Target
}

// byGroup are the orders that it is, one of each group.
//
// f3 f6
func (o *order) byGroup() (parts []order) {
	for group := Movement; group <= Reaction; group++ {
		part := *o
		part.Group, part.Steps, part.Else = group, ofGroup(o.Steps, group), ofGroup(o.Else, group)
		if part.Steps != nil || part.Else != nil {
			parts = append(parts, part)
		}
	}
	return parts
}

func ofGroup(steps []step, group Group) (list []step) {
	for _, t := range steps {
		if t.Verb.group() == group {
			list = append(list, t)
		}
	}
	return list
}

// all are the orders that it is: of units one of each group, of a directive as many.
func (o *order) all() (list []order) {
	if o.Inner != nil {
		for _, inner := range o.Inner.all() {
			one := *o
			one.Inner = &inner
			list = append(list, one)
		}
		return list
	}
	also := o.Also
	one := *o
	one.Also = nil
	return append([]order{one}, also...)
}
