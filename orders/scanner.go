package orders

import (
	"slices"
	"strings"
)

// Scanner goes through the words of an order, for a ruleset to write its grammar on.
//
// Fillers are passed over. Keywords are phrases in capitals, one or more words (`HOLD FIRE`).
// The first Refuse sticks: from then on nothing is accepted and Done is true, so that a grammar
// needs to look at Refusal only once, at its end.
type Scanner struct {
	words   []Word
	pos     int
	seen    view
	behind  *Word // the word behind the last; nil at the end of the order
	refusal *Refusal
	whole   *Scanner // of which this is a part, and whose refusal it shares; nil if of none
}

// view is what comes next at a place: many phrases are compared with it before the scanner goes on.
type view struct {
	from    int    // the place, and one more; 0 is none
	next    int    // the next word that is no filler
	letters uint64 // see Letters
}

// look sees what comes next.
func (s *Scanner) look() {
	next, letters := s.pos, uint64(0)
	for ; next < len(s.words); next++ {
		w := &s.words[next]
		if w.Fold != "" {
			letters |= letterBit(w.Fold)
		}
		if !w.Filler {
			break
		}
	}
	s.seen = view{s.pos + 1, next, letters}
}

// Scan returns a scanner at the first word of the item. For a letter those are
// the words `LETTER TO` and the seats.
func (it *Item) Scan() *Scanner { return ScanWords(it.Words) }

// ScanWords returns a scanner over words.
func ScanWords(words []Word) *Scanner { return &Scanner{words: words} }

// end is what a refusal behind the last word points at.
func (s *Scanner) end() Word {
	switch {
	case s.behind != nil:
		return *s.behind
	case s.whole != nil:
		return s.whole.end()
	case len(s.words) == 0:
		return Word{}
	}
	last := s.words[len(s.words)-1]
	return Word{Line: last.Line, Col: last.Col + runes(last.Text)}
}

// Refusal returns the first refusal, nil if there was none.
func (s *Scanner) Refusal() *Refusal {
	if s.whole != nil {
		return s.whole.refusal
	}
	return s.refusal
}

// Failed reports whether something was refused.
func (s *Scanner) Failed() bool { return s.Refusal() != nil }

// Done reports whether only fillers are left, or something was refused.
func (s *Scanner) Done() bool { return s.Failed() || s.next() == len(s.words) }

// next returns the index of the next word that is no filler.
func (s *Scanner) next() int {
	if s.seen.from != s.pos+1 {
		s.look()
	}
	return s.seen.next
}

// peek is Peek without a copy; nil at the end.
func (s *Scanner) peek() *Word {
	if s.Done() {
		return nil
	}
	return &s.words[s.next()]
}

// fold is what keywords are compared with of the next word; "" at the end.
func (s *Scanner) fold() string {
	if w := s.peek(); w != nil {
		return w.Fold
	}
	return ""
}

// Peek returns the next word that is no filler, the zero Word at the end.
func (s *Scanner) Peek() Word {
	if w := s.peek(); w != nil {
		return *w
	}
	return Word{}
}

// Here is Peek that says at the end where that is: a word without text.
func (s *Scanner) Here() Word {
	if w := s.peek(); w != nil {
		return *w
	}
	return s.end()
}

// NearestOf returns those of the words that could have stood here which come nearest.
func (s *Scanner) NearestOf(words []string) []string { return nearest(s.fold(), words) }

// Next returns the next word and goes past it.
func (s *Scanner) Next() Word {
	w := s.peek()
	if w == nil {
		return Word{}
	}
	if w.Text != "" {
		s.pos = s.next() + 1
	}
	return *w
}

// Mark returns the place where the scanner is, for Back.
func (s *Scanner) Mark() int { return s.pos }

// Back goes back to a mark. A refusal stays.
func (s *Scanner) Back(mark int) { s.pos = mark }

// Rest returns the words left, without fillers, and goes past them.
func (s *Scanner) Rest() []Word {
	var rest []Word
	for !s.Done() {
		rest = append(rest, s.Next())
	}
	return rest
}

// At reports whether one of the phrases comes next.
func (s *Scanner) At(phrases ...string) bool { return s.Takes(phrases...) > 0 }

// Takes returns how many words the longest of the phrases that comes next takes, 0 where none does.
func (s *Scanner) Takes(phrases ...string) int {
	_, n := s.match(phrases)
	return n
}

// Accept goes past the longest of the phrases that comes next, and reports whether there was one.
func (s *Scanner) Accept(phrases ...string) bool { return s.AcceptOf(phrases...) != "" }

// AcceptOf is Accept that returns the phrase, or "".
func (s *Scanner) AcceptOf(phrases ...string) string {
	phrase, n := s.match(phrases)
	s.pos += n
	return phrase
}

// Expect is Accept that refuses with the reason where none of the phrases comes next.
func (s *Scanner) Expect(reason string, phrases ...string) bool {
	if s.Accept(phrases...) {
		return true
	}
	s.RefuseWord(reason, strings.Join(phrases, " or "), phrases)
	return false
}

// match returns the longest phrase that comes next and the number of words that it takes.
func (s *Scanner) match(phrases []string) (string, int) {
	if s.Failed() || s.pos == len(s.words) {
		return "", 0
	}
	best, most := "", 0
	letters := s.Letters()
	for _, p := range phrases {
		if p == "" || letters&letterBit(p) == 0 {
			continue
		}
		if n := s.taken(p); n > most || n == most && len(p) > len(best) && n > 0 {
			best, most = p, n
		}
	}
	return best, most
}

