package fieldcommand

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator/grammar"
	"galloper/adjudicator/rules"
	"galloper/orders"
)

// slots lists the slots common to all forms.
var slots = []grammar.Kind[*parser]{
	locales("loc", func(locale int) int { return locale }, func(locale int) int { return locale }),
	locales("spot", reserveOf, func(p Position) int { return p.Locale }),
	grammar.Names[*parser, int]{Kind: "unit", Want: "a unit of yours", Missing: missingUnit,
		Sets: func(k *parser) []*orders.Names { return []*orders.Names{k.units} },
		Of:   func(k *parser, id string, _ *orders.Names) int { return k.s.unitIndex(id) },
		Text: func(k *parser, u int) string { return k.s.Units[u].ID }},
	grammar.Names[*parser, int]{Kind: "seat", Want: "a seat of your own side", Missing: unknownName, Foiled: notYours,
		Sets:  func(k *parser) []*orders.Names { return []*orders.Names{k.seats} },
		Foils: func(k *parser) []*orders.Names { return []*orders.Names{k.foes} },
		Of:    func(k *parser, id string, _ *orders.Names) int { return k.b.Seat(id).Or(-1) },
		Text:  func(k *parser, seat int) string { return k.b.Commands[seat].ID }},
	grammar.Names[*parser, int]{Kind: "card", Want: "a card", Missing: unknownName,
		Sets: func(k *parser) []*orders.Names { return []*orders.Names{k.cards} },
		Of:   func(k *parser, id string, _ *orders.Names) int { return k.b.Sides[k.side].card(id) },
		Text: func(k *parser, c int) string { return k.b.Sides[k.side].Cards[c].ID }},
	unitsKind("any", false), unitsKind("mine", true), unitsKind("leads", false, Infantry, Cavalry),
	unitsKind("guns", false, Artillery), unitsKind("horse", false, Cavalry),
	unitsKind("leaders", true, Infantry, Cavalry), unitsKind("batteries", true, Artillery),
	groupKind("group", readGroup), groupKind("names", readNames),
	groupKind("troops", func(r *reader) group { return group{Units: readUnits(r, false)} }),
	groupKind("recipients", func(r *reader) group {
		r.Desk.recipients = readUnits(r, true)
		return group{Units: r.Desk.recipients}
	}),
	grammar.Value[*parser, Position]{Kind: "approach",
		Read:  func(r *reader) Position { p, _ := readPosition(r); return p },
		At:    atApproach,
		Text:  func(k *parser, p Position) string { return k.b.positionText(p) },
		Prose: func(k *parser, p Position) string { return k.b.positionProse(p) },
		Some: func(k *parser, pick func(int) int) string {
			e := &k.b.Boundaries[pick(len(k.b.Boundaries))]
			return k.b.positionText(Position{e.Ends[0], e.Ends[1]})
		}},
	numberKind("reserves", 0, badNumber, "the number of a reinforcement group"),
	numberKind("blocks", 1, badNumber, "a number of blocks"),
	numberKind("n", 0, badCondition, "a number"),
	numberKind("points", 1, badNumber, "strength points of 1 or more"),
	grammar.Value[*parser, int]{Kind: "count", At: atCount, Prose: func(_ *parser, n int) string { return inWords(n) },
		Read: func(r *reader) int { return grammar.Number[*parser]{Bad: badCondition, Want: "a number"}.Read(r) },
		Text: func(_ *parser, n int) string { return strconv.Itoa(n) },
		Some: func(_ *parser, pick func(int) int) string { return strconv.Itoa(1 + pick(4)) }},
	grammar.Value[*parser, []int]{Kind: "figures", Read: readFigures,
		Text:  func(_ *parser, list []int) string { return strings.Join(rules.Texts(list, strconv.Itoa), ", ") },
		Prose: func(_ *parser, list []int) string { return grammar.Listed(rules.Texts(list, inWords)) },
		Some:  func(*parser, func(int) int) string { return "2, 1" }},
	grammar.Value[*parser, string]{Kind: "text", Text: func(_ *parser, text string) string { return text },
		Read: func(r *reader) string {
			r.Rest()
			return r.Desk.text
		},
		Some: func(*parser, func(int) int) string { return "hold on" }},
}

// locales returns a slot for locales, which the order stores as V.
func locales[V any](kind string, of func(locale int) V, at func(V) int) grammar.Kind[*parser] {
	return grammar.Names[*parser, V]{Kind: kind, Want: "a locale", Missing: missingPlace, Repeats: true,
		Sets: func(k *parser) []*orders.Names { return []*orders.Names{k.locales} },
		Of:   func(k *parser, id string, _ *orders.Names) V { return of(k.b.locale(id)) },
		Text: func(k *parser, v V) string { return k.b.Locales[at(v)].ID },
		Then: func(r *reader, v V, _ *orders.Names, where orders.Word) {
			if _, seen := r.Desk.places[at(v)]; !seen {
				r.Desk.places[at(v)] = where
			}
		}}
}

