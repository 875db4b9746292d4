package story

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator/board"
	"galloper/events"
	"galloper/projections/knowledge"
)

// command is the title of the table of the reader's own units.
const command = "Your command"

// Command returns the table of the reader's own units, possibly without rows.
func (s *Story) Command() Table {
	for _, x := range s.Tables {
		if x.Title == command {
			return x
		}
	}
	return Table{}
}

// hand lists the cards that the reader's side holds, with the effects of new ones, and the number of the enemy's if
// known. The facts list the effects of all cards.
func (t *teller) hand() (lines []string) {
	for i := range t.book.facts {
		l := &t.book.facts[i]
		if l.Role != events.RoleHand {
			continue
		}
		var before []string
		if l.Once {
			for f := range t.known.Before(l.Kind) {
				before = append(before, f.Subject)
			}
		}
		for f := range t.known.Of(l.Kind) {
			if slices.Contains(before, f.Subject) {
				continue
			}
			t.again()
			if said := t.fill(l.strength, append(slices.Clip(f.Fields), t.spent(l.Kind, f)...)); said != "" {
				lines = append(lines, said+".")
			}
		}
	}
	if len(lines) > 0 {
		lines = append(lines, t.played()...)
	}
	return lines
}

// spent returns a field with the cards that were in a fact before this turn and are gone from it now.
func (t *teller) spent(kind string, now *knowledge.Fact) (field []events.Field) {
	left := strings.Split(now.Get("cards"), ",")
	for f := range t.known.Before(kind) {
		if f.Subject != now.Subject {
			continue
		}
		var gone []string
		for card := range strings.SplitSeq(f.Get("cards"), ",") {
			if i := slices.Index(left, card); i >= 0 {
				left = slices.Delete(left, i, i+1)
			} else if card != "" && card != "-" {
				gone = append(gone, card)
			}
		}
		field = append(field, events.Field{Key: "spent", Value: strings.Join(gone, ",")})
	}
	return field
}

// played describes the effects of the cards played this turn, for readers who hold cards.
func (t *teller) played() (lines []string) {
	for i := range t.nodes {
		n := &t.nodes[i]
		if !n.Hand {
			continue
		}
		var said []string
		for _, s := range n.says {
			t.again()
			said = append(said, t.ours(sentence(t.fill(s, n.Fields))))
		}
		lines = append(lines, strings.Join(said, " "))
	}
	return lines
}

// tables returns the tables of positions: the reader's own units, their neighbours, the enemy, the places.
func (t *teller) tables() []Table {
	own := Table{Title: command, Columns: []string{"unit", "strength", "where", "state", "acts on"}}
	beside := Table{Title: "Beside you", Columns: []string{"unit", "strength", "where", "state", "under"}}
	enemy := Table{Title: "The enemy", Columns: []string{"unit", "strength", "where"}}
	if t.turn == 0 {
		own.Note = t.strengths()
	}
	t.listed = true
	defer func() { t.listed = false }()
	if me := t.person(t.reader); me != nil {
		with := strings.ReplaceAll(t.fill(me.line.state, me.fact.Fields), " The ", " the ")
		own.add("", []string{"You", "", t.standing(me), with, t.fill(me.line.idle, me.fact.Fields)})
	}
	for _, u := range t.order {
		if t.gone[u.id] && u.role != events.RoleGuess || u.passed {
			continue
		}
		t.again()
		row := []string{t.brief(u.id), t.fill(u.line.strength, u.fact.Fields), t.standing(u)}
		if !u.fresh {
			row[2] += " (turn " + itoa(u.fact.Turn) + ")"
		}
		switch {
		case t.nameless(u):
			row[0] = t.unnamed(u) + t.maybe(u)
			enemy.add("", row)
		case u.role == events.RoleEnemy && u.side != t.side:
			enemy.add(u.id, row)
		case t.mine(u.id):
			acts, order := t.acts(u)
			own.add(u.id, append(row, t.fill(u.line.state, u.fact.Fields),
				cmp.Or(acts, t.fill(u.line.idle, u.fact.Fields))))
			t.inForce[u.id] = order
		case u.placed:
			said := append([]string{t.fill(u.line.state, u.fact.Fields)}, t.hindrances(u.id)...)
			beside.add(u.id, append(row, strings.Join(said, "; "), t.under(u.id)))
		}
	}
	beside = beside.headed(4)
	all := []Table{own, beside, enemy, t.road(), t.places()}
	return slices.DeleteFunc(all, func(x Table) bool { return len(x.Rows) == 0 })
}

