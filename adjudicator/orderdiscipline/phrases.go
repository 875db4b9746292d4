package orderdiscipline

import (
	"slices"
	"strings"

	"galloper/adjudicator/grammar"
	"galloper/orders"
)

// also joins what units do at the same time: `hold and fire at will`. People write a comma or AND.
const also = "ALSO"

// plain brings the words of an order into the sequence in which the forms read them: conditions in
// front, each behind IF and before THEN, and between two verbs THEN or [also].
//
// f6
func plain(words []orders.Word) []orders.Word {
	if len(words) > 0 && slices.ContainsFunc(soleVerbs, func(p string) bool {
		return p != "IF" && startsWith(words, []string{p})
	}) {
		return words
	}
	p := phrases{words: slices.Clone(words)}
	p.rewrite()
	p.answersToCharge()
	p.joinVerbs()
	p.until()
	p.closeCondition()
	return p.words
}

// phrases are the words of one order while they are brought into sequence.
type phrases struct{ words []orders.Word }

// rewritten are ways to say a keyword, which mean it wherever they stand.
var rewritten = []struct{ say, means []string }{
	{[]string{"WHEN", "WHENEVER", "ONCE", "AS SOON AS", "IN CASE"}, []string{"IF"}},
	{[]string{"AT TURN", "FROM TURN", "IN TURN", "ON TURN"}, []string{"IF", "TURN"}},
	{[]string{"UNLESS"}, []string{"IF", "NOT"}},
	{[]string{"TILL"}, []string{"UNTIL"}},
	{[]string{"WAIT FOR", "WAIT UNTIL", "WAIT TILL"}, []string{"HOLD", "UNTIL"}},
	{[]string{"AND THEN", ", THEN", "AFTER THAT", "AFTERWARDS"}, []string{"THEN"}},
	{[]string{"OR ELSE", "IF NOT ,"}, []string{"ELSE"}},
}

// rewrite writes each of those as the keyword.
func (p *phrases) rewrite() {
	for i := 0; i < len(p.words); i++ {
		if i > 0 && p.words[i].Fold == "ONCE" && p.words[i-1].Fold == "AT" {
			continue
		}
		for _, w := range rewritten {
			s := orders.ScanWords(p.words[i:])
			if p.words[i].Filler || !s.Accept(w.say...) {
				continue
			}
			p.put(i, i+s.Mark(), w.means...)
			i += len(w.means) - 1
			break
		}
	}
}

// put puts keywords in place of some words, at the place of the first.
func (p *phrases) put(from, to int, keywords ...string) {
	at := p.words[min(from, len(p.words)-1)]
	var list []orders.Word
	for _, k := range keywords {
		list = append(list, orders.Word{Text: k, Fold: k, Line: at.Line, Col: at.Col})
	}
	p.words = slices.Replace(p.words, from, to, list...)
}

// at reports whether one of the phrases stands there.
func (p *phrases) at(i int, list ...string) bool {
	return i < len(p.words) && !p.words[i].Filler && orders.ScanWords(p.words[i:]).At(list...)
}

// verbAt reports whether a verb of what units do stands there.
func (p *phrases) verbAt(i int) bool {
	return i < len(p.words) && !p.words[i].Filler && startsWithVerb(p.words[i:]) && !p.at(i, "MOVE FIRST", "MOVE SECOND")
}

// next is the place of the keyword from there on, -1 if it does not come.
func (p *phrases) next(from int, keyword string) int {
	for i := from; i < len(p.words); i++ {
		if p.words[i].Fold == keyword {
			return i
		}
	}
	return -1
}

// nextVerb is the place of the first verb from there on, -1 if none comes.
func (p *phrases) nextVerb(from int) int {
	for i := from; i < len(p.words); i++ {
		if p.verbAt(i) {
			return i
		}
	}
	return -1
}

// reactions are what units may do when they are charged.
var reactions = slices.Concat(holding, []string{"FORM SQUARE", "SQUARE", "EVADE", "COUNTERCHARGE", "COUNTER-CHARGE",
	"COUNTER CHARGE"})

// answersToCharge writes `IF CHARGED stand` and `stand IF CHARGED`, a condition to look at but an
// answer to a charge, as ON CHARGE.
func (p *phrases) answersToCharge() {
	for i := range p.words {
		if !p.at(i, "IF CHARGED") {
			continue
		}
		end := i + 2
		for p.at(end, ",", ":") {
			end++
		}
		first := p.nextVerb(0)
		switch {
		case p.at(end, reactions...):
			p.put(i, i+2, "ON", "CHARGE")
		case end == len(p.words) && first >= 0 && first < i && p.at(first, reactions...):
			p.words = p.words[:i]
			p.put(first, first, "ON", "CHARGE")
		}
		return
	}
}

