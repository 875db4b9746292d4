package story

import (
	"slices"

	"galloper/events"
)

// mostFights is how many fights a scene tells, so that a long day at one bridge is no list; where so many as
// idleFights are told, those that cost nobody anything are not.
const mostFights, idleFights = 5, 3

// dealt reports whether the node is what somebody did to somebody in a fight, both of them known.
func (n *node) dealt() bool {
	switch n.Kind {
	case events.SceneFire, events.SceneCharge, events.SceneMelee:
		return pair(n) != "" && len(n.says) > 0 && !n.Stands
	}
	return false
}

// suffered reports whether the node is what a fight did to a unit, and does not say whose doing it was.
func (n *node) suffered() bool {
	return len(n.by) > 0 && len(n.on) == 0 && (n.Kind == events.SceneLoss || n.Kind == events.SceneRout)
}

// causeOf is the fight from which a node follows, as the record says what followed from what; nil: the reader does not
// know of one.
func (t *teller) causeOf(i int) *node {
	for ref := t.nodes[i].Cause; ref != ""; {
		j, ok := t.byRef[ref]
		if !ok || j >= i {
			return nil
		}
		if i = j; t.nodes[i].dealt() {
			return &t.nodes[i]
		}
		ref = t.nodes[i].Cause
	}
	return nil
}

// apart reports whether what a unit lost to one is told apart from what it lost to another.
func (t *teller) apart() bool { return t.book.words.EachFight && t.sheet.Men == 0 }

// assailant is whose doing a loss was; "" where nobody knows, or where losses are counted in men, of whom a mail says
// all together.
func (t *teller) assailant(i int) string {
	if t.nodes[i].Loss == "" || !t.apart() {
		return ""
	}
	if fight := t.causeOf(i); fight != nil {
		return fight.by[0]
	}
	return ""
}

// fought adds the fights to what a scene tells by its weight: those from which what befell somebody followed, then
// those of the reader's own units, the ones that cost anybody something first.
func (t *teller) fought(chosen, beats []*beat) []*beat {
	if !t.book.words.EachFight {
		return chosen
	}
	for _, b := range slices.Clone(chosen) {
		if !b.suffered() {
			continue
		}
		for _, i := range []int{b.first, b.last} {
			if fight := t.causeOf(i); fight != nil && !tells(chosen, fight) {
				chosen = append(chosen, inBeats(beats, fight))
			}
		}
	}
	return t.ownFights(t.ownFights(chosen, beats, true, mostFights), beats, false, idleFights)
}

// ownFights adds fights of the reader's own units, as long as there are not too many.
func (t *teller) ownFights(chosen, beats []*beat, costly bool, limit int) []*beat {
	for _, b := range beats {
		if b.dealt() && b.costly() == costly && t.fightsIn(b) && !tells(chosen, b.node) && count(chosen) < limit {
			chosen = append(chosen, b)
		}
	}
	return chosen
}

// fightsIn reports whether a unit of the reader's own is in the fight.
func (t *teller) fightsIn(b *beat) bool {
	return slices.ContainsFunc(slices.Concat(b.by, b.on), t.mine)
}

// costly reports whether the fight was hand to hand, or hit anybody.
func (b *beat) costly() bool {
	return b.Kind != events.SceneFire || b.Hits != "" && b.count(b.Hits)+b.told > 0
}

// count is how many fights are among the beats.
func count(beats []*beat) (n int) {
	for _, b := range beats {
		if b.dealt() {
			n++
		}
	}
	return n
}

// tells reports whether one of the beats tells of the fight: of one hand to hand either its beginning or its end.
func tells(beats []*beat, fight *node) bool {
	return slices.ContainsFunc(beats, func(b *beat) bool { return b.of(fight) })
}

// inBeats is the beat that tells of the fight, that of its beginning where there are two.
func inBeats(beats []*beat, fight *node) *beat {
	if i := slices.IndexFunc(beats, func(b *beat) bool { return b.of(fight) }); i >= 0 {
		return beats[i]
	}
	return &beat{node: fight, fields: fight.Fields, n: 1}
}

// of reports whether the beat tells of the fight.
func (b *beat) of(fight *node) bool {
	if !b.dealt() || (b.Kind == events.SceneFire) != (fight.Kind == events.SceneFire) {
		return false
	}
	same := slices.Equal(b.by, fight.by) && slices.Equal(b.on, fight.on)
	return same || b.both && slices.Equal(b.by, fight.on) && slices.Equal(b.on, fight.by)
}
