package activationchits

import (
	"slices"
	"strings"

	"galloper/orders"
)

// policy is one clause of REACT.
type policy struct {
	Kind  string // SQUARE, RETIRE, BATTLE BACK, GROUND, BREAKTHROUGH, FLAGS, RALLY
	Value string // canonical: `AT 2`, `NEVER`, `YES` …
	arm   Arm    // whose it is, where special
	armed bool   // it is for one arm alone
	at    orders.Word
}

// text is the clause in canonical form.
func (p policy) text() string { return p.Kind + " " + p.Value }

// fits reports whether the clause can be for the arm.
func (p policy) fits(arm Arm) bool { return !p.armed || p.arm == arm }

// set changes how a unit reacts.
func (p policy) set(r *React) {
	_, n, _ := strings.Cut(p.Value, "AT ")
	switch p.Kind {
	case "SQUARE":
		r.Square = 0
		if n != "" {
			r.Square = int(n[0] - '0')
		}
	case "RETIRE":
		if r.Retire = n; n == "" {
			r.Retire = strings.ToLower(p.Value)
		}
	case "BATTLE BACK":
		r.Back = p.Value == "YES"
	case "GROUND":
		r.Ground = p.Value == "YES"
	case "BREAKTHROUGH":
		r.Breakthrough = p.Value == "YES"
	case "FLAGS":
		r.Heed = p.Value == "RETREAT"
	case "RALLY":
		r.Rally = p.Value == "YES"
	}
}

var policyKinds = []string{"SQUARE", "RETIRE", "BATTLE BACK", "GROUND", "BREAKTHROUGH", "FLAGS", "RALLY"}

// clause reads one clause of REACT.
func (r *reader) clause() policy {
	p := policy{at: r.s.Peek()}
	p.Kind = r.s.AcceptOf(policyKinds...)
	switch p.Kind {
	case "":
		r.s.RefuseWord(unknownOrder, "SQUARE, RETIRE, BATTLE BACK, GROUND, BREAKTHROUGH, FLAGS or RALLY", policyKinds)
	case "SQUARE":
		p.arm, p.armed = Infantry, true
		p.Value = r.atOr(4, "NEVER")
	case "RETIRE":
		p.arm, p.armed = Cavalry, true
		p.Value = r.atOr(9, "YES", "NO")
	case "FLAGS":
		p.Value = r.oneOf("IGNORE", "RETREAT")
	default:
		if p.Kind == "BREAKTHROUGH" {
			p.arm, p.armed = Cavalry, true
		}
		p.Value = r.oneOf("YES", "NO")
	}
	return p
}

func (r *reader) oneOf(words ...string) string {
	word := r.s.AcceptOf(words...)
	if word == "" {
		r.s.Refuse(incomplete, strings.Join(words, " or "))
	}
	return word
}

// atOr reads `AT n`, or one of the words.
func (r *reader) atOr(most int, words ...string) string {
	if r.s.Accept("AT") {
		return "AT " + itoa(r.number(1, most))
	}
	return r.oneOf(words...)
}

// react reads `REACT who: clause, …`.
func (k *desk) react(r *reader) []order {
	units, all := k.reacting(r)
	r.s.Accept(":")
	var clauses []policy
	for !r.s.Failed() {
		clauses = append(clauses, r.clause())
		if !r.s.More() {
			break
		}
	}
	r.s.End(incomplete)
	for _, u := range units {
		for _, p := range clauses {
			if !all && !p.fits(k.b.Units[u].Arm) {
				r.forbid(p.at, notArm[p.arm], "a clause for "+k.b.Units[u].ID)
			}
		}
	}
	r.settle()
	if r.s.Failed() {
		return r.one(order{})
	}
	if !all {
		return r.one(k.reaction(units, clauses))
	}
	return k.reactAll(r, units, clauses)
}

var notArm = [3]string{notInfantry, notCavalry, notArtillery}

// reacting reads whom a REACT is for.
func (k *desk) reacting(r *reader) (units []int, all bool) {
	at := r.s.Peek()
	phrase := r.s.AcceptOf("ALL", "ALL UNITS", "ALL INFANTRY", "ALL CAVALRY", "ALL ARTILLERY")
	if phrase == "" {
		return k.unitList(r), false
	}
	_, name, _ := strings.Cut(phrase, " ")
	arm := slices.Index([]string{"INFANTRY", "CAVALRY", "ARTILLERY"}, name)
	for u := range k.b.Units {
		t := &k.b.Units[u]
		if t.Seat == k.seat && !k.gone(t.ID) && (arm < 0 || t.Arm == Arm(arm)) {
			units = append(units, u)
		}
	}
	if len(units) == 0 {
		r.forbid(at, unitLost, "a unit of yours that is on the board")
	}
	return units, true
}

