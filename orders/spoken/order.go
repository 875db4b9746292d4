package spoken

import (
	"slices"
	"strings"

	"galloper/orders"
)

// order parses one order with its conditions, alternatives and sequels.
func (r *listener) order(tokens []token) (*spokenOrder, []Said, bool) {
	r.goal, r.main = "", false
	list := r.parted(r.reacting(r.called(r.clauses(addressees(tokens)))))
	list = r.turning(r.insteadIf(r.postponed(list)))
	o := &spokenOrder{r: r}
	for i := range list {
		list[i].last = i+1 == len(list)
		o.take(&list[i])
		r.main = r.main || o.main != ""
	}
	said, ok := o.said()
	for _, id := range o.who {
		if r.went == nil {
			r.went = map[string]string{}
		}
		if o.goal != "" && said.Line != "" && !slices.Contains([]Verb{Attack, Assault, Charge, Counter, Fire, Face, Watch},
			o.verb) {
			r.went[id] = o.goal
		}
	}
	return o, append([]Said{said}, o.more...), ok
}

// parties parses one order. If its troops need separate orders, it parses it once for each party.
func (r *listener) parties(tokens []token) ([]Said, bool) {
	before := *r
	o, all, ok := r.order(tokens)
	var parts [][]string
	switch {
	case !ok || before.party != nil:
	case o.each:
		for _, id := range o.who {
			parts = append(parts, []string{id})
		}
	case o.apart && r.vocabulary.Parties != nil:
		parts = r.vocabulary.Parties(o.who)
	default:
		parts = r.byCommander(o.who)
	}
	if len(parts) < 2 {
		return all, ok
	}
	after := *r
	all = nil
	for _, party := range parts {
		*r = before
		r.party = party
		_, said, _ := r.order(tokens)
		all = append(all, said...)
	}
	*r = after
	return all, ok
}

// addressees strips TO and OF from the recipients: `To Lee's: …`, `men of Lee's, …`.
func addressees(tokens []token) []token {
	tokens = slices.Clone(tokens)
	for i := range tokens {
		if tokens[i].kind != joint && (tokens[i].sense(unit) == nil || i > 0 && tokens[i].prep != "") {
			break
		}
		if (tokens[i].prep == "to" || tokens[i].prep == "of" && i == 0) && len(tokens) > i+1 {
			tokens[i].prep = ""
		}
	}
	return tokens
}

// called removes a first clause that only names the recipients: `Lee's, if they come near, …`.
func (r *listener) called(list []clause) []clause {
	if len(list) < 2 || list[0].mark != "" || slices.Contains([]string{"but", "or", "then"}, list[1].mark) {
		return list
	}
	var who []string
	for i := range list[0].tokens {
		k := &list[0].tokens[i]
		s := k.sense(unit)
		if k.kind == joint {
			continue
		}
		if s == nil || s.several || k.prep != "" {
			return list
		}
		who = slices.Concat(who, s.ids)
	}
	r.who, r.owner, r.named = who, "", true
	return list[1:]
}

// spokenOrder is an order under construction from its clauses.
type spokenOrder struct {
	r           *listener
	main, alt   string // in the ruleset's language
	altAdds     bool
	altVerb     Verb // of the alternative
	altText     string
	adds        bool // main can be appended to another order
	also        bool // the last part of main happens at the same time as others
	altAlso     bool
	each        bool // the condition differs between the units
	first       bool // the condition preceded the order
	who         []string
	cond        string
	not         bool // the condition is negated
	unlike      bool // and the clause began with IF
	until       bool // the first clause holds until the condition does
	otherwise   bool // there was an ELSE
	any         bool // the order has a frame
	untilTokens []token
	verb        Verb // of the main clause
	frame       *template
	unread      []token
	several     []string
	lacks       string
	path        []token // of the main clause, for a place added by THEN
	waits       *clause // a condition that precedes its order
	note        string
	astray      bool // a condition was not understood
	skipped     bool // the previous clause was not understood
	past        bool // the condition is the outcome of the previous order
	inverse     bool // the action starts when the UNTIL condition holds
	shared      bool // several unnamed units of an addressee act at one place
	apart       bool // troops at different places need separate orders
	own         bool
	goal        string // of the main clause
	tail        string // a second condition and its consequence
	more        []Said // separate orders from the same sentence
	where       orders.Word
}

