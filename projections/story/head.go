package story

import (
	"maps"
	"slices"
	"strings"

	"galloper/events"
)

const (
	quiet  = 15  // a turn whose greatest scene weighs less is quiet
	slight = 8   // a scene that weighs less is in the tables alone
	length = 190 // so many words of scenes are told; the rest is in the tables and on record
)

// arrange puts the scenes into the mail: the heaviest first, the others by sector, as long as there is room.
func (t *teller) arrange(s *Story, scenes []Scene) {
	if len(scenes) == 0 || scenes[0].Weight < quiet {
		s.Headline, s.Quiet = "Quiet", true
	}
	words := 0
	for i := range scenes {
		c := &scenes[i]
		if c.Weight < slight || words > length || s.Quiet && i > 1 {
			break
		}
		t.again()
		t.tell(c)
		if c.Text == "" {
			continue
		}
		words += len(strings.Fields(c.Text))
		switch {
		case len(s.Lead) == 0:
			s.Lead = append(s.Lead, *c)
			if !s.Quiet {
				s.Headline = t.headline(c)
			}
		case c.sector == "" || c.sector == scenes[0].sector && len(s.Lead) < 2:
			s.Lead = append(s.Lead, *c)
		default:
			s.toSector(c)
		}
	}
	if s.Quiet {
		t.approach(s)
	}
	slices.SortStableFunc(s.Sectors, func(a, b Sector) int { return b.Scenes[0].Weight - a.Scenes[0].Weight })
}

func (s *Story) toSector(c *Scene) {
	i := slices.IndexFunc(s.Sectors, func(x Sector) bool { return x.Name == c.sector })
	if i < 0 {
		i, s.Sectors = len(s.Sectors), append(s.Sectors, Sector{Name: c.sector})
	}
	s.Sectors[i].Scenes = append(s.Sectors[i].Scenes, *c)
}

// headline says in a few words what the heaviest scene ended in.
func (t *teller) headline(c *Scene) string {
	b := c.end
	t.again()
	tmpl := b.head
	switch {
	case b.Kind == events.ScenePlace && b.Get(b.Holder) != t.side,
		b.Kind != events.ScenePlace && !t.own(b.by) && b.Get(b.By) != t.side:
		tmpl = b.theirs
	}
	for _, id := range slices.Sorted(maps.Keys(t.short)) { // short names: a headline has no room
		t.said[id] = true
	}
	t.officer = b.Kind == events.SceneOfficer
	text := t.fill(tmpl, b.fields)
	t.officer = false
	t.again()
	if text == "" {
		text = strings.TrimSuffix(firstSentence(c.Text), ".")
	}
	return strings.TrimSuffix(sentence(text), ".")
}

func firstSentence(s string) string {
	first, _, _ := strings.Cut(s, ". ")
	return first
}

// approach tells a quiet turn how near the enemy is.
func (t *teller) approach(s *Story) {
	var one, other *unit
	gap := -1
	for _, e := range t.order {
		if e.role == events.RoleOwn || !e.placed || !e.fresh || t.gone[e.id] {
			continue
		}
		for _, u := range t.order {
			if u.role != events.RoleOwn || !u.placed || t.gone[u.id] {
				continue
			}
			if d := e.at.Distance(u.at); gap < 0 || d < gap {
				one, other, gap = u, e, d
			}
		}
	}
	if gap < 0 {
		s.Lead = append(s.Lead, Scene{Kind: events.SceneMarch, Text: "No foe is in sight."})
		return
	}
	if t.sheet.Ground.Unit == "" && other.cell != "" {
		text := sentence("The nearest enemy stands at " + t.where(other))
		s.Lead = append(s.Lead, Scene{Kind: events.SceneMarch, Text: text})
		return
	}
	text := "The nearest enemy, " + t.called(other) + ", stands " + t.gap(gap) + " from " + midSentence(t.brief(one.id))
	s.Lead = append(s.Lead, Scene{Kind: events.SceneMarch, Text: sentence(text)})
}