// numberKind returns a slot for numbers. Sentences spell them out, because digits name locales.
func numberKind(kind string, least int, bad, want string) grammar.Kind[*parser] {
	number := grammar.Number[*parser]{Least: least, Bad: bad, Want: want}
	read := number.Read
	if kind == "reserves" { // a seat without the right to call any learns that first
		read = func(r *reader) int {
			mark := r.Mark()
			_, figure := r.Int()
			r.Back(mark)
			if !r.Desk.b.Commands[r.Desk.seat].Army && !figure && grammar.Numeral(r.Peek().Fold) == 0 {
				r.Refuse(r.Here(), notArmy, armyWanted)
			}
			return number.Read(r)
		}
	}
	return grammar.Value[*parser, int]{Kind: kind, Read: read,
		Text:  func(_ *parser, n int) string { return strconv.Itoa(n) },
		Prose: func(_ *parser, n int) string { return inWords(n) },
		Some:  func(_ *parser, pick func(int) int) string { return strconv.Itoa(1 + pick(4)) }}
}

// unitsKind returns a slot for units: of the side, or only those the seat commands (mine), of the given arms or of any.
func unitsKind(kind string, mine bool, arms ...Kind) grammar.Kind[*parser] {
	return grammar.Value[*parser, []int]{Kind: kind,
		Read:  func(r *reader) []int { return readUnits(r, mine, arms...) },
		Text:  func(k *parser, list []int) string { return strings.Join(k.s.ids(list), ", ") },
		Prose: (*parser).unitNames, Some: (*parser).someUnit}
}

func groupKind(kind string, read func(*reader) group) grammar.Kind[*parser] {
	return grammar.Value[*parser, group]{Kind: kind, Read: read, Text: (*parser).groupText, Prose: (*parser).groupProse,
		Some: (*parser).someUnit}
}

func (k *parser) someUnit(pick func(int) int) string {
	all := k.units.All()
	return all[pick(len(all))].ID
}

// readUnits reads units of the side, each named once. arms lists the kinds allowed, in the wording of wrong-arm;
// without arms, any kind is.
func readUnits(r *reader, mine bool, arms ...Kind) (list []int) {
	k := r.Desk
	for !r.Failed() {
		if r.Done() || r.At(stops...) {
			r.Refuse(r.Here(), missingUnit, "a unit of yours")
			break
		}
		at := r.Peek()
		u := k.s.unitIndex(r.Name(k.units))
		if u < 0 {
			break
		}
		switch {
		case slices.Contains(list, u):
			r.Forbid(at, twiceNamed, "each unit once")
		case mine && !k.s.commands(k.seat, u):
			r.Forbid(at, notYours, "a unit that you command")
		}
		if kind := k.s.Units[u].Kind; len(arms) > 0 && !slices.Contains(arms, kind) {
			r.Forbid(at, wrongArm, "one of "+armsText(arms)+"; "+k.s.Units[u].ID+" is "+string(kind))
		}
		list = append(list, u)
		if !r.More() {
			break
		}
	}
	return list
}

func armsText(arms []Kind) string {
	words := make([]string, len(arms))
	for i, a := range arms {
		words[i] = string(a)
	}
	return strings.Join(words, ", ")
}

// commands reports whether a seat commands a unit. An army seat also commands any unit of its side in the locale where
// its commander began the turn (§H3.4).
func (s *State) commands(seat, unit int) bool {
	u, c := &s.Units[unit], &s.b.Commands[seat]
	return u.Seat == seat || c.Army && u.Side == c.Side && u.onMap() && s.Seats[seat].Began.Is(u.At.Locale)
}

// armsOf lists the kinds that a verb may be given to.
var armsOf = map[string][]Kind{
	verbBombard: {Artillery}, verbLimber: {Artillery}, verbRange: {Artillery}, verbSpike: {Artillery},
	verbCharge: {Cavalry}, verbCavalryMarch: {Cavalry},
	verbMerge: {Infantry, Cavalry}, verbSplit: {Infantry, Cavalry}, "reorganize": {Infantry, Cavalry},
	verbRally: {Infantry},
}

// readNames reads the units of an order without ALL. It takes those of TO if the order names none.
func readNames(r *reader) group {
	k, arms := r.Desk, armsOf[verbOf(r.Row.(*order).Row)]
	if k.recipients == nil || !r.Done() && !r.At(stops...) {
		return group{Units: readUnits(r, true, arms...)}
	}
	for _, u := range k.recipients {
		if len(arms) > 0 && !slices.Contains(arms, k.s.Units[u].Kind) {
			r.Forbid(r.Begin, wrongArm, "one of "+armsText(arms))
		}
	}
	return group{Units: slices.Clone(k.recipients)}
}

