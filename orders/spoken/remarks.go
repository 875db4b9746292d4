package spoken

import (
	"slices"

	"galloper/orders"
)

// remarked removes remarks between commas: `fall back, I do not like it here`. A remark about the seat's own troops at
// the start becomes a sentence of its own, to which later pronouns refer: `Lee's are alone up there, bring them back`.
func (r *listener) remarked(list [][]token) (out [][]token) {
	comma := func(k token) bool { return k.kind == joint && k.mark == "," }
	for _, tokens := range list {
		for from := 0; from < len(tokens); {
			end := len(tokens)
			if n := slices.IndexFunc(tokens[from:], comma); n >= 0 {
				end = from + n
			}
			part := tokens[from:end]
			whole := len(part) == len(tokens)
			if whole && len(list) == 1 || len(part) < 2 || !r.remarks(part) {
				from = end + 1
				continue
			}
			r.passed = join(r.passed, r.span(part))
			if whole || from == 0 && part[0].ours() {
				out = append(out, slices.Concat([]token{{kind: mark, mark: remark, from: part[0].from, to: part[0].from}}, part))
			}
			rest := tokens[:max(from-1, 0)] // without the comma
			tokens = slices.Concat(rest, tokens[min(end+1-min(from, 1), len(tokens)):])
		}
		out = append(out, tokens)
	}
	return out
}

// remark is the mark in front of a mere remark.
const remark = "remark"

// told records the troops, commander or enemy that a remark is about.
func (r *listener) told(tokens []token) {
	r.about(tokens)
	if s := tokens[0].sense(somebody); s != nil && !s.several && !tokens[0].ours() && s.ids[0] != r.vocabulary.Self {
		r.to, r.who, r.owner = s.ids[0], r.vocabulary.Under[s.ids[0]], ""
	}
	if s := tokens[0].sense(enemy); s != nil && !s.several && !tokens[0].ours() {
		r.foe = &tokens[0]
	}
}

// remarks reports whether part of a sentence is a mere remark.
func (r *listener) remarks(part []token) bool {
	words := r.words[part[0].from:min(part[len(part)-1].to, len(r.words))]
	if beginsWith(words, wishes) {
		return true
	}
	acts := slices.ContainsFunc(part, token.isVerb)
	if slices.ContainsFunc(part, func(k token) bool { return k.kind == mark && k.mark != "why" }) {
		return false
	}
	names := func(k token) bool { return k.sense(unit, somebody) != nil && !k.all }
	if !acts && slices.Contains(talkers, words[0].Fold) && !slices.ContainsFunc(part, names) {
		return true
	}
	relative := func(w orders.Word) bool { return w.Fold == "WHOM" || w.Fold == "WHOSE" }
	if slices.ContainsFunc(words[:min(2, len(words))], relative) && !slices.ContainsFunc(part, names) {
		return true // `in whom I trust`
	}
	at, n := stated(words)
	if n == 0 || slices.Contains(nobodies, words[0].Fold) ||
		slices.ContainsFunc(words, func(w orders.Word) bool { return slices.Contains(commanding, w.Fold) }) {
		return false
	}
	behind := slices.IndexFunc(part, func(k token) bool { return k.from >= part[0].from+at+n })
	if behind < 0 {
		return false
	}
	acts = slices.ContainsFunc(part[:behind], func(k token) bool { return k.kind == verb && k.from < part[0].from+at }) ||
		slices.ContainsFunc(part[behind:], func(k token) bool { // and no noun: `I do not like the look of them`
			return k.kind == verb &&
				!slices.Contains([]string{"THE", "A", "AN", "THAT", "THEIR"}, r.words[k.from-1].Fold)
		})
	switch theirs := part[behind:]; {
	case slices.Contains(onlookers, words[0].Fold):
		return !acts
	case part[0].ours(), part[0].kind == they, slices.Contains(pronouns, words[0].Fold):
		return !acts && theirs[0].kind == plain && theirs[0].prep == "" && len(theirs[0].senses) == 0
	default: // about the enemy or the ground
		return part[0].kind != verb && !slices.ContainsFunc(part[:behind], token.isVerb) &&
			!slices.ContainsFunc(part, func(k token) bool { return k.ours() && k.prep == "" })
	}
}

// commanding lists words that turn a statement into an order: `nobody is allowed to fire`.
var commanding = []string{"FORBIDDEN", "PROHIBITED", "ALLOWED", "PERMITTED", "REQUIRED", "ORDERED", "WANTED", "NEEDED",
	"EXPECTED", "SUPPOSED"}

// nobodies lists words that begin a prohibition.
var nobodies = []string{"NOBODY", "NONE", "NEITHER", "NEVER", "NO"}

// onlookers lists subjects that refer to the writer, the ground or an earlier statement.
var onlookers = []string{"I", "WE", "THERE", "THIS", "THAT", "WHICH"}

// pronouns lists the pronouns that may refer to the seat's own troops.
var pronouns = []string{"THEY", "HE", "IT", "SHE", "YOU", "WHO"}

// stated returns the position and length of the verb of a statement.
func stated(words []orders.Word) (at, n int) {
	for at = 1; at < len(words); at++ {
		if _, n = longest(words[at:], stating); n > 0 {
			end := at + n
			if end < len(words) && words[end].Fold == "NOT" {
				end++
			}
			if end < len(words) && words[end].Fold == "TO" {
				return 0, 0 // `they are to charge`
			}
			return at, n
		}
	}
	return 0, 0
}

var stating = phrases("IS", "ARE", "WAS", "WERE", "AM", "SEEM", "SEEMS", "HAS", "HAVE", "CAN NOT", "DO NOT WANT",
	"DO NOT LIKE", "DO NOT NEED", "DO NOT SEE", "DO NOT KNOW", "DOES NOT LIKE", "DO NOT TRUST", "NEED A", "NEEDS A",
	"NEED SOME", "NEEDS SOME", "NEED NO", "WILL NOT NEED", "DISLIKE", "LIKE A", "LIKES A", "COME AT US",
	"WILL BE", "WOULD BE", "IS OUT", "ARE OUT", "IS UP", "ARE UP")

// reports are phrases that ask for a report rather than give an order: `and let me know if it is held`.
var reports = phrases("LET ME KNOW", "LET ME HEAR", "KEEP ME INFORMED", "KEEP ME POSTED", "REPORT BACK", "REPORT TO ME")

// unreported skips a request for a report up to the next pause, as an IF in it is not a condition of the order.
func unreported(words []orders.Word, i int) {
	if !beginsWith(words[i:], reports) {
		return
	}
	if i > 0 && words[i-1].Fold == "AND" {
		words[i-1].Fold = "PLEASE"
	}
	for ; i < len(words) && !pause(words[i]); i++ {
		words[i].Fold = "PLEASE"
	}
}
