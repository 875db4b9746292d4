package mapview

import (
	"encoding/json"
	"maps"
	"slices"

	lru "github.com/hashicorp/golang-lru/v2"

	"galloper/projections/mapview/canvas"
)

// land is all that the ground brings to a map: what is drawn of it, and what legend and labels must know. It never
// changes.
type land struct {
	base  *canvas.Base
	kinds legendKinds
	ground
}

// ground is what letters keep off, name or take their colour from.
type ground struct {
	names  []label
	taken  []rect       // what labels must keep off: symbols, and labels placed
	lines  []groundLine // lines of the ground that letters had better not lie on
	washes []washed
	sites  []rect
	stars  []starAt
	houses []rect
}

func (g ground) clone() ground {
	return ground{slices.Clone(g.names), slices.Clone(g.taken), slices.Clone(g.lines), slices.Clone(g.washes),
		slices.Clone(g.sites), slices.Clone(g.stars), slices.Clone(g.houses)}
}

// lands are those that were drawn last, by landKey: all maps of a game have one, and its games' one another's.
var lands, _ = lru.New[string, *land](6) // it fails only where it is to keep none

// survey draws the ground, or takes it as it was kept.
func (d *drawing) survey() {
	key := d.landKey()
	l, kept := lands.Get(key)
	if !kept {
		d.drawGround()
		l = &land{d.Base(), d.kinds, d.ground}
		lands.Add(key, l)
	}
	d.On(l.base)
	d.kinds, d.ground = l.kinds.clone(), l.ground.clone()
}

// landKey stands for all that the ground is drawn from.
func (d *drawing) landKey() string {
	var names []string
	for i := range d.g.Areas {
		names = append(names, d.nameOf(d.g.Areas[i].ID, d.g.Areas[i].Name))
	}
	for i := range d.g.Marks {
		names = append(names, d.nameOf(d.g.Marks[i].ID, d.g.Marks[i].Name))
	}
	key, err := json.Marshal([]any{d.g, names, d.sheet.Bare, d.sheet.Narrow})
	if err != nil {
		panic(err) // unreachable: they are numbers and texts
	}
	return string(key)
}

// clone is the same, to be added to.
func (k *legendKinds) clone() legendKinds {
	of := *k
	for _, list := range []*[]string{&of.areas, &of.lines, &of.points, &of.shapes, &of.states, &of.ways} {
		*list = slices.Clone(*list)
	}
	for _, list := range []*[]int{&of.sides, &of.aims, &of.holders} {
		*list = slices.Clone(*list)
	}
	of.rules = maps.Clone(of.rules)
	for look, kinds := range of.rules {
		of.rules[look] = slices.Clone(kinds)
	}
	return of
}
