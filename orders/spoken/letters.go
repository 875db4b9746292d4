package spoken

import (
	"maps"
	"slices"
	"strings"

	"galloper/orders"
)

// letter returns a letter with the message for a colleague, or "": `Tell Fowke that he should come round to my left`.
func (s *Speech) letter(v *Vocabulary, words []orders.Word) string {
	if len(words) == 0 {
		return ""
	}
	if _, n := longest(words, letterHeads); n > 0 && n < len(words) {
		return s.letterTo(v, words[n:])
	}
	if rest := informed(v, words); rest != nil {
		return s.letterTo(v, rest)
	}
	if !slices.Contains(tellers, words[0].Fold) {
		return s.calledColleague(v, words)
	}
	return s.letterTo(v, words[1:])
}

// Writes reports whether an item is a letter to a colleague, in any wording, rather than a directive.
func (s *Speech) Writes(v *Vocabulary, it *orders.Item) bool {
	return len(it.Words) > 0 && s.letter(v, it.Words) != ""
}

// sent returns the addressee of a heading and the text after it: `Cope to Gardiner: …`.
func (v *Vocabulary) sent(words []orders.Word) (text []orders.Word, to string) {
	if beginsWith(words, letterHeads) { // `Message to Gardiner: …`
		return nil, ""
	}
	const most = 4 // words of a name and rank
	for at := 1; at <= most && at+2 < len(words); at++ {
		if pause(words[at-1]) {
			return nil, ""
		}
		if words[at].Fold != "TO" {
			continue
		}
		name := words[at+1:]
		for len(name) > 1 && slices.Contains(ranks, name[0].Fold) {
			name = name[1:]
		}
		to := v.find(colleague, name)
		if to.ID != "" && to.Words+1 < len(name) && name[to.Words].Text == ":" {
			return name[to.Words+1:], to.ID
		}
	}
	return nil, ""
}

// informed returns the words from the colleague's name on, without KNOW, or nil if they inform no colleague: `let Hill
// know that …`, `Hill should know that …`.
func informed(v *Vocabulary, words []orders.Word) []orders.Word {
	for len(words) > 1 && slices.Contains(beforeFellows, words[0].Fold) {
		words = words[1:]
	}
	to := v.find(colleague, words)
	at := to.Words
	if to.ID == "" || at == len(words) {
		return nil
	}
	for at < len(words)-1 && slices.Contains(allowing, words[at].Fold) {
		at++
	}
	if !slices.Contains([]string{"KNOW", "LEARN", "HEAR"}, words[at].Fold) {
		return nil
	}
	return slices.Concat(words[:to.Words], words[at+1:])
}

// beforeFellows lists words that may precede a colleague's name.
var beforeFellows = []string{"PLEASE", "LET", "GENERAL",
	"COLONEL", "MR", "LORD", "SIR", "MARSHAL", "BRIGADIER", "MAJOR"}

// calledColleague returns a letter to a colleague who is called by name, or "": `Hanno, hold the centre please`. In a
// language with directives, the colleague must have troops that the seat cannot order, or no troops yet.
func (s *Speech) calledColleague(v *Vocabulary, words []orders.Word) string {
	addressed := len(words) > 0 && words[0].Fold == "TO"
	if addressed {
		words = words[1:]
	}
	words, to := v.saluted(words)
	if words == nil || v.find(unit, words).Words >= to.Words {
		return ""
	}
	theirs := func(id string) bool { return v.Whose[id] == to.ID }
	none := s.To != "" && addressed && v.Under[to.ID] == nil && v.find(somebody, words).ID == to.ID
	if s.To != "" && !none && !slices.ContainsFunc(slices.Sorted(maps.Keys(v.Whose)), theirs) {
		return ""
	}
	return s.letterTo(v, words)
}

// letterAmong parses words that call a colleague by name, at the start or in a later sentence: `I ride with Lee's.
// Fowke, hold the mill.` The letter keeps greetings and other text. It returns nil if a letter is not certain.
func (s *Speech) letterAmong(v *Vocabulary, words []orders.Word, it *orders.Item,
	read func(*orders.Item) []Said) []Said {
	for i := range words {
		if i == 0 && s.To != "" || i > 0 && !words[i-1].Stop {
			continue
		}
		line := s.calledColleague(v, words[i:])
		switch {
		case line != "" && i == 0:
			return []Said{{Line: line, Text: it.Text}}
		case line != "":
			first := *it
			first.Words = words[:i]
			return append(read(&first), Said{Line: line, Text: it.Text})
		}
	}
	return nil
}

// saluted finds a colleague called by name at the start, `Dear Whetham, …`, `General Hill: …`, and returns the words
// from the name on. rest is nil if there is no such name.
func (v *Vocabulary) saluted(words []orders.Word) (rest []orders.Word, to orders.Match) {
	for len(words) > 2 && (slices.Contains(ranks, words[0].Fold) || slices.Contains(dears, words[0].Fold)) {
		words = words[1:]
	}
	to = v.find(colleague, words)
	if to.ID == "" || to.ID == v.Self || to.Words+1 >= len(words) ||
		!slices.Contains([]string{",", ":", "-", "–", "—"}, words[to.Words].Text) {
		return nil, orders.Match{}
	}
	return words, to
}

