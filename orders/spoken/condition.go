package spoken

import (
	"slices"
	"strings"
)

// conditionIn reports whether the tokens form a complete condition.
func (r *listener) conditionIn(tokens []token) bool {
	text, _ := r.condition(tokens, anybody)
	return text != ""
}

// impossible matches ways to say that an action is impossible.
var impossible = patternsOf("YOU/THEY/HE/IT/WE? CAN NOT REACH/MANAGE/DO/GET? THEM/HIM/IT/SO/THERE/THAT?", "IMPOSSIBLE",
	"THAT/IT? FAILS", "I/WE/YOU CAN NOT HAVE/GET/PLAY/USE/FIND/DRAW THAT/IT/ONE/THEM?",
	"I/WE/YOU DO NOT HAVE/HOLD/GET THAT/IT/ONE/THEM", "NOT POSSIBLE?", "OUT OF REACH/RANGE",
	"IT/THEY? TOO FAR OFF/AWAY?")

// impossible reports whether the tokens say that the action fails: `you cannot`, `that fails`.
func (r *listener) impossible(tokens []token) bool {
	if len(tokens) == 0 {
		return false
	}
	words := r.words[tokens[0].from:tokens[len(tokens)-1].to]
	n, _ := impossible.longest(words)
	return n == len(words)
}

// attacked reports whether the tokens say that the enemy attacks the holding troops.
func (r *listener) attacked(tokens []token) bool {
	return slices.ContainsFunc(tokens, func(k token) bool {
		return slices.Contains([]string{"ATTACKED", "ATTACK", "ATTACKS", "CHARGED", "CHARGE", "CHARGES", "ASSAULTED",
			"PRESSED", "FORCED", "THREATENED"}, r.words[k.from].Fold)
	})
}

// maxJoints bounds how many ANDs are tried as separators of conditions. Each doubles the work, as it may or may not be
// one.
const maxJoints = 6

// condition parses a condition, or several that must all hold, for the acting units. not reports that the condition is
// negated.
func (r *listener) condition(tokens []token, who []string) (text string, not bool) {
	text, not = r.conditions(tokens, who)
	for i := range tokens {
		said := r.words[tokens[i].from:tokens[i].to]
		itself := len(said) == 1 && slices.Contains(strings.Fields(text), said[0].Fold) // `we are first`
		if s := tokens[i].sense(unit); s != nil && !s.several && !tokens[i].all && !itself && text != "" {
			r.mentioned = s.ids
			if slices.ContainsFunc(tokens, func(k token) bool { return k.sense(enemy, foe) != nil && !k.ours() }) {
				r.threatened = s.ids
			}
		}
	}
	return text, not
}

func (r *listener) conditions(tokens []token, who []string) (text string, not bool) {
	r.meet(tokens)
	if text, not = r.oneCondition(tokens, who); text != "" {
		return text, not
	}
	if own := ofThemselves(tokens, who); len(own) < len(tokens) {
		if text, not = r.oneCondition(own, who); text != "" {
			return text, not
		}
	}
	if no := slices.IndexFunc(tokens, func(k token) bool {
		return k.kind == plain && k.to == k.from+1 && r.words[k.from].Fold == "NO"
	}); no >= 0 { // `if no enemies are near`
		if text, not = r.oneCondition(slices.Delete(slices.Clone(tokens), no, no+1), who); text != "" {
			return text, !not
		}
	}
	joints := 0
	for _, k := range tokens {
		if k.kind == joint {
			joints++
		}
	}
	if r.And == "" || joints > maxJoints {
		return "", false
	}
	for i := range tokens {
		if tokens[i].kind != joint {
			continue
		}
		one, oneNot := r.oneCondition(tokens[:i], who)
		rest, restNot := r.conditions(tokens[i+1:], who)
		if one != "" && rest != "" && !oneNot && !restNot {
			return one + r.And + rest, false
		}
	}
	return "", false
}

// ofThemselves removes the acting units, which the condition refers to: `if an enemy is within 3 of Lee's, they
// charge`, `… within 3 of them`. A condition about the enemy may refer to any unit.
func ofThemselves(tokens []token, who []string) []token {
	return slices.DeleteFunc(slices.Clone(tokens), func(k token) bool {
		s := k.sense(unit, friend)
		if k.prep != "of" || s == nil && k.kind != they && (k.sense(self) == nil || len(who) > 0) ||
			k.sense(enemy) != nil || k.sense(spots...) != nil {
			return false
		}
		return s == nil || !s.several && (slices.Equal(who, anybody) || within(who, s.ids))
	})
}

