package story

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"galloper/events"
)

// most is the largest number of units per side for which fights that share a unit still form one scene.
const most = 3

// scenes returns the turn's scenes, heaviest first.
func (t *teller) scenes() []Scene {
	t.join()
	var order []int
	members := map[int][]int{}
	for i := range t.nodes {
		if n := &t.nodes[i]; n.Kind == events.SceneMarch && (len(n.says) == 0 || t.over()) || n.Hand {
			continue
		}
		root := t.root(i)
		if members[root] == nil {
			order = append(order, root)
		}
		members[root] = append(members[root], i)
	}
	var scenes []Scene
	for _, root := range order {
		if s, ok := t.scene(members[root]); ok {
			scenes = append(scenes, s)
		}
	}
	scenes = append(scenes, t.occupied()...)
	scenes = append(scenes, t.bereft()...)
	slices.SortStableFunc(scenes, func(a, b Scene) int {
		return cmp.Or(cmp.Compare(t.rank(&b), t.rank(&a)), cmp.Compare(b.Weight, a.Weight),
			cmp.Compare(t.size(&b), t.size(&a)))
	})
	return scenes
}

// size orders scenes of equal weight: it returns the number of units that marched, or the points of a place that
// changed hands.
func (t *teller) size(s *Scene) (n int) {
	for _, b := range s.chosen {
		if s.Kind == events.SceneMarch {
			n += max(b.n, len(b.by))
		}
	}
	for _, p := range t.sheet.Places {
		if s.Kind == events.ScenePlace && slices.Contains(s.About, p.ID) {
			n += p.Points
		}
	}
	return n
}

// join groups the nodes of one fight: those with the same two opponents, those that cause each other, and those about
// a unit that is in the fight.
func (t *teller) join() {
	pairs, refs, last := map[string]int{}, t.byRef, map[string]int{}
	for i := range t.nodes {
		t.nodes[i].units = t.sides(&t.nodes[i])
	}
	for i := range t.nodes {
		n := &t.nodes[i]
		refs[n.Ref] = i
		if j, ok := refs[n.Cause]; ok && n.Cause != "" && t.fight(i) && t.fight(j) && t.fits(i, j) {
			t.unite(i, j)
		}
		if key := cmp.Or(pair(n), between(n), army(n), t.march(n)); key != "" {
			if j, ok := pairs[key]; ok {
				t.unite(i, j)
			} else {
				pairs[key] = i
			}
		}
		if j := before(n, last); j >= 0 && !elsewhere(n, &t.nodes[j]) {
			t.unite(i, j)
		}
		last[n.Name] = i
	}
	fights := map[string]int{} // by unit: the first fight that it was in
	for i := range t.nodes {
		if n := &t.nodes[i]; pair(n) != "" {
			for _, id := range slices.Concat(n.by, n.on) {
				if j, ok := fights[id]; !ok {
					fights[id] = i
				} else if t.fits(i, j) {
					t.unite(i, j)
				}
			}
		}
	}
	for i := range t.nodes {
		if n := &t.nodes[i]; pair(n) == "" && t.fight(i) {
			ids := n.by
			if len(ids) == 0 {
				ids = n.on // the units that caused it
			}
			for _, id := range ids {
				if j, ok := fights[id]; ok {
					t.unite(i, j)
				} else {
					fights[id] = i
				}
			}
		}
	}
}

// pair returns a key for two opponents, or "" if they are not both known.
func pair(n *node) string {
	if len(n.by) == 0 || len(n.on) == 0 {
		return ""
	}
	a, b := n.by[0], n.on[0]
	if a > b {
		a, b = b, a
	}
	return a + " " + b
}

// between returns a key for two places if an unknown unit at one acted against the other, as batteries do; otherwise
// "".
func between(n *node) string {
	from, to := n.Get(n.From), n.Get(n.Place)
	if n.By != "" || from == "" || to == "" {
		return ""
	}
	return min(from, to) + " " + max(from, to)
}

// before returns the last node that n follows according to its tale, or -1 if there is none.
func before(n *node, last map[string]int) int {
	latest := -1
	for name := range strings.FieldsSeq(n.After) {
		if j, ok := last[name]; ok {
			latest = max(latest, j)
		}
	}
	return latest
}

