package mapview_test

import (
	"fmt"
	"math"
	"testing"

	"galloper/projections/mapview"
)

// Spots lie on the picture, and a unit on a table lies at its coordinates in the field.
func TestSpots(t *testing.T) {
	for name, p := range samples() {
		w, h := p.Size()
		kinds := map[mapview.SpotKind]int{}
		for _, s := range p.Spots() {
			kinds[s.Kind]++
			if s.Name == "" || s.Title == "" || s.X < -40 || s.Y < 0 || s.X+s.W > float64(w)+40 || s.Y+s.H > float64(h) ||
				s.W <= 0 || s.H <= 0 {
				t.Errorf("%s: %+v on a picture of %d by %d", name, s, w, h)
			}
		}
		if kinds[mapview.OwnSpot] == 0 || kinds[mapview.PlaceSpot]+kinds[mapview.CellSpot] == 0 {
			t.Errorf("%s: %v", name, kinds)
		}
		if f := p.Field(); f.W <= 0 || f.H <= 0 || f.East <= f.West || f.Y < 0 || f.Y+f.H > float64(h) {
			t.Errorf("%s: the field is %+v", name, f)
		}
	}
}

func TestSpotIsWhereItStands(t *testing.T) {
	p := samples()["table"]
	f, at := p.Field(), map[string]string{}
	for _, s := range p.Spots() {
		x := (s.X+s.W/2-f.X)/f.W*float64(f.East-f.West) + float64(f.West)
		y := float64(f.North) - (s.Y+s.H/2-f.Y)/f.H*float64(f.North-f.South)
		at[s.Name] = fmt.Sprintf("%.0f,%.0f", math.Round(x/20)*20, math.Round(y/20)*20)
	}
	if at["mill"] != "600,460" {
		t.Errorf("the mill stands at %s of %v", at["mill"], at)
	}
}
