package spoken

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"galloper/orders"
)

// past reports whether a word may be a verb in the past tense, which reports an event and is never an order.
func past(word string) bool {
	return strings.HasSuffix(word, "ED") || slices.Contains([]string{"HELD", "STOOD", "TOOK", "FELL", "CAME", "WENT",
		"SHOT", "RODE", "LEFT", "GAVE", "MADE", "DREW", "BROKE", "FLED", "WAS", "WERE", "HAS", "HAD"}, word)
}

// whole expands contractions, normalises symbols and connectives, and inserts a full stop as a word of its own after
// each sentence.
func whole(words []orders.Word) (out []orders.Word) {
	words = supposing(unglued(words))
	for i, w := range words {
		if i+2 < len(words) && words[i+1].Fold == "TURN" && slices.Contains(atTurn, w.Fold) && figureAt(words[i+2:]) > 0 {
			w.Fold = "IF"
		}
		if i > 0 && words[i-1].Fold == "NOT" && phraseAt(words[i:], []string{w.Fold, "TO"}) > 0 &&
			slices.Contains([]string{"WISH", "WANT", "MEAN"}, w.Fold) { // `I do not wish to attack`
			continue
		}
		if n := len(out); w.Fold == "TO" && i > 1 && n > 0 && out[n-1].Fold == "NOT" && words[i-1].Fold != "NOT" {
			continue
		}
		if w.Fold == ">" || w.Fold == "->" || w.Fold == "=>" || w.Fold == "-->" {
			w.Fold = "TO"
			if last := len(out) - 1; last >= 0 && (out[last].Text == "-" || out[last].Text == "=") {
				out = out[:last]
			}
		}
		if near, ok := strings.CutPrefix(w.Fold, "<"); ok && w.Text[0] == '<' { // `if horse <8`
			within := w
			within.Fold, within.Text = "WITHIN", "<"
			if near == "" {
				w = within
			} else {
				out = append(out, within)
				w.Fold, w.Text, w.Glued = near, w.Text[1:], true
			}
		}
		if w.Fold == "TO" && i+1 < len(words) && words[i+1].Fold == "WITHIN" {
			w.Fold = "UNTIL" // `advance to within 200 yards of them`
		}
		if i > 0 && slices.Contains(halting, words[i-1].Fold) && (w.Fold == "WHEN" || w.Fold == "ONCE" || w.Fold == "IF") {
			w.Fold = "UNTIL" // `advance, halting when they are near`
		}
		if i+1 < len(words) && slices.Contains(halting, w.Fold) &&
			slices.Contains([]string{"WHEN", "ONCE", "IF"}, words[i+1].Fold) {
			continue
		}
		last := len(out) - 1
		if w.Fold == "SO" && last >= 0 && out[last].Text == "," && i+1 < len(words) &&
			words[i+1].Fold != "THAT" { // `he is alone, so …` begins a new sentence
			out[last].Text, out[last].Fold = ".", "."
			continue
		}
		if w = concluding(w, words, i); (last < 0 || out[last].Text == ".") && counts(words, i) {
			continue
		}
		if short, ok := contraction(w.Fold); ok {
			for _, f := range strings.Fields(short) {
				w.Fold = f
				out = append(out, w)
			}
		} else {
			w.Filler = false
			out = append(out, w)
		}
		ends := w.Stop && i+1 < len(words) && !slices.Contains(abbreviated, words[i].Fold)
		if ends || supposesAnew(words, i+1) {
			out = append(out, orders.Word{Text: ".", Fold: ".", Line: w.Line, Col: w.Col})
		}
	}
	return out
}

// supposing replaces a SHOULD that begins a condition with IF: `should they be charged`.
func supposing(words []orders.Word) []orders.Word {
	words = slices.Clone(words)
	supposed := false
	for i := range words {
		switch w := &words[i]; {
		case w.Fold == "SHOULD" && supposes(words, i):
			w.Fold, supposed = "IF", true
		case w.Fold == "BE" && supposed:
			w.Fold = "IS"
		}
		supposed = supposed && !pause(words[i])
	}
	return words
}

