package spoken

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"galloper/orders"
)

// Weighty returns the words of a sentence that must never be dropped (conditions, negations, exceptions, quantities,
// names) but have no part in the lines read from it. It compares the mail's words with the resulting lines only and
// shares nothing with the parser, so that a fault of the parser cannot hide a dropped word.
func (v *Vocabulary) Weighty(words []orders.Word, lines []string) (left []orders.Word) {
	w := &weighed{vocabulary: v, words: words, has: map[string]int{}}
	for _, line := range lines {
		if strings.HasPrefix(line, "LETTER TO") {
			return nil
		}
		for _, part := range strings.FieldsFunc(orders.Fold(line), func(c rune) bool {
			return c != '.' && c != '-' && !unicode.IsLetter(c) && !unicode.IsDigit(c)
		}) {
			w.has[strings.TrimSuffix(part, ".00")]++
			w.pointed = w.pointed || strings.ContainsAny(part, "0123456789")
		}
	}
	for i := 0; i < len(words); {
		n, lost := w.at(i)
		if lost {
			left = append(left, words[i:i+n]...)
		}
		i += n
	}
	return left
}

// weighed is a sentence whose words are compared with the lines that were read from it.
type weighed struct {
	vocabulary *Vocabulary
	words      []orders.Word
	has        map[string]int // the words of the lines, and how often each is still to be accounted for
	pointed    bool           // the lines contain a number, perhaps a point that stands for a distance
	excepted   bool           // the next names are exceptions
}

// at returns the length of the phrase that begins at word i, and whether it is lost: it must not be dropped, but has no
// part in the lines.
func (w *weighed) at(i int) (n int, lost bool) {
	rest := w.words[i:]
	for _, passed := range []phraseIndex{fillers, allWords} {
		if _, n := longest(rest, passed); n > 1 {
			return n, false
		}
	}
	if n := w.reason(rest); n > 0 {
		return n, false
	}
	if n, known := w.unit(i); n > 0 {
		return n, !known && !w.excepted
	}
	for _, k := range w.vocabulary.Kinds { // `the 27th`, `4 trees`
		if m := k.Names.Find(rest); m.Telling(rest) && (m.Words > 1 || strings.ContainsAny(rest[0].Fold, "0123456789")) {
			return m.Words, false
		}
	}
	if value, n := numberAt(rest); n > 0 && rest[0].Fold != "ONE" {
		return n, !w.counted(value) && !w.counts(rest[n:]) && !w.point(i, n) && !counts(w.words, i)
	}
	limits := func(words []orders.Word) bool { return !w.names(words[1:]) && !w.when(words[1:]) } // `but not yet`
	if rest[0].Fold == "NOT" && i > 0 && w.words[i-1].Fold == "BUT" && limits(rest) {
		return 1, true
	}
	if said, n := longest(rest, exceptWords); said == "BUT NOT" && limits(rest[1:]) {
		return 1, false
	} else if n > 0 || rest[0].Fold == "BUT" {
		w.excepted = true
		return max(n, 1), n > 0 && n < len(rest) && w.stranger(rest[n:])
	}
	if rest[0].Fold == "SHOULD" && !supposes(w.words, i) {
		return 1, false
	}
	if strings.HasSuffix(rest[0].Fold, "N'T") {
		return 1, !w.takes(negated) && !w.limited(rest)
	}
	if rest[0].Fold == "NO" && len(rest) > 1 && rest[1].Text == "," { // an answer
		return 1, false
	}
	var of *gravity
	for k := range grave {
		if _, size := longest(rest, grave[k].say); size > n {
			n, of = size, &grave[k]
		}
	}
	return max(n, 1), of != nil && !of.idle(rest[n:]) && !w.takes(of.by) && !(of.negates && w.limited(rest))
}

// reason returns the number of words that give the reason for an order.
func (w *weighed) reason(words []orders.Word) int {
	if words[0].Fold != "BECAUSE" && phraseAt(words, []string{"SO", "THAT"}) == 0 {
		return 0
	}
	if n := slices.IndexFunc(words, pause); n > 0 {
		return n
	}
	return len(words)
}

// point reports whether a number is part of a point such as `450,300`.
func (w *weighed) point(i, n int) bool {
	comma := func(at int) bool { return at > 0 && at < len(w.words) && w.words[at].Text == "," && w.words[at].Glued }
	return comma(i+n) && i+n+1 < len(w.words) && w.words[i+n+1].Glued || comma(i-1) && w.words[i].Glued
}

