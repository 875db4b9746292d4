package fieldcommand

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator/grammar"
	"galloper/adjudicator/rules"
	"galloper/events"
	"galloper/orders"
	"galloper/orders/say"
)

//go:embed say.txt
var sayText string

// english parses orders in plain English, and holds the replies to those that it cannot parse (section f).
var english = say.Lazy(sayText, say.Speech{
	Later:     []string{notYourTurn, notArmy},
	Ambiguous: ambiguousName, Known: "IF " + knownConditions,
	Unread: []string{unknownOrder, unknownName, ambiguousName, missingUnit, missingPlace, badNumber, trailingWords,
		badCondition},
})

// seatView is a seat's knowledge while its free English is read.
type seatView struct {
	*parser
	tokens map[string]int // locale of each enemy block that the seat knows
	own    []string       // ready units of the seat's own command
}

// vocabulary returns the possible meanings of a seat's words.
func vocabulary(d rules.Desk[*Battle]) *say.Vocabulary {
	b := d.Battle
	seat := b.Seat(d.Seat).Or(-1)
	h := &seatView{parser: newParser(b, b.knownState(d, seat), seat, d.Turn), tokens: map[string]int{}}
	w := &say.Vocabulary{
		Self: d.Seat, Under: map[string][]string{}, Value: h.value,
		Relate: h.relate, At: h.unitsAt, Parties: h.parties,
		Foes:    say.People(h.b.Sides[1-h.side].ID, h.b.Sides[1-h.side].Name),
		Samples: map[string]string{"shares": "2, 1", "group": "1", "least": "3"},
	}
	w.Kinds = []say.Kind{{Slot: "unit", Names: h.units}, {Slot: "place", Names: h.places()},
		{Slot: "card", Names: h.cards},
		{Slot: "self", Names: h.seats.Only(func(id string) bool { return id == d.Seat })},
		{Slot: "to", Names: h.seats.Only(func(id string) bool { return id != d.Seat })},
		{Slot: "seat", Names: h.seats}, {Slot: "enemy", Names: h.enemies(d)}}
	var mine, coming []int         // ready units that the seat commands; those it commands that are still to come
	later := map[string][]string{} // the units still to come, by seat
	for _, i := range h.s.Roster {
		u := &h.s.Units[i]
		if u.Side != h.side {
			continue
		}
		if u.Seat >= 0 {
			switch id := b.Commands[u.Seat].ID; {
			case u.onMap():
				w.Under[id] = append(w.Under[id], u.ID)
			case u.Status == Waiting:
				later[id] = append(later[id], u.ID)
			}
		}
		switch {
		case !h.s.commands(seat, i):
		case u.isReady():
			mine = append(mine, i)
		case u.Status == Waiting:
			coming = append(coming, i)
		}
	}
	for i := range b.Commands { // a seat without units on the map means those still to come
		if id := b.Commands[i].ID; w.Under[id] == nil && later[id] != nil {
			w.Under[id] = later[id]
		}
	}
	if mine == nil {
		mine = coming
	}
	arms := map[Kind][]string{}
	for _, i := range mine {
		u := &h.s.Units[i]
		w.Mine = append(w.Mine, u.ID)
		arms[u.Kind] = append(arms[u.Kind], u.ID)
	}
	h.own = w.Mine
	for _, kind := range kinds {
		if ids := arms[kind]; ids != nil {
			w.Groups = append(w.Groups, say.Group{Say: called[kind], IDs: ids})
		}
	}
	return w
}

// places returns the names of the locales. A locale is also called by its terrain if no other has the same: `the town`.
func (h *seatView) places() *orders.Names {
	list := h.locales.All()
	for _, terrain := range terrains {
		with := func(l Locale) bool { return l.Terrain == terrain }
		at := slices.IndexFunc(h.b.Locales, with)
		if at < 0 || terrain == "open" || slices.ContainsFunc(h.b.Locales[at+1:], with) {
			continue
		}
		for i := range list {
			if list[i].ID == h.b.Locales[at].ID {
				list[i].Also = []string{terrain}
			}
		}
	}
	return orders.NewNames(orders.NamesKind{Want: "a locale"}, list...)
}

var called = map[Kind][]string{Infantry: {"INFANTRY", "FOOT"}, Cavalry: {"CAVALRY", "HORSE"},
	Artillery: {"ARTILLERY", "GUN", "BATTERY", "CANNON"}}

