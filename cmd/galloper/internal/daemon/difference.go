package daemon

import (
	"fmt"
	"slices"
	"strings"

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

// compare returns what changed.
func compare(was, is []events.Outcome) difference {
	var d difference
	left := compareFacts(was, is)
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
	d.lines = append(d.lines, left...)
	d.compareDice(was, is)
	return d
}

// happenings leaves out what only says how things stand at the turn's end.
func happenings(outcomes []events.Outcome) []events.Outcome {
	return slices.DeleteFunc(slices.Clone(outcomes), func(o events.Outcome) bool { return strings.HasPrefix(o.Name, knowledge.Prefix) })
}

// compareFacts returns what stands otherwise at the turn's end, a line for each subject.
func compareFacts(was, is []events.Outcome) (lines []string) {
	before, after := facts(was), facts(is)
	for _, f := range after {
		i := slices.IndexFunc(before, f.same)
		if i < 0 {
			lines = append(lines, "~ "+f.subject+": "+f.Name+" is new")
			continue
		}
		if changed := before[i].changes(f); changed != "" {
			lines = append(lines, "~ "+f.subject+": "+changed)
		}
	}
	for _, f := range before {
		if !slices.ContainsFunc(after, f.same) {
			lines = append(lines, "~ "+f.subject+": "+f.Name+" is gone")
		}
	}
	return lines
}

// fact is what the umpire knows of a subject at the turn's end.
type fact struct {
	*events.Outcome
	subject string
}

func facts(outcomes []events.Outcome) (all []fact) {
	for i := range outcomes {
		o := &outcomes[i]
		umpires := slices.ContainsFunc(o.Views, func(v events.View) bool { return slices.Contains(v.Seats, Umpire) })
		if strings.HasPrefix(o.Name, knowledge.Prefix) && umpires && len(o.Fields) > 0 {
			all = append(all, fact{o, o.Fields[0].Value})
		}
	}
	return all
}

func (f fact) same(other fact) bool { return f.Name == other.Name && f.subject == other.subject }

// changes lists the fields that differ: `boxes 0, now 2`.
func (f fact) changes(now fact) string {
	var all []string
	for _, n := range now.Fields {
		if was := f.Get(n.Key); was != n.Value {
			all = append(all, n.Key+" "+orWord(was, "-")+", now "+n.Value)
		}
	}
	return strings.Join(all, "; ")
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

// text writes the difference as an umpire reads it.
func (d difference) text() string {
	p := &prose{}
	if len(d.lines) == 0 {
		p.para("Nothing has changed.")
		return p.String()
	}
	for _, l := range d.lines {
		p.line("%s", l)
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
