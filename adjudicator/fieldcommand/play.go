package fieldcommand

import (
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
)

// play is a turn being adjudicated, with its battle and state.
type play struct {
	*rules.Play[*Battle, State]
	b     *Battle
	s     *State
	mails []mail // by seat
	tales []tale // outcomes of the turn that reports may tell, added after each step
}

// mail is the parsed orders of a seat. It is valid for one number of units, because a split adds a unit that orders can
// name.
type mail struct {
	units  int
	orders []order
}

func newPlay(p *rules.Play[*Battle, State]) *play { return &play{Play: p, b: p.Battle, s: p.State()} }

func (p *play) id(unit int) string { return p.s.Units[unit].ID }

func (p *play) seatID(seat int) string { return p.b.Commands[seat].ID }

func (p *play) sideID(side int) string { return p.b.Sides[side].ID }

// mail returns the recorded orders of a seat that begin with one of the words, or all if no words are given.
func (p *play) mail(seat int, words ...string) []order {
	if len(p.mails) == 0 {
		p.mails = make([]mail, len(p.b.Commands))
	}
	m := &p.mails[seat]
	if m.units != len(p.s.Units) {
		*m = mail{units: len(p.s.Units), orders: p.readMail(seat)}
	}
	var list []order
	for _, o := range m.orders {
		if len(words) == 0 || begins(o.recorded, words) {
			list = append(list, o)
		}
	}
	return list
}

// readMail parses the recorded orders of a seat.
func (p *play) readMail(seat int) (list []order) {
	lines := p.OrdersOf(p.seatID(seat))
	if len(lines) == 0 {
		return nil
	}
	k := newDesk(p.b, p.s, seat, p.Number)
	n := 0
	for i, line := range lines {
		label, text := numbered(line)
		if n++; label > 0 {
			n = label
		}
		item := language.Item(text)
		o, _, readable := k.read(&item)
		if !readable {
			continue
		}
		o.n, o.line, o.recorded = strconv.Itoa(n), i+1, text
		list = append(list, *o)
	}
	return list
}

// numbered splits the number off a recorded line, as in `3. HOLD lane`, and returns 0 for a line without one. Lines
// have a number if they follow refused orders in the mail.
func numbered(line string) (number int, text string) {
	head, rest, ok := strings.Cut(line, ". ")
	n, err := strconv.Atoi(head)
	if !ok || err != nil {
		return 0, line
	}
	return n, rest
}

func begins(text string, words []string) bool {
	for _, w := range words {
		if strings.HasPrefix(text, w+" ") || text == w {
			return true
		}
	}
	return false
}

// cause makes an order the cause of the outcomes that follow.
func (p *play) cause(seat int, o *order) {
	p.Cause = o.ref
	if o.line > 0 {
		p.Cause = adjudicator.OrderRef(p.seatID(seat), o.line)
	}
}

// changeMorale changes a side's army morale, which never falls below 0 (§13.3).
func (p *play) changeMorale(side, by int, cause, clause string) {
	if by == 0 {
		return
	}
	to := max(0, p.s.Sides[side].Morale+by)
	p.EmitBy(clause, "morale.changed", "side", p.sideID(side), "by", by, "to", to, "cause", cause)
	if to == 0 && !p.s.Sides[side].Demoralized {
		p.Emit("army.demoralized", "side", p.sideID(side))
	}
}

func (p *play) moveUnit(unit int, to Position, why, clause string) {
	p.EmitBy(clause, "unit.moved", "unit", p.id(unit), "from", p.b.positionText(p.s.Units[unit].At),
		"to", p.b.positionText(to), "why", why)
}

// reveal turns face-down units up (§4.1.2).
func (p *play) reveal(why string, units ...int) {
	for _, u := range units {
		if x := &p.s.Units[u]; !x.Up && x.Status != Gone {
			p.Emit("unit.revealed", "unit", x.ID, "why", why)
		}
	}
}
