package activationchits

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/orders"
)

// Battle is a scenario as Setup read it. It never changes. Units, seats and
// sides are named by index in scenario order, where there may be none by
// adjudicator.Index; a seat and its leader have one index.
type Battle struct {
	rules.Roster
	Title string
	board.HexBoard
	Terrains []Terrain
	Kinds    []Kind
	Sides    [2]Side // as written (§3, §9)
	Posts    []Post  // the seats
	Units    []Troop
	Options  Options
	Tables   Tables
	Victory  Victory

	terrain []int8 // by hex
	cubes   []board.Cube
	next    [][6]int
	line    lines

	unitIDs, seatIDs, leaderIDs, sideIDs rules.IDs
	all                                  *speech         // all names: for orders that were accepted
	own, others                          []*orders.Names // by seat: its units and leader, and those of all others

	called []orders.Name // hexes by what they are called: the id is the hex
	sites  *orders.Names // these, and kinds of ground of which there is one hex: `the town`
}

// Side is one of the two forces.
type Side struct {
	ID    string
	Name  string `key:"name,name" doc:"as players write it"`
	South bool   `key:"home!,north|south=yes" doc:"the home edge"`
	Chits int    // -1: one for each unit on the board (§1)
	Order []int  // its seats, the chief first
}

// Post is a seat: a commander that a person plays, with his leader on the board.
type Post struct {
	ID     string
	Side   int
	Leader string // id
	At     int    `key:"at!,text" doc:"the hex where he stands"`
	Name   string `key:"name,name" doc:"as players write it"`
	Chief  bool   `key:"chief" doc:"commands the side"`
	ADC    int    // a turn
	Away   bool   `key:"status,on|away=yes" doc:"away: a casualty"` // he begins so
}

// Troop is a unit as the scenario describes it.
type Troop struct {
	ID, Name   string
	Seat, Side int
	*Kind
	At     int
	Facing Facing
	Start  Start
}

// Start is how a unit begins.
type Start struct {
	Blocks int
	Morale Morale `key:"morale,steady|shaken|broken"`
	Square bool   `key:"square"`
	Shots  int    `key:"shots,0..99,0" doc:"artillery"`
}

// Options are the rules that a scenario chooses (section c).
type Options struct {
	Fog          string   `key:"fog,seat|side|none" doc:"W1"`
	Sight        int      `key:"sight,1..30,6" doc:"hexes; G8"`
	Couriers     bool     `key:"couriers,,yes" doc:"Q3"`
	Pace         int      `key:"courier_pace,1..30,6" doc:"hexes a turn; Q3"`
	Letters      string   `key:"letters,courier|immediate|none" doc:"Q7"`
	ADC          int      `key:"adc,0..9,1" doc:"ADCs a turn of a wing commander"`
	ADCOfChief   int      `key:"adc_chief,0..9,2" doc:"ADCs a turn of a chief"`
	FlankFire    bool     `key:"flank_fire,,yes" doc:"17"`
	Breakthrough bool     `key:"breakthrough,,yes" doc:"A12"`
	AutoRally    bool     `key:"auto_rally,,yes" doc:"P8"`
	Bonus        bool     `key:"bonus,,yes" doc:"41"`
	BrokenLost   bool     `key:"broken_lost,,yes" doc:"33"`
	Ask          []string `key:"ask,square|retire|adc|bonus" doc:"decisions that are asked for"`
}

// Victory says how the battle is won (section l).
type Victory struct {
	Banners [2]int // 0: none
	Turns   int    // 0: none
	Hexes   []Prize
}

// Prize is a hex that is worth banners at the end of a turn.
type Prize struct {
	At, Banners int
	Side        adjudicator.Index // none: any
}

// chief is the seat that commands a side.
func (b *Battle) chief(side int) *Post { return &b.Posts[b.Sides[side].Order[0]] }

// siteName is what a hex is called, "" where it has no name.
//
// §G9
func (b *Battle) siteName(at int) string {
	if i := slices.IndexFunc(b.called, func(n orders.Name) bool { return n.ID == b.hexName(at) }); i >= 0 {
		return b.called[i].Name
	}
	return ""
}

// siteNames are the hexes that may be named: those that are called something, of a kind of ground the only one, and of
// two of a kind each by where it lies: `the western ford`.
//
// §G9
func (b *Battle) siteNames() *orders.Names {
	of := map[string][]int{} // the hexes of a kind of ground
	for i := range b.cubes {
		kind := b.terrainAt(i).Name
		of[kind] = append(of[kind], i)
	}
	list := slices.Clone(b.called)
	for i := range b.cubes {
		kind := b.terrainAt(i).Name
		said := []string{kind}
		if len(of[kind]) == 2 {
			said = b.ofTwo(i, of[kind][0]+of[kind][1]-i, kind)
		}
		if len(of[kind]) > 2 || said == nil {
			continue
		}
		at := slices.IndexFunc(list, func(n orders.Name) bool { return n.ID == b.hexName(i) })
		if at < 0 {
			list = append(list, orders.Name{ID: b.hexName(i), Name: said[0], Also: said[1:]})
		} else {
			list[at].Also = said
		}
	}
	return orders.NewNames(orders.NamesKind{Kind: "place", Want: "a hex", Unknown: badHex, Ambiguous: ambiguous}, list...)
}

// ofTwo is what one of two hexes of a kind of ground is called by where it lies from the other, if it lies farther one
// way than any other.
func (b *Battle) ofTwo(one, other int, kind string) []string {
	east, south := one%b.Columns-other%b.Columns, one/b.Columns-other/b.Columns
	way, wider := "", max(east, -east)-max(south, -south)
	switch {
	case wider > 0 && east > 0:
		way = "east"
	case wider > 0:
		way = "west"
	case wider < 0 && south > 0:
		way = "south"
	case wider < 0:
		way = "north"
	default:
		return nil
	}
	return []string{way + "ern " + kind, way + " " + kind}
}

// allround reports whether a unit of the kind in that ground has only a front.
//
// §G5
func (k *Kind) allround(g *Terrain) bool {
	return k.Arm == Infantry && g.AllRound || k.Woods && g.EntryFight == entryWoods
}
