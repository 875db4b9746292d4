package story

import (
	"maps"
	"slices"
	"strings"

	"galloper/events"
)

// Opening holds the parts that only the first mail has.
type Opening struct {
	Task   []string // the task, and the conditions of victory
	Roster []string // the other commanders, by side
}

// openWith tells the situation before turn 1: the briefing, or how near the enemy is.
func (t *teller) openWith(s *Story) {
	s.Headline, s.Quiet = "The situation", false
	s.Lead, s.Sectors, s.Losses = nil, nil, nil
	for _, text := range t.sheet.Briefing[t.reader] {
		s.Lead = append(s.Lead, Scene{Kind: events.SceneArmy, Text: strings.Join(strings.Fields(text), " ")})
	}
	if len(s.Lead) == 0 && t.side != "" {
		t.approach(s)
	}
	o := &Opening{}
	for _, text := range t.sheet.Aims[t.reader] {
		o.Task = append(o.Task, strings.Join(strings.Fields(text), " "))
	}
	for _, text := range []string{t.breaking(&s.Reckoning), t.goals(&s.Reckoning)} {
		if text != "" {
			o.Task = append(o.Task, text)
		}
	}
	for _, own := range []bool{true, false} {
		var names []string
		for _, id := range slices.Sorted(maps.Keys(t.sheet.Sides)) {
			seat := strings.HasPrefix(id, t.sheet.Sides[id]+".")
			if seat && id != t.reader && (t.sheet.Sides[id] == t.side) == own {
				names = append(names, midSentence(nameOf(t.sheet.Names, id))+" ("+id+")")
			}
		}
		switch {
		case len(names) == 0:
		case own:
			o.Roster = append(o.Roster, "With you: "+list(names)+".")
		default:
			o.Roster = append(o.Roster, "Opposite: "+list(names)+".")
		}
	}
	s.Opening = o
}
