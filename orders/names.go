package orders

import (
	"cmp"
	"slices"
	"strings"
)

// Name is something that a player may refer to: a unit, a commander, a place, a card.
type Name struct {
	ID    string
	Short string   // the id without the prefix of its kind; as good as the id; may be ""
	Name  string   // in the scenario; may be ""
	Also  []string // further names
}

// SeatName returns the Name of a seat: `french.north` is also `north`.
func SeatName(id, name string, also ...string) Name {
	_, short, _ := strings.Cut(id, ".")
	return Name{ID: id, Short: short, Name: name, Also: also}
}

// NamesKind describes the names of a set, and the refusal of a name that is not in it.
type NamesKind struct {
	Kind      string // `unit`; shown with candidates of several kinds
	Want      string // `a unit of yours`
	Unknown   string // reason; `unknown-name` if empty
	Ambiguous string // reason; `ambiguous-name` if empty
}

// Names finds names in the words of an order. It is immutable.
//
// A player may write a name as its id, as the whole name, as whole words of either, or as any part that begins with a
// word or figure of it. If no name has such a part, any part of four letters or more will do. Only letters and figures
// are compared, folded (`2/1` is `2-1` but not `21`; `30 Foot` is `30foot`). The longest run of words that is a name
// wins; for that run, the first of these ways that matches.
//
// A bare number only matches a name that begins with it: `20` the 20th Maine, but `5` never `hill-5`, because it is far
// more often a distance.
type Names struct {
	kind  NamesKind
	list  []Name
	byID  map[string]int // in list
	keys  []nameKey      // sorted by key, rank, index
	heads []uint64       // of the keys; compared before them for speed
}

// nameKey is the rest of a name's spelling from one of its words on.
type nameKey struct {
	key   string
	rank  nameRank // of the whole key; a prefix of it has rankWords or rankPart
	ends  uint64   // bit n: a word of the name ends after n+1 bytes of the key
	index int      // in list
}

// nameRank is the quality of a match; the best rank that has a match decides.
type nameRank int

const (
	rankID    nameRank = iota
	rankShort          // equal to rankID in a mail; canonical lines have the whole id
	rankName
	rankWords  // whole words
	rankPart   // the beginning of a word
	rankInside // the middle of a word
)

// NewNames returns an index of the names. Empty fields of kind get defaults.
func NewNames(kind NamesKind, list ...Name) *Names {
	kind.Want = cmp.Or(kind.Want, "a name")
	kind.Unknown = cmp.Or(kind.Unknown, "unknown-name")
	kind.Ambiguous = cmp.Or(kind.Ambiguous, "ambiguous-name")
	n := &Names{kind: kind, list: make([]Name, 0, len(list)), byID: make(map[string]int, len(list))}
	for i, name := range list {
		n.add(name)
		n.index(name.ID, rankID, i)
		n.index(name.Short, rankShort, i)
		n.index(name.Name, rankName, i)
		for _, also := range name.Also {
			n.index(also, rankName, i)
		}
	}
	slices.SortFunc(n.keys, func(a, b nameKey) int {
		return cmp.Or(strings.Compare(a.key, b.key), cmp.Compare(a.rank, b.rank), cmp.Compare(a.index, b.index))
	})
	n.keys = slices.CompactFunc(n.keys, func(a, b nameKey) bool {
		return a.key == b.key && a.rank == b.rank && a.index == b.index
	})
	n.heads = make([]uint64, len(n.keys))
	for i := range n.keys {
		n.heads[i] = headOf(n.keys[i].key)
	}
	return n
}

func (n *Names) add(name Name) {
	if _, twice := n.byID[name.ID]; !twice {
		n.byID[name.ID] = len(n.list)
	}
	n.list = append(n.list, name)
}

// headOf returns the first bytes of a key as a number. Heads sort like their keys; keys with equal heads must be
// compared.
func headOf[K string | []byte](key K) (head uint64) {
	for i := range 8 {
		head <<= 8
		if i < len(key) {
			head |= uint64(key[i])
		}
	}
	return head
}

