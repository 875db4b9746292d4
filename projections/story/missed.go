package story

import (
	"slices"

	"galloper/events"
)

// missed are the units of the reader's side that are known to be out of play since this turn, and of whose end no
// outcome told: it came about where nobody saw it, and word of it came later.
func (t *teller) missed() (ids []string) {
	if t.side == "" {
		return nil
	}
	for i := range t.book.facts {
		l := &t.book.facts[i]
		if l.Role != events.RoleGone {
			continue
		}
		before := map[string]bool{}
		for f := range t.known.Before(l.Kind) {
			before[f.Subject] = true
		}
		for f := range t.known.Of(l.Kind) {
			if !before[f.Subject] && t.sheet.Sides[f.Subject] == t.side && !t.endTold(f.Subject) {
				ids = append(ids, f.Subject)
			}
		}
	}
	return ids
}

// endTold reports whether the reader was told, now or before, how the unit came to its end.
func (t *teller) endTold(id string) bool {
	for turn := range t.turn + 1 {
		for _, o := range t.diaryOf(turn) {
			if tale := t.book.tales[o.Name]; tale != nil && ends(&tale.Tale) && slices.Contains(t.who(o.Get(tale.By)), id) {
				return true
			}
		}
	}
	return false
}

// ends reports whether a tale is that of a unit that is out of play.
func ends(tale *events.Tale) bool {
	return tale.Kind == events.SceneLoss && tale.Weight >= 80 && tale.Loss == ""
}

// bereaves reports whether the scene tells of a unit of the reader's side that is out of play: that is told however
// much there is to tell.
func (t *teller) bereaves(c *Scene) bool {
	if c.end == nil {
		return c.Kind == events.SceneLoss
	}
	return t.side != "" && slices.ContainsFunc(c.chosen, func(b *beat) bool { return ends(&b.Tale) && t.own(b.by) })
}

// bereft are the scenes of those units: that they are lost, and what the reader heard of them last.
func (t *teller) bereft() (scenes []Scene) {
	for _, id := range t.missed() {
		t.again()
		text := sentence("word has come that " + t.name(id) + " are lost")
		if last := t.lastHeard(id); last != "" {
			text += " " + last
		}
		weight := 80
		if !t.mine(id) {
			weight = 60
		}
		t.again()
		t.brisk = true
		head := sentenceHead(t.name(id)) + " lost"
		t.brisk = false
		scenes = append(scenes, Scene{Kind: events.SceneLoss, Weight: weight, About: []string{id}, Text: text, head: head})
	}
	t.again()
	return scenes
}

// lastHeard says what the reader was told last of a unit of theirs that is lost.
func (t *teller) lastHeard(id string) string {
	for turn := t.turn; turn > 0; turn-- {
		diary := t.diaryOf(turn)
		for i := len(diary) - 1; i >= 0; i-- {
			tale := t.book.tales[diary[i].Name]
			if tale == nil {
				continue
			}
			by, on := t.who(diary[i].Get(tale.By)), t.who(diary[i].Get(tale.On))
			if !slices.Contains(by, id) && !slices.Contains(on, id) {
				continue
			}
			if how := t.plight(tale.Kind, slices.Contains(on, id), t.others(slices.Concat(by, on))); how != "" {
				return sentence("when last heard of, in turn " + itoa(turn) + ", they were " + how)
			}
		}
	}
	return "Nobody who has reported saw how."
}

// others are those of the ids that are not of the reader's side, by name.
func (t *teller) others(ids []string) string {
	var names []string
	for _, id := range ids {
		if t.sheet.Sides[id] != t.side && !slices.Contains(names, t.the(id)) {
			names = append(names, t.the(id))
		}
	}
	if names == nil {
		return "the enemy"
	}
	return list(names)
}

// plight is what a unit was in the midst of, or suffered, when it was told of last; "" where that does not matter.
func (t *teller) plight(kind events.Scene, suffers bool, enemy string) string {
	switch {
	case kind == events.SceneMelee:
		return "hand to hand with " + enemy
	case kind == events.SceneCharge && suffers:
		return "charged by " + enemy
	case kind == events.SceneCharge:
		return "charging " + enemy
	case kind == events.SceneRout:
		return "giving way"
	case kind == events.SceneFire && suffers:
		return "under the fire of " + enemy
	}
	return ""
}
