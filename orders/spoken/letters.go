package spoken

import (
	"maps"
	"slices"
	"strings"

	"galloper/orders"
)

// directive is what somebody is told to do who commands others, where it is all understood.
func (s *Speech) directive(v *Vocabulary, words []orders.Word, it *orders.Item) []Said {
	if s.To == "" || words[0].Fold != "TELL" && words[0].Fold != "ASK" {
		return nil
	}
	said := s.listen(v, words[1:], it)
	if colon := slices.IndexFunc(words, func(w orders.Word) bool { return w.Text == ":" }); colon > 0 && colon < 5 &&
		slices.ContainsFunc(said, func(one Said) bool { return one.Line != "" && one.of != nil && one.of.r.to != "" }) {
		return said // `Tell Lee: advance …` is no letter, whatever of it is not understood
	}
	if slices.ContainsFunc(said, func(one Said) bool {
		return one.Line == "" || one.Unread != "" || one.of == nil || one.of.r.to == ""
	}) {
		return nil
	}
	return said
}

// letter makes a letter of what a colleague is to be told: `Tell Fowke that he should come round to my left`.
func (s *Speech) letter(v *Vocabulary, words []orders.Word) string {
	if _, n := longest(words, letterHeads); n > 0 && n < len(words) {
		return s.letterTo(v, words[n:])
	}
	if !slices.Contains(tellers, words[0].Fold) {
		return s.calledColleague(v, words)
	}
	return s.letterTo(v, words[1:])
}

// calledColleague makes a letter of what is said to a colleague who is called by name, and whose troops the seat cannot
// order: `Hanno, hold the centre please`.
func (s *Speech) calledColleague(v *Vocabulary, words []orders.Word) string {
	to := v.find(colleague, words)
	if to.ID == "" || to.Words+1 >= len(words) || !slices.Contains([]string{",", ":"}, words[to.Words].Text) ||
		v.find(unit, words).Words >= to.Words {
		return ""
	}
	theirs := func(id string) bool { return v.Whose[id] == to.ID }
	if !slices.ContainsFunc(slices.Sorted(maps.Keys(v.Whose)), theirs) {
		return ""
	}
	return s.letterTo(v, words)
}

// letterTo makes a letter of words that begin with the colleague whom they are for.
func (s *Speech) letterTo(v *Vocabulary, rest []orders.Word) string {
	if len(rest) > 0 && rest[0].Fold == "TO" {
		rest = rest[1:]
	}
	for len(rest) > 0 && slices.Contains(articles, rest[0].Fold) {
		rest = rest[1:]
	}
	if s.Letter == "" || len(rest) == 0 {
		return ""
	}
	to := v.find(colleague, rest)
	for to.ID == "" && len(rest) > 1 && slices.Contains(ranks, rest[0].Fold) {
		rest = rest[1:]
		to = v.find(colleague, rest)
	}
	if troops := v.find(unit, rest); to.ID == "" || !to.Better(&troops) || to.Words >= len(rest) {
		return ""
	}
	rest = rest[to.Words:]
	if len(rest) > 1 && (rest[0].Fold == "THAT" || slices.Contains([]string{",", ":", "."}, rest[0].Text)) {
		rest = rest[1:]
	}
	r := &listener{Speech: s, vocabulary: v, words: rest}
	said := r.text([]token{{to: len(rest)}})
	return strings.NewReplacer("{to}", to.ID, "{text}", said).Replace(s.Letter)
}

// ranks may stand before a name that has another, or none.
var ranks = []string{"GENERAL", "LT-GEN", "LT-GENERAL", "MAJ-GEN", "BRIGADIER", "COLONEL", "LT-COL",
	"LT-COLONEL", "LT",
	"LIEUTENANT", "MAJOR", "CAPTAIN", "MARSHAL", "LORD", "SIR", "OLD"}

// letterHeads begin a letter that says no LETTER TO.
var letterHeads = phrases("SEND A NOTE TO", "SEND A LETTER TO", "SEND A MESSAGE TO", "SEND WORD TO", "SEND A LINE TO",
	"SEND A DISPATCH TO", "WRITE TO", "WRITE A LETTER TO", "WRITE A NOTE TO", "NOTE TO", "A NOTE TO", "MESSAGE TO",
	"A MESSAGE TO", "WORD TO", "A LETTER TO", "DISPATCH TO")

// tellers begin what is a message and no order.
var tellers = []string{"TELL", "ASK", "INFORM", "REQUEST", "BEG", "WARN", "REMIND"}
