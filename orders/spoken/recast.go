package spoken

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"galloper/orders"
)

// recastIndex finds the recasts that match.
var recastIndex = func() *patternIndex {
	x := &patternIndex{}
	for _, r := range recasts {
		x.add(r.say)
	}
	return x
}()

// plain returns the words of an item without courtesies and in simpler wording.
func (s *Speech) plain(v *Vocabulary, words []orders.Word) []orders.Word {
	words = v.acted(unlimited(measured(unnumbered(s.simple(v, words)))))
	return s.recast(v.hostile(v.shared(words)), v.Turn)
}

// acted inserts ACTED after a unit that AFTER governs alone: `after the guns`.
func (v *Vocabulary) acted(words []orders.Word) []orders.Word {
	for i := 0; i+1 < len(words); i++ {
		if words[i].Fold != "AFTER" {
			continue
		}
		behind := unarticled(words[i+1:])
		m := v.troops(behind)
		if ids, n := v.group(behind, unit, false, v.Mine); n > m.Words && len(ids) == 1 {
			m.ID, m.Words = ids[0], n
		}
		if end := len(words) - len(behind) + m.Words; m.ID != "" && (end == len(words) || pause(words[end])) {
			has := words[end-1]
			has.Fold = "ACTED"
			words = slices.Insert(slices.Clone(words), end, has)
		}
	}
	return words
}

// hostile replaces a word for the other side's soldiers with ENEMY before typical enemy actions: `until the French are
// near`.
func (v *Vocabulary) hostile(words []orders.Word) []orders.Word {
	words = slices.Clone(words)
	for i := 1; i+1 < len(words); i++ {
		called := slices.ContainsFunc(imperative(words[i].Fold), func(w string) bool { return slices.Contains(v.Foes, w) })
		if called && words[i-1].Fold == "ANY" && words[i+1].Fold == "WHO" { // `any Frenchman who comes`
			words[i-1].Fold, words[i].Fold = "PLEASE", "ANYONE"
		}
		if called && slices.Contains([]string{"THE", "ANY"}, words[i-1].Fold) &&
			slices.Contains([]string{"IS", "ARE", "COME", "COMES", "GET", "GETS", "WITHIN", "MOVE", "MOVES", "GO", "GOES",
				"ATTACK", "ATTACKS", "CHARGE", "CHARGES", "APPROACH", "ADVANCE", "ADVANCES", "DO",
				"HAVE", "TRY", "SEIZE", "SNATCH", "NEAREST", "CLOSEST", "OPPOSITE"}, words[i+1].Fold) {
			words[i].Fold = "ENEMY"
		}
	}
	return words
}

// shared repeats a shared noun after each of its ordinals: `the second and third legions`.
func (v *Vocabulary) shared(words []orders.Word) []orders.Word {
	for i := 2; i < len(words); i++ {
		noun := words[i]
		forms := imperative(noun.Fold)
		if noun.Text == "." {
			continue
		}
		noun.Fold, noun.Stop = forms[len(forms)-1], false
		if len(forms) > 1 {
			noun.Fold = forms[1]
		}
		var ends []int // of the words that share the noun
		for at := i - 1; at >= 0 && v.find(unit, []orders.Word{words[at], noun}).Words == 2; at-- {
			ends = append(ends, at+1)
			for at--; at >= 0 && slices.Contains(articles, words[at].Fold); at-- {
			}
			if at < 0 || !slices.Contains([]string{"AND", ",", "&"}, words[at].Fold) {
				break
			}
		}
		if len(ends) < 2 {
			continue
		}
		words = slices.Clone(words)
		words[i].Fold = noun.Fold
		for _, end := range ends[1:] {
			words = slices.Insert(words, end, noun)
		}
	}
	return words
}

// simple strips courtesies and turns polite requests into orders.
func (s *Speech) simple(v *Vocabulary, words []orders.Word) []orders.Word {
	return v.entreated(whole(ungreeted(words)))
}

// recast simplifies the words from first to last.
func (s *Speech) recast(words []orders.Word, turn int) []orders.Word {
	words = slices.Clone(words)
	for i := 0; i < len(words); i++ {
		words = phrased(words, i)
		if i == 0 || words[i-1].Text == "." {
			words = slices.Concat(words[:i], exceptLast(words[i:]))
		}
		plainer(words, i)
		lighter(words, i)
		foughtOn(words, i)
		if words[i].Fold == "INSTEAD" && (i+1 == len(words) || pause(words[i+1])) { // of an earlier order
			words[i].Fold = "PLEASE"
		}
		if n := asCan(words[i:]); n > 0 {
			words = replaced(words, i, n, "PLEASE")
		}
		unreported(words, i)
		insteadOf(words, i)
		notToBe(words, i)
		words = lined(words, i)
		if turn > 0 {
			words = s.forTurns(words, i, turn)
		}
		ordering(words, i)
	}
	return words
}

