package story

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"galloper/events"
	"galloper/projections/phrase"
)

// lossLines returns the known losses of each side this turn.
func (t *teller) lossLines() []string {
	if t.side == "" {
		return t.bySide(func() string { return list(t.cost(true)) })
	}
	ours, theirs := t.cost(true), t.cost(false)
	switch {
	case len(ours) == 0 && len(theirs) == 0:
		return nil
	case len(theirs) == 0:
		return []string{"ours " + list(ours), "theirs none that was seen"}
	case len(ours) == 0:
		ours = []string{"none"}
	}
	return []string{"ours " + list(ours), "theirs, as far as seen, " + list(theirs)}
}

// bySide collects what say returns for each side, for a reader without a side. Empty results are skipped.
func (t *teller) bySide(say func() string) (lines []string) {
	for _, e := range t.sheet.Ground.Sides {
		t.side = e.Side
		if said := say(); said != "" {
			lines = append(lines, theSide(nameOf(t.sheet.Names, e.Side))+" "+said)
		}
	}
	t.side = ""
	return lines
}

// cost lists a side's losses: men, or parts of units if the ruleset does not count men, and whole units.
func (t *teller) cost(own bool) (what []string) {
	total := 0
	for _, id := range slices.Sorted(maps.Keys(t.lost)) {
		if side := t.sheet.Sides[id]; side != "" && (side == t.side) == own || side == "" && !own {
			total += t.lost[id]
		}
	}
	switch fell := t.men(total); fell {
	case "":
		what = t.parts(own)
	case "one":
		what = []string{"one man"}
	default:
		what = []string{fell + " men"}
	}
	return append(what, t.goneNow(own)...)
}

// parts lists the companies, blocks and so on that a side lost.
func (t *teller) parts(own bool) (what []string) {
	lost := map[string]int{}
	for i := range t.nodes {
		n := &t.nodes[i]
		switch {
		case n.Part == "" || t.theirs(n) == own:
		case n.Get(n.Loss) != "":
			lost[n.Part] += n.Int(n.Loss)
		default:
			lost[n.Part]++
		}
	}
	for _, part := range slices.Sorted(maps.Keys(lost)) {
		what = append(what, several(lost[part], part))
	}
	return what
}

// several counts things: `a company`, `three companies`.
func several(n int, thing string) string {
	stem, y := strings.CutSuffix(thing, "y")
	switch {
	case n == 1:
		return "a " + thing
	case y:
		return number(n) + " " + stem + "ies"
	}
	return number(n) + " " + thing + "s"
}

// theirs reports whether an outcome happened to the enemy or to an unknown unit.
func (t *teller) theirs(n *node) bool {
	return len(n.by) > 0 && !t.own(n.by) || len(n.by) == 0 && n.Get(n.By) != ""
}