// supposesAnew reports whether word i begins a line with a condition and its consequence. Such a line is a new
// sentence even if the line above has no full stop.
func supposesAnew(words []orders.Word, i int) bool {
	if i == 0 || i >= len(words) || words[i].Line == words[i-1].Line || words[i-1].Stop || pause(words[i-1]) ||
		!slices.Contains([]string{"IF", "WHEN", "ONCE", "SHOULD"}, words[i].Fold) {
		return false
	}
	comma := slices.IndexFunc(words[i:], func(w orders.Word) bool { return w.Text == "," })
	if comma < 2 || comma+i+1 == len(words) {
		return false
	}
	then := words[i+comma+1:]
	goesOn := []string{"ELSE", "OTHERWISE", "BUT", "AND", "OR", "NOT", "IF", "WHEN", "UNLESS"}
	return !slices.Contains(goesOn, then[0].Fold) &&
		slices.ContainsFunc(then, func(w orders.Word) bool { return isVerbWord(w.Fold) })
}

// numbering words number the sentences of a mail.
var numbering = []string{"FIRST", "FIRSTLY", "SECOND", "SECONDLY", "THIRD", "THIRDLY", "FOURTH", "FIFTH", "LASTLY",
	"FINALLY"}

// concluding replaces a SO that introduces a purpose with BECAUSE, as in `send it to the right so it backs them up`,
// and a SO that introduces a conclusion with a full stop, as in `he is alone so let him come back`.
func concluding(w orders.Word, words []orders.Word, i int) orders.Word {
	if w.Fold != "SO" || i == 0 || i+1 == len(words) || words[i-1].Stop || words[i-1].Text == "," {
		return w
	}
	switch next, _, _ := strings.Cut(words[i+1].Fold, "'"); {
	case slices.Contains(pronouns, next), slices.Contains([]string{"NOBODY", "I", "WE"}, next):
		w.Fold = "BECAUSE"
	case next == "LET":
		w.Text, w.Fold = ".", "."
	}
	return w
}

// counts reports whether the first word of a sentence only numbers it: `Second, the grenadiers go on`.
func counts(words []orders.Word, i int) bool {
	if i+1 >= len(words) || !slices.Contains(numbering, words[i].Fold) {
		return false
	}
	next := words[i+1]
	if next.Text == "," && i+2 < len(words) && slices.Contains(numbering, words[i+2].Fold) {
		return false // `First, Second and Third legions hold`
	}
	return next.Text == "," || words[i].Fold != "FIRST" && (next.Fold == "THE" || next.Fold == "MY")
}

// unglued splits names joined by a plus or a slash, such as `r3+r4` and `lights/rangers`, and expands ranges such as
// `p1-p6`.
func unglued(words []orders.Word) []orders.Word {
	for i := 0; i < len(words); i++ {
		w := words[i]
		if len(w.Fold) != len(w.Text) {
			continue
		}
		if some := numberedFrom(w); some != nil {
			words = slices.Replace(slices.Clone(words), i, i+1, some...)
			continue
		}
		at := strings.IndexAny(w.Fold, "+/")
		letters := func(text string) bool { return strings.IndexFunc(text, unicode.IsLetter) >= 0 }
		if _, short := contractions[w.Fold]; short || at < 1 || !letters(w.Fold[:at]) || !letters(w.Fold[at+1:]) ||
			slices.Contains([]string{"AND", "W", "N", "S", "E"}, w.Fold[:at]) {
			continue
		}
		one, and, other := w, w, w
		one.Text, one.Fold, one.Stop, one.Asks = w.Text[:at], w.Fold[:at], false, false
		and.Text, and.Fold, and.Col, and.Stop, and.Asks = w.Text[at:at+1], "AND", w.Col+at, false, false
		other.Text, other.Fold, other.Col = w.Text[at+1:], w.Fold[at+1:], w.Col+at+1
		and.Glued, other.Glued = true, true
		words = slices.Replace(slices.Clone(words), i, i+1, one, and, other)
	}
	return words
}

// numberedFrom expands a range of ids: `p1-p3` becomes P1 AND P2 AND P3. It returns nil if the word is not a range.
func numberedFrom(w orders.Word) (some []orders.Word) {
	const most = 20
	from, to, ok := strings.Cut(strings.Replace(w.Fold, "..", "-", 1), "-")
	letter := strings.TrimRight(from, "0123456789")
	first, err := strconv.Atoi(from[len(letter):])
	last, wrong := strconv.Atoi(strings.TrimPrefix(to, letter))
	if !ok || err != nil || wrong != nil || letter == "" || len(letter) > 2 || !strings.HasPrefix(to, letter) ||
		first == 0 || last <= first || last-first > most || strings.Trim(letter, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return nil
	}
	for n := first; n <= last; n++ {
		one := w
		if one.Fold = letter + strconv.Itoa(n); n > first {
			and := w
			and.Fold, and.Stop, and.Asks = "AND", false, false
			some = append(some, and)
		}
		one.Stop, one.Asks = w.Stop && n == last, w.Asks && n == last
		some = append(some, one)
	}
	return some
}

