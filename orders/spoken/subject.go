package spoken

import (
	"slices"
	"strconv"
	"strings"

	"galloper/orders"
)

// about records the units of an order that could not be parsed, as later pronouns refer to them.
func (r *listener) about(tokens []token) {
	for i := range tokens {
		if s := tokens[i].sense(unit); s != nil && !s.several && tokens[i].prep == "" && tokens[i].ours() && !r.main {
			r.who, r.named = s.ids, true
			return
		}
	}
}

// clause fills a frame from one clause. before is the verb to use if the clause has none. It returns nil for a
// prohibition, for an action of the enemy, and if there is neither a verb nor a movement.
func (r *listener) clause(tokens []token, before Verb) (*filling, Verb) {
	at := slices.IndexFunc(tokens, func(k token) bool { return k.kind == verb })
	if r.denied(tokens, at) {
		r.about(tokens[:at])
		return nil, "" // do not suggest the opposite
	}
	if r.strangers(tokens, at) || at == 1 && r.unknown(tokens[0]) ||
		at > 0 && r.theirs(tokens[:at]) && r.agent(tokens, at) < 0 &&
			!slices.ContainsFunc(r.rows[tokens[at].verb], func(t *template) bool {
				return !t.troop && !slices.Contains(t.kinds(), self) // `let the French move first`
			}) {
		return nil, "" // `the French charge` is not an order
	}
	say := before
	if at >= 0 {
		tokens, say = r.meantBy(tokens, at)
	}
	troops := r.subject(tokens, at, true)
	if at < 0 && before == "" {
		if say = r.tacit(&troops); say == Move && r.trained(tokens) {
			say = Fire
		}
	}
	others := r.subject(tokens, at, false)
	troops.not = at >= 0 && r.negates(tokens[at])
	others.not = troops.not
	f, short := best(r.vocabulary, r.rows[say], troops, others)
	if at < 0 && (f == nil || f.unused() > 0) && say == Move && before == "" { // `Lee's to hold fire until …`
		if detail, _ := best(r.vocabulary, r.rows[""], troops, others); detail != nil && detail.unused() == 0 {
			f, say = detail, ""
		}
	}
	f, say = r.goes(f, say, troops, others)
	if f == nil && short != nil && r.foe != nil && strings.Contains(short.lacks, enemy) {
		troops.args, others.args = append(troops.args, *r.foe), append(others.args, *r.foe)
		f, short = best(r.vocabulary, r.rows[say], troops, others)
	}
	if helped := r.helped(say, f, short, troops, others); helped != nil {
		f = helped
	}
	r.meet(tokens)
	if f == nil && at < 0 && slices.ContainsFunc(tokens, r.denies) { // `Not Lee's, though. They …`
		r.about(tokens)
	}
	if f != nil && r.ruledOut(f.args, f.used) {
		return nil, ""
	}
	if say == "" && (f == nil || f.unused() > 0 && !f.touched()) && !(short != nil && short.touched()) {
		return nil, ""
	}
	if f == nil {
		return short, say
	}
	if f.who != nil || f.owner != "" {
		if f.who != nil && !slices.Equal(r.who, f.who) {
			r.before = r.who
		}
		r.who, r.owner, r.named = f.who, f.owner, r.named || troops.named
	}
	if f.lacks == "" {
		r.goal = f.goal
	}
	return f, say
}

// strangers reports whether the side or unit that moves first is unknown: `let Hanno have the first move`.
func (r *listener) strangers(tokens []token, at int) bool {
	return at > 0 && tokens[at].verb == Order && slices.ContainsFunc(tokens[:at], func(k token) bool {
		return k.kind == plain && k.prep == "" && !r.denies(k)
	})
}

// unknown reports whether a sentence starts with a name outside the seat's lists. Then the sentence is not for the
// previous troops.
func (r *listener) unknown(k token) bool {
	if r.who != nil && k.hostile() && k.prep == "" {
		return true
	}
	if k.kind != plain || k.prep != "" || k.to != k.from+1 || k.from > 0 && !pause(r.words[k.from-1]) {
		return false
	}
	w := r.words[k.from]
	return r.who != nil && w.Text != strings.ToLower(w.Text) && !english[w.Fold] && !r.denies(k)
}

