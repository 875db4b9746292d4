package orders

import (
	"slices"
	"strings"
)

// Scanner reads the words of an order from left to right. Each ruleset writes its grammar as a recursive-descent parser
// on it.
//
// It skips fillers. Keywords are phrases in capitals, of one or more words (`HOLD FIRE`). The first Refuse sticks: from
// then on nothing is accepted and Done is true, so a grammar needs to look at Refusal only once, at its end.
type Scanner struct {
	words   []Word
	pos     int
	seen    view
	behind  *Word // the word after the last; nil at the end of the order
	refusal *Refusal
	whole   *Scanner // the scanner of which this is a part, and which holds the refusal; nil if this is not a part
}

// view caches the next word at a position, because many phrases are compared with it.
type view struct {
	from    int    // the position plus one; 0: empty
	next    int    // index of the next word that is not a filler
	letters uint64 // see Letters
}

// look fills the cache.
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

// Scan returns a scanner at the first word of the item. For a letter, the words are `LETTER TO` and the seats.
func (it *Item) Scan() *Scanner { return ScanWords(it.Words) }

// ScanWords returns a scanner over words.
func ScanWords(words []Word) *Scanner { return &Scanner{words: words} }

// end returns the position of a refusal at the end of the words.
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

// Refusal returns the first refusal, or nil.
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

// next returns the index of the next word that is not a filler.
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

// fold returns the next word as it is compared with keywords, or "" at the end.
func (s *Scanner) fold() string {
	if w := s.peek(); w != nil {
		return w.Fold
	}
	return ""
}

// Peek returns the next word that is not a filler, or the zero Word at the end.
func (s *Scanner) Peek() Word {
	if w := s.peek(); w != nil {
		return *w
	}
	return Word{}
}

// Here is Peek, but at the end it returns the position there, as a word without text.
func (s *Scanner) Here() Word {
	if w := s.peek(); w != nil {
		return *w
	}
	return s.end()
}

// NearestOf returns those of the words that are nearest to the next word.
func (s *Scanner) NearestOf(words []string) []string { return nearest(s.fold(), words) }

// Next returns the next word and moves past it.
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

// Mark returns the current position, for Back.
func (s *Scanner) Mark() int { return s.pos }

// Back returns to a mark. A refusal remains.
func (s *Scanner) Back(mark int) { s.pos = mark }

// Rest returns the remaining words without fillers, and moves past them.
func (s *Scanner) Rest() []Word {
	var rest []Word
	for !s.Done() {
		rest = append(rest, s.Next())
	}
	return rest
}

// At reports whether one of the phrases comes next.
func (s *Scanner) At(phrases ...string) bool { return s.Takes(phrases...) > 0 }

// Takes returns the number of words of the longest phrase that comes next, or 0.
func (s *Scanner) Takes(phrases ...string) int {
	_, n := s.match(phrases)
	return n
}

// Accept moves past the longest of the phrases that comes next, and reports whether there was one.
func (s *Scanner) Accept(phrases ...string) bool { return s.AcceptOf(phrases...) != "" }

// AcceptOf is Accept, but returns the phrase, or "".
func (s *Scanner) AcceptOf(phrases ...string) string {
	phrase, n := s.match(phrases)
	s.pos += n
	return phrase
}

// Expect is Accept, but refuses with the reason if no phrase comes next.
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

// Letters returns the set of first letters that the next phrase may have. This test is cheap and rules out most
// phrases.
func (s *Scanner) Letters() uint64 {
	if s.seen.from != s.pos+1 {
		s.look()
	}
	return s.seen.letters
}

// letterBit returns the bit for the first two letters of the first word of a text, which must not be empty. Other
// letters may share it.
func letterBit(text string) uint64 {
	bit := text[0]
	if len(text) > 1 && text[1] != ' ' {
		bit += 10 * text[1]
	}
	return 1 << (bit & 63)
}

// nextWord removes the first word of a phrase if it is the folded word.
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

// taken returns the number of words that the phrase takes, including fillers before and among them, or 0 if it does not
// come next.
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

// Ahead reports whether one of the words occurs in the remaining words.
func (s *Scanner) Ahead(words ...string) bool {
	for i := s.pos; i < len(s.words); i++ {
		if slices.Contains(words, s.words[i].Fold) {
			return !s.Failed()
		}
	}
	return false
}

// Before returns a scanner over the words up to the phrase and moves past the phrase: `IF cond THEN …`. If the phrase
// does not occur, it returns nil and does not move.
func (s *Scanner) Before(phrases ...string) *Scanner {
	part := s.Until(phrases...)
	if part != nil {
		s.Accept(phrases...)
	}
	return part
}

// Until is Before, but stops in front of the phrase.
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

// Split splits the remaining words at each of the phrases (`cond AND cond`), and moves past them all. It returns at
// least one scanner, perhaps an empty one.
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

// Without returns a scanner over the remaining words without the dropped ones, and the number of dropped words. It
// moves s to the end.
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

// part returns a scanner over some of the words, whose refusals are those of s.
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

// Refuse refuses at the next word. reason is the digest's reason word; want describes the expected text. Only the first
// refusal counts.
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

// RefuseAt is Refuse at a word that the scanner has already passed.
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

// RefuseWord is Refuse with the nearest of the words that could come next.
func (s *Scanner) RefuseWord(reason, want string, words []string) {
	s.Refuse(reason, want, nearest(s.fold(), words)...)
}

// End refuses with the reason if words remain.
func (s *Scanner) End(reason string) bool {
	if s.Done() {
		return !s.Failed()
	}
	s.Refuse(reason, "the end of the order")
	return false
}