// take adds a clause.
func (o *spokenOrder) take(c *clause) {
	goesOn, skipped := c.mark == "then" || c.mark == "and", o.skipped
	o.skipped = false
	switch {
	case isCondition(c.mark) && skipped && o.main != "" && !o.excepts(c): // it belongs to an unread clause
		o.drop(c)
	case isCondition(c.mark) && o.more == nil:
		o.condition(c)
	case c.mark == "before" && o.inverse && o.cond == "":
		o.condition(&clause{mark: "until", tokens: c.tokens, begins: c.begins})
	case c.mark == "while" && o.verb == Hold && o.main != "":
		o.note = joinNotes(o.note, o.held(c.tokens))
	case c.mark == "while" || c.mark == "before":
		o.drop(c)
	case o.main == "" && o.lacks == "" && o.several == nil:
		o.begin(c)
	case c.mark == "and" && o.specified(c), goesOn && o.supersede(c):
	case (goesOn || c.mark == "but") && o.beside(c):
	case goesOn && o.idle(c):
		o.note = joinNotes(o.note, `nothing else is asked of them by "`+quoted(o.r.words, c.tokens)+`"`)
	case c.mark == "else" && o.nothing(c):
		o.note = joinNotes(o.note, `nothing is done otherwise`)
	case (goesOn || c.mark == "but") && (goesOn && o.extend(c) || o.sequel(c) || o.chain(c) || o.merged(c)):
	case o.r.Several && goesOn && o.cond == "" && o.main != "" && o.unread == nil:
		o.another(c)
	case (c.mark == "or" || c.mark == "else") && (o.either(c) || o.retake(c)):
	case c.mark == "then" && o.turned(c):
	case c.mark == "else", goesOn && (o.until || o.not) && o.cond != "", c.mark == "or" && o.cond == "":
		o.second(c)
	default:
		o.drop(c)
	}
}

// drop marks a clause as unread.
func (o *spokenOrder) drop(c *clause) {
	o.lost(c.tokens)
	o.unread = append(o.unread, c.whole()...)
	o.astray, o.skipped = o.astray || isCondition(c.mark), !isCondition(c.mark)
}

// lost records where the unread words begin.
func (o *spokenOrder) lost(tokens []token) {
	if o.where.Text == "" && len(tokens) > 0 && tokens[0].from < len(o.r.words) {
		o.where = o.r.words[tokens[0].from]
	}
}

// begin adds the main clause.
func (o *spokenOrder) begin(c *clause) {
	f, v := o.r.clause(c.tokens, o.verb)
	o.verb = v
	if f == nil {
		if slices.ContainsFunc(c.tokens, o.r.excludes) { // `Lee's keep north of the wood, and …`
			o.r.about(c.tokens)
			c.tokens = c.tokens[o.r.troopsAt(c.tokens):]
		}
		if slices.ContainsFunc(c.tokens, func(k token) bool { return k.kind != joint }) {
			o.drop(c)
		}
		return
	}
	o.any, o.frame = true, f.from
	o.path, o.goal = c.tokens, f.goal
	o.inverse = f.from != nil && f.from.Until
	if f.from != nil {
		o.note = joinNotes(o.note, f.from.Note)
	}
	if o.several, o.lacks = nil, f.lacks; f.vague != nil {
		o.several = f.vague.ids
		o.blame(c.tokens, f.vague)
	}
	if f.lacks == "" && f.vague == nil {
		o.main, o.adds, o.also, o.who = string(f.out), f.from.Adds, f.from.Also, f.who
		o.apart, o.own = f.from.Apart, f.from.Own
		o.shared = o.r.to != "" && !o.r.named && !o.r.Together && len(f.who) > 1 && f.goal != ""
	}
	left := slices.Concat(o.leads(f.left()), f.guesses())
	if f.from.Near && len(left) == 0 {
		left = roughly(c.tokens)
	}
	o.lost(left)
	o.unread, o.skipped = append(o.unread, left...), slices.ContainsFunc(left, token.isVerb)
	if o.waits != nil {
		waits := o.waits
		o.waits = nil
		o.condition(waits)
		o.first = o.cond != ""
	}
}