// supposes reports whether SHOULD begins a condition.
func supposes(words []orders.Word, i int) bool {
	if i+1 == len(words) || i > 0 && words[i-1].Text != "," && words[i-1].Text != ":" && !words[i-1].Stop {
		return false
	}
	if slices.ContainsFunc(words[i:], func(w orders.Word) bool { return w.Asks }) {
		return false
	}
	return !slices.Contains([]string{"I", "WE", "YOU", "MY", "OUR"}, words[i+1].Fold) ||
		slices.ContainsFunc(words[i:], func(w orders.Word) bool { return w.Text == "," || w.Fold == "THEN" })
}

// unlimited removes `no more than` and the like before a number, as in `advance no more than 60 yards`. From the first
// condition on it keeps them, because there they change the meaning.
func unlimited(words []orders.Word) (out []orders.Word) {
	for i := 0; i < len(words); i++ {
		if marks[words[i].Fold] != "" && words[i].Fold != "BUT" {
			return append(out, words[i:]...)
		}
		if _, n := longest(words[i:], atMost); n > 0 && i+n < len(words) && figureAt(words[i+n:]) > 0 {
			i += n - 1
			continue
		}
		out = append(out, words[i])
	}
	return out
}

var atMost = phrases("NOT MORE THAN", "NO MORE THAN", "NOT FURTHER THAN", "NO FURTHER THAN", "NO FARTHER THAN",
	"NOT FARTHER THAN", "AT MOST", "AT THE MOST", "NOT MORE THAN A", "NO MORE THAN A", "NO FURTHER THAN A",
	"AT MOST A")

// unnumbered replaces the numbers of a list on one line with full stops: `1. velites forward 2. legions hold`.
func unnumbered(words []orders.Word) []orders.Word {
	labels, want := []int{}, "2"
	for i := 1; i+1 < len(words); i++ {
		if words[i].Fold == want && words[i].Stop {
			labels, want = append(labels, i), strconv.Itoa(len(labels)+3)
		}
	}
	if len(labels) == 0 || len(labels) == 1 && words[0].Col == 1 { // `forward 2. Then hold.`
		return words
	}
	words = slices.Clone(words)
	for _, i := range labels {
		words[i].Text, words[i].Fold = ".", "."
	}
	return words
}

// measured separates numbers from their units: `60yds`, `4in`.
func measured(words []orders.Word) []orders.Word {
	for i := 0; i < len(words); i++ {
		if i+1 < len(words) && words[i].Fold[0] == 'A' && slices.Contains([]string{"A", "AN"}, words[i].Fold) &&
			slices.Contains(steps, words[i+1].Fold) { // `forward a space`
			words = slices.Clone(words)
			words[i].Fold = "ONE"
		}
		measure := strings.TrimLeft(words[i].Fold, "0123456789")
		digits := len(words[i].Fold) - len(measure)
		if digits == 0 || digits > len(words[i].Text) || !slices.Contains(measures, measure) {
			continue
		}
		figure := words[i]
		words = slices.Insert(slices.Clone(words), i, figure)
		words[i].Text, words[i].Fold, words[i].Stop, words[i].Asks = figure.Text[:digits], figure.Fold[:digits], false, false
		words[i+1].Text, words[i+1].Fold = figure.Text[digits:], measure
		if measure == "IN" || measure == "INS" { // by itself it would be read as a preposition
			words[i+1].Fold = "INCHES"
		}
		words[i+1].Col, words[i+1].Glued = figure.Col+digits, true
	}
	return words
}

var steps = []string{"SPACE", "STEP", "PACE", "INCH", "HEX"}

var measures = []string{"YDS", "YD", "YARDS", "YARD", "PACES", "PACE", "IN", "INS", "INCH", "INCHES", "HEX", "HEXES"}

// halting lists verbs that make a following condition the end of the order.
var halting = []string{"HALTING", "STOPPING"}

// atTurn lists the words that mean WHEN before the number of a turn.
var atTurn = []string{"AT", "ON", "FROM", "IN", "BY", "AFTER"}

//go:embed short.txt
var shortText string

// contractions maps each contraction and abbreviation to its full form, both folded.
var contractions = func() map[string]string {
	of := map[string]string{}
	for line := range strings.Lines(shortText) {
		if line[0] == '#' {
			continue
		}
		for row := range strings.SplitSeq(strings.TrimSpace(line), "; ") {
			short, long, _ := strings.Cut(row, " = ")
			of[orders.Fold(short)] = orders.Fold(long)
		}
	}
	return of
}()