// enemies returns the blocks in the seat's reports, by their tokens.
func (h *seatView) enemies(d rules.Desk[*Battle]) *orders.Names {
	var list []orders.Name
	for o := range d.Facts("sight.tokens") {
		for token := range strings.SplitSeq(o.Get("tokens"), ", ") {
			if p, ok := h.b.position(o.Get("at")); ok && token != "" {
				list, h.tokens[token] = append(list, orders.Name{ID: token}), p.Locale
			}
		}
	}
	return orders.NewNames(orders.NamesKind{Kind: "enemy"}, list...)
}

// value reads a position, `8/9`, or the figures of a split: `2+1`, `two and one`.
func (h *seatView) value(words []orders.Word) (kind, text string, count int) {
	if _, ok := h.b.position(strings.ToLower(words[0].Fold)); ok && strings.Contains(words[0].Fold, "/") {
		return "post", strings.ToLower(words[0].Fold), 1
	}
	if n := events.Number(strings.TrimSuffix(words[0].Fold, "+")); n > 0 && strings.HasSuffix(words[0].Fold, "+") {
		if _, again := figuresIn(words[min(1, len(words)-1)].Fold); !again || len(words) == 1 {
			return "atleast", strconv.Itoa(n), 1
		}
	}
	shares, parted := []string(nil), true
	for i, w := range words {
		if joins := slices.Contains([]string{",", "AND", "&", "+"}, w.Fold); joins && shares != nil {
			parted = true
			continue
		}
		list, ok := figuresIn(w.Fold)
		if !ok || !parted && w.Fold[0] != '+' {
			break
		}
		shares, count, parted = append(shares, list...), i+1, strings.HasSuffix(w.Fold, "+")
	}
	if len(shares) < 2 || len(shares) > 3 {
		return "", "", 0
	}
	return "shares", strings.Join(shares, ", "), count
}

// figuresIn returns the numbers in a word such as `2`, `two` or `2+1`.
func figuresIn(word string) (list []string, ok bool) {
	for figure := range strings.SplitSeq(word, "+") {
		n := grammar.Numeral(figure)
		if n == 0 {
			n = events.Number(figure)
		}
		if n > 0 {
			list = append(list, strconv.Itoa(n))
		} else if figure != "" {
			return nil, false
		}
	}
	return list, list != nil
}

// unitsAt returns the seat's units at a place, as the seat knows them.
func (h *seatView) unitsAt(place string) (ids []string) {
	p, ok := h.b.position(place)
	for _, i := range h.s.Roster {
		u := &h.s.Units[i]
		if ok && h.s.commands(h.seat, i) && u.At.Locale == p.Locale && (p.Reserve() || u.At == p) {
			ids = append(ids, u.ID)
		}
	}
	return ids
}

// parties groups units by position, each group no larger than a command allows.
func (h *seatView) parties(units []string) (list [][]string) {
	var spots []Position
	by := map[Position][]string{}
	for _, id := range units {
		u := h.s.unitIndex(id)
		if u < 0 {
			return nil
		}
		at := h.s.Units[u].At
		if by[at] == nil {
			spots = append(spots, at)
		}
		by[at] = append(by[at], id)
	}
	for _, at := range spots {
		list = slices.AppendSeq(list, slices.Chunk(by[at], h.b.Options.Group))
	}
	return list
}

