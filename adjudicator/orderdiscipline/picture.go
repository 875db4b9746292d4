package orderdiscipline

import (
	"slices"

	"galloper/adjudicator/board"
	"galloper/events"
)

// Picture is a general's knowledge of the units (section i).
type Picture struct {
	Own    []Report   // by unit, friendly
	Foes   []Sighting // by unit, enemy: the latest sighting
	Ghosts []spotted  // older sightings of what may be other units, to the general's knowledge
	Count  int        // highest number of a sighting
}

// Report is the situation of a unit at the end of a turn.
type Report struct {
	Known     bool
	Turn      int
	At        board.Point
	Facing    int
	Formation Formation
	State     Condition
	Stands    int
	Orders    bool // it has standing movement orders
}

// Sighting is an enemy unit as last seen.
type Sighting struct {
	Number int  // in order of first sight, from 1; 0 for none
	Named  bool // the unit has been identified
	Near   bool // it was close enough for that this time
	Report
}

func newPicture(units int) Picture {
	return Picture{Own: make([]Report, units), Foes: make([]Sighting, units)}
}

// report returns a report of the unit's actual situation.
func (s *State) report(u int) Report {
	n := &s.Units[u]
	return Report{Known: true, Turn: s.Turn, At: n.At, Facing: n.Facing, Formation: n.Formation, State: n.State,
		Stands: n.Stands, Orders: len(n.Standing[Movement]) > 0}
}

// reportFrom reads a report back from a fact.
func reportFrom(o *events.Outcome) Report {
	return Report{Known: true, Turn: o.Int("turn"), At: pointOf(o), Facing: o.Int("facing"),
		Formation: Formation(max(slices.Index(formations[:], o.Get("formation")), 0)),
		State:     Condition(max(slices.Index(conditions[:], o.Get("state")), 0)),
		Stands:    o.Int("stands"), Orders: o.Get("orders") == "yes"}
}

// learnOwn stores a general's knowledge of a friendly unit.
func (s *State) learnOwn(o *events.Outcome) {
	g, ok := s.b.seatIDs.Find(o.Get("seat")).Get()
	if !ok {
		return // the umpire has no picture
	}
	r := reportFrom(o)
	switch o.Name {
	case "sight.gone":
		r.State = Gone
	case "sight.waiting":
		r.State = Waiting
	}
	s.Known[g].Own[s.b.unitIDs.Must(o.Get("unit"))] = r
}

// learnEnemy stores a general's sighting of the enemy. If the unit has a new number, its old sighting is kept
// among the ghosts.
func (s *State) learnEnemy(o *events.Outcome) {
	g, ok := s.b.seatIDs.Find(o.Get("seat")).Get()
	if !ok {
		return // the umpire has no picture
	}
	k, u := &s.Known[g], s.b.unitIDs.Must(o.Get("unit"))
	now := Sighting{o.Int("number"), o.Get("named") == "yes", o.Get("near") == "yes", reportFrom(o)}
	switch was := k.Foes[u]; {
	case now.Number < was.Number:
		return // an old sighting, repeated
	case was.Known && now.Number > was.Number:
		k.Ghosts = append(k.Ghosts, spotted{u, was})
	}
	k.Foes[u] = now
	k.Count = max(k.Count, now.Number)
}

// loseSight deletes a disproved sighting. An identified unit keeps its number.
func (s *State) loseSight(o *events.Outcome) {
	g, ok := s.b.seatIDs.Find(o.Get("seat")).Get()
	if !ok {
		return // the umpire has no picture
	}
	k, n := &s.Known[g], o.Int("number")
	k.Ghosts = slices.DeleteFunc(k.Ghosts, func(old spotted) bool { return old.Number == n })
	if f := &k.Foes[s.b.unitIDs.Must(o.Get("unit"))]; f.Number == n {
		f.Known = false
		if !f.Named {
			*f = Sighting{}
		}
	}
}