// dears lists words that may precede the name in a greeting.
var dears = []string{"DEAR", "MY", "HI", "HELLO", "HEY"}

// Salutation returns a letter for words that call a colleague by name at the start, or "".
func (s *Speech) Salutation(v *Vocabulary, words []orders.Word) string {
	if words, _ = v.saluted(words); words == nil {
		return ""
	}
	return s.letterTo(v, words)
}

// letterTo returns a letter for words that begin with the name of its recipient, or "".
func (s *Speech) letterTo(v *Vocabulary, rest []orders.Word) string {
	if len(rest) > 0 && rest[0].Fold == "TO" {
		rest = rest[1:]
	}
	rest = unarticled(rest)
	if s.Letter == "" || len(rest) == 0 {
		return ""
	}
	if colon := slices.IndexFunc(rest, func(w orders.Word) bool { return w.Text == ":" }); colon > 0 && colon < 5 &&
		slices.Contains(Everybody, rest[0].Fold) && v.colleagues() != nil {
		return s.letterWith(strings.Join(v.colleagues(), ", "), rest[colon+1:])
	}
	to := v.find(colleague, rest)
	for to.ID == "" && len(rest) > 1 && slices.Contains(ranks, rest[0].Fold) {
		rest = rest[1:]
		to = v.find(colleague, rest)
	}
	if troops := v.find(unit, rest); to.ID == "" || !to.Better(&troops) || to.Words >= len(rest) {
		return ""
	}
	ids := to.ID
	rest = rest[to.Words:]
	for len(rest) > 2 && slices.Contains([]string{",", "&", "AND"}, rest[0].Fold) {
		other := v.find(colleague, rest[1:])
		if troops := v.find(unit, rest[1:]); other.ID == "" || !other.Better(&troops) || other.Words+1 >= len(rest) {
			break
		}
		ids, rest = ids+", "+other.ID, rest[1+other.Words:]
	}
	if len(rest) > 1 && (rest[0].Fold == "THAT" || slices.Contains([]string{",", ":", ".", "-", "–", "—"},
		rest[0].Text)) {
		rest = rest[1:]
	}
	return s.letterWith(ids, rest)
}

// colleagues returns the side's other seats.
func (v *Vocabulary) colleagues() (ids []string) {
	me := v.Self
	if len(v.names(somebody)) > 0 {
		me = v.ownSeat()
	}
	for _, n := range v.names(colleague) {
		if n.ID != me {
			ids = append(ids, n.ID)
		}
	}
	return ids
}

// Everybody lists words that may address the whole side: `to all my generals: …`.
var Everybody = []string{"ALL", "EVERYONE", "EVERYBODY"}

// letterWith returns a letter with the words as its text.
func (s *Speech) letterWith(to string, words []orders.Word) string {
	return strings.NewReplacer("{to}", to, "{text}", written(words)).Replace(s.Letter)
}

// unarticled strips leading articles.
func unarticled(words []orders.Word) []orders.Word {
	for len(words) > 0 && slices.Contains(articles, words[0].Fold) {
		words = words[1:]
	}
	return words
}

// ranks lists words that may precede or replace a name.
var ranks = []string{"GENERAL", "LT-GEN", "LT-GENERAL", "MAJ-GEN", "BRIGADIER", "COLONEL", "LT-COL",
	"LT-COLONEL", "LT",
	"LIEUTENANT",
	"LIEUTENANT-COLONEL", "LIEUTENANT-GENERAL", "MAJOR-GENERAL", "MAJOR", "CAPTAIN", "MARSHAL", "LORD", "SIR", "OLD"}

// letterHeads are phrases that begin a letter in place of LETTER TO.
var letterHeads = phrases("SEND A NOTE TO", "SEND A LETTER TO", "SEND A MESSAGE TO", "SEND WORD TO", "SEND A LINE TO",
	"SEND A DISPATCH TO", "WRITE TO", "WRITE A LETTER TO", "WRITE A NOTE TO", "NOTE TO", "A NOTE TO", "MESSAGE TO",
	"A MESSAGE TO", "WORD TO", "A LETTER TO", "DISPATCH TO", "LETTER TO", "LETTER FOR", "A LETTER FOR", "NOTE FOR",
	"A NOTE FOR", "MESSAGE FOR", "A MESSAGE FOR", "WORD FOR", "A WORD FOR", "DISPATCH FOR", "A DISPATCH FOR",
	"A WORD TO", "A DISPATCH TO", "PRIVATE NOTE TO", "PRIVATE NOTE FOR", "PRIVATE LETTER TO", "PRIVATE LETTER FOR")

// tellers lists verbs that begin a message rather than an order.
var tellers = []string{"TELL", "ASK", "INFORM", "REQUEST", "BEG", "WARN", "REMIND"}
