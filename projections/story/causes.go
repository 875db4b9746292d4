package story

import (
	"slices"

	"galloper/events"
)

// mostFights limits the fights told in a scene, so that a long day at one bridge does not become a list. From
// idleFights on, fights without losses are skipped.
const mostFights, idleFights = 5, 3

// dealt reports whether the node is a fight between two known parties.
func (n *node) dealt() bool {
	switch n.Kind {
	case events.SceneFire, events.SceneCharge, events.SceneMelee:
		return pair(n) != "" && len(n.says) > 0 && !n.Stands
	}
	return false
}

// suffered reports whether the node is the loss or rout of a unit, without a known cause.
func (n *node) suffered() bool {
	return len(n.by) > 0 && len(n.on) == 0 && (n.Kind == events.SceneLoss || n.Kind == events.SceneRout)
}

// causeOf follows the causes on record to the fight that led to a node. It returns nil if the reader knows no such
// fight.
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

// apart reports whether a unit's losses are told separately for each opponent.
func (t *teller) apart() bool { return t.book.words.EachFight && t.sheet.Men == 0 }

// assailant returns the unit that inflicted a loss. It is "" if unknown, or if losses are counted in men, which the
// mail reports as a total.
func (t *teller) assailant(i int) string {
	if t.nodes[i].Loss == "" || !t.apart() {
		return ""
	}
	if fight := t.causeOf(i); fight != nil {
		return fight.by[0]
	}
	return ""
}

// fought adds fights to the scenes' beats that were chosen by weight: first the fights that led to a loss or rout,
// then those of the reader's own units, costly ones first.
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

// ownFights adds fights of the reader's own units, up to the limit.
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

// costly reports whether the fight was hand to hand or scored a hit.
func (b *beat) costly() bool {
	return b.Kind != events.SceneFire || b.Hits != "" && b.count(b.Hits)+b.told > 0
}

// count returns the number of fights among the beats.
func count(beats []*beat) (n int) {
	for _, b := range beats {
		if b.dealt() {
			n++
		}
	}
	return n
}

// tells reports whether one of the beats is about the fight, or about the beginning or end of the melee.
func tells(beats []*beat, fight *node) bool {
	return slices.ContainsFunc(beats, func(b *beat) bool { return b.of(fight) })
}

// inBeats returns the first beat about the fight, or else makes one.
func inBeats(beats []*beat, fight *node) *beat {
	if i := slices.IndexFunc(beats, func(b *beat) bool { return b.of(fight) }); i >= 0 {
		return beats[i]
	}
	return &beat{node: fight, fields: fight.Fields, n: 1}
}

func (b *beat) of(fight *node) bool {
	if !b.dealt() || (b.Kind == events.SceneFire) != (fight.Kind == events.SceneFire) {
		return false
	}
	same := slices.Equal(b.by, fight.by) && slices.Equal(b.on, fight.on)
	return same || b.both && slices.Equal(b.by, fight.on) && slices.Equal(b.on, fight.by)
}
