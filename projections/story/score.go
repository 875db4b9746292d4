package story

import (
	"galloper/projections/knowledge"
	"maps"
	"slices"
	"strings"
)

// Stands returns the lines on the state of the battle: the score and the turn's losses.
func (s *Story) Stands() (lines []string) {
	if s.Score != "" {
		lines = append(lines, s.Score)
	}
	return append(lines, s.Toll()...)
}

// Toll returns the turn's losses and, in the last report, how the battle was decided.
func (s *Story) Toll() (lines []string) {
	if len(s.Losses) > 0 {
		lines = append(lines, "Losses: "+strings.Join(s.Losses, "; ")+".")
	}
	return append(lines, s.Ending...)
}

// lossLines returns the known losses of each side this turn.
func (t *teller) lossLines() []string {
	if t.side == "" {
		return t.bySide(func() string { return list(t.cost(true)) })
	}
	ours, theirs := t.cost(true), t.cost(false)
	switch {
	case len(ours) == 0 && len(theirs) == 0:
		return nil
	case len(ours) == 0:
		ours = []string{"none"}
	}
	none, seen := "none", ""
	if !t.seesAll() {
		none, seen = "none that was seen", ", as seen,"
	}
	if len(theirs) == 0 {
		return []string{"ours " + list(ours), "theirs " + none}
	}
	return []string{"ours " + list(ours), "theirs" + seen + " " + list(theirs)}
}

// seesAll reports whether the reader's knowledge is the umpire's, as in the last report.
func (t *teller) seesAll() bool { return t.known.Seat() == knowledge.Umpire }

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
	if n == 1 {
		return "a " + thing
	}
	return number(n) + " " + plural(n, thing)
}

// plural returns the word for n things: `companies`, `points of morale`.
func plural(n int, thing string) string {
	head, of, parted := strings.Cut(thing, " of ")
	stem, y := strings.CutSuffix(head, "y")
	switch {
	case n == 1:
		return thing
	case y:
		head = stem + "ies"
	default:
		head += "s"
	}
	if parted {
		return head + " of " + of
	}
	return head
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
