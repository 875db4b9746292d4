package rules

import (
	"fmt"
	"strings"

	"galloper/adjudicator/board"
	"galloper/adjudicator/scenario"
	"galloper/events"
)

// stageOf returns the stage known to all players. It reads the keys that all rulesets share: commanders, turns, clock,
// scale and briefings.
func stageOf(doc *scenario.Doc) events.Stage {
	s := events.Stage{Men: doc.Int("scale", 0), Sides: map[string]string{}, Seats: map[string]string{}}
	s.Persons = map[string]string{}
	for id, n := range doc.Each("seats") {
		s.Sides[id] = scenario.SideOf(id)
		if who := n.Text("officer", n.Text("leader", "")); who != "" {
			s.Persons[who], s.Sides[who] = id, s.Sides[id]
		}
	}
	for id, n := range doc.Each("officers") {
		s.Sides[id] = n.Text("side", "")
		if _, seated := s.Persons[id]; !seated {
			s.Persons[id] = ""
		}
	}
	for id, n := range doc.Each("units") {
		seat := n.Text("seat", n.Text("general", ""))
		s.Sides[id] = n.Text("side", scenario.SideOf(seat))
		if seat != "" {
			s.Seats[id] = seat
		}
	}
	if clock := doc.At("clock"); clock.Exists() {
		s.Clock.Start, _ = scenario.ReadHour(clock.Text("start", ""))
		s.Clock.Minutes = clock.Int("minutes", 0)
	}
	play := doc.At("play")
	s.Play = events.Play{Level: play.Text("level", ""), Minutes: play.Int("minutes", 0)}
	s.Commanders = commandersOf(doc)
	s.Briefing, s.Aims = lettersOf(doc, "briefing"), lettersOf(doc, "aims")
	return s
}

// tellEnd adds to the aims of all seats when the battle ends at the latest.
func tellEnd(doc *scenario.Doc, s *events.Stage) {
	if s.Turns == 0 {
		return
	}
	for seat := range doc.Each("seats") {
		s.Aims[seat] = append(s.Aims[seat], fmt.Sprintf("The battle ends after turn %d at the latest.", s.Turns))
	}
}

// commandersOf returns the names of the commanders of units and, in order of succession, of seats. It refuses other
// ids.
func commandersOf(doc *scenario.Doc) map[string][]string {
	names := map[string][]string{}
	for id, n := range doc.Each("commanders") {
		if !doc.At("units").Has(id) && !doc.At("seats").Has(id) {
			doc.RefuseName(n, "units", scenario.UnknownName, "a unit or a seat of this scenario; there is no %s", id)
		}
		names[id] = doc.At("commanders").Texts(id)
	}
	return names
}

// lettersOf returns the paragraphs of a key by seat: those for all, then those for the side, then its own. It refuses
// other recipients.
func lettersOf(doc *scenario.Doc, key string) map[string][]string {
	letters, read := map[string][]string{}, map[string]bool{"all": true}
	texts := doc.At(key)
	for seat := range doc.Each("seats") {
		for _, whom := range []string{"all", scenario.SideOf(seat), seat} {
			read[whom] = true
			if t := strings.TrimSpace(texts.Text(whom, "")); t != "" {
				letters[seat] = append(letters[seat], t)
			}
		}
	}
	for whom, n := range texts.Entries() {
		if !read[whom] {
			doc.RefuseName(n, "seats", scenario.UnknownName, "all, a side or a seat of this scenario; there is no %s", whom)
		}
	}
	return letters
}

// Uniform returns the key of a side for the colour of its troops on maps.
func Uniform() scenario.Key {
	return scenario.Opt("uniform", scenario.Word(board.Uniforms...), "the colour of its troops on maps; by its place")
}

func uniformsOf(doc *scenario.Doc) map[string]string {
	uniforms := map[string]string{}
	for id, n := range doc.Each("sides") {
		uniforms[id] = n.Text("uniform", "")
	}
	return uniforms
}
