package orders

import "slices"

// TryName moves past the name that comes next and returns its id, or "" if no name or more than one matches. It never
// refuses.
func (s *Scanner) TryName(sets ...*Names) string {
	m, _ := s.find(sets)
	if m.ID != "" {
		s.pos += m.Words
	}
	return m.ID
}

// MatchName returns the match of the next words and its set, without moving. If names of several sets match equally
// well, it returns the first of these sets.
func (s *Scanner) MatchName(sets ...*Names) (Match, *Names) {
	m, from := s.find(sets)
	if from == nil {
		return m, nil
	}
	return m, from[0]
}

// Name moves past the name that comes next and returns its id. It searches all sets at once: the longest run of words
// wins, then the best rank (the id, the whole name, whole words, a part). If no name matches it refuses with the
// nearest names; if several match it refuses with all of them. The reasons are those of the first set.
func (s *Scanner) Name(sets ...*Names) string {
	id, _ := s.NameOf(sets, nil)
	return id
}

// NameOf is Name with foils, further names that cannot be meant here. It returns a foil, and its set, only if that
// matches better than every other name, so that the caller can refuse the order for its meaning.
func (s *Scanner) NameOf(sets, foils []*Names) (string, *Names) {
	if s.Failed() {
		return "", nil
	}
	m, from := s.findOf(sets, foils)
	return s.take(m, from, sets, foils)
}

// take moves past a match, or refuses if there is not exactly one.
func (s *Scanner) take(m Match, from, sets, foils []*Names) (string, *Names) {
	if m.Words == 0 {
		s.pos = s.next()
		if m, from = s.findInside(sets); m.Words == 0 {
			m, from = s.findInside(foils)
		}
	}
	switch {
	case m.ID != "":
		s.pos += m.Words
		return m.ID, from[0]
	case m.Fits != nil:
		kind := sets[0].kind
		if len(from) == 1 {
			kind.Ambiguous = from[0].kind.Ambiguous
		}
		s.RefuseSeveral(kind.Ambiguous, kind.Want, s.candidates(m.Words, from, len(from) > 1)...)
	default:
		s.refuseUnknown(sets, foils)
	}
	return "", nil
}

// MatchOf is MatchName with foils (see NameOf). If several names match, it returns them in readable form.
func (s *Scanner) MatchOf(sets, foils []*Names) (m Match, set *Names, several []string) {
	m, from := s.findOf(sets, foils)
	if m.Words == 0 {
		return m, nil, nil
	}
	if m.ID == "" {
		several = s.candidates(m.Words, from, len(from) > 1)
	}
	return m, from[0], several
}

func (s *Scanner) findOf(sets, foils []*Names) (Match, []*Names) {
	m, from := s.find(sets)
	if len(foils) == 0 {
		return m, from
	}
	if other, of := s.find(foils); other.Better(&m) {
		return other, of
	}
	return m, from
}

// RefuseSeveral refuses at the next word, which matches all the names shown.
func (s *Scanner) RefuseSeveral(reason, want string, shown ...string) {
	if !s.Failed() {
		s.Refuse(reason, want, shown...)
		s.Refusal().Several = true
	}
}

// Addressee is a seat that a letter is addressed to.
type Addressee struct {
	ID  string
	Set *Names // the set that contains it
	At  Word
}

// titles may precede the name of a person.
var titles = []string{"GENERAL", "GEN", "MARSHAL", "BRIGADIER", "COLONEL", "COL", "MAJOR", "CAPTAIN", "LORD", "SIR"}

// Addressees reads the recipients of a letter, each once. foils are seats that may not be written to; it returns one if
// that is a better match (see NameOf).
func (s *Scanner) Addressees(seats, foils *Names) (to []Addressee) {
	for !s.Failed() {
		if m, _ := s.MatchName(seats, foils); m.Words == 0 {
			s.Accept(titles...)
		}
		a := Addressee{At: s.Peek()}
		a.ID, a.Set = s.NameOf([]*Names{seats}, []*Names{foils})
		if a.ID != "" && !slices.ContainsFunc(to, func(b Addressee) bool { return b.ID == a.ID }) {
			to = append(to, a)
		}
		if !s.More() {
			break
		}
	}
	return to
}