// contraction returns the full form of a contraction, with or without its apostrophe.
func contraction(word string) (string, bool) {
	short, ok := contractions[word]
	if n := len(word); !ok && n > 4 { // `theyre`
		for _, end := range []string{"RE", "LL", "VE"} {
			if head, cut := strings.CutSuffix(word, end); cut && slices.Contains([]string{"THEY", "YOU"}, head) {
				short, ok = contractions[head+"'"+end]
			}
		}
	}
	return short, ok
}

// abbreviated lists abbreviations whose full stop does not end a sentence.
var abbreviated = []string{"ADV", "RGT", "REGT", "COL", "GEN", "CAPT", "MAJ", "BRIG", "LT", "YDS", "YD", "ST", "NO",
	"BN", "SQN"}

// talk reports whether the sentence is a question, a hope or a remark rather than an order.
func talk(words []orders.Word) bool {
	for i, w := range words {
		switch w.Fold {
		case "COULD", "MIGHT", "HOPE", "HOPEFULLY":
			return true
		case "CAN", "DOES", "DID", "HAS", "WHERE", "WHAT", "WHO", "WHY", "HOW":
			if i == 0 {
				return true
			}
		case "MAY": // "we may come", but not "they may stand where they are"
			if i == 0 || slices.Contains([]string{"I", "WE", "YOU", "ENEMY"}, words[i-1].Fold) {
				return true
			}
		case "BELIEVE", "SUPPOSE", "FEAR", "WONDER", "AFRAID":
			if i == 0 || slices.Contains([]string{"I", "WE", "AM", "ARE"}, words[i-1].Fold) {
				return true
			}
		case "AM", "WAS", "I'M", "WE'RE": // "I am back", but not "I am riding to Hill"
			next := words[min(i+1, len(words)-1)].Fold
			if i < 2 && !strings.HasSuffix(next, "ING") && next != "TO" {
				return true
			}
		case "IS":
			if i == 1 && slices.Contains([]string{"ALL", "EVERYTHING", "THAT", "THIS", "IT"}, words[0].Fold) &&
				!slices.ContainsFunc(words, func(w orders.Word) bool { return isCondition(marks[w.Fold]) }) {
				return true // "all is well"
			}
		case "BACK":
			if i > 0 && slices.Contains([]string{"AM", "ARE", "BE", "BEEN", "I'M", "WE'RE"}, words[i-1].Fold) {
				return true
			}
		}
	}
	return false
}

// meant splits the words into the sentences that may be orders and the text of those that are talk. It returns nothing
// if a sentence could be either.
func meant(words []orders.Word) (out []orders.Word, passed string) {
	if beginsWith(words, letterHeads) { // the text of a letter is kept as written
		return words, ""
	}
	for len(words) > 0 {
		end := slices.IndexFunc(words, func(w orders.Word) bool { return w.Text == "." })
		if end++; end == 0 {
			end = len(words)
		}
		if words[0].Fold == "ORDER" && end > 1 && words[1].Fold != "OF" { // `order X to …`
			words, end = words[1:], end-1
		}
		asks := slices.ContainsFunc(words[:end], func(w orders.Word) bool { return w.Asks })
		switch {
		case !asks && !talk(words[:end]):
			out = append(out, words[:end]...)
		case !asks && !slices.Contains(talkers, words[0].Fold) && (len(words) < 2 || words[1].Fold != "IS"):
			return nil, ""
		default:
			r := &listener{words: words[:end]}
			passed = join(passed, r.text([]token{{to: end}}))
			if to := greeted(words[:end]); to != nil && len(to) < end {
				words = slices.Concat(to, words[end:])
				continue
			}
		}
		words = words[end:]
	}
	return out, passed
}

// greeted returns the name in a greeting, including the comma, or nil. The following sentences are addressed to it:
// `Dear Cole, I hope you are well. Please advance.`
func greeted(words []orders.Word) []orders.Word {
	const most = 4 // words of a name and rank
	if slices.Contains([]string{"DEAR", "HI", "HELLO", "HEY"}, words[0].Fold) {
		words = words[1:]
	}
	comma := slices.IndexFunc(words, func(w orders.Word) bool { return w.Text == "," })
	if comma < 1 || comma > most || slices.Contains(talkers, words[0].Fold) || slices.Contains(greetings, words[0].Fold) {
		return nil
	}
	return words[:comma+1]
}

// allowing lists words that may stand between NOBODY and the verb: `no one is to fire`.
var allowing = []string{"IS", "TO", "MAY", "MUST", "SHALL", "SHOULD", "WILL", "CAN", "OF", "YOU"}

