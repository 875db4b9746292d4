package story

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"galloper/adjudicator/board"
	"galloper/events"
	"galloper/projections/knowledge"
	"galloper/projections/phrase"
)

// teller holds the state of telling one story.
type teller struct {
	book   *Book
	sheet  *Sheet
	known  *knowledge.Known
	turn   int
	side   string // the reader's
	diary  []events.Outcome
	kept   [][]events.Outcome // cached diaries by turn
	nodes  []node
	byRef  map[string]int              // indices of nodes by Ref
	units  map[string]*unit            // identified units, by id
	order  []*unit                     // own first, then in the order of the facts
	lost   map[string]int              // by unit: known losses
	gone   map[string]bool             // out of play since this turn or earlier
	with   string                      // the unit that the reader is with, or ""
	told   map[string]bool             // the sentences already in the mail
	held   map[string]knowledge.Holder // the places, to the reader's knowledge
	fights map[string][]*Scene         // undecided melees, by sector
	// inForce becomes [Story.InForce].
	inForce map[string]string
	// yielded is set if a unit routed or was lost in the current scene.
	yielded bool
	lonely  bool // the current scene is a single outcome
	// decisions becomes [Story.Decide].
	decisions []string
	speech
}

func (t *teller) diaryOf(turn int) []events.Outcome {
	if t.kept == nil {
		t.kept = make([][]events.Outcome, t.turn+1)
	}
	if t.kept[turn] == nil {
		t.kept[turn] = t.book.stands(t.known.Diary(turn))
	}
	return t.kept[turn]
}

// stands returns a diary without results that were rerolled later: only the final result happened.
func (b *Book) stands(diary []events.Outcome) []events.Outcome {
	void := map[string]bool{}
	for i := range diary {
		if tale := b.tales[diary[i].Name]; tale != nil && tale.Retakes {
			void[diary[i].Cause] = true
		}
	}
	if len(void) == 0 {
		return diary
	}
	return slices.DeleteFunc(slices.Clone(diary), func(o events.Outcome) bool { return o.Ref != "" && void[o.Ref] })
}

// unit is a unit or sighting on the field, to the reader's knowledge.
type unit struct {
	id, side string
	role     events.Role
	arm      string
	fact     *knowledge.Fact
	line     *factLine
	at       board.Point
	placed   bool
	cell     string
	fresh    bool  // seen this turn
	perhaps  *unit // for an unidentified unit: its likely identity
	passed   bool  // it may be another one that is in sight
}

// node is an outcome with its role in the story.
type node struct {
	*events.Outcome
	*tale
	by, on []string    // units and seats
	scene  int         // an earlier node of its scene; the first node refers to itself
	units  [2][]string // in the first node, the units of the scene: the reader's side, others
}

func newTeller(b *Book, sheet *Sheet, known *knowledge.Known) *teller {
	sheet = articled(sheet)
	t := &teller{
		book: b, sheet: sheet, known: known, turn: known.Turn(), side: sheet.Sides[known.Seat()],
		diary: b.stands(known.Diary(known.Turn())), units: map[string]*unit{}, lost: map[string]int{},
		gone: map[string]bool{}, told: map[string]bool{}, byRef: map[string]int{},
		inForce: map[string]string{},
	}
	t.speech = speech{reader: known.Seat(), sheet: sheet, short: shortNames(sheet), said: map[string]bool{}}
	t.held = known.Holders(&sheet.Stage, b.words, b.drawn)
	t.muster()
	for i := range t.diary {
		o := &t.diary[i]
		if tale := b.tales[o.Name]; tale != nil {
			t.nodes = append(t.nodes, node{Outcome: o, tale: tale, by: t.who(o.Get(tale.By)), on: t.who(o.Get(tale.On)),
				scene: len(t.nodes)})
		}
	}
	t.count()
	t.bury()
	return t
}

// bury counts the commanders known to have fallen before this turn.
func (t *teller) bury() {
	t.fallen = map[string]int{}
	for turn := range t.turn {
		diary := t.diaryOf(turn)
		for i := range diary {
			if tale := t.book.tales[diary[i].Name]; tale != nil && lostHead(&tale.Tale, &diary[i]) {
				for _, id := range t.who(diary[i].Get(tale.By)) {
					t.fallen[t.seatOf(id)]++
				}
			}
		}
	}
}

func lostHead(tale *events.Tale, o *events.Outcome) bool {
	return tale.Kind == events.SceneOfficer && tale.WeightOf(o) >= 100
}

// officers returns the persons that a beat about officers is about.
func (b *beat) officers() []string {
	if b.Kind != events.SceneOfficer {
		return nil
	}
	return append(slices.Clip(b.by), b.Get(b.By))
}

// seatOf returns the seat of an officer, or the id itself if it has no seat.
func (t *teller) seatOf(id string) string { return cmp.Or(t.sheet.Persons[id], id) }

// who returns the units and persons that a field names. It returns nothing for a description.
func (t *teller) who(value string) (ids []string) {
	for id := range strings.SplitSeq(value, ",") {
		unit, _, _ := strings.Cut(id, ".")
		switch {
		case t.sheet.Sides[id] != "":
			ids = append(ids, id)
		case t.sheet.Sides[unit] != "":
			ids = append(ids, unit)
		}
	}
	return ids
}

