package mapview

import (
	"encoding/json"
	"maps"
	"slices"

	lru "github.com/hashicorp/golang-lru/v2"

	"galloper/projections/mapview/canvas"
)

// land is the drawn terrain of a map, with the data that legend and labels need. It is immutable.
type land struct {
	base  *canvas.Base
	kinds legendKinds
	ground
}

// ground holds the parts of the terrain that labels name, avoid or take their colour from.
type ground struct {
	names  []label
	taken  []rect       // boxes that labels must avoid: symbols and placed labels
	lines  []groundLine // lines of the terrain that labels should avoid
	washes []washed
	sites  []rect
	stars  []starAt
	houses []rect
}

func (g ground) clone() ground {
	return ground{slices.Clone(g.names), slices.Clone(g.taken), slices.Clone(g.lines), slices.Clone(g.washes),
		slices.Clone(g.sites), slices.Clone(g.stars), slices.Clone(g.houses)}
}

// lands caches the most recent terrains by landKey. All maps of a game share one, and so do games of one scenario.
var lands, _ = lru.New[string, *land](6) // an error is only possible for a size below 1

// survey draws the terrain, or takes it from the cache.
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

// landKey returns a key for all inputs of the terrain.
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
		panic(err) // unreachable: the values are numbers and strings
	}
	return string(key)
}

// clone returns a deep copy that can be extended.
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
