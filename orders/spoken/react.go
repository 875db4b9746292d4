package spoken

import "slices"

// reaction is the slot for an action of troops that are charged: `stand if charged`.
const reaction = "charged"

// reacting turns a condition that troops are attacked into a reaction, if the game has orders for it: `if the guard is
// attacked let it stand`.
func (r *listener) reacting(list []clause) []clause {
	for i := range list {
		c := &list[i]
		at := slices.IndexFunc(c.tokens, func(k token) bool { return k.kind == verb && !r.attacked([]token{k}) })
		end := at // without the comma and a following THEY
		for end > 0 && (c.tokens[end-1].kind == joint ||
			end > 1 && c.tokens[end-1].kind == they && c.tokens[end-2].kind == joint) {
			end--
		}
		if c.mark == "if" && end > 0 && r.struck(c.tokens[:end]) && r.reacts(c.tokens[at:]) { // `if attacked stand`
			list = slices.Insert(slices.Clone(list), i+1, clause{mark: "then", tokens: c.tokens[at:]})
			c = &list[i]
			c.tokens = c.tokens[:end]
		}
		if c.mark != "if" || !r.struck(c.tokens) {
			continue
		}
		word := token{kind: reaction, senses: []sense{{kind: reaction, ids: []string{""}}}, from: c.tokens[0].from,
			to: c.tokens[len(c.tokens)-1].to}
		if len(c.begins) > 0 {
			word.from = c.begins[0].from
		}
		var who []token
		word.near = slices.ContainsFunc(c.tokens, func(k token) bool { return k.hostile() || k.sense(foe) != nil })
		for _, k := range c.tokens {
			if s := k.sense(unit); s != nil && !s.several && k.ours() {
				who = append(who, k)
			}
		}
		if at = i - 1; at < 0 || i+1 < len(list) && list[i+1].mark == "then" {
			at = i + 1
		}
		if at == len(list) || isCondition(list[at].mark) || !r.reacts(list[at].tokens) {
			continue
		}
		does := list[at]
		begun := len(does.tokens) > 0 && does.tokens[0].kind == they
		if begun && who != nil { // `they` are the attacked troops
			does.tokens = does.tokens[1:]
		}
		does.tokens = slices.Concat(who, withoutThey(does.tokens), []token{word})
		if at > i {
			does.mark = map[bool]string{true: "", false: "and"}[i == 0]
		}
		list = slices.Clone(list)
		list[at] = does
		return r.reacting(slices.Delete(list, i, i+1))
	}
	return list
}

// withoutThey strips the subject pronoun from a clause: `let it stand`.
func withoutThey(tokens []token) []token {
	if len(tokens) > 1 && tokens[0].kind == they && tokens[1].kind == verb {
		return tokens[1:]
	}
	return tokens
}

// struck reports whether the tokens only say that troops are attacked.
func (r *listener) struck(tokens []token) bool {
	if len(tokens) == 0 || !r.attacked(tokens) || r.strikesFirst(tokens) {
		return false
	}
	return !slices.ContainsFunc(tokens, func(k token) bool {
		says := k.kind == verb || k.kind == plain && !slices.Contains(idle, r.words[k.from].Fold)
		return k.kind == number || k.kind == joint || k.kind == mark || says && !r.attacked([]token{k})
	})
}

// strikesFirst reports whether the tokens say that the seat's troops attack: `if the guard charges too`.
func (r *listener) strikesFirst(tokens []token) bool {
	return len(tokens) > 1 && tokens[0].ours() &&
		slices.Contains([]string{"ATTACK", "ATTACKS", "CHARGE", "CHARGES"}, r.words[tokens[1].from].Fold)
}

// reacts reports whether the verb has an order as a reaction to a charge.
func (r *listener) reacts(tokens []token) bool {
	at := slices.IndexFunc(tokens, token.isVerb)
	return at >= 0 && slices.ContainsFunc(r.rows[tokens[at].verb], func(t *template) bool {
		return slices.Contains(kindsIn(t.parts), reaction)
	})
}

func kindsIn(list []part) (kinds []string) {
	for _, p := range list {
		kinds = append(append(kinds, p.slot), kindsIn(p.maybe)...)
	}
	return kinds
}

// beside adds a clause that is an independent order next to the previous one.
func (o *spokenOrder) beside(c *clause) bool {
	if o.main == "" || o.cond != "" && !o.first || len(c.tokens) == 0 {
		return false
	}
	before := *o.r
	f, _ := o.r.clause(c.tokens, "")
	if f == nil || f.from == nil || f.lacks != "" || f.vague != nil || f.unused() > 0 ||
		!f.from.Beside && (o.frame == nil || !o.frame.Beside) {
		*o.r = before
		return false
	}
	s := Said{Text: o.r.text(c.tokens), unread: f.guesses()}
	other := spokenOrder{r: o.r, main: string(f.out), who: f.who, any: true}
	if o.first { // the condition applies to both
		other.cond, other.not, other.first = o.cond, o.not, true
	}
	other.compose(&s)
	o.more = append(o.more, s)
	return true
}

// idle reports whether a clause after HOLD only forbids movement, which holding already excludes.
func (o *spokenOrder) idle(c *clause) bool {
	at := slices.IndexFunc(c.tokens, token.isVerb)
	if o.verb != Hold || at < 0 || o.main == "" || !o.r.denied(c.tokens, at) {
		return false
	}
	stirring := []Verb{Charge, Attack, Assault, Advance, Move, Take, Flank, Withdraw, Follow}
	return slices.Contains(stirring, c.tokens[at].verb) &&
		!slices.ContainsFunc(c.tokens, func(k token) bool {
			return k.kind == plain && !slices.Contains([]string{"DO", "DOES", "NOT", "NEVER"}, o.r.words[k.from].Fold) ||
				k.kind == mark || k.sense(unit) != nil
		})
}

// nothing reports whether a clause says to do nothing.
func (o *spokenOrder) nothing(c *clause) bool {
	if len(c.tokens) == 0 || o.main == "" {
		return false
	}
	words := o.r.words[c.tokens[0].from:c.tokens[len(c.tokens)-1].to]
	_, n := longest(words, nothings)
	return n == len(words)
}

var nothings = phrases("KEEP THE CARD", "KEEP IT", "KEEP THEM", "NOT", "DO NOT", "NOTHING", "LEAVE IT", "NO")
