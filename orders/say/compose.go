package say

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"galloper/orders"
)

// compose turns the meaning of a sentence into orders. It returns false if any part of it has no canonical form.
func (r *reading) compose(sentence *Value, l *lattice) bool {
	from := max(0, len(r.said)-1)
	first := len(r.said)
	r.near = nil
	r.foe, r.arm = nil, nil
	r.among, r.fresh = false, true
	for i, clause := range sentence.List {
		if clause = r.lessened(clause, sentence.List[i+1:]); clause == nil {
			return false
		}
		if beyond(clause, sentence.List[:i]) {
			return false
		}
		if clause = r.repeated(clause); clause == nil || !r.clause(clause, l) {
			return false
		}
		if r.among {
			r.last = clause
		}
	}
	for _, s := range r.said[from:] {
		if s.Line != "" && !s.Letter && r.v.Accepts != nil && !r.v.Accepts(s.Line) {
			r.unfit = true
			return false
		}
	}
	for i := min(first, len(r.said)-1); len(r.near) > 0 && i >= 0 && i < len(r.said); i++ {
		said := &r.said[i]
		said.Near, said.Note = true, strings.Trim(said.Note+"; "+strings.Join(r.near, "; "), "; ")
	}
	return true
}

// beyond reports whether a clause only adds details for "all", who may be all of those that clauses before it name, or
// all troops: `Lee to the mill, Murray to the wood, all facing east`.
func beyond(clause *Value, before []*Value) bool {
	who := clause.Get("who")
	if who == nil || !who.Group || who.Text == remaining ||
		slices.ContainsFunc(clause.List, func(act *Value) bool { return act.Is("do") != "detail" }) {
		return false
	}
	var named []string
	for _, other := range before {
		if of := other.Get("who"); of != nil && !of.Group {
			named = append(named, of.IDs...)
		}
	}
	return named != nil && !within(who, &Value{IDs: named})
}

// lessened removes from a group the units that the clause excepts or that get another order in the same sentence, and
// from "the rest" all units that already have an order. It returns nil if no unit remains.
func (r *reading) lessened(clause *Value, behind []*Value) *Value {
	who := clause.Get("who")
	if who == nil || !who.Group || len(who.IDs) < 2 {
		if clause.Get("besides") != nil {
			return nil
		}
		return clause
	}
	ids := slices.Clone(who.IDs)
	if except := clause.Get("besides"); except != nil {
		before := len(ids)
		ids = slices.DeleteFunc(ids, func(id string) bool { return has(except.IDs, id) })
		if except.Several || before-len(ids) != len(except.IDs) {
			return nil
		}
	}
	if who.Text == remaining {
		ids = slices.DeleteFunc(ids, func(id string) bool { return has(r.told, id) })
	}
	for _, other := range behind {
		if of := other.Get("who"); of != nil && (!of.Group || len(of.IDs) < len(who.IDs)) {
			ids = slices.DeleteFunc(ids, func(id string) bool { return has(of.IDs, id) })
		}
	}
	if len(ids) == 0 {
		return nil
	}
	less := *who
	less.IDs = ids
	return clause.put("who", sealed(&less))
}

// Verbs of acts that repeat the previous clause.
const (
	same  = "same"  // in words: "Lee does the same"
	again = "again" // with an elided verb: "Lee advances 2, Murray 1"
)

// repeated replaces an act that repeats the previous clause with the acts of that clause, and overrides the roles that
// differ. It returns nil if there is nothing to repeat.
func (r *reading) repeated(clause *Value) *Value {
	if len(clause.List) != 1 {
		return clause
	}
	act := clause.List[0]
	do := act.Is("do")
	if do != same && do != again {
		return clause
	}
	if r.last == nil || do == again && len(r.last.List) != 1 {
		r.blank = true
		return nil
	}
	if as := act.Get("as"); as != nil && r.last.Get("who") != nil && !slices.Equal(as.IDs, r.last.Get("who").IDs) {
		return nil // "the same as Lee" only behind Lee's order
	}
	all := *clause
	all.List = nil
	for _, before := range r.last.List {
		for _, role := range act.Roles {
			if has([]string{"do", "who", "as"}, role.Name) {
				continue
			}
			of := before.Get(role.Name)
			if do == again && (of == nil || of.Kind != role.Value.Kind) {
				return nil
			}
			before = before.put(role.Name, role.Value)
		}
		before = loosened(before, r.who)
		all.List = append(all.List, before.drop("who"))
	}
	whole := sealed(&all)
	for _, role := range r.last.Roles {
		if role.Name != "who" && role.Name != "contd" && whole.Get(role.Name) == nil {
			whole = whole.with(role.Name, role.Value)
		}
	}
	return loosened(whole, r.who)
}

