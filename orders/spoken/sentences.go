package spoken

import (
	"slices"

	"galloper/orders"
)

// opening makes each sentence of an item complete: a sentence without a subject gets that of the next (`Don't stop to
// fire. Both regiments charge!`), reasons are removed, and `the same` is replaced by the previous sentence.
func (r *listener) opening(list [][]token) [][]token {
	for i := range list {
		if r.sequence(list[i]) == "" {
			list[i] = r.introduced(unlabelled(list[i]))
		}
	}
	list = r.leaders(r.signed(r.partedSames(r.remarked(list))))
	var said []token // the previous sentence without its troops
	for i, tokens := range list {
		tokens = r.unreasoned(tokens)
		if said != nil {
			tokens = r.likewise(tokens, said)
		}
		if next := i + 1; next < len(list) && i == 0 && len(r.vocabulary.Mine) > 1 && r.subjectless(tokens) {
			if n := r.troopsAt(list[next]); n > 0 && n < len(list[next]) {
				tokens = slices.Concat(list[next][:n], tokens)
			}
		}
		list[i] = tokens
		if n := r.leading(tokens); n > 0 && slices.ContainsFunc(tokens, r.acts) {
			said = tokens[n:]
		} else if len(tokens) > 0 {
			said = nil
		}
	}
	return list
}

// unstopped removes full stops before a continuation of an order: `…. Otherwise hold.`
func unstopped(words []orders.Word, tokens []token) []token {
	goesOn := func(k *token) bool { return k.kind == mark && (k.mark == "else" || k.mark == "then") }
	for i := 0; i+1 < len(tokens); i++ {
		if tokens[i].kind == mark && tokens[i].mark == "." && (goesOn(&tokens[i+1]) || limits(words, &tokens[i+1])) {
			tokens = slices.Delete(tokens, i, i+1)
		}
	}
	return tokens
}

// limits reports whether the token begins a sentence that only limits when the order applies: `…. But only after the
// guns.`
func limits(words []orders.Word, k *token) bool {
	_, n := longest(words[min(k.from, len(words)):], limitWords)
	return n > 0
}

var limitWords = phrases("BUT ONLY IF", "BUT ONLY WHEN", "BUT ONLY AFTER", "BUT ONLY ONCE", "ONLY IF", "ONLY WHEN",
	"ONLY AFTER", "ONLY ONCE", "BUT NOT BEFORE", "BUT NOT UNTIL", "NOT BEFORE", "NOT UNTIL", "UNLESS", "BUT UNLESS",
	"EXCEPT IF")

// signed moves troops that stand alone at the end to the start of a sentence without a subject: `hold your fire. Light
// battalion`.
func (r *listener) signed(list [][]token) [][]token {
	last := len(list) - 1
	for last > 0 && len(list[last]) == 0 {
		last--
	}
	if last < 1 || len(r.vocabulary.Mine) < 2 || !r.subjectless(list[last-1]) {
		return list
	}
	whom := addressees(list[last])
	if len(whom) == 1 && whom[0].prep == "to" { // `… To Lee's`
		whom[0].prep = ""
	}
	if n := r.troopsAt(whom); n == 0 || n < len(whom) {
		return list
	}
	return append(slices.Clone(list[:last-1]), slices.Concat(whom, list[last-1]))
}

// calls reports whether a sentence only names the recipients of the next: `Grenadiers! Take the farm.`
func (r *listener) calls(tokens []token) bool {
	if n := r.troopsAt(tokens); n > 0 && n == len(tokens) {
		r.called([]clause{{tokens: tokens}, {}})
		return true
	}
	if len(tokens) != 1 { // `General Kempt! Take the farm.`
		return false
	}
	s := tokens[0].sense(somebody)
	if s == nil || s.several || tokens[0].ours() || s.ids[0] == r.vocabulary.Self {
		return false
	}
	r.to, r.who, r.owner = s.ids[0], r.vocabulary.Under[s.ids[0]], ""
	return true
}

// acts reports whether the token is an action: a verb or a destination.
func (r *listener) acts(k token) bool {
	return k.kind == verb || len(k.senses) > 0 && slices.Contains(whither, k.prep)
}

// troopsAt returns the number of tokens in the list of troops at the start.
func (r *listener) troopsAt(tokens []token) (n int) {
	for n < len(tokens) {
		s := tokens[n].sense(unit)
		if tokens[n].kind == joint && n > 0 && n+1 < len(tokens) && tokens[n+1].prep == "" &&
			tokens[n+1].ours() || s != nil && !s.several && tokens[n].prep == "" && tokens[n].ours() {
			n++
			continue
		}
		break
	}
	return n
}

