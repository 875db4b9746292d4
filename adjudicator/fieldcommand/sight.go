package fieldcommand

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// umpire is the pseudo-seat that sees everything.
const umpire = adjudicator.Umpire

// openGame deals the hidden components and sends each seat its initial knowledge before turn 1 (§H10.3).
func (p *play) openGame() {
	p.deal()
	if p.b.Options.Fog == fogSight {
		for seat := range p.b.Commands {
			p.takePicture(seat, p.b.withNeighbours(p.s.posts(seat)))
			var all []int
			for i := range p.s.Units {
				if u := &p.s.Units[i]; u.Seat == seat && u.onMap() {
					all = append(all, u.At.Locale)
				}
			}
			p.takePicture(seat, p.b.withNeighbours(all))
		}
	}
	p.tellAll()
}

// lookAround updates every seat's sightings at the end of the turn (§H10.1, §H10.3, §H10.4).
func (p *play) lookAround() {
	if p.b.Options.Fog == fogSight {
		for seat := range p.b.Commands {
			p.takePicture(seat, p.s.inSight(seat))
			p.sendReports(seat)
		}
	}
	p.tellAll()
}

func (p *play) takePicture(seat int, locales []int) {
	if len(locales) > 0 {
		p.Emit("picture.taken", "seat", p.seatID(seat), "locales", p.b.localeTexts(locales))
	}
}

// sendReports sends the seat a report from each locale that has its units but is out of its sight (§H10.4).
func (p *play) sendReports(seat int) {
	if !p.b.Options.Couriers || p.s.Seats[seat].At.None() || p.s.Over {
		return
	}
	seen := p.s.posts(seat)
	for l := range p.b.Locales {
		mine := slices.ContainsFunc(p.s.Units, func(u Unit) bool { return u.Seat == seat && u.At.Locale == l })
		if !mine || slices.Contains(seen, l) {
			continue
		}
		id := p.reportID(seat, l)
		couriers.Send(p, rules.Dispatch[adjudicator.Index]{ID: id, Kind: kindReport, From: p.seatID(seat),
			To: p.seatID(seat), At: adjudicator.At(l), Text: "-"}, "post", p.b.Locales[l].ID)
		p.noteTales(seat, l, id)
	}
}

// reportID returns the id of a report of §H10.4, SEAT.tTURN.LOCALE. A suffix `r` distinguishes it from a dispatch of
// the turn with the same number (§H6.2).
func (p *play) reportID(seat, locale int) string {
	id := p.seatID(seat) + ".t" + strconv.Itoa(p.Number) + "." + p.b.Locales[locale].ID
	if couriers.Find(p.s, id) != nil {
		return id + "r"
	}
	return id
}

// audience is a group of seats with the same knowledge.
type audience struct {
	seats []string
	first int // one of them, by index
	side  int
	fog   string
}

// tellAll sends every seat, and the umpire, the facts of section i.
func (p *play) tellAll() {
	fog := p.b.Options.Fog
	if p.s.Over {
		fog = fogOpen
	}
	for side := range p.b.Sides {
		seats := p.b.SeatsOf(side)
		if fog == fogSight {
			for _, seat := range seats {
				p.tellFacts(&audience{[]string{p.seatID(seat)}, seat, side, fog})
			}
			continue
		}
		var ids []string
		for _, seat := range seats {
			ids = append(ids, p.seatID(seat))
		}
		p.tellFacts(&audience{ids, seats[0], side, fog})
	}
	p.informUmpire()
}

func (p *play) inform(a *audience, name string, fields ...any) {
	p.TellAs(events.View{Seats: a.seats}, "", name, fields...)
}

// tellFacts sends an audience all its facts, in the order of section i.
func (p *play) tellFacts(a *audience) {
	for side := range p.b.Sides {
		if side == a.side || a.fog != fogSight {
			p.inform(a, "sight.side", "side", p.sideID(side), "morale", p.s.Sides[side].Morale, "start", p.s.Sides[side].Start,
				"effects", p.s.effectTexts(side))
		}
	}
	p.tellUnits(a)
	p.tellPositions(a)
	p.tellObjectives(a)
	if p.b.Options.Cards {
		p.tellHands(a)
	}
	for seat := range p.b.Commands {
		if p.b.Commands[seat].Side == a.side && (a.fog != fogSight || seat == a.first) {
			p.tellPerson(a, seat)
		}
	}
}

func (p *play) tellPerson(a *audience, seat int) {
	p.inform(a, "sight.person", "seat", p.seatID(seat), "at", p.b.whereText(p.s.Seats[seat].At),
		"side", p.sideID(p.b.Commands[seat].Side))
}

