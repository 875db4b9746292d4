package activationchits

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// play is the context of the phases of a turn, with battle and state at hand.
type play struct {
	*rules.Play[*Battle, State]
	b *Battle
	s *State

	mails [][]order // by seat, once they have been read
}

// mailed returns the orders of a seat's mail of this turn, in mail order. Mails are read once for all phases.
func (p *play) mailed(seat int) []order {
	if p.mails == nil {
		p.mails = make([][]order, len(p.b.Posts))
		for i := range p.b.Posts {
			for _, line := range p.OrdersOf(p.b.Posts[i].ID) {
				p.mails[i] = append(p.mails[i], p.b.readLine(i, line))
			}
		}
	}
	return p.mails[seat]
}

// roll rolls n six-sided dice.
func (p *play) roll(name string, n int) []events.Die { return p.Dice.Dice(name, n, 6) }

// sealed reports whether a die comes from the second chain, which is hidden from the enemy (section j).
func sealed(name string) bool {
	for _, open := range []string{"event/", "melee/", "back/", "bounce/", "leader/"} {
		if strings.HasPrefix(name, open) {
			return false
		}
	}
	return true
}

// asks reports whether the scenario calls for decisions of the kind (section g).
func (b *Battle) asks(what string) bool { return slices.Contains(b.Options.Ask, what) }

func (p *play) nameSide(i int) string { return p.b.Sides[i].ID }

// leaderID returns the ID of a seat's leader.
func (b *Battle) leaderID(seat int) string { return b.Posts[seat].Leader }

// openRound begins a turn (§1, §37, §40).
func (p *play) openRound() {
	p.listen()
	var chits []string
	for i := range p.b.Sides {
		n := p.b.Sides[i].Chits
		if n < 0 {
			n = p.s.strength(i)
		}
		chits = append(chits, p.nameSide(i)+":"+itoa(n))
	}
	p.Emit("turn.opened", "turn", p.Number, "chits", chits)
	for side := range p.b.Sides {
		for _, seat := range p.b.Sides[side].Order {
			if p.s.Leaders[seat].Status == away {
				p.fate(seat)
			}
		}
	}
}

// strength returns the number of units of a side on the board.
func (s *State) strength(side int) int {
	n := 0
	for i := range s.Units {
		if s.Units[i].Side == side && !s.Units[i].Lost {
			n++
		}
	}
	return n
}

// listen takes the orders of the seats to their own staff. They hold until replaced and need no courier (§Q1).
func (p *play) listen() {
	for seat := range p.b.Posts {
		relief, bonus := false, false
		lines := p.OrdersOf(p.b.Posts[seat].ID)
		for n, o := range p.mailed(seat) {
			first := false
			switch o.Kind {
			case orderStanding, orderEnds, orderReact, orderEvent, orderRota:
			case orderADC:
				first, relief = !relief, true
			case orderBonus:
				first, bonus = !bonus, true
			default:
				continue
			}
			p.Cause = adjudicator.OrderRef(p.b.Posts[seat].ID, n+1)
			p.Emit("staff.told", "seat", p.b.Posts[seat].ID, "text", lines[n], "first", first)
		}
	}
	p.Cause = ""
}

// keepOrder stores an order of a seat to its staff.
func (s *State) keepOrder(o *events.Outcome) {
	seat := s.b.seatIDs.Must(o.Get("seat"))
	d, order := &s.Desks[seat], s.b.readLine(seat, o.Get("text"))
	switch order.Kind {
	case orderStanding:
		d.Standing = append(slices.DeleteFunc(d.Standing, sameWho(order.Entry)), order.Entry)
	case orderEnds:
		if order.Entry == nil {
			d.Standing = nil
		} else {
			d.Standing = slices.DeleteFunc(d.Standing, sameWho(order.Entry))
		}
	case orderReact:
		for _, u := range order.Units {
			for _, policy := range order.Policy {
				policy.set(&s.Units[u].React)
			}
		}
	case orderADC:
		if o.Get("first") == "yes" {
			d.ADC = nil
		}
		d.Told = true
		d.ADC = append(d.ADC, order.Reliefs...)
	case orderBonus:
		if o.Get("first") == "yes" {
			d.Bonus = nil
		}
		d.Bonus = append(d.Bonus, order.Units...)
	case orderEvent:
		d.OnEvent = order.Hex
	case orderRota:
		side := s.b.Posts[seat].Side
		rota := slices.Clone(order.Seats)
		for _, other := range s.b.Sides[side].Order {
			if !slices.Contains(rota, other) {
				rota = append(rota, other)
			}
		}
		s.Rota[side] = rota
	}
}

// sameWho returns a predicate for entries of the same unit or leader.
func sameWho(e *Entry) func(*Entry) bool {
	return func(x *Entry) bool { return x.Unit == e.Unit && x.Leader == e.Leader }
}
