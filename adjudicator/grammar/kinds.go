package grammar

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/orders"
)

// Kind is a kind of slot value: a [Names], [Number], [Value], [Span] or [Conditions].
type Kind[D any] interface {
	name() string
	bind(field reflect.Type, list listing) binding[D]
}

// listing describes whether a slot takes a list, and its separator.
type listing struct {
	many    bool
	between string // a keyword; "" means comma or AND
}

// binding is a kind bound to the field of one slot.
type binding[D any] struct {
	kind    string
	read    func(r *Reader[D], field any) // field points at the destination
	write   func(w *writer, d D, field any)
	absent  func(field any) bool
	always  bool // absent must be called for zero values too
	shows   func(key string) string
	some    func(D, func(n int) int) string // returns a random value as a player may write it
	at      func(*Reader[D]) bool           // reports whether a value comes next; nil: unknown
	sets    func(D) []*orders.Names         // nil: no names
	span    bool
	late    bool
	wantEnd string
}

// simple is a kind with values V that are read in place.
type simple[D, V any] struct {
	kind    string
	read    func(*Reader[D]) V
	text    func(D, V) string
	prose   func(D, V) string // value in a sentence; nil: same as text
	some    func(D, func(n int) int) string
	at      func(*Reader[D]) bool
	sets    func(D) []*orders.Names
	absent  func(V) bool
	repeats bool // a list may contain duplicates
	group   func(*Reader[D]) []V
}

// bind returns the binding for a field of type V or []V, or of type Index if V is a list index.
func (k *simple[D, V]) bind(field reflect.Type, list listing) binding[D] {
	b := binding[D]{kind: k.kind, at: k.at, sets: k.sets, some: k.some, shows: list.shows, absent: isZero}
	one := reflect.TypeFor[V]()
	switch {
	case field == reflect.SliceOf(one):
		b.read = func(r *Reader[D], field any) { k.readList(r, field.(*[]V), list) }
		b.write = func(w *writer, d D, field any) { k.writeList(w, d, *field.(*[]V), list) }
		return b
	case list.many:
		panic("grammar: a list of " + k.kind + " needs a field of []" + one.String())
	case field == one:
		b.read = func(r *Reader[D], field any) { *field.(*V) = k.read(r) }
		b.write = func(w *writer, d D, field any) { w.value(k.said(w, d, *field.(*V))) }
		if k.absent != nil {
			b.always = true
			b.absent = func(field any) bool { return k.absent(*field.(*V)) }
		}
		return b
	case field == reflect.TypeFor[adjudicator.Index]() && one.Kind() == reflect.Int:
		return k.bindIndex(b)
	case field.Kind() == reflect.String:
		b.read = func(r *Reader[D], field any) {
			if one := k.read(r); !r.Failed() {
				reflect.ValueOf(field).Elem().SetString(k.text(r.Desk, one))
			}
		}
		b.write = func(w *writer, d D, field any) {
			text := reflect.ValueOf(field).Elem().String()
			if w.prose && k.sets != nil {
				text = nameIn(k.sets(d), text)
			}
			w.value(text)
		}
		return b
	}
	panic("grammar: the kind " + k.kind + " is a " + one.String() + ", and its field a " + field.String())
}

func isZero(field any) bool { return reflect.ValueOf(field).Elem().IsZero() }

func (k *simple[D, V]) bindIndex(b binding[D]) binding[D] {
	read, said := any(k.read).(func(*Reader[D]) int), any(k.said).(func(*writer, D, int) string)
	b.read = func(r *Reader[D], field any) { *field.(*adjudicator.Index) = adjudicator.At(read(r)) }
	b.write = func(w *writer, d D, field any) {
		if i, ok := field.(*adjudicator.Index).Get(); ok {
			w.value(said(w, d, i))
		}
	}
	return b
}

// said returns the value in canonical form, or in English when writing prose.
func (k *simple[D, V]) said(w *writer, d D, v V) string {
	if w.prose && k.prose != nil {
		return k.prose(d, v)
	}
	return k.text(d, v)
}

// nameIn returns the scenario's name of the id, or the id if it has no name.
func nameIn(sets []*orders.Names, id string) string {
	for _, set := range sets {
		if name, ok := set.NameOf(id); ok {
			return cmp.Or(name, id)
		}
	}
	return id
}