// index adds the keys of a name as written, and with normalized ordinals.
func (n *Names) index(name string, whole nameRank, i int) {
	fold := Fold(name)
	n.spelling(fold, whole, i)
	words := strings.Fields(fold)
	for w := range words {
		words[w] = ordinal(words[w])
	}
	if alike := strings.Join(words, " "); alike != fold {
		n.spelling(alike, max(whole, rankName), i)
	}
}

// ordinal normalizes an ordinal: `42ND`, `42E` and `42EME` become 42TH. It returns other words unchanged.
func ordinal(word string) string {
	end := 0
	for end < len(word) && class(word[end]) == classDigit {
		end++
	}
	if end > 0 && end < len(word) && slices.Contains(ordinals, word[end:]) {
		return word[:end] + "TH"
	}
	return word
}

var ordinals = []string{"ST", "ND", "RD", "TH", "E", "ER", "ERE", "ME", "EME"}

// spelling adds the keys of one spelling of a name: all of it, and the rest from each word on.
func (n *Names) spelling(fold string, whole nameRank, i int) {
	for at := range len(fold) {
		if !startsPart(fold, at) {
			continue
		}
		rank := rankWords
		if at == 0 {
			rank = whole
		}
		if key, ends := keyOf(fold[at:]); key != "" {
			n.keys = append(n.keys, nameKey{key, rank, ends, i})
		}
	}
}

// keyOf returns the key of a folded text, with a bit for each byte that ends a word or figure.
func keyOf(fold string) (key string, ends uint64) {
	var all []byte
	for from := 0; from < len(fold); {
		to := from + 1
		for to < len(fold) && class(fold[to]) == class(fold[from]) {
			to++
		}
		all = appendKey(all, fold[from:to])
		if class(fold[from]) != classOther && len(all) <= 64 {
			ends |= 1 << (len(all) - 1)
		}
		from = to
	}
	return string(all), ends
}

// startsPart reports whether a word or figure begins at byte at.
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

func class(c byte) byteClass { return classes[c] }

var classes = func() (of [256]byteClass) {
	for c := range of {
		switch {
		case c >= '0' && c <= '9':
			of[c] = classDigit
		case c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z', c >= 0x80:
			of[c] = classLetter
		}
	}
	return of
}()

// appendKey appends the letters and figures of a folded word to a key. A slash separates adjacent figures, whatever
// separated them in the text.
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

// Match is the result of looking up a run of words.
type Match struct {
	ID    string   // "" if there is no such name, or several
	Fits  []string // ids that match; more than one if ambiguous (at most 12 are listed)
	Words int      // number of words that the name takes
	rank  nameRank
}

// Better reports whether m is a better match: it takes more words, or as many with a better rank.
func (m *Match) Better(than *Match) bool {
	return m.Words > than.Words || m.Words == than.Words && m.Words > 0 && m.rank < than.rank
}

// Whole reports whether the words are a whole name.
func (m *Match) Whole() bool { return m.Words > 0 && m.rank < rankWords }

// maxFits limits the candidates in a list.
const maxFits = 12

// Get returns the name with the id.
func (n *Names) Get(id string) (Name, bool) {
	i, ok := n.byID[id]
	if !ok {
		return Name{}, false
	}
	return n.list[i], true
}

// NameOf returns the scenario's name for the id.
func (n *Names) NameOf(id string) (name string, ok bool) {
	i, ok := n.byID[id]
	if !ok {
		return "", false
	}
	return n.list[i].Name, true
}

// All returns the names in the order given to NewNames.
func (n *Names) All() []Name { return slices.Clone(n.list) }

