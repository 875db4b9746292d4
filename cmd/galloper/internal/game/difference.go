package game

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/projections/knowledge"
	"galloper/projections/phrase"
)

// difference is the change from one result of a turn to another. Outcomes are compared by content: a number that
// shifted because of an earlier insertion is not a change.
type difference struct {
	lines   []string // `- …` before, `+ …` after, in the turn's order; then `~ …`: the state
	events  []change // the changed outcomes
	state   []stateChange
	same    int      // number of dice with the same result
	altered []string // names of dice with another result, newly rolled or no longer rolled
}

// compare returns the changes in the outcomes and in the resulting state.
func compare(was, is []events.Outcome, before, after adjudicator.State) difference {
	var d difference
	was, is = happenings(was), happenings(is)
	a, b := contents(was), contents(is)
	edit(a, b, func(mark byte, i int) {
		switch mark {
		case '-':
			d.lines = append(d.lines, "- "+was[i].Ref+" "+a[i])
			d.events = append(d.events, change{mark, &was[i]})
		case '+':
			d.lines = append(d.lines, "+ "+is[i].Ref+" "+b[i])
			d.events = append(d.events, change{mark, &is[i]})
		}
	})
	d.state = compareStates(before, after)
	for _, c := range d.state {
		d.lines = append(d.lines, c.String())
	}
	d.compareDice(was, is)
	return d
}

// DifferenceOf returns the changes from one draft of the current turn to another.
func DifferenceOf(g *Game, was, is []events.Outcome) difference {
	return compare(was, is, adjudicator.Replay(g.State, was), adjudicator.Replay(g.State, is))
}

// happenings removes the outcomes that only describe the state at the turn's end.
func happenings(outcomes []events.Outcome) []events.Outcome {
	return slices.DeleteFunc(slices.Clone(outcomes),
		func(o events.Outcome) bool { return strings.HasPrefix(o.Name, knowledge.Prefix) })
}

// compareStates returns the changes in the state at the turn's end, by the paths of SET.
func compareStates(before, after adjudicator.State) (changes []stateChange) {
	was := map[string]string{}
	before.Paths(func(path, value string) bool { was[path] = value; return true })
	after.Paths(func(path, value string) bool {
		old, ok := was[path]
		delete(was, path)
		if !ok || old != value {
			changes = append(changes, stateChange{path, cmp.Or(old, "-"), value})
		}
		return true
	})
	for _, path := range slices.Sorted(maps.Keys(was)) {
		changes = append(changes, stateChange{path: path})
	}
	slices.SortFunc(changes, func(a, b stateChange) int { return strings.Compare(a.path, b.path) })
	return changes
}

// change is an added ('+') or removed ('-') outcome.
type change struct {
	mark byte
	o    *events.Outcome
}

// stateChange is a changed item of the state; is is "" if it has gone.
type stateChange struct{ path, was, is string }

// String formats the change with the path of SET.
func (c stateChange) String() string {
	if c.is == "" {
		return "~ " + c.path + ": is gone"
	}
	return "~ " + c.path + ": " + c.was + ", now " + c.is
}

func contents(outcomes []events.Outcome) []string {
	out := make([]string, len(outcomes))
	for i := range outcomes {
		out[i] = outcomes[i].String()
	}
	return out
}

func (d *difference) compareDice(was, is []events.Outcome) {
	before, after := Shown(was), Shown(is)
	for _, name := range DiceOf(was) {
		if before[name] == after[name] {
			d.same++
		} else {
			d.altered = append(d.altered, name)
		}
	}
	for _, name := range DiceOf(is) {
		if _, ok := before[name]; !ok {
			d.altered = append(d.altered, name)
		}
	}
}

// Shown returns the value of each die, by name.
func Shown(outcomes []events.Outcome) map[string]string {
	values := map[string]string{}
	for i := range outcomes {
		for _, die := range outcomes[i].Dice {
			values[die.Name] = fmt.Sprintf("%s=%d", die.Die, die.Value)
		}
	}
	return values
}

// mostChanged limits the lines shown to a person.
const mostChanged = 80

// Text formats the difference for an umpire: the changed events in the ruleset's words, then the changes of each unit
// and courier.
func (d difference) Text(s *Narrator) string {
	p := &prose.Text{}
	if len(d.lines) == 0 {
		p.Para("Nothing has changed.")
		return p.String()
	}
	var lines []string
	for _, c := range s.reworded(d.events) {
		lines = append(lines, fmt.Sprintf("%c %s %s", c.mark, c.o.Ref, phrase.Impersonal(s.describe(c.o))))
	}
	lines = append(lines, s.standings(d.state)...)
	if len(lines) == 0 {
		p.Line("Nothing that happened reads otherwise.")
	}
	for _, l := range lines[:min(len(lines), mostChanged)] {
		p.Line("%s", prose.Wrap(l, prose.TextColumns, "    "))
	}
	if more := len(lines) - mostChanged; more > 0 {
		p.Line("… and %d more", more)
	}
	p.Gap()
	p.Para("%s as before; changed, new or gone: %s.", fell(d.same), listOr(d.altered, "none"))
	return p.String()
}