// elsewhere reports whether the two nodes have different places.
func elsewhere(a, b *node) bool {
	one, other := a.Get(a.Place), b.Get(b.Place)
	return one != "" && other != "" && one != other
}

// army returns a key for outcomes of a whole army, which are told once even if they repeat; otherwise "".
func army(n *node) string {
	if n.Kind != events.SceneArmy {
		return ""
	}
	return n.Name + " " + n.Get(n.By) + " " + n.Get(n.Place)
}

// march returns a key for the marches of a side to one place, and for all marches to the border between two places;
// otherwise "".
func (t *teller) march(n *node) string {
	to := strings.Split(n.Get(n.Place), "/")
	if n.Kind != events.SceneMarch || len(n.says) == 0 {
		return ""
	}
	if slices.Sort(to); len(to) == 1 {
		to = append(to, strconv.FormatBool(t.own(n.by)))
	}
	return strings.Join(to, " ")
}

// fight reports whether the node can be part of a fight.
func (t *teller) fight(i int) bool {
	switch t.nodes[i].Kind {
	case events.SceneMarch, events.SceneOrder, events.SceneArmy, events.ScenePlace, events.SceneOfficer:
		return false
	}
	return true
}

func (t *teller) root(i int) int {
	for t.nodes[i].scene != i {
		t.nodes[i].scene = t.nodes[t.nodes[i].scene].scene // path compression
		i = t.nodes[i].scene
	}
	return i
}

// unite merges the scenes of two nodes into the earlier one, with the units of both.
func (t *teller) unite(i, j int) {
	a, b := t.root(i), t.root(j)
	if a == b {
		return
	}
	first, second := &t.nodes[min(a, b)], &t.nodes[max(a, b)]
	second.scene = min(a, b)
	for side := range first.units {
		for _, id := range second.units[side] {
			if !slices.Contains(first.units[side], id) {
				first.units[side] = append(first.units[side], id)
			}
		}
	}
}

// fits reports whether the merged scene of two nodes would keep within the limit of units per side.
func (t *teller) fits(i, j int) bool {
	a, b := &t.nodes[t.root(i)], &t.nodes[t.root(j)]
	for side := range a.units {
		n := len(a.units[side])
		for _, id := range b.units[side] {
			if !slices.Contains(a.units[side], id) {
				n++
			}
		}
		if n > most {
			return false
		}
	}
	return true
}

// sides returns the units of a node without duplicates: the reader's side, then the others.
func (t *teller) sides(n *node) (units [2][]string) {
	for _, id := range slices.Concat(n.by, n.on) {
		side := 1
		if t.sheet.Sides[id] == t.side {
			side = 0
		}
		if !slices.Contains(units[side], id) {
			units[side] = append(units[side], id)
		}
	}
	return units
}

// beat merges outcomes of one kind between the same opponents.
type beat struct {
	*node
	first, last, n int
	weight         int
	fields         []events.Field
	both           bool // each did it to the other
	told           int  // hits by the opponent, if both
}

// beats merges the nodes of a scene into beats, in the order in which these began.
func (t *teller) beats(nodes []int) []*beat {
	var list []*beat
	index := map[string]*beat{}
	for _, i := range nodes {
		n := &t.nodes[i]
		w := t.weigh(n)
		if len(n.says) == 0 || w == 0 {
			continue
		}
		key := n.Name + " " + n.Get(n.By) + " " + n.Get(n.On) + " " + n.Get(n.Place)
		if len(n.by) > 0 {
			key = n.Name + " " + strings.Join(n.by, ",") + " " + strings.Join(n.on, ",") + " " + n.Get(n.Place) + " " +
				t.assailant(i)
		}
		b := index[key]
		if b == nil {
			b = &beat{node: n, first: i, fields: slices.Clone(n.Fields)}
			index[key], list = b, append(list, b)
		} else {
			b.add(n)
		}
		b.last, b.n, b.weight = i, b.n+1, max(b.weight, w)
	}
	return list
}