// blame records the ambiguous word.
func (o *spokenOrder) blame(tokens []token, vague *sense) {
	for _, k := range tokens {
		s := k.sense(vague.kind)
		if s != nil && slices.Equal(s.ids, vague.ids) && o.where.Text == "" && k.to <= len(o.r.words) {
			o.where = o.r.words[k.to-1]
		}
	}
}

// extend adds a further destination of a march, or a further item of a list.
func (o *spokenOrder) extend(c *clause) bool {
	more := slices.DeleteFunc(slices.Clone(c.tokens), func(k token) bool { return k.kind == joint })
	if o.path == nil || o.main == "" || o.cond != "" || len(more) == 0 || more[0].kind == verb ||
		len(more) > 1 && o.verb != Order { // `then the left and the right`, for the order of movement
		return false
	}
	by := slices.Clone(o.path)
	for i := range by {
		if len(by[i].senses) > 0 && by[i].senses[0].kind == more[0].kind && by[i].sense(unit) == nil {
			by[i].prep = "via"
		}
	}
	for _, path := range [][]token{o.path, by} {
		path = append(slices.Clip(path), more...)
		if f, _ := o.r.clause(path, o.verb); f != nil && f.lacks == "" && f.vague == nil && f.unused() == 0 &&
			keeps(string(f.out), o.main) {
			o.main, o.path = string(f.out), path
			o.unread = withoutSaid(o.unread, path)
			return true
		}
	}
	return false
}

// keeps reports whether an order contains all the words of another.
func keeps(order, other string) bool {
	words := func(line string) []string { return strings.Fields(strings.ReplaceAll(line, ",", "")) }
	have := words(order)
	return !slices.ContainsFunc(words(other), func(w string) bool { return !slices.Contains(have, w) })
}

// sequel adds a clause that fits into the same order, `go to the mill and face north`, `form line, then advance`, or
// that describes default behaviour.
func (o *spokenOrder) sequel(c *clause) bool {
	if o.cond != "" || len(c.tokens) == 0 {
		return false
	}
	f, v := o.r.clause(c.tokens, "")
	if f == nil {
		return false
	}
	if v == Wait && o.r.Finally == Hold {
		v = Hold // `and wait there`
	}
	if v != "" && v == o.r.Finally && o.r.Then == "" && o.main != "" && !o.adds && len(f.args) > f.count(they) {
		// the rest of `then halt facing north`
		rest := slices.DeleteFunc(slices.Clone(c.tokens), func(k token) bool {
			return k.kind == verb && k.verb == v || k.kind == they && k.prep == ""
		})
		if f, v = o.r.clause(rest, ""); f == nil || !f.from.Adds || !o.rests(c) {
			return false
		}
	}
	switch {
	case f.vague != nil || !slices.Equal(f.who, o.who):
		return false
	case v != "" && v == o.r.Finally && o.r.Then == "" && o.main != "" && !o.adds && (len(f.args) == f.count(they) ||
		o.r.Several && f.lacks == "" && f.unused() == 0):
		return o.rests(c)
	case f.unused() > 0:
		return false
	case f.lacks == "" && string(f.out) == o.main: // a repetition
		return true
	case f.lacks != "" || !f.from.Adds && !o.adds:
		return false
	}
	one, other := o.main, string(f.out)
	if !f.from.Adds {
		one, other = other, one
	}
	o.main, o.adds = added(one, other), o.adds && f.from.Adds
	o.unread = append(o.unread, f.guesses()...)
	return true
}