// reworded drops pairs of removed and added outcomes with the same words, because a person would see no difference.
func (s *Narrator) reworded(changes []change) (kept []change) {
	came := map[string][]int{}
	for i, c := range changes {
		if c.mark == '+' {
			came[s.describe(c.o)] = append(came[s.describe(c.o)], i)
		}
	}
	alike := make([]bool, len(changes))
	for i, c := range changes {
		if at := came[s.describe(c.o)]; c.mark == '-' && len(at) > 0 {
			alike[i], alike[at[0]], came[s.describe(c.o)] = true, true, at[1:]
		}
	}
	for i, c := range changes {
		if !alike[i] {
			kept = append(kept, c)
		}
	}
	return kept
}

// mostItems limits the items told about one thing.
const mostItems = 8

// standings describes the changes of the state, one line for each thing.
func (s *Narrator) standings(changes []stateChange) (lines []string) {
	for len(changes) > 0 {
		thing := thingOf(changes[0].path)
		n := 1
		for n < len(changes) && thingOf(changes[n].path) == thing {
			n++
		}
		var items []string
		for _, c := range changes[:min(n, mostItems)] {
			items = append(items, s.item(thing, c))
		}
		if n > mostItems {
			items = append(items, fmt.Sprintf("and %d others", n-mostItems))
		}
		lines = append(lines, "~ "+s.called(thing)+": "+strings.Join(items, "; "))
		changes = changes[n:]
	}
	return lines
}

// thingOf returns the subject of a path in the state: `unit.picardie` for `unit.picardie.boxes`. The last part names
// the item; ids of dispatches contain dots.
func thingOf(path string) string {
	parts := strings.Split(path, ".")
	if len(parts) < 3 {
		return parts[0]
	}
	if parts[0] == "dispatch" {
		return path[:strings.LastIndexByte(path, '.')]
	}
	return parts[0] + "." + parts[1]
}

// called returns a thing's name with the start of its paths.
func (s *Narrator) called(thing string) string {
	_, id, ok := strings.Cut(thing, ".")
	if name := s.game.NameOf(id); ok && name != "" && name != id {
		return name + " (" + thing + ")"
	}
	return thing
}

func (s *Narrator) item(thing string, c stateChange) string {
	name := strings.TrimPrefix(strings.TrimPrefix(c.path, thing), ".")
	switch {
	case c.is == "":
		return name + " is gone"
	case isPlace(name):
		return name + " " + hundredths(c.was) + ", now " + hundredths(c.is)
	}
	return name + " " + c.was + ", now " + c.is
}

// isPlace reports whether an item is a coordinate, which states keep in hundredths of a yard or inch.
func isPlace(name string) bool {
	return name == "x" || name == "y" || strings.HasSuffix(name, ".x") || strings.HasSuffix(name, ".y")
}

// hundredths formats a number of hundredths: `820`, `760.01`.
func hundredths(text string) string {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return text
	}
	if n%100 == 0 {
		return strconv.Itoa(n / 100)
	}
	return fmt.Sprintf("%d.%02d", n/100, n%100)
}

func fell(n int) string {
	if n == 1 {
		return "1 die fell"
	}
	return fmt.Sprintf("%d dice fell", n)
}

func listOr(names []string, none string) string {
	if len(names) == 0 {
		return none
	}
	return strings.Join(names, ", ")
}

// edit walks from one list to another along a longest common subsequence. mark is '-' for a line of a that is removed,
// '+' for an added line of b, and '=' for a line of a that stays.
func edit(a, b []string, each func(mark byte, i int)) {
	head := 0
	for head < min(len(a), len(b)) && a[head] == b[head] {
		each('=', head)
		head++
	}
	tail := 0
	for tail < min(len(a), len(b))-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	editMiddle(a[head:len(a)-tail], b[head:len(b)-tail], func(mark byte, i int) { each(mark, head+i) })
	for i := len(a) - tail; i < len(a); i++ {
		each('=', i)
	}
}

func editMiddle(a, b []string, each func(mark byte, i int)) {
	longest := make([][]int32, len(a)+1) // of the common subsequences of a[i:] and b[j:]
	for i := range longest {
		longest[i] = make([]int32, len(b)+1)
	}
	for i := range slices.Backward(a) {
		for j := range slices.Backward(b) {
			if a[i] == b[j] {
				longest[i][j] = longest[i+1][j+1] + 1
			} else {
				longest[i][j] = max(longest[i+1][j], longest[i][j+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			each('=', i)
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && longest[i+1][j] >= longest[i][j+1]:
			each('-', i)
			i++
		default:
			each('+', j)
			j++
		}
	}
}
