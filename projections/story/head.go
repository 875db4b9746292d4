package story

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"galloper/events"
	"galloper/projections/phrase"
)

const (
	quiet  = 15  // below this weight of its heaviest scene, a turn is quiet
	slight = 8   // below this weight, a scene appears in the tables only
	length = 130 // words of scenes in a mail; the rest is in the tables and on record
)

// arrange places the scenes in the mail, the heaviest first and the others by sector, while there is room.
func (t *teller) arrange(s *Story, scenes []Scene) {
	calm := len(s.Losses) == 0 && (len(scenes) == 0 || scenes[0].Weight < quiet)
	if calm {
		s.Headline = t.stir()
	}
	words := 0
	for i := range scenes {
		c := &scenes[i]
		far := !slices.ContainsFunc(c.chosen, t.near) && !t.bereaves(c)
		room := length
		if c.Kind == events.SceneMarch {
			room = length / 2
		}
		if far && (c.Weight < slight || words > room || calm && i > 1) {
			continue
		}
		if i > 0 && t.toDecide(c) || t.lockedIn(c) {
			continue
		}
		t.again()
		if c.end != nil {
			t.tell(c)
		}
		if c.Text == "" {
			continue
		}
		words += len(strings.Fields(c.Text))
		switch {
		case len(s.Lead) == 0:
			s.Lead = append(s.Lead, *c)
			s.Headline = cmp.Or(s.Headline, t.headline(c))
		case c.sector == "":
			s.Lead = append(s.Lead, *c)
		default:
			s.toSector(c)
		}
	}
	t.stillLocked(s)
	switch marched := func(n node) bool { return n.Kind == events.SceneMarch }; {
	case s.Headline != "":
	case !calm:
		s.Headline = "Men were lost"
		s.Lead = append(s.Lead, Scene{Kind: events.SceneLoss, Text: "It is not known in what fight."})
	case slices.ContainsFunc(t.nodes, marched):
		s.Headline = "On the march"
	default:
		s.Headline, s.Quiet = "Quiet", true
	}
	if calm && t.side != "" {
		t.approach(s)
	}
	slices.SortStableFunc(s.Sectors, func(a, b Sector) int { return b.Scenes[0].Weight - a.Scenes[0].Weight })
}

// toDecide reports whether the scene is a failed order of the reader's. It is listed among the decisions instead.
func (t *teller) toDecide(c *Scene) bool {
	e := c.end
	if e == nil || c.Kind != events.SceneOrder || len(e.by) != 1 || e.Why == "" {
		return false
	}
	return t.mine(e.by[0]) && !t.gone[e.by[0]] && t.fill(e.why, e.Fields) != ""
}

// lockedIn sets aside a melee without losses if its sector already has one. All of these are told in one sentence.
func (t *teller) lockedIn(c *Scene) bool {
	alone := len(c.chosen) == 1 && c.end.both && c.Kind == events.SceneMelee
	if !alone || t.lost[c.end.by[0]]+t.lost[c.end.on[0]] > 0 {
		return false
	}
	if t.fights == nil {
		t.fights = map[string][]*Scene{}
	}
	t.fights[c.sector] = append(t.fights[c.sector], c)
	return len(t.fights[c.sector]) > 1
}

// stillLocked tells the further melees of each sector.
func (t *teller) stillLocked(s *Story) {
	for _, sector := range slices.Sorted(maps.Keys(t.fights)) {
		more := t.fights[sector][1:]
		if len(more) == 0 {
			continue
		}
		t.again()
		all := Scene{Kind: events.SceneMelee, Weight: more[0].Weight, sector: sector}
		var pairs []string
		for _, c := range more {
			one, other := c.end.by[0], c.end.on[0]
			if t.own(c.end.on) {
				one, other = other, one
			}
			pairs = append(pairs, "between "+t.name(one)+" and "+t.name(other))
			all.Refs, all.About = append(all.Refs, c.Refs...), append(all.About, one, other)
		}
		all.Text = sentence("it was the same " + list(pairs))
		if sector == "" {
			s.Lead = append(s.Lead, all)
		} else {
			s.toSector(&all)
		}
	}
}

func (s *Story) toSector(c *Scene) {
	i := slices.IndexFunc(s.Sectors, func(x Sector) bool { return x.Name == c.sector })
	if i < 0 {
		i, s.Sectors = len(s.Sectors), append(s.Sectors, Sector{Name: c.sector})
	}
	s.Sectors[i].Scenes = append(s.Sectors[i].Scenes, *c)
}

// headline summarises the end of the heaviest scene in a few words.
func (t *teller) headline(c *Scene) string {
	b := c.end
	if b == nil {
		return c.head
	}
	t.again()
	tmpl := b.head
	switch {
	case t.side == "" && (b.Kind == events.SceneArmy || b.Kind == events.ScenePlace):
		tmpl = phrase.Template{} // neither side gained
	case t.side == "":
	case b.Kind == events.ScenePlace && b.Get(b.Holder) != t.side,
		b.Kind != events.ScenePlace && !t.own(b.by) && b.Get(b.By) != t.side:
		tmpl = b.theirs
	}
	for _, id := range slices.Sorted(maps.Keys(t.short)) { // a headline has room for short names only
		t.said[id] = true
	}
	t.mention(b)
	t.brisk = true
	text := t.impartial(gathered(t.fill(tmpl, b.fields)))
	if strings.HasPrefix(text, "you ") && len(b.says) > 0 { // the text may lack a verb, which `you` needs
		t.uttered = nil
		text = t.yours(t.fill(b.says[0], b.fields))
		text = text[:strings.IndexAny(text+";", ";:")]
	}
	t.mention(&beat{node: &node{tale: &tale{}}})
	t.brisk = false
	t.again()
	if text == "" || t.side == "" && partial.MatchString(text) {
		text = strings.TrimSuffix(firstSentence(c.Text), ".")
	}
	return strings.TrimSuffix(sentence(text), ".")
}