// rests adds a note that the last clause describes default behaviour once the order is done. It returns false if the
// order has no end.
func (o *spokenOrder) rests(c *clause) bool {
	if !o.r.Onward {
		return true
	}
	ends := slices.ContainsFunc(o.path, func(k token) bool {
		return k.sense(spots...) != nil || k.sense(enemy, "lane", "yards", number, middle) != nil
	})
	if !ends || slices.Contains([]Verb{Follow, Support, Level}, o.verb) {
		return false
	}
	o.note = joinNotes(o.note, `as troops do anyway when that is done: "`+quoted(o.r.words, c.whole())+`"`)
	return true
}

// specified replaces a bare verb with a clause that adds the destination or target, `bring up r1, advance to the mill`,
// `charge and capture the guns`, or says where a leaving person goes.
func (o *spokenOrder) specified(c *clause) bool {
	bare := !slices.ContainsFunc(o.path, func(k token) bool {
		return k.kind != verb && k.kind != joint && k.kind != mark && (k.sense(unit, self, they) == nil || k.prep != "")
	})
	at := slices.IndexFunc(c.tokens, token.isVerb)
	leaves := o.verb == Leave && o.who == nil
	if at < 0 || o.cond != "" || o.unread != nil || o.main == "" || !bare && !leaves {
		return false
	}
	tokens, strikes := slices.Clone(c.tokens), []Verb{Charge, Attack, Assault}
	switch next := tokens[at].verb; {
	case moves(o.verb) && o.verb != Withdraw && (next == Move || next == Advance):
	case leaves && (next == Ride || next == Join || next == Move):
	case slices.Contains(strikes, o.verb) && (next == Take || slices.Contains(strikes, next)):
		tokens[at].verb = o.verb
	default:
		return false
	}
	before := *o.r
	f, v := o.r.clause(tokens, "")
	if f == nil || f.lacks != "" || f.vague != nil || f.unused() > 0 || !f.touched() || f.from.Adds ||
		!slices.Equal(f.who, o.who) {
		*o.r = before
		return false
	}
	o.main, o.verb, o.path, o.goal = string(f.out), v, tokens, f.goal
	return true
}

// supersede replaces a mere move with the action at its destination: `go to the guns and protect them`.
func (o *spokenOrder) supersede(c *clause) bool {
	sent := slices.Contains([]Verb{Move, Advance, Follow, Ride}, o.verb) && o.cond == "" && o.unread == nil
	at := 0
	var by []token // the route is kept
	for i := range o.path {
		switch k := &o.path[i]; {
		case len(k.senses) == 0 || k.sense(self) != nil || k.sense(unit) != nil && k.prep == "":
		case k.prep == "via" || k.sense("lane") != nil:
			by = append(by, *k)
		default:
			at++
		}
	}
	if o.goal == "" { // `go forward and close with them`
		at++
	}
	// `stay there and fire at them`
	stands := o.verb == Hold && o.cond == "" && o.unread == nil && !o.adds && o.r.Then == ""
	goal, before := o.goal, *o.r
	if !(sent && at == 1 || stands) || o.main != "" && (o.r.Several && goal == "" || o.r.Then != "") {
		return false
	}
	o.r.goal = "" // prefer a goal that the clause names
	f, v := o.r.clause(slices.Concat(c.tokens, by), "")
	if sent && at == 1 && (f == nil || f.lacks != "" || f.unused() > 0 || !slices.Equal(f.who, o.who)) {
		*o.r = before
		if more, verb := o.struckThere(c, by); more != nil {
			f, v = more, verb
		}
	}
	does := slices.Contains([]Verb{Support, Take, Assault, Attack, Charge}, v) || v == Join && o.who == nil
	if stands {
		does = v == Fire && f != nil && !f.from.Adds
	}
	if !does || f == nil || f.lacks != "" || f.vague != nil || f.unused() > 0 || goal != "" && f.goal != goal ||
		!slices.Equal(f.who, o.who) {
		*o.r = before
		return false
	}
	o.main, o.adds, o.verb, o.path, o.lacks, o.who = string(f.out), false, v, c.tokens, "", f.who
	return true
}

