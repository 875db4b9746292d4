package spoken

import (
	"slices"
	"strings"

	"galloper/orders"
)

// clause is what stands between two marks.
type clause struct {
	mark   string // "", `then`, `else`, `if`, `unless`, `until`
	tokens []token
}

// clauses cuts an order at its marks. What follows a condition behind a comma is the order itself.
func (r *listener) clauses(tokens []token) (list []clause) {
	c := clause{}
	flush := func() {
		if c.mark != "" || len(c.tokens) > 0 {
			list = append(list, c)
		}
		c = clause{}
	}
	for i := 0; i < len(tokens); i++ {
		k := &tokens[i]
		conditional := isCondition(c.mark)
		switch {
		case k.kind == mark && k.mark == ":":
		case k.kind == mark && k.mark == "else if":
			flush()
			list, c.mark = append(list, clause{mark: "else"}), "if"
		case k.kind == mark && (k.mark == "or" || k.mark == "but"):
			if i+1 < len(tokens) && tokens[i+1].kind == mark {
				continue
			}
			flush()
			c.mark = k.mark
		case k.kind == mark:
			if len(c.tokens) == 0 && c.mark != "" && k.mark == "then" {
				continue
			}
			flush()
			c.mark = k.mark
		case conditional && k.kind == joint && r.conditionIn(c.tokens) &&
			!r.conditionIn(slices.Concat(c.tokens, tokens[i+1:nextMark(tokens, i+1)])):
			flush()
			c.mark = "then"
		default:
			c.tokens = append(c.tokens, *k)
		}
	}
	flush()
	return r.parted(list)
}

func nextMark(tokens []token, from int) int {
	for i := from; i < len(tokens); i++ {
		if tokens[i].kind == mark || tokens[i].kind == joint {
			return i
		}
	}
	return len(tokens)
}

// parted finds the order behind a condition that nothing parts from it.
func (r *listener) parted(list []clause) []clause {
	if len(list) == 0 || list[0].mark != "if" && list[0].mark != "unless" || len(list) > 1 && list[1].mark == "then" {
		return list
	}
	for i := len(list[0].tokens) - 1; i > 0; i-- {
		head, tail := list[0].tokens[:i], list[0].tokens[i:]
		if tail[0].kind != joint && r.conditionIn(head) && slices.ContainsFunc(tail, token.isVerb) {
			return slices.Concat([]clause{{list[0].mark, head}, {"then", tail}}, list[1:])
		}
	}
	return list
}

func isCondition(mark string) bool {
	return mark == "if" || mark == "unless" || mark == "until" || mark == "after"
}

// conditionIn reports whether all of the tokens make a condition.
func (r *listener) conditionIn(tokens []token) bool {
	text, _ := r.condition(tokens, []string{"x"})
	return text != ""
}

// order understands one order with its conditions, alternatives and what comes after it.
func (r *listener) order(tokens []token) (Said, bool) {
	list := r.clauses(tokens)
	o := spokenOrder{r: r}
	for i := range list {
		o.take(&list[i])
	}
	return o.said()
}

// spokenOrder is an order as it is put together of its clauses.
type spokenOrder struct {
	r         *listener
	main, alt string // orders
	cond      string
	not       bool // the condition must not be so
	until     bool // the first clause holds until then
	otherwise bool // ELSE stood
	any       bool // a verb was found
	verb      Verb // of the main clause
	unread    string
	several   []string
	lacks     string
	example   string
	path      []token // of the main clause, for a place that THEN adds
	waits     []token // a condition whose order comes behind it
	waitsNot  bool
	note      string
	where     orders.Word
}

// take adds a clause.
func (o *spokenOrder) take(c *clause) {
	switch {
	case isCondition(c.mark):
		o.condition(c)
	case c.mark == "while" || c.mark == "before":
		o.drop(c)
	case o.main == "" && o.lacks == "" && o.several == nil:
		o.first(c)
	case c.mark == "then" && o.extend(c):
	case c.mark == "or" && o.retake(c):
	case c.mark == "else", c.mark == "then" && (o.until || o.not) && o.cond != "", c.mark == "or" && o.cond == "":
		o.second(c)
	default:
		o.drop(c)
	}
}