// partial matches a headline written from the viewpoint of one side.
var partial = regexp.MustCompile(`\b(us|ours?|we)\b`)

func firstSentence(s string) string {
	first, _, _ := strings.Cut(s, ". ")
	return first
}

// stir returns the headline of a turn without fights: the first order that failed, or how the enemy moved. It is "" if
// there is neither.
func (t *teller) stir() string {
	if failed := t.stuck(); len(failed) > 0 {
		head, _, _ := strings.Cut(strings.ReplaceAll(failed[0], ": ", " ("), " (")
		return strings.TrimSuffix(head, ".")
	}
	before := t.before()
	_, _, was := t.nearest(before, t.turn-1)
	_, other, gap := t.nearest(t.order, t.turn)
	moved := func(u *unit) bool {
		return t.sighted(u, t.turn) && !slices.ContainsFunc(before, func(b *unit) bool {
			return b.at == u.at && b.cell == u.cell && b.role != events.RoleOwn
		})
	}
	switch {
	case t.side == "" || !slices.ContainsFunc(t.order, moved):
		return ""
	case was < 0:
		return "The enemy in sight"
	case gap < was && moved(other):
		return "The enemy comes on"
	case gap > was:
		return "The enemy draws off"
	}
	return "The enemy moves"
}

// before returns the units as the reader knew them a turn ago.
func (t *teller) before() (units []*unit) {
	for i := range t.book.facts {
		l := &t.book.facts[i]
		if l.Role != events.RoleOwn && l.Role != events.RoleEnemy && l.Role != events.RoleGuess {
			continue
		}
		for f := range t.known.Before(l.Kind) {
			if !l.OutOfPlay(f.Get) {
				units = append(units, t.symbol(l, f))
			}
		}
	}
	return units
}

// sighted reports whether the unit is an enemy that was in sight at the end of the turn.
func (t *teller) sighted(u *unit, turn int) bool {
	return u.role != events.RoleOwn && (u.side != t.side || u.role == events.RoleGuess) && u.placed &&
		u.fact.Turn == turn && !t.gone[u.id]
}

// nearest returns the closest pair of a unit of the reader's side and an enemy in sight, and their distance. It is -1
// if there is no such pair.
func (t *teller) nearest(units []*unit, turn int) (one, other *unit, gap int) {
	gap = -1
	for _, e := range units {
		for _, u := range units {
			if u.role != events.RoleOwn || !u.placed || t.gone[u.id] || !t.sighted(e, turn) {
				continue
			}
			if d := e.at.Distance(u.at); gap < 0 || d < gap {
				one, other, gap = u, e, d
			}
		}
	}
	return one, other, gap
}

// approach adds to a turn without fights how near the enemy is.
func (t *teller) approach(s *Story) {
	one, other, gap := t.nearest(t.order, t.turn)
	text := "No foe is in sight"
	switch _, _, was := t.nearest(t.before(), t.turn-1); {
	case gap < 0:
	case t.sheet.Ground.Unit == "" && other.cell != "":
		text = "the nearest enemy stands at " + t.where(other)
	default:
		text = "the nearest enemy, " + t.called(other) + ", stands " + t.gap(gap) + " from " + t.the(one.id)
		if before := t.gap(was); was >= 0 && before != t.gap(gap) {
			text += "; a turn ago " + before + " lay between the lines"
		}
	}
	s.Lead = append(s.Lead, Scene{Kind: events.SceneMarch, Text: sentence(text)})
}

// gap returns a distance on the board in words.
func (t *teller) gap(d int) string {
	switch t.sheet.Ground.Unit {
	case "yards":
		if yards(d) < 2 {
			return "a yard"
		}
		return itoa(yards(d)) + " yards"
	case "":
		return t.steps(d)
	}
	n := (d + 50) / 100
	if n == 1 {
		return "an inch"
	}
	return itoa(n) + " " + t.sheet.Ground.Unit
}

// steps returns a distance on a board of cells in words.
func (t *teller) steps(d int) string {
	s := t.sheet.Ground.Step
	switch {
	case s.Size == 0:
		return "not far"
	case d < s.Size*3/2:
		return s.One
	}
	return number((d+s.Size/2)/s.Size) + " " + s.Many
}

// called returns the reader's name for a unit, which may be unidentified.
func (t *teller) called(u *unit) string {
	if t.nameless(u) {
		where := t.where(u)
		switch {
		case where == "" || where == t.inches(u):
			return t.unnamed(u) + t.maybe(u)
		case u.cell != "":
			where = "at " + where
		}
		return t.unnamed(u) + " " + where + t.maybe(u)
	}
	return t.the(u.id)
}

// maybe returns the likely identity of an unidentified unit: `, perhaps the Outguard`.
func (t *teller) maybe(u *unit) string {
	if u.perhaps == nil {
		return ""
	}
	return ", perhaps " + t.the(u.perhaps.id)
}

// unnamed returns a description of an unidentified unit that orders can refer to.
func (t *teller) unnamed(u *unit) string {
	switch {
	case u.role == events.RoleEnemy && u.id != "" && u.id != "?":
		return "enemy " + u.arm + " " + u.id
	case u.role == events.RoleGuess && u.line.Called != "":
		return t.fill(u.line.called, u.fact.Fields)
	}
	return "enemy " + u.arm
}
