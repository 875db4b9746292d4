package orderdiscipline

import (
	"slices"
	"strings"

	"galloper/orders"
)

// readItem reads one item of a mail. It returns a refusal if the item is not accepted.
func (k *parser) readItem(it *orders.Item) (*order, *orders.Refusal) {
	var o *order
	var r *reader
	if it.Letter != nil {
		r = language.Reader(k, it.Letter.To)
		o = readLetter(r, it.Letter.Text)
	} else {
		o, r = k.mail.Read(it)
	}
	if it.Standing && o != nil && o.Kind != orderUnit && o.Kind.standsAs() < 0 {
		r.Forbid(orders.Word{}, noStanding, "")
	}
	return o, r.Verdict()
}

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

// readDispatch reads the ID of a directive (§12.4).
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

// readCards reads `card [OR card]…`.
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

// checkUnits completes an order to units (f2, f4, f5).
func checkUnits(r *reader, o *order) {
	o.Kind = orderUnit
	switch {
	case o.If != nil && o.Behind != nil:
		r.Refuse(r.Begin, badCondition, "one IF, its conditions joined by AND")
	case o.Behind != nil && !o.answersCharge():
		o.If, o.Behind = o.Behind, nil
	case o.Else != nil && o.If == nil:
		r.Refuse(r.Begin, badCondition, "IF before ELSE")
	}
	for i := range o.Steps {
		o.Steps[i].Target = o.stepTarget(r, &o.Steps[i])
	}
	parts := o.byGroup()
	for i := range parts {
		one := parts[i].Group != Movement && max(len(parts[i].Steps), len(parts[i].Else)) > 1
		if len(parts[i].Steps) == 0 || one {
			r.Forbid(r.Begin, badChain, "an order of the same kind after ELSE, and no mix of kinds")
		}
	}
	*o = parts[0]
	o.Also = parts[1:]
}

// answersCharge turns `stand IF CHARGED` into ON CHARGE, because it is a reaction to a charge rather than a
// condition (f6).
func (o *order) answersCharge() bool {
	if len(o.Behind) > 1 || o.Behind[0].Kind != condCharged || o.Behind[0].Not || len(o.Steps) > 1 {
		return false
	}
	switch t := &o.Steps[0]; {
	case t.Verb == doHold:
		t.React = "stand"
	case t.Verb == doForm && t.Form == Square:
		t.React = "square"
	case t.Verb != doReact:
		return false
	}
	o.Behind, o.Steps[0] = nil, step{Verb: doReact, React: o.Steps[0].React}
	return true
}

// stepTarget returns the target of a step. CHARGE without a target means the enemy of its condition: `if enemy
// horse within 6 charge`.
func (o *order) stepTarget(r *reader, t *step) target {
	if !t.open {
		return t.Target
	}
	for _, c := range o.If {
		if c.Kind == condEnemy && !c.Not {
			return target{Arm: c.Arm}
		}
	}
	r.Refuse(r.Begin, unknownName, "a target: an enemy, NEAREST ENEMY, ENEMY AT x,y")
	return t.Target
}

// byGroup splits the order into one for each group (f3, f6).
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

// all splits the order into one for each group; a directive is split in the same way.
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
