package spoken

import (
	"slices"
	"strings"
)

// who starts a new order at `who` or `which` for the troops before it: `I join Lee's, who advance`, `all hold except
// Lee's, who advance`.
func (t *tagger) who(i int) bool {
	if i == 0 || i+1 == len(t.words) || t.words[i-1].Text != "," && t.left == nil || !isVerbWord(t.words[i+1].Fold) ||
		!slices.Contains([]string{"WHO", "WHICH"}, strings.ToUpper(t.words[i].Text)) {
		return false
	}
	last := len(t.tokens) - 1
	if last >= 0 && t.tokens[last].kind == joint {
		last--
	}
	whom := t.left
	if whom == nil && last >= 0 && t.tokens[last].ours() && slices.ContainsFunc(t.tokens[:last], token.isVerb) {
		whom = &token{kind: unit, senses: t.tokens[last].senses, group: t.tokens[last].group}
	}
	if whom == nil {
		return false
	}
	t.tokens = append(t.tokens[:min(len(t.tokens), last+1)], token{kind: mark, mark: ".", from: i - 1, to: i})
	t.tokens = append(t.tokens, token{kind: whom.kind, senses: whom.senses, group: whom.group, from: i, to: i + 1})
	t.out, t.left = false, nil
	return true
}

var besides = phrases("TOO", "AS WELL", "LIKEWISE")

// too returns the length of a phrase such as `too` after a unit with no other words: `the guns too`.
func (t *tagger) too(i int) int {
	last := len(t.tokens) - 1
	_, n := longest(t.words[i:], besides)
	if n == 0 || last < 0 || t.tokens[last].sense(unit, self) == nil || t.tokens[last].prep != "" ||
		last > 0 && t.tokens[last-1].kind != joint && t.tokens[last-1].kind != mark ||
		i+n < len(t.words) && !pause(t.words[i+n]) && t.words[i+n].Fold != "AND" {
		return 0
	}
	return n
}