// FirstLetters returns the set of the phrases' first letters, for [Scanner.Letters].
func FirstLetters(phrases []string) uint64 {
	var set uint64
	for _, p := range phrases {
		if p != "" {
			set |= letterBit(p)
		}
	}
	return set
}

// Letters returns the set of those first letters that a phrase which comes next may have: most are ruled out by it.
func (s *Scanner) Letters() uint64 {
	if s.seen.from != s.pos+1 {
		s.look()
	}
	return s.seen.letters
}

// letterBit is the bit of the first two letters of the first word of a text that is not empty. Others may share it.
func letterBit(text string) uint64 {
	bit := text[0]
	if len(text) > 1 && text[1] != ' ' {
		bit += 10 * text[1]
	}
	return 1 << (bit & 63)
}

// nextWord cuts the first word from a phrase if it is the folded word.
func nextWord(phrase, fold string) (rest string, ok bool) {
	n := len(fold)
	switch {
	case n > len(phrase) || phrase[:n] != fold:
		return phrase, false
	case n == len(phrase):
		return "", true
	}
	return phrase[n+1:], phrase[n] == ' '
}

// taken returns the number of words, fillers before and among them too, that
// the phrase takes; 0 if it does not come next.
func (s *Scanner) taken(phrase string) int {
	i := s.pos
	for phrase != "" {
		if i == len(s.words) {
			return 0
		}
		rest, ok := nextWord(phrase, s.words[i].Fold)
		switch {
		case ok:
			phrase = rest
		case !s.words[i].Filler:
			return 0
		}
		i++
	}
	return i - s.pos
}

// Ahead reports whether one of the words is still to come, wherever it stands.
func (s *Scanner) Ahead(words ...string) bool {
	for i := s.pos; i < len(s.words); i++ {
		if slices.Contains(words, s.words[i].Fold) {
			return !s.Failed()
		}
	}
	return false
}

// Before returns a scanner over the words up to the phrase and goes past it:
// `IF cond THEN …`. It returns nil and stays where it is if the phrase does not come.
func (s *Scanner) Before(phrases ...string) *Scanner {
	part := s.Until(phrases...)
	if part != nil {
		s.Accept(phrases...)
	}
	return part
}

// Until is Before that stays in front of the phrase.
func (s *Scanner) Until(phrases ...string) *Scanner {
	start := s.pos
	for ; !s.Done(); s.pos++ {
		if _, n := s.match(phrases); n > 0 {
			return s.part(start, s.pos)
		}
	}
	s.pos = start
	return nil
}

// Split cuts the words left at each of the phrases (`cond AND cond`), and goes past them all.
// It returns at least one scanner, perhaps an empty one.
func (s *Scanner) Split(phrases ...string) []*Scanner {
	var parts []*Scanner
	for part := s.Before(phrases...); part != nil; part = s.Before(phrases...) {
		parts = append(parts, part)
	}
	parts = append(parts, s.part(s.pos, len(s.words)))
	s.pos = len(s.words)
	return parts
}

// Between returns a scanner over the words between two marks.
func (s *Scanner) Between(from, to int) *Scanner { return s.part(from, to) }

// Without returns a scanner over those of the words left that are none of the dropped, and how
// many were dropped. s is then at its end.
func (s *Scanner) Without(dropped ...string) (rest *Scanner, count int) {
	rest = s.part(s.pos, len(s.words))
	s.pos = len(s.words)
	if slices.ContainsFunc(rest.words, func(w Word) bool { return slices.Contains(dropped, w.Fold) }) {
		all := len(rest.words)
		rest.words = slices.DeleteFunc(slices.Clone(rest.words),
			func(w Word) bool { return slices.Contains(dropped, w.Fold) })
		count = all - len(rest.words)
	}
	return rest, count
}

// part returns a scanner over some of the words; what it refuses, s refuses.
func (s *Scanner) part(from, to int) *Scanner {
	p := &Scanner{words: s.words[from:to], behind: s.behind, whole: s}
	if s.whole != nil {
		p.whole = s.whole
	}
	if to < len(s.words) {
		p.behind = &s.words[to]
	}
	return p
}

// Refuse refuses at the next word: reason is the digest's word, want says what
// was expected there. Only the first refusal counts.
func (s *Scanner) Refuse(reason, want string, nearest ...string) {
	if s.Failed() {
		return
	}
	w := s.end()
	if i := s.next(); i < len(s.words) {
		w = s.words[i]
	}
	s.RefuseAt(w, reason, want, nearest...)
}

// RefuseAt is Refuse at a word that the scanner has gone past.
func (s *Scanner) RefuseAt(w Word, reason, want string, nearest ...string) {
	if s.Failed() {
		return
	}
	r := &Refusal{Reason: reason, Line: w.Line, Col: w.Col, Word: w.Text, Want: want, Nearest: nearest}
	if s.whole != nil {
		s.whole.refusal = r
	} else {
		s.refusal = r
	}
}

// RefuseWord is Refuse with those of the words that could have stood there which come nearest.
func (s *Scanner) RefuseWord(reason, want string, words []string) {
	s.Refuse(reason, want, nearest(s.fold(), words)...)
}

// End refuses with the reason if words are left.
func (s *Scanner) End(reason string) bool {
	if s.Done() {
		return !s.Failed()
	}
	s.Refuse(reason, "the end of the order")
	return false
}