// relate resolves words that depend on the units that act, or on the seat's knowledge.
func (h *seatView) relate(how string, who, of []string) string {
	where := h.standing(who)
	if how == "same" || how == "along" {
		return h.friendAtHand(how, who, of, where)
	}
	if len(of) > 0 && h.qualifies(how, who, of[0]) {
		return of[0]
	}
	switch how {
	case "pair", "halves":
		return h.among(how, who)
	case "here":
		for _, place := range of {
			if p, ok := h.b.position(place); ok && where.Locale == p.Locale && (p.Reserve() || where == p) {
				return place
			}
		}
	case "faced": // the locale that the units face
		if l := h.b.locale(of[0]); l >= 0 && where.Toward == l && !where.Reserve() {
			return of[0]
		}
	case "there": // it is at the goal, or goes there with them
		if len(of) > 1 && (slices.Contains(who, of[0]) || h.b.locale(of[1]) == h.standing(of[:1]).Locale) {
			return of[0]
		}
	case "hq": // the place of the writer, if the units are elsewhere
		if at := h.s.Seats[h.seat].At.Or(-1); at != where.Locale {
			return h.localeID(at)
		}
	case "ours": // the place of all units of the seat
		return h.localeID(h.standing(h.own).Locale)
	case "where":
		if slices.Equal(of, who) {
			return h.localeID(where.Locale)
		}
		if len(of) == 0 || of[0] == "" {
			return h.localeID(where.Locale)
		}
		if seat, ok := h.b.Seat(of[0]).Get(); ok {
			return h.localeID(h.s.Seats[seat].At.Or(-1))
		}
		if at := h.standing(of[:1]).Locale; at != where.Locale {
			return h.localeID(at)
		}
	case "toward":
		if p, ok := h.b.position(of[0]); ok && p.Locale == where.Locale {
			return h.localeID(p.Toward)
		}
	case "open":
		if l := h.b.locale(of[0]); l >= 0 && !h.s.enemyHeld(l, h.side) {
			return of[0]
		}
	case "seen":
		if l, ok := h.tokens[of[0]]; ok {
			return h.localeID(l)
		}
	case "group", "entry":
		if len(of) == 0 {
			of = who
		}
		return h.entering(how, of[0])
	}
	return ""
}

func (h *seatView) qualifies(how string, who []string, unit string) bool {
	switch how {
	case "resting":
		u := h.s.unitIndex(unit)
		return u >= 0 && h.s.Units[u].At.Reserve()
	case "waits": // its side answers the enemy's move
		return !h.b.moves(h.side, h.turn)
	case "other": // it does not act already
		return !slices.Contains(who, unit)
	case "guns":
		u := h.s.unitIndex(unit)
		return u >= 0 && h.s.Units[u].Kind == Artillery
	}
	return false
}

// among resolves words that depend only on the units that act.
func (h *seatView) among(how string, who []string) string {
	switch how {
	case "pair":
		if len(who) == 2 {
			return strings.Join(who, ", ")
		}
	case "halves":
		if len(who) != 1 {
			return ""
		}
		if u := h.s.unitIndex(who[0]); u >= 0 && h.s.Units[u].Strength > 1 {
			n := h.s.Units[u].Strength
			return strconv.Itoa(n-n/2) + ", " + strconv.Itoa(n/2)
		}
	}
	return ""
}

// friendAtHand finds a friendly unit at the position of the acting units, or one that can act with them.
func (h *seatView) friendAtHand(how string, who, of []string, where Position) string {
	at, one := where.Locale, of[0]
	u := h.s.unitIndex(one)
	switch {
	case how == "along":
		if u >= 0 && h.s.Units[u].Kind != Artillery && !slices.Contains(who, one) && h.s.Units[u].At == where {
			return one
		}
	case slices.Contains(who, one) || at >= 0 && h.standing(of[:1]).Locale == at:
		return one
	}
	return ""
}

// localeID returns the id of a locale, or "" for a negative index.
func (h *seatView) localeID(locale int) string {
	if locale < 0 {
		return ""
	}
	return h.b.Locales[locale].ID
}

// standing returns the common position of units: the same position, or the reserve of the locale that they share, or
// Nowhere.
func (h *seatView) standing(units []string) (at Position) {
	at = Nowhere
	for i, id := range units {
		u := h.s.unitIndex(id)
		switch {
		case u < 0 || i > 0 && h.s.Units[u].At.Locale != at.Locale:
			return Nowhere
		case i > 0 && h.s.Units[u].At != at:
			at = reserveOf(at.Locale)
		default:
			at = h.s.Units[u].At
		}
	}
	return at
}

// entering resolves words about reinforcements: a unit's group, or the only place where a group may enter.
func (h *seatView) entering(how, of string) string {
	side := &h.b.Sides[h.side]
	number, err := strconv.Atoi(of)
	if u := h.s.unitIndex(of); u >= 0 {
		number, err = h.s.Units[u].Group, nil
	}
	g := side.group(number)
	switch {
	case err != nil || g == nil:
		return ""
	case how == "group":
		return strconv.Itoa(number)
	}
	if at := h.b.entries(g, h.side); len(at) == 1 {
		return strconv.Itoa(number) + " AT " + h.b.Locales[at[0]].ID
	}
	return ""
}

type speech struct {
	units   *orders.Names
	locales *orders.Names
	seats   *orders.Names // of the side
	foes    *orders.Names // the enemy's seats
	cards   *orders.Names
	roster  []orders.Name // for building units
}

