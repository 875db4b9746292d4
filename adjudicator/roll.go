package adjudicator

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"galloper/events"
)

// Carry declares how units and officers come out of a battle and into the next one, by items of the state and keys of
// the scenario. The falls of officers are known from their tales.
type Carry struct {
	// Strength is the key of a unit for its strength, and the item of the same name.
	Strength string
	// Parts is the kind of things that a unit consists of (`stand`). The strength is their number, without those lost.
	// "": the item Strength has it.
	Parts string
	// Lost lists the items and values of a unit, or a part of it, that is lost: `status=gone|destroyed captured=*`.
	// `*` is any value but `-`.
	Lost string
	// Fate is the field of the outcome of a fall that says how it ended: `fate`; or the item of an officer that says so
	// at the end of the battle: `leader.status`. "": the dice of the next battle decide.
	Fate string
	// Fates translates its words to dead, captured, wounded or fit: `eliminated=dead|away=wounded`.
	Fates string
	// Options are options that the next battle must have: `campaign: yes`.
	Options string
	// Unharmed says that no officer is at risk in a battle. The dice of the next one then decide for those whose troops
	// lost half.
	Unharmed bool
}

// Fates of persons after a battle.
const (
	FateDead     = "dead"
	FateCaptured = "captured"
	FateWounded  = "wounded"
	FateFit      = "fit"
)

// strength is the strength of a unit. Units that are not counted have 1 while they are there.
type strength struct {
	n       int
	counted bool
}

// strengths returns the strength of each unit in the state.
func (c *Carry) strengths(s State) map[string]strength {
	all, gone := map[string]strength{}, map[string]bool{}
	s.Paths(func(path, value string) bool {
		kind, rest, _ := strings.Cut(path, ".")
		id, item, _ := strings.Cut(rest, ".")
		switch {
		case c.Parts != "" && kind == c.Parts:
			part, item, _ := strings.Cut(item, ".")
			unit := all[id]
			if part = id + "." + part; item == "status" {
				unit.n, unit.counted = unit.n+1, true
			}
			if !gone[part] && c.loses(item, value) {
				gone[part] = true
				unit.n--
			}
			all[id] = unit
		case c.Parts == "" && kind == "unit" && item == c.Strength:
			n, err := strconv.Atoi(value)
			if all[id] = (strength{n, true}); err != nil {
				all[id] = strength{1, false}
			}
		case c.Parts == "" && kind == "unit" && c.loses(item, value):
			gone[id] = true
		}
		return true
	})
	for _, id := range slices.Sorted(maps.Keys(all)) {
		if gone[id] {
			all[id] = strength{0, all[id].counted}
		}
	}
	return all
}

// loses reports whether a unit or part with the item's value is lost.
func (c *Carry) loses(item, value string) bool {
	for row := range strings.FieldsSeq(c.Lost) {
		name, words, _ := strings.Cut(row, "=")
		if name == item && (words == "*" && value != Nobody || slices.Contains(strings.Split(words, "|"), value)) {
			return true
		}
	}
	return false
}

// Roll returns the units after a battle, and the officers who fell in it. turns are the outcomes of its turns.
func (r *Ruleset) Roll(game string, sc Scenario, end State, turns [][]events.Outcome) (
	units []events.RollUnit, fell []events.RollOfficer) {
	stage, names := StageOf(sc), Names(sc)
	began, left := r.Carry.strengths(sc.Start()), r.Carry.strengths(end)
	for _, id := range slices.Sorted(maps.Keys(began)) {
		was := began[id]
		u := events.RollUnit{ID: id, Name: names(id), Side: stage.Sides[id], Seat: stage.Seats[id], Began: was.n,
			Left: min(left[id].n, was.n)}
		if u.Name == "" {
			u.Name = id
		}
		units = append(units, u)
	}
	times := map[string]int{}
	for _, outcomes := range turns {
		for i := range outcomes {
			o := &outcomes[i]
			tale, told := r.Words.Tales[o.Name]
			if !told || tale.Kind != events.SceneOfficer || tale.WeightOf(o) < fallen {
				continue
			}
			who := o.Get(tale.By)
			held := heldBy(&stage, names, who)
			f := events.RollOfficer{Who: who, Side: stage.Sides[who], Fate: r.fate(o, who, end), Game: game}
			if n := times[who]; n < len(held) {
				f.Name = held[n]
			}
			if f.Fate != FateFit && !strings.Contains(r.Carry.Fate, ".") { // else it is the same person each time
				times[who]++
			}
			if f.Name != "" && f.Fate != FateFit && !slices.Contains(fell, f) {
				fell = append(fell, f)
			}
		}
	}
	return units, fell
}

// fallen is the least weight of a tale about the loss of an officer.
const fallen = 100

// heldBy returns the persons who hold a post one after the other: the commander of a seat or unit, then the successors.
func heldBy(stage *events.Stage, names func(string) string, post string) []string {
	seat, officer := stage.Persons[post]
	switch {
	case !officer && stage.Seats[post] != "": // a unit: the scenario lists its first commander too
		return stage.Commanders[post]
	case !officer:
		seat = post
	}
	first := names(post)
	if first == "" {
		first = names(seat)
	}
	return append([]string{first}, stage.Commanders[seat]...)
}

// fate returns the fate of an officer in the words of rolls, or "" if the rules do not say.
func (r *Ruleset) fate(o *events.Outcome, who string, end State) string {
	word := o.Get(r.Carry.Fate)
	if kind, item, isItem := strings.Cut(r.Carry.Fate, "."); isItem {
		word, _ = Lookup(end, kind+"."+who+"."+item)
	}
	for row := range strings.SplitSeq(r.Carry.Fates, "|") {
		if from, to, ok := strings.Cut(row, "="); ok && from == word {
			return to
		}
	}
	return word
}