// chain adds an action of the same units that follows or accompanies the order.
func (o *spokenOrder) chain(c *clause) bool {
	last, also := &o.main, &o.also
	switch {
	case o.alt != "":
		last, also = &o.alt, &o.altAlso
	case o.r.Then == "" || o.main == "" || o.cond != "" && !o.first || (o.until || o.not) && o.cond != "":
		return false
	case len(c.tokens) == 1 && c.tokens[0].kind == verb && c.tokens[0].verb == o.verb: // a repetition
		return true
	case o.astray:
		return false
	}
	tokens := c.tokens
	if len(tokens) > 0 && tokens[0].kind == verb && tokens[0].verb == o.r.Finally && !slices.ContainsFunc(tokens[1:],
		func(k token) bool { return k.sense(they) == nil }) {
		tokens = tokens[:1] // `and hold it`
	}
	if len(tokens) > 0 && tokens[0].kind == verb && tokens[0].verb == Form { // `and form line there`
		tokens = slices.DeleteFunc(slices.Clone(tokens), func(k token) bool {
			return k.kind == they && len(k.senses) > 1 && k.sense(enemy) == nil && k.senses[0].ids[0] == o.r.goal
		})
	}
	f, v := o.r.clause(tokens, "")
	if f == nil {
		f, v = o.r.clause(tokens, o.verb)
	}
	if f != nil && v == o.r.Finally && f.who == nil && o.who == nil && len(f.args) == f.count(they) {
		return true // `I join Lee's and stay there`
	}
	if o.r.Then == "" || f == nil || f.lacks != "" || f.vague != nil || f.unused() > 0 || f.from.Near || f.owner != "" ||
		!f.from.troop || !slices.Equal(f.who, o.who) || *also && !f.from.Also && c.mark == "then" {
		return false
	}
	if _, next, _ := strings.Cut(string(f.out), o.r.Behind); len(tokens) > 0 && o.r.Behind != "" &&
		strings.HasSuffix(*last, " "+next) {
		return true // a repetition
	}
	how := o.r.Then
	if f.from.Also || *also {
		how = o.r.Also
	}
	*last = o.r.join(how, *last, string(f.out))
	o.unread = append(o.unread, f.guesses()...)
	*also, o.verb, o.path = f.from.Also, v, nil
	return true
}

// join appends the next or simultaneous action to an order for the same units.
func (s *Speech) join(how, order, next string) string {
	_, next, _ = strings.Cut(next, s.Behind)
	return strings.NewReplacer("{order}", order, "{next}", next).Replace(how)
}

// merged parses a clause together with the previous one, for a frame that covers both: `hold as long as you can, then
// fall back to the mill`.
func (o *spokenOrder) merged(c *clause) bool {
	if o.main == "" && o.lacks == "" || o.cond != "" || !slices.ContainsFunc(c.tokens, token.isVerb) {
		return false
	}
	path := o.path
	if o.verb == Move && !slices.ContainsFunc(path, token.isVerb) { // `Lee's to the mill, and fire`
		n := o.r.troopsAt(path)
		path = slices.Insert(slices.Clone(path), n, token{kind: verb, verb: Move, from: c.tokens[0].from,
			to: c.tokens[0].from})
	}
	f, _ := o.r.clause(slices.Concat(path, c.tokens), "")
	if f == nil || !(f.from.Whole && o.unread == nil) && !o.r.Several || f.lacks != "" ||
		f.vague != nil || f.unused() > 0 {
		return false
	}
	o.main, o.adds, o.who, o.apart, o.unread = string(f.out), f.from.Adds, f.who, f.from.Apart, nil
	o.lacks = ""
	return true
}

