package firediscipline

import (
	"galloper/adjudicator"
	"galloper/events"
)

// emit tells an outcome: fields are alternating keys and values. It follows
// from p.because, if that is set. It returns the outcome's Ref.
func (p *play) emit(clause, name string, dice []events.Die, fields ...any) string {
	o := events.Outcome{
		Name:   name,
		Fields: events.Fields(fields...),
		Clause: clause,
		Dice:   dice,
		Cause:  p.because,
	}
	ref := p.t.Emit(o)
	p.sync()
	p.stale = true
	return ref
}

// detach begins a step that moves troops tick by tick: it works on a copy of the
// state, which moves on where they are under way; what is told befalls both.
func (p *play) detach() {
	p.s, p.synced, p.stale = p.s.Clone().(*State), p.t.Mark(), true
}

// rejoin ends it: what was told has brought the state itself to the same end.
func (p *play) rejoin() { p.s, p.stale = p.t.State.(*State), true }

// sync lets the copy follow what has been told since.
func (p *play) sync() {
	if adjudicator.State(p.s) == p.t.State {
		return
	}
	told := p.t.Since(p.synced)
	for i := range told {
		adjudicator.Fold(p.s, &told[i])
	}
	p.synced, p.stale = p.t.Mark(), true
}

// follow makes ref the cause of what is emitted next and returns what was it before.
func (p *play) follow(ref string) (before string) {
	before, p.because = p.because, ref
	return before
}

// here returns the present stands as they stand now.
func (p *play) here() *field {
	if p.stale || p.seen == nil {
		if p.seen == nil {
			p.seen = &field{}
		}
		p.seen.take(p.s)
		p.stale = false
	}
	return p.seen
}

// State, Now, HasSeat, CourierRulings, EmitWith, TellAs and Because are what couriers need of a turn.

func (p *play) State() *State { return p.s }
func (p *play) Now() int      { return p.s.Turn }

func (p *play) HasSeat(id string) bool { return p.b.seat(id) >= 0 }

func (p *play) CourierRulings() []events.CourierRuling { return p.t.CourierRulings() }

func (p *play) EmitWith(dice []events.Die, clause, name string, fields ...any) string {
	return p.emit(clause, name, dice, fields...)
}

func (p *play) TellAs(v events.View, clause, name string, fields ...any) string {
	return p.t.Emit(events.Outcome{Name: name, Clause: clause, Cause: p.because, Fields: events.Fields(fields...),
		Views: []events.View{v}})
}

func (p *play) Because(ref string, body func()) {
	before := p.because
	p.because = ref
	body()
	p.because = before
}