// add adds the figures of one more outcome.
func (b *beat) add(n *node) {
	summed := append(strings.Fields(n.Sum), n.Loss, n.Hits)
	for i := range b.fields {
		f := &b.fields[i]
		if f.Key != "" && slices.Contains(summed, f.Key) {
			f.Value = sum(f.Value, n.Get(f.Key))
		}
	}
}

// count returns a figure of the beat, or 0 if it is unknown.
func (b *beat) count(key string) int {
	o := events.Outcome{Fields: b.fields}
	return o.Int(key)
}

// weigh returns how much a node matters to the reader.
func (t *teller) weigh(n *node) int {
	w := n.WeightOf(n.Outcome)
	ids := n.by
	if len(ids) == 0 {
		ids = n.on
	}
	switch {
	case n.Kind == events.ScenePlace && n.Place != "" && t.held[n.Get(n.Place)].Since < t.turn:
		return w / 5 // they held it already
	case n.Kind == events.ScenePlace && n.Holder != "" && t.turn == 1 &&
		t.stoodAtFirst(n.Get(n.Place), t.side) == (n.Get(n.Holder) == t.side):
		return 0 // theirs from the opening, at the first count
	case n.Kind == events.SceneArmy || n.Kind == events.ScenePlace:
		return w
	case n.Kind == events.SceneFire && n.Hits != "" && n.Get(n.Hits) == "" && t.unhurt(n.on):
		return min(w, quiet-1) // its effect was not seen
	case slices.ContainsFunc(n.by, func(id string) bool { return t.seatOf(id) == t.reader }):
		return w * 2
	case len(ids) == 0 && n.Kind != events.SceneMarch:
		return w / 2
	case len(ids) > 0 && t.mine(ids[0]):
		return w
	case n.Kind == events.SceneOrder && (n.Why != "" || t.own(ids)):
		return w * 3 / 10 // orders of other seats, which get their own report
	case t.own(ids):
		return w * 7 / 10
	}
	return w * 9 / 10
}

// near reports whether the beat involves the unit that the reader is with.
func (t *teller) near(b *beat) bool {
	return t.with != "" && (slices.Contains(b.by, t.with) || slices.Contains(b.on, t.with))
}

// unhurt reports whether no loss of the units is known for this turn.
func (t *teller) unhurt(ids []string) bool {
	return !slices.ContainsFunc(ids, func(id string) bool { return t.lost[id] > 0 })
}

// scene makes a scene of the nodes, or returns false if there is nothing to tell.
func (t *teller) scene(nodes []int) (Scene, bool) {
	beats := t.alike(mirrored(t.beats(nodes)))
	if len(beats) == 0 || len(beats) == 1 && beats[0].ofNobody() {
		return Scene{}, false
	}
	byWeight := slices.Clone(beats)
	slices.SortStableFunc(byWeight, func(a, b *beat) int {
		return cmp.Or(cmp.Compare(t.foremost(b), t.foremost(a)), cmp.Compare(b.weight, a.weight),
			cmp.Compare(b.last, a.last))
	})
	end := byWeight[0]
	s := Scene{Kind: end.Kind, Weight: end.weight, end: end, sector: t.sectorOf(beats)}
	chosen := []*beat{end}
	for i, b := range byWeight[1:] {
		if i < 2 {
			s.Weight += b.weight / 4
		}
		bloody := b.Kind == events.SceneFire && b.Hits != "" && b.count(b.Hits) > 0
		told := slices.ContainsFunc(chosen, func(c *beat) bool {
			return c.Name == b.Name || c.Kind == b.Kind && slices.Equal(c.by, b.by)
		})
		toll := b.Kind == events.SceneLoss && t.own(b.by) && len(chosen) < 5 // each regiment's own losses
		if toll || t.near(b) || b.Kind == events.SceneMarch || len(chosen) < 3 && (b.weight >= 25 || bloody) && !told {
			chosen = append(chosen, b)
		}
	}
	for _, b := range chosen {
		if fight := origin(b, beats); fight != nil && !slices.Contains(chosen, fight) {
			chosen = append(chosen, fight) // however small its weight
		}
	}
	chosen = t.fought(chosen, beats)
	slices.SortFunc(chosen, func(a, b *beat) int { return cmp.Compare(a.first, b.first) })
	s.refer(chosen)
	s.chosen = chosen // told later, once its place in the mail is known
	return s, true
}