// phrased applies the first recast that matches at i.
func phrased(words []orders.Word, i int) []orders.Word {
	for _, at := range recastIndex.starting(words[i:]) {
		r := recasts[at]
		n, figure := recastIndex.list[at].at(words[i:])
		if n == 0 || !fitting(r.as, words[:i]) {
			continue
		}
		if r.as == "OTHERWISE" && (i+n == len(words) || words[i+n].Text == ".") { // `stay there till then`
			return replaced(words, i, n, "PLEASE")
		}
		return replaced(words, i, n, strings.ReplaceAll(r.as, "#", figure))
	}
	return words
}

// foughtOn skips `fight on`, which describes default behaviour.
func foughtOn(words []orders.Word, i int) {
	if phraseAt(words[i:], []string{"FIGHT", "ON"}) > 0 && (i+2 == len(words) || pause(words[i+2])) {
		words[i].Fold, words[i+1].Fold = "PLEASE", "PLEASE"
	}
}

var toFront = patternOf("TO FRONT")

// plainer replaces the word at i with a simpler one, depending on its neighbours.
func plainer(words []orders.Word, i int) {
	if i+1 >= len(words) {
		return
	}
	w, next := &words[i], &words[i+1]
	comma := i > 0 && words[i-1].Text == ","
	switch w.Fold {
	case "TO": // `the guns to the front!`
		if n, _ := toFront.at(words[i:]); n > 0 && (i+n == len(words) || pause(words[i+n])) {
			copy(words[i:], replaced(words[i:i+n], 0, n, "FORWARD"))
		}
	case "THAT", "WHO", "WHICH": // `the Outguard, that falls back`
		if comma && isVerbWord(next.Fold) {
			w.Fold = "PLEASE"
		}
	case "HE": // `He stays there.`
		if (i == 0 || words[i-1].Text == ".") && isVerbWord(next.Fold) {
			w.Fold = "THEY"
		}
	case "NOT": // `fire at 50 yards, not before`
		before := slices.Contains([]string{"BEFORE", "SOONER", "EARLIER"}, next.Fold)
		if comma && before && (i+2 == len(words) || pause(words[i+2])) {
			w.Fold, next.Fold = "PLEASE", "PLEASE"
		}
	case "GO", "COME": // `go and help`
		if next.Fold == "AND" && i+2 < len(words) && isVerbWord(words[i+2].Fold) {
			w.Fold, next.Fold = "PLEASE", "PLEASE"
		}
	case "HIS", "ITS": // `Whitney will post his squadron in the park`, but not `charge his squadron`
		leads := i > 0 && slices.ContainsFunc(imperative(words[i-1].Fold), func(v string) bool {
			return slices.Contains(taking, v)
		})
		if leads && slices.Contains(single, next.Fold) {
			w.Fold, next.Fold = "PLEASE", "PLEASE"
		}
	case "CONTINUE", "CONTINUES": // `continue to fire`
		if next.Fold == "TO" && i+2 < len(words) && isVerbWord(words[i+2].Fold) {
			w.Fold, next.Fold = "PLEASE", "PLEASE"
		}
	case "THESE", "THOSE": // `once these waver`
		if slices.Contains(theirDoings, next.Fold) {
			w.Fold = "THEY"
		}
	case "IF", "WHEN", "ONCE", "UNLESS", "UNTIL": // `if that is held`
		if next.Fold == "THAT" && i+2 < len(words) && words[i+2].Fold == "IS" &&
			!(i+3 < len(words) && words[i+3].Fold == "TAKEN") {
			next.Fold = "IT"
		}
	case "ONLY":
		switch {
		case isVerbWord(next.Fold): // `only go up to the mill` limits no further
			w.Fold = "PLEASE"
		case comma: // `all hold, only the guns fire`
			w.Fold = "BUT"
		}
	case "SOME", "ABOUT", "ROUGHLY":
		if figureAt(words[i+1:]) > 0 {
			w.Fold = "PLEASE"
		}
	}
}

