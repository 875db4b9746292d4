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

// eachMap draws what each seat and the umpire know after every so many turns of a battle, in each of the widths.
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

// With GALLOPER_PICTURES=DIR the maps of a battle of each shipped scenario are written there, to be looked at.
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

// What orders name by an id stands on maps by a name, so that no map reads as a list of words for a program.
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

// isID reports whether a text begins with the id of a piece of ground, or of what has a name.
func isID(text string, g board.Ground, names phrase.Names) bool {
	word, _, _ := strings.Cut(text, " ")
	if strings.ToLower(word) != word || strings.ToUpper(word) == word {
		return false // `Sauren`, or the hex `C4`, or a number
	}
	if written := names(word); written != "" && !strings.HasPrefix(written, word) {
		return true
	}
	return slices.ContainsFunc(g.Areas, func(a board.Area) bool { return a.ID == text }) ||
		slices.ContainsFunc(g.Courses, func(c board.Course) bool { return c.ID == text }) ||
		slices.ContainsFunc(g.Marks, func(k board.Mark) bool { return k.ID == text })
}

// mapRun returns how many battles the tests of maps play, and after every how many turns they draw a map: every
// turn in a run that GALLOPER_BATTLES makes longer.
func mapRun() (battles, every int) {
	if battles = oracle.Many(os.Getenv("GALLOPER_BATTLES"), 1); battles > 1 {
		return battles, 1
	}
	return battles, 4
}

// No name on a map overlaps another or leaves the place that it names, and no map is larger than a page or a mail
// should carry, in battles of the staff in all shipped scenarios.
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
				if strings.HasSuffix(where, knowledge.Umpire) { // who sees most
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