// rank puts scenes of greater rank first: what befell the whole army or the reader, then the loss of a unit of the
// reader's side, then all others.
func (t *teller) rank(s *Scene) int {
	switch {
	case s.Weight >= 190 || s.Kind == events.SceneArmy && s.Weight >= 95:
		return 2
	case t.bereaves(s):
		return 1
	}
	return 0
}

// foremost returns the weight of a beat that must be the headline of its scene, whatever else happened: the loss of a
// unit of the reader's side.
func (t *teller) foremost(b *beat) int {
	if t.side != "" && ends(&b.Tale) && t.own(b.by) || b.weight >= 190 {
		return b.weight
	}
	return 0
}

// origin returns the fight that caused the losses of b, or nil if it is unknown.
func origin(b *beat, beats []*beat) (fight *beat) {
	for _, f := range beats {
		if f.first < b.first && slices.Contains(strings.Fields(b.After), f.Name) {
			fight = f
		}
	}
	return fight
}

// ofNobody reports whether the beat is a melee result of which neither party is known.
func (b *beat) ofNobody() bool {
	return b.Kind == events.SceneMelee && len(b.by) == 0 && pair(b.node) == ""
}

// refer records the outcomes that the scene tells, and the ids they are about.
func (s *Scene) refer(chosen []*beat) {
	s.Refs = append(s.Refs, s.end.Ref)
	for _, b := range chosen {
		if b.Ref != s.end.Ref {
			s.Refs = append(s.Refs, b.Ref)
		}
		for _, id := range append(slices.Concat(b.by, b.on), b.Get(b.Place)) {
			if id != "" && !slices.Contains(s.About, id) {
				s.About = append(s.About, id)
			}
		}
	}
}

// mirrored merges two beats if the opponents did the same to each other.
func mirrored(beats []*beat) []*beat {
	var kept []*beat
	for _, b := range beats {
		twin := slices.IndexFunc(kept, func(k *beat) bool {
			return k.Name == b.Name && !k.both && len(k.by) == 1 && len(k.on) == 1 && len(b.by) == 1 && len(b.on) == 1 &&
				k.by[0] == b.on[0] && k.on[0] == b.by[0] && (k.Kind == events.SceneFire || k.Kind == events.SceneMelee)
		})
		if twin >= 0 {
			kept[twin].both, kept[twin].last = true, b.last
			kept[twin].told += b.count(b.Hits)
			continue
		}
		kept = append(kept, b)
	}
	return kept
}

// alike merges beats about the same misfortune of several units of a side: `nothing is left of A and B`. Losses are
// still told for each unit.
func (t *teller) alike(beats []*beat) []*beat {
	var kept []*beat
	for _, b := range beats {
		i := slices.IndexFunc(kept, func(k *beat) bool { return t.same(k, b) })
		if i < 0 {
			kept = append(kept, b)
			continue
		}
		k := kept[i]
		both := *k.node
		both.Outcome = &events.Outcome{Name: k.Name, Ref: k.Ref, Fields: slices.Clone(k.fields)}
		both.by = slices.Concat(k.by, b.by)
		for i := range both.Fields {
			if f := &both.Fields[i]; f.Key == k.By {
				f.Value += "," + b.Get(b.By)
			}
		}
		k.node, k.fields, k.last, k.weight = &both, both.Fields, b.last, max(k.weight, b.weight)
	}
	return kept
}

// same reports whether two beats differ only in their unit, and both units are of the same side.
func (t *teller) same(a, b *beat) bool {
	if a.Name != b.Name || a.On != "" || a.Loss != "" || a.n > 1 || b.n > 1 || t.own(a.by) != t.own(b.by) {
		return false
	}
	if a.Kind != events.SceneLoss && a.Kind != events.SceneRout && a.Kind != events.SceneMarch {
		return false
	}
	for _, f := range b.fields {
		if f.Key != b.By && slices.ContainsFunc(b.Says, func(s string) bool { return strings.Contains(s, "{"+f.Key) }) &&
			a.Get(f.Key) != f.Value {
			return false
		}
	}
	return true
}
