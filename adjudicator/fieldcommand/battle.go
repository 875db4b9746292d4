package fieldcommand

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/orders"
)

// Kind is the arm of a unit.
type Kind string

// The kinds of section b. For the reader of a mail, a face-down enemy block is Unknown.
const (
	Infantry  Kind = "infantry"
	Cavalry   Kind = "cavalry"
	Artillery Kind = "artillery"
	Unknown   Kind = ""
)

// kinds lists the kinds in order of priority between equals: infantry before cavalry (§8.2).
var kinds = []Kind{Infantry, Cavalry, Artillery}

// Position is a place where units stand: the reserve of a locale (Toward is -1), or the approach of that locale that
// faces another (§4.3.1).
type Position struct{ Locale, Toward int }

// Nowhere is the position of a unit that is not on the map.
var Nowhere = Position{-1, -1}

func reserveOf(locale int) Position { return Position{locale, -1} }

// Reserve reports whether the position is the reserve of a locale.
func (p Position) Reserve() bool { return p.Toward < 0 }

// Locale is an area about a mile across.
type Locale struct {
	ID        string
	Name      string  `key:"name,name" doc:"as players write it"`
	Terrain   string  `key:"terrain,open|hill|woods|town|swamp"`
	Capacity  int     `key:"capacity,1..99" doc:"by terrain"`
	Objective [2]bool // objective of that side (§10.1)
	Entry     [2]bool // entry of that side's reinforcements (§9.3)
	At        board.Point
	Placed    bool // the scenario gives At
}

// Boundary joins two locales by two opposing approaches (§H1.1).
type Boundary struct {
	Ends       [2]int // locales
	Width      [2]int // of the approach at each end
	Obstructed [2]bool
	Roads      []string // main, minor, railroad
	Restricted bool     `key:"restricted"`
	Impassable bool     `key:"impassable"`
}

func (b *Boundary) endAt(locale int) int {
	if b.Ends[0] == locale {
		return 0
	}
	return 1
}

// hasGoodRoad reports whether the boundary has a main road or a railroad bed (§8.6.4).
func (b *Boundary) hasGoodRoad() bool {
	return slices.Contains(b.Roads, "main") || slices.Contains(b.Roads, "railroad")
}

// Side is one of the two forces.
type Side struct {
	ID       string
	Name     string `key:"name,name" doc:"as players write it"`
	Morale   int    `key:"morale,1..99" doc:"5 and half of all SP"` // at the start (§H9.1)
	Groups   []Group
	Hand     []int `key:"hand,texts" doc:"the exact hand"`
	HandSet  bool
	Deck     []int `key:"deck,texts" doc:"the exact order of the draw pile, top first"`
	DeckSet  bool
	DeckName string `key:"cards,text,standard" doc:"the deck's name"`
	Cards    []Card // of the deck
	Army     int    // its army seat
}

// Group is a reinforcement group (§9.3).
type Group struct {
	Number int
	From   int   `key:"from,1..99,1" doc:"not before this round"`
	Entry  []int // locales; nil means every entry locale of the side
}

// Card is one line of a deck (§H8.2).
type Card struct {
	ID     string
	Name   string `key:"name,name" doc:"as players write it"`
	Count  int    `key:"count,1..99,1"`
	Effect string `key:"effect!,commands|assault|march|defence|rally|guns|steady|couriers" doc:"what it does"`
	Value  int    `key:"value,0..99,1"`
}

// Command is a seat as the scenario defines it.
type Command struct {
	ID       string
	Name     string `key:"name,name" doc:"as players write it"`
	Side     int
	Army     bool              `key:"role,army=yes|corps,corps" doc:"a side's only seat is army"`
	At       adjudicator.Index `key:"at,text" doc:"none; the locale of his person"`
	Commands int               `key:"commands,0..9" doc:"option commands"` // field commands a turn (§H3.1)
}

