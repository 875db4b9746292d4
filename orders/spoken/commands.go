package spoken

import (
	"slices"
	"strings"

	"galloper/orders"
)

// commanded reads troops by whose they are: `both of Compere's regiments`, `all Compere's men`. The writer may call
// themself by name.
func (t *tagger) commanded(rest []orders.Word) (*token, int) {
	all, n := longest(rest, allWords)
	if n < len(rest) && n > 0 && rest[n].Fold == "OF" {
		n++
	}
	if n == len(rest) || t.prep != "" { // `assign Davis to Ewell's corps`
		return nil, 0
	}
	ids, words := t.commandOf(rest[n:])
	if len(ids) == 0 {
		return nil, 0
	}
	n += words
	if n < len(rest) {
		if few, count := numberAt(rest[n:]); count > 0 && few == len(ids) {
			n += count
		}
	}
	if n < len(rest) && (slices.Contains(plural, rest[n].Fold) || slices.Contains(commands, rest[n].Fold)) {
		n++
	} else if all == "" {
		return nil, 0 // `Compere's left`
	}
	several := counted[all] > 0 && counted[all] != len(ids)
	return &token{kind: unit, senses: []sense{{kind: unit, ids: ids, several: several}}, group: true}, n
}

// commandOf returns the units of him whose name stands first, in the genitive, and the number of words of that.
func (t *tagger) commandOf(rest []orders.Word) (ids []string, words int) {
	at := slices.IndexFunc(rest[:min(4, len(rest))], func(w orders.Word) bool { return strings.HasSuffix(w.Fold, "'S") })
	if at < 0 || t.Own == nil {
		return nil, 0
	}
	name := slices.Clone(rest[:at+1])
	name[at].Fold = strings.TrimSuffix(name[at].Fold, "'S")
	if m := t.Own().Find(name); m.ID != "" && m.Words == len(name) && m.Telling(name) && t.unitAt(name).Words == 0 {
		return t.mine, len(name)
	}
	if m := t.find(somebody, name); m.ID != "" && m.Words == len(name) && m.Telling(name) && t.unitAt(name).Words == 0 {
		return t.Under[m.ID], len(name)
	}
	return nil, 0
}

// commands are words for all that somebody commands.
var commands = []string{"BRIGADE", "DIVISION", "CORPS", "COMMAND", "PEOPLE", "FORCE", "COLUMN", "LADS", "FELLOWS"}