// helped uses the units of the previous order as the friend that is missing or called IT: `Lee's take the mill, and
// Murray's back it up`. It returns nil if that does not apply.
func (r *listener) helped(say Verb, f, short *filling, troops, others heard) *filling {
	friends := r.others(troops.who)
	it := f != nil && slices.Contains([]Verb{Support, Follow, Level, Relieve}, say) && len(f.args) > 0 &&
		len(f.args) == f.count(they)
	if friends == nil || !it && (f != nil || short == nil || short.lacks != friend) {
		return nil
	}
	beside := token{kind: unit, senses: []sense{{kind: friend, ids: friends}}}
	for _, h := range []*heard{&troops, &others} {
		h.args = append(slices.DeleteFunc(slices.Clone(h.args), func(k token) bool {
			return it && k.sense(they) != nil
		}), beside)
	}
	f, _ = best(r.vocabulary, r.rows[say], troops, others)
	return f
}

// goes treats an advance or withdrawal as a move if it ends beside a friend: `come up behind Lee's`.
func (r *listener) goes(f *filling, say Verb, troops, others heard) (*filling, Verb) {
	beside := func(k token) bool {
		return k.sense(friend, unit) != nil && slices.Contains(whither, k.prep) && k.prep != "to" && k.prep != "towards"
	}
	if f != nil && (say == Advance || say == Withdraw) && slices.ContainsFunc(f.left(), beside) {
		if goes, _ := best(r.vocabulary, r.rows[Move], troops, others); goes != nil && goes.unused() < f.unused() {
			return goes, Move
		}
	}
	return f, say
}

// tacit returns the action of a clause without a verb, from its units and their destination, target or company.
func (r *listener) tacit(troops *heard) Verb {
	goes := slices.ContainsFunc(troops.args, func(k token) bool {
		return len(k.senses) > 0 && (k.prep != "" || k.kind != number && preps[r.words[k.from].Fold] != "")
	})
	joins := slices.ContainsFunc(troops.args, func(k token) bool {
		return k.prep == "with" && k.sense(unit, friend) != nil
	})
	alone := len(troops.args) == 1 || len(troops.args) == 2 && troops.args[0].kind == mark
	switch {
	case len(troops.args) == 1 && troops.who != nil && whereTo(&troops.args[0]):
		troops.args[0].prep = "to" // `1ligne G6`
		return Move
	case falls(troops.args) && troops.who != nil:
		return Attack
	case joins && alone && troops.owner != "" && troops.who == nil:
		return Join // `me: with Lee's`
	case goes && (troops.who != nil || troops.owner != ""):
		return Move
	}
	return ""
}

// trained reports whether the tokens give a target for guns: `guns on the town`.
func (r *listener) trained(tokens []token) bool {
	if len(tokens) < 2 || !tokens[0].ours() || tokens[1].from < tokens[0].to || tokens[1].from >= len(r.words) {
		return false
	}
	last, at := r.words[tokens[0].to-1].Fold, tokens[1].from
	return slices.Contains([]string{"GUNS", "BATTERY", "BATTERIES", "CANNON", "CANNONS", "ARTILLERY"}, last) &&
		slices.ContainsFunc(r.words[tokens[0].to:at+1], func(w orders.Word) bool { return w.Fold == "ON" })
}

// whereTo reports whether the token is only ground, without a preposition.
func whereTo(k *token) bool {
	return k.prep == "" && len(k.senses) > 0 && k.sense(unit, friend, enemy, they, number) == nil &&
		slices.Contains(spots, k.senses[0].kind)
}

// meantBy returns the meaning of the verb in this ruleset: `slide over to G7` is a move unless lines of battle can
// shift.
func (r *listener) meantBy(tokens []token, at int) ([]token, Verb) {
	switch say := tokens[at].verb; {
	case say == Shift && r.rows[Shift] == nil:
		tokens = slices.Clone(tokens)
		tokens[at].verb = Move
		return tokens, Move
	default:
		return tokens, say
	}
}

// negates reports whether the verb is negated: `do not advance`.
func (r *listener) negates(k token) bool {
	return slices.ContainsFunc(r.words[k.from:min(k.to, len(r.words))], func(w orders.Word) bool {
		return slices.Contains([]string{"NOT", "NEVER", "NOBODY", "NO"}, w.Fold)
	})
}

// theirs reports whether the enemy is the subject of the verb after the tokens.
func (r *listener) theirs(head []token) bool {
	last := len(head) - 1
	pronoun := slices.Contains([]string{"IT", "THEY", "THEM", "THERE", "HIM", "HE"}, r.words[head[last].to-1].Fold)
	if pronoun || !r.ofEnemy(head[last]) || head[last].prep != "" {
		return false
	}
	return !slices.ContainsFunc(head[:last], func(k token) bool {
		return k.sense(unit, self, somebody) != nil || len(k.senses) > 0 && k.senses[0].kind != they
	})
}

