package knowledge

import "slices"

// shelf holds the facts of one kind, the least recently told first. A fact that is told again moves to the end and
// leaves a gap. Gaps are removed once half of the shelf is empty.
type shelf struct {
	list  []*Fact
	index map[string]int // subject → index in list
	live  int
}

func newShelf() *shelf { return &shelf{index: map[string]int{}} }

func (s *shelf) find(subject string) *Fact {
	if i, ok := s.index[subject]; ok {
		return s.list[i]
	}
	return nil
}

func (s *shelf) put(f *Fact) {
	s.drop(f.Subject)
	s.index[f.Subject] = len(s.list)
	s.list = append(s.list, f)
	s.live++
	if len(s.list) > 16 && s.live < len(s.list)/2 {
		s.compact()
	}
}

func (s *shelf) drop(subject string) {
	i, ok := s.index[subject]
	if !ok {
		return
	}
	delete(s.index, subject)
	s.list[i] = nil
	s.live--
}

func (s *shelf) compact() {
	// Copy the list: readers may still iterate over the old one.
	s.list = slices.DeleteFunc(slices.Clone(s.list), func(f *Fact) bool { return f == nil })
	for i, f := range s.list {
		s.index[f.Subject] = i
	}
}

func (s *shelf) clone() *shelf {
	c := &shelf{list: make([]*Fact, 0, s.live), index: make(map[string]int, s.live), live: s.live}
	for _, f := range s.list {
		if f != nil {
			c.index[f.Subject] = len(c.list)
			c.list = append(c.list, f)
		}
	}
	return c
}
