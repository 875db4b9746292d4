package orderdiscipline

import (
	"slices"

	"galloper/adjudicator/board"
	"galloper/events"
)

// Picture is what a general knows of the units (section i).
type Picture struct {
	Own    []Report   // by unit, of his side
	Foes   []Sighting // by unit, of the enemy: the latest
	Ghosts []spotted  // older sightings, of units that for all that he knows are others
	Count  int        // the greatest number of a sighting
}

// Report is how a unit was at the end of a turn.
type Report struct {
	Known     bool
	Turn      int
	At        board.Point
	Facing    int
	Formation Formation
	State     Condition
	Stands    int
	Orders    bool // it had standing movement orders
}

// Sighting is an enemy as he was seen last.
type Sighting struct {
	Number int  // in the order of first sight, from 1; 0 if there is none
	Named  bool // who it is has been made out
	Near   bool // this time it was near enough for that
	Report
}

func newPicture(units int) Picture {
	return Picture{Own: make([]Report, units), Foes: make([]Sighting, units)}
}

// report is the unit as it is.
func (s *State) report(u int) Report {
	n := &s.Units[u]
	return Report{Known: true, Turn: s.Turn, At: n.At, Facing: n.Facing, Formation: n.Formation, State: n.State,
		Stands: n.Stands, Orders: len(n.Standing[Movement]) > 0}
}

// reportFrom reads a fact back.
func reportFrom(o *events.Outcome) Report {
	return Report{Known: true, Turn: o.Int("turn"), At: pointOf(o), Facing: o.Int("facing"),
		Formation: Formation(max(slices.Index(formations[:], o.Get("formation")), 0)),
		State:     Condition(max(slices.Index(conditions[:], o.Get("state")), 0)),
		Stands:    o.Int("stands"), Orders: o.Get("orders") == "yes"}
}

// learnOwn keeps what a general knows of a unit of his side.
func (s *State) learnOwn(o *events.Outcome) {
	g, ok := s.b.seatIDs.Find(o.Get("seat")).Get()
	if !ok {
		return // the umpire keeps nothing
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

// learnEnemy keeps what a general has seen of the enemy. A unit with a new number
// leaves its old sighting behind.
func (s *State) learnEnemy(o *events.Outcome) {
	g, ok := s.b.seatIDs.Find(o.Get("seat")).Get()
	if !ok {
		return // the umpire keeps nothing
	}
	k, u := &s.Known[g], s.b.unitIDs.Must(o.Get("unit"))
	now := Sighting{o.Int("number"), o.Get("named") == "yes", o.Get("near") == "yes", reportFrom(o)}
	switch was := k.Foes[u]; {
	case now.Number < was.Number:
		return // the old sighting, told once more
	case was.Known && now.Number > was.Number:
		k.Ghosts = append(k.Ghosts, spotted{u, was})
	}
	k.Foes[u] = now
	k.Count = max(k.Count, now.Number)
}

// loseSight drops an old sighting. A unit that was named keeps its number.
func (s *State) loseSight(o *events.Outcome) {
	g, ok := s.b.seatIDs.Find(o.Get("seat")).Get()
	if !ok {
		return // the umpire keeps nothing
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
