package adjudicator

import (
	"strconv"
	"strings"

	"galloper/events"
)

// Decision is a question that a player or the umpire must answer in the middle of a turn.
type Decision struct {
	ID      string // `q1`, the n-th question of the turn; given by [Turn.Ask]
	Name    string // `reaction/1foot`
	Seat    string // seat, or `umpire`
	Text    string // the question's wording
	Options []string
	Default string // one of the options
}

// Accept returns the answer normalized to lower case with single blanks. An option may be followed by arguments
// (`withdraw to wood` for the option `withdraw`). ok is false if the answer begins with no option.
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

// question is the panic value that stops a turn at an unanswered decision.
type question struct{ Decision }

// Ask returns the answer to the decision, with its Option as normalized by [Decision.Accept]. Answers are used in
// order, each once. Answers that match no option, or are for another seat or decision, are skipped. If no answer is
// left, the turn stops there and Adjudicate returns the question.
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
