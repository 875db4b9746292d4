package story

import (
	"slices"

	"galloper/events"
)

// missed returns the units of the reader's side that went out of play unseen: the reader learnt of it this turn, but
// no outcome told of their end.
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

// endTold reports whether the reader was ever told how the unit went out of play.
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

// ends reports whether the tale takes a unit out of play.
func ends(tale *events.Tale) bool {
	return tale.Kind == events.SceneLoss && tale.Weight >= 80 && tale.Loss == ""
}

// bereaves reports whether a unit of the reader's side goes out of play in the scene. Such a scene is always told,
// however long the mail.
func (t *teller) bereaves(c *Scene) bool {
	if c.end == nil {
		return c.Kind == events.SceneLoss
	}
	return slices.ContainsFunc(c.chosen, func(b *beat) bool { return t.side != "" && ends(&b.Tale) && t.own(b.by) })
}

// bereft returns a scene for each missed unit: its loss, and the last news of it.
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

// lastHeard describes the last news of a lost unit.
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

// others names the ids that are not of the reader's side.
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

// plight describes the situation of a unit in its last news; "" if it does not matter.
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