// loosened returns an act whose conditions no longer name the units, so that they are about the units that repeat it.
func loosened(act, who *Value) *Value {
	for _, role := range []string{"if", "unless", "until"} {
		tests := act.Get(role)
		if tests == nil || who == nil {
			continue
		}
		loose := loosenedTest(tests, who)
		loose.List = slices.Clone(loose.List)
		for i, test := range loose.List {
			loose.List[i] = loosenedTest(test, who)
		}
		act = sealed(act.put(role, sealed(loose)))
	}
	return act
}

func loosenedTest(test, who *Value) *Value {
	c := *test
	for _, role := range []string{"subj", "of"} {
		if v := c.Get(role); v != nil && v.Kind == who.Kind && slices.Equal(v.IDs, who.IDs) {
			c = *c.drop(role)
		}
	}
	return sealed(&c)
}

// clause adds the orders of one clause, whose acts share a subject.
func (r *reading) clause(clause *Value, l *lattice) bool {
	if clause.Is("courtesy") != "" {
		return true
	}
	if clause.Is("unchanged") != "" {
		return r.unchanged(clause, l)
	}
	if clause.List == nil {
		return false
	}
	first, last := l.words[l.tokens[clause.from].at], l.words[l.tokens[clause.to-1].at]
	said := Said{Text: r.it.Sentence(first, last), Span: [2]orders.Word{first, last}}
	var parts []part
	ok := true
	clause = r.commanded(clause)
	who := r.whose(clause)
	if of := cmp.Or(clause.Get("both"), clause.Get("who")); of != nil && of.Text == both && !pair(who) {
		return false
	}
	if clause.Get("after") != nil && (r.who == nil || slices.ContainsFunc(who.IDs, func(id string) bool {
		return has(r.who.IDs, id)
	})) {
		return false // a sequence for the same units
	}
	if parties := r.byOwner(who); len(parties) > 1 && clause.Get("told") == nil && !actsName(clause) {
		for _, party := range parties {
			if !r.clause(clause.put("who", party), l) {
				return false
			}
		}
		r.who = who
		return true
	}
	acts := r.merged(distributed(clause.List))
	if of := clause.Get("who"); of != nil && of.Text == command && len(of.IDs) > 1 && r.mayChoose(of) &&
		slices.ContainsFunc(acts, func(act *Value) bool {
			at := cmp.Or(act.Get("to"), act.Get("at"), act.Get("obj"))
			return at != nil && ground(at.Kind)
		}) {
		return false // "Kempt is to hold the farm" leaves to him who does it
	}
	for i, act := range acts {
		if i > 0 && acts[i-1].Get("else") != nil {
			return false // the act may belong to the ELSE branch
		}
		p, written := r.part(act, clause, who)
		if !written {
			return false
		}
		if act.from < act.to && act.to <= len(l.tokens) {
			p.words = r.it.Sentence(l.words[l.tokens[act.from].at], l.words[l.tokens[act.to-1].at])
		}
		if who = p.who; clause.Get("contd") != nil && r.directed == "" {
			return len(clause.List) == 1 && r.goOn(act, who, last)
		}
		if parts, ok = r.apart(parts, p); !ok {
			return false
		}
	}
	if parts, ok = r.chained(parts); !ok {
		return false
	}
	if r.among && clause.Get("who") == nil && len(parts) > 0 && parts[0].beside && parts[0].cond == "" && r.done != nil &&
		r.done.Get("until") != nil {
		return false // as in chained
	}
	return r.add(parts, said, last, l)
}