// anybody stands for the acting units while they are unknown.
var anybody = []string{"?"}

func (r *listener) oneCondition(tokens []token, who []string) (text string, not bool) {
	var args []token
	for _, k := range tokens {
		if k.all && slices.Contains(idle, r.words[k.to-1].Fold) { // `we have the initiative`
			continue
		}
		if k.kind == they && k.prep == "" && r.words[k.to-1].Fold == "THERE" && k.to < len(r.words) &&
			slices.Contains([]string{"IS", "ARE"}, r.words[k.to].Fold) { // `there are enemies near`
			continue
		}
		if k.kind == plain && k.to == k.from+1 && r.words[k.from].Fold == "NOT" {
			not = !not
			continue
		}
		counts := len(args) > 0 && args[len(args)-1].kind == number
		if counts && strings.HasPrefix(r.words[k.from].Fold, "STAND") { // `lost two stands`
			continue
		}
		if k.kind == verb { // in a condition a verb counts as a plain word
			k = token{kind: plain, from: k.from, to: k.to, prep: k.prep}
		}
		args = append(args, k)
	}
	foes := slices.ContainsFunc(args, r.ofEnemy)
	for _, t := range r.conds {
		rest, ok := r.without(t.Say, args, t.Near && !slices.Contains(t.kinds(), "place"))
		if !ok || foes && t.Own {
			continue
		}
		f := t.fill(r.vocabulary, &heard{args: rest, who: who[:min(1, len(who))], before: r.earlier()})
		if f.lacks == "" && f.vague == nil && f.unused() == 0 {
			r.guessed, r.past = r.guessed || t.Near, slices.Contains(t.kinds(), before)
			return string(f.out), not != t.Denies
		}
	}
	return "", false
}

// ofEnemy reports whether the token denotes the enemy: `charge them if they waver`.
func (r *listener) ofEnemy(k token) bool {
	if k.kind != they || len(k.senses) == 0 {
		return false
	}
	word := r.words[k.to-1].Fold
	return k.senses[0].kind == enemy || !slices.Contains([]string{"IT", "THEY", "THEM", "THERE", "HIM"}, word) ||
		word != "IT" && (r.doing == "" || slices.Contains(fights, r.doing))
}

// Inside lists words for an enemy that is in a place or enters it.
var Inside = []string{"IN", "INTO", "TAKE", "TAKES", "REACH", "REACHES", "ENTER", "ENTERS", "SEIZE", "SEIZES", "HOLD",
	"HOLDS", "OCCUPY", "OCCUPIES", "CAPTURE", "CAPTURES", "CARRY", "CARRIES",
	"BREAK/GO/MOVE/COME INTO", "BREAK/GET IN", "GET INTO/TO"}

// Threats are patterns for an enemy that comes too near, for rulesets whose conditions express this as a distance.
var Threats = []string{"COME/GET/DRAW VERY? NEAR/CLOSE/UP",
	"COME/MOVE/ADVANCE/RIDE/GO/MARCH/TURN/PUSH/PRESS/HEAD/MAKE DOWN/BACK/ROUND/STRAIGHT? " +
		"AT/AGAINST/TOWARDS/FOR/INTO/OVER YOU/US/THEM?",
	"ADVANCE/MARCH/TURN/PRESS ON/UPON YOU/US/THEM?",
	"COME ON/FORWARD/DOWN/ROUND/AROUND/OUT", "APPROACH YOU/US/THEM?", "NEAR/CLOSE ENOUGH?", "THREATEN YOU/US/THEM?",
	"ADVANCE YOU/US/THEM?", "SHELL/BOMBARD/HIT/OUTFLANK YOU/US/THEM?",
	"START FIRING/SHOOTING/SHELLING ON/AT? YOU/US/THEM?",
	"ATTACK/CHARGE/ASSAULT YOU/US/THEM?", "YOU/THEY/IT? ATTACKED/CHARGED/THREATENED"}

// fights lists the verbs for actions against an enemy.
var fights = []Verb{Charge, Attack, Assault, Fire, Counter, Take, Flank}