// names reports whether the words begin with a group of units or another known name.
func (w *weighed) names(words []orders.Word) bool {
	for len(words) > 0 && slices.Contains(articles, words[0].Fold) {
		words = words[1:]
	}
	if len(words) == 0 {
		return false
	}
	_, group := w.vocabulary.group(words, unit, true, w.vocabulary.Mine)
	return group > 0 || w.stranger(words) || slices.ContainsFunc(w.vocabulary.Kinds, func(k Kind) bool {
		m := k.Names.Find(words)
		return m.Telling(words)
	})
}

// when reports whether the first word introduces a condition or a time.
func (w *weighed) when(words []orders.Word) bool {
	return len(words) > 0 && (marks[words[0].Fold] == "if" || words[0].Fold == "UNTIL" || words[0].Fold == "BEFORE")
}

// takes reports whether the lines contain one of the words. An IF is used up by the first phrase that it accounts for;
// the other words can account for several.
func (w *weighed) takes(by []string) bool {
	for _, word := range by {
		if w.has[word] > 0 {
			if word == "IF" {
				w.has[word]--
			}
			return true
		}
	}
	return false
}

// limited reports whether a negation holds only up to a time or a limit: `not before noon`.
func (w *weighed) limited(words []orders.Word) bool {
	limits := []string{"UNTIL", "TILL", "BEFORE", "UNLESS", "FURTHER", "FARTHER", "MORE", "THAN"}
	return slices.ContainsFunc(words, func(w orders.Word) bool { return slices.Contains(limits, w.Fold) })
}

// counted reports whether the lines contain a number, or the number plus one, as MORE THAN and FOR TURNS write it.
func (w *weighed) counted(value int) bool {
	return value == 0 || w.has[strconv.Itoa(value)] > 0 || w.has[strconv.Itoa(value+1)] > 0 && (w.has["MORE"] > 0 ||
		w.has["TURN"] > 0)
}

// counts reports whether a number only counts the units named after it, or is a distance that the lines express as a
// point.
func (w *weighed) counts(behind []orders.Word) bool {
	if len(behind) == 0 {
		return false
	}
	_, group := w.vocabulary.group(behind, unit, true, w.vocabulary.Mine)
	return group > 0 || slices.Contains(plural, behind[0].Fold) ||
		w.pointed && slices.Contains(measures, behind[0].Fold)
}

// unit returns the length of a unit's name in a list, and whether the lines contain that unit.
func (w *weighed) unit(i int) (n int, known bool) {
	before := i - 1
	for before >= 0 && slices.Contains(articles, w.words[before].Fold) {
		before--
	}
	if before >= 0 && !slices.Contains([]string{",", "&", "AND", "WHILE"}, w.words[before].Fold) ||
		w.words[i].Fold == "AND" || w.has["STANDING"] > 0 && (w.has["FROM"] > 0 || w.has["AT"] > 0) {
		return 0, false
	}
	m := w.vocabulary.find(unit, w.words[i:])
	if !m.Telling(w.words[i:]) || m.ID == "" {
		return 0, false
	}
	of := w.vocabulary.find(somebody, w.words[i:])
	return m.Words, w.has[orders.Fold(m.ID)] > 0 || of.Words >= m.Words
}

// Asking reports whether a sentence is a question and not a polite request.
func Asking(words []orders.Word) bool {
	if !slices.ContainsFunc(words, func(w orders.Word) bool { return w.Asks }) {
		return false
	}
	return !courteous(words) && words[0].Fold != "COULD" && words[0].Fold != "WOULD" // `could they …?` is a request
}

// courteous reports whether a question is in fact a polite request, such as `could you …?`.
func courteous(words []orders.Word) bool {
	return slices.ContainsFunc(tails(words), func(rest []orders.Word) bool {
		return beginsWith(rest, kindnesses) || len(rest) > 1 && rest[1].Fold == "YOU" &&
			slices.Contains(entreaties, rest[0].Fold)
	})
}

// Limits reports whether unread words belong to the order before them, as a condition without an order or as an
// alternative to it.
func Limits(words []orders.Word) bool {
	for len(words) > 0 && slices.Contains([]string{"BUT", "AND", "NOT"}, words[0].Fold) {
		words = words[1:]
	}
	if len(words) == 0 {
		return false
	}
	comma := slices.IndexFunc(words, func(w orders.Word) bool { return w.Text == "," || w.Fold == "THEN" })
	head := words[:max(comma, 0)]
	back := slices.ContainsFunc(head, func(w orders.Word) bool { return slices.Contains(referringBack, w.Fold) })
	_, otherwise := longest(words, elseWords)
	first := words[0].Fold
	condition := isCondition(marks[first]) || first == "PROVIDED" || first == "SHOULD"
	return otherwise > 0 || condition && (comma < 0 || back) ||
		slices.Contains([]string{"ONLY", "UNLESS", "UNTIL", "TILL", "BEFORE", "EXCEPT", "YET"}, first)
}