// add adds the orders of the parts of a clause, which ends with the word last.
func (r *reading) add(parts []part, said Said, last orders.Word, l *lattice) bool {
	defer func() { r.among = true }()
	for _, p := range parts {
		r.done, said.Who = p.act, nil
		if p.who != nil && !p.errand && !p.beside {
			said.Who = p.who.IDs
		}
		if r.directed != "" && !p.errand {
			if !r.direct(p, p.who, said) {
				return false
			}
			continue
		}
		done, ok := r.instead(&p, last)
		switch {
		case !ok:
			return false
		case done:
			continue
		}
		said.Note = r.unwritten(p, l)
		for said.Line = range strings.SplitSeq(p.line, " | ") {
			if p.to != "" { // a ruleset reads any other text as a letter
				if r.forms["inner"] != "" && r.v.Accepts != nil && !r.v.Accepts(said.Line) {
					return false
				}
				said.Line = strings.NewReplacer("{to}", p.to, "{order}", said.Line).Replace(r.forms["to"])
			}
			if len(r.said) == 0 || r.said[len(r.said)-1].Line != said.Line {
				r.said = append(r.said, said)
			}
		}
	}
	return true
}

// mayChoose reports whether a commander who is sent to a place chooses who goes there. "Kempt's men" are all of them,
// unless they cannot all stand there.
func (r *reading) mayChoose(command *Value) bool {
	return r.forms["crowd"] == "no" || r.forms["crowd"] == "named" && command.Get("whole") == nil
}

// unchanged adds the result for troops of the seat that continue with their earlier orders.
func (r *reading) unchanged(clause *Value, l *lattice) bool {
	who := clause.Get("who")
	if who == nil || len(clause.Roles) > 2 || who.Kind != "unit" || who.Several || r.owner(who) != "" {
		return false // also with a condition, which would be lost
	}
	first, last := l.words[l.tokens[clause.from].at], l.words[l.tokens[clause.to-1].at]
	r.said = append(r.said, Said{
		Unchanged: who.IDs, Text: r.it.Sentence(first, last), Span: [2]orders.Word{first, last},
	})
	r.told = append(r.told, who.IDs...)
	r.open = nil
	return true
}

// distributed gives the condition of several acts to each of them: "if they come, charge and pursue".
func distributed(acts []*Value) (list []*Value) {
	for _, act := range acts {
		if act.List == nil {
			list = append(list, act)
			continue
		}
		for _, one := range act.List {
			for _, role := range act.Roles {
				if one = one.with(role.Name, role.Value); one == nil {
					return []*Value{act} // a condition within the condition
				}
			}
			list = append(list, sealed(one))
		}
	}
	return list
}

// unwritten returns a note if the ELSE branch is left out because it is the default.
func (r *reading) unwritten(p part, l *lattice) string {
	if !p.idle {
		return ""
	}
	other := p.act.Get("else")
	words := r.it.Sentence(l.words[l.tokens[other.from].at], l.words[l.tokens[other.to-1].at])
	return `as troops without orders do otherwise: "` + words + `"`
}

// both is the text of the pronoun for exactly two units.
const both = "BOTH"

func pair(who *Value) bool { return who != nil && len(who.IDs) == 2 }

// ofClauses lists the roles that belong to a clause rather than to its acts.
var ofClauses = []string{"who", "told", "contd", "after", "courtesy", "besides", "both"}