// falls reports whether the arguments are an attack without a verb: `Lochiel on the guns`.
func falls(args []token) bool {
	return slices.ContainsFunc(args, func(k token) bool { return k.prep == "at" && k.sense(enemy) != nil && !k.ours() })
}

// ruledOut reports whether the frame took an excluded argument: `advance, avoiding the mill`, `attack nobody`.
func (r *listener) ruledOut(args []token, used []bool) bool {
	for i := range args {
		if used[i] || args[i].kind != plain {
			continue
		}
		word := r.words[args[i].from].Fold
		if slices.Contains([]string{"NOBODY", "NONE", "NOTHING"}, word) {
			return true
		}
		if i+1 < len(args) && used[i+1] && slices.Contains(excluders, word) {
			return true
		}
	}
	return false
}

// excluders lists words before an exclusion.
var excluders = append(slices.Clone(negations), "AVOID", "AVOIDING", "WITHOUT", "KEEP", "STAY", "STEER", "BEYOND")

var negations = []string{"NOT", "NEVER", "NO"}

// denied reports whether an unused negation precedes the verb.
func (r *listener) denied(tokens []token, at int) bool {
	return at > 0 && slices.ContainsFunc(tokens[:at], func(k token) bool {
		return k.kind == plain && slices.Contains([]string{"NOT", "NEVER", "NOBODY", "NONE", "NEITHER", "NO",
			"CANCEL", "COUNTERMAND", "FORBIDDEN", "PROHIBITED", "NEEDN'T", "ABANDON",
			"FORGET", "IGNORE", "INSTEAD", "AVOID", "AVOIDING"},
			r.words[k.from].Fold) || phraseAt(r.words[k.from:], []string{"RATHER", "THAN"}) > 0
	})
}

// meet records the enemy named last.
func (r *listener) meet(tokens []token) {
	for i := range tokens {
		if tokens[i].sense(enemy) != nil && !tokens[i].ours() {
			r.foe = &token{kind: enemy, senses: tokens[i].senses, from: tokens[i].from, to: tokens[i].to}
		}
	}
}

// subject finds the acting unit: the units before the verb, or with objects set those right after it, or those of the
// previous clause, or the seat's only unit.
func (r *listener) subject(tokens []token, at int, objects bool) (h heard) {
	head, behind, say := tokens, []token(nil), Verb("")
	if at >= 0 {
		head, behind, say = tokens[:at], tokens[at+1:], tokens[at].verb
	}
	if by := r.agent(tokens, at); by >= 0 {
		head, behind = tokens, nil
	}
	for i := range head {
		s := head[i].sense(unit)
		first := h.who == nil && h.owner == ""
		switch {
		case first && s != nil && !slices.Contains([]string{"with", led}, head[i].prep) &&
			(head[i].prep == "" || at >= 0) && !s.several:
			h.who, h.named = r.ownOf(s.ids, head[i:i+1]), true
			h.we = head[i].all && slices.Contains([]string{"WE", "US"}, r.words[head[i].to-1].Fold)
		case h.who != nil && s != nil && head[i].prep == "" && !s.several &&
			(head[i-1].kind == joint || head[i-1].sense(unit) != nil):
			h.who = slices.Concat(h.who, slices.DeleteFunc(slices.Clone(s.ids), func(id string) bool {
				return slices.Contains(h.who, id)
			}))
		case first && head[i].kind == they && i+1 == len(head) && r.acting() != nil:
			h.who, h.named = r.acting(), true // `… They ride to the mill`: not the player
		case first && head[i].sense(self) != nil:
			h.owner = head[i].sense(self).ids[0]
		case head[i].kind != joint:
			if first && s != nil && s.several {
				h.vague = s
				continue
			}
			k := head[i]
			last := i+1 == len(head) || i+2 == len(head) && (head[i+1].kind == joint || head[i+1].kind == mark)
			if at >= 0 && first && last && k.prep == "" && k.sense(enemy) != nil && !k.ours() {
				k.kind, k.senses = plain, nil // `Sturler charge!` does not order own troops
			}
			h.args = append(h.args, k)
		}
	}
	if h.who == nil && h.owner == "" && at >= 0 {
		h.who, behind = r.pronouns(tokens[at], behind, objects)
	}
	called := h.who
	friends := at >= 0 && r.who != nil && r.forFriends(tokens[at].verb, behind) // `and follow r1`
	others := at > 0 && head[len(head)-1].kind == they && head[len(head)-1].prep == "" && slices.Contains(
		[]string{"THEY", "HE"}, r.words[head[len(head)-1].to-1].Fold) // they act against own troops
	if h.who == nil && h.owner == "" && h.vague == nil && objects && !friends && !others {
		who, rest := r.objects(say, behind)
		h.who, h.named, behind = r.ownOf(who, behind), who != nil, rest
	}
	behind = r.withoutOwn(behind, called, at >= 0 && slices.Contains(taking, r.words[tokens[at].from].Fold) &&
		!slices.Contains([]Verb{Fire, Attack, Charge, Assault}, say)) // `keep pounding the battery`
	h.goal, h.went = r.goal, r.went
	h.standing, h.before = r.standing && r.stands, r.earlier()
	for i := range behind {
		if behind[i].kind == verb { // for frames such as `{-+withdraw}`
			behind[i].senses = []sense{{kind: "+" + string(behind[i].verb), ids: []string{""}}}
		}
		again := i > 0 && behind[i].kind == verb && behind[i].verb == tokens[at].verb && behind[i-1].kind == joint
		if !again { // `dress on r1 and keep station`
			h.args = append(h.args, behind[i])
		}
	}
	r.unsaid(&h)
	h.who = r.ofParty(withLeaders(h.who, tokens))
	return h
}