// elseWords introduce an alternative for the case that the previous order cannot be carried out.
var elseWords = phrases("ELSE", "OTHERWISE", "OR ELSE", "IF NOT", "FAILING THAT", "FAILING WHICH")

// referringBack are words of a condition on the order before: "if it is not possible, …".
var referringBack = strings.Fields("POSSIBLE IMPOSSIBLE SO THAT THIS DOES DO NOT CANNOT CAN'T FAILS FAIL")

// does are verbs that follow I in a sentence about the writer's own acts.
var does = strings.Fields("AM WILL SHALL GO RIDE JOIN COME TAKE HAVE STAY MOVE ARE")

// OfMyself reports whether the words are about the writer's own acts rather than wishes.
func OfMyself(words []orders.Word) bool {
	for i, w := range words {
		self := w.Fold == "I" || w.Fold == "WE"
		if i > 0 && !pause(words[i-1]) && words[i-1].Fold != "AND" {
			self = false
		}
		short := slices.Contains([]string{"I'M", "I'LL", "I'VE", "WE'RE", "WE'LL", "WE'VE"}, w.Fold)
		if short || self && i+1 < len(words) && slices.Contains(does, words[i+1].Fold) {
			return true
		}
	}
	return false
}

// negated lists the words that express a negation in a canonical line.
var negated = []string{"NO", "NOT", "NONE", "NEVER", "UNLESS", "HOLD", "STAY", "STAND", "ONLY", "ELSE", "PASS", "EMPTY"}

// gravity is a class of phrases that must not be dropped.
type gravity struct {
	say     phraseIndex
	by      []string // words of a canonical line, any of which accounts for the phrase
	not     []string // words that make the phrase harmless if one follows it
	negates bool
}

// idle reports whether the words after the phrase make it harmless.
func (g *gravity) idle(behind []orders.Word) bool {
	behind = behind[:min(4, len(behind))]
	return slices.ContainsFunc(behind, func(w orders.Word) bool { return slices.Contains(g.not, w.Fold) })
}

var grave = []gravity{
	{say: phrases("IF NOT", "OTHERWISE", "ELSE", "OR ELSE", "FAILING THAT", "AND OTHERWISE"),
		by:  strings.Fields("ELSE NOT UNLESS OR CONTEST SEIZE"),
		not: strings.Fields("HOLD HOLDS STAY STAYS STAND STANDS NOTHING KEEP KEEPS")},
	{say: phrases("UNTIL", "TILL", "TIL", "'TIL", "BEFORE"),
		by:  strings.Fields("UNTIL IF UNLESS AT WITHIN BEFORE ON CONTACT SEQUENCE PRECEDENCE TURN"),
		not: strings.Fields("THAT THEM US ME YOU")},
	{say: phrases("UNLESS", "BUT UNLESS", "EXCEPT IF", "EXCEPT WHEN"),
		by: strings.Fields("UNLESS NOT ELSE NO HOLD IF")},
	{say: phrases("AFTER"), by: strings.Fields("AFTER IF THEN SEQUENCE PRECEDENCE ZONES PURSUIT"),
		not: strings.Fields("THAT THIS THEM")},
	{say: phrases("IF", "WHEN", "WHENEVER", "ONCE", "AS SOON AS", "AS LONG AS", "SO LONG AS", "IN CASE", "PROVIDED",
		"SHOULD", "ONLY IF", "ONLY WHEN", "ONLY AFTER", "ONLY ONCE", "ON CONDITION", "SUPPOSING", "ASSUMING",
		"IN THE EVENT", "ONLY IN CASE"),
		by: strings.Fields("IF UNTIL UNLESS ON REACT AFTER UNDER STANDING WITHIN AT BELOW ELSE INITIATIVE BONUS CONTEST " +
			"SEIZE THEN PURSUIT"),
		not: strings.Fields("CAN POSSIBLE READY THERE")},
	{say: phrases("NOT", "NEVER", "NO", "NOBODY", "NONE", "NEITHER", "WITHOUT", "DONT", "CANT", "WONT", "CANNOT"),
		by: negated, not: strings.Fields("MIND"), negates: true},
	{say: phrases("IN WHICH CASE", "IN WHICH EVENT", "FAILING WHICH")}, // no ruleset supports these
	{say: phrases("HALF", "SOME OF", "PART OF", "A FEW", "MOST OF"), by: strings.Fields("HALF SPLIT")},
	{say: phrases("BY ROAD", "BY THE ROAD"), by: strings.Fields("ROAD VIA")},
	{say: phrases("EVERY TURN", "EACH TURN", "ALWAYS"), by: strings.Fields("STANDING REACT")},
}