// part writes one act of a clause. Conditions of the clause apply to each of its acts.
func (r *reading) part(act, clause, who *Value) (p part, ok bool) {
	of, all := act.Get("who"), clause.Get("who")
	switch {
	case of == nil:
	case of.Text == both && all != nil && !pair(who): // "Lee to the mill, Murray to the ford, then both charge"
		return p, false
	case of.Kind == "they" && all == nil: // `if r1 is flanked, hold it`
		who = r.whose(clause.with("who", of))
	case of.Kind != "they" && all != nil && of.Group && all.IDs != nil && within(all, of): // "Lee puts the guns there"
	case of.Kind != "they" && all != nil:
		return p, false
	case of.Kind != "they":
		who = of
	}
	if who != nil && who.Several {
		return p, false
	}
	if told := clause.Get("told"); told != nil && who == nil && len(told.IDs) == 1 && len(r.v.Under[told.IDs[0]]) == 1 {
		who = sealed(&Value{Kind: "unit", IDs: r.v.Under[told.IDs[0]]})
	}
	if told := clause.Get("told"); told != nil && who != nil && len(told.IDs) == 1 && r.v.Under[told.IDs[0]] != nil {
		under := *who
		if under.IDs = r.v.Under[told.IDs[0]]; who.Group && slices.Equal(who.IDs, r.v.Mine) {
			who = sealed(&under) // "to Foy: all hold" means Foy's troops
		} else if !within(who, &under) {
			return p, false
		}
	}
	if who == nil && all != nil {
		act = act.put("who", all)
	}
	if act = withRoles(act, clause); act == nil {
		return p, false
	}
	if r.standing && act.Get("standing") == nil {
		act = act.with("standing", atom("yes"))
	}
	r.alone = false
	p, ok = r.line(act, who)
	if !ok && who == nil && len(r.v.Mine) == 1 && r.directed != "" && conditioned(act) {
		who = sealed(&Value{Kind: "unit", IDs: r.v.Mine})
		p, ok = r.line(act, who)
	}
	if !ok && of == nil && all == nil && who != nil { // an order of the writer's own, such as a ride
		if own, other := r.line(act, nil); other {
			p, ok, who = own, true, nil
		}
	}
	p.alone = r.alone
	r.named(act, who)
	if !ok || clause.Get("contd") != nil && r.directed != "" && (r.open == nil || p.behind != "") {
		return p, false
	}
	if p.who = who; !p.errand {
		p.to = r.owner(who)
	}
	if told := clause.Get("told"); told != nil {
		if p.to, ok = r.text(told, "", nil); !ok || told.Several {
			return p, false
		}
	}
	if who != nil && !p.errand && !p.beside {
		r.tell(act, who)
	}
	return p, p.to == "" || r.forms["to"] != "" && !p.errand
}

// withRoles gives an act the roles of its clause that apply to all acts. It returns nil if they contradict each other.
func withRoles(act, clause *Value) *Value {
	for _, role := range clause.Roles {
		switch before := act.Get(role.Name); {
		case has(ofClauses, role.Name):
		case before == nil:
			act = act.with(role.Name, role.Value)
		case role.Name == "if":
			act = act.put("if", sealed(&Value{List: append(conjuncts(before), conjuncts(role.Value)...)}))
		case role.Name == "unless" || role.Name == "until":
			return nil
		}
	}
	return act
}

// tell records that units have an order, and its destination.
func (r *reading) tell(act, who *Value) {
	r.told = append(r.told, who.IDs...)
	if to := cmp.Or(act.Get("to"), act.Get("at")); to != nil && ground(to.Kind) && !conditioned(act) {
		for _, id := range who.IDs {
			r.bound = maps.Clone(r.bound)
			if r.bound == nil {
				r.bound = map[string]*Value{}
			}
			r.bound[id] = to
		}
	}
}

// conjuncts returns the conditions that must all hold.
func conjuncts(tests *Value) []*Value {
	if tests.List != nil {
		return slices.Clip(tests.List)
	}
	return []*Value{tests}
}