// Brigade is a unit as the scenario defines it.
type Brigade struct {
	ID        string
	Seat      int `key:"seat!,text" doc:"who commands it"`
	Side      int
	Kind      Kind     `key:"kind!,infantry|cavalry|artillery" doc:"what it is"`
	Strength  int      `key:"strength,0..99" doc:"infantry 3, cavalry 2, artillery none"`
	At        Position `key:"at,text" doc:"position; or group"`
	Group     int      `key:"group,1..99" doc:"reinforcement group; or at"`
	Name      string   `key:"name,name" doc:"as players write it"`
	Ranging   bool     `key:"ranging"`
	Up        bool     `key:"face,up=yes|down,down"`
	Disrupted bool     `key:"disrupted"`
}

// Options are the rules that a scenario chooses (section c).
type Options struct {
	Simultaneous        bool   `key:"turns,alternating|simultaneous=yes" doc:"H2"`
	FirstSide           string `key:"first,text" doc:"the first listed side; H2"`
	Commands            int    `key:"commands,0..9,3" doc:"H3.1"`
	Group               int    `key:"group,1..9,4" doc:"H3.2"`
	Cards               bool   `key:"cards,switch,yes" doc:"H8"`
	Hand                int    `key:"hand,0..99,3" doc:"H8.1"`
	Couriers            bool   `key:"couriers,switch,yes" doc:"H6.1"`
	Letters             string `key:"letters,courier|immediate|none"`
	Fog                 string `key:"fog,blocks|sight|open" doc:"H10"`
	AskAlways           bool   `key:"ask,never|always=yes" doc:"H5.4"`
	ObeySilent          bool   `key:"obey,silent=yes|never" doc:"H6.6"`
	Mobilize            int    `key:"mobilize,0..9,1" doc:"9.3; 0: no limit"`
	FightOn             bool   `key:"on_zero,end|fight=yes" doc:"13.3"`
	MarchNeedsRoad      bool   `key:"march_needs_road,,yes" doc:"8.6.4"`
	BombardKeepsRanging bool   `key:"bombard_keeps_ranging" doc:"8.3"`
	CavalryStorms       bool   `key:"cavalry_storms,,yes" doc:"8.2"`

	First int // index of the side FirstSide
}

// The values of the option fog.
const (
	fogBlocks = "blocks"
	fogSight  = "sight"
	fogOpen   = "open"
)

// Clock decides the game when its rounds are over (§H9.3).
type Clock struct {
	Rounds int               `key:"rounds,1..99,8"`
	By     string            `key:"clock,text,objectives" doc:"objectives, morale or a side"`
	Winner adjudicator.Index // the side that By names as the winner, else None
}

// The values of Clock.By other than a side.
const (
	byObjectives = "objectives"
	byMorale     = "morale"
)

// Battle is a scenario as Setup read it. It never changes.
//
// Its parts refer to each other by index, in scenario order; -1 means none. Units is the roster, and Locales are in map
// order.
type Battle struct {
	rules.Roster
	Title      string
	Locales    []Locale
	Boundaries []Boundary
	Graph      *board.Graph
	Sides      [2]Side
	Commands   []Command
	Units      []Brigade
	Options    Options
	Tables     Tables
	Clock      Clock

	places     rules.IDs       // locales
	speech     [2]*speech      // by side
	commanded  []*orders.Names // by seat
	near       [][]int         // neighbours of each locale, in map order
	spots      []Position      // all positions, in map order
	approaches []Position      // positions other than reserves
	spotOf     map[Position]int
}

// NameOf returns the written name of a locale, seat, unit, side or card, or "" if it has none.
func (b *Battle) NameOf(id string) string {
	if i, ok := b.places.Find(id).Get(); ok {
		return b.Locales[i].Name
	}
	if i, ok := b.Seat(id).Get(); ok {
		return b.Commands[i].Name
	}
	if from, to, ok := strings.Cut(id, "/"); ok {
		return b.approachName(from, to)
	}
	for i := range b.Units {
		if b.Units[i].ID == id {
			return b.Units[i].Name
		}
	}
	for i := range b.Sides {
		if b.Sides[i].ID == id {
			return b.Sides[i].Name
		}
		for j := range b.Sides[i].Cards {
			if b.Sides[i].Cards[j].ID == id {
				return b.Sides[i].Cards[j].Name
			}
		}
	}
	return ""
}

// approachName returns text such as `Seminary Ridge, facing Harker's Crossroads`.
func (b *Battle) approachName(from, to string) string {
	f, t := b.locale(from), b.locale(to)
	if f < 0 || t < 0 {
		return ""
	}
	return b.written(f) + ", facing " + b.written(t)
}

