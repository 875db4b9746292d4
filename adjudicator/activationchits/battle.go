package activationchits

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/orders"
)

// Battle is a scenario as read by Setup. It never changes. Units, seats and sides are referred to by index in
// scenario order, optional ones by adjudicator.Index. A seat and its leader have the same index.
type Battle struct {
	rules.Roster
	Title string
	board.HexBoard
	Terrains []Terrain
	Kinds    []Kind
	Sides    [2]Side // in scenario order, which counts (§3, §9)
	Posts    []Post  // seats
	Units    []Troop
	Options  Options
	Tables   Tables
	Victory  Victory

	terrain []int8 // by hex
	cubes   []board.Cube
	next    [][6]int
	line    lines

	unitIDs, seatIDs, leaderIDs, sideIDs rules.IDs
	all                                  *speech         // all names, for accepted orders
	own, others                          []*orders.Names // by seat: its own units and leader, and those of all others

	called []orders.Name // names of hexes; the ID is the hex
	sites  *orders.Names // called, and terrain of which there is only one hex: `the town`
}

// Side is one of the two forces.
type Side struct {
	ID    string
	Name  string `key:"name,name" doc:"as players write it"`
	South bool   `key:"home!,north|south=yes" doc:"the home edge"`
	Chits int    // -1: one for each unit on the board (§1)
	Order []int  // its seats, the chief first
}

// Post is a seat: a commander with a player and a leader on the board.
type Post struct {
	ID     string
	Side   int
	Leader string // leader's ID
	At     int    `key:"at!,text" doc:"the hex where he stands"`
	Name   string `key:"name,name" doc:"as players write it"`
	Chief  bool   `key:"chief" doc:"commands the side"`
	ADC    int    // aides-de-camp a turn
	Away   bool   `key:"status,on|away=yes" doc:"away: a casualty"` // away at the start
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

// Start is the state of a unit at the start.
type Start struct {
	Blocks int
	Morale Morale `key:"morale,steady|shaken|broken"`
	Square bool   `key:"square"`
	Shots  int    `key:"shots,0..99,0" doc:"artillery"`
}

// Options are the optional rules of a scenario (section c).
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

// Victory holds the victory conditions (section l).
type Victory struct {
	Banners [2]int // 0 for none
	Turns   int    // 0 for none
	Hexes   []Prize
}

// Prize is a hex that is worth banners at the end of a turn.
type Prize struct {
	At, Banners int
	Side        adjudicator.Index // none for either
}

func (b *Battle) chief(side int) *Post { return &b.Posts[b.Sides[side].Order[0]] }

// siteName returns the name of a hex, or "" (§G9).
func (b *Battle) siteName(at int) string {
	if i := slices.IndexFunc(b.called, func(n orders.Name) bool { return n.ID == b.hexName(at) }); i >= 0 {
		return b.called[i].Name
	}
	return ""
}

// siteNames returns the names of hexes: given names, terrain with only one hex, and for terrain
// with two hexes their relative position: `the western ford` (§G9).
func (b *Battle) siteNames() *orders.Names {
	of := map[string][]int{} // hexes by terrain
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

// ofTwo returns names for one of two hexes of the same terrain by its direction from the other, or nil if no
// direction dominates.
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

// allround reports whether units of the kind have only a front in that terrain (§G5).
func (k *Kind) allround(g *Terrain) bool {
	return k.Arm == Infantry && g.AllRound || k.Woods && g.EntryFight == entryWoods
}