// chained joins consecutive main acts of the same units into one order, if the ruleset has sequences.
func (r *reading) chained(parts []part) (list []part, ok bool) {
	then := r.forms["then"]
	if r.directed != "" {
		return parts, true
	}
	for _, p := range parts {
		last := len(list) - 1
		if last >= 0 && p.beside && p.cond == "" && p.who == list[last].who && list[last].on == "until" {
			return nil, false // "advance to within 4 and fire": not before
		}
		if then == "" || last < 0 || p.beside || p.errand || list[last].beside || list[last].errand ||
			p.who != list[last].who || p.cond != list[last].cond || p.on != list[last].on {
			if p.seq && last >= 0 && p.who == list[last].who && !p.beside {
				return nil, false
			}
			list = append(list, p)
			continue
		}
		before := &list[last]
		switch halt := r.forms["halt"]; {
		case p.single || before.single || before.order == halt && p.seq:
			return nil, false
		case before.order == halt: // "stay and face north" is one act
			list[last] = p
			continue
		}
		order := strings.NewReplacer("{order}", before.order, "{next}", p.order).Replace(then)
		if at, _, ok := strings.Cut(then, "{next}"); ok &&
			strings.HasPrefix(p.order, strings.Replace(at, "{order}", before.order, 1)) {
			order = p.order // "to the ford, and there form line"
		}
		before.line = strings.Replace(before.line, before.order, order, 1)
		before.order, before.act = order, p.act
	}
	return list, true
}

// apart appends p, split into a part for each party of units that stand apart if each party needs its own order.
func (r *reading) apart(parts []part, p part) ([]part, bool) {
	var parties [][]string
	switch {
	case p.who == nil:
	case p.alone && r.forms["alone"] != "":
		for _, id := range p.who.IDs {
			parties = append(parties, []string{id})
		}
	case p.each && r.v.Parties != nil:
		parties = r.v.Parties(p.who.IDs)
	}
	if len(parties) < 2 {
		return append(parts, p), true
	}
	to := cmp.Or(p.act.Get("to"), p.act.Get("at"))
	for _, ids := range parties {
		if p.who.Group && to != nil && ground(to.Kind) && r.v.Relate != nil && r.v.Relate("here", ids, to.IDs) != "" {
			continue // of all, those that are there already need not go
		}
		who := *p.who
		who.IDs, who.Group = ids, false
		one, ok := r.line(p.act.put("who", sealed(&who)), sealed(&who))
		if !ok {
			return nil, false
		}
		if one.who, one.to = p.who, p.to; p.alone {
			one.who = sealed(&who)
		}
		parts = append(parts, one)
	}
	return parts, true
}

// instead merges a conditional move into the unconditional one before it: "hold, but charge if they come near". It
// returns ok false if the units would get two moves.
func (r *reading) instead(p *part, last orders.Word) (done, ok bool) {
	verb, _, _ := strings.Cut(p.order, " ")
	if !has(strings.Fields(r.forms["moves"]), verb) || p.who == nil || p.beside {
		return false, true
	}
	before := r.move
	p.at = len(r.said)
	if r.move = p; before == nil || !slices.Equal(before.who.IDs, p.who.IDs) {
		return false, true
	}
	if p.cond == "" || before.cond != "" || p.on != "if" || p.to != "" {
		return false, false
	}
	if len(p.who.IDs) > 1 && p.act.Is("do") == "go" && before.act.Is("do") == "go" {
		return false, false // "both to the mill and the ford when …" may mean a place each
	}
	whom, _ := r.text(p.who, "", nil)
	said := &r.said[before.at]
	put := strings.NewReplacer("{cond}", p.cond, "{order}", p.order, "{before}", before.order, "{who}", whom)
	said.Line = put.Replace(r.forms["but"])
	said.Span[1] = last
	return true, true
}

// merged joins consecutive acts that are one order in the ruleset, such as a march and its end.
func (r *reading) merged(acts []*Value) (list []*Value) {
	for _, act := range acts {
		last := len(list) - 1
		bare := act.Is("do") == "hold" && len(act.Roles) == 1 // "come up and hold" must go somewhere
		if last >= 0 && list[last].Is("do") == "move" && len(list[last].Roles) == 1 && act.Get("seq") == nil && !bare {
			list[last] = act // "go and help", "move and support"
			continue
		}
		if last < 0 || conditioned(act) || conditioned(list[last]) || !r.goTogether(list[last].Is("do"), act.Is("do")) {
			list = append(list, act)
			continue
		}
		where := cmp.Or(list[last].Get("to"), list[last].Get("obj"))
		again := cmp.Or(act.Get("at"), act.Get("obj"), act.Get("to"), act.Get("with"))
		if where == nil || again != nil && again.Kind != "there" && again.Kind != "they" && again.hash != where.hash {
			list = append(list, act)
			continue
		}
		whole := list[last].put("do", act.Get("do"))
		for _, role := range act.Roles {
			if said := role.Value; said != again && role.Name != "seq" && whole.Get(role.Name) == nil {
				whole = whole.with(role.Name, said)
			}
		}
		list[last] = sealed(whole)
	}
	return list
}

