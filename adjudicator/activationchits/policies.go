package activationchits

import (
	"cmp"
	"slices"
	"strings"

	"galloper/adjudicator/grammar"
	"galloper/orders"
)

type policy struct {
	Kind  string // SQUARE, RETIRE, BATTLE BACK, GROUND, BREAKTHROUGH, FLAGS or RALLY
	Value string // canonical: `AT 2`, `NEVER`, `YES` …
	arm   Arm    // if armed, the arm that it applies to
	armed bool   // it applies to one arm only
	at    orders.Word
}

func (p policy) clause() string { return p.Kind + " " + p.Value }

// fits reports whether the clause can apply to the arm.
func (p policy) fits(arm Arm) bool { return !p.armed || p.arm == arm }

// set applies the clause to a unit's reactions.
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

func clause(r *reader) policy {
	p := policy{at: r.Peek()}
	p.Kind = r.AcceptOf(policyKinds...)
	switch p.Kind {
	case "":
		r.Refuse(r.Here(), unknownOrder, "SQUARE, RETIRE, BATTLE BACK, GROUND, BREAKTHROUGH, FLAGS or RALLY",
			r.NearestOf(policyKinds)...)
	case "SQUARE":
		p.arm, p.armed = Infantry, true
		p.Value = atOr(r, 4, "NEVER")
	case "RETIRE":
		p.arm, p.armed = Cavalry, true
		p.Value = atOr(r, 9, "YES", "NO")
	case "FLAGS":
		p.Value = oneOf(r, "IGNORE", "RETREAT")
	default:
		if p.Kind == "BREAKTHROUGH" {
			p.arm, p.armed = Cavalry, true
		}
		p.Value = oneOf(r, "YES", "NO")
	}
	return p
}

func oneOf(r *reader, words ...string) string {
	word := r.AcceptOf(words...)
	if word == "" {
		r.Refuse(r.Here(), incomplete, strings.Join(words, " or "))
	}
	return word
}

// atOr reads `AT n`, or one of the words.
func atOr(r *reader, most int, words ...string) string {
	if r.Accept("AT") {
		return "AT " + itoa(readUpTo(r, most))
	}
	return oneOf(r, words...)
}

// react reads `REACT who: clause, …`.
func (k *parser) react(r *reader) []order {
	units, all := k.reacting(r)
	r.Accept(":")
	var clauses []policy
	for !r.Failed() {
		clauses = append(clauses, clause(r))
		if !r.More() {
			break
		}
	}
	r.End()
	for _, u := range units {
		for _, p := range clauses {
			if !all && !p.fits(k.b.Units[u].Arm) {
				r.Forbid(p.at, notArm[p.arm], "a clause for "+k.b.Units[u].ID)
			}
		}
	}
	if f := r.Verdict(); f != nil {
		return refusedOrder(f)
	}
	if !all {
		return []order{k.reaction(units, clauses)}
	}
	return k.reactAll(r, units, clauses)
}

var notArm = [3]string{notInfantry, notCavalry, notArtillery}

func (k *parser) reacting(r *reader) (units []int, all bool) {
	at := r.Peek()
	phrase := r.AcceptOf("ALL", "ALL UNITS", "ALL INFANTRY", "ALL CAVALRY", "ALL ARTILLERY")
	if phrase == "" {
		return unitList(r), false
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
		r.Forbid(at, unitLost, "a unit of yours that is on the board")
	}
	return units, true
}

func (k *parser) reaction(units []int, clauses []policy) order {
	texts := make([]string, len(clauses))
	for i, p := range clauses {
		texts[i] = p.clause()
	}
	return order{Kind: orderReact, Units: units, Policy: clauses,
		Canonical: "REACT " + k.b.listed(units) + ": " + strings.Join(texts, ", "),
		Means:     k.b.reactionProse(units, clauses)}
}

// reactionProse describes in a sentence how units will react.
func (b *Battle) reactionProse(units []int, clauses []policy) string {
	names := make([]string, len(units))
	for i, u := range units {
		names[i] = cmp.Or(b.Units[u].Name, b.Units[u].ID)
	}
	will := make([]string, len(clauses))
	for i, p := range clauses {
		will[i] = p.prose()
	}
	return grammar.Listed(names) + " will " + grammar.Listed(will) + "."
}

// prose returns the clause as it follows `will` in a sentence.
func (p policy) prose() string {
	_, n, _ := strings.Cut(p.Value, "AT ")
	said := reactions[p.Kind+" "+p.Value]
	switch {
	case said != "":
		return said
	case n == "1" && p.Kind == "SQUARE":
		return "try to form square whenever cavalry attacks"
	case p.Kind == "SQUARE":
		return "try to form square when cavalry attacks from " + n + " hexes or more"
	case n == "1":
		return "retire before an attack when they are down to 1 block"
	}
	return "retire before an attack when they are down to " + n + " blocks"
}

// reactions lists the descriptions of the clauses without a number.
var reactions = map[string]string{
	"SQUARE NEVER": "never form square",
	"RETIRE YES":   "retire before an attack", "RETIRE NO": "not retire before an attack",
	"BATTLE BACK YES": "strike back when attacked", "BATTLE BACK NO": "not strike back when attacked",
	"GROUND YES": "take the ground that they win", "GROUND NO": "not take the ground that they win",
	"BREAKTHROUGH YES": "go on after a won attack", "BREAKTHROUGH NO": "not go on after a won attack",
	"FLAGS IGNORE": "stand as long as they can", "FLAGS RETREAT": "fall back rather than stand",
	"RALLY YES": "rally unasked", "RALLY NO": "rally only when told to",
}

// reactAll expands ALL. A clause for one arm applies only to units of that arm, so each arm may get an order
// of its own. The receipt names clauses that apply to no unit.
func (k *parser) reactAll(r *reader, units []int, clauses []policy) []order {
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
		r.Refuse(clauses[0].at, notArm[clauses[0].arm], "a clause for one of these units")
		return refusedOrder(r.Verdict())
	}
	list[0].But = k.idleClauses(units, clauses)
	return list
}

// idleClauses names the clauses that apply to no unit: `RETIRE NO is for cavalry`.
func (k *parser) idleClauses(units []int, clauses []policy) string {
	var texts []string
	for _, p := range clauses {
		if !slices.ContainsFunc(units, func(u int) bool { return p.fits(k.b.Units[u].Arm) }) {
			texts = append(texts, p.clause()+" is for "+armWords[p.arm])
		}
	}
	return strings.Join(texts, ", ")
}
