package spoken

import (
	"slices"
	"strings"

	"galloper/orders"
)

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

// somebody is the slot of subordinate commanders, who receive orders as directives.
const somebody = "to"