// subjectless reports whether a sentence has an action but names no acting unit.
func (r *listener) subjectless(tokens []token) bool {
	if len(tokens) == 0 || len(tokens) == 1 && tokens[0].kind == verb &&
		slices.Contains([]Verb{Advance, Charge, Attack, Move}, tokens[0].verb) {
		return false // `Forward!`
	}
	acts := slices.ContainsFunc(tokens, token.isVerb) || slices.ContainsFunc(r.rows[""], func(t *template) bool {
		return tokens[0].sense(t.kinds()...) != nil
	})
	return acts && !slices.ContainsFunc(tokens, func(k token) bool {
		struck := k.prep != "" && k.sense(enemy) != nil // `against the foot`
		return k.sense(unit, self, somebody, friend) != nil && !struck || k.kind == plain && k.prep == "" && !r.denies(k)
	})
}

// denies reports whether the token negates the words after it.
func (r *listener) denies(k token) bool {
	return slices.Contains([]string{"DO", "NOT", "NEVER", "NO"}, r.words[k.from].Fold)
}

// reasonEnd returns the index of the comma after a reason at the start of a sentence, or -1. A second part of the
// reason is included: `as they shoot badly, and so do we, …`.
func (r *listener) reasonEnd(tokens []token) int {
	comma := func(k token) bool { return k.kind == joint && k.mark == "," }
	end := slices.IndexFunc(tokens, comma)
	if end < 0 || end+2 >= len(tokens) || tokens[end+1].mark != "AND" && r.words[tokens[end].to].Fold != "AND" {
		return end
	}
	next := slices.IndexFunc(tokens[end+1:], comma)
	if next < 0 || slices.ContainsFunc(tokens[end+1:end+1+next], func(k token) bool {
		return k.kind == verb || k.kind == mark || k.sense(unit, somebody) != nil && !k.all
	}) {
		return end
	}
	return end + 1 + next
}

// reasons begin a reason after a pause. Other such words, like `because`, are marks.
var reasons = phrases("AS", "SINCE")

// unreasoned removes reasons, which have no effect: `as they have not deployed yet, …`. A clause that orders own troops
// is not a reason.
func (r *listener) unreasoned(tokens []token) []token {
	if i := slices.IndexFunc(tokens, func(k token) bool { return k.kind == mark && k.mark == "join" }); i >= 0 {
		end := i + 1 // in `… to join me on the hill`, the hill is the destination
		if end < len(tokens) && tokens[end].prep == "" && tokens[end].sense(unit, self, somebody, colleague, they) != nil {
			end++
		}
		r.passed = join(r.passed, r.span(tokens[i:end]))
		return r.unreasoned(slices.Concat(tokens[:i], tokens[end:]))
	}
	at := slices.IndexFunc(tokens, func(k token) bool {
		return k.kind == mark && k.mark == "why" ||
			!slices.Contains([]string{verb, joint, mark}, k.kind) && k.from < len(r.words) &&
				beginsWith(r.words[k.from:], reasons) && phraseAt(r.words[k.from:], []string{"AS", "FAR", "AS"}) == 0
	})
	if at < 0 || at > 0 && tokens[at-1].kind != joint && tokens[at].mark != "why" {
		return tokens
	}
	end := len(tokens)
	if at == 0 {
		if end = r.reasonEnd(tokens); end < 0 {
			return tokens
		}
	}
	tells := slices.ContainsFunc(tokens[at+1:end], token.isVerb)
	if slices.ContainsFunc(tokens[at+1:end], func(k token) bool {
		whether := k.mark == "if" && tokens[at].mark == "why" && k.from <= tokens[at].to+1 // `to see if …`
		when := at > 0 && tokens[at].mark == "why" && slices.Contains([]string{"before", "after", "while"}, k.mark)
		return k.kind == mark && !whether && !when || tells && k.prep == "" && k.ours() && !k.all
	}) {
		return tokens
	}
	r.passed = join(r.passed, r.span(tokens[at:end]))
	if at == 0 {
		return tokens[end+1:]
	}
	for at > 0 && tokens[at-1].kind == joint {
		at--
	}
	return slices.Concat(tokens[:at], tokens[end:])
}

// sames are phrases that repeat the action of the previous sentence.
var sames = phrases("SAME", "THE SAME", "DO THE SAME", "DO SAME", "DOES SAME", "DITTO", "DITO",
	"IDEM", "THE SAME FOR YOU", "DOES THE SAME", "TOO", "AS WELL", "LIKEWISE")