// NameApart is Name, but refuses if a rival, which cannot stand here, matches better than every other name: `hold
// murray` is refused if Murray is a seat and Murray's Knoll a place.
func (s *Scanner) NameApart(rivals []*Names, sets ...*Names) string {
	if s.Failed() {
		return ""
	}
	m, from := s.find(sets)
	if other, of := s.find(rivals); m.Words > 0 && other.Better(&m) {
		kind := sets[0].kind
		s.RefuseSeveral(kind.Ambiguous, kind.Want, append(s.candidates(other.Words, of, true),
			s.candidates(m.Words, from, true)...)...)
		return ""
	}
	id, _ := s.take(m, from, sets, nil)
	return id
}

// candidates returns the names that match the next count words equally well, with their kinds if kinds is set.
func (s *Scanner) candidates(count int, from []*Names, kinds bool) (shown []string) {
	words := s.words[s.pos : s.pos+count]
	for _, set := range from {
		m := set.Find(words)
		if m.Words == 0 {
			m = set.findInside(s.words[s.pos:])
		}
		ids := m.Fits
		if ids == nil {
			ids = []string{m.ID}
		}
		shown = append(shown, set.Show(ids, kinds)...)
	}
	return shown[:min(len(shown), maxFits)]
}

// Names reads a list of names, separated by `,`, `&` or `and`, and returns their ids in order. A name must follow each
// separator; before one of the stops, the list ends in front of the separator. Names returns nil if it refused.
func (s *Scanner) Names(stops []string, sets ...*Names) []string {
	ids := []string{s.Name(sets...)}
	for !s.Failed() {
		mark := s.Mark()
		if !s.separator() {
			return ids
		}
		if s.Done() || s.At(stops...) {
			s.Back(mark)
			return ids
		}
		ids = append(ids, s.Name(sets...))
	}
	return nil
}

// separator moves past a list separator.
func (s *Scanner) separator() bool {
	if s.Letters()&separators == 0 {
		return false
	}
	if s.Accept(",") {
		s.Accept("AND", "&")
		return true
	}
	return s.Accept("AND", "&")
}

// separators lists the first letters of the list separators.
var separators = FirstLetters([]string{",", "AND", "&"})

// More moves past a list separator (`,`, `&`, `and`, `, and`) if more words follow it, and reports whether it did.
func (s *Scanner) More() bool {
	mark := s.Mark()
	if s.separator() && !s.Done() {
		return true
	}
	s.Back(mark)
	return false
}

// find returns the match of the next words, and its sets: several if it is ambiguous between them.
func (s *Scanner) find(sets []*Names) (Match, []*Names) { return s.best(sets, (*Names).Find) }

func (s *Scanner) findInside(sets []*Names) (Match, []*Names) {
	return s.best(sets, (*Names).findInside)
}

func (s *Scanner) best(sets []*Names, find func(*Names, []Word) Match) (best Match, from []*Names) {
	if s.Done() {
		return Match{}, nil
	}
	for i, set := range sets {
		m := find(set, s.words[s.pos:])
		switch {
		case m.Words == 0:
		case m.Better(&best):
			best, from = m, sets[i:i+1:i+1]
		case !best.Better(&m) && !s.words[s.pos].recorded:
			best.merge(&m)
			from = append(from, set)
		}
	}
	return best, from
}

// merge adds the candidates of an equally good match in another set.
func (m *Match) merge(other *Match) {
	for _, one := range []*Match{m, other} {
		if one.Fits == nil {
			one.Fits = []string{one.ID}
		}
	}
	m.ID, m.Fits = "", slices.Concat(m.Fits, other.Fits)
}

func (s *Scanner) refuseUnknown(sets, foils []*Names) {
	near := s.nearestOf(sets)
	if near == nil {
		near = s.nearestOf(foils)
	}
	s.Refuse(sets[0].kind.Unknown, sets[0].kind.Want, near...)
}

func (s *Scanner) nearestOf(sets []*Names) (near []string) {
	for _, set := range sets {
		for _, shown := range set.Show(set.Nearest(s.words[s.next():]), false) {
			if !slices.Contains(near, shown) && len(near) < maxNearest {
				near = append(near, shown)
			}
		}
	}
	return near
}
