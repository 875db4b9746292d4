package spoken

import (
	"maps"
	"slices"
	"strings"

	"galloper/orders"
)

// Stopping returns the words that tell troops to cross a bridge or ford. It returns nil unless the lines that were read
// make them stop on it.
func (v *Vocabulary) Stopping(words []orders.Word, lines []string) []orders.Word {
	for i := range words {
		if !slices.Contains([]string{"CROSS", "CROSSES", "OVER", "ACROSS"}, words[i].Fold) {
			continue
		}
		for at := i + 1; at < len(words) && !pause(words[at]) && preps[words[at].Fold] != "to"; at++ {
			for _, k := range v.Kinds {
				m := found(k.Names, words[at:])
				name, ok := k.Names.Get(m.ID)
				if !ok || !slices.ContainsFunc(nameWords(name), func(w string) bool { return slices.Contains(crossings, w) }) {
					continue
				}
				stops := " TO " + v.written(k.Slot, []string{m.ID})[0]
				if slices.ContainsFunc(lines, func(line string) bool { return strings.Contains(line+" ", stops+" ") }) {
					return words[i : at+m.Words]
				}
			}
		}
	}
	return nil
}

// stranger reports whether the words begin with a name that is not in the seat's lists.
func (w *weighed) stranger(words []orders.Word) bool {
	name := words[0].Text != strings.ToLower(words[0].Text) && words[0].Text != strings.ToUpper(words[0].Text)
	return name && !english[words[0].Fold] && w.vocabulary.find(unit, words).Words == 0
}

var crossings = []string{"BRIDGE", "FORD", "RIVER", "STREAM", "CREEK", "BROOK", "CAUSEWAY"}

// Doubtful returns the words that make a parsed order doubtful: a question such as `would Lee's hold?`, or `everybody`
// from a commander with one unit who also commands other commanders.
func (v *Vocabulary) Doubtful(words []orders.Word) []orders.Word {
	if asks := words[0].Fold == "COULD" || words[0].Fold == "WOULD"; asks && !courteous(words) &&
		slices.ContainsFunc(words, func(w orders.Word) bool { return w.Asks }) {
		return words[:1]
	}
	everybody := slices.IndexFunc(words, func(w orders.Word) bool { return w.Fold == "EVERYBODY" || w.Fold == "EVERYONE" })
	if everybody < 0 || len(v.Mine) != 1 {
		return nil
	}
	if !slices.ContainsFunc(slices.Sorted(maps.Keys(v.Under)), func(of string) bool {
		return !within(v.Under[of], v.Mine)
	}) {
		return nil
	}
	return words[everybody : everybody+1]
}