// unsaid finds the acting units for a clause that names none.
func (r *listener) unsaid(h *heard) {
	switch {
	case h.who != nil || h.owner != "" || h.vague != nil:
	case r.to != "" && !(r.who != nil && (r.named || within(r.who, r.vocabulary.Under[r.to]))):
		h.who = r.vocabulary.Under[r.to]
	case r.who != nil || r.owner != "":
		h.who, h.owner, h.named = r.who, r.owner, r.named && r.who != nil
	case len(r.vocabulary.Mine) == 1:
		h.who = r.vocabulary.Mine
	default: // `if horse come within 8 of Lee's, form square`
		h.who = r.threatened
	}
}

// agent returns the index of the acting unit of a passive verb, or -1.
func (r *listener) agent(tokens []token, at int) int {
	if at < 1 || r.words[tokens[at].from].Fold != "BE" || tokens[at-1].sense(enemy, "place", "hex") == nil {
		return -1
	}
	return slices.IndexFunc(tokens, func(k token) bool { return k.prep == "by" && k.sense(unit) != nil && k.ours() })
}

// pronouns finds the acting units that IT or THEM after the verb refers to, in the condition or the previous order, and
// removes the pronoun.
func (r *listener) pronouns(k token, behind []token, objects bool) (who []string, rest []token) {
	back := r.pointsBack(k.verb, behind)
	switch {
	case back >= 0 && objects && r.acting() != nil:
		return r.acting(), slices.Concat(behind[:back], behind[back+1:])
	case r.who != nil && len(behind) > 0 && behind[0].kind == they && behind[0].prep == "" &&
		slices.Contains(moving, r.words[k.from].Fold): // `… and bring them to …`
		return r.who, behind[1:]
	}
	return nil, behind
}

// moving lists verbs that move the troops named right after them.
var moving = []string{"BRING", "SEND", "PUT", "PLACE", "POST", "STATION", "MOVE", "MARCH", "LEAD", "PULL", "DRAW"}

// taking lists verbs for an action with the troops that a commander leads.
var taking = slices.Concat(moving, []string{"TAKE", "GET", "KEEP", "HOLD"})

// pointsBack returns the index of a pronoun after the verb that refers to the troops of the condition, or -1: `If they
// are near Lee's, hold it there`, `charge them with it`.
func (r *listener) pointsBack(v Verb, behind []token) int {
	return slices.IndexFunc(behind, func(k token) bool {
		if k.kind != they || k.sense(enemy, "place", "hex") != nil {
			return false
		}
		word := r.words[k.to-1].Fold
		return k.prep == "with" && word == "IT" || k.prep == "" && k.from == behind[0].from &&
			(word == "IT" || word == "THEM") && (slices.Contains([]Verb{Hold, Advance, Withdraw, Shift}, v) ||
			v == Face && len(behind) > 1 && r.words[k.from-1].Fold != "FACE")
	})
}

