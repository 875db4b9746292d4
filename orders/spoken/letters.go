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
	if rest := informed(v, words); rest != nil {
		return s.letterTo(v, rest)
	}
	if !slices.Contains(tellers, words[0].Fold) {
		return s.calledColleague(v, words)
	}
	return s.letterTo(v, words[1:])
}

// Writes reports whether an item is a letter to a colleague, in whatever words, and no directive to him.
func (s *Speech) Writes(v *Vocabulary, it *orders.Item) bool {
	words, _ := meant(s.simple(v, it.Words))
	return len(words) > 0 && s.letter(v, words) != "" && s.directive(v, words, it) == nil
}

// withOrders ends a letter where a line or a sentence begins with troops of the writer's and is an order for them.
func (s *Speech) withOrders(v *Vocabulary, words []orders.Word, it *orders.Item, line string) []Said {
	quotes := slices.ContainsFunc(words, func(w orders.Word) bool { return w.Text == ":" })
	for i := 1; i < len(words); i++ {
		begins := words[i].Line != words[i-1].Line || words[i-1].Text == "." && !quotes
		from := i // `Meanwhile Lee's advance.`
		for from+1 < len(words) && slices.Contains(meanwhile, words[from].Fold) {
			from++
		}
		if line := words[i].Line != words[i-1].Line; !begins || v.troops(unarticled(words[from:])).ID == "" &&
			!(line && s.Calls(v, words[i:])) {
			continue
		}
		said := s.listen(v, words[from:], it)
		told := s.Calls(v, words[i:])
		if told || slices.ContainsFunc(said, func(one Said) bool { return one.Line != "" }) {
			end := i
			for end > 1 && words[end-1].Text == "." {
				end--
			}
			return append([]Said{{Line: s.letter(v, words[:end]), Text: it.Text}}, said...)
		}
	}
	return []Said{{Line: line, Text: it.Text}}
}

// meanwhile may stand before troops at the beginning of a line.
var meanwhile = []string{"OTHERWISE", "MEANWHILE", "PLEASE", ",", "THEN"}

// troops finds the unit with which words begin: `Lee's men` too.
func (v *Vocabulary) troops(words []orders.Word) (m orders.Match) {
	for _, k := range v.Kinds {
		if k.Slot == unit && len(words) > 0 {
			m = found(k.Names, words)
		}
	}
	return m
}

// sent finds whom a heading is for, and what stands behind it: `Cope to Gardiner: …`.
func (v *Vocabulary) sent(words []orders.Word) (text []orders.Word, to string) {
	if beginsWith(words, letterHeads) { // `Message to Gardiner: …`
		return nil, ""
	}
	const most = 4 // words of a name and rank
	for at := 1; at <= most && at+2 < len(words); at++ {
		if isVerbWord(words[at-1].Fold) || pause(words[at-1]) {
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

// informed are the words from the colleague on who is to know something: `let Hill know that …`, `Hill should know that
// …`; nil where nobody is.
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

// beforeFellows may stand before a colleague's name.
var beforeFellows = []string{"PLEASE", "LET", "GENERAL",
	"COLONEL", "MR", "LORD", "SIR", "MARSHAL", "BRIGADIER", "MAJOR"}

// calledColleague makes a letter of what is said to a colleague who is called by name and whose troops the seat cannot
// order, `Hanno, hold the centre please`, or who has none yet. Where nobody is told what his troops are to do, all that
// is said to him is one.
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

// letterAmong understands words that call a colleague by name, or of which a sentence behind others does: `I ride with
// Lee's. Fowke, hold the mill.` Greetings, and what else is no order, are part of the letter. It returns nil where no
// letter is surely meant.
func (s *Speech) letterAmong(v *Vocabulary, words []orders.Word, it *orders.Item) []Said {
	for i := range words {
		if i == 0 && s.To != "" || i > 0 && !words[i-1].Stop {
			continue
		}
		line := s.calledColleague(v, words[i:])
		switch {
		case line != "" && i == 0:
			return s.withOrders(v, words, it, line)
		case line != "":
			first := *it
			first.Words = words[:i]
			return append(s.Understand(v, &first), Said{Line: line, Text: it.Text})
		}
	}
	return nil
}

// saluted finds the colleague whom words call by name before anything is said, `Dear Whetham, …`, `General Hill: …`,
// and returns the words from the name on; nil where they call nobody.
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

// dears may stand before the name of who is greeted.
var dears = []string{"DEAR", "MY", "HI", "HELLO", "HEY"}

// Salutation makes a letter of words that call a colleague by name before anything is said; "": they do not.
func (s *Speech) Salutation(v *Vocabulary, words []orders.Word) string {
	if words, _ = v.saluted(words); words == nil {
		return ""
	}
	return s.letterTo(v, words)
}

// letterTo makes a letter of words that begin with the colleague whom they are for.
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
		return s.letterWith(v, strings.Join(v.colleagues(), ", "), rest[colon+1:])
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
	return s.letterWith(v, ids, rest)
}

// colleagues are all of the side but who writes.
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

// Everybody are the words with which begins who all of the side is: `to all my generals: …`.
var Everybody = []string{"ALL", "EVERYONE", "EVERYBODY"}

// letterWith is a letter with what the words say.
func (s *Speech) letterWith(v *Vocabulary, to string, words []orders.Word) string {
	r := &listener{Speech: s, vocabulary: v, words: words}
	said := r.text([]token{{to: len(words)}})
	return strings.NewReplacer("{to}", to, "{text}", said).Replace(s.Letter)
}

// unarticled are the words without articles at their beginning.
func unarticled(words []orders.Word) []orders.Word {
	for len(words) > 0 && slices.Contains(articles, words[0].Fold) {
		words = words[1:]
	}
	return words
}

// ranks may stand before a name that has another, or none.
var ranks = []string{"GENERAL", "LT-GEN", "LT-GENERAL", "MAJ-GEN", "BRIGADIER", "COLONEL", "LT-COL",
	"LT-COLONEL", "LT",
	"LIEUTENANT",
	"LIEUTENANT-COLONEL", "LIEUTENANT-GENERAL", "MAJOR-GENERAL", "MAJOR", "CAPTAIN", "MARSHAL", "LORD", "SIR", "OLD"}

// letterHeads begin a letter that says no LETTER TO.
var letterHeads = phrases("SEND A NOTE TO", "SEND A LETTER TO", "SEND A MESSAGE TO", "SEND WORD TO", "SEND A LINE TO",
	"SEND A DISPATCH TO", "WRITE TO", "WRITE A LETTER TO", "WRITE A NOTE TO", "NOTE TO", "A NOTE TO", "MESSAGE TO",
	"A MESSAGE TO", "WORD TO", "A LETTER TO", "DISPATCH TO", "LETTER TO", "LETTER FOR", "A LETTER FOR", "NOTE FOR",
	"A NOTE FOR", "MESSAGE FOR", "A MESSAGE FOR", "WORD FOR", "A WORD FOR", "DISPATCH FOR", "A DISPATCH FOR",
	"A WORD TO", "A DISPATCH TO", "PRIVATE NOTE TO", "PRIVATE NOTE FOR", "PRIVATE LETTER TO", "PRIVATE LETTER FOR")

// tellers begin what is a message and no order.
var tellers = []string{"TELL", "ASK", "INFORM", "REQUEST", "BEG", "WARN", "REMIND"}