// another adds a clause as a separate order, or as a refused one. Troops limited to one order a turn cannot get a
// second.
func (o *spokenOrder) another(c *clause) {
	f, _ := o.r.clause(c.tokens, "")
	s := Said{Text: o.r.text(c.tokens)}
	twice := f != nil && f.from != nil && f.from.Apart && o.apart &&
		slices.ContainsFunc(f.who, func(id string) bool { return slices.Contains(o.who, id) })
	if f != nil && f.lacks == "" && f.vague == nil && !twice {
		other := spokenOrder{r: o.r, main: string(f.out), who: f.who, any: true}
		s.unread = f.left()
		other.compose(&s)
	}
	o.more = append(o.more, s)
}

// added appends an order to another, without the part before its colon.
func added(one, other string) string {
	if _, rest, ok := strings.Cut(other, ": "); ok {
		other = rest
	}
	if strings.HasSuffix(one, " "+other) { // a repetition: `get down from your horses and hold it on foot`
		return one
	}
	return one + " " + other
}

// retake parses the previous clause again with OR HOLD or ELSE HOLD, for frames with a slot for it.
func (o *spokenOrder) retake(c *clause) bool {
	kind := map[string]string{"or": orHold, "else": elseHold}[c.mark]
	holds, path := false, slices.Clone(o.path)
	for _, k := range c.tokens {
		switch {
		case k.kind == verb && k.verb == Hold && !holds:
			holds = true
			path = append(path, token{kind: kind, senses: []sense{{kind: kind, ids: []string{""}}}, from: k.from, to: k.to})
		case kind == elseHold && k.ours() && (k.prep == "" || k.prep == "with") && !k.sense(unit).several:
			k.kind, k.prep, k.senses = elseWith, "", []sense{{kind: elseWith, ids: k.sense(unit).ids}}
			path = append(path, k)
		case k.kind != they && k.kind != joint:
			path = append(path, k)
		}
	}
	if !holds || o.cond != "" || c.mark == "or" && len(c.tokens) != 1 {
		return false
	}
	f, _ := o.r.clause(path, "")
	if f == nil || f.lacks != "" || f.vague != nil || f.unused() > 0 {
		return false
	}
	o.main, o.otherwise = string(f.out), true
	return true
}

// either adds an alternative argument to the previous clause, for frames that accept one after OR or by rank: `play the
// pila or the wedge on r3`, `the pila on r3, or else the wedge`.
func (o *spokenOrder) either(c *clause) bool {
	other := slices.DeleteFunc(slices.Clone(c.tokens), func(k token) bool { // `or the wedge on r3`, unit repeated
		s := k.sense(unit)
		return k.kind == joint || k.kind == verb && k.verb == o.verb ||
			s != nil && o.who != nil && slices.Equal(s.ids, o.who)
	})
	if len(other) == 0 || len(other[0].senses) == 0 || other[0].prep != "" && other[0].prep != "with" ||
		o.cond != "" && !o.first {
		return false
	}
	path, first := slices.Concat(o.path, other), true
	for i := range path {
		if k := &path[i]; len(k.senses) > 0 && k.senses[0].kind == other[0].senses[0].kind {
			if !first && !(o.frame != nil && o.frame.Ranked) {
				k.prep = "or"
			}
			first = false
		}
	}
	before := *o.r
	f, _ := o.r.clause(path, o.verb)
	if f == nil || f.lacks != "" || f.vague != nil || f.unused() > 0 {
		*o.r = before
		return false
	}
	o.main, o.path, o.who, o.otherwise = string(f.out), path, f.who, true
	o.adds, o.apart, o.lacks = f.from.Adds, f.from.Apart, ""
	o.unread = withoutSaid(o.unread, path)
	return true
}

// withoutSaid returns the unread tokens that are not in path.
func withoutSaid(unread, path []token) []token {
	return slices.DeleteFunc(unread, func(k token) bool {
		return slices.ContainsFunc(path, func(said token) bool { return said.from == k.from })
	})
}

// Kinds for `or hold`, `else hold`, and `if they stand, stay`.
const (
	orHold   = "or-hold"
	elseHold = "else-hold"
	elseWith = "else-with" // the units that hold then
	elseStay = "else-stay" // if the enemy blocks the way
)