// drop notes that a clause was not understood.
func (o *spokenOrder) drop(c *clause) {
	o.lost(c.tokens)
	text := o.r.text(c.tokens)
	o.unread = join(o.unread, strings.TrimSpace(c.mark+" "+text))
}

// lost remembers where the first of what was not understood stands.
func (o *spokenOrder) lost(tokens []token) {
	if o.where.Text == "" && len(tokens) > 0 && tokens[0].from < len(o.r.words) {
		o.where = o.r.words[tokens[0].from]
	}
}

// first takes the clause with the order itself.
func (o *spokenOrder) first(c *clause) {
	f, v := o.r.clause(c.tokens, o.verb)
	o.verb = v
	if f == nil {
		return
	}
	o.any = true
	o.path = c.tokens
	if o.several, o.lacks, o.example = nil, f.lacks, ""; f.vague != nil {
		o.several = f.vague.ids
	}
	if f.lacks == "" && f.vague == nil {
		o.main = f.out.String()
	} else if f.lacks != "" {
		o.example = f.example(o.r.vocabulary.sample)
	}
	left := f.left()
	o.lost(left)
	o.unread = join(o.unread, o.r.text(left))
	if o.waits != nil {
		waits := &clause{mark: map[bool]string{false: "if", true: "unless"}[o.waitsNot], tokens: o.waits}
		o.waits = nil
		o.condition(waits)
	}
}

// extend adds a place that the march goes on to, or one more of a list.
func (o *spokenOrder) extend(c *clause) bool {
	if o.path == nil || len(c.tokens) != 1 || c.tokens[0].kind == verb {
		return false
	}
	by := slices.Clone(o.path)
	for i := range by {
		if len(by[i].senses) > 0 && by[i].senses[0].kind == c.tokens[0].kind && by[i].sense(unit) == nil {
			by[i].prep = "via"
		}
	}
	for _, path := range [][]token{by, o.path} {
		path = append(slices.Clip(path), c.tokens...)
		if f, _ := o.r.clause(path, o.verb); f != nil && f.lacks == "" && f.vague == nil && f.unused() == 0 {
			o.main, o.path = f.out.String(), path
			return true
		}
	}
	return false
}

// retake reads the clause before with an alternative behind OR, where a frame of it has one.
func (o *spokenOrder) retake(c *clause) bool {
	if len(c.tokens) != 1 || c.tokens[0].kind != verb || c.tokens[0].verb != Hold {
		return false
	}
	or := token{kind: orHold, senses: []sense{{kind: orHold, ids: []string{""}}}}
	f, _ := o.r.clause(append(slices.Clone(o.path), or), "")
	if f == nil || f.lacks != "" || f.vague != nil || f.unused() > 0 {
		return false
	}
	o.main, o.otherwise = f.out.String(), true
	return true
}

// orHold is the kind of `or hold`.
const orHold = "or-hold"

// second takes what is done otherwise, or afterwards.
func (o *spokenOrder) second(c *clause) {
	f, _ := o.r.clause(c.tokens, o.verb)
	if f == nil || f.lacks != "" || f.vague != nil || f.unused() > 0 || o.alt != "" || o.cond == "" && o.r.Else == "" {
		o.drop(c)
		return
	}
	o.alt, o.otherwise = f.out.String(), true
}

// condition takes IF, UNLESS and UNTIL.
func (o *spokenOrder) condition(c *clause) {
	if o.main == "" && o.lacks == "" && o.several == nil {
		o.waits, o.waitsNot = c.tokens, c.mark == "unless"
		if len(c.tokens) == 0 {
			o.drop(c)
		}
		return
	}
	switch {
	case o.otherwise && o.r.impossible(c.tokens): // `or hold if you cannot`
		return
	case o.cond != "":
		o.drop(c)
		return
	}
	text, not := o.r.condition(c.tokens, o.r.who)
	if text == "" && c.mark == "until" && o.verb == Hold {
		o.note = "they hold until told otherwise, whatever comes first: " + o.r.text(c.tokens)
		o.until = true
		return
	}
	if text == "" {
		o.drop(c)
		return
	}
	o.cond, o.not = text, not != (c.mark == "unless" || c.mark == "until")
	o.until = c.mark == "until"
}

