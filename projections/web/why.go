package web

import (
	"net/http"
	"strings"

	"galloper/events"
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
	if v.seat == knowledge.Umpire || v.over() {
		view.Steps, err = v.whyOnRecord(view.Ref, &view.place)
	} else {
		view.Steps, err = v.whyAsKnown(view.Ref, &view.place)
	}
	if err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, view)
}

var noOutcome = refuse(http.StatusNotFound, "There is no such outcome",
	"The diary of each turn names its outcomes, as t3.17.")

// whyOnRecord walks the record, back to the mail, also from an outcome as a seat was told it.
func (v *visit) whyOnRecord(ref string, p *place) ([]whyStep, error) {
	chain, err := v.History.Why(knowledge.Recorded(ref, v.known))
	if err != nil {
		return nil, noOutcome
	}
	var steps []whyStep
	for _, l := range chain {
		step := whyStep{What: l.What + " " + shortRef(&l), Text: l.Text}
		if l.Entry != nil && l.Entry.Outcome != nil {
			step.Sentence = v.Table.Sentence(l.Entry.Outcome, l.Entry.Turn)
			if v.seat == knowledge.Umpire {
				step.Href = v.cause(l.Ref, p).Href
			}
		} else if l.Entry != nil {
			step.At = v.moment(l.Entry.At)
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

// whyAsKnown walks what the seat was told, as far as it was told.
func (v *visit) whyAsKnown(ref string, p *place) ([]whyStep, error) {
	var steps []whyStep
	for len(steps) < 100 {
		o, turn, err := v.told(ref)
		if err != nil {
			return nil, err
		}
		if o == nil {
			break
		}
		steps = append(steps, whyStep{
			What: "outcome " + o.Ref, Text: o.String(), Sentence: v.Table.Sentence(o, turn), Href: v.cause(o.Ref, p).Href,
		})
		if id, ok := strings.CutPrefix(o.Cause, "order:"); ok {
			return append(steps, v.orderStep(id, turn)), nil
		}
		if ref = o.Cause; ref == "" {
			break
		}
	}
	if len(steps) == 0 {
		return nil, noOutcome
	}
	return steps, nil
}

// known returns the knowledge of a seat after a turn, or nil for a turn that cannot be seen.
func (v *visit) known(seat string, turn int) (*knowledge.Known, error) {
	if turn < 0 || turn > v.lastTurn() {
		return nil, nil
	}
	return v.Table.Known(seat, turn)
}

// told returns the outcome that the seat was told under the ref, nil for none.
func (v *visit) told(ref string) (*events.Outcome, int, error) {
	turn := events.TurnOf(ref)
	k, err := v.known(v.seat, turn)
	if k == nil {
		return nil, 0, err
	}
	for _, o := range k.Diary(turn) {
		if o.Ref == ref {
			return &o, turn, nil
		}
	}
	return nil, 0, nil
}

func (v *visit) orderStep(id string, turn int) whyStep {
	step := whyStep{What: "order " + id, Text: "an order in force from an earlier turn"}
	dot := strings.LastIndexByte(id, '.')
	t := v.Campaign.Turn(turn)
	if dot < 0 || t == nil {
		return step
	}
	if o, ok := t.Of(id[:dot]); ok {
		for _, l := range numberOrders(&o) {
			if l.Ref == number(id[dot+1:]) {
				step.Text, step.At = l.Text, v.moment(o.At)
			}
		}
	}
	return step
}