// gap says a distance on the board.
func (t *teller) gap(d int) string {
	switch t.sheet.Ground.Unit {
	case "yards":
		if yards(d) < 2 {
			return "a yard"
		}
		return itoa(yards(d)) + " yards"
	case "":
		return "not far"
	}
	n := (d + 50) / 100
	if n == 1 {
		return "an inch"
	}
	return itoa(n) + " " + t.sheet.Ground.Unit
}

// called is what the reader calls a unit that may have no name.
func (t *teller) called(u *unit) string {
	if u.role == events.RoleGuess || t.sheet.Sides[u.id] == "" {
		where := t.where(u)
		switch {
		case where == "" || where == t.inches(u):
			return t.unnamed(u)
		case u.cell != "":
			where = "at " + where
		}
		return t.unnamed(u) + " " + where
	}
	return midSentence(t.brief(u.id))
}

// unnamed is what a unit is called whose name the reader does not know: as orders can name it.
func (t *teller) unnamed(u *unit) string {
	switch {
	case u.role == events.RoleEnemy && u.id != "" && u.id != "?":
		return "enemy " + u.arm + " " + u.id
	case u.role == events.RoleGuess && u.line.Called != "":
		return t.fill(u.line.called, u.fact.Fields)
	}
	return "enemy " + u.arm
}

// lossLines says what the turn cost each side, as far as told.
func (t *teller) lossLines() []string {
	var ours, theirs []string
	for _, own := range []bool{true, false} {
		total := 0
		for _, id := range slices.Sorted(maps.Keys(t.lost)) {
			if t.sheet.Sides[id] != "" && (t.sheet.Sides[id] == t.side) == own {
				total += t.lost[id]
			}
		}
		var what []string
		if fell := t.men(total); fell != "" {
			what = append(what, fell+" men")
		}
		what = append(what, t.goneNow(own)...)
		if own {
			ours = what
		} else {
			theirs = what
		}
	}
	switch {
	case len(ours) == 0 && len(theirs) == 0:
		return nil
	case len(ours) == 0:
		ours = []string{"none"}
	case len(theirs) == 0:
		theirs = []string{"none that was seen"}
	}
	return []string{"ours " + list(ours), "theirs, as seen, " + list(theirs)}
}

// sided says `ours` and `theirs` for the ids of sides.
func (t *teller) sided(text string) string {
	words := strings.Split(text, " ")
	for i, w := range words {
		for _, e := range t.sheet.Ground.Sides {
			if w == e.Side && e.Side == t.side {
				words[i] = "ours"
			} else if w == e.Side {
				words[i] = "theirs"
			}
		}
	}
	return strings.Join(words, " ")
}

// goneNow are the units of a side that left play this turn.
func (t *teller) goneNow(own bool) (names []string) {
	for i := range t.nodes {
		n := &t.nodes[i]
		if n.Kind != events.SceneLoss || n.Weight < 80 || n.Loss != "" {
			continue
		}
		for _, id := range n.by {
			name := midSentence(t.brief(id))
			if (t.sheet.Sides[id] == t.side) == own && t.sheet.Sides[id] != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// score says how it stands: what the rules count, and the places that are worth something.
func (t *teller) score() (lines []string) {
	for i := range t.book.facts {
		l := &t.book.facts[i]
		if l.Role != events.RoleScore {
			continue
		}
		for f := range t.known.Of(l.Kind) {
			t.again()
			if said := t.fill(l.strength, f.Fields); said != "" {
				lines = append(lines, t.sided(said))
			}
		}
	}
	points := map[string]int{}
	held := map[string][]string{}
	for _, p := range t.sheet.Places {
		if side := t.held[p.ID].Side; side != "" && p.Points > 0 {
			points[side] += p.Points
			held[side] = append(held[side], nameOf(t.sheet.Names, p.ID)+" "+itoa(p.Points))
		}
	}
	if len(points) > 0 {
		ours, theirs := "", ""
		for _, e := range t.sheet.Ground.Sides {
			text := itoa(points[e.Side])
			if points[e.Side] > 0 {
				text += " (" + strings.Join(held[e.Side], ", ") + ")"
			}
			if e.Side == t.side {
				ours = text
			} else {
				theirs = text
			}
		}
		lines = append(lines, "places: ours "+ours+", theirs "+theirs)
	}
	return lines
}