// lighter skips the verb of `make an advance` and the preposition of `advance by two spaces`.
func lighter(words []orders.Word, i int) {
	w, rest := &words[i], words[i+1:]
	act := unarticled(rest)
	makes := w.Fold == "MAKE" || w.Fold == "MAKES" || (w.Fold == "DO" || w.Fold == "DOES") && len(act) < len(rest)
	switch {
	case makes && len(act) > 0 && isVerbWord(act[0].Fold):
		for k := range 1 + len(rest) - len(act) {
			words[i+k].Fold = "PLEASE"
		}
	case i > 0 && slices.Contains([]string{"OF", "ON", "BY", "FOR"}, w.Fold) && len(rest) > 1 && moved(words[i-1].Fold):
		if _, n := numberAt(rest); n > 0 && n < len(rest) &&
			(slices.Contains(measures, rest[n].Fold) || slices.Contains(plural, rest[n].Fold)) {
			w.Fold = "PLEASE"
		}
	}
}

// moved reports whether a distance may follow the word.
func moved(word string) bool {
	return slices.ContainsFunc(imperative(word), func(form string) bool {
		return slices.Contains([]string{"ADVANCE", "MOVE", "GO", "MARCH", "FORWARD", "FORWARDS", "BACK", "BACKWARD", "UP",
			"WITHDRAW", "RETREAT", "RETIRE", "SHIFT", "AHEAD"}, form)
	})
}

// ordering turns a gerund into an imperative: `to 700,640, dressing on Lee's`.
func ordering(words []orders.Word, i int) {
	if i == 0 || i+1 >= len(words) {
		return
	}
	before := &words[i-1]
	if !slices.Contains([]string{",", "AND", "BY", "THEN", ".", "AM", "IS", "ARE", "BE"}, before.Fold) {
		return
	}
	tells := slices.Contains([]string{"IS", "ARE"}, before.Fold) // `Lee's is holding the mill` is not an order
	if base := gerund(words[i].Fold); base != "" && (!tells || base == "LEAD") {
		words[i].Fold = base
		if slices.Contains([]string{"BY", "AM", "IS", "ARE", "BE"}, before.Fold) {
			before.Fold = "PLEASE"
		}
	}
}

// fitting reports whether the replacement suits the words before it. A prohibition becomes HOLD only if there is no
// other action, and UNTIL needs an action to end.
func fitting(as string, before []orders.Word) bool {
	switch {
	case as == "DO THE SAME": // `Lee's attack and Murray's go with them`; alone it means JOIN
		return len(before) > 1 && !slices.ContainsFunc(before, func(w orders.Word) bool {
			return slices.Contains([]string{"I", "WE", "TO", "WITH"}, w.Fold)
		}) && acting(before)
	case strings.HasPrefix(as, "HOLD"):
		return !acting(before)
	case as == "OR ELSE": // an action must precede it
		return slices.ContainsFunc(before, func(w orders.Word) bool { return isVerbWord(w.Fold) })
	case strings.HasPrefix(as, "UNTIL"):
		return acting(before)
	case strings.HasSuffix(as, "OF THEM"): // `follow the Camerons on their right`
		return !slices.ContainsFunc(before, func(w orders.Word) bool {
			return slices.Contains(imperative(w.Fold), "FOLLOW") || slices.Contains(imperative(w.Fold), "SUPPORT")
		})
	}
	return true
}

// theirDoings lists verbs that may follow THESE and THOSE.
var theirDoings = []string{"ARE", "HAVE", "WAVER", "BREAK", "RUN", "COME", "GET", "APPROACH", "FALL", "FLEE", "MOVE",
	"ADVANCE", "CHARGE", "ATTACK", "TURN", "RETIRE"}

// asCan returns the length of an "as … as possible" phrase, which carries no meaning for the parser: `as quick as you
// can`. It excludes `as long as you can` and `as soon as you can reach them`, which state an end and a condition.
func asCan(words []orders.Word) int {
	if len(words) < 4 || words[0].Fold != "AS" && words[0].Fold != "SO" || words[2].Fold != "AS" ||
		words[1].Fold == "LONG" {
		return 0
	}
	if words[3].Fold == "POSSIBLE" {
		return 4
	}
	if len(words) < 5 || words[4].Fold != "CAN" && words[4].Fold != "MAY" ||
		!slices.Contains([]string{"YOU", "THEY", "HE", "IT", "WE", "I"}, words[3].Fold) {
		return 0
	}
	if len(words) == 5 || pause(words[5]) || words[5].Fold == "AND" || preps[words[5].Fold] != "" ||
		marks[words[5].Fold] != "" {
		return 5
	}
	return 0
}

