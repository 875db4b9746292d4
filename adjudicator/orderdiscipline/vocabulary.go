package orderdiscipline

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator/board"
	"galloper/adjudicator/grammar"
	"galloper/adjudicator/rules"
	"galloper/orders"
	"galloper/orders/spoken"
)

// vocabulary is what the words of a seat may mean, by what it knows.
func vocabulary(d rules.Desk[*Battle]) *spoken.Vocabulary {
	b := d.Battle
	r := &receipt{desk: d, b: b, g: b.seatIDs.Must(d.Seat)}
	k := r.newDesk()
	v := &spoken.Vocabulary{Self: "SELF", Under: map[string][]string{}, Phrases: sayings, Value: measured,
		Relate: r.relate, Foes: b.calling(1 - b.Generals[r.g].Side),
		Samples: map[string]string{"dir": "90", "foe": "CAVALRY"}}
	arms := make([][]string, len(armPhrases))
	command := k.own.All()
	for u := range b.Units {
		id, of := b.Units[u].ID, b.Units[u].General
		switch {
		case b.below(of, r.g):
			v.Under[b.Generals[of].ID] = append(v.Under[b.Generals[of].ID], id)
			name, _ := k.side.Get(id)
			command = append(command, name)
		case of == r.g && !r.knownGone(u):
			v.Mine = append(v.Mine, id)
		default:
			continue
		}
		arm := b.Units[u].Kind.Arm()
		arms[arm] = append(arms[arm], id)
	}
	for arm, ids := range arms {
		if ids != nil {
			v.Groups = append(v.Groups, spoken.Group{Say: armPhrases[arm], IDs: ids})
		}
	}
	v.Groups = append(v.Groups,
		spoken.Group{Say: []string{"THE LINE", "WHOLE LINE", "MY LINE", "OUR LINE"}, IDs: arms[Infantry]},
		spoken.Group{Say: []string{"BRIGADE", "COMMAND", "DIVISION", "WHOLE BRIGADE", "WHOLE DIVISION"},
			IDs: namesIn(command)})
	var below []orders.Name
	for _, n := range k.generals.All() {
		if b.below(b.seatIDs.Must(n.ID), r.g) {
			below = append(below, n)
		}
	}
	colleagues := slices.DeleteFunc(k.generals.All(), func(n orders.Name) bool { return n.ID == d.Seat })
	v.Kinds = []spoken.Kind{{Slot: "unit", Names: namesOf(command)}, {Slot: "friend", Names: k.side},
		{Slot: "enemy", Names: k.enemy}, {Slot: "place", Names: k.places}, {Slot: "self", Names: k.self},
		{Slot: "to", Names: namesOf(below)}, {Slot: "seat", Names: namesOf(colleagues)}}
	return v
}

func namesOf(list []orders.Name) *orders.Names { return orders.NewNames(orders.NamesKind{}, list...) }

func namesIn(list []orders.Name) (ids []string) {
	for _, n := range list {
		ids = append(ids, n.ID)
	}
	return ids
}

// calling are words for the men of a side: `the French`.
func (b *Battle) calling(side int) (words []string) {
	name := orders.Fold(b.Sides[side].ID)
	return append(words, name, name+"MEN", name+"MAN")
}

// measured reads `20,12`, `6"`, and a point of the compass.
func measured(words []orders.Word) (kind, text string, count int) {
	s := orders.ScanWords(words)
	if x, y, ok := s.Point(2); ok {
		return "point", inches(int(x)) + "," + inches(int(y)), s.Mark()
	}
	if digits, in := strings.CutSuffix(s.Peek().Fold, "IN"); in && digits != "" && digits[0] >= '0' && digits[0] <= '9' {
		return "number", digits, 1
	}
	if n := grammar.Numeral(s.Peek().Fold); n > 0 {
		s.Next()
		if s.Accept("INCHES", "INCH") {
			return "number", strconv.Itoa(n), s.Mark()
		}
		return "", "", 0
	}
	if n, ok := s.Measure(2, "INCHES", "INCH", "INS", `"`, "''"); ok {
		return "number", decimal(int(n)), s.Mark()
	}
	s.Accept("THE")
	if c, ok := s.Compass(); ok && int(c)%2 == 0 {
		return "dir", strconv.Itoa(c.Degrees()), s.Mark()
	}
	return "", "", 0
}

// decimal writes hundredths without decimals that say nothing: where strength is counted there are none.
func decimal(n int) string {
	if n%100 == 0 {
		return strconv.Itoa(n / 100)
	}
	return inches(n)
}

// relate says what words mean that depend on who shall do it.
func (r *receipt) relate(how string, who, of []string) string {
	switch how {
	case "spot":
		if at, ok := r.spotted(of[0]); ok {
			return point(at)
		}
	}
	turn, err := strconv.Atoi(how)
	if err != nil || len(who) == 0 {
		return ""
	}
	facing := -1
	for _, id := range who { // all must turn the same way
		rect, ok := r.lastSeen(r.b.unitIDs.Must(id))
		if !ok || facing >= 0 && facing != rect.Facing {
			return ""
		}
		facing = rect.Facing
	}
	return strconv.Itoa((facing + turn) % 360)
}

// spotted is where the seat knows an enemy to have been last.
func (r *receipt) spotted(id string) (at board.Point, ok bool) {
	for o := range r.desk.Facts("sight.enemy") {
		if o.Get("unit") == id {
			at, ok = pointOf(o), true
		}
	}
	return at, ok
}
