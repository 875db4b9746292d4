package trial

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator/board"
	"galloper/adjudicator/oracle"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/offline"
	"galloper/projections/knowledge"
	"galloper/projections/mapview"
	"galloper/projections/phrase"
)

// eachMap draws the maps of each seat and the umpire after every so many turns of the battles, in each width.
func eachMap(m *Match, battles, every int, narrow []bool, look func(where string, p *mapview.Picture)) {
	seats := []string{knowledge.Umpire}
	for _, s := range m.Scenario.Seats() {
		seats = append(seats, s.ID)
	}
	for n := range battles {
		m.Told = func(s *offline.Session, turn int) {
			if turn%every != 0 {
				return
			}
			for _, seat := range seats {
				known := s.Known(seat).(*knowledge.Known)
				sheet := game.Sheet(m.Rules, m.Scenario, known)
				for _, sheet.Narrow = range narrow {
					pic := game.Draw(m.Rules, m.Scenario, known, sheet)
					look(fmt.Sprintf("battle-%d-turn-%d-%s", n, turn, seat), pic)
				}
			}
		}
		m.Play(n)
	}
}

// TestPictures writes the maps of one battle of each shipped scenario to the directory GALLOPER_PICTURES, to
// look at.
func TestPictures(t *testing.T) {
	dir := os.Getenv("GALLOPER_PICTURES")
	if dir == "" {
		t.Skip("GALLOPER_PICTURES names no directory")
	}
	for name, m := range shipped(t) {
		eachMap(m, 1, 1, []bool{os.Getenv("GALLOPER_NARROW") != ""}, func(where string, p *mapview.Picture) {
			data, err := p.PNG()
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, name+"-"+where+".png"), data, 0o644)
			}
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, name+"-"+where+".svg"), p.SVG(), 0o644)
			}
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}

// Maps label things by name rather than by the ids that orders use, so that they don't read like program input.
func TestNoIDIsANameOnAMap(t *testing.T) {
	t.Parallel()
	for name, m := range shipped(t) {
		m.Limit = 1
		m.Told = func(s *offline.Session, _ int) {
			known := s.Known(knowledge.Umpire).(*knowledge.Known)
			sheet := game.Sheet(m.Rules, m.Scenario, known)
			pic := game.Draw(m.Rules, m.Scenario, known, sheet)
			field := pic.Field()
			for at, text := range pic.Texts {
				legend := at.Y < pic.Height-field.Y-field.H
				if !legend && isID(text, m.Rules.Ground(m.Scenario), sheet.Names) {
					t.Errorf("%s: %q stands on the map", name, text)
				}
			}
		}
		m.Play(0)
	}
}

// isID reports whether a text begins with the id of a piece of terrain, or of anything that has a name.
func isID(text string, g board.Ground, names phrase.Names) bool {
	word, _, _ := strings.Cut(text, " ")
	if strings.ToLower(word) != word || strings.ToUpper(word) == word {
		return false // `Sauren`, the hex `C4`, or a number
	}
	if written := names(word); written != "" && !strings.HasPrefix(written, word) {
		return true
	}
	return slices.ContainsFunc(g.Areas, func(a board.Area) bool { return a.ID == text }) ||
		slices.ContainsFunc(g.Courses, func(c board.Course) bool { return c.ID == text }) ||
		slices.ContainsFunc(g.Marks, func(k board.Mark) bool { return k.ID == text })
}

// mapRun returns how many battles the map tests play, and how many turns there are between two maps. If
// GALLOPER_BATTLES asks for more than one battle, a map is drawn every turn.
func mapRun() (battles, every int) {
	if battles = oracle.Many(os.Getenv("GALLOPER_BATTLES"), 1); battles > 1 {
		return battles, 1
	}
	return battles, 4
}

// In staff battles of all shipped scenarios, no name on a map overlaps another or lies off the place that it
// names, and no map is too large for a page or a mail.
func TestNamesOnMaps(t *testing.T) {
	battles, every := mapRun()
	for name, m := range shipped(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			maps, faulty := 0, 0
			look := func(where string, p *mapview.Picture) {
				maps++
				if size := len(p.SVG()); size > 100_000 {
					t.Errorf("%s: %d bytes of SVG", where, size)
				}
				if strings.HasSuffix(where, knowledge.Umpire) { // sees the most
					data, err := p.PNG()
					if err != nil || len(data) > 70_000 {
						t.Errorf("%s: %d bytes of PNG, %v", where, len(data), err)
					}
				}
				faults := p.Faults()
				if len(faults) > 0 {
					faulty++
				}
				if len(faults) > 0 && faulty < 8 {
					t.Errorf("%s: %q", where, faults)
				}
			}
			eachMap(m, battles, every, []bool{false, true}, look)
			t.Logf("%d of %d maps have faults", faulty, maps)
		})
	}
}