// readList reads one value, or a list without duplicates.
func (k *simple[D, V]) readList(r *Reader[D], into *[]V, list listing) {
	var few [4]V // enough for most lists, and saves an allocation
	all := few[:0]
	for more := true; more; more = list.many && !r.Failed() && k.nextEntry(r, list) {
		if k.group != nil && list.many {
			if several := k.group(r); several != nil {
				all = append(all, several...)
				continue
			}
		}
		all = append(all, k.read(r))
	}
	if !k.repeats {
		all = distinct(all)
	}
	*into = make([]V, len(all))
	copy(*into, all)
}

// distinct removes duplicates from the list in place.
func distinct[V any](list []V) []V {
	once := list[:0]
	for _, v := range list {
		if !slices.ContainsFunc(once, func(x V) bool { return any(x) == any(v) }) {
			once = append(once, v)
		}
	}
	return once
}

// nextEntry skips the separator between two list entries and reports whether there is another entry. A separator that
// is followed by something else ends the list.
func (k *simple[D, V]) nextEntry(r *Reader[D], l listing) bool {
	mark := r.Mark()
	if l.between != "" {
		r.Accept(",")
		if r.Accept(strings.Split(l.between, "/")...) {
			return true
		}
		r.Back(mark)
		return false
	}
	if !r.More() {
		return false
	}
	strict := r.grammar.strict() && !r.ids
	if strict && (k.at != nil && !k.at(r) || r.beforeKeyword() || k.sets != nil && r.beforeStop() &&
		!r.atName(k.sets(r.Desk), nil)) {
		r.Back(mark)
		return false
	}
	return true
}

// writeList writes a list, in prose as `the 1st, the 2nd and the 3rd`.
func (k *simple[D, V]) writeList(w *writer, d D, list []V, l listing) {
	between, last := l.separators(w.prose)
	for i, v := range list {
		switch said := k.said(w, d, v); i {
		case 0:
			w.value(said)
		case len(list) - 1:
			w.addToList(last, said)
		default:
			w.addToList(between, said)
		}
	}
}

// separators returns the separator between two entries and that before the last entry.
func (l *listing) separators(prose bool) (between, last string) {
	word, _, _ := strings.Cut(l.between, "/")
	switch {
	case !prose && word == "":
		return ", ", ", "
	case !prose:
		return " " + word + " ", " " + word + " "
	case word == "":
		return ", ", " and "
	case word == "ELSE":
		return ", ", " or else "
	}
	return ", ", " " + strings.ToLower(word) + " "
}

// shows returns a slot as shown in help: `unit[, unit…]`, `card [OR card…]`.
func (l listing) shows(key string) string {
	switch {
	case !l.many:
		return key
	case l.between == "":
		return key + "[, " + key + "…]"
	}
	return key + " [" + l.between + " " + key + "…]"
}

// Names is a kind of named things. V is their value in the rules: an id or a list index.
type Names[D, V any] struct {
	Kind, Want string
	// Sets are the names that the slot accepts. Foils are names that may be used by mistake and are refused with the
	// reason Foiled.
	Sets, Foils func(D) []*orders.Names
	Of          func(d D, id string, set *orders.Names) V // also called with id "" if no name was read
	Text        func(D, V) string
	Repeats     bool // a list may contain duplicates
	// Group reads a word for several things in a list, such as ALL. It returns nil if there is none.
	Group func(*Reader[D]) []V
	// Then is called with each value and its position, for example to refuse it.
	Then func(r *Reader[D], v V, set *orders.Names, at orders.Word)
	// Reasons for refusals. Missing is for an absent name; "" means Unknown, or incomplete in a lenient grammar. Strict
	// grammars take the reasons for unknown and ambiguous names from the sets; lenient grammars take the latter from
	// the grammar.
	Unknown, Missing, Foiled string
}

func (k Names[D, V]) name() string { return k.Kind }

func (k Names[D, V]) bind(field reflect.Type, list listing) binding[D] {
	s := simple[D, V]{kind: k.Kind, read: k.Read, text: k.Text, sets: k.Sets, repeats: k.Repeats, group: k.Group,
		prose: func(d D, v V) string {
			if k.Foils == nil {
				return nameIn(k.Sets(d), k.Text(d, v))
			}
			return nameIn(slices.Concat(k.Sets(d), k.Foils(d)), k.Text(d, v))
		},
		some: func(d D, pick func(int) int) string {
			var all []orders.Name
			for _, set := range k.Sets(d) {
				all = append(all, set.All()...)
			}
			if len(all) == 0 {
				return ""
			}
			return all[pick(len(all))].ID
		}}
	return s.bind(field, list)
}