// tellUnits sends the own units: those of the side, or those of the seat as last known.
func (p *play) tellUnits(a *audience) {
	for _, i := range p.s.Roster {
		u := p.s.Units[i]
		turn := p.Number
		switch {
		case u.Side != a.side:
			continue
		case a.fog != fogSight:
		case u.Seat != a.first:
			continue
		case u.Status != Waiting:
			k := slices.IndexFunc(p.s.Pictures[a.first].Own, func(r remembered) bool { return r.Unit.ID == u.ID })
			if k < 0 {
				continue
			}
			turn, u = p.s.Pictures[a.first].Own[k].Turn, p.s.Pictures[a.first].Own[k].Unit
		}
		p.informOfUnit(a, &u, turn)
	}
}

// informOfUnit sends one unit's current or last known state.
func (p *play) informOfUnit(a *audience, u *Unit, turn int) {
	p.inform(a, "sight.unit", "unit", u.ID, "what", p.describe(u), "kind", string(u.Kind), "strength", u.Strength,
		"state", string(u.Status), "at", p.b.positionText(u.At), "ranging", u.Ranging, "face", faceText(u),
		"seat", p.seatID(u.Seat),
		"group", u.Group, "name", rules.OrNone(u.Name), "side", p.sideID(u.Side), "turn", turn)
}

func faceText(u *Unit) string {
	if u.Up {
		return "up"
	}
	return "down"
}

// describe returns the text after `unit ID` in the facts.
func (p *play) describe(u *Unit) string {
	switch u.Status {
	case Gone:
		return "gone"
	case Waiting:
		return "waiting in group " + strconv.Itoa(u.Group)
	}
	return knownText(u) + " at " + p.b.positionText(u.At) + " " + faceText(u)
}

// knownText returns the text for a known block: `infantry 3`, `disrupted` or `ranging artillery`.
func knownText(u *Unit) string {
	switch {
	case u.Status == Disrupted:
		return "disrupted"
	case u.Kind == Artillery && u.Ranging:
		return "ranging artillery"
	case u.Kind == Artillery:
		return "artillery"
	}
	return string(u.Kind) + " " + strconv.Itoa(u.Strength)
}

// showRank sorts a list of blocks: infantry, disrupted, cavalry, artillery, ranging artillery; the stronger first.
func showRank(u *Unit) int {
	kind := slices.Index(kinds, u.Kind) * 100
	switch {
	case u.Status == Disrupted:
		kind += 50
	case u.Ranging:
		kind += 50
	}
	return kind + 9 - u.Strength
}

func showList(units []Unit) string {
	list := slices.Clone(units)
	slices.SortStableFunc(list, func(a, b Unit) int { return showRank(&a) - showRank(&b) })
	texts := make([]string, len(list))
	for i := range list {
		texts[i] = knownText(&list[i])
	}
	return strings.Join(texts, ", ")
}

func countBlocks(n int) string {
	if n == 1 {
		return "1 block"
	}
	return strconv.Itoa(n) + " blocks"
}

// tellPositions sends the enemy's blocks, and friends under other seats, position by position.
func (p *play) tellPositions(a *audience) {
	now := make([]bool, len(p.b.spots))
	for l := range p.b.Locales {
		g := p.s.glimpse(l)
		g.Turn = p.Number
		if a.fog == fogSight {
			g = p.s.Pictures[a.first].Locales[l]
		}
		if g.Turn < 0 {
			continue
		}
		for spot := p.b.spotOf[reserveOf(l)]; spot < len(p.b.spots) && p.b.spots[spot].Locale == l; spot++ {
			now[spot] = p.tellPosition(a, &g, p.b.spots[spot])
		}
	}
	for spot := range now {
		if now[spot] {
			continue
		}
		// Seats with the same knowledge after the battle had pictures of their own before.
		if had := p.lastTold(a.seats, spot); len(had) > 0 {
			p.inform(&audience{seats: had}, "sight.clear", "at", p.b.positionText(p.b.spots[spot]))
		}
	}
}

// lastTold returns the seats that were last told that a position is occupied.
func (p *play) lastTold(seats []string, spot int) (had []string) {
	for _, id := range seats {
		if p.s.Told[p.b.Seat(id).Or(-1)][spot] {
			had = append(had, id)
		}
	}
	return had
}

// tellPosition sends the blocks of one position, and reports whether there were any to send.
func (p *play) tellPosition(a *audience, g *glimpse, at Position) bool {
	var enemies, friends []Unit
	for _, u := range g.Units {
		switch {
		case u.At != at:
		case u.Side != a.side:
			enemies = append(enemies, u)
		case a.fog == fogSight && u.Seat != a.first:
			friends = append(friends, u)
		}
	}
	if len(enemies) > 0 {
		p.informOfEnemies(a, enemies, at, g.Turn)
	}
	if len(friends) > 0 {
		p.inform(a, "sight.friend", "at", p.b.positionText(at), "what", countBlocks(len(friends))+"; "+showList(friends),
			"blocks", len(friends), "label", countBlocks(len(friends)), "arm", armOf(friends, len(friends)),
			"side", p.sideID(a.side), "turn", g.Turn)
	}
	return len(enemies)+len(friends) > 0
}