func conditioned(act *Value) bool {
	return act.Get("if") != nil || act.Get("unless") != nil || act.Get("until") != nil
}

// goTogether reports whether the ruleset's merge pairs include the two verbs: "march to the mill and hold it".
func (r *reading) goTogether(first, behind string) bool {
	for pair := range strings.SplitSeq(r.forms["merge"], ";") {
		before, after, _ := strings.Cut(pair, ">")
		if has(strings.Fields(before), first) && has(strings.Fields(after), behind) {
			return true
		}
	}
	return false
}

// goOn adds the act to the previous order as its ELSE branch.
func (r *reading) goOn(act, who *Value, last orders.Word) bool {
	if r.done == nil || r.done.Get("else") != nil || r.directed != "" || r.owner(who) != "" {
		return false
	}
	if before := r.done.Get("who"); before == nil || who == nil || !slices.Equal(before.IDs, who.IDs) {
		return false
	}
	said := &r.said[len(r.said)-1]
	if alone, ok := r.line(r.done, who); !ok || alone.line != said.Line {
		return false // the previous order has more acts than one
	}
	p, ok := r.line(r.done.with("else", act), who)
	if ok {
		said.Line, said.Span[1] = p.line, last
		if r.last != nil {
			r.last = sealed(r.last.put("else", act))
		}
	}
	return ok
}

// part is the canonical text of one act.
type part struct {
	act    *Value
	line   string
	bare   string // the line without its details
	words  string // as written
	behind string // conditional text, which follows all acts of a directive
	errand bool   // a complete order, not part of a directive
	each   bool   // units that stand apart get an order each
	alone  bool   // the condition is about the acting units themselves
	beside bool   // may stand beside a main order
	idle   bool   // the ELSE branch is the default and is left out
	single bool   // cannot be part of a sequence
	at     int    // index of its line in reading.said
	detail bool
	seq    bool   // follows the previous act in time
	order  string // the text without its condition
	cond   string
	on     string // "if", "unless" or "until"
	who    *Value
	to     string // subordinate who commands the units
}

// named updates the referents of later pronouns: subject, friend and place.
func (r *reading) named(act, who *Value) {
	if r.who = who; who != nil {
		r.friend = who
	}
	for _, role := range act.Roles {
		if v := role.Value; role.Name != "who" && v.Kind == "unit" && !v.Several {
			r.friend = v
		} else if ground(v.Kind) {
			r.place = v
		} else if role.Name == "if" || role.Name == "unless" || role.Name == "until" {
			r.mentioned(v)
		}
	}
}

// mentioned makes the subject of a condition the referent of later object pronouns.
func (r *reading) mentioned(tests *Value) {
	for _, test := range append(slices.Clip(tests.List), tests) {
		r.arm = cmp.Or(test.Get("arm"), r.arm)
		r.foeish = r.foeish || test.Get("foe") != nil
		if at := test.Get("at"); at != nil && ground(at.Kind) {
			r.place = at
		}
		switch subj := test.Get("subj"); {
		case subj == nil:
		case subj.Kind == "enemy":
			r.foe = subj
		case subj.Kind == "unit":
			r.friend = subj
		case ground(subj.Kind):
			r.place = subj
		}
	}
}

// together reports whether two acts have the same condition.
func (p part) together(other part) bool {
	return p.behind != "" && p.on == "if" && other.on == "if" && p.cond == other.cond && !p.single && !other.single
}

// main reports whether a part is a main verb and not a detail.
func (p part) main() bool { return p.line != "" && !p.detail }

// within reports whether others includes all ids of some.
func within(some, others *Value) bool {
	return !slices.ContainsFunc(some.IDs, func(id string) bool { return !has(others.IDs, id) })
}