// written returns a locale's name, or its id if it has no name.
func (b *Battle) written(locale int) string {
	if name := b.Locales[locale].Name; name != "" {
		return name
	}
	return b.Locales[locale].ID
}

// locale returns the index of a locale by its id, or -1.
func (b *Battle) locale(id string) int { return b.places.Find(id).Or(-1) }

// boundary returns the boundary between two locales, or nil if they are not neighbours.
func (b *Battle) boundary(from, to int) *Boundary {
	if from < 0 || to < 0 {
		return nil
	}
	if e, ok := b.Graph.BorderOf(from, to); ok {
		return &b.Boundaries[e.Boundary]
	}
	return nil
}

// boundaryIndex returns the index of the boundary between two neighbours, or -1.
func (b *Battle) boundaryIndex(from, to int) int {
	if e, ok := b.Graph.BorderOf(from, to); ok {
		return e.Boundary
	}
	return -1
}

// passable reports whether two locales share a boundary that can be crossed (§4.3.1).
func (b *Battle) passable(from, to int) bool {
	e := b.boundary(from, to)
	return e != nil && !e.Impassable
}

// width returns the width of an approach (§H1.2).
func (b *Battle) width(from, to int) int {
	e := b.boundary(from, to)
	return e.Width[e.endAt(from)]
}

// obstructed reports whether an approach is obstructed (§H1.1).
func (b *Battle) obstructed(from, to int) bool {
	e := b.boundary(from, to)
	return e.Obstructed[e.endAt(from)]
}

// neighbours returns the locales that border a locale, in map order.
func (b *Battle) neighbours(locale int) []int { return b.near[locale] }

// survey lists neighbours and positions in map order. Each reserve comes before the approaches of its locale.
func (b *Battle) survey() {
	b.spotOf = map[Position]int{}
	for l := range b.Locales {
		var near []int
		for _, e := range b.Graph.Borders(l) {
			near = append(near, e.To)
		}
		slices.Sort(near)
		b.near = append(b.near, near)
		b.spots = append(b.spots, reserveOf(l))
		for _, n := range near {
			if b.passable(l, n) {
				b.spots = append(b.spots, Position{l, n})
				b.approaches = append(b.approaches, Position{l, n})
			}
		}
	}
	for i, p := range b.spots {
		b.spotOf[p] = i
	}
}

// group returns a side's reinforcement group by its number, or nil.
func (s *Side) group(number int) *Group {
	for i := range s.Groups {
		if s.Groups[i].Number == number {
			return &s.Groups[i]
		}
	}
	return nil
}

// entries returns the locales where a group of the side may enter (§9.3).
func (b *Battle) entries(g *Group, side int) (list []int) {
	if g.Entry != nil {
		return g.Entry
	}
	for l := range b.Locales {
		if b.Locales[l].Entry[side] {
			list = append(list, l)
		}
	}
	return list
}

// card returns the index of a card in the side's deck by its id, or -1.
func (s *Side) card(id string) int {
	return slices.IndexFunc(s.Cards, func(c Card) bool { return c.ID == id })
}

// localeText returns a locale's id, or `-` for a negative index.
func (b *Battle) localeText(locale int) string {
	if locale < 0 {
		return "-"
	}
	return b.Locales[locale].ID
}

// whereText returns a commander's locale id, or `-` if they are off the map.
func (b *Battle) whereText(locale adjudicator.Index) string { return b.localeText(locale.Or(-1)) }

// positionText returns a position as orders and outcomes write it: `L`, `L/M` or `-`.
func (b *Battle) positionText(p Position) string {
	if p.Locale < 0 {
		return "-"
	}
	if p.Reserve() {
		return b.Locales[p.Locale].ID
	}
	return b.Locales[p.Locale].ID + "/" + b.Locales[p.Toward].ID
}

// position parses a position as positionText writes it. ok is false if the map has no such position.
func (b *Battle) position(text string) (p Position, ok bool) {
	if text == "-" {
		return Nowhere, true
	}
	at, toward, approach := strings.Cut(text, "/")
	p = Position{b.locale(at), -1}
	if approach {
		p.Toward = b.locale(toward)
		return p, b.passable(p.Locale, p.Toward)
	}
	return p, p.Locale >= 0
}