// informOfEnemies sends the enemy's blocks at a position: their number, the face-up ones and the tokens (§H10.1,
// §H10.2).
func (p *play) informOfEnemies(a *audience, enemies []Unit, at Position, turn int) {
	var up []Unit
	var tokens []string
	for _, u := range enemies {
		if u.Up || a.fog == fogOpen {
			up = append(up, u)
		}
		tokens = append(tokens, p.b.Sides[u.Side].ID[:1]+digits(u.Token))
	}
	slices.Sort(tokens)
	what, list := countBlocks(len(enemies)), showList(up)
	if list != "" {
		what += "; shown " + list
	}
	label := strings.Join(tokens, " ")
	if len(tokens) > 2 {
		label = countBlocks(len(tokens))
	}
	p.inform(a, "sight.enemy", "at", p.b.positionText(at), "what", what, "blocks", len(enemies),
		"shown", rules.OrNone(list), "label", label, "arm", armOf(up, len(enemies)), "side", p.sideID(1-a.side), "turn", turn)
	p.inform(a, "sight.tokens", "at", p.b.positionText(at), "tokens", strings.Join(tokens, ", "), "turn", turn)
}

// armOf returns the arm of blocks that are all face-up and of one kind, else `blocks`.
func armOf(up []Unit, of int) string {
	if len(up) < of {
		return "blocks"
	}
	for i := range up {
		if up[i].Kind != up[0].Kind {
			return "blocks"
		}
	}
	return string(up[0].Kind)
}

// tellObjectives sends the holders of the objectives, as of the captor's latest 10.1.
func (p *play) tellObjectives(a *audience) {
	for l := range p.b.Locales {
		for side := range p.b.Sides {
			if !p.b.Locales[l].Objective[side] {
				continue
			}
			by := "-"
			if p.s.Held[l] {
				by = p.sideID(1 - side)
			}
			p.inform(a, "sight.objective", "locale", p.b.Locales[l].ID, "of", p.sideID(side), "what", "held by "+by, "by", by)
		}
	}
}

// tellHands sends the army's commander their hand, and everyone the number of enemy cards.
func (p *play) tellHands(a *audience) {
	army := p.b.Sides[a.side].Army
	if id := p.seatID(army); slices.Contains(a.seats, id) {
		cards := p.b.Sides[a.side].cardIDs(p.s.Sides[a.side].Hand)
		p.inform(&audience{seats: []string{id}}, "sight.hand", "side", p.sideID(a.side),
			"what", "hand: "+rules.OrNone(strings.Join(cards, ", ")), "cards", cards)
		held := slices.Clone(p.s.Sides[a.side].Hand)
		slices.Sort(held)
		for _, i := range slices.Compact(held) {
			c := &p.b.Sides[a.side].Cards[i]
			p.inform(&audience{seats: []string{id}}, "sight.card", "card", c.ID, "name", c.Name, "does", c.effectText())
		}
	}
	p.inform(a, "sight.cards", "side", p.sideID(1-a.side),
		"what", "enemy hand: "+strconv.Itoa(len(p.s.Sides[1-a.side].Hand)))
}

// informUmpire sends the umpire the full true state.
func (p *play) informUmpire() {
	a := &audience{seats: []string{umpire}}
	for side := range p.b.Sides {
		p.inform(a, "sight.side", "side", p.sideID(side), "morale", p.s.Sides[side].Morale, "start", p.s.Sides[side].Start,
			"effects", p.s.effectTexts(side))
	}
	for _, i := range p.s.Roster {
		p.informOfUnit(a, &p.s.Units[i], p.Number)
	}
	p.tellObjectives(a)
	for seat := range p.b.Commands {
		p.tellPerson(a, seat)
	}
	couriers.Show(p, umpire, nil)
}

// glimpse is the sighting of one locale at the end of a turn: its units at that time, including units that were there
// when they left the map.
type glimpse struct {
	Locale int
	Turn   int // -1 if never seen
	Units  []Unit
}

// remembered is the seat's latest knowledge of one of its own units.
type remembered struct {
	Turn int
	Unit Unit
}

// picture is a seat's knowledge of the map under fog: sight (§H10.3).
type picture struct {
	Locales []glimpse
	Own     []remembered // in the order first seen
	Watched []int        // locales that the seat itself saw at its latest look
	Heard   []string     // refs of outcomes that reports have told
}

func newPicture(b *Battle) picture {
	p := picture{Locales: make([]glimpse, len(b.Locales))}
	for l := range p.Locales {
		p.Locales[l] = glimpse{Locale: l, Turn: -1}
	}
	return p
}