// Only returns the subset of the names whose ids are wanted.
func (n *Names) Only(wanted func(id string) bool) *Names {
	only := &Names{kind: n.kind, byID: make(map[string]int, len(n.list))}
	index := make([]int, len(n.list)) // in only.list; -1 if not wanted
	for i := range n.list {
		if index[i] = -1; wanted(n.list[i].ID) {
			index[i] = len(only.list)
			only.add(n.list[i])
		}
	}
	if len(only.list) == len(n.list) {
		return n
	}
	only.keys, only.heads = make([]nameKey, 0, len(n.keys)), make([]uint64, 0, len(n.keys))
	for i, k := range n.keys {
		if k.index = index[k.index]; k.index >= 0 {
			only.keys, only.heads = append(only.keys, k), append(only.heads, n.heads[i])
		}
	}
	return only
}

// Find returns the longest match that begins with the first word after any fillers. Fillers within it count as part of
// the name if that makes the match longer.
func (n *Names) Find(words []Word) Match {
	if n == nil {
		return Match{}
	}
	lead := 0
	for {
		if m := n.descend(words[lead:]); m.Words > 0 && !allFillers(words[lead:lead+m.Words]) {
			m.Words += lead
			if m.rank == rankShort && !words[lead].recorded {
				m.rank = rankID
			}
			return m
		}
		if lead == len(words) || !words[lead].Filler {
			return Match{}
		}
		lead++
	}
}

// allFillers reports whether all words are fillers: in `the mill`, `the` must not match The Windmill.
func allFillers(words []Word) bool {
	for i := range words {
		if !words[i].Filler {
			return false
		}
	}
	return true
}

// begun is a step of the search: the first key with the prefix read so far, the length of the prefix, and its words.
type begun struct{ lo, length, words int32 }

const maxNameWords = 12

// descend narrows the range of keys word by word and returns the longest run that matches a name.
func (n *Names) descend(words []Word) Match {
	var buffer [96]byte
	var seen [maxNameWords]begun
	key, depth, lo := buffer[:0], 0, 0
	if len(words) > 0 && isSigned(words[0].Fold) {
		return Match{}
	}
	for i := 0; i < len(words) && depth < maxNameWords; i++ {
		before := len(key)
		if key = appendKey(key, words[i].Fold); len(key) == before {
			if depth > 0 && (words[i].Fold == "" || !isMark(words[i].Fold[0])) { // a dash by itself
				continue
			}
			break
		}
		at, begins := n.first(lo, key)
		if !begins && class(words[i].Fold[0]) == classDigit {
			key = appendKey(key[:before], ordinal(words[i].Fold))
			at, begins = n.first(lo, key)
		}
		if !begins && words[i].Filler && depth > 0 {
			key = key[:before]
			continue
		}
		if !begins {
			break
		}
		lo = at
		seen[depth] = begun{int32(lo), int32(len(key)), int32(i + 1)}
		depth++
	}
	for depth > 0 {
		depth--
		b := seen[depth]
		bare := b.words == 1 && isNumber(words[0].Fold)
		if m := n.settle(int(b.lo), key[:b.length], bare); m.Fits != nil || m.ID != "" {
			m.Words = int(b.words)
			return m
		}
	}
	return Match{}
}