// without removes one of the phrases, and words that carry no meaning in a condition, from the tokens. If near is set,
// a phrase may be attached to a name, which remains: `comes at Lee's flank`.
func (r *listener) without(say []string, args []token, near bool) (rest []token, ok bool) {
	if say == nil { // the arguments alone make the condition
		return slices.DeleteFunc(slices.Clone(args), func(k token) bool {
			word := r.words[k.from].Fold
			return k.kind == joint || k.kind == plain && (slices.Contains(idle, word) || word == "THERE")
		}), true
	}
	for _, phrase := range say {
		first, _, several := strings.Cut(phrase, " ")
		if !strings.ContainsAny(phrase, "/?#") && // most phrases are not there
			!slices.ContainsFunc(args, func(k token) bool { return r.words[k.from].Fold == first }) {
			continue
		}
		saidAt := r.saying(phrase)
		rest = rest[:0]
		for i := 0; i < len(args); i++ {
			k := &args[i]
			if n := saidAt(k.from); !ok && n > 0 && (several || len(k.senses) == 0 || k.prep != "") {
				ok = true
				end := k.from + n
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

// saying returns a function that returns the number of words that the phrase takes at word i, or 0.
func (r *listener) saying(phrase string) func(i int) int {
	if strings.ContainsAny(phrase, "/?#") {
		p := patternOf(phrase)
		return func(i int) int {
			n, _ := p.at(r.words[min(i, len(r.words)):])
			return n
		}
	}
	words := strings.Fields(phrase)
	return func(i int) int { return phraseAt(r.words[min(i, len(r.words)):], words) }
}

// idle lists words that carry no meaning in a condition.
var idle = []string{"COME", "COMES", "GET", "GETS", "HAS", "HAVE", "BEEN", "IS", "ARE", "ANY", "THAT", "WE",
	"US", "YOU", "SEE", "SEES", "AWAY", "GO", "GOES",
	"ARRIVE", "RUN", "MOVE", "MOVES", "OF", "ALREADY", "BECOME", "BECOMES"}

// provides reports whether a clause names a danger to prepare for rather than a condition: `hold the hill in case they
// come`.
func (o *spokenOrder) provides(c *clause) bool {
	if len(c.begins) == 0 || c.begins[0].from == 0 {
		return false
	}
	from := c.begins[0].from
	return phraseAt(o.r.words[from:], []string{"IN", "CASE"}) > 0 &&
		!slices.Contains([]string{".", ":", "ONLY", "AND", "BUT"}, o.r.words[from-1].Fold)
}

// wait keeps a condition that precedes its order.
func (o *spokenOrder) wait(c *clause) {
	waits := *c
	if c.mark != "unless" && (c.mark != "until" || o.waits != nil) {
		waits.mark = "if"
	}
	o.waits = &waits
	if len(c.tokens) == 0 {
		o.drop(c)
	}
}

// condition adds an IF, UNLESS or UNTIL clause.
func (o *spokenOrder) condition(c *clause) {
	if o.main == "" && o.lacks == "" && o.several == nil {
		o.wait(c)
		return
	}
	switch {
	case o.otherwise && o.r.impossible(c.tokens): // `or hold if you cannot`
		return
	case o.provides(c):
		o.drop(c)
		return
	case o.cond != "":
		if !o.andAlso(c) {
			o.drop(c)
		}
		return
	case (c.last && o.alt == "" || strings.Contains(o.main, " IF ")) && o.excepts(c): // `go, but if they are near …`
		o.drop(c)
		return
	}
	o.r.doing, o.r.guessed = o.verb, false
	c.tokens = o.pointed(c.tokens)
	text, not := o.r.condition(c.tokens, o.r.who)
	guessed := o.r.guessed
	o.past = o.r.past
	for _, other := range o.r.who[min(1, len(o.r.who)):] {
		of, _ := o.r.condition(c.tokens, []string{other})
		o.each = o.each || text != of
	}
	if text == "" && c.mark == "until" && o.verb == Hold && (o.r.Stay == "" || c.last && o.alt == "" && !o.also &&
		slices.ContainsFunc(c.tokens, func(k token) bool { return k.sense(unit) != nil })) {
		o.note = o.held(c.tokens)
		o.until = true
		return
	}
	if c.mark == "unless" && o.verb == Hold && o.r.attacked(c.tokens) {
		o.note = "they defend themselves where they stand"
		return
	}
	if text == "" {
		o.drop(c)
		return
	}
	if strings.Contains(o.main, " IF ") { // it already has a condition
		ifElse := o.r.ifElse()
		switch not = not != (c.mark == "unless"); {
		case !not && strings.Contains(o.main+" ", " IF "+text+" "):
			o.main, _, _ = strings.Cut(o.main, ifElse)
		case c.mark == "until" || guessed || o.each || o.r.And == "" || not && o.r.Not == "":
			o.drop(c)
		case not:
			o.main = bothIf(o.main, ifElse, o.r.Not+text, o.r.And)
		default:
			o.main = bothIf(o.main, ifElse, text, o.r.And)
		}
		return
	}
	o.unlike = not && c.mark == "if"
	o.cond, o.not = text, not != (c.mark == "unless" || c.mark == "until" && !o.inverse)
	o.until, o.untilTokens = c.mark == "until", c.whole()
	if guessed {
		o.lost(c.tokens)
		o.unread = append(o.unread, roughly(c.whole())...)
	}
}

// pointed replaces the pronoun at the start of a condition with the order's target: `charge p4 if it is within 2`.
func (o *spokenOrder) pointed(tokens []token) []token {
	at := slices.IndexFunc(o.path, func(k token) bool {
		s := k.sense(enemy)
		return s != nil && !k.ours() && !s.several && len(s.ids) == 1
	})
	if at < 0 || len(tokens) == 0 || tokens[0].kind != they || tokens[0].prep != "" ||
		!slices.Contains([]string{"IT", "THEY", "HE"}, o.r.words[tokens[0].to-1].Fold) {
		return tokens
	}
	named := slices.Clone(tokens)
	named[0].kind, named[0].senses = enemy, []sense{*o.path[at].sense(enemy)}
	if !o.r.conditionIn(named) {
		return tokens
	}
	return named
}

// excepts reports whether a condition begins with BUT, and so introduces a different action.
func (o *spokenOrder) excepts(c *clause) bool {
	if len(c.begins) == 0 {
		return false
	}
	from := c.begins[0].from
	rest := o.r.words[from:]
	return phraseAt(rest, []string{"BUT", "IF"}) > 0 || phraseAt(rest, []string{"BUT", "WHEN"}) > 0 ||
		from > 0 && c.mark == "if" && o.r.words[from-1].Fold == "BUT"
}

// ifElse returns the ruleset's text between an order and its alternative.
func (s *Speech) ifElse() string {
	return strings.NewReplacer("{order}", "", "{else}", "").Replace(s.Else)
}

// bothIf adds a second condition to an order and to its alternative.
func bothIf(order, ifElse, cond, and string) string {
	parts := strings.Split(order, ifElse)
	for i, part := range parts {
		before, own, has := strings.Cut(part, " IF ")
		if parts[i] = before + " IF " + cond; has {
			parts[i] += and + own
		}
	}
	return strings.Join(parts, ifElse)
}

// andAlso adds a second condition that must hold too: `as soon as they waver, but not if they form square`.
func (o *spokenOrder) andAlso(c *clause) bool {
	o.r.guessed = false
	text, not := o.r.condition(c.tokens, o.r.who)
	if not = not != (c.mark == "unless"); text == "" || o.r.Not == "" || o.not || o.until || o.alt != "" ||
		c.mark != "if" && c.mark != "unless" || o.each || o.r.guessed {
		return false
	}
	if not {
		text = o.r.Not + text
	}
	o.cond += o.r.And + text
	return true
}

// TakesBack reports whether the unread words cancel an order. Then no part of it is offered.
func (s *Said) TakesBack() bool {
	return s.of != nil && slices.ContainsFunc(s.unread, func(k token) bool {
		return k.from < len(s.of.r.words) && slices.Contains(noLonger, s.of.r.words[k.from].Fold)
	})
}

// noLonger lists words that cancel an order.
var noLonger = []string{"CANCELLED", "CANCELED", "WITHDRAWN", "COUNTERMANDED", "REVOKED", "RESCINDED", "SCRATCH",
	"BELAY", "DISREGARD"}
