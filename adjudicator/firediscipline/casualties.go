package firediscipline

import (
	"cmp"
	"slices"
)

// Causes of casualties (section k).
const (
	byFire             = "fire"
	byMelee            = "melee"
	byMorale           = "morale"
	byInterpenetration = "interpenetration"
	byAttrition        = "attrition"
)

// loss is the casualties of one stand in a step.
type loss struct {
	standKey
	N   int
	ref string // the outcome that caused it
}

// toll is the casualties of a step, in id order of the stands.
type toll []loss

func (k standKey) compare(o standKey) int {
	return cmp.Or(cmp.Compare(k.U, o.U), cmp.Compare(k.I, o.I))
}

// add adds n casualties to a stand; ref is the outcome that caused them.
func (t *toll) add(k standKey, n int, ref string) {
	if n <= 0 {
		return
	}
	i, found := slices.BinarySearchFunc(*t, k, func(l loss, k standKey) int { return l.compare(k) })
	if found {
		(*t)[i].N += n
		return
	}
	*t = slices.Insert(*t, i, loss{k, n, ref})
}

func (t toll) stands() []standKey {
	keys := make([]standKey, len(t))
	for i := range t {
		keys[i] = t[i].standKey
	}
	return keys
}

// suffer marks a step's casualties as boxes of the units and castings of the stands. The refs in the toll then point to
// these outcomes (§1.5).
func (p *play) suffer(t toll, cause string) {
	for i := range t {
		l := &t[i]
		p.Because(l.ref, func() { l.ref = p.mark(l.U, l.I, l.N, cause) })
	}
}

// mark marks boxes of a unit: for casualties of stand i, or for another cause if i is [body]. A broken unit loses men
// but counts no boxes, so no totals are emitted (§5.11).
func (p *play) mark(n, i, by int, cause string) (ref string) {
	u := &p.s.Units[n]
	if i < 0 && u.Broken {
		return ""
	}
	stand := "-"
	if i >= 0 {
		stand = letter(i)
	}
	manned := i >= 0 && u.Arm == Guns && cause != byFire && u.Stands[i].Castings > 0
	fields := []any{"unit", u.ID, "by", by}
	if !u.Broken {
		fields = append(fields, "boxes", u.Boxes+by, "shatter", u.Shatter)
	}
	ref = p.Emit("boxes.marked", append(fields, "cause", cause, "stand", stand)...)
	if manned && u.Stands[i].Castings == 0 && u.Formation == Unlimbered {
		p.Emit("gun.decrewed", "unit", u.ID, "stand", letter(i))
	}
	return ref
}

// remove takes everything that the step destroyed out of play: stands without castings, units that are shattered or
// have no stand left, and batteries that cannot serve a gun (§1.5, §5.11, §6.65).
func (p *play) remove() {
	for n := range p.s.Units {
		if u := &p.s.Units[n]; u.fit() {
			p.removeStands(u)
			p.removeUnit(u)
		}
	}
}

// removeStands takes out stands without castings. Unlimbered sections without crew stay as abandoned guns (§1.5).
func (p *play) removeStands(u *Unit) {
	for i := range u.Stands {
		st := &u.Stands[i]
		if st.inPlay() && st.Castings <= 0 && u.Formation != Unlimbered && st.Captured.None() {
			p.Emit("stand.destroyed", "unit", u.ID, "stand", letter(i))
		}
	}
}

func (p *play) removeUnit(u *Unit) {
	switch {
	case u.Boxes >= u.Shatter && !u.Broken:
		p.shatter(u)
	case u.ranks()+u.out() == 0:
		p.Emit("unit.destroyed", "unit", u.ID)
	case u.Arm == Guns && !u.serviceable():
		p.EmitBy("6.65", "unit.destroyed", "unit", u.ID)
	}
}

// shatter removes a shattered unit; its guns fall to the enemy. With `shattered:
// withdraw` foot, horse and dragoons are broken instead and march off (§5.11).
func (p *play) shatter(u *Unit) {
	stays := p.b.Options.WithdrawShattered && u.Arm != Guns
	var sections []int
	for i := range u.Stands {
		if u.Arm == Guns && u.Stands[i].inPlay() {
			sections = append(sections, i)
		}
	}
	p.Emit("unit.shattered", "unit", u.ID, "removed", !stays)
	for _, i := range sections {
		p.loseGun(u, i, "5.11")
	}
}

// loseGun emits the capture of a section's guns, unless they are captured already.
func (p *play) loseGun(u *Unit, i int, clause string) {
	st := &u.Stands[i]
	if st.Guns > 0 && st.Captured.None() {
		p.EmitBy(clause, "gun.captured", "unit", u.ID, "stand", letter(i), "by", p.b.Sides[1-u.Side].ID, "guns", st.Guns)
	}
}

// serviceable reports whether the battery has an uncaptured section with guns and crew. The crew may be away (§6.65).
func (u *Unit) serviceable() bool {
	return slices.ContainsFunc(u.Stands, func(st Stand) bool {
		return st.inPlay() && st.Guns > 0 && st.Castings > 0 && st.Captured.None()
	})
}

// halfSpent reports whether more than half of the unit's boxes are marked.
func (u *Unit) halfSpent() bool { return 2*u.Boxes > u.Shatter }