// places returns the table of places and their holders, to the reader's knowledge.
func (t *teller) places() Table {
	places := Table{Title: "Places", Columns: []string{"place", "counts", "held by"}}
	for _, p := range t.sheet.Places {
		by := "nobody known"
		h := t.held[p.ID]
		switch {
		case h.Side == t.side && h.Side != "":
			by = "us"
		case h.Side != "":
			by = nameOf(t.sheet.Names, h.Side)
		case t.book.heralds:
			by = "nobody"
		}
		if h.Since > 0 && h.Side != "" && !p.Stood {
			by += ", since turn " + itoa(h.Since)
		}
		switch ours, theirs := t.areIn(p.ID); {
		case t.side == "" || h.Side == t.side:
		case ours && h.Side == "":
			by = "no side yet, and ours are in it" + theirs
		case ours:
			by += "; ours are in it" + theirs
		case theirs == sighted && h.Side == "":
			by = "no side yet, and an enemy is in it"
		}
		counts := itoa(p.Points)
		if p.Points == 0 {
			counts = "-"
		}
		places.add(p.ID, []string{nameOf(t.sheet.Names, p.ID), counts, by})
	}
	if !slices.ContainsFunc(t.sheet.Places, func(p events.Place) bool { return p.Points > 0 }) {
		places = places.without(1)
	}
	return places
}

// strengths explains the strengths of units, with the scenario's number of men.
func (t *teller) strengths() string {
	var fields []events.Field
	if t.sheet.Men > 0 {
		fields = append(fields, events.Field{Key: "men", Value: itoa(t.sheet.Men)})
	}
	return t.fill(t.book.note, fields)
}

// headed drops the last column if it is the same in all rows, and puts its value into the title.
func (x Table) headed(last int) Table {
	for _, row := range x.Rows {
		if row[last] != x.Rows[0][last] {
			return x
		}
	}
	if len(x.Rows) > 0 && x.Rows[0][last] != "" {
		x.Title += ", " + x.Columns[last] + " " + x.Rows[0][last]
	}
	return x.without(last)
}

// under returns the commander on the reader's side of a unit, or "" if the scenario assigns it to no seat.
func (t *teller) under(unit string) string {
	if seat := t.sheet.Seats[unit]; seat != "" && seat != unit && t.sheet.Sides[seat] == t.side {
		return midSentence(nameOf(t.sheet.Names, seat))
	}
	return ""
}

// sighted and hidden say, of a place with units of the reader's side, why it may not be theirs yet.
const sighted, hidden = ", with an enemy", ", perhaps with an enemy out of sight"

// areIn reports whether units of the reader's side are in a place, and whether an enemy may share it: sighted, hidden,
// or "" if units of two sides cannot be in one place.
func (t *teller) areIn(place string) (ours bool, theirs string) {
	if !t.sheet.Ground.CellsAreSites {
		theirs = hidden
	}
	for _, u := range t.order {
		switch here := u.fresh && !t.gone[u.id] && t.isIn(u, place); {
		case here && u.role == events.RoleOwn:
			ours = true
		case here && u.side != t.side:
			theirs = sighted
		}
	}
	return ours, theirs
}

func (t *teller) isIn(u *unit, place string) bool {
	if place == "" {
		return false
	}
	for i := range t.sheet.Ground.Areas {
		if a := &t.sheet.Ground.Areas[i]; a.ID == place && len(a.At) > 2 {
			return u.placed && board.NewPolygon(a.At).Has(u.at)
		}
	}
	return u.cell == place
}

func (x Table) without(column int) Table {
	x.Columns = slices.Delete(slices.Clone(x.Columns), column, column+1)
	for i, row := range x.Rows {
		x.Rows[i] = slices.Delete(row, column, column+1)
	}
	return x
}

func (x *Table) add(id string, row []string) { x.IDs, x.Rows = append(x.IDs, id), append(x.Rows, row) }

// standing returns a unit's position in a form that orders can use, and the feature nearby.
func (t *teller) standing(u *unit) string {
	where := t.where(u)
	if u.cell != "" || !u.placed || where == t.inches(u) {
		return where
	}
	return strings.TrimSpace(t.inches(u) + " " + where)
}

// acts describes the order that one of the reader's units is known to follow, how far it has come, what hindered it
// this turn, and the orders sent since that it is not known to follow yet. order is the latest of these orders.
func (t *teller) acts(u *unit) (what, order string) {
	var said []string
	var sent errands
	for turn := range t.turn + 1 {
		for _, o := range t.diaryOf(turn) {
			sent.follow(t, u.id, turn, &o)
			tale := t.book.tales[o.Name]
			if tale == nil || !slices.Contains(t.who(o.Get(tale.By)), u.id) {
				continue
			}
			if tale.Acts != "" {
				order = o.Get(tale.Acts)
				said = []string{t.spoken(order) + " (turn " + itoa(turn) + ")"}
				sent.end(order)
			}
		}
	}
	if way := t.progress(u, order); way != "" {
		said = append(said, way)
	}
	if n := len(sent); n > 0 {
		order = sent[n-1].text
	}
	return strings.Join(slices.Concat(said, t.hindered(u.id), sent.last(t)), "; "), order
}

