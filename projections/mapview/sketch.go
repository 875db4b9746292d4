package mapview

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Sketch draws the picture in characters for a terminal, with a key below it: own troops in lower case, others in upper
// case, places as `1`, `2` … or by their numbers in orders, and signs for water, roads, woods and hills. It is columns
// wide and has the coordinates of orders at its edges; on a board of cells it shows each cell's name.
func (p *Picture) Sketch(columns int) string {
	if p.field.W <= 0 || p.field.H <= 0 {
		return ""
	}
	s := sketch{columns: columns, rows: max(int(float64(columns)*p.field.H/p.field.W/2), 8)}
	for range s.rows {
		s.grid = append(s.grid, []byte(strings.Repeat(" ", columns)))
	}
	land := s.lay(p.ground)
	for i := range p.spots {
		if spot := &p.spots[i]; spot.Kind == CellSpot {
			s.cell(&p.field, spot)
		}
	}
	s.name(p, PlaceSpot, "")
	s.name(p, OwnSpot, "abcdefghijklmnopqrstuvwxyz")
	s.name(p, OtherSpot, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	var b strings.Builder
	edge := "+" + strings.Repeat("-", columns) + "+\n"
	b.WriteString(edge)
	sides := s.sides(&p.field)
	for y, row := range s.grid {
		fmt.Fprintf(&b, "|%s%s\n", row, sides[y])
	}
	b.WriteString(s.ruler(&p.field) + "\n")
	for _, l := range append(s.key, land) {
		if l != "" {
			b.WriteString(l + "\n")
		}
	}
	return b.String()
}

// sketch is a character grid with its key.
type sketch struct {
	columns, rows int
	grid          [][]byte
	key           []string
}

// name draws the spots of a kind with letters, or places with their numbers if they have any. Spots for which no
// letter is left are drawn as `*`.
func (s *sketch) name(p *Picture, kind SpotKind, letters string) {
	var row, rest string
	labels := p.labels(kind, letters)
	for i := range p.spots {
		spot := &p.spots[i]
		switch label := labels[i]; label {
		case "":
			continue
		case "*":
			rest = "* others"
		default:
			row = s.entry(row, label+" "+spot.Title)
		}
		s.put(&p.field, spot, labels[i])
	}
	if rest != "" {
		row = s.entry(row, rest)
	}
	if row != "" {
		s.key = append(s.key, row)
	}
}

// labels returns the labels of the spots, "" for those of other kinds. Letters for troops come from their names, so
// that most stay the same from turn to turn.
func (p *Picture) labels(kind SpotKind, letters string) []string {
	labels := make([]string, len(p.spots))
	order := make([]int, 0, len(p.spots))
	for i := range p.spots {
		if p.spots[i].Kind == kind {
			order = append(order, i)
		}
	}
	if kind != PlaceSpot {
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p.spots[i].Name, p.spots[j].Name) })
	}
	places := 0
	for _, i := range order {
		spot := &p.spots[i]
		_, err := strconv.Atoi(spot.Name)
		switch {
		case kind == PlaceSpot && err == nil:
			labels[i] = spot.Name
		case kind == PlaceSpot && !p.isRepeated(i):
			places++
			labels[i] = strconv.Itoa(places)
		case kind == PlaceSpot:
		case letters == "":
			labels[i] = "*"
		default:
			at := max(strings.Index(letters, suiting(spot, letters)), 0)
			labels[i], letters = letters[at:at+1], letters[:at]+letters[at+1:]
		}
	}
	return labels
}

// suiting returns the remaining letter that suits a spot best: the first letter of its name in orders, a capital of
// its title, or the title's first letter; "" if none is left.
func suiting(s *Spot, left string) string {
	title := strings.TrimPrefix(strings.TrimPrefix(s.Title, "The "), "enemy ")
	capitals := strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return r
		}
		return -1
	}, title)
	if !strings.ContainsAny(s.Name, "0123456789") {
		capitals = s.Name[:min(1, len(s.Name))] + capitals
	}
	for _, r := range capitals + title {
		for _, l := range left {
			if unicode.ToLower(l) == unicode.ToLower(r) {
				return string(l)
			}
		}
	}
	return ""
}

// isRepeated reports whether a place with the same title came before, such as a house in a cell of the same name.
func (p *Picture) isRepeated(i int) bool {
	return slices.ContainsFunc(p.spots[:i], func(s Spot) bool {
		return s.Kind == PlaceSpot && s.Title == p.spots[i].Title
	})
}

// entry adds an entry to the row of the key, and starts a new row if it is full.
func (s *sketch) entry(row, text string) string {
	switch {
	case row == "":
		return text
	case len(row)+3+len(text) > s.columns:
		s.key = append(s.key, row)
		return text
	}
	return row + "   " + text
}

// cell writes a cell's name at the cell's lower edge, where troops in its middle do not hide it.
func (s *sketch) cell(f *Field, spot *Spot) {
	x := s.cellIndex((spot.X+spot.W/2-f.X)/f.W, s.columns)
	y := s.cellIndex((spot.Y+spot.H-f.Y)/f.H-.5/float64(s.rows), s.rows)
	copy(s.grid[y][x:], spot.Name)
}

// put writes a label at the spot's middle, or beside other labels there.
func (s *sketch) put(f *Field, spot *Spot, label string) {
	x := s.cellIndex((spot.X+spot.W/2-f.X)/f.W, s.columns)
	y := s.cellIndex((spot.Y+spot.H/2-f.Y)/f.H, s.rows)
	free := func(x, y int) bool {
		return x >= 0 && x+len(label) <= s.columns && y >= 0 && y < s.rows &&
			strings.Trim(string(s.grid[y][x:x+len(label)]), " "+inks) == ""
	}
	for away := range s.columns {
		for _, at := range [][2]int{{x + away, y}, {x - away, y}, {x, y + away}, {x, y - away}} {
			if free(at[0], at[1]) {
				copy(s.grid[at[1]][at[0]:], label)
				return
			}
		}
	}
}

// cellIndex returns the index of the cell that contains a fraction of the whole.
func (s *sketch) cellIndex(part float64, cells int) int {
	return min(max(int(part*float64(cells)), 0), cells-1)
}
