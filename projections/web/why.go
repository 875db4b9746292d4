package web

import (
	"net/http"

	"galloper/projections/history"
	"galloper/projections/knowledge"
)

// whyView is the chain of causes of one outcome.
type whyView struct {
	place
	Ref   string
	Steps []whyStep
}

type whyStep struct{ What, Text, Sentence, Href, At string }

// PageTitle implements page.
func (v whyView) PageTitle() string { return "Why " + v.Ref + ", " + v.Title }

func (s *Server) whyPage(w http.ResponseWriter, r *http.Request, v *visit) error {
	view := whyView{place: v.place("why"), Ref: r.PathValue("ref")}
	var err error
	if view.Steps, err = v.whySteps(view.Ref, &view.place); err != nil {
		return err
	}
	return s.show(w, http.StatusOK, view)
}

var noOutcome = refuse(http.StatusNotFound, "There is no such outcome",
	"The diary of each turn names its outcomes, as t3.17.")

// whySteps follows the causes from an outcome to the mail, as far as the viewer may see them.
func (v *visit) whySteps(ref string, p *place) (steps []whyStep, err error) {
	all := v.seat == knowledge.Umpire || v.over()
	chain, err := v.History.WhyFor(v.seat, ref, all, v.knowledgeAfter)
	if err != nil {
		return nil, noOutcome
	}
	for _, l := range chain {
		step := whyStep{What: l.What + " " + shortRef(&l), Text: l.Text}
		switch o := l.Entry; {
		case l.What == "outcome":
			step.Sentence = v.Table.Sentence(o.Outcome, o.Turn)
			if v.seat == knowledge.Umpire || !all {
				step.Href = v.cause(l.Ref, p).Href
			}
		case o != nil:
			step.At = v.moment(o.At)
		}
		steps = append(steps, step)
	}
	return steps, nil
}

func shortRef(l *history.Link) string {
	if l.What == "mail" {
		return l.Ref[:min(len(l.Ref), 12)]
	}
	return l.Ref
}

// knowledgeAfter returns the knowledge of a seat after a turn, or nil for a turn that is not visible.
func (v *visit) knowledgeAfter(seat string, turn int) (*knowledge.Known, error) {
	if turn < 0 || turn > v.lastTurn() {
		return nil, nil
	}
	return v.Table.Known(seat, turn)
}