// impossible reports whether the words are `you cannot`, `that fails`.
func (r *listener) impossible(tokens []token) bool {
	text := strings.ToUpper(r.text(tokens))
	return slices.Contains([]string{"YOU CAN NOT", "THEY CAN NOT", "CAN NOT", "NOT", "YOU CANNOT", "IMPOSSIBLE",
		"YOU CAN'T",
		"THEY CAN'T", "THEY CANNOT", "THAT FAILS"}, text)
}

// said puts the order together.
func (o *spokenOrder) said() (Said, bool) {
	if o.waits != nil {
		o.drop(&clause{mark: "if", tokens: o.waits})
	}
	if !o.any {
		return Said{}, false
	}
	s := Said{Unread: o.unread, Several: o.several, Lacks: o.lacks, Note: o.note, Example: o.example, Where: o.where}
	if o.main == "" {
		return s, true
	}
	s.Line = o.line()
	if o.r.to != "" {
		s.Line = strings.NewReplacer("{to}", o.r.to, "{order}", s.Line).Replace(o.r.To)
	}
	if o.r.standing {
		s.Line = strings.Replace(o.r.Standing, "{order}", s.Line, 1)
	}
	return s, true
}

// line is the order with its condition and alternative. Of `hold until … then charge` the second is done
// when it is so, and the first before.
func (o *spokenOrder) line() string {
	main, alt, not := o.main, o.alt, o.not
	if o.cond != "" && not && alt != "" {
		main, alt, not = alt, main, false
	}
	line := main
	if o.cond != "" {
		line = o.r.If
		if not {
			line = o.r.IfNot
		}
		line = strings.NewReplacer("{cond}", o.cond, "{order}", main).Replace(line)
	}
	if alt != "" {
		line = strings.NewReplacer("{order}", line, "{else}", alt).Replace(o.r.Else)
	}
	return line
}

// clause fills a frame from one clause. before is the verb that goes on where the clause has none of
// its own. It returns nil where there is neither, nor anybody who goes somewhere.
func (r *listener) clause(tokens []token, before Verb) (*filling, Verb) {
	at := slices.IndexFunc(tokens, func(k token) bool { return k.kind == verb })
	say := before
	if at >= 0 {
		say = tokens[at].verb
	}
	troops, others := r.subject(tokens, at, true), r.subject(tokens, at, false)
	if at < 0 && before == "" {
		goes := slices.ContainsFunc(troops.args, func(k token) bool { return len(k.senses) > 0 && k.prep != "" })
		if goes && (troops.who != nil || troops.owner != "") {
			say = Move
		}
	}
	f, short := best(r.rows[say], troops, others)
	if say == "" && (f == nil || f.unused() > 0) && !(short != nil && short.touched()) {
		return nil, ""
	}
	if f == nil {
		return short, say
	}
	if f.who != nil || f.owner != "" {
		r.who, r.owner = f.who, f.owner
	}
	return f, say
}