func (k *Names[D, V]) readName(r *Reader[D]) (id string, set *orders.Names) {
	var foils []*orders.Names
	sets := k.Sets(r.Desk)
	if k.Foils != nil {
		foils = k.Foils(r.Desk)
	}
	missing := k.Missing
	if missing == "" && !r.grammar.strict() {
		missing = r.grammar.incomplete()
	}
	if missing != "" && (r.Done() || r.beforeStop()) && !r.atName(sets, foils) {
		r.Refuse(r.Here(), missing, k.Want)
		return "", nil
	}
	if r.grammar.strict() {
		return r.NameOf(sets, foils)
	}
	return k.lenient(r, sets, foils)
}

func (r *Reader[D]) atName(sets, foils []*orders.Names) bool {
	if r.Done() {
		return false
	}
	m, _, _ := r.MatchOf(sets, foils)
	return m.Words > 0
}

// lenient skips an unknown or ambiguous name, so that the rest can be read.
func (k *Names[D, V]) lenient(r *Reader[D], sets, foils []*orders.Names) (string, *orders.Names) {
	at := r.Here()
	m, set, several := r.MatchOf(sets, foils)
	switch {
	case m.ID != "":
		r.TryName(set)
		return m.ID, set
	case m.Fits != nil:
		reason := r.grammar.ambiguous()
		r.Refuse(at, reason, k.Want, several...)
		if f := r.fault; f.Reason == reason && f.Col == at.Col && f.Line == at.Line {
			f.Several = true
		}
		for range m.Words {
			r.Next()
		}
	default:
		mark := r.Mark()
		words := r.Rest()
		r.Back(mark)
		var nearest []string
		for _, set := range slices.Concat(sets, foils) {
			nearest = append(nearest, set.Nearest(words)...)
		}
		r.Refuse(at, k.Unknown, k.Want, nearest...)
		r.passOver()
	}
	return "", nil
}

// passOver skips the words of an unknown name.
func (r *Reader[D]) passOver() {
	r.Next()
	for !r.Done() && !r.beforeStop() {
		if c := r.Peek().Fold[0]; c >= '0' && c <= '9' {
			return
		}
		r.Next()
	}
}

// Read reads one name and returns its value.
func (k Names[D, V]) Read(r *Reader[D]) V {
	if r.ids {
		return k.Of(r.Desk, r.Next().Text, nil)
	}
	at := r.Here()
	if r.First.Text == "" {
		r.First = at
	}
	id, set := k.readName(r)
	if id != "" && k.Foiled != "" && k.Foils != nil && slices.Contains(k.Foils(r.Desk), set) {
		r.Forbid(at, k.Foiled, k.Want)
	}
	v := k.Of(r.Desk, id, set)
	if k.Then != nil {
		k.Then(r, v, set, at)
	}
	return v
}

// Number is the kind of whole numbers, in digits or words. Its field is an int.
type Number[D any] struct {
	Kind        string
	Least, Most int    // Most 0: no limit
	Bad, Want   string // Bad "": the grammar's BadNumber
	// Missing is the reason if the number is absent; "": as Bad.
	Missing string
}

func (k Number[D]) name() string { return k.Kind }

func (k Number[D]) bind(field reflect.Type, list listing) binding[D] {
	s := simple[D, int]{kind: k.Kind, read: k.Read, at: atNumber[D], repeats: true,
		text: func(_ D, n int) string { return strconv.Itoa(n) },
		some: func(_ D, pick func(int) int) string {
			most := k.Most
			if most == 0 {
				most = k.Least + 3
			}
			return strconv.Itoa(k.Least + pick(most-k.Least+1))
		}}
	return s.bind(field, list)
}

// Read reads one number.
func (k Number[D]) Read(r *Reader[D]) int {
	at := r.Here()
	if r.Done() && k.Missing != "" {
		r.Refuse(at, k.Missing, k.Want)
		return 0
	}
	n, ok := r.Int()
	if !ok {
		if n, ok = numberWords[at.Fold], numberWords[at.Fold] > 0; ok || !r.grammar.strict() {
			r.Next()
		}
	}
	if !ok || n < k.Least || k.Most > 0 && n > k.Most {
		r.Refuse(at, cmp.Or(k.Bad, r.grammar.badNumber()), k.Want)
	}
	return n
}