// nobody rewrites `nobody moves` as `everyone do not move`.
func (s *Speech) nobody(words []orders.Word) (out []orders.Word) {
	until := slices.ContainsFunc(words, func(w orders.Word) bool {
		return slices.Contains([]string{"UNTIL", "TILL", "BEFORE"}, w.Fold)
	})
	t := tagger{Speech: s, Vocabulary: &Vocabulary{}, words: words}
	for i := 0; i < len(words); i++ {
		n := max(phraseAt(words[i:], []string{"NOBODY"}), phraseAt(words[i:], []string{"NO", "ONE"}))
		if of, rest := t.noneOf(words[i:], n); of != nil {
			return slices.Concat(out, of, s.nobody(rest))
		}
		comma := i > 0 && words[i-1].Text == ","
		if n == 0 || i+n == len(words) || i > 0 && words[i-1].Text != "." && !comma {
			out = append(out, words[i])
			continue
		}
		for i+n+1 < len(words) && slices.Contains(allowing, words[i+n].Fold) {
			n++
		}
		p, count := t.verbAt(i + n)
		if count == 0 || p.verb == "" || until && p.verb != Fire {
			out = append(out, words[i])
			continue
		}
		told := []string{"EVERYONE", "DO", "NOT"}
		for len(told) < n { // keep the number of words, so that positions in the mail remain valid
			told = slices.Insert(told, 1, "PLEASE")
		}
		for k, fold := range told {
			w := words[i+min(k, n-1)]
			if w.Fold = fold; k > 0 || !comma { // `…, nobody moves`
				out = append(out, w)
			}
		}
		i += n
		verb := words[i]
		verb.Fold = p.words[0]
		out = append(out, verb)
	}
	return out
}

// noneOf rewrites the subject of `nobody of Acland's is to fire` as `Acland's do not`, and returns the words that
// follow separately. It returns nil if the first n words are not NOBODY OF a unit.
func (t *tagger) noneOf(words []orders.Word, n int) (told, rest []orders.Word) {
	const most = 6 // words between OF and the verb
	if n == 0 || n+2 >= len(words) || words[n].Fold != "OF" {
		return nil, nil
	}
	for at := n + 2; at < min(len(words), n+2+most); at++ {
		if !slices.Contains(allowing, words[at].Fold) {
			continue
		}
		end := at
		for end+1 < len(words) && slices.Contains(allowing, words[end].Fold) {
			end++
		}
		do, not := words[at], words[at]
		do.Fold, not.Fold = "DO", "NOT"
		return slices.Concat(words[n+1:at], []orders.Word{do, not}), words[end:]
	}
	return nil, nil
}

// allowed rewrites `do not let X advance` as `X do not advance`.
func (s *Speech) allowed(words []orders.Word) []orders.Word {
	for i := range words {
		n := max(phraseAt(words[i:], []string{"DO", "NOT", "LET"}), phraseAt(words[i:], []string{"NEVER", "LET"}))
		if n == 0 {
			continue
		}
		for at := i + n + 1; at < len(words) && words[at].Text != "."; at++ {
			t := tagger{Speech: s, Vocabulary: &Vocabulary{}, words: words}
			if p, count := t.verbAt(at); count > 0 && p.verb != "" {
				do, not := words[i], words[i]
				do.Fold, not.Fold = "DO", "NOT"
				return slices.Concat(words[:i], words[i+n:at], []orders.Word{do, not}, s.allowed(words[at:]))
			}
		}
	}
	return words
}

// states reports whether the clause describes a state instead of giving an order: `Lee is alone up there`. The unit
// that it describes becomes the subject of the next clause.
func (r *listener) states(tokens []token) bool {
	is := false
	if len(tokens) == 0 {
		return false
	}
	for i := tokens[0].from; i < tokens[len(tokens)-1].to && i < len(r.words); i++ {
		next := ""
		if i+1 < len(r.words) {
			next = r.words[i+1].Fold
		}
		is = is || slices.Contains(states, r.words[i].Fold) && next != "TO"
	}
	if !is || slices.ContainsFunc(tokens, token.isVerb) || slices.ContainsFunc(tokens, func(k token) bool {
		return k.kind == mark
	}) {
		return false
	}
	if s := tokens[0].sense(unit); s != nil && !s.several && tokens[0].ours() {
		r.who, r.named = s.ids, false
	}
	return true
}

// states lists the verbs that describe a state.
var states = []string{"IS", "ARE", "HAS", "HAVE", "SEEMS", "SEEM", "LOOKS", "LOOK", "WAS", "WERE"}
