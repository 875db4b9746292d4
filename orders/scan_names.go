package orders

import "slices"

// TryName goes past the name that comes next and returns its id, "" if none of
// the set or several fit. It refuses nothing. Of several sets the one with the longest fit
// counts, the first of equals.
func (s *Scanner) TryName(sets ...*Names) string {
	m, _ := s.find(sets)
	if m.ID != "" {
		s.pos += m.Words
	}
	return m.ID
}

// MatchName returns what the next words name, and the set, and goes past nothing.
func (s *Scanner) MatchName(sets ...*Names) (Match, *Names) { return s.find(sets) }

// Name is TryName that refuses where nothing fits, with the nearest names, or
// where several fit, with all of them. The reasons are those of the first set.
func (s *Scanner) Name(sets ...*Names) string {
	if s.Failed() {
		return ""
	}
	m, set := s.find(sets)
	if m.Words == 0 {
		m, set = s.findInside(sets)
	}
	switch {
	case m.ID != "":
		s.pos += m.Words
		return m.ID
	case m.Fits != nil:
		s.Refuse(set.kind.Ambiguous, set.kind.Want, set.show(m.Fits)...)
		s.Refusal().Several = true
	default:
		s.refuseUnknown(sets)
	}
	return ""
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
	if s.Accept(",") {
		s.Accept("AND", "&")
		return true
	}
	return s.Accept("AND", "&")
}

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

func (s *Scanner) find(sets []*Names) (Match, *Names) { return s.longest(sets, (*Names).Find) }

func (s *Scanner) findInside(sets []*Names) (Match, *Names) {
	s.pos = s.next()
	return s.longest(sets, (*Names).findInside)
}

func (s *Scanner) longest(sets []*Names, find func(*Names, []Word) Match) (Match, *Names) {
	if s.Done() {
		return Match{}, nil
	}
	var best Match
	var from *Names
	for _, set := range sets {
		if m := find(set, s.words[s.pos:]); m.Words > best.Words {
			best, from = m, set
		}
	}
	return best, from
}

func (s *Scanner) refuseUnknown(sets []*Names) {
	var near []string
	for _, set := range sets {
		for _, shown := range set.show(set.Nearest(s.words[s.next():])) {
			if !slices.Contains(near, shown) && len(near) < maxNearest {
				near = append(near, shown)
			}
		}
	}
	s.Refuse(sets[0].kind.Unknown, sets[0].kind.Want, near...)
}
