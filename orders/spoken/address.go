package spoken

import (
	"slices"
	"strings"

	"galloper/orders"
)

// unlabelled strips a leading label such as `1:`.
func unlabelled(tokens []token) []token {
	if len(tokens) > 2 && tokens[0].kind == number && tokens[1].kind == mark && tokens[1].mark == ":" {
		return tokens[2:]
	}
	return tokens
}

// orderHeads and talkHeads are the paragraph headings of a staff's operation order. Only paragraphs under the first
// kind contain orders.
var (
	orderHeads = phrases("EXECUTION", "COMMAND", "COMMAND AND CONTROL", "COMMAND AND SIGNAL", "TASKS", "TASK", "ACTION",
		"ACTIONS", "COORDINATION", "SCHEME OF MANEUVER", "SCHEME OF MANOEUVRE", "MANEUVER", "MOVEMENTS",
		"MAIN EFFORT", "MAIN ATTACK")
	talkHeads = phrases("SITUATION", "ENEMY SITUATION", "MISSION", "INTENT", "MY INTENT", "COMMANDER'S INTENT", "PURPOSE",
		"BACKGROUND", "INTELLIGENCE", "INTEL", "CONTEXT", "ASSESSMENT", "REASON", "REASONING", "RATIONALE", "AIM",
		"CONCEPT")
)

// headline strips a paragraph heading. aside reports that paragraphs under this heading contain no orders.
func headline(words []orders.Word) (rest []orders.Word, aside bool) {
	_, n := longest(words, orderHeads)
	_, told := longest(words, talkHeads)
	if n = max(n, told); n == 0 || n+1 >= len(words) || words[n].Text != ":" {
		return words, false
	}
	if rest = words[n+1:]; n == told {
		return rest, true
	}
	at := slices.IndexFunc(rest, func(w orders.Word) bool { return w.Fold == "WITH" })
	if at > 0 && at < 3 && strings.HasPrefix(rest[0].Fold, "I") { // `Command: I am with the 81st`
		join := rest[at]
		join.Fold = "JOIN"
		rest = slices.Concat([]orders.Word{{Text: rest[0].Text, Fold: "I", Line: rest[0].Line, Col: rest[0].Col}, join},
			rest[at+1:])
	}
	return rest, false
}

// greeted strips the greeting in front of an addressee: `Dear Cole, advance` is addressed to Cole.
func (v *Vocabulary) greeted(words []orders.Word) []orders.Word {
	if len(words) < 3 || !slices.Contains([]string{"DEAR", "HI", "HELLO", "HEY"}, words[0].Fold) {
		return words
	}
	comma := slices.IndexFunc(words, func(w orders.Word) bool { return w.Text == "," })
	for _, k := range v.Kinds {
		if m := k.Names.Find(words[1:]); k.Slot == somebody && m.ID != "" && m.Words+1 == comma {
			return words[1:]
		}
	}
	return words
}

// announcing lists words that, before a colon, announce orders.
var announcing = []string{"HERE", "ORDERS", "ORDER", "PLAN", "INSTRUCTIONS", "INTENTIONS", "FOLLOWS", "FOLLOWING"}

// introduced skips an announcement of orders: `Cope here:`, `my first orders:`.
func (r *listener) introduced(tokens []token) []token {
	for i := 1; i+1 < len(tokens); i++ {
		if tokens[i].kind != mark || tokens[i].mark != ":" {
			continue
		}
		announces := func(w orders.Word) bool { return slices.Contains(announcing, w.Fold) }
		if i == 1 && slices.Contains([]string{"TURN", "MOVE", "MOVES", "ACTIONS"}, r.words[tokens[0].from].Fold) {
			return tokens[i+1:] // `my turn: …`
		}
		if slices.ContainsFunc(r.words[min(tokens[0].from, tokens[i].from):tokens[i].from], announces) &&
			!slices.ContainsFunc(tokens[:i], func(k token) bool { return k.tells() || r.standing && k.prep != "" }) {
			return tokens[i+1:]
		}
		reserve := i == 1 && r.words[tokens[0].from].Fold == "RESERVE"
		if r.troopsAt(tokens[i+1:]) > 0 && reserve {
			r.passed = join(r.passed, r.span(tokens[:i]))
			return tokens[i+1:]
		}
		break
	}
	return tokens
}

// greets reports whether the sentence is only a greeting.
func (r *listener) greets(tokens []token) bool {
	word := r.words[tokens[0].from].Fold
	if word == "RIGHT" && (slices.ContainsFunc(tokens, token.tells) || len(tokens) > 1 && tokens[0].to == tokens[1].from &&
		tokens[1].kind != joint && tokens[1].kind != mark) { // `Right allies to h4`
		return false
	}
	parting := phraseAt(r.words[tokens[0].from:], []string{"SEE", "YOU"}) > 0
	if !slices.Contains(greetings, word) && !parting || slices.ContainsFunc(tokens, token.isVerb) {
		return false
	}
	r.passed = join(r.passed, r.text(tokens))
	return true
}

var greetings = []string{"DEAR", "HELLO", "HI", "HEY", "GREETINGS", "GENTLEMEN", "MORNING", "EVENING", "AFTERNOON",
	"GOOD", "BYE", "FAREWELL", "REGARDS", "YOURS", "THANKS", "THANK", "CHEERS", "SORRY", "RIGHT"}

// addressed splits off the commanders that the sentence addresses (`To X:`, `X:`, `X should`). Without any, to is [""].
func (r *listener) addressed(tokens []token) (to []string, rest []token) {
	rest = tokens
	if last := len(rest) - 1; last > 1 && rest[last].prep == "" && rest[last-1].mark == "," &&
		rest[last].kind == somebody { // `Hold your ground, Lee!`
		rest = append([]token{rest[last]}, rest[:last-1]...)
	}
	for len(rest) > 1 {
		s := rest[0].sense(somebody)
		if s == nil || s.several || s.ids[0] == r.vocabulary.Self ||
			rest[0].sense(unit) != nil && rest[0].senses[0].kind == unit {
			break
		}
		to, rest = append(to, s.ids[0]), rest[1:]
		for len(rest) > 1 && rest[0].kind == joint && rest[1].sense(somebody) != nil {
			rest = rest[1:]
		}
	}
	if to == nil {
		return []string{""}, tokens
	}
	if len(rest) > 0 && rest[0].kind == mark && rest[0].mark == ":" {
		rest = rest[1:]
	}
	return to, rest
}

// somebody is the slot of subordinate commanders, who receive orders as directives.
const somebody = "to"