// muster collects the units on the field, to the reader's knowledge.
func (t *teller) muster() {
	for i := range t.book.facts {
		l := &t.book.facts[i]
		for f := range t.known.Of(l.Kind) {
			if l.OutOfPlay(f.Get) {
				t.gone[f.Subject] = true
				continue
			}
			switch l.Role {
			case events.RoleOwn, events.RoleEnemy, events.RoleGuess:
				t.place(l, f)
			case events.RoleOfficer:
				if with := f.Get("with"); t.seatOf(f.Subject) == t.reader && t.sheet.Sides[with] == t.side {
					t.with = with
				}
			}
		}
	}
	t.guess()
}

// guess identifies an unnamed enemy with one seen the turn before, if only one fits: of the same arm, near the same
// position, and not in sight under its own name.
func (t *teller) guess() {
	may := func(seen, lost *unit) bool {
		return t.nameless(seen) && seen.placed && seen.fresh && lost.role == events.RoleEnemy && !t.nameless(lost) &&
			lost.side != t.side && lost.placed && lost.fact.Turn == t.turn-1 && !t.gone[lost.id] &&
			lost.arm == seen.arm && lost.at.Within(seen.at, t.sheet.Ground.Near)
	}
	for _, seen := range t.order {
		for _, lost := range t.order {
			if may(seen, lost) && !slices.ContainsFunc(t.order, func(u *unit) bool {
				return u != lost && may(seen, u) || u != seen && may(u, lost)
			}) {
				seen.perhaps, lost.passed = lost, true
			}
		}
	}
}

// nameless reports whether the reader does not know the unit's name.
func (t *teller) nameless(u *unit) bool {
	return u.role == events.RoleGuess || t.sheet.Sides[u.id] == ""
}

func (t *teller) place(l *factLine, f *knowledge.Fact) {
	u := t.symbol(l, f)
	if l.Role == events.RoleGuess && !u.fresh {
		return // a distant sighting that is no longer in view
	}
	t.order = append(t.order, u)
	if l.Role != events.RoleGuess {
		t.units[u.id] = u
	}
}

// symbol returns the unit that a fact describes, with its position.
func (t *teller) symbol(l *factLine, f *knowledge.Fact) *unit {
	s := t.book.symbols[l.Kind]
	u := &unit{id: f.Subject, role: l.Role, fact: f, line: l, fresh: f.Turn == t.turn}
	u.side, u.arm = f.Get(s.Side), f.Get(s.Shape)
	if id := f.Get(s.Label); l.Role == events.RoleEnemy && id != "" {
		u.id = id // the subject may be a sighting
	}
	if s.Place != "" {
		u.cell = f.Get(s.Place)
		head, _, _ := strings.Cut(u.cell, "/")
		if c, ok := t.sheet.Ground.CellOf(u.cell); ok {
			u.at, u.placed = c.At, true
		} else if c, ok := t.sheet.Ground.CellOf(head); ok {
			u.at, u.placed = c.At, true
		}
	} else if s.X != "" {
		o := events.Outcome{Fields: f.Fields}
		u.at, u.placed = board.Point{X: o.Int(s.X), Y: o.Int(s.Y)}, true
	}
	return u
}

// own reports whether one of the ids is of the reader's side.
func (t *teller) own(ids []string) bool {
	for _, id := range ids {
		if t.sheet.Sides[id] == t.side {
			return true
		}
	}
	return false
}

// fill fills a template for the reader, and trims commas left over at the ends of a list.
func (t *teller) fill(tmpl phrase.Template, fields []events.Field) string {
	text := strings.Trim(tmpl.String(&phrase.Source{Fields: fields, Turn: t.turn, Names: t.name}), ", ")
	if t.side == "" {
		return phrase.Impersonal(text)
	}
	return ofYou.ReplaceAllString(text, "your $1")
}

// ofYou matches a possession of the reader, who is called `you`.
var ofYou = regexp.MustCompile(`\b[Tt]he (\w+) of you\b`)

// count adds up the known losses of the turn: a unit's own losses if known, otherwise the hits seen on it.
func (t *teller) count() {
	struck := map[string]int{}
	for i := range t.nodes {
		n := &t.nodes[i]
		if n.Loss != "" && n.Get(n.Loss) != "" && len(n.by) == 1 {
			t.lost[n.by[0]] += n.Int(n.Loss)
		} else if n.Loss != "" && n.Get(n.Loss) != "" && len(n.by) == 0 {
			t.lost["?"+n.Get(n.By)] += n.Int(n.Loss)
		}
		if n.Hits != "" && n.Get(n.Hits) != "" && len(n.on) == 1 {
			struck[n.on[0]] += n.Int(n.Hits)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(struck)) {
		if t.sheet.Sides[id] != t.side || t.lost[id] == 0 {
			t.lost[id] = max(t.lost[id], struck[id])
		}
	}
}

// men returns a loss in men: `some forty`, or "" if it is 0 or the ruleset does not count men.
func (t *teller) men(loss int) string {
	if loss <= 0 || t.sheet.Men == 0 {
		return ""
	}
	return some(loss * t.sheet.Men)
}