func atNumber[D any](r *Reader[D]) bool {
	w := r.Peek().Fold
	return w != "" && (w[0] >= '0' && w[0] <= '9' || numberWords[w] > 0)
}

// Numeral returns the number of a numeral in capitals, or 0.
func Numeral(word string) int { return numberWords[word] }

var numberWords = map[string]int{"ONE": 1, "TWO": 2, "THREE": 3, "FOUR": 4, "FIVE": 5, "SIX": 6, "SEVEN": 7,
	"EIGHT": 8, "NINE": 9,
	"TEN": 10, "ELEVEN": 11, "TWELVE": 12}

// Value is a kind with values V that the rules read and write themselves, such as a place or a facing.
type Value[D, V any] struct {
	Kind string
	Read func(*Reader[D]) V
	Text func(D, V) string
	// Prose returns the value as part of a sentence. nil: as Text.
	Prose func(D, V) string
	// At reports whether a value comes next. nil: a value is assumed unless a following keyword comes next.
	At func(*Reader[D]) bool
	// Some returns a random value as a player may write it, for tests.
	Some func(d D, pick func(n int) int) string
	// Absent reports whether the value stands for no value. nil: the zero value does.
	Absent func(V) bool
}

func (k Value[D, V]) name() string { return k.Kind }

func (k Value[D, V]) bind(field reflect.Type, list listing) binding[D] {
	s := simple[D, V]{kind: k.Kind, read: k.Read, text: k.Text, prose: k.Prose, at: k.At, some: k.Some, absent: k.Absent}
	return s.bind(field, list)
}

// Words is a kind with a fixed set of keywords, each with a value.
type Words[D any, V comparable] struct {
	Kind    string
	Words   []Word[V]
	Bad     string // "": as for incomplete orders
	Want    string
	Nearest bool // the refusal suggests the nearest keywords
}

// Word is a keyword with its value and other spellings.
type Word[V any] struct {
	Word  string
	Value V
	Say   []string
	Prose string // in a sentence; "": in small letters
}

func (k Words[D, V]) name() string { return k.Kind }

func (k Words[D, V]) bind(field reflect.Type, list listing) binding[D] {
	var all []string
	values := map[string]V{}
	for _, w := range k.Words {
		for _, way := range append([]string{w.Word}, w.Say...) {
			all, values[way] = append(all, way), w.Value
		}
	}
	s := simple[D, V]{kind: k.Kind, repeats: true,
		at: func(r *Reader[D]) bool { return r.At(all...) },
		read: func(r *Reader[D]) V {
			word := r.AcceptOf(all...)
			bad := cmp.Or(k.Bad, r.grammar.incomplete())
			if word == "" && k.Nearest {
				r.Refuse(r.Here(), bad, k.Want, r.NearestOf(all)...)
			} else if word == "" {
				r.Refuse(r.Here(), bad, k.Want)
			}
			return values[word]
		},
		text: func(_ D, v V) string {
			return k.word(v).Word
		},
		prose: func(_ D, v V) string { return cmp.Or(k.word(v).Prose, strings.ToLower(k.word(v).Word)) },
		some:  func(_ D, pick func(int) int) string { return all[pick(len(all))] },
	}
	return s.bind(field, list)
}

func (k *Words[D, V]) word(v V) Word[V] {
	i := slices.IndexFunc(k.Words, func(w Word[V]) bool { return w.Value == v })
	return k.Words[max(i, 0)]
}

// Span is a kind that takes all words up to the keyword after its slot, or to the end.
type Span[D, V any] struct {
	Kind  string
	Read  func(*Reader[D]) V // reads all words of its reader
	Text  func(D, V) string
	Prose func(D, V) string // in a sentence; nil: as Text
	Some  func(d D, pick func(n int) int) string
	// Late kinds are read after the rest of the row.
	Late    bool
	WantEnd string // `THEN and an order`: expected if the keyword after the slot is missing
}

func (k Span[D, V]) name() string { return k.Kind }

func (k Span[D, V]) bind(field reflect.Type, _ listing) binding[D] {
	s := simple[D, V]{kind: k.Kind, read: k.Read, text: k.Text, prose: k.Prose, some: k.Some}
	b := s.bind(field, listing{})
	b.span, b.late, b.wantEnd = true, k.Late, k.WantEnd
	return b
}
