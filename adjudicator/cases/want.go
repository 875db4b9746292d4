package cases

import (
	"fmt"
	"strings"

	"galloper/adjudicator"
	"galloper/events"
)

// want is a line of turn-N.want.
type want struct {
	line
	kind    wantKind
	outcome events.Outcome // for wantOutcome and wantNone
	path    string         // for wantState
	value   string
}

type wantKind int

const (
	wantOutcome wantKind = iota // an outcome, in order
	wantNone                    // `!`: no such outcome
	wantState                   // `=`: path, value
)

func readWants(file string, data []byte) ([]want, error) {
	var ws []want
	for _, l := range lines(file, data) {
		w, err := readWant(l)
		if err != nil {
			return nil, err
		}
		ws = append(ws, w)
	}
	return ws, nil
}

func readWant(l line) (want, error) {
	w := want{line: l}
	text := l.text
	switch text[0] {
	case '=':
		w.kind = wantState
		var ok bool
		w.path, w.value, ok = strings.Cut(strings.TrimSpace(text[1:]), " ")
		w.value = strings.TrimSpace(w.value)
		if !ok || w.value == "" {
			return w, fmt.Errorf("%s: expected `= path value`", l)
		}
		return w, nil
	case '!':
		w.kind, text = wantNone, strings.TrimSpace(text[1:])
	}
	o, err := events.ParseText(text)
	if err != nil {
		return w, fmt.Errorf("%s: %v", l, err)
	}
	if !strings.Contains(o.Name, ".") {
		return w, fmt.Errorf("%s: expected an outcome `noun.verb field=value …`, `! outcome` or `= path value`", l)
	}
	w.outcome = o
	return w, nil
}

// matches reports whether the outcome matches the expectation.
func (w *want) matches(o *events.Outcome) bool {
	return o.Name == w.outcome.Name && w.matchCount(o) == w.demands()
}

// demands returns the number of properties expected of the outcome besides its name.
func (w *want) demands() int {
	n := len(w.outcome.Fields)
	if w.outcome.Clause != "" {
		n++
	}
	if len(w.outcome.Dice) > 0 {
		n++
	}
	return n
}

// matchCount returns the number of expected properties that the outcome has.
func (w *want) matchCount(o *events.Outcome) int {
	n := 0
	for _, f := range w.outcome.Fields {
		if v, ok := field(o, f.Key); ok && v == f.Value {
			n++
		}
	}
	if w.outcome.Clause != "" && w.outcome.Clause == o.Clause {
		n++
	}
	if len(w.outcome.Dice) > 0 && diceText(w.outcome.Dice) == diceText(o.Dice) {
		n++
	}
	return n
}

func field(o *events.Outcome, key string) (string, bool) {
	for _, f := range o.Fields {
		if f.Key == key {
			return f.Value, true
		}
	}
	return "", false
}

func diceText(ds []events.Die) string {
	o := events.Outcome{Name: "dice", Dice: ds}
	return o.String()
}

// judge compares the expectations with the outcomes and the state, and returns the failures.
func judge(ws []want, outcomes []events.Outcome, state adjudicator.State) []string {
	var failed []string
	from := 0
	for _, w := range ws {
		switch w.kind {
		case wantOutcome:
			if at := w.find(outcomes[from:]); at >= 0 {
				from += at + 1
			} else {
				failed = append(failed, fmt.Sprintf("%s: %s", w.line, w.missed(outcomes, from)))
			}
		case wantNone:
			if at := w.find(outcomes); at >= 0 {
				failed = append(failed, fmt.Sprintf("%s: but there is `%s`", w.line, outcomes[at].String()))
			}
		case wantState:
			if why := w.judgeState(state); why != "" {
				failed = append(failed, fmt.Sprintf("%s: %s", w.line, why))
			}
		}
	}
	return failed
}

func (w *want) find(outcomes []events.Outcome) int {
	for i := range outcomes {
		if w.matches(&outcomes[i]) {
			return i
		}
	}
	return -1
}

// missed describes the outcome nearest to an expected one that did not happen.
func (w *want) missed(outcomes []events.Outcome, from int) string {
	if at := w.find(outcomes[:from]); at >= 0 {
		return fmt.Sprintf("it is there, but before the match of the previous line: `%s`", outcomes[at].String())
	}
	best, score := -1, -1
	for i := range outcomes {
		n := 2 * w.matchCount(&outcomes[i])
		if outcomes[i].Name != w.outcome.Name {
			continue
		}
		if i >= from {
			n++ // of two equally near ones, prefer the later
		}
		if n > score {
			best, score = i, n
		}
	}
	if best >= 0 {
		return fmt.Sprintf("nearest is `%s`", outcomes[best].String())
	}
	if at := w.closestMatch(outcomes); at >= 0 {
		return fmt.Sprintf("there is no %s; nearest is `%s`", w.outcome.Name, outcomes[at].String())
	}
	return fmt.Sprintf("there is no %s among %d outcomes", w.outcome.Name, len(outcomes))
}

// closestMatch returns the index of the outcome that agrees in most properties, or -1.
func (w *want) closestMatch(outcomes []events.Outcome) int {
	best, score := -1, 0
	for i := range outcomes {
		if n := w.matchCount(&outcomes[i]); n > score {
			best, score = i, n
		}
	}
	return best
}

func (w *want) judgeState(state adjudicator.State) string {
	value, ok := adjudicator.Lookup(state, w.path)
	switch {
	case !ok:
		return "there is no such path" + nearPath(state, w.path)
	case value != w.value:
		return "it is `" + value + "`"
	}
	return ""
}

// nearPath lists the paths with the longest common prefix with the given one.
func nearPath(state adjudicator.State, path string) string {
	var near []string
	longest := 0
	state.Paths(func(p, v string) bool {
		n := 0
		for n < min(len(p), len(path)) && p[n] == path[n] {
			n++
		}
		if n > longest {
			longest, near = n, nil
		}
		if n == longest && n > 0 && len(near) < 3 {
			near = append(near, p+" "+v)
		}
		return true
	})
	if len(near) == 0 {
		return ""
	}
	return "; near it are `" + strings.Join(near, "`, `") + "`"
}