// spoken returns an order with the names of units and places instead of their ids. A number is an id only behind
// a word that places stand behind.
func (t *teller) spoken(order string) string {
	words := strings.Fields(order)
	for i, word := range words {
		id := strings.TrimSuffix(word, ",")
		name := t.brief(id)
		if _, err := strconv.Atoi(id); err == nil && (i == 0 || slices.Contains(counting, words[i-1])) {
			continue
		}
		words[i] = strings.Replace(word, id, midSentence(name), 1)
	}
	return strings.Join(words, " ")
}

// counting are the words of orders behind which a number is a count.
var counting = []string{"LEAST", "WITHIN", "TURN", "ROUND", "FACING"}

// hindered lists what kept a unit from its orders this turn, and what its commander can do about it unless the
// decisions say so already.
func (t *teller) hindered(id string) (said []string) {
	for i := range t.nodes {
		why, mend := t.keptFrom(&t.nodes[i], id)
		advice := advised(why, mend)
		if !slices.ContainsFunc(t.decisions, func(d string) bool { return strings.Contains(d, advice) }) {
			why = advice
		}
		if why != "" && !slices.Contains(said, why) {
			said = append(said, why)
		}
	}
	return said
}

// keptFrom returns the hindrance that the node tells of a unit, and the remedy. Either may be "".
func (t *teller) keptFrom(n *node, id string) (why, mend string) {
	if n.Why == "" || !slices.Contains(n.by, id) || n.IfIdle && slices.ContainsFunc(t.nodes, func(n node) bool {
		return n.deed() && slices.Contains(n.by, id)
	}) {
		return "", ""
	}
	fields := append(slices.Clone(n.Fields), t.traced(n)...)
	why = t.fill(n.why, fields)
	for i := range fields { // the remedy against friends is a different one
		if side := t.sheet.Sides[fields[i].Value]; fields[i].Key == "by" && side != "" && side == t.side {
			fields[i].Value = "friends"
		}
	}
	return why, t.fill(n.mend, fields)
}

// advised joins a hindrance and its remedy.
func advised(why, mend string) string {
	switch {
	case why == "" || mend == "":
		return why
	case strings.HasSuffix(why, ")"):
		return why + "; " + strings.ToLower(mend[:1]) + mend[1:]
	}
	return why + " (" + strings.ToLower(mend[:1]) + mend[1:] + ")"
}

// deed reports whether the node is an action of the unit itself.
func (n *node) deed() bool {
	switch n.Kind {
	case events.SceneFire, events.SceneCharge, events.SceneMelee, events.SceneMarch:
		return true
	}
	return false
}

// hindrances lists what kept another seat's unit from orders that the reader may have sent it.
func (t *teller) hindrances(id string) []string {
	commander := t.sheet.Seats[id]
	for turn := range t.turn + 1 {
		for _, o := range t.diaryOf(turn) {
			if o.Name == "dispatch.sent" && o.Get("kind") == "directive" && strings.HasPrefix(o.Get("id"), t.reader+".t") &&
				slices.Contains(strings.Split(o.Get("to"), ","), commander) {
				return t.hindered(id)
			}
		}
	}
	return nil
}

// errands are the reader's directives that couriers carry to one unit or have delivered to it, in order of departure.
type errands []errand

type errand struct {
	id, text string
	turn     int
	there    bool // known to be delivered
}

// follow updates the errands from an outcome about a courier.
func (e *errands) follow(t *teller, unit string, turn int, o *events.Outcome) {
	what, id := strings.TrimPrefix(o.Name, "dispatch."), o.Get("id")
	if tale := t.book.tales[o.Name]; tale != nil && tale.Sent != "" {
		what, id = "lost", o.Get(tale.Sent) // it was obeyed or refused
	}
	if what == "sent" && o.Get("kind") == "directive" && strings.HasPrefix(id, t.reader+".t") &&
		slices.Contains(t.who(o.Get("to")), unit) {
		*e = append(*e, errand{id: id, text: o.Get("text"), turn: turn})
		return
	}
	i := slices.IndexFunc(*e, func(d errand) bool { return d.id == id })
	switch {
	case i < 0:
	case what == "delivered":
		(*e)[i].there = true
	case what == "lost" || what == "captured":
		*e = slices.Delete(*e, i, i+1)
	}
}

// end removes the directives that are superseded once the unit is known to act on the text. If no courier carried
// that text, it was given by voice and supersedes all of them.
func (e *errands) end(text string) {
	i := slices.IndexFunc(*e, func(d errand) bool { return d.text == text })
	if i < 0 {
		i = len(*e) - 1
	}
	*e = (*e)[i+1:]
}

// last describes the last directive known to be delivered, and those sent after it.
func (e errands) last(t *teller) (lines []string) {
	for i, d := range e {
		how := "sent "
		if d.there {
			how = "has "
		}
		if slices.ContainsFunc(e[i+1:], func(later errand) bool { return later.there }) {
			continue
		}
		lines = append(lines, how+t.spoken(d.text)+" (turn "+itoa(d.turn)+")")
	}
	return lines
}
