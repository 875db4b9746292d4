package knowledge

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"galloper/events"
)

// Book holds the knowledge of all seats of one game, and of the umpire.
type Book struct {
	seats []*Known // the umpire last
	index map[string]*Known
	turn  int
}

// Open returns an empty book. The fact lines of the ruleset's vocabulary say how facts replace each other.
func Open(seats []string, lines []events.FactLine) *Book {
	b := &Book{index: make(map[string]*Known, len(seats)+1), turn: -1}
	r := readRules(lines)
	for _, id := range append(slices.Clone(seats), Umpire) {
		if b.index[id] != nil {
			continue
		}
		k := &Known{seat: id, rules: r, turn: -1, facts: map[string]*shelf{}}
		b.index[id] = k
		b.seats = append(b.seats, k)
	}
	return b
}

// Seat returns the knowledge of the seat, or nil if the game has no such seat.
func (b *Book) Seat(id string) *Known { return b.index[id] }

// Turn returns the last turn applied: 0 is the opening, -1 means none yet.
func (b *Book) Turn() int { return b.turn }

// Apply adds the outcomes of a turn; 0 is the opening. It panics unless turns ascend: after a revert, the caller
// builds a new book. The book keeps the outcomes, and the caller must not change them.
func (b *Book) Apply(turn int, outcomes []events.Outcome) {
	if turn <= b.turn {
		panic(fmt.Sprintf("knowledge: turn %d applied after turn %d", turn, b.turn))
	}
	b.turn = turn
	for _, k := range b.seats {
		k.begin(turn, len(outcomes))
	}
	umpire := b.index[Umpire]
	for i := range outcomes {
		o := &outcomes[i]
		if !strings.HasPrefix(o.Name, Prefix) {
			umpire.tell(i, o, "")
		}
		for v := range o.Views {
			b.address(i, o, &o.Views[v])
		}
	}
	for _, k := range b.seats {
		k.told[turn].arrange()
	}
}

// address delivers the outcome, as the view shows it, to the view's seats.
func (b *Book) address(i int, o *events.Outcome, v *events.View) {
	seen, veiled := o, veiledIn(o, v)
	if len(v.Hide) > 0 || len(v.As) > 0 {
		seen = asViewed(o, v)
	}
	for _, seat := range v.Seats {
		if k := b.index[seat]; k != nil {
			k.tell(i, seen, veiled)
		}
	}
}

// Clone returns an independent copy, for a draft that may be discarded.
func (b *Book) Clone() *Book {
	c := &Book{index: make(map[string]*Known, len(b.seats)), turn: b.turn}
	for _, k := range b.seats {
		k = k.Clone()
		c.index[k.seat] = k
		c.seats = append(c.seats, k)
	}
	return c
}

// Seen returns the outcome as the seat sees it, or false if the seat does not see it. The umpire sees every outcome
// unchanged.
func Seen(o *events.Outcome, seat string) (*events.Outcome, bool) {
	for i := range o.Views {
		if v := &o.Views[i]; slices.Contains(v.Seats, seat) {
			return asViewed(o, v), true
		}
	}
	return o, seat == Umpire
}

// asViewed returns the outcome as a view shows it. If the view hides a field, dice whose names reveal more than the
// visible fields are hidden too.
func asViewed(o *events.Outcome, v *events.View) *events.Outcome {
	seen := *o
	seen.Fields = make([]events.Field, 0, len(o.Fields)+len(v.As))
	for _, f := range o.Fields {
		if i := fieldIndex(v.As, f.Key); i >= 0 {
			seen.Fields = append(seen.Fields, v.As[i])
		} else if !slices.Contains(v.Hide, f.Key) {
			seen.Fields = append(seen.Fields, f)
		}
	}
	for _, f := range v.As {
		if fieldIndex(o.Fields, f.Key) < 0 {
			seen.Fields = append(seen.Fields, f)
		}
	}
	switch {
	case slices.Contains(v.Hide, "dice"):
		seen.Dice = nil
	case len(v.Hide) > 0 || len(v.As) > 0:
		seen.Dice = tellable(o.Dice, seen.Fields)
	}
	return &seen
}

func fieldIndex(fields []events.Field, key string) int {
	return slices.IndexFunc(fields, func(f events.Field) bool { return f.Key == key })
}

// begin starts the page of a turn and drops the facts that are shown once.
func (k *Known) begin(turn, outcomes int) {
	k.turn, k.last = turn, -1
	k.before = make(map[string][]*Fact, len(k.kinds))
	for _, kind := range k.kinds {
		k.before[kind] = slices.Clone(k.facts[kind].list)
	}
	for len(k.told) <= turn {
		k.told = append(k.told, page{})
	}
	for _, kind := range k.rules.once {
		if k.facts[kind] != nil {
			k.facts[kind] = newShelf()
		}
	}
	if k.seat == Umpire {
		k.told[turn].entries = make([]*events.Outcome, 0, outcomes)
	}
}

// tell adds one outcome as the seat sees it. i is its index in the turn; veiled is the id of its hidden subject, or
// "". If two views name the seat, the first applies.
func (k *Known) tell(i int, o *events.Outcome, veiled string) {
	if k.last == i {
		return
	}
	k.last = i
	if strings.HasPrefix(o.Name, Prefix) {
		k.learn(o)
		return
	}
	p := &k.told[k.turn]
	p.entries, p.veiled = append(p.entries, o), append(p.veiled, veiled)
	k.follow(o)
}

// learn keeps a fact and drops the facts that it replaces.
func (k *Known) learn(o *events.Outcome) {
	if len(o.Fields) == 0 {
		return
	}
	f := &Fact{Kind: o.Name, Subject: o.Fields[0].Value, Fields: o.Fields, Turn: k.turn, Told: k.turn, seq: k.seq}
	k.seq++
	if n, err := strconv.Atoi(f.Get("turn")); err == nil {
		f.Turn = n
	}
	s := k.facts[f.Kind]
	if s == nil {
		s = newShelf()
		k.facts[f.Kind] = s
		k.kinds = append(k.kinds, f.Kind)
	}
	s.put(f)
	for _, kind := range k.rules.ousts[f.Kind] {
		if s := k.facts[kind]; s != nil {
			s.drop(f.Subject)
		}
	}
}

// rules say how facts are kept.
type rules struct {
	once  []string            // kinds that are dropped when the next turn begins
	ousts map[string][]string // kind → the kinds whose facts about the same subject it replaces
}

func readRules(lines []events.FactLine) *rules {
	r := &rules{ousts: make(map[string][]string, len(lines))}
	for i := range lines {
		l := &lines[i]
		if l.Once {
			r.once = append(r.once, l.Kind)
		}
		for _, kind := range l.Ousts {
			if kind != l.Kind {
				r.ousts[l.Kind] = append(r.ousts[l.Kind], kind)
			}
		}
	}
	return r
}
