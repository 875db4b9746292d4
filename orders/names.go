package orders

import (
	"cmp"
	"slices"
	"sort"
	"strings"
)

// Name is something that a player may name: a unit, a commander, a place, a card.
type Name struct {
	ID   string
	Name string   // as the scenario has it; may be ""
	Also []string // further names
}

// NamesKind says what the names of a set are, and with which of the digest's
// words one that is not among them is refused.
type NamesKind struct {
	Want      string // `a unit of yours`
	Unknown   string // reason; `unknown-name` if empty
	Ambiguous string // reason; `ambiguous-name` if empty
}

// Names finds names in the words of an order. It never changes.
//
// A name is written by its id, by its whole name, or by any part that begins
// where a word or figure of it begins; where no name has such a part, by any
// part of three letters or more. Only letters and figures are compared, folded
// (`2/1` is `2-1` but not `21`; `30 Foot` is `30foot`). The longest run of
// words that is a name counts; of those the id, then the whole name, then a part.
type Names struct {
	kind NamesKind
	list []Name
	keys []nameKey // sorted by key, rank, index
}

// nameKey is one way to begin writing a name.
type nameKey struct {
	key   string
	rank  nameRank
	index int // in list
}

type nameRank int

const (
	rankID nameRank = iota
	rankName
	rankPart
)

// NewNames returns the set of the names.
func NewNames(kind NamesKind, list ...Name) *Names {
	kind.Want = cmp.Or(kind.Want, "a name")
	kind.Unknown = cmp.Or(kind.Unknown, "unknown-name")
	kind.Ambiguous = cmp.Or(kind.Ambiguous, "ambiguous-name")
	n := &Names{kind: kind, list: slices.Clone(list)}
	for i, name := range n.list {
		n.index(name.ID, rankID, i)
		n.index(name.Name, rankName, i)
		for _, also := range name.Also {
			n.index(also, rankName, i)
		}
	}
	slices.SortFunc(n.keys, func(a, b nameKey) int {
		return cmp.Or(strings.Compare(a.key, b.key), cmp.Compare(a.rank, b.rank), cmp.Compare(a.index, b.index))
	})
	n.keys = slices.Compact(n.keys)
	return n
}

// index adds the keys of one spelling of a name: the whole, and what begins at each word.
func (n *Names) index(name string, whole nameRank, i int) {
	fold := Fold(name)
	for at := range len(fold) {
		if !startsPart(fold, at) {
			continue
		}
		rank := rankPart
		if at == 0 {
			rank = whole
		}
		if key := string(appendKey(nil, fold[at:])); key != "" {
			n.keys = append(n.keys, nameKey{key, rank, i})
		}
	}
}

// startsPart reports whether a word or figure begins there.
func startsPart(fold string, at int) bool {
	if at == 0 {
		return true
	}
	here, before := class(fold[at]), class(fold[at-1])
	return here != classOther && here != before
}

type byteClass int

const (
	classOther byteClass = iota
	classLetter
	classDigit
)

func class(c byte) byteClass {
	switch {
	case c >= '0' && c <= '9':
		return classDigit
	case c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z', c >= 0x80:
		return classLetter
	}
	return classOther
}

// appendKey appends the letters and figures of a folded word to a key. A slash
// keeps two figures apart, however they were written apart.
func appendKey(key []byte, fold string) []byte {
	apart := true
	for i := range len(fold) {
		c := fold[i]
		k := class(c)
		if k == classOther {
			apart = true
			continue
		}
		if apart && k == classDigit && len(key) > 0 && class(key[len(key)-1]) == classDigit {
			key = append(key, '/')
		}
		key, apart = append(key, c), false
	}
	return key
}

// Match is what a run of words names.
type Match struct {
	ID    string   // "" if there is no such name, or several
	Fits  []string // ids that the words fit; more than one if ambiguous (at most 12 are listed)
	Words int      // number of words that the name takes
}

// maxFits is how many candidates are listed.
const maxFits = 12

// Get returns the name with the id.
func (n *Names) Get(id string) (Name, bool) {
	i := slices.IndexFunc(n.list, func(x Name) bool { return x.ID == id })
	if i < 0 {
		return Name{}, false
	}
	return n.list[i], true
}

// All returns the names in the order given to NewNames.
func (n *Names) All() []Name { return slices.Clone(n.list) }

// Find looks for the longest run of words, from the first, that is a name. A
// filler is taken as part of the name if that is longer.
func (n *Names) Find(words []Word) Match {
	if n == nil {
		return Match{}
	}
	lead := 0
	for {
		if m := n.descend(words[lead:]); m.Words > 0 && !allFillers(words[lead:lead+m.Words]) {
			m.Words += lead
			return m
		}
		if lead == len(words) || !words[lead].Filler {
			return Match{}
		}
		lead++
	}
}

