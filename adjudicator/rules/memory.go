package rules

import (
	"slices"
	"strconv"

	"galloper/events"
)

// turnField is the field of a fact with the turn at whose end it was true.
const turnField = "turn"

// Fact is an immutable fact about one subject, such as a unit, as told to a seat.
type Fact struct {
	Kind    string         // outcome name, `sight.enemy`
	Fields  []events.Field // the first names the subject
	Subject string
	Turn    int // turn at whose end it was true
}

// usualFields is the initial capacity for fields, enough for most units.
const usualFields = 16

// NewFact returns a fact about the subject in its first field. Fields are alternating keys and values.
func NewFact(kind string, turn int, fields ...any) *Fact {
	list := events.AppendFields(make([]events.Field, 0, usualFields), fields...)
	return &Fact{Kind: kind, Fields: list, Subject: list[0].Value, Turn: turn}
}

// With adds fields to a new fact.
func (f *Fact) With(fields ...any) *Fact {
	f.Fields = events.AppendFields(f.Fields, fields...)
	return f
}

// Get returns the value of a field, or "".
func (f *Fact) Get(key string) string {
	o := events.Outcome{Fields: f.Fields}
	return o.Get(key)
}

// Dated returns the fact with a field for its turn, to be passed on to other seats.
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

// Memories are the memories of all seats. States have them if the rules depend on the knowledge of a seat. They hold
// exactly the facts in its reports, so the rules cannot depend on anything else.
type Memories []Memory

// Memory holds the latest fact that one seat was told about each subject.
type Memory struct {
	Seat  string
	Facts []*Fact
}

// Keep adds the fact of an outcome to the memory of each seat that is told of it. The fact replaces those of its kind,
// and of the kinds in ousts, about the same subject. turn is the fact's turn if the outcome has no field for it.
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

// Keep adds one fact, with the same replacements.
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

// Last returns the fact about the subject of the first of the kinds that is known, or nil.
func (m *Memory) Last(subject string, kinds ...string) *Fact {
	for _, kind := range kinds {
		if i := m.index(kind, subject); i >= 0 {
			return m.Facts[i]
		}
	}
	return nil
}

// Fact implements adjudicator.Knowledge.
func (m *Memory) Fact(kind, subject string) (fields []events.Field, turn int, ok bool) {
	if f := m.Last(subject, kind); f != nil {
		return f.Fields, f.Turn, true
	}
	return nil, 0, false
}

// News reports whether a fact is newer than all known facts of its kind, or of the other kinds, about its subject.
func (m *Memory) News(f *Fact, kinds ...string) bool {
	return !slices.ContainsFunc(m.Facts, func(g *Fact) bool {
		return g.Subject == f.Subject && (g.Kind == f.Kind || slices.Contains(kinds, g.Kind)) && g.Turn >= f.Turn
	})
}

// TellFact tells a seat a fact. If clause is "", it uses that of the row.
func (p *Play[B, S]) TellFact(seat, clause string, f *Fact) string {
	o := p.outcome(clause, f.Kind, f.Fields)
	o.Views = []events.View{{Seats: []string{seat}}}
	return p.tell(o)
}