func (b *Battle) speechOfSide(side int) *speech {
	var places, seats, foes, cards []orders.Name
	roster := b.roster(func(u *Brigade) bool { return u.Side == side })
	for i := range b.Locales {
		places = append(places, orders.Name{ID: b.Locales[i].ID, Name: b.Locales[i].Name})
	}
	for i := range b.Commands {
		name := orders.SeatName(b.Commands[i].ID, b.Commands[i].Name)
		if b.Commands[i].Side == side {
			seats = append(seats, name)
		} else {
			foes = append(foes, name)
		}
	}
	for _, c := range b.Sides[side].Cards {
		cards = append(cards, orders.Name{ID: c.ID, Name: c.Name})
	}
	return &speech{
		roster:  roster,
		units:   orders.NewNames(wantUnit, roster...),
		locales: orders.NewNames(orders.NamesKind{Want: "a locale"}, places...),
		seats:   orders.NewNames(orders.NamesKind{Kind: "seat", Want: "a seat of your side"}, seats...),
		foes:    orders.NewNames(orders.NamesKind{Kind: "seat"}, foes...),
		cards:   orders.NewNames(orders.NamesKind{Want: "a card"}, cards...),
	}
}

var wantUnit = orders.NamesKind{Kind: "unit", Want: "a unit of yours"}

// roster returns the names of the scenario's units that meet the test.
func (b *Battle) roster(wanted func(*Brigade) bool) (names []orders.Name) {
	for i := range b.Units {
		if u := &b.Units[i]; wanted(u) {
			names = append(names, orders.Name{ID: u.ID, Name: u.Name})
		}
	}
	return names
}

// commands collects the units that each seat commands. An army's commander commands those of the whole side.
func (b *Battle) commands() {
	for seat := range b.Commands {
		c := &b.Commands[seat]
		b.commanded = append(b.commanded, orders.NewNames(orders.NamesKind{}, b.roster(func(u *Brigade) bool {
			return u.Seat == seat || c.Army && u.Side == c.Side
		})...))
	}
}

// commandedBy returns the units that a seat commands.
func commandedBy(d rules.Desk[*Battle]) (own, others *orders.Names) {
	return d.Battle.commanded[d.Battle.Seat(d.Seat).Must()], nil
}

// speechOf returns the side's speech with the units on the board, including those from splits.
func (b *Battle) speechOf(side int, s *State) *speech {
	sp := b.speech[side]
	if s == nil || len(s.Units) == len(b.Units) {
		return sp
	}
	var named []orders.Name
	for i := range s.Units {
		if u := &s.Units[i]; u.Side == side {
			named = append(named, orders.Name{ID: u.ID, Name: u.Name})
		}
	}
	if slices.EqualFunc(named, sp.roster, func(a, b orders.Name) bool { return a.ID == b.ID && a.Name == b.Name }) {
		return sp
	}
	with := *sp
	with.units = orders.NewNames(wantUnit, named...)
	return &with
}

// splitSlashes splits words at a slash between two locales: `town/hill` becomes `town`, `/`, `hill`.
func (sp *speech) splitSlashes(words []orders.Word) []orders.Word {
	var out []orders.Word
	for i, w := range words {
		left, right, found := strings.Cut(w.Fold, "/")
		if !found || left == "" || right == "" || !sp.position(words, i, left, right) {
			out = append(out, w)
			continue
		}
		at := strings.IndexByte(w.Text, '/')
		a, slash, b := w, w, w
		a.Text, a.Fold = w.Text[:at], left
		slash.Text, slash.Fold, slash.Glued, slash.Col = "/", "/", true, w.Col+at
		b.Text, b.Fold, b.Glued, b.Col = w.Text[at+1:], right, true, w.Col+at+1
		out = append(out, a, slash, b)
	}
	return out
}

// position reports whether a slashed word names two locales and is not part of a unit's name.
func (sp *speech) position(words []orders.Word, i int, left, right string) bool {
	if m := sp.units.Find(words[i : i+1]); m.ID != "" {
		return false
	}
	letters := func(s string) bool { return strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' }) }
	if letters(left) && letters(right) {
		return true
	}
	known := func(fold string) bool {
		m := sp.locales.Find([]orders.Word{{Text: fold, Fold: fold}})
		return m.Words > 0
	}
	return known(left) && known(right)
}