// subject finds who shall do it: the units before the verb, else, with objects, those right behind it, else
// those of the clause before, else the only unit there is.
func (r *listener) subject(tokens []token, at int, objects bool) (h heard) {
	head, behind := tokens, []token(nil)
	if at >= 0 {
		head, behind = tokens[:at], tokens[at+1:]
	}
	for i := range head {
		s := head[i].sense(unit)
		first := h.who == nil && h.owner == ""
		switch {
		case first && s != nil && head[i].prep != "with" && (head[i].prep == "" || at >= 0) && !s.several:
			h.who = s.ids
		case h.who != nil && s != nil && head[i].prep == "" && head[i-1].kind == joint && !s.several:
			h.who = slices.Concat(h.who, s.ids)
		case first && head[i].sense(self) != nil:
			h.owner = head[i].sense(self).ids[0]
		case head[i].kind != joint:
			if first && s != nil && s.several {
				h.vague = s
				continue
			}
			h.args = append(h.args, head[i])
		}
	}
	if h.who == nil && h.owner == "" && h.vague == nil && objects {
		h.who, behind = r.objects(behind)
	}
	for i := range behind {
		if behind[i].kind != verb || behind[i].verb != tokens[at].verb {
			h.args = append(h.args, behind[i])
		}
	}
	switch {
	case h.who != nil || h.owner != "" || h.vague != nil:
	case r.to != "":
		h.who = r.vocabulary.Under[r.to]
	case r.who != nil || r.owner != "":
		h.who, h.owner = r.who, r.owner
	case len(r.vocabulary.Mine) == 1:
		h.who = r.vocabulary.Mine
	}
	return h
}

// commands reports whether the units may be meant: in a directive only those of its addressee.
func (r *listener) commands(ids []string) bool {
	return r.to == "" || !slices.ContainsFunc(ids, func(id string) bool {
		return !slices.Contains(r.vocabulary.Under[r.to], id)
	})
}

// objects takes the units out of what stands behind a verb: `hold r1, r2`, `charge p4 with r3`.
func (r *listener) objects(tokens []token) (who []string, rest []token) {
	for i := range tokens {
		k := &tokens[i]
		s := k.sense(unit)
		takes := s != nil && !s.several && slices.Contains([]string{"", "with", "at"}, k.prep) && k.ours() &&
			r.commands(s.ids)
		if takes && (who == nil || k.prep == "" && tokens[i-1].kind == joint) {
			who = slices.Concat(who, s.ids)
			continue
		}
		if k.kind == joint && i+1 < len(tokens) && tokens[i+1].sense(unit) != nil {
			continue
		}
		rest = append(rest, *k)
	}
	return who, rest
}

// condition understands a condition for those who shall act.
func (r *listener) condition(tokens []token, who []string) (text string, not bool) {
	var args []token
	for _, k := range tokens {
		if k.kind == plain && k.to == k.from+1 && r.words[k.from].Fold == "NOT" {
			not = !not
			continue
		}
		if k.kind == verb { // in a condition a verb is only a word
			k = token{kind: plain, from: k.from, to: k.to, prep: k.prep}
		}
		args = append(args, k)
	}
	for _, t := range r.conds {
		rest, ok := r.without(t.Say, args)
		if !ok {
			continue
		}
		for _, one := range who[:min(1, len(who))] {
			f := t.fill(rest, []string{one}, "")
			if f.lacks == "" && f.vague == nil && f.unused() == 0 {
				return f.out.String(), not
			}
		}
	}
	return "", false
}

// without takes one of the phrases, and words that say nothing in a condition, out of the tokens.
func (r *listener) without(say []string, args []token) (rest []token, ok bool) {
	for _, phrase := range say {
		words := strings.Fields(phrase)
		rest = rest[:0]
		for i := 0; i < len(args); i++ {
			k := &args[i]
			if !ok && k.from < len(r.words) && phraseAt(r.words[k.from:], words) > 0 &&
				(len(words) > 1 || len(k.senses) == 0 || k.prep != "") {
				ok = true
				end := k.from + len(words)
				for i+1 < len(args) && args[i+1].from < end {
					i++
				}
				if args[i].to > end && len(args[i].senses) > 0 {
					left := args[i]
					left.prep = ""
					rest = append(rest, left)
				}
				continue
			}
			if k.kind == plain && slices.Contains(idle, r.words[k.from].Fold) || k.kind == joint {
				continue
			}
			rest = append(rest, *k)
		}
		if ok {
			return rest, true
		}
	}
	return nil, false
}

// idle words say nothing in a condition.
var idle = []string{"COME", "COMES", "GET", "GETS", "HAS", "HAVE", "BEEN", "IS", "ARE", "ANY", "THAT", "WE",
	"US", "YOU", "GO", "GOES",
	"ARRIVE", "RUN", "MOVE", "MOVES"}