// replaced replaces n words. The new words keep the position and text of the old.
func replaced(words []orders.Word, at, n int, as string) []orders.Word {
	var out []orders.Word
	fields := strings.Fields(as)
	for k := range max(n, len(fields)) {
		w := words[at+min(k, n-1)]
		if w.Fold = "PLEASE"; k < len(fields) {
			w.Fold = fields[k]
		}
		out = append(out, w)
	}
	return slices.Replace(words, at, at+n, out...)
}

// gerund returns the verb of a gerund, or "".
func gerund(word string) string {
	stem, ok := strings.CutSuffix(word, "ING")
	if word == "GOING" {
		return "GO"
	}
	if !ok || len(stem) < 3 || word == "FACING" || word == "FIRING" || word == "LOOKING" {
		return ""
	}
	for _, base := range []string{stem, stem + "E", stem[:len(stem)-1]} {
		whole := func(p verbPhrase) bool { return p.verb != "" && len(p.words) == 1 }
		if base == "DRESS" || base == "KEEP" || slices.ContainsFunc(sharedVerbs[base], whole) {
			return base
		}
	}
	return ""
}

// acting reports whether the last sentence of the words already contains an action. It tells `charge, and do not move
// before turn 3` from a prohibition alone.
func acting(words []orders.Word) bool {
	for i := len(words) - 1; i >= 0 && words[i].Text != "."; i-- {
		if isVerbWord(words[i].Fold) {
			return true
		}
	}
	return false
}

// isVerbWord reports whether a verb can start with the word.
func isVerbWord(word string) bool {
	return slices.ContainsFunc(imperative(word), func(form string) bool {
		return slices.ContainsFunc(sharedVerbs[form], func(p verbPhrase) bool { return p.verb != "" })
	})
}

// moreTurns and someTurns match durations in turns; the latter only after WAIT, HOLD or STAY.
var (
	moreTurns = patternsOf("FOR # MORE/ANOTHER? TURN/TURNS", "FOR A/ONE MORE/ANOTHER? TURN/TURNS", "FOR ANOTHER TURN")
	someTurns = patternsOf("# TURN/TURNS", "A/ANOTHER TURN")
)

// forTurns turns a duration into a final turn: `for two turns`, `wait a turn`.
func (s *Speech) forTurns(words []orders.Word, i, turn int) []orders.Word {
	if !slices.ContainsFunc(s.conds, func(t *template) bool { return slices.Contains(t.Say, "TURN") }) {
		return words
	}
	n, figure := moreTurns.longest(words[i:])
	if n == 0 && i > 0 && slices.Contains([]string{"WAIT", "WAITS", "HOLD", "STAY"}, words[i-1].Fold) {
		n, figure = someTurns.longest(words[i:])
	}
	if n == 0 {
		return words
	}
	return untilTurn(words, i, n, turn, cmp.Or(figure, "1"))
}

func untilTurn(words []orders.Word, at, n, turn int, turns string) []orders.Word {
	if k, err := strconv.Atoi(turns); err == nil {
		turn += k
	}
	return replaced(words, at, n, "UNTIL TURN "+strconv.Itoa(turn))
}

// exceptLast moves a leading exception behind ALL, and its own action into a new sentence: `except for the guns, who
// stay, all advance` becomes `all except for the guns advance. the guns stay`.
func exceptLast(words []orders.Word) []orders.Word {
	_, n := longest(words, exceptWords)
	end := slices.IndexFunc(words, func(w orders.Word) bool { return w.Text == "." })
	if end < 0 {
		end = len(words)
	}
	for at := n + 2; n > 0 && at < end; at++ {
		if words[at-1].Text != "," {
			continue
		}
		from := at
		if words[at].Fold == "THE" {
			from++
		}
		_, all := longest(words[from:end], allWords)
		if all == 0 {
			continue
		}
		out, does := words[n:at-1], []orders.Word(nil)
		who := slices.IndexFunc(out, func(w orders.Word) bool { return w.Fold == "WHO" || w.Fold == "WHICH" })
		if who > 1 {
			stop := out[who-1]
			stop.Text, stop.Fold = ".", "."
			does = slices.Concat([]orders.Word{stop}, out[:who-1], out[who+1:])
			out = out[:who-1]
		}
		return slices.Concat(words[from:from+all], words[:n], out, words[from+all:end], does, words[end:])
	}
	return words
}