// partedSames splits off `81st the same` after a comma as a sentence.
func (r *listener) partedSames(list [][]token) (out [][]token) {
	for _, tokens := range list {
		for at := 1; at+1 < len(tokens); at++ {
			n := at + 1 + r.troopsAt(tokens[at+1:])
			if tokens[at].kind != joint || n == at+1 || n == len(tokens) || tokens[n].kind != plain {
				continue
			}
			if _, same := longest(r.words[tokens[n].from:], sames); same > 0 {
				end := n + 1 - (at + 1)
				out, tokens, at = append(out, tokens[:at]), tokens[at+1:], 0
				if end < len(tokens) && tokens[end].kind == joint && r.troopsAt(tokens[end+1:]) > 0 {
					out, tokens = append(out, tokens[:end]), tokens[end+1:]
				}
			}
		}
		out = append(out, tokens)
	}
	return out
}

// leading returns the number of tokens at the start that name troops or their commander.
func (r *listener) leading(tokens []token) int {
	n := r.troopsAt(tokens)
	if n > 0 || len(tokens) < 2 {
		return n
	}
	if s := tokens[0].sense(somebody); s == nil || s.several {
		return 0
	}
	return 1 + r.troopsAt(tokens[1:])
}

// likewise replaces `the same` with the previous sentence with changes: `42e the same, but to the farm` after `1er
// Leger in column to the ford, then line`.
func (r *listener) likewise(tokens, said []token) []token {
	n := r.leading(tokens)
	if n == 0 && len(tokens) > 1 && tokens[0].kind == self { // `me too`
		n = 1
	}
	rest := tokens[n:]
	if n == 0 || len(rest) == 0 || rest[0].kind != plain || rest[0].from >= len(r.words) {
		return tokens
	}
	if _, same := longest(r.words[rest[0].from:], sames); same == 0 {
		return tokens
	}
	for len(rest) > 0 && rest[0].kind == plain {
		rest = rest[1:]
	}
	said = slices.Clone(said)
	for _, k := range rest {
		if k.kind == joint || k.kind == mark && k.mark == "but" {
			continue
		}
		at := slices.IndexFunc(said, func(old token) bool {
			return len(k.senses) > 0 && len(old.senses) > 0 && old.prep == k.prep && (k.prep != "" ||
				old.sense(k.senses[0].kind) != nil)
		})
		if at < 0 { // the part to change is unclear
			unsaid := slices.Clone(tokens)
			for i := range unsaid[n:] {
				unsaid[n+i] = token{kind: plain, from: unsaid[n+i].from, to: unsaid[n+i].to}
			}
			return unsaid
		}
		said[at] = k
	}
	return slices.Concat(tokens[:n], said)
}

// byCommander groups units by the commander who receives their order.
func (r *listener) byCommander(who []string) (parts [][]string) {
	if r.to != "" || r.To == "" || len(who) < 2 {
		return nil
	}
	var of []string
	for _, id := range who {
		to := (&spokenOrder{r: r, who: []string{id}}).commander()
		at := slices.Index(of, to)
		if at < 0 {
			at, of, parts = len(of), append(of, to), append(parts, nil)
		}
		parts[at] = append(parts[at], id)
	}
	return parts
}

// always returns the words of a standing order without phrases such as `every turn: …` at its start and end, or nil if
// the order is not a standing one.
func (s *Speech) always(words []orders.Word) []orders.Word {
	if s.Standing == "" {
		return nil
	}
	for i := range words {
		if n, _ := onwards.at(words[i:]); n > 0 {
			return slices.Concat(words[:i+n-2], words[i+n:])
		}
	}
	_, n := longest(words, everyTurn)
	said := len(words)
	for last := len(words) - 1; n > 0 && last > n && (pause(words[last]) || words[last].Fold == "PLEASE"); last-- {
		words = words[:last]
	}
	for end := len(words) - 1; end > n; end-- {
		if _, again := longest(words[end:], everyTurn); again == len(words)-end {
			words = words[:end]
		}
	}
	if n == 0 && len(words) == said { // `Lee's advance. The guns fire every turn`
		return nil
	}
	for n < len(words) && pause(words[n]) {
		n++
	}
	return words[n:]
}

var onwards = patternOf("IF TURN # EVERY TURN")

var everyTurn = phrases("EVERY TURN", "EACH TURN", "FROM NOW ON", "EVERY TURN FROM NOW ON", "FROM NOW ON EVERY TURN",
	"IN EVERY TURN", "IN EACH TURN", "AS A STANDING ORDER", "AS STANDING ORDER", "STANDING ORDER", "AS A RULE")

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " … " + b
}
