package web

import (
	"encoding/json"
	"math"
	"net/http"

	"galloper/projections/mapview"
)

// pointing is the data that the script needs to make a map interactive.
type pointing struct {
	Width  int     `json:"width"`
	Height int     `json:"height"`
	Fold   int     `json:"fold"` // height without the legend
	Field  field   `json:"field"`
	Spots  []spot  `json:"spots"`
	Cells  [][]any `json:"cells,omitempty"` // id, x, y of the middle
}

type field struct {
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	W     float64 `json:"w"`
	H     float64 `json:"h"`
	West  int     `json:"west"`
	South int     `json:"south"`
	East  int     `json:"east"`
	North int     `json:"north"`
	Unit  string  `json:"unit,omitempty"`
}

type spot struct {
	Name  string  `json:"name"`
	Title string  `json:"title"`
	Kind  string  `json:"kind"`
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	W     float64 `json:"w"`
	H     float64 `json:"h"`
}

// mapJSON describes the clickable things on the map of mapSVG. It contains no more than that map shows.
func (s *Server) mapJSON(w http.ResponseWriter, r *http.Request, v *visit) error {
	pic, err := v.Table.Map(v.seat, v.turn, v.sideNamed(r.FormValue("side")), r.FormValue("narrow") != "")
	if err != nil {
		return err
	}
	if pic == nil {
		return noMap
	}
	return writePoints(w, pic)
}

func writePoints(w http.ResponseWriter, pic *mapview.Picture) error {
	body, err := json.Marshal(pointsOf(pic))
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "private, max-age=60")
	_, _ = w.Write(body) // the reader may be gone
	return nil
}

func pointsOf(pic *mapview.Picture) pointing {
	wide, high := pic.Size()
	f := pic.Field()
	p := pointing{Width: wide, Height: high, Fold: pic.Fold(), Spots: []spot{},
		Field: field{tenth(f.X), tenth(f.Y), tenth(f.W), tenth(f.H), f.West, f.South, f.East, f.North, f.Unit}}
	for _, s := range pic.Spots() {
		if s.Kind == mapview.CellSpot {
			p.Cells = append(p.Cells, []any{s.Name, tenth(s.X + s.W/2), tenth(s.Y + s.H/2)})
			continue
		}
		p.Spots = append(p.Spots,
			spot{s.Name, s.Title, string(s.Kind), tenth(s.X), tenth(s.Y), tenth(s.W), tenth(s.H)})
	}
	return p
}

func tenth(f float64) float64 { return math.Round(f*10) / 10 }