// first returns the index of the first key from lo on that is not below the prefix, and whether it begins with it.
func (n *Names) first(lo int, prefix []byte) (at int, begins bool) {
	hi, head := len(n.keys), headOf(prefix)
	below := func(i int) bool {
		return n.heads[i] < head || n.heads[i] == head && len(prefix) > 8 && n.keys[i].key < string(prefix)
	}
	for step := 1; lo > 0 && lo+step < hi; step *= 2 { // gallop, because it is near the previous result
		if below(lo + step) {
			lo += step
		} else {
			hi = lo + step
		}
	}
	for lo < hi {
		if mid := (lo + hi) / 2; below(mid) {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(n.keys) && strings.HasPrefix(n.keys[lo].key, string(prefix))
}

// isNumber reports whether the word is a number, with or without a mark for inches or feet.
func isNumber(fold string) bool { return strings.Trim(fold, `0123456789."'`) == "" }

// isSigned reports whether the word is a number with a sign, which no name begins with.
func isSigned(fold string) bool {
	return len(fold) > 1 && (fold[0] == '-' || fold[0] == '+') && class(fold[1]) == classDigit
}

// settle chooses among the keys from lo on that begin with the prefix: the id, else the whole name, else all names with
// these whole words, else all names with this part. A bare number only matches names that begin with it.
func (n *Names) settle(lo int, prefix []byte, bare bool) Match {
	if k := &n.keys[lo]; n.alone(lo) && k.rank <= rankName && len(k.key) == len(prefix) {
		return Match{ID: n.list[k.index].ID, rank: k.rank}
	}
	for _, rank := range []nameRank{rankID, rankShort, rankName} {
		end := lo
		for end < len(n.keys) && n.keys[end].key == string(prefix) && n.keys[end].rank == rank {
			end++
		}
		if end > lo {
			return n.fits(lo, end, prefix, rank, bare)
		}
	}
	if m := n.fits(lo, len(n.keys), prefix, rankWords, bare); m.ID != "" || m.Fits != nil {
		return m
	}
	return n.fits(lo, len(n.keys), prefix, rankPart, bare)
}

// alone reports whether no other name has this key with this rank.
func (n *Names) alone(key int) bool {
	k, next := &n.keys[key], key+1
	return next == len(n.keys) || n.keys[next].rank != k.rank || n.keys[next].key != k.key
}

// fits returns the match of the keys from lo to hi that begin with the prefix and match it with the rank. A figure is
// never part of a longer figure.
func (n *Names) fits(lo, hi int, prefix []byte, rank nameRank, bare bool) Match {
	figure := class(prefix[len(prefix)-1]) == classDigit
	one := -1
	var all []int
	for ; lo < hi && strings.HasPrefix(n.keys[lo].key, string(prefix)); lo++ {
		k := &n.keys[lo]
		switch {
		case k.index == one, rank == rankWords && !k.endsWord(len(prefix)), bare && k.rank > rankName,
			figure && len(k.key) > len(prefix) && class(k.key[len(prefix)]) == classDigit:
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
		return Match{ID: n.list[one].ID, rank: rank}
	}
	return n.ambiguous(append(all, one), rank)
}

// endsWord reports whether a word of the name ends after size bytes of the key.
func (k *nameKey) endsWord(size int) bool {
	return size == len(k.key) || size <= 64 && k.ends&(1<<(size-1)) != 0
}

// ambiguous returns the match of several names, in the order of the set.
func (n *Names) ambiguous(indexes []int, rank nameRank) Match {
	slices.Sort(indexes)
	m := Match{rank: rank}
	for _, i := range indexes {
		m.Fits = append(m.Fits, n.list[i].ID)
	}
	return m
}

// findInside returns a name that has the next word, or the next two, in the middle of a word.
func (n *Names) findInside(words []Word) Match {
	if n == nil {
		return Match{}
	}
	for count := min(2, len(words)); count > 0; count-- {
		var key []byte
		named := true // a colon after the name is not part of it
		for _, w := range words[:count] {
			before := len(key)
			key = appendKey(key, w.Fold)
			named = named && len(key) > before && !isNumber(w.Fold)
		}
		if len(key) < 4 || !named { // `all` must not match the walls
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
		spellings := append([]string{name.ID, name.Name}, name.Also...) // the id contains the short id
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
		return Match{ID: n.list[in[0]].ID, rank: rankInside}
	}
	return n.ambiguous(in, rankInside)
}

// Show returns ids with their names, if they have any, and with their kind if kinds is set, for people to read.
func (n *Names) Show(ids []string, kinds bool) []string {
	var out []string
	for _, id := range ids {
		var about []string
		if name, _ := n.Get(id); name.Name != "" && Fold(name.Name) != Fold(id) {
			about = append(about, name.Name)
		}
		if kinds && n.kind.Kind != "" {
			about = append(about, n.kind.Kind)
		}
		if about != nil {
			id += " (" + strings.Join(about, ", ") + ")"
		}
		out = append(out, id)
	}
	return out
}