// goneNow names the units of a side that went out of play this turn.
func (t *teller) goneNow(own bool) (names []string) {
	unknown := 0
	for i := range t.nodes {
		n := &t.nodes[i]
		if !ends(&n.Tale) {
			continue
		}
		if len(n.by) == 0 && !own && n.Get(n.By) != "" {
			unknown++
		}
		for _, id := range n.by {
			name := t.wholeName(id)
			if (t.sheet.Sides[id] == t.side) == own && t.sheet.Sides[id] != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	for _, id := range t.missed() {
		if own {
			names = append(names, t.wholeName(id))
		}
	}
	switch {
	case unknown == 1:
		names = append(names, nameless)
	case unknown > 1:
		names = append(names, number(unknown)+" enemy units")
	}
	return names
}

// wholeName returns the full name of a unit for the list of losses.
func (t *teller) wholeName(id string) string {
	name := midSentence(nameOf(t.sheet.Names, id))
	if t.troops(id) && takesArticle(name) {
		name = "the " + strings.TrimPrefix(name, "the ")
	}
	return name
}

// sided replaces the ids of sides by `ours` and `theirs`, or by their names if the reader has no side.
func (t *teller) sided(text string) string {
	words := strings.Split(text, " ")
	for i, w := range words {
		for _, e := range t.sheet.Ground.Sides {
			switch {
			case w != e.Side:
			case t.side == "":
				words[i] = theSide(nameOf(t.sheet.Names, e.Side))
			case e.Side == t.side:
				words[i] = "ours"
			default:
				words[i] = "theirs"
			}
		}
	}
	return strings.Join(words, " ")
}

// score lists the scores that the ruleset counts, and the objectives with points.
func (t *teller) score() (lines []string) {
	for i := range t.book.facts {
		l := &t.book.facts[i]
		if l.Role != events.RoleScore {
			continue
		}
		for f := range t.known.Of(l.Kind) {
			t.again()
			if said := t.fill(l.strength, f.Fields); said != "" {
				lines = together(lines, t.sided(said))
			}
			t.lead(l, f.Fields)
		}
	}
	if counted := t.points(); counted != "" {
		lines = append(lines, t.sided(counted))
	}
	points := map[string]int{}
	held := map[string][]string{}
	for _, p := range t.sheet.Places {
		if side := t.held[p.ID].Side; side != "" && p.Points > 0 {
			points[side] += p.Points
			held[side] = append(held[side], nameOf(t.sheet.Names, p.ID)+" "+itoa(p.Points))
		}
	}
	if len(points) > 0 && t.ahead == nil && t.side == "" {
		t.ahead = points
	}
	if len(points) > 0 && t.side == "" {
		lines = append(lines, "places: "+strings.Join(t.bySide(func() string {
			if points[t.side] == 0 {
				return "0"
			}
			return itoa(points[t.side]) + " (" + strings.Join(held[t.side], ", ") + ")"
		}), ", "))
	} else if len(points) > 0 && t.ahead == nil {
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
		t.ahead = points
	} else if t.ahead == nil && len(lines) == 0 && t.turn > 0 && t.side != "" &&
		slices.ContainsFunc(t.sheet.Places, func(p events.Place) bool { return p.Points > 0 }) {
		lines, t.ahead = append(lines, "nobody is known to hold a place that counts"), points
	}
	if win := t.sheet.Goals; len(win) > 0 && len(lines) > 0 && t.side != "" {
		lines = append(lines, t.goals())
	}
	for i := range lines {
		lines[i] = oursLater.ReplaceAllString(lines[i], "ours $2, theirs $1")
	}
	return lines
}

// goals says how many points each side needs to win.
func (t *teller) goals() string {
	ours, theirs := t.sheet.Goals[t.side], 0
	for _, e := range t.sheet.Ground.Sides {
		if e.Side != t.side {
			theirs = t.sheet.Goals[e.Side]
		}
	}
	return "we win with " + itoa(ours) + ", they with " + itoa(theirs)
}

// oursLater matches a score that gives theirs first.
var oursLater = regexp.MustCompile(`theirs ([^,;]+), ours ([^,;]+)`)

// together adds a score to the lines, joined with the line before if that is the same score of the other side.
func together(lines []string, said string) []string {
	what, _, _ := strings.Cut(said, ": ")
	if n := len(lines); n > 0 && strings.HasPrefix(lines[n-1], what+": ") {
		lines[n-1] += ", " + strings.TrimPrefix(said, what+": ")
		return lines
	}
	return append(lines, said)
}

// lead records how far each side has come by a score.
func (t *teller) lead(l *factLine, fields []events.Field) {
	if l.Lead == "" {
		return
	}
	if t.ahead == nil {
		t.ahead = map[string]int{}
	}
	text := l.far.String(&phrase.Source{Fields: fields, Turn: t.turn})
	for one := range strings.SplitSeq(text, ", ") {
		side, figure, _ := strings.Cut(one, " ")
		n, err := share(figure)
		if err == nil && l.Less {
			t.ahead[side] = -n
		} else if err == nil {
			t.ahead[side] = n
		}
	}
}

// share parses a figure, or a fraction such as `12/28` in thousandths.
func share(figure string) (int, error) {
	left, of, parted := strings.Cut(figure, "/")
	n, err := strconv.Atoi(left)
	if whole, wrong := strconv.Atoi(of); parted && wrong == nil && whole > 0 {
		return n * 1000 / whole, err
	}
	return n, err
}

// points returns the final points of a battle that is over.
func (t *teller) points() string {
	var all []string
	for i := range t.nodes {
		n := &t.nodes[i]
		switch figure := n.Get(n.Points); {
		case n.Points == "" || figure == "":
		case n.Name != "" && strings.Contains(figure, ":"):
			all = append(all, strings.Split(strings.ReplaceAll(figure, ":", " "), ",")...)
		default:
			all = append(all, n.Get(n.By)+" "+figure)
		}
	}
	if len(all) == 0 {
		return ""
	}
	return "points: " + strings.Join(all, ", ")
}

// verdict says which side is ahead, or returns "" if the score does not decide it.
func (t *teller) verdict() string {
	if t.ahead == nil || t.side == "" || t.turn == 0 || t.over() {
		return ""
	}
	switch t.leader() {
	case t.side:
		return "We are ahead."
	case "":
		return "Neither side is ahead."
	}
	return "We are behind."
}

// leader returns the side that is ahead; "" if both are even.
func (t *teller) leader() (side string) {
	best := 0
	for i, e := range t.sheet.Ground.Sides {
		far := t.ahead[e.Side]
		if goal := t.sheet.Goals[e.Side]; goal > 0 {
			far = far * 1000 / goal
		}
		switch {
		case i == 0 || far > best:
			side, best = e.Side, far
		case far == best:
			side = ""
		}
	}
	return side
}
