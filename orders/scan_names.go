package orders

import "slices"

// TryName goes past the name that comes next and returns its id, "" if none of
// the sets or several names fit. It refuses nothing.
func (s *Scanner) TryName(sets ...*Names) string {
	m, _ := s.find(sets)
	if m.ID != "" {
		s.pos += m.Words
	}
	return m.ID
}

// MatchName returns what the next words name, and the set, and goes past nothing. Where
// names of several sets fit equally well it is the first of these sets.
func (s *Scanner) MatchName(sets ...*Names) (Match, *Names) {
	m, from := s.find(sets)
	if from == nil {
		return m, nil
	}
	return m, from[0]
}

// Name goes past the name that comes next and returns its id. All sets are searched at once:
// the longest run of words that is a name counts, of those the best written
// (the id, the whole name, whole words, a part). Where nothing fits it refuses with the
// nearest names, where several fit with all of them. The reasons are those of the first set.
func (s *Scanner) Name(sets ...*Names) string {
	id, _ := s.NameOf(sets, nil)
	return id
}

// NameOf is Name that knows further names, the foils, which are not what is wanted here:
// one of them is returned only where it is better written than any that is, so that the
// order can be refused for what it says. The set is that of the id.
func (s *Scanner) NameOf(sets, foils []*Names) (string, *Names) {
	if s.Failed() {
		return "", nil
	}
	m, from := s.findOf(sets, foils)
	return s.take(m, from, sets, foils)
}

// take goes past what was found, or refuses what was not.
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

// MatchOf is MatchName that knows foils (see NameOf). Where several names fit, it
// returns them as people read them.
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

// RefuseSeveral refuses at the next word, which fits all of those shown.
func (s *Scanner) RefuseSeveral(reason, want string, shown ...string) {
	if !s.Failed() {
		s.Refuse(reason, want, shown...)
		s.Refusal().Several = true
	}
}

// Addressee is a seat that a letter goes to.
type Addressee struct {
	ID  string
	Set *Names // that has it
	At  Word
}

// titles may stand before the name of a person.
var titles = []string{"GENERAL", "GEN", "MARSHAL", "BRIGADIER", "COLONEL", "COL", "MAJOR", "CAPTAIN", "LORD", "SIR"}

// Addressees reads the seats that a letter is for, each once: of those that may be
// written to, and of foils, which may not, where one of these is meant (see NameOf).
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

// NameApart is Name that guesses at nothing where one of the rivals, which cannot stand here, is
// better written than all that can: `hold murray` is refused where Murray is a seat and Murray's Knoll a place.
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

// candidates returns all that the next words, so many, fit equally well, perhaps with their kinds.
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

// Names reads a list of names, separated by `,`, `&` or `and`, and returns their ids as written.
// Where something stands behind a separator it must be a name, or one of the stops: then the
// list ends before the separator. It returns nil if it refused.
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

// separator goes past what stands between two parts of a list.
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

// separators are the first letters of what stands between two parts of a list.
var separators = FirstLetters([]string{",", "AND", "&"})

// More goes past a list separator (`,`, `&`, `and`, `, and`) and reports
// whether there was one with something behind it.
func (s *Scanner) More() bool {
	mark := s.Mark()
	if s.separator() && !s.Done() {
		return true
	}
	s.Back(mark)
	return false
}

// find returns what the next words name, and the sets that have it: several if it is ambiguous between them.
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

// merge adds what another set has that is as good.
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
