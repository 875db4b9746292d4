package orderdiscipline

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/courier"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// staffHeeds is the number of turns after which an officer makes a new plan for troops that have carried out
// a superior's order, if no other order arrives.
const staffHeeds = 4

// byWord returns the directives that a seat's orders give by word of mouth (§12.1).
func byWord(d rules.Desk[*Battle], lines []string) (words []adjudicator.Word) {
	r := &receipt{desk: d, b: d.Battle, g: d.Battle.seatIDs.Must(d.Seat)}
	mail := make([]order, len(lines))
	for i, line := range lines {
		mail[i] = r.b.recorded(r.g, line)
	}
	for n, p := range r.b.parcels(mail) {
		if p.Kind != kindDirective || r.rides(p.To) {
			continue
		}
		id := courier.ID{Sender: d.Seat, Turn: d.Turn, N: n + 1}.String()
		words = append(words, adjudicator.Word{To: r.b.Generals[p.To].ID, Fact: events.Outcome{Name: "sight.directive",
			Fields: events.Fields("id", id, "from", d.Seat, "sent", d.Turn, "text", p.text())}})
	}
	return words
}

// heeded holds the latest orders from superiors, for each unit and for the officer in person.
type heeded struct {
	units map[int][3]told
	self  told
}

// told is the part of one directive for one unit and group.
type told struct {
	turn   int // turn in which the officer received it; 0 if there is none
	conds  []order
	always *order // the unconditional order
}

// heed records the directives that the officer has received and returns the OBEY lines for those that have
// just arrived. For an NPC the rules adopt directives.
func (k *officer) heed(o *adjudicator.Officer) (lines []string) {
	k.heeds.units = map[int][3]told{}
	for fact, turn := range k.Desk.Facts("sight.directive") {
		line := "OBEY " + fact.Get("id")
		given := slices.ContainsFunc(o.Given, func(g adjudicator.Given) bool { return g.Line == line })
		if turn+1 >= k.Turn && !given && !k.b.Generals[k.g].NPC {
			lines = append(lines, line)
		}
		k.learn(fact.Get("text"), turn)
	}
	return lines
}

// learn records a directive. It replaces earlier orders to the same troops.
func (k *officer) learn(text string, turn int) {
	fresh := make([][3]told, len(k.b.Units))
	for _, line := range directives(text) {
		o := k.b.recorded(k.g, line)
		if o.Kind == orderSelf {
			k.heeds.self = told{turn: turn, always: &o}
		}
		for _, u := range o.Units {
			t, one := &fresh[u][o.Group], o
			t.turn, one.Units = turn, []int{u}
			if len(o.If) > 0 {
				t.conds = append(t.conds, one)
			}
			if len(o.If) == 0 || o.Else != nil {
				t.always = &one
			}
		}
	}
	for u := range fresh {
		all := k.heeds.units[u]
		for group, t := range fresh[u] {
			if t.turn > 0 {
				all[group] = t
			}
		}
		k.heeds.units[u] = all
	}
}

// bound reports whether a superior's order still decides what the unit does: it is still in force, or was
// carried out recently.
func (k *officer) bound(u int, fact *events.Outcome) bool {
	t := k.heeds.units[u][Movement]
	if t.always == nil {
		return false
	}
	if t.turn+1 >= k.Turn || fact.Get("orders") == "yes" {
		return true
	}
	last := t.always.Steps[len(t.always.Steps)-1].Verb
	return t.turn+staffHeeds > k.Turn && last != doCharge && last != doTake
}

// within removes those of the officer's own lines for a unit that would conflict with a superior's orders. If
// the superior gave only conditional orders, they are put before the officer's own.
func (k *officer) within(u int, lines []string) (left []string) {
	var mine [3][]string
	for _, line := range lines {
		g := k.b.recorded(k.g, line).Group
		mine[g] = append(mine[g], line)
	}
	for group := range mine {
		t := k.heeds.units[u][group]
		switch standing := group != int(Movement) || k.bound(u, k.Facts[k.b.Units[u].ID]); {
		case t.always != nil && standing:
			continue
		case t.always == nil && t.turn > 0:
			for _, o := range t.conds {
				left = append(left, k.b.body(o))
			}
		}
		left = append(left, mine[group]...)
	}
	return left
}

// stays reports whether a superior has told the officer where to be.
func (k *officer) stays() bool { return k.heeds.self.turn > 0 && k.heeds.self.turn+staffHeeds > k.Turn }