// joinVerbs writes a comma or AND between two verbs as [also].
func (p *phrases) joinVerbs() {
	first := p.nextVerb(0)
	if first < 0 {
		return
	}
	for i := first + 1; i < len(p.words); i++ {
		end := i
		for p.at(end, ",", "AND", "&") {
			end++
		}
		if end > i && !p.at(i-1, "IF", "THEN", "ELSE", also) && p.verbAt(end) && !p.inCondition(i) {
			p.put(i, end, also)
		}
	}
}

// inCondition reports whether the word stands behind an IF that no THEN closes before it.
func (p *phrases) inCondition(i int) bool {
	for k := i - 1; k >= 0; k-- {
		switch p.words[k].Fold {
		case "THEN", "ELSE", "OTHERWISE", also:
			return false
		case "IF", "UNTIL":
			return true
		}
	}
	return false
}

// ofFire reports whether the last verb before a word is one of holding fire.
func (p *phrases) ofFire(end int) (fire bool) {
	for i := 0; i < end; i++ {
		if !p.verbAt(i) {
			continue
		}
		s := orders.ScanWords(p.words[i:])
		if fire = s.Accept(conduct.PhrasesOf(string(holdFire))...); !fire {
			s.Accept(unitVerbs...)
		}
		i += max(s.Mark()-1, 0)
	}
	return fire
}

// openEnd may stand behind UNTIL, and says nothing that the rules know: a unit holds until it is told otherwise.
var openEnd = []string{"RELIEVED", "FURTHER ORDERS", "TOLD OTHERWISE", "ORDERED OTHERWISE", "FURTHER NOTICE"}

// until writes `hold UNTIL cond THEN charge` as `IF cond THEN charge ELSE hold`.
func (p *phrases) until() {
	i := p.next(0, "UNTIL")
	first := p.nextVerb(0)
	if i < 0 || first < 0 || first > i || p.next(0, "IF") >= 0 || p.ofFire(i) {
		return
	}
	if s := orders.ScanWords(p.words[i+1:]); s.Accept(openEnd...) {
		p.words = slices.Delete(p.words, i, i+1+s.Mark())
		return
	}
	end := p.next(i, "THEN")
	behind := []orders.Word{{Text: "HOLD", Fold: "HOLD", Line: p.words[i].Line, Col: p.words[i].Col}}
	if end >= 0 {
		behind = p.words[end+1:]
	} else {
		end = len(p.words)
	}
	before, condition := p.words[first:i], p.words[i+1:end]
	if end == len(p.words) && p.at(first, holding...) && !hasWord(condition, "AND") {
		p.words = p.clauses(first, []string{"IF NOT", "THEN"}, condition, before)
		return
	}
	p.words = p.clauses(first, []string{"IF", "THEN", "ELSE"}, condition, behind, before)
}

// clauses are the words before a place and then the parts, each behind its keywords.
func (p *phrases) clauses(until int, keywords []string, parts ...[]orders.Word) []orders.Word {
	list := slices.Clone(p.words[:until])
	for i, part := range parts {
		for _, k := range strings.Fields(keywords[i]) {
			list = append(list, orders.Word{Text: k, Fold: k, Line: p.words[until].Line, Col: p.words[until].Col})
		}
		list = append(list, part...)
	}
	return list
}

// closeCondition puts the THEN that people leave out behind a condition: at the comma before what is
// to be done, or before its verb.
func (p *phrases) closeCondition() {
	i := p.next(0, "IF")
	if i < 0 || p.next(i, "THEN") >= 0 || p.at(i, "IF CHARGED") && p.at(i+2, reactions...) {
		return
	}
	if verb := p.nextVerb(0); verb >= 0 && verb < i {
		return // the condition stands behind what is to be done
	}
	verb := p.nextVerb(i)
	if verb < 0 {
		return
	}
	for k := i + 1; k < verb; k++ {
		if p.words[k].Fold == "," && !p.at(k+1, "AND") {
			p.put(k, k+1, "THEN")
			return
		}
	}
	end := p.figured(i, verb)
	p.put(end, end, "THEN")
}

// figured is the place behind the last figure of a condition, which ends it: `at turn 3 45e withdraw`;
// without one it ends at the verb.
func (p *phrases) figured(from, verb int) int {
	for i := verb - 1; i > from; i-- {
		w := p.words[i].Fold
		figure := grammar.Numeral(w) > 0 || w[0] >= '0' && w[0] <= '9'
		if !figure || !p.at(i-1, "WITHIN", "THAN", "TURN", "LOST", "LOSE", "LOSES") {
			continue
		}
		for i++; p.at(i, inchUnits...) || p.at(i, "STANDS", "STAND"); i++ {
		}
		return i
	}
	return verb
}