// readGroup reads `name[, name…]`, or `ALL [INFANTRY|CAVALRY|ARTILLERY] AT pos`.
func readGroup(r *reader) (g group) {
	at := r.Here()
	if !r.Accept("ALL") {
		return readNames(r)
	}
	g.All = true
	switch r.AcceptOf("INFANTRY", "CAVALRY", "ARTILLERY", "GUNS") {
	case "INFANTRY":
		g.Kind = Infantry
	case "CAVALRY":
		g.Kind = Cavalry
	case "ARTILLERY", "GUNS":
		g.Kind = Artillery
	}
	arms := armsOf[verbOf(r.Row.(*order).Row)]
	if g.Kind != Unknown && len(arms) > 0 && !slices.Contains(arms, g.Kind) {
		r.Forbid(at, wrongArm, "one of "+armsText(arms))
	}
	if g.At = Nowhere; !r.At("AT LEAST") && r.Accept("AT") {
		g.At, g.Explicit = readPosition(r)
	}
	return g
}

// readPosition reads `town`, `town/hill` or `RESERVE OF town`. named is false for a locale alone.
func readPosition(r *reader) (p Position, named bool) {
	named = r.Accept("RESERVE OF", "RESERVE AT", "RESERVE IN")
	p = reserveOf(readLocale(r))
	if r.Failed() || named || !r.Accept("/") {
		return p, named
	}
	b, at := r.Desk.b, r.Here()
	if p.Toward = readLocale(r); !r.Failed() && !b.passable(p.Locale, p.Toward) {
		r.RefuseAt(at, unknownName, "a locale that one can cross to from "+b.Locales[p.Locale].ID,
			b.localeTexts(b.neighbours(p.Locale))...)
	}
	return p, true
}

func readLocale(r *reader) int {
	if r.Done() || r.At(stops...) {
		r.Refuse(r.Here(), missingPlace, "a locale")
		return -1
	}
	at := r.Here()
	locale := r.Desk.b.locale(r.Name(r.Desk.locales))
	r.Desk.places[locale] = at
	return locale
}

// atApproach reports whether `town/hill` comes next.
func atApproach(r *reader) bool {
	mark := r.Mark()
	defer r.Back(mark)
	return !r.Done() && r.TryName(r.Desk.locales) != "" && r.At("/")
}

// atCount reports whether `n OR MORE` comes next. A locale may have a number as its name.
func atCount(r *reader) bool {
	mark := r.Mark()
	defer r.Back(mark)
	if _, ok := r.Int(); !ok && grammar.Numeral(r.Next().Fold) == 0 {
		return false
	}
	return r.At("OR MORE")
}

// readFigures reads `2, 1`, also written `2+1`.
func readFigures(r *reader) (list []int) {
	for figure := (grammar.Number[*parser]{Bad: badNumber, Want: "figures such as 2, 1"}); !r.Failed(); {
		list = append(list, figure.Read(r))
		if !r.More() && !r.Accept("+") {
			break
		}
	}
	if len(list) < 2 || len(list) > 3 {
		r.Refuse(r.Here(), badNumber, "two or three figures")
	}
	return list
}

// groupText returns the names, or text such as `ALL INFANTRY AT seminary`.
func (k *parser) groupText(g group) string {
	if !g.All {
		return strings.Join(k.s.ids(g.Units), ", ")
	}
	text := "ALL "
	if g.Kind != Unknown {
		text += strings.ToUpper(string(g.Kind)) + " "
	}
	if g.Explicit && g.At.Reserve() {
		text += "AT RESERVE OF "
	} else {
		text += "AT "
	}
	return text + k.b.positionText(g.At)
}

func (k *parser) groupProse(g group) string {
	if !g.All {
		return k.unitNames(g.Units)
	}
	text := "all troops"
	if g.Kind != Unknown {
		text = "all " + string(g.Kind)
	}
	switch {
	case !g.At.Reserve():
		text += " on "
	case g.Explicit:
		text += " in reserve at "
	default:
		text += " at "
	}
	return text + k.b.positionProse(g.At)
}

// positionProse returns a position's name for a sentence.
func (b *Battle) positionProse(p Position) string {
	if p.Reserve() {
		return b.written(p.Locale)
	}
	return "the approach of " + b.written(p.Locale) + " that faces " + b.written(p.Toward)
}

func (k *parser) unitNames(list []int) string {
	return grammar.Listed(rules.Texts(list, func(u int) string {
		if name := k.s.Units[u].Name; name != "" {
			return name
		}
		return k.s.Units[u].ID
	}))
}

// inWords spells out a number for a sentence.
func inWords(n int) string {
	words := []string{"none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
		"twelve"}
	if n < 0 || n >= len(words) {
		return strconv.Itoa(n)
	}
	return words[n]
}