// second adds the alternative action, or the one that follows.
func (o *spokenOrder) second(c *clause) {
	before := o.verb
	if slices.ContainsFunc(c.tokens, func(k token) bool {
		return whereTo(&k) || k.prep == "to" && k.sense(spots...) != nil && k.sense(enemy) == nil
	}) && before != "" && !moves(before) {
		before = Move // `charge if they are near, otherwise to the mill`
	}
	f, v := o.r.clause(c.tokens, before)
	if f != nil && o.alt != "" && f.lacks == "" && f.vague == nil && f.unused() == 0 && (f.from.Adds || o.altAdds) {
		one, other := o.alt, string(f.out)
		if !f.from.Adds {
			one, other = other, one
		}
		o.alt, o.altAdds = added(one, other), o.altAdds && f.from.Adds
		return
	}
	if f == nil || f.lacks != "" || f.vague != nil || f.unused() > 0 || o.alt != "" || o.cond == "" && o.r.Else == "" {
		o.drop(c)
		return
	}
	if f.who != nil && !slices.Equal(f.who, o.who) {
		o.drop(c)
		return
	}
	if c.mark == "else" && o.cond == "" && v == o.r.Finally && len(f.args) == f.count(they) {
		if text := quoted(o.r.words, c.whole()); text != "" {
			o.note = joinNotes(o.note, `as troops without orders do otherwise: "`+text+`"`)
		}
		return
	}
	o.alt, o.altAdds, o.altAlso, o.altVerb, o.otherwise = string(f.out), f.from.Adds, f.from.Also, v, true
	o.altText = quoted(o.r.words, c.whole())
	if f.from.Also && !o.also && o.until && o.r.Stay != "" {
		if o.verb == Hold || o.verb == Wait { // `hold until they are near, then fire`
			o.apiece()
			return
		}
		o.alt = o.r.join(o.r.Also, o.stay(), o.alt) // `advance until they are near and fire`
	}
	again := strings.NewReplacer("{order}", "", "{else}", o.r.elsewise(o.alt)).Replace(o.r.Else)
	if o.cond == "" && strings.HasSuffix(o.main, again) {
		o.alt = "" // the order already includes it
	}
}

// apiece makes a separate order of the action on the condition, if nothing else changes then.
func (o *spokenOrder) apiece() {
	other := *o
	other.main, other.alt, other.not, other.until, other.also = o.alt, "", false, false, true
	var also Said
	other.compose(&also)
	o.more = append(o.more, also)
	o.alt, o.cond, o.not, o.until = "", "", false, false
}

// moves reports whether the verb is a move without an attack.
func moves(v Verb) bool { return slices.Contains([]Verb{Move, Advance, Withdraw, Ride, Shift}, v) }

// turned adds the consequence of a condition after the order: `advance, if an enemy is near then hold`. The order
// applies until then.
func (o *spokenOrder) turned(c *clause) bool {
	if o.cond == "" || o.first || o.not && !o.unlike || o.until || o.otherwise || o.alt != "" || o.unread != nil {
		return false
	}
	f, v := o.r.clause(c.tokens, o.verb)
	if f == nil || f.lacks != "" || f.vague != nil || f.unused() > 0 || f.who != nil && !slices.Equal(f.who, o.who) {
		return false
	}
	if o.not && strings.Contains(string(f.out), " IF ") {
		return false
	}
	o.main, o.alt, o.verb, o.path = string(f.out), o.main, v, nil
	if strings.Contains(o.main, " IF ") && o.r.And != "" {
		o.main, o.cond = bothIf(o.main, o.r.ifElse(), o.cond, o.r.And), ""
	}
	o.adds, o.altAdds = f.from.Adds, o.adds
	o.also, o.altAlso = f.from.Also, o.also
	return true
}

// elsewise returns an alternative in the form that follows ELSE.
func (s *Speech) elsewise(order string) string {
	if _, what, ok := strings.Cut(order, s.Behind); ok && s.Behind != "" {
		return what
	}
	return order
}
