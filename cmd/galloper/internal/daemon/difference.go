package daemon

import (
	"fmt"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/events"
	"galloper/projections/knowledge"
)

// difference is what changed from one result of a turn to another. Outcomes are
// compared by what they say: a number that moved because something came before it is
// no change.
type difference struct {
	lines   []string // `- …` as it was, `+ …` as it is, in the order of the turn; then `~ …`: what it left behind
	same    int      // dice that fall as they did
	altered []string // names of dice that show something else, were not rolled before or are rolled no more
}

// compare returns what changed in what happened, and in the state that it led to.
func compare(was, is []events.Outcome, before, after adjudicator.State) difference {
	var d difference
	was, is = happenings(was), happenings(is)
	a, b := contents(was), contents(is)
	edit(a, b, func(mark byte, i int) {
		switch mark {
		case '-':
			d.lines = append(d.lines, "- "+was[i].Ref+" "+a[i])
		case '+':
			d.lines = append(d.lines, "+ "+is[i].Ref+" "+b[i])
		}
	})
	d.lines = append(d.lines, compareStates(before, after)...)
	d.compareDice(was, is)
	return d
}

// compare returns what changed from one draft of the current turn to another.
func (g *Game) compare(was, is []events.Outcome) difference {
	return compare(was, is, adjudicator.Replay(g.state, was), adjudicator.Replay(g.state, is))
}

// happenings leaves out what only says how things stand at the turn's end.
func happenings(outcomes []events.Outcome) []events.Outcome {
	return slices.DeleteFunc(slices.Clone(outcomes), func(o events.Outcome) bool { return strings.HasPrefix(o.Name, knowledge.Prefix) })
}

// compareStates returns what stands otherwise at the turn's end, by the paths that SET takes.
func compareStates(before, after adjudicator.State) (lines []string) {
	was := map[string]string{}
	before.Paths(func(path, value string) bool { was[path] = value; return true })
	after.Paths(func(path, value string) bool {
		old, ok := was[path]
		delete(was, path)
		if !ok || old != value {
			lines = append(lines, "~ "+path+": "+orWord(old, "-")+", now "+value)
		}
		return true
	})
	for path := range was {
		lines = append(lines, "~ "+path+": is gone")
	}
	slices.Sort(lines)
	return lines
}

func contents(outcomes []events.Outcome) []string {
	out := make([]string, len(outcomes))
	for i := range outcomes {
		out[i] = outcomes[i].String()
	}
	return out
}

func (d *difference) compareDice(was, is []events.Outcome) {
	before, after := shown(was), shown(is)
	for _, name := range diceOf(was) {
		if before[name] == after[name] {
			d.same++
		} else {
			d.altered = append(d.altered, name)
		}
	}
	for _, name := range diceOf(is) {
		if _, ok := before[name]; !ok {
			d.altered = append(d.altered, name)
		}
	}
}

// shown returns what each die shows, by name.
func shown(outcomes []events.Outcome) map[string]string {
	values := map[string]string{}
	for i := range outcomes {
		for _, die := range outcomes[i].Dice {
			values[die.Name] = fmt.Sprintf("%s=%d", die.Die, die.Value)
		}
	}
	return values
}

// mostChanged bounds the lines that a person is shown.
const mostChanged = 80

// text writes the difference as an umpire reads it.
func (d difference) text() string {
	p := &prose{}
	if len(d.lines) == 0 {
		p.para("Nothing has changed.")
		return p.String()
	}
	for _, l := range d.lines[:min(len(d.lines), mostChanged)] {
		p.line("%s", l)
	}
	if more := len(d.lines) - mostChanged; more > 0 {
		p.line("… and %d more", more)
	}
	p.gap()
	p.para("%s as before; changed, new or gone: %s.", fell(d.same), listOr(d.altered, "none"))
	return p.String()
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

// edit walks from one list to another along a longest common subsequence: mark is
// '-' for a line of a that goes, '+' for one of b that comes, '=' for a line of a that stays.
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
