package adjudicator

import (
	"strconv"
	"strings"

	"galloper/events"
)

// Decision is a question that must be answered in mid-turn.
type Decision struct {
	ID      string // `q1`, the n-th question of the turn; given by [Turn.Ask]
	Name    string // `reaction/1foot`
	Seat    string // seat, or `umpire`
	Text    string // the question as the person reads it
	Options []string
	Default string // one of the options
}

// Accept returns the answer as the ruleset reads it: an option in lower case
// with single blanks, perhaps with arguments behind (`withdraw to wood` for the
// option `withdraw`). ok is false where it begins with none of the options.
func (d *Decision) Accept(answer string) (option string, ok bool) {
	option = strings.Join(strings.Fields(strings.ToLower(answer)), " ")
	for _, o := range d.Options {
		o = strings.ToLower(o)
		if option == o || strings.HasPrefix(option, o+" ") {
			return option, true
		}
	}
	return "", false
}

// question is what a turn panics with to stop at a decision without an answer.
type question struct{ Decision }

// Ask returns the answer to the decision, its Option as [Decision.Accept] gives
// it. Answers are used in order, each once; one that no option begins, or that
// is for another seat or decision, is passed over. Where none is left the turn
// stops there, and Adjudicate returns the question.
func (t *Turn) Ask(d Decision) events.Answer {
	t.asked++
	d.ID = "q" + strconv.Itoa(t.asked)
	for i, a := range t.input.Answers {
		if t.answered[i] || a.Seat != d.Seat || a.Decision != "" && a.Decision != d.Name {
			continue
		}
		if option, ok := d.Accept(a.Option); ok {
			t.answered[i] = true
			a.Option = option
			return a
		}
	}
	panic(question{d})
}

// NextQuestion returns the ID that the next decision of this turn will have.
func (t *Turn) NextQuestion() string { return "q" + strconv.Itoa(t.asked+1) }