// withoutOwn removes the acting units if they are repeated after the verb: `Lochiel goes with his Camerons`, `Lochiel,
// take your Camerons to the mill`.
func (r *listener) withoutOwn(tokens []token, called []string, takes bool) []token {
	for i := range tokens {
		s := tokens[i].sense(unit)
		again := i == 0 && takes && tokens[i].prep == "" && len(tokens) > 1
		if s != nil && (tokens[i].prep == "with" || again) && !s.several && called != nil &&
			within(s.ids, called) {
			return slices.Delete(slices.Clone(tokens), i, i+1)
		}
	}
	return tokens
}

// ownOf returns the addressed units if the tokens refer to their own troops: `Pegram, unlimber and get your guns
// ranged`.
func (r *listener) ownOf(who []string, tokens []token) []string {
	own := func(k token) bool {
		from, to := max(k.from-1, 0), min(k.from+1, len(r.words))
		return k.sense(unit) != nil && from < to && slices.ContainsFunc(r.words[from:to], func(w orders.Word) bool {
			return slices.Contains(owners, w.Fold)
		})
	}
	if who != nil && r.who != nil && within(r.who, who) && slices.ContainsFunc(tokens, own) {
		return r.who
	}
	return who
}

var owners = []string{"HIS", "ITS", "THEIR", "YOUR"}

// within reports whether all of the units are in of.
func within(ids, of []string) bool {
	return !slices.ContainsFunc(ids, func(id string) bool { return !slices.Contains(of, id) })
}

// others returns the units of the previous order or of the condition, if they are not the acting units.
func (r *listener) others(who []string) []string {
	for _, ids := range [][]string{r.who, r.before, r.mentioned} {
		if ids != nil && !slices.Equal(ids, who) {
			return ids
		}
	}
	return nil
}

// acting returns the units that a subject THEY refers to: those of the condition or the previous order.
func (r *listener) acting() []string {
	if r.mentioned != nil {
		return r.mentioned
	}
	return r.who
}

// ofParty returns the units that are in the party being ordered, or all if there is no party.
func (r *listener) ofParty(who []string) []string {
	if r.party == nil {
		return who
	}
	part := slices.DeleteFunc(slices.Clone(who), func(id string) bool { return !slices.Contains(r.party, id) })
	if len(part) == 0 {
		return who
	}
	return part
}

// earlier returns the number of the previous order in the mail, or "".
func (r *listener) earlier() string {
	n := r.number - 1
	if len(r.said) > 0 || r.main {
		n = r.number
	}
	if n < 1 {
		return ""
	}
	return strconv.Itoa(n)
}

// commands reports whether the units can receive the order: in a directive, only its addressee's can.
func (r *listener) commands(ids []string) bool {
	return r.to == "" || !slices.ContainsFunc(ids, func(id string) bool {
		return !slices.Contains(r.vocabulary.Under[r.to], id)
	})
}

// doing reports whether a unit after the verb and preposition may be the acting unit: in `card push on r3`, but not in
// `fall back on r3` or `fire on r3`.
func doing(v Verb, prep string) bool {
	return prep == "" || prep == "with" || prep == "at" && !slices.Contains([]Verb{Withdraw, Move, Join, Support, Fire,
		Attack, Charge, Assault, Take, Follow, Face, Watch}, v)
}

// aimedAt reports whether a word for troops after the verb more likely means the enemy's: `charge the foot`, `shoot at
// the guns`.
func (r *listener) aimedAt(v Verb, k *token) bool {
	at := min(k.from, len(r.words)) - 1
	for at > 0 && slices.Contains(articles, r.words[at].Fold) {
		at--
	}
	aimed := at > 0 && preps[r.words[at].Fold] == "at"
	return k.prep == "" && k.sense(enemy) != nil && (aimed || len(k.sense(unit).ids) > 1) &&
		slices.Contains([]Verb{Fire, Attack, Charge, Assault, Take}, v)
}

// objects splits the acting units from the arguments after a verb: `hold r1, r2`, `charge p4 with r3`.
func (r *listener) objects(v Verb, tokens []token) (who []string, rest []token) {
	armed := slices.Contains([]Verb{Fire, Attack, Charge, Assault, Take}, v) &&
		slices.ContainsFunc(tokens, func(k token) bool { return k.prep == "with" && k.ours() })
	for i := range tokens {
		k := &tokens[i]
		s := k.sense(unit)
		if armed && who == nil && k.prep != "with" { // `fire on the foot with the guns`
			rest = append(rest, *k)
			continue
		}
		takes := s != nil && !s.several && doing(v, k.prep) && k.ours() && r.commands(s.ids) && !r.aimedAt(v, k)
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