// allFillers reports whether the words are fillers alone: `the` is no part of
// The Windmill where `the mill` is written.
func allFillers(words []Word) bool {
	return !slices.ContainsFunc(words, func(w Word) bool { return !w.Filler })
}

// keyRange is the keys that begin with what was read so far.
type keyRange struct{ lo, hi, length, words int }

// maxNameWords is how many words a name may have.
const maxNameWords = 12

// descend narrows the range of keys word by word and settles on the longest run that fits a name.
func (n *Names) descend(words []Word) Match {
	var buffer [96]byte
	var seen [maxNameWords]keyRange
	key, depth := buffer[:0], 0
	at := keyRange{hi: len(n.keys)}
	for i := 0; i < len(words) && depth < maxNameWords; i++ {
		before := len(key)
		if key = appendKey(key, words[i].Fold); len(key) == before {
			break
		}
		lo, hi := n.narrow(at.lo, at.hi, key)
		if lo == hi && words[i].Filler && depth > 0 {
			key = key[:before]
			continue
		}
		if lo == hi {
			break
		}
		at = keyRange{lo, hi, len(key), i + 1}
		seen[depth] = at
		depth++
	}
	for depth > 0 {
		depth--
		r := seen[depth]
		if m := n.settle(r.lo, r.hi, key[:r.length]); m.Fits != nil || m.ID != "" {
			m.Words = r.words
			return m
		}
	}
	return Match{}
}

// narrow returns the keys from lo to hi that begin with the prefix.
func (n *Names) narrow(lo, hi int, prefix []byte) (int, int) {
	first := lo + sort.Search(hi-lo, func(i int) bool { return n.keys[lo+i].key >= string(prefix) })
	last := first
	for step := 1; last < hi && strings.HasPrefix(n.keys[last].key, string(prefix)); step *= 2 {
		last += step
	}
	last = min(last, hi)
	return first, first + sort.Search(last-first, func(i int) bool {
		return !strings.HasPrefix(n.keys[first+i].key, string(prefix))
	})
}

// settle chooses among keys that begin with the prefix: the id, else the whole
// name, else all that it is a part of. A figure is never part of a longer figure.
func (n *Names) settle(lo, hi int, prefix []byte) Match {
	for _, rank := range []nameRank{rankID, rankName} {
		end := lo
		for end < hi && len(n.keys[end].key) == len(prefix) && n.keys[end].rank == rank {
			end++
		}
		if end > lo {
			return n.fits(lo, end, prefix)
		}
	}
	return n.fits(lo, hi, prefix)
}

// fits returns the match of the keys from lo to hi.
func (n *Names) fits(lo, hi int, prefix []byte) Match {
	figure := class(prefix[len(prefix)-1]) == classDigit
	one := -1
	var all []int
	for _, k := range n.keys[lo:hi] {
		switch {
		case figure && len(k.key) > len(prefix) && class(k.key[len(prefix)]) == classDigit, k.index == one:
		case one < 0:
			one = k.index
		case !slices.Contains(all, k.index):
			all = append(all, k.index)
		}
		if len(all) == maxFits-1 {
			break
		}
	}
	if one < 0 {
		return Match{}
	}
	if all == nil {
		return Match{ID: n.list[one].ID}
	}
	return n.ambiguous(append(all, one))
}

// ambiguous returns the match of several names, in the order of the set.
func (n *Names) ambiguous(indexes []int) Match {
	slices.Sort(indexes)
	m := Match{}
	for _, i := range indexes {
		m.Fits = append(m.Fits, n.list[i].ID)
	}
	return m
}

// findInside looks for a name that has the next word, or the next two, in the middle of a word.
func (n *Names) findInside(words []Word) Match {
	for count := min(2, len(words)); count > 0; count-- {
		var key []byte
		named := true // a colon behind the name is no part of it
		for _, w := range words[:count] {
			before := len(key)
			key = appendKey(key, w.Fold)
			named = named && len(key) > before
		}
		if len(key) < 3 || !named {
			continue
		}
		if m := n.containing(string(key)); m.ID != "" || m.Fits != nil {
			m.Words = count
			return m
		}
	}
	return Match{}
}

func (n *Names) containing(part string) Match {
	var in []int
	for i, name := range n.list {
		spellings := append([]string{name.ID, name.Name}, name.Also...)
		if len(in) < maxFits && slices.ContainsFunc(spellings, func(s string) bool {
			return strings.Contains(string(appendKey(nil, Fold(s))), part)
		}) {
			in = append(in, i)
		}
	}
	switch len(in) {
	case 0:
		return Match{}
	case 1:
		return Match{ID: n.list[in[0]].ID}
	}
	return n.ambiguous(in)
}

// show returns ids as people read them: with the name where there is one.
func (n *Names) show(ids []string) []string {
	var out []string
	for _, id := range ids {
		if name, _ := n.Get(id); name.Name != "" && Fold(name.Name) != Fold(id) {
			id += " (" + name.Name + ")"
		}
		out = append(out, id)
	}
	return out
}