func (b *Battle) localeTexts(locales []int) []string {
	return rules.Texts(locales, func(l int) string { return b.Locales[l].ID })
}

// Sizes in hundredths of the map's unit. Locales one unit apart are drawn as boxes.
const (
	boxWidth  = 68
	boxHeight = 50
	fringe    = 60
)

// mapOf returns the static map: each boundary with its road, and a bar at each obstructed approach. It shows each
// locale's id, as orders write it, beside its name.
func mapOf(b *Battle) board.Ground {
	g := board.Ground{Title: b.Title, CellsAreSites: true}
	at := b.layout()
	for i := range b.Locales {
		l := &b.Locales[i]
		kind := l.Terrain
		if kind == "open" {
			kind = ""
		}
		g.Cells = append(g.Cells, board.Cell{ID: l.ID, Name: l.Name, Kind: kind, At: at[i],
			Shape: board.BoxShape(at[i], boxWidth, boxHeight)})
		for side := range b.Sides {
			if l.Objective[side] {
				g.Marks = append(g.Marks, board.Mark{ID: l.ID, Kind: "objective",
					Side: b.Sides[side].ID,
					At:   board.Point{X: at[i].X + boxWidth/2, Y: at[i].Y + boxHeight/2}})
			}
		}
		if i == 0 {
			g.West, g.East, g.South, g.North = at[i].X, at[i].X, at[i].Y, at[i].Y
		}
		g.West, g.East = min(g.West, at[i].X-fringe), max(g.East, at[i].X+fringe)
		g.South, g.North = min(g.South, at[i].Y-fringe), max(g.North, at[i].Y+fringe)
	}
	for i := range b.Boundaries {
		g.Courses = append(g.Courses, b.courses(&b.Boundaries[i], at)...)
	}
	for i := range b.Sides {
		g.Sides = append(g.Sides, board.Edge{Side: b.Sides[i].ID, Name: b.Sides[i].Name})
	}
	return g
}

func (b *Battle) sideName(side int) string {
	if name := b.Sides[side].Name; name != "" {
		return name
	}
	return b.Sides[side].ID
}

// layout places the locales at their scenario coordinates, or else in rows in map order.
func (b *Battle) layout() []board.Point {
	columns := 1
	for columns*columns < len(b.Locales) {
		columns++
	}
	placed := true
	for i := range b.Locales {
		placed = placed && b.Locales[i].Placed
	}
	points := make([]board.Point, len(b.Locales))
	for i := range points {
		points[i] = b.Locales[i].At
		if !placed {
			points[i] = board.Point{X: i % columns * 100, Y: -(i / columns) * 100}
		}
	}
	return points
}

// courses returns the lines of a boundary: its road, and a bar before each obstructed approach.
func (b *Battle) courses(e *Boundary, at []board.Point) []board.Course {
	from, to := at[e.Ends[0]], at[e.Ends[1]]
	var list []board.Course
	kind := "link"
	switch {
	case e.Impassable:
		kind = "impassable"
	case e.Restricted:
		kind = "restricted"
	}
	if len(e.Roads) == 0 || e.Impassable || e.Restricted {
		list = append(list, board.Course{Kind: kind, At: []board.Point{from, to}})
	}
	for _, road := range e.Roads {
		name := map[string]string{"main": "road", "minor": "minor", "railroad": "railroad"}[road]
		list = append(list, board.Course{Kind: name, At: []board.Point{from, to}})
	}
	for i := range e.Obstructed {
		if e.Obstructed[i] {
			list = append(list, board.Course{Kind: "obstructed", At: bar(at[e.Ends[i]], at[e.Ends[1-i]])})
		}
	}
	return list
}

// bar returns a short line across the way between two locales, near the first.
func bar(from, to board.Point) []board.Point {
	dx, dy := to.X-from.X, to.Y-from.Y
	middle := board.Point{X: from.X + dx*2/5, Y: from.Y + dy*2/5}
	return []board.Point{{X: middle.X - dy/10, Y: middle.Y + dx/10}, {X: middle.X + dy/10, Y: middle.Y - dx/10}}
}