// clone copies the lists. Glimpses themselves never change.
func (p picture) clone() picture {
	p.Locales, p.Own, p.Heard = slices.Clone(p.Locales), slices.Clone(p.Own), slices.Clone(p.Heard)
	return p
}

func (s *State) glimpse(locale int) glimpse {
	g := glimpse{Locale: locale, Turn: s.Turn}
	for _, i := range s.Roster {
		if u := &s.Units[i]; u.At.Locale == locale || u.Status == Gone && u.Last.Is(locale) {
			g.Units = append(g.Units, *u)
		}
	}
	return g
}

// see adds a glimpse to the picture if it is newer than the existing one (§H10.3, §H10.4).
func (p *picture) see(_ *State, seat int, g glimpse) {
	if g.Turn >= p.Locales[g.Locale].Turn {
		p.Locales[g.Locale] = g
	}
	for _, u := range g.Units {
		if u.Seat != seat {
			continue
		}
		i := slices.IndexFunc(p.Own, func(r remembered) bool { return r.Unit.ID == u.ID })
		switch {
		case i < 0:
			p.Own = append(p.Own, remembered{g.Turn, u})
		case g.Turn >= p.Own[i].Turn:
			p.Own[i] = remembered{g.Turn, u}
		}
	}
}

// pictureTaken updates a seat's picture with the current state of locales (§H10.3).
func (s *State) pictureTaken(o *events.Outcome) {
	seat := s.b.Seat(o.Get("seat")).Or(-1)
	p := &s.Pictures[seat]
	p.Watched = s.inSight(seat)
	for _, l := range rules.Listed(o.Get("locales"), s.b.locale) {
		p.see(s, seat, s.glimpse(l))
	}
}

// reportedGlimpses returns the glimpses that a report carries: the view from the locale of the units, or the whole
// picture of the seat that sends it (§H10.4).
func (s *State) reportedGlimpses(d *Dispatch) []glimpse {
	var seen []glimpse
	if post, ok := d.Post.Get(); ok {
		for _, l := range s.b.withNeighbours([]int{post}) {
			seen = append(seen, s.glimpse(l))
		}
		return seen
	}
	for _, g := range s.Pictures[d.Sender].Locales {
		if g.Turn >= 0 {
			seen = append(seen, g)
		}
	}
	return seen
}

// withNeighbours returns locales and all their neighbours, over any boundary, in map order (§H10.3).
func (b *Battle) withNeighbours(locales []int) []int {
	seen := make([]bool, len(b.Locales))
	for _, l := range locales {
		seen[l] = true
		for _, n := range b.near[l] {
			seen[n] = true
		}
	}
	var list []int
	for l, yes := range seen {
		if yes {
			list = append(list, l)
		}
	}
	return list
}

// posts returns the locales that a seat observes from: the commander's, and those of its units that stand with the
// commander. Without a commander or couriers, all its units observe (§H10.3).
func (s *State) posts(seat int) []int {
	at, there := s.Seats[seat].At.Get()
	all := !there || !s.b.Options.Couriers
	var list []int
	if there {
		list = append(list, at)
	}
	for i := range s.Units {
		if u := &s.Units[i]; u.Seat == seat && u.onMap() && (all || s.isInVoiceRange(at, u.At.Locale)) {
			list = append(list, u.At.Locale)
		}
	}
	return list
}

// inSight returns the locales that a seat sees now (§H10.3).
func (s *State) inSight(seat int) []int { return s.b.withNeighbours(s.posts(seat)) }

// outlook returns a test for the locales that a seat sees: those of its commander and of the units beside them, and all
// their neighbours (§H10.3).
func outlook(d rules.Desk[*Battle]) func(string, board.Point) bool {
	if d.Battle.Options.Fog != fogSight {
		return nil
	}
	var posts []int
	o, turn, ok := d.Fact("sight.person", d.Seat)
	at := localeOf(d.Battle, o.Get("at"))
	there := ok && turn == d.Turn-1 && at >= 0
	if there {
		posts = append(posts, at)
	}
	for u, turn := range d.Facts("sight.unit") {
		if l := localeOf(d.Battle, u.Get("at")); u.Get("seat") == d.Seat && turn == d.Turn-1 && l >= 0 &&
			(!there || !d.Battle.Options.Couriers || l == at || d.Battle.passable(at, l)) {
			posts = append(posts, l)
		}
	}
	seen := d.Battle.withNeighbours(posts)
	return func(cell string, _ board.Point) bool { return slices.Contains(seen, d.Battle.locale(cell)) }
}

// localeOf returns the locale of a position such as `8` or `8/9`, or -1.
func localeOf(b *Battle, position string) int {
	id, _, _ := strings.Cut(position, "/")
	return b.locale(id)
}
