package rules

import (
	"slices"
	"strconv"

	"galloper/events"
)

// turnField is the field of a fact that says at which turn's end it was so.
const turnField = "turn"

// Fact is what a seat is told of one subject: a unit as it stands, what a hand holds. It never changes.
type Fact struct {
	Kind    string         // the outcome that tells it, `sight.enemy`
	Fields  []events.Field // the first names the subject
	Subject string
	Turn    int // at whose end it was so
}

// usualFields is how many fields there is room for without growing: units have about as many.
const usualFields = 16

// NewFact is a fact about the subject that its first field names. Fields are alternating keys and values.
func NewFact(kind string, turn int, fields ...any) *Fact {
	list := events.AppendFields(make([]events.Field, 0, usualFields), fields...)
	return &Fact{Kind: kind, Fields: list, Subject: list[0].Value, Turn: turn}
}

// With adds fields to a new fact.
func (f *Fact) With(fields ...any) *Fact {
	f.Fields = events.AppendFields(f.Fields, fields...)
	return f
}

// Get returns the value of a field, "" if it has none.
func (f *Fact) Get(key string) string {
	o := events.Outcome{Fields: f.Fields}
	return o.Get(key)
}

// Dated is the fact with a field for the turn at whose end it was so: as it is passed on.
func (f *Fact) Dated() *Fact {
	dated := *f
	dated.Fields = slices.Clone(f.Fields)
	turn := events.Field{Key: turnField, Value: strconv.Itoa(f.Turn)}
	if i := slices.IndexFunc(dated.Fields, func(x events.Field) bool { return x.Key == turnField }); i >= 0 {
		dated.Fields[i] = turn
	} else {
		dated.Fields = append(dated.Fields, turn)
	}
	return &dated
}

// Memories are what all seats remember. A state has them where the rules look at what a seat knows: they
// hold just what its reports are made from, so that nothing else can be looked at.
type Memories []Memory

// Memory is what one seat was told last of each subject.
type Memory struct {
	Seat  string
	Facts []*Fact
}

// Keep takes an outcome that tells a fact into the memory of each seat that is told of it, in place of
// what it knew of that kind about the subject, and of those other kinds. turn is when it was so, if the
// outcome itself does not say.
func (m Memories) Keep(o *events.Outcome, turn int, ousts ...string) {
	if n, err := strconv.Atoi(o.Get(turnField)); err == nil {
		turn = n
	}
	f := &Fact{Kind: o.Name, Fields: o.Fields, Subject: o.Fields[0].Value, Turn: turn}
	for i := range m {
		if slices.ContainsFunc(o.Views, func(v events.View) bool { return slices.Contains(v.Seats, m[i].Seat) }) {
			m[i].Keep(f, ousts...)
		}
	}
}

// Keep takes one fact in, likewise.
func (m *Memory) Keep(f *Fact, ousts ...string) {
	if len(ousts) > 0 {
		m.Facts = slices.DeleteFunc(m.Facts, func(g *Fact) bool {
			return g.Subject == f.Subject && slices.Contains(ousts, g.Kind)
		})
	}
	if i := m.index(f.Kind, f.Subject); i >= 0 {
		m.Facts[i] = f
	} else {
		m.Facts = append(m.Facts, f)
	}
}

func (m *Memory) index(kind, subject string) int {
	return slices.IndexFunc(m.Facts, func(f *Fact) bool { return f.Kind == kind && f.Subject == subject })
}

// Last returns the first of the kinds that is known about the subject, or nil.
func (m *Memory) Last(subject string, kinds ...string) *Fact {
	for _, kind := range kinds {
		if i := m.index(kind, subject); i >= 0 {
			return m.Facts[i]
		}
	}
	return nil
}

// Fact returns the latest fact, as adjudicator.Knowledge has it.
func (m *Memory) Fact(kind, subject string) (fields []events.Field, turn int, ok bool) {
	if f := m.Last(subject, kind); f != nil {
		return f.Fields, f.Turn, true
	}
	return nil, 0, false
}

// News reports whether a fact is newer than all that is known of its kind, or of those other kinds,
// about its subject.
func (m *Memory) News(f *Fact, kinds ...string) bool {
	return !slices.ContainsFunc(m.Facts, func(g *Fact) bool {
		return g.Subject == f.Subject && (g.Kind == f.Kind || slices.Contains(kinds, g.Kind)) && g.Turn >= f.Turn
	})
}

// TellFact tells a seat a fact, by another clause than its row's where one is given.
func (p *Play[B, S]) TellFact(seat, clause string, f *Fact) string {
	o := p.outcome(clause, f.Kind, f.Fields)
	o.Views = []events.View{{Seats: []string{seat}}}
	return p.tell(o)
}
