package commandchaos

import (
	"galloper/adjudicator"
	"slices"
	"strings"

	"galloper/orders"
)

// stops are words that end a name which is not known.
var stops = []string{",", ":", "&", "AND", "OR", "TO", "AT", "ON", "OF", "WITH", "THEN", "ELSE", "UNTIL", "COUNTER", "STAND", "LEFT", "RIGHT",
	"ENGAGED", "ROUTED", "FLANKED", "HITS", "STAMINA", "MORALE", "MOVED", "RESERVE", "="}

// named reads a name of one of the sets, or of the foils (orders.Scanner.NameOf), and returns
// its id and set; what is not known is passed over, so that the rest of the order can be read.
func (p *parser) named(s *orders.Scanner, unknown, want string, sets, foils []*orders.Names) (string, *orders.Names, orders.Word) {
	w := s.Here()
	if p.first.Text == "" {
		p.first = w
	}
	m, set, several := s.MatchOf(sets, foils)
	switch {
	case m.ID != "":
		s.TryName(set)
		return m.ID, set, w
	case m.Fits != nil:
		p.fail(w, ambiguous, want, several...)
		if p.fault.Reason == ambiguous && p.fault.Col == w.Col && p.fault.Line == w.Line {
			p.fault.Several = true
		}
		for range m.Words {
			s.Next()
		}
	case s.Done() || s.At(stops...):
		p.fail(w, incomplete, want)
	default:
		rest := s.Mark()
		words := s.Rest()
		s.Back(rest)
		var nearest []string
		for _, set := range slices.Concat(sets, foils) {
			nearest = append(nearest, set.Nearest(words)...)
		}
		p.fail(w, unknown, want, nearest...)
		p.passOver(s)
	}
	return "", nil, w
}

// passOver goes past the words of an unknown name.
func (p *parser) passOver(s *orders.Scanner) {
	s.Next()
	for !s.Done() && !s.At(stops...) {
		if c := s.Peek().Fold[0]; c >= '0' && c <= '9' {
			return
		}
		s.Next()
	}
}

// ours are the names of the side, theirs those of the other, of a kind.
func (p *parser) ours(of *[2]*orders.Names) []*orders.Names { return of[p.side : p.side+1 : p.side+1] }
func (p *parser) theirs(of *[2]*orders.Names) []*orders.Names {
	return of[1-p.side : 2-p.side : 2-p.side]
}

// own reads a unit of the side, enemy one of the other; -1 where there is none.
func (p *parser) own(s *orders.Scanner) int {
	id, set, w := p.named(s, unknownUnit, "a unit of yours", p.ours(&p.b.words.units), p.theirs(&p.b.words.units))
	if set == p.b.words.units[1-p.side] && id != "" {
		p.fail(w, notYours, "a unit of yours")
	}
	u := p.b.unit(id)
	if p.where == nil {
		p.where = map[adjudicator.Index]orders.Word{}
	}
	p.where[adjudicator.At(u)] = w
	return u
}

func (p *parser) enemy(s *orders.Scanner) int {
	id, set, w := p.named(s, unknownUnit, "an enemy unit", p.theirs(&p.b.words.units), p.ours(&p.b.words.units))
	if set == p.b.words.units[p.side] && id != "" {
		p.fail(w, notEnemy, "an enemy unit")
	}
	return p.b.unit(id)
}

func (p *parser) anyUnit(s *orders.Scanner) int {
	id, _, _ := p.named(s, unknownUnit, "a unit", slices.Concat(p.ours(&p.b.words.units), p.theirs(&p.b.words.units)), nil)
	return p.b.unit(id)
}

func (p *parser) zone(s *orders.Scanner) int {
	id, _, _ := p.named(s, unknownZone, "a zone: "+strings.Join(zoneIDs, ", "), []*orders.Names{p.b.words.zones}, nil)
	return p.b.zoneNamed(p.side, id)
}

// card reads a battle card; a comma that stands in its name (`Steady, men`) ends no list.
func (p *parser) card(s *orders.Scanner) int {
	id, _, w := p.named(s, unknownCard, "a battle card", []*orders.Names{p.b.words.cards}, nil)
	p.cards = append(p.cards, w)
	c := p.b.Tables.card(id)
	if c >= 0 {
		if _, tail, ok := strings.Cut(p.b.Tables.Cards[c].Name, ","); ok {
			s.Accept(", " + orders.Fold(strings.TrimSpace(tail)))
		}
	}
	return c
}

func (p *parser) officer(s *orders.Scanner) int {
	id, set, w := p.named(s, unknownOfficer, "an officer of yours", p.ours(&p.b.words.officers), p.theirs(&p.b.words.officers))
	if set == p.b.words.officers[1-p.side] && id != "" {
		p.fail(w, notYours, "an officer of yours")
	}
	return p.b.leader(id)
}

// zoneOrLieutenant reads whom a directive is for: a zone, or the lieutenant of
// one, written as the officer or as his seat.
func (p *parser) zoneOrLieutenant(s *orders.Scanner) (zone, lieutenant int) {
	id, set, w := p.named(s, unknownZone, "a zone or a lieutenant", append([]*orders.Names{p.b.words.zones}, p.ours(&p.b.words.deputies)...), p.theirs(&p.b.words.deputies))
	if set == p.b.words.zones || id == "" {
		return p.b.zoneNamed(p.side, id), -1
	}
	o := p.b.leader(id)
	if p.b.Leaders[o].Side != p.side {
		p.fail(w, notYours, "a zone or a lieutenant of yours")
	}
	if !p.b.Leaders[o].Lieutenant {
		p.fail(w, unknownOfficer, "a zone or a lieutenant")
	}
	return -1, o
}