func (k *desk) reaction(units []int, clauses []policy) order {
	texts := make([]string, len(clauses))
	for i, p := range clauses {
		texts[i] = p.text()
	}
	return order{Kind: orderReact, Units: units, Policy: clauses,
		Canonical: "REACT " + k.b.listed(units) + ": " + strings.Join(texts, ", ")}
}

// reactAll writes ALL out: a clause for one arm skips the others, so that units
// of several arms may get an order each. The receipt names the clauses that fit nobody.
func (k *desk) reactAll(r *reader, units []int, clauses []policy) []order {
	var list []order
	var texts []string
	for _, u := range units {
		var fit []policy
		for _, p := range clauses {
			if p.fits(k.b.Units[u].Arm) {
				fit = append(fit, p)
			}
		}
		if len(fit) == 0 {
			continue
		}
		o := k.reaction(nil, fit)
		if i := slices.Index(texts, o.Canonical); i >= 0 {
			list[i].Units = append(list[i].Units, u)
			continue
		}
		texts, o.Units = append(texts, o.Canonical), []int{u}
		list = append(list, o)
	}
	for i := range list {
		list[i] = k.reaction(list[i].Units, list[i].Policy)
	}
	if len(list) == 0 {
		r.s.RefuseAt(clauses[0].at, notArm[clauses[0].arm], "a clause for one of these units")
		return r.one(order{})
	}
	list[0].But = k.unfit(units, clauses)
	return list
}

// unfit names the clauses that are for none of the units: `RETIRE NO is for cavalry`.
func (k *desk) unfit(units []int, clauses []policy) string {
	var texts []string
	for _, p := range clauses {
		if !slices.ContainsFunc(units, func(u int) bool { return p.fits(k.b.Units[u].Arm) }) {
			texts = append(texts, p.text()+" is for "+armWords[p.arm])
		}
	}
	return strings.Join(texts, ", ")
}

var reliefKinds = []string{"ACTIVATION", "RALLY", "MORALE", "COMBAT"}

// adc reads `ADC ON kind[, kind] [OF unit, …|OF ANY] [UNDER n HITS]` or `ADC NONE`.
//
// §38
func (k *desk) adc(r *reader) []order {
	r.s.Accept(":")
	if r.s.Accept("NONE") {
		r.s.End(incomplete)
		return r.one(order{Kind: orderADC, Canonical: "ADC NONE"})
	}
	l := &Relief{Under: 1}
	if !r.s.Accept("ON") {
		r.s.Refuse(incomplete, "ON and what for, or NONE")
	}
	for !r.s.Failed() {
		kind := r.s.AcceptOf(reliefKinds...)
		if kind == "" {
			r.s.RefuseWord(unknownOrder, "ACTIVATION, RALLY, MORALE or COMBAT", reliefKinds)
		}
		l.Kinds = append(l.Kinds, strings.ToLower(kind))
		if !r.s.More() {
			break
		}
	}
	if r.s.Accept("OF") {
		if l.Any = r.s.Accept("ANY"); !l.Any {
			l.Units = k.friends(r)
		}
	}
	if r.s.Accept("UNDER") {
		l.Under = r.number(1, 9)
		r.s.Accept("HITS", "HIT")
	}
	r.s.End(incomplete)
	return r.one(order{Kind: orderADC, Relief: l, Canonical: k.b.reliefText(l)})
}

// friends reads units of the side.
func (k *desk) friends(r *reader) []int {
	var list []int
	for !r.s.Failed() {
		at := r.s.Peek()
		u, ok := k.b.unitIDs.Find(r.friend()).Get()
		switch {
		case !ok:
		case k.b.Units[u].Side != r.side():
			r.forbid(at, notYours, "a unit of your side")
		case k.gone(k.b.Units[u].ID):
			r.forbid(at, unitLost, "a unit that is on the board")
		case !slices.Contains(list, u):
			list = append(list, u)
		}
		if !r.s.More() {
			break
		}
	}
	return list
}