// condList reads conditions; one is the unit meant where OF is left out, or -1.
func (p *parser) condList(s *orders.Scanner, one int) []Cond {
	if s.Done() {
		p.fail(s.Here(), incomplete, "a condition")
		return nil
	}
	var list []Cond
	for _, part := range s.Split("AND", "&") {
		c := Cond{}
		for part.Accept("NOT") {
			c.Not = !c.Not
		}
		p.cond(part, &c, one)
		if !part.Done() && (p.fault == nil || p.fault.Reason != incomplete) {
			p.fail(part.Here(), badCondition, conditionWant)
		}
		list = append(list, c)
	}
	return list
}

const conditionWant = "ENEMY WITHIN n, CLEAR AHEAD, unit ENGAGED, ROUTED or FLANKED, unit HITS, STAMINA or MORALE op n, CARD ON unit, " +
	"OPPOSITE zone MOVED, WE ARE FIRST or WE ARE SECOND"

func (p *parser) cond(s *orders.Scanner, c *Cond, one int) {
	first := s.Here()
	switch {
	case s.Done():
		p.fail(first, incomplete, "a condition")
	case s.Accept("WE ARE"):
		if c.Test = TestFirst; s.Accept("SECOND") {
			c.Test = TestSecond
		} else if !s.Accept("FIRST") {
			p.fail(s.Here(), badCondition, conditionWant)
		}
	case s.Accept("OPPOSITE"):
		c.Test, c.Zone = TestOpposite, p.zone(s)
		s.Accept("HAS", "IS")
		if !s.Accept("MOVED") {
			p.fail(s.Here(), badCondition, conditionWant)
		}
	case s.Accept("CARD ON"):
		c.Test, c.Unit = TestCard, adjudicator.At(p.anyUnit(s))
	case s.Accept("CLEAR AHEAD"):
		c.Test = TestClear
		p.ofUnit(s, c, one)
	case s.Accept("ENEMY"):
		p.enemyCond(s, c, one)
	default:
		p.unitCond(s, c, first)
	}
}

func (p *parser) enemyCond(s *orders.Scanner, c *Cond, one int) {
	c.Test, c.Line = TestEnemy, s.Accept("LINE")
	if !s.Accept("WITHIN") {
		p.fail(s.Here(), badCondition, conditionWant)
		s.Rest()
		return
	}
	w := s.Here()
	n, ok := s.Int()
	if !ok || n < 1 {
		p.fail(w, badNumber, "a number of 1 or more")
		if !ok {
			s.Next()
		}
	}
	c.N = n
	s.Accept("SPACE", "SPACES")
	p.ofUnit(s, c, one)
}

// ofUnit reads `OF unit`, which may be left out where the order names one unit.
func (p *parser) ofUnit(s *orders.Scanner, c *Cond, one int) {
	switch {
	case s.Accept("OF"):
		c.Unit = adjudicator.At(p.own(s))
	case one >= 0:
		c.Unit = adjudicator.At(one)
	default:
		p.fail(s.Here(), badCondition, "OF unit")
	}
}

// unitCond reads a condition that begins with a unit.
func (p *parser) unitCond(s *orders.Scanner, c *Cond, first orders.Word) {
	if m, _ := s.MatchName(p.b.words.units[p.side], p.b.words.units[1-p.side]); m.Words == 0 && !p.hasTest(s) {
		p.fail(first, badCondition, conditionWant)
		s.Rest()
		return
	}
	c.Unit = adjudicator.At(p.anyUnit(s))
	s.Accept("IS", "ARE", "HAS")
	for _, t := range []Test{TestEngaged, TestRouted, TestFlanked} {
		if s.Accept(string(t)) {
			c.Test = t
			return
		}
	}
	for _, t := range []Test{TestHits, TestStamina, TestMorale} {
		if !s.Accept(string(t)) {
			continue
		}
		c.Test = t
		if t == TestMorale && c.Unit.Some() && p.b.Units[c.Unit.Must()].Side != p.side {
			p.fail(first, hiddenFact, "HITS or STAMINA: the enemy's morale is hidden")
		}
		p.comparison(s, c)
		return
	}
	p.fail(s.Here(), badCondition, conditionWant)
	s.Rest()
}

// hasTest reports whether a word of a unit's condition follows, so that what stands before must be meant as a unit.
func (p *parser) hasTest(s *orders.Scanner) bool {
	mark := s.Mark()
	defer s.Back(mark)
	return slices.ContainsFunc(s.Rest(), func(w orders.Word) bool {
		return slices.Contains([]string{"ENGAGED", "ROUTED", "FLANKED", "HITS", "STAMINA", "MORALE"}, w.Fold)
	})
}

// comparison reads `op n`.
func (p *parser) comparison(s *orders.Scanner, c *Cond) {
	switch c.Op = s.AcceptOf("AT LEAST", "AT MOST", ">", "<", "="); c.Op {
	case "":
		p.fail(s.Here(), badCondition, "=, <, >, <=, >=, AT LEAST or AT MOST")
		s.Rest()
		return
	case "AT LEAST":
		c.Op = ">="
	case "AT MOST":
		c.Op = "<="
	case ">", "<":
		if s.Accept("=") {
			c.Op += "="
		}
	}
	w := s.Here()
	n, ok := s.Int()
	if !ok {
		p.fail(w, badNumber, "a number")
		s.Next()
	}
	c.N = n
}
